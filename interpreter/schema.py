"""The structure of a rule file, and the DSL texts in it.

grammar/rule-file.schema.json is the one description of the structure: editors use it, and so does this file. Which branch of it a
file must fit is told by a key (`extends`, `statements`), so that errors speak of that branch alone. The schema also says under `x-dsl`
of which form of the DSL a text is (`x-keys` for the keys of a mapping); `parse_texts` parses each where it stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from .diagnostics import Problems
from .document import Mapping, Node, Scalar, Sequence, plain
from .files import GRAMMAR
from .parse import parse_text, reserved_words
from .source import Span
from .suggest import nearest
from .syntax import Syntax

Parsed = dict[Scalar, Any]  # the syntax tree of every DSL text, by the scalar that holds it


@cache
def schema() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((GRAMMAR / "rule-file.schema.json").read_text(encoding="utf-8"))
    return loaded


def branch_of(root: Mapping) -> str:
    """Which kind of file this is: variant, seeds or game."""
    return "variant" if "extends" in root.entries else "seeds" if "statements" in root.entries else "game"


def check_structure(root: Mapping, branch: str, problems: Problems) -> None:
    """Reports every key, kind of value and missing part that the schema does not allow."""
    from jsonschema import Draft7Validator

    validator = Draft7Validator({"$ref": f"#/definitions/{branch}", "definitions": schema()["definitions"]})
    for error in validator.iter_errors(plain(root)):
        node, key = _find(root, list(error.absolute_path))
        _report(error, node, key, problems)


def _find(root: Mapping, path: list[Any]) -> tuple[Node, Scalar | None]:
    """The node at a path, and the key before it where it has one."""
    node: Node = root
    key = None
    for step in path:
        if isinstance(node, Mapping):
            entry = node.entries[step]
            node, key = entry.value, entry.key
        elif isinstance(node, Sequence):
            node, key = node.items[step], None
    return node, key


_KINDS = {"object": "a-mapping", "array": "a-list", "string": "a-text", "integer": "a-whole-number", "null": "no-value"}
_KINDS_FOUND = {dict: "a-mapping", list: "a-list", int: "a-whole-number"}


def _report(error: Any, node: Node, key: Scalar | None, problems: Problems) -> None:
    span = node.span if isinstance(node, Scalar) and node.value else (key or node).span
    if error.validator == "additionalProperties" and isinstance(node, Mapping):
        known = list(error.schema.get("properties", {}))
        for name, entry in node.entries.items():
            if name not in known:
                problems.error("unknown-key", entry.key.span, key=name, near=nearest(name, known), allowed=known)
    elif error.validator == "required" and isinstance(node, Mapping):
        for name in error.validator_value:
            if name not in node.entries:
                start = Span(span.source, span.start, span.start) if key is None else span
                problems.error("missing-key", start, key=name)
    elif error.validator == "type":
        kinds = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
        if isinstance(node, Scalar) and node.value == "":
            problems.error("value-missing", span, key=key.value if key else "-")
        else:
            problems.error("wrong-kind", span, found=_KINDS_FOUND.get(type(error.instance), "a-text"), allowed=[_KINDS[kind] for kind in kinds])
    elif error.validator == "enum":
        near = nearest(str(error.instance), map(str, error.validator_value))
        problems.error("not-one-of", span, value=error.instance, near=near, allowed=list(map(str, error.validator_value)))
    elif error.validator == "pattern" and isinstance(node, Mapping):
        problems.error("bad-name", node.entries[error.instance].key.span, name=error.instance)
    elif error.validator == "pattern":
        problems.error("bad-name", span, name=error.instance)
    else:  # the schema uses no others: minimum, maximum
        problems.error("number-out-of-range", span, value=error.instance, limit="{minimum}..{maximum}".format_map(error.schema))


# ---- the DSL texts


def parse_texts(root: Mapping, branch: str, problems: Problems) -> Parsed:
    """Every DSL text of the file, parsed in place; texts with errors are left out."""
    parsed: Parsed = {}
    for scalar, form, is_key in _texts(root, {"$ref": f"#/definitions/{branch}"}):
        if is_key or _well_written(scalar, problems):
            tree = parse_text(form, scalar.inner, problems)
            if tree is not None:
                parsed[scalar] = tree
    return parsed


def _texts(node: Node, rule: dict[str, Any]) -> Iterator[tuple[Scalar, str, bool]]:
    rule = schema()["definitions"][rule["$ref"].rsplit("/", 1)[1]] if "$ref" in rule else rule
    if isinstance(node, Scalar):
        if "x-dsl" in rule and not (node.value == "" and node.style == ""):  # check_structure speaks of an empty value
            yield node, rule["x-dsl"], False
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _texts(item, rule.get("items", {}))
    else:
        properties, extra = rule.get("properties", {}), rule.get("additionalProperties") or {}
        for name, entry in node.entries.items():
            if "x-keys" in rule:
                yield entry.key, rule["x-keys"], True
            yield from _texts(entry.value, properties.get(name, extra))


def _well_written(scalar: Scalar, problems: Problems) -> bool:
    """A text must stand in the file just as it means: on one line or as a block, without escapes, outside braces."""
    text = scalar.span.text
    if scalar.in_flow:
        problems.error("text-in-braces", scalar.span)
    elif scalar.style == ">" or (scalar.style != "|" and "\n" in text):
        problems.error("text-folded", scalar.span)
    elif (scalar.style == '"' and "\\" in text) or (scalar.style == "'" and "''" in text[1:-1]):
        problems.error("text-escaped", scalar.span)
    else:
        return True
    return False


def check_name(scalar: Scalar, problems: Problems) -> None:
    """A declared name may not be a word of the DSL."""
    if scalar.value in reserved_words():
        problems.error("reserved-word", scalar.span, word=scalar.value)


__all__ = ["Parsed", "Syntax", "branch_of", "check_name", "check_structure", "parse_texts", "schema"]
