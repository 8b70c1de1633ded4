"""Pig written by hand, for this one game: a second opinion for the tests, a yardstick for the benchmark.

With two dice a 1 loses what the turn had gathered, and two of them the whole score. With `last_turn` who reaches the target closes the game: the others have
one more turn each, and the best score wins, shared where it is level.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

ROLL, HOLD = range(2)


@dataclass(frozen=True, slots=True)
class Situation:
    """A game before a choice, a throw or the end. `choices` are how many there are, 0 where the dice are next."""

    scores: list[int]
    gathered: int
    turn: int | None
    choices: int
    winners: list[int]
    stops: int


def play(
    choose: Callable[[int], int],
    throw: Callable[[], int],
    players: int = 4,
    *,
    target: int = 100,
    dice: int = 1,
    last_turn: bool = False,
    watch: Callable[[Situation], None] | None = None,
) -> Situation:
    """Plays one game to its end. `choose` gets the number of choices (roll alone, or roll and hold), `throw` throws one die."""
    scores = [0] * players
    seat, stops, closer = 0, 0, None
    while seat != closer:
        gathered = 0
        while True:
            choices = 2 if gathered else 1
            if watch is not None:
                watch(Situation(scores[:], gathered, seat, choices, [], stops))
            stops += 1
            if choose(choices) == HOLD:
                scores[seat] += gathered
                break
            if watch is not None:
                watch(Situation(scores[:], gathered, seat, 0, [], stops))
            stops += 1
            thrown = [throw() for _ in range(dice)]
            if 1 in thrown:
                if dice > 1 and thrown == [1] * dice:
                    scores[seat] = 0
                break
            gathered += sum(thrown)
        if closer is None and scores[seat] >= target:
            if not last_turn:
                return Situation(scores, 0, None, 0, [seat], stops)
            closer = seat
        seat = (seat + 1) % players
    best = max(scores)
    return Situation(scores, 0, None, 0, [seat for seat, score in enumerate(scores) if score == best], stops)
