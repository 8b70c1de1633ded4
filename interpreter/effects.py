"""The meaning of statements over a state.

Each statement becomes a function that writes into the cells. Where an event list is given, every write also leaves a `Changed` event
with the values before and after; without one nothing is noted and nothing costs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, cast

from . import model as m
from .evaluator import Cells, Evaluator, Function, fault, members
from .events import Called, Change, Changed, Event, Told, Value
from .types import INT_MAX, INT_MIN, Type

Action = Callable[[Cells], object]


class Effects:
    """Makes functions of statements; `events`, where given, is the list that receives what they do."""

    def __init__(self, evaluator: Evaluator, events: list[Event] | None = None):
        self.evaluator, self.model, self.events = evaluator, evaluator.model, events
        self.path = ""  # of the rule being compiled, for its events
        self._routines: dict[int, Action] = {}

    def body(self, statements: tuple[m.Stmt, ...], path: str) -> Action | None:
        """Statements in order, as one function; None where there are none. `path` is the rule that they belong to."""
        if not statements:
            return None
        outer, self.path = self.path, path
        made = self._sequence(statements)
        self.path = outer
        return made

    def _sequence(self, statements: tuple[m.Stmt, ...]) -> Action:
        acts = [cast(Action, getattr(self, "_" + type(statement).__name__.lower())(statement)) for statement in statements]
        if len(acts) == 1:
            return acts[0]

        def run(c: Cells) -> None:
            for act in acts:
                act(c)

        return run

    # ---- writing

    def _cell(self, place: m.Place) -> Function:
        """Which cell a place is."""
        cell = place.cell
        if place.index is None:
            return lambda c: cell
        if isinstance(place.index, m.Local):
            slots, slot = self.evaluator.slots, place.index.slot
            return lambda c: cell + slots[slot]
        index = self.evaluator(place.index)
        return lambda c: cell + index(c)

    def _noted(self, statement: m.Stmt, places: tuple[m.Place, ...], act: Action) -> Action:
        """The same act, leaving an event where events are wanted."""
        events = self.events
        if events is None:
            return act
        cells = [self._cell(place) for place in places]
        path, span = self.path, statement.span

        def run(c: Cells) -> None:
            spots = [cell(c) for cell in cells]
            before = [c[spot] for spot in spots]
            act(c)
            changes = tuple(
                Change(place.name, spot - place.cell if place.index is not None else -1, place.type, old, c[spot])
                for place, spot, old in zip(places, spots, before, strict=True)
            )
            events.append(Changed(path, span, None, changes))

        return run

    def _store(self, node: m.Store) -> Action:
        value, target = self.evaluator(node.value), node.target
        checked = self._ranged(value, target, node)
        if target.index is None:
            spot = target.cell

            def run(c: Cells) -> None:
                c[spot] = checked(c)
        else:
            cell = self._cell(target)

            def run(c: Cells) -> None:
                result = checked(c)
                c[cell(c)] = result

        return self._noted(node, (target,), run)

    def _ranged(self, value: Function, target: m.Place, node: m.Store) -> Function:
        """The value, refused where it is out of the range that the variable declares; a flag as 0 or 1."""
        kind = target.type
        if kind.is_flag:
            return lambda c: 1 if value(c) else 0
        if not kind.is_number or (kind.low <= node.value.type.low and node.value.type.high <= kind.high):
            return value
        return lambda c: _within(value(c), kind, node, target.name)

    def _increase(self, node: m.Increase) -> Action:
        amount, cell, kind, name = self.evaluator(node.amount), self._cell(node.target), node.target.type, node.target.name
        low, high = kind.low, kind.high

        def run(c: Cells) -> None:
            more, spot = amount(c), cell(c)
            value = c[spot] + more
            c[spot] = value if low <= value <= high else _within(value, kind, node, name)

        return self._noted(node, (node.target,), run)

    def _include(self, node: m.Include) -> Action:
        member, cell = self.evaluator(node.member), self._cell(node.target)

        def run(c: Cells) -> None:
            mask, spot = member(c), cell(c)
            c[spot] |= mask

        return self._noted(node, (node.target,), run)

    def _exclude(self, node: m.Exclude) -> Action:
        member, cell = self.evaluator(node.member), self._cell(node.target)

        def run(c: Cells) -> None:
            mask, spot = member(c), cell(c)
            c[spot] &= ~mask

        return self._noted(node, (node.target,), run)

    def _transfer(self, node: m.Transfer) -> Action:
        amount, source, target = self.evaluator(node.amount), self._cell(node.source), self._cell(node.target)
        capped, span = node.capped, node.span
        source_type, target_type, source_name, target_name = node.source.type, node.target.type, node.source.name, node.target.name
        source_low, source_high, target_low, target_high = source_type.low, source_type.high, target_type.low, target_type.high

        def run(c: Cells) -> None:
            n, here, there = amount(c), source(c), target(c)
            if n < 0:
                fault("negative-payment", span, amount=n)
            if capped and n > c[here]:
                n = max(0, c[here])
            less, more = c[here] - n, c[there] + n
            if not source_low <= less <= source_high:
                _within(less, source_type, node, source_name)
            if not target_low <= more <= target_high:
                _within(more, target_type, node, target_name)
            if here != there:
                c[here], c[there] = less, more

        return self._noted(node, (node.source, node.target), run)

    # ---- control

    def _bind(self, node: m.Bind) -> Action:
        value, slots, slot = self.evaluator(node.value), self.evaluator.slots, node.slot

        def run(c: Cells) -> None:
            slots[slot] = value(c)

        return run

    def _branch(self, node: m.Branch) -> Action:
        cases = [(self.evaluator(condition), self._sequence(body)) for condition, body in node.cases]
        otherwise = self._sequence(node.otherwise) if node.otherwise else None
        if len(cases) == 1 and otherwise is None:
            condition, act = cases[0]

            def once(c: Cells) -> None:
                if condition(c):
                    act(c)

            return once

        def run(c: Cells) -> None:
            for condition, act in cases:
                if condition(c):
                    act(c)
                    return
            if otherwise is not None:
                otherwise(c)

        return run

    def _foreach(self, node: m.ForEach) -> Action:
        walk, body, slots, slot = self.evaluator.walk(node.among), self._sequence(node.body), self.evaluator.slots, node.slot

        def run(c: Cells) -> None:
            for place in walk(c):  # the set as it was when the loop began
                slots[slot] = place
                body(c)

        return run

    def _do(self, node: m.Do) -> Action:
        routine = self.model.routines[node.routine]
        if node.routine not in self._routines:
            act = self.body(routine.body, routine.path) or (lambda c: None)
            self._routines[node.routine] = self._announced(node.routine, routine, act)
        return self.evaluator.binding(routine.slots, node.arguments, self._routines[node.routine])

    def _announced(self, index: int, routine: m.Routine, act: Action) -> Action:
        events = self.events
        if events is None:
            return act
        told = self.telling(self.model.narration.get(f"routine:{index}"))
        path, span, name = routine.path, routine.span, routine.name

        def run(c: Cells) -> None:
            events.append(Called(path, span, told(c), name))
            act(c)

        return run

    def telling(self, texts: m.Texts | None) -> Callable[[Cells], Told | None]:
        """A function that fills in a template with the values of the moment."""
        if texts is None:
            return lambda c: None
        parts = {lang: [part if isinstance(part, str) else self._shown(part) for part in found] for lang, found in texts.parts.items()}
        return lambda c: {lang: tuple(part if isinstance(part, str) else part(c) for part in found) for lang, found in parts.items()}

    def _shown(self, node: m.Expr) -> Callable[[Cells], Value]:
        value, kind, model = self.evaluator(node), node.type, self.model
        return lambda c: shown_value(kind, int(value(c)), c, model)


def shown_value(kind: Type, value: int, c: Cells, model: m.Model) -> Value:
    """A value for a text; of dice, with what they show at the moment."""
    if kind.family != model.die:
        return Value(kind, value)
    mask = value if kind.many else 1 << value if value >= 0 else 0
    return Value(kind, value, tuple(c[model.dice_cell + place] for place in members(mask)))


def _within(value: int, kind: Type, node: m.Stmt, name: str) -> int:
    """The value, refused where the variable cannot hold it."""
    if not kind.low <= value <= kind.high:
        _out_of_range(value, kind, node, name)
    return value


def _out_of_range(value: int, kind: Type, node: m.Stmt, name: str) -> NoReturn:
    if kind.low > INT_MIN or kind.high < INT_MAX:
        fault("out-of-range", node.span, name=name, value=value, low=kind.low, high=kind.high)
    fault("overflow", node.span, value=value)
