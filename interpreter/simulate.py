"""Many games played at random, and what came out of them.

    report = simulate(load("pirinola"), 100_000, seed=7, players=4)
    report.wins, report.length.mean

Game number i of a seed is the same game everywhere: its chance and its choices both come from the generator of (seed, i), a choice by one draw below the
number of its options, even where there is only one. So the figures are the same on however many cores, compiled or not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median
from typing import Any

from .batches import CUT_OFF, Batch, Task, all_cores, batches
from .game import Game
from .names import value_name
from .wasm.attempt import attempt

LIMIT = 100_000  # stops; a game that is not over by then is reported as capped


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

    `engine` is what played, compiled or interpreter. `players` are names in turn order. `wins` counts who won alone, `shared` who won together
    with others, in `shared_games` games; `nobody` the games that nobody won. `ends` counts by end entry (by "" where the flow ran out).
    `length` is in stops, outcomes and choices together; None where no game ended.
    """

    game: str
    engine: str
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


def simulate(
    game: Game,
    n: int,
    seed: int = 0,
    players: int | Sequence[str] = 0,
    options: Mapping[str, Any] | None = None,
    limit: int = LIMIT,
    progress: Callable[[int], None] | None = None,
    compliant: bool = True,
    jobs: int = 0,
    interpreted: bool = False,
) -> Report:
    """Plays games 0 to n - 1 of `seed`; `players` and `options` as in `Game.start`. `progress` is told now and then how many are done.

    Plays on `jobs` cores (0: on all there are), compiled unless `interpreted`, or unless that cannot be had here. Where it is interrupted, the games
    from the first on that are done are reported. Raises SetupError, or Fault with the number of the game.
    """
    first = game.start(players, options)
    task = Task(tuple(first.cells), seed, limit, compliant)
    compiled = not interpreted and attempt(game.model) is not None
    made: dict[int, Batch] = {}
    done = 0
    try:
        for batch in batches(game, task, n, jobs or all_cores(), compiled):
            made[batch.first] = batch
            done += len(batch.winners)
            if progress is not None:
                progress(done)
    except KeyboardInterrupt:
        pass  # what is done is reported
    whole = _together(made, len(game.model.counters))
    ended = [place for place, end in enumerate(whole.ends) if end != CUT_OFF]
    winners, ends = Counter(whole.winners[place] for place in ended), Counter(whole.ends[place] for place in ended)
    counted = {name: [column[place] for place in ended] for name, column in zip(game.model.counters, whole.counters, strict=True)}
    return Report(
        game=game.name,
        engine="compiled" if compiled else "interpreter",
        options={option.name: value_name(option.type, first.cells[option.cell], game.model) for option in game.model.options},
        seed=seed,
        compliant=compliant,
        limit=limit,
        games=len(whole.winners),
        capped=len(whole.winners) - len(ended),
        players=tuple(first.players.values()),
        wins={name: winners[1 << seat] for seat, name in first.players.items()},
        shared={name: sum(won for mask, won in winners.items() if mask >> seat & 1 and mask != 1 << seat) for seat, name in first.players.items()},
        shared_games=sum(won for mask, won in winners.items() if mask.bit_count() > 1),
        nobody=winners[0],
        ends={game.model.ends[end].name if end >= 0 else "": count for end, count in sorted(ends.items())},
        length=_spread([whole.stops[place] for place in ended]),
        counters={name: spread for name, values in counted.items() if (spread := _spread(values))},
    )


def _together(made: dict[int, Batch], counters: int) -> Batch:
    """The batches in order, as far as none is missing."""
    whole = Batch(0, [], [], [], [[] for _ in range(counters)])
    while (batch := made.get(len(whole.winners))) is not None:
        whole.winners += batch.winners
        whole.ends += batch.ends
        whole.stops += batch.stops
        for column, more in zip(whole.counters, batch.counters, strict=True):
            column += more
    return whole


def _spread(values: Sequence[int]) -> Spread | None:
    return Spread(min(values), fmean(values), median(values), max(values)) if values else None
