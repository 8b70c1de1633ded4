"""Block dominoes: the rule file against the same game in OpenSpiel, move by move."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from interpreter.game import Game, State
from interpreter.loading import load

GAMES = 500


@cache
def block_dominoes() -> Game:
    return load("block-dominoes")


@pytest.fixture(scope="module")
def theirs() -> Any:
    """The game of OpenSpiel."""
    spiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'reglario[open-spiel]'")
    pytest.importorskip("open_spiel.python.games.block_dominoes")  # where the game is registered
    return spiel.load_game("python_block_dominoes")


def as_they_say(state: State, name: str) -> str:
    """An option of ours in OpenSpiel's words, which name an end by its number and count in fractions."""
    action, tile, *number = name.split()
    low, high = map(float, tile.split("-"))
    assert (action == "begin") == (not number)
    return f"p{state.turn} tile:{(low, high)} pip:{float(number[0]) if number else None}"


def scores(state: State) -> list[int]:
    cell = next(variable.cell for variable in state.model.variables if variable.name == "score")
    return state.cells[cell : cell + 2]


def test_openspiel_agrees_move_by_move(theirs: Any) -> None:
    ends = set()
    for number in range(GAMES):
        random = Random(number)
        state, other = block_dominoes().start(2), theirs.new_initial_state()
        order = random.sample(range(28), 28)  # our tiles are numbered as theirs: 0-0, 0-1, … 6-6
        state.deal(order)
        for tile in order[:14]:  # seven to one player, then seven to the other; the rest is never seen
            other.apply_action(tile)
        while state.result() is None:
            assert not other.is_terminal()
            assert state.turn == other.current_player()
            legal = other.legal_actions()
            assert [as_they_say(state, name) for name in state.options.names] == [other.action_to_string(action) for action in legal]
            place = random.randrange(len(legal))
            state.play(state.options[place])
            other.apply_action(legal[place])
        assert other.is_terminal()
        assert scores(state) == other.returns()
        result = state.result()
        assert result is not None
        assert result.winners == ((0, 1) if other.returns() == [0, 0] else (0,) if other.returns()[0] > 0 else (1,))
        ends.add("tie" if len(result.winners) == 2 else "blocked" if min(held(state)) else "out")
    assert ends == {"tie", "blocked", "out"}


def held(state: State) -> list[int]:
    """How many tiles each player is left with."""
    hands = next(zone for zone in state.model.zones if zone.name == "hand")
    return [state.cells[hands.cell + seat].bit_count() for seat in state.players]


def start(*hands: str) -> State:
    """A game in which these tiles are dealt to one player and the other."""
    state = block_dominoes().start(["Ana", "Luis"])
    tiles = [f"{low}-{high}" for low in range(7) for high in range(low, 7)]
    dealt = " ".join(hands).split()
    state.deal(" ".join([*dealt, *(tile for tile in tiles if tile not in dealt)]))
    return state


def test_who_cannot_place_is_skipped() -> None:
    state = start("0-0 0-1 0-2 1-1 1-2 2-2 0-3", "4-4 4-5 4-6 5-5 5-6 6-6 3-6")
    state.play("begin 0-1")
    assert state.turn == 0
    assert state.options.names == ["place 0-0 0", "place 0-2 0", "place 0-3 0", "place 1-1 1", "place 1-2 1"]
    state.play("place 0-3 0")
    assert state.turn == 1
    assert state.options.names == ["place 3-6 3"]


def test_a_blocked_game_is_won_by_whoever_holds_less() -> None:
    state = start("0-0 1-1 1-2 1-3 1-4 1-5 1-6", "2-2 2-3 2-4 2-5 2-6 3-3 3-4")
    state.play("begin 0-0")
    result = state.result()
    assert result is not None
    assert result.winners == (0,)
    assert scores(state) == [43, -43]


def test_ends_that_show_the_same_are_one_option() -> None:
    state = start("0-0 0-1 1-1 2-3 2-4 2-5 2-6", "0-2 1-2 3-3 3-4 3-5 3-6 4-4")
    state.play("begin 0-0")
    assert state.options.names == ["place 0-2 0"]
