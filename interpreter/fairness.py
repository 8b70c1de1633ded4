"""Chance that nobody can change afterwards: a seed is promised by its hash before the game, and shown when it is over.

The draws are those of SHA-256 in counter mode: number i is the first 64 bits of SHA-256(seed, i), the seed as 32 bytes and i as 8, the highest first; so
whoever knows the seed can work all of them out, and whoever knows the draws so far cannot guess the next. The promise is the SHA-256 of the
seed. While the game is not over the seed lies beside its record, for whoever goes on with it, in a file that only its owner can read.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

from .diagnostics import Diagnostic, RecordError, ReglarioError
from .names import outcome_name
from .records import Record
from .session import Session


class Promised:
    """A source of chance whose seed was promised."""

    def __init__(self, seed: bytes, drawn: int = 0):
        self.seed, self.drawn = seed, drawn

    @classmethod
    def fresh(cls) -> Promised:
        """With a new seed of the system's randomness."""
        return cls(secrets.token_bytes(32))

    @property
    def promise(self) -> str:
        """The hash of the seed, which tells nothing of it."""
        return hashlib.sha256(self.seed).hexdigest()

    def below(self, n: int) -> int:
        """A whole number from 0 up to n - 1, all as likely: the last of 64 bits that would favour some are thrown away."""
        limit = (1 << 64) - (1 << 64) % n
        while True:
            value = int.from_bytes(hashlib.sha256(self.seed + self.drawn.to_bytes(8, "big")).digest()[:8], "big")
            self.drawn += 1
            if value < limit:
                return value % n


# ---- the seed beside the record


def keep(source: Promised, record: Path) -> None:
    """Keeps the seed of a game that is not over. Raises RecordError where it cannot."""
    try:
        with os.fdopen(os.open(_beside(record), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(source.seed.hex() + "\n")
    except OSError as error:
        raise RecordError([Diagnostic("record-unwritable", None, {"path": str(_beside(record)), "reason": error.strerror})]) from None


def promised(record: Record) -> Promised:
    """The source of a kept game, as it stood behind its last line. Raises RecordError where its seed is not there, or is not the one promised."""
    promise = record.header["promise"]
    with suppress(OSError, ValueError):
        source = Promised(bytes.fromhex(_beside(record.path).read_text(encoding="ascii")))
        if source.promise == promise:
            problems = check(record, source)
            if not problems:
                return source
            raise RecordError(problems)
    raise RecordError([Diagnostic("seed-missing", None, {"path": str(_beside(record.path))})])


def forget(record: Path) -> None:
    """The game is over, and the seed stands in its record."""
    with suppress(OSError):
        _beside(record).unlink()


def _beside(record: Path) -> Path:
    return record.with_name(record.name + ".seed")


# ---- checking


def verify(record: Record) -> list[Diagnostic]:
    """What is wrong with the chance of a record: nothing, where the seed is the one promised and everything came out as it says."""
    promise, shown = record.header.get("promise"), record.seed
    if promise is None:
        return [Diagnostic("not-promised", record.line(1), {})]
    if shown is None:
        return [Diagnostic("seed-not-shown", record.line(1), {})]
    try:
        source = Promised(bytes.fromhex(shown))
    except ValueError:
        return [Diagnostic("promise-broken", record.line(len(record.entries) + 1), {"promise": promise, "found": "—"})]
    if source.promise != promise:
        return [Diagnostic("promise-broken", record.line(len(record.entries) + 1), {"promise": promise, "found": source.promise})]
    place = next(number for number, entry in enumerate(record.entries, 2) if "seed" in entry)
    problems = check(record, source)
    if not problems and (place <= len(record.entries) or Session.replay(record).state.result() is None):
        return [Diagnostic("seed-too-soon", record.line(place), {"line": place})]
    return problems


def check(record: Record, source: Promised) -> list[Diagnostic]:
    """Plays a record again with a source: the first outcome that is not what chance says; the source then stands behind the last line."""
    session = Session.start(record)
    for number, entry in enumerate(record.entries, 2):
        wanted = _wanted(session, source) if "outcome" in entry else None
        if wanted is not None and wanted != " ".join(str(entry["outcome"]).split()):
            return [Diagnostic("outcome-changed", record.line(number), {"line": number, "wanted": wanted, "found": entry["outcome"]})]
        try:
            session.repeat(entry)
        except ReglarioError as error:
            return [Diagnostic("record-misfit", record.line(number), {"line": number}), *error.diagnostics]
    return []


def _wanted(session: Session, source: Promised) -> str | None:
    """How the chance event at hand must come out: as before it was taken back, else as the source decides."""
    outcome: Any = session.state.draw
    if outcome is None:
        return None
    return session.kept() or outcome_name(outcome, session.state.drawn(source))
