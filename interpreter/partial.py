"""What an expression comes to where only a part of the state is known: a value that holds in every such state, or that none does.

A caller says what it knows of single nodes; everything else is followed from that. Nothing here can fail: what might, is not known.
"""

from __future__ import annotations

from collections.abc import Callable

from . import model as m
from .types import INT_MAX, INT_MIN

Known = int | None  # a number, flag or element, or a set as a mask; None where it is not known
Given = Callable[[m.Expr, frozenset[int]], Known]  # what is known of a node, with the slots that hold what the caller speaks of

_SIGNS = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "is": lambda a, b: a == b,
    "is not": lambda a, b: a != b, "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
}  # fmt: skip


def value(node: m.Expr, given: Given, model: m.Model, slots: frozenset[int] = frozenset()) -> Known:
    """The value of an expression, as far as it follows from what is given."""

    def look(inner: m.Expr) -> Known:
        return value(inner, given, model, slots)

    known = given(node, slots)
    if known is not None:
        return known
    match node:
        case m.Const():
            return node.value
        case m.Intersection():
            left, right = look(node.left), look(node.right)
            if 0 in (left, right):
                return 0
            return None if left is None or right is None else left & right
        case m.Minus():
            left, right = look(node.left), look(node.right)
            if left == 0:
                return 0
            return None if left is None or right is None else left & ~right
        case m.Filter():
            return 0 if look(node.among) == 0 else None
        case m.Exists() | m.Count():
            among = look(node.among)
            if among is None:
                return None
            return among.bit_count() if isinstance(node, m.Count) else int(among != 0)
        case m.Gather(kind="any" | "count" | "sum"):
            return 0 if look(node.among) == 0 else None
        case m.AllOf() | m.AnyOf():
            found = [look(clause) for clause in node.clauses]
            deciding = 0 if isinstance(node, m.AllOf) else 1
            if deciding in found:
                return deciding
            return 1 - deciding if all(each == 1 - deciding for each in found) else None
        case m.Not():
            inner = look(node.clause)
            return None if inner is None else 1 - inner
        case m.IfElse():
            condition, then, otherwise = look(node.condition), look(node.then), look(node.otherwise)
            if condition is not None:
                return then if condition else otherwise
            return then if then == otherwise else None
        case m.Compare() | m.Arith() if node.sign in _SIGNS:
            left, right = look(node.left), look(node.right)
            if left is None or right is None:
                return None
            result = int(_SIGNS[node.sign](left, right))
            return result if INT_MIN <= result <= INT_MAX else None
        case m.Invoke():
            routine = model.routines[node.routine]
            bound = {s for s, argument in zip(routine.slots, node.arguments, strict=True) if isinstance(argument, m.Local) and argument.slot in slots}
            return value(routine.value, given, model, frozenset(bound)) if routine.value is not None else None
    return None
