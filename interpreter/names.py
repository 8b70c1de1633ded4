"""The canonical names of values, options and outcomes: ids that mean the same in the CLI, records, scenarios and the API.

They are never labels and never people's names. A die is named by what it shows, a face by its own name.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import model as m
from .choosing import Option
from .types import Type


def value_name(kind: Type, value: int, model: m.Model, cells: Sequence[int] | None = None) -> str:
    """The name of a value: `yes`, `12`, `player-2`, `express`, `none`; of a set `{player-1 player-2}`."""
    if kind.is_flag:
        return "yes" if value else "no"
    if kind.is_number or kind.family is None:
        return str(value) if kind.is_number else "none"
    if kind.many:
        names = [value_name(kind.one, place, model, cells) for place in range(kind.family.size) if value >> place & 1]
        return "{" + " ".join(names) + "}" if names else "none"
    if value < 0:
        return "none"
    if kind.family == model.die and cells is not None:
        return str(cells[model.dice_cell + value])
    return kind.family.members[value]


def option_name(option: Option, model: m.Model, cells: Sequence[int]) -> str:
    """The name of an option: its action, then the names of its arguments, with a space between."""
    action = model.actions[option.action]
    words = [argument_name(p.type, v, model, cells) for p, v in zip(action.parameters, option.arguments, strict=True)]
    return " ".join([action.name, *(word for word in words if word)])


def argument_name(kind: Type, value: int, model: m.Model, cells: Sequence[int]) -> str:
    """The name of an argument: of dice used together `both` or `all`, of a line its ends, of a way the branches that it takes, nothing where there are none."""
    if kind.family is not None and kind.family.walked:
        return "-".join(model.branches.members[branch] for branch in model.way(kind.family, value).branches)
    if kind.many and kind.family is not None and model.board is not None and kind.family == model.board.family:  # a line
        return f"{kind.family.members[(value & -value).bit_length() - 1]}..{kind.family.members[value.bit_length() - 1]}"
    if kind.family == model.die and kind.many:
        count = value.bit_count()
        return value_name(kind.one, value.bit_length() - 1, model, cells) if count == 1 else "both" if count == 2 else "all"
    return value_name(kind, value, model, cells)


def outcome_name(outcome: m.Outcome, result: Sequence[int]) -> str:
    """The name of how a chance event came out: a face, what the dice show, or the pieces in their order."""
    if outcome.shuffle is not None:
        return " ".join(outcome.family.members[piece] for piece in result)
    return " ".join(map(str, result)) if outcome.is_dice else outcome.faces[result[0]].name


def parse_outcome(outcome: m.Outcome, name: str) -> tuple[int, ...] | None:
    """The result of that name; None where the event cannot come out so."""
    if outcome.shuffle is not None:
        members = {member: place for place, member in enumerate(outcome.family.members)}
        order = tuple(members.get(word, -1) for word in name.split())
        return order if order and -1 not in order and len(set(order)) == len(order) else None
    if outcome.is_dice:
        words = name.replace(",", " ").split()
        if len(words) != outcome.family.size or not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
            return None
        values = tuple(map(int, words))
        return values if all(1 <= value <= outcome.sides for value in values) else None
    folded = " ".join(name.split()).casefold()
    for place, face in enumerate(outcome.faces):
        if face.name.casefold() == folded and face.weight > 0:
            return (place,)
    return None
