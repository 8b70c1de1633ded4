"""The phases of a block: how the flow enters it, begins a seat's pass, acts, is done with it, or leaves it by name.

Order where a block is done: end tests, then `then`, then the next pass, repetition or step. A state's variables live as long as their block:
they start afresh at every entry, repetition and pass, and are zero in between.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from . import model as m
from .effects import Action
from .evaluator import fault
from .events import Entered, Event, Left
from .paths import ACT, DONE, ENTER, GONE, PASS, PHASES
from .sets import Cells, Function

if TYPE_CHECKING:
    from .machine import Machine

STOP = -1

Phase = Callable[[Cells], int]


class Timer(NamedTuple):
    """The time of a block: how many seconds there are (none where it is 0), what happens then, and the way out of the block."""

    block: m.Block
    seconds: Function
    body: Action | None
    leave: Phase


class BlockPhases:
    """The phases of one block."""

    def __init__(self, machine: Machine, block: m.Block):
        evaluator, paths = machine.evaluator, machine.paths
        self.machine, self.block, self.model = machine, block, machine.model
        self.base = block.index * PHASES
        self.when = evaluator(block.when) if block.when is not None else None
        forever = isinstance(block.again, m.Const) and block.again.value == 1
        self.again: Function | None = (lambda c: 1) if forever else evaluator(block.again) if block.again is not None else None
        self.ends = [(end, evaluator(end.when), evaluator(end.winners)) for end in block.ends]
        self.begin = machine.initialise(block.state) if block.state else None
        self.first = paths.resolve(block.steps[0] * PHASES + ENTER if block.steps else self.base + ACT)
        self.after = paths.resolve(paths.next(block))
        self.on = paths.resolve(paths.on(block))
        self.watch = paths.is_watched(block)
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
        done = self.machine.paths.resolve(base + DONE)
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

        def out(c: Cells) -> int:
            phase = nothing(c) if nothing is not None else None
            if phase is None:
                fault("nothing-offered", block.span, block=block.name)
            return phase

        def run(c: Cells) -> int:
            c[m.PHASE] = base + ACT  # a look-ahead goes on from here
            found = machine.candidates(c, block)
            offered = [candidate for candidate in found if candidate.standing in ("offered", "breach")]
            machine.listed += len(found)
            if not offered:
                return out(c)
            if block.automatic and len(offered) == 1 and offered[0].standing == "offered":
                machine.applied(c, offered[0].option)
                return base + DONE
            if asked:
                machine.chooser(c, block)
            machine.pending = found
            machine.untried = (candidate.option for candidate in offered)
            return STOP

        def run_ahead(c: Cells) -> int:
            c[m.PHASE] = base + ACT
            options = machine.options(c, block)
            first = next(options, None)
            if first is None:
                return out(c)
            machine.untried = chain((first,), options)
            return STOP

        asked = block.chooser is not None and not machine.safety.never_fails(block.chooser)  # so that a fault shows whoever plays
        return run_ahead if machine.scout and machine.safety.can_try_at_once(block) else run

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
        inside = {inner.index for inner in self._within(target)}
        leave, path, span = self._leaving(target), self.block.path, way_out.span

        def run(c: Cells) -> int | None:
            if condition is not None and not condition(c):
                return None
            if machine.watched in inside:
                machine.reached = True
                return STOP
            if events is not None:
                events.append(Left(path, span, None, target))
            return leave(c)

        return run

    def _within(self, target: int) -> list[m.Block]:
        """This block and those around it, up to the target, which is left out."""
        found, block = [], self.block
        while block.index != target:
            found.append(block)
            assert block.parent is not None
            block = self.model.blocks[block.parent]
        return found

    def _leaving(self, target: int) -> Phase:
        """Out of all blocks within the target, and on to its being gone."""
        between = self._within(target)
        clear, gone = _clearing(between), self.machine.paths.resolve(target * PHASES + GONE)
        outer_turns = [inner.turn_cells for inner in between if inner.turns is not None]

        def run(c: Cells) -> int:
            clear(c)
            if outer_turns:
                c[m.TURN] = c[outer_turns[-1] + 2]
                for cell in outer_turns:
                    c[cell] = c[cell + 1] = c[cell + 2] = 0
            return gone

        return run

    # ---- time

    def timers(self) -> list[Timer]:
        """What ends this stop when time has run out: the timed blocks around it, the innermost first."""
        found, block = [], self.block
        while True:
            if block.time is not None:
                body = self.machine.effects.body(block.timeout, block.path)
                found.append(Timer(block, self.machine.evaluator(block.time), body, self._leaving(block.index)))
            if block.parent is None:
                return found
            block = self.model.blocks[block.parent]


def _clearing(blocks: list[m.Block]) -> Action:
    """Sets the state of blocks that have ended to zero."""
    spans = [(variable.cell, variable.size) for block in blocks for variable in block.state]
    if not spans:
        return lambda c: None

    def run(c: Cells) -> None:
        for cell, size in spans:
            c[cell : cell + size] = [0] * size

    return run
