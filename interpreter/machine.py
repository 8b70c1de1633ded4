"""The machine: runs a game from stop to stop.

The blocks of the flow are flattened to *phases*: to enter a block, to begin the next seat's pass, to act, to be done, to be left. Each
phase is a function of the cells that returns the next phase; the phase a state is in is one of its cells, so that a state is nothing but a
list of integers. The machine runs on by itself and stops at a draw, at a choice, or at the end.

Order where a block is done: end tests, then `then`, then the next pass, repetition or step. A state's variables live as long as their block:
they start afresh at every entry, repetition and pass, and are zero in between.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from . import model as m
from .chance import Source, drawer, shuffled
from .effects import Action, Effects, shown_value
from .evaluator import Cells, Evaluator, Function, fault, members
from .events import Chosen, Drawn, Entered, Event, Finished, Left, Told
from .priorities import Standings
from .walk import nodes

MAX_ROUNDS = 10_000  # repetitions and passes between two stops: a flow that goes round without end is a fault
STOP = -1

# The phases of a block, as offsets.
ENTER, PASS, ACT, DONE, GONE = range(5)
PHASES = 5

Phase = Callable[[Cells], int]


class Option(NamedTuple):
    """Something that can be chosen: an action (its place in the model) with its arguments; `breach` if it has a price."""

    action: int
    arguments: tuple[int, ...] = ()
    breach: bool = False


class Candidate(NamedTuple):
    """An option whose guard holds, and how it stands: offered, breach, outranked, wasteful or idle (a last resort not needed)."""

    option: Option
    rank: int
    standing: str = "offered"


class Machine:
    """Runs one model. With `events`, a list, everything that happens is noted in it; with `covered`, a set, the paths of values used.

    A `scout` explores for a look-ahead: it does not look ahead itself, and stops where the `watched` block ends (`reached` is then true).
    """

    def __init__(self, model: m.Model, events: list[Event] | None = None, covered: set[str] | None = None, scout: bool = False):
        self.model, self.events, self.scout = model, events, scout
        self.evaluator = Evaluator(model, covered)
        self.effects = Effects(self.evaluator, events)
        self._told: dict[str, Callable[[Cells], Told | None]] = {}
        self.over = PHASES * len(model.blocks)
        self.rounds = 0
        self._after = [_after(model, block) for block in model.blocks]
        self.watched: int | None = None
        self.reached = False
        self.pending: list[Candidate] = []
        self.actions = [_ActionRunner(self, index, action) for index, action in enumerate(model.actions)]
        self.runners = {runner.action.name: runner for runner in self.actions}
        self.draws = {b.index * PHASES + ACT: self._drawer(b.draw) for b in model.blocks if b.draw}  # by the phase that stops for it
        self._dealers = {b.index * PHASES + ACT: self._dealer(b, b.draw) for b in model.blocks if b.draw}
        self.standings = Standings(self)
        self.phases: list[Phase] = [phase for block in model.blocks for phase in _BlockPhases(self, block).all()]
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
            zone = self.model.zones[kind.start]
            c[zone.cell] = (1 << kind.family.size) - 1
            if zone.ordered:
                c[kind.position_cell : kind.position_cell + kind.family.size] = range(1, kind.family.size + 1)
        self.initialise(self.model.variables)(c)
        self.advance(c)
        return c

    def initialise(self, variables: tuple[m.Variable, ...]) -> Action:
        """A function that gives variables the values they start with, in the order they are declared."""
        parts = [(v.cell, v.size, self.evaluator(v.initial)) for v in variables]

        def run(c: Cells) -> None:
            for cell, size, initial in parts:
                value = int(initial(c))
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

    def resolve(self, phase: int) -> int:
        """The first phase from this one on that does anything: jumps that nothing hangs on are taken beforehand."""
        while phase != self.over:
            block = self.model.blocks[phase // PHASES]
            quiet = self.events is None and not block.state
            ends = bool(block.ends) or self.is_watched(block)
            match phase % PHASES:
                case 0 if quiet and block.when is None and not block.tested_first and block.turns is None:
                    phase = block.steps[0] * PHASES + ENTER if block.steps else block.index * PHASES + ACT
                case 2 if not (block.draw or block.choose or block.body):
                    phase = block.index * PHASES + DONE
                case 3 if not (ends or block.state or block.then) and (block.turns is not None or block.again is None):
                    phase = self.on(block)
                case 4 if not (ends or block.state):
                    phase = self.on(block)
                case _:
                    return phase
        return phase

    def is_watched(self, block: m.Block) -> bool:
        """Whether a look-ahead can wait for the end of this block."""
        return any(other.priority is not None and other.priority.until == block.index for other in self.model.blocks)

    def on(self, block: m.Block) -> int:
        """The phase after one time through a block: the next pass, or what follows the block."""
        return block.index * PHASES + PASS if block.turns is not None else self.next_phase(block)

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
        done, events = self.resolve(block.index * PHASES + DONE), self.events

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
        self.events.append(Drawn(path, span, told, outcome.name, result))

    # ---- choices

    def chooser(self, c: Cells, block: m.Block) -> int:
        """The seat that chooses in a block."""
        return self.evaluator(block.chooser)(c) if block.chooser is not None else c[m.TURN]

    def candidates(self, c: Cells, block: m.Block) -> list[Candidate]:
        """Every option of the block whose guard holds, in the specified order, with its standing."""
        return self.standings.settle(c, block, [option for action in block.choose for option in self.runners[action.name].options(c)])

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

    def marks(self, c: Cells, each: Candidate, all_of_them: list[Candidate]) -> list[m.Mark]:
        """The marks that an offered option carries, in the file's order."""
        action = self.actions[each.option.action]
        priced = any(other.standing == "breach" for other in all_of_them)
        standing = "lower" if each.standing == "breach" else "best" if priced else ""
        found = []
        for mark in self.model.marks:
            action.bind(each.option)
            condition = mark.always if mark.standing else mark.when.get(action.action.name)
            fitting = mark.standing == standing if mark.standing else condition is not None
            if fitting and (condition is None or self.evaluator(condition)(c)):
                found.append(mark)
        return found

    # ---- what the phases share

    def finish(self, c: Cells, end: m.End, winners: Function) -> int:
        c[m.WINNERS], c[m.ENDED] = winners(c), end.index
        if self.events is not None:
            told = self.telling(f"end:{end.name}")(c)
            self.events.append(Finished(end.path, end.span, told, c[m.WINNERS]))
        return self.over

    def next_phase(self, block: m.Block) -> int:
        """Where the flow goes when a block has ended: to the next step, or to the end of the block around it."""
        return self._after[block.index] if self._after[block.index] >= 0 else self.over


