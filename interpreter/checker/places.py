"""Places: zones and spaces by name, with their owner, a number, an end; what lies there, and where pieces are put.

A place is `NAME`, `NAME of PLAYER`, `NAME(NUMBER)`, any expression that is a zone or a space, or, as a target, `end of ZONE`. The plural of a
zone is those of all players together; a space of every seat's that is named without `of` is all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import model as m
from .. import syntax
from ..source import Span
from ..suggest import nearest
from ..types import NUMBER, Family, Type, element, set_of
from .boards import named_spaces
from .grids import NO_NUMBER, Grids
from .scope import Scope

if TYPE_CHECKING:
    from .expressions import Expressions


class Places:
    """Checks places against the zones."""

    def __init__(self, expressions: Expressions):
        self.expressions, self.d, self.problems = expressions, expressions.d, expressions.problems
        self.grids = Grids(expressions)

    def named(self, node: syntax.Name, scope: Scope) -> m.Expr | None:
        """A piece's plural, a zone or a zone's plural used as a value; None where the name is none of these."""
        d, span = self.d, node.span
        family = d.plurals.get(node.name)
        if family is not None and family.name in d.pieces:
            kind = d.pieces[family.name]
            if kind.owners is not None:  # those of the seats that are taken
                taken = m.Read(span, set_of(d.families["player"]), m.TAKEN, "players")
                return m.OwnedBy(span, set_of(family), kind.masks(d.families["player"].size), taken)
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
        """`hand of p`, `street 3 of p`, `tokens of p`, `ways of t by n`, `uses of dice`."""
        name = getattr(node.what, "name", "")
        if isinstance(node.what, syntax.Name) and name == "ways":
            return self._ways(node, scope)
        if node.by is not None:
            self.problems.error("by-without-ways", node.by.span, name=node.what.span.text)
            return None
        if isinstance(node.what, syntax.Name) and name == "uses":
            return self._uses(node, scope)
        if isinstance(node.what, syntax.Name) and name == "lines":
            return self.grids.lines(node, None, scope)
        if isinstance(node.what, syntax.Name) and name == "neighbours":
            return self.grids.neighbours(node, scope)
        if name in self.d.spaces:
            return self.space(node.what, node.owner, scope)
        family = self.d.plurals.get(name)
        if family is not None and family.name in self.d.pieces and isinstance(node.what, syntax.Name):
            return self._pieces_of(node, self.d.pieces[family.name], scope)
        zone = self.d.zones.get(name)
        if zone is None:
            known = [*(zone.name for zone in self.d.zones.values() if zone.per_player), *self.d.spaces]
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

    def _pieces_of(self, node: syntax.Belonging, kind: m.PieceKind, scope: Scope) -> m.Expr | None:
        seats = self.d.families["player"]
        if kind.owners is None:
            self.problems.error("pieces-of-nobody", node.span, name=kind.family.plural)
            return None
        owner = self.expressions.fitting(node.owner, scope, element(seats))
        masks = kind.masks(seats.size)
        return m.Lookup(node.span, set_of(kind.family), masks, owner, kind.family.plural) if owner is not None else None

    def _uses(self, node: syntax.Belonging, scope: Scope) -> m.Expr | None:
        die = self.d.families["die"]
        dice = self.expressions.fitting(node.owner, scope, set_of(die))
        return m.Uses(node.span, Type("uses", die, True), dice) if dice is not None else None

    def _ways(self, node: syntax.Belonging, scope: Scope) -> m.Expr | None:
        if node.by is None:
            self.problems.error("ways-without-by", node.span)
            return None
        piece, number = self.expressions.known(node.owner, scope), self.expressions.number(node.by, scope)
        if piece is None or number is None:
            return None
        family = piece.type.family
        if not piece.type.is_element or piece.type.optional or family is None or family.name not in self.d.ways:
            code = "maybe-none" if piece.type.optional else "wrong-type"
            wanted = next(iter(self.d.ways), "") or "a-piece-with-a-route"
            self.problems.error(code, node.owner.span, name=node.owner.span.text, found=str(piece.type), wanted=wanted)
            return None
        kind = list(self.d.pieces).index(family.name)
        return m.Ways(node.span, element(self.d.ways[family.name]).set, kind, piece, number)

    # ---- spaces

    def space(self, what: syntax.Expression, owner: syntax.Expression | None, scope: Scope) -> m.Expr | None:
        """`centre`, `track 5`, `street(n) of p`; without `of`, those of every seat."""
        assert self.d.board is not None and isinstance(what, (syntax.Name, syntax.Numbered, syntax.Call))
        kind, seats, family = self.d.spaces[what.name], self.d.families["player"], self.d.board.family
        if kind.form == "grid":
            return self.grids.place(what, owner, kind, scope)
        number = self._number_of(what, scope)
        if number is None:
            return None
        if owner is not None and not kind.per_seat:
            self.problems.error("owner-of-none", what.span, name=kind.name)
            return None
        seat = self.expressions.fitting(owner, scope, element(seats)) if owner is not None else None
        if owner is not None and seat is None:
            return None
        if isinstance(number, m.Const):
            if number.value not in kind.spaces:
                self.problems.error("no-such-number", what.span, name=kind.name, allowed=[named_spaces(kind)])
                return None
            row = kind.spaces[number.value]
            if seat is not None:
                return m.Lookup(what.span, element(family), row, seat, kind.name)
            if kind.per_seat:
                return m.Const(what.span, set_of(family), sum(1 << space for space in row))
            return m.Const(what.span, element(family), row[0])
        if seat is None and kind.per_seat:
            self.problems.error("whose-space", what.span, name=kind.name)
            return None
        return m.SpaceAt(what.span, element(family), kind.spaces, number, seat, kind.name)

    def _number_of(self, what: syntax.Name | syntax.Numbered | syntax.Call, scope: Scope) -> m.Expr | None:
        """The number of a space, as an expression; of a pocket, which has none, a constant."""
        if isinstance(what, syntax.Name):
            return m.Const(what.span, NUMBER, NO_NUMBER)
        if isinstance(what, syntax.Numbered):
            return self.expressions.number(syntax.Number(what.span, what.number), scope)
        if len(what.arguments) != 1:
            self.problems.error("argument-count", what.span, name=what.name, wanted=1, found=len(what.arguments))
            return None
        return self.expressions.number(what.arguments[0], scope)

    def all_of(self, kind: m.SpaceKind, span: Span) -> m.Expr:
        """The spaces of one name, as a set."""
        assert self.d.board is not None
        return m.Const(span, set_of(self.d.board.family), kind.mask)

    # ---- what lies somewhere

    def contents(self, node: syntax.Placed, scope: Scope) -> m.Expr | None:
        """`tiles at hand of p`, `tokens of p at s`"""
        what = node.what.what if isinstance(node.what, syntax.Belonging) else node.what
        if isinstance(node.what, syntax.Belonging) and isinstance(what, syntax.Name) and what.name == "lines":
            return self.grids.lines(node.what, node.place, scope)
        name = what.name if isinstance(what, syntax.Name) else ""
        family = self.d.plurals.get(name)
        if family is None or family.name not in self.d.pieces:
            known = [plural for plural, several in self.d.plurals.items() if several.name in self.d.pieces]
            if name not in self.d.broken:
                self.problems.error("not-pieces", node.what.span, name=node.what.span.text, near=nearest(name, known), allowed=known)
            return None
        found = self._lying(node, family, scope)
        if not isinstance(node.what, syntax.Belonging) or found is None:
            return found
        own = self.owned(node.what, scope)
        return m.Intersection(node.span, found.type, found, own) if own is not None else None

    def _lying(self, node: syntax.Placed, family: Family, scope: Scope) -> m.Expr | None:
        """The pieces of a kind at a place, whosever they are."""
        numbered = self._numbered(node.place, scope)
        if numbered is not None:
            row, index, number = numbered
            if index is None or number is None or not self._holds(row, family, node.place):
                return None
            return m.AtNumber(node.span, set_of(family), row.index, index, number)
        place = self._value(node.place, scope)
        zone = self.zone_of(place, node.place, family)
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
        """The value of a place; a name that nothing declares was meant to be a zone or a space."""
        d = self.d
        if isinstance(node, syntax.Name) and node.name not in scope.locals and not any(node.name in known for known in (d.names, d.words, d.broken)):
            known = [*(zone.name for zone in d.zones.values()), *(zone.family.plural for zone in d.zones.values()), *d.spaces]
            self.problems.error("unknown-zone", node.span, name=node.name, near=nearest(node.name, known), allowed=[*d.zones, *d.spaces])
            return None
        if isinstance(node, (syntax.Numbered, syntax.Call)) and node.name in d.spaces and node.name not in scope.locals:
            return self.space(node, None, scope)
        return self.expressions.known(node, scope)

    def zone_of(self, place: m.Expr | None, node: syntax.Syntax, pieces: Family | None) -> m.Zone | None:
        """The kind of zone that an expression is one of; of spaces, that of these pieces."""
        if place is None:
            return None
        d, family = self.d, place.type.family
        zone = d.zones.get(family.name) if family is not None else None
        if family is not None and d.board is not None and family == d.board.family:
            zone = d.board_zones.get(pieces.name) if pieces is not None else None
            if zone is None and pieces is not None:
                self.problems.error("not-on-board", node.span, name=pieces.plural)
                return None
        if zone is None or place.type.optional:
            code = "maybe-none" if zone is not None else "not-a-zone"
            self.problems.error(code, node.span, name=node.span.text, found=str(place.type), allowed=[*d.zones, *d.spaces])
            return None
        return zone

    def _holds(self, zone: m.Zone, family: Family, node: syntax.Syntax) -> bool:
        if zone.pieces == family:
            return True
        self.problems.error("holds-others", node.span, name=zone.name, found=family.plural, wanted=zone.pieces.plural)
        return False

    # ---- where pieces are put

    def target(self, node: syntax.Expression, scope: Scope, pieces: Family | None = None) -> tuple[m.Zone, m.Expr] | None:
        """The zone that a statement moves pieces into: `centre`, `hand of p`, `end of c`, `street 0 of p`."""
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
        zone = self.zone_of(place, node, pieces)
        if zone is None or place is None:
            return None
        if place.type.many:
            self.problems.error("several-spaces" if zone.on_board else "several-zones", node.span, name=node.span.text if zone.on_board else zone.family.plural)
            return None
        return zone, place
