"""YAML text to nodes that know their place.

Plain YAML 1.2 without surprises: every scalar stays the text that was written (`no`, `12:30`, `1_000`), and whatever YAML would
silently change is an error here: duplicate keys, anchors and aliases, tags, a text cut by ` #`, a text that braces or brackets would
split. Built from the parser's events with a stack of our own, so that depth and size are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from .diagnostics import Note, Problems
from .source import Source, Span

MAX_BYTES = 512 * 1024  # a rule file of 300 lines has 15 KB
MAX_DEPTH = 40
MAX_NODES = 50_000

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,17})")


@dataclass(frozen=True, eq=False, slots=True)
class Scalar:
    """A text as written; `style` is '' (plain), "'", '"', '|' or '>'."""

    value: str
    style: str
    span: Span
    in_flow: bool = False

    @property
    def inner(self) -> Span:
        """The stretch of the file that holds the text itself, without quotes or the `|` line."""
        start, end = self.span.start, self.span.end
        if self.style == "|":
            start = min(self.span.source.text.find("\n", start) + 1 or end, end)
        elif self.style:
            start, end = start + 1, end - 1
        return Span(self.span.source, start, end)


@dataclass(frozen=True, eq=False, slots=True)
class Sequence:
    items: tuple[Node, ...]
    span: Span


@dataclass(frozen=True, eq=False, slots=True)
class Entry:
    key: Scalar
    value: Node


@dataclass(frozen=True, eq=False, slots=True)
class Mapping:
    """Entries by key, in the order written."""

    entries: dict[str, Entry]
    span: Span

    def get(self, key: str) -> Node | None:
        entry = self.entries.get(key)
        return entry.value if entry else None


Node = Scalar | Sequence | Mapping


def plain(node: Node) -> Any:
    """The node as dicts, lists, integers and texts; an empty value is None."""
    if isinstance(node, Mapping):
        return {key: plain(entry.value) for key, entry in node.entries.items()}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    if node.style == "":
        if node.value in ("", "~", "null"):
            return None
        if _INTEGER.fullmatch(node.value):
            return int(node.value)
    return node.value


def read_source(path: Path, name: str, problems: Problems) -> Source | None:
    """The file's text; None, with a diagnostic, where it cannot be read as text."""
    empty = Source(name, "")
    spot = Span(empty, 0, 0)
    try:
        if path.is_dir():
            problems.error("file-is-folder", None, path=name)
            return None
        if not path.exists():
            problems.error("file-missing", None, path=name)
            return None
        if not path.is_file():
            problems.error("file-unreadable", None, path=name, reason="not a file")
            return None
        if (size := path.stat().st_size) > MAX_BYTES:
            problems.error("file-too-big", spot, size=size, limit=MAX_BYTES)
            return None
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        problems.error("file-unreadable", None, path=name, reason=getattr(error, "strerror", None) or str(error))
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        good = Source(name, data[: error.start].decode("utf-8-sig"))
        problems.error("not-utf8", Span(good, len(good.text), len(good.text)), byte=error.start)
        return None
    return Source(name, text)


def parse_document(source: Source, problems: Problems) -> Mapping | None:
    """The file's top mapping; None, with diagnostics, where there is none."""
    builder = _Builder(source, problems)
    try:
        for event in _events(source):
            builder.take(event)
            if builder.stopped:
                return None
    except yaml.MarkedYAMLError as error:
        _report_yaml(error, source, problems)
        return None
    except yaml.YAMLError as error:
        at = min(getattr(error, "position", 0) or 0, len(source.text))
        problems.error("not-text", Span(source, at, at))
        return None
    if builder.root is None or (isinstance(builder.root, Scalar) and not builder.root.value):
        problems.error("file-empty", Span(source, 0, 0))
        return None
    if not isinstance(builder.root, Mapping):
        problems.error("not-a-mapping", builder.root.span)
        return None
    return builder.root


def _events(source: Source) -> Iterator[yaml.Event]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    bad = _CONTROL.search(source.text)
    if bad:  # the C reader reports no place for these
        raise yaml.reader.ReaderError(source.name, bad.start(), bad.group(), "utf-8", "special characters are not allowed")
    return yaml.parse(source.text, Loader=loader)


# What PyYAML says, and the code under which it is explained to an author.
_YAML_CODES = [
    ("mapping values are not allowed", "yaml-colon"),
    ("found character '\\t'", "yaml-tab"),
    ("found a tab character", "yaml-tab"),
    ("cannot start any token", "yaml-sign"),
    ("maximum nesting depth", "too-deep"),
    ("anchor", "yaml-alias"),
    ("alias", "yaml-alias"),
    ("unknown escape", "yaml-quote"),
    ("quoted scalar", "yaml-quote"),
]


