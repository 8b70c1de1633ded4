"""Time at the table: a fake clock types scripted lines that take so many seconds each; and once a real alarm on a real terminal."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from interpreter import IllegalMove, Session, read_record
from interpreter.chance import Xoshiro
from interpreter.players import RandomPlayer
from interpreter.table import Manners, Table
from interpreter.terminal import Clock, Leave, TimeUp
from interpreter.trace import Teller

from .positions import GAMES, places
from .test_terminal import Terminal

GAME = GAMES["poleana"]
# What was found here and is not mended yet: each mark goes with its patch.

Line = tuple[float, str]  # how many seconds it took to type, and what was typed


class Hand(Clock):
    """Types the lines of a script; what takes longer than there is time is never typed. When there are no more, somebody leaves."""

    def __init__(self, *script: Line):
        self.script, self.time, self.prompts, self.limits = list(script), 1000.0, list[str](), list[float | None]()

    def now(self) -> float:
        return self.time

    def read(self, prompt: str, console: Console, seconds: float | None) -> str:
        if not self.script:
            raise Leave
        self.prompts.append(prompt)
        self.limits.append(seconds)
        if seconds is not None and seconds <= 0:
            raise TimeUp
        took, text = self.script.pop(0)
        if seconds is not None and took >= seconds:
            self.time += seconds
            raise TimeUp
        self.time += took
        console.print(Text(f"{prompt}{text}"))
        return text


class Throws:
    """Dice that fall as told."""

    def __init__(self, *throws: str):
        self.dice = [int(die) for throw in throws for die in throw.split()]

    def below(self, n: int) -> int:
        assert n == 6
        return self.dice.pop(0) - 1


class Evening:
    """A game of Ana and Luis by a script, up to where somebody leaves."""

    def __init__(self, folder: Path, throws: list[str], *script: Line, seconds: int = 90, lang: str = "en", resume: bool = False, cpu: tuple[str, ...] = ()):
        self.path, self.clock, self.out = folder / "game.jsonl", Hand(*script), io.StringIO()
        options = {"turn_seconds": str(seconds)}
        self.session = Session.resume(read_record(self.path)) if resume else Session.begin(GAME, ["Ana", "Luis"], cpu, options, self.path)
        console = Console(file=self.out, width=120, highlight=False)
        told = len(self.session.state.events)
        self.table = Table(self.session, lang, console, Throws(*throws), RandomPlayer(Xoshiro(1)), Manners(), told, self.clock)
        try:
            self.table.play()
        except Leave:
            pass
        finally:
            self.session.close()

    @property
    def shown(self) -> str:
        return self.out.getvalue()

    @property
    def entries(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.path.read_text(encoding="utf-8").splitlines()[1:]]

    @property
    def turn(self) -> str:
        turn = self.session.state.turn
        assert turn is not None
        return self.session.state.players[turn]

    @property
    def fines(self) -> int:
        return next(self.session.state.cells[v.cell] for v in GAME.model.variables if v.name == "fines")


def seconds_shown(evening: Evening) -> list[int]:
    """The seconds at the head of every prompt."""
    return [int(prompt[1:].split(" s) ")[0]) for prompt in evening.clock.prompts]


# ---- how time runs


def test_the_prompt_shows_the_seconds_left_of_the_whole_turn(tmp_path: Path) -> None:
    """Two throws and three choices of one turn share its time; the next turn has its own."""
    evening = Evening(tmp_path, ["6 6", "1 3", "1 2"], (10, ""), (20, "1"), (5.4, "1"), (30, ""), (4, "2"), (8, "1"), (1, ""))
    assert seconds_shown(evening) == [90, 80, 60, 55, 25, 21, 90]
    assert evening.turn == "Ana" and evening.fines == 0  # Luis had nothing to play
    assert evening.clock.prompts[0] == "(90 s) Ana: Roll the dice [Enter] " and evening.clock.prompts[1] == "(80 s) > "
    assert [line for line in evening.shown.splitlines() if line.endswith("s left")] == ["80 s left", "60 s left", "25 s left", "21 s left"]


def test_in_spanish(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["6 6"], (10, ""), (100, "1"), lang="es")
    assert evening.clock.prompts[:2] == ["(90 s) Ana: Tira los dados [Enter] ", "(80 s) > "]
    assert "quedan 80 s" in evening.shown and "Se acabó el tiempo de Ana" in evening.shown and "Ana comete una infracción" in evening.shown


def test_looking_things_up_takes_time_too(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["6 6"], (10, ""), (20, "why release"), (5, "nonsense"), (6, "help"), (7, "log"), (40, "1"), (1, "1"))
    assert seconds_shown(evening) == [90, 80, 60, 55, 49, 42, 2]


def test_no_limit_means_no_clock(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["6 6"], (10_000, ""), (10_000, "1"), (10_000, "1"), seconds=0)
    assert evening.clock.limits == [None] * 3 and evening.clock.prompts[1] == "> "
    assert "s left" not in evening.shown and not any(prompt.startswith("(") for prompt in evening.clock.prompts)


# ---- when it has run out


def test_running_out_at_a_choice_is_a_fine_and_the_end_of_the_turn(tmp_path: Path) -> None:
    """Ana has let one token out, and does not use her other six: the fine takes it back."""
    evening = Evening(tmp_path, ["6 6"], (10, ""), (10, "1"), (70, "1"), (1, "quit"))
    assert evening.turn == "Luis" and evening.fines == 1
    assert evening.entries == [{"outcome": "6 6"}, {"option": "release 6"}, {"timeout": "one_turn"}]
    told = evening.shown[evening.shown.index("70 s left") :]
    for text in ("Ana has run out of time", "Ana is fined", "What Ana has farthest ahead goes back to the start"):
        assert text in told
    assert set(places(evening.session.state).values()) == {"start-of-red", "start-of-green"}
    assert evening.clock.prompts[-1] == "(90 s) Luis: Roll the dice [Enter] "


def test_running_out_at_a_throw(tmp_path: Path) -> None:
    evening = Evening(tmp_path, [], (90, ""), (1, "quit"))
    assert evening.turn == "Luis" and evening.fines == 1 and evening.entries == [{"timeout": "one_turn"}]
    assert places(evening.session.state)["red-1"] == "limbo-of-red"  # nothing was on the way


def test_everybody_can_run_out(tmp_path: Path) -> None:
    evening = Evening(tmp_path, [], *[(100, "")] * 5, (1, "quit"))
    assert evening.entries == [{"timeout": "one_turn"}] * 5 and evening.turn == "Luis"
    assert seconds_shown(evening) == [90] * 6


def test_a_time_out_replays(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["6 6", "3 3"], (10, ""), (100, "1"), (1, ""), (1, "1"), (1, "quit"))
    assert [entry for entry in evening.entries if "timeout" in entry] == [{"timeout": "one_turn"}]
    again = Session.replay(read_record(evening.path))
    assert again.state == evening.session.state and again.moves == evening.session.moves
    teller = Teller(GAME.model, again.state.players, "en")
    lines = [line.text for line in teller.lines(again.state.events)]
    assert lines == [line.text for line in teller.lines(evening.session.state.events)] and "Ana has run out of time" in lines


def test_a_game_with_a_time_out_can_be_resumed(tmp_path: Path) -> None:
    """Whoever is on turn then has a whole turn's time."""
    first = Evening(tmp_path, ["6 6"], (10, ""), (100, "1"), (80, "quit"))
    again = Evening(tmp_path, ["3 3"], (5, ""), (1, "1"), (1, "quit"), resume=True)
    assert seconds_shown(again)[:2] == [90, 85] and again.turn == "Luis"
    assert again.entries[: len(first.entries)] == first.entries and {"option": "release both"} in again.entries


