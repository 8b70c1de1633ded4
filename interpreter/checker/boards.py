"""Boards: spaces and the routes over them, worked out to static tables.

A line of `spaces` declares the spaces of one name: everybody's, or (`per seat`) those of every seat, whether taken or not. The family of all spaces
holds them by line, then by seat, then by number. A route is walked once for every seat, `own` being that seat, into steps with their exits.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .. import model as m
from .. import syntax
from ..document import Mapping, Node, Scalar
from ..source import Span
from ..suggest import nearest
from ..topology import MAX_WAYS, Step, routes_of
from ..types import Family, Type, between, element
from .grids import MAX_SPACES, NO_NUMBER, declare_grid, grid_attributes, named_cells

if TYPE_CHECKING:
    from .declarations import Declarations

MAX_STEPS = 10_000  # of all routes of a kind of piece together
Exits = list[tuple[int, tuple[int, ...]]]  # steps that lead on to what comes next, with the branches taken since


def declare_spaces(d: Declarations) -> None:
    """Declares the spaces: their names, their family and what is known of each."""
    tree = d.tree(_part(d, "spaces"))
    seats = d.families["player"]
    branches = d.family("branch", "branches", [], words=True)
    if tree is None:
        return
    d.rules["board.spaces"] = tree.span
    names: list[str] = []
    kinds: list[m.SpaceKind] = []
    known: list[tuple[int, int, int]] = []
    for form in tree.parts:
        d.declare(Scalar(form.name, "", form.span))
        if form.per not in (None, "seat"):
            d.problems.error("unknown-family", form.span, name=form.per, near="seat", allowed=["seat"])
        if form.form == "grid":
            grid = declare_grid(d, form, names, len(kinds), known)
            kinds += [grid] if grid is not None else []
            continue
        numbers = _numbers(d, form)
        rows: dict[int, list[int]] = {number: [] for number in numbers}
        if len(names) + len(numbers) * seats.size > MAX_SPACES:
            d.problems.error("too-many-spaces", form.span, limit=MAX_SPACES)
            break
        for seat in range(seats.size) if form.per else (-1,):
            for number in numbers:
                rows[number].append(len(names))
                known.append((len(kinds), seat, number))
                name = form.name if number == NO_NUMBER else f"{form.name}-{number}"
                names.append(f"{name}-of-{seats.members[seat]}" if form.per else name)
        kinds.append(m.SpaceKind(form.name, form.form, form.per is not None, {number: tuple(row) for number, row in rows.items()}, form.span))
    words = Family("kind", "kinds", tuple(kind.name for kind in kinds), words=True)
    family = d.family("space", "spaces", names)
    numbered = [number for _, _, number in known] or [NO_NUMBER]
    everybodys = any(seat < 0 for _, seat, _ in known)
    attributes: dict[str, tuple[Type, tuple[int, ...]]] = {
        "kind": (element(words), tuple(kind for kind, _, _ in known)),
        "seat": (element(seats, optional=everybodys), tuple(seat for _, seat, _ in known)),
        "number": (between(min(numbered), max(numbered)), tuple(number for _, _, number in known)),
    }
    attributes |= grid_attributes(kinds, family.size)
    d.spaces = {kind.name: kind for kind in kinds}
    d.board = m.Board(family, tuple(kinds), branches, attributes)


def _part(d: Declarations, key: str) -> Node | None:
    board = d.root.get("board")
    return board.get(key) if isinstance(board, Mapping) else None


def _numbers(d: Declarations, form: syntax.Spaces) -> list[int]:
    """The numbers of the spaces of one seat, in order; of a pocket there is one, without a number."""
    if form.form == "pocket":
        return [NO_NUMBER]
    found: list[int] = []
    for run in form.runs:
        numbers = run_of(d, run)
        twice = next((number for number in numbers if number in found), None)
        if twice is not None:
            d.problems.error("space-twice", run.span, name=form.name, number=twice)
        found += [number for number in numbers if number not in found]
    return found


def run_of(d: Declarations, run: syntax.Extent) -> list[int]:
    """The numbers of `9 .. 14`, or of `8 .. 0` backwards, or of one alone."""
    low = d.static_number(run.low)
    high = d.static_number(run.high) if run.high is not None else low
    if low is None or high is None:
        return []
    if low < 0 or high < 0 or max(low, high) > MAX_SPACES:
        d.problems.error("bad-extent", run.span, low=low, high=high, limit=MAX_SPACES)
        return []
    return list(range(low, high + 1) if low <= high else range(low, high - 1, -1))


# ---- routes


def declare_routes(d: Declarations) -> None:
    """Works out the routes of every kind of piece that has one; the kinds are declared already."""
    tree = d.tree(_part(d, "routes"))
    if tree is None or d.board is None:
        return
    d.rules["board.routes"] = tree.span
    _branches(d, [step for route in tree.parts for step in route.steps])
    by_kind: dict[str, list[syntax.Route]] = {}
    for route in tree.parts:
        kind = d.pieces.get(route.piece)
        if kind is None or kind.space_cell is None or kind.owners is None:
            known = [name for name, kind in d.pieces.items() if kind.space_cell is not None and kind.owners is not None]
            if route.piece not in d.broken:
                d.problems.error("route-of-none", route.span, name=route.piece, near=nearest(route.piece, known), allowed=known)
            continue
        others = by_kind.setdefault(route.piece, [])
        if any(other.seat == route.seat for other in others):
            d.problems.error("route-twice", route.span, name=route.piece)
        others.append(route)
    for name, routes in by_kind.items():
        steps = _Walker(d, routes).all()
        if steps is not None:
            found = routes_of(steps, d.families["player"].size)
            if found.width > MAX_WAYS:
                d.problems.error("too-many-ways", routes[0].span, limit=MAX_WAYS)
                continue
            ways = Family("way" if len(by_kind) == 1 else f"way of {name}", "ways", (), walked=True)
            d.families[ways.name] = d.ways[name] = ways
            d.pieces[name] = replace(d.pieces[name], routes=found, ways=ways)


def _branches(d: Declarations, steps: list[syntax.RouteStep]) -> None:
    """Declares the words for the branches of all forks; forks may share them."""
    names: dict[str, Span] = {}

    def look(parts: tuple[syntax.RouteStep, ...] | list[syntax.RouteStep]) -> None:
        for part in parts:
            if isinstance(part, syntax.RouteFork):
                for name, inner in part.branches:
                    names.setdefault(name, part.span)
                    look(inner)
            elif isinstance(part, syntax.RouteRound):
                look(part.steps)

    look(steps)
    assert d.board is not None
    family = d.family("branch", "branches", list(names), words=True)
    for index, (name, span) in enumerate(names.items()):
        if name not in d.words:
            d.declare(Scalar(name, "", span))
        d.words.setdefault(name, []).append((family, index))
    d.board = replace(d.board, branches=family)


class _Walker:
    """Walks the routes of one kind of piece, seat by seat."""

    def __init__(self, d: Declarations, routes: list[syntax.Route]):
        self.d, self.routes, self.seats = d, routes, d.families["player"]
        self.found: list[tuple[int, int]] = []  # space and seat of every step
        self.exits: list[list[tuple[tuple[int, ...], int]]] = []
        self.seat = 0
        self.failed = False

    def all(self) -> list[Step] | None:
        """The steps of all seats, one route behind the other; None, with diagnostics, where something is wrong."""
        for seat in range(self.seats.size):
            self.seat = seat
            own = [route for route in self.routes if route.seat == self.seats.members[self.seat]]
            found = own or [route for route in self.routes if route.seat is None]
            if not found:
                continue
            route = found[0]
            ends = self._steps(route.steps, [], {"own": self.seat})
            if len({step for step, _ in ends}) > 1 and not self.failed:
                self._wrong("fork-without-end", route.span)
            if self.failed:  # once is enough
                return None
        for route in self.routes:
            if route.seat is not None and route.seat not in self.seats.members:
                self._wrong("unknown-seat", route.span, name=route.seat, near=nearest(route.seat, self.seats.members), allowed=list(self.seats.members))
        return None if self.failed else [Step(space, seat, tuple(out)) for (space, seat), out in zip(self.found, self.exits, strict=True)]

    def _wrong(self, code: str, span: Span, **values: Any) -> None:
        self.failed = True
        self.d.problems.error(code, span, **values)

    def _steps(self, steps: tuple[syntax.RouteStep, ...], before: Exits, names: dict[str, int]) -> Exits:
        """Adds steps behind `before`; what leads on from them."""
        for step in steps:
            match step:
                case syntax.RouteWalk():
                    before = self._walk(step, before, names)
                case syntax.RouteRound():
                    before = self._round(step, before, names)
                case syntax.RouteFork():
                    before = self._fork(step, before, names)
            if self.failed:
                break
        return before

    def _walk(self, step: syntax.RouteWalk, before: Exits, names: dict[str, int]) -> Exits:
        kind = self.d.spaces.get(step.place)
        if kind is None:
            known = list(self.d.spaces)
            self._wrong("no-such-space", step.span, name=step.place, near=nearest(step.place, known), allowed=known)
            return before
        if kind.form == "grid":
            self._wrong("grid-in-route", step.span, name=kind.name)
            return before
        numbers = run_of(self.d, step.run) if step.run is not None else [NO_NUMBER]
        seat = self._seat(step, kind, names)
        for number in numbers:
            if number not in kind.spaces or seat is None:
                if seat is not None:
                    self._wrong("route-leaves-board", step.span, name=kind.name, number=number, allowed=[named_spaces(kind)])
                return before
            place = len(self.found)
            if place >= MAX_STEPS:
                self._wrong("too-many-steps", step.span, limit=MAX_STEPS)
                return before
            self.found.append((kind.spaces[number][seat], self.seat))
            self.exits.append([])
            for last, branches in before:
                self.exits[last].append((branches, place))
            before = [(place, ())]
        if not numbers:
            self.failed = True  # said already
        return before

    def _seat(self, step: syntax.RouteWalk, kind: m.SpaceKind, names: dict[str, int]) -> int | None:
        """Whose spaces these are: a seat's place, 0 where they are everybody's; None where that cannot be told."""
        if not kind.per_seat:
            if step.owner is not None:
                self._wrong("owner-of-none", step.span, name=kind.name)
                return None
            return 0
        if step.owner is None:
            self._wrong("whose-space", step.span, name=kind.name)
            return None
        return self._named(step.owner, step.span, names)

    def _named(self, name: str, span: Span, names: dict[str, int]) -> int | None:
        known = {**{seat: place for place, seat in enumerate(self.seats.members)}, **names}
        if name not in known:
            self._wrong("unknown-seat", span, name=name, near=nearest(name, known), allowed=list(names))
            return None
        return known[name]

    def _round(self, step: syntax.RouteRound, before: Exits, names: dict[str, int]) -> Exits:
        start = self._named(step.after, step.span, names)
        if start is None:
            return before
        for seat in range(start + 1, start + self.seats.size):
            before = self._steps(step.steps, before, {**names, step.variable: seat % self.seats.size})
        return before

    def _fork(self, step: syntax.RouteFork, before: Exits, names: dict[str, int]) -> Exits:
        assert self.d.board is not None
        after: Exits = []
        names_of = [name for name, _ in step.branches]
        if not before:
            self._wrong("fork-at-start", step.span)
        elif len(set(names_of)) < len(names_of) or len(names_of) < 2:
            self._wrong("fork-branches", step.span)
        for name, steps in step.branches:
            word = self.d.board.branches.members.index(name)
            after += self._steps(steps, [(last, (*branches, word)) for last, branches in before], names)
        return after


def named_spaces(kind: m.SpaceKind) -> str:
    """`street 9..14, 0..8`, `start`, or `cell(1..7, 1..6)`: which spaces of a name there are."""
    if kind.form == "grid":
        return named_cells(kind)
    if NO_NUMBER in kind.spaces:
        return kind.name
    numbers = list(kind.spaces)
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return f"{kind.name} " + ", ".join(f"{low}..{high}" if low < high else str(low) for low, high in runs)
