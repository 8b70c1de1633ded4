"""How fast we are, beside the same games written by hand: `python -m bench`.

Both sides of a duel play the very same games, in turns of a fraction of a second (A B A B …), so that whatever else the machine does falls on both. A row
gives the medians of the rounds, and the ratio of each round by its least, median and most. Apart from the duels: how long it takes to list the options of
a position, to start the program, and how long the machine takes to play a game of its own.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bench import garrafina_plain, pig_plain, pirinola_plain, poleana_plain
from interpreter import model as m
from interpreter.batches import play_out
from interpreter.chance import Xoshiro
from interpreter.loading import load
from interpreter.simulate import LIMIT

ROOT = Path(__file__).resolve().parent.parent
SEED = 1
SLICE = 0.05  # seconds that one side plays before the other has its turn

Play = Callable[[int], int]  # plays the game of that number; returns its stops


@dataclass(frozen=True, slots=True)
class Duel:
    """Two ways to play the same games. `at_least` is the share of the yardstick's speed that we owe; `same` says that the games are alike stop by stop.

    `trial` is how many games each side plays to warm up.
    """

    game: str
    yardstick: str
    ours: Play
    theirs: Play
    at_least: float | None = None
    same: bool = True
    trial: int = 20


def duels() -> Iterator[Duel]:
    """What is measured: one entry a game and yardstick."""
    pirinola = _interpreted("pirinola", 4)
    yield Duel("pirinola", "by hand, our generator", pirinola, _pirinola, 1 / 12)
    yield Duel("pirinola", "by hand, random.random", pirinola, _pirinola_at_its_own, same=False)  # what it does with chance written in C
    yield Duel("pig", "by hand, our generator", _interpreted("pig", 4), _pig)
    yield Duel("garrafina", "by hand, our generator", _interpreted("garrafina", 4, hand_limit=GARRAFINA_DEALS), _garrafina, 1 / 20)
    yield Duel("poleana", "by hand, our generator", _interpreted("poleana", 4), _poleana, trial=3)


GARRAFINA_DEALS = 8  # as four play it


@dataclass(frozen=True, slots=True)
class Listing:
    """Random games at each choice of which the options are listed, look-ahead included; of 99 positions in 100 within so many seconds."""

    game: str
    games: int
    within: float
    options: Mapping[str, int]


LISTINGS = (Listing("garrafina", 100, 0.002, {"hand_limit": GARRAFINA_DEALS}), Listing("poleana", 10, 0.030, {}))

STARTS = (["--help"], ["validate", "rules/pirinola.yaml"])  # of cli.py, as whole processes
MACHINE_GAME = ["play", "poleana", "--players", "Ana:cpu,Luis:cpu,Eva:cpu,Raúl:cpu", "--delay", "0"]
MACHINE_TIME = 10  # seconds that a game of four machines may take


def _interpreted(name: str, players: int, **options: int) -> Play:
    game = load(name)
    start = game.start(players, options).cells
    machine = game.machine
    return lambda number: play_out(machine, start, Xoshiro(SEED, number), LIMIT)[1]


def _pirinola(number: int) -> int:
    return pirinola_plain.play(pirinola_plain.spinner(Xoshiro(SEED, number).below)).spins


def _pirinola_at_its_own(number: int) -> int:
    draw = random.random
    return pirinola_plain.play(lambda: int(draw() * 8)).spins


def _pig(number: int) -> int:
    below = Xoshiro(SEED, number).below
    return pig_plain.play(lambda: below(2), lambda: below(6) + 1).stops


def _garrafina(number: int) -> int:
    below = Xoshiro(SEED, number).below
    return garrafina_plain.Match(garrafina_plain.shuffler(below), lambda moves: below(len(moves)), hand_limit=GARRAFINA_DEALS).play().stops


def _poleana(number: int) -> int:
    return poleana_plain.play_compliant(poleana_plain.BASE, 4, Xoshiro(SEED, number).below).stops


# ---- measuring


def measure(duel: Duel, rounds: int, seconds: float) -> tuple[list[float], list[float]]:
    """Games per second of both sides, a value a round, after a warm-up."""
    (ours, lasts), (theirs, _) = _batch(duel.ours, duel.trial), _batch(duel.theirs, duel.trial)
    if duel.same and [duel.ours(number) for number in range(duel.trial)] != [duel.theirs(number) for number in range(duel.trial)]:
        raise SystemExit(f"{duel.game}: the two sides do not play the same games")
    slices = max(1, round(seconds / rounds / (SLICE + lasts)))
    speeds: tuple[list[float], list[float]] = ([], [])
    for turn in range(rounds):
        spent = [0.0, 0.0]
        for place in range(slices):
            first = (turn * slices + place) * ours
            spent[0] += _time(duel.ours, range(first, first + ours))
            again = max(1, theirs // ours)  # the same games, as often as fit
            spent[1] += _time(duel.theirs, [*range(first, first + ours)] * again) / again
        for speed, took in zip(speeds, spent, strict=True):
            speed.append(slices * ours / took)
    return speeds


def _batch(play: Play, trial: int) -> tuple[int, float]:
    """How many games fit in a slice (one at least), and how long they take; the warm-up too."""
    _time(play, range(trial))
    took = _time(play, range(trial)) / trial
    games = max(1, round(SLICE / took))
    return games, games * took


def _time(play: Play, numbers: range | list[int]) -> float:
    start = perf_counter()
    for number in numbers:
        play(number)
    return perf_counter() - start


def _row(duel: Duel, ours: list[float], theirs: list[float]) -> tuple[str, bool]:
    ratios = sorted(mine / other for mine, other in zip(ours, theirs, strict=True))
    middle = median(ratios)
    passed = duel.at_least is None or middle >= duel.at_least
    owed = "" if duel.at_least is None else f"{'pass' if passed else 'FAIL'} (≥ 1/{1 / duel.at_least:.0f})"
    spread = f"1/{1 / ratios[0]:.1f}  1/{1 / middle:.1f}  1/{1 / ratios[-1]:.1f}"
    return f"{duel.game:10} {duel.yardstick:24} {median(ours):9,.0f} {median(theirs):9,.0f}   {spread:24} {owed}".rstrip(), passed


def _listing(listing: Listing) -> tuple[str, bool]:
    """How long it takes to list the options at each choice of some games, played at random by four."""
    game, took = load(listing.game), list[float]()
    machine = game.machine
    for number in range(listing.games):
        c, source = game.start(4, listing.options).cells, Xoshiro(SEED, number)
        while (block := machine.block(c)) is not None:
            if block.draw is not None:
                machine.deal(c, machine.draws[c[m.PHASE]](source, c))
                continue
            start = perf_counter()
            found = machine.candidates(c, block)
            took.append(perf_counter() - start)
            offered = [each.option for each in found if each.standing == "offered"]
            machine.apply(c, offered[source.below(len(offered))])
    took.sort()
    high = took[len(took) * 99 // 100]
    owed = f"{'pass' if high <= listing.within else 'FAIL'} (99 % ≤ {listing.within * 1e3:.0f} ms)"
    figures = f"{median(took) * 1e3:7.3f} {high * 1e3:7.3f} {took[-1] * 1e3:7.3f} ms"
    return f"{listing.game}, {len(took):,} positions".ljust(36) + f"{figures}   {owed}", high <= listing.within


def _machine_games(rounds: int) -> tuple[str, bool]:
    """How long whole games of four machines take at the table, as processes, each with a seed of its own."""
    took = list[float]()
    with TemporaryDirectory() as folder:
        for number in range(rounds):
            words = [sys.executable, "cli.py", *MACHINE_GAME, "--seed", str(SEED + number), "--record", str(Path(folder) / f"{number}.jsonl")]
            start = perf_counter()
            done = subprocess.run(words, cwd=ROOT, capture_output=True)
            took.append(perf_counter() - start)
            if done.returncode:
                return f"poleana, four machines: exit code {done.returncode}", False
    good = max(took) <= MACHINE_TIME
    owed = f"{'pass' if good else 'FAIL'} (≤ {MACHINE_TIME} s)"
    return f"{'poleana, four machines':38} {min(took):6.2f} {median(took):6.2f} {max(took):6.2f} s   {owed}", good


def _starts(rounds: int) -> Iterator[str]:
    if not (ROOT / "cli.py").is_file():
        yield "start-up: there is no cli.py yet"
        return
    times: dict[str, list[float]] = {}
    for _ in range(rounds):
        for words in STARTS:
            start = perf_counter()
            done = subprocess.run([sys.executable, "cli.py", *words], cwd=ROOT, capture_output=True)
            times.setdefault(" ".join(words) + (" (failed)" if done.returncode else ""), []).append(perf_counter() - start)
    for command, took in times.items():
        yield f"{'cli.py ' + command:38} {min(took):6.2f} {median(took):6.2f} {max(took):6.2f} s"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each duel (7)")
    parser.add_argument("--seconds", type=float, default=7, help="seconds that each duel takes, about (7)")
    wanted = parser.parse_args()
    rounds = max(1, wanted.rounds)
    print(f"games per second, 4 players, one process; medians of {rounds} rounds, ratio least / median / most")
    print(f"{'game':10} {'yardstick':24} {'ours':>9} {'theirs':>9}   ratio")
    passed = True
    for duel in duels():
        row, good = _row(duel, *measure(duel, rounds, wanted.seconds))
        print(row, flush=True)
        passed &= good
    print("\nlisting the options of a position, median / 99 % / most")
    for listing in LISTINGS:
        row, good = _listing(listing)
        print(row, flush=True)
        passed &= good
    print("\nstart-up, least / median / most")
    for line in _starts(rounds):
        print(line)
    print("\na game of the machine's own, least / median / most")
    row, good = _machine_games(rounds)
    print(row, flush=True)
    passed &= good
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
