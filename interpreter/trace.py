"""Events in words: headings, what happened, what changed, and under each the rule that caused it.

A `Teller` knows the game, the people at the table and the language. It makes `Line`s of events; whoever prints decides about colour and
width. In full, every change of the state is told; in short, only what the file's `screen` shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from . import events as e
from . import model as m
from .choosing import Option
from .events import EVERYBODY
from .names import outcome_name, value_name
from .source import Span
from .types import Family, Type
from .words import say


@dataclass(frozen=True, slots=True)
class Line:
    """A line for people: `kind` is heading, told, changed or finished; `depth` how many headings it stands under."""

    kind: str
    text: str
    depth: int
    rule: Span | None


class Teller:
    """Puts a game into words for the people who play it, by seat, in one language ('es' or 'en').

    `viewer` are the seats whose eyes read it: a piece that they may not know is only called by its kind. EVERYBODY sees all.
    """

    def __init__(self, model: m.Model, players: dict[int, str], lang: str, viewer: int = EVERYBODY):
        self.model, self.players, self.lang, self.viewer = model, players, lang, viewer
        columns = [column for widget in model.screen for column in widget.columns]
        self.on_screen = {column.name for column in columns if column.value.type.family != model.die}  # dice show themselves when thrown

    # ---- words

    def label(self, name: str) -> str:
        """What the file calls a thing; its own name where the file does not say."""
        texts = self.model.labels.get(f"name:{name}")
        return "".join(part for part in texts.parts[self.lang] if isinstance(part, str)).strip() if texts else name.replace("_", " ")

    def action(self, name: str) -> str:
        """What the file calls an action, as far as that says the same whatever the situation."""
        texts = self.model.labels.get(f"action:{name}")
        fixed = "".join(part if isinstance(part, str) else "…" for part in texts.parts[self.lang]).strip() if texts else ""
        return fixed or name.replace("_", " ")

    def shown(self, value: e.Value) -> str:
        """A value of an event, as the viewer may read it."""
        if value.dice:
            return self.listed([str(n) for n in value.dice])
        if not self.sees(value) and value.type.family is not None:
            return self.label(value.type.family.name)
        return self.value(value.type, value.value)

    def sees(self, value: e.Value) -> bool:
        return EVERYBODY in (self.viewer, value.seen_by) or bool(self.viewer & value.seen_by)

    def value(self, kind: Type, value: int) -> str:
        """A value as people say it: their names, yes and no."""
        if kind.is_flag:
            return say(self.lang, "yes" if value else "no")
        if kind.many and kind.family is not None:
            found = [self.value(kind.one, place) for place in range(kind.family.size) if value >> place & 1]
            return self.listed(found) or say(self.lang, "nobody" if kind.family == self.model.seats else "nothing")
        if kind.family == self.model.seats:
            return self.players.get(value, say(self.lang, "nobody") if value < 0 else self.label(self.model.seats.members[value]))
        if kind.family is not None and value >= 0:
            return self._member(kind.family, value)
        return say(self.lang, "nothing") if kind.family is not None or kind.kind == "none" else value_name(kind, value, self.model)

    def _member(self, family: Family, value: int) -> str:
        """A member of a family; pieces and spaces by the label of their kind, where that says which it is."""
        if family.walked:
            return self._way(family, value)
        name, board = family.name, self.model.board
        if board is not None and family == board.family:
            name = board.kinds[board.attributes["kind"][1][value]].name
        texts = self.model.labels.get(f"name:{name}")
        parts = texts.parts[self.lang] if texts is not None else ()
        if not any(isinstance(part, m.Lookup) for part in parts):
            return self.label(family.members[value])
        return "".join(part if isinstance(part, str) else self.value(part.type, part.table[value]) for part in parts if isinstance(part, (str, m.Lookup)))

    def _way(self, family: Family, value: int) -> str:
        """The branches that a way takes; where it takes none, where it ends."""
        way, routes = self.model.way(family, value), self.model.kind_with(family).routes
        if way.branches:
            return self.listed([self.label(self.model.branches.members[branch]) for branch in way.branches])
        assert routes is not None and self.model.board is not None
        return self._member(self.model.board.family, routes.steps[way.end].space)

    def listed(self, words: Sequence[str]) -> str:
        """`a, b and c`"""
        if len(words) < 2:
            return "".join(words)
        last = words[-1]
        link = "e" if self.lang == "es" and last[:1].lower() in "ií" else say(self.lang, "and")
        return f"{', '.join(words[:-1])} {link} {last}"

    def text(self, told: e.Told | None) -> str | None:
        """A filled-in template of the file, in this language."""
        if told is None:
            return None
        return "".join(part if isinstance(part, str) else self.shown(part) for part in told[self.lang])

    def people(self, mask: int) -> str:
        return self.value(Type("element", self.model.seats, True), mask)

    # ---- events

    def lines(self, events: Iterable[e.Event], full: bool = False) -> Iterator[Line]:
        """The events as lines; in short, changes that follow each other are told together."""
        changes: dict[tuple[str, int], e.Change] = {}
        waiting: Line | None = None  # the heading of a block that acts by itself: shown once it does something that is told
        for event in events:
            if isinstance(event, e.Changed) and not full:
                for change in event.changes:
                    first = changes.get((change.name, change.owner))
                    before = first.before if first else change.before
                    changes[change.name, change.owner] = e.Change(change.name, change.owner, change.type, before, change.after)
                continue
            line = self._line(event, full)
            if line is None:
                continue
            told = not isinstance(event, (e.Entered, e.Drawn, e.Chosen, e.Finished))
            if waiting is not None and (told or self._shown(changes)):
                yield waiting
            yield from self._changes(changes)
            changes, waiting = {}, None
            if isinstance(event, e.Entered) and not self.model.blocks[event.block].steps:
                waiting = line
            else:
                yield line
        if waiting is not None and self._shown(changes):
            yield waiting
        yield from self._changes(changes)

    def _shown(self, changes: dict[tuple[str, int], e.Change]) -> list[e.Change]:
        return [change for change in changes.values() if change.name in self.on_screen and change.before != change.after]

    def _changes(self, changes: dict[tuple[str, int], e.Change]) -> Iterator[Line]:
        if shown := self._shown(changes):
            yield Line("changed", " · ".join(self._change(change) for change in shown), 0, None)

    def _change(self, change: e.Change) -> str:
        owner = f"{self.players.get(change.owner, '')}: " if change.owner >= 0 else ""
        before, after = self.value(change.type, change.before), self.value(change.type, change.after)
        return f"{owner}{self.label(change.name)} {before} → {after}"

    def _line(self, event: e.Event, full: bool) -> Line | None:
        match event:
            case e.Entered():
                return self._heading(event)
            case e.Drawn():
                return Line("told", self.text(event.told) or self._drawn(event), self._depth(event.path), event.span)
            case e.Chosen():
                return Line("told", self.text(event.told) or self._chosen(event), self._depth(event.path), event.span)
            case e.Finished():
                return Line("finished", self.text(event.told) or self.label(event.path.split(".")[-1]), 0, event.span)
            case e.Changed():
                changed = [change for change in event.changes if change.before != change.after]
                return Line("changed", " · ".join(self._change(change) for change in changed), 0, event.span) if changed else None
            case e.Moved():
                return Line("changed", self._moves(event), 0, event.span) if full and event.moves else None
            case e.TimedOut():
                return Line("told", say(self.lang, "timed-out", who=self.players.get(event.seat, "")), self._depth(event.path), event.span)
            case e.Left():
                return Line("told", say(self.lang, "left", block=self._block(event.block)), 0, event.span) if full else None
        text = self.text(event.told)
        return Line("told", text, 0, event.span) if text else None

    def _moves(self, event: e.Moved) -> str:
        """`6-4, 5-1: pile → hand of Ana`, or how many where the viewer may not know which."""
        ways: dict[tuple[int, int, int, int], list[e.Value]] = {}
        for value, *way in event.moves:
            ways.setdefault((way[0], way[1], way[2], way[3]), []).append(value)
        told = []
        for (zone, place, to, to_place), pieces in ways.items():
            known = all(self.sees(piece) for piece in pieces)
            what = ", ".join(self.shown(piece) for piece in pieces) if known else f"{len(pieces)} × {self.shown(pieces[0])}"
            told.append(f"{what}: {self._zone(zone, place)} → {self._zone(to, to_place)}")
        return " · ".join(told)

    def _zone(self, index: int, place: int) -> str:
        zone = self.model.zones[index]
        if zone.on_board:
            return self._member(zone.family, place)
        return self.label(zone.name) + (f" ({self.players.get(place, '')})" if zone.per_player else "")

    def _heading(self, event: e.Entered) -> Line | None:
        block = self.model.blocks[event.block]
        text = self.text(event.told)
        if text is None or block.draw or block.choose:
            return None
        return Line("heading", text, self._depth(event.path), event.span)

    def _depth(self, path: str) -> int:
        return path.count(".") - 1 if path.startswith("flow.") else 0

    def _block(self, index: int) -> str:
        return self.model.blocks[index].name

    def _drawn(self, event: e.Drawn) -> str:
        outcome = next((o for o in self.model.outcomes if o.name == event.outcome), None)
        if outcome is None:  # a shuffle, which shows nothing
            return self.label(event.outcome)
        shown = self.listed([str(n) for n in event.result]) if outcome.is_dice else self.label(outcome_name(outcome, event.result))
        return f"{self.label(outcome.name)}: {shown}"

    def _chosen(self, event: e.Chosen) -> str:
        words = [self.action(event.action), *(self.shown(part) for part in event.arguments)]
        return f"{self.players.get(event.seat, '')}: {' '.join(words)}"

    def option(self, told: e.Told | None, option: Option, name: str) -> str:
        """An option as it is offered: the file's label, else its name."""
        return self.text(told) or name.replace("_", " ")
