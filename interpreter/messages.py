"""The words of every diagnostic, English and Spanish side by side.

Filled in below by code. `hint:CODE` is a line of advice, `note:…` labels a further place, `word:…` and `help:…` are the frame.
"""

from __future__ import annotations

from typing import Any

MESSAGES: dict[str, tuple[str, str]] = {
    "note:first-here": ("it stands here already", "ya está aquí"),
}


def phrase(key: str, lang: str, args: dict[str, Any], default: str | None = None) -> str:
    """The words for `key` in `lang` ('en' or 'es'), with `args` filled in."""
    found = MESSAGES.get(key)
    if found is None:
        if default is not None:
            return default
        return key + " " + repr({k: v for k, v in args.items()})
    return found[lang == "es"].format_map(args)
