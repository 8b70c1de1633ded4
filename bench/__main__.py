"""How fast we are: `python -m bench`, or `--quick` for a look at it. One process, one thread, except where a row says otherwise.

Playouts: whole games at random, by our compiled program, by our interpreter, by hand in plain Python, and by OpenSpiel where `pyspiel` can be imported.
All who play a game take turns of a fraction of a second (A B C A B C …), so that whatever else the machine does falls on all; a row gives medians of
the rounds, in time of the processor. Apart from those: how long it takes to compile and to start, to list the options of a position, and to play a game of
the machine's own; these by the clock on the wall.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from bench.sides import CONTESTS, GARRAFINA_DEALS, SEED, Contest, Side, by_hand, compiled, interpreted, open_spiel, spiel_from_python, spiel_loop
from interpreter import model as m
from interpreter.batches import all_cores
from interpreter.chance import Xoshiro
from interpreter.loading import load
from interpreter.simulate import simulate

ROOT = Path(__file__).resolve().parent.parent
SLICE = 0.05  # seconds that one side plays before the next has its turn
TRIAL = 4  # games that are compared stop by stop
LENGTHS = 1_024  # games by which the length of a game is measured

COMPILED, INTERPRETED, BY_HAND, SPIEL, FROM_PYTHON = "compiled", "interpreted", "by hand", "OpenSpiel", "from Python"

MADE_WITHIN, KEPT_WITHIN = 150, 10  # milliseconds
STARTS = (["--help"], ["validate", "rules/pirinola.yaml"], ["simulate", "poleana", "-n", "1", "--players", "4", "--seed", "1"])  # of cli.py, as whole processes
MACHINE_GAME = ["play", "poleana", "--players", "Ana:cpu,Luis:cpu,Eva:cpu,Raúl:cpu", "--delay", "0"]
MACHINE_TIME = 10  # seconds that a game of four machines may take


@dataclass(frozen=True, slots=True)
class Listing:
    """Random games at each choice of which the options are listed by the interpreter, look-ahead included; of 99 positions in 100 within so many seconds."""

    game: str
    games: int
    within: float
    options: Mapping[str, int]


LISTINGS = (Listing("garrafina", 100, 0.002, {"hand_limit": GARRAFINA_DEALS}), Listing("poleana", 10, 0.030, {}))


class Verdicts:
    """What is owed, and whether it is so."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.failed = False

    def add(self, passed: bool, text: str) -> None:
        self.lines.append(f"{'pass' if passed else 'FAIL'}  {text}")
        self.failed |= not passed


# ---- playouts


@dataclass(frozen=True, slots=True)
class Outcome:
    """Games a second of each side, a value a round, and the stops of a game: ours, and theirs."""

    speeds: Mapping[str, list[float]]
    stops: float
    their_stops: float | None

    def middle(self, side: str) -> float | None:
        return median(self.speeds[side]) if side in self.speeds else None

    def ratios(self, over: str) -> list[float]:
        """How many times as fast the compiled program is, by rounds in order of size."""
        return sorted(ours / theirs for ours, theirs in zip(self.speeds[COMPILED], self.speeds[over], strict=True))


