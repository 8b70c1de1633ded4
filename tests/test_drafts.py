"""The games that cannot run yet: their texts fit the schema and the grammars, and what they extend is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import variants
from interpreter.diagnostics import Problems, render
from interpreter.loading import examine
from interpreter.schema import check_structure, parse_texts
from interpreter.source import Source

DRAFTS = Path(__file__).parent.parent / "rules" / "drafts"
FILES = sorted(DRAFTS.rglob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_drafts_fit_schema_and_grammars(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "shipped_games", lambda: {base.stem: base for base in DRAFTS.glob("*.yaml")})
    problems, sources = Problems(), list[Source]()
    root = variants.load_document(path, problems, sources)
    assert root is not None, render(problems.found)
    check_structure(root, "game", problems)
    parsed = parse_texts(root, "game", problems)
    assert not problems.found, render(problems.found)
    assert len(parsed) > 80


def test_what_cannot_be_played_yet_says_so() -> None:
    desk, found = examine(DRAFTS / "poleana.yaml")
    assert desk is None
    assert {diagnostic.code for diagnostic in found} == {"not-yet"}
