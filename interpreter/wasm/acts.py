"""Statements in WebAssembly: one method a form, beside those of the interpreter's effects."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from .. import model as m
from ..types import Family, Type
from .encode import I32, I64, Function
from .memory import load, store, words_of
from .values import STATE, Values

if TYPE_CHECKING:
    from .build import Build


class Acts:
    """Writes statements into one function, with the same slots as its `values`."""

    def __init__(self, values: Values):
        self.values, self.f, self.build, self.model = values, values.f, values.build, values.model

    def body(self, statements: tuple[m.Stmt, ...]) -> None:
        for statement in statements:
            self.f.op(("#", " ".join(statement.span.text.split())))
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
        place, take, put = self.values.temp(), self.build.taking(node.source), self.build.putting(node.target)

        def some(places: tuple[int, ...]) -> None:
            """So many pieces to one place, each the first that is left."""
            out, again = self.f.label(), self.f.label()
            self.f.get(amount)
            self.f.set(left)
            self.f.op(("block", out), ("loop", again))
            self.f.get(left)
            self.f.op("i32.eqz", ("br_if", out))
            self.f.get(STATE)
            self.f.get(STATE, at)
            self.f.call(take)
            self.f.get(place)
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
        self.f.get(STATE)
        for argument in node.arguments:
            self.values.push(argument)
        self.f.call(self.build.routine(node.routine))


class Pieces:
    """Functions that put pieces somewhere: one for each kind of zone, made when first asked for."""

    def __init__(self, build: Build):
        self.build, self.model = build, build.model
        self._putting: dict[int, Function] = {}
        self._taking: dict[int, Function] = {}
        self._swapping: dict[tuple[int, int], Function] = {}

    def putting(self, index: int) -> Function:
        """(state, piece, which of its kind): a piece, wherever it lies, into one zone."""
        if index not in self._putting:
            zone = self.model.zones[index]
            made = self._putting[index] = self.build.module.function(f"put_{zone.pieces.name}_into_{zone.name}", (I32, I32, I32), (), zone.span.rule)
            self._put(made, zone)
        return self._putting[index]

    def _put(self, f: Function, zone: m.Zone) -> None:
        values, piece, place = Values(self.build, f), 1, 2
        words = values.bits(piece, words_of(zone.pieces))
        kind = self.model.kind_of(zone.pieces)
        self._lift(values, zone.pieces, piece, words)
        layout = self.build.layout
        if zone.ordered:
            self._last_place(values, zone, kind, piece, place)
        self._join(values, zone, place, words)
        position = layout.widths[kind.position_cell]
        if not zone.ordered:
            f.get(0, piece)
            values.scale(position.bytes)
            f.op("i32.add")
            self._entry(values, zone, kind, piece, place)
            store(f, position, layout.offsets[kind.position_cell])
        if zone.on_board and kind.space_cell is not None:
            self._occupied(values, zone, place, ("i64.or",))
            f.get(0, piece)
            values.scale(layout.widths[kind.space_cell].bytes)
            f.op("i32.add")
            f.get(place)
            store(f, layout.widths[kind.space_cell], layout.offsets[kind.space_cell])

    def _lift(self, values: Values, pieces: Family, piece: int, words: list[int]) -> None:
        """Takes a piece out of whatever holds it."""
        f, layout, kind = values.f, self.build.layout, self.model.kind_of(pieces)
        for zone in self.model.zones:
            if zone.pieces != pieces:
                continue
            if zone.on_board:
                assert kind.space_cell is not None
                at, out = values.temp(), f.label()
                values.element_cell(kind.space_cell, piece)
                f.set(at)
                f.op(("block", out))
                f.get(at)
                f.op(("i32.const", 0), "i32.lt_s", ("br_if", out))
                self._without(values, zone, words, partial(f.get, at))
                self._vacated(values, zone, at)
                f.get(0, piece)
                values.scale(layout.widths[kind.space_cell].bytes)
                f.op("i32.add")
                f.const(-1)
                store(f, layout.widths[kind.space_cell], layout.offsets[kind.space_cell])
                f.op("end")
            else:
                for place in range(zone.family.size):
                    self._without(values, zone, words, partial(f.const, place))

    def _vacated(self, values: Values, zone: m.Zone, place: int) -> None:
        """Where the last piece has left a space, it is not occupied any more."""
        f = values.f
        for word, held in enumerate(self._held(values, zone, place)):
            f.get(held)
            if word:
                f.op("i64.or")
        f.op("i64.eqz", ("if", f.label()))
        self._occupied(values, zone, place, (("i64.const", -1), "i64.xor", "i64.and"))
        f.op("end")

    def _occupied(self, values: Values, zone: m.Zone, place: int, joined: tuple[str | tuple[str, int], ...]) -> None:
        """Joins a space, in a local, to the set of those that are occupied, or takes it out."""
        f, at, offset = values.f, values.temp(), self.build.layout.occupied[zone.index]
        f.get(0, place)
        f.op(("i32.const", 6), "i32.shr_u", ("i32.const", 3), "i32.shl", "i32.add")
        f.set(at)
        f.get(at, at)
        f.op(("i64.load", offset))
        f.const64(1)
        f.get(place)
        f.op("i64.extend_i32_u", "i64.shl")
        f.op(*joined)
        f.op(("i64.store", offset))

    def _without(self, values: Values, zone: m.Zone, words: list[int], index: Callable[[], None]) -> None:
        f, layout = values.f, self.build.layout
        cell = layout.widths[zone.cell]
        at = values.temp()
        f.get(0)
        index()
        values.scale(cell.bytes)
        f.op("i32.add")
        f.set(at)
        for word, bits in enumerate(words):
            f.get(at, at)
            load(f, cell, layout.offsets[zone.cell], word)
            f.get(bits)
            f.op(("i64.const", -1), "i64.xor", "i64.and")
            store(f, cell, layout.offsets[zone.cell], word)

    def _join(self, values: Values, zone: m.Zone, place: int, words: list[int]) -> None:
        f, layout = values.f, self.build.layout
        cell, at = layout.widths[zone.cell], values.temp()
        f.get(0, place)
        values.scale(cell.bytes)
        f.op("i32.add")
        f.set(at)
        for word, bits in enumerate(words):
            f.get(at, at)
            load(f, cell, layout.offsets[zone.cell], word)
            f.get(bits)
            f.op("i64.or")
            store(f, cell, layout.offsets[zone.cell], word)

    def _last_place(self, values: Values, zone: m.Zone, kind: m.PieceKind, piece: int, place: int) -> None:
        """A piece comes behind the last one that lies in an ordered zone."""
        f, layout = values.f, self.build.layout
        last, other, at = values.temp(), values.temp(), values.temp()
        f.const(0)
        f.set(last)
        words = []
        for word in range(words_of(zone.pieces)):
            f.get(0, place)
            values.scale(layout.widths[zone.cell].bytes)
            f.op("i32.add")
            load(f, layout.widths[zone.cell], layout.offsets[zone.cell], word)
            words.append(f.local(I64))
            f.set(words[-1])

        def each(word: int, bit: int) -> None:
            values.position(zone, other)
            f.tee(at)
            f.get(last)
            f.get(at, last)
            f.op("i32.gt_s", "select")
            f.set(last)

        values.walks.bits(words, other, each)
        width = layout.widths[kind.position_cell]
        f.get(0, piece)
        values.scale(width.bytes)
        f.op("i32.add")
        f.get(last)
        f.op(("i32.const", 1), "i32.add")
        store(f, width, layout.offsets[kind.position_cell])

    def _entry(self, values: Values, zone: m.Zone, kind: m.PieceKind, piece: int, place: int) -> None:
        """The step that a piece takes on a space, plus one; nothing where it is off its route."""
        f = values.f
        if not zone.on_board or kind.routes is None or kind.owners is None:
            f.const(0)
            return
        size = zone.family.size
        table, width = self.build.tables.numbers([1 + entries.get(space, -1) for entries in kind.routes.entries for space in range(size)])
        owners, owner_width = self.build.tables.numbers(kind.owners)
        f.get(piece)
        values.scale(owner_width.bytes)
        load(f, owner_width, owners)
        f.op(("i32.const", size), "i32.mul")
        f.get(place)
        f.op("i32.add")
        values.scale(width.bytes)
        load(f, width, table)

    def taking(self, index: int) -> Function:
        """(state, which of its kind): the first piece of a zone, by its places where it is ordered."""
        if index not in self._taking:
            zone = self.model.zones[index]
            f = self._taking[index] = self.build.module.function(f"first_in_{zone.name}", (I32, I32), (I32,), zone.span.rule)
            values = Values(self.build, f)
            found, best, piece, at = values.temp(), values.temp(), values.temp(), values.temp()
            f.const(-1)
            f.set(found)

            def each(word: int, bit: int) -> None:
                if zone.ordered:
                    values.position(zone, piece)
                else:
                    f.get(piece)
                f.tee(at)
                f.get(best)
                f.op("i32.lt_s")
                f.get(found)
                f.op(("i32.const", 0), "i32.lt_s", "i32.or", ("if", f.label()))
                f.get(at)
                f.set(best)
                f.get(piece)
                f.set(found)
                f.op("end")

            values.walks.bits(self._held(values, zone, 1), piece, each)
            f.get(found)
        return self._taking[index]

    def _held(self, values: Values, zone: m.Zone, index: int) -> list[int]:
        """The pieces in one zone, the index in a local."""
        f, width, offset = values.f, self.build.layout.widths[zone.cell], self.build.layout.offsets[zone.cell]
        words = []
        for word in range(width.words):
            f.get(0, index)
            values.scale(width.bytes)
            f.op("i32.add")
            load(f, width, offset, word)
            words.append(f.local(I64))
            f.set(words[-1])
        return words

    def swapping(self, left: int, right: int) -> Function:
        """(state, which left, which right): what the left zone holds goes to the right, then what the right one held to the left, each in order."""
        if (left, right) not in self._swapping:
            one, other = self.model.zones[left], self.model.zones[right]
            f = self.build.module.function(f"swap_{one.name}_with_{other.name}", (I32, I32, I32), (), one.span.rule)
            self._swapping[left, right] = f
            values = Values(self.build, f)
            count = words_of(one.pieces)
            going, coming = self._held(values, one, 1), self._held(values, other, 2)
            for words, target, place in ((going, right, 2), (coming, left, 1)):
                put, piece, at, best, found = self.putting(target), *(values.temp() for _ in range(4))
                out, again = f.label(), f.label()
                f.op(("block", out), ("loop", again))
                for word in range(count):
                    f.get(words[word])
                    if word:
                        f.op("i64.or")
                f.op("i64.eqz", ("br_if", out))
                f.const(-1)
                f.set(found)
                source = one if words is going else other

                def each(word: int, bit: int, source: m.Zone = source, piece: int = piece, at: int = at, best: int = best, found: int = found) -> None:
                    if source.ordered:
                        values.position(source, piece)
                    else:
                        f.get(piece)
                    f.tee(at)
                    f.get(best)
                    f.op("i32.lt_s")
                    f.get(found)
                    f.op(("i32.const", 0), "i32.lt_s", "i32.or", ("if", f.label()))
                    f.get(at)
                    f.set(best)
                    f.get(piece)
                    f.set(found)
                    f.op("end")

                values.walks.bits(words, piece, each)
                for word, bits in enumerate(values.bits(found, count)):
                    f.get(words[word], bits)
                    f.op("i64.xor")
                    f.set(words[word])
                f.get(0, found, place)
                f.call(put)
                f.op(("br", again), "end", "end")
        return self._swapping[left, right]

