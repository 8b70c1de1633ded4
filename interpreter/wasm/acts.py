"""Statements in WebAssembly: one method a form, beside those of the interpreter's effects."""

from __future__ import annotations

from .. import model as m
from ..types import Type
from .encode import I64
from .memory import load, store
from .values import STATE, Values


class Acts:
    """Writes statements into one function, with the same slots as its `values`."""

    def __init__(self, values: Values):
        self.values, self.f, self.build, self.model = values, values.f, values.build, values.model

    def body(self, statements: tuple[m.Stmt, ...]) -> None:
        for statement in statements:
            self.f.op(("#", statement.span))
            if isinstance(statement, m.Store):
                self._keep(statement)
            else:
                getattr(self, "_" + type(statement).__name__.lower())(statement)

    # ---- places

    def _address(self, place: m.Place) -> int:
        """The address of what a statement writes, less its offset, in a local."""
        at = self.values.temp()
        if place.index is None:
            self.f.get(STATE)
        else:
            self.values.address(place.cell, place.index)
        self.f.set(at)
        return at

    def _load(self, place: m.Place, at: int, word: int = 0) -> None:
        self.f.get(at)
        load(self.f, self.build.layout.widths[place.cell], self.build.layout.offsets[place.cell], word)

    def _store(self, place: m.Place, at: int, value: int, word: int = 0) -> None:
        self.f.get(at, value)
        store(self.f, self.build.layout.widths[place.cell], self.build.layout.offsets[place.cell], word)

    def _within(self, value: int, kind: Type) -> None:
        """A fault where a number of 64 bits, in a local, is out of the range of a variable."""
        self.f.get(value)
        self.f.op(("i64.const", kind.low), "i64.lt_s")
        self.f.get(value)
        self.f.op(("i64.const", kind.high), "i64.gt_s", "i32.or")
        self.values.fault_if()

    # ---- writing

    def _keep(self, node: m.Store) -> None:
        target, kind = node.target, node.target.type
        if kind.is_set:
            words = self.values.words(node.value)
            at = self._address(target)
            for word, place in enumerate(words):
                self._store(target, at, place, word)
            return
        value = self.values.temp()
        self.values.number(node.value)
        self.f.set(value)
        known = node.value.type
        if kind.is_number and not (kind.low <= known.low and known.high <= kind.high):
            wide = self.values.temp(I64)
            self.f.get(value)
            self.f.op("i64.extend_i32_s")
            self.f.set(wide)
            self._within(wide, kind)
        self._store(target, self._address(target), value)

    def _increase(self, node: m.Increase) -> None:
        more, wide = self.values.temp(), self.values.temp(I64)
        self.values.number(node.amount)
        self.f.set(more)
        at = self._address(node.target)
        self._load(node.target, at)
        self.f.op("i64.extend_i32_s")
        self.f.get(more)
        self.f.op("i64.extend_i32_s", "i64.add")
        self.f.set(wide)
        self._within(wide, node.target.type)
        self._store(node.target, at, self._narrowed(wide))

    def _narrowed(self, wide: int) -> int:
        found = self.values.temp()
        self.f.get(wide)
        self.f.op("i32.wrap_i64")
        self.f.set(found)
        return found

    def _include(self, node: m.Include) -> None:
        self._joined(node.target, node.member, ("i64.or",))

    def _exclude(self, node: m.Exclude) -> None:
        self._joined(node.target, node.member, (("i64.const", -1), "i64.xor", "i64.and"))

    def _joined(self, target: m.Place, member: m.Expr, instructions: tuple[str | tuple[str, int], ...]) -> None:
        words, joined = self.values.words(member), self.values.temp(I64)
        at = self._address(target)
        for word, place in enumerate(words):
            self._load(target, at, word)
            self.f.get(place)
            self.f.op(*instructions)
            self.f.set(joined)
            self._store(target, at, joined, word)

    def _transfer(self, node: m.Transfer) -> None:
        amount, held = self.values.temp(I64), self.values.temp(I64)
        self.values.number(node.amount)
        self.f.op("i64.extend_i32_s")
        self.f.set(amount)
        here, there = self._address(node.source), self._address(node.target)
        self.f.get(amount)
        self.f.op(("i64.const", 0), "i64.lt_s")
        self.values.fault_if()
        self._load(node.source, here)
        self.f.op("i64.extend_i32_s")
        self.f.set(held)
        if node.capped:
            self.f.get(amount, held)
            self.f.op("i64.gt_s", ("if", self.f.label()))
            self.f.get(held)
            self.f.op(("i64.const", 0))
            self.f.get(held)
            self.f.op(("i64.const", 0), "i64.gt_s", "select")
            self.f.set(amount)
            self.f.op("end")
        less, more = self.values.temp(I64), self.values.temp(I64)
        self.f.get(held, amount)
        self.f.op("i64.sub")
        self.f.set(less)
        self._load(node.target, there)
        self.f.op("i64.extend_i32_s")
        self.f.get(amount)
        self.f.op("i64.add")
        self.f.set(more)
        self._within(less, node.source.type)
        self._within(more, node.target.type)
        offsets = self.build.layout.offsets
        self.f.get(here)
        self.f.op(("i32.const", offsets[node.source.cell]), "i32.add")
        self.f.get(there)
        self.f.op(("i32.const", offsets[node.target.cell]), "i32.add", "i32.ne", ("if", self.f.label()))
        self._store(node.source, here, self._narrowed(less))
        self._store(node.target, there, self._narrowed(more))
        self.f.op("end")

    # ---- pieces

    def _moveto(self, node: m.MoveTo) -> None:
        words, place = self.values.words(node.pieces), self.values.temp()
        self.values.number(node.index)
        self.f.set(place)
        self._put_all(words, node.zone, place)

    def _put_all(self, words: list[int], zone: int, place: int) -> None:
        put, piece = self.build.putting(zone), self.values.temp()

        def each(word: int, bit: int) -> None:
            self.f.get(STATE, piece, place)
            self.f.call(put)

        self.values.walks.bits(words, piece, each)

    def _walkto(self, node: m.WalkTo) -> None:
        """To the end of a way; a piece of another seat takes its own route's first step there."""
        ways, kind = self.build.ways(node.kind), self.model.pieces[node.kind]
        words, space, end, piece = self.values.words(node.pieces), self.values.temp(), self.values.temp(), self.values.temp()
        board = self.build.board_of(kind.family)
        row, width = m.OfWay(node.span, node.way.type, node.kind, "end", node.way), self.build.layout.widths[kind.position_cell]
        self.values.number(row)
        self.f.set(space)
        self.values.number(m.OfWay(node.span, node.way.type, node.kind, "step", node.way))
        self.f.set(end)
        put = self.build.putting(board.index)
        assert kind.owners is not None
        owners, owner_width = self.build.tables.numbers(kind.owners)
        seats, seat_width = self.build.tables.numbers([step.seat for step in ways.routes.steps])

        def each(word: int, bit: int) -> None:
            self.f.get(STATE, piece, space)
            self.f.call(put)
            self.f.get(piece)
            self.values.scale(owner_width.bytes)
            load(self.f, owner_width, owners)
            self.f.get(end)
            self.values.scale(seat_width.bytes)
            load(self.f, seat_width, seats)
            self.f.op("i32.eq", ("if", self.f.label()))
            self.f.get(STATE, piece)
            self.values.scale(width.bytes)
            self.f.op("i32.add")
            self.f.get(end)
            self.f.op(("i32.const", 1), "i32.add")
            store(self.f, width, self.build.layout.offsets[kind.position_cell])
            self.f.op("end")

        self.values.walks.bits(words, piece, each)

    def _dealto(self, node: m.DealTo) -> None:
        source = self.model.zones[node.source]
        amount, at, left = self.values.temp(), self.values.temp(), self.values.temp()
        self.values.number(node.amount)
        self.f.set(amount)
        self.values.number(node.source_index)
        self.f.set(at)
        # a deal of more than there is, or of less than nothing, is a fault
        self.f.get(amount)
        self.f.op(("i32.const", 0), "i32.lt_s")
        self.values.fault_if()
        count = self.values.temp(I64)
        self._count_at(source, at)
        self.f.set(count)
        self.f.get(amount)
        self.f.op("i64.extend_i32_s")
        if node.target_index is None:
            self.values.read_cell(m.TAKEN)
            self.f.op("i64.popcnt", "i64.mul")
        self.f.get(count)
        self.f.op("i64.gt_s")
        self.values.fault_if()
        place, put, piece = self.values.temp(), self.build.putting(node.target), self.values.temp()
        held = self.build.pieces.held(self.values, source, at)  # as it was before the first is dealt

        def some(places: tuple[int, ...]) -> None:
            """So many pieces to one place, each the first that is left."""
            out, again = self.f.label(), self.f.label()
            self.f.get(amount)
            self.f.set(left)
            self.f.op(("block", out), ("loop", again))
            self.f.get(left)
            self.f.op("i32.eqz", ("br_if", out))
            self.build.pieces.first_of(self.values, source, held, piece)
            self.f.get(STATE, piece, place)
            self.f.call(put)
            self.f.get(left)
            self.f.op(("i32.const", 1), "i32.sub")
            self.f.set(left)
            self.f.op(("br", again), "end", "end")

        if node.target_index is not None:
            self.values.number(node.target_index)
            self.f.set(place)
            some((place,))
        else:
            taken = self.f.local(I64)
            self.values.read_cell(m.TAKEN)
            self.f.set(taken)
            self.values.walks.bits([taken], place, lambda word, bit: some((place,)))

    def _count_at(self, zone: m.Zone, index: int) -> None:
        """How many pieces lie in one zone, as 64 bits."""
        width, offset = self.build.layout.widths[zone.cell], self.build.layout.offsets[zone.cell]
        for word in range(width.words):
            self.f.get(STATE, index)
            self.values.scale(width.bytes)
            self.f.op("i32.add")
            load(self.f, width, offset, word)
            self.f.op("i64.popcnt")
            if word:
                self.f.op("i64.add")

    def _swapzones(self, node: m.SwapZones) -> None:
        """All of one zone, in their order, to the other, and the other way round."""
        left, right = self.values.temp(), self.values.temp()
        self.values.number(node.left_index)
        self.f.set(left)
        self.values.number(node.right_index)
        self.f.set(right)
        self.f.get(STATE, left, right)
        self.f.call(self.build.swapping(node.left, node.right))

    # ---- control

    def _bind(self, node: m.Bind) -> None:
        self.values.assign(node.slot, node.value)

    def _branch(self, node: m.Branch) -> None:
        for condition, body in node.cases:
            self.values.number(condition)
            self.f.op(("if", self.f.label()))
            self.body(body)
            self.f.op("else")
        self.body(node.otherwise)
        for _ in node.cases:
            self.f.op("end")

    def _foreach(self, node: m.ForEach) -> None:
        places = self.values.bind(node.slot, node.among.type.one)
        self.values.walks.over(node.among, places, lambda found: self.body(node.body))

    def _do(self, node: m.Do) -> None:
        """A definition carried out, all arguments worked out first; one that is short is written in place."""
        routine = self.model.routines[node.routine]
        if self.build.is_short(node.routine):
            self.f.op(("#", routine.span))
            bound = [self.values.bound(argument) for argument in node.arguments]
            kept = dict(self.values.slots)
            self.values.slots.update(zip(routine.slots, bound, strict=True))
            self.body(routine.body)
            self.values.slots = kept
            return
        self.f.get(STATE)
        for argument in node.arguments:
            self.values.push(argument)
        self.f.call(self.build.routine(node.routine))
