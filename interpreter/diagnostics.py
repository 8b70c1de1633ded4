"""What can be wrong, as data; put into words late.

    ReglarioError            carries diagnostics; never anything else
    ├── RuleFileError        a rule file, or what it extends, has problems
    ├── SetupError           options or players that the game does not take
    ├── IllegalMove          an option or an outcome that is not offered here
    ├── Fault                a run-time fault: overflow, the one of none, a budget …
    └── RecordError          a record that is damaged, cut off or foreign

A pass reports to `Problems` and goes on; only the edge of the API raises, once, with all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .messages import MESSAGES, fields, phrase
from .source import Span


@dataclass(frozen=True, slots=True)
class Note:
    """A further place that helps to understand a diagnostic; `key` names its words."""

    key: str
    span: Span
    args: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem: a stable code, where it is, the values involved.

    `near` in `args` is the nearest right name; `allowed` a list of what may stand there.
    """

    code: str
    span: Span | None
    args: dict[str, Any] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    severity: str = "error"

    def message(self, lang: str = "en") -> str:
        return phrase(self.code, lang, self.args)

    def help(self, lang: str = "en") -> list[str]:
        """The lines of advice: the nearest name, the hint of the code, what is allowed; a line whose values are missing is left out."""
        keys = ["help:near", f"hint:{self.code}"]
        if "allowed" not in fields(self.code):  # else the message lists it
            keys.append("help:allowed")
        return [phrase(key, lang, self.args) for key in keys if key in MESSAGES and all(self.args.get(name) for name in fields(key))]

    def as_json(self, lang: str = "en") -> dict[str, Any]:
        """The diagnostic as plain data, for `--format json`; lines and columns from 1."""
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message(lang),
            "help": self.help(lang),
            **_where(self.span),
            "notes": [{"message": phrase(note.key, lang, note.args), **_where(note.span)} for note in self.notes],
        }


def _where(span: Span | None) -> dict[str, Any]:
    if span is None:
        return {"file": None, "line": None, "column": None}
    return {"file": span.source.name, "line": span.line, "column": span.column, "length": max(1, span.end - span.start)}


class ReglarioError(Exception):
    """The root of all errors that this package raises on purpose."""

    def __init__(self, diagnostics: Iterable[Diagnostic]):
        self.diagnostics = tuple(diagnostics)
        super().__init__(render(self.diagnostics))

    def __reduce__(self) -> tuple[Any, ...]:
        """From a process of its own it comes back whole."""
        return type(self), (self.diagnostics,)


class RuleFileError(ReglarioError):
    """A rule file has problems."""


class SetupError(ReglarioError):
    """The game does not take these options or players."""


class IllegalMove(ReglarioError):
    """The option or outcome is not offered in this state."""


class Fault(ReglarioError):
    """A rule met a run-time fault; the state before it is kept."""


class RecordError(ReglarioError):
    """A record cannot be read, or is of another game."""


MOST_FOUND = 200  # more helps nobody, and a hostile file could have a hundred thousand


class Problems:
    """Collects diagnostics over all passes, up to a bound; the first error is always kept."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []

    def error(self, code: str, span: Span | None, notes: Sequence[Note] = (), **args: Any) -> None:
        self._add(Diagnostic(code, span, args, tuple(notes)))

    def warning(self, code: str, span: Span | None, notes: Sequence[Note] = (), **args: Any) -> None:
        self._add(Diagnostic(code, span, args, tuple(notes), "warning"))

    def _add(self, diagnostic: Diagnostic) -> None:
        full = len(self.found) >= MOST_FOUND
        if full and (diagnostic.severity == "warning" or any(one.severity == "error" for one in self.found)):
            return
        if diagnostic not in self.found:
            self.found.append(diagnostic)

    @property
    def errors(self) -> list[Diagnostic]:
        return [diagnostic for diagnostic in self.found if diagnostic.severity == "error"]

    @property
    def in_order(self) -> list[Diagnostic]:
        """By file, then by place."""
        return sorted(self.found, key=lambda d: (d.span.source.name, d.span.start) if d.span else ("", 0))

    def raise_errors(self) -> None:
        if self.errors:
            raise RuleFileError(self.in_order)


def render(diagnostics: Iterable[Diagnostic], lang: str = "en") -> str:
    """Diagnostics as text: place, code, message, the line with a caret, notes, advice."""
    return "\n\n".join("\n".join(_lines(diagnostic, lang)) for diagnostic in diagnostics)


def _lines(diagnostic: Diagnostic, lang: str) -> list[str]:
    place = f"{diagnostic.span.place}: " if diagnostic.span else ""
    severity = phrase(f"word:{diagnostic.severity}", lang, {})
    lines = [f"{place}{severity}[{diagnostic.code}]: {diagnostic.message(lang)}"]
    if diagnostic.span:
        lines += _quote(diagnostic.span)
    for note in diagnostic.notes:
        lines.append(f"  {note.span.place}: {phrase(note.key, lang, note.args)}")
        lines += _quote(note.span)
    word = phrase("word:help", lang, {})
    lines += [f"  {word}: {line}" for line in diagnostic.help(lang)]
    return lines


WIDEST = 160  # columns of a quoted line; longer lines are cut around the place


def _quote(span: Span) -> list[str]:
    line = span.source.line_text(span.line)
    column = span.column - 1
    cut = max(0, column - WIDEST // 2) if len(line) > WIDEST else 0
    line, column = line[cut : cut + WIDEST].replace("\t", " "), column - cut
    line = "".join(sign if sign.isprintable() else "�" for sign in line)
    length = max(1, min(span.end - span.start, len(line) - column))
    number = str(span.line)
    return [f"  {number} | {line}", f"  {' ' * len(number)} | {' ' * column}{'^' * length}"]
