"""Records: a game as JSON Lines, complete in itself.

The first line is a header with the texts of all files, the hash of the rules, options and players; then a line for each outcome, choice
and undo, every one on disk before the next prompt. A record replays from its outcomes, never from a seed. A last line that was cut off
does not count; any other damage is an error with its line.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from .diagnostics import Diagnostic, RecordError
from .game import Game
from .loading import examine, opened
from .names import value_name
from .source import Source, Span
from .variants import Given

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
MAX_RECORD = 64 * 1024 * 1024  # bytes; a long game has some hundred KB


@dataclass(frozen=True, slots=True)
class Record:
    """What a record file says. `entries` are the lines behind the header, `good` the bytes that hold whole lines, `cut` whether more followed."""

    path: Path
    header: dict[str, Any]
    entries: tuple[dict[str, Any], ...]
    good: int
    cut: bool
    source: Source

    def line(self, number: int) -> Span:
        """The place of a line, from 1 for the header."""
        start = self.source.line_starts[min(number, len(self.source.line_starts)) - 1]
        return Span(self.source, start, start + len(self.source.line_text(number)))

    @property
    def seed(self) -> str | None:
        """The seed that was promised, where it has been shown."""
        return next((entry["seed"] for entry in self.entries if "seed" in entry), None)

    @property
    def players(self) -> list[str]:
        return list(self.header["players"])

    def game(self) -> Game:
        """The game that was played, from the texts in the record. Raises RecordError where they are not those of the header's hash."""
        files = [Source(file["name"], file["text"]) for file in self.header["files"]]
        game = opened(examine(Path(files[0].name), Given(files)))
        if game.model.digest != self.header["digest"]:
            raise RecordError([Diagnostic("record-digest", self.line(1), {"name": self.path.name})])
        return game


def header_of(game: Game, players: list[str], cpu: list[str], options: list[int], promise: str | None = None) -> dict[str, Any]:
    """The header of a new record; `promise` is the hash of the seed of its chance, where there is one."""
    model = game.model
    named = {option.name: value_name(option.type, value, model) for option, value in zip(model.options, options, strict=True)}
    return {
        "reglario": FORMAT,
        "game": model.name,
        "digest": model.digest,
        "players": players,
        "cpu": cpu,
        "options": named,
        **({"promise": promise} if promise is not None else {}),
        "files": [{"name": source.name, "text": source.text} for source in model.sources],
    }


class Writer:
    """Appends lines to a record, each on disk when the call returns."""

    def __init__(self, file: TextIO, path: Path):
        self._file, self.path = file, path
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # until it is closed: two tables at one record would spoil it
            except OSError:
                file.close()
                raise RecordError([Diagnostic("record-busy", None, {"path": str(path)})]) from None

    @classmethod
    def create(cls, path: Path, header: dict[str, Any]) -> Writer:
        """A new record. Raises RecordError where the file exists already, or cannot be written."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            writer = cls(path.open("x", encoding="utf-8", newline="\n"), path)
        except FileExistsError:
            raise RecordError([Diagnostic("record-exists", None, {"path": str(path)})]) from None
        except (OSError, ValueError) as error:
            raise RecordError([Diagnostic("record-unwritable", None, {"path": str(path), "reason": _reason(error)})]) from None
        writer.write(header)
        return writer

    @classmethod
    def append(cls, record: Record) -> Writer:
        """Goes on behind the last whole line of a record."""
        try:
            with record.path.open("r+b") as file:
                file.truncate(record.good)
            return cls(record.path.open("a", encoding="utf-8", newline="\n"), record.path)
        except OSError as error:
            raise RecordError([Diagnostic("record-unwritable", None, {"path": str(record.path), "reason": _reason(error)})]) from None

    def write(self, entry: dict[str, Any]) -> None:
        self._file.write(json.dumps(entry, ensure_ascii=False) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()


def read_record(path: Path) -> Record:
    """The record in a file. Raises RecordError where it is missing, damaged or something else."""
    name = str(path)
    try:
        if path.stat().st_size > MAX_RECORD:
            raise RecordError([Diagnostic("record-too-big", None, {"path": name, "limit": MAX_RECORD})])
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise RecordError([Diagnostic("record-unreadable", None, {"path": name, "reason": _reason(error)})]) from None
    good = data.rfind(b"\n") + 1
    source = Source(name, data[:good].decode("utf-8", errors="replace"))
    lines = []
    for number, line in enumerate(data[:good].split(b"\n")[:-1], 1):
        try:
            entry = json.loads(line)
            if not isinstance(entry, dict):
                raise ValueError("not an object")
        except (ValueError, RecursionError):
            _damaged(source, number, "record-damaged" if number > 1 else "record-foreign")
        lines.append(entry)
    if not lines or not _is_header(lines[0]):
        raise RecordError([Diagnostic("record-foreign", Span(source, 0, 0), {"name": path.name})])
    for number, entry in enumerate(lines[1:], 2):
        if not _is_entry(entry):
            _damaged(source, number, "record-damaged")
    return Record(path, lines[0], tuple(lines[1:]), good, good < len(data), source)


def _is_header(entry: dict[str, Any]) -> bool:
    files = entry.get("files")
    return (
        entry.get("reglario") == FORMAT
        and isinstance(entry.get("digest"), str)
        and all(isinstance(entry.get(key), list) and all(isinstance(x, str) for x in entry[key]) for key in ("players", "cpu"))
        and isinstance(entry.get("options"), dict)
        and isinstance(entry.get("promise", ""), str)
        and isinstance(files, list)
        and bool(files)
        and all(isinstance(f, dict) and isinstance(f.get("name"), str) and isinstance(f.get("text"), str) for f in files)
    )


def _is_entry(entry: dict[str, Any]) -> bool:
    """A line is one of: an outcome or an option by name, the block whose time ran out, how many stops were taken back, the seed of its chance."""
    if len(entry) != 1:
        return False
    kind, value = next(iter(entry.items()))
    if kind == "undo":
        return isinstance(value, int) and not isinstance(value, bool) and value > 0
    return kind in ("outcome", "option", "timeout", "seed") and isinstance(value, str)


def _damaged(source: Source, number: int, code: str) -> None:
    start = source.line_starts[number - 1]
    span = Span(source, start, start + len(source.line_text(number)))
    raise RecordError([Diagnostic(code, span, {"line": number, "name": source.name})])


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
