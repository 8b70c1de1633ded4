"""Hidden means hidden: what a choice offers may depend only on what the chooser sees.

Guards, domains, ranks, measures and labels of options may read zones that everybody sees and the chooser's own; of other zones only how
many pieces lie there. What is shown to all, headings and narration, may read only what everybody sees. The flow itself, which nobody
chooses, may read everything.
"""

from __future__ import annotations

from .. import model as m
from ..diagnostics import Note, Problems
from ..source import Span
from ..types import element
from ..walk import children


class Visibility:
    """Checks trees against what zones say of who sees them; routines are followed with what their parameters stand for."""

    def __init__(self, zones: tuple[m.Zone, ...], routines: tuple[m.Routine, ...], problems: Problems):
        self.zones, self.routines, self.problems = zones, routines, problems
        self.asked: Span
        self.hidden_kinds = {zone.pieces for zone in zones if zone.seen_by != "everybody"}

    def check(self, tree: m.Expr | None, me: m.Expr | None) -> None:
        """Reports what the tree reads and should not; `me` is the expression that is the chooser, None where everybody reads along."""
        if tree is not None:
            self.asked = tree.span
            self._look(tree, me, frozenset(), False)

    def _look(self, node: m.Expr, me: m.Expr | None, mine: frozenset[int], counted: bool) -> None:
        """`mine` are the slots that hold the chooser; `counted` that only the number of pieces counts."""
        if isinstance(node, (m.Contents, m.EndOf)):
            zone = self.zones[node.zone]
            allowed = zone.seen_by == "everybody" or (zone.seen_by == "owner" and self._is_me(node.index, me, mine))
            if not allowed and not (counted and isinstance(node, m.Contents)):
                self._refuse(node, zone)
        elif isinstance(node, (m.AllContents, m.AtNumber)):
            zone = self.zones[node.zone]
            if zone.seen_by != "everybody" and not counted:
                self._refuse(node, zone)
        elif isinstance(node, m.Holder) and node.piece.type.family in self.hidden_kinds:
            self.problems.error("hidden-holder", node.span)
        elif isinstance(node, m.Invoke):
            self._routine(node, me, mine)
        inner = isinstance(node, (m.Count, m.Exists))
        for part in children(node):
            if isinstance(part, m.Expr):
                self._look(part, me, mine, inner)

    def _routine(self, node: m.Invoke, me: m.Expr | None, mine: frozenset[int]) -> None:
        routine = self.routines[node.routine]
        if routine.value is not None:
            own = frozenset(slot for slot, argument in zip(routine.slots, node.arguments, strict=True) if self._is_me(argument, me, mine))
            self._look(routine.value, me, mine | own, False)

    def _is_me(self, node: m.Expr, me: m.Expr | None, mine: frozenset[int]) -> bool:
        while isinstance(node, m.Same):
            node = node.value
        if isinstance(node, m.Local):
            return node.slot in mine
        return me is not None and repr(node) == repr(me)

    def _refuse(self, node: m.Expr, zone: m.Zone) -> None:
        """Shows the text that asks, and, where it asks through a definition, what that reads."""
        asked, read = self.asked, node.span
        within = read.source is asked.source and asked.start <= read.start <= asked.end
        notes = [] if within else [Note("note:read-here", read)]
        self.problems.error("hidden-read", read if within else asked, notes, name=zone.name, seen=zone.seen_by)


def check_visibility(model: m.Model, problems: Problems) -> None:
    """Checks everything that a chooser or everybody learns from."""
    if all(zone.seen_by == "everybody" for zone in model.zones):
        return
    eyes = Visibility(model.zones, model.routines, problems)
    for block in model.blocks:
        me: m.Expr | None = block.chooser
        for action in block.choose:
            me = block.chooser or m.Read(action.span, element(model.seats), m.TURN, "turn")
            for clause in action.guard:
                eyes.check(clause.condition, me)
            for parameter in action.parameters:
                eyes.check(parameter.domain, me)
            eyes.check(action.rank, me)
            for part in _expressions(model.labels.get(f"action:{action.name}")):
                eyes.check(part, me)
            for mark in model.marks:
                eyes.check(mark.when.get(action.name), me)
        if block.priority is not None:
            eyes.check(block.priority.measure, me)
            eyes.check(block.priority.at_end, me)
    for widget in model.screen:
        for drawn in (widget.when, widget.across, *(symbol.at for symbol in widget.symbols)):
            eyes.check(drawn, None)
    for mark in model.marks:
        eyes.check(mark.always, None)
    public = [texts for key, texts in model.labels.items() if not key.startswith("action:")]
    for texts in (*public, *model.narration.values()):
        for part in _expressions(texts):
            eyes.check(part, None)


def _expressions(texts: m.Texts | None) -> list[m.Expr]:
    return [part for parts in texts.parts.values() for part in parts if not isinstance(part, str)] if texts is not None else []
