"""Pirinola written by hand, for this one game: the second opinion in the tests, the yardstick in the benchmark.

Made from the sources and the rulings (R-PIR-1 … 8), not from the rule file. Spins come from a callable that gives the place of a face, so that two
programs can be given the same ones:

    game = play(iter([6, 0, 3, …]).__next__, players=3, ending="express")
    game.winners, game.chips, game.pot
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

EXPRESS_ROUNDS = 5  # R-PIR-1

PUT, TAKE, TAKE_ALL, ALL_PUT = range(4)


@dataclass(frozen=True, slots=True)
class Face:
    """What a face orders: to put or take `amount` chips; `weight` is its share of the spins."""

    name: str
    order: int
    amount: int = 0
    weight: int = 1


EIGHT = (
    Face("PON 1", PUT, 1),
    Face("PON 2", PUT, 2),
    Face("PON 3", PUT, 3),
    Face("TOMA 1", TAKE, 1),
    Face("TOMA 2", TAKE, 2),
    Face("TOMA 3", TAKE, 3),
    Face("TOMA TODO", TAKE_ALL),
    Face("TODOS PONEN", ALL_PUT, 1),
)
SIX = tuple(face for face in EIGHT if face.amount != 3)


@dataclass(frozen=True, slots=True)
class Situation:
    """A game before a spin (`turn` is who spins), or over (`turn` is None). `winners` are seats; several share the win."""

    chips: list[int]
    pot: int
    in_play: list[int]
    rounds: int
    spins: int
    turn: int | None
    winners: list[int]


def spinner(below: Callable[[int], int], faces: Sequence[Face] = EIGHT) -> Callable[[], int]:
    """Spins of a top with these faces, by a source that draws below n."""
    sides = [place for place, face in enumerate(faces) for _ in range(face.weight)]
    total = len(sides)
    if total == len(faces):
        return lambda: below(total)
    return lambda: sides[below(total)]


def play(
    spin: Callable[[], int],
    players: int = 4,
    *,
    use_chips: bool = True,
    starting_chips: int = 10,
    ante: int = 1,
    ending: str = "elimination",
    round_limit: int = 10,
    faces: Sequence[Face] = EIGHT,
    watch: Callable[[Situation], None] | None = None,
) -> Situation:
    """Plays one game to its end. `watch`, where given, is shown the situation before every spin."""
    if not use_chips:
        return _play_without_chips(spin, players, round_limit, watch)
    limit = {"elimination": None, "rounds": round_limit, "express": EXPRESS_ROUNDS}[ending]
    orders = [(face.order, face.amount) for face in faces]
    chips = [starting_chips] * players
    in_play = list(range(players))
    pot = _collect(ante, chips, in_play)
    rounds = spins = 0

    while rounds != limit:
        for seat in in_play[:]:
            if not chips[seat]:
                continue  # went out since the round began (R-PIR-2)
            if watch is not None:
                watch(Situation(chips[:], pot, in_play[:], rounds, spins, seat, []))
            order, amount = orders[spin()]
            spins += 1
            emptied = False
            if order == PUT:
                had = chips[seat]
                if amount >= had:
                    amount, emptied = had, True
                chips[seat] = had - amount
                pot += amount
            elif order == TAKE:
                if amount > pot:
                    amount = pot
                chips[seat] += amount
                pot -= amount
            elif order == TAKE_ALL:
                chips[seat] += pot
                pot = 0
            else:
                pot += _collect(amount, chips, in_play)
                emptied = True
            # R-PIR-4: who has no chips goes out; an empty pot is refilled, once; who has none left then goes out.
            if not pot:
                pot = _collect(ante, chips, in_play)
                emptied = True
            if emptied:
                before, in_play = in_play, [other for other in in_play if chips[other]]
                if len(in_play) <= 1:
                    return Situation(chips, pot, in_play, rounds, spins, None, in_play or before)  # R-PIR-5, R-PIR-6
        rounds += 1

    most = max(chips)
    return Situation(chips, pot, in_play, rounds, spins, None, [seat for seat in in_play if chips[seat] == most])  # R-PIR-3


def _collect(amount: int, chips: list[int], in_play: list[int]) -> int:
    """Everyone in play puts up to `amount`; returns what that makes."""
    paid = 0
    for seat in in_play:
        share = amount if amount < chips[seat] else chips[seat]
        chips[seat] -= share
        paid += share
    return paid


def _play_without_chips(spin: Callable[[], int], players: int, round_limit: int, watch: Callable[[Situation], None] | None) -> Situation:
    """R-PIR-7: spins by turns, for the agreed rounds, and nobody wins."""
    chips, in_play = [0] * players, list(range(players))
    spins = 0
    for rounds in range(round_limit):
        for seat in in_play:
            if watch is not None:
                watch(Situation(chips, 0, in_play, rounds, spins, seat, []))
            spin()
            spins += 1
    return Situation(chips, 0, in_play, round_limit, spins, None, [])
