"""The source of chance, as the language specifies it.

The generator is xoshiro256** (Blackman and Vigna, 2018), seeded by splitmix64 (Steele, Lea and Flood, 2014) from a seed and the number of the game, so
that a seed means the same game everywhere. Everything that chance decides is a draw below n, by rejection: dice in their order, each a draw
below its sides; faces by one draw below the sum of the weights.
"""

from __future__ import annotations

import secrets
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Protocol

from . import model as m

_MASK = (1 << 64) - 1


class Source(Protocol):
    """Anything that draws below n."""

    def below(self, n: int) -> int:
        """A whole number from 0 up to n - 1, all as likely."""


def _mix(z: int) -> int:
    """The finalizer of splitmix64."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


_GOLDEN = 0x9E3779B97F4A7C15


def seed_words(seed: int, number: int) -> tuple[int, int, int, int]:
    """The four words of the generator for game `number` under `seed` (both taken modulo 2^64).

    The start of splitmix64 is mixed from both, so that neighbouring games share nothing.
    """
    state = _mix((_mix((seed + _GOLDEN) & _MASK) + number * _GOLDEN) & _MASK)
    words = []
    for _ in range(4):
        state = (state + _GOLDEN) & _MASK
        words.append(_mix(state))
    return words[0], words[1], words[2], words[3]


class Xoshiro:
    """xoshiro256**, seeded from `seed` and the number of the game."""

    def __init__(self, seed: int, number: int = 0):
        self.words = seed_words(seed, number)

    def next(self) -> int:
        """The next 64 bits."""
        a, b, c, d = self.words
        x = (b * 5) & _MASK
        result = ((((x << 7) | (x >> 57)) & _MASK) * 9) & _MASK
        t = (b << 17) & _MASK
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= t
        self.words = (a, b, c, ((d << 45) | (d >> 19)) & _MASK)
        return result

    def below(self, n: int) -> int:
        """Draws again while the 64 bits lie in the last, incomplete stretch of n (which is shorter than n)."""
        while True:
            drawn = self.next()
            if drawn <= _MASK - n or drawn < (1 << 64) - (1 << 64) % n:
                return drawn % n


class Entropy:
    """The system's own randomness: what is used at a table."""

    def below(self, n: int) -> int:
        return secrets.randbelow(n)


def shuffled(pieces: Sequence[int], source: Source) -> tuple[int, ...]:
    """Fisher–Yates from the last place down, over the pieces as declared."""
    order = list(pieces)
    for last in range(len(order) - 1, 0, -1):
        other = source.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def draw(outcome: m.Outcome, source: Source) -> tuple[int, ...]:
    """How a chance event comes out: the values of its dice, or the place of a face."""
    return drawer(outcome)(source)


def drawer(outcome: m.Outcome) -> Callable[[Source], tuple[int, ...]]:
    """`draw` for one chance event, made once for many draws."""
    if outcome.is_dice:
        sides, dice = outcome.sides, range(outcome.family.size)
        return lambda source: tuple([source.below(sides) + 1 for _ in dice])
    reached = list(accumulate(face.weight for face in outcome.faces))
    results, total = [(place,) for place in range(len(reached))], reached[-1]
    return lambda source: results[bisect_right(reached, source.below(total))]
