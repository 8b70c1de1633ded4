"""The language's own functions: any, all, count, sum, least, most, first, last, only; of a set, a gathering, or several numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import model as m
from .. import syntax
from ..types import FLAG, INT_MAX, INT_MIN, NUMBER, Type, between
from .scope import Scope, tested_by

if TYPE_CHECKING:
    from .expressions import Expressions

FUNCTIONS = ("any", "all", "count", "sum", "least", "most", "first", "last", "only")


class Calls:
    """Checks calls of functions."""

    def __init__(self, expressions: Expressions):
        self.expressions, self.d, self.problems = expressions, expressions.d, expressions.problems

    def function(self, node: syntax.Call, scope: Scope) -> m.Expr | None:
        """A call of one of the language's own functions."""
        if node.name in ("least", "most") and len(node.arguments) > 1:
            return self._extreme(node, scope)
        if len(node.arguments) != 1:
            self.problems.error("argument-count", node.span, name=node.name, wanted=1, found=len(node.arguments))
            return None
        argument = node.arguments[0]
        if node.name == "last" or (node.name == "first" and isinstance(argument, syntax.Placed)):
            end = self._end_of(node, argument, scope)
            if end is not None or node.name == "last":
                return end
        if isinstance(argument, syntax.Gathering):
            return self._gather(node, argument, scope)
        if node.name in ("all", "sum", "least", "most"):
            self.problems.error("gathering-wanted", argument.span, name=node.name)
            return None
        if node.name in ("any", "count") and isinstance(argument, syntax.Selection) and argument.where is not None and _only_walked(argument):
            kept = syntax.Gathering(argument.span, argument.where, argument.variable, argument.among, None)
            return self._gather(node, kept, scope)
        among = self.expressions.among(argument, scope, ordered=node.name == "first")
        if among is None:
            return None
        if node.name in ("any", "count") and among.type.kind != "number" and not among.type.is_set:
            everyone = m.Const(node.span, FLAG, 1)
            kind = FLAG if node.name == "any" else between(0, INT_MAX)
            return m.Gather(node.span, kind, node.name, among, self.d.new_slot(), None, everyone)
        if not among.type.is_set:
            self.problems.error("wrong-type", among.span, found=str(among.type), wanted="a-set")
            return None
        if node.name == "any":
            return m.Exists(node.span, FLAG, among)
        if node.name == "count":
            size = among.type.family.size if among.type.family else INT_MAX
            return m.Count(node.span, between(0, size), among)
        form = m.First if node.name == "first" else m.Only
        return form(node.span, among.type.one, among)

    def _end_of(self, node: syntax.Call, argument: syntax.Expression, scope: Scope) -> m.Expr | None:
        """`first(tiles at chain)`, `last(…)`: by the order of the zone."""
        found = self.expressions.value(argument, scope) if isinstance(argument, syntax.Placed) else None
        if isinstance(found, m.Contents) and any(z.index == found.zone and z.ordered for z in self.d.zones.values()):
            return m.EndOf(node.span, found.type.one, found.zone, found.index, node.name == "last")
        if node.name == "last" and (found is not None or not isinstance(argument, syntax.Placed)):
            self.problems.error("zone-without-order", argument.span, name=argument.span.text)
        return None

    def _extreme(self, node: syntax.Call, scope: Scope) -> m.Expr | None:
        """`least(a, b)`: the least of several numbers, as a chain of choices."""
        found: m.Expr | None = None
        for argument in node.arguments:
            value = self.expressions.number(argument, scope)
            if value is None:
                return None
            if found is None:
                found = value
                continue
            bound = min if node.name == "least" else max
            better = m.Compare(node.span, FLAG, "<=" if node.name == "least" else ">=", found, value)
            kind = between(bound(found.type.low, value.type.low), bound(found.type.high, value.type.high))
            found = m.IfElse(node.span, kind, better, found, value)
        return found

    def _gather(self, node: syntax.Call, gathering: syntax.Gathering, scope: Scope) -> m.Expr | None:
        if node.name in ("first", "only"):
            self.problems.error("gathering-here", gathering.span, name=node.name)
            return None
        among = self.expressions.among(gathering.among, scope)
        if among is None:
            return None
        slot, inner = self.expressions.looking(gathering.variable, gathering.span, among, scope)
        where = self.expressions.flag(gathering.where, inner) if gathering.where else None
        if gathering.where:
            inner = inner.knowing(tested_by(gathering.where, True))
        wants_flag = node.name in ("any", "all", "count")
        value = self.expressions.flag(gathering.value, inner) if wants_flag else self.expressions.number(gathering.value, inner)
        if value is None or (gathering.where and where is None):
            return None
        kind = FLAG if node.name in ("any", "all") else between(0, INT_MAX) if node.name == "count" else NUMBER
        if node.name in ("least", "most"):
            kind = value.type
        if node.name == "sum":
            kind = _total(value.type, among)
        return m.Gather(node.span, kind, node.name, among, slot, where, value)


def _only_walked(node: syntax.Selection) -> bool:
    """Ranges, uses, ways and lines are no sets that a selection could be made of; still it can be asked whether any of them is such."""
    among = node.among.what if isinstance(node.among, syntax.Placed) else node.among
    named = isinstance(among, syntax.Belonging) and isinstance(among.what, syntax.Name) and among.what.name in ("uses", "ways", "lines")
    return not node.ranking and (named or isinstance(among, syntax.Range))


def _total(each: Type, among: m.Expr) -> Type:
    """The range of a sum over a set that cannot overflow; else any number."""
    size = among.type.family.size if among.type.is_set and among.type.family is not None else INT_MAX
    low, high = min(0, each.low * size), max(0, each.high * size)
    return between(low, high) if low >= INT_MIN and high <= INT_MAX else NUMBER
