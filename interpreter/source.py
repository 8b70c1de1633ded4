"""Texts and places in them.

A `Source` is one file's text; a `Span` is a stretch of it. Every node, rule, diagnostic and event carries a span, so that
whatever is said about a rule can show the rule itself.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, eq=False)
class Source:
    """One text: `name` is what people call it (a path as given), `text` its content."""

    name: str
    text: str

    @cached_property
    def line_starts(self) -> list[int]:
        starts = [0]
        starts += [at + 1 for at, sign in enumerate(self.text) if sign == "\n"]
        return starts

    def line_text(self, line: int) -> str:
        """The line numbered from 1, without its line break."""
        start = self.line_starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end].rstrip("\r")


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` up to `end` (exclusive) of a source."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def line(self) -> int:
        """Line number, from 1."""
        return bisect_right(self.source.line_starts, self.start)

    @property
    def column(self) -> int:
        """Column number, from 1."""
        return self.start - self.source.line_starts[self.line - 1] + 1

    @property
    def place(self) -> str:
        """`file:line:column`, as editors understand it."""
        return f"{self.source.name}:{self.line}:{self.column}"

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def rule(self) -> str:
        """`file:line` and the line itself: the form in which a rule is quoted under an event."""
        return f"{self.source.name}:{self.line}  {self.source.line_text(self.line).strip()}"

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of `other`."""
        return Span(self.source, self.start, max(self.end, other.end))
