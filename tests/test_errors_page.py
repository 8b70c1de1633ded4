"""docs/errors.md, the page of all errors, is made from diagnostics.yaml: `pytest --record` writes it anew."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

from interpreter.messages import MESSAGES

from .test_diagnostics import CODES, DATA, PHASES, SHOWN_ELSEWHERE

PAGE = Path(__file__).parent.parent / "docs" / "errors.md"
TITLES = {"document": "The file", "language": "The language", "flow": "The parts of a game", "boards": "Boards", "play": "Before and during play"}

HEAD = inspect.cleandoc(
    """
    # Errors

    Every diagnostic has a code that stays the same, a place, and advice. Below is each with an example that gives it and one that does not.
    An example shows only what matters; what it leaves out is that of the game at the end of this page. Codes of records, scenarios and the
    command line say all in their own words.
    """
)


def shown(half: str | dict[str, Any]) -> str:
    """An example as text: the rules, or what is done with them."""
    if isinstance(half, str):
        return f"```yaml fragment\n{half.rstrip()}\n```"
    told = {key: value for key, value in half.items() if key != "rules"}
    rules = f"```yaml fragment\n{half['rules'].rstrip()}\n```\n" if half.get("rules") else ""
    lines = [f"{key}: {value}" if not isinstance(value, list) else f"{key}: {', '.join(value)}" for key, value in told.items()]
    return rules + ("```text\n" + "\n".join(lines).rstrip() + "\n```" if lines else "")


def page() -> str:
    parts = [HEAD]
    for phase in PHASES:
        parts.append(f"## {TITLES[phase]}")
        for entry in DATA[phase]:
            words = MESSAGES[entry["code"]][0]
            parts.append(f"### {entry['code']}\n\n{readable(words)}")
            parts.append(f"Wrong:\n\n{shown(entry['wrong'])}\n\nRight:\n\n{shown(entry['right'])}")
    parts.append(f"## The game that the examples leave out\n\n```yaml fragment\n{DATA['base'].rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


def readable(words: str) -> str:
    """A message with its fields as the reader meets them: `{name}` is what the file says there."""
    return "*" + re.sub(r"{(\w+)[^}]*}", r"‹\1›", words).replace("*", "\\*") + "*"


def test_the_page_of_errors_is_up_to_date(record: bool) -> None:
    if record:
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_page_has_every_code_of_rule_files() -> None:
    text = page()
    for code in CODES:
        assert code in SHOWN_ELSEWHERE or f"### {code}\n" in text, code
