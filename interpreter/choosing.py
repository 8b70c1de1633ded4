"""Options: what one action offers in a state, and carrying one out."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from . import model as m
from .effects import shown_value
from .events import Chosen
from .sets import Cells
from .types import Type
from .walk import slots_read

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


def any_priced(candidates: list[Candidate]) -> bool:
    """Whether any option of a choice is offered at a price."""
    return any(each.standing == "breach" for each in candidates)


@dataclass(frozen=True, slots=True)
class Alikeness:
    """What tells the members of a family apart in a state: those for which all of it is the same are alike.

    `owners` are their owners; `own` the first cells of arrays in which each has its own; `ones` the cells that may hold one of them, which it
    tells apart from all others; `sets` the cells that hold sets of them.
    """

    owners: tuple[int, ...]
    own: tuple[int, ...]
    ones: tuple[int, ...] = ()
    sets: tuple[int, ...] = ()

    def key(self, c: Cells, member: int) -> Hashable:
        """The same for members that are alike."""
        named = member if any(c[cell] == member for cell in self.ones) else -1
        return self.owners[member] if self.owners else 0, named, *[c[cell + member] for cell in self.own], *[c[cell] >> member & 1 for cell in self.sets]


def alikeness(model: m.Model, kind: Type) -> Alikeness | None:
    """What tells the members of a family apart; None where no two are ever alike.

    Dice that show the same are alike. So are counted pieces of one owner that stand in one place and that no variable tells apart.
    """
    if kind.many or kind.family is None:
        return None
    pieces = next((pieces for pieces in model.pieces if pieces.family == kind.family and pieces.alike), None)
    if kind.family == model.die:
        own = [model.dice_cell]
    elif pieces is not None:
        own = [cell for cell in (pieces.space_cell, pieces.position_cell) if cell is not None]
    else:
        return None
    ones, sets = list[int](), list[int]()
    for variable in [*model.variables, *(variable for block in model.blocks for variable in block.state)]:
        if variable.owner == kind.family:
            own.append(variable.cell)
        elif variable.type.family == kind.family:
            (sets if variable.type.many else ones).extend(range(variable.cell, variable.cell + variable.size))
    for zone in model.zones:
        if zone.pieces == kind.family and not zone.on_board:
            sets.extend(range(zone.cell, zone.cell + zone.family.size))
    return Alikeness((pieces.owners if pieces is not None else None) or (), tuple(own), tuple(ones), tuple(sets))


class ActionRunner:
    """One action: lists its options, carries one out."""

    def __init__(self, machine: Machine, index: int, action: m.Action):
        self.machine, self.index, self.action = machine, index, action
        evaluator = machine.evaluator
        self.slots = [parameter.slot for parameter in action.parameters]
        self.domains = [evaluator.walk(parameter.domain) for parameter in action.parameters]
        self.alike = [alikeness(machine.model, parameter.type) for parameter in action.parameters]
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

    def options(self, c: Cells) -> Iterator[Option]:
        """The options of this action whose guard holds, in the order of parameters and domains, each found as it is asked for."""
        for guard in self.guards[0]:
            if not guard(c):
                return
        ready = [self._chosen(c, depth) if self.filters[depth] else None for depth in range(len(self.slots))]
        if [] not in ready:
            yield from self._extend(c, 0, (), ready)

    def _hoisted(self, depth: int) -> list[m.Clause]:
        """The clauses that speak of one parameter alone: they thin out its domain beforehand, whatever the others are.

        Only where nothing in the guard can fail, so that it makes no difference which clause is tested first.
        """
        parameter, slots = self.action.parameters[depth], set(self.slots)
        if slots & slots_read(parameter.domain) or not self.machine.safety.is_listed_safely(self.action):
            return []
        return [clause for clause in self.action.guard if slots_read(clause.condition) & slots == {parameter.slot}]

    def _chosen(self, c: Cells, depth: int) -> list[int]:
        """The values of a parameter's domain that its own clauses let through."""
        scratch, slot, filters = self.machine.evaluator.slots, self.slots[depth], self.filters[depth]
        found = []
        for value in self.domains[depth](c):
            scratch[slot] = value
            if all(holds(c) for holds in filters):
                found.append(value)
        return found

    def _extend(self, c: Cells, depth: int, arguments: tuple[int, ...], ready: list[list[int] | None]) -> Iterator[Option]:
        """Binds the parameters from `depth` on; the guards of what is bound already have been tested."""
        if depth == len(self.slots):
            yield Option(self.index, arguments)
            return
        scratch, slot, guards = self.machine.evaluator.slots, self.slots[depth], self.guards[depth + 1]
        values = ready[depth]
        if values is None:
            values = list(self.domains[depth](c))
        alike = self.alike[depth]
        for value in values if alike is None else self._different(c, depth, values, alike, arguments):
            scratch[slot] = value
            for bound, argument in zip(self.slots, arguments, strict=False):  # a look-ahead binds others before it asks for the next option
                scratch[bound] = argument
            for guard in guards:
                if not guard(c):
                    break
            else:
                yield from self._extend(c, depth + 1, (*arguments, value), ready)

    def _different(self, c: Cells, depth: int, values: list[int], alike: Alikeness, arguments: tuple[int, ...]) -> list[int]:
        """Of values that are alike, and that are not told apart by an argument before them, the first of each."""
        family = self.action.parameters[depth].type.family
        given = [(value, parameter.type) for value, parameter in zip(arguments, self.action.parameters, strict=False) if parameter.type.family == family]
        ones, sets = [value for value, kind in given if not kind.many], [value for value, kind in given if kind.many]
        found: dict[Hashable, int] = {}
        for value in values:
            found.setdefault((alike.key(c, value), value if value in ones else -1, *[mask >> value & 1 for mask in sets]), value)
        return list(found.values())

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
