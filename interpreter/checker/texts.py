"""Texts for people: labels, narration, counters, marks, what the screen shows, assumptions.

A text is a template: an expression may stand between < and >. A label or narration stands under the name of what it is about; an
expression in it can see what that thing can see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .. import model as m
from ..diagnostics import Problems
from ..document import Entry, Node, Scalar, Sequence
from ..suggest import nearest
from ..types import Type, element
from ..variants import find
from .declarations import Declarations, entries, texts_of
from .flow import Around, Flow
from .routines import Routines
from .scope import Scope
from .templates import LANGUAGES, template


@dataclass(frozen=True, slots=True)
class View:
    """From where a text is read: what is around it, and the locals it can name."""

    around: Around = frozenset()
    locals: dict[str, tuple[int, Type]] | None = None
    element: tuple[int, Type] | None = None


class TextChecks:
    """Checks every text for people."""

    def __init__(self, d: Declarations, flow: Flow, routines: Routines):
        self.d, self.flow, self.routines = d, flow, routines
        self.problems: Problems = d.problems

    def template(self, node: Node | None, view: View) -> m.Texts | None:
        scope = Scope(dict(view.locals or {}), view.element)
        found = template(node, scope, self.flow.expressions)
        self.flow.needs(scope, view.around)
        return found

    # ---- labels and narration

    def labels(self) -> dict[str, m.Texts]:
        """Labels by what they name: `block:turn`, `action:hold`, or `name:pot` for what needs nothing around it."""
        d, found = self.d, {}
        actions, blocks = d.section("actions"), self.flow.by_name
        plain = self._plain_names()
        for key, entry in d.section("labels").items():
            d.rules[f"labels.{key}"] = entry.key.span
            views = []
            if key in blocks:
                views.append((f"block:{key}", View(self.flow.around[blocks[key].index])))
            if key in actions:
                views.append((f"action:{key}", self._action(key)))
            if key in plain:
                views.append((f"name:{key}", View(element=self._member(key))))
            if not views:
                self._unknown(entry, [*blocks, *actions, *plain])
            for name, view in views:
                text = self.template(entry.value, view)
                if text is not None and (view.element is None or self._fixed(text, entry, view.element[1])):
                    found[name] = text
        return found

    def _member(self, name: str) -> tuple[int, Type] | None:
        """For the label of a kind of piece or space: a slot for the one that is called so."""
        board = self.d.board
        if name in self.d.pieces:
            return self.d.new_slot(), element(self.d.pieces[name].family)
        return (self.d.new_slot(), element(board.family)) if board is not None and name in self.d.spaces else None

    def _fixed(self, text: m.Texts, entry: Entry, kind: Type) -> bool:
        """Whether a label says of a piece or space only what never changes."""
        for part in (part for parts in text.parts.values() for part in parts):
            if isinstance(part, m.Expr) and not (isinstance(part, m.Lookup) and isinstance(part.index, m.Local)):
                board = [name for name in self.d.board.attributes if name != "kind"] if self.d.board is not None else []
                fixed = self.d.pieces[kind.family.name].attributes if kind.family and kind.family.name in self.d.pieces else board
                self.problems.error("label-not-fixed", part.span, name=entry.key.value, allowed=list(fixed))
                return False
        return True

    def _unknown(self, entry: Entry, known: list[str]) -> None:
        """A text about nothing; in a variant, the base file's texts about what was removed are no mistake."""
        game = self.d.root.entries.get("game")
        if game is None or entry.key.span.source is game.key.span.source:
            self.problems.error("unknown-label", entry.key.span, name=entry.key.value, near=nearest(entry.key.value, known))

    def _plain_names(self) -> list[str]:
        d = self.d
        faces = [face for outcome in d.outcomes.values() if not outcome.is_dice for face in outcome.family.members]
        attributes = [name for others in d.attributes.values() for name in others]
        seats = list(d.families["player"].members)
        screen = d.root.get("screen")
        widgets = [entries(item) for item in screen.items] if isinstance(screen, Sequence) else []
        symbols = [key for parts in widgets if "symbols" in parts for key in entries(parts["symbols"].value)]
        facts = [fact for kind in d.pieces.values() for fact in kind.attributes]
        return [
            *d.options, *d.pieces, *d.zones, *d.spaces, *facts, *d.words, *d.variables, *attributes, *d.numbers, *d.outcomes, *faces, *seats, *d.definitions,
            *d.section("end"), *d.section("counters"), *d.section("marks"), *symbols,
        ]  # fmt: skip

    def narration(self) -> dict[str, m.Texts]:
        """Narration by what is told: `block:…`, `action:…`, `outcome:…`, `face:OUTCOME.FACE`, `end:…`, `routine:INDEX`."""
        d, found = self.d, {f"routine:{index}": text for index, text in self.routines.narration.items()}
        for key, entry in d.section("narration").items():
            d.rules[f"narration.{key}"] = entry.key.span
            views = list(self._told(key))
            if not views:
                self._unknown(entry, self._tellable())
            for name, view in views:
                text = self.template(entry.value, view) if view is not None else None
                if text is not None:
                    found[name] = text
        return found

    def _tellable(self) -> list[str]:
        d = self.d
        return [*self.flow.by_name, *d.section("actions"), *d.outcomes, *d.section("end"), *d.definitions]

    def _told(self, key: str) -> Iterator[tuple[str, View | None]]:
        d, flow = self.d, self.flow
        if key in flow.by_name:
            yield f"block:{key}", View(flow.around[flow.by_name[key].index])
        if key in d.section("actions"):
            yield f"action:{key}", self._action(key)
        if key in d.outcomes:
            yield f"outcome:{key}", View(flow.common(flow.drawn.get(key, [])))
        if key in d.section("end"):
            after = find(d.root, f"end.{key}.after")
            blocks = [flow.by_name[name.value].index for name in texts_of(after.value if after else None) if name.value in flow.by_name]
            yield f"end:{key}", View(flow.common(blocks))
        if key in d.definitions:
            yield f"definition:{key}", None  # checked with the definition itself
        for outcome in d.outcomes.values():
            if not outcome.is_dice and key in outcome.family.members:
                yield f"face:{outcome.name}.{key}", View(flow.common(flow.drawn.get(outcome.name, [])))

    def _action(self, name: str) -> View:
        return View(self.flow.common(self.flow.chosen.get(name, [])), self.flow.locals_of.get(name, {}))

    # ---- the rest

    def counters(self) -> dict[str, m.Expr]:
        found = {}
        for key, entry in self.d.section("counters").items():
            self.d.rules[f"counters.{key}"] = entry.key.span
            scope = Scope()
            value = self.flow.expressions.number(self.d.tree(entry.value), scope)
            self.flow.needs(scope, frozenset())
            if value is not None:
                found[key] = value
        return found

    def marks(self) -> tuple[m.Mark, ...]:
        found = []
        for key, entry in self.d.section("marks").items():
            parts = entries(entry.value)
            self.d.rules[f"marks.{key}"] = entry.key.span
            when = {}
            for name in texts_of(parts["on"].value if "on" in parts else None):
                view = self._action(name.value)
                scope = Scope(dict(view.locals or {}))
                condition = self.flow.flag(parts["when"].value if "when" in parts else None, view.around, scope)
                if name.value not in self.d.section("actions"):
                    known = list(self.d.section("actions"))
                    self.problems.error("unknown-action", name.span, name=name.value, near=nearest(name.value, known), allowed=known)
                elif condition is not None:
                    when[name.value] = condition
            if ("on" in parts) == ("standing" in parts):
                self.problems.error("mark-of-what", entry.key.span, name=key)
            standing = parts["standing"].value if "standing" in parts else None
            always = self.flow.flag(parts["when"].value, frozenset()) if standing is not None and "when" in parts else None
            found.append(m.Mark(key, _text(parts, "show"), when, _text(parts, "standing"), always, _text(parts, "style") == "struck"))
        return tuple(found)

    def assumptions(self) -> tuple[m.Assumption, ...]:
        found = []
        for key, entry in self.d.section("assumptions").items():
            self.d.rules[f"assumptions.{key}"] = entry.key.span
            parts = entries(entry.value)
            rules = texts_of(parts["rules"].value if "rules" in parts else None)
            for path in rules:
                if find(self.d.root, path.value) is None:
                    self.problems.error("unknown-rule", path.span, path=path.value, near=nearest(path.value, self.d.rules))
            words = {lang: parts[lang].value.value for lang in LANGUAGES if lang in parts and isinstance(parts[lang].value, Scalar)}  # type: ignore[union-attr]
            found.append(m.Assumption(key, words, tuple(path.value for path in rules)))
        return tuple(found)


def _text(parts: dict[str, Entry], key: str) -> str:
    node = parts[key].value if key in parts else None
    return node.value if isinstance(node, Scalar) else ""