def measure(contest: Contest, spiel: Any, rounds: int, seconds: float) -> Outcome:
    """All who play a game, in turns."""
    game = contest.load()
    sides = {COMPILED: compiled(game, contest.players, contest.options), INTERPRETED: interpreted(game, contest.players, contest.options)}
    if contest.hand is not None:
        sides[BY_HAND] = by_hand(contest.hand)
    sides |= {name: by_hand(one) for name, one in contest.aside.items()}
    _compare(contest, sides)
    if spiel is not None and contest.spiel is not None:
        sides[SPIEL], sides[FROM_PYTHON] = spiel_loop(spiel, contest.spiel), spiel_from_python(spiel, contest.spiel)
    stops = sides[COMPILED].play(0, LENGTHS) / LENGTHS
    # Where a side tells its stops and plays our games, its speed is taken by stops: the few games that a slow one plays may be long ones or short ones.
    alike = {name: stops for name in sides if name not in (SPIEL, FROM_PYTHON)}
    sizes = {name: _size(side) for name, side in sides.items()}
    speeds: dict[str, list[float]] = {name: [] for name in sides}
    their_games, their_stops = 0, 0
    slices = max(1, round(seconds / rounds / len(sides) / SLICE))
    played = dict.fromkeys(sides, 0)
    for _ in range(rounds):
        spent, done, stopped = dict.fromkeys(sides, 0.0), dict.fromkeys(sides, 0), dict.fromkeys(sides, 0)
        for turn in range(1, slices + 1):
            for name, side in sides.items():
                while spent[name] < turn * SLICE:  # one whose games are long sits turns out
                    start = process_time()
                    stopped[name] += side.play(played[name], sizes[name])
                    spent[name] += process_time() - start
                    done[name] += sizes[name]
                    played[name] += sizes[name]
        for name, values in speeds.items():
            values.append((stopped[name] / alike[name] if name in alike else done[name]) / spent[name])
        their_games, their_stops = their_games + done.get(FROM_PYTHON, 0), their_stops + stopped.get(FROM_PYTHON, 0)
    return Outcome(speeds, stops, their_stops / their_games if their_games else None)


def _compare(contest: Contest, sides: Mapping[str, Side]) -> None:
    """The first games, on all sides that play the same ones."""
    names = [COMPILED, INTERPRETED, *([BY_HAND] if contest.hand is not None and contest.same else [])]
    if len({tuple(sides[name].play(number, 1) for number in range(TRIAL)) for name in names}) > 1:
        raise SystemExit(f"{contest.game}: {', '.join(names)} do not play the same games")


def _size(side: Side) -> int:
    """How many games a side plays in one call: a fifth of a slice; the warm-up too."""
    count = 1
    while True:
        start = process_time()
        side.play(0, count)
        took = process_time() - start
        if took >= SLICE / 10 or count == side.most:
            return max(1, min(side.most, round(count * SLICE / 5 / max(took, 1e-6))))
        count = min(4 * count, side.most)


HEADER = ("game", "players", "stops", COMPILED, "best", INTERPRETED, BY_HAND, SPIEL, FROM_PYTHON, "÷ hand", "÷ OpenSpiel")
WIDTHS = (15, 8, 12, 11, 11, 12, 9, 10, 12, 8, 12)


def _line(cells: Sequence[str]) -> str:
    first, *rest = (cell.rjust(width) if place else cell.ljust(width) for place, (cell, width) in enumerate(zip(cells, WIDTHS, strict=True)))
    return "".join([first, *rest]).rstrip()


def _row(contest: Contest, found: Outcome) -> str:
    def speed(side: str) -> str:
        middle = found.middle(side)
        return "–" if middle is None else f"{middle:,.0f}" if middle >= 100 else f"{middle:,.1f}"

    def ratio(side: str) -> str:
        return f"{median(found.ratios(side)):,.1f}" if side in found.speeds else "–"

    stops = f"{found.stops:.0f}" + (f" : {found.their_stops:.0f}" if found.their_stops else "")
    best = f"{max(found.speeds[COMPILED]):,.0f}"
    return _line([
        contest.game, str(contest.players), stops, speed(COMPILED), best, *(speed(side) for side in (INTERPRETED, BY_HAND, SPIEL, FROM_PYTHON)),
        ratio(BY_HAND), ratio(SPIEL),
    ])  # fmt: skip


