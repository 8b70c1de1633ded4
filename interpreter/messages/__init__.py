"""The words of every diagnostic, English and Spanish side by side.

`CODE` is its message and `hint:CODE` a line of advice. `note:…` labels a further place; `word:…` and `help:…` are the frame; `term:…`,
`form:…`, `type:…` and `kind:…` are words of ours that fill in a field.

A field says how its value is shown: `{name}` as it is (in backticks, where it comes from the file), `{found:kind}` a type or a term in
the reader's language, `{allowed:kinds}` one of several of these, `{reason:term}` a term, `{form:form}` a form of the rule language, `{allowed:words}` a list of
terms and texts of the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

from .boards import BOARDS
from .document import DOCUMENT
from .flow import FLOW
from .frame import FRAME
from .language import LANGUAGE
from .play import PLAY
from .records import RECORDS

MESSAGES: Mapping[str, tuple[str, str]] = {**FRAME, **DOCUMENT, **LANGUAGE, **FLOW, **BOARDS, **PLAY, **RECORDS}

LISTED = 12  # words shown of a list; a longer one is cut


def phrase(key: str, lang: str, args: Mapping[str, Any]) -> str:
    """The words for `key` in `lang` ('en' or 'es'), with `args` filled in.

    >>> phrase("wrong-type", "es", {"wanted": "a-number", "found": "set of players"})
    'aquí va un número, y hay un conjunto de jugadores'
    """
    return _Words(lang).vformat(MESSAGES[key][lang == "es"], (), args)


def fields(key: str) -> set[str]:
    """The arguments that the words for `key` use; empty where there are no such words."""
    texts = MESSAGES.get(key, ())
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}


class _Words(Formatter):
    """Fills in fields in one language."""

    def __init__(self, lang: str):
        self.lang = lang

    def format_field(self, value: Any, spec: str) -> str:
        match spec:
            case "kind":
                return self._kind(str(value))
            case "kinds":
                return self._say("help:or").join(self._say(f"want:{one}") if f"want:{one}" in MESSAGES else self._kind(str(one)) for one in value)
            case "term":
                return self._term(str(value)) or str(value)
            case "form":
                return self._say(f"form:{value}")
            case "words":
                shown = [self._term(str(word)) or f"`{word}`" for word in value[:LISTED]]
                return ", ".join(shown) + (" …" if len(value) > LISTED else "")
        return format(value, spec)

    def _say(self, key: str, **args: Any) -> str:
        return phrase(key, self.lang, args)

    def _term(self, word: str) -> str | None:
        return self._say(f"term:{word}") if f"term:{word}" in MESSAGES else None

    def _kind(self, name: str) -> str:
        """A type as types.py writes it, or a term."""
        if term := self._term(name):
            return term
        if f"type:{name}" in MESSAGES:
            return self._say(f"type:{name}")
        if ", " in name:
            return self._say("help:and").join(map(self._kind, name.split(", ")))
        if name.startswith("set of "):
            return self._say("kind:set", name=name.removeprefix("set of "))
        if name.endswith(" or none"):
            return self._say("kind:optional", name=name.removesuffix(" or none"))
        return self._say("kind:element", name=name)
