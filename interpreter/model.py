"""The checked game: plain data, independent of how it is run.

Expressions and statements are small typed trees over *cells* (the state, a flat list of integers) and *slots* (the locals of a
definition, fixed places too, since nothing recurses). `Model` holds the layout of the cells, the flow as a table of blocks, and
everything else that the interpreter, and a compiler, need to know. Names of people's words stay outside the rules, in `texts`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .source import Source, Span
from .topology import Routes, Way
from .types import Family, Type

# The first cells of every state.
PHASE, TURN, TAKEN, WINNERS, ENDED = range(5)
FIRST_FREE_CELL = 5
NOT_ENDED = -1


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


# ---- statements


@dataclass(frozen=True, slots=True)
class Stmt:
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True)
class Place:
    """What a statement writes: the cell of a variable, or of one element's."""

    span: Span = field(repr=False)
    type: Type
    cell: int
    index: Expr | None
    name: str


@dataclass(frozen=True, slots=True)
class Store(Stmt):
    target: Place
    value: Expr


@dataclass(frozen=True, slots=True)
class Increase(Stmt):
    target: Place
    amount: Expr


@dataclass(frozen=True, slots=True)
class Include(Stmt):
    target: Place
    member: Expr


@dataclass(frozen=True, slots=True)
class Exclude(Stmt):
    target: Place
    member: Expr


@dataclass(frozen=True, slots=True)
class Transfer(Stmt):
    """`amount` from one counter to the other; with `capped`, no more than there is."""

    amount: Expr
    source: Place
    target: Place
    capped: bool


@dataclass(frozen=True, slots=True)
class Bind(Stmt):
    slot: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Branch(Stmt):
    cases: tuple[tuple[Expr, tuple[Stmt, ...]], ...]
    otherwise: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class ForEach(Stmt):
    slot: int
    among: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class MoveTo(Stmt):
    """Pieces, wherever they lie, into a zone; in an ordered one behind the last, in their order."""

    pieces: Expr
    zone: int
    index: Expr


@dataclass(frozen=True, slots=True)
class WalkTo(Stmt):
    """Pieces to the end of a way."""

    pieces: Expr
    kind: int
    way: Expr


@dataclass(frozen=True, slots=True)
class DealTo(Stmt):
    """The first pieces of a zone into another, or (`each`) so many into that of every player; a fault where there are fewer."""

    amount: Expr
    source: int
    source_index: Expr
    target: int
    target_index: Expr | None


@dataclass(frozen=True, slots=True)
class SwapZones(Stmt):
    """The pieces of two zones change places."""

    left: int
    left_index: Expr
    right: int
    right_index: Expr


@dataclass(frozen=True, slots=True)
class Do(Stmt):
    """A definition carried out."""

    routine: int
    arguments: tuple[Expr, ...]


# ---- the parts of a game


@dataclass(frozen=True, slots=True)
class Variable:
    """`size` cells from `cell` on, one for each member of `owner` (or one); `block` is the block it lives in, or None."""

    name: str
    type: Type
    cell: int
    size: int
    owner: Family | None
    initial: Expr
    block: int | None
    path: str
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made before the game: `values` in the order written, as values of `type`."""

    name: str
    type: Type
    values: tuple[int, ...]
    default: int
    cell: int
    when: Expr | None
    ask: Texts | None
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True)
class Routine:
    """A definition for one combination of argument types: a value, or statements. `slots` hold its parameters."""

    name: str
    slots: tuple[int, ...]
    types: tuple[Type, ...]
    value: Expr | None
    body: tuple[Stmt, ...]
    path: str
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True)
class Face:
    name: str
    weight: int
    body: tuple[Stmt, ...]
    path: str
    span: Span = field(repr=False)


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


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A chance event that puts pieces into a zone in a random order."""

    pieces: Expr
    zone: int
    index: Expr


@dataclass(frozen=True, slots=True)
class Outcome:
    """A chance event: faces with weights (the last face in `cell`), dice (their values from `cell` on), or a shuffle."""

    name: str
    family: Family
    faces: tuple[Face, ...]
    sides: int
    cell: int
    path: str
    span: Span = field(repr=False)
    shuffle: Shuffle | None = None

    @property
    def is_dice(self) -> bool:
        return self.sides > 0


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    slot: int
    type: Type
    domain: Expr
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True)
class Clause:
    """A condition of a guard; it can be tested once the first `after` parameters are bound."""

    condition: Expr
    after: int


@dataclass(frozen=True, slots=True)
class Action:
    name: str
    parameters: tuple[Parameter, ...]
    guard: tuple[Clause, ...]
    last_resort: bool
    rank: Expr | None
    body: tuple[Stmt, ...]
    path: str
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True)
class Priority:
    """The ranks of a block's choice, the highest first; `measure` and the rest carry out `use most`."""

    order: tuple[int, ...]
    breach: tuple[Stmt, ...] | None
    measure: Expr | None
    until: int | None
    at_end: Expr | None
    path: str
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True)
class Exit:
    """`[if C then] leave BLOCK`"""

    condition: Expr | None
    block: int
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the flow. `again` is None (once) or its condition (always is a constant); `tested_first` makes it a `while`.

    `turn_cells` are, where there are turns: those still to come, the seat it began from, the turn outside. `time` are the seconds for one pass
    (none where it is 0), `timeout` what happens when they have run out, before the pass is left.
    """

    index: int
    name: str
    parent: int | None
    steps: tuple[int, ...]
    when: Expr | None
    again: Expr | None
    tested_first: bool
    turns: Expr | None
    turn_cells: int
    state: tuple[Variable, ...]
    draw: Outcome | None
    choose: tuple[Action, ...]
    chooser: Expr | None
    automatic: bool
    nothing: Exit | None
    body: tuple[Stmt, ...]
    then: Exit | None
    priority: Priority | None
    ends: tuple[End, ...]
    path: str
    span: Span = field(repr=False)
    time: Expr | None = None
    timeout: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True)
class End:
    index: int
    name: str
    when: Expr
    winners: Expr
    path: str
    span: Span = field(repr=False)


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
class Texts:
    """Templates by language: strings and expressions in turn."""

    parts: dict[str, tuple[str | Expr, ...]]


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
