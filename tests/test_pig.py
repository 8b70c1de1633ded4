"""Pig and its variants: the rule files against a program written by hand."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from bench.pig_plain import HOLD, ROLL, Situation, play
from interpreter.game import Game, State
from interpreter.loading import load

NAMES = {ROLL: "roll", HOLD: "hold"}


@cache
def game(name: str) -> Game:
    return load(name)


@cache
def cells_of(name: str) -> dict[str, int]:
    """The cell of every variable of a game, those of its blocks too."""
    model = game(name).model
    return {variable.name: variable.cell for variable in [*model.variables, *(each for block in model.blocks for each in block.state)]}


def seen(state: State, stops: int) -> Situation:
    """A state of ours as the plain program describes it."""
    at, result = cells_of(state.game.name), state.result()
    return Situation(
        scores=[state.cells[at["score"] + seat] for seat in state.players],
        gathered=state.cells[at["gathered"]] if result is None else 0,
        turn=state.turn if result is None else None,
        choosing=state.draw is None and result is None,
        winners=list(result.winners) if result is not None else [],
        stops=stops,
    )


@pytest.mark.parametrize(("name", "dice", "last_turn"), [("pig", 1, False), ("pig-two-dice", 2, False), ("pig-last-turn", 1, True)])
def test_a_program_written_by_hand_agrees_step_by_step(name: str, dice: int, last_turn: bool, long: bool) -> None:
    for number in range(5_000 if long else 500):
        random = Random(number)
        players, target, boldness = random.randint(2, 10), random.choice([10, 17, 30, 60]), random.random() * 0.9
        happened: list[str | int] = []
        situations: list[Situation] = []

        def choose() -> int:
            choice = ROLL if random.random() < boldness else HOLD  # noqa: B023
            happened.append(NAMES[choice])  # noqa: B023
            return choice

        def throw() -> int:
            happened.append(random.randint(1, 6))  # noqa: B023
            return int(happened[-1])  # noqa: B023

        final = play(choose, throw, players, target=target, dice=dice, last_turn=last_turn, watch=situations.append)
        state = game(name).start(players, {"target": target})
        steps = iter(happened)
        for stops, situation in enumerate(situations):
            assert seen(state, stops) == situation
            if situation.choosing:
                assert set(state.options.names) == set(NAMES.values())
                state.play(str(next(steps)))
            else:
                state.deal([int(next(steps)) for _ in range(dice)])
        assert seen(state, len(situations)) == final
        result = state.result()
        assert result is not None
        assert result.counters == {"best_score": max(final.scores)}


def test_the_last_turn_can_be_shared_and_can_be_turned_round() -> None:
    """The variant's own point, by hand: who closes does not always win."""
    state = game("pig-last-turn").start(["Ana", "Luis", "Eva"], {"target": 10})
    for throws in ([6, 4], [6, 6], [5, 5, 2]):
        for place, value in enumerate(throws):
            if place:
                state.play("roll")
            state.deal([value])
        state.play("hold")
    result = state.result()
    assert result is not None
    assert [state.players[seat] for seat in result.winners] == ["Luis", "Eva"]
