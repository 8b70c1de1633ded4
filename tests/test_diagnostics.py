"""Every diagnostic: an example that gives it and one that does not (diagnostics.yaml), its words in both languages, its rendering.

`pytest tests/test_diagnostics.py --record` writes golden/diagnostics.txt anew: all that an author is ever told, to be read in the diff.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter.diagnostics import Diagnostic, Note, Problems, ReglarioError, render
from interpreter.files import ROOT
from interpreter.game import State
from interpreter.loading import examine, load
from interpreter.messages import MESSAGES, fields, phrase
from interpreter.messages.records import RECORDS
from interpreter.scenarios import TIMEOUT
from interpreter.source import Source, Span

HERE = Path(__file__).parent
GOLDEN = HERE / "golden" / "diagnostics.txt"
LANGUAGES = ("en", "es")
PHASES = ("document", "language", "flow", "boards", "play")
SAID_TWICE = {"division-by-zero"}  # by the checker, where it is plain, and at run time
SHOWN_ELSEWHERE = set(RECORDS)  # by the tests of records, simulations and scenarios

CODES = sorted(key for key in MESSAGES if ":" not in key)


# ---- the examples


@dataclass(frozen=True)
class Trial:
    """One half of an example, ready to run."""

    rules: str = ""
    encoding: str = "utf-8"
    files: dict[str, str] = field(default_factory=dict)
    game: str = "example.yaml"
    players: list[str] | int = 0
    options: dict[str, str] = field(default_factory=dict)
    play: list[str] = field(default_factory=list)
    restore: dict[str, str] | None = None
    limits: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Example:
    code: str
    wrong: Trial
    right: Trial
    at: str | None = None
    severity: str = "error"
    also: tuple[str, ...] = ()


DATA: dict[str, Any] = yaml.load((HERE / "diagnostics.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
BASE: str = DATA["base"]


def sections(text: str) -> dict[str, str]:
    """The top-level sections of a rule file, each with its lines."""
    parts = re.split(r"^(?=[a-z][a-z ]*:)", text, flags=re.MULTILINE)
    return {part.split(":")[0]: part for part in parts if ":" in part.split("\n")[0]}


def repeated(text: str) -> str:
    """With every ⟦text ×N⟧ written out."""

    def write(found: re.Match[str]) -> str:
        lines = [found[2].replace("#-1", str(n - 1)).replace("#", str(n)) for n in range(1, int(found[3]) + 1)]
        return found[1] + ("\n" if found[1] == "\n" else "").join(lines)

    return re.sub(r"(\n|(?<!\n))⟦(.*?) ×(\d+)⟧", write, text)


def whole(text: str, without: list[str]) -> str:
    """A rule file of which only what matters is written: what it leaves out is that of the base."""
    written = sections(text)
    if "extends" in written:
        return text
    return text + "".join(part for name, part in sections(BASE).items() if name not in written and name not in without)


def trial(half: str | dict[str, Any], entry: dict[str, Any]) -> Trial:
    parts: dict[str, Any] = {"rules": half} if isinstance(half, str) else dict(half)
    rules = repeated(parts.pop("rules", ""))
    files = {name: BASE if text == "BASE" else text for name, text in parts.pop("files", {}).items()}
    return Trial(rules if entry.get("whole") else whole(rules, entry.get("without", [])), files=files, **parts)


def example(entry: dict[str, Any]) -> Example:
    known = {key: entry[key] for key in ("code", "at", "severity") if key in entry}
    return Example(wrong=trial(entry["wrong"], entry), right=trial(entry["right"], entry), also=tuple(entry.get("also", ())), **known)


EXAMPLES = [example(entry) for phase in PHASES for entry in DATA[phase]]


def run(this: Trial) -> list[Diagnostic]:
    """Everything that is said about a trial, from the file to the last move. Only a ReglarioError is an answer; others fail the test."""
    for name, text in {"little.yaml": BASE, **this.files}.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    Path("example.yaml").write_text(this.rules, encoding=this.encoding)
    if this.game == "example.yaml":
        _, found = examine(Path(this.game))
        if any(diagnostic.severity == "error" for diagnostic in found):
            return found
    try:
        game = load(this.game)
        state = game.start(this.players, this.options)
        if this.restore is not None:
            state = State.restore(game, {**state.save(), **this.restore})
        for step in this.play:
            before = state.save()
            try:
                state.time_out() if step == TIMEOUT else state.play(step) if state.draw is None else state.deal(step)
            except ReglarioError:
                assert state.save() == before
                raise
    except ReglarioError as error:
        return list(error.diagnostics)
    return list(game.warnings)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own to stand in, so that files are called by their bare names."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def limited(this: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, value in this.limits.items():
        monkeypatch.setattr(path, int(value))


def errors(found: list[Diagnostic]) -> list[str]:
    return sorted(diagnostic.code for diagnostic in found if diagnostic.severity == "error")


@pytest.mark.parametrize("this", EXAMPLES, ids=lambda this: this.code)
def test_what_is_wrong_gives_its_code(this: Example, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limited(this.wrong, monkeypatch)
    found = run(this.wrong)
    same = [diagnostic for diagnostic in found if diagnostic.code == this.code]
    assert same, render(found)
    assert same[0].severity == this.severity
    if this.at:
        assert this.at in [f"{d.span.line}:{d.span.column}" for d in same if d.span], render(found)
    allowed = {*this.also, *([this.code] if this.severity == "error" else [])}
    assert set(errors(found)) <= allowed, render(found)


@pytest.mark.parametrize("this", EXAMPLES, ids=lambda this: this.code)
def test_what_is_right_gives_no_error(this: Example, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limited(this.right, monkeypatch)
    found = run(this.right)
    assert this.code not in [diagnostic.code for diagnostic in found], render(found)
    assert not errors(found), render(found)


@pytest.mark.parametrize("this", EXAMPLES, ids=lambda this: this.code)
def test_the_words_are_complete(this: Example, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limited(this.wrong, monkeypatch)
    for diagnostic in run(this.wrong):
        for lang in LANGUAGES:
            data = diagnostic.as_json(lang)
            lines = [data["message"], *data["help"], *(note["message"] for note in data["notes"])]
            for line in lines:
                assert line and line == line.strip() and not line.endswith(".")
                outside = re.sub(r"`[^`]*`", "", line)
                assert not re.search(r"\bNone\b|\{[a-z]*\}|:kind|term:", outside), line
                assert not re.search(r"\ban?-[a-z]", outside), line  # a term that was not put into words


def test_every_code_has_an_example() -> None:
    assert set(CODES) - SHOWN_ELSEWHERE <= {this.code for this in EXAMPLES}
    assert {this.code for this in EXAMPLES} <= set(CODES)


def test_examples_stand_under_the_phase_of_their_words() -> None:
    from interpreter import messages

    for phase in PHASES:
        words = getattr(getattr(messages, phase), phase.upper())
        for entry in DATA[phase]:
            assert entry["code"] in words or entry["code"] in SAID_TWICE, entry["code"]


# ---- the words


@pytest.mark.parametrize("key", MESSAGES)
def test_both_languages_say_the_same(key: str) -> None:
    english, spanish = (set(re.findall(r"\{(\w+)(?::[^}]*)?\}", text)) for text in MESSAGES[key])
    assert english == spanish == fields(key)
    for text in MESSAGES[key]:
        assert text.count("`") % 2 == 0
        assert not text.endswith(".")
        assert text[:1] in "`{¿(" or text[:1].islower() or key.startswith("help:"), text


def test_a_key_stands_in_one_part_only() -> None:
    from interpreter.messages import boards, document, flow, frame, language, play, records

    parts = [boards.BOARDS, document.DOCUMENT, flow.FLOW, frame.FRAME, language.LANGUAGE, play.PLAY, records.RECORDS]
    assert sum(map(len, parts)) == len(MESSAGES)


def test_advice_belongs_to_a_code() -> None:
    assert {key.removeprefix("hint:") for key in MESSAGES if key.startswith("hint:")} <= set(CODES)


def test_an_unknown_key_is_impossible() -> None:
    with pytest.raises(KeyError):
        phrase("no-such-code", "en", {})


@pytest.mark.parametrize(
    ("kind", "english", "spanish"),
    [
        ("a-number", "a number", "un número"),
        ("set of players", "a set of players", "un conjunto de jugadores"),
        ("player or none", "a player or none", "un jugador o none"),
        ("ending", "a value of `ending`", "un valor de `ending`"),
        ("set of cards", "a set of `cards`", "un conjunto de `cards`"),
        ("set of tiles, die", "a set of `tiles` and a die", "un conjunto de `tiles` y un dado"),
    ],
)
def test_types_are_put_into_words(kind: str, english: str, spanish: str) -> None:
    said = Diagnostic("wrong-type", None, {"found": kind, "wanted": "flag"})
    assert said.message("en").endswith(f"found {english}")
    assert said.message("es").endswith(f"hay {spanish}")


def test_names_of_the_file_are_never_put_into_other_words() -> None:
    said = Diagnostic("unknown-name", None, {"name": "number", "near": "flag"})
    assert "`number`" in said.message("es") and "`flag`" in said.help("es")[0]


# ---- the source


def calls() -> Iterator[tuple[str, str, set[str] | None]]:
    """Every code that the source gives: where, the code, and the arguments given with it (None where they cannot be read off)."""
    for path in sorted((ROOT / "interpreter").rglob("*.py")):
        for part in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(part, ast.FunctionDef):
                chosen = [text for node in ast.walk(part) if isinstance(node, ast.Assign) and is_code(node.targets[0]) for text in texts(node.value)]
                for node in ast.walk(part):
                    if isinstance(node, ast.Call) and node.args and called(node) in ("error", "warning", "fault", "stop", "Diagnostic", "Note"):
                        for code in texts(node.args[0]) or (chosen if is_code(node.args[0]) else []):
                            yield f"{path.name}:{node.lineno}", code, arguments(node)


def is_code(node: ast.expr) -> bool:
    """The name `code`, under which a function keeps one of several."""
    return isinstance(node, ast.Name) and node.id == "code"


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def texts(node: ast.expr) -> list[str]:
    """The texts that an expression can be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    return [*texts(node.body), *texts(node.orelse)] if isinstance(node, ast.IfExp) else []


