"""A small WebAssembly assembler: functions as lists of instructions, written out as bytes or as text.

An instruction is a tuple of its name and what follows it. Labels are symbols: `("block", label)` opens one, `("br", label)` goes there, and how deep it
is is worked out on writing. `("#", text)` is a comment, which only the text shows; `("#", span)` one that quotes a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

Instr = tuple[Any, ...]

I32, I64 = "i32", "i64"
TYPES = {I32: 0x7F, I64: 0x7E}
PAGE = 65_536
ROW = 32  # bytes of data in a line of text

# Instructions without operands, by their code.
_PLAIN = {
    "unreachable": 0x00, "return": 0x0F, "drop": 0x1A, "select": 0x1B,
    "i32.eqz": 0x45, "i32.eq": 0x46, "i32.ne": 0x47, "i32.lt_s": 0x48, "i32.lt_u": 0x49, "i32.gt_s": 0x4A, "i32.gt_u": 0x4B, "i32.le_s": 0x4C,
    "i32.le_u": 0x4D, "i32.ge_s": 0x4E, "i32.ge_u": 0x4F,
    "i64.eqz": 0x50, "i64.eq": 0x51, "i64.ne": 0x52, "i64.lt_s": 0x53, "i64.lt_u": 0x54, "i64.gt_s": 0x55, "i64.gt_u": 0x56, "i64.le_s": 0x57,
    "i64.le_u": 0x58, "i64.ge_s": 0x59, "i64.ge_u": 0x5A,
    "i32.clz": 0x67, "i32.ctz": 0x68, "i32.popcnt": 0x69, "i32.add": 0x6A, "i32.sub": 0x6B, "i32.mul": 0x6C, "i32.div_s": 0x6D, "i32.div_u": 0x6E,
    "i32.rem_s": 0x6F, "i32.rem_u": 0x70, "i32.and": 0x71, "i32.or": 0x72, "i32.xor": 0x73, "i32.shl": 0x74, "i32.shr_s": 0x75, "i32.shr_u": 0x76,
    "i64.clz": 0x79, "i64.ctz": 0x7A, "i64.popcnt": 0x7B, "i64.add": 0x7C, "i64.sub": 0x7D, "i64.mul": 0x7E, "i64.div_s": 0x7F, "i64.div_u": 0x80,
    "i64.rem_s": 0x81, "i64.rem_u": 0x82, "i64.and": 0x83, "i64.or": 0x84, "i64.xor": 0x85, "i64.shl": 0x86, "i64.shr_s": 0x87, "i64.shr_u": 0x88,
    "i64.rotl": 0x89,
    "i32.wrap_i64": 0xA7, "i64.extend_i32_s": 0xAC, "i64.extend_i32_u": 0xAD,
}  # fmt: skip
_INDEXED = {"local.get": 0x20, "local.set": 0x21, "local.tee": 0x22, "global.get": 0x23, "global.set": 0x24}
_MEMORY = {
    "i32.load": 0x28, "i64.load": 0x29, "i32.load8_s": 0x2C, "i32.load8_u": 0x2D, "i32.load16_s": 0x2E, "i32.load16_u": 0x2F,
    "i64.load8_u": 0x31, "i64.load16_u": 0x33, "i64.load32_u": 0x35,
    "i32.store": 0x36, "i64.store": 0x37, "i32.store8": 0x3A, "i32.store16": 0x3B, "i64.store8": 0x3C, "i64.store16": 0x3D, "i64.store32": 0x3E,
}  # fmt: skip


def unsigned(value: int) -> bytes:
    """A number in LEB128."""
    out = bytearray()
    while True:
        low, value = value & 0x7F, value >> 7
        if not value:
            out.append(low)
            return bytes(out)
        out.append(low | 0x80)


def signed(value: int) -> bytes:
    out = bytearray()
    while True:
        low, value = value & 0x7F, value >> 7
        if (value == 0 and not low & 0x40) or (value == -1 and low & 0x40):
            out.append(low)
            return bytes(out)
        out.append(low | 0x80)


_SMALL = [unsigned(n) for n in range(1 << 14)]


def _u(value: int) -> bytes:
    return _SMALL[value] if value < 1 << 14 else unsigned(value)


@dataclass(slots=True)
class Function:
    """A function being written. Its parameters are its first locals."""

    name: str
    params: tuple[str, ...]
    results: tuple[str, ...]
    index: int
    note: str = ""
    code: list[Instr] = field(default_factory=list)
    locals: list[str] = field(default_factory=list)
    labels: int = 0

    def local(self, kind: str) -> int:
        """A new local."""
        self.locals.append(kind)
        return len(self.params) + len(self.locals) - 1

    def label(self) -> str:
        """A new label."""
        self.labels += 1
        return f"L{self.labels}"

    def op(self, *instructions: Instr | str) -> None:
        """Writes instructions; one without operands may be only its name."""
        self.code += [(each,) if isinstance(each, str) else each for each in instructions]

    def get(self, *places: int) -> None:
        self.code += [("local.get", place) for place in places]

    def set(self, place: int) -> None:
        self.code.append(("local.set", place))

    def tee(self, place: int) -> None:
        self.code.append(("local.tee", place))

    def const(self, value: int) -> None:
        self.code.append(("i32.const", value))

    def const64(self, value: int) -> None:
        """A number of 64 bits, or as many bits of a mask."""
        self.code.append(("i64.const", value - (1 << 64) if value >= 1 << 63 else value))

    def call(self, other: Function) -> None:
        self.code.append(("call", other.index, other.name))

    # ---- as bytes

    def body(self) -> bytes:
        """The function's entry in the code section."""
        out = bytearray()
        runs: list[list[Any]] = []
        for kind in self.locals:
            if runs and runs[-1][1] == kind:
                runs[-1][0] += 1
            else:
                runs.append([1, kind])
        out += _u(len(runs))
        for count, kind in runs:
            out += _u(count) + bytes([TYPES[kind]])
        open_labels: list[str] = []
        for instr in self.code:
            _write(out, instr, open_labels)
        out.append(0x0B)
        return _u(len(out)) + bytes(out)

    # ---- as text

    def text(self, variables: Sequence[str]) -> Iterator[str]:
        """The function as WebAssembly text, a line an instruction; with the names of the module's globals."""
        if self.note:
            yield f"  ;; {self.note}"
        params = "".join(f" (param {kind})" for kind in self.params)
        results = "".join(f" (result {kind})" for kind in self.results)
        yield f"  (func ${self.name}{params}{results}"
        if self.locals:
            yield f"    (local {' '.join(self.locals)})"
        depth = 2
        for instr in self.code:
            name, rest = instr[0], instr[1:]
            if name in ("end", "else"):
                depth -= 1
            yield "  " * depth + _line(name, rest, variables)
            if name in ("block", "loop", "if", "else"):
                depth += 1
        yield "  )"


