"""Where the files that ship with the package are: grammars, games, seeds.

In the repository they stand beside the package; in an installed wheel, inside it.
"""

from __future__ import annotations

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
    """How a file is named to people: as seen from the current folder where it lies below it, else whole."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)
