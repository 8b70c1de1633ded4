"""Reglario: rules of tabletop games as data, to be played, checked and explained.

    from reglario import load          # in the repository: from interpreter import load

    game = load("pirinola")
    state = game.start(players=["Ana", "Luis"], options={"ante": 2})
    state.roll()
    state.result()

What is imported from here is the public interface; each name is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .diagnostics import Diagnostic, Fault, IllegalMove, RecordError, ReglarioError, RuleFileError, SetupError
    from .files import copy_game, shipped_games
    from .game import Game, Result, State
    from .loading import examine, load
    from .reasons import why
    from .records import read_record
    from .scenarios import check_file
    from .session import Session
    from .simulate import simulate
    from .trace import Teller

__version__ = "0.1.0"

_HOMES = {
    "diagnostics": ["Diagnostic", "Fault", "IllegalMove", "RecordError", "ReglarioError", "RuleFileError", "SetupError"],
    "files": ["copy_game", "shipped_games"],
    "game": ["Game", "Result", "State"],
    "loading": ["examine", "load"],
    "reasons": ["why"],
    "records": ["read_record"],
    "scenarios": ["check_file"],
    "session": ["Session"],
    "simulate": ["simulate"],
    "trace": ["Teller"],
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Diagnostic", "Fault", "Game", "IllegalMove", "RecordError", "ReglarioError", "Result", "RuleFileError", "Session", "SetupError", "State",
    "Teller", "check_file", "copy_game", "examine", "load", "read_record", "shipped_games", "simulate", "why",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _HOME_OF:
        return getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    if name in ("evening", "reports"):  # what the commands call
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
