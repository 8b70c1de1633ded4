"""Lark's parse trees to the dataclasses of syntax.py: a table with a line for each rule or alias of the grammars."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer

from . import syntax
from .source import Span

HUGE = 10**18  # stands for any number too long to be one of 32 bits


def _name(part: Any) -> str | None:
    return part.name if part is not None else None


def _selection(span: Span, variable: Any, among: Any, *rest: Any) -> syntax.Selection:
    where = next((part for part in rest if not isinstance(part, tuple)), None)
    ranking = next((part for part in rest if isinstance(part, tuple)), ())
    return syntax.Selection(span, _name(variable), among, where, ranking)


def _branches(span: Span, *parts: Any) -> syntax.Branches:
    cases = tuple(zip(parts[:-1:2], parts[1:-1:2], strict=True))
    return syntax.Branches(span, cases, parts[-1] or ())


def _comparison(sign: str) -> Callable[..., syntax.Comparison]:
    return lambda span, left, right: syntax.Comparison(span, sign, left, right)


def _arithmetic(sign: str) -> Callable[..., syntax.Arithmetic]:
    return lambda span, left, right: syntax.Arithmetic(span, sign, left, right)


def _spaces(form: str) -> Callable[..., syntax.Spaces]:
    return lambda span, name, per=None, runs=(): syntax.Spaces(span, form, name.name, _name(per), runs or ())


BUILD: dict[str, Callable[..., Any]] = {
    # values
    "expression": lambda span, value: value,
    "conditional": syntax.Conditional,
    "every": lambda span, *clauses: syntax.Every(span, clauses),
    "some": lambda span, *clauses: syntax.Some(span, clauses),
    "negation": syntax.Negation,
    "ordered": lambda span, left, sign, right: syntax.Comparison(span, str(sign), left, right),
    "same": _comparison("is"),
    "different": _comparison("is not"),
    "inside": _comparison("is in"),
    "outside": _comparison("is not in"),
    "plus": _arithmetic("+"),
    "minus": _arithmetic("-"),
    "times": _arithmetic("*"),
    "divided": _arithmetic("/"),
    "modulo": _arithmetic("mod"),
    "negative": syntax.Negative,
    "belonging": syntax.Belonging,
    "attribute": lambda span, of, name: syntax.Attribute(span, of, name.name),
    "number": lambda span, value: value,
    "name": lambda span, value: value,
    "yes": lambda span: syntax.Flag(span, True),
    "no": lambda span: syntax.Flag(span, False),
    "none": syntax.Nothing,
    "element": lambda span, name: syntax.Element(span, name.name),
    "listed": lambda span, *items: syntax.Listed(span, items),
    "numbered": lambda span, name, number: syntax.Numbered(span, name.name, number.value),
    "call": lambda span, name, *arguments: syntax.Call(span, name.name, arguments, name.span),
    "placed": syntax.Placed,
    "turned": lambda span, among, word, start: syntax.Turned(span, among, word.type == "FROM", start),
    "range": syntax.Range,
    "selection": _selection,
    "ranking": lambda span, *ranks: ranks,
    "rank": lambda span, word, measure: syntax.Rank(span, word.name == "most", measure),
    "gathering": lambda span, value, variable, among, where: syntax.Gathering(span, value, _name(variable), among, where),
    # statements
    "text": lambda span, *lines: syntax.Body(span, lines),
    "block": lambda span, *lines: lines,
    "branches": _branches,
    "guarded": lambda span, condition, act: syntax.Branches(span, ((condition, (act,)),), ()),
    "loop": lambda span, variable, among, body: syntax.Loop(span, variable.name, among, body),
    "let": lambda span, name, value: syntax.Let(span, name.name, value),
    "assign": syntax.Assign,
    "add": syntax.Add,
    "remove": syntax.Remove,
    "pay": lambda span, amount, source, target: syntax.Pay(span, amount, source, target, False),
    "pay_what_there_is": lambda span, amount, source, target: syntax.Pay(span, amount, source, target, True),
    "move": syntax.Move,
    "walk": syntax.Walk,
    "exchange": syntax.Exchange,
    "deal": syntax.Deal,
    "deal_each": lambda span, amount, source, family: syntax.DealEach(span, amount, source, family.name),
    "perform": syntax.Perform,
    # short forms
    "signature": lambda span, name, *names: syntax.Signature(span, name.name, tuple(n.name for n in names if n is not None)),
    "variable": syntax.Variable,
    "one": lambda span, name: syntax.TypeName(span, name.name, "one"),
    "one_or_none": lambda span, name: syntax.TypeName(span, name.name, "optional"),
    "many": lambda span, name: syntax.TypeName(span, name.name, "many"),
    "between": syntax.Between,
    "extent": syntax.Extent,
    "roll": lambda span, count, noun, sides: syntax.Roll(span, count, noun.name, sides),
    "draw": lambda span, *parts: syntax.DrawOutcome(span, parts[0].name) if len(parts) == 1 else syntax.Shuffle(span, *parts),
    "exit": lambda span, condition, block: syntax.Leave(span, condition, block.name, block.span),
    # boards
    "spaces": lambda span, *parts: syntax.Board(span, parts),
    "ring": _spaces("ring"),
    "lane": _spaces("lane"),
    "pocket": _spaces("pocket"),
    "grid": lambda span, name, wide, high: syntax.Spaces(
        span, "grid", name.name, None, (syntax.Extent(wide.span, wide, None), syntax.Extent(high.span, high, None))
    ),
    "per": lambda span, name: name,
    "runs": lambda span, *runs: runs,
    "run": syntax.Extent,
    "routes": lambda span, *routes: syntax.Board(span, routes),
    "route": lambda span, piece, seat, steps: syntax.Route(span, piece.name, _name(seat), steps),
    "steps": lambda span, *steps: steps,
    "stretch": lambda span, place, run, owner: syntax.RouteWalk(span, place.name, run, _name(owner)),
    "round": lambda span, variable, after, steps: syntax.RouteRound(span, variable.name, after.name, steps),
    "fork": lambda span, *branches: syntax.RouteFork(span, branches),
    "branch": lambda span, name, steps: (name.name, steps if isinstance(steps, tuple) else (steps,)),
}


class Trees(Transformer[Token, Any]):
    """Builds the syntax tree of one text; `whole` is the text's span, for what stands nowhere in particular."""

    def __init__(self, whole: Span):
        super().__init__(visit_tokens=True)
        self.whole = whole

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        span = self.whole if meta.empty else Span(self.whole.source, meta.start_pos, meta.end_pos)
        return BUILD[str(data)](span, *children)

    def __default_token__(self, token: Token) -> Any:
        span = Span(self.whole.source, token.start_pos or 0, token.end_pos or 0)
        if token.type in ("NAME", "MOST", "LEAST"):
            return syntax.Name(span, str(token))
        if token.type == "INT":
            return syntax.Number(span, int(token) if len(token) <= 18 else HUGE)
        return token
