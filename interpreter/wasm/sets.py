"""Sets and gatherings in WebAssembly: one method a form."""

from __future__ import annotations

from collections.abc import Callable

from .. import model as m
from ..types import INT_MAX, INT_MIN, Family, Type
from .empty import false_where_empty
from .encode import I64
from .masks import Plan
from .memory import WORD, words_of
from .walks import UNROLLED
from .writer import Writer

CHEAP = 12  # nodes of a mask that is worked out even for a set that may be empty


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


    def fixed(self, mask: int, family: Family) -> list[int]:
        """A set that is always the same."""
        found = []
        for word in range(words_of(family)):
            self.f.const64(mask >> WORD * word & (1 << WORD) - 1)
            found.append(self.f.local(I64))
            self.f.set(found[-1])
        return found

    def inverted(self, words: list[int]) -> list[int]:
        """All bits that are not in a set, those of no element too."""
        found = []
        for word in words:
            self.f.get(word)
            self.f.op(("i64.const", -1), "i64.xor")
            found.append(self.f.local(I64))
            self.f.set(found[-1])
        return found

    def combined(self, parts: list[list[int]], *instructions: str) -> list[int]:
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
        return self.combined([self.words(part) for part in node.sets], "i64.or")

    def _union_word(self, node: m.Union) -> None:
        self.word(node.sets[0])
        for part in node.sets[1:]:
            self.word(part)
            self.f.op("i64.or")

    def _minus_words(self, node: m.Minus) -> list[int]:
        return self.combined([self.words(node.left), self.words(node.right)], ("i64.const", -1), "i64.xor", "i64.and")  # type: ignore[arg-type]

    def _minus_word(self, node: m.Minus) -> None:
        self.word(node.left)
        self.word(node.right)
        self.f.op(("i64.const", -1), "i64.xor", "i64.and")

    def _intersection_words(self, node: m.Intersection) -> list[int]:
        return self.combined([self.words(node.left), self.words(node.right)], "i64.and")

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
        assert node.where is not None
        among, left = self._narrowed(node.among, node.slot, node.where)
        if left is None:
            return among
        found = [self.f.local(I64) for _ in range(words_of(node.type.family))]
        for place in found:
            self.f.const64(0)
            self.f.set(place)
        (place,) = self.bind(node.slot, node.type.one)

        def each(word: int, bit: int) -> None:
            """The bit of an element is its own lowest, so that it need not be made again."""
            self.number(left)
            self.f.op(("if", self.f.label()))
            self.f.get(found[word], bit)
            self.f.op("i64.or")
            self.f.set(found[word])
            self.f.op("end")

        self.walks.bits(among, place, each)
        return found

    def _narrowed(self, among: m.Expr, slot: int, condition: m.Expr) -> tuple[list[int], m.Expr | None]:
        """The elements of a set for which a condition may hold, as far as that is known of all of them at once; and what is left to be asked of each."""
        words, family, left = self.words(among), among.type.family, condition
        assert family is not None
        if self.build.safety.never_fails(condition):
            plans, clauses = self.masks.split(condition, slot, family)
            for plan in sorted(plans, key=lambda plan: plan.cost):
                words = self._and(words, plan)
            if not clauses:
                return words, None
            left = clauses[0] if len(clauses) == 1 else m.AllOf(condition.span, condition.type, tuple(clauses))
        for zone in self.model.zones:
            if zone.on_board and zone.family == family and false_where_empty(left, slot, zone, self.model):
                return self.combined([words, self.occupied(zone)], "i64.and"), left
        return words, left

    def _and(self, words: list[int], plan: Plan) -> list[int]:
        """The elements of a set that are in a mask; where that takes much, only if there are any."""
        if plan.cost <= CHEAP:
            return self.combined([words, plan.write()], "i64.and")
        found = [self.f.local(I64) for _ in words]
        for place, word in zip(found, words, strict=True):
            self.f.get(word)
            self.f.set(place)
        self.any_bits(words)
        self.f.op(("if", self.f.label()))
        for place, mask in zip(found, plan.write(), strict=True):
            self.f.get(place, mask)
            self.f.op("i64.and")
            self.f.set(place)
        self.f.op("end")
        return found

    def any_bits(self, words: list[int]) -> None:
        """Whether a set, in locals, has any elements."""
        for place, word in enumerate(words):
            self.f.get(word)
            if place:
                self.f.op("i64.or")
        self.f.op(("i64.const", 0), "i64.ne")

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
        if isinstance(node.among, m.Filter) and node.among.where is not None and self.build.safety.never_fails(node.among):  # one is enough
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

    def _is_held(self, among: m.Expr) -> bool:
        """Whether something is a set that is held as a mask, and not written out element by element."""
        known = self.known(among)
        return among.type.is_set and not isinstance(known, m.Single) and not (isinstance(known, m.Const) and known.value.bit_count() <= UNROLLED)

    def _gather(self, node: m.Gather) -> None:
        if node.kind == "any":
            self._any(node.among, node.slot, node.where, node.value)
        elif node.kind == "all":
            self._any(node.among, node.slot, node.where, m.Not(node.span, node.value.type, node.value))
            self.f.op("i32.eqz")
        else:
            self._folded(node)

    def _any(self, among: m.Expr, slot: int, where: m.Expr | None, condition: m.Expr) -> None:
        asked = [part for part in (where, condition) if part is not None]
        if self._is_held(among) and all(self.build.safety.never_fails(part) for part in asked):
            self._any_of_set(among, slot, m.AllOf(condition.span, condition.type, tuple(asked)) if where is not None else condition)
            return
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

        self.walks.over(among, self.bind(slot, among.type.one), each)
        self.f.op("end")
        self.f.get(found)

    def _any_of_set(self, among: m.Expr, slot: int, condition: m.Expr) -> None:
        """Whether a condition holds for any element of a set, where nothing can fail."""
        words, left = self._narrowed(among, slot, condition)
        if left is None:
            self.any_bits(words)
            return
        found, out = self.temp(), self.f.label()
        self.f.const(0)
        self.f.set(found)
        self.f.op(("block", out))
        (place,) = self.bind(slot, among.type.one)

        def each(word: int, bit: int) -> None:
            self.number(left)
            self.f.op(("if", self.f.label()))
            self.f.const(1)
            self.f.set(found)
            self.f.op(("br", out), "end")

        self.walks.bits(words, place, each)
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
