"""How much work a text can be at most: the product of the loops it runs, through the definitions it calls.

The language has no unbounded loop, but loops over loops multiply. A text whose bound is beyond a second of work is refused by name, so
that no rule file can hang whatever opens it.
"""

from __future__ import annotations

from typing import Any

from .. import model as m
from ..walk import children
from .declarations import Declarations

MAX_WORK = 1_000_000  # steps of one text: about a second in the interpreter
MAX_RANGE = 10_000  # numbers in one range that a loop walks


class _Costs:
    def __init__(self, d: Declarations):
        self.d = d
        self.routines: dict[int, int] = {}

    def of(self, tree: Any) -> int:
        """An upper bound of the steps that a tree takes, capped so that the numbers stay small."""
        if isinstance(tree, tuple):
            return min(sum(self.of(part) for part in tree), MAX_WORK * 10)
        if not isinstance(tree, (m.Expr, m.Stmt, m.Place)):
            return 0
        if isinstance(tree, (m.Filter, m.Gather, m.ForEach)):
            inner = [getattr(tree, name, None) for name in ("where", "value", "body", "ranking")]
            times = self.size(tree.among)
            cost = self.of(tree.among) + times * (1 + sum(self.of(part) for part in inner if part is not None))
        elif isinstance(tree, (m.Invoke, m.Do)):
            cost = 1 + self.of(tree.arguments) + self.routine(tree.routine)
        else:
            cost = 1 + sum(self.of(part) for part in children(tree))
        return min(cost, MAX_WORK * 10)

    def routine(self, index: int) -> int:
        if index not in self.routines:
            routine = self.d.routines[index]
            self.routines[index] = self.of(routine.value) + self.of(routine.body) if routine else 0
        return self.routines[index]

    def size(self, among: m.Expr) -> int:
        """How many elements a set can have."""
        if isinstance(among, m.Numbers):
            total = 0
            for low, high in among.runs:
                wide = high.type.high - low.type.low + 1
                if wide > MAX_RANGE:
                    self.d.problems.error("range-too-wide", among.span, limit=MAX_RANGE)
                    return 1
                total += max(0, wide)
            return total
        if isinstance(among, m.Single):
            return 1
        if isinstance(among, m.Ways):
            routes = list(self.d.pieces.values())[among.kind].routes
            return routes.width if routes is not None else 1
        if isinstance(among, m.Uses):
            return self.d.families["die"].size + 1
        if isinstance(among, m.Lines):
            through = [len(among.through(space)) for space in range(among.type.family.size)] if among.at is not None and among.type.family else []
            return max(through, default=len(among.masks))
        if isinstance(among, m.Lookup) and among.type.is_set:
            return max(mask.bit_count() for mask in among.table)
        if isinstance(among, m.OfWay) and among.part == "passed":
            routes = list(self.d.pieces.values())[among.kind].routes
            return routes.longest if routes is not None else 1
        return among.type.family.size if among.type.family else 1


def check_cost(d: Declarations, blocks: tuple[m.Block, ...], actions: dict[str, m.Action], outcomes: tuple[m.Outcome, ...]) -> None:
    """Refuses texts whose work has no reasonable bound."""
    costs = _Costs(d)
    texts: list[tuple[Any, Any]] = []
    for block in blocks:
        texts += [(block.span, part) for part in (block.when, block.again, block.turns, block.body, block.chooser)]
        texts += [(end.span, part) for end in block.ends for part in (end.when, end.winners)]
    for action in actions.values():
        work = 1
        for parameter in action.parameters:
            work = min(work * max(1, costs.size(parameter.domain)), MAX_WORK * 10)
        guard = sum(costs.of(clause.condition) for clause in action.guard) + costs.of(action.rank)
        if work * (1 + guard) > MAX_WORK:
            d.problems.error("too-much-work", action.span, limit=MAX_WORK)
        texts.append((action.span, action.body))
    texts += [(face.span, face.body) for outcome in outcomes for face in outcome.faces]
    for span, part in texts:
        if part is not None and costs.of(part) > MAX_WORK:
            d.problems.error("too-much-work", span, limit=MAX_WORK)



