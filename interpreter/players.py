"""Players that are not people.

`PlayoutPlayer` tries every option: it plays the game out at random from each, many times, and takes the one that won most. A player
is handed a view, never the state: what is hidden from its seat it can only guess, by completing the view at random. Games are played out by
the compiled program where that can be had, and else, fewer of them, by the interpreter.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from . import model as m
from .chance import Source
from .choosing import Option
from .diagnostics import Fault
from .game import State
from .views import View
from .wasm.attempt import attempt

if TYPE_CHECKING:
    from .wasm.run import Compiled

PLAYOUTS = 30  # of each option, at most
BUDGET = 2_000  # stops, and options tried in look-aheads, in all playouts of one decision: some tenths of a second at most
LONGEST = 1_500  # stops of a playout; one that is not over by then counts as half a win
PATIENCE = 100  # decisions left to chance where the budget did not do for one playout of each option

COMPILED_PLAYOUTS = 400  # of each option, at most
COMPILED_BUDGET = 12_000  # stops in all compiled playouts of one decision: some hundredths of a second
GUESSES = 8  # of what is hidden, for each of which games are played out
MOST_STARTS = 64  # options times guesses
TASTE = 2  # playouts of each option by which the length of a game is judged


class Player(Protocol):
    """Anything that chooses."""

    def choose(self, view: View) -> Option:
        """One of the view's options."""


def compliant(options: Sequence[Option]) -> Sequence[Option]:
    """The options that cost nothing; all, where there are no others."""
    return [option for option in options if not option.breach] or options


class RandomPlayer:
    """Any option that costs nothing, all as likely."""

    def __init__(self, source: Source):
        self.source = source

    def choose(self, view: View) -> Option:
        options = compliant(view.options)
        return options[self.source.below(len(options))]


class PlayoutPlayer:
    """The option after which random play wins most often; every option is tried as often, as far as the budget goes."""

    def __init__(self, source: Source):
        self.source = source
        self._programs: dict[str, Compiled | None] = {}  # by the digest of the rules; None where it cannot be had
        self._interpreted = _InterpretedPlayouts(source)

    def choose(self, view: View) -> Option:
        options = compliant(view.options)
        if len(options) == 1:
            return options[0]
        with suppress(_Impossible):
            return self._compiled(view, options)
        return self._interpreted.choose(view, options)

    def _compiled(self, view: View, options: Sequence[Option]) -> Option:
        """By the compiled program. Raises _Impossible where it cannot be had or meets a fault."""
        program = self._program(view.model)
        from .wasm.run import Trapped

        scores = [0.0] * len(options)
        try:
            guesses = max(1, min(GUESSES, MOST_STARTS // len(options))) if view.hidden else 1
            for _ in range(guesses):
                starts = self._after(program, view, options)
                spent = self._play_out(program, starts, TASTE, view.seat, scores)
                left = (COMPILED_BUDGET // guesses - spent) // max(1, spent // TASTE)
                self._play_out(program, starts, min(COMPILED_PLAYOUTS // guesses - TASTE, left), view.seat, scores)
        except (Trapped, Fault):
            raise _Impossible from None
        return options[scores.index(max(scores))]

    def _program(self, model: m.Model) -> Compiled:
        if model.digest not in self._programs:
            self._programs[model.digest] = attempt(model)
        program = self._programs[model.digest]
        if program is None:
            raise _Impossible
        return program

    def _after(self, program: Compiled, view: View, options: Sequence[Option]) -> list[list[int]]:
        """The cells of a state that looks like this one to the seat, after each of the options."""
        program.put(view.complete(self.source).cells)
        listed = [each.option for each in program.options()]
        return program.after([listed.index(option) for option in options])

    def _play_out(self, program: Compiled, starts: list[list[int]], games: int, seat: int, scores: list[float]) -> int:
        """So many games from each start: a seat scores 1 for a win alone, a share of one together, half for a game cut off. Returns their stops."""
        from .wasm.run import CAPPED

        stops = 0
        for place, cells in enumerate(starts if games > 0 else ()):
            made = program.play(cells, games, self.source.below(1 << 62), limit=LONGEST)
            for winners, end in zip(made.winners, made.ends, strict=True):
                scores[place] += 0.5 if end == CAPPED else (winners >> seat & 1) / max(1, winners.bit_count())
            stops += sum(made.stops)
        return stops


class _Impossible(Exception):
    """Games cannot be played out by the compiled program."""


class _InterpretedPlayouts:
    """Playouts by the interpreter. Where the budget does not go once round, as in a long game that is far from its end, any option will do."""

    def __init__(self, source: Source):
        self.source = source
        self.waiting = 0

    def choose(self, view: View, options: Sequence[Option]) -> Option:
        if self.waiting:
            self.waiting -= 1
            return options[self.source.below(len(options))]
        scores = [0.0] * len(options)
        spent = 0
        for around in range(PLAYOUTS):
            for place, option in enumerate(options):
                if spent >= BUDGET and around == 0:
                    self.waiting = PATIENCE
                    return options[self.source.below(len(options))]
                score, cost = self._won(view.complete(self.source), option, view.seat)
                scores[place] += score
                spent += cost
            if spent >= BUDGET:
                break
        return options[scores.index(max(scores))]

    def _won(self, game: State, option: Option, seat: int) -> tuple[float, int]:
        """What a seat gets of the win in one game played out at random: 1, a share of it, or 0; and what that cost."""
        stops, tried = 0, game.machine.standings.applied
        cost = 0
        try:
            game.play(option)
            while game.result() is None and stops < LONGEST and cost < BUDGET:
                stops += 1
                cost = stops + game.machine.standings.applied - tried
                if game.draw:
                    game.roll(self.source)
                else:
                    choice = compliant(game.options)
                    game.play(choice[self.source.below(len(choice))])
        except Fault:
            return 0, cost
        result = game.result()
        if result is None:
            return 0.5, cost
        return (1 / len(result.winners) if seat in result.winners else 0), cost
