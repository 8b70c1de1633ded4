"""States are data: copied, compared, hashed, saved, loaded, taken back; and what a bad move leaves behind."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Fault, Game, IllegalMove, SetupError, State, load, shipped_games
from interpreter.chance import Xoshiro

GAMES = {name: load(path) for name, path in shipped_games().items()}


def step(state: State, source: Xoshiro, choices: random.Random) -> None:
    if state.draw:
        state.roll(source)
    else:
        state.play(choices.choice(list(state.options)))


def seated(game: Game, players: int) -> int:
    """As many players as that, or as near as the game takes."""
    low, high = game.model.players
    return max(low, min(high, players))


def played(game: Game, players: int, seed: int, stops: int) -> State:
    state, source, choices = game.start(seated(game, players)), Xoshiro(seed), random.Random(seed)
    for _ in range(stops):
        if state.result():
            break
        step(state, source, choices)
    return state


@settings(max_examples=150, deadline=None)
@given(name=st.sampled_from(sorted(GAMES)), players=st.integers(2, 8), seed=st.integers(0, 2**64 - 1), stops=st.integers(0, 60))
def test_a_state_survives_everything_that_keeps_it(name: str, players: int, seed: int, stops: int) -> None:
    game = GAMES[name]
    state = played(game, players, seed, stops)
    twin = played(game, players, seed, stops)
    assert state == twin and hash(state) == hash(twin)
    saved = State.restore(game, json.loads(json.dumps(state.save())))
    assert saved == state and saved.options.names == state.options.names and saved.players == state.players
    copy = state.copy()
    if not copy.result():
        step(copy, Xoshiro(seed, 1), random.Random(1))
        assert state == twin  # the original does not notice


@settings(max_examples=100, deadline=None)
@given(name=st.sampled_from(sorted(GAMES)), players=st.integers(2, 8), seed=st.integers(0, 2**32), stops=st.integers(1, 60))
def test_taking_back_leads_through_the_same_states(name: str, players: int, seed: int, stops: int) -> None:
    state, source, choices = GAMES[name].start(seated(GAMES[name], players), trace=True), Xoshiro(seed), random.Random(seed)
    past = []
    for _ in range(stops):
        if state.result():
            break
        past.append((list(state.cells), len(state.events)))
        step(state, source, choices)
    while past:
        assert state.undo()
        assert (state.cells, len(state.events)) == past.pop()
    assert not state.undo()


def test_options_are_a_sequence_that_knows_names() -> None:
    state = GAMES["pig"].start(["Ana", "Luis"])
    state.deal("4")
    assert state.options.names == ["roll", "hold"]
    assert state.options.find("roll") == state.options[0] and state.options.find("rol") is None and state.options[1] in state.options
    assert len(state.options) == 2 and state.turn == 0 and state.draw is None
    state.play("roll")
    assert state.draw is not None and state.draw.name == "dice" and len(state.options) == 0
    assert state.outcomes() == {str(n): (1, 6) for n in range(1, 7)}


@pytest.mark.parametrize("wrong", ["fold", "", "roll 3", "rol", "🎲"])
def test_what_is_not_offered_changes_nothing(wrong: str) -> None:
    state = GAMES["pig"].start(2)
    state.deal("4")
    before = list(state.cells)
    with pytest.raises(IllegalMove) as error:
        state.play(wrong)
    assert error.value.diagnostics[0].code == "not-offered" and state.cells == before


@pytest.mark.parametrize("wrong", ["7", "0", "", "1 2", "x", "99999999999", "-1"])
def test_what_cannot_come_up_changes_nothing(wrong: str) -> None:
    state = GAMES["pig"].start(2)
    before = list(state.cells)
    with pytest.raises(IllegalMove):
        state.deal(wrong)
    with pytest.raises(IllegalMove):
        state.play("roll")
    assert state.cells == before


def test_a_fault_leaves_the_state_as_it_was(tmp_path) -> None:  # type: ignore[no-untyped-def]
    text = shipped_games()["pig"].read_text(encoding="utf-8").replace("add thrown to gathered", "add 2000000000 to gathered")
    (tmp_path / "own.yaml").write_text(text, encoding="utf-8")
    state = load(tmp_path / "own.yaml").start(2, trace=True)
    for move in ("5", "roll"):
        state.deal(move) if state.draw else state.play(move)
    before, events = list(state.cells), len(state.events)
    with pytest.raises(Fault) as error:
        state.deal("4")
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.code == "overflow" and diagnostic.span is not None and diagnostic.span.line == 66
    assert (state.cells, len(state.events)) == (before, events)
    assert state.undo()


@pytest.mark.parametrize(
    ("players", "options", "codes"),
    [
        (1, {}, ["players-count"]),
        (11, {}, ["players-count"]),
        (["Ana", "Ana"], {}, ["players-alike"]),
        (["Ana", " "], {}, ["player-name"]),
        (["Ana", "\x1b[31m"], {}, ["player-name"]),
        (2, {"target": 9}, ["option-value"]),
        (2, {"target": "many"}, ["option-value"]),
        (2, {"targt": 50}, ["unknown-option"]),
        (["Ana"], {"targt": 1, "target": -1}, ["players-count", "unknown-option", "option-value"]),
    ],
)
def test_a_wrong_set_up_says_all_that_is_wrong(players: int, options: dict[str, object], codes: list[str]) -> None:
    with pytest.raises(SetupError) as error:
        GAMES["pig"].start(players, options)
    assert [diagnostic.code for diagnostic in error.value.diagnostics] == codes


def test_a_state_of_another_game_is_refused() -> None:
    saved = GAMES["pig"].start(2).save()
    for data in (GAMES["pirinola"].start(2).save(), {**saved, "cells": saved["cells"][:-1]}, {**saved, "cells": "x"}, {}):
        with pytest.raises(SetupError):
            State.restore(GAMES["pig"], data)