def _after(model: m.Model, block: m.Block) -> int:
    siblings = model.blocks[block.parent].steps if block.parent is not None else tuple(b.index for b in model.blocks if b.parent is None)
    place = siblings.index(block.index)
    if place + 1 < len(siblings):
        return siblings[place + 1] * PHASES + ENTER
    return block.parent * PHASES + DONE if block.parent is not None else -1


class _ActionRunner:
    """One action: lists its options, carries one out."""

    def __init__(self, machine: Machine, index: int, action: m.Action):
        self.machine, self.index, self.action = machine, index, action
        evaluator = machine.evaluator
        self.slots = [parameter.slot for parameter in action.parameters]
        self.domains = [evaluator.walk(parameter.domain) for parameter in action.parameters]
        self.dice = [parameter.type.family == machine.model.die and not parameter.type.many for parameter in action.parameters]
        hoisted = [self._hoisted(k) for k in range(len(self.slots))]
        self.filters = [[evaluator(clause.condition) for clause in clauses] for clauses in hoisted]
        early = {id(clause) for clauses in hoisted for clause in clauses}
        self.guards = [
            [evaluator(clause.condition) for clause in action.guard if clause.after == k and id(clause) not in early] for k in range(len(self.slots) + 1)
        ]
        self.body = machine.effects.body(action.body, action.path)
        self.rank = evaluator(action.rank) if action.rank is not None else None
        self.told = machine.telling(f"action:{action.name}")
        self.label = machine.effects.telling(machine.model.labels.get(f"action:{action.name}"))

    def options(self, c: Cells) -> list[Option]:
        """The options of this action whose guard holds, in the order of parameters and domains."""
        found: list[Option] = []
        for guard in self.guards[0]:
            if not guard(c):
                return found
        ready = [self._chosen(c, depth) if self.filters[depth] else None for depth in range(len(self.slots))]
        if [] not in ready:
            self._extend(c, 0, (), found, ready)
        return found

    def _hoisted(self, depth: int) -> list[m.Clause]:
        """The clauses that speak of one parameter alone: they thin out its domain beforehand, whatever the others are.

        Only where nothing in the guard can fail, so that it makes no difference which clause is tested first.
        """
        parameter, slots, model = self.action.parameters[depth], set(self.slots), self.machine.model
        tested = [clause.condition for clause in self.action.guard] + [other.domain for other in self.action.parameters]
        if slots & _slots_read(parameter.domain) or not all(never_fails(tree, model) for tree in tested):
            return []
        return [clause for clause in self.action.guard if _slots_read(clause.condition) & slots == {parameter.slot}]

    def _chosen(self, c: Cells, depth: int) -> list[int]:
        """The values of a parameter's domain that its own clauses let through."""
        scratch, slot, filters = self.machine.evaluator.slots, self.slots[depth], self.filters[depth]
        found = []
        for value in self.domains[depth](c):
            scratch[slot] = value
            if all(holds(c) for holds in filters):
                found.append(value)
        return found

    def _extend(self, c: Cells, depth: int, arguments: tuple[int, ...], found: list[Option], ready: list[list[int] | None]) -> None:
        """Binds the parameters from `depth` on; the guards of what is bound already have been tested."""
        if depth == len(self.slots):
            found.append(Option(self.index, arguments))
            return
        scratch, slot, guards = self.machine.evaluator.slots, self.slots[depth], self.guards[depth + 1]
        values = ready[depth]
        if values is None:
            values = list(self.domains[depth](c))
        for value in self._different(c, values) if self.dice[depth] else values:
            scratch[slot] = value
            for guard in guards:
                if not guard(c):
                    break
            else:
                self._extend(c, depth + 1, (*arguments, value), found, ready)

    def _different(self, c: Cells, dice: list[int]) -> list[int]:
        """Dice of equal value are alike: the first of each."""
        cell = self.machine.model.dice_cell
        first = {c[cell + die]: die for die in reversed(dice)}
        return [die for die in dice if first[c[cell + die]] == die]

    def bind(self, option: Option) -> None:
        for slot, value in zip(self.slots, option.arguments, strict=True):
            self.machine.evaluator.slots[slot] = value

    def perform(self, c: Cells, option: Option, seat: int) -> None:
        self.bind(option)
        events = self.machine.events
        if events is not None:
            model, given = self.machine.model, zip(self.action.parameters, option.arguments, strict=True)
            shown = tuple(shown_value(parameter.type, value, c, model) for parameter, value in given)
            events.append(Chosen(self.action.path, self.action.span, self.told(c), seat, self.action.name, shown, option.breach))
        if self.body is not None:
            self.body(c)