def test_there_is_no_time_out_without_a_limit(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["6 6"], (10, ""), seconds=0)
    before = evening.session.state.save()
    with pytest.raises(IllegalMove) as caught:
        evening.session.time_out()
    assert caught.value.diagnostics[0].code == "no-time-limit" and evening.session.state.save() == before
    assert evening.entries == [{"outcome": "6 6"}]


# ---- time and taking back


def test_taking_back_within_a_turn_buys_no_time(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["6 6"], (10, ""), (10, "1"), (10, "undo"), (10, "1"), (60, "1"))
    assert seconds_shown(evening)[:4] == [90, 80, 70, 60]
    assert evening.entries[-1] == {"timeout": "one_turn"} and evening.fines == 1


def test_taking_back_into_a_turn_that_is_over_buys_no_time(tmp_path: Path) -> None:
    """Ana had 20 seconds left when her turn ended, and has them again; Luis has what he had left, too."""
    evening = Evening(tmp_path, ["3 3", "1 2", "1 2"], (10, ""), (20, "1"), (30, ""), (10, "1"), (40, "undo"), (5, "1"), (1, ""))
    assert seconds_shown(evening)[:5] == [90, 80, 60, 30, 90]
    assert seconds_shown(evening)[5:] == [20, 50]


def test_a_time_out_cannot_be_taken_back_for_more_time(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["6 6"], (10, ""), (100, "1"), (10, "undo"), (50, "1"), (1, "quit"))
    assert evening.fines == 1 and evening.turn == "Luis"
    assert {"option": "release 6"} not in evening.entries


def test_the_time_of_the_machine_is_nobodys(tmp_path: Path) -> None:
    evening = Evening(tmp_path, ["1 2"] * 4, (10, ""), (30, ""), (1, "quit"), cpu=("Luis",))
    assert seconds_shown(evening) == [90, 90, 90] and evening.fines == 0


# ---- a real alarm


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    settings = ["--set", "turn_seconds=2", "--set", "aid=assisted", "--set", "after_breach=go_on"]
    opened = Terminal(tmp_path, "play", "poleana", "--players", "Ana,Luis", "--seed", "1", "--lang", "en", *settings)
    yield opened
    opened.process.kill()
    opened.process.wait()
    opened.close()


def test_a_real_alarm_interrupts_the_prompt(terminal: Terminal) -> None:
    terminal.wait_for("(2 s) Ana: Roll the dice [Enter]")
    terminal.wait_for("(2 s) Luis: Roll the dice [Enter]")
    assert "Ana has run out of time" in terminal.text and "Ana is fined" in terminal.text
    terminal.type("\n")
    terminal.wait_for("Luis rolls")
    terminal.type("quit\n")
    terminal.wait_for("The game is kept")
    assert terminal.end() == 0
    entries = read_record(terminal.kept).entries
    assert entries[0] == {"timeout": "one_turn"} and "outcome" in entries[1]
    assert Session.replay(read_record(terminal.kept)).moves == len(entries)


def test_what_was_half_typed_is_not_put_into_the_next_players_mouth(terminal: Terminal) -> None:
    terminal.wait_for("(2 s) Ana: Roll the dice [Enter]")
    terminal.type("half a w")
    terminal.wait_for("(2 s) Luis: Roll the dice [Enter]")
    terminal.type("\n")
    terminal.wait_for("Luis rolls", 1.5)