def arguments(node: ast.Call) -> set[str] | None:
    """The names of the values given with a code; None where they cannot be read off."""
    if called(node) in ("Diagnostic", "Note"):
        given = node.args[2] if len(node.args) > 2 else ast.Dict([], [])
        return {str(getattr(key, "value", "")) for key in given.keys} if isinstance(given, ast.Dict) else None
    if any(keyword.arg is None for keyword in node.keywords):
        return None
    return {keyword.arg for keyword in node.keywords if keyword.arg}


CALLS = list(calls())


@pytest.mark.parametrize(("place", "code", "given"), CALLS, ids=lambda part: part if isinstance(part, str) else "")
def test_every_code_of_the_source_has_its_words(place: str, code: str, given: set[str] | None) -> None:
    assert code in MESSAGES, place
    if given is not None:
        assert fields(code) <= given, place


def test_advice_uses_only_what_some_call_gives() -> None:
    for key in MESSAGES:
        if key.startswith("hint:"):
            given = [arguments for _, code, arguments in CALLS if code == key.removeprefix("hint:")]
            assert None in given or not given or fields(key) <= set().union(*(names for names in given if names)), key


def test_every_code_is_used() -> None:
    modules = [path for path in (ROOT / "interpreter").rglob("*.py") if "messages" not in path.parts]
    source = "\n".join(path.read_text(encoding="utf-8") for path in modules)
    for key in MESSAGES:
        if ":" not in key or key.startswith("note:"):
            assert f'"{key}"' in source, key


