"""The checker: a document and its parsed texts to the checked model.

One file a question: declarations (names, families, places in the state), expressions and statements (types), routines (definitions),
flow (blocks and what they see), texts (words for people). All report to one collector and go on; the model is made only if nothing was wrong.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace

from .. import model as m
from ..diagnostics import Problems
from ..document import Mapping, Scalar, plain
from ..schema import Parsed
from ..source import Source
from ..walk import nodes
from .cost import check_cost
from .declarations import Declarations, declare, entries
from .expressions import Expressions
from .flow import Flow, unreachable
from .routines import Routines
from .scope import Scope
from .screen import Screen
from .statements import Statements
from .texts import TextChecks, View
from .visibility import check_visibility

FOR_PEOPLE = ("title", "about", "labels", "narration", "screen", "assumptions", "scenarios", "game")


@dataclass(frozen=True, slots=True)
class Desk:
    """A checked file with its names still at hand, for texts that come later: scenarios, questions at the table."""

    model: m.Model
    declarations: Declarations
    flow: Flow

    def refreshed(self) -> m.Model:
        """The model with whatever the later texts brought: definitions at new types, further slots."""
        d = self.declarations
        return replace(self.model, routines=tuple(r for r in d.routines if r is not None), slots=d.slots)


def check(root: Mapping, parsed: Parsed, sources: tuple[Source, ...], problems: Problems) -> Desk | None:
    """The checked model of a rule file; None, with diagnostics, where it has errors."""
    d = declare(root, parsed, problems)
    expressions = Expressions(d)
    statements = Statements(d, expressions)
    routines = Routines(d, expressions, statements)
    flow = Flow(d, expressions, statements, routines)
    flow.uses()
    variables = flow.initial([v for v in [*d.variables.values(), *_attributes(d)] if v.block is None], root.get("state"), frozenset())
    outcomes = flow.outcomes()
    actions = flow.actions()
    ends = flow.ends()
    priorities = flow.priorities(actions)
    blocks = flow.blocks(ends, actions, priorities)
    texts = TextChecks(d, flow, routines)
    options = _options(d, expressions, texts)
    counters = texts.counters()
    marks = texts.marks()
    labels, narration = texts.labels(), texts.narration()
    screen, assumptions = Screen(d, flow).widgets(), texts.assumptions()
    if not problems.errors:  # an error may hide a use
        _unused(d, flow, expressions, statements)
        unreachable(blocks, d)
        check_cost(d, blocks, actions, outcomes)
    if problems.errors:
        return None
    model = m.Model(
        name=_scalar(root, "game"),
        title=_words(root, "title"),
        about=_words(root, "about"),
        players=d.players,
        taken=d.taken,
        seats=d.families["player"],
        options=options,
        variables=variables,
        board=d.board,
        pieces=tuple(d.pieces.values()),
        zones=(*d.zones.values(), *d.board_zones.values()),
        outcomes=outcomes,
        actions=tuple(actions.values()),
        routines=tuple(r for r in d.routines if r is not None),
        blocks=blocks,
        ends=tuple(end for _, end in ends),
        marks=marks,
        counters=counters,
        labels=labels,
        narration=narration,
        screen=screen,
        assumptions=assumptions,
        scenarios=root.get("scenarios"),
        rules=d.rules,
        cells=d.cells,
        slots=d.slots,
        die=d.families["die"],
        dice_cell=d.dice_cell,
        digest=_digest(root),
        sources=sources,
    )
    check_visibility(model, problems)
    return Desk(model, d, flow) if not problems.errors else None


def _attributes(d: Declarations) -> list[m.Variable]:
    return [variable for others in d.attributes.values() for variable in others.values()]


def _options(d: Declarations, expressions: Expressions, texts: TextChecks) -> tuple[m.Option, ...]:
    """The options with their conditions, which may read other options only: the game has not begun."""
    cells = {option.cell for option in d.options.values()}
    found = []
    for name, option in d.options.items():
        parts = entries(d.section("options")[name].value)
        scope = Scope()
        when = expressions.flag(d.tree(parts["when"].value), scope) if "when" in parts else None
        for node in nodes(when):
            if isinstance(node, m.ReadAt) or (isinstance(node, m.Read) and node.cell not in cells):
                d.problems.error("option-reads-state", node.span, name=node.span.text)
        ask = texts.template(parts["ask"].value, View()) if "ask" in parts else None
        d.options[name] = replace(option, when=when, ask=ask)
        found.append(d.options[name])
    return tuple(found)


def _unused(d: Declarations, flow: Flow, expressions: Expressions, statements: Statements) -> None:
    """Warns of what is declared and never used, and checks the names in definitions that nothing calls."""
    for name, definition in d.definitions.items():
        if name not in d.used:
            d.problems.warning("unused-definition", definition.span, name=name)
    for section, code in (("actions", "unused-action"), ("outcomes", "unused-outcome")):
        for name, entry in d.section(section).items():
            if name not in d.used:
                d.problems.warning(code, entry.key.span, name=name)


def _scalar(root: Mapping, key: str) -> str:
    node = root.get(key)
    return node.value if isinstance(node, Scalar) else ""


def _words(root: Mapping, key: str) -> dict[str, str]:
    return {lang: entry.value.value for lang, entry in entries(root.get(key)).items() if isinstance(entry.value, Scalar)}


def _digest(root: Mapping) -> str:
    """A hash of the rules, the same whatever is changed in texts for people, comments or layout."""
    data = {key: value for key, value in plain(root).items() if key not in FOR_PEOPLE}
    for option in data.get("options", {}).values():
        option.pop("ask", None)
    return hashlib.sha256(json.dumps(data, ensure_ascii=False).encode()).hexdigest()
