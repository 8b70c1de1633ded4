"""The documentation says what is: its rule files validate, its scenarios pass, its links lead somewhere, its lists are complete.

A block of YAML with `language:` is a whole rule file, and is read under the name of its game. A block marked `yaml fragment` is laid over a
game: in the guide over the file as it has grown so far, in the reference over `WORKBENCH`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from cli import app
from interpreter.chance import Xoshiro
from interpreter.checker import cost, declarations, routines
from interpreter.diagnostics import render
from interpreter.files import ROOT
from interpreter.loading import examine, load
from interpreter.parse import MAX_BRACKETS, MAX_INDENTS, MAX_LINE_TOKENS, MAX_TOKENS, reserved_words
from interpreter.scenarios import check_file
from interpreter.schema import schema
from interpreter.simulate import LIMIT

from interpreter import document, foresight, game, machine, variants  # isort: skip

DOCS = [*sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("README*.md"))]
RULES = [path for path in DOCS if path.name != "errors.md"]  # its examples are wrong on purpose; test_diagnostics.py runs them
LANGUAGE, GUIDE, SCENARIOS = (ROOT / "docs" / f"{name}.md" for name in ("language", "guide", "scenarios"))

# What the fragments of the reference are laid over.
WORKBENCH = """
language: 1
game: workbench
title:
  es: Banco de pruebas
  en: Workbench
players: 2..4
options:
  use_chips:
    values: [yes, no]
    default: yes
  ending:
    values: [short, long]
    default: short
numbers:
  goal: 20
state:
  pot: number = 10
  rounds: number = 0
  leader: player or none = none
  out: set of players = none
  player:
    chips: number = 5
    score: number = 0
    in_play: flag = yes
    rival: player or none = none
outcomes:
  coin:
    heads:
    tails:
  dice:
    roll: 2 dice of 6
define:
  contenders: (players where .in_play)
actions:
  take:
    do: pay up to 1 from pot to turn.chips
  rest:
flow:
  round:
    repeat: always
    steps:
      one_turn:
        turns: players
        state:
          gathered: number = 0
        steps:
          flip:
            chance: coin
          throw:
            chance: dice
          play:
            choose: [take, rest]
end:
  empty:
    after: [play]
    when: pot is 0
    winners: none
"""


# ---- what stands in the documents


def blocks(path: Path) -> Iterator[tuple[int, str, str]]:
    """Every fenced block: its line, its info string, its text."""
    text = path.read_text(encoding="utf-8")
    for found in re.finditer(r"^```([^\n]*)\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL):
        yield text.count("\n", 0, found.start()) + 1, found[1].strip(), found[2]


def whole_files(path: Path) -> list[tuple[int, str]]:
    """The rule files and seeds files of a document, variants last: they extend what the document comes to."""
    found = [(line, text) for line, info, text in blocks(path) if info == "yaml" and re.search(r"^language:", text, re.MULTILINE)]
    return sorted(found, key=lambda each: "\nextends:" in each[1])


def write(folder: Path, text: str) -> Path:
    """Writes a rule file or seeds file under the name of its game."""
    root = yaml.load(text, Loader=yaml.BaseLoader)
    target = folder / ("seeds.yaml" if "statements" in root else f"{root['game']}.yaml")
    target.write_text(text, encoding="utf-8")
    return target


def laid_over(base: dict[str, Any], fragment: dict[str, Any]) -> dict[str, Any]:
    """A game with the entries of a fragment before its own, and in place of those of the same name."""
    result = dict(base)
    for section, value in fragment.items():
        result[section] = {**value, **{key: own for key, own in result.get(section, {}).items() if key not in value}} if isinstance(value, dict) else value
    return result


class _Dumper(yaml.Dumper):
    """Writes texts as they are read: plain, or as a block where there are several lines."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012


_Dumper.add_representer(str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None))


def examined(folder: Path, root: dict[str, Any]) -> list[str]:
    """What is wrong with a game given as data; also definitions that nothing uses, since they are not checked."""
    path = folder / f"{root['game']}.yaml"
    path.write_text(yaml.dump(root, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000), encoding="utf-8")
    _, found = examine(path)
    unused = {each.args["name"] for each in found if each.code == "unused-definition"} - {"contenders"}  # of the workbench
    return [render([each]) for each in found if each.severity == "error" or each.args.get("name") in unused]


