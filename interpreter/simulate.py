"""Many games played at random, and what came out of them.

    report = simulate(load("pirinola"), 1_000, seed=7, players=4)
    report.wins, report.length.mean

Game number i of a seed is the same game everywhere: its chance and its choices both come from the generator of (seed, i), a choice by one draw below the
number of its options, even where there is only one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median
from typing import Any

from . import model as m
from .chance import Source, Xoshiro
from .diagnostics import Diagnostic, Fault
from .game import Game
from .machine import Machine
from .names import value_name
from .sets import Cells

LIMIT = 100_000  # stops; a game that is not over by then is reported as capped
STEPS = 100  # how often a run tells of its progress


@dataclass(frozen=True, slots=True)
class Spread:
    """How a number came out over the games."""

    least: int
    mean: float
    median: float
    most: int


@dataclass(frozen=True, slots=True)
class Report:
    """What came out of a simulation. All but `games` and `capped` is of the games that ended.

    `players` are names in turn order. `wins` counts who won alone, `shared` who won together with others, in `shared_games` games; `nobody` the games that
    nobody won. `ends` counts by end entry (by "" where the flow ran out). `length` is in stops, outcomes and choices together; None where no game
    ended.
    """

    game: str
    options: dict[str, str]
    seed: int
    compliant: bool
    limit: int
    games: int
    capped: int
    players: tuple[str, ...]
    wins: dict[str, int]
    shared: dict[str, int]
    shared_games: int
    nobody: int
    ends: dict[str, int]
    length: Spread | None
    counters: dict[str, Spread]

    def as_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return asdict(self)


def play_out(machine: Machine, options: list[int], taken: int, source: Source, limit: int, compliant: bool = True) -> tuple[Cells, int]:
    """One game from its start, all decided by `source`: the last state and the number of stops. It is capped where the state is not over.

    Unless `compliant`, options at a price are chosen like any other.
    """
    standings = ("offered",) if compliant else ("offered", "breach")
    draws, deal, apply, over = machine.draws, machine.deal, machine.apply, machine.over
    c = machine.start(options, taken)
    for stops in range(limit):
        phase = c[m.PHASE]
        if phase == over:
            return c, stops
        if phase in draws:
            deal(c, draws[phase](source, c))
        else:
            choice = [each.option for each in machine.pending if each.standing in standings]
            apply(c, choice[source.below(len(choice))])
    return c, limit


def simulate(
    game: Game,
    n: int,
    seed: int = 0,
    players: int | Sequence[str] = 0,
    options: Mapping[str, Any] | None = None,
    limit: int = LIMIT,
    progress: Callable[[int], None] | None = None,
    compliant: bool = True,
) -> Report:
    """Plays games 0 to n - 1 of `seed`; `players` and `options` as in `Game.start`. `progress` is told now and then how many are done."""
    first = game.start(players, options)
    values = [first.cells[option.cell] for option in game.model.options]
    machine, taken, step = game.machine, first.cells[m.TAKEN], max(1, n // STEPS)
    counters = {name: machine.evaluator(expr) for name, expr in game.model.counters.items()}
    winners, ends, lengths = Counter[int](), Counter[int](), list[int]()
    counted: dict[str, list[int]] = {name: [] for name in counters}
    for number in range(n):
        try:
            cells, stops = play_out(machine, values, taken, Xoshiro(seed, number), limit, compliant)
        except Fault as error:
            raise Fault([*error.diagnostics, Diagnostic("fault-in-game", None, {"number": number, "seed": seed})]) from None
        except KeyboardInterrupt:
            n = number  # what is done is reported
            break
        if cells[m.PHASE] == machine.over:
            winners[cells[m.WINNERS]] += 1
            ends[cells[m.ENDED]] += 1
            lengths.append(stops)
            for name, value in counters.items():
                counted[name].append(int(value(cells)))
        if progress is not None and ((number + 1) % step == 0 or number + 1 == n):
            progress(number + 1)
    return Report(
        game=game.name,
        options={option.name: value_name(option.type, first.cells[option.cell], game.model) for option in game.model.options},
        seed=seed,
        compliant=compliant,
        limit=limit,
        games=n,
        capped=n - len(lengths),
        players=tuple(first.players.values()),
        wins={name: winners[1 << seat] for seat, name in first.players.items()},
        shared={name: sum(won for mask, won in winners.items() if mask >> seat & 1 and mask != 1 << seat) for seat, name in first.players.items()},
        shared_games=sum(won for mask, won in winners.items() if mask.bit_count() > 1),
        nobody=winners[0],
        ends={game.model.ends[end].name if end >= 0 else "": count for end, count in sorted(ends.items())},
        length=_spread(lengths),
        counters={name: spread for name, values in counted.items() if (spread := _spread(values))},
    )


def _spread(values: Sequence[int]) -> Spread | None:
    return Spread(min(values), fmean(values), median(values), max(values)) if values else None
