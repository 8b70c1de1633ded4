"""What happened, as data: the stream that a traced run leaves.

Trace, narration, coverage and scenarios are readers of it. An event keeps the place of the rule that caused it and, where the rule file has
narration for it, the words with the values of that moment.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .source import Span
from .types import Type

EVERYBODY = -1  # as a mask of seats, all of them


@dataclass(frozen=True, slots=True)
class Value:
    """A value in a text, put into words late."""

    type: Type
    value: int
    dice: tuple[int, ...] = ()  # what the dice of a set of dice showed
    seen_by: int = EVERYBODY  # of pieces: the seats that may know which it is


Told = dict[str, tuple[str | Value, ...]]  # by language


@dataclass(frozen=True, slots=True)
class Event:
    """`path` is the rule's path; `told` what the rule file says of it."""

    path: str
    span: Span = field(repr=False)
    told: Told | None = None


@dataclass(frozen=True, slots=True)
class Entered(Event):
    """A block began (or began again): the heading of what follows."""

    block: int = 0


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """A chance event came out as `result`, the place of a face or the values of dice, on the turn of `seat`."""

    outcome: str = ""
    result: tuple[int, ...] = ()
    seat: int = -1


@dataclass(frozen=True, slots=True)
class Chosen(Event):
    """`seat` chose an action with these arguments."""

    seat: int = -1
    action: str = ""
    arguments: tuple[Value, ...] = ()
    breach: bool = False


@dataclass(frozen=True, slots=True)
class Called(Event):
    """An acting definition was carried out."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """One variable of the state: of `owner` (a member's place in its family, -1 for the game's own)."""

    name: str
    owner: int
    type: Type
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Changed(Event):
    """A statement wrote into the state."""

    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """Pieces went from zone to zone: (piece, zone, which of its kind, zone, which of its kind)."""

    moves: tuple[tuple[Value, int, int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class TimedOut(Event):
    """The time of a block ran out on the turn of `seat`."""

    seat: int = -1


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A block was left by name."""

    block: int = 0


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """The game ended; `winners` is a mask of seats."""

    winners: int = 0
