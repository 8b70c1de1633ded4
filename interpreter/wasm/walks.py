"""Loops over sets, orders, ranges, uses of dice and ways: the elements one after the other, each in locals, and what is done with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .. import model as m
from .encode import I32, I64
from .memory import WORD, Unsupported, load, words_of
from .ways import COUNT_BITS

if TYPE_CHECKING:
    from .values import Values

UNROLLED = 4  # elements of a set that never changes, so few that they are written out

Each = Callable[[tuple[int, ...]], None]  # is given the locals that hold the element


class Walks:
    """Writes loops into the function of its `values`."""

    def __init__(self, values: Values):
        self.values, self.f = values, values.f

    def over(self, among: m.Expr, places: tuple[int, ...], each: Each) -> None:
        """The elements of anything that can be walked, in its order, in `places`."""
        among = self.values.known(among)
        match among:
            case m.Numbers():
                for at, last in [self._bounds(low, high) for low, high in among.runs]:
                    self._range(at, last, places, each)
            case m.Order():
                self._order(among, places, each)
            case m.Uses():
                self._uses(among, places, each)
            case m.Ways():
                self._ways(among, places, each)
            case m.Lines():
                self._lines(among, places, each)
            case m.Const() if among.value.bit_count() <= UNROLLED:
                for element in range(among.value.bit_length()):
                    if among.value >> element & 1:
                        self.f.const(element)
                        self.f.set(places[0])
                        each(places)
            case m.Single() if among.type.is_set:
                self.values.number(among.member)
                self.f.set(places[0])
                each(places)
            case _:
                self.bits(self.values.words(among), places[0], lambda word, bit: each(places))

    def bits(self, words: list[int], place: int, each: Callable[[int, int], None], upper: int = -1) -> None:
        """The elements of a set in locals, which has none but those of `upper`; `each` is given the word and a local with the element's own bit."""
        for word, mask in enumerate(words):
            if not upper >> WORD * word & (1 << WORD) - 1:
                continue
            left, bit = self.f.local(I64), self.f.local(I64)
            out, again = self.f.label(), self.f.label()
            self.f.get(mask)
            self.f.set(left)
            self.f.op(("block", out), ("loop", again))
            self.f.get(left)
            self.f.op("i64.eqz", ("br_if", out))
            self.f.const64(0)
            self.f.get(left)
            self.f.op("i64.sub")
            self.f.get(left)
            self.f.op("i64.and")
            self.f.set(bit)
            self.f.get(left)
            self.f.op("i64.ctz", "i32.wrap_i64")
            if word:
                self.f.op(("i32.const", WORD * word), "i32.add")
            self.f.set(place)
            self.f.get(left, bit)
            self.f.op("i64.xor")
            self.f.set(left)
            each(word, bit)
            self.f.op(("br", again), "end", "end")

    def _bounds(self, low: m.Expr, high: m.Expr) -> tuple[int, int]:
        """The first and the last number of a range in locals: all are worked out before any is walked."""
        at, last = self.f.local(I64), self.f.local(I64)
        for bound, place in ((low, at), (high, last)):
            self.values.number(bound)
            self.f.op("i64.extend_i32_s")
            self.f.set(place)
        return at, last

    def _range(self, at: int, last: int, places: tuple[int, ...], each: Each) -> None:
        out, again = self.f.label(), self.f.label()
        self.f.op(("block", out), ("loop", again))
        self.f.get(at, last)
        self.f.op("i64.gt_s", ("br_if", out))
        self.f.get(at)
        self.f.op("i32.wrap_i64")
        self.f.set(places[0])
        self.f.get(at)
        self.f.op(("i64.const", 1), "i64.add")
        self.f.set(at)
        each(places)
        self.f.op(("br", again), "end", "end")

    def _order(self, node: m.Order, places: tuple[int, ...], each: Each) -> None:
        """Seats from one on, then those before it."""
        mask, start, left, rest = self.f.local(I64), self.f.local(I64), self.f.local(I64), self.f.local(I64)
        self.values.word(node.among)
        self.f.set(mask)
        self.values.number(node.start)
        self.f.op("i64.extend_i32_u")
        self.f.set(start)
        self.f.get(mask)
        self.f.const64(1)
        self.f.get(start)
        self.f.op("i64.shl", ("i64.const", 1), "i64.sub", "i64.and")
        self.f.set(rest)
        self.f.get(mask)
        self.f.const64((1 << WORD) - 1)
        self.f.get(start)
        if not node.inclusive:
            self.f.op(("i64.const", 1), "i64.add")
        self.f.op("i64.shl", "i64.and")
        self.f.set(left)
        out, again = self.f.label(), self.f.label()
        self.f.op(("block", out), ("loop", again))
        self.f.get(left)
        self.f.op("i64.eqz", ("if", self.f.label()))
        self.f.get(rest)
        self.f.op("i64.eqz", ("br_if", out))
        self.f.get(rest)
        self.f.set(left)
        self.f.const64(0)
        self.f.set(rest)
        self.f.op("end")
        self.f.get(left)
        self.f.op("i64.ctz", "i32.wrap_i64")
        self.f.set(places[0])
        self.f.get(left, left)
        self.f.op(("i64.const", 1), "i64.sub", "i64.and")
        self.f.set(left)
        each(places)
        self.f.op(("br", again), "end", "end")

    def _lines(self, node: m.Lines, places: tuple[int, ...], each: Each) -> None:
        """All lines, or those through a space: a run of a table of sets."""
        f, values, family = self.f, self.values, node.type.family
        assert family is not None
        at, last, out, again = f.local(I32), f.local(I32), f.label(), f.label()
        if node.at is None:
            masks = node.masks
            f.const(0)
            f.set(at)
            f.const(len(masks))
            f.set(last)
        else:
            through = [node.through(space) for space in range(family.size)]
            masks = tuple(mask for row in through for mask in row)
            starts, width = values.build.tables.numbers([sum(map(len, through[:space])) for space in range(family.size + 1)])
            space = f.local(I32)
            values.number(node.at)
            f.set(space)
            for offset, place in ((0, at), (width.bytes, last)):
                f.get(space)
                values.scale(width.bytes)
                load(f, width, starts + offset)
                f.set(place)
        table, cell = values.build.tables.masks(masks, family.size)
        row = f.local(I32)
        f.op(("block", out), ("loop", again))
        f.get(at, last)
        f.op("i32.ge_u", ("br_if", out))
        f.get(at)
        values.scale(cell.bytes)
        f.set(row)
        for word, place in enumerate(places):
            f.get(row)
            load(f, cell, table, word)
            f.set(place)
        f.get(at)
        f.op(("i32.const", 1), "i32.add")
        f.set(at)
        each(places)
        f.op(("br", again), "end", "end")

    def _uses(self, node: m.Uses, places: tuple[int, ...], each: Each) -> None:
        """Each die alone, of equal ones the first; then all, where there are several."""
        f, values = self.f, self.values
        if words_of(node.dice.type.family) > 1:
            raise Unsupported("uses of more than 64 dice")
        mask, left, bit, seen, die, again, out = f.local(I64), f.local(I64), f.local(I64), f.local(I64), f.local(I32), f.label(), f.label()
        values.word(node.dice)
        f.tee(mask)
        f.set(left)
        f.const64(0)
        f.set(seen)
        together, state = f.local(I32), f.label()
        f.const(0)
        f.set(together)
        f.op(("block", out), ("loop", again), ("block", state))
        # no die is left: all together once, then out
        skip = f.label()
        f.op(("block", skip))
        f.get(left)
        f.op(("i64.const", 0), "i64.ne", ("br_if", skip))
        f.get(together)
        f.op(("br_if", out))
        f.const(1)
        f.set(together)
        f.get(mask, mask)
        f.op(("i64.const", 1), "i64.sub", "i64.and", "i64.eqz", ("br_if", out))
        f.get(mask)
        f.set(places[0])
        f.op(("br", state), "end")
        f.get(left)
        f.op("i64.ctz", "i32.wrap_i64")
        f.set(die)
        f.const64(0)
        f.get(left)
        f.op("i64.sub")
        f.get(left)
        f.op("i64.and")
        f.tee(bit)
        f.set(places[0])
        f.get(left, bit)
        f.op("i64.xor")
        f.set(left)
        self._skip_equal(node, mask, die, again)
        f.op("end")
        each(places)
        f.op(("br", again), "end", "end")

    def _skip_equal(self, node: m.Uses, mask: int, die: int, again: str) -> None:
        """On to the next die where one before it in the set shows the same."""
        f, values = self.f, self.values
        before, other, inner, done = f.local(I64), f.local(I32), f.label(), f.label()
        f.get(mask)
        f.const64(1)
        f.get(die)
        f.op("i64.extend_i32_u", "i64.shl", ("i64.const", 1), "i64.sub", "i64.and")
        f.set(before)
        f.op(("block", done), ("loop", inner))
        f.get(before)
        f.op("i64.eqz", ("br_if", done))
        f.get(before)
        f.op("i64.ctz", "i32.wrap_i64")
        f.set(other)
        f.get(before, before)
        f.op(("i64.const", 1), "i64.sub", "i64.and")
        f.set(before)
        values.element_cell(values.model.dice_cell, other)
        values.element_cell(values.model.dice_cell, die)
        f.op("i32.eq", ("br_if", again), ("br", inner), "end", "end")

    def _ways(self, node: m.Ways, places: tuple[int, ...], each: Each) -> None:
        """The numbers of the ways of so many steps from where a piece stands; none off its route."""
        f, values = self.f, self.values
        ways = values.build.ways(node.kind)
        kind, routes = values.model.pieces[node.kind], ways.routes
        piece, step, length, number, left, row, out, again = *(f.local(I32) for _ in range(6)), f.label(), f.label()
        values.number(node.piece)
        f.set(piece)
        values.element_cell(kind.position_cell, piece)
        f.set(step)
        f.op(("block", out))
        f.get(step)
        f.op("i32.eqz", ("br_if", out))
        values.number(node.number)  # only now: off the route it is not worked out
        f.tee(length)
        f.op(("i32.const", 1), "i32.sub", ("i32.const", ways.bound - 1), "i32.gt_u", ("br_if", out))
        f.get(step)
        f.op(("i32.const", 1), "i32.sub")
        f.tee(step)
        f.op(("i32.const", ways.bound + 1), "i32.mul")
        f.get(length)
        f.op("i32.add", ("i32.const", 4), "i32.mul", ("i32.load", ways.index))
        f.tee(row)
        f.op(("i32.const", (1 << COUNT_BITS) - 1), "i32.and")
        f.set(left)
        f.get(row)
        f.op(("i32.const", COUNT_BITS), "i32.shr_u", ("i32.const", ways.stride), "i32.mul")
        f.set(row)
        f.get(step)
        f.op(("i32.const", routes.longest + 1), "i32.mul")
        f.get(length)
        f.op("i32.add", ("i32.const", routes.width), "i32.mul")
        f.set(number)
        values.rows[places[0]] = row
        f.op(("loop", again))
        f.get(left)
        f.op("i32.eqz", ("br_if", out))
        f.get(number)
        f.set(places[0])
        each(places)
        for place, more in ((number, 1), (row, ways.stride), (left, -1)):
            f.get(place)
            f.op(("i32.const", more), "i32.add")
            f.set(place)
        f.op(("br", again), "end", "end")
        del values.rows[places[0]]
