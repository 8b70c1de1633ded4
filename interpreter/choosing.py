"""Options: what one action offers in a state, and carrying one out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from . import model as m
from .effects import shown_value
from .events import Chosen
from .sets import Cells
from .walk import nodes

if TYPE_CHECKING:
    from .machine import Machine


class Option(NamedTuple):
    """Something that can be chosen: an action (its place in the model) with its arguments; `breach` if it has a price."""

    action: int
    arguments: tuple[int, ...] = ()
    breach: bool = False


class Candidate(NamedTuple):
    """An option whose guard holds, and how it stands: offered, breach, outranked, wasteful or idle (a last resort not needed)."""

    option: Option
    rank: int
    standing: str = "offered"


class ActionRunner:
    """One action: lists its options, carries one out."""

    def __init__(self, machine: Machine, index: int, action: m.Action):
        self.machine, self.index, self.action = machine, index, action
        evaluator = machine.evaluator
        self.slots = [parameter.slot for parameter in action.parameters]
        self.domains = [evaluator.walk(parameter.domain) for parameter in action.parameters]
        self.dice = [parameter.type.family == machine.model.die and not parameter.type.many for parameter in action.parameters]
        hoisted = [self._hoisted(k) for k in range(len(self.slots))]
        self.filters = [[evaluator(clause.condition) for clause in clauses] for clauses in hoisted]
        early = {id(clause) for clauses in hoisted for clause in clauses}
        self.guards = [
            [evaluator(clause.condition) for clause in action.guard if clause.after == k and id(clause) not in early] for k in range(len(self.slots) + 1)
        ]
        self.body = machine.effects.body(action.body, action.path)
        self.rank = evaluator(action.rank) if action.rank is not None else None
        self.told = machine.telling(f"action:{action.name}")
        self.label = machine.effects.telling(machine.model.labels.get(f"action:{action.name}"))

    def options(self, c: Cells) -> list[Option]:
        """The options of this action whose guard holds, in the order of parameters and domains."""
        found: list[Option] = []
        for guard in self.guards[0]:
            if not guard(c):
                return found
        ready = [self._chosen(c, depth) if self.filters[depth] else None for depth in range(len(self.slots))]
        if [] not in ready:
            self._extend(c, 0, (), found, ready)
        return found

    def _hoisted(self, depth: int) -> list[m.Clause]:
        """The clauses that speak of one parameter alone: they thin out its domain beforehand, whatever the others are.

        Only where nothing in the guard can fail, so that it makes no difference which clause is tested first.
        """
        parameter, slots, model = self.action.parameters[depth], set(self.slots), self.machine.model
        tested = [clause.condition for clause in self.action.guard] + [other.domain for other in self.action.parameters]
        if slots & _slots_read(parameter.domain) or not all(never_fails(tree, model) for tree in tested):
            return []
        return [clause for clause in self.action.guard if _slots_read(clause.condition) & slots == {parameter.slot}]

    def _chosen(self, c: Cells, depth: int) -> list[int]:
        """The values of a parameter's domain that its own clauses let through."""
        scratch, slot, filters = self.machine.evaluator.slots, self.slots[depth], self.filters[depth]
        found = []
        for value in self.domains[depth](c):
            scratch[slot] = value
            if all(holds(c) for holds in filters):
                found.append(value)
        return found

    def _extend(self, c: Cells, depth: int, arguments: tuple[int, ...], found: list[Option], ready: list[list[int] | None]) -> None:
        """Binds the parameters from `depth` on; the guards of what is bound already have been tested."""
        if depth == len(self.slots):
            found.append(Option(self.index, arguments))
            return
        scratch, slot, guards = self.machine.evaluator.slots, self.slots[depth], self.guards[depth + 1]
        values = ready[depth]
        if values is None:
            values = list(self.domains[depth](c))
        for value in self._different(c, values) if self.dice[depth] else values:
            scratch[slot] = value
            for guard in guards:
                if not guard(c):
                    break
            else:
                self._extend(c, depth + 1, (*arguments, value), found, ready)

    def _different(self, c: Cells, dice: list[int]) -> list[int]:
        """Dice of equal value are alike: the first of each."""
        cell = self.machine.model.dice_cell
        first = {c[cell + die]: die for die in reversed(dice)}
        return [die for die in dice if first[c[cell + die]] == die]

    def bind(self, option: Option) -> None:
        for slot, value in zip(self.slots, option.arguments, strict=True):
            self.machine.evaluator.slots[slot] = value

    def perform(self, c: Cells, option: Option, seat: int) -> None:
        self.bind(option)
        events = self.machine.events
        if events is not None:
            model, given = self.machine.model, zip(self.action.parameters, option.arguments, strict=True)
            shown = tuple(shown_value(parameter.type, value, c, model) for parameter, value in given)
            events.append(Chosen(self.action.path, self.action.span, self.told(c), seat, self.action.name, shown, option.breach))
        if self.body is not None:
            self.body(c)


def _slots_read(tree: m.Expr) -> set[int]:
    return {node.slot for node in nodes(tree) if isinstance(node, m.Local)}


def never_fails(tree: m.Expr, model: m.Model) -> bool:
    """Whether an expression can be worked out in any state without a fault."""
    for node in nodes(tree):
        if isinstance(node, (m.Arith, m.Negate, m.First, m.Only, m.EndOf)) or (isinstance(node, m.Gather) and node.kind in ("sum", "least", "most")):
            return False
        if isinstance(node, m.Invoke):
            value = model.routines[node.routine].value
            if value is None or not never_fails(value, model):
                return False
    return True
