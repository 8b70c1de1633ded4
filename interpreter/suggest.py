"""The nearest right name for a wrong one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like `name`, or None where none is near.

    >>> nearest("playrs", ["players", "pot"])
    'players'
    """
    folded = {candidate.casefold(): candidate for candidate in known}
    found = get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
    return folded[found[0]] if found else None
