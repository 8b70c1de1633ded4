"""Templates: texts for people in which an expression may stand between < and >."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from .. import model as m
from ..document import Node, Scalar
from ..parse import parse_text
from ..source import Span
from .declarations import entries
from .expressions import Expressions
from .scope import Scope

LANGUAGES = ("es", "en")
_HOLE = re.compile(r"<([^<>]*)>")


def template(node: Node | None, scope: Scope, expressions: Expressions) -> m.Texts | None:
    """The template of an `es`, `en` pair; what its expressions need is added to the scope's needs."""
    parts = entries(node)
    found = {}
    for lang in LANGUAGES:
        entry = parts.get(lang)
        if entry is not None and isinstance(entry.value, Scalar):
            found[lang] = tuple(_parts(entry.value, scope, expressions))
    return m.Texts(found) if len(found) == len(LANGUAGES) else None


def _parts(scalar: Scalar, scope: Scope, expressions: Expressions) -> Iterator[str | m.Expr]:
    text, inner = scalar.value, scalar.inner
    if "<" in _HOLE.sub("", text) or ">" in _HOLE.sub("", text):
        expressions.problems.error("hole-open", scalar.span)
    at = 0
    for hole in _HOLE.finditer(text):
        yield text[at : hole.start()]
        at = hole.end()
        if text != inner.text:
            expressions.problems.error("text-escaped", scalar.span)
            continue
        span = Span(inner.source, inner.start + hole.start(1), inner.start + hole.end(1))
        tree = parse_text("expression", span, expressions.problems)
        value = expressions.value(tree, replace(scope, for_people=True)) if tree is not None else None
        if value is not None:
            yield value
    yield text[at:]
