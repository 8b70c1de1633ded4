"""Classic games: the rule files against the same games in OpenSpiel, and against small second opinions written by hand, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from bench import backgammon_plain
from interpreter.game import Game, State
from interpreter.loading import load

GAMES = 4  # of backgammon beside OpenSpiel, every play of every throw
ROWS = {"tic-tac-toe": (3, 3, 3), "connect-four": (7, 6, 4)}  # columns, rows, how many make a row


@cache
def game(name: str) -> Game:
    return load(name)


def spiel_game(name: str) -> Any:
    spiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'reglario[open-spiel]'")
    return spiel.load_game(name)


def winners(state: State) -> tuple[int, ...]:
    result = state.result()
    assert result is not None
    return result.winners


# ---- rows on a grid


def as_they_say(name: str) -> int:
    """An option of ours as OpenSpiel numbers it: the column, or the cell row by row; theirs is drawn from above, which makes no difference."""
    _, where = name.split()
    if where.isdigit():
        return int(where) - 1
    _, column, row = where.split("-")
    return (int(row) - 1) * 3 + int(column) - 1


@pytest.mark.parametrize("name", ROWS)
def test_openspiel_agrees_on_rows(name: str) -> None:
    theirs = spiel_game(name.replace("-", "_"))
    ends = set()
    for number in range(600):
        random, state, other = Random(number), game(name).start(2), theirs.new_initial_state()
        while state.result() is None:
            assert not other.is_terminal()
            assert state.turn == other.current_player()
            legal = other.legal_actions()
            assert [as_they_say(option) for option in state.options.names] == legal
            place = random.randrange(len(legal))
            state.play(state.options[place])
            other.apply_action(legal[place])
        assert other.is_terminal()
        assert winners(state) == tuple(seat for seat, points in enumerate(other.returns()) if points > 0)
        ends.add(winners(state))
    assert ends >= {(0,), (1,)}


class Rows:
    """Rows by hand: who took which cell, in a list of lists; the whole board is looked through for a row."""

    def __init__(self, name: str):
        self.columns, self.rows, self.length = ROWS[name]
        self.falling = name == "connect-four"
        self.taken: dict[tuple[int, int], int] = {}

    def options(self) -> list[str]:
        if self.falling:
            return [f"drop {x}" for x in range(1, self.columns + 1) if (x, self.rows) not in self.taken]
        return [f"mark cell-{x}-{y}" for y, x in product(range(1, self.rows + 1), range(1, self.columns + 1)) if (x, y) not in self.taken]

    def play(self, name: str, seat: int) -> None:
        if self.falling:
            x = int(name.split()[1])
            cell = x, next(y for y in range(1, self.rows + 1) if (x, y) not in self.taken)
        else:
            x, y = map(int, name.split("-")[1:])
            cell = x, y
        self.taken[cell] = seat

    def winner(self) -> int | None:
        for (x, y), seat in self.taken.items():
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if all(self.taken.get((x + right * step, y + up * step)) == seat for step in range(self.length)):
                    return seat
        return None

    @property
    def is_full(self) -> bool:
        return len(self.taken) == self.columns * self.rows


@pytest.mark.parametrize("name", ROWS)
def test_rows_by_hand_agree(name: str) -> None:
    ends = set()
    for number in range(300):
        random, state, other = Random(number), game(name).start(2), Rows(name)
        for turn in range(43):
            assert state.turn == turn % 2
            assert state.options.names == other.options()
            option = random.choice(other.options())
            state.play(option)
            other.play(option, turn % 2)
            winner = other.winner()
            assert (state.result() is not None) == (winner is not None or other.is_full)
            if state.result() is not None:
                assert winners(state) == (() if winner is None else (winner,))
                ends.add(winners(state))
                break
    assert ends >= {(0,), (1,)}


# ---- backgammon

Men = tuple[tuple[int, ...], ...]  # of both players, by distance: 0 is off, 25 the bar


def point(distance: int, seat: int) -> int:
    """The number of a point by its distance from the end of a player's way, and the other way round."""
    return distance if seat == 0 else 25 - distance


def men(state: State) -> Men:
    board = state.model.board
    assert board is not None
    variables = {variable.name: variable.cell for variable in state.model.variables}
    counts = dict(zip(board.family.members, state.cells[variables["checkers"] :], strict=False))
    held = [state.cells[variables["held"] + seat] for seat in (0, 1)]
    places = [[f"off-of-{seat}", *(f"point-{point(n, place)}" for n in range(1, 25)), f"bar-of-{seat}"] for place, seat in enumerate(("white", "black"))]
    return tuple(
        tuple(counts[name] if name.startswith("off") or held[seat] >> board.family.members.index(name) & 1 else 0 for name in places[seat]) for seat in (0, 1)
    )


