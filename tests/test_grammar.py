"""The grammars: free of conflicts, accepting what authors write and refusing what they should not."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Problems, render
from interpreter.parse import BOARD_FORMS, MAX_LINE_TOKENS, RULE_FORMS, build, parse_text, reserved_words
from interpreter.source import Source, Span

from .dsl_texts import BAD, GOOD


def parse(form: str, text: str) -> tuple[object, Problems]:
    problems = Problems()
    return parse_text(form, Span(Source("text", text), 0, len(text)), problems), problems


@pytest.mark.parametrize(("name", "forms"), [("rules.lark", RULE_FORMS), ("board.lark", BOARD_FORMS)])
def test_built_strictly_the_grammar_has_no_conflict(name: str, forms: tuple[str, ...]) -> None:
    assert build(name, forms, strict=True).terminals


@pytest.mark.parametrize("form", GOOD)
def test_good_texts_parse(form: str) -> None:
    for text in GOOD[form]:
        tree, problems = parse(form, text)
        assert tree is not None, f"{text!r}\n{render(problems.found)}"


@pytest.mark.parametrize("form", BAD)
def test_bad_texts_are_refused_with_one_diagnostic_in_place(form: str) -> None:
    for text in BAD[form]:
        tree, problems = parse(form, text)
        assert tree is None, text
        (problem,) = problems.found
        assert problem.span is not None and 0 <= problem.span.start <= len(text) + 1, text


def test_a_text_in_a_larger_file_knows_its_place() -> None:
    source = Source("file", "do: |\n  set x to 1\n  set y = 2\n")
    problems = Problems()
    assert parse_text("text", Span(source, 6, len(source.text)), problems) is None
    assert problems.found[0].span is not None
    assert problems.found[0].span.place == "file:3:9"


@pytest.mark.parametrize(
    "text", ["(" * 2_000 + "1" + ")" * 2_000, "1" + " + 1" * MAX_LINE_TOKENS, "a.b" * 5_000, "not (" * 200 + "a" + ")" * 200, "if a then b else " * 300 + "c"]
)
def test_texts_beyond_the_bounds_are_refused_by_name(text: str) -> None:
    tree, problems = parse("expression", text)
    assert tree is None
    assert problems.found[0].code in ("text-too-complex", "unexpected-word")


def test_deep_blocks_are_refused() -> None:
    text = "\n".join("  " * depth + "if a" for depth in range(100)) + "\n" + "  " * 100 + "f(x)"
    assert parse("text", text)[1].found[0].code == "text-too-complex"


def test_words_are_reserved_everywhere() -> None:
    assert {"set", "move", "where", "leave", "ring", "route"} <= reserved_words()
    assert not {"turn", "players", "any", "count", "chips"} & reserved_words()
