"""What must hold for a condition to hold, as far as it does not speak of what is not bound yet: so that a guard can fail before anything is tried."""

from __future__ import annotations

from .. import model as m
from ..walk import replaced, slots_read


def unfolded(node: m.Invoke, model: m.Model) -> m.Expr:
    """A definition with its arguments in it."""
    routine = model.routines[node.routine]
    given = dict(zip(routine.slots, node.arguments, strict=True))
    whole: m.Expr = replaced(routine.value, lambda inner: given.get(inner.slot) if isinstance(inner, m.Local) else None)
    return whole


def weaker(node: m.Expr, unbound: set[int], model: m.Model) -> m.Expr | None:
    """A condition that holds wherever a given one does, whatever stands in the unbound slots; None where that is nothing."""
    found = _bound(node, unbound, model, True)
    return None if isinstance(found, m.Const) and found.value else found


def _bound(node: m.Expr, unbound: set[int], model: m.Model, upper: bool) -> m.Expr:
    """A condition that holds wherever one does (`upper`), or only where it does."""
    if not unbound & slots_read(node):
        return node

    def inner(part: m.Expr, same: bool = True) -> m.Expr:
        return _bound(part, unbound, model, upper is same)

    match node:
        case m.AllOf() | m.AnyOf():
            return _joined(node, [inner(clause) for clause in node.clauses])
        case m.Not():
            clause = inner(node.clause, False)
            return _flag(node, not clause.value) if isinstance(clause, m.Const) else m.Not(node.span, node.type, clause)
        case m.IfElse() if not unbound & slots_read(node.condition):
            then, otherwise = inner(node.then), inner(node.otherwise)
            if isinstance(then, m.Const) and isinstance(otherwise, m.Const) and then.value == otherwise.value:
                return then
            return m.IfElse(node.span, node.type, node.condition, then, otherwise)
        case m.Invoke():
            return inner(unfolded(node, model))
    return _flag(node, upper)


def _joined(node: m.AllOf | m.AnyOf, clauses: list[m.Expr]) -> m.Expr:
    """All or any of some clauses, those left out that make no difference."""
    neutral = isinstance(node, m.AllOf)
    left = list[m.Expr]()
    for clause in clauses:
        if not isinstance(clause, m.Const):
            left.append(clause)
        elif bool(clause.value) is not neutral:
            return clause
    if not left:
        return _flag(node, neutral)
    return left[0] if len(left) == 1 else type(node)(node.span, node.type, tuple(left))


def _flag(node: m.Expr, value: bool) -> m.Const:
    return m.Const(node.span, node.type, int(value))
