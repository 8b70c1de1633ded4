"""Functions that put pieces somewhere or exchange two zones, one for each kind of zone, made when first asked for; and the first of a zone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from .. import model as m
from ..types import Family
from .encode import I32, I64, Function
from .memory import load, store, words_of
from .values import Values

if TYPE_CHECKING:
    from .build import Build


class Pieces:
    """Functions that put pieces somewhere: one for each kind of zone, made when first asked for."""

    def __init__(self, build: Build):
        self.build, self.model = build, build.model
        self._putting: dict[int, Function] = {}
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
        values.any_bits(self.held(values, zone, place))
        f.op("i32.eqz", ("if", f.label()))
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

    def held(self, values: Values, zone: m.Zone, index: int) -> list[int]:
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

    def first_of(self, values: Values, zone: m.Zone, words: list[int], found: int) -> None:
        """Takes the first piece of a zone, by its places where it is ordered, out of a set of them in locals."""
        f, best, piece, at = values.f, values.temp(), values.temp(), values.temp()
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

        values.walks.bits(words, piece, each)
        for word, bits in enumerate(values.bits(found, len(words))):
            f.get(words[word], bits)
            f.op("i64.xor")
            f.set(words[word])

    def swapping(self, left: int, right: int) -> Function:
        """(state, which left, which right): what the left zone holds goes to the right, then what the right one held to the left, each in order."""
        if (left, right) not in self._swapping:
            one, other = self.model.zones[left], self.model.zones[right]
            f = self.build.module.function(f"swap_{one.name}_with_{other.name}", (I32, I32, I32), (), one.span.rule)
            self._swapping[left, right] = f
            values = Values(self.build, f)
            going, coming = self.held(values, one, 1), self.held(values, other, 2)
            for words, target, place in ((going, right, 2), (coming, left, 1)):
                put, found = self.putting(target), values.temp()
                out, again = f.label(), f.label()
                f.op(("block", out), ("loop", again))
                values.any_bits(words)
                f.op("i32.eqz", ("br_if", out))
                self.first_of(values, one if words is going else other, words, found)
                f.get(0, found, place)
                f.call(put)
                f.op(("br", again), "end", "end")
        return self._swapping[left, right]

