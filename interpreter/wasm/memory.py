"""How things lie in memory: the cells of a state, small and in the model's own order, and the static tables.

A state is a run of bytes. Every cell has a width: a flag or a small element one byte, a number as many as its range needs, a set a bit for each element
(sets of more than 64 in words of 64). The cells of an array lie side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .. import model as m
from ..types import Family, Type
from .encode import Function

WORD = 64
MOST_SETS = 8  # elements of a family of which a table can have a row for every set


class Unsupported(Exception):
    """A model that cannot be compiled; the interpreter plays it."""


@dataclass(frozen=True, slots=True)
class Width:
    """How one cell lies in memory: `bytes` long, `words` words where it is a set, and whether a number below zero can be in it."""

    bytes: int
    words: int = 0
    signed: bool = False


def words_of(family: Family | None) -> int:
    """How many words of 64 bits a set of this family has."""
    return max(1, -(-(family.size if family is not None else 1) // WORD))


def width_of(kind: Type) -> Width:
    if kind.is_set and kind.family is not None:
        return set_width(kind.family.size)
    if kind.is_flag:
        return Width(1)
    if kind.is_number:
        return number_width(min(kind.low, 0), max(kind.high, 0))
    return number_width(-1, max(1, kind.family.size if kind.family is not None else 1))


def set_width(size: int) -> Width:
    for bits in (8, 16, 32, 64):
        if size <= bits:
            return Width(bits // 8, 1)
    words = -(-size // WORD)
    return Width(8 * words, words)


def number_width(low: int, high: int) -> Width:
    for size in (1, 2):
        if low >= 0 and high < 1 << 8 * size:
            return Width(size)
        if low >= -(1 << 8 * size - 1) and high < 1 << 8 * size - 1:
            return Width(size, signed=True)
    return Width(4, signed=True)


class Layout:
    """Where the cells of a model's states are."""

    def __init__(self, model: m.Model):
        self.model = model
        self.widths: list[Width] = [Width(4, signed=True)] * model.cells
        for _, first, count, width in _arrays(model):
            self.widths[first : first + count] = [width] * count
        self.offsets: list[int] = []
        at = 0
        for width in self.widths:
            unit = min(8, width.bytes)
            at = -(-at // unit) * unit
            self.offsets.append(at)
            at += width.bytes
        at = -(-at // 8) * 8
        self.occupied: dict[int, int] = {}  # by zone, where the set of spaces stands on which any of its pieces do: it follows from the cells
        for zone in model.zones:
            if zone.on_board:
                self.occupied[zone.index] = at
                at += 8 * words_of(zone.family)
        self.size = at

    def described(self) -> Iterator[str]:
        """What stands where in a state, a line each, for people."""
        for name, first, count, width in sorted(_arrays(self.model), key=lambda run: run[1]):
            if first < len(self.offsets):
                each = f"{count} of " if count != 1 else ""
                yield f"{self.offsets[first]:>6}  {name} ({each}{width.bytes} {'byte' if width.bytes == 1 else 'bytes'})"
        for index, at in self.occupied.items():
            yield f"{at:>6}  spaces occupied, of {self.model.zones[index].name} ({8 * words_of(self.model.zones[index].family)} bytes)"

    def pack(self, cells: Sequence[int]) -> bytes:
        """The interpreter's cells as a state in memory."""
        out = bytearray(self.size)
        for value, width, at in zip(cells, self.widths, self.offsets, strict=True):
            out[at : at + width.bytes] = int(value).to_bytes(width.bytes, "little", signed=value < 0)
        for index, at in self.occupied.items():
            zone = self.model.zones[index]
            spaces = sum(1 << space for space in range(zone.family.size) if cells[zone.cell + space])
            out[at : at + 8 * words_of(zone.family)] = spaces.to_bytes(8 * words_of(zone.family), "little")
        return bytes(out)

    def unpack(self, data: bytes | bytearray | memoryview) -> list[int]:
        """A state in memory as the interpreter's cells."""
        return [
            int.from_bytes(data[at : at + width.bytes], "little", signed=width.signed) for width, at in zip(self.widths, self.offsets, strict=True)
        ]  # fmt: skip


def _arrays(model: m.Model) -> Iterator[tuple[str, int, int, Width]]:
    """Runs of cells of one width: what they are, the first, how many, and the width."""
    seats = set_width(model.seats.size)
    yield "phase", m.PHASE, 1, Width(2)
    yield "turn", m.TURN, 1, Width(1, signed=True)
    yield "seats taken", m.TAKEN, 1, seats
    yield "winners", m.WINNERS, 1, seats
    yield "end", m.ENDED, 1, number_width(-1, len(model.ends))
    for option in model.options:
        yield option.name, option.cell, 1, width_of(option.type)
    for variable in [*model.variables, *(variable for block in model.blocks for variable in block.state)]:
        yield variable.name, variable.cell, variable.size, width_of(variable.type)
    for outcome in model.outcomes:
        if outcome.is_dice:
            yield outcome.name, outcome.cell, outcome.family.size, number_width(0, outcome.sides)
        else:
            yield outcome.name, outcome.cell, 1, number_width(-1, outcome.family.size)
    for kind in model.pieces:
        ordered = any(zone.ordered and zone.pieces == kind.family for zone in model.zones)  # whose places have no bound
        steps = len(kind.routes.steps) if kind.routes is not None else 0
        yield f"place of each {kind.family.name}", kind.position_cell, kind.family.size, Width(4, signed=True) if ordered else number_width(0, steps)
        if kind.space_cell is not None and model.board is not None:
            yield f"space of each {kind.family.name}", kind.space_cell, kind.family.size, number_width(-1, model.board.family.size)
    for zone in model.zones:
        yield f"in {zone.name}", zone.cell, zone.family.size, set_width(zone.pieces.size)
    for block in model.blocks:
        if block.turns is not None:
            yield f"{block.name}: whose turn is to come", block.turn_cells, 1, seats
            yield f"{block.name}: who had the last", block.turn_cells + 1, 1, Width(1, signed=True)
            yield f"{block.name}: whose turn it was before", block.turn_cells + 2, 1, Width(1, signed=True)


def load(function: Function, width: Width, offset: int, word: int = 0) -> None:
    """Of an address, the number there (as 32 bits), or a word of the set there (as 64)."""
    if width.words:
        name = {1: "i64.load8_u", 2: "i64.load16_u", 4: "i64.load32_u"}.get(width.bytes, "i64.load")
        function.op((name, offset + 8 * word))
    else:
        sign = "s" if width.signed else "u"
        name = {1: f"i32.load8_{sign}", 2: f"i32.load16_{sign}"}.get(width.bytes, "i32.load")
        function.op((name, offset))


def store(function: Function, width: Width, offset: int, word: int = 0) -> None:
    """Of an address and a value, the value there."""
    if width.words:
        name = {1: "i64.store8", 2: "i64.store16", 4: "i64.store32"}.get(width.bytes, "i64.store")
        function.op((name, offset + 8 * word))
    else:
        function.op(({1: "i32.store8", 2: "i32.store16"}.get(width.bytes, "i32.store"), offset))


class Tables:
    """Static tables, each laid down once."""

    def __init__(self, start: int):
        self.start = start
        self.content = bytearray()
        self._known: dict[tuple[Width, tuple[int, ...]], int] = {}
        self._seen: dict[tuple[int, int], tuple[Sequence[int], int, Width]] = {}  # long tables by what they are, so that they are not compared

    def numbers(self, values: Sequence[int]) -> tuple[int, Width]:
        """A table of numbers: its address, and how wide they are."""
        return self._once(values, 0)

    def masks(self, values: Sequence[int], size: int) -> tuple[int, Width]:
        """A table of sets of so many elements."""
        return self._once(values, size)

    def raw(self, content: bytes) -> int:
        """Bytes as they are, at an address that is a multiple of 8."""
        self.content += bytes(-len(self.content) % 8)
        at = self.start + len(self.content)
        self.content += content
        return at

    def _once(self, values: Sequence[int], size: int) -> tuple[int, Width]:
        """A table of sets of so many elements, or of numbers where it is 0."""
        seen = self._seen.get((id(values), size))
        if seen is None:
            width = set_width(size) if size else number_width(min(values, default=0), max(values, default=0))
            seen = self._seen[id(values), size] = values, self._lay(values, width), width
        return seen[1], seen[2]

    def _lay(self, values: Sequence[int], width: Width) -> int:
        key = width, tuple(values)
        if key not in self._known:
            unit = min(8, width.bytes)
            self.content += bytes(-len(self.content) % unit)
            self._known[key] = self.start + len(self.content)
            for value in values:
                self.content += int(value).to_bytes(width.bytes, "little", signed=value < 0)
        return self._known[key]