# ---- rule files and scenarios


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_rule_files_validate_and_their_scenarios_pass(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for line, text in whole_files(path):
        target = write(tmp_path, text)
        if target.name != "seeds.yaml":
            desk, found = examine(target)
            assert desk is not None, f"{path.name}:{line}\n{render(found)}"
        report = check_file(target)
        failures = [render(statement.failures) for statement in report.statements if statement.failures]
        assert not failures and not report.problems, f"{path.name}:{line}\n" + "\n".join([*failures, render(report.problems)])


def test_fragments_of_the_reference_fit_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    base = yaml.load(WORKBENCH, Loader=yaml.BaseLoader)
    fragments = [(line, text) for line, info, text in blocks(LANGUAGE) if info == "yaml fragment"]
    assert len(fragments) > 20
    for line, text in fragments:
        root = laid_over(base, yaml.load(text, Loader=yaml.BaseLoader))
        errors = examined(tmp_path, root)
        assert not errors, f"language.md:{line}\n" + "\n".join(errors)


def test_the_guide_grows_into_its_last_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    steps = [(line, info, yaml.load(text, Loader=yaml.BaseLoader)) for line, info, text in blocks(GUIDE) if info.startswith("yaml")]
    *steps, last = [step for step in steps if "extends" not in step[2]]
    grown: dict[str, Any] = {}
    for line, info, root in steps:
        if info == "yaml fragment":
            grown = laid_over(grown, root)
            errors = examined(tmp_path, grown)
            assert not errors, f"guide.md:{line}\n" + "\n".join(errors)
        else:
            grown = root
    assert last[2] == grown


# ---- links, files, commands


@cache
def everything() -> tuple[str, ...]:
    """Every file and folder of the project, from its root."""
    found = [path for top in ROOT.iterdir() if not top.name.startswith(".") for path in (top, *top.rglob("*")) if "__pycache__" not in path.parts]
    return tuple(str(path.relative_to(ROOT)) for path in found)


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        other = (path.parent / name).resolve() if name else path
        assert other.exists(), target
        if anchor and other.suffix == ".md":
            assert anchor in anchors(other), target


def anchors(path: Path) -> set[str]:
    """The headings of a document as links write them."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_files_named_in_tables_exist(path: Path) -> None:
    for row in re.findall(r"^\|.*\|$", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
        for word in re.findall(r"`([\w./*-]+(?:/|\.(?:py|md|yaml|lark|json)))`", row):
            name = word.rstrip("/")
            assert any(fnmatch(each, name) or fnmatch(each, f"*/{name}") for each in everything()), word


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_commands_and_their_flags_exist(path: Path) -> None:
    known = {name: {flag for each in command.params for flag in each.opts} for name, command in typer.main.get_command(app).commands.items()}  # type: ignore[attr-defined]
    text = path.read_text(encoding="utf-8")
    for line in re.findall(r"(?:^\$? *|`|bin/)reglario +([^`\n]*)", text, flags=re.MULTILINE):
        words = line.split("#")[0].split()
        if words and re.fullmatch(r"[a-z]+", words[0]):
            assert words[0] in known, line
            assert {word.split("=")[0] for word in words if word.startswith("-") and len(word) > 1} <= {*known[words[0]], "--help"}, line


# ---- lists that must be complete


def section(path: Path, title: str) -> str:
    text = path.read_text(encoding="utf-8")
    return re.split(r"^#{2,3} ", text.split(f"# {title}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def test_the_reserved_words_are_listed() -> None:
    lists = re.findall(r"^```text\n(.*?)^```$", section(LANGUAGE, "Reserved words"), flags=re.MULTILINE | re.DOTALL)
    assert [set(words.split()) for words in lists] == [set(reserved_words()), set(declarations.BUILTINS)]


def test_every_key_of_the_schema_is_explained() -> None:
    reference, scenarios = (path.read_text(encoding="utf-8") for path in (LANGUAGE, SCENARIOS))
    for name, rule in schema()["definitions"].items():
        where = scenarios if name in ("scenario", "statement", "seeds") else reference
        missing = [key for key in rule.get("properties", {}) if not re.search(rf"`{re.escape(key)}[`:]", where)]
        assert not missing, (name, missing)


def test_every_expectation_of_a_scenario_is_explained() -> None:
    source = (ROOT / "interpreter" / "expectations.py").read_text(encoding="utf-8")
    checks = re.findall(r'"([a-z ]+)": self\._\w+', source)
    text = SCENARIOS.read_text(encoding="utf-8")
    assert len(checks) > 10
    assert [check for check in checks if f"`{check}" not in text] == []


def test_the_limits_are_those_of_the_code() -> None:
    limits = section(LANGUAGE, "Limits")
    numbers = [
        document.MAX_NODES, document.MAX_DEPTH, MAX_LINE_TOKENS, MAX_BRACKETS, MAX_INDENTS, MAX_TOKENS, variants.MAX_EXTENDS, declarations.MAX_CELLS,
        declarations.MAX_SEATS, routines.MAX_CALL_DEPTH, cost.MAX_WORK, cost.MAX_RANGE, machine.MAX_ROUNDS, game.MAX_STOPS, foresight.BUDGET, foresight.LISTED,
        LIMIT, document.MAX_BYTES, declarations.MAX_OPTION_VALUES + 1,
    ]  # fmt: skip
    assert [number for number in numbers if f"| {number:,} |" not in limits] == []


def test_the_reference_gives_the_first_draws_of_a_seed() -> None:
    source = Xoshiro(7, 0)
    first = " ".join(str(source.below(6) + 1) for _ in range(10))
    assert first in section(LANGUAGE, "Chance, exactly")


def test_games_named_in_commands_ship() -> None:
    for path in DOCS:
        for name in re.findall(r"reglario (?:play|simulate|copy) ([a-z][\w-]*)(?![\w./-])", path.read_text(encoding="utf-8")):
            if not name.startswith("my-"):
                load(name)
