"""Typed statements, and what they write: one dataclass a form of the language."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..source import Span
from ..types import Type
from .expressions import Expr


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