def _line(name: str, rest: tuple[Any, ...], variables: Sequence[str]) -> str:
    if name == "#":
        return f";; {' '.join(getattr(rest[0], 'rule', rest[0]).split())}"
    if name in ("global.get", "global.set"):
        return f"{name} ${variables[rest[0]]}"
    if name == "call":
        return f"call ${rest[1]}"
    if name in ("block", "loop", "if"):
        kind = f" (result {rest[1]})" if len(rest) > 1 and rest[1] else ""
        return f"{name} ${rest[0]}{kind}"
    if name in ("br", "br_if"):
        return f"{name} ${rest[0]}"
    if name == "br_table":
        return f"br_table {' '.join('$' + label for label in rest[0])}"
    if name in _MEMORY:
        return f"{name} offset={rest[0]}"
    return " ".join([name, *map(str, rest)])


def _write(out: bytearray, instr: Instr, labels: list[str]) -> None:
    name = instr[0]
    code = _PLAIN.get(name)
    if code is not None:
        out.append(code)
        return
    code = _INDEXED.get(name)
    if code is not None:
        out.append(code)
        out += _u(instr[1])
        return
    code = _MEMORY.get(name)
    if code is not None:
        out.append(code)
        out.append(0)  # no alignment is promised
        out += _u(instr[1])
        return
    if name == "i32.const":
        out.append(0x41)
        out += signed(instr[1])
    elif name == "i64.const":
        out.append(0x42)
        out += signed(instr[1])
    elif name == "call":
        out.append(0x10)
        out += _u(instr[1])
    elif name in ("block", "loop", "if"):
        labels.append(instr[1])
        out.append({"block": 0x02, "loop": 0x03, "if": 0x04}[name])
        out.append(TYPES[instr[2]] if len(instr) > 2 and instr[2] else 0x40)
    elif name == "else":
        out.append(0x05)
    elif name == "end":
        labels.pop()
        out.append(0x0B)
    elif name in ("br", "br_if"):
        out.append(0x0C if name == "br" else 0x0D)
        out += _u(_depth(labels, instr[1]))
    elif name == "br_table":
        targets = instr[1]
        out.append(0x0E)
        out += _u(len(targets) - 1)
        for label in targets:
            out += _u(_depth(labels, label))
    elif name == "memory.copy":
        out += b"\xfc\x0a\x00\x00"
    elif name == "memory.fill":
        out += b"\xfc\x0b\x00"
    elif name == "memory.grow":
        out += b"\x40\x00"
    elif name == "memory.size":
        out += b"\x3f\x00"
    elif name != "#":
        raise AssertionError(name)


