"""Poleana beside a second opinion: a hand-written program of the same rules, asked the same at every stop of random games."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bench.poleana_plain import BASE, EXPRESS, Poleana, Rules
from interpreter import State, load
from interpreter.game import Game
from interpreter.scenarios import check_file

ROOT = Path(__file__).parent.parent
GAMES: dict[str, tuple[str, Rules]] = {"base": ("rules/poleana.yaml", BASE), "express": ("rules/variants/poleana-express.yaml", EXPRESS)}


@pytest.fixture(scope="module", params=sorted(GAMES))
def both(request: pytest.FixtureRequest) -> tuple[Game, Rules]:
    path, rules = GAMES[request.param]
    return load(ROOT / path), rules


def where(state: State) -> dict[str, str]:
    """The space of every token of the players, as the second opinion writes it: `street 5 of red`."""
    model = state.model
    kind, board = model.pieces[0], model.board
    assert board is not None and kind.space_cell is not None and kind.owners is not None
    found = {}
    for piece, owner in enumerate(kind.owners):
        if owner in state.players:
            name = board.family.members[state.cells[kind.space_cell + piece]]
            found[kind.family.members[piece]] = name.replace("-of-", " of ").replace("-", " ")
    return found


def standings(state: State) -> list[tuple[str, str]]:
    """Every option whose guard holds, and whether it is offered (at a price or not) or withheld."""
    return [(state.name(each.option), "withheld" if each.standing == "wasteful" else "offered") for each in state.candidates]


def compare(state: State, other: Poleana) -> None:
    """Everything that can be seen of the two at one stop."""
    assert (state.result() is not None) == (other.stop == "over")
    assert where(state) == other.tokens()
    variables = {v.name: state.cells[v.cell] for v in state.model.variables if v.name in other.counters}
    assert variables == {name: count for name, count in other.counters.items() if name in variables}
    if other.stop == "over":
        result = state.result()
        assert result is not None and sorted(result.winners) == sorted(other.winners)
        return
    assert state.turn == other.turn
    assert (state.draw is not None) == (other.stop == "roll")
    if other.stop != "roll":
        assert standings(state) == [(name, standing) for name, _, standing in other.options()]


def games(count: int, long: int, request: pytest.FixtureRequest) -> int:
    return long if request.config.getoption("--long") else count


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("breaches", [0.0, 0.3])
def test_random_games_agree_at_every_stop(both: tuple[Game, Rules], players: int, breaches: float, request: pytest.FixtureRequest) -> None:
    """Options with their order and standing, places, counters, turns and winners; with `breaches`, lower ranks are chosen now and then."""
    game, rules = both
    for seed in range(games(5, 500, request)):
        chance = random.Random(f"{players} {breaches} {seed}")
        state, other = game.start(players), Poleana(players, rules)
        for _ in range(20_000):
            compare(state, other)
            if state.result() is not None:
                break
            if state.draw is not None:
                dice = chance.randint(1, 6), chance.randint(1, 6)
                state.deal(dice)
                other.roll(*dice)
            else:
                offered = list(state.options)
                best = [option for option in offered if not option.breach]
                name = state.name(chance.choice(offered if chance.random() < breaches else best))
                state.play(name)
                other.choose(name)
        assert state.result() is not None


def test_a_scenario_names_only_tokens_in_the_game(tmp_path: Path) -> None:
    """With two players nobody sits at yellow, so there are no yellow tokens."""
    seeds = tmp_path / "seeds.yaml"
    seeds.write_text(
        "language: 1\ngame: poleana\nstatements:\n  A:\n    says: a\n    scenarios:\n"
        "      - players: [Ana, Luis]\n        given:\n          tokens at street 2 of green: yellow-1\n",
        encoding="utf-8",
    )
    (failure,) = check_file(seeds).statements[0].failures
    assert failure.code == "scenario-piece-absent"
