"""Players that are not people.

`PlayoutPlayer` tries every option: it plays the game out at random from each, several times, and takes the one that won most. It uses
nothing but the public interface of a state.
"""

from __future__ import annotations

from typing import Protocol

from .chance import Source
from .diagnostics import Fault
from .game import State
from .machine import Option

PLAYOUTS = 30  # of each option
LONGEST = 1_500  # stops of a playout; one that is not over by then counts as half a win


class Player(Protocol):
    """Anything that chooses."""

    def choose(self, state: State) -> Option:
        """One of the state's options."""


def compliant(state: State) -> list[Option]:
    """The options that cost nothing; all, where there are no others."""
    free = [option for option in state.options if not option.breach]
    return free or list(state.options)


class RandomPlayer:
    """Any option that costs nothing, all as likely."""

    def __init__(self, source: Source):
        self.source = source

    def choose(self, state: State) -> Option:
        options = compliant(state)
        return options[self.source.below(len(options))]


class PlayoutPlayer:
    """The option after which random play wins most often."""

    def __init__(self, source: Source):
        self.source = source

    def choose(self, state: State) -> Option:
        options = compliant(state)
        if len(options) == 1:
            return options[0]
        seat = state.turn
        scores = [sum(self._won(state, option, seat) for _ in range(PLAYOUTS)) for option in options]
        return options[scores.index(max(scores))]

    def _won(self, state: State, option: Option, seat: int | None) -> float:
        """What a seat gets of the win in one game played out at random: 1, a share of it, or 0."""
        random, game = RandomPlayer(self.source), state.copy()
        try:
            game.play(option)
            for _ in range(LONGEST):
                if game.result() is not None:
                    break
                if game.draw:
                    game.roll(self.source)
                else:
                    game.play(random.choose(game))
        except Fault:
            return 0
        result = game.result()
        if result is None:
            return 0.5
        return 1 / len(result.winners) if seat in result.winners else 0
