"""What people see: marks, texts, widgets."""

from __future__ import annotations

from dataclasses import dataclass

from .expressions import Expr
from .parts import Variable
from .things import SpaceKind


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign at options: those of an action, whose parameters its condition can read, or those that stand so in the priorities.

    What is `struck` is shown struck out.
    """

    name: str
    show: str
    when: dict[str, Expr]
    standing: str
    always: Expr | None
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Symbol:
    """A sign at those of a widget's things that are in the set `at`; shown only while the blocks it reads live."""

    name: str
    show: str
    at: Expr
    needs: tuple[int, ...]
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A value that is shown: of everybody (`slot` holds the player), or of the game; only while the blocks it reads live."""

    name: str
    value: Expr
    slot: int | None
    needs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ring:
    """A board whose ring of spaces is drawn as a square, a side for each seat, with the lanes inside and the pockets in the corners."""

    ring: SpaceKind
    lanes: tuple[SpaceKind, ...]
    pockets: tuple[SpaceKind, ...]
    colours: dict[int, str]


@dataclass(frozen=True, slots=True)
class Grid:
    """Spaces drawn in rows: a grid, or a lane that is folded, as wide as it says. `amount` is a variable of spaces shown behind their sign."""

    spaces: SpaceKind
    wide: int
    framed: bool
    numbered: frozenset[str]
    amount: Variable | None
    colours: dict[int, str]


@dataclass(frozen=True, slots=True)
class Widget:
    """Something drawn: `kind` is table, values, counts, hand, places, row, arms, ring, grid, clock or history; the rest is what that kind needs.

    `ends` are the numbers at the two ends of every piece, `across` the pieces that lie crosswise; `needs` are the blocks that must live.
    `after` are blocks behind which it is shown too, not only before a choice. A history is of the `last` draws of an `outcome`.
    """

    kind: str
    columns: tuple[Column, ...] = ()
    when: Expr | None = None
    zone: int | None = None
    middle: int | None = None
    before: int | None = None
    ends: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    across: Expr | None = None
    symbols: tuple[Symbol, ...] = ()
    needs: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    ring: Ring | None = None
    grid: Grid | None = None
    outcome: str = ""
    last: int = 0
