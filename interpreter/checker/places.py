"""Places: zones by name, with their owner, a number, an end; what lies there, and where pieces are put.

A place is `NAME`, `NAME of PLAYER`, `NAME(NUMBER)`, any expression that is a zone, or, as a target, `end of ZONE`; the plural of a
zone is those of all players together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import model as m
from .. import syntax
from ..suggest import nearest
from ..types import Family, element, set_of
from .scope import Scope

if TYPE_CHECKING:
    from .expressions import Expressions


class Places:
    """Checks places against the zones."""

    def __init__(self, expressions: Expressions):
        self.expressions, self.d, self.problems = expressions, expressions.d, expressions.problems

    def named(self, node: syntax.Name, scope: Scope) -> m.Expr | None:
        """A piece's plural, a zone or a zone's plural used as a value; None where the name is none of these."""
        d, span = self.d, node.span
        family = d.plurals.get(node.name)
        if family is not None and family.name in d.pieces:
            return m.Const(span, set_of(family), (1 << family.size) - 1)
        if family is not None:
            return self._all(d.zones[family.name], node)
        zone = d.zones.get(node.name)
        if zone is not None and not zone.per_player:
            return m.Const(span, element(zone.family), 0)
        if zone is not None:
            self.problems.error("whose-zone", span, name=node.name)
        return None

    def _all(self, zone: m.Zone, node: syntax.Syntax) -> m.Expr:
        if not zone.per_player:
            return m.Const(node.span, set_of(zone.family), 1)
        taken = m.Read(node.span, set_of(self.d.families["player"]), m.TAKEN, "players")
        return m.Same(node.span, set_of(zone.family), taken)

    def owned(self, node: syntax.Belonging, scope: Scope) -> m.Expr | None:
        """`hand of p`: the zone of a player."""
        if node.by is not None:
            self.problems.error("not-yet", node.by.span, name="by")
            return None
        name = getattr(node.what, "name", "")
        zone = self.d.zones.get(name)
        if zone is None:
            known = [zone.name for zone in self.d.zones.values() if zone.per_player]
            if name not in self.d.broken:
                self.problems.error("unknown-zone", node.what.span, name=node.what.span.text, near=nearest(name, known), allowed=known)
            return None
        self.d.used.add(zone.name)
        if not isinstance(node.what, syntax.Name):
            self.problems.error("numbered-place", node.span, name=zone.name, pieces=zone.pieces.plural)
            return None
        if not zone.per_player:
            self.problems.error("owner-of-none", node.span, name=zone.name)
            return None
        owner = self.expressions.fitting(node.owner, scope, element(self.d.families["player"]))
        return m.Same(node.span, element(zone.family), owner) if owner is not None else None

    # ---- what lies somewhere

    def contents(self, node: syntax.Placed, scope: Scope) -> m.Expr | None:
        """`tiles at hand of p`"""
        name = node.what.name if isinstance(node.what, syntax.Name) else ""
        family = self.d.plurals.get(name)
        if family is None or family.name not in self.d.pieces:
            known = [plural for plural, several in self.d.plurals.items() if several.name in self.d.pieces]
            if name not in self.d.broken:
                self.problems.error("not-pieces", node.what.span, name=node.what.span.text, near=nearest(name, known), allowed=known)
            return None
        numbered = self._numbered(node.place, scope)
        if numbered is not None:
            row, index, number = numbered
            if index is None or number is None or not self._holds(row, family, node.place):
                return None
            return m.AtNumber(node.span, set_of(family), row.index, index, number)
        place = self._value(node.place, scope)
        zone = self.zone_of(place, node.place)
        if place is None or zone is None or not self._holds(zone, family, node.place):
            return None
        if place.type.many:
            return m.AllContents(node.span, set_of(family), zone.index, place)
        return m.Contents(node.span, set_of(family), zone.index, place)

    def _numbered(self, node: syntax.Expression, scope: Scope) -> tuple[m.Zone, m.Expr | None, m.Expr | None] | None:
        """`pile(n)`, `pile 3`, `row(n) of p`: the zone, which of them, and the number; None where the place has no number."""
        inner = node.what if isinstance(node, syntax.Belonging) else node
        if not isinstance(inner, (syntax.Call, syntax.Numbered)) or inner.name not in self.d.zones:
            return None
        zone = self.d.zones[inner.name]
        self.d.used.add(zone.name)
        if not zone.ordered:
            self.problems.error("zone-without-order", node.span, name=zone.name)
        if isinstance(inner, syntax.Numbered):
            number: m.Expr | None = self.expressions.number(syntax.Number(inner.span, inner.number), scope)
        elif len(inner.arguments) == 1:
            number = self.expressions.number(inner.arguments[0], scope)
        else:
            self.problems.error("argument-count", inner.span, name=inner.name, wanted=1, found=len(inner.arguments))
            number = None
        index: m.Expr | None
        if isinstance(node, syntax.Belonging):
            index = self.expressions.fitting(node.owner, scope, element(self.d.families["player"]))
        elif zone.per_player:
            self.problems.error("whose-zone", node.span, name=zone.name)
            index = None
        else:
            index = m.Const(node.span, element(zone.family), 0)
        return zone, index, number

    def _value(self, node: syntax.Expression, scope: Scope) -> m.Expr | None:
        """The value of a place; a name that nothing declares was meant to be a zone."""
        d = self.d
        if isinstance(node, syntax.Name) and node.name not in scope.locals and not any(node.name in known for known in (d.names, d.words, d.broken)):
            known = [*(zone.name for zone in d.zones.values()), *(zone.family.plural for zone in d.zones.values())]
            self.problems.error("unknown-zone", node.span, name=node.name, near=nearest(node.name, known), allowed=list(d.zones))
            return None
        return self.expressions.value(node, scope)

    def zone_of(self, place: m.Expr | None, node: syntax.Syntax) -> m.Zone | None:
        """The kind of zone that an expression is one of."""
        if place is None:
            return None
        zone = self.d.zones.get(place.type.family.name) if place.type.family is not None else None
        if zone is None or place.type.optional:
            code = "maybe-none" if zone is not None else "not-a-zone"
            self.problems.error(code, node.span, name=node.span.text, found=str(place.type), allowed=list(self.d.zones))
            return None
        return zone

    def _holds(self, zone: m.Zone, family: Family, node: syntax.Syntax) -> bool:
        if zone.pieces == family:
            return True
        self.problems.error("holds-others", node.span, name=zone.name, found=family.plural, wanted=zone.pieces.plural)
        return False

    # ---- where pieces are put

    def target(self, node: syntax.Expression, scope: Scope) -> tuple[m.Zone, m.Expr] | None:
        """The zone that a statement moves pieces into: `centre`, `hand of p`, `end of c`."""
        if isinstance(node, syntax.Belonging) and isinstance(node.what, syntax.Name) and node.what.name == "end":
            found = self.target(node.owner, scope)
            if found is not None and not found[0].ordered:
                self.problems.error("zone-without-order", node.span, name=found[0].name)
                return None
            return found
        inner = node.what if isinstance(node, syntax.Belonging) else node
        if isinstance(inner, (syntax.Call, syntax.Numbered)) and inner.name in self.d.zones:
            numbered = self.d.zones[inner.name]
            self.problems.error("numbered-place", node.span, name=numbered.name, pieces=numbered.pieces.plural)
            return None
        place = self._value(node, scope)
        zone = self.zone_of(place, node)
        if zone is None or place is None:
            return None
        if place.type.many:
            self.problems.error("several-zones", node.span, name=zone.family.plural)
            return None
        return zone, place
