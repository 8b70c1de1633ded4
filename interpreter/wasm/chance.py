"""Chance in WebAssembly: the generator of the language, drawing below n, and how each chance event comes out and acts.

What came out stands at `RESULT`, in words of 32 bits: the values of dice, the place of a face, or pieces in their order.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import TYPE_CHECKING

from .. import model as m
from .acts import Acts
from .encode import I32, I64, Function
from .memory import load, store, words_of
from .values import STATE, Values

if TYPE_CHECKING:
    from .build import Build

RESULT = 64  # where it stands
_GOLDEN = 0x9E3779B97F4A7C15


class Chance:
    """The functions of chance."""

    def __init__(self, build: Build):
        self.build, self.module, self.model = build, build.module, build.model
        self.words = [build.module.variable(f"chance{n}", I64) for n in range(4)]
        self._mix = self._mixer()
        self.seed = self._seeder()
        self.below = self._belower()
        self._constants: dict[int, Function] = {}

    # ---- xoshiro256**, seeded by splitmix64

    def _mixer(self) -> Function:
        f = self.module.function("mix", (I64,), (I64,), "the finalizer of splitmix64")
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            f.get(0, 0)
            f.op(("i64.const", shift), "i64.shr_u", "i64.xor")
            f.const64(factor)
            f.op("i64.mul")
            f.set(0)
        f.get(0, 0)
        f.op(("i64.const", 31), "i64.shr_u", "i64.xor")
        return f

    def _seeder(self) -> Function:
        f = self.module.function("seed", (I64, I64), (), "the generator for a game: its seed and its number")
        f.get(0)
        f.const64(_GOLDEN)
        f.op("i64.add")
        f.call(self._mix)
        f.get(1)
        f.const64(_GOLDEN)
        f.op("i64.mul", "i64.add")
        f.call(self._mix)
        f.set(0)
        for word in self.words:
            f.get(0)
            f.const64(_GOLDEN)
            f.op("i64.add")
            f.tee(0)
            f.call(self._mix)
            f.op(("global.set", word))
        return f

    def _next(self, f: Function) -> None:
        """The next 64 bits of xoshiro256**, on the stack."""
        a, b, c, d = self.words
        shifted = f.local(I64)
        f.op(("global.get", b), ("i64.const", 5), "i64.mul", ("i64.const", 7), "i64.rotl", ("i64.const", 9), "i64.mul")
        f.op(("global.get", b), ("i64.const", 17), "i64.shl")
        f.set(shifted)
        for target, other in ((c, a), (d, b), (b, c), (a, d)):
            f.op(("global.get", target), ("global.get", other), "i64.xor", ("global.set", target))
        f.op(("global.get", c))
        f.get(shifted)
        f.op("i64.xor", ("global.set", c))
        f.op(("global.get", d), ("i64.const", 45), "i64.rotl", ("global.set", d))

    def _belower(self) -> Function:
        f = self.module.function("below", (I32,), (I32,), "a draw below n, by rejection")
        n, drawn, again, done = f.local(I64), f.local(I64), f.label(), f.label()
        f.get(0)
        f.op("i64.extend_i32_u")
        f.set(n)
        f.op(("block", done), ("loop", again))
        self._next(f)
        f.set(drawn)
        f.get(0, 0)
        f.op(("i32.const", 1), "i32.sub", "i32.and", "i32.eqz", ("if", f.label()))  # a power of two: nothing to reject, and no division
        f.get(drawn, n)
        f.op(("i64.const", 1), "i64.sub", "i64.and", "i32.wrap_i64", "return", "end")
        f.get(drawn)
        f.const64((1 << 64) - 1)
        f.get(n)
        f.op("i64.sub", "i64.le_u", ("br_if", done))  # far from the end: what follows is nearly never needed
        f.get(drawn)
        f.const64((1 << 64) - 1)
        f.const64(0)
        f.get(n)
        f.op("i64.sub")
        f.get(n)
        f.op("i64.rem_u", "i64.sub", "i64.gt_u", ("br_if", again), "end", "end")  # in the last, incomplete stretch of n
        f.get(drawn, n)
        f.op("i64.rem_u", "i32.wrap_i64")
        return f

    def below_constant(self, n: int) -> Function:
        """() → a draw below a number that is known: its division costs far less."""
        if n not in self._constants:
            f = self._constants[n] = self.module.function(f"below_{n}", (), (I32,), "a draw below n, by rejection")
            drawn, again = f.local(I64), f.label()
            f.op(("loop", again))
            self._next(f)
            f.set(drawn)
            if (1 << 64) % n:
                f.get(drawn)
                f.const64((1 << 64) - (1 << 64) % n)
                f.op("i64.ge_u", ("br_if", again))
            f.op("end")
            f.get(drawn)
            f.const64(n)
            f.op("i64.rem_u", "i32.wrap_i64")
        return self._constants[n]

    # ---- chance events

    def decide(self, f: Function, block: m.Block) -> None:
        """Chance decides the event of a block."""
        outcome = block.draw
        assert outcome is not None
        if outcome.shuffle is not None:
            self._shuffled(f, outcome.shuffle)
        elif outcome.is_dice:
            for die in range(outcome.family.size):
                f.const(RESULT)
                f.call(self.below_constant(outcome.sides))
                f.op(("i32.const", 1), "i32.add", ("i32.store", 4 * die))
        else:
            reached, drawn = list(accumulate(face.weight for face in outcome.faces)), f.local(I32)
            f.call(self.below_constant(reached[-1]))
            f.set(drawn)
            f.const(RESULT)
            f.const(0)
            for limit in reached[:-1]:
                f.get(drawn)
                f.op(("i32.const", limit), "i32.ge_s", "i32.add")
            f.op(("i32.store", 0))

    def _shuffled(self, f: Function, shuffle: m.Shuffle) -> None:
        """Fisher–Yates from the last place down, over the pieces as generated."""
        values = Values(self.build, f)
        count, piece, last, other, out, again = *(f.local(I32) for _ in range(4)), f.label(), f.label()
        f.const(0)
        f.set(count)

        def each(word: int, bit: int) -> None:
            self._place(f, count)
            f.get(piece)
            f.op(("i32.store", RESULT))
            f.get(count)
            f.op(("i32.const", 1), "i32.add")
            f.set(count)

        values.walks.bits(values.words(shuffle.pieces), piece, each)
        f.get(count)
        f.op(("i32.const", 1), "i32.sub")
        f.set(last)
        f.op(("block", out), ("loop", again))
        f.get(last)
        f.op(("i32.const", 0), "i32.le_s", ("br_if", out))
        f.get(last)
        f.op(("i32.const", 1), "i32.add")
        f.call(self.below)
        f.set(other)
        self._place(f, last)
        f.op(("i32.load", RESULT))
        f.set(piece)
        self._place(f, last)
        self._place(f, other)
        f.op(("i32.load", RESULT), ("i32.store", RESULT))
        self._place(f, other)
        f.get(piece)
        f.op(("i32.store", RESULT))
        f.get(last)
        f.op(("i32.const", 1), "i32.sub")
        f.set(last)
        f.op(("br", again), "end", "end")

    @staticmethod
    def _place(f: Function, index: int) -> None:
        f.get(index)
        f.op(("i32.const", 4), "i32.mul")

    def dealing(self, block: m.Block) -> Function:
        """(state): what the event of a block does, come out as it stands at RESULT: it is kept, its face acts, then the block."""
        outcome = block.draw
        assert outcome is not None
        f = self.module.function(f"deal_{block.name}", (I32,), (), outcome.span.rule)
        values, layout = Values(self.build, f), self.build.layout
        if outcome.shuffle is not None:
            self._laid(values, outcome.shuffle)
        else:
            cells = range(outcome.cell, outcome.cell + (outcome.family.size if outcome.is_dice else 1))
            for place, cell in enumerate(cells):
                f.get(STATE)
                f.const(RESULT)
                f.op(("i32.load", 4 * place))
                store(f, layout.widths[cell], layout.offsets[cell])
        acts = Acts(values)
        for place, face in enumerate(outcome.faces):
            if face.body:
                f.const(RESULT)
                f.op(("i32.load", 0), ("i32.const", place), "i32.eq", ("if", f.label()))
                acts.body(face.body)
                f.op("end")
        acts.body(block.body)
        return f

    def _laid(self, values: Values, shuffle: m.Shuffle) -> None:
        """Pieces into a zone in the order that chance gave; what lay there and was not shuffled stays in front."""
        f, layout = values.f, self.build.layout
        zone = self.model.zones[shuffle.zone]
        kind, count = self.model.kind_of(zone.pieces), words_of(zone.pieces)
        place, at, number, piece, total = (f.local(I32) for _ in range(5))
        pieces = values.words(shuffle.pieces)
        values.number(shuffle.index)
        f.set(place)
        f.const(0)
        f.set(total)
        for word in pieces:
            f.get(total, word)
            f.op("i64.popcnt", "i32.wrap_i64", "i32.add")
            f.set(total)
        put = self.build.putting(shuffle.zone)

        def laid() -> None:
            self._load_result(f, at, piece)
            f.get(STATE, piece, place)
            f.call(put)

        self._each_result(f, at, total, laid)
        rest, width = [], layout.widths[zone.cell]
        for word in range(count):
            f.get(STATE, place)
            values.scale(width.bytes)
            f.op("i32.add")
            load(f, width, layout.offsets[zone.cell], word)
            f.get(pieces[word])
            f.op(("i64.const", -1), "i64.xor", "i64.and")
            rest.append(f.local(I64))
            f.set(rest[-1])
        f.const(1)
        f.set(number)
        self._renumber(values, zone, rest, number)
        position = layout.widths[kind.position_cell]

        def numbered() -> None:
            self._load_result(f, at, piece)
            f.get(STATE, piece)
            values.scale(position.bytes)
            f.op("i32.add")
            f.get(number)
            store(f, position, layout.offsets[kind.position_cell])
            f.get(number)
            f.op(("i32.const", 1), "i32.add")
            f.set(number)

        self._each_result(f, at, total, numbered)

    @staticmethod
    def _load_result(f: Function, at: int, piece: int) -> None:
        f.get(at)
        f.op(("i32.const", 4), "i32.mul", ("i32.load", RESULT))
        f.set(piece)

    @staticmethod
    def _each_result(f: Function, at: int, total: int, each: Callable[[], None]) -> None:
        """Does something for every place of the result."""
        out, again = f.label(), f.label()
        f.const(0)
        f.set(at)
        f.op(("block", out), ("loop", again))
        f.get(at, total)
        f.op("i32.ge_s", ("br_if", out))
        each()
        f.get(at)
        f.op(("i32.const", 1), "i32.add")
        f.set(at)
        f.op(("br", again), "end", "end")

    def _renumber(self, values: Values, zone: m.Zone, rest: list[int], number: int) -> None:
        """Gives the pieces left in a zone the places from `number` on, in the order of those they have."""
        f, layout = values.f, self.build.layout
        position = layout.widths[self.model.kind_of(zone.pieces).position_cell]
        offset = layout.offsets[self.model.kind_of(zone.pieces).position_cell]
        found, out, again = f.local(I32), f.label(), f.label()
        f.op(("block", out), ("loop", again))
        values.any_bits(rest)
        f.op("i32.eqz", ("br_if", out))
        self.build.pieces.first_of(values, zone, rest, found)
        f.get(STATE, found)
        values.scale(position.bytes)
        f.op("i32.add")
        f.get(number)
        store(f, position, offset)
        f.get(number)
        f.op(("i32.const", 1), "i32.add")
        f.set(number)
        f.op(("br", again), "end", "end")
