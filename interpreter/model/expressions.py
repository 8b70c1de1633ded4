"""Typed expressions: small trees over cells and slots, one dataclass a form of the language."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..source import Span
from ..types import Type


@dataclass(frozen=True, slots=True)
class Expr:
    """A typed expression. Every subclass below is one form of the language."""

    span: Span = field(repr=False)
    type: Type


@dataclass(frozen=True, slots=True)
class Const(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Local(Expr):
    slot: int
    name: str


@dataclass(frozen=True, slots=True)
class Read(Expr):
    """One cell of the state; `name` for reasons."""

    cell: int
    name: str


@dataclass(frozen=True, slots=True)
class ReadAt(Expr):
    """The cell of one element of a family: `cell + index`."""

    cell: int
    index: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Arith(Expr):
    """`sign` is + - * / mod. Division rounds down, the remainder has the sign of the divisor; both fault on zero."""

    sign: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Negate(Expr):
    value: Expr


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """`sign` is < <= > >= is, is not; elements and sets compare too, with the last two."""

    sign: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class AllOf(Expr):
    clauses: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class AnyOf(Expr):
    clauses: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not(Expr):
    clause: Expr


@dataclass(frozen=True, slots=True)
class IfElse(Expr):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Within(Expr):
    """An element in a set; none is in no set."""

    member: Expr
    among: Expr


@dataclass(frozen=True, slots=True)
class WithinNumbers(Expr):
    """A number among numbers: `low` up to `high` pairs."""

    member: Expr
    runs: tuple[tuple[Expr, Expr], ...]


@dataclass(frozen=True, slots=True)
class Single(Expr):
    """One element as a set of one."""

    member: Expr


@dataclass(frozen=True, slots=True)
class Union(Expr):
    sets: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Minus(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Numbers(Expr):
    """A set of numbers, only ever walked or asked: `low` up to `high` pairs, in order."""

    runs: tuple[tuple[Expr, Expr], ...]


@dataclass(frozen=True, slots=True)
class Order(Expr):
    """A set in turn order from `start` on; without `inclusive`, those behind `start`, itself left out."""

    among: Expr
    start: Expr
    inclusive: bool


@dataclass(frozen=True, slots=True)
class Filter(Expr):
    """The elements of a set for which `where` holds; among those, the best by `ranking` (most?, measure)."""

    among: Expr
    slot: int
    where: Expr | None
    ranking: tuple[tuple[bool, Expr], ...]


@dataclass(frozen=True, slots=True)
class Gather(Expr):
    """`kind` is any, all, count, sum, least or most, of `value` over the elements for which `where` holds."""

    kind: str
    among: Expr
    slot: int
    where: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Count(Expr):
    among: Expr


@dataclass(frozen=True, slots=True)
class Exists(Expr):
    among: Expr


@dataclass(frozen=True, slots=True)
class First(Expr):
    """The first of a set or an order; a fault where it is empty."""

    among: Expr


@dataclass(frozen=True, slots=True)
class Only(Expr):
    """The one element of a set; a fault where there is none, or are several."""

    among: Expr


@dataclass(frozen=True, slots=True)
class Same(Expr):
    """A value under another type: a player and the zones of that player have the same place in their families."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Lookup(Expr):
    """What is known of an element before any game starts: an attribute of a piece, by its place."""

    table: tuple[int, ...]
    index: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Contents(Expr):
    """The pieces in one zone, as a set."""

    zone: int
    index: Expr


@dataclass(frozen=True, slots=True)
class AllContents(Expr):
    """The pieces in a set of zones of one kind."""

    zone: int
    among: Expr


@dataclass(frozen=True, slots=True)
class AtNumber(Expr):
    """The piece at a numbered place of an ordered zone, as a set of one or none."""

    zone: int
    index: Expr
    number: Expr


@dataclass(frozen=True, slots=True)
class OwnedBy(Expr):
    """The pieces of a set of seats: `masks` are those of each seat."""

    masks: tuple[int, ...]
    among: Expr


@dataclass(frozen=True, slots=True)
class Intersection(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class SpaceAt(Expr):
    """The space with a number, of a seat's where there is one for each; a fault where there is none. `spaces` are by number, then seat."""

    spaces: dict[int, tuple[int, ...]] = field(repr=False)
    number: Expr
    seat: Expr | None
    name: str


@dataclass(frozen=True, slots=True)
class GridIndex(Expr):
    """The number of a cell in a table of a grid, row by row from 0: `(row - 1) * columns + column - 1`.

    A fault where there is no such column or row. It is only ever the index of a `Lookup`, whose table holds the spaces, or, for `cell(c, 1..6)`,
    sets of them; then that side has one column or row in the table, and a constant 1 as its number.
    """

    column: Expr
    row: Expr
    columns: int
    rows: int
    name: str

    @property
    def is_safe(self) -> bool:
        """Whether the types say that there is always such a cell."""
        return all(side.type.low >= 1 and side.type.high <= size for side, size in ((self.column, self.columns), (self.row, self.rows)))


@dataclass(frozen=True, slots=True)
class Lines(Expr):
    """The straight lines of neighbouring cells, each a set of spaces, in their order; of those, where `at` is given, the ones that contain it.

    Only ever walked.
    """

    masks: tuple[int, ...] = field(repr=False)
    at: Expr | None

    def through(self, space: int) -> tuple[int, ...]:
        """The lines that contain a space."""
        return tuple(mask for mask in self.masks if mask >> space & 1)


@dataclass(frozen=True, slots=True)
class Uses(Expr):
    """The ways to use dice: each alone, those that show the same once; and all together where there are several. Only ever walked."""

    dice: Expr


@dataclass(frozen=True, slots=True)
class Ways(Expr):
    """The ways of a piece by a number of steps, none where it stands off its route. Only ever walked."""

    kind: int
    piece: Expr
    number: Expr


@dataclass(frozen=True, slots=True)
class OfWay(Expr):
    """What is known of a way: `part` is end, passed, branches or length."""

    kind: int
    part: str
    way: Expr


@dataclass(frozen=True, slots=True)
class Holder(Expr):
    """The player in whose zone a piece lies; none where it lies in nobody's."""

    piece: Expr


@dataclass(frozen=True, slots=True)
class EndOf(Expr):
    """The first or (`last`) the last piece of an ordered zone; a fault where it is empty."""

    zone: int
    index: Expr
    last: bool


@dataclass(frozen=True, slots=True)
class Invoke(Expr):
    """A definition with its arguments, as a value."""

    routine: int
    arguments: tuple[Expr, ...]