def _report_yaml(error: yaml.MarkedYAMLError, source: Source, problems: Problems) -> None:
    said = f"{error.problem or ''} {error.context or ''}"
    mark = error.problem_mark or error.context_mark
    if "end of stream" in said:  # what is not closed is shown where it begins
        mark = error.context_mark or mark
    at = min(mark.index if mark else 0, len(source.text))
    code = next((code for words, code in _YAML_CODES if words in said), "yaml-syntax")
    if code == "yaml-sign" and source.text[at : at + 1] == "\t":
        code = "yaml-tab"
    problems.error(code, Span(source, at, at), said=(error.problem or "").strip(), limit=MAX_DEPTH)


@dataclass(slots=True)
class _Open:
    """A collection under construction."""

    start: int
    flow: bool
    entries: dict[str, Entry] | None
    items: list[Node]
    key: Scalar | None = None
    skip: bool = False


class _Builder:
    def __init__(self, source: Source, problems: Problems):
        self.source, self.problems = source, problems
        self.stack: list[_Open] = []
        self.root: Node | None = None
        self.nodes = 0
        self.documents = 0
        self.stopped = False

    def take(self, event: yaml.Event) -> None:
        span = Span(self.source, event.start_mark.index, max(event.start_mark.index, event.end_mark.index))  # type: ignore[union-attr]
        self.nodes += isinstance(event, yaml.NodeEvent)
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self.stop("several-documents", span)
        elif self.nodes > MAX_NODES:
            self.stop("too-many-nodes", span, limit=MAX_NODES)
        elif isinstance(event, yaml.AliasEvent):
            self.problems.error("yaml-alias", span)
            self.place(Scalar("", "'", span))
        elif isinstance(event, yaml.NodeEvent):
            self.node(event, span)
        elif isinstance(event, yaml.CollectionEndEvent):
            self.close(span)

    def node(self, event: Any, span: Span) -> None:
        if event.anchor is not None:
            self.problems.error("yaml-alias", span)
        if event.tag is not None and not (isinstance(event, yaml.ScalarEvent) and event.tag == "!"):
            self.problems.error("yaml-tag", span)
        flow = bool(self.stack) and self.stack[-1].flow
        if isinstance(event, yaml.ScalarEvent):
            self.place(self.scalar(event, span, flow))
        elif len(self.stack) >= MAX_DEPTH:
            self.stop("too-deep", span, limit=MAX_DEPTH)
        else:
            mapping = isinstance(event, yaml.MappingStartEvent)
            self.stack.append(_Open(span.start, flow or bool(event.flow_style), {} if mapping else None, []))

    def stop(self, code: str, span: Span, **args: Any) -> None:
        self.problems.error(code, Span(self.source, span.start, span.start), **args)
        self.stopped = True

    def scalar(self, event: yaml.ScalarEvent, span: Span, flow: bool) -> Scalar:
        style = event.style or ""
        text = self.source.text
        if style == "":
            line_end = text.find("\n", span.end)
            rest = text[span.end : line_end if line_end >= 0 else len(text)]
            if re.match(r" +#[^\s#]", rest):  # a comment has a space behind its sign
                at = span.end + rest.index("#")
                self.problems.error("yaml-cut", Span(self.source, at, at + len(rest.strip())))
        value = event.value
        if style == "|":
            value = value.rstrip("\n")
        if _CONTROL.search(value):  # written as an escape: it would reach the terminal
            self.problems.error("not-text", span)
        return Scalar(value, style, span, flow)

    def close(self, span: Span) -> None:
        done = self.stack.pop()
        whole = Span(self.source, done.start, span.end)
        if done.entries is None:
            self.place(Sequence(tuple(done.items), whole))
        else:
            self.place(Mapping(done.entries, whole))

    def place(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1]
        if parent.entries is None:
            parent.items.append(node)
        elif parent.key is None and not parent.skip:
            self.key(parent, node)
        else:
            self.value(parent, node)

    def key(self, parent: _Open, node: Node) -> None:
        parent.skip = True
        if not isinstance(node, Scalar):
            self.problems.error("key-not-text", node.span)
        elif parent.entries is not None and node.value in parent.entries:
            first = parent.entries[node.value].key.span
            self.problems.error("duplicate-key", node.span, [Note("note:first-here", first)], key=node.value)
        else:
            parent.key = node

    def value(self, parent: _Open, node: Node) -> None:
        if parent.key is not None and parent.entries is not None:
            if parent.flow and isinstance(node, Scalar) and node.value == "" and node.style == "":
                self.problems.error("text-in-braces", parent.key.span)
            else:
                parent.entries[parent.key.value] = Entry(parent.key, node)
        parent.key, parent.skip = None, False
