"""Pig written by hand, for this one game: a second opinion for the tests, a yardstick for the benchmark.

The first throw of a turn is not chosen. With two dice a 1 loses what the turn had gathered, and two of them the whole score. With `last_turn` who reaches
the target closes the game: the others have one more turn each, and the best score wins, shared where it is level.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

ROLL, HOLD = range(2)


@dataclass(frozen=True, slots=True)
class Situation:
    """A game before a choice, before a throw, or over (`turn` is None). `stops` counts choices and throws."""

    scores: list[int]
    gathered: int
    turn: int | None
    choosing: bool
    winners: list[int]
    stops: int


def play(
    choose: Callable[[], int],
    throw: Callable[[], int],
    players: int = 4,
    *,
    target: int = 100,
    dice: int = 1,
    last_turn: bool = False,
    watch: Callable[[Situation], None] | None = None,
) -> Situation:
    """Plays one game to its end. `choose` gives ROLL or HOLD, `throw` what one die shows."""
    scores = [0] * players
    seat, stops, closer = 0, 0, None
    while seat != closer:
        gathered = 0
        while True:
            if gathered:
                if watch is not None:
                    watch(Situation(scores[:], gathered, seat, True, [], stops))
                stops += 1
                if choose() == HOLD:
                    scores[seat] += gathered
                    break
            if watch is not None:
                watch(Situation(scores[:], gathered, seat, False, [], stops))
            stops += 1
            thrown = [throw() for _ in range(dice)]
            if 1 in thrown:
                if dice > 1 and thrown == [1] * dice:
                    scores[seat] = 0
                break
            gathered += sum(thrown)
        if closer is None and scores[seat] >= target:
            if not last_turn:
                return Situation(scores, 0, None, False, [seat], stops)
            closer = seat
        seat = (seat + 1) % players
    best = max(scores)
    return Situation(scores, 0, None, False, [seat for seat, score in enumerate(scores) if score == best], stops)