def _depth(labels: list[str], label: str) -> int:
    """How many open blocks lie between a jump and where it goes."""
    for depth, open_label in enumerate(reversed(labels)):
        if open_label == label:
            return depth
    raise AssertionError(label)


class Module:
    """A module being written: functions, globals, one memory, data."""

    def __init__(self) -> None:
        self.functions: list[Function] = []
        self.globals: list[tuple[str, str, int]] = []
        self.data: list[tuple[int, bytes]] = []
        self.exports: list[tuple[str, Function]] = []
        self.pages = 1
        self.most_pages = 1

    def function(self, name: str, params: Sequence[str] = (), results: Sequence[str] = (), note: str = "") -> Function:
        made = Function(name, tuple(params), tuple(results), len(self.functions), note)
        self.functions.append(made)
        return made

    def variable(self, name: str, kind: str, value: int = 0) -> int:
        """A new global; its number."""
        self.globals.append((name, kind, value))
        return len(self.globals) - 1

    def binary(self) -> bytes:
        kinds: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
        for each in self.functions:
            kinds.setdefault((each.params, each.results), len(kinds))
        types = [b"\x60" + _vector([bytes([TYPES[k]]) for k in params]) + _vector([bytes([TYPES[k]]) for k in results]) for params, results in kinds]
        used = [_u(kinds[each.params, each.results]) for each in self.functions]
        values = [
            bytes([TYPES[kind], 1]) + (b"\x41" if kind == I32 else b"\x42") + signed(value) + b"\x0b" for _, kind, value in self.globals
        ]  # fmt: skip
        exports = [_name("memory") + b"\x02\x00"] + [_name(name) + b"\x00" + _u(each.index) for name, each in self.exports]
        data = [b"\x00\x41" + signed(at) + b"\x0b" + _u(len(content)) + content for at, content in self.data]
        parts = [
            (1, _vector(types)), (3, _vector(used)), (5, b"\x01\x01" + _u(self.pages) + _u(self.most_pages)), (6, _vector(values)),
            (7, _vector(exports)), (10, _vector([each.body() for each in self.functions])), (11, _vector(data)),
        ]  # fmt: skip
        return b"\x00asm\x01\x00\x00\x00" + b"".join(bytes([number]) + _u(len(content)) + content for number, content in parts)

    def text(self, notes: Iterable[str] = ()) -> Iterator[str]:
        """The module as WebAssembly text, with notes at its head."""
        yield "(module"
        for note in notes:
            yield f"  ;; {note}".rstrip()
        yield f"  (memory (export \"memory\") {self.pages} {self.most_pages})"
        for name, kind, value in self.globals:
            yield f"  (global ${name} (mut {kind}) ({kind}.const {value}))"
        names = [name for name, _, _ in self.globals]
        for each in self.functions:
            yield ""
            yield from each.text(names)
        for name, each in self.exports:
            yield f"  (export \"{name}\" (func ${each.name}))"
        for at, content in self.data:
            yield f"  (data (i32.const {at})"
            for start in range(0, len(content), ROW):
                row = content[start : start + ROW].hex(" ")
                yield '    "\\' + row.replace(" ", "\\") + '"'
            yield "  )"
        yield ")"


def _vector(parts: Sequence[bytes]) -> bytes:
    return _u(len(parts)) + b"".join(parts)


def _name(text: str) -> bytes:
    raw = text.encode()
    return _u(len(raw)) + raw
