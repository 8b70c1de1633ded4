"""Where the files that ship with the package are: grammars, games, seeds.

In the repository they stand beside the package; in an installed wheel, inside it.
"""

from __future__ import annotations

import os
from pathlib import Path

_HERE = Path(__file__).resolve().parent
ROOT = _HERE if (_HERE / "grammar").is_dir() else _HERE.parent
GRAMMAR = ROOT / "grammar"
RULES = ROOT / "rules"
SEEDS = ROOT / "seeds"


def shipped_games() -> dict[str, Path]:
    """Every game that ships, by name: base games first, then variants."""
    files = [*sorted(RULES.glob("*.yaml")), *sorted((RULES / "variants").glob("*.yaml"))]
    return {path.stem: path for path in files}


def display_name(path: Path) -> str:
    """How a file is named to people: as seen from the current folder, or, of a file that ships, from the package's; else whole."""
    for root in (Path.cwd, lambda: ROOT):
        try:
            return str(path.resolve().relative_to(root()))
        except (ValueError, OSError):
            continue
    return str(path)


def copy_game(name: str, folder: Path) -> tuple[list[Path], list[Path]]:
    """Puts a shipped game, and what it extends, into a folder; what is there already is left alone.

    Returns the files written and those left alone. Raises RuleFileError where there is no such game or the folder cannot be written.
    """
    from .diagnostics import Diagnostic, RuleFileError
    from .loading import examine
    from .suggest import nearest

    shipped = shipped_games()
    if name not in shipped:
        near = {"name": name[:60], "near": nearest(name, shipped), "allowed": list(shipped)}
        raise RuleFileError([Diagnostic("unknown-game", None, near)])
    desk, _ = examine(shipped[name])
    written, kept = [], []
    for source in desk.model.sources if desk else ():
        target = folder / Path(source.name).name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with target.open("x", encoding="utf-8", newline="\n") as file:
                file.write(source.text)
            written.append(target)
        except FileExistsError:
            kept.append(target)
        except (OSError, ValueError) as error:
            raise RuleFileError([Diagnostic("copy-failed", None, {"path": str(target), "reason": getattr(error, "strerror", None) or str(error)})]) from None
    return written, kept


def private_cache() -> Path | None:
    """A folder of the user's own for what can be made again; None where there is none that only they can write to."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(base) / "reglario"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK) or (hasattr(os, "getuid") and _is_others(folder)):
            return None
    except (OSError, RuntimeError):
        return None
    return folder


def _is_others(folder: Path) -> bool:
    """Whether a folder is somebody else's, or others may write to it."""
    stat = folder.stat()
    return stat.st_uid != os.getuid() or bool(stat.st_mode & 0o022)
