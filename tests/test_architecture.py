"""The shape of the project: imports point one way, the interpreter knows no game, the public interface is what it says."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import interpreter
from interpreter.cli_words import CLI_WORDS
from interpreter.words import WORDS

ROOT = Path(interpreter.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))

# From what knows nothing to what uses everything; a module imports only from lines above its own, or its own package.
LAYERS = [
    ["source", "suggest", "types", "topology", "words", "cli_words", "messages"],
    ["diagnostics", "syntax", "files"],
    ["document", "trees", "model"],
    ["parse", "walk", "events", "paths", "partial"],
    ["schema", "foresight", "safety"],
    ["variants"],
    ["checker"],
    ["sets"],
    ["evaluator", "chance", "audience"],
    ["effects"],
    ["choosing", "phases", "wasm"],
    ["priorities"],
    ["machine"],
    ["names"],
    ["game"],
    ["loading"],
    ["trace", "records", "batches", "simulate", "views"],
    ["reasons", "session", "ring", "grid", "players"],
    ["layout"],
    ["terminal"],
    ["offering"],
    ["addresses"],
    ["given", "expectations"],
    ["scenarios", "table"],
    ["fairness"],
    ["asking", "console", "reports"],
    ["evening"],
    [""],
]
LAYER_OF = {name: height for height, names in enumerate(LAYERS) for name in names}


def module_name(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py").replace("__init__", "")


def imports_of(path: Path) -> set[str]:
    """The top modules of this package that a file imports when it runs (not for types alone, nor inside a function)."""
    found = set()
    depth = len(path.relative_to(ROOT).parts)
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.level == depth:
            found |= {node.module.split(".")[0]} if node.module else {alias.name for alias in node.names}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_downwards(path: Path) -> None:
    own = module_name(path)
    for other in imports_of(path):
        if other != own:
            assert LAYER_OF[other] <= LAYER_OF[own], f"{own} imports {other}"


def test_every_module_has_its_layer_and_says_what_it_is_for() -> None:
    for path in MODULES:
        assert module_name(path) in LAYER_OF, path
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path


GAMES = re.compile(
    r"pirinola|perinola|poleana|garrafina|tap[oó]n|submundo|limbo|domin[oó]|toma todo|parch[ií]s|backgammon|connect.?four|tic.?tac|\bpig\b", re.I
)


def test_the_interpreter_knows_no_game() -> None:
    """Games are named in docstrings and helps, as examples; nowhere else."""
    for path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        documents = {id(node.body[0].value) for node in ast.walk(tree) if _documented(node)}  # type: ignore[attr-defined]
        for node in ast.walk(tree):
            text = node.id if isinstance(node, ast.Name) else node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and id(node) not in documents and path.name != "cli_words.py" and path.parent.name != "messages":
                assert not GAMES.search(text), f"{path}:{getattr(node, 'lineno', 0)} {text!r}"


def _documented(node: ast.AST) -> bool:
    return isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None


def test_the_public_interface_is_there() -> None:
    for name in interpreter.__all__:
        assert getattr(interpreter, name) is not None
    with pytest.raises(AttributeError):
        _ = interpreter.nothing_of_that_name


@pytest.mark.parametrize("words", [WORDS, CLI_WORDS], ids=["words", "cli_words"])
def test_both_languages_fill_in_the_same_values(words: dict[str, tuple[str, str]]) -> None:
    for key, (spanish, english) in words.items():
        assert set(re.findall(r"{(\w*)", spanish)) == set(re.findall(r"{(\w*)", english)), key
