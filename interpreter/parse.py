"""DSL texts to syntax trees.

Lark parses a text in place, as a slice of its file, so that every tree knows its true position. `Layout` turns line breaks and
columns into block marks and bounds the size of what is parsed; trees.py builds the dataclasses of syntax.py. The grammars are
grammar/*.lark; their tables are kept in the user's cache folder, since making them takes longer than a command should.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, TextSlice, Token
from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lark import PostLex

from .diagnostics import Problems
from .files import GRAMMAR, private_cache
from .source import Span
from .trees import Trees

RULE_FORMS = ("expression", "text", "signature", "variable", "extent", "roll", "draw", "exit")
BOARD_FORMS = ("spaces", "routes")

MAX_LINE_TOKENS = 160  # of one logical line: bounds the depth of every tree
MAX_BRACKETS = 30
MAX_INDENTS = 16
MAX_TOKENS = 5_000  # of one text


class TooComplex(LarkError):
    """A text is longer or deeper than the bounds above; `token` is where."""

    def __init__(self, token: Token):
        self.token = token


class Layout(PostLex):
    """Turns newlines and columns into _NL, _INDENT and _DEDENT.

    The first token's column is the outer indentation, so that a block scalar is read in place. Newlines within brackets mean
    nothing. A line between two levels gets an _INDENT that no rule wants: the error has its position.
    """

    always_accept = ()

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        levels: list[int] = []
        depth, in_line = 0, 0
        newline, token = None, None
        for count, token in enumerate(stream):
            if token.type == "_NL":
                newline = None if depth else token
                continue
            if not levels:
                levels = [token.column or 1]
            elif newline:
                yield newline
                yield from self._margin(levels, token)
                in_line = 0
            newline = None
            depth += {"LPAR": 1, "LBRACE": 1, "RPAR": -1, "RBRACE": -1}.get(token.type, 0)
            in_line += 1
            if depth > MAX_BRACKETS or in_line > MAX_LINE_TOKENS or len(levels) > MAX_INDENTS or count > MAX_TOKENS:
                raise TooComplex(token)
            yield token
        if token is not None and levels:
            yield self._after("_NL", token)
            yield from (self._after("_DEDENT", token) for _ in levels[1:])

    @staticmethod
    def _after(kind: str, token: Token) -> Token:
        """A token just behind the last one, so that a text that stops too early is blamed at its end."""
        return Token(kind, "", token.end_pos, token.end_line, token.end_column, token.end_line, token.end_column, token.end_pos)

    @staticmethod
    def _margin(levels: list[int], token: Token) -> Iterator[Token]:
        column = token.column or 1
        while levels and column < levels[-1]:
            levels.pop()
            yield Token.new_borrow_pos("_DEDENT", "", token)
        if not levels or column > levels[-1]:
            levels.append(column)
            yield Token.new_borrow_pos("_INDENT", "", token)


def build(name: str, forms: tuple[str, ...], **options: Any) -> Lark:
    """The parser of grammar/`name`; `options` go to Lark (the strict build of the tests)."""
    return Lark(
        (GRAMMAR / name).read_text(encoding="utf-8"),
        parser="lalr",
        lexer="basic",
        postlex=Layout(),
        start=list(forms),
        propagate_positions=True,
        maybe_placeholders=True,
        **options,
    )


@cache
def _parser(form: str) -> Lark:
    name, forms = ("board.lark", BOARD_FORMS) if form in BOARD_FORMS else ("rules.lark", RULE_FORMS)
    for other in forms:
        if other != form and other in _built:
            return _built[other]
    parser = _built[form] = build(name, forms, cache=_cache_file(name))
    return parser


_built: dict[str, Lark] = {}


def _cache_file(name: str) -> Any:
    """Where a grammar's tables are kept; False where there is no folder to write to."""
    folder = private_cache()
    if folder is None:
        return False
    key = hashlib.sha256((GRAMMAR / name).read_bytes() + sys.version.encode()).hexdigest()[:16]
    return str(folder / f"{Path(name).stem}-{key}.tables")


