"""Sets and gatherings in WebAssembly: one method a form."""

from __future__ import annotations

from collections.abc import Callable

from .. import model as m
from ..choosing import never_fails
from ..types import INT_MAX, INT_MIN, Type
from .empty import false_where_empty
from .encode import I64
from .memory import WORD, words_of
from .writer import STATE, Writer


class Sets(Writer):
    """The forms of sets, and what is asked of them."""

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
        if isinstance(node.among, m.Filter) and node.among.where is not None and never_fails(node.among, self.model):  # one is enough
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
