"""The whole of a checked game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..source import Source, Span
from ..topology import Way
from ..types import Family
from .expressions import Expr
from .parts import Action, Block, End, Option, Outcome, Routine, Variable
from .screen import Mark, Widget
from .texts import Texts
from .things import Board, PieceKind, Zone

# The first cells of every state.
PHASE, TURN, TAKEN, WINNERS, ENDED = range(5)
FIRST_FREE_CELL = 5
NOT_ENDED = -1


@dataclass(frozen=True, slots=True)
class Assumption:
    name: str
    texts: dict[str, str]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Model:
    """A checked game. `taken` are the seats taken (a mask) by number of players; `rules` maps the path of every rule to its place."""

    name: str
    title: dict[str, str]
    about: dict[str, str]
    players: tuple[int, int]
    taken: dict[int, int]
    seats: Family
    options: tuple[Option, ...]
    variables: tuple[Variable, ...]
    board: Board | None
    pieces: tuple[PieceKind, ...]
    zones: tuple[Zone, ...]
    outcomes: tuple[Outcome, ...]
    actions: tuple[Action, ...]
    routines: tuple[Routine, ...]
    blocks: tuple[Block, ...]
    ends: tuple[End, ...]
    marks: tuple[Mark, ...]
    counters: dict[str, Expr]
    labels: dict[str, Texts]
    narration: dict[str, Texts]
    screen: tuple[Widget, ...]
    assumptions: tuple[Assumption, ...]
    scenarios: Any
    rules: dict[str, Span]
    cells: int
    slots: int
    die: Family
    dice_cell: int
    digest: str
    sources: tuple[Source, ...]

    @property
    def branches(self) -> Family:
        """The words for the branches of forks."""
        assert self.board is not None
        return self.board.branches

    def kind_of(self, family: Family) -> PieceKind:
        """The kind of piece of a family."""
        return next(kind for kind in self.pieces if kind.family == family)

    def kind_with(self, ways: Family) -> PieceKind:
        """The kind of piece whose ways are of a family."""
        return next(kind for kind in self.pieces if kind.ways == ways)

    def way(self, family: Family, number: int) -> Way:
        """The way of that number, of the kind of piece whose ways these are."""
        routes = self.kind_with(family).routes
        assert routes is not None
        return routes.way(number)
