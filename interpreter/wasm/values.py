"""Expressions in WebAssembly: one method a form, beside those of the interpreter's evaluator.

A number, a flag (0 or 1) or an element is 32 bits on the stack; a set is one or more words of 64 bits, worked out into locals. The address of
the state is the first parameter of every function that reads one. A fault is a trap: whoever called goes on with the interpreter, which says
what was wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .. import model as m
from ..types import INT_MAX, INT_MIN, Family, Type
from .empty import false_where_empty
from .encode import I32, I64, Function
from .memory import WORD, load, set_width, words_of
from .walks import Walks
from .ways import COUNT_BITS

if TYPE_CHECKING:
    from .build import Build

STATE = 0  # the local that holds the address of the state

_SIGNS = {"<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s", "is": "eq", "is not": "ne"}
WORD_MASK = (1 << WORD) - 1


def kinds_of(kind: Type) -> tuple[str, ...]:
    """What a value of this type is on the stack."""
    return (I64,) * words_of(kind.family) if kind.is_set else (I32,)


class Values:
    """Writes expressions into one function. `slots` are the locals that hold the locals of the rules."""

    def __init__(self, build: Build, function: Function):
        self.build, self.model, self.f = build, build.model, function
        self.slots: dict[int, tuple[int, ...]] = {}
        self.rows: dict[int, int] = {}  # by the local of a way that a walk gives, the one of where its row begins
        self.walks = Walks(self)

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

    # ---- reading

    def _const(self, node: m.Const) -> None:
        self.f.const(node.value)

    def _const_part(self, node: m.Const, word: int) -> None:
        self.f.const64(node.value >> WORD * word & WORD_MASK)

    def _const_word(self, node: m.Const) -> None:
        self._const_part(node, 0)

    def _local(self, node: m.Local) -> None:
        self.f.get(self.slots[node.slot][0])

    def _local_word(self, node: m.Local) -> None:
        self.f.get(self.slots[node.slot][0])

    def _local_words(self, node: m.Local) -> list[int]:
        return list(self.slots[node.slot])

    def _read(self, node: m.Read) -> None:
        self.read_cell(node.cell)

    def _read_part(self, node: m.Read, word: int) -> None:
        self.read_cell(node.cell, word)

    def _read_word(self, node: m.Read) -> None:
        self.read_cell(node.cell)

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

    def _readat(self, node: m.ReadAt) -> None:
        self.address(node.cell, node.index)
        load(self.f, self.build.layout.widths[node.cell], self.build.layout.offsets[node.cell])

    def _readat_words(self, node: m.ReadAt) -> list[int]:
        return self.set_at(node.cell, node.index)

    def _readat_word(self, node: m.ReadAt) -> None:
        self._readat(node)

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

    # ---- numbers

    def _arith(self, node: m.Arith) -> None:
        if node.sign in ("/", "mod"):
            self._division(node)
            return
        name = {"+": "add", "-": "sub", "*": "mul"}[node.sign]
        if node.type.low > INT_MIN or node.type.high < INT_MAX:  # its type says that it cannot overflow
            self.number(node.left)
            self.number(node.right)
            self.f.op(f"i32.{name}")
            return
        for side in (node.left, node.right):
            self.number(side)
            self.f.op("i64.extend_i32_s")
        self.f.op(f"i64.{name}")
        self.narrow()

    def narrow(self) -> None:
        """Of 64 bits a number of 32; a fault where it is none."""
        wide = self.temp(I64)
        self.f.tee(wide)
        self.f.get(wide)
        self.f.op("i32.wrap_i64", "i64.extend_i32_s", "i64.ne")
        self.fault_if()
        self.f.get(wide)
        self.f.op("i32.wrap_i64")

    def _division(self, node: m.Arith) -> None:
        above, below, rest = self.temp(I64), self.temp(I64), self.temp(I64)
        for side, place in ((node.left, above), (node.right, below)):
            self.number(side)
            self.f.op("i64.extend_i32_s")
            self.f.set(place)
        self.f.get(below)
        self.f.op("i64.eqz")
        self.fault_if()
        self.f.get(above, below)
        self.f.op("i64.rem_s")
        self.f.set(rest)
        if node.sign == "mod":  # the remainder has the sign of the divisor
            self.f.get(rest)
            self.f.get(below)
            self.f.const64(0)
            self._leans(rest, below)
            self.f.op("select", "i64.add", "i32.wrap_i64")
            return
        self.f.get(above, below)
        self.f.op("i64.div_s")
        self._leans(rest, below)
        self.f.op("i64.extend_i32_u", "i64.sub")
        self.narrow()

    def _leans(self, rest: int, below: int) -> None:
        """Whether a division leaves a rest on the other side of zero than the divisor: then it rounds down one more."""
        self.f.get(rest)
        self.f.op(("i64.const", 0), "i64.ne")
        self.f.get(rest, below)
        self.f.op("i64.xor", ("i64.const", 0), "i64.lt_s", "i32.and")

    def _negate(self, node: m.Negate) -> None:
        self.f.const64(0)
        self.number(node.value)
        self.f.op("i64.extend_i32_s", "i64.sub")
        self.narrow()

    # ---- conditions

    def _compare(self, node: m.Compare) -> None:
        if not node.left.type.is_set:
            if node.sign == "is" and isinstance(node.right, m.Const) and node.right.value == 0:
                self.number(node.left)
                self.f.op("i32.eqz")
                return
            self.number(node.left)
            self.number(node.right)
            self.f.op(f"i32.{_SIGNS[node.sign]}")
            return
        left, right = self.words(node.left), self.words(node.right)
        for place, (a, b) in enumerate(zip(left, right, strict=True)):
            self.f.get(a, b)
            self.f.op("i64.xor")
            if place:
                self.f.op("i64.or")
        self.f.op("i64.eqz")
        if node.sign == "is not":
            self.f.op("i32.eqz")

    def _allof(self, node: m.AllOf) -> None:
        self._chain(node.clauses, True)

    def _anyof(self, node: m.AnyOf) -> None:
        self._chain(node.clauses, False)

    def _chain(self, clauses: tuple[m.Expr, ...], truth: bool) -> None:
        """Clauses as far as they must be looked at."""
        for clause in clauses[:-1]:
            self.number(clause)
            label = self.f.label()
            self.f.op(("if", label, I32))
            if not truth:
                self.f.const(1)
                self.f.op("else")
        self.number(clauses[-1])
        for _ in clauses[:-1]:
            if truth:
                self.f.op("else")
                self.f.const(0)
            self.f.op("end")

    def _not(self, node: m.Not) -> None:
        self.number(node.clause)
        self.f.op("i32.eqz")

    def _ifelse(self, node: m.IfElse) -> None:
        self.number(node.condition)
        self.f.op(("if", self.f.label(), I32))
        self.number(node.then)
        self.f.op("else")
        self.number(node.otherwise)
        self.f.op("end")

    def _ifelse_words(self, node: m.IfElse) -> list[int]:
        found = [self.f.local(I64) for _ in range(words_of(node.type.family))]
        self.number(node.condition)
        self.f.op(("if", self.f.label()))
        for branch in (node.then, node.otherwise):
            for place, each in zip(found, self.words(branch), strict=True):
                self.f.get(each)
                self.f.set(place)
            if branch is node.then:
                self.f.op("else")
        self.f.op("end")
        return found

    def _within(self, node: m.Within) -> None:
        family, among = node.member.type.family, self.known(node.among)
        assert family is not None
        if isinstance(among, m.Const) and family.size > WORD:
            table, _ = self.build.tables.numbers([0, *(among.value >> place & 1 for place in range(family.size))])  # none comes first
            self.number(node.member)
            self.f.const(table + 1)
            self.f.op("i32.add", ("i32.load8_u", 0))
            return
        if words_of(family) == 1:
            self.word(among)
            self.number(node.member)
            self.f.op("i64.extend_i32_u", "i64.shr_u", "i32.wrap_i64", ("i32.const", 1), "i32.and")
            if node.member.type.optional and family.size == WORD:
                self.number(node.member)
                self.f.op(("i32.const", 0), "i32.ge_s", "i32.and")
            return
        member = self.temp()
        self.number(node.member)
        self.f.set(member)
        self.has(self.words(among), member)
        self.f.get(member)
        self.f.op(("i32.const", 0), "i32.ge_s", "i32.and")

    def has(self, words: list[int], member: int) -> None:
        """Whether an element, in a local, is in a set, in locals."""
        self.f.get(words[0])
        for place, word in enumerate(words[1:], 1):
            self.f.get(word)
            self.f.get(member)
            self.f.op(("i32.const", WORD * place), "i32.lt_u", "select")
        self.f.get(member)
        self.f.op("i64.extend_i32_u", "i64.shr_u", "i32.wrap_i64", ("i32.const", 1), "i32.and")

    def _withinnumbers(self, node: m.WithinNumbers) -> None:
        member = self.temp()
        self.number(node.member)
        self.f.set(member)
        for place, (low, high) in enumerate(node.runs):
            if place:
                self.f.op(("if", self.f.label(), I32))
                self.f.const(1)
                self.f.op("else")
            if low is high or (isinstance(low, m.Const) and isinstance(high, m.Const) and low.value == high.value):
                self.f.get(member)
                self.number(low)
                self.f.op("i32.eq")
                continue
            self.number(low)
            self.f.get(member)
            self.f.op("i32.le_s")
            self.f.op(("if", self.f.label(), I32))
            self.f.get(member)
            self.number(high)
            self.f.op("i32.le_s", "else")
            self.f.const(0)
            self.f.op("end")
        for _ in node.runs[1:]:
            self.f.op("end")

    # ---- sets

    def _single_word(self, node: m.Single) -> None:
        self.f.const64(1)
        self.number(node.member)
        self.f.op("i64.extend_i32_u", "i64.shl")

    def _single_words(self, node: m.Single) -> list[int]:
        member = self.temp()
        self.number(node.member)
        self.f.set(member)
        return self.bits(member, words_of(node.type.family))

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

    def _combined(self, parts: list[list[int]], *instructions: str) -> list[int]:
        """Sets word by word, each after the first joined to those before."""
        found = []
        for word in range(len(parts[0])):
            self.f.get(parts[0][word])
            for part in parts[1:]:
                self.f.get(part[word])
                self.f.op(*instructions)
            found.append(self.f.local(I64))
            self.f.set(found[-1])
        return found

    def _union_words(self, node: m.Union) -> list[int]:
        return self._combined([self.words(part) for part in node.sets], "i64.or")

    def _union_word(self, node: m.Union) -> None:
        self.word(node.sets[0])
        for part in node.sets[1:]:
            self.word(part)
            self.f.op("i64.or")

    def _minus_words(self, node: m.Minus) -> list[int]:
        return self._combined([self.words(node.left), self.words(node.right)], ("i64.const", -1), "i64.xor", "i64.and")  # type: ignore[arg-type]

    def _minus_word(self, node: m.Minus) -> None:
        self.word(node.left)
        self.word(node.right)
        self.f.op(("i64.const", -1), "i64.xor", "i64.and")

    def _intersection_words(self, node: m.Intersection) -> list[int]:
        return self._combined([self.words(node.left), self.words(node.right)], "i64.and")

    def _intersection_word(self, node: m.Intersection) -> None:
        self.word(node.left)
        self.word(node.right)
        self.f.op("i64.and")

    def _filter_words(self, node: m.Filter) -> list[int]:
        chosen = self._where(node) if node.where is not None else self.words(node.among)
        for most, measure in node.ranking:
            chosen = self._best(chosen, node.slot, node.type, most, measure)
        return chosen

    def _where(self, node: m.Filter) -> list[int]:
        found = [self.f.local(I64) for _ in range(words_of(node.type.family))]
        for place in found:
            self.f.const64(0)
            self.f.set(place)
        (place,) = self.bind(node.slot, node.type.one)

        def each(word: int, bit: int) -> None:
            """The bit of an element is its own lowest, so that it need not be made again."""
            assert node.where is not None
            self.number(node.where)
            self.f.op(("if", self.f.label()))
            self.f.get(found[word], bit)
            self.f.op("i64.or")
            self.f.set(found[word])
            self.f.op("end")

        assert node.where is not None
        self.walks.bits(self.looked_at(node.among, node.slot, node.where), place, each)
        return found

    def looked_at(self, among: m.Expr, slot: int, condition: m.Expr) -> list[int]:
        """The elements of a set that a condition must be tested for: of spaces, where it is false on empty ones, those that are occupied."""
        words, family = self.words(among), among.type.family
        for zone in self.model.zones:
            if zone.on_board and zone.family == family and false_where_empty(condition, slot, zone, self.model):
                found, offset = [], self.build.layout.occupied[zone.index]
                for place, word in enumerate(words):
                    self.f.get(word, STATE)
                    self.f.op(("i64.load", offset + 8 * place), "i64.and")
                    found.append(self.f.local(I64))
                    self.f.set(found[-1])
                return found
        return words

    def _best(self, chosen: list[int], slot: int, kind: Type, most: bool, measure: m.Expr) -> list[int]:
        """Of a set, those elements whose measure is the most (or the least)."""
        (place,) = self.bind(slot, kind.one)
        found, best, value, any_yet = [self.f.local(I64) for _ in chosen], self.temp(), self.temp(), self.temp()
        self.f.const(0)
        self.f.set(any_yet)
        for each_word in found:
            self.f.const64(0)
            self.f.set(each_word)

        def each(word: int, bit: int) -> None:
            self.number(measure)
            self.f.set(value)
            self.f.get(value, best)
            self.f.op("i32.gt_s" if most else "i32.lt_s")
            self.f.get(any_yet)
            self.f.op("i32.eqz", "i32.or", ("if", self.f.label()))
            for each_word in found:
                self.f.const64(0)
                self.f.set(each_word)
            self.f.get(value)
            self.f.set(best)
            self.f.const(1)
            self.f.set(any_yet)
            self.f.op("end")
            self.f.get(value, best)
            self.f.op("i32.eq", ("if", self.f.label()))
            self.f.get(found[word], bit)
            self.f.op("i64.or")
            self.f.set(found[word])
            self.f.op("end")

        self.walks.bits(chosen, place, each)
        return found

    def _count(self, node: m.Count) -> None:
        for place, word in enumerate(self._all_words(node.among)):
            word()
            self.f.op("i64.popcnt")
            if place:
                self.f.op("i64.add")
        self.f.op("i32.wrap_i64")

    def _exists(self, node: m.Exists) -> None:
        if isinstance(node.among, m.Filter) and node.among.where is not None:  # one is enough
            self._any(node.among.among, node.among.slot, None, node.among.where)
            return
        for place, word in enumerate(self._all_words(node.among)):
            word()
            if place:
                self.f.op("i64.or")
        self.f.op(("i64.const", 0), "i64.ne")

    def _all_words(self, node: m.Expr) -> list[Callable[[], None]]:
        """For every word of a set, what puts it on the stack."""
        if words_of(node.type.family) == 1:
            return [lambda: self.word(node)]
        return [lambda place=place: self.f.get(place) for place in self.words(node)]  # type: ignore[misc]

    def _first(self, node: m.First) -> None:
        found, out = self.temp(), self.f.label()
        self.f.const(-1)
        self.f.set(found)
        self.f.op(("block", out))

        def take(places: tuple[int, ...]) -> None:
            self.f.get(places[0])
            self.f.set(found)
            self.f.op(("br", out))

        self.walks.over(node.among, (self.temp(),), take)
        self.fault()
        self.f.op("end")
        self.f.get(found)

    def _only(self, node: m.Only) -> None:
        words = self.words(node.among)
        for place, word in enumerate(words):
            self.f.get(word)
            self.f.op("i64.popcnt")
            if place:
                self.f.op("i64.add")
        self.f.op(("i64.const", 1), "i64.ne")
        self.fault_if()
        self.lowest(words)

    def lowest(self, words: list[int]) -> None:
        """The first element of a set that is not empty."""
        self.f.get(words[-1])
        self.f.op("i64.ctz", "i32.wrap_i64", ("i32.const", WORD * (len(words) - 1)), "i32.add")
        for place in reversed(range(len(words) - 1)):
            self.f.get(words[place])
            self.f.op("i64.ctz", "i32.wrap_i64", ("i32.const", WORD * place), "i32.add")
            other, mine = self.temp(), self.temp()
            self.f.set(mine)
            self.f.set(other)
            self.f.get(mine, other)
            self.f.get(words[place])
            self.f.op(("i64.const", 0), "i64.ne", "select")

    # ---- gatherings

    def _gather(self, node: m.Gather) -> None:
        if node.kind == "any":
            self._any(node.among, node.slot, node.where, node.value)
        elif node.kind == "all":
            self._any(node.among, node.slot, node.where, m.Not(node.span, node.value.type, node.value))
            self.f.op("i32.eqz")
        else:
            self._folded(node)

    def _any(self, among: m.Expr, slot: int, where: m.Expr | None, condition: m.Expr) -> None:
        found, out = self.temp(), self.f.label()
        self.f.const(0)
        self.f.set(found)
        self.f.op(("block", out))

        def each(places: tuple[int, ...]) -> None:
            if where is not None:
                self.number(where)
                self.f.op(("if", self.f.label()))
            self.number(condition)
            self.f.op(("if", self.f.label()))
            self.f.const(1)
            self.f.set(found)
            self.f.op(("br", out), "end")
            if where is not None:
                self.f.op("end")

        places = self.bind(slot, among.type.one)
        if where is None and among.type.is_set and self.model.board is not None and among.type.family == self.model.board.family:
            self.walks.bits(self.looked_at(among, slot, condition), places[0], lambda word, bit: each(places))
        else:
            self.walks.over(among, places, each)
        self.f.op("end")
        self.f.get(found)

    def _folded(self, node: m.Gather) -> None:
        """count, sum, least or most."""
        total, any_yet, value = self.temp(), self.temp(), self.temp()
        for place in (total, any_yet):
            self.f.const(0)
            self.f.set(place)
        bounded = node.type.low > INT_MIN or node.type.high < INT_MAX

        def each(places: tuple[int, ...]) -> None:
            if node.where is not None:
                self.number(node.where)
                self.f.op(("if", self.f.label()))
            if node.kind == "sum" and not bounded:
                self.f.get(total)
                self.f.op("i64.extend_i32_s")
                self.number(node.value)
                self.f.op("i64.extend_i32_s", "i64.add")
                self.narrow()
                self.f.set(total)
            elif node.kind in ("sum", "count"):
                self.f.get(total)
                self.number(node.value)
                self.f.op("i32.add")
                self.f.set(total)
            else:
                self.number(node.value)
                self.f.set(value)
                self.f.get(value, total, value, total)
                self.f.op("i32.lt_s" if node.kind == "least" else "i32.gt_s")
                self.f.get(any_yet)
                self.f.op("i32.eqz", "i32.or", "select")
                self.f.set(total)
                self.f.const(1)
                self.f.set(any_yet)
            if node.where is not None:
                self.f.op("end")

        self.walks.over(node.among, self.bind(node.slot, node.among.type.one), each)
        if node.kind in ("least", "most"):
            self.f.get(any_yet)
            self.f.op("i32.eqz")
            self.fault_if()
        self.f.get(total)

    # ---- pieces

    def _same(self, node: m.Same) -> None:
        self.number(node.value)

    def _same_words(self, node: m.Same) -> list[int]:
        return self.words(node.value)

    def _lookup(self, node: m.Lookup) -> None:
        table, width = self.build.tables.numbers(node.table)
        self.number(node.index)
        self.scale(width.bytes)
        load(self.f, width, table)

    def _lookup_words(self, node: m.Lookup) -> list[int]:
        return self.looked_up(node.table, node.type.family, lambda: self.number(node.index))

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

    def _contents_words(self, node: m.Contents) -> list[int]:
        return self.set_at(self.model.zones[node.zone].cell, node.index)

    def _contents_word(self, node: m.Contents) -> None:
        cell = self.model.zones[node.zone].cell
        self.address(cell, node.index)
        load(self.f, self.build.layout.widths[cell], self.build.layout.offsets[cell])

    def _allcontents_words(self, node: m.AllContents) -> list[int]:
        cell, count = self.model.zones[node.zone].cell, words_of(node.type.family)
        width, offset = self.build.layout.widths[cell], self.build.layout.offsets[cell]
        found, among = [self.f.local(I64) for _ in range(count)], self.known(node.among)
        if isinstance(among, m.Const) and among.value.bit_count() <= 8:
            spaces = [cell + place for place in range(among.value.bit_length()) if among.value >> place & 1]
            for word, place in enumerate(found):
                self.f.const64(0)
                for each_cell in spaces:
                    self.read_cell(each_cell, word)
                    self.f.op("i64.or")
                self.f.set(place)
            return found
        for place in found:
            self.f.const64(0)
            self.f.set(place)

        def each(places: tuple[int, ...]) -> None:
            for word, place in enumerate(found):
                self.f.get(place)
                self.f.get(STATE, places[0])
                self.scale(width.bytes)
                self.f.op("i32.add")
                load(self.f, width, offset, word)
                self.f.op("i64.or")
                self.f.set(place)

        self.walks.over(node.among, (self.temp(),), each)
        return found

    def _atnumber_words(self, node: m.AtNumber) -> list[int]:
        zone, wanted = self.model.zones[node.zone], self.temp()
        self.number(node.number)
        self.f.set(wanted)
        found, piece, out = [self.f.local(I64) for _ in range(words_of(zone.pieces))], self.temp(), self.f.label()
        for place in found:
            self.f.const64(0)
            self.f.set(place)
        self.f.op(("block", out))

        def each(word: int, bit: int) -> None:
            self.position(zone, piece)
            self.f.get(wanted)
            self.f.op("i32.eq", ("if", self.f.label()))
            self.f.get(bit)
            self.f.set(found[word])
            self.f.op(("br", out), "end")

        self.walks.bits(self.set_at(zone.cell, node.index), piece, each)
        self.f.op("end")
        return found

    def position(self, zone: m.Zone, piece: int) -> None:
        """The place of a piece, in a local, in the order of its zone."""
        cell = self.model.kind_of(zone.pieces).position_cell
        self.element_cell(cell, piece)

    def element_cell(self, cell: int, index: int) -> None:
        """What is in one cell of an array, the index in a local."""
        width = self.build.layout.widths[cell]
        self.f.get(STATE, index)
        self.scale(width.bytes)
        self.f.op("i32.add")
        load(self.f, width, self.build.layout.offsets[cell])

    def _holder(self, node: m.Holder) -> None:
        piece, found, out = self.temp(), self.temp(), self.f.label()
        self.number(node.piece)
        self.f.set(piece)
        self.f.const(-1)
        self.f.set(found)
        self.f.op(("block", out))
        for zone in self.model.zones:
            if zone.per_player and zone.pieces == node.piece.type.family:
                for seat in range(self.model.seats.size):
                    words = []
                    for word in range(words_of(zone.pieces)):
                        self.read_cell(zone.cell + seat, word)
                        words.append(self.f.local(I64))
                        self.f.set(words[-1])
                    self.has(words, piece)
                    self.f.op(("if", self.f.label()))
                    self.f.const(seat)
                    self.f.set(found)
                    self.f.op(("br", out), "end")
        self.f.op("end")
        self.f.get(found)

    def _endof(self, node: m.EndOf) -> None:
        """The piece with the least or the most place; of several the first."""
        zone = self.model.zones[node.zone]
        piece, found, best, at = self.temp(), self.temp(), self.temp(), self.temp()
        self.f.const(-1)
        self.f.set(found)

        def each(word: int, bit: int) -> None:
            self.position(zone, piece)
            self.f.tee(at)
            self.f.get(best)
            self.f.op("i32.gt_s" if node.last else "i32.lt_s")
            self.f.get(found)
            self.f.op(("i32.const", 0), "i32.lt_s", "i32.or", ("if", self.f.label()))
            self.f.get(at)
            self.f.set(best)
            self.f.get(piece)
            self.f.set(found)
            self.f.op("end")

        self.walks.bits(self.set_at(zone.cell, node.index), piece, each)
        self.f.get(found)
        self.f.op(("i32.const", 0), "i32.lt_s")
        self.fault_if()
        self.f.get(found)

    def _ownedby_words(self, node: m.OwnedBy) -> list[int]:
        found = [self.f.local(I64) for _ in range(words_of(node.type.family))]
        for place in found:
            self.f.const64(0)
            self.f.set(place)

        def each(places: tuple[int, ...]) -> None:
            masks = self.looked_up(node.masks, node.type.family, lambda: self.f.get(places[0]))
            for place, mask in zip(found, masks, strict=True):
                self.f.get(place, mask)
                self.f.op("i64.or")
                self.f.set(place)

        self.walks.over(node.among, (self.temp(),), each)
        return found

    # ---- the board

    def _spaceat(self, node: m.SpaceAt) -> None:
        low, high = min(node.spaces), max(node.spaces)
        width = len(next(iter(node.spaces.values())))
        rows = [node.spaces.get(number, (-1,) * width) for number in range(low, high + 1)]
        table, cell = self.build.tables.numbers([space for row in rows for space in row])
        number, found = self.temp(), self.temp()
        self.number(node.number)
        self.f.const(low)
        self.f.op("i32.sub")
        self.f.tee(number)
        self.f.op(("i32.const", high - low), "i32.gt_u")
        self.fault_if()
        self.f.get(number)
        self.scale(width)
        if node.seat is not None:
            self.number(node.seat)
            self.f.op("i32.add")
        self.scale(cell.bytes)
        load(self.f, cell, table)
        self.f.tee(found)
        self.f.op(("i32.const", 0), "i32.lt_s")
        self.fault_if()
        self.f.get(found)

    def _gridindex(self, node: m.GridIndex) -> None:
        column, row = self.temp(), self.temp()
        for side, place, size in ((node.column, column, node.columns), (node.row, row, node.rows)):
            self.number(side)
            self.f.op(("i32.const", 1), "i32.sub")
            self.f.set(place)
            if not (side.type.low >= 1 and side.type.high <= size):
                self.f.get(place)
                self.f.op(("i32.const", size), "i32.ge_u")
                self.fault_if()
        self.f.get(row)
        self.scale(node.columns)
        self.f.get(column)
        self.f.op("i32.add")

    def _ofway(self, node: m.OfWay) -> None:
        ways = self.build.ways(node.kind)
        at, width = ways.parts[node.part]
        self.f.get(self._way_row(node))
        load(self.f, width, ways.table + at)

    def _ofway_words(self, node: m.OfWay) -> list[int]:
        ways, found, row = self.build.ways(node.kind), [], self._way_row(node)
        at, width = ways.parts[node.part]
        for word in range(width.words):
            self.f.get(row)
            load(self.f, width, ways.table + at, word)
            found.append(self.f.local(I64))
            self.f.set(found[-1])
        return found

    def _way_row(self, node: m.OfWay) -> int:
        """Where the row of a way begins, in a local: known where a walk has just given the way, else worked out from its number."""
        if isinstance(node.way, m.Local) and self.slots[node.way.slot][0] in self.rows:
            return self.rows[self.slots[node.way.slot][0]]
        ways = self.build.ways(node.kind)
        routes, number, entry, row = ways.routes, self.temp(), self.temp(), self.temp()
        self.number(node.way)
        self.f.tee(number)
        self.f.op(("i32.const", routes.width), "i32.div_u")
        self.f.tee(entry)  # the step, and the length in a system of the longest and one
        self.f.op(("i32.const", routes.longest + 1), "i32.div_u", ("i32.const", ways.bound + 1), "i32.mul")
        self.f.get(entry)
        self.f.op(("i32.const", routes.longest + 1), "i32.rem_u", "i32.add", ("i32.const", 4), "i32.mul", ("i32.load", ways.index))
        self.f.op(("i32.const", COUNT_BITS), "i32.shr_u")
        self.f.get(number)
        self.f.op(("i32.const", routes.width), "i32.rem_u", "i32.add", ("i32.const", ways.stride), "i32.mul")
        self.f.set(row)
        return row

    # ---- definitions

    def _invoke(self, node: m.Invoke) -> None:
        self._call(node)

    def _invoke_words(self, node: m.Invoke) -> list[int]:
        self._call(node)
        found = [self.f.local(I64) for _ in range(words_of(node.type.family))]
        for place in reversed(found):
            self.f.set(place)
        return found

    def _call(self, node: m.Invoke) -> None:
        """Calls a definition, all arguments worked out first; one that is short is written in place."""
        routine = self.model.routines[node.routine]
        if routine.value is None or not self.build.is_short(node.routine):
            self.f.get(STATE)
            for argument in node.arguments:
                self.push(argument)
            self.f.call(self.build.routine(node.routine))
            return
        bound: list[tuple[int, ...]] = []
        for argument in node.arguments:
            if isinstance(argument, m.Local):
                bound.append(self.slots[argument.slot])
                continue
            self.push(argument)
            bound.append(tuple(self.f.local(kind) for kind in kinds_of(argument.type)))
            for place in reversed(bound[-1]):
                self.f.set(place)
        kept = dict(self.slots)
        self.slots.update(zip(routine.slots, bound, strict=True))
        self.push(routine.value)
        self.slots = kept


__all__ = ["STATE", "Values", "kinds_of", "set_width"]
