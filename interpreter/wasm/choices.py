"""Choices in WebAssembly: the options of a block with their standing, look-ahead included, and carrying one out.

A record of an option is a row of 32-bit words: its action, standing, rank, what can be reached after it, then its arguments. Records are written
one behind the other from `records` to `end`; what looks ahead (looking.py) goes on behind those.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .. import model as m
from ..paths import ACT, PHASES
from .acts import Acts
from .encode import I32, I64, Function
from .memory import load
from .options import ACTION, ARGUMENTS, STANDING, Options, places_of
from .standings import Standings, is_plain
from .values import STATE, Values, kinds_of

if TYPE_CHECKING:
    from .build import Build

FEW = 3  # actions among which it is asked one after the other which one an option is of


class Choices:
    """The functions of choices."""

    def __init__(self, build: Build):
        self.build, self.module, self.model = build, build.module, build.model
        self.records = build.module.variable("records", I32)
        self.end = build.module.variable("end", I32)
        self.first = build.module.variable("first_offered", I32)
        self.plain = build.module.variable("all_offered", I32)
        self.compliant = build.module.variable("compliant", I32)  # in games at random that never pay a price
        self.stride = max((places_of(action)[-1] for action in build.model.actions), default=ARGUMENTS)
        self.bodies = [self._body(index, action) for index, action in enumerate(build.model.actions)]
        self._listings: dict[int, Function] = {}
        self._tries: dict[int, Function] = {}
        self.offered = self._offered()
        self.applied = build.module.function("applied", (I32, I32, I32), (), "(state, record, whether its price is paid)")
        self.listed = build.module.function("listed", (I32,), (), "lists the options of the choice at a stop")
        self.chooser = build.module.function("chooser", (I32,), (I32,), "the seat that chooses at a stop")

    def write(self) -> None:
        """Writes what needs all blocks."""
        for block in self.model.blocks:
            if block.choose:
                self.listing(block)
        self._write_applied()
        self._write_listed()
        self._write_chooser()

    def seat(self, f: Function, state: int) -> None:
        """The seat that chooses at a stop."""
        if any(block.chooser is not None for block in self.model.blocks):
            f.get(state)
            f.call(self.chooser)
        else:
            f.get(state)
            load(f, self.build.layout.widths[m.TURN], self.build.layout.offsets[m.TURN])

    # ---- carrying out

    def _body(self, index: int, action: m.Action) -> Function | None:
        if not action.body:
            return None
        kinds = [kind for parameter in action.parameters for kind in kinds_of(parameter.type)]
        f = self.module.function(f"do_{action.name}", (I32, *kinds), (), action.span.rule)
        values, at = Values(self.build, f), 1
        for parameter in action.parameters:
            wide = len(kinds_of(parameter.type))
            values.slots[parameter.slot] = tuple(range(at, at + wide))
            at += wide
        Acts(values).body(action.body)
        return f

    def _write_applied(self) -> None:
        f, actions = self.applied, self.model.actions
        with_body = [index for index, body in enumerate(self.bodies) if body is not None]
        few = len(with_body) <= FEW
        f.op(("block", "out"))
        if not few:
            f.op(*[("block", f"action{index}") for index in reversed(with_body)])
            f.get(1)
            labels = [f"action{index}" if index in with_body else "out" for index in range(len(actions))]
            f.op(("i32.load", ACTION), ("br_table", [*labels, "out"]))
        for index in with_body:
            if few:
                f.get(1)
                f.op(("i32.load", ACTION), ("i32.const", index), "i32.eq", ("if", f.label()))
            else:
                f.op("end")
            self._carry_out(actions[index], self.bodies[index])
            f.op(("br", "out"))
            if few:
                f.op("end")
        f.op("end")
        values = Values(self.build, f)
        for block in self.model.blocks:
            priority = block.priority
            if priority is not None and priority.breach:
                f.get(2)
                f.op(("if", f.label()))
                values.read_cell(m.PHASE)
                f.op(("i32.const", block.index * PHASES + ACT), "i32.eq", ("if", f.label()))
                Acts(values).body(priority.breach)
                f.op("end", "end")

    def _carry_out(self, action: m.Action, body: Function | None) -> None:
        f = self.applied
        f.get(STATE)
        for at, parameter in zip(places_of(action), action.parameters, strict=False):
            for word, kind in enumerate(kinds_of(parameter.type)):
                f.get(1)
                f.op(("i64.load" if kind == I64 else "i32.load", at + 8 * word))
        assert body is not None
        f.call(body)

    # ---- who chooses, and where

    def _write_chooser(self) -> None:
        f, values = self.chooser, Values(self.build, self.chooser)
        for block in self.model.blocks:
            if block.chooser is not None:
                values.read_cell(m.PHASE)
                f.op(("i32.const", block.index * PHASES + ACT), "i32.eq", ("if", f.label()))
                values.number(block.chooser)
                f.op("return", "end")
        values.read_cell(m.TURN)

    def _write_listed(self) -> None:
        f, values = self.listed, Values(self.build, self.listed)
        for block in self.model.blocks:
            if block.choose:
                values.read_cell(m.PHASE)
                f.op(("i32.const", block.index * PHASES + ACT), "i32.eq", ("if", f.label()))
                f.get(STATE)
                f.call(self.listing(block))
                f.op("return", "end")

    # ---- listing

    def listing(self, block: m.Block) -> Function:
        """(state): writes the records of a block's options from `end` on, with their standing."""
        if block.index not in self._listings:
            f = self._listings[block.index] = self.module.function(f"options_{block.name}", (I32,), (), block.span.rule)
            self._write_listing(f, block)
        return self._listings[block.index]

    def _write_listing(self, f: Function, block: m.Block) -> None:
        f.op(("global.get", self.end), ("global.set", self.records))
        for action in block.choose:
            Options(self, f, block, action, False).write()
        Standings(self, f, block).write()

    def each(self, f: Function, at: int, body: Callable[[], None]) -> None:
        """Does something for every record, its address in a local."""
        out, again = f.label(), f.label()
        f.op(("global.get", self.records))
        f.set(at)
        f.op(("block", out), ("loop", again))
        f.get(at)
        f.op(("global.get", self.end), "i32.ge_u", ("br_if", out))
        body()
        f.get(at)
        f.op(("i32.const", self.stride), "i32.add")
        f.set(at)
        f.op(("br", again), "end", "end")

    def how_many(self, f: Function, block: m.Block, offered: int) -> None:
        """How many options of a block are offered, at a price or not; the first of them is then `first_offered`. Of those that are all offered, in bytes."""
        if is_plain(block):
            f.op(("global.get", self.records), ("global.set", self.first), ("global.get", self.end), ("global.get", self.records), "i32.sub")
        else:
            f.call(self.offered)
        f.set(offered)

    def is_single(self, f: Function, block: m.Block, offered: int) -> None:
        """Whether just one is, and at no price."""
        f.get(offered)
        f.op(("i32.const", self.stride if is_plain(block) else 1), "i32.eq")
        if not is_plain(block):
            f.op(("global.get", self.first), ("i32.load", STANDING), "i32.eqz", "i32.and")

    def _offered(self) -> Function:
        """() → how many options are offered, at a price or not; the first of them is then `first_offered`."""
        f = self.module.function("offered", (), (I32,), "how many options are offered")
        count, at = f.local(I32), f.local(I32)
        f.op(("global.get", self.plain), ("if", f.label()), ("global.get", self.records), ("global.set", self.first))
        self.all_listed(f)
        f.op("return", "end")

        def each() -> None:
            f.get(at)
            f.op(("i32.load", STANDING), ("i32.const", 1), "i32.le_s", ("if", f.label()))
            f.get(count)
            f.op("i32.eqz", ("if", f.label()))
            f.get(at)
            f.op(("global.set", self.first), "end")
            f.get(count)
            f.op(("i32.const", 1), "i32.add")
            f.set(count)
            f.op("end")

        self.each(f, at, each)
        f.get(count)
        return f

    def all_listed(self, f: Function) -> None:
        """How many options were listed."""
        f.op(("global.get", self.end), ("global.get", self.records), "i32.sub", ("i32.const", self.stride), "i32.div_u")

    def trying_all(self, block: m.Block) -> Function:
        """For a look-ahead: (state), looks into what comes of every option of a block."""
        if block.index not in self._tries:
            f = self._tries[block.index] = self.module.function(f"try_{block.name}", (I32,), (), block.span.rule)
            for action in block.choose:
                Options(self, f, block, action, True).write()
        return self._tries[block.index]
