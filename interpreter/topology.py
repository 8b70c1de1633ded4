"""Routes over the spaces of a board, and the ways along them: static, the same in every game.

A route is a list of steps, each on a space; at a fork several steps may come next, each under the name of its branch. A space can be
several steps (two laps). A *way* is one path of so many steps from a step. Ways are numbered, so that at run time a way is an integer like any
other value; they are worked out when first asked for and then kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Step(NamedTuple):
    """A step on `space`, of the route of `seat`; `exits` are the steps after it, each with the branches that it takes (none off a fork)."""

    space: int
    seat: int
    exits: tuple[tuple[tuple[int, ...], int], ...]


class Way(NamedTuple):
    """A path of `length` steps to the step `end`. `passed` is the mask of the spaces strictly between, `branches` those taken, in order."""

    start: int
    end: int
    length: int
    passed: int
    branches: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Routes:
    """The routes of one kind of piece, of all seats: `steps` one route behind the other, each in an order in which exits come later.

    `entries` is by seat the first step on each space. `left` is by step the fewest steps to the end of its route, `longest` the most steps
    of any way. A way's number is made of its first step, its length and its place among the ways of that length; `width` is the most of these.
    """

    steps: tuple[Step, ...]
    entries: tuple[dict[int, int], ...]
    left: tuple[int, ...]
    longest: int
    width: int
    _ways: dict[tuple[int, int], tuple[Way, ...]] = field(default_factory=dict, compare=False, repr=False)

    def ways(self, step: int, length: int) -> range:
        """The numbers of all ways of so many steps, forks as written; none where there are fewer to the end."""
        if not 0 < length <= self.longest:
            return range(0)
        first = (step * (self.longest + 1) + length) * self.width
        return range(first, first + len(self.paths(step, length)))

    def way(self, number: int) -> Way:
        """The way of that number."""
        which, place = divmod(number, self.width)
        step, length = divmod(which, self.longest + 1)
        return self.paths(step, length)[place]

    def paths(self, start: int, length: int) -> tuple[Way, ...]:
        """The ways of so many steps from a step, themselves."""
        found = self._ways.get((start, length))
        if found is None:
            found = self._ways[start, length] = tuple(self._walk(start, length))
        return found

    def _walk(self, start: int, length: int) -> list[Way]:
        """Every path, one step longer than those of one step less."""
        if length == 1:
            return [Way(start, after, 1, 0, branches) for branches, after in self.steps[start].exits]
        found = []
        for way in self.paths(start, length - 1):
            passed = way.passed | 1 << self.steps[way.end].space
            found += [Way(start, after, length, passed, (*way.branches, *branches)) for branches, after in self.steps[way.end].exits]
        return found


MAX_WAYS = 256  # from one step to the end of a route


def routes_of(steps: list[Step], seats: int) -> Routes:
    """The routes made of these steps. Each route's steps stand together, and its first step comes first."""
    left, paths, far = [0] * len(steps), [1] * len(steps), [0] * len(steps)
    entries: tuple[dict[int, int], ...] = tuple({} for _ in range(seats))
    for place in reversed(range(len(steps))):
        exits = [after for _, after in steps[place].exits]
        if exits:
            left[place] = 1 + min(left[after] for after in exits)
            far[place] = 1 + max(far[after] for after in exits)
            paths[place] = min(MAX_WAYS + 1, sum(paths[after] for after in exits))
        entries[steps[place].seat][steps[place].space] = place  # the first in the route is written last
    return Routes(tuple(steps), entries, tuple(left), max(far, default=0), max(paths, default=1))
