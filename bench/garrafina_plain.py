"""Garrafina written by hand, for this one game: the second opinion in the tests, the yardstick in the benchmark.

Made from the sources and the rulings (R-GAR-1 … 11), not from the rule file. Shuffles and choices come from callables, so that two programs can
be given the same ones:

    match = Match(shuffle, choose, players=3, hand_limit=9, swap=True)
    match.play()
    match.winners, match.scores, match.deals

`shuffle(tiles)` returns them in an order, of which the first are dealt first; `choose(moves)` the place of a move among the legal ones. What is
played between two shuffles is a deal here: a hand is what a player holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Tile = tuple[int, int]  # the higher number first
Move = tuple[Any, ...]  # ("take", place) ("take_at_random",) ("swap",) ("keep",) ("lay_opening", tile) ("place", tile, chain) ("pass",)

TAKE_AT_RANDOM: Move = ("take_at_random",)
SWAP: Move = ("swap",)
KEEP: Move = ("keep",)
PASS: Move = ("pass",)


def tiles_of(pips: int) -> list[Tile]:
    """A set of tiles, in the order in which hands are kept and moves are listed."""
    return [(high, low) for high in range(pips + 1) for low in range(high + 1)]


def shuffler(below: Callable[[int], int]) -> Callable[[Sequence[Tile]], list[Tile]]:
    """Fisher–Yates from the last place down, by a source that draws below n."""

    def shuffle(tiles: Sequence[Tile]) -> list[Tile]:
        order = list(tiles)
        for last in range(len(order) - 1, 0, -1):
            other = below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    return shuffle


class Match:
    """A match and, while `choose` is asked, the whole situation. Seats and chains are numbers from 0; a chain is its owner's number."""

    def __init__(
        self,
        shuffle: Callable[[Sequence[Tile]], list[Tile]],
        choose: Callable[[list[Move]], int],
        players: int = 4,
        *,
        target: int = 100,
        hand_limit: int = 12,
        swap: bool = False,
        pick: bool = False,
        pips: int = 6,
        hand_size: int = 7,
    ):
        self.shuffle, self.choose, self.players = shuffle, choose, players
        self.target, self.hand_limit, self.swap, self.pick, self.hand_size = target, hand_limit, swap, pick, hand_size
        self.tiles = tiles_of(pips)
        self.scores = [0] * players
        self.starter = 0
        self.winners: list[int] = []
        self.deals = self.blocked = self.tied = self.turns = self.passes = self.stops = 0
        self._lay_out([])

    def _lay_out(self, order: list[Tile]) -> None:
        """The table before anything has been dealt."""
        players = range(self.players)
        self.turn = self.starter
        self.pile: list[Tile | None] = [*order]  # by places; an emptied one stays empty
        self.hands: list[list[Tile]] = [[] for _ in players]
        self.opening: Tile | None = None
        self.must_open_with: Tile | None = None
        self.chains: list[list[Tile]] = [[] for _ in players]
        self.tips: list[int] = []  # the numbers at the ends of the chains, once the opening lies
        self.free = [False] * self.players
        self.passes_in_a_row = 0
        self.swapper: int | None = None

    def play(self) -> Match:
        """Plays to the end."""
        while self.deals < self.hand_limit:
            if not self._deal():
                continue  # it does not count (R-GAR-1)
            self.deals += 1
            if max(self.scores) >= self.target:
                break
            self.starter = (self.starter + 1) % self.players  # R-GAR-2
        best = max(self.scores)
        self.winners = [seat for seat, score in enumerate(self.scores) if score == best]  # R-GAR-9
        return self

    def _ask(self, moves: list[Move]) -> Move:
        self.stops += 1
        return moves[self.choose(moves)]

    # ---- one deal

    def _deal(self) -> bool:
        """From the shuffle to the scores; False where nobody has a double to open with."""
        self.stops += 1
        self._lay_out(self.shuffle(self.tiles))
        self._take_tiles()
        if not self.deals:
            doubles = [(tile, seat) for seat, hand in enumerate(self.hands) for tile in hand if tile[0] == tile[1]]
            if doubles:
                self.must_open_with, self.starter = max(doubles)
        turns = 0
        while True:
            seat = self.turn = (self.starter + turns) % self.players
            if self.opening is None and not any(tile[0] == tile[1] for hand in self.hands for tile in hand):
                return False
            self.turns += 1
            if not (self.swap and self.swapper is None and turns < self.players) or self._offer_swap(seat):
                self._lay(seat)
                if not self.hands[seat]:
                    self._score(seat)
                    return True
                if self._is_blocked():
                    self._score_blocked()
                    return True
            turns += 1

    def _take_tiles(self) -> None:
        """Hands are dealt one after another, or picked from the pile by its places, from the starter on (R-GAR-11)."""
        size = self.hand_size
        if not self.pick:
            order = self.pile
            for seat in range(self.players):
                self.hands[seat] = sorted(tile for tile in order[seat * size : (seat + 1) * size] if tile is not None)
            self.pile = order[self.players * size :]
            return
        for turn in range(self.players):
            seat = self.turn = (self.starter + turn) % self.players
            hand = self.hands[seat]
            places = [place for place, tile in enumerate(self.pile) if tile is not None]
            if len(places) == size:
                self._take(hand, places)  # the last of four has no choice
            while len(hand) < size:
                places = [place for place, tile in enumerate(self.pile) if tile is not None]
                move = self._ask([*(("take", place + 1) for place in places), TAKE_AT_RANDOM])
                self._take(hand, places[: size - len(hand)] if move is TAKE_AT_RANDOM else [move[1] - 1])

    def _take(self, hand: list[Tile], places: list[int]) -> None:
        for place in places:
            tile = self.pile[place]
            assert tile is not None
            hand.append(tile)
            self.pile[place] = None
        hand.sort()

    # ---- one turn

    def _offer_swap(self, seat: int) -> bool:
        """In the first round one player may swap for what is left over. Says whether this seat still lays a tile in this turn."""
        if self._ask([SWAP, KEEP]) is KEEP:
            return True
        hand = self.hands[seat]
        self.hands[seat] = sorted(tile for tile in self.pile if tile is not None)
        self.pile = [*hand]
        self.swapper, self.must_open_with = seat, None
        return self.opening is not None  # R-GAR-8

    def _lay(self, seat: int) -> None:
        move = self._ask(self._moves(seat))
        if move is PASS:
            self.passes += 1
            if self.opening is not None:
                self.passes_in_a_row += 1
                self.free[seat] = True
            return
        tile = move[1]
        self.hands[seat].remove(tile)
        if move[0] == "lay_opening":
            self.opening = tile
            self.tips = [tile[0]] * self.players  # every chain grows from it (R-GAR-5)
            return
        chain = move[2]
        self.chains[chain].append(tile)
        self.passes_in_a_row = 0
        high, low = tile
        if high != low:
            self.tips[chain] = low if self.tips[chain] == high else high
            self.free[chain] = False  # R-GAR-4

    def _moves(self, seat: int) -> list[Move]:
        """What is legal: by tiles, then by chains; a pass only where there is nothing else (R-GAR-3)."""
        hand = self.hands[seat]
        moves: list[Move]
        if self.opening is None:
            must = self.must_open_with
            moves = [("lay_opening", tile) for tile in hand if tile[0] == tile[1] and (must is None or tile == must)]
        else:
            ends = [(chain, tip) for chain, tip in enumerate(self.tips) if chain == seat or self.free[chain]]
            moves = [("place", tile, chain) for tile in hand for chain, tip in ends if tip in tile]
        return moves or [PASS]

    # ---- how a deal ends

    def _is_blocked(self) -> bool:
        """R-GAR-6"""
        if self.passes_in_a_row < self.players:
            return False
        return not any(high in self.tips or low in self.tips for hand in self.hands for high, low in hand)

    def _score_blocked(self) -> None:
        self.blocked += 1
        points = self._points()
        least = min(points)
        if points.count(least) == 1:
            self._score(points.index(least))
        else:
            self.tied += 1

    def _score(self, winner: int) -> None:
        """Everybody pays the winner how much more they hold; who has swapped pays double (R-GAR-7)."""
        points = self._points()
        for seat in range(self.players):
            loss = points[seat] - points[winner]
            if seat == self.swapper:
                loss *= 2
            self.scores[seat] -= loss
            self.scores[winner] += loss

    def _points(self) -> list[int]:
        return [sum(high + low for high, low in hand) for hand in self.hands]
