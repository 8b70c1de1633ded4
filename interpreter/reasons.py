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
from .names import argument_name, value_name
from .source import Span
from .trace import Teller
from .types import Type, element, parse_value
from .walk import children, nodes
from .words import say


@dataclass(frozen=True, slots=True)
class Reason:
    """`kind` is offered, breach, outranked, wasteful, idle, alike, clause, outside, off-route, too-far, elsewhere, no-choice, over or unknown.

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
    named = [(each, state.name(each.option)) for each in state.candidates]
    fitting = [(each, own) for each, own in named if own == name] or [(each, own) for each, own in named if own.startswith(name + " ")]
    for each, own in sorted(fitting, key=lambda found: ("offered", "breach", found[0].standing).index(found[0].standing))[:1]:  # one that can be chosen first
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
    """The first option that stands where this one does not: where it would waste, one of its own rank, at a price or not; else one of the highest."""
    for each in state.candidates:
        if (each.standing in ("offered", "breach") and each.rank == rank) if standing == "wasteful" else each.standing == "offered":
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
    """The first thing in the way, in the order in which an option is put together: clauses as soon as they can be tested, then the next part."""
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
        shown = [argument_name(parameter.type, value, state.model, state.cells) for value in domain]
        if not domain:
            return _nothing(state, parameter, name)
        if "" in shown and (not words or words[0] not in shown):  # a way that takes no branch has no name
            slots[parameter.slot] = domain[shown.index("")]
            continue
        if not words:  # the name stops early: the reason is that of the first way to go on
            return _refused(state, action, f"{name} {shown[0]}")
        word = words.pop(0)
        found = _argument(parameter, word, domain, shown)
        if found is None:
            values = {"option": name, "word": word, "parameter": parameter.name, "values": ", ".join(dict.fromkeys(shown)) or "—"}
            return Reason("outside", values, parameter.domain.span)
        slots[parameter.slot] = found
    if words:  # more was said than the action has parts
        return Reason("unknown", {"option": name}, action.span)
    return _same_as(state, action, name)


def _argument(parameter: m.Parameter, word: str, domain: list[int], shown: list[str]) -> int | None:
    if word in shown:
        return domain[shown.index(word)]
    found = parse_value(parameter.type, word)
    return found if found in domain else None


def _nothing(state: State, parameter: m.Parameter, name: str) -> Reason:
    """There is nothing that a part could be; of ways, because the piece is on none, or because so many steps are too many."""
    domain = parameter.domain
    if not isinstance(domain, m.Ways):
        return Reason("outside", {"option": name, "word": "—", "parameter": parameter.name, "values": "—"}, domain.span)
    kind, evaluate = state.model.pieces[domain.kind], state.machine.evaluator
    piece, number = int(evaluate(domain.piece)(state.cells)), int(evaluate(domain.number)(state.cells))
    step = state.cells[kind.position_cell + piece]
    values: dict[str, Any] = {"option": name, "piece": _in_words(state, element(kind.family), piece), "steps": number}
    if not step:
        return Reason("off-route", values, domain.span)
    assert kind.routes is not None
    return Reason("too-far", {**values, "left": kind.routes.left[step - 1]}, domain.span)


def _same_as(state: State, action: m.Action, name: str) -> Reason:
    """Nothing is in the way, and still it is not listed: another option stands for it, with pieces that are alike."""
    runner, slots = state.machine.runners[action.name], state.machine.evaluator.slots
    wanted = [slots[parameter.slot] for parameter in action.parameters]
    for each in state.candidates:
        if each.option.action == runner.index and all(
            alike.key(state.cells, value) == alike.key(state.cells, other) if alike is not None else value == other
            for alike, value, other in zip(runner.alike, wanted, each.option.arguments, strict=True)
        ):
            return Reason("alike", {"option": name, "better": state.name(each.option)}, action.span)
    return Reason("unknown", {"option": name}, action.span)


def _clause(state: State, condition: m.Expr, name: str) -> Reason:
    atom = _atom(state, condition)
    deeper: Any = ""
    if atom is not condition:
        key = "why-true" if state.machine.evaluator(atom)(state.cells) else "why-false"
        deeper = {lang: say(lang, key, atom=" ".join(atom.span.text.split())) for lang in ("es", "en")}
    witness = _witness(state, atom)
    shown: Any = ""
    if witness:
        values = {lang: "; ".join(f"{text} = {value[lang]}" for text, value in witness.items()) for lang in ("es", "en")}
        shown = {lang: say(lang, "why-values", values=values[lang]) for lang in ("es", "en")}
    return Reason("clause", {"option": name, "clause": " ".join(condition.span.text.split()), "deeper": deeper, "values": shown}, atom.span)


def _atom(state: State, node: m.Expr) -> m.Expr:
    """The part of a condition that decides: through `and`, `or`, `not`, `if`, definitions and the elements of sets, down to an atom.

    Where several parts decide together, as in an `and` that is true, it is all of them. What is looked at of a set is its first element that decides; the
    slots keep it.
    """
    evaluate, cells = state.machine.evaluator, state.cells
    match node:
        case m.AllOf() | m.AnyOf():
            deciding = isinstance(node, m.AnyOf)
            if bool(evaluate(node)(cells)) == deciding:
                return _atom(state, next(clause for clause in node.clauses if bool(evaluate(clause)(cells)) == deciding))
        case m.Not() if node.clause.span != node.span:  # `is not` is one atom
            return _atom(state, node.clause)
        case m.IfElse():
            return _atom(state, node.then if evaluate(node.condition)(cells) else node.otherwise)
        case m.Invoke():
            routine = state.model.routines[node.routine]
            if routine.value is not None:
                evaluate.binding(routine.slots, node.arguments, lambda c: 0)(cells)
                return _atom(state, routine.value)
        case m.Exists(among=m.Filter(where=m.Expr()) as chosen) if not chosen.ranking:
            return _of_first(state, node, chosen.among, chosen.slot, chosen.where)
        case m.Gather(kind="any" | "all", where=None):
            return _of_first(state, node, node.among, node.slot, node.value)
    return node


def _of_first(state: State, node: m.Expr, among: m.Expr, slot: int, condition: m.Expr | None) -> m.Expr:
    """The atom of a condition for the first element that makes a whole set what it is; where that is none, for the first of all."""
    evaluate, cells = state.machine.evaluator, state.cells
    assert condition is not None
    holds, elements = bool(evaluate(node)(cells)), list(evaluate.walk(among)(cells))
    for value in elements:
        evaluate.slots[slot] = value
        if bool(evaluate(condition)(cells)) == holds:
            return _atom(state, condition)
    return node


def _witness(state: State, atom: m.Expr) -> dict[str, dict[str, str]]:
    """What the atom read: its variables, counts and definitions, by the text that names them, with their values by language."""
    found: dict[str, dict[str, str]] = {}
    bound = {node.slot for node in nodes(atom) if isinstance(node, (m.Filter, m.Gather))}

    def look(node: m.Expr) -> None:
        inside = {inner.slot for inner in nodes(node) if isinstance(inner, (m.Filter, m.Gather))}
        closed = not any(isinstance(inner, m.Local) and inner.slot in bound - inside for inner in nodes(node))
        if isinstance(node, m.Exists) and closed:  # who there is; where there is none, only of what
            if state.machine.evaluator(node)(state.cells):
                note(node.among)
            parts(node)
            return
        told = isinstance(node, (m.Read, m.ReadAt, m.Local, m.Count, m.Invoke, m.Gather, m.Lookup, m.OfWay)) and node is not atom
        if told and closed:
            note(node)
            if isinstance(node, (m.Count, m.Lookup)) or (isinstance(node, m.Invoke) and node.arguments):  # and of what
                parts(node)
            return
        for part in children(node):
            if isinstance(part, m.Expr):
                look(part)

    def note(node: m.Expr) -> None:
        value = int(state.machine.evaluator(node)(state.cells))
        found.setdefault(" ".join(node.span.text.split()), _in_words(state, node.type, value))

    def parts(node: m.Expr) -> None:
        for part in nodes(node):
            if isinstance(part, m.Local) and part.name != "it" and part.slot not in bound:
                found.setdefault(part.name, _in_words(state, part.type, state.machine.evaluator.slots[part.slot]))

    look(atom)
    return dict(list(found.items())[:MOST_VALUES])


MOST_VALUES = 4  # in one reason


def _in_words(state: State, kind: Type, value: int) -> dict[str, str]:
    """A value as people know it, by language: a seat by who sits there, a space or a piece by its label."""
    if kind.family is None or kind.family.words or kind.family == state.model.die or (kind.many and value == 0):
        plain = value_name(kind, value, state.model, state.cells)
        return {"es": plain, "en": plain}
    return {lang: Teller(state.model, state.players, lang).value(kind, value) for lang in ("es", "en")}
