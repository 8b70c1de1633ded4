"""A real terminal: Ctrl-C, the end of input, a closed terminal and a killed program lose nothing."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from interpreter import Session, read_record

from .test_transcripts import ROOT, environment


class Terminal:
    """The program on a pseudo-terminal of its own."""

    def __init__(self, folder: Path, *words: str):
        self.folder = folder
        self.outside, inside = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "cli.py", *words], stdin=inside, stdout=inside, stderr=inside, cwd=ROOT,
            env=environment(folder, TERM="xterm", COLUMNS="80"), start_new_session=True, preexec_fn=_own_the_terminal,
        )  # fmt: skip
        os.close(inside)
        os.set_blocking(self.outside, False)
        self.text = ""

    def wait_for(self, text: str, seconds: float = 20) -> None:
        """Reads until the text has appeared behind what was read before."""
        end = time.monotonic() + seconds
        seen = len(self.text)
        while text not in self.text[seen:]:
            assert time.monotonic() < end, f"waited for {text!r}, saw: {self.text[seen:]}"
            try:
                self.text += os.read(self.outside, 65536).decode("utf-8", "replace")
            except (BlockingIOError, OSError):
                time.sleep(0.02)

    def type(self, text: str) -> None:
        os.write(self.outside, text.encode())

    def end(self) -> int:
        return self.process.wait(timeout=20)

    def close(self) -> None:
        """Closes the terminal, as a window is closed."""
        if self.outside >= 0:
            os.close(self.outside)
            self.outside = -1

    @property
    def kept(self) -> Path:
        (path,) = (self.folder / "state" / "reglario" / "games").glob("*.jsonl")
        return path


def _own_the_terminal() -> None:
    """Makes standard input the controlling terminal, so that Ctrl-C and a closed window send their signals."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def open_terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Opens terminals in one folder, and clears them away."""
    opened: list[Terminal] = []

    def start(*words: str) -> Terminal:
        opened.append(Terminal(tmp_path, *words))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.process.kill()
        terminal.process.wait()
        terminal.close()


@pytest.fixture
def pig(open_terminal: Callable[..., Terminal]) -> Terminal:
    terminal = open_terminal("play", "pig", "--players", "Ana,Luis", "--set", "target=40", "--seed", "5", "--lang", "en")
    terminal.wait_for("Roll [Enter]")
    terminal.type("\n")
    terminal.wait_for("2. hold with 4")
    return terminal


def same_state_as_typed(path: Path) -> None:
    session = Session.replay(read_record(path))
    assert session.moves >= 1 and session.state.options.names == ["roll", "hold"]


@pytest.mark.parametrize("way", ["ctrl-c", "ctrl-d", "quit"])
def test_leaving_politely(pig: Terminal, way: str) -> None:
    pig.type({"ctrl-c": "\x03", "ctrl-d": "\x04", "quit": "quit\n"}[way])
    pig.wait_for("The game is kept")
    assert pig.end() == 0
    same_state_as_typed(pig.kept)


def test_ctrl_c_at_once_leaves_no_traceback(tmp_path: Path) -> None:
    words = [sys.executable, "-X", "importtime", "cli.py", "games"]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment(tmp_path)) as process:
        assert process.stderr is not None
        early = next(line for line in process.stderr if "click" in line)
        process.send_signal(signal.SIGINT)
        assert "Traceback" not in early + process.stderr.read()
    assert process.returncode == -signal.SIGINT


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_closed_terminal_ends_politely(pig: Terminal, number: int) -> None:
    pig.process.send_signal(number)
    assert pig.end() == 0
    same_state_as_typed(pig.kept)


def test_a_terminal_that_is_gone(pig: Terminal) -> None:
    pig.close()
    assert pig.end() == 0
    same_state_as_typed(pig.kept)


def test_a_killed_game_goes_on_exactly_where_it_was(pig: Terminal, open_terminal: Callable[..., Terminal]) -> None:
    pig.process.kill()
    pig.end()
    same_state_as_typed(pig.kept)
    again = open_terminal("play", "--resume", "--lang", "en")
    again.wait_for("2. hold with 4")
    again.type("hold\n")
    again.wait_for("Ana: score 0 → 4")
    again.type("quit\n")
    assert again.end() == 0


def test_questions_are_the_files_own_and_asked_again_until_understood(open_terminal: Callable[..., Terminal]) -> None:
    terminal = open_terminal("play", "pirinola", "--seed", "1", "--lang", "es")
    terminal.wait_for("¿Cuántos juegan?")
    terminal.type("1\n")
    terminal.wait_for("2..8")
    terminal.type("2\n")
    terminal.wait_for("1. ")
    terminal.type("Ana\n")
    terminal.wait_for("2. ")
    terminal.type("Ana\n")
    terminal.wait_for("players-alike")
    terminal.type("Luis:cpu\n")
    terminal.wait_for("¿Se juega con fichas?")
    terminal.type("tal vez\n")
    terminal.wait_for("sí / no")
    terminal.type("no\n")
    terminal.wait_for("¿Cuántas rondas se juegan?")
    terminal.type("0\n")
    terminal.wait_for("1..100")
    terminal.type("1\n")
    terminal.wait_for("Ana: Gira la pirinola")
    terminal.type("\n")
    terminal.wait_for("No gana nadie")
    assert terminal.end() == 0
