"""Conditions on the elements of a set, worked out for all elements at once: a word of 64 at a time, where a loop would ask one after the other.

What is known of pieces and spaces before any game (their owner, kind, number) becomes a mask: of `.number <= 8` always the same one, of `.owner is turn`
one for each player, looked up. Only what the state says of single elements is left to be asked of each. A condition is taken apart only where nothing
in it can fail, so that it makes no difference what is asked first.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import TYPE_CHECKING

from .. import model as m
from ..types import NONE, Family, Type, element
from ..walk import replaced, slots_read
from .encode import I64
from .memory import MOST_SETS, words_of
from .weaker import unfolded

if TYPE_CHECKING:
    from .values import Values

Vector = Sequence[int]  # what something is for each element of a family

MOST_VALUES = 64  # of what a condition compares with: a mask is kept for each
LONG = 60  # nodes of what does not depend on the element, beyond which it is not worked out for all at once
FEW = 3  # where a third of the spaces of a board, or less, are left, pieces are looked for there
ON_SPACE = -1  # in place of a slot: the space a piece stands on

_SIGNS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "is": operator.eq, "is not": operator.ne,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plan:
    """A mask over a family: `write` writes what it takes, and gives the locals that then hold it; bits of no element do not matter.

    It has no elements but those of `upper`, and where it is `fixed` just those. `cost` is about how many nodes are worked out for it.
    """

    write: Callable[[], list[int]]
    upper: int
    cost: int
    fixed: bool = False


class Masks:
    """Writes masks into the function of its `values`."""

    def __init__(self, values: Values):
        self.values, self.f, self.model = values, values.f, values.model

    def split(self, condition: m.Expr, slot: int, family: Family) -> tuple[list[Plan], list[m.Expr]]:
        """The clauses of a condition on the element in a slot that masks can say, and those that are left."""
        plans, left = list[Plan](), list[m.Expr]()
        for clause in self._clauses(condition):
            plan = self._plan(clause, slot, family)
            if plan is None:
                left.append(clause)
            else:
                plans.append(plan)
        standing, left = self._by_space(left, slot, family)
        return ([self._all(plans, family)] if plans else []) + standing, left

    def _clauses(self, condition: m.Expr) -> list[m.Expr]:
        """What must all hold, definitions unfolded where that takes them apart."""
        if isinstance(condition, m.AllOf):
            return [part for clause in condition.clauses for part in self._clauses(clause)]
        if isinstance(condition, m.Invoke):
            parts = self._clauses(unfolded(condition, self.model))
            return parts if len(parts) > 1 else [condition]
        return [condition]

    # ---- what a mask can say

    def _plan(self, node: m.Expr, slot: int, family: Family) -> Plan | None:
        if slot not in slots_read(node):
            return self._same_for_all(node, family)
        match node:
            case m.Invoke():
                return self._plan(unfolded(node, self.model), slot, family)
            case m.AllOf() | m.AnyOf():
                plans = [plan for clause in node.clauses if (plan := self._plan(clause, slot, family)) is not None]
                if len(plans) < len(node.clauses):
                    return None
                return self._all(plans, family) if isinstance(node, m.AllOf) else self._joined(plans, family, operator.or_, "i64.or")
            case m.Not():
                plan = self._plan(node.clause, slot, family)
                return self._not(plan, family) if plan is not None else None
            case m.Compare() if not node.left.type.is_set:
                return self._compared(node, slot, family)
            case m.Within():
                return self._within(node, slot, family)
            case m.WithinNumbers():
                vector, runs = self._vector(node.member, slot, family), node.runs
                if vector is None or not all(isinstance(bound, m.Const) for run in runs for bound in run):
                    return None
                return self._fixed([any(low.value <= each <= high.value for low, high in runs) for each in vector], family)  # type: ignore[attr-defined]
            case m.Exists(among=m.Contents(zone=index, index=m.Local(slot=at))) if at == slot and self.model.zones[index].on_board:
                return Plan(partial(self.values.occupied, self.model.zones[index]), _every(family), 2)
            case m.Lookup() if node.type.is_flag:
                vector = self._vector(node, slot, family)
                return self._fixed(vector, family) if vector is not None else None
        return None

    def _vector(self, node: m.Expr, slot: int, family: Family) -> Vector | None:
        """What an expression is for each element, where that is known before any game."""
        match node:
            case m.Local(slot=at) if at == slot:
                return range(family.size)
            case m.Lookup() if not node.type.is_set:
                inner = self._vector(node.index, slot, family)
                return [node.table[each] for each in inner] if inner is not None else None
            case m.Same():
                return self._vector(node.value, slot, family)
        return None

    def _fixed(self, holds: Sequence[object], family: Family) -> Plan:
        """A mask that is always the same."""
        return self._always(sum(1 << place for place, each in enumerate(holds) if each), family)

    def _always(self, mask: int, family: Family) -> Plan:
        return Plan(lambda: self.values.fixed(mask, family), mask, 1, True)

    def _same_for_all(self, node: m.Expr, family: Family) -> Plan | None:
        """All or none, by a condition that does not speak of the element."""
        cost = self.values.build.length(node)
        if cost > LONG:
            return None

        def write() -> list[int]:
            mask = self.f.local(I64)
            self.f.const64(0)
            self.values.number(node)
            self.f.op("i64.extend_i32_u", "i64.sub")
            self.f.set(mask)
            return [mask] * words_of(family)

        return Plan(write, _every(family), cost)

    def _joined(self, plans: list[Plan], family: Family, how: Callable[[int, int], int], instruction: str) -> Plan:
        """Masks joined; those that are always the same beforehand."""
        fixed = [plan.upper for plan in plans if plan.fixed]
        parts = [plan for plan in plans if not plan.fixed]
        if fixed:
            parts.append(self._always(reduce(how, fixed), family))
        if len(parts) == 1:
            return parts[0]
        upper = reduce(how, [plan.upper for plan in parts])
        return Plan(lambda: self.values.combined([plan.write() for plan in parts], instruction), upper, sum(plan.cost for plan in parts))

    def _all(self, plans: list[Plan], family: Family) -> Plan:
        return self._joined(plans, family, operator.and_, "i64.and")

    def _not(self, plan: Plan, family: Family) -> Plan:
        if plan.fixed:
            return self._always(_every(family) & ~plan.upper, family)
        return Plan(lambda: self.values.inverted(plan.write()), _every(family), plan.cost)

    def _compared(self, node: m.Compare, slot: int, family: Family) -> Plan | None:
        sides, holds = (node.left, node.right), _SIGNS[node.sign]
        left, right = (self._vector(side, slot, family) for side in sides)
        if left is not None and right is not None:
            return self._fixed([holds(one, other) for one, other in zip(left, right, strict=True)], family)
        vector, other = (left, node.right) if left is not None else (right, node.left)
        if vector is None or slot in slots_read(other):
            return None
        known = self.values.known(other)

        def mask(value: int) -> list[bool]:
            return [holds(each, value) if left is not None else holds(value, each) for each in vector]

        if isinstance(known, m.Const):
            return self._fixed(mask(known.value), family)
        values = _values(other.type)
        return self._looked_up([mask(value) for value in values], other, values.start, family) if values is not None else None

    def _within(self, node: m.Within, slot: int, family: Family) -> Plan | None:
        among = self.values.known(node.among)
        if slot in slots_read(among):
            return None
        vector = self._vector(node.member, slot, family)
        if vector is None:
            return None
        if isinstance(among, m.Const):
            return self._fixed([each >= 0 and among.value >> each & 1 for each in vector], family)
        if isinstance(node.member, m.Local):
            return Plan(lambda: self.values.words(among), _every(family), self.values.build.length(among))
        asked = node.member.type.family
        if asked is None or asked.size > MOST_SETS:
            return None
        return self._looked_up([[each >= 0 and held >> each & 1 for each in vector] for held in range(1 << asked.size)], among, 0, family)

    def _looked_up(self, rows: Sequence[Sequence[object]], index: m.Expr, first: int, family: Family) -> Plan:
        """A mask for each value that something can have."""
        masks = tuple(sum(1 << place for place, each in enumerate(row) if each) for row in rows)

        def push() -> None:
            if index.type.is_set:
                self.values.word(index)
                self.f.op("i32.wrap_i64")
            else:
                self.values.number(index)
            if first:
                self.f.op(("i32.const", first), "i32.sub")

        return Plan(lambda: self.values.looked_up(masks, family, push), reduce(operator.or_, masks), 3 + self.values.build.length(index))

    # ---- pieces, by where they stand

    def _by_space(self, clauses: list[m.Expr], slot: int, family: Family) -> tuple[list[Plan], list[m.Expr]]:
        """Of clauses on a piece those that speak of nothing but where it stands, if few spaces are left by them: all pieces there; and the other clauses."""
        kind, board = next((kind for kind in self.model.pieces if kind.family == family), None), self.model.board
        if kind is None or kind.space_cell is None or board is None:
            return [], clauses
        zone = self.values.build.board_of(family)
        cell, plans, left = kind.space_cell, [Plan(partial(self.values.occupied, zone), _every(board.family), 2)], list[m.Expr]()
        space = m.Local(zone.span, element(board.family), ON_SPACE, "space")

        def moved(node: m.Expr) -> m.Expr | None:
            return space if isinstance(node, m.ReadAt) and node.cell == cell and slots_read(node.index) == {slot} else None

        for clause in clauses:
            plan = self._plan(replaced(clause, moved), ON_SPACE, board.family)
            if plan is None or ON_SPACE not in slots_read(replaced(clause, moved)):
                left.append(clause)
            else:
                plans.append(plan)
        spaces = self._all(plans, board.family)
        if FEW * spaces.upper.bit_count() > board.family.size:
            return [], clauses
        return [Plan(lambda: self.values.contents_of(zone, spaces.write(), spaces.upper), _every(family), spaces.cost + 8)], left


def _every(family: Family) -> int:
    return (1 << family.size) - 1


def _values(kind: Type) -> range | None:
    """What a value of this type can be, where that is not much."""
    if kind.is_number:
        low, high = kind.low, kind.high
    elif kind.family is not None:
        low, high = NONE if kind.optional else 0, kind.family.size - 1
    else:
        low, high = 0, 1
    return range(low, high + 1) if high - low < MOST_VALUES else None
