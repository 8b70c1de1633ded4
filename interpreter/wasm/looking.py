"""Look-ahead in WebAssembly: the most of what `use most` measures that can still be reached after an option.

Depth first, by recursion: a situation is a copy of a state behind what lies in memory already. Where nothing but the guards decide what can be chosen, options
are tried as they are found, and none is looked for once the most is reached that there can be; else they are listed first. What need not be applied
(foresight.py) is not. What is deeper than the stack of the machine traps, and the interpreter takes over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .. import model as m
from ..foresight import BUDGET, LISTED, Foresight, foresight
from ..paths import ACT, DONE, PHASES
from ..types import INT_MIN
from .encode import I32, I64, Function
from .memory import load
from .options import ACTION, STANDING, places_of
from .values import STATE, Values, kinds_of

if TYPE_CHECKING:
    from .build import Build

VALUED = 2  # in `reached`: the situation has been looked into already


def _worked_out(values: Values, measure: m.Expr) -> None:
    values.f.op(("#", measure.span))
    values.number(measure)


class Looking:
    """The look-aheads of all blocks whose priorities have one."""

    def __init__(self, build: Build):
        self.build, self.module, self.model = build, build.module, build.model
        self.best = build.module.variable("best", I32)
        self.most = build.module.variable("most", I32)
        self.spent = build.module.variable("spent", I32)
        self.listed = build.module.variable("listed", I32)
        self.seat = build.module.variable("looking_seat", I32)
        self.looking = build.module.variable("looking", I32)
        self.tried = build.module.variable("tried", I32)
        self.blocks = [block for block in build.model.blocks if block.priority is not None and block.priority.measure is not None]
        self._follow: dict[int, Function] = {}
        self._reach: dict[int, Function] = {}
        self._foresights = {block.index: foresight(build.model, block) for block in self.blocks}
        self._uses_up: dict[int, Function] = {}
        for block in self.blocks:
            self._follow[block.index] = self.module.function(
                f"follow_{block.name}", (I32, I32), (), "(situation, phase): runs on, and looks into what comes of it"
            )
            self._reach[block.index] = self.module.function(
                f"reach_{block.name}", (I32, I32), (I32,), "(state, record): the most that can still be reached after an option"
            )

    def write(self) -> None:
        for block in self.blocks:
            self._write_follow(self._follow[block.index], block)
            self._write_reach(self._reach[block.index], block)

    # ---- what need not be looked into

    def _is_known(self, f: Function, block: m.Block, record: int) -> Foresight | None:
        """Whether nothing hangs on what comes of the option of a record, on the stack; without that where it never is so."""
        known = self._foresights[block.index]
        if known is None or not any(known.uses_up):
            return None
        if block.index not in self._uses_up:
            self._write_uses_up(block, known)
        f.get(STATE, record)
        f.call(self._uses_up[block.index])
        return known

    def _write_uses_up(self, block: m.Block, known: Foresight) -> None:
        f = self._uses_up[block.index] = self.module.function(
            f"uses_up_{block.name}", (I32, I32), (I32,), "(state, record): whether an option uses up all that a look-ahead measures"
        )
        values = Values(self.build, f)
        for index, (action, condition) in enumerate(zip(self.model.actions, known.uses_up, strict=True)):
            if condition is None:
                continue
            f.get(1)
            f.op(("i32.load", ACTION), ("i32.const", index), "i32.eq", ("if", f.label()))
            for at, parameter in zip(places_of(action), action.parameters, strict=False):
                for word, (place, kind) in enumerate(zip(values.bind(parameter.slot, parameter.type), kinds_of(parameter.type), strict=True)):
                    f.get(1)
                    f.op(("i64.load" if kind == I64 else "i32.load", at + 8 * word))
                    f.set(place)
            values.number(condition)
            f.op("return", "end")
        f.const(0)

    def reach(self, block: m.Block) -> Function:
        return self._reach[block.index]

    # ---- situations

    def _copied(self, f: Function, source: int, new: int) -> None:
        """A copy of a state, behind what lies in memory already; one option more is applied to it."""
        size, end = self.build.layout.size, self.build.choices.end
        f.op(("global.get", self.spent), ("i32.const", 1), "i32.add", ("global.set", self.spent))
        for spent, budget in ((self.spent, BUDGET), (self.listed, LISTED)):
            f.op(("global.get", spent), ("i32.const", budget), "i32.gt_s", ("if", f.label()), "unreachable", "end")
        f.op(("global.get", end), ("i32.const", 7), "i32.add", ("i32.const", -8), "i32.and")
        f.tee(new)
        f.op(("i32.const", size), "i32.add", ("global.set", end))
        f.op(("global.get", end), ("global.get", self.build.limit), "i32.gt_u", ("if", f.label()), ("global.get", end))
        f.call(self.build.room)
        f.op("end")
        f.get(new, source)
        f.op(("i32.const", size), ("memory.copy",))

    def try_here(self, values: Values, block: m.Block, action: int, arguments: tuple[int, ...]) -> None:
        """In the enumeration of a block's options, with the arguments of one in locals: it is applied to a copy, which is looked into."""
        f, build = values.f, self.build
        new, kept, tried, body = f.local(I32), f.local(I32), f.label(), build.choices.bodies[action]
        f.op(("i32.const", 1), ("global.set", self.tried), ("block", tried))
        for looking in self.blocks:
            known = self._foresights[looking.index]
            condition = known.uses_up[action] if known is not None else None
            if known is None or condition is None:
                continue
            if len(self.blocks) > 1:
                f.op(("global.get", self.looking), ("i32.const", looking.index), "i32.eq", ("if", f.label()))
            values.number(condition)
            f.op(("if", f.label()))
            self._fold(f, lambda value=known.value: f.const(value))  # type: ignore[misc]
            f.op(("br", tried), "end")
            if len(self.blocks) > 1:
                f.op("end")
        f.op(("global.get", build.choices.end))
        f.set(kept)
        self._copied(f, STATE, new)
        if body is not None:
            f.get(new, *arguments)
            f.call(body)
        for looking in self.blocks:
            if len(self.blocks) > 1:
                f.op(("global.get", self.looking), ("i32.const", looking.index), "i32.eq", ("if", f.label()))
            f.get(new)
            f.const(block.index * PHASES + DONE)
            f.call(self._follow[looking.index])
            if len(self.blocks) > 1:
                f.op("end")
        f.get(kept)
        f.op(("global.set", build.choices.end), "end")
        f.op(("global.get", self.best), ("global.get", self.most), "i32.ge_s", ("if", f.label()), "return", "end")

    def _write_follow(self, f: Function, block: m.Block) -> None:
        """What a situation comes to: a value, or further options of the same seat, listed or looked into already."""
        build, priority = self.build, block.priority
        assert priority is not None and priority.measure is not None
        phase = 1
        f.op(("i32.const", 0), ("global.set", build.reached))
        f.get(STATE, phase)
        f.call(build.flow.f)
        f.set(phase)
        f.op(("global.get", build.reached), ("i32.const", VALUED), "i32.eq", ("if", f.label()), "return", "end")
        f.op(("block", "measured"), ("global.get", build.reached), ("br_if", "measured"))
        f.get(phase)
        f.op(("i32.const", build.paths.over), "i32.eq")
        measure, at_end = priority.measure, priority.at_end
        if at_end is not None:
            f.op(("if", f.label()))
            self._fold(f, lambda: _worked_out(Values(build, f), at_end))
            f.op("return", "end")
        else:
            f.op(("br_if", "measured"))
        draws, width = build.tables.numbers(build.draws)
        f.get(phase)
        load(f, width, draws)
        f.op(("br_if", "measured"))
        build.choices.seat(f, STATE)
        f.op(("global.get", self.seat), "i32.ne", ("br_if", "measured"))
        self._each_listed(f, block, phase)
        f.op("return", "end")
        self._fold(f, lambda: _worked_out(Values(build, f), measure))

    def _fold(self, f: Function, push: Callable[[], None]) -> None:
        """A value more has been reached, which `push` puts on the stack."""
        found = f.local(I32)
        push()
        f.set(found)
        f.get(found)
        f.op(("global.get", self.best))
        f.get(found)
        f.op(("global.get", self.best), "i32.gt_s", "select", ("global.set", self.best))

    def _each_listed(self, f: Function, block: m.Block, phase: int) -> None:
        """Looks into what comes of every option that was listed."""
        build, choices = self.build, self.build.choices
        at, last, new = f.local(I32), f.local(I32), f.local(I32)
        f.op(("global.get", choices.records))
        f.set(at)
        f.op(("global.get", choices.end))
        f.set(last)
        f.op(("block", "all"), ("loop", "next"))
        f.get(at, last)
        f.op("i32.ge_u", ("br_if", "all"))
        f.get(at)
        f.op(("i32.load", STANDING), ("i32.const", 1), "i32.le_s", ("if", f.label()))
        known = self._is_known(f, block, at)
        if known is not None:
            f.op(("if", f.label()))
            self._fold(f, lambda: f.const(known.value))
            f.op("else")
        f.get(last)
        f.op(("global.set", choices.end))
        self._copied(f, STATE, new)
        f.get(new, at)
        f.const(0)
        f.call(choices.applied)
        f.get(new, phase)
        f.op(("i32.const", DONE - ACT), "i32.add")
        f.call(self._follow[block.index])
        if known is not None:
            f.op("end")
        f.op(("global.get", self.best), ("global.get", self.most), "i32.ge_s", ("br_if", "all"), "end")
        f.get(at)
        f.op(("i32.const", build.choices.stride), "i32.add")
        f.set(at)
        f.op(("br", "next"), "end", "end")

    def _write_reach(self, f: Function, block: m.Block) -> None:
        build, priority, new = self.build, block.priority, f.local(I32)
        assert priority is not None and priority.measure is not None
        known = self._is_known(f, block, 1)
        if known is not None:
            f.op(("if", f.label()), ("i32.const", known.value), "return", "end")
        most = max(priority.measure.type.high, priority.at_end.type.high if priority.at_end is not None else INT_MIN)
        for name, value in (
            (self.best, INT_MIN), (self.most, most), (self.looking, block.index), (build.watched, priority.until if priority.until is not None else -1),
        ):  # fmt: skip
            f.op(("i32.const", value), ("global.set", name))
        build.choices.seat(f, STATE)
        f.op(("global.set", self.seat))
        self._copied(f, STATE, new)
        f.get(new, 1)
        f.const(0)
        f.call(build.choices.applied)
        f.get(new)
        f.const(block.index * PHASES + DONE)
        f.call(self._follow[block.index])
        f.op(("i32.const", -1), ("global.set", build.watched), ("global.get", self.best))