def _judge(contest: Contest, found: Outcome, verdicts: Verdicts) -> None:
    if contest.by_hand is not None:
        low, middle, high = _spread(found.ratios(BY_HAND))
        verdicts.add(middle >= contest.by_hand, f"{contest.game}: {middle:.1f} times by hand ({low:.1f} … {high:.1f}); owed {contest.by_hand:g}")
    if contest.interpreted is not None:
        shares = sorted(ours / theirs for ours, theirs in zip(found.speeds[INTERPRETED], found.speeds[BY_HAND], strict=True))
        low, middle, high = _spread(shares)
        text = f"{contest.game}, interpreted: 1/{1 / middle:.1f} of by hand (1/{1 / low:.1f} … 1/{1 / high:.1f}); owed 1/{1 / contest.interpreted:.0f}"
        verdicts.add(middle >= contest.interpreted, text)
    if contest.a_second is None and (contest.by_spiel is None or SPIEL not in found.speeds):
        return
    ours = median(found.speeds[COMPILED])
    passed, words, owed = False, [f"{ours:,.0f} a second"], []
    if contest.a_second is not None:
        passed |= ours >= contest.a_second
        owed.append(f"{contest.a_second:,} a second")
    if contest.by_spiel is not None:
        owed.append(f"{contest.by_spiel:g} times OpenSpiel's own loop")
        if SPIEL in found.speeds:
            low, middle, high = _spread(found.ratios(SPIEL))
            passed |= middle >= contest.by_spiel
            words.append(f"{middle:.1f} times OpenSpiel's own loop ({low:.1f} … {high:.1f})")
    verdicts.add(passed, f"{contest.game}: {', '.join(words)}; owed {' or '.join(owed)}")


def _spread(values: Sequence[float]) -> tuple[float, float, float]:
    return values[0], median(values), values[-1]


def playouts(rounds: int, seconds: float, verdicts: Verdicts) -> Iterator[str]:
    spiel = open_spiel()
    yield f"playouts a second of the processor's time, one thread; medians of {rounds} rounds in turns (best: of the compiled program's rounds)"
    yield _line(HEADER)
    remarks = []
    for contest in CONTESTS:
        found = measure(contest, spiel, rounds, seconds)
        _judge(contest, found, verdicts)
        yield _row(contest, found)
        for name in contest.aside:
            remarks.append(f"{contest.game} by hand with {name}: {found.middle(name):,.0f}; compiled is {median(found.ratios(name)):.1f} times as fast")
    yield from remarks
    yield "stops: throws, deals and choices of a game, ours : OpenSpiel's. By hand and ours are the same games of the same generator."
    if spiel is None:
        yield "OpenSpiel is not installed here: pip install 'reglario[open-spiel]'"
    else:
        yield "OpenSpiel: its fastest loop (roll-outs in C++; of block dominoes, which it has in Python, its random players); from Python: an action a call."
        yield "There both dice of backgammon are one choice, and fourteen tiles are dealt one by one. Its pig is for 2 players up to 100, here never cut off"
        yield "(horizon); `pig as theirs` is pig.yaml with its two other rules: a turn may be held with nothing in it, and who has enough must hold."


# ---- starting


def _python(words: Sequence[str], cache: str) -> subprocess.CompletedProcess[bytes]:
    """A Python of its own in this folder, which keeps what it makes in a folder of the benchmark's."""
    return subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, env={**os.environ, "XDG_CACHE_HOME": cache, "PYTHONPATH": str(ROOT)})


def _three(label: str, took: Sequence[float], unit: str, places: int) -> str:
    return label.ljust(46) + " ".join(f"{value:8.{places}f}" for value in _spread(sorted(took))) + f" {unit}"


def compiling(rounds: int, cache: str, verdicts: Verdicts) -> Iterator[str]:
    yield "compiling poleana, and starting it once it is kept; a new process each, least / median / most"
    for what, owed_stage, within in (("made", "all three", MADE_WITHIN), ("kept", "both", KEPT_WITHIN)):
        stages: dict[str, list[float]] = {}
        for _ in range(rounds):
            done = _python(["-m", "bench.compiling", "poleana", what], cache)
            if done.returncode:
                verdicts.add(False, f"poleana {what}: {done.stderr.decode(errors='replace').strip().rpartition(chr(10))[2] or done.returncode}")
                return
            for stage, took in json.loads(done.stdout).items():
                stages.setdefault(stage, []).append(took)
        for stage, times in stages.items():
            yield _three(f"{what}: {stage}", times, "ms", 1)
        low, middle, _ = _spread(sorted(stages[owed_stage]))
        verdicts.add(low <= within, f"poleana {what}: {low:.1f} ms at best, {middle:.1f} in the middle; owed {within}")


