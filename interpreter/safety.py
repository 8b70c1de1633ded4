"""What cannot fail: expressions that can be worked out in any state, so that it makes no difference which of them is worked out first, or whether."""

from __future__ import annotations

from . import model as m
from .types import INT_MAX, INT_MIN
from .walk import nodes


class Safety:
    """What is known to be without faults in one model."""

    def __init__(self, model: m.Model):
        self.model = model
        self._definitions: dict[int, bool] = {}

    def never_fails(self, tree: m.Expr) -> bool:
        """Whether an expression can be worked out in any state without a fault."""
        for node in nodes(tree):
            if isinstance(node, (m.Only, m.EndOf)) or (isinstance(node, m.First) and not _is_never_empty(node.among)):
                return False
            if isinstance(node, m.Gather) and node.kind in ("least", "most") and (node.where is not None or not _is_never_empty(node.among)):
                return False
            if isinstance(node, m.SpaceAt) and not (isinstance(node.number, m.Const) and node.number.value in node.spaces):
                return False
            if isinstance(node, m.GridIndex) and not node.is_safe:
                return False
            if isinstance(node, (m.Arith, m.Negate, m.Gather)) and node.type.is_number and getattr(node, "kind", "sum") == "sum":
                whole = node.type.low == INT_MIN or node.type.high == INT_MAX  # it may overflow
                if whole or (isinstance(node, m.Arith) and node.sign in ("/", "mod")):
                    return False
            if isinstance(node, m.Invoke) and not self._is_safe(node.routine):
                return False
        return True

    def can_try_at_once(self, block: m.Block) -> bool:
        """Whether a look-ahead can try the options of a block as they are found: all whose guards hold are offered, and listing them cannot fail."""
        priority = block.priority
        plain = priority is None or priority.breach is not None or len(priority.order) == 1
        if not plain or block.automatic or any(action.last_resort for action in block.choose):
            return False
        ranks = [action.rank for action in block.choose if priority is not None and action.rank is not None]
        return all(map(self.is_listed_safely, block.choose)) and all(map(self.never_fails, ranks))

    def is_listed_safely(self, action: m.Action) -> bool:
        """Whether nothing can fail that decides which options of an action there are: its guard and the domains of its parameters."""
        return all(self.never_fails(tree) for tree in (*(clause.condition for clause in action.guard), *(each.domain for each in action.parameters)))

    def _is_safe(self, index: int) -> bool:
        if index not in self._definitions:
            value = self.model.routines[index].value
            self._definitions[index] = value is not None and self.never_fails(value)
        return self._definitions[index]


def _is_never_empty(among: m.Expr) -> bool:
    return (isinstance(among, m.Const) and among.value != 0) or isinstance(among, m.Single)
