"""What a condition comes to on a space where nothing stands: if it is then false, only spaces where something stands need be looked at."""

from __future__ import annotations

from .. import model as m

Known = int | None  # what an expression comes to; None where that is not known. A set that is known is empty.

_SIGNS = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "is": lambda a, b: a == b,
    "is not": lambda a, b: a != b,
}  # fmt: skip


def false_where_empty(condition: m.Expr, slot: int, zone: m.Zone, model: m.Model) -> bool:
    """Whether a condition on the space in a slot is false wherever none of a zone's pieces stand."""
    return _value(condition, frozenset({slot}), zone, model) == 0


def _value(node: m.Expr, slots: frozenset[int], zone: m.Zone, model: m.Model) -> Known:
    """The value of an expression, with nothing on the space that any of these slots holds."""

    def look(inner: m.Expr) -> Known:
        return _value(inner, slots, zone, model)

    match node:
        case m.Const():
            return node.value if not node.type.is_set or node.value == 0 else None
        case m.Contents(index=m.Local(slot=slot)) if node.zone == zone.index and slot in slots:
            return 0
        case m.Intersection():
            return 0 if 0 in (look(node.left), look(node.right)) else None
        case m.Minus() | m.Filter():
            return 0 if look(node.left if isinstance(node, m.Minus) else node.among) == 0 else None
        case m.Exists() | m.Count():
            return 0 if look(node.among) == 0 else None
        case m.Gather(kind="any" | "count" | "sum"):
            return 0 if look(node.among) == 0 else None
        case m.AllOf() | m.AnyOf():
            found = [look(clause) for clause in node.clauses]
            deciding = 0 if isinstance(node, m.AllOf) else 1
            if deciding in found:
                return deciding
            return 1 - deciding if all(value == 1 - deciding for value in found) else None
        case m.Not():
            inner = look(node.clause)
            return None if inner is None else 1 - inner
        case m.IfElse():
            condition, then, otherwise = look(node.condition), look(node.then), look(node.otherwise)
            if condition is not None:
                return then if condition else otherwise
            return then if then == otherwise else None
        case m.Compare() if not node.left.type.is_set:
            left, right = look(node.left), look(node.right)
            return None if left is None or right is None else int(_SIGNS[node.sign](left, right))
        case m.Invoke():
            routine = model.routines[node.routine]
            bound = {s for s, argument in zip(routine.slots, node.arguments, strict=True) if isinstance(argument, m.Local) and argument.slot in slots}
            return _value(routine.value, frozenset(bound), zone, model) if routine.value is not None else None
    return None
