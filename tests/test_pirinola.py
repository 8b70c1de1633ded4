"""Pirinola: the rule file against a program written by hand, and what must hold in every game."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from bench.pirinola_plain import EIGHT, SIX, Face, Situation, play
from interpreter import model as m
from interpreter.chance import Xoshiro
from interpreter.game import Game, State
from interpreter.loading import load
from interpreter.simulate import LIMIT, simulate


@cache
def game(name: str) -> Game:
    return load(name)


@cache
def cells_of(name: str) -> dict[str, int]:
    """The cell of every variable of a game."""
    return {variable.name: variable.cell for variable in game(name).model.variables}


# ---- the same spins in both programs


def random_options(random: Random) -> dict[str, Any]:
    """A way to play, any of them; an option that would not be asked is left out."""
    limit = {"round_limit": random.choice([1, 2, 3, 10, random.randint(1, 40)])}
    if random.random() < 0.15:
        return {"use_chips": False} | limit
    ending = random.choice(["elimination", "rounds", "express"])
    chips = {"starting_chips": random.choice([5, 5, 5, 10, 10, 15, 20]), "ante": random.choice([1, 2]), "ending": ending}
    return chips | limit if ending == "rounds" else chips


def seen(state: State, chips: bool) -> Situation:
    """A state of ours as the plain program describes it."""
    at, cells, seats, result = cells_of(state.game.name), state.cells, list(state.players), state.result()
    return Situation(
        chips=[cells[at["chips"] + seat] if chips else 0 for seat in seats],
        pot=cells[at["pot"]],
        in_play=[seat for seat in seats if cells[at["in_play"] + seat]],
        rounds=cells[at["rounds_played"]],
        spins=cells[at["spins"]],
        turn=state.turn if result is None else None,
        winners=list(result.winners) if result is not None else [],
    )


def compare(name: str, faces: tuple[Face, ...], players: int, options: dict[str, Any], spins: Random) -> None:
    """One game in both programs, compared before every spin and at the end."""
    spun: list[int] = []
    situations: list[Situation] = []

    def spin() -> int:
        spun.append(spins.randrange(len(faces)))
        return spun[-1]

    situations.append(play(spin, players, faces=faces, watch=situations.append, **options))
    state = game(name).start(players, options)
    chips = options.get("use_chips", True)
    for place, situation in zip(spun, situations, strict=False):
        assert seen(state, chips) == situation
        state.deal(faces[place].name)
    assert seen(state, chips) == situations[-1]
    result = state.result()
    assert result is not None
    assert result.counters == {"spins": len(spun), "rounds_played": situations[-1].rounds, "chips_in_pot": situations[-1].pot}


def test_a_program_written_by_hand_agrees_step_by_step(long: bool) -> None:
    for number in range(20_000 if long else 2_000):
        random = Random(number)
        compare("pirinola", EIGHT, random.randint(2, 8), random_options(random), random)


def test_the_six_faced_top_agrees_step_by_step(long: bool) -> None:
    for number in range(3_000 if long else 300):
        random = Random(number)
        compare("perinola-6", SIX, random.randint(2, 8), random_options(random), random)


def test_the_express_preset_is_the_express_game(long: bool) -> None:
    model = game("pirinola-express").model
    ending = next(option for option in model.options if option.name == "ending")
    assert ending.ask is None
    for number in range(2_000 if long else 200):
        random = Random(number)
        players, chips = random.randint(2, 8), random.choice([5, 10, 15, 20])
        state = game("pirinola-express").start(players, {"starting_chips": chips})
        final = play(lambda: deal(state, random), players, starting_chips=chips, ending="express")  # noqa: B023
        assert seen(state, True) == final


def deal(state: State, random: Random) -> int:
    """Spins in a state of ours, and tells the face."""
    place = random.randrange(len(EIGHT))
    state.deal((place,))
    return place


# ---- what holds in every game

WAYS: dict[str, dict[str, Any]] = {
    "elimination": {},
    "rounds": {"ending": "rounds", "round_limit": 12},
    "express": {"ending": "express"},
    "without chips": {"use_chips": False, "round_limit": 10},
}


@pytest.mark.parametrize("way", WAYS)
def test_chips_are_conserved_and_every_game_ends(way: str, long: bool) -> None:
    pirinola = game("pirinola")
    machine, size = pirinola.machine, pirinola.model.seats.size
    own, pot = cells_of("pirinola")["chips"], cells_of("pirinola")["pot"]
    faces = Counter[int]()
    for number in range(50_000 if long else 2_000):
        players = 2 + number % 7
        start = pirinola.start(players, {**WAYS[way], "starting_chips": (5, 10, 5, 15, 5, 10, 5, 20)[number % 8], "ante": 1 + number % 2})
        cells, source = start.cells, Xoshiro(2024, number)
        total = sum(cells[own : own + size]) + cells[pot]
        for _ in range(LIMIT):
            if cells[m.PHASE] == machine.over:
                break
            result = machine.draws[cells[m.PHASE]](source, cells)
            faces[result[0]] += 1
            machine.deal(cells, result)
            chips = cells[own : own + size]
            assert min(chips) >= 0
            assert cells[pot] >= 0
            assert sum(chips) + cells[pot] == total
        assert cells[m.PHASE] == machine.over
    even = faces.total() / len(EIGHT)
    assert chi_square_p(sum((faces[place] - even) ** 2 / even for place in range(len(EIGHT))), len(EIGHT) - 1) > 0.001


def chi_square_p(x: float, freedom: int) -> float:
    """How likely chi-square is to come out above x, by its recurrence from one or two degrees of freedom."""
    p = math.erfc(math.sqrt(x / 2)) if freedom % 2 else math.exp(-x / 2)
    for k in range(2 - freedom % 2, freedom, 2):
        p += (x / 2) ** (k / 2) * math.exp(-x / 2) / math.gamma(k / 2 + 1)
    return p


@pytest.mark.parametrize(("x", "freedom"), [(3.841, 1), (5.991, 2), (14.067, 7), (15.507, 8)])  # the 5 % points of every table
def test_chi_square(x: float, freedom: int) -> None:
    assert chi_square_p(x, freedom) == pytest.approx(0.05, abs=1e-4)


# ---- simulation


def test_a_report_adds_up() -> None:
    report = simulate(game("pirinola"), 300, seed=7, players=["Ana", "Luis", "Eva"], options={"starting_chips": 5})
    assert report.games == 300
    assert report.capped == 0
    assert sum(report.wins.values()) + report.shared_games + report.nobody == 300
    assert set(report.wins) == {"Ana", "Luis", "Eva"}
    assert report.ends == {"last_one_standing": 300}
    assert report.length is not None
    assert report.length == report.counters["spins"]
    assert report.options == {"use_chips": "yes", "starting_chips": "5", "ante": "1", "ending": "elimination", "round_limit": "10"}


def test_shared_wins_stand_apart() -> None:
    report = simulate(game("pirinola"), 300, players=4, options={"ending": "rounds", "round_limit": 1})
    assert report.ends == {"rounds_are_over": 300}
    assert report.shared_games > 0
    assert 2 * report.shared_games <= sum(report.shared.values()) <= 4 * report.shared_games
    assert sum(report.wins.values()) + report.shared_games == 300


def test_nobody_wins_without_chips() -> None:
    report = simulate(game("pirinola"), 5, players=2, options={"use_chips": False})
    assert report.nobody == 5
    assert not any(report.wins.values())


def test_games_at_the_limit_are_reported_as_capped() -> None:
    report = simulate(game("pirinola"), 20, players=4, limit=3)
    assert report.capped == report.games == 20
    assert report.length is None
    assert report.counters == {}
    assert report.nobody == 0


def test_a_simulation_is_the_same_twice_and_tells_of_its_progress() -> None:
    told: list[int] = []
    first = simulate(game("pirinola"), 250, seed=3, progress=told.append)
    assert first == simulate(game("pirinola"), 250, seed=3)
    assert first.as_json()["wins"] == first.wins
    assert told[-1] == 250
    assert told == sorted(set(told))
    assert first != simulate(game("pirinola"), 250, seed=4)
