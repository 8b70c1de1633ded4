"""The compiled program beside the interpreter, which defines the language: states, options, draws, results and faults must be equal bit for bit."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from interpreter import State
from interpreter import model as m
from interpreter.chance import Xoshiro
from interpreter.choosing import Candidate
from interpreter.diagnostics import Fault
from interpreter.game import Game
from interpreter.loading import examine, opened
from interpreter.source import Source
from interpreter.variants import Given
from interpreter.wasm.program import Program, program
from interpreter.wasm.run import Compiled, Trapped

TAKEN = ("offered", "breach")


def game_of(text: str, name: str = "rules.yaml") -> Game:
    """The game of a rule file that stands nowhere on the disk. Raises RuleFileError."""
    return opened(examine(Path(name), Given([Source(name, text)])))


class Pair:
    """One game on both executions. Every step is taken on both, and everything that can be seen of them compared after it."""

    def __init__(self, state: State, made: Program):
        self.state, self.made, self.compiled = state, made, Compiled(state.model, made)
        self.steps = 0
        self.compiled.put(state.cells)
        self.compare()

    def compare(self) -> None:
        ours, theirs = self.state.cells, self.compiled.state()
        assert theirs == ours, [(cell, a, b) for cell, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a != b][:8]
        block = self.state.block
        if block is not None and block.choose:
            self.same_options()

    def same_options(self) -> Sequence[Candidate]:
        """The options of the interpreter, which must be those of the program, listed now."""
        ours, theirs = self.state.candidates, self.compiled.options()
        assert theirs == ours, [pair for pair in zip(ours, theirs, strict=False) if pair[0] != pair[1]][:4] or (len(ours), len(theirs))
        assert self.compiled.state() == self.state.cells  # listing them changes nothing
        return theirs

    def same_marks(self) -> None:
        machine, cells = self.state.machine, self.state.cells
        ours, theirs = self.state.candidates, self.compiled.options()
        for mine, other in zip(ours, theirs, strict=True):
            assert machine.marks(cells, mine, ours) == machine.marks(self.compiled.state(), other, theirs)

    def play(self, place: int) -> bool:
        """Chooses the option listed at that place; False where it is a fault, which both must find."""
        option = self.state.candidates[place].option
        return self._both(lambda: self.state.play(option), lambda: self.compiled.apply(place))

    def deal(self, result: Sequence[int], source: Xoshiro | None) -> bool:
        """Lets chance come out so; on the program by its own generator, where `source` says that it has come as far."""
        act = self.compiled.draw if source is not None else lambda: self.compiled.deal(result)
        return self._both(lambda: self.state.deal(result), act)

    def _both(self, interpreted: object, compiled: object) -> bool:
        assert callable(interpreted) and callable(compiled)
        self.steps += 1
        before = list(self.state.cells)
        try:
            interpreted()
        except Fault as error:
            try:
                compiled()
            except Trapped:
                self.compiled = Compiled(self.state.model, self.made)
                self.compiled.put(before)
                assert self.state.cells == before
                return False
            raise AssertionError("no trap at " + str(error.diagnostics[0])) from error
        compiled()
        self.compare()
        return True


def beside(state: State, made: Program, seed: int, number: int, most: int = 100_000, marks: bool = False) -> Pair:
    """One game from a state to its end, its first fault, or so many stops; options at a price are chosen like any other.

    Chance is the program's own in even games, and given to it in odd ones.
    """
    pair, source, choices = Pair(state, made), Xoshiro(seed, number), random.Random(f"{seed} {number}")
    own = source if number % 2 == 0 else None
    pair.compiled.seed(seed, number)
    for _ in range(most):
        if state.block is None:
            break
        if state.draw is not None:
            if not pair.deal(state.drawn(source), own):
                break
            continue
        if marks:
            pair.same_marks()
        places = [place for place, each in enumerate(state.candidates) if each.standing in TAKEN]
        if not pair.play(choices.choice(places)):
            break
    return pair


def any_options(game: Game, chance: random.Random) -> dict[str, str]:
    """Random values of the options of a game, near the ends of a range more often than elsewhere."""
    found = {}
    for option in game.model.options:
        values = option.values
        place = chance.choice([0, len(values) - 1, chance.randrange(len(values)), chance.randrange(min(len(values), 12))])
        found[option.name] = _named(game, option, values[place])
    return found


def _named(game: Game, option: m.Option, value: int) -> str:
    from interpreter.names import value_name

    return value_name(option.type, value, game.model)


def made_for(game: Game) -> Program:
    return program(game.model, keep=False)
