"""The types of the language: finite domains, and nothing else.

A value at run time is always one integer: a flag 0 or 1; a number of 32 bits; an element its place in its family (none is -1); a set a
mask with a bit for each element.
"""

from __future__ import annotations

from dataclasses import dataclass

INT_MIN, INT_MAX = -(2**31), 2**31 - 1
NONE = -1  # the value of `none` where one element may be missing


@dataclass(frozen=True, slots=True)
class Family:
    """A finite list of things: the players, the dice, the words of an option, the faces of a top.

    `members` are their canonical names, in their fixed order. Two families are the same if their names are. The sets of a `walked` family
    (ways) are only ever walked, and never held.
    """

    name: str
    plural: str
    members: tuple[str, ...]
    words: bool = False
    walked: bool = False

    @property
    def size(self) -> int:
        return len(self.members)


@dataclass(frozen=True, slots=True)
class Type:
    """`kind` is flag, number, element, uses (sets of dice), lines (of spaces) or none; `many` makes it a set, `optional` adds none; numbers have bounds."""

    kind: str
    family: Family | None = None
    many: bool = False
    optional: bool = False
    low: int = INT_MIN
    high: int = INT_MAX

    def __str__(self) -> str:
        if self.kind == "element" and self.family is not None:
            if self.many:
                return f"set of {self.family.plural}"
            return self.family.name + (" or none" if self.optional else "")
        if self.kind == "number" and self.many:
            return "set of numbers"
        if self.kind == "uses":
            return "uses of dice"
        if self.kind == "lines":
            return "lines of spaces"
        return self.kind

    @property
    def one(self) -> Type:
        """The type of an element of this set, or of this value once it is known not to be none."""
        if self.kind in ("uses", "lines"):
            return Type("element", self.family, True)
        return Type(self.kind, self.family, False, False, self.low, self.high)

    @property
    def set(self) -> Type:
        return Type(self.kind, self.family, True, False, self.low, self.high)

    @property
    def is_number(self) -> bool:
        return self.kind == "number" and not self.many

    @property
    def is_flag(self) -> bool:
        return self.kind == "flag"

    @property
    def is_set(self) -> bool:
        """A set of a family's elements, held as a mask."""
        return self.many and self.kind == "element" and self.family is not None and not self.family.walked

    @property
    def is_element(self) -> bool:
        return self.kind == "element" and not self.many


FLAG = Type("flag")
NUMBER = Type("number")
NOTHING = Type("none", optional=True)


def element(family: Family, optional: bool = False) -> Type:
    return Type("element", family, False, optional)


def set_of(family: Family) -> Type:
    return Type("element", family, True)


def between(low: int, high: int) -> Type:
    return Type("number", low=low, high=high)


def same_kind(left: Type, right: Type) -> bool:
    """Whether values of the two types can be compared with `is`."""
    if "none" in (left.kind, right.kind):
        other = right if left.kind == "none" else left
        return other.kind == "none" or other.optional or other.is_set
    return left.kind == right.kind and left.family == right.family and left.many == right.many


def fits(value: Type, target: Type) -> bool:
    """Whether a value of one type may be stored where the other is declared; ranges are checked apart."""
    if value.kind == "none":
        return target.optional or target.is_set
    if target.is_set and value.is_element:
        return value.family == target.family and not value.optional
    return same_kind(value, target) and (target.optional or not value.optional)


def parse_value(kind: Type, name: str) -> int | None:
    """The value of that name; None where the type has none such."""
    if kind.is_flag:
        return {"yes": 1, "no": 0}.get(name)
    if kind.is_number:
        try:
            return int(name) if len(name) < 12 else None
        except ValueError:
            return None
    members = kind.family.members if kind.family else ()
    return members.index(name) if name in members else None
