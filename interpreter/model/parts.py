"""The parts of a game that act: variables, options, definitions, chance, actions, priorities, blocks, ends."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..source import Span
from ..types import Family, Type
from .expressions import Expr
from .statements import Stmt
from .texts import Texts


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
