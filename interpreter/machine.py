"""The machine: runs a game from stop to stop.

The blocks of the flow are flattened to *phases*: to enter a block, to begin the next seat's pass, to act, to be done, to be left. Each
phase is a function of the cells that returns the next phase; the phase a state is in is one of its cells, so that a state is nothing but a
list of integers. The machine runs on by itself and stops at a draw, at a choice, or at the end.
phases.py has the phases, choosing.py the options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from . import model as m
from .chance import Source, drawer, shuffled
from .choosing import ActionRunner, Candidate, Option
from .effects import Action, Effects
from .evaluator import Evaluator, fault
from .events import Drawn, Event, Finished, TimedOut, Told
from .paths import ACT, DONE, PHASES, Paths
from .phases import STOP, BlockPhases, Phase, Timer
from .priorities import Standings
from .safety import Safety
from .sets import Cells, Function, members

MAX_ROUNDS = 10_000  # repetitions and passes between two stops: a flow that goes round without end is a fault


class Machine:
    """Runs one model. With `events`, a list, everything that happens is noted in it; with `covered`, a set, the paths of values used.

    A `scout` explores for a look-ahead: it does not look ahead itself, and stops where the `watched` block ends (`reached` is then true). At a choice
    `untried` then holds its options, and `listed` counts those that had to be listed to know which can be chosen.
    While `compliant`, nobody looks ahead of options that have a price, since they are not chosen.
    """

    def __init__(self, model: m.Model, events: list[Event] | None = None, covered: set[str] | None = None, scout: bool = False):
        self.model, self.events, self.scout = model, events, scout
        self.evaluator = Evaluator(model, covered)
        self.safety = Safety(model)
        self.effects = Effects(self.evaluator, events)
        self._told: dict[str, Callable[[Cells], Told | None]] = {}
        self.paths = Paths(model, events is None)
        self.over = self.paths.over
        self.rounds = 0
        self.watched: int | None = None
        self.reached = False
        self.compliant = False
        self.pending: list[Candidate] = []
        self.untried: Iterator[Option] = iter(())
        self.listed = 0
        self.actions = [ActionRunner(self, index, action) for index, action in enumerate(model.actions)]
        self.runners = {runner.action.name: runner for runner in self.actions}
        self.draws = {b.index * PHASES + ACT: self._drawer(b.draw) for b in model.blocks if b.draw}  # by the phase that stops for it
        self._dealers = {b.index * PHASES + ACT: self._dealer(b, b.draw) for b in model.blocks if b.draw}
        self.standings = Standings(self)
        blocks = [BlockPhases(self, block) for block in model.blocks]
        self.phases: list[Phase] = [phase for block in blocks for phase in block.all()]
        self._timers = {block.base + ACT: block.timers() for block in blocks if block.block.draw or block.block.choose}
        self.phases.append(lambda c: STOP)

    # ---- a game from its start

    def start(self, options: list[int], taken: int) -> Cells:
        """The state at the first stop: option values in the model's order, `taken` a mask of seats."""
        c = [0] * self.model.cells
        c[m.PHASE], c[m.TURN], c[m.TAKEN], c[m.ENDED] = 0, -1, taken, m.NOT_ENDED
        for option, value in zip(self.model.options, options, strict=True):
            c[option.cell] = value
        for outcome in self.model.outcomes:
            if not outcome.is_dice:
                c[outcome.cell] = -1
        for kind in self.model.pieces:
            if kind.space_cell is not None:
                c[kind.space_cell : kind.space_cell + kind.family.size] = [-1] * kind.family.size
            put = self.effects.moving(kind.start)
            for piece, place in enumerate(kind.starts):
                if kind.owners is None or taken >> kind.owners[piece] & 1:
                    put(c, piece, place)
        self.initialise(self.model.variables)(c)
        self.advance(c)
        return c

    def initialise(self, variables: tuple[m.Variable, ...]) -> Action:
        """A function that gives variables the values they start with, in the order they are declared."""
        parts = [(v.cell, v.size, self.evaluator(v.initial), v) for v in variables]

        def run(c: Cells) -> None:
            for cell, size, initial, v in parts:
                value = int(initial(c))
                if v.type.is_number and not v.type.low <= value <= v.type.high:
                    fault("out-of-range", v.span, name=v.name, value=value, low=v.type.low, high=v.type.high)
                for spot in range(cell, cell + size):
                    c[spot] = value

        return run

    def advance(self, c: Cells) -> None:
        """Runs to the next stop (or to the end of the watched block); at a choice, `pending` then holds its candidates."""
        phases = self.phases
        phase = c[m.PHASE]
        self.rounds = 0
        while (after := phases[phase](c)) != STOP:
            phase = after
        c[m.PHASE] = phase

    def count_round(self, block: m.Block) -> None:
        """Counts a repetition or pass: every flow that goes round comes by here."""
        self.rounds += 1
        if self.rounds > MAX_ROUNDS:
            fault("endless-flow", block.span, block=block.name, limit=MAX_ROUNDS)

    def block(self, c: Cells) -> m.Block | None:
        """The block at which the state stands; None where the game is over."""
        return None if c[m.PHASE] == self.over else self.at(c)

    def at(self, c: Cells) -> m.Block:
        """The block of a state that is not over."""
        return self.model.blocks[c[m.PHASE] // PHASES]

    def telling(self, key: str) -> Callable[[Cells], Told | None]:
        """A function that puts into words what the rule file narrates under `key`."""
        if key not in self._told:
            self._told[key] = self.effects.telling(self.model.narration.get(key))
        return self._told[key]

    # ---- draws

    def deal(self, c: Cells, result: tuple[int, ...]) -> None:
        """Lets the draw at this stop come out as `result` (the place of a face, or the values of the dice), and runs on."""
        self._dealers[c[m.PHASE]](c, result)
        self.advance(c)

    def _drawer(self, outcome: m.Outcome) -> Callable[[Source, Cells], tuple[int, ...]]:
        """How chance decides an outcome in a state."""
        shuffle = outcome.shuffle
        if shuffle is None:
            draw = drawer(outcome)
            return lambda source, c: draw(source)
        pieces = self.evaluator(shuffle.pieces)
        return lambda source, c: shuffled(members(pieces(c)), source)

    def _dealer(self, block: m.Block, outcome: m.Outcome) -> Callable[[Cells, tuple[int, ...]], None]:
        """What an outcome of a block's draw does: it is kept, its face acts, then the block."""
        faces = [self.effects.body(face.body, face.path) for face in outcome.faces]
        laid = self._laying(outcome.shuffle) if outcome.shuffle is not None else None
        then = self.effects.body(block.body, block.path)
        first, end = outcome.cell, outcome.cell + (outcome.family.size if outcome.is_dice else 1)
        done, events = self.paths.resolve(block.index * PHASES + DONE), self.events

        def run(c: Cells, result: tuple[int, ...]) -> None:
            if laid is not None:
                laid(c, result)
            else:
                c[first:end] = result
            if events is not None:
                self._note_draw(c, outcome, result)
            if faces and (act := faces[result[0]]) is not None:
                act(c)
            if then is not None:
                then(c)
            c[m.PHASE] = done

        return run

    def _laying(self, shuffle: m.Shuffle) -> Callable[[Cells, tuple[int, ...]], None]:
        """Lays shuffled pieces into their zone, in the order that chance gave."""
        put, index = self.effects.moving(shuffle.zone), self.evaluator(shuffle.index)
        zone, position = self.model.zones[shuffle.zone], self.evaluator.position_cell(shuffle.zone)

        def run(c: Cells, result: tuple[int, ...]) -> None:
            place = index(c)
            for piece in result:
                put(c, piece, place)
            rest = [piece for piece in members(c[zone.cell + place]) if piece not in set(result)]
            rest.sort(key=lambda piece: c[position + piece])
            for number, piece in enumerate((*rest, *result), 1):  # what lay there and was not shuffled stays in front
                c[position + piece] = number

        return run

    def _note_draw(self, c: Cells, outcome: m.Outcome, result: tuple[int, ...]) -> None:
        assert self.events is not None
        path, span, key = outcome.path, outcome.span, f"outcome:{outcome.name}"
        if outcome.shuffle is not None:
            self.events.append(Drawn(path, span, self.telling(f"block:{outcome.name}")(c), outcome.name, ()))
            return
        if not outcome.is_dice:
            face = outcome.faces[result[0]]
            path, span = face.path, face.span
            own = f"face:{outcome.name}.{face.name}"
            key = own if own in self.model.narration else key
        told = self.telling(key)(c)
        self.events.append(Drawn(path, span, told, outcome.name, result, c[m.TURN]))

    # ---- choices

    def chooser(self, c: Cells, block: m.Block) -> int:
        """The seat that chooses in a block."""
        return self.evaluator(block.chooser)(c) if block.chooser is not None else c[m.TURN]

    def options(self, c: Cells, block: m.Block) -> Iterator[Option]:
        """Every option of the block whose guard holds, in the specified order."""
        for action in block.choose:
            yield from self.runners[action.name].options(c)

    def candidates(self, c: Cells, block: m.Block) -> list[Candidate]:
        """Every option of the block whose guard holds, in the specified order, with its standing."""
        return self.standings.settle(c, block, list(self.options(c, block)))

    def apply(self, c: Cells, option: Option) -> None:
        """Carries out an option of the choice at this stop, and runs on."""
        self.applied(c, option)
        self.advance(c)

    def applied(self, c: Cells, option: Option) -> None:
        block = self.at(c)
        self.actions[option.action].perform(c, option, self.chooser(c, block) if self.events is not None else -1)
        if option.breach:
            breach = self.standings.breach(block)
            if breach is not None:
                breach(c)
        c[m.PHASE] = block.index * PHASES + DONE

    def describe(self, c: Cells, option: Option) -> Told | None:
        """What the rule file calls an option, with its values."""
        runner = self.actions[option.action]
        runner.bind(option)
        return runner.label(c)

    def marks(self, c: Cells, each: Candidate, priced: bool) -> list[m.Mark]:
        """The marks that an option carries, in the file's order, where any has a price or none; a withheld one only those of its standing."""
        action = self.actions[each.option.action]
        withheld = each.standing in ("outranked", "wasteful")
        standing = "withheld" if withheld else "lower" if each.standing == "breach" else "best" if priced else ""
        found = []
        for mark in self.model.marks:
            action.bind(each.option)
            condition = mark.always if mark.standing else mark.when.get(action.action.name)
            fitting = mark.standing == standing if mark.standing else condition is not None and not withheld
            if fitting and (condition is None or self.evaluator(condition)(c)):
                found.append(mark)
        return found

    # ---- time

    def timer(self, c: Cells) -> Timer | None:
        """The innermost timed block around this stop; None where there is no limit."""
        return next((timer for timer in self._timers.get(c[m.PHASE], ()) if timer.seconds(c) > 0), None)

    def time_out(self, c: Cells, timer: Timer) -> None:
        """Lets the time of a block run out at this stop, and runs on."""
        if self.events is not None:
            self.events.append(TimedOut(timer.block.path, timer.block.span, None, c[m.TURN]))
        if timer.body is not None:
            timer.body(c)
        c[m.PHASE] = timer.leave(c)
        self.advance(c)

    # ---- what the phases share

    def finish(self, c: Cells, end: m.End, winners: Function) -> int:
        c[m.WINNERS], c[m.ENDED] = winners(c), end.index
        if self.events is not None:
            told = self.telling(f"end:{end.name}")(c)
            self.events.append(Finished(end.path, end.span, told, c[m.WINNERS]))
        return self.over
