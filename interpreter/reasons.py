"""Why an option is offered or not: the one thing in the way.

`why` takes any option by name, or the beginning of one, also one that could never be, and answers with the first of: the choice is about other
actions; a part lies outside its domain; the first clause of the guard that is false, followed through definitions to the atom that decides, with
the values it read; the rank; what would be wasted, and the play that uses it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import model as m
from .choosing import Option
from .game import State
from .names import value_name
from .source import Span
from .trace import Teller
from .types import parse_value
from .walk import children, nodes
from .words import say


@dataclass(frozen=True, slots=True)
class Reason:
    """`kind` is offered, breach, outranked, wasteful, idle, clause, outside, elsewhere, no-choice, over or unknown.

    `values` are for the words of that kind; `rule` is the place of the rule that decides.
    """

    kind: str
    values: dict[str, Any]
    rule: Span | None = None

    def text(self, lang: str) -> str:
        values = {k: v[lang] if isinstance(v, dict) else v for k, v in self.values.items()}
        return say(lang, f"why-{self.kind}", **values)


def why(state: State, name: str) -> Reason:
    """The reason for an option, by its canonical name or the beginning of one."""
    name = " ".join(name.split())
    if state.result() is not None:
        return Reason("over", {})
    block = state.block
    assert block is not None
    action = next((a for a in state.model.actions if name == a.name or name.startswith(a.name + " ")), None)
    if action is None:
        return Reason("unknown", {"option": name})
    if not block.choose:
        return Reason("no-choice", {}, block.span)
    if action not in block.choose:
        return Reason("elsewhere", {"option": name, "options": ", ".join(a.name for a in block.choose)}, block.span)
    standing = _standing(state, block, name)
    return standing or _refused(state, action, name)


# ---- options whose guard holds


def _standing(state: State, block: m.Block, name: str) -> Reason | None:
    """The reason where the guard holds for an option of that name, or for one that begins so."""
    for each in state.candidates:
        own = state.name(each.option)
        if own != name and not own.startswith(name + " "):
            continue
        rule = state.model.actions[each.option.action].span
        if each.standing == "offered":
            return Reason("offered", {"option": own}, rule)
        better = _better(state, each.rank, each.standing)
        priority = block.priority
        rank = _rank(state, better[1]) if better and priority else ""
        values: dict[str, Any] = {"option": own, "better": better[0] if better else "", "rank": rank}
        if each.standing == "wasteful":
            values |= {"less": _reached(state, each.option), "more": _reached(state, better[2]) if better else 0}
        return Reason(each.standing, values, state.model.rules.get(priority.path) if priority else rule)
    return None


def _better(state: State, rank: int, standing: str) -> tuple[str, int, Option] | None:
    """The first option that is offered instead: of the same rank, or of a higher one."""
    for each in state.candidates:
        if each.standing == "offered" and (each.rank == rank if standing == "wasteful" else True):
            return state.name(each.option), each.rank, each.option
    return None


def _rank(state: State, rank: int) -> dict[str, str]:
    block = state.block
    assert block is not None and block.priority is not None
    family = next((a.rank.type.family for a in block.choose if a.rank is not None), None)
    word = family.members[block.priority.order[rank]] if family else ""
    return {lang: Teller(state.model, state.players, lang).label(word) for lang in ("es", "en")}


def _reached(state: State, option: Option) -> int:
    """How much of what `use most` measures can be reached after an option."""
    block = state.block
    assert block is not None
    return state.game.machine.standings.reach(state.cells, block, option)


# ---- options whose guard does not hold


def _refused(state: State, action: m.Action, name: str) -> Reason:
    words = name.split()[1:]
    runner = state.machine.runners[action.name]
    slots = state.machine.evaluator.slots
    for depth in range(len(action.parameters) + 1):
        for clause in action.guard:
            if clause.after == depth and not state.machine.evaluator(clause.condition)(state.cells):
                return _clause(state, clause.condition, name)
        if depth == len(action.parameters):
            break
        parameter = action.parameters[depth]
        domain = list(runner.domains[depth](state.cells))
        shown = [value_name(parameter.type, value, state.model, state.cells) for value in domain]
        if depth >= len(words):
            return _any_refused(state, action, depth, domain, name)
        word = words[depth]
        found = _argument(state, parameter, word, domain, shown)
        if found is None:
            values = {"option": name, "word": word, "parameter": parameter.name, "values": ", ".join(dict.fromkeys(shown)) or "—"}
            return Reason("outside", values, parameter.domain.span)
        slots[parameter.slot] = found
    return Reason("unknown", {"option": name}, action.span)


def _argument(state: State, parameter: m.Parameter, word: str, domain: list[int], shown: list[str]) -> int | None:
    if word in shown:
        return domain[shown.index(word)]
    found = parse_value(parameter.type, word)
    return found if found in domain else None


def _any_refused(state: State, action: m.Action, depth: int, domain: list[int], name: str) -> Reason:
    """The name stops early: the reason is that of the first way to go on."""
    parameter = action.parameters[depth]
    if not domain:
        values = {"option": name, "word": "—", "parameter": parameter.name, "values": "—"}
        return Reason("outside", values, parameter.domain.span)
    word = value_name(parameter.type, domain[0], state.model, state.cells)
    return _refused(state, action, f"{name} {word}")


def _clause(state: State, condition: m.Expr, name: str) -> Reason:
    atom = _atom(state, condition)
    deeper: Any = ""
    if atom is not condition:
        key = "why-true" if state.machine.evaluator(atom)(state.cells) else "why-false"
        deeper = {lang: say(lang, key, atom=" ".join(atom.span.text.split())) for lang in ("es", "en")}
    values = "; ".join(f"{text} = {value}" for text, value in _witness(state, atom).items())
    shown: Any = {lang: say(lang, "why-values", values=values) for lang in ("es", "en")} if values else ""
    return Reason("clause", {"option": name, "clause": " ".join(condition.span.text.split()), "deeper": deeper, "values": shown}, atom.span)


def _atom(state: State, node: m.Expr) -> m.Expr:
    """The part of a condition that decides: through `and`, `or`, `not`, `if` and definitions, down to an atom."""
    evaluate = state.machine.evaluator
    match node:
        case m.AllOf() | m.AnyOf():
            holds = bool(evaluate(node)(state.cells))
            for clause in node.clauses:
                if bool(evaluate(clause)(state.cells)) == holds:
                    return _atom(state, clause)
        case m.Not():
            return _atom(state, node.clause)
        case m.IfElse():
            branch = node.then if evaluate(node.condition)(state.cells) else node.otherwise
            return _atom(state, branch)
        case m.Invoke():
            routine = state.model.routines[node.routine]
            if routine.value is not None:
                evaluate.binding(routine.slots, node.arguments, lambda c: 0)(state.cells)
                return _atom(state, routine.value)
    return node


def _witness(state: State, atom: m.Expr) -> dict[str, str]:
    """What the atom read: its variables, counts and definitions, by the text that names them, with their values."""
    found: dict[str, str] = {}
    bound = {node.slot for node in nodes(atom) if isinstance(node, (m.Filter, m.Gather))}

    def look(node: m.Expr) -> None:
        told = isinstance(node, (m.Read, m.ReadAt, m.Local, m.Count, m.Invoke, m.Gather)) and node is not atom
        if told and not any(isinstance(inner, m.Local) and inner.slot in bound for inner in nodes(node)):
            found.setdefault(" ".join(node.span.text.split()), _called(state, node))
            return
        for part in children(node):
            if isinstance(part, m.Expr):
                look(part)

    look(atom)
    return dict(list(found.items())[:MOST_VALUES])


MOST_VALUES = 4  # in one reason


def _called(state: State, node: m.Expr) -> str:
    """The value of an expression as people know it: a seat by who sits there."""
    value = int(state.machine.evaluator(node)(state.cells))
    if node.type.family == state.model.seats and not node.type.many and value in state.players:
        return state.players[value]
    return value_name(node.type, value, state.model, state.cells)
