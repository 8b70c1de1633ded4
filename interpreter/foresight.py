"""What is known of a look-ahead before any game: after which options there is nothing to look into.

Often all that `use most` measures are things that can only be used up until the look-ahead ends, such as the dice of a throw. Once they are, the value is what
it is then, whatever else happens. So an option that uses up the last of them has that value at once, and nothing is applied to find it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import model as m
from .partial import Known, value
from .types import FLAG
from .walk import nodes

BUDGET = 20_000  # options applied in one look-ahead
LISTED = 200_000  # options listed in it, where all must be known before any is tried


@dataclass(frozen=True, slots=True)
class Foresight:
    """`value` is what a look-ahead finds after an option that uses all up; `uses_up` says, by action, whether an option does, over the action's
    slots and the state it is chosen in (None where that is not known)."""

    value: int
    uses_up: tuple[m.Expr | None, ...]


def foresight(model: m.Model, block: m.Block) -> Foresight | None:
    """What is known of the look-ahead of a block's choice; None where nothing is."""
    priority = block.priority
    if priority is None or priority.measure is None or priority.until is None:
        return None
    inside = list(_inside(model, priority.until))
    if block.index not in inside:
        return None
    cells = {node.cell for node in _followed(model, priority.measure) if isinstance(node, m.Read) and node.type.is_set}
    cells -= _set_anew(model, priority.until, inside) | {place.cell for place in _written(model, inside)}

    def given(node: m.Expr, slots: frozenset[int]) -> Known:
        return 0 if isinstance(node, m.Read) and node.cell in cells else None

    found = value(priority.measure, given, model)
    if not cells or found is None or (priority.at_end is not None and value(priority.at_end, given, model) != found):
        return None
    sets = [node for node in _followed(model, priority.measure) if isinstance(node, m.Read) and node.cell in cells]
    return Foresight(found, tuple(_uses_up(action, {node.cell: node for node in sets}) for action in model.actions))


def _inside(model: m.Model, outer: int) -> Iterator[int]:
    """A block and all blocks in it."""
    yield outer
    for step in model.blocks[outer].steps:
        yield from _inside(model, step)


def _followed(model: m.Model, tree: object) -> Iterator[object]:
    """Every node of a tree, those of the definitions that it uses included."""
    for node in nodes(tree):
        yield node
        if isinstance(node, (m.Invoke, m.Do)):
            routine = model.routines[node.routine]
            yield from _followed(model, (routine.body, routine.value) if routine.value is not None else routine.body)


def _set_anew(model: m.Model, outer: int, inside: list[int]) -> set[int]:
    """The cells that begin anew while the outer block goes on."""
    variables = [variable for index in inside if index != outer for variable in model.blocks[index].state]
    return {cell for variable in variables for cell in range(variable.cell, variable.cell + variable.size)}


def _written(model: m.Model, inside: list[int]) -> Iterator[m.Place]:
    """What statements in these blocks may write, but for members taken out of a set. A look-ahead stops before chance acts."""
    blocks = [model.blocks[index] for index in inside]
    acts = [block.body for block in blocks if block.draw is None] + [action.body for block in blocks for action in block.choose]
    for body in acts:
        for node in _followed(model, body):
            match node:
                case m.Exclude() | m.Store(value=m.Const(value=0)):
                    pass
                case m.Store() | m.Increase() | m.Include():
                    yield node.target
                case m.Transfer():
                    yield from (node.source, node.target)


def _uses_up(action: m.Action, cells: dict[int, m.Read]) -> m.Expr | None:
    """Whether an option leaves all these sets empty: as far as what its action surely does says so."""
    left: dict[int, m.Expr] = dict(cells)
    slots = {parameter.slot for parameter in action.parameters}
    for statement in action.body:
        match statement:
            case m.Exclude(target=place, member=member) if place.cell in left and _is_given(member, slots):
                before = left[place.cell]
                left[place.cell] = m.Minus(statement.span, before.type, before, member)
            case m.Store(target=place, value=m.Const(value=0)) if place.cell in left:
                left[place.cell] = m.Const(statement.span, left[place.cell].type, 0)
    if all(tree is cells[cell] for cell, tree in left.items()):
        return None
    clauses = tuple(m.Not(tree.span, FLAG, m.Exists(tree.span, FLAG, tree)) for tree in left.values())
    return clauses[0] if len(clauses) == 1 else m.AllOf(clauses[0].span, FLAG, clauses)


def _is_given(member: m.Expr, slots: set[int]) -> bool:
    """Whether what is taken out is an argument."""
    match member:
        case m.Single(member=m.Local(slot=slot)) | m.Local(slot=slot):
            return slot in slots
    return False
