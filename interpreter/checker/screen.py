"""What the screen shows: the widgets of a rule file, with the variables, zones and sets that they draw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .. import model as m
from .. import syntax
from ..document import Entry, Node, Scalar, Sequence
from ..suggest import nearest
from ..types import NUMBER, Family, Type, element, set_of
from .declarations import Declarations, entries, texts_of
from .flow import Flow
from .scope import Scope

KINDS = ("table", "values", "counts", "hand", "places", "row", "arms", "ring", "grid", "clock", "history")
COLOURS = ("red", "yellow", "green", "blue", "magenta", "cyan", "white", "black", "orange", "purple", "gold")


class Screen:
    """Checks the widgets."""

    def __init__(self, d: Declarations, flow: Flow):
        self.d, self.flow, self.problems = d, flow, d.problems

    def widgets(self) -> tuple[m.Widget, ...]:
        node = self.d.root.get("screen")
        if node is None:
            return self._everything()
        items = node.items if isinstance(node, Sequence) else ()
        found = [self._widget(item, entries(item)) for item in items]
        return tuple(widget for widget in found if widget is not None)

    def _everything(self) -> tuple[m.Widget, ...]:
        """What a file without a `screen` shows: all its variables."""
        table = m.Widget("table", tuple(self._column(name, None, True) for name in self.d.attributes.get("player", {})))
        return table, m.Widget("values", tuple(self._column(name, None, False) for name in self.d.variables))

    def _widget(self, node: Node, parts: dict[str, Entry]) -> m.Widget | None:
        kind = next((key for key in KINDS if key in parts), None)
        if kind is None:
            key = next(iter(parts.values())).key if parts else None
            name = key.value if key else ""
            self.problems.error("unknown-widget", key.span if key else node.span, name=name, near=nearest(name, KINDS), allowed=list(KINDS))
            return None
        subject = parts[kind].value
        widget = self._of_kind(kind, subject, parts)
        if widget is None:
            return None
        widget = replace(widget, after=tuple(self._blocks(parts["after"].value if "after" in parts else None)))
        if "when" not in parts:
            return widget
        condition, needs = self._needing(parts["when"].value)
        return replace(widget, when=condition, needs=needs)

    def _blocks(self, node: Node | None) -> Iterator[int]:
        for name in texts_of(node):
            if name.value in self.flow.by_name:
                yield self.flow.by_name[name.value].index
            else:
                known = list(self.flow.by_name)
                self.problems.error("unknown-block", name.span, name=name.value, near=nearest(name.value, known), allowed=known)

    def _of_kind(self, kind: str, subject: Node, parts: dict[str, Entry]) -> m.Widget | None:
        if kind == "values":
            return m.Widget("values", self._columns(subject, False))
        if kind == "ring":
            return self._ring(subject, parts)
        if kind == "grid":
            return self._grid(subject, parts)
        if kind == "clock":
            return self._clock(subject)
        if kind == "history":
            return self._history(subject, parts)
        if kind == "table":
            if not isinstance(subject, Scalar) or subject.value != "players":
                self.problems.error("unknown-family", subject.span, name=getattr(subject, "value", ""), near="players", allowed=["players"])
                return None
            return m.Widget("table", self._columns(parts["columns"].value if "columns" in parts else None, True))
        zone = self._zone(subject)
        if zone is None:
            return None
        if kind in ("arms", "hand") and not zone.per_player:
            self.problems.error("zone-of-nobody", subject.span, name=zone.name, kind=kind)
        if kind in ("arms", "places", "row") and not zone.ordered:
            self.problems.error("zone-without-order", subject.span, name=zone.name)
        widget = m.Widget(kind, zone=zone.index, ends=self._ends(zone, parts))
        if kind not in ("arms", "row"):
            return widget
        middle = self._zone(parts["middle"].value) if "middle" in parts else None
        before = self._zone(parts["before"].value) if "before" in parts else None
        across = self._set(parts["across"].value, set_of(zone.pieces))[0] if "across" in parts else None
        symbols = [self._symbol(key, entry, zone.family) for key, entry in entries(parts["symbols"].value if "symbols" in parts else None).items()]
        return replace(
            widget, middle=middle.index if middle else None, before=before.index if before else None, across=across,
            symbols=tuple(symbol for symbol in symbols if symbol is not None),
        )  # fmt: skip

    def _zone(self, node: Node) -> m.Zone | None:
        """A zone by its name or its plural."""
        name = node.value if isinstance(node, Scalar) else ""
        zones = {zone.name: zone for zone in self.d.zones.values()} | {zone.family.plural: zone for zone in self.d.zones.values()}
        if name not in zones:
            self.problems.error("unknown-zone", node.span, name=name, near=nearest(name, zones), allowed=list(self.d.zones))
            return None
        return zones[name]

    def _ends(self, zone: m.Zone, parts: dict[str, Entry]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        if "ends" not in parts:
            return None
        kind = next(kind for kind in self.d.pieces.values() if kind.family == zone.pieces)
        tables = []
        for name in texts_of(parts["ends"].value):
            if name.value not in kind.attributes:
                known, family = list(kind.attributes), kind.family.name
                self.problems.error("no-such-attribute", name.span, name=name.value, family=family, near=nearest(name.value, known), allowed=known)
                return None
            tables.append(kind.attributes[name.value][1])
        if len(tables) != 2:
            self.problems.error("two-ends", parts["ends"].key.span)
            return None
        return tables[0], tables[1]

    # ---- boards, clocks, histories

    def _ring(self, subject: Node, parts: dict[str, Entry]) -> m.Widget | None:
        """A ring of spaces with what belongs to it; every space of the board must be drawn somewhere."""
        board = self.d.board
        ring = self._spaces(subject, ("ring",))
        if ring is None or board is None:
            return None
        lanes, pockets = ([self._spaces(node, forms) for node in texts_of(parts[key].value if key in parts else None)]
                          for key, forms in (("lanes", ("lane",)), ("pockets", ("pocket",))))  # fmt: skip
        shown = [kind for kind in (ring, *lanes, *pockets) if kind is not None]
        for kind in board.kinds:
            if kind not in shown and len(shown) == 1 + len(lanes) + len(pockets):
                self.problems.error("layout-misses", parts["ring"].key.span, name=kind.name)
        if not ring.per_seat:
            self.problems.error("zone-of-nobody", subject.span, name=ring.name, kind="ring")
        colours = self._colours(parts)
        found = m.Ring(ring, tuple(kind for kind in lanes if kind), tuple(kind for kind in pockets if kind), colours)
        symbols = [self._symbol(key, entry, board.family) for key, entry in entries(parts["symbols"].value if "symbols" in parts else None).items()]
        return m.Widget("ring", ring=found, symbols=tuple(symbol for symbol in symbols if symbol is not None))

    def _grid(self, subject: Node, parts: dict[str, Entry]) -> m.Widget | None:
        """A grid, or a lane folded into rows of so many."""
        spaces, board = self._spaces(subject, ("grid", "lane")), self.d.board
        if spaces is None or board is None:
            return None
        if spaces.per_seat:
            self.problems.error("spaces-of-seats", subject.span, name=spaces.name)
            return None
        wide = spaces.columns or (_number(parts["wide"].value) if "wide" in parts else len(spaces.spaces))
        numbered = texts_of(parts["numbered"].value) if "numbered" in parts else None
        sides = frozenset(name.value for name in numbered) if numbered is not None else frozenset(("columns", "rows"))
        framed = "framed" in parts and isinstance(parts["framed"].value, Scalar) and parts["framed"].value.value == "yes"
        grid = m.Grid(spaces, wide, framed, sides, self._amount(parts), self._colours(parts))
        symbols = [self._symbol(key, entry, board.family) for key, entry in entries(parts["symbols"].value if "symbols" in parts else None).items()]
        return m.Widget("grid", grid=grid, symbols=tuple(symbol for symbol in symbols if symbol is not None))

    def _amount(self, parts: dict[str, Entry]) -> m.Variable | None:
        """The variable of spaces that is shown on each."""
        node = parts["amount"].value if "amount" in parts else None
        known = self.d.attributes.get("space", {})
        if not isinstance(node, Scalar):
            return None
        if node.value not in known:
            self.problems.error("no-such-attribute", node.span, name=node.value, family="space", near=nearest(node.value, known), allowed=list(known))
            return None
        self.d.used.add(node.value)
        return known[node.value]

    def _spaces(self, node: Node, forms: tuple[str, ...]) -> m.SpaceKind | None:
        """The spaces of that name, which must be of one of these forms."""
        name = node.value if isinstance(node, Scalar) else ""
        kind, known = self.d.spaces.get(name), [kind.name for kind in self.d.spaces.values() if kind.form in forms]
        if kind is None or kind.form not in forms:
            code = "no-such-space" if kind is None else "not-that-form"
            self.problems.error(code, node.span, name=name, form=forms[0], near=nearest(name, known), allowed=known)
            return None
        return kind

    def _colours(self, parts: dict[str, Entry]) -> dict[int, str]:
        """The colour of every seat's side and pieces."""
        seats, found = self.d.families["player"].members, {}
        for key, entry in entries(parts["colours"].value if "colours" in parts else None).items():
            colour = entry.value.value if isinstance(entry.value, Scalar) else ""
            if key not in seats:
                self.problems.error("unknown-seat", entry.key.span, name=key, near=nearest(key, seats), allowed=list(seats))
            elif self._is_colour(entry.value):
                found[seats.index(key)] = colour
        return found

    def _is_colour(self, node: Node) -> bool:
        colour = node.value if isinstance(node, Scalar) else ""
        if colour not in COLOURS:
            self.problems.error("not-one-of", node.span, value=colour, near=nearest(colour, COLOURS), allowed=list(COLOURS))
        return colour in COLOURS

    def _clock(self, subject: Node) -> m.Widget | None:
        """How much of a block's time is left."""
        timed = {block.name: block.index for block in self.d.blocks if "time" in block.node.entries}
        name = subject.value if isinstance(subject, Scalar) else ""
        if name not in timed:
            self.problems.error("unknown-block", subject.span, name=name, near=nearest(name, timed), allowed=list(timed))
            return None
        return m.Widget("clock", needs=(timed[name],))

    def _history(self, subject: Node, parts: dict[str, Entry]) -> m.Widget | None:
        """The last draws of a chance event."""
        name, known = subject.value if isinstance(subject, Scalar) else "", list(self.d.outcomes)
        if name not in self.d.outcomes:
            self.problems.error("unknown-outcome", subject.span, name=name, near=nearest(name, known), allowed=known)
            return None
        last = parts["last"].value if "last" in parts else None
        return m.Widget("history", outcome=name, last=int(last.value) if isinstance(last, Scalar) and last.value.isdigit() else 12)

    def _symbol(self, name: str, entry: Entry, family: Family) -> m.Symbol | None:
        parts = entries(entry.value)
        show = parts["show"].value if "show" in parts else None
        if "at" not in parts or not isinstance(show, Scalar):
            return None
        at, needs = self._set(parts["at"].value, set_of(family))
        colour = parts["colour"].value if "colour" in parts else None
        named = colour.value if isinstance(colour, Scalar) and self._is_colour(colour) else ""
        return m.Symbol(name, show.value, at, needs, named) if at is not None else None

    def _set(self, node: Node, wanted: Type) -> tuple[m.Expr | None, tuple[int, ...]]:
        scope = Scope()
        found = self.flow.expressions.fitting(self.d.tree(node), scope, wanted)
        return found, tuple(scope.needs)

    def _needing(self, node: Node) -> tuple[m.Expr | None, tuple[int, ...]]:
        scope = Scope()
        return self.flow.expressions.flag(self.d.tree(node), scope), tuple(scope.needs)

    # ---- columns

    def _columns(self, node: Node | None, of_players: bool) -> tuple[m.Column, ...]:
        return tuple(self._column(name.value, name, of_players) for name in texts_of(node) if name.value not in self.d.broken)

    def _column(self, name: str, node: Scalar | None, of_players: bool) -> m.Column:
        """What is shown under a name: a variable, dice, or a definition; in a table of players, one of a player."""
        d, scope = self.d, Scope()
        span = node.span if node is not None else self.d.root.span
        seats = d.families["player"]
        if of_players:
            slot: int | None = d.new_slot()
            scope = Scope({}, (slot or 0, element(seats)))
            tree: syntax.Expression = syntax.Element(span, name)
            if name in d.definitions:
                scope = Scope({"·": (slot or 0, element(seats))})
                tree = syntax.Call(span, name, (syntax.Name(span, "·"),), span)
        else:
            slot, tree = None, syntax.Name(span, name)
        value = self.flow.expressions.value(tree, scope)
        return m.Column(name, value or m.Const(span, NUMBER, 0), slot, tuple(need for need in scope.needs if need >= 0))


def _number(node: Node) -> int:
    return max(1, int(node.value)) if isinstance(node, Scalar) and node.value.isdigit() else 1