class _BlockPhases:
    """The phases of one block."""

    def __init__(self, machine: Machine, block: m.Block):
        evaluator = machine.evaluator
        self.machine, self.block, self.model = machine, block, machine.model
        self.base = block.index * PHASES
        self.when = evaluator(block.when) if block.when is not None else None
        forever = isinstance(block.again, m.Const) and block.again.value == 1
        self.again: Function | None = (lambda c: 1) if forever else evaluator(block.again) if block.again is not None else None
        self.ends = [(end, evaluator(end.when), evaluator(end.winners)) for end in block.ends]
        self.begin = machine.initialise(block.state) if block.state else None
        self.first = machine.resolve(block.steps[0] * PHASES + ENTER if block.steps else self.base + ACT)
        self.after = machine.resolve(machine.next_phase(block))
        self.on = machine.resolve(machine.on(block))
        self.watch = machine.is_watched(block)
        self.then = self._exit(block.then)

    def all(self) -> list[Phase]:
        return [self._enter(), self._pass(), self._act(), self._done(), self._gone()]

    # ---- in

    def _enter(self) -> Phase:
        when, first, after = self.when, self._round(), self.after
        test = self.again if self.block.tested_first else None
        if when is None and test is None:
            return first
        if when is not None and test is None:
            return lambda c: first(c) if when(c) else after

        def run(c: Cells) -> int:
            if (when is not None and not when(c)) or (test is not None and not test(c)):
                return after
            return first(c)

        return run

    def _round(self) -> Phase:
        """Into the block: to the first pass where it has turns, else to its steps."""
        turns = self.block.turns
        if turns is None:
            return self._inside()
        mask, cell, base = self._seats(), self.block.turn_cells, self.base
        start = self.machine.evaluator(turns.start) if isinstance(turns, m.Order) else None
        shift = 1 if isinstance(turns, m.Order) and not turns.inclusive else 0

        def run(c: Cells) -> int:
            first = (start(c) + shift) if start is not None else 0
            c[cell], c[cell + 1], c[cell + 2] = mask(c), first, c[m.TURN]
            return base + PASS

        return run

    def _seats(self) -> Function:
        """The seats of `turns`, as a mask."""
        turns = self.block.turns
        assert turns is not None
        if isinstance(turns, m.Order):
            among, start = self.machine.evaluator(turns.among), self.machine.evaluator(turns.start)
            return among if turns.inclusive else lambda c: among(c) & ~(1 << start(c))
        return self.machine.evaluator(turns)

    def _inside(self) -> Phase:
        begin, first, events, block = self.begin, self.first, self.machine.events, self.block
        if begin is None and events is None:
            return lambda c: first
        told = self.machine.effects.telling(self.model.labels.get(f"block:{block.name}"))

        def run(c: Cells) -> int:
            if begin is not None:
                begin(c)
            if events is not None:
                events.append(Entered(block.path, block.span, told(c), block.index))
            return first

        return run

    def _pass(self) -> Phase:
        if self.block.turns is None:
            return lambda c: STOP
        cell, inside, seats, after = self.block.turn_cells, self._inside(), self._seats(), self.after
        count_round, block = self.machine.count_round, self.block

        def run(c: Cells) -> int:
            c[m.TURN] = c[cell + 2]
            left = c[cell] & seats(c)  # a seat no longer in the set is passed over
            if left:
                count_round(block)
                first = c[cell + 1]
                left = left >> first << first or left  # from `first` on; else round the table
                lowest = left & -left
                c[cell] &= ~lowest
                c[m.TURN] = lowest.bit_length() - 1
                return inside(c)
            c[cell] = c[cell + 1] = c[cell + 2] = 0
            return after

        return run

    # ---- what the block does

    def _act(self) -> Phase:
        block, base = self.block, self.base
        if block.draw is not None:
            return lambda c: STOP
        if block.choose:
            return self._choice()
        act = self.machine.effects.body(block.body, block.path)
        told = self.machine.telling(f"block:{block.name}")
        events = self.machine.events
        done = self.machine.resolve(base + DONE)
        if act is None:
            return lambda c: done

        def run(c: Cells) -> int:
            if events is not None and told(c) is not None:
                events.append(Event(block.path, block.span, told(c)))
            act(c)
            return done

        return run

    def _choice(self) -> Phase:
        machine, block, base = self.machine, self.block, self.base
        nothing = self._exit(block.nothing)

        def run(c: Cells) -> int:
            found = machine.candidates(c, block)
            offered = [candidate for candidate in found if candidate.standing in ("offered", "breach")]
            if not offered:
                if nothing is not None and (phase := nothing(c)) is not None:
                    return phase
                fault("nothing-offered", block.span, block=block.name)
            if block.automatic and len(offered) == 1 and offered[0].standing == "offered":
                c[m.PHASE] = base + ACT
                machine.applied(c, offered[0].option)
                return base + DONE
            machine.pending = found
            return STOP

        return run

    # ---- out

    def _done(self) -> Phase:
        finished, then, gone = self._tests(), self.then, self._gone()
        again = self.again if self.block.turns is None else None
        if then is None and again is None:
            return gone
        on, inside, clear, tested_first = self.on, self._inside(), _clearing([self.block]), self.block.tested_first
        count_round, block = self.machine.count_round, self.block

        def run(c: Cells) -> int:
            if finished is not None and (phase := finished(c)) is not None:
                return phase
            if then is not None and (phase := then(c)) is not None:
                return phase
            if again is None:
                clear(c)
                return on
            count_round(block)
            if tested_first:  # its condition cannot see the state that has ended
                clear(c)
            if again(c):
                return inside(c)
            clear(c)
            return on

        return run

    def _gone(self) -> Phase:
        """The block was left by name: its end tests, then the next pass, or on."""
        finished, on, clear = self._tests(), self.on, _clearing([self.block]) if self.block.state else None
        if finished is None and clear is None:
            return lambda c: on

        def run(c: Cells) -> int:
            if finished is not None and (phase := finished(c)) is not None:
                return phase
            if clear is not None:
                clear(c)
            return on

        return run

    def _tests(self) -> Callable[[Cells], int | None] | None:
        """The end entries of the block in order, and the stop of a look-ahead that waits for it."""
        ends, machine, watch, index = self.ends, self.machine, self.watch, self.block.index
        if not ends and not watch:
            return None
        if len(ends) == 1 and not watch:
            end, when, winners = ends[0]
            return lambda c: machine.finish(c, end, winners) if when(c) else None

        def run(c: Cells) -> int | None:
            for end, when, winners in ends:
                if when(c):
                    return machine.finish(c, end, winners)
            if watch and machine.watched == index:
                machine.reached = True
                return STOP
            return None

        return run

    def _exit(self, way_out: m.Exit | None) -> Callable[[Cells], int | None] | None:
        """Leaves a block by name: the blocks in between end with it, and the turn is again what it was around them."""
        if way_out is None:
            return None
        machine, events, target = self.machine, self.machine.events, way_out.block
        condition = machine.evaluator(way_out.condition) if way_out.condition is not None else None
        between = []
        block = self.block
        while block.index != target:
            between.append(block)
            assert block.parent is not None
            block = self.model.blocks[block.parent]
        clear = _clearing(between)
        outer_turns = [inner.turn_cells for inner in between if inner.turns is not None]
        inside = {inner.index for inner in between}
        gone, path, span = machine.resolve(target * PHASES + GONE), self.block.path, way_out.span

        def run(c: Cells) -> int | None:
            if condition is not None and not condition(c):
                return None
            if machine.watched in inside:
                machine.reached = True
                return STOP
            if events is not None:
                events.append(Left(path, span, None, target))
            clear(c)
            if outer_turns:
                c[m.TURN] = c[outer_turns[-1] + 2]
                for cell in outer_turns:
                    c[cell] = c[cell + 1] = c[cell + 2] = 0
            return gone

        return run


def _slots_read(tree: m.Expr) -> set[int]:
    return {node.slot for node in nodes(tree) if isinstance(node, m.Local)}


def never_fails(tree: m.Expr, model: m.Model) -> bool:
    """Whether an expression can be worked out in any state without a fault."""
    for node in nodes(tree):
        if isinstance(node, (m.Arith, m.Negate, m.First, m.Only, m.EndOf)) or (isinstance(node, m.Gather) and node.kind in ("sum", "least", "most")):
            return False
        if isinstance(node, m.Invoke):
            value = model.routines[node.routine].value
            if value is None or not never_fails(value, model):
                return False
    return True


def _clearing(blocks: list[m.Block]) -> Action:
    """Sets the state of blocks that have ended to zero."""
    spans = [(variable.cell, variable.size) for block in blocks for variable in block.state]
    if not spans:
        return lambda c: None

    def run(c: Cells) -> None:
        for cell, size in spans:
            c[cell : cell + size] = [0] * size

    return run
