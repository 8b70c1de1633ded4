"""From a rule file to a game: the whole pipeline, in order.

    file → document with positions → schema → variant overlay → syntax trees → checked model
"""

from __future__ import annotations

from pathlib import Path

from .checker import check
from .diagnostics import Diagnostic, Problems
from .files import display_name, shipped_games
from .game import Game
from .model import Model
from .schema import branch_of, check_structure, parse_texts
from .source import Source
from .suggest import nearest
from .variants import load_document


def examine(path: Path, name: str | None = None) -> tuple[Model | None, list[Diagnostic]]:
    """The model of the rule file at `path` (None where it has errors) and everything there is to say about it."""
    problems, sources = Problems(), list[Source]()
    root = load_document(path, name or display_name(path), problems, sources)
    model = None
    if root is not None:
        branch = branch_of(root)
        if branch == "seeds":
            problems.error("not-a-game", root.span)
        else:
            check_structure(root, branch, problems)
            model = check(root, parse_texts(root, branch, problems), tuple(sources), problems)
    return (None if problems.errors else model), problems.in_order


def load(game: str | Path) -> Game:
    """The game of a rule file, or the shipped game of that name. Raises RuleFileError with everything that is wrong."""
    problems = Problems()
    path = find_game(str(game), problems)
    problems.raise_errors()
    assert path is not None
    model, found = examine(path)
    problems.found = found
    problems.raise_errors()
    assert model is not None
    return Game(model, found)


def find_game(name: str, problems: Problems) -> Path | None:
    """The rule file that a name or path means: a file, else a shipped game."""
    path = Path(name)
    shipped = shipped_games()
    if "\0" in name or len(name) > 1000:
        problems.error("unknown-game", None, name=name[:40].replace("\0", " "), near=None, allowed=list(shipped))
        return None
    if path.suffix in (".yaml", ".yml") or "/" in name or path.is_file():
        return path
    if name in shipped:
        return shipped[name]
    problems.error("unknown-game", None, name=name, near=nearest(name, shipped), allowed=list(shipped))
    return None
