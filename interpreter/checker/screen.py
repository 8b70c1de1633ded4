"""What the screen shows: the widgets of a rule file, with the variables, zones and sets that they draw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .. import model as m
from ..document import Entry, Node, Scalar, Sequence
from ..suggest import nearest
from ..types import Type, set_of
from .declarations import Declarations, entries, texts_of
from .flow import Flow
from .scope import Scope

KINDS = ("table", "values", "counts", "hand", "places", "row", "arms")


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
        of_players = tuple(self.d.attributes.get("player", {}).values())
        return m.Widget("table", of_players), m.Widget("values", tuple(self.d.variables.values()))

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
            return m.Widget("values", self._columns(subject, self.d.variables))
        if kind == "table":
            if not isinstance(subject, Scalar) or subject.value != "players":
                self.problems.error("unknown-family", subject.span, name=getattr(subject, "value", ""), near="players", allowed=["players"])
                return None
            return m.Widget("table", self._columns(parts["columns"].value if "columns" in parts else None, self.d.attributes.get("player", {})))
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
        symbols = [self._symbol(key, entry, zone) for key, entry in entries(parts["symbols"].value if "symbols" in parts else None).items()]
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

    def _symbol(self, name: str, entry: Entry, zone: m.Zone) -> m.Symbol | None:
        parts = entries(entry.value)
        show = parts["show"].value if "show" in parts else None
        if "at" not in parts or not isinstance(show, Scalar):
            return None
        at, needs = self._set(parts["at"].value, set_of(zone.family))
        return m.Symbol(name, show.value, at, needs) if at is not None else None

    def _set(self, node: Node, wanted: Type) -> tuple[m.Expr | None, tuple[int, ...]]:
        scope = Scope()
        found = self.flow.expressions.fitting(self.d.tree(node), scope, wanted)
        return found, tuple(scope.needs)

    def _needing(self, node: Node) -> tuple[m.Expr | None, tuple[int, ...]]:
        scope = Scope()
        return self.flow.expressions.flag(self.d.tree(node), scope), tuple(scope.needs)

    def _columns(self, node: Node | None, known: dict[str, m.Variable]) -> tuple[m.Variable, ...]:
        found = []
        for name in texts_of(node):
            if name.value in known:
                found.append(known[name.value])
            elif name.value not in self.d.broken:
                self.problems.error("unknown-name", name.span, name=name.value, near=nearest(name.value, known))
        return tuple(found)