@cache
def reserved_words() -> frozenset[str]:
    """The words of the DSL that cannot be names."""
    terminals = [*_parser("expression").terminals, *_parser("spaces").terminals]
    return frozenset(t.pattern.value for t in terminals if t.pattern.type == "str" and t.pattern.value.isalpha())


def parse_text(form: str, span: Span, problems: Problems) -> Any:
    """The syntax tree of the text at `span`; None, with a diagnostic, where it is not of that form."""
    text = span.source.text
    try:
        tree = _parser(form).parse(TextSlice(text, span.start, span.end), start=form)
    except TooComplex as error:
        at = error.token.start_pos or span.start
        problems.error("text-too-complex", Span(span.source, at, at + len(error.token)))
        return None
    except UnexpectedInput as error:
        _report(error, form, span, problems)
        return None
    return Trees(span).transform(tree)


# ---- errors in plain words

# Terminals under the word by which an author knows them; the rest are shown as they are written.
_GROUPS = {
    "NAME": "a name", "INT": "a number", "RANGE": "..", "ORDER": "a comparison", "_NL": "the end of the line", "_INDENT": "an indented block",
    "_DEDENT": "the end of the block", "$END": "the end of the text",
}  # fmt: skip
_VALUE_STARTS = {"NAME", "INT", "LPAR", "NO", "YES", "NONE", "DOT", "LBRACE", "MINUS", "IF", "NOT", "MOST", "LEAST"}


def _report(error: UnexpectedInput, form: str, span: Span, problems: Problems) -> None:
    source = span.source
    if isinstance(error, UnexpectedCharacters):
        at = error.pos_in_stream if error.pos_in_stream is not None else span.start
        sign = source.text[at : at + 1]
        instead = "`is not`" if source.text[at : at + 2] == "!=" else _INSTEAD.get(sign)
        problems.error("unexpected-sign", Span(source, at, at + 1), sign=sign, instead=instead)
        return
    if not isinstance(error, UnexpectedToken):  # nothing at all stood there
        problems.error("text-missing", Span(source, span.start, span.start), form=form)
        return
    token = error.token
    at = token.start_pos if token.start_pos is not None else span.end
    expected, word = _expected(error), str(token)
    short = None if form in ("expression", "text") else form  # a form of a few words is shown whole
    if token.type == "$END" and not source.text[span.start : span.end].strip():
        problems.error("text-missing", Span(source, span.start, span.start), form=form)
    elif token.type in ("$END", "_NL", "_DEDENT"):
        problems.error("text-unfinished", Span(source, at, at + 1), allowed=expected, form=short)
    elif token.type == "_INDENT":
        problems.error("unexpected-indent", Span(source, at, at + 1))
    elif word in ("and", "or") and {"and", "or"} & set(expected):
        problems.error("and-or-mixed", Span(source, at, at + len(token)))
    elif (token.type == "ORDER" or word == "is") and "and" in expected:
        problems.error("comparisons-chained", Span(source, at, at + len(token)))
    else:
        problems.error("unexpected-word", Span(source, at, at + len(token)), word=word, allowed=expected, form=short, instead=_INSTEAD.get(word))


# What people write from other languages, and what is written here.
_INSTEAD = {
    "=": "`is` to compare, `set … to …` to change", "!": "`not`", "&": "`and`", "|": "`or`", "%": "`mod`", "'": "a bare name", '"': "a bare name",
    "[": "`(…)` or `{…}`", "\t": "spaces",
}  # fmt: skip


def _expected(error: UnexpectedToken) -> list[str]:
    accepts = set(error.accepts or error.expected or ())
    words = []
    if len(accepts & _VALUE_STARTS) >= 5:
        words.append("a value")
        accepts -= _VALUE_STARTS
    terminals = {t.name: t.pattern for p in _built.values() for t in p.terminals}
    for name in sorted(accepts):
        pattern = terminals.get(name)
        words.append(_GROUPS.get(name) or (pattern.value if pattern is not None and pattern.type == "str" else name.lower()))
    return words
