"""Constants, variables, numbers and conditions in WebAssembly: one method a form."""

from __future__ import annotations

from .. import model as m
from ..types import INT_MAX, INT_MIN
from .encode import I32, I64
from .memory import WORD, load, words_of
from .writer import Writer

_SIGNS = {"<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s", "is": "eq", "is not": "ne"}
WORD_MASK = (1 << WORD) - 1


class Numbers(Writer):
    """The forms that are read, counted and compared."""

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

    def _readat(self, node: m.ReadAt) -> None:
        self.address(node.cell, node.index)
        load(self.f, self.build.layout.widths[node.cell], self.build.layout.offsets[node.cell])

    def _readat_words(self, node: m.ReadAt) -> list[int]:
        return self.set_at(node.cell, node.index)

    def _readat_word(self, node: m.ReadAt) -> None:
        self._readat(node)

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
        if node.member.type.optional and not self.build.safety.never_fails(among):  # what it would be in is not looked at for none
            member = self.temp()
            self.number(node.member)
            self.f.tee(member)
            self.f.op(("i32.const", 0), "i32.ge_s", ("if", self.f.label(), I32))
            self.has(self.words(among), member)
            self.f.op("else")
            self.f.const(0)
            self.f.op("end")
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
