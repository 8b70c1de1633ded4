"""Players that are not people.

`PlayoutPlayer` tries every option: it plays the game out at random from each, several times, and takes the one that won most. A player
is handed a view, never the state: what is hidden from its seat it can only guess, by completing the view at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .chance import Source
from .choosing import Option
from .diagnostics import Fault
from .game import State
from .views import View

PLAYOUTS = 30  # of each option, at most
BUDGET = 2_000  # stops, and options tried in look-aheads, in all playouts of one decision: some tenths of a second at most
LONGEST = 1_500  # stops of a playout; one that is not over by then counts as half a win
PATIENCE = 100  # decisions left to chance where the budget did not do for one playout of each option


class Player(Protocol):
    """Anything that chooses."""

    def choose(self, view: View) -> Option:
        """One of the view's options."""


def compliant(options: Sequence[Option]) -> Sequence[Option]:
    """The options that cost nothing; all, where there are no others."""
    return [option for option in options if not option.breach] or options


class RandomPlayer:
    """Any option that costs nothing, all as likely."""

    def __init__(self, source: Source):
        self.source = source

    def choose(self, view: View) -> Option:
        options = compliant(view.options)
        return options[self.source.below(len(options))]


class PlayoutPlayer:
    """The option after which random play wins most often; every option is tried as often, as far as the budget goes.

    Where it does not go once round, as in a long game that is far from its end, any option that costs nothing.
    """

    def __init__(self, source: Source):
        self.source = source
        self.waiting = 0

    def choose(self, view: View) -> Option:
        options = compliant(view.options)
        if len(options) == 1:
            return options[0]
        if self.waiting:
            self.waiting -= 1
            return options[self.source.below(len(options))]
        scores = [0.0] * len(options)
        spent = 0
        for around in range(PLAYOUTS):
            for place, option in enumerate(options):
                if spent >= BUDGET and around == 0:
                    self.waiting = PATIENCE
                    return options[self.source.below(len(options))]
                score, cost = self._won(view.complete(self.source), option, view.seat)
                scores[place] += score
                spent += cost
            if spent >= BUDGET:
                break
        return options[scores.index(max(scores))]

    def _won(self, game: State, option: Option, seat: int) -> tuple[float, int]:
        """What a seat gets of the win in one game played out at random: 1, a share of it, or 0; and what that cost."""
        stops, tried = 0, game.machine.standings.applied
        cost = 0
        try:
            game.play(option)
            while game.result() is None and stops < LONGEST and cost < BUDGET:
                stops += 1
                cost = stops + game.machine.standings.applied - tried
                if game.draw:
                    game.roll(self.source)
                else:
                    choice = compliant(game.options)
                    game.play(choice[self.source.below(len(choice))])
        except Fault:
            return 0, cost
        result = game.result()
        if result is None:
            return 0.5, cost
        return (1 / len(result.winners) if seat in result.winners else 0), cost
