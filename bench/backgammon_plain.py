"""Backgammon written by hand, for this one game: the second opinion in the tests, a yardstick for the benchmark.

Made from the rules of OpenSpiel's backgammon, not from the rule file: a single game without a cube; both dice if that can be done, else the higher one; a
double is two throws of the same dice, the second only where the first was played in full. Men are counted by how far they are from the end of their
player's way: 25 is the bar, 0 is off. Where one player's man is at n, the other's would be at 25 - n.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

BAR, OFF, HOME, MEN = 25, 0, 6, 15
Move = tuple[int, int]  # a die, and how far the man is from the end


def opening_men() -> list[int]:
    men = [0] * 26
    men[24], men[13], men[8], men[6] = 2, 5, 3, 5
    return men


@dataclass(slots=True)
class Position:
    """The men of both players, the dice still to be played, and who plays them."""

    men: list[list[int]] = field(default_factory=lambda: [opening_men(), opening_men()])
    turn: int = 0
    dice: list[int] = field(default_factory=list)

    def moves(self) -> list[Move]:
        """What can be done with one die, whatever becomes of the other."""
        mine, rival = self.men[self.turn], self.men[1 - self.turn]
        farthest = max((n for n in range(1, 26) if mine[n]), default=0)
        found = []
        for die in dict.fromkeys(self.dice):
            for start in [BAR] if mine[BAR] else [n for n in range(1, 25) if mine[n]]:
                end = start - die
                legal = rival[25 - end] < 2 if end > 0 else farthest <= HOME and (end == 0 or start == farthest)
                if legal:
                    found.append((die, start))
        return found

    def options(self) -> list[Move]:
        """The moves that begin a play of as much as possible."""
        moves = self.moves()
        reach = [move[0] + self._after(move).most() for move in moves]
        return [move for move, pips in zip(moves, reach, strict=True) if pips == max(reach)]

    def most(self) -> int:
        """The most pips that the dice can be played for."""
        return max((move[0] + self._after(move).most() for move in self.moves()), default=0)

    def _after(self, move: Move) -> Position:
        after = Position([men[:] for men in self.men], self.turn, self.dice[:])
        after.play(move)
        return after

    def play(self, move: Move) -> None:
        die, start = move
        mine, rival, end = self.men[self.turn], self.men[1 - self.turn], max(OFF, start - die)
        self.dice.remove(die)
        mine[start] -= 1
        mine[end] += 1
        if end and rival[25 - end]:
            rival[25 - end] -= 1
            rival[BAR] += 1


def play(throw: Callable[[], tuple[int, int]], choose: Callable[[Position, list[Move]], int], done: Callable[[Position], None] = lambda position: None) -> int:
    """Plays one game; returns the winner. `choose` gives the place of one of the moves, `done` sees each position after a move."""
    position, dice = Position(), (0, 0)
    while dice[0] == dice[1]:
        dice = throw()
    position.turn = int(dice[0] < dice[1])
    while True:
        for _ in range(1 + (dice[0] == dice[1])):
            position.dice = [*dice]
            while moves := position.options():
                position.play(moves[choose(position, moves)])
                done(position)
                if position.men[position.turn][OFF] == MEN:
                    return position.turn
            if position.dice:
                break
        position.turn = 1 - position.turn
        dice = throw()
