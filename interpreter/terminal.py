"""The terminal: lines in and out, what a state looks like, and what people mean by what they type."""

from __future__ import annotations

import signal
import sys
import textwrap
import time
import unicodedata
from collections.abc import Iterable
from contextlib import suppress

from rich.console import Console
from rich.text import Text

from . import model as m
from .game import State
from .layout import screen_lines
from .trace import Line, Teller
from .words import say


class Leave(Exception):
    """Somebody left the table: by `quit`, at the end of input, by Ctrl-C or by closing the terminal."""


STYLES = {"heading": "bold", "told": "", "changed": "cyan", "finished": "bold green"}


def put(console: Console, text: str, style: str = "", indent: int = 0) -> None:
    """Prints a text; on a terminal, what does not fit goes on below its beginning."""
    margin = "  " * indent
    room = max(20, console.width - len(margin) - 4)
    pieces = [text] if console.soft_wrap else [part for line in text.split("\n") for part in (textwrap.wrap(line, room) if len(line) > room else [line])]
    for number, piece in enumerate(pieces):
        more = "    " if number and not text.startswith(piece) and "\n" not in text else ""
        console.print(Text(margin + more + piece, style=style))


def tell(console: Console, lines: Iterable[Line], rules: bool, depth: int = 0) -> int:
    """Lines under their headings; with `rules`, under each the rule that caused it. `depth` is where the lines before left off."""
    for line in lines:
        if line.kind == "heading":
            depth = line.depth + 1
        indent = 0 if line.kind == "finished" else line.depth if line.kind == "heading" else depth
        put(console, line.text, STYLES[line.kind], indent)
        if rules and line.rule is not None:
            put(console, line.rule.rule, "dim", indent + 2)
    return depth


def print_status(console: Console, teller: Teller, state: State, seconds: float | None = None) -> None:
    """What the file's `screen` shows."""
    for line in screen_lines(state, teller, max(60, console.width), draws(console), seconds=seconds):
        console.print(line if isinstance(line, Text) else Text(line, style="cyan"))


def draws(console: Console) -> bool:
    """Whether boards are drawn; on a pipe they are listed."""
    return console.is_terminal and not console.is_dumb_terminal


def print_outcome(console: Console, teller: Teller, state: State) -> None:
    """Who has won, where the game is over."""
    result = state.result()
    if result is not None:
        key = "winner" if len(result.winners) == 1 else "winners" if result.winners else "no-winner"
        people = teller.people(sum(1 << seat for seat in result.winners))
        console.print(Text(say(teller.lang, key, people=people), style="bold green"))


def print_rules(model: m.Model, teller: Teller, console: Console, options: dict[str, str]) -> None:
    """The rules in force: options, what chance and choices do, how the game ends, how open points are decided; each with its place."""
    put(console, model.title.get(teller.lang, model.name), "bold")
    if model.about:
        put(console, model.about.get(teller.lang, ""))
    for name, value in options.items():
        put(console, f"{name}: {value}", "cyan", 1)
    rules: list[tuple[str, str]] = [(face.name, face.path) for outcome in model.outcomes for face in outcome.faces]
    rules += [(teller.action(action.name), action.path) for action in model.actions]
    rules += [(teller.label(end.name), end.path) for end in model.ends]
    for label, path in rules:
        span = model.rules[path]
        put(console, label, "", 1)
        put(console, span.rule, "dim", 3)
    for assumption in model.assumptions:
        put(console, f"{assumption.name}: {assumption.texts.get(teller.lang, '')}", "", 1)


def console_for_people() -> Console:
    """A console that wraps between words at a terminal, and leaves lines whole on a pipe."""
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def numbers_in(text: str) -> list[int]:
    """`3 5, 8-10` as numbers; nothing where it is not numbers alone."""
    found: list[int] = []
    for word in text.replace(",", " ").split():
        low, sign, high = word.partition("-")
        if not (low.isascii() and low.isdigit() and len(low) < 6) or (sign and not (high.isascii() and high.isdigit() and len(high) < 6)):
            return []
        found += range(int(low), int(high if sign else low) + 1)
    return found[:1000]


def spans(numbers: list[int]) -> str:
    """`1-4, 7, 9-12`"""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in parts)


def folded(text: str) -> str:
    """Without case or accents, one space between words."""
    plain = unicodedata.normalize("NFKD", " ".join(text.split()))
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()


def read_line(prompt: str, console: Console) -> str:
    """A line from the keyboard or the pipe, without what surrounds it. Raises Leave at the end of input."""
    try:
        if sys.stdin.isatty():
            console.file.flush()
            text = input(prompt)
        else:
            console.print(Text(prompt), end="")
            text = sys.stdin.readline()
            if text == "":
                raise EOFError
            console.print()
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise Leave from None
    except (OSError, ValueError, UnicodeDecodeError):  # the terminal is gone, or what came was not text
        raise Leave from None
    return "".join(sign for sign in text if sign.isprintable()).strip()


class TimeUp(Exception):
    """The time in which something could be typed has run out."""


class Clock:
    """The time at a table, in seconds, and reading from the keyboard against it."""

    def now(self) -> float:
        return time.monotonic()

    def read(self, prompt: str, console: Console, seconds: float | None) -> str:
        """A line, within so many seconds where there is a limit. Raises Leave, or TimeUp."""
        if seconds is None:
            return read_line(prompt, console)
        if seconds <= 0:
            raise TimeUp
        if not hasattr(signal, "setitimer"):  # a system that cannot interrupt a prompt: the time counts once something was typed
            until = self.now() + seconds
            text = read_line(prompt, console)
            if self.now() > until:
                raise TimeUp
            return text
        before = signal.signal(signal.SIGALRM, _time_up)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            return read_line(prompt, console)
        except TimeUp:
            _forget_typed()
            console.print()
            raise
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def _forget_typed() -> None:
    """What was typed without Enter is not put into the next player's mouth."""
    with suppress(ImportError, OSError, ValueError):
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _time_up(number: int, frame: object) -> None:
    raise TimeUp


def leave_when_closed() -> None:
    """A closed terminal, or being told to stop, ends the game as `quit` does."""

    def close(number: int, frame: object) -> None:
        raise Leave

    for name in ("SIGHUP", "SIGTERM"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), close)
