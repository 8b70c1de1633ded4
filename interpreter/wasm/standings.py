"""The standing of options that have been listed, in WebAssembly: last resorts, ranks, and what `use most` withholds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .. import model as m
from ..types import INT_MIN
from .encode import I32, I64, Function
from .memory import WORD, Unsupported, load
from .options import ACTION, RANK, REACHED, STANDING
from .values import STATE

if TYPE_CHECKING:
    from .choices import Choices

STANDINGS = ("offered", "breach", "outranked", "wasteful", "idle")
_IDLE, _WASTEFUL = STANDINGS.index("idle"), STANDINGS.index("wasteful")


def is_plain(block: m.Block) -> bool:
    """Whether all options of a block whose guards hold are offered."""
    return block.priority is None and not any(action.last_resort for action in block.choose)


class Standings:
    """Writes, into the listing of a block, how the options listed stand; in the end `all_offered` says whether all are offered, and none at a price."""

    def __init__(self, choices: Choices, f: Function, block: m.Block):
        self.choices, self.build, self.f, self.block = choices, choices.build, f, block
        self.at, self.best, self.worst, self.uneven = (f.local(I32) for _ in range(4))
        self.once, self.twice = f.local(I64), f.local(I64)  # the ranks that there are, and those of several options

    def write(self) -> None:
        f, block, priority = self.f, self.block, self.block.priority
        if any(action.last_resort for action in block.choose):
            self._last_resorts()
        if priority is None:
            f.op(("i32.const", int(is_plain(block))), ("global.set", self.choices.plain))
            return
        self._ranks(priority)
        if priority.measure is not None:
            self._narrowed(priority)
        f.get(self.worst, self.best)
        f.op("i32.gt_s")
        f.get(self.uneven)
        f.op("i32.or", "i32.eqz", ("global.set", self.choices.plain))  # last: a look-ahead lists too

    # ---- one record after the other

    def _each(self, body: Callable[[], None]) -> None:
        self.choices.each(self.f, self.at, body)

    def _load(self, place: int) -> None:
        self.f.get(self.at)
        self.f.op(("i32.load", place))

    def _stand(self, standing: int) -> None:
        self.f.get(self.at)
        self.f.op(("i32.const", standing), ("i32.store", STANDING))

    # ---- last resorts

    def _last_resorts(self) -> None:
        """Last resorts are idle while there is anything else; what is idle has no rank, and is not offered."""
        f, regular = self.f, self.f.local(I32)
        names = {action.name for action in self.block.choose if action.last_resort}
        table, width = self.build.tables.numbers([int(action.name in names) for action in self.build.model.actions])

        def is_resort() -> None:
            self._load(ACTION)
            load(f, width, table)

        def count() -> None:
            is_resort()
            f.op("i32.eqz")
            f.get(regular)
            f.op("i32.or")
            f.set(regular)

        def settle() -> None:
            is_resort()
            f.get(regular)
            f.op("i32.and", ("if", f.label()))
            self._stand(_IDLE)
            f.get(self.at)
            f.op(("i32.const", -1), ("i32.store", RANK))
            f.const(1)
            f.set(self.uneven)
            f.op("end")

        f.const(0)
        f.set(regular)
        self._each(count)
        self._each(settle)

    # ---- ranks

    def _ranks(self, priority: m.Priority) -> None:
        """Options below the highest rank there is are withheld, or offered at a price."""
        f, below = self.f, STANDINGS.index("outranked" if priority.breach is None else "breach")
        bit, rank = f.local(I64), f.local(I32)

        def survey() -> None:
            self._load(RANK)
            f.tee(rank)
            f.op(("i32.const", 0), "i32.ge_s", ("if", f.label()))
            for place, least in ((self.best, True), (self.worst, False)):
                f.get(rank, place, rank, place)
                f.op("i32.lt_s" if least else "i32.gt_s", "select")
                f.set(place)
            if priority.measure is not None:
                f.const64(1)
                f.get(rank)
                f.op("i64.extend_i32_u", "i64.shl")
                f.set(bit)
                f.get(self.twice, self.once, bit)
                f.op("i64.and", "i64.or")
                f.set(self.twice)
                f.get(self.once, bit)
                f.op("i64.or")
                f.set(self.once)
            f.op("end")

        def settle() -> None:
            self._load(RANK)
            f.get(self.best)
            f.op("i32.gt_s", ("if", f.label()))
            self._stand(below)
            f.op("end")

        f.const(1 << 20)
        f.set(self.best)
        f.const(-1)
        f.set(self.worst)
        self._each(survey)
        f.get(self.worst, self.best)
        f.op("i32.gt_s", ("if", f.label()))
        self._each(settle)
        f.op("end")

    # ---- look-ahead

    def _narrowed(self, priority: m.Priority) -> None:
        """`use most`, where this is no look-ahead itself: only of ranks of which options can be chosen, and several."""
        f = self.f
        if len(priority.order) > WORD:
            raise Unsupported("more than 64 ranks with a look-ahead")
        narrow = self._narrowing(priority)
        f.op(("global.get", self.build.watched), ("i32.const", 0), "i32.lt_s", ("if", f.label()))
        if priority.breach is not None:
            f.op(("global.get", self.choices.compliant), ("if", f.label()))
        f.get(self.twice)
        f.const64(1)
        f.get(self.best)
        f.op("i64.extend_i32_u", "i64.shl", "i64.and")
        f.set(self.twice)
        if priority.breach is not None:
            f.op("end")
        f.get(self.twice)
        f.op(("i64.const", 0), "i64.ne", ("if", f.label()))
        f.get(STATE, self.twice)
        f.call(narrow)
        f.get(self.uneven)
        f.op("i32.or")
        f.set(self.uneven)
        f.op("end", "end")

    def _narrowing(self, priority: m.Priority) -> Function:
        """(state, ranks) → whether it has marked any option as wasteful: one that reaches less than another of its rank, if that is among these."""
        f = self.build.module.function(f"narrow_{self.block.name}", (I32, I64), (I32,), self.block.span.rule)
        choices, best = self.choices, self.build.tables.raw(bytes(4 * len(priority.order)))
        reach, among = self.build.looking.reach(self.block), 1
        at, first, last, place, found, uneven = (f.local(I32) for _ in range(6))

        def of_rivals(body: Callable[[], None]) -> Callable[[], None]:
            def each() -> None:
                f.get(at)
                f.op(("i32.load", RANK))
                f.tee(place)
                f.op(("i32.const", 0), "i32.ge_s")
                f.get(among, place)
                f.op("i64.extend_i32_u", "i64.shr_u", "i32.wrap_i64", "i32.and", ("if", f.label()))
                f.get(place)
                f.op(("i32.const", 4), "i32.mul")
                f.set(place)
                body()
                f.op("end")

            return each

        def value() -> None:
            f.get(STATE, at)
            f.call(reach)
            f.set(found)
            for kept, name in ((first, choices.records), (last, choices.end)):
                f.get(kept)
                f.op(("global.set", name))
            f.get(at, found)
            f.op(("i32.store", REACHED))
            f.get(found, place)
            f.op(("i32.load", best), "i32.ne", ("if", f.label()))
            f.get(uneven, place)
            f.op(("i32.load", best), ("i32.const", INT_MIN), "i32.ne", "i32.or")
            f.set(uneven)
            f.get(found, place)
            f.op(("i32.load", best), "i32.gt_s", ("if", f.label()))
            f.get(place, found)
            f.op(("i32.store", best), "end", "end")

        def beaten() -> None:
            f.get(at)
            f.op(("i32.load", REACHED))
            f.get(place)
            f.op(("i32.load", best), "i32.lt_s", ("if", f.label()))
            f.get(at)
            f.op(("i32.const", _WASTEFUL), ("i32.store", STANDING), "end")

        for rank in range(len(priority.order)):
            f.op(("i32.const", 4 * rank), ("i32.const", INT_MIN), ("i32.store", best))
        for count in (self.build.looking.spent, self.build.looking.listed):
            f.op(("i32.const", 0), ("global.set", count))
        f.op(("global.get", choices.records))
        f.set(first)
        f.op(("global.get", choices.end))
        f.set(last)
        choices.each(f, at, of_rivals(value))
        f.get(uneven)
        f.op(("if", f.label()))
        choices.each(f, at, of_rivals(beaten))
        f.op("end")
        f.get(uneven)
        return f