# ---- the rendering


def sample() -> Diagnostic:
    source = Source("rules/tiny.yaml", "pot: 1\nplayrs: 2\n")
    first, second = Span(source, 0, 3), Span(source, 7, 13)
    return Diagnostic("name-taken", second, {"name": "playrs"}, (Note("note:first-here", first),))


def test_text_shows_the_place_the_line_and_a_caret() -> None:
    assert render([sample()]).split("\n") == [
        "rules/tiny.yaml:2:1: error[name-taken]: the name `playrs` means something already",
        "  2 | playrs: 2",
        "    | ^^^^^^",
        "  rules/tiny.yaml:1:1: it stands here already",
        "  1 | pot: 1",
        "    | ^^^",
        "  help: one name means one thing in the whole file: give this another",
    ]


def test_json_has_the_same_facts() -> None:
    data = sample().as_json("es")
    assert data["code"] == "name-taken" and data["severity"] == "error"
    assert (data["file"], data["line"], data["column"], data["length"]) == ("rules/tiny.yaml", 2, 1, 6)
    assert data["message"] == "el nombre `playrs` ya significa algo"
    assert data["notes"] == [{"message": "ya está aquí", "file": "rules/tiny.yaml", "line": 1, "column": 1, "length": 3}]


def test_a_long_line_is_cut_around_the_place() -> None:
    source = Source("long.yaml", "x" * 5000 + "HERE" + "x" * 5000)
    lines = render([Diagnostic("not-text", Span(source, 5000, 5004))]).split("\n")
    assert max(map(len, lines)) < 200
    at = lines[2].index("^")
    assert lines[1][at : at + 4] == "HERE" and lines[2][at:] == "^^^^"


def test_what_is_said_twice_is_kept_once() -> None:
    problems, span = Problems(), Span(Source("a.yaml", "x"), 0, 1)
    problems.error("not-text", span)
    problems.error("not-text", span)
    assert len(problems.found) == 1


def test_golden(folder: Path, monkeypatch: pytest.MonkeyPatch, record: bool) -> None:
    """Every wrong example as an author sees it, in both languages."""
    parts = []
    for this in EXAMPLES:
        if this.code == "unknown-game":  # lists the games that ship
            continue
        with monkeypatch.context() as patch:
            limited(this.wrong, patch)
            found = run(this.wrong)
        said = "\n\n".join(render(found, lang) for lang in LANGUAGES)
        parts.append(f"==== {this.code}\n\n{said}\n")
    text = "\n".join(parts)
    if record:
        GOLDEN.write_text(text, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8") == text
