"""Chance that was promised: kept through a whole game at the command line, and every way to cheat at it found."""

from __future__ import annotations

import hashlib
import json
import re
import stat
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from interpreter import Session, load, read_record
from interpreter.chance import Xoshiro
from interpreter.fairness import Promised, check, verify
from interpreter.records import Record

from .test_transcripts import ROOT, environment

SEED = bytes(range(32))


def counter_mode(seed: bytes, count: int) -> list[int]:
    """The 64 bits of each draw, as they are documented."""
    return [int.from_bytes(hashlib.sha256(seed + number.to_bytes(8, "big")).digest()[:8], "big") for number in range(count)]


# ---- the source


@pytest.mark.parametrize("n", [1, 2, 3, 6, 8, 52, 10**9, 2**63 + 1, 2**64 - 1])
def test_draws_are_those_of_sha_256_in_counter_mode(n: int) -> None:
    source, fitting = Promised(SEED), [bits for bits in counter_mode(SEED, 200) if bits < 2**64 // n * n]
    wanted = [bits % n for bits in fitting[:50]]
    assert [source.below(n) for _ in wanted] == wanted
    if n == 2**63 + 1:
        assert source.drawn > 75  # nearly half of the draws are thrown away


def test_known_values() -> None:
    """By hand: printf of the seed and the counter to sha256sum."""
    assert Promised(bytes(32)).promise == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert hashlib.sha256(bytes(40)).hexdigest().startswith(f"{counter_mode(bytes(32), 1)[0]:016x}")
    source = Promised(SEED)
    assert [source.below(6) + 1 for _ in range(10)] == [bits % 6 + 1 for bits in counter_mode(SEED, 10)]


@pytest.mark.parametrize("n", [2, 6, 8, 36])
def test_draws_are_uniform_enough(n: int) -> None:
    """Chi-square over 500 draws for each value, and over pairs that follow each other; six standard deviations off would be no accident."""
    source = Promised(SEED)
    drawn = [source.below(n) for _ in range(500 * n)]
    for values, cells in ((drawn, n), ([a * n + b for a, b in zip(drawn[::2], drawn[1::2], strict=True)], n * n)):
        mean, counted = len(values) / cells, Counter(values)
        chi = sum((counted[value] - mean) ** 2 / mean for value in range(cells))
        assert abs(chi - (cells - 1)) < 6 * (2 * (cells - 1)) ** 0.5


def test_fresh_seeds_differ() -> None:
    assert len({Promised.fresh().seed for _ in range(20)}) == 20 and len(Promised.fresh().seed) == 32


# ---- cheating


def kept(folder: Path, game: str, players: list[str], options: dict[str, Any], undo: bool = False, finished: bool = True) -> Path:
    """The record of a fair game, played at random; with `undo`, some of it taken back now and then."""
    path, source, choices = folder / "game.jsonl", Promised(SEED), Xoshiro(7)
    with Session.begin(load(game), players, [], options, path, source.promise) as session:
        while session.state.result() is None and (finished or session.moves < 12):
            if session.state.draw:
                session.roll(source)
            else:
                offered = list(session.state.options)
                session.choose(offered[choices.below(len(offered))])
            if undo and choices.below(4) == 0:
                session.undo(1 + choices.below(4))
        if finished:
            session.show(SEED.hex())
    return path


@pytest.fixture
def pirinola(tmp_path: Path) -> Path:
    return kept(tmp_path, "pirinola", ["Ana", "Luis", "Eva"], {})


def found(path: Path) -> list[tuple[str, int]]:
    """The problems of a record, with their lines."""
    return [(problem.code, problem.span.line if problem.span is not None else 0) for problem in verify(read_record(path))]


def rewritten(path: Path, change: Callable[[list[dict[str, Any]]], object]) -> list[tuple[str, int]]:
    """What is found once the lines of a record are changed; the record itself stays."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    change(lines)
    copy = path.with_name("changed.jsonl")
    copy.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return found(copy)


def replace_line(lines: list[dict[str, Any]], number: int, line: dict[str, Any]) -> None:
    lines[number - 1] = line


@pytest.mark.parametrize(
    ("game", "players", "options", "undo"),
    [
        ("pirinola", ["Ana", "Luis", "Eva"], {}, True),
        ("pig", ["Ana", "Luis"], {"target": 20}, True),
        ("garrafina-3", ["Ana", "Luis", "Eva"], {"hand_limit": 1}, True),
        ("poleana-express", ["Ana", "Luis"], {}, False),
    ],
)
def test_an_honest_record_verifies(game: str, players: list[str], options: dict[str, Any], undo: bool, tmp_path: Path) -> None:
    path = kept(tmp_path, game, players, options, undo)
    assert found(path) == []
    assert any("undo" in entry for entry in read_record(path).entries) == undo


def test_what_was_taken_back_comes_up_again(tmp_path: Path) -> None:
    source = Promised(SEED)
    with Session.begin(load("pig"), ["Ana", "Luis"], [], {}, tmp_path / "game.jsonl", source.promise) as session:
        session.roll(source)
        session.undo()
        session.roll(source)
    first, back, second = read_record(tmp_path / "game.jsonl").entries
    assert first == second and "undo" in back and source.drawn == 1


def test_every_changed_outcome_is_found_with_its_line(pirinola: Path) -> None:
    """Also where the game would go on just as well."""
    faces = [face.name for face in load("pirinola").model.outcomes[0].faces]
    record = read_record(pirinola)
    for number, entry in enumerate(record.entries, 2):
        if "outcome" in entry:
            other = faces[faces.index(entry["outcome"]) - 1]
            problems = rewritten(pirinola, partial(replace_line, number=number, line={"outcome": other}))
            assert problems == [("outcome-changed", number)], number


def test_an_outcome_that_could_not_be_is_found_too(pirinola: Path) -> None:
    assert rewritten(pirinola, lambda lines: lines[1].update(outcome="PON 7")) == [("outcome-changed", 2)]


def test_a_changed_seed_or_promise_is_found(pirinola: Path) -> None:
    last = len(read_record(pirinola).entries) + 1
    for seed in (bytes(32).hex(), SEED.hex()[2:], "", "no seed"):
        assert rewritten(pirinola, partial(replace_line, number=last, line={"seed": seed})) == [("promise-broken", last)]
    assert rewritten(pirinola, lambda lines: lines[0].update(promise=Promised(bytes(32)).promise)) == [("promise-broken", last)]
    both = Promised(bytes(32))  # another seed with its own promise: that is why the promise is noted down beforehand
    problems = rewritten(pirinola, lambda lines: (lines[0].update(promise=both.promise), lines[-1].update(seed=both.seed.hex())))
    assert problems[0][0] == "outcome-changed"


def test_a_draw_too_many_or_too_few_is_found(pirinola: Path) -> None:
    lines = read_record(pirinola).entries
    number = next(n for n, entry in enumerate(lines, 2) if "outcome" in entry and n > 6)
    again = rewritten(pirinola, lambda lines: lines.insert(number - 1, dict(lines[number - 1])))
    assert again[0][0] in ("outcome-changed", "record-misfit") and again[0][1] >= number
    fewer = rewritten(pirinola, lambda lines: lines.pop(number - 1))
    assert fewer[0][0] in ("outcome-changed", "record-misfit") and fewer[0][1] >= number
    behind = rewritten(pirinola, lambda lines: lines.append({"outcome": "TOMA 1"}))
    assert behind[0] == ("record-misfit", len(lines) + 2)


def test_an_outcome_is_not_thrown_again_by_taking_it_back(pirinola: Path) -> None:
    """To take a spin back and record another is a change like any other."""
    outcome = read_record(pirinola).entries[0]["outcome"]
    other = "TOMA TODO" if outcome != "TOMA TODO" else "PON 1"
    problems = rewritten(pirinola, lambda lines: lines.__setitem__(slice(1, 2), [lines[1], {"undo": 1}, {"outcome": other}]))
    assert problems == [("outcome-changed", 4)]


def test_choices_are_free(tmp_path: Path) -> None:
    """The promise is about chance alone: the checker does not mind what people chose, as long as chance came out as it does then."""
    path = kept(tmp_path, "pig", ["Ana", "Luis"], {"target": 20})
    record = read_record(path)
    assert check(Record(path, record.header, record.entries[:-1], record.good, False, record.source), Promised(SEED)) == []


def test_nothing_promised_and_not_over(pirinola: Path) -> None:
    assert rewritten(pirinola, lambda lines: lines[0].pop("promise")) == [("not-promised", 1)]
    assert rewritten(pirinola, lambda lines: lines.pop()) == [("seed-not-shown", 1)]


def test_a_seed_that_was_shown_too_soon_is_found(pirinola: Path) -> None:
    """Whoever knows the seed knows what will come up."""

    def shown_early(lines: list[dict[str, Any]]) -> None:
        lines.insert(4, lines.pop())

    assert rewritten(pirinola, shown_early) != []


# ---- at the command line


class Shell:
    """Runs the program in one folder, with a place of its own for kept games."""

    def __init__(self, folder: Path):
        self.folder, self.games = folder, folder / "state" / "reglario" / "games"

    def __call__(self, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "cli.py", *words], input=typed, capture_output=True, text=True, encoding="utf-8", cwd=ROOT,
            env=environment(self.folder), timeout=60,
        )  # fmt: skip
        assert "Traceback" not in done.stderr
        return done


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_a_fair_game_from_promise_to_proof(shell: Shell) -> None:
    """Played in two sittings, with something taken back in each."""
    first = shell("play", "pig", "--fair", "--players", "Ana,Luis", "--set", "target=20", typed="\nundo\n\nhold\n\n")
    promise = first.stdout.split("\n")[0].rpartition(" ")[2]
    assert first.returncode == 0 and first.stdout.startswith("Chance is promised. Note this hash: ") and re.fullmatch("[0-9a-f]{64}", promise)
    (record,), (beside,) = shell.games.glob("*.jsonl"), shell.games.glob("*.seed")
    assert beside.name == record.name + ".seed" and stat.S_IMODE(beside.stat().st_mode) == 0o600
    seed = beside.read_text(encoding="ascii").strip()
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == promise and read_record(record).header["promise"] == promise
    assert seed not in first.stdout and seed not in record.read_text(encoding="utf-8")

    unfinished = shell("verify", str(record))
    assert unfinished.returncode == 1 and "the game is not over" in unfinished.stdout

    second = shell("play", "--resume", typed="\nundo\n" + "\nhold\n" * 60)
    assert second.returncode == 0 and second.stdout.startswith(f"Chance is promised. Note this hash: {promise}")
    assert f"The seed was {seed}" in second.stdout and "wins" in second.stdout
    assert second.stdout.index("wins") < second.stdout.index(seed)
    assert not beside.exists()

    proof = shell("verify", str(record))
    outcomes = sum("outcome" in entry for entry in read_record(record).entries)
    assert (proof.returncode, proof.stdout) == (0, f"Everything came out as the seed says, {outcomes} times. Hash: {promise}\n")
    # What came up is what the seed says, worked out anew: taking back took nothing from it and added nothing.
    stops: list[str] = []
    for entry in read_record(record).entries:
        ((kind, value),) = entry.items()
        if kind == "undo":
            del stops[-value:]
        elif kind != "seed":
            stops.append(value)
    came = [int(stop) for stop in stops if stop.isdigit()]
    assert len(came) > 3 and came == [bits % 6 + 1 for bits in counter_mode(bytes.fromhex(seed), len(came))]
    again = shell("play", "--resume", str(record))
    assert again.returncode == 0 and "over already" in again.stdout


def test_a_changed_record_at_the_command_line(shell: Shell) -> None:
    record = shell.folder / "own.jsonl"
    words = ("play", "pirinola", "--fair", "--players", "Ana:cpu,Luis:cpu", "--set", "starting_chips=5", "--record", str(record), "--lang", "es")
    played = shell(*words)
    assert played.returncode == 0 and played.stdout.startswith("Azar prometido") and "La semilla era" in played.stdout
    assert not record.with_name("own.jsonl.seed").exists()
    lines = record.read_text(encoding="utf-8").splitlines()
    outcome = json.loads(lines[1])["outcome"]
    lines[1] = json.dumps({"outcome": "PON 1" if outcome != "PON 1" else "TOMA TODO"})
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = shell("verify", str(record), "--lang", "es")
    assert found.returncode == 1 and "la línea 2 dice" in found.stdout and f"el azar decidió `{outcome}`" in found.stdout and "own.jsonl:2" in found.stdout


def test_a_fair_game_without_its_seed_does_not_go_on(shell: Shell) -> None:
    shell("play", "pig", "--fair", "--players", "Ana,Luis", typed="\n")
    (record,), (beside,) = shell.games.glob("*.jsonl"), shell.games.glob("*.seed")
    before = record.read_bytes()
    for text in ("not a seed\n", bytes(32).hex() + "\n", None):
        if text is None:
            beside.unlink()
        else:
            beside.write_text(text, encoding="ascii")
        done = shell("play", "--resume", str(record))
        assert done.returncode == 1 and f"the promised seed of this game is not in `{beside}`" in done.stderr
        assert record.read_bytes() == before


@pytest.mark.parametrize("words", [["--resume"], ["--seed", "1", "--own-dice"]])
def test_what_does_not_go_with_fair(shell: Shell, words: list[str]) -> None:
    done = shell("play", "pig", "--fair", *words)
    names = ", ".join(word for word in words if word.startswith("--"))
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"error: --fair does not go with {names}\n")
    assert not shell.games.exists()


def test_a_game_without_a_promise(shell: Shell) -> None:
    record = shell.folder / "plain.jsonl"
    shell("play", "pig", "--players", "Ana,Luis", "--seed", "1", "--record", str(record), typed="\n")
    done = shell("verify", str(record))
    assert done.returncode == 1 and "nothing was promised" in done.stdout and "--fair" in done.stdout
