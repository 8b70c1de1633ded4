"""What a game is played with: pieces, the spaces of a board, zones."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..source import Span
from ..topology import Routes
from ..types import Family, Type


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece: its family, and what is known of each before any game starts.

    `position_cell` is the first of the cells that hold their places in ordered zones (0 elsewhere), or on a board the step of the route
    plus one (0 off it); `space_cell` that of their spaces (-1 off the board), None for pieces that are never on it. They start in the zone `start`, each at its
    place in `starts`. `owners` are their seats, where every player has such pieces; pieces of seats not taken are nowhere. `alike` pieces
    differ in nothing but a number for people.
    """

    family: Family
    attributes: dict[str, tuple[Type, tuple[int, ...]]]
    position_cell: int
    start: int
    span: Span = field(repr=False)
    starts: tuple[int, ...] = ()
    owners: tuple[int, ...] | None = None
    alike: bool = False
    space_cell: int | None = None
    routes: Routes | None = None
    ways: Family | None = None

    def masks(self, seats: int) -> tuple[int, ...]:
        """The pieces of every seat."""
        assert self.owners is not None
        return tuple(sum(1 << piece for piece, owner in enumerate(self.owners) if owner == seat) for seat in range(seats))


@dataclass(frozen=True, slots=True)
class SpaceKind:
    """The spaces of one name: `spaces` are their places in the family by number, then by seat (one alone where they are everybody's).

    Of a grid, which has `columns` and `rows`, they are numbered from 0, row by row.
    """

    name: str
    form: str
    per_seat: bool
    spaces: dict[int, tuple[int, ...]]
    span: Span = field(repr=False)
    columns: int = 0
    rows: int = 0

    @property
    def mask(self) -> int:
        return sum(1 << space for row in self.spaces.values() for space in row)


@dataclass(frozen=True, slots=True)
class Board:
    """The spaces of the board. `attributes` are what is known of each: kind, seat and number, and where there are grids column and row."""

    family: Family
    kinds: tuple[SpaceKind, ...]
    branches: Family
    attributes: dict[str, tuple[Type, tuple[int, ...]]]


@dataclass(frozen=True, slots=True)
class Zone:
    """A place that holds pieces; a set of them in each cell from `cell` on, one for every player or just one.

    For every kind of piece on a board there is one zone more, with a cell for each space (`on_board`).
    """

    name: str
    family: Family
    pieces: Family
    cell: int
    per_player: bool
    seen_by: str
    ordered: bool
    index: int
    span: Span = field(repr=False)
    on_board: bool = False
