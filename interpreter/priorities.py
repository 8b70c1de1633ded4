"""Ranks and look-ahead: which options of a choice are offered, at a price, or withheld.

The options of a choice with priorities are ordered by rank. While an option of the highest rank present can be had, those of lower
ranks are outranked: withheld, or, where there is a `breach`, offered at that price. `use most: M until the end of B` then withholds, within each
rank by itself, every option after which less of M can still be reached than after another of its rank.

The value of a situation is M where the machine next stops at a draw or at another seat's choice, or where B, or one repetition of
it, ends; at the end of the game it is the declared value; else the most over the options there, prices left out. Depth first, in the order of
options, with a budget of options applied; as soon as the most is reached that M can be by its type, the rest is passed over. An option is not applied where
nothing hangs on it: one alone in its rank, and one whose value is known beforehand (foresight.py).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from . import model as m
from .choosing import Candidate, Option
from .effects import Action
from .evaluator import fault
from .foresight import BUDGET, LISTED, foresight
from .sets import Cells, Function
from .types import INT_MIN

if TYPE_CHECKING:
    from .machine import Machine


class Standings:
    """Settles the standing of every option of a choice."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self._breaches: dict[int, Action | None] = {}
        self._looks: dict[int, _Look] = {}
        self.applied = 0  # options applied in all look-aheads so far

    def breach(self, block: m.Block) -> Action | None:
        """What the price of a block's choice does."""
        if block.index not in self._breaches:
            priority = block.priority
            body = priority.breach if priority is not None else None
            self._breaches[block.index] = self.machine.effects.body(body, priority.path) if body and priority else None
        return self._breaches[block.index]

    def settle(self, c: Cells, block: m.Block, options: list[Option]) -> list[Candidate]:
        """All options with their standing, in their order."""
        found = self._ranked(c, block, options)
        priority = block.priority
        if priority is None or priority.measure is None or len(found) < 2 or self.machine.scout:
            return found
        if block.index not in self._looks:
            self._looks[block.index] = _Look(self.machine.model, block, priority)
        look = self._looks[block.index]
        settled = look.narrow(c, found, ("offered",) if self.machine.compliant else ("offered", "breach"))
        self.applied += look.spent
        return settled

    def reach(self, c: Cells, block: m.Block, option: Option) -> int:
        """The most of what `use most` measures that can be reached after an option of this block."""
        assert block.priority is not None
        look = self._looks.setdefault(block.index, _Look(self.machine.model, block, block.priority))
        look.spent = look.machine.listed = 0
        return look.value_after(c, option)

    def _ranked(self, c: Cells, block: m.Block, options: list[Option]) -> list[Candidate]:
        machine, priority = self.machine, block.priority
        if priority is None and not self._has_last_resort(block):
            return [Candidate(option, -1) for option in options]
        needed = not any(not machine.actions[option.action].action.last_resort for option in options)
        found = []
        for option in options:
            runner = machine.actions[option.action]
            if runner.action.last_resort and not needed:
                found.append(Candidate(option, -1, "idle"))
                continue
            rank = -1
            if priority is not None and runner.rank is not None:
                runner.bind(option)
                rank = priority.order.index(runner.rank(c))
            found.append(Candidate(option, rank))
        ranks = [candidate.rank for candidate in found if candidate.standing != "idle"]
        if priority is None or not ranks:
            return found
        best = min(ranks)
        below = "outranked" if priority.breach is None else "breach"
        return [self._below(candidate, below) if candidate.rank > best and candidate.standing != "idle" else candidate for candidate in found]

    def _has_last_resort(self, block: m.Block) -> bool:
        return any(action.last_resort for action in block.choose)

    @staticmethod
    def _below(candidate: Candidate, standing: str) -> Candidate:
        option = candidate.option._replace(breach=True) if standing == "breach" else candidate.option
        return candidate._replace(option=option, standing=standing)


class _Look:
    """The look-ahead of one block's choice."""

    def __init__(self, model: m.Model, block: m.Block, priority: m.Priority):
        from .machine import Machine

        assert priority.measure is not None
        # A machine of its own: it notes nothing, and its scratch slots do not disturb the options being listed.
        self.machine = Machine(model, scout=True)
        self.machine.watched = priority.until
        self.block, self.priority = block, priority
        self.measured = priority.measure.span
        self.measure: Function = self.machine.evaluator(priority.measure)
        self.at_end: Function = self.machine.evaluator(priority.at_end) if priority.at_end is not None else self.measure
        # No value is more than this; where one option of a situation reaches it, the others need not be tried.
        self.most = max(priority.measure.type.high, priority.at_end.type.high if priority.at_end is not None else INT_MIN)
        self.foresight = foresight(model, block)
        known = self.foresight.uses_up if self.foresight is not None else ()
        self.uses_up = [self.machine.evaluator(condition) if condition is not None else None for condition in known]
        self.spent = 0

    def narrow(self, c: Cells, found: list[Candidate], standings: tuple[str, ...]) -> list[Candidate]:
        """Marks as wasteful what reaches less than another of its rank, among options of these standings."""
        self.spent = self.machine.listed = 0
        rivals = Counter(each.rank for each in found if each.standing in standings)
        looked_at = [each.standing in standings and rivals[each.rank] > 1 for each in found]
        values = [self.value_after(c, each.option) if worth_it else None for each, worth_it in zip(found, looked_at, strict=True)]
        best: dict[int, int] = {}
        for each, value in zip(found, values, strict=True):
            if value is not None:
                best[each.rank] = max(best.get(each.rank, value), value)
        return [
            Candidate(each.option._replace(breach=False), each.rank, "wasteful") if value is not None and value < best[each.rank] else each
            for each, value in zip(found, values, strict=True)
        ]

    def value_after(self, c: Cells, option: Option) -> int:
        """The most of M that can still be reached once the option is applied, its price left out."""
        best: int | None = None
        ahead = [(c, iter((option,)))]  # depth first, in the order of options
        while ahead:
            situation, untried = ahead[-1]
            next_option = next(untried, None)
            if next_option is None:
                ahead.pop()
                continue
            known = self._known(situation, next_option)
            found = self._applied(situation, next_option) if known is None else known
            if isinstance(found, int):
                best = found if best is None else max(best, found)
                if best >= self.most:
                    break
            else:
                ahead.append((found, self.machine.untried))
        assert best is not None
        return best

    def _known(self, c: Cells, option: Option) -> int | None:
        """The value of an option after which there is nothing to look into."""
        condition = self.uses_up[option.action] if self.foresight is not None else None
        if self.foresight is None or condition is None:
            return None
        self.machine.actions[option.action].bind(option)
        return self.foresight.value if condition(c) else None

    def _applied(self, c: Cells, option: Option) -> int | Cells:
        """What an option comes to: a value of M, or a situation with further options of the same seat, which are then `untried`."""
        machine = self.machine
        self.spent += 1
        for spent, budget in ((self.spent, BUDGET), (machine.listed, LISTED)):
            if spent > budget:
                fault("look-ahead-budget", self.measured, block=self.block.name, limit=budget)
        seat = machine.chooser(c, machine.at(c))
        after = list(c)
        machine.reached = False
        machine.apply(after, option._replace(breach=False))
        if machine.reached:
            return self.measure(after)
        if after[m.PHASE] == machine.over:
            return self.at_end(after)
        block = machine.at(after)
        if block.draw is not None or machine.chooser(after, block) != seat:
            return self.measure(after)
        return after
