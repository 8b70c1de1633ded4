"""The syntax trees of the DSL: one frozen dataclass a form, each with its span.

Three groups: expressions (a value), statements (an effect), and short forms that stand beside YAML keys. Boards have their own at
the end. Nothing here knows what a name means.
"""

from __future__ import annotations

from dataclasses import dataclass

from .source import Span


@dataclass(frozen=True, slots=True)
class Syntax:
    span: Span


# ---- expressions


@dataclass(frozen=True, slots=True)
class Name(Syntax):
    name: str


@dataclass(frozen=True, slots=True)
class Number(Syntax):
    value: int


@dataclass(frozen=True, slots=True)
class Flag(Syntax):
    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(Syntax):
    """`none`"""


@dataclass(frozen=True, slots=True)
class Element(Syntax):
    """`.chips`: an attribute of the element that a selection or gathering looks at."""

    name: str


@dataclass(frozen=True, slots=True)
class Attribute(Syntax):
    """`p.chips`"""

    of: Expression
    name: str


@dataclass(frozen=True, slots=True)
class Numbered(Syntax):
    """`street 3`, `player 1`"""

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class Call(Syntax):
    """`points(p)`, `count(players)`; `name_span` is where the name stands."""

    name: str
    arguments: tuple[Expression, ...]
    name_span: Span


@dataclass(frozen=True, slots=True)
class Gathering(Syntax):
    """`EXPR for [x in] SET [where C]`, the only argument of a call."""

    value: Expression
    variable: str | None
    among: Expression
    where: Expression | None


@dataclass(frozen=True, slots=True)
class Rank(Syntax):
    most: bool
    measure: Expression


@dataclass(frozen=True, slots=True)
class Selection(Syntax):
    """`([x in] SET [where C] [with most|least K, then …])`"""

    variable: str | None
    among: Expression
    where: Expression | None
    ranking: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class Conditional(Syntax):
    """`if C then A else B`"""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Every(Syntax):
    """`A and B …`"""

    clauses: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Some(Syntax):
    """`A or B …`"""

    clauses: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Negation(Syntax):
    clause: Expression


@dataclass(frozen=True, slots=True)
class Comparison(Syntax):
    """`sign` is one of < <= > >= is, is not, is in, is not in."""

    sign: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Arithmetic(Syntax):
    """`sign` is one of + - * / mod."""

    sign: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Negative(Syntax):
    value: Expression


@dataclass(frozen=True, slots=True)
class Listed(Syntax):
    """`{a, b}`"""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Belonging(Syntax):
    """`hand of p`, `ways of t by n`"""

    what: Expression
    owner: Expression
    by: Expression | None


@dataclass(frozen=True, slots=True)
class Placed(Syntax):
    """`tokens at s`"""

    what: Expression
    place: Expression


@dataclass(frozen=True, slots=True)
class Turned(Syntax):
    """`players from starter` (inclusive), `players after starter` (the others)"""

    among: Expression
    inclusive: bool
    start: Expression


@dataclass(frozen=True, slots=True)
class Range(Syntax):
    low: Expression
    high: Expression


Expression = (
    Name | Number | Flag | Nothing | Element | Attribute | Numbered | Call | Gathering | Selection | Conditional | Every | Some
    | Negation | Comparison | Arithmetic | Negative | Listed | Belonging | Placed | Turned | Range
)  # fmt: skip


# ---- statements


@dataclass(frozen=True, slots=True)
class Let(Syntax):
    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Assign(Syntax):
    """`set TARGET to VALUE`"""

    target: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Add(Syntax):
    """`add N to COUNTER`, `add X to SET`"""

    value: Expression
    target: Expression


@dataclass(frozen=True, slots=True)
class Remove(Syntax):
    """`remove X from SET`"""

    value: Expression
    target: Expression


@dataclass(frozen=True, slots=True)
class Pay(Syntax):
    """`pay [up to] N from COUNTER to COUNTER`"""

    amount: Expression
    source: Expression
    target: Expression
    capped: bool


@dataclass(frozen=True, slots=True)
class Move(Syntax):
    what: Expression
    place: Expression


@dataclass(frozen=True, slots=True)
class Walk(Syntax):
    what: Expression
    way: Expression


@dataclass(frozen=True, slots=True)
class Exchange(Syntax):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Deal(Syntax):
    amount: Expression
    source: Expression
    target: Expression


@dataclass(frozen=True, slots=True)
class DealEach(Syntax):
    amount: Expression
    source: Expression
    family: str


@dataclass(frozen=True, slots=True)
class Perform(Syntax):
    """A line that is a value or a call; what it may be depends on where it stands."""

    what: Expression


@dataclass(frozen=True, slots=True)
class Branches(Syntax):
    """`if C … else if … else …`"""

    cases: tuple[tuple[Expression, tuple[Statement, ...]], ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Loop(Syntax):
    """`for each X in SET`"""

    variable: str
    among: Expression
    body: tuple[Statement, ...]


Statement = Let | Assign | Add | Remove | Pay | Move | Walk | Exchange | Deal | DealEach | Perform | Branches | Loop


# ---- short forms


@dataclass(frozen=True, slots=True)
class Body(Syntax):
    """What a definition or a `do` holds: statements, or one value."""

    lines: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Signature(Syntax):
    name: str
    parameters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TypeName(Syntax):
    """`number`, `player or none`, `set of players`; `form` is one, optional or many."""

    name: str
    form: str


@dataclass(frozen=True, slots=True)
class Between(Syntax):
    """`0..3` as a type"""

    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class Variable(Syntax):
    """`TYPE = EXPR`"""

    type: TypeName | Between
    initial: Expression


@dataclass(frozen=True, slots=True)
class Extent(Syntax):
    """`2..8`, or a single number"""

    low: Expression
    high: Expression | None


@dataclass(frozen=True, slots=True)
class Roll(Syntax):
    """`2 dice of 6`"""

    count: Expression
    noun: str
    sides: Expression


@dataclass(frozen=True, slots=True)
class DrawOutcome(Syntax):
    name: str


@dataclass(frozen=True, slots=True)
class Shuffle(Syntax):
    what: Expression
    place: Expression


@dataclass(frozen=True, slots=True)
class Leave(Syntax):
    """`[if C then] leave BLOCK`"""

    condition: Expression | None
    block: str
    block_span: Span


# ---- boards


@dataclass(frozen=True, slots=True)
class Spaces(Syntax):
    """`ring street per seat 9 .. 14, 0 .. 8`; `form` is ring, lane, grid or pocket."""

    form: str
    name: str
    per: str | None
    runs: tuple[Extent, ...]


@dataclass(frozen=True, slots=True)
class RouteWalk(Syntax):
    place: str
    run: Extent | None
    owner: str | None


@dataclass(frozen=True, slots=True)
class RouteRound(Syntax):
    """`for each seat after own` and the steps under it"""

    variable: str
    after: str
    steps: tuple[RouteStep, ...]


@dataclass(frozen=True, slots=True)
class RouteFork(Syntax):
    branches: tuple[tuple[str, tuple[RouteStep, ...]], ...]


RouteStep = RouteWalk | RouteRound | RouteFork


@dataclass(frozen=True, slots=True)
class Route(Syntax):
    piece: str
    seat: str | None
    steps: tuple[RouteStep, ...]


@dataclass(frozen=True, slots=True)
class Board(Syntax):
    parts: tuple[Spaces | Route, ...]
