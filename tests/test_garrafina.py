"""Garrafina: the rule files against a program written by hand, and what must hold at every step of every match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from bench.garrafina_plain import Match, Move, Tile
from interpreter import model as m
from interpreter.choosing import Option
from interpreter.game import Game
from interpreter.loading import load
from interpreter.sets import members

MODES: dict[str, tuple[str, int, dict[str, Any]]] = {  # the rule file, the players, and the same for the program written by hand
    "3 players": ("garrafina", 3, {}),
    "4 players": ("garrafina", 4, {}),
    "for three": ("garrafina-3", 3, {"hand_limit": 9, "swap": True}),
    "for four": ("garrafina-4", 4, {"hand_limit": 8}),
    "double nine, 3 players": ("garrafina-double-nine", 3, {"pips": 9, "hand_size": 10}),
    "double nine, 4 players": ("garrafina-double-nine", 4, {"pips": 9, "hand_size": 10}),
}


@cache
def game(name: str) -> Game:
    return load(name)


class Layout:
    """Where a game of ours keeps what the program written by hand speaks of."""

    def __init__(self, game: Game):
        (tiles,) = game.model.pieces
        high, low = tiles.attributes["high"][1], tiles.attributes["low"][1]
        self.tiles: list[Tile] = list(zip(high, low, strict=True))
        self.number = {tile: place for place, tile in enumerate(self.tiles)}
        self.zones = {zone.name: zone for zone in game.model.zones}
        lasting = [game.model.variables, *(block.state for block in game.model.blocks)]
        self.cell = {variable.name: variable.cell for variables in lasting for variable in variables}
        self.position = tiles.position_cell
        self.all_zones = [cell for zone in game.model.zones for cell in range(zone.cell, zone.cell + zone.family.size)]
        self.actions = [action.name for action in game.model.actions]

    def move(self, option: Option) -> Move:
        """An option as the program written by hand names it."""
        name, values = self.actions[option.action], option.arguments
        if name in ("place", "lay_opening"):
            return (name, self.tiles[values[0]], *values[1:])
        return (name, *values)

    def lying_in(self, cells: Sequence[int], zone: str, seat: int = 0) -> list[Tile]:
        """The tiles of a zone, as generated."""
        return [self.tiles[piece] for piece in members(cells[self.zones[zone].cell + seat])]

    def in_order(self, cells: Sequence[int], zone: str, seat: int = 0) -> list[Tile]:
        """The tiles of an ordered zone, by their places."""
        mask = cells[self.zones[zone].cell + seat]
        return [self.tiles[piece] for piece in sorted(members(mask), key=lambda piece: cells[self.position + piece])]


@cache
def layout(name: str) -> Layout:
    return Layout(game(name))


class Twin:
    """One match in both programs: the one written by hand runs, and ours follows, compared at every stop."""

    def __init__(self, mode: str, number: int, random: Random):
        self.random = random
        self.name, self.players, given = MODES[mode]
        options: dict[str, Any] = {}
        if number % 3 == 1:
            options["target"] = random.choice([1, 20, 60, 100, 250, 1000])
        if number % 3 == 2:
            options["hand_limit"] = random.choice([1, 2, 5, 8, 12, 20])
        pick = number % 10 == 9
        self.plain = Match(self.shuffle, self.choose, self.players, **{**given, **options}, pick=pick)
        state = game(self.name).start(self.players, options | ({"drawing": "pick"} if pick else {}))
        self.machine, self.cells, self.at = game(self.name).machine, state.cells, layout(self.name)
        self.happened = {"picked"} if pick else set()
        self.shuffles, self.scores = 0, [0] * self.players

    def play(self) -> None:
        plain = self.plain.play()
        assert self.cells[m.PHASE] == self.machine.over
        assert list(members(self.cells[m.WINNERS])) == plain.winners
        self.check_scores()
        counters = {name: self.machine.evaluator(expr)(self.cells) for name, expr in game(self.name).model.counters.items()}
        assert counters == {
            "deals_played": plain.deals, "blocked_deals": plain.blocked, "tied_deals": plain.tied, "turns_played": plain.turns,
            "passes_made": plain.passes,
        }  # fmt: skip
        self.happened.add("target" if max(plain.scores) >= plain.target else "hand limit")
        self.happened |= {"dealt again"} if self.shuffles > plain.deals else set()
        self.happened |= {"blocked"} if plain.blocked else set()
        self.happened |= {"tied"} if plain.tied else set()

    # ---- what the program written by hand asks for

    def shuffle(self, tiles: Sequence[Tile]) -> list[Tile]:
        """Any order; sometimes one that leaves the doubles to the end, so that few or none are dealt."""
        self.check_scores()
        self.shuffles += 1
        order = self.random.sample(tiles, len(tiles))
        if self.random.random() < 0.1:
            kept = self.random.choice([0, 1, 1, 2])
            doubles = [tile for tile in order if tile[0] == tile[1]][kept:]
            order = [tile for tile in order if tile not in doubles] + doubles
        self.machine.deal(self.cells, tuple(self.at.number[tile] for tile in order))
        return order

    def choose(self, moves: list[Move]) -> int:
        offered = [each.option for each in self.machine.pending if each.standing == "offered"]
        assert [self.at.move(option) for option in offered] == moves
        self.check_situation()
        self.check_tiles()
        self.check_chains()
        place = self.random.randrange(len(moves))
        if moves[place][0] == "take" and self.random.random() < 0.3:
            place = len(moves) - 1  # the rest at random
        if moves[place][0] == "swap":
            self.happened.add("swap before the opening" if self.plain.opening is None else "swap after the opening")
        self.machine.apply(self.cells, offered[place])
        return place

    # ---- the same in both

    def check_situation(self) -> None:
        at, c, plain, seats = self.at, self.cells, self.plain, range(self.players)
        assert c[m.TURN] == plain.turn
        assert [at.lying_in(c, "hand", seat) for seat in seats] == plain.hands
        assert [at.in_order(c, "chain", seat) for seat in seats] == plain.chains
        assert at.lying_in(c, "centre") == ([] if plain.opening is None else [plain.opening])
        assert at.lying_in(c, "pile") == sorted(tile for tile in plain.pile if tile is not None)
        assert bool(c[at.cell["opening_laid"]]) == (plain.opening is not None)
        assert c[at.cell["must_open_with"]] == (-1 if plain.must_open_with is None else at.number[plain.must_open_with])
        assert c[at.cell["passes_in_a_row"]] == plain.passes_in_a_row
        assert c[at.cell["starter"]] == plain.starter
        free, tip = at.cell["free"], at.cell["tip"]
        assert [bool(c[free + seat]) for seat in seats] == plain.free
        assert [c[tip + seat] for seat in seats] == (plain.tips or [0] * self.players)
        if "swapper" in at.cell:
            assert c[at.cell["swapper"]] == (-1 if plain.swapper is None else plain.swapper)

    def check_scores(self) -> None:
        first = self.at.cell["score"]
        scores = self.cells[first : first + self.players]
        assert scores == self.plain.scores
        assert sum(scores) == 0
        swapper = self.plain.swapper
        if swapper is not None and scores[swapper] < self.scores[swapper]:
            self.happened.add("swapper pays double")
        self.scores = scores

    # ---- what must hold, whatever any program says

    def check_tiles(self) -> None:
        """Every tile lies in exactly one zone."""
        lying = [self.cells[cell] for cell in self.at.all_zones]
        assert sum(mask.bit_count() for mask in lying) == len(self.at.tiles)
        together = 0
        for mask in lying:
            together |= mask
        assert together == (1 << len(self.at.tiles)) - 1

    def check_chains(self) -> None:
        """Every chain grows from the opening double, end to end, and its tip is where it ends."""
        at, c = self.at, self.cells
        opening = at.lying_in(c, "centre")
        for seat in range(self.players):
            chain = at.in_order(c, "chain", seat)
            if not opening:
                assert chain == []
                continue
            (end, _) = opening[0]
            for high, low in chain:
                assert end in (high, low)
                end = high + low - end
            assert end == c[at.cell["tip"] + seat]


COMMON = {"blocked", "tied", "target", "hand limit", "picked"}
SWAPS = {"swap before the opening", "swap after the opening", "swapper pays double"}
HAPPENING = {mode: COMMON | ({"dealt again"} if players == 3 else set()) | (SWAPS if "swap" in given else set()) for mode, (_, players, given) in MODES.items()}


@pytest.mark.parametrize("mode", MODES)
def test_a_program_written_by_hand_agrees_at_every_stop(mode: str, long: bool) -> None:
    happened: set[str] = set()
    matches = 5_000 if long else 200
    for number in range(matches // 2 if mode.startswith("double nine") else matches):  # three and four share the matches of that mode
        twin = Twin(mode, number, Random(f"{mode} {number}"))
        twin.play()
        happened |= twin.happened
    assert happened >= HAPPENING[mode]  # what is rare was compared as well


def test_options_have_the_names_of_tiles_and_seats() -> None:
    state = game("garrafina-4").start(4)
    tiles = layout("garrafina-4").tiles
    state.deal(" ".join(f"{high}-{low}" for high, low in reversed(tiles)))
    assert state.options.names == ["lay_opening 6-6"]
    assert state.turn == 0
    state.play("lay_opening 6-6")
    assert state.options.names == ["pass"]
    state.play("pass")
    state.play("pass")
    state.play("pass")
    assert state.options.names[:2] == ["place 6-0 chain-of-player-1", "place 6-0 chain-of-player-2"]


def test_the_last_deal_is_counted() -> None:
    twin = Twin("4 players", 0, Random("until somebody has 100"))
    while max(twin.plain.play().scores) < twin.plain.target:
        twin = Twin("4 players", 0, twin.random)
    counted = game("garrafina").model.counters["deals_played"]
    assert twin.machine.evaluator(counted)(twin.cells) == twin.plain.deals