def as_move(name: str, seat: int) -> backgammon_plain.Move:
    """`go 6 point-24 point-18` as a die and a distance."""
    _, die, start, _ = name.split()
    number = int(start.split("-")[1]) if start.startswith("point") else 0
    return int(die), point(number, seat) if number else 25


def throw(random: Random) -> tuple[int, int]:
    return random.randint(1, 6), random.randint(1, 6)


def test_backgammon_by_hand_agrees() -> None:
    seen: set[str] = set()
    for number in range(12):
        random, state = Random(number), game("backgammon").start(2)

        def thrown(random: Random = random, state: State = state) -> tuple[int, int]:
            dice = throw(random)
            assert state.draw is not None
            state.deal(dice)
            return dice

        def chosen(position: backgammon_plain.Position, moves: list[backgammon_plain.Move], random: Random = random, state: State = state) -> int:
            assert state.turn == position.turn
            assert {as_move(name, position.turn) for name in state.options.names} == set(moves)
            assert len(state.options) == len(moves)
            place = random.randrange(len(moves))
            state.play(next(name for name in state.options.names if as_move(name, position.turn) == moves[place]))
            seen.update({"bar"} if moves[place][1] == 25 else {"off"} if moves[place][0] >= moves[place][1] else ())
            return place

        def compared(position: backgammon_plain.Position, state: State = state) -> None:
            assert men(state) == tuple(map(tuple, position.men))

        winner = backgammon_plain.play(thrown, chosen, compared)
        assert winners(state) == (winner,)
    assert seen == {"bar", "off"}


def their_men(state: Any) -> Men:
    rows = [[0, *(state.board(seat, 24 - n if seat == 0 else n - 1) for n in range(1, 25)), state.board(seat, 100)] for seat in (0, 1)]
    return tuple((15 - sum(row), *row[1:]) for row in rows)


def their_throw(state: Any, dice: tuple[int, int], words: str = "") -> int:
    """Their number for what the dice show: read off its text, `chance outcome 0 X starts, (roll: 12)`, since versions number them differently."""
    texts: dict[int, str] = {action: state.action_to_string(-1, action) for action in state.legal_actions()}
    return next(action for action, text in texts.items() if words in text and sorted(text[-3:-1]) == sorted(map(str, dice)))


def plays(state: State, hands: int) -> Iterator[tuple[Men, State]]:
    """The ends of all plays of this throw, or of this half of a double, with the states there."""
    variable = next(variable for block in state.model.blocks for variable in block.state if variable.name == "hands")
    if state.result() is not None or state.draw is not None or state.cells[variable.cell] != hands:
        yield men(state), state
        return
    for option in state.options:
        after = state.copy()
        after.play(option)
        yield from plays(after, hands)


def test_openspiel_agrees_on_backgammon() -> None:
    theirs = spiel_game("backgammon")
    for number in range(GAMES):
        random, state, other = Random(number), game("backgammon").start(2), theirs.new_initial_state()
        dice = (0, 0)
        while dice[0] == dice[1]:
            dice = throw(random)
            state.deal(dice)
        other.apply_action(their_throw(other, dice, "X starts" if dice[0] > dice[1] else "O starts"))
        while state.result() is None:
            seat, hands = other.current_player(), 1
            while True:  # the halves of a double
                after = {their_men(child): action for action in other.legal_actions() for child in [other.child(action)]}
                if state.draw is not None or state.turn != seat:  # nothing can be played, which OpenSpiel calls a pass
                    assert len(after) == 1 and their_men(other) in after
                    ours = {men(state): state}
                else:
                    ours = dict(plays(state, hands))
                assert ours.keys() == after.keys()
                chosen = random.choice(sorted(ours))
                state = ours[chosen]
                other.apply_action(after[chosen])
                hands += 1
                if other.is_terminal() or other.is_chance_node():
                    break
            assert (state.result() is not None) == other.is_terminal()
            if state.result() is None:
                dice = throw(random)
                state.deal(dice)
                other.apply_action(their_throw(other, dice))
        assert winners(state) == tuple(seat for seat, points in enumerate(other.returns()) if points > 0)
