"""The `play` command: seats people and machine, agrees on options, keeps the game, plays it, and goes on with a kept one."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.text import Text

from .asking import Asker, Seating, fewest, seated
from .chance import Entropy, Source, Xoshiro
from .console import FINE, PROBLEMS, USAGE, BadUsage, cli, complain
from .diagnostics import Fault, RecordError, RuleFileError, SetupError, render
from .fairness import Promised, forget, keep, promised
from .files import shipped_games
from .game import Game
from .loading import load
from .players import PlayoutPlayer
from .records import read_record
from .session import Session
from .table import Manners, Table
from .terminal import Leave, console_for_people, leave_when_closed, print_outcome, read_line
from .trace import Teller
from .words import say


def kept_games() -> Path:
    """The folder in which games are kept that were given no file."""
    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base) / "reglario" / "games"


class Evening:
    """One run of `play`."""

    def __init__(self, lang: str, seed: int | None, delay: float, trace: bool, own_dice: bool, fair: bool = False):
        self.fair, self.promised = fair, Promised.fresh() if fair else None
        self.lang, self.manners = lang, Manners(delay, trace, own_dice)
        self.chance: Source = Entropy() if seed is None else Xoshiro(seed, 0)
        self.thought: Source = Entropy() if seed is None else Xoshiro(seed, 1)
        self.console = console_for_people()
        self.asks = os.isatty(0)
        leave_when_closed()

    # ---- a new game

    def begin(self, name: str | None, players: str | None, options: dict[str, str], record: Path | None) -> int:
        try:
            game = load(name or self._which())
            seating = seated(players, self.lang) if players is not None else None
            game.start(list(seating.names) if seating else 0, options)  # what was given must be right before more is asked
            if self.asks and (seating is None or len(seating.cpu) < len(seating.names)):
                asker = Asker(self.console, self.lang)
                seating = seating or asker.players(game)
                options = asker.options(game, options)
            seating = seating or fewest(game, self.lang)
            session = self._open(game, seating, options, record)
        except Leave:
            return FINE
        except RuleFileError as error:
            if error.diagnostics[0].code == "unknown-game":
                return self._usage(error)
            raise
        except SetupError as error:
            return self._usage(error)
        return self._play(session)

    def _usage(self, error: SetupError | RuleFileError) -> int:
        complain(render(error.diagnostics, self.lang))
        return USAGE

    def _which(self) -> str:
        """The game that is wanted, asked for on a terminal."""
        if not self.asks:
            raise BadUsage(cli("no-terminal-game"))
        shipped = list(shipped_games())
        for number, name in enumerate(shipped, 1):
            self._say(f"  {number}. {name}")
        while True:
            text = read_line(say(self.lang, "which-game") + " ", self.console)
            if text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= len(shipped):
                return shipped[int(text[:4]) - 1]
            if text in shipped or text.endswith((".yaml", ".yml")):
                return text

    def _open(self, game: Game, seating: Seating, options: dict[str, Any], record: Path | None) -> Session:
        names, cpu = list(seating.names), list(seating.cpu)
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
        path = record or kept_games() / f"{stamp}-{game.name}.jsonl"
        if self.promised is not None:
            session = Session.begin(game, names, cpu, options, path, self.promised.promise)
            keep(self.promised, path)
            self._say(say(self.lang, "promise", promise=self.promised.promise), "bold")
            return session
        if record is not None:
            return Session.begin(game, names, cpu, options, record)
        try:
            return Session.begin(game, names, cpu, options, path)
        except RecordError as error:  # no place of our own to write to: the game can be played, and we say that it is not kept
            complain(render(error.diagnostics, self.lang))
            return Session.begin(game, names, cpu, options, None)

    # ---- a kept game

    def resume(self, path: Path | None) -> int:
        if path is None:
            kept = sorted(kept_games().glob("*.jsonl"), key=lambda p: p.stat().st_mtime) if kept_games().is_dir() else []
            if not kept:
                complain(f"{cli('error')}: {cli('nothing-kept')}")
                return USAGE
            path = kept[-1]
        record = read_record(path)
        if record.cut:
            self._say(say(self.lang, "cut-line"), "yellow")
        if "promise" in record.header and record.seed is None:
            self.promised = promised(record)
            self._say(say(self.lang, "promise", promise=self.promised.promise), "bold")
        session = Session.resume(record)
        state = session.state
        teller = Teller(state.model, state.players, self.lang)
        self._say(say(self.lang, "resumed", path=path, moves=session.moves), "bold")
        if state.result() is not None:
            self._say(say(self.lang, "already-over"))
            print_outcome(self.console, teller, state)
            session.close()
            return FINE
        return self._play(session, told=len(state.events), reminder=True)

    # ---- playing

    def _play(self, session: Session, told: int = 0, reminder: bool = False) -> int:
        table = Table(session, self.lang, self.console, self.promised or self.chance, PlayoutPlayer(self.thought), self.manners, told)
        if reminder:
            table.remind()
        try:
            table.play()
            self._keep_promise(session)
            return FINE
        except (Leave, KeyboardInterrupt):
            table.cover()
            self._farewell(session)
            return FINE
        except Fault as error:
            complain(render(error.diagnostics, self.lang))
            complain(say(self.lang, "record-fault"))
            return PROBLEMS
        finally:
            session.close()

    def _keep_promise(self, session: Session) -> None:
        """Shows the seed now that the game is over."""
        if self.promised is not None and session.writer is not None:
            session.show(self.promised.seed.hex())
            forget(session.writer.path)
            self._say(say(self.lang, "seed-shown", seed=self.promised.seed.hex()), "bold")
            self._say(say(self.lang, "verify-with", path=session.writer.path))

    def _farewell(self, session: Session) -> None:
        if session.writer is None:
            return
        with suppress(OSError, ValueError):  # perhaps nobody is there to read it any more
            self._say(say(self.lang, "quit", path=session.writer.path), "bold")

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))
