"""What a scenario's `then` says must hold: whose turn it is, what is offered, what happened, and what lies or stands where.

Every key that is none of these is an address, compared with the value beside it; what lies in an ordered zone, piece by piece.
"""

from __future__ import annotations

from collections.abc import Sequence as Listed
from typing import Any

from . import model as m
from .addresses import Addresses, text_of
from .checker.declarations import entries, texts_of
from .choosing import any_priced
from .document import Entry, Node, Scalar, Sequence
from .events import Event
from .names import outcome_name
from .reasons import why
from .suggest import nearest
from .trace import Teller
from .types import Type
from .variants import find


class Expectations:
    """What a scenario's `then` says must hold; every other key is an address."""

    def __init__(self, addresses: Addresses, events: Listed[Event]):
        self.addresses, self.events, self.model = addresses, events, addresses.model
        self.state, self.problems = addresses.state, addresses.problems
        self.checks: dict[str, Any] = {
            "turn": self._turn, "block": self._block, "outcome": self._outcome, "over": self._over, "winners": self._winners,
            "offered": self._offered, "not offered": self._not_offered, "withheld": self._withheld, "priced": self._priced, "marked": self._marked,
            "chances": self._chances, "events": self._events, "no events": self._no_events, "why": self._why, "counters": self._counters,
        }  # fmt: skip

    def check(self, expected: dict[str, Entry]) -> None:
        for key, entry in expected.items():
            self.checks.get(key, self._address)(entry)

    def _fail(self, node: Node, expected: Any, found: Any) -> None:
        self.problems.error("scenario-failed", node.span, expected=str(expected), found=str(found))

    def _same(self, node: Node, expected: Any, found: Any) -> None:
        if expected != found:
            self._fail(node, expected, found)

    def _address(self, entry: Entry) -> None:
        found = self.addresses.expression(entry.key)
        if found is None:
            return
        if isinstance(found, m.Contents) and self.model.zones[found.zone].ordered:
            self._row(found, entry)
            return
        hint = found.type if found.type.many else Type(found.type.kind, found.type.family, optional=found.type.is_element)
        wanted = self.addresses.expression(entry.value, hint)
        if wanted is None:
            return
        value, right = self.addresses.evaluate(found), self.addresses.evaluate(wanted)
        if value != right:
            teller = Teller(self.model, self.state.players, "en")
            self._fail(entry.value, teller.value(found.type, right), teller.value(found.type, value))

    def _row(self, found: m.Contents, entry: Entry) -> None:
        """The pieces of an ordered zone, one behind the other."""
        zone, value = self.model.zones[found.zone], entry.value
        family = zone.pieces
        items = value.items if isinstance(value, Sequence) else () if text_of(value) == "none" else (value,)
        wanted = [self.addresses.piece(item, family) for item in items]
        lying = self.addresses.lying(zone, self.addresses.evaluate(found.index))
        if None not in wanted and wanted != lying:
            shown = [", ".join(family.members[piece] for piece in row if piece is not None) or "none" for row in (wanted, lying)]
            self._fail(entry.value, *shown)

    def _turn(self, entry: Entry) -> None:
        seat = self.addresses.seat(entry.value)
        names = self.state.players
        found = self.state.turn if self.state.turn is not None else -1
        if seat is not None:
            self._same(entry.value, names.get(seat, "none"), names.get(found, "none"))

    def _block(self, entry: Entry) -> None:
        self._same(entry.value, text_of(entry.value), self.state.block.name if self.state.block else "—")

    def _outcome(self, entry: Entry) -> None:
        drawn = [event for event in self.events if hasattr(event, "outcome")]
        last: Any = drawn[-1] if drawn else None
        outcome = next((o for o in self.model.outcomes if last and o.name == last.outcome), None)
        self._same(entry.value, text_of(entry.value), outcome_name(outcome, last.result) if outcome else "—")

    def _over(self, entry: Entry) -> None:
        self._same(entry.value, text_of(entry.value), "yes" if self.state.result() else "no")

    def _winners(self, entry: Entry) -> None:
        result = self.state.result()
        found = {self.state.players[seat] for seat in result.winners} if result else None
        wanted = {item.value for item in texts_of(entry.value)} if isinstance(entry.value, Sequence) else {text_of(entry.value)} - {"none"}
        if found != wanted:
            self._fail(entry.value, ", ".join(sorted(wanted)) or "none", "—" if found is None else ", ".join(sorted(found)) or "none")

    # ---- options

    def _names(self, *standings: str) -> list[str]:
        return [self.state.name(each.option) for each in self.state.candidates if each.standing in standings]

    def _wanted(self, entry: Entry) -> list[tuple[Node, str]]:
        items = texts_of(entry.value) if isinstance(entry.value, Sequence) else [entry.value]
        return [(item, self.addresses.canonical(item.value)) for item in items if isinstance(item, Scalar) and item.value != "none"]

    def _offered(self, entry: Entry) -> None:
        """All the options that are offered, in any order."""
        found, wanted = self._names("offered", "breach"), [name for _, name in self._wanted(entry)]
        if sorted(found) != sorted(wanted):
            self._fail(entry.value, ", ".join(wanted) or "none", ", ".join(found) or "none")

    def _not_offered(self, entry: Entry) -> None:
        found = self._names("offered", "breach")
        for node, name in self._wanted(entry):
            if name in found:
                self._fail(node, "—", name)

    def _withheld(self, entry: Entry) -> None:
        found = self._names("outranked", "wasteful", "idle")
        for node, name in self._wanted(entry):
            if name not in found:
                self._fail(node, name, ", ".join(found) or "none")

    def _priced(self, entry: Entry) -> None:
        found = self._names("breach")
        for node, name in self._wanted(entry):
            if name not in found:
                self._fail(node, name, ", ".join(found) or "none")

    def _marked(self, entry: Entry) -> None:
        """By option, offered or withheld, the names of the marks beside it."""
        candidates = {self.state.name(each.option): each for each in self.state.candidates}
        priced = any_priced(self.state.candidates)
        for key, part in entries(entry.value).items():
            each = candidates.get(self.addresses.canonical(key))
            found = [mark.name for mark in self.state.machine.marks(self.state.cells, each, priced)] if each is not None else ["—"]
            items = texts_of(part.value) if isinstance(part.value, Sequence) else [part.value]
            wanted = [item.value for item in items if isinstance(item, Scalar) and item.value != "none"]
            if sorted(wanted) != sorted(found):
                self._fail(part.value, ", ".join(wanted) or "none", ", ".join(found) or "none")

    def _chances(self, entry: Entry) -> None:
        found = {name: f"{above}/{below}" for name, (above, below) in self.state.outcomes().items()}
        for key, part in entries(entry.value).items():
            self._same(part.value, text_of(part.value), found.get(key, "0"))

    # ---- what happened

    def _events(self, entry: Entry) -> None:
        happened = {event.path for event in self.events}
        for item in texts_of(entry.value):
            if find(self.addresses.desk.declarations.root, item.value) is None:
                near = nearest(item.value, self.model.rules)
                self.problems.error("unknown-rule", item.span, path=item.value, near=near)
            elif item.value not in happened:
                self._fail(item, item.value, "—")

    def _no_events(self, entry: Entry) -> None:
        happened = {event.path for event in self.events}
        for item in texts_of(entry.value):
            if item.value in happened:
                self._fail(item, "—", item.value)

    def _why(self, entry: Entry) -> None:
        """The rule that decides, by its path or its own text; or the kind of reason."""
        for key, part in entries(entry.value).items():
            reason = why(self.state, self.addresses.canonical(key))
            said = [reason.kind, *([" ".join(reason.rule.text.split())] if reason.rule else []), str(reason.values.get("clause", ""))]
            said += [path for path, span in self.model.rules.items() if span == reason.rule]
            if text_of(part.value) not in said:
                self._fail(part.value, text_of(part.value), reason.text("en"))

    def _counters(self, entry: Entry) -> None:
        result = self.state.result()
        for key, part in entries(entry.value).items():
            found = result.counters.get(key) if result else None
            self._same(part.value, text_of(part.value), "—" if found is None else str(found))
