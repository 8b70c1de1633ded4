"""Pieces, zones and the board in WebAssembly: one method a form."""

from __future__ import annotations

from .. import model as m
from .encode import I64
from .memory import MOST_SETS, load, words_of
from .ways import COUNT_BITS
from .writer import STATE, Writer


class Places(Writer):
    """The forms that ask where pieces are, and what is known of pieces, spaces and ways."""

    # ---- pieces

    def _same(self, node: m.Same) -> None:
        self.number(node.value)

    def _same_words(self, node: m.Same) -> list[int]:
        return self.words(node.value)

    def _lookup(self, node: m.Lookup) -> None:
        table, width = self.build.tables.numbers(node.table)
        self.number(node.index)
        self.scale(width.bytes)
        load(self.f, width, table)

    def _lookup_words(self, node: m.Lookup) -> list[int]:
        return self.looked_up(node.table, node.type.family, lambda: self.number(node.index))


    def _contents_words(self, node: m.Contents) -> list[int]:
        return self.set_at(self.model.zones[node.zone].cell, node.index)

    def _contents_word(self, node: m.Contents) -> None:
        cell = self.model.zones[node.zone].cell
        self.address(cell, node.index)
        load(self.f, self.build.layout.widths[cell], self.build.layout.offsets[cell])

    def contents_of(self, zone: m.Zone, spaces: list[int], upper: int = -1) -> list[int]:
        """The pieces on a set of spaces, in locals, which are none but those of `upper`."""
        width, offset = self.build.layout.widths[zone.cell], self.build.layout.offsets[zone.cell]
        found, space = [self.f.local(I64) for _ in range(words_of(zone.pieces))], self.temp()
        for place in found:
            self.f.const64(0)
            self.f.set(place)

        def each(at: int, bit: int) -> None:
            for word, place in enumerate(found):
                self.f.get(place)
                self.f.get(STATE, space)
                self.scale(width.bytes)
                self.f.op("i32.add")
                load(self.f, width, offset, word)
                self.f.op("i64.or")
                self.f.set(place)

        self.walks.bits(spaces, space, each, upper)
        return found

    def _allcontents_words(self, node: m.AllContents) -> list[int]:
        cell, count = self.model.zones[node.zone].cell, words_of(node.type.family)
        among = self.known(node.among)
        if isinstance(among, m.Const) and among.value.bit_count() <= 8:
            spaces = [cell + place for place in range(among.value.bit_length()) if among.value >> place & 1]
            found = [self.f.local(I64) for _ in range(count)]
            for word, place in enumerate(found):
                self.f.const64(0)
                for each_cell in spaces:
                    self.read_cell(each_cell, word)
                    self.f.op("i64.or")
                self.f.set(place)
            return found
        return self.contents_of(self.model.zones[node.zone], self.words(node.among))

    def _atnumber_words(self, node: m.AtNumber) -> list[int]:
        zone, wanted = self.model.zones[node.zone], self.temp()
        self.number(node.number)
        self.f.set(wanted)
        found, piece, out = [self.f.local(I64) for _ in range(words_of(zone.pieces))], self.temp(), self.f.label()
        for place in found:
            self.f.const64(0)
            self.f.set(place)
        self.f.op(("block", out))

        def each(word: int, bit: int) -> None:
            self.position(zone, piece)
            self.f.get(wanted)
            self.f.op("i32.eq", ("if", self.f.label()))
            self.f.get(bit)
            self.f.set(found[word])
            self.f.op(("br", out), "end")

        self.walks.bits(self.set_at(zone.cell, node.index), piece, each)
        self.f.op("end")
        return found


    def _holder(self, node: m.Holder) -> None:
        piece, found, out = self.temp(), self.temp(), self.f.label()
        self.number(node.piece)
        self.f.set(piece)
        self.f.const(-1)
        self.f.set(found)
        self.f.op(("block", out))
        for zone in self.model.zones:
            if zone.per_player and zone.pieces == node.piece.type.family:
                for seat in range(self.model.seats.size):
                    words = []
                    for word in range(words_of(zone.pieces)):
                        self.read_cell(zone.cell + seat, word)
                        words.append(self.f.local(I64))
                        self.f.set(words[-1])
                    self.has(words, piece)
                    self.f.op(("if", self.f.label()))
                    self.f.const(seat)
                    self.f.set(found)
                    self.f.op(("br", out), "end")
        self.f.op("end")
        self.f.get(found)

    def _endof(self, node: m.EndOf) -> None:
        """The piece with the least or the most place; of several the first."""
        zone = self.model.zones[node.zone]
        piece, found, best, at = self.temp(), self.temp(), self.temp(), self.temp()
        self.f.const(-1)
        self.f.set(found)

        def each(word: int, bit: int) -> None:
            self.position(zone, piece)
            self.f.tee(at)
            self.f.get(best)
            self.f.op("i32.gt_s" if node.last else "i32.lt_s")
            self.f.get(found)
            self.f.op(("i32.const", 0), "i32.lt_s", "i32.or", ("if", self.f.label()))
            self.f.get(at)
            self.f.set(best)
            self.f.get(piece)
            self.f.set(found)
            self.f.op("end")

        self.walks.bits(self.set_at(zone.cell, node.index), piece, each)
        self.f.get(found)
        self.f.op(("i32.const", 0), "i32.lt_s")
        self.fault_if()
        self.f.get(found)

    def _ownedby_words(self, node: m.OwnedBy) -> list[int]:
        seats = node.among.type.family
        if node.among.type.is_set and seats is not None and seats.size <= MOST_SETS:

            def held() -> None:
                self.word(node.among)
                self.f.op("i32.wrap_i64")

            every = [sum(mask for seat, mask in enumerate(node.masks) if taken >> seat & 1) for taken in range(1 << seats.size)]
            return self.looked_up(tuple(every), node.type.family, held)
        found = [self.f.local(I64) for _ in range(words_of(node.type.family))]
        for place in found:
            self.f.const64(0)
            self.f.set(place)

        def each(places: tuple[int, ...]) -> None:
            masks = self.looked_up(node.masks, node.type.family, lambda: self.f.get(places[0]))
            for place, mask in zip(found, masks, strict=True):
                self.f.get(place, mask)
                self.f.op("i64.or")
                self.f.set(place)

        self.walks.over(node.among, (self.temp(),), each)
        return found

    # ---- the board

    def _spaceat(self, node: m.SpaceAt) -> None:
        low, high = min(node.spaces), max(node.spaces)
        width = len(next(iter(node.spaces.values())))
        rows = [node.spaces.get(number, (-1,) * width) for number in range(low, high + 1)]
        table, cell = self.build.tables.numbers([space for row in rows for space in row])
        number, found = self.temp(), self.temp()
        self.number(node.number)
        self.f.const(low)
        self.f.op("i32.sub")
        self.f.tee(number)
        self.f.op(("i32.const", high - low), "i32.gt_u")
        self.fault_if()
        self.f.get(number)
        self.scale(width)
        if node.seat is not None:
            self.number(node.seat)
            self.f.op("i32.add")
        self.scale(cell.bytes)
        load(self.f, cell, table)
        self.f.tee(found)
        self.f.op(("i32.const", 0), "i32.lt_s")
        self.fault_if()
        self.f.get(found)

    def _gridindex(self, node: m.GridIndex) -> None:
        column, row = self.temp(), self.temp()
        for side, place, size in ((node.column, column, node.columns), (node.row, row, node.rows)):
            self.number(side)
            self.f.op(("i32.const", 1), "i32.sub")
            self.f.set(place)
            if not (side.type.low >= 1 and side.type.high <= size):
                self.f.get(place)
                self.f.op(("i32.const", size), "i32.ge_u")
                self.fault_if()
        self.f.get(row)
        self.scale(node.columns)
        self.f.get(column)
        self.f.op("i32.add")

    def _ofway(self, node: m.OfWay) -> None:
        ways = self.build.ways(node.kind)
        at, width = ways.parts[node.part]
        self.f.get(self._way_row(node))
        load(self.f, width, ways.table + at)

    def _ofway_words(self, node: m.OfWay) -> list[int]:
        ways, found, row = self.build.ways(node.kind), [], self._way_row(node)
        at, width = ways.parts[node.part]
        for word in range(width.words):
            self.f.get(row)
            load(self.f, width, ways.table + at, word)
            found.append(self.f.local(I64))
            self.f.set(found[-1])
        return found

    def _way_row(self, node: m.OfWay) -> int:
        """Where the row of a way begins, in a local: known where a walk has just given the way, else worked out from its number."""
        if isinstance(node.way, m.Local) and self.slots[node.way.slot][0] in self.rows:
            return self.rows[self.slots[node.way.slot][0]]
        ways = self.build.ways(node.kind)
        routes, number, entry, row = ways.routes, self.temp(), self.temp(), self.temp()
        self.number(node.way)
        self.f.tee(number)
        self.f.op(("i32.const", routes.width), "i32.div_u")
        self.f.tee(entry)  # the step, and the length in a system of the longest and one
        self.f.op(("i32.const", routes.longest + 1), "i32.div_u", ("i32.const", ways.bound + 1), "i32.mul")
        self.f.get(entry)
        self.f.op(("i32.const", routes.longest + 1), "i32.rem_u", "i32.add", ("i32.const", 4), "i32.mul", ("i32.load", ways.index))
        self.f.op(("i32.const", COUNT_BITS), "i32.shr_u")
        self.f.get(number)
        self.f.op(("i32.const", routes.width), "i32.rem_u", "i32.add", ("i32.const", ways.stride), "i32.mul")
        self.f.set(row)
        return row
