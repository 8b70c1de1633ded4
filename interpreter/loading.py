"""From a rule file to a game: the whole pipeline, in order.

    file → document with positions → schema → variant overlay → syntax trees → checked model
"""

from __future__ import annotations

from pathlib import Path

from .checker import Desk, check
from .diagnostics import Diagnostic, Problems, RuleFileError
from .files import shipped_games
from .game import Game
from .schema import branch_of, check_structure, parse_texts
from .source import Source
from .suggest import nearest
from .variants import Files, load_document


def examine(path: Path, files: Files | None = None) -> tuple[Desk | None, list[Diagnostic]]:
    """The checked rule file at `path` (None where it has errors) and everything there is to say about it.

    It is read from the disk, unless `files` has the texts.
    """
    problems, sources = Problems(), list[Source]()
    root = load_document(path, problems, sources, files)
    desk = None
    if root is not None:
        branch = branch_of(root)
        if branch == "seeds":
            problems.error("not-a-game", root.span)
        else:
            check_structure(root, branch, problems)
            desk = check(root, parse_texts(root, branch, problems), tuple(sources), problems)
    return (None if problems.errors else desk), problems.in_order


def load(game: str | Path) -> Game:
    """The game of a rule file, or the shipped game of that name. Raises RuleFileError with everything that is wrong."""
    problems = Problems()
    path = find_game(str(game), problems)
    problems.raise_errors()
    assert path is not None
    return opened(examine(path))


def opened(examined: tuple[Desk | None, list[Diagnostic]]) -> Game:
    """The game of an examined file. Raises RuleFileError where it has errors."""
    desk, found = examined
    if desk is None:
        raise RuleFileError(found)
    return Game(desk, found)


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
