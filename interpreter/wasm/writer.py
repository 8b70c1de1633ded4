"""What all forms of expressions share: the function that is written, the locals that hold those of the rules, reading the state.

A number, a flag (0 or 1) or an element is 32 bits on the stack; a set is one or more words of 64 bits, worked out into locals. The address of
the state is the first parameter of every function that reads one. A fault is a trap: whoever called goes on with the interpreter, which says
what was wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .. import model as m
from ..types import Family, Type
from .encode import I32, I64, Function
from .memory import WORD, load, words_of

if TYPE_CHECKING:
    from .build import Build
    from .masks import Masks
    from .walks import Walks

STATE = 0  # the local that holds the address of the state


def kinds_of(kind: Type) -> tuple[str, ...]:
    """What a value of this type is on the stack."""
    return (I64,) * words_of(kind.family) if kind.is_set else (I32,)


class Writer:
    """What all forms share: where it is written, the slots, and how a form is found.

    `slots` are the locals of the function that hold the locals of the rules; a subclass has the forms, and the walks.
    """

    walks: Walks
    masks: Masks

    def __init__(self, build: Build, function: Function):
        self.build, self.model, self.f = build, build.model, function
        self.slots: dict[int, tuple[int, ...]] = {}
        self.rows: dict[int, int] = {}  # by the local of a way that a walk gives, the one of where its row begins

    # ---- slots

    def bind(self, slot: int, kind: Type) -> tuple[int, ...]:
        """Locals for a slot of that type, where it has none yet."""
        if slot not in self.slots:
            self.slots[slot] = tuple(self.f.local(each) for each in kinds_of(kind))
        return self.slots[slot]

    def assign(self, slot: int, value: m.Expr) -> None:
        """Works a value out and keeps it in a slot."""
        places = self.bind(slot, value.type)
        self.push(value)
        for place in reversed(places):
            self.f.set(place)

    # ---- whole values

    def push(self, node: m.Expr) -> None:
        """A value of any type on the stack, a set word by word."""
        if node.type.is_set:
            words = words_of(node.type.family)
            if words == 1:
                self.word(node)
            else:
                self.f.get(*self.words(node))
        else:
            self.number(node)

    def known(self, node: m.Expr) -> m.Expr:
        """What an expression comes to, where it is a definition that is always the same."""
        while isinstance(node, m.Invoke) and not node.arguments:
            value = self.model.routines[node.routine].value
            if not isinstance(value, (m.Const, m.Invoke)):
                break
            node = value
        return node

    def number(self, node: m.Expr) -> None:
        """A number, flag or element on the stack."""
        node = self.known(node)
        getattr(self, "_" + type(node).__name__.lower())(node)

    def word(self, node: m.Expr) -> None:
        """A set of at most 64 elements on the stack."""
        node = self.known(node)
        method: Callable[[m.Expr], None] | None = getattr(self, "_" + type(node).__name__.lower() + "_word", None)
        if method is not None:
            method(node)
        else:
            self.f.get(self.words(node)[0])

    def words(self, node: m.Expr) -> list[int]:
        """A set of any size, worked out into locals."""
        node = self.known(node)
        count = words_of(node.type.family)
        method: Callable[[m.Expr, int], None] | None = getattr(self, "_" + type(node).__name__.lower() + "_part", None)
        if method is not None:
            found = [self.f.local(I64) for _ in range(count)]
            for place, each in enumerate(found):
                method(node, place)
                self.f.set(each)
            return found
        whole: list[int] = getattr(self, "_" + type(node).__name__.lower() + "_words")(node)
        return whole

    def fault(self) -> None:
        """Stops: the interpreter says what was wrong."""
        self.f.op("unreachable")

    def fault_if(self) -> None:
        """Stops where the flag on the stack is true."""
        label = self.f.label()
        self.f.op(("if", label))
        self.fault()
        self.f.op("end")

    def temp(self, kind: str = I32) -> int:
        return self.f.local(kind)

    # ---- the state and the tables

    def read_cell(self, cell: int, word: int = 0) -> None:
        layout = self.build.layout
        self.f.get(STATE)
        load(self.f, layout.widths[cell], layout.offsets[cell], word)

    def address(self, cell: int, index: m.Expr) -> None:
        """The address of one cell of an array, without the offset of the first."""
        self.f.get(STATE)
        self.number(index)
        self.scale(self.build.layout.widths[cell].bytes)
        self.f.op("i32.add")

    def scale(self, size: int) -> None:
        if size != 1:
            self.f.const(size)
            self.f.op("i32.mul")

    def set_at(self, cell: int, index: m.Expr) -> list[int]:
        """The set in one cell of an array."""
        width, offset = self.build.layout.widths[cell], self.build.layout.offsets[cell]
        at = self.temp()
        self.address(cell, index)
        self.f.set(at)
        found = []
        for word in range(width.words):
            self.f.get(at)
            load(self.f, width, offset, word)
            found.append(self.f.local(I64))
            self.f.set(found[-1])
        return found

    def has(self, words: list[int], member: int) -> None:
        """Whether an element, in a local, is in a set, in locals."""
        self.f.get(words[0])
        for place, word in enumerate(words[1:], 1):
            self.f.get(word)
            self.f.get(member)
            self.f.op(("i32.const", WORD * place), "i32.lt_u", "select")
        self.f.get(member)
        self.f.op("i64.extend_i32_u", "i64.shr_u", "i32.wrap_i64", ("i32.const", 1), "i32.and")

    def bits(self, member: int, count: int) -> list[int]:
        """A set of one, of an element in a local."""
        found = []
        for word in range(count):
            self.f.const64(1)
            self.f.get(member)
            self.f.op("i64.extend_i32_u", "i64.shl")
            if count > 1:
                self.f.const64(0)
                self.f.get(member)
                self.f.op(("i32.const", 6), "i32.shr_u", ("i32.const", word), "i32.eq", "select")
            found.append(self.f.local(I64))
            self.f.set(found[-1])
        return found

    def looked_up(self, masks: tuple[int, ...], family: Family | None, index: Callable[[], None]) -> list[int]:
        """A set from a table of sets."""
        table, width = self.build.tables.masks(masks, family.size if family is not None else 1)
        at = self.temp()
        index()
        self.scale(width.bytes)
        self.f.set(at)
        found = []
        for word in range(width.words):
            self.f.get(at)
            load(self.f, width, table, word)
            found.append(self.f.local(I64))
            self.f.set(found[-1])
        return found

    def element_cell(self, cell: int, index: int, word: int = 0) -> None:
        """What is in one cell of an array, the index in a local."""
        width = self.build.layout.widths[cell]
        self.f.get(STATE, index)
        self.scale(width.bytes)
        self.f.op("i32.add")
        load(self.f, width, self.build.layout.offsets[cell], word)

    def occupied(self, zone: m.Zone) -> list[int]:
        """The spaces of the board on which any of a zone's pieces stand."""
        found, offset = [], self.build.layout.occupied[zone.index]
        for word in range(words_of(zone.family)):
            self.f.get(STATE)
            self.f.op(("i64.load", offset + 8 * word))
            found.append(self.f.local(I64))
            self.f.set(found[-1])
        return found

    def position(self, zone: m.Zone, piece: int) -> None:
        """The place of a piece, in a local, in the order of its zone."""
        cell = self.model.kind_of(zone.pieces).position_cell
        self.element_cell(cell, piece)

    def narrow(self) -> None:
        """Of 64 bits a number of 32; a fault where it is none."""
        wide = self.temp(I64)
        self.f.tee(wide)
        self.f.get(wide)
        self.f.op("i32.wrap_i64", "i64.extend_i32_s", "i64.ne")
        self.fault_if()
        self.f.get(wide)
        self.f.op("i32.wrap_i64")
