"""The meaning of statements over a state.

Each statement becomes a function that writes into the cells. Where an event list is given, every write also leaves a `Changed` event
with the values before and after; without one nothing is noted and nothing costs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, cast

from . import model as m
from .audience import audience_of, place_of, value_audience
from .evaluator import Evaluator, fault
from .events import EVERYBODY, Called, Change, Changed, Event, Moved, Told, Value
from .sets import Cells, Function, members
from .types import INT_MAX, INT_MIN, Family, Type, element

Action = Callable[[Cells], object]
Move = tuple[int, tuple[int, int]]  # a piece, and the zone and which of its kind that it went to


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

    # ---- pieces

    def moving(self, zone: int) -> Callable[[Cells, int, int], None]:
        """A function that puts a piece, wherever it lies, into one zone of a kind: (cells, piece, which of them)."""
        target, model = self.model.zones[zone], self.model
        position = self.evaluator.position_cell(zone)
        held = [(other.cell, other.cell + other.family.size) for other in model.zones if other.pieces == target.pieces and not other.on_board]
        lift = self._lifting(target.pieces)
        if target.on_board:
            return self._putting(target, held, lift)

        def put(c: Cells, piece: int, index: int) -> None:
            bit = 1 << piece
            lift(c, piece)
            for first, end in held:
                for cell in range(first, end):
                    if c[cell] & bit:
                        c[cell] ^= bit
            spot = target.cell + index
            c[position + piece] = 1 + max((c[position + other] for other in members(c[spot])), default=0) if target.ordered else 0
            c[spot] |= bit

        return put

    def _lifting(self, pieces: Family) -> Callable[[Cells, int], None]:
        """A function that takes a piece off the board, where it stands on it."""
        board = next((zone for zone in self.model.zones if zone.on_board and zone.pieces == pieces), None)
        space = next(kind.space_cell for kind in self.model.pieces if kind.family == pieces)
        if board is None or space is None:
            return lambda c, piece: None
        first = board.cell

        def lift(c: Cells, piece: int) -> None:
            at = c[space + piece]
            if at >= 0:
                c[first + at] ^= 1 << piece
                c[space + piece] = -1

        return lift

    def _putting(self, board: m.Zone, held: list[tuple[int, int]], lift: Callable[[Cells, int], None]) -> Callable[[Cells, int, int], None]:
        """`moving` onto the board: a piece takes the first step of its route on that space."""
        kind = next(kind for kind in self.model.pieces if kind.family == board.pieces)
        first, space, step = board.cell, kind.space_cell, kind.position_cell
        assert space is not None
        entries: list[dict[int, int]] = [{} for _ in range(kind.family.size)]
        if kind.routes is not None and kind.owners is not None:
            entries = [kind.routes.entries[owner] for owner in kind.owners]

        def put(c: Cells, piece: int, index: int) -> None:
            bit = 1 << piece
            lift(c, piece)
            for low, end in held:
                for cell in range(low, end):
                    c[cell] &= ~bit
            c[first + index] |= bit
            c[space + piece] = index
            c[step + piece] = 1 + entries[piece].get(index, -1)

        return put

    def in_order(self, zone: int) -> Callable[[Cells, int], list[int]]:
        """The pieces of one zone of a kind: by their places where it is ordered, else as generated."""
        source, position = self.model.zones[zone], self.evaluator.position_cell(zone)
        if not source.ordered:
            return lambda c, index: list(members(c[source.cell + index]))
        return lambda c, index: sorted(members(c[source.cell + index]), key=lambda piece: c[position + piece])

    def _moved(self, node: m.MoveTo | m.WalkTo | m.DealTo | m.SwapZones, run: Callable[[Cells], list[Move]]) -> Action:
        """The same act, leaving an event where events are wanted."""
        events, path, span, model = self.events, self.path, node.span, self.model
        if events is None:
            return run
        match node:
            case m.MoveTo():
                target = model.zones[node.zone]
            case m.DealTo():
                target = model.zones[node.target]
            case m.SwapZones():
                target = model.zones[node.left]
            case _:
                target = self._board_of(node.kind)

        def noting(c: Cells) -> None:
            before, own = list(c), target.pieces
            moves = run(c)
            told = []
            for piece, to in moves:
                seen = audience_of(model, before, own, piece) | audience_of(model, c, own, piece)
                told.append((Value(element(own), piece, seen_by=seen), *place_of(model, before, own, piece), *to))
            events.append(Moved(path, span, None, tuple(told)))

        return noting

    def _moveto(self, node: m.MoveTo) -> Action:
        pieces, index, put, zone = self.evaluator(node.pieces), self.evaluator(node.index), self.moving(node.zone), node.zone

        def run(c: Cells) -> list[Move]:
            mask, place = pieces(c), index(c)
            moves = []
            for piece in members(mask):
                put(c, piece, place)
                moves.append((piece, (zone, place)))
            return moves

        return self._moved(node, run)

    def _board_of(self, kind: int) -> m.Zone:
        family = self.model.pieces[kind].family
        return next(zone for zone in self.model.zones if zone.on_board and zone.pieces == family)

    def _walkto(self, node: m.WalkTo) -> Action:
        """Pieces to the end of a way; one of another seat takes its own route's first step there."""
        kind, board = self.model.pieces[node.kind], self._board_of(node.kind)
        pieces, way, put, routes, step = self.evaluator(node.pieces), self.evaluator(node.way), self.moving(board.index), kind.routes, kind.position_cell
        assert routes is not None and kind.owners is not None
        owners = kind.owners

        def run(c: Cells) -> list[Move]:
            end = routes.way(way(c)).end
            seat, space = routes.steps[end].seat, routes.steps[end].space
            moves = []
            for piece in members(pieces(c)):
                put(c, piece, space)
                if owners[piece] == seat:
                    c[step + piece] = end + 1
                moves.append((piece, (board.index, space)))
            return moves

        return self._moved(node, run)

    def _dealto(self, node: m.DealTo) -> Action:
        amount, source_index, put, order = self.evaluator(node.amount), self.evaluator(node.source_index), self.moving(node.target), self.in_order(node.source)
        target_index = self.evaluator(node.target_index) if node.target_index is not None else None
        source, target, span = self.model.zones[node.source], node.target, node.span

        def run(c: Cells) -> list[Move]:
            n, at = amount(c), source_index(c)
            places = [target_index(c)] if target_index is not None else members(c[m.TAKEN])
            there = c[source.cell + at].bit_count()
            if not 0 <= n * len(places) <= there:
                fault("deal-too-many", span, wanted=n * len(places), found=there)
            moves = []
            pieces = iter(order(c, at))
            for place in places:
                for _ in range(n):
                    piece = next(pieces)
                    put(c, piece, place)
                    moves.append((piece, (target, place)))
            return moves

        return self._moved(node, run)

    def _swapzones(self, node: m.SwapZones) -> Action:
        left_index, right_index = self.evaluator(node.left_index), self.evaluator(node.right_index)
        to_left, to_right, left_order, right_order = self.moving(node.left), self.moving(node.right), self.in_order(node.left), self.in_order(node.right)

        def run(c: Cells) -> list[Move]:
            left, right = left_index(c), right_index(c)
            going, coming = left_order(c, left), right_order(c, right)
            for piece in going:
                to_right(c, piece, right)
            for piece in coming:
                to_left(c, piece, left)
            return [*((piece, (node.right, right)) for piece in going), *((piece, (node.left, left)) for piece in coming)]

        return self._moved(node, run)

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
        plain = Value(kind, value)
        seen = value_audience(model, c, plain)
        return plain if seen == EVERYBODY else Value(kind, value, seen_by=seen)
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
