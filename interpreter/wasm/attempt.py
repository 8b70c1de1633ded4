"""A compiled program where one can be had, without a word where it cannot: no wasmtime for this machine, a model or a limit that is too much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import model as m

if TYPE_CHECKING:
    from .run import Compiled


def attempt(model: m.Model) -> Compiled | None:
    """The program of a model, made and kept if it was not yet; None where it cannot be run here."""
    try:
        import wasmtime

        from .memory import Unsupported
        from .run import Compiled
    except (ImportError, OSError):
        return None
    try:
        return Compiled(model)
    except (wasmtime.WasmtimeError, MemoryError, Unsupported):
        return None