def starts(rounds: int, cache: str) -> Iterator[str]:
    yield "start-up, whole processes, least / median / most"
    for words in STARTS:
        times = []
        for _ in range(rounds + 1):
            start = perf_counter()
            done = _python(["cli.py", *words], cache)
            times.append(perf_counter() - start)
        yield _three("cli.py " + " ".join(words) + (" (failed)" if done.returncode else ""), times[1:], "s", 2)  # without the first, which fills what is kept


# ---- the rest


def simulations(quick: bool) -> Iterator[str]:
    cores = all_cores()
    yield f"games a second of whole simulations, report included, by the clock: one core, and all {cores}"
    for name, players, n in (("tic-tac-toe", 2, 400_000), ("pirinola", 4, 100_000), ("poleana", 4, 2_000)):
        game, speeds = load(name), []
        for jobs in (1, cores):
            count = n // 20 if quick else n
            simulate(game, 50, SEED, players, jobs=jobs)
            start = perf_counter()
            simulate(game, count, SEED, players, jobs=jobs)
            speeds.append(count / (perf_counter() - start))
        yield f"{name:15}" + "".join(f"{speed:12,.0f}" for speed in speeds)


def _listing(listing: Listing, quick: bool, verdicts: Verdicts) -> str:
    """How long it takes to list the options at each choice of some games, played at random by four."""
    game, took = load(listing.game), list[float]()
    machine = game.machine
    for number in range(max(1, listing.games // (10 if quick else 1))):
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
    verdicts.add(high <= listing.within, f"{listing.game}, listing options: {high * 1e3:.1f} ms in 99 % of positions; owed {listing.within * 1e3:.0f}")
    return f"{listing.game}, {len(took):,} positions".ljust(46) + f"{median(took) * 1e3:8.3f} {high * 1e3:8.3f} {took[-1] * 1e3:8.3f} ms"


def _machine_games(rounds: int, cache: str, verdicts: Verdicts) -> str:
    """How long whole games of four machines take at the table, as processes, each with a seed of its own."""
    took = list[float]()
    for number in range(rounds):
        start = perf_counter()
        done = _python(["cli.py", *MACHINE_GAME, "--seed", str(SEED + number), "--record", str(Path(cache) / f"{number}.jsonl")], cache)
        took.append(perf_counter() - start)
        if done.returncode:
            verdicts.add(False, f"poleana, four machines: exit code {done.returncode}")
            return "poleana, four machines: failed"
    verdicts.add(max(took) <= MACHINE_TIME, f"poleana, four machines: {max(took):.1f} s at most; owed {MACHINE_TIME}")
    return _three("poleana, four machines", took, "s", 2)


def report(rounds: int, seconds: float, quick: bool, verdicts: Verdicts) -> Iterator[str]:
    yield from playouts(rounds, seconds, verdicts)
    with TemporaryDirectory() as cache:
        yield ""
        yield from compiling(rounds, cache, verdicts)
        yield ""
        yield from starts(rounds, cache)
        yield ""
        yield from simulations(quick)
        yield ""
        yield "listing the options of a position, interpreted, median / 99 % / most"
        for listing in LISTINGS:
            yield _listing(listing, quick, verdicts)
        if not quick:
            yield ""
            yield "a game of the machine's own, least / median / most"
            yield _machine_games(rounds, cache, verdicts)
    yield ""
    yield "owed" + (" (a quick look is too short to judge by)" if quick else "")
    yield from verdicts.lines


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each row (7)")
    parser.add_argument("--seconds", type=float, default=10, help="seconds that the sides of a game play together, about (10)")
    parser.add_argument("--quick", action="store_true", help="a short run, whose exit code says nothing of speed: two rounds, no machine games")
    wanted = parser.parse_args(words)
    rounds, seconds = (2, 0.4) if wanted.quick else (max(1, wanted.rounds), wanted.seconds)
    verdicts = Verdicts()
    for line in report(rounds, seconds, wanted.quick, verdicts):
        print(line, flush=True)
    return int(verdicts.failed and not wanted.quick)


if __name__ == "__main__":
    sys.exit(main())
