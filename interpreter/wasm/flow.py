"""The flow in WebAssembly: one function that runs from phase to phase to the next stop, beside the phases of the interpreter."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from .. import model as m
from ..paths import ACT, DONE, ENTER, GONE, PASS, PHASES
from .acts import Acts
from .encode import I32, I64, Instr
from .looking import VALUED
from .memory import store, words_of
from .values import STATE, Values

if TYPE_CHECKING:
    from .build import Build

MAX_ROUNDS = 10_000


class Flow:
    """Writes `advance`."""

    def __init__(self, build: Build):
        self.build, self.model, self.paths, self.layout = build, build.model, build.paths, build.layout
        self.f = build.module.function("advance", (I32, I32), (I32,), "(state, phase): runs from a phase to the next stop, whose phase it gives")
        self.values = Values(build, self.f)
        self.acts = Acts(self.values)
        self.phase, self.rounds = 1, self.f.local(I32)
        self.place = 0  # the phase being written
        self.ways_on: dict[int, list[int]] = {}  # by phase, those that it goes to

    def write(self) -> None:
        """Writes every phase that can be reached from a stop, each by itself, and then one behind the other."""
        roots = [self.paths.resolve(block.index * PHASES + DONE) for block in self.model.blocks if block.draw is not None]
        roots += [block.index * PHASES + DONE for block in self.model.blocks if block.choose]
        f, before, parts, wanted = self.f, self.f.code, dict[int, list[Instr]](), list(roots)
        while wanted:
            self.place = wanted.pop()
            if self.place not in parts:
                f.code = parts[self.place] = []
                self.ways_on[self.place] = []
                self._phase()
                wanted += self.ways_on[self.place]
        f.code = before
        self._laid_out(parts, {place: position for position, place in enumerate(self._ordered(roots))})
        f.get(STATE, self.phase)
        store(f, self.layout.widths[m.PHASE], self.layout.offsets[m.PHASE])
        f.get(self.phase)

    def _ordered(self, roots: list[int]) -> list[int]:
        """The phases in such an order that the flow goes on to later ones, as far as it does not go round."""
        found, seen = list[int](), set[int]()
        for root in roots:
            ahead = [(root, iter(self._after(root)))] if root not in seen else []
            seen.add(root)
            while ahead:
                place, rest = ahead[-1]
                following = next((each for each in rest if each not in seen), None)
                if following is None:
                    found.append(place)
                    ahead.pop()
                else:
                    seen.add(following)
                    ahead.append((following, iter(self._after(following))))
        return found[::-1]

    def _after(self, place: int) -> list[int]:
        """Where a phase goes on to, but for a choice that is made by itself: there it goes round."""
        chooses = place != self.paths.over and place % PHASES == ACT and bool(self.model.blocks[place // PHASES].choose)
        return [each for each in self.ways_on[place] if not (chooses and each == place + DONE - ACT)]

    def _laid_out(self, parts: dict[int, list[Instr]], order: dict[int, int]) -> None:
        """One function of all phases: a later one takes a jump, one before a look into a table."""
        f, places = self.f, sorted(parts, key=order.__getitem__)
        f.op(("block", "out"), ("loop", "next"), ("block", "nowhere"), *[("block", f"phase{place}") for place in reversed(places)])
        f.get(self.phase)
        f.op(("br_table", [f"phase{place}" if place in parts else "nowhere" for place in range(self.paths.over + 1)] + ["nowhere"]))
        for place in places:
            f.op("end")
            for instr in parts[place]:
                if instr[0] != "go":
                    f.op(instr)
                elif order[instr[1]] > order[place]:
                    f.op(("br", f"phase{instr[1]}"))
                else:
                    f.const(instr[1])
                    f.set(self.phase)
                    f.op(("br", "next"))
        f.op("end", "unreachable", "end", "end")

    def _phase(self) -> None:
        if self.place == self.paths.over:
            self._stop()
            return
        block, phase = self.model.blocks[self.place // PHASES], self.place % PHASES
        self.f.op(("#", f"{('enter', 'pass', 'act', 'done', 'gone')[phase]} {block.name}  {block.span.rule}"))
        (self._enter, self._pass, self._act, self._done, self._gone)[phase](block)

    # ---- jumps

    def _go(self, phase: int) -> None:
        self.ways_on[self.place].append(phase)
        self.f.op(("go", phase))

    def _stop(self) -> None:
        self.f.const(self.place)
        self.f.set(self.phase)
        self.f.op(("br", "out"))

    def _set(self, cell: int, push: Callable[[], None], word: int = 0) -> None:
        """Writes one cell; `push` puts the value on the stack."""
        self.f.get(STATE)
        push()
        store(self.f, self.layout.widths[cell], self.layout.offsets[cell], word)

    def _round(self) -> None:
        """A repetition or pass: every flow that goes round comes by here."""
        self.f.get(self.rounds)
        self.f.op(("i32.const", 1), "i32.add")
        self.f.tee(self.rounds)
        self.f.op(("i32.const", MAX_ROUNDS), "i32.gt_s")
        self.values.fault_if()

    # ---- in

    def _enter(self, block: m.Block) -> None:
        after = self.paths.resolve(self.paths.next(block))
        for condition in (block.when, block.again if block.tested_first else None):
            if condition is not None:
                self.values.number(condition)
                self.f.op("i32.eqz", ("if", self.f.label()))
                self._go(after)
                self.f.op("end")
        if block.turns is None:
            self._inside(block)
            return
        cell = block.turn_cells
        seats, first = self._seats(block), self.values.temp()
        if isinstance(block.turns, m.Order):
            self.values.number(block.turns.start)
            if not block.turns.inclusive:
                self.f.op(("i32.const", 1), "i32.add")
        else:
            self.f.const(0)
        self.f.set(first)
        self._set(cell, lambda: self.f.get(seats))
        self._set(cell + 1, lambda: self.f.get(first))
        self._set(cell + 2, lambda: self.values.read_cell(m.TURN))
        self._go(block.index * PHASES + PASS)

    def _seats(self, block: m.Block) -> int:
        """The seats of `turns`, as a mask in a local."""
        turns, found = block.turns, self.f.local(I64)
        assert turns is not None
        if isinstance(turns, m.Order):
            self.values.word(turns.among)
            if not turns.inclusive:
                self.f.const64(1)
                self.values.number(turns.start)
                self.f.op("i64.extend_i32_u", "i64.shl", ("i64.const", -1), "i64.xor", "i64.and")
        else:
            self.values.word(turns)
        self.f.set(found)
        return found

    def _inside(self, block: m.Block) -> None:
        self.initialise(block.state)
        self._go(self.paths.resolve(block.steps[0] * PHASES + ENTER if block.steps else block.index * PHASES + ACT))

    def initialise(self, variables: tuple[m.Variable, ...]) -> None:
        """Gives variables the values they start with, in order."""
        for variable in variables:
            if variable.type.is_set:
                words = self.values.words(variable.initial)
                for cell in range(variable.cell, variable.cell + variable.size):
                    for word, place in enumerate(words):
                        self._set(cell, partial(self.f.get, place), word)
                continue
            value, kind = self.values.temp(), variable.type
            self.values.number(variable.initial)
            self.f.set(value)
            if kind.is_number and not (kind.low <= variable.initial.type.low and variable.initial.type.high <= kind.high):
                for bound, sign in ((kind.low, "i32.lt_s"), (kind.high, "i32.gt_s")):
                    self.f.get(value)
                    self.f.op(("i32.const", bound), sign)
                    self.values.fault_if()
            for cell in range(variable.cell, variable.cell + variable.size):
                self._set(cell, partial(self.f.get, value))

    def _pass(self, block: m.Block) -> None:
        if block.turns is None:
            self._stop()
            return
        f, cell, left, first, ahead = self.f, block.turn_cells, self.f.local(I64), self.f.local(I64), self.f.local(I64)
        self._set(m.TURN, lambda: self.values.read_cell(cell + 2))
        seats = self._seats(block)
        self.values.read_cell(cell)
        f.get(seats)
        f.op("i64.and")
        f.tee(left)
        f.op(("i64.const", 0), "i64.ne", ("if", f.label()))
        self._round()
        self.values.read_cell(cell + 1)
        f.op("i64.extend_i32_u")
        f.set(first)
        f.get(left, first)
        f.op("i64.shr_u")
        f.get(first)
        f.op("i64.shl")
        f.set(ahead)  # from `first` on; else round the table
        f.get(ahead, left, ahead)
        f.op(("i64.const", 0), "i64.ne", "select")
        f.set(left)
        # the interpreter keeps all seats still to come, of which the lowest from `first` on is taken out
        f.get(left)
        f.op("i64.ctz")
        f.set(ahead)
        self._set(cell, lambda: self._without(cell, ahead))
        turn = f.local(I32)
        f.get(ahead)
        f.op("i32.wrap_i64")
        f.set(turn)
        self._set(m.TURN, lambda: f.get(turn))
        self._inside(block)
        f.op("end")
        for place in range(3):
            self._set(cell + place, partial(f.const if place else f.const64, 0))
        self._go(self.paths.resolve(self.paths.next(block)))

    def _without(self, cell: int, seat: int) -> None:
        self.values.read_cell(cell)
        self.f.const64(1)
        self.f.get(seat)
        self.f.op("i64.shl", ("i64.const", -1), "i64.xor", "i64.and")

    # ---- what the block does

    def _act(self, block: m.Block) -> None:
        if block.draw is not None:
            self._stop()
        elif block.choose:
            self._choice(block)
        else:
            if block.body:
                self.f.get(STATE)
                self.f.call(self.build.body(f"do_{block.name}", block.body, block.span.rule))
            self._go(self.paths.resolve(block.index * PHASES + DONE))

    def _choice(self, block: m.Block) -> None:
        f, build, base = self.f, self.build, block.index * PHASES
        offered = self.values.temp()
        if build.looking.blocks:
            self._set(m.PHASE, lambda: f.const(base + ACT))  # what is looked into asks who chooses here
        at_once = build.safety.can_try_at_once(block)
        if build.looking.blocks and at_once:
            self._looked_into(block)
        f.get(STATE)
        f.call(build.choices.listing(block))
        if build.looking.blocks and not at_once:
            f.op(("global.get", build.looking.listed))
            build.choices.all_listed(f)
            f.op("i32.add", ("global.set", build.looking.listed))
        build.choices.how_many(f, block, offered)
        f.get(offered)
        f.op("i32.eqz", ("if", f.label()))
        if block.nothing is not None:
            self._exit(block, block.nothing)
        self.values.fault()
        f.op("end")
        if block.automatic:
            build.choices.is_single(f, block, offered)
            f.op(("if", f.label()))
            f.get(STATE)
            f.op(("global.get", build.choices.first), ("i32.const", 0))
            f.call(build.choices.applied)
            self._go(base + DONE)
            f.op("end")
        if block.chooser is not None and not build.safety.never_fails(block.chooser):  # so that a fault shows whoever plays
            self.values.number(block.chooser)
            f.op("drop")
        self._stop()

    def _looked_into(self, block: m.Block) -> None:
        """In a look-ahead, and where its own seat chooses: what comes of the options is looked into at once."""
        f, looking = self.f, self.build.looking
        f.op(("global.get", self.build.watched), ("i32.const", 0), "i32.ge_s")
        self.build.choices.seat(f, STATE)
        f.op(("global.get", looking.seat), "i32.eq", "i32.and", ("if", f.label()))
        kept = self.values.temp()
        f.op(("global.get", looking.tried))
        f.set(kept)
        f.op(("i32.const", 0), ("global.set", looking.tried))
        f.get(STATE)
        f.call(self.build.choices.trying_all(block))
        f.op(("global.get", looking.tried), ("if", f.label()))
        f.get(kept)
        f.op(("global.set", looking.tried), ("i32.const", VALUED), ("global.set", self.build.reached))
        self._stop()
        f.op("end")
        f.get(kept)
        f.op(("global.set", looking.tried))
        if block.nothing is not None:
            self._exit(block, block.nothing)
        self.values.fault()
        f.op("end")

    # ---- out

    def _done(self, block: m.Block) -> None:
        again = block.again if block.turns is None else None
        if block.then is None and again is None:
            self._gone(block)
            return
        on = self.paths.resolve(self.paths.on(block))
        self._tests(block)
        if block.then is not None:
            self._exit(block, block.then)
        if again is None:
            self.clear([block])
            self._go(on)
            return
        self._round()
        if block.tested_first:  # its condition cannot see the state that has ended
            self.clear([block])
        self.values.number(again)
        self.f.op(("if", self.f.label()))
        self._inside(block)
        self.f.op("end")
        self.clear([block])
        self._go(on)

    def _gone(self, block: m.Block) -> None:
        self._tests(block)
        self.clear([block])
        self._go(self.paths.resolve(self.paths.on(block)))

    def _tests(self, block: m.Block) -> None:
        """The end entries of the block in order, and the stop of a look-ahead that waits for it."""
        for end in block.ends:
            self.f.op(("#", end.when.span))
            self.values.number(end.when)
            self.f.op(("if", self.f.label()))
            words = self.values.words(end.winners)
            assert words_of(end.winners.type.family) == 1
            self._set(m.WINNERS, partial(self.f.get, words[0]))
            self._set(m.ENDED, partial(self.f.const, end.index))
            self._go(self.paths.over)
            self.f.op("end")
        if self.paths.is_watched(block):
            self._reached([block.index])

    def _reached(self, watched: list[int]) -> None:
        """Stops a look-ahead that waits for one of these blocks."""
        for index in watched:
            self.f.op(("global.get", self.build.watched), ("i32.const", index), "i32.eq", ("if", self.f.label()))
            self.f.op(("i32.const", 1), ("global.set", self.build.reached))
            self._stop()
            self.f.op("end")

    def _exit(self, block: m.Block, way_out: m.Exit) -> None:
        """Leaves a block by name: the blocks in between end with it, and the turn is again what it was around them."""
        between, at = [], block
        while at.index != way_out.block:
            between.append(at)
            assert at.parent is not None
            at = self.model.blocks[at.parent]
        if way_out.condition is not None:
            self.f.op(("#", way_out.condition.span))
            self.values.number(way_out.condition)
            self.f.op(("if", self.f.label()))
        self._reached([inner.index for inner in between if self.paths.is_watched(inner)])
        self.clear(between)
        outer = [inner.turn_cells for inner in between if inner.turns is not None]
        if outer:
            self._set(m.TURN, lambda: self.values.read_cell(outer[-1] + 2))
            for cell in outer:
                self._set(cell, lambda: self.f.const64(0))
                for place in (1, 2):
                    self._set(cell + place, lambda: self.f.const(0))
        self._go(self.paths.resolve(way_out.block * PHASES + GONE))
        if way_out.condition is not None:
            self.f.op("end")

    def clear(self, blocks: list[m.Block]) -> None:
        """Sets the state of blocks that have ended to zero."""
        for variable in (variable for block in blocks for variable in block.state):
            first, last = variable.cell, variable.cell + variable.size - 1
            start, end = self.layout.offsets[first], self.layout.offsets[last] + self.layout.widths[last].bytes
            if end - start > 64:
                self.f.get(STATE)
                self.f.op(("i32.const", start), "i32.add", ("i32.const", 0), ("i32.const", end - start), ("memory.fill",))
                continue
            for size, name in ((8, "i64.store"), (4, "i32.store"), (2, "i32.store16"), (1, "i32.store8")):  # a call of the machine's own costs more
                while end - start >= size:
                    self.f.get(STATE)
                    self.f.op(("i64.const" if size == 8 else "i32.const", 0), (name, start))
                    start += size


__all__ = ["MAX_ROUNDS", "Flow"]
