"""The options of one action in WebAssembly: parameters bound one after the other, each clause of the guard tested as soon as it can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import model as m
from ..choosing import Alikeness
from ..walk import slots_read
from .encode import I32, I64, Function
from .memory import load
from .values import Values, kinds_of
from .weaker import weaker

if TYPE_CHECKING:
    from .choices import Choices

ACTION, STANDING, RANK, REACHED, ARGUMENTS = 0, 4, 8, 12, 16  # where things stand in a record


def places_of(action: m.Action) -> list[int]:
    """Where the arguments of an action begin in a record, and where the record ends."""
    found = [ARGUMENTS]
    for parameter in action.parameters:
        found.append(found[-1] + sum(8 if kind == I64 else 4 for kind in kinds_of(parameter.type)))
    return found


class Options:
    """Writes the enumeration of one action of a block: every option is recorded; or, `trying`, what comes of it is looked into at once."""

    def __init__(self, choices: Choices, f: Function, block: m.Block, action: m.Action, trying: bool):
        self.choices, self.build, self.model = choices, choices.build, choices.model
        self.block, self.action, self.trying = block, action, trying
        self.index = next(place for place, each in enumerate(self.model.actions) if each.name == action.name)
        self.values, self.f = Values(self.build, f), f
        self.thinned: dict[int, list[int]] = {}
        self.safe = self.build.safety.is_listed_safely(action)  # what is tested first makes no difference

    def write(self) -> None:
        self.f.op(("#", f"{self.action.name}  {self.action.span.rule}"), ("block", "none"))
        self._nothing_to_bind("none")
        self._guarded(0, "none")
        self.thinned = self._thinned("none")
        self._extend(0)
        self.f.op("end")

    def _thinned(self, otherwise: str) -> dict[int, list[int]]:
        """The domains of parameters behind the first that do not depend on those before, thinned out by the clauses that speak of them alone."""
        found: dict[int, list[int]] = {}
        slots = {parameter.slot for parameter in self.action.parameters}
        if not self.safe:
            return found
        for depth, parameter in enumerate(self.action.parameters[1:], 1):
            own = [clause for clause in self.action.guard if slots_read(clause.condition) & slots == {parameter.slot}]
            if not own or not parameter.domain.type.is_set or slots_read(parameter.domain) & slots:
                continue
            self.f.op(*[("#", clause.condition.span) for clause in own])
            condition = m.AllOf(own[0].condition.span, own[0].condition.type, tuple(clause.condition for clause in own))
            words = self.values.words(m.Filter(parameter.domain.span, parameter.domain.type, parameter.domain, parameter.slot, condition, ()))
            self._leave_if_empty(words, otherwise)
            found[depth] = words
        return found

    def _nothing_to_bind(self, otherwise: str) -> None:
        """Where a parameter has nothing that it could be, whatever the others are, nothing else need be tested; if only nothing can fail."""
        if not self.safe:
            return
        for parameter in self.action.parameters:
            domain = parameter.domain.dice if isinstance(parameter.domain, m.Uses) else parameter.domain
            if isinstance(domain, m.Read) and domain.type.is_set:
                self._leave_if_empty(self.values.words(domain), otherwise)

    def _leave_if_empty(self, words: list[int], otherwise: str) -> None:
        self.values.any_bits(words)
        self.f.op("i32.eqz", ("br_if", otherwise))

    def _guarded(self, depth: int, otherwise: str) -> None:
        """Tests what can be tested once so many parameters are bound: where nothing can fail, also what clauses to come ask whatever else is bound, and
        what takes least first."""
        parameters = self.action.parameters
        slots = {parameter.slot for parameter in parameters}
        tests = list[m.Expr]()
        for clause in self.action.guard:
            done = depth - 1 in self.thinned and slots_read(clause.condition) & slots == {parameters[depth - 1].slot}
            if clause.after == depth and not done:
                tests.append(clause.condition)
            elif clause.after > depth and self.safe:
                tests += self._foretold(clause, depth)
        for condition in sorted(tests, key=self.build.length) if self.safe else tests:
            self.f.op(("#", condition.span))
            self.values.number(condition)
            self.f.op("i32.eqz", ("br_if", otherwise))

    def _foretold(self, clause: m.Clause, depth: int) -> list[m.Expr]:
        """What a clause asks in any case, if that has not been tested with fewer parameters bound."""
        slots = [parameter.slot for parameter in self.action.parameters]
        found = weaker(clause.condition, set(slots[depth:]), self.model)
        before = weaker(clause.condition, set(slots[depth - 1 :]), self.model) if depth else None
        return [found] if found is not None and found != before else []

    def _extend(self, depth: int) -> None:
        """Binds the parameters from `depth` on."""
        if depth == len(self.action.parameters):
            if self.trying:
                arguments = tuple(place for parameter in self.action.parameters for place in self.values.slots[parameter.slot])
                self.build.looking.try_here(self.values, self.block, self.index, arguments)
            else:
                self._record()
            return
        f, values, parameter = self.f, self.values, self.action.parameters[depth]
        places, go_on = values.bind(parameter.slot, parameter.type), f"next{depth}"
        alike = self.build.alikeness(parameter.type)
        f.op(("#", parameter.domain.span))
        domain = self.thinned.get(depth) or (values.words(parameter.domain) if alike is not None else [])

        def each() -> None:
            f.op(("block", go_on))
            if self.safe:
                self._can_walk(depth, places[0], go_on)
            if alike is not None:
                self._different(depth, domain, places[0], alike, go_on)
            self._guarded(depth + 1, go_on)
            self._extend(depth + 1)
            f.op("end")

        if domain:
            values.walks.bits(domain, places[0], lambda word, bit: each())
        else:
            values.walks.over(parameter.domain, places, lambda found: each())

    def _can_walk(self, depth: int, piece: int, otherwise: str) -> None:
        """Passes a piece over that stands off its route, where a way of it is to be bound."""
        slot = self.action.parameters[depth].slot
        for parameter in self.action.parameters[depth + 1 :]:
            domain = parameter.domain
            if isinstance(domain, m.Ways) and isinstance(domain.piece, m.Local) and domain.piece.slot == slot:
                self.values.element_cell(self.model.pieces[domain.kind].position_cell, piece)
                self.f.op("i32.eqz", ("br_if", otherwise))
                return

    def _different(self, depth: int, domain: list[int], place: int, alike: Alikeness, go_on: str) -> None:
        """Passes a value over that is alike to one before it in its domain, and that no argument before it tells apart."""
        f, values, family = self.f, self.values, self.action.parameters[depth].type.family
        bound = [values.slots[p.slot][0] for p in self.action.parameters[:depth] if p.type.family == family and not p.type.many]
        masks = [values.slots[p.slot] for p in self.action.parameters[:depth] if p.type.family == family and p.type.many]
        other, done, same = f.local(I32), f.label(), f.label()
        f.op(("block", done))

        def compare(word: int, bit: int) -> None:
            f.get(other, place)
            f.op("i32.ge_s", ("br_if", done), ("block", same))
            for cell in alike.own:
                wide = self.build.layout.widths[cell].words
                for each in range(max(1, wide)):
                    values.element_cell(cell, other, each)
                    values.element_cell(cell, place, each)
                    f.op("i64.ne" if wide else "i32.ne", ("br_if", same))
            if alike.owners:
                table, width = self.build.tables.numbers(alike.owners)
                for one in (other, place):
                    f.get(one)
                    values.scale(width.bytes)
                    load(f, width, table)
                f.op("i32.ne", ("br_if", same))
            for cell in alike.ones:  # a variable that is one of them tells it apart
                for one in (other, place):
                    values.read_cell(cell)
                    f.get(one)
                    f.op("i32.eq", ("br_if", same))
            for cell in alike.sets:
                words = []
                for each in range(self.build.layout.widths[cell].words):
                    values.read_cell(cell, each)
                    words.append(f.local(I64))
                    f.set(words[-1])
                values.has(words, other)
                values.has(words, place)
                f.op("i32.ne", ("br_if", same))
            for argument in bound:
                for one in (other, place):
                    f.get(argument, one)
                    f.op("i32.eq", ("br_if", same))
            for mask in masks:
                values.has(list(mask), other)
                values.has(list(mask), place)
                f.op("i32.ne", ("br_if", same))
            f.op(("br", go_on), "end")

        values.walks.bits(domain, other, compare)
        f.op("end")

    def _record(self) -> None:
        f, values, action, at = self.f, self.values, self.action, self.f.local(I32)
        f.op(("global.get", self.choices.end))
        f.tee(at)
        f.op(("i32.const", self.index), ("i32.store", ACTION))
        f.get(at)
        f.op(("i32.const", 0), ("i32.store", STANDING))
        f.get(at)
        priority = self.block.priority
        if priority is not None and action.rank is not None:
            ranks = action.rank.type.family
            assert ranks is not None
            order, width = self.build.tables.numbers([priority.order.index(rank) if rank in priority.order else 0 for rank in range(ranks.size)])
            self.f.op(("#", action.rank.span))
            values.number(action.rank)
            values.scale(width.bytes)
            load(f, width, order)
        else:
            f.const(-1)
        f.op(("i32.store", RANK))
        for start, parameter in zip(places_of(action), action.parameters, strict=False):
            for word, kind in enumerate(kinds_of(parameter.type)):
                f.get(at)
                f.get(values.slots[parameter.slot][word])
                f.op(("i64.store" if kind == I64 else "i32.store", start + 8 * word))
        f.get(at)
        f.op(("i32.const", self.choices.stride), "i32.add", ("global.set", self.choices.end))
        f.get(at)
        f.op(("global.get", self.build.limit), "i32.gt_u", ("if", f.label()))
        f.get(at)
        f.call(self.build.room)
        f.op("end")

