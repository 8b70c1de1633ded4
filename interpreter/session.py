"""A game at the table: a state, its record, and taking back.

Undo keeps the outcomes that followed and deals them again when the same chance event comes up: it buys no new roll. Everything that happens goes
to the record before the call returns, so that a game that is killed goes on just where it was.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .audience import zone_audience
from .chance import Source
from .choosing import Option
from .diagnostics import Diagnostic, RecordError, ReglarioError
from .events import EVERYBODY, Moved
from .game import Game, State
from .names import outcome_name
from .records import Record, Writer, header_of


class Session:
    """One game being played. `cpu` are the seats that the machine plays."""

    def __init__(self, state: State, cpu: frozenset[int], writer: Writer | None):
        self.state, self.cpu, self.writer = state, cpu, writer
        self._done: list[tuple[str, str] | None] = []  # for every stop: the outcome event and how it came out, or None for a choice
        self._kept: dict[str, deque[str]] = {}

    @classmethod
    def begin(
        cls, game: Game, players: Sequence[str], cpu: Sequence[str], options: dict[str, Any], path: Path | None, promise: str | None = None
    ) -> Session:
        """A new game, recorded in `path` where one is given, with the `promise` of its chance. Raises SetupError or RecordError."""
        state = game.start(players, options, trace=True)
        values = [state.cells[option.cell] for option in game.model.options]
        writer = Writer.create(path, header_of(game, list(players), list(cpu), values, promise)) if path else None
        return cls(state, cls._seats(state, cpu), writer)

    @classmethod
    def replay(cls, record: Record, upto: int | None = None) -> Session:
        """The game of a record, as it stood after `upto` lines (all, where None). Raises RecordError with the line that does not fit."""
        session = cls.start(record)
        for number, entry in enumerate(record.entries[:upto], 2):
            try:
                session.repeat(entry)
            except ReglarioError as error:
                raise RecordError([Diagnostic("record-misfit", record.line(number), {"line": number}), *error.diagnostics]) from None
        return session

    @classmethod
    def start(cls, record: Record) -> Session:
        """The game of a record at its beginning. Raises RecordError where its header does not do."""
        game = record.game()
        try:
            state = game.start(record.players, record.header["options"], trace=True)
        except ReglarioError as error:
            raise RecordError([Diagnostic("record-damaged", record.line(1), {"line": 1}), *error.diagnostics]) from None
        return cls(state, cls._seats(state, record.header["cpu"]), None)

    @classmethod
    def resume(cls, record: Record) -> Session:
        """The game of a record, to go on with; further lines are appended to the same file."""
        session = cls.replay(record)
        session.writer = Writer.append(record)
        return session

    @staticmethod
    def _seats(state: State, cpu: Sequence[str]) -> frozenset[int]:
        return frozenset(seat for seat, name in state.players.items() if name in cpu)

    def repeat(self, entry: dict[str, Any]) -> None:
        """Lets happen what a line of a record says."""
        if "seed" in entry:
            return  # it says how chance decided, and nothing that happened
        if "undo" in entry:
            if entry["undo"] > len(self._done):
                raise RecordError([Diagnostic("record-undo", None, {"count": entry["undo"], "stops": len(self._done)})])
            self.undo(entry["undo"])
        elif "outcome" in entry:
            self.deal(entry["outcome"])
        elif "timeout" in entry:
            self.time_out()
        else:
            self.choose(entry["option"])

    # ---- playing

    @property
    def moves(self) -> int:
        """How many outcomes and choices led here."""
        return len(self._done)

    def choose(self, option: Option | str) -> None:
        name = option if isinstance(option, str) else self.state.name(option)
        self.state.play(option)
        self._done.append(None)
        self._write({"option": name})

    def deal(self, result: Sequence[int] | str) -> None:
        """Lets the chance event come out as given (where an outcome was taken back, as it came out then)."""
        outcome = self.state.draw
        self.state.deal(result)
        assert outcome is not None
        name = result if isinstance(result, str) else outcome_name(outcome, result)
        self._use_kept(outcome.name)
        self._done.append((outcome.name, name))
        self._write({"outcome": name})

    def time_out(self) -> None:
        """Lets the time of the block around this stop run out."""
        timer = self.state.timer
        self.state.time_out()
        self._done.append(None)
        self._write({"timeout": timer.block.name if timer is not None else ""})

    def show(self, seed: str) -> None:
        """Shows in the record the seed that was promised."""
        self._write({"seed": seed})

    def roll(self, source: Source) -> None:
        """Lets chance decide; what was taken back comes up again."""
        outcome = self.state.draw
        assert outcome is not None
        self.deal(self.kept() or self.state.drawn(source))

    def kept(self) -> str | None:
        """How the chance event at hand came out before it was taken back; None where it was not."""
        outcome = self.state.draw
        waiting = self._kept.get(outcome.name) if outcome else None
        return waiting[0] if waiting else None

    def _use_kept(self, name: str) -> None:
        if self._kept.get(name):
            self._kept[name].popleft()

    def undo(self, count: int = 1) -> int:
        """Takes back that many outcomes and choices; returns how many there were to take back."""
        taken = 0
        while taken < count and self.state.undo():
            done = self._done.pop()
            if done is not None:
                self._kept.setdefault(done[0], deque()).appendleft(done[1])
            taken += 1
        if taken:
            self._write({"undo": taken})
        return taken

    def shown_since(self, moves: int) -> bool:
        """Whether somebody has seen hidden pieces since that move: to take it back would be to look and then choose."""
        model, events = self.state.model, self.state.events[self.state.noted_at(moves) :]
        for event in events:
            for _, zone, place, to, to_place in event.moves if isinstance(event, Moved) else ():
                before, after = zone_audience(model.zones[zone], place), zone_audience(model.zones[to], to_place)
                if before != EVERYBODY and after & ~before:
                    return True
        return False

    def _write(self, entry: dict[str, Any]) -> None:
        if self.writer is not None:
            self.writer.write(entry)

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
