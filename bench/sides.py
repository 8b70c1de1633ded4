"""Who plays in the benchmark: our compiled program, our interpreter, the same game written by hand, and OpenSpiel in two ways.

A side plays whole games at random, so many from a number on, and says how many stops they had in all. Ours and those by hand draw from the generator of (seed,
number), so that a number is the same game to all of them.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench import backgammon_plain, garrafina_plain, pig_plain, pirinola_plain, poleana_plain
from interpreter.batches import play_out
from interpreter.chance import Xoshiro
from interpreter.game import Game
from interpreter.loading import load
from interpreter.simulate import LIMIT
from interpreter.wasm.run import CHUNK, Compiled

SEED = 1
GARRAFINA_DEALS = 8  # as four play it

Play = Callable[[int, int], int]  # plays games `first` to `first + count - 1`; returns their stops, or 0 where it cannot tell
ByHand = Callable[[int], int]  # plays the game of that number; returns its stops

# Pig with two rules of OpenSpiel's: a turn may be held with nothing in it, and who has enough must hold.
PIG_AS_THEIRS = """
language: 1
extends: pig.yaml
game: pig-as-theirs
title:
  es: Pig
  en: Pig
change:
  actions.roll:
    when:
      - turn.score + gathered < target
remove:
  - actions.hold.when
  - flow.round.one_turn.throw.decide.automatic
"""


@dataclass(frozen=True, slots=True)
class Side:
    """One way to play a game; at most so many games in one call."""

    play: Play
    most: int = 1 << 20


@dataclass(frozen=True, slots=True)
class Contest:
    """A game, and what else plays it beside us.

    `same` says that by hand the games are alike stop by stop. What we owe: so many times the speed of by hand; at least this share of it when
    interpreted; so many games a second or so many times OpenSpiel's, either will do.
    """

    game: str
    players: int
    options: Mapping[str, int] = field(default_factory=dict)
    rules: str | None = None  # instead of a game that ships
    hand: ByHand | None = None
    same: bool = True
    aside: Mapping[str, ByHand] = field(default_factory=dict)  # further ways by hand, for a remark
    spiel: str | None = None
    by_hand: float | None = None
    interpreted: float | None = None
    a_second: int | None = None
    by_spiel: float | None = None

    def load(self) -> Game:
        if self.rules is None:
            return load(self.game)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "rules.yaml"
            path.write_text(self.rules, encoding="utf-8")
            return load(path)


# ---- ours


def compiled(game: Game, players: int, options: Mapping[str, int]) -> Side:
    start, program = game.start(players, options).cells, Compiled(game.model)
    return Side(lambda first, count: sum(program.play(start, count, SEED, first, LIMIT).stops), CHUNK)


def interpreted(game: Game, players: int, options: Mapping[str, int]) -> Side:
    start, machine = game.start(players, options).cells, game.machine

    def play(first: int, count: int) -> int:
        return sum(play_out(machine, start, Xoshiro(SEED, number), LIMIT)[1] for number in range(first, first + count))

    return Side(play)


# ---- by hand, in plain Python


def by_hand(one: ByHand) -> Side:
    return Side(lambda first, count: sum(one(number) for number in range(first, first + count)))


def _pirinola(number: int) -> int:
    return pirinola_plain.play(pirinola_plain.spinner(Xoshiro(SEED, number).below)).spins


def _pirinola_at_its_own(number: int) -> int:
    draw = random.random
    return pirinola_plain.play(lambda: int(draw() * 8)).spins


def _pig(number: int) -> int:
    below = Xoshiro(SEED, number).below
    return pig_plain.play(lambda: below(2), lambda: below(6) + 1, 2).stops


def _garrafina(number: int) -> int:
    below = Xoshiro(SEED, number).below
    return garrafina_plain.Match(garrafina_plain.shuffler(below), lambda moves: below(len(moves)), hand_limit=GARRAFINA_DEALS).play().stops


def _poleana(number: int) -> int:
    return poleana_plain.play_compliant(poleana_plain.BASE, 4, Xoshiro(SEED, number).below).stops


def _backgammon(number: int) -> int:
    below, stops = Xoshiro(SEED, number).below, 0

    def throw() -> tuple[int, int]:
        nonlocal stops
        stops += 1
        return below(6) + 1, below(6) + 1

    def choose(_: backgammon_plain.Position, moves: list[backgammon_plain.Move]) -> int:
        nonlocal stops
        stops += 1
        return below(len(moves))

    backgammon_plain.play(throw, choose)
    return stops


# ---- OpenSpiel


def open_spiel() -> Any:
    """OpenSpiel, where it is installed."""
    try:
        spiel = importlib.import_module("pyspiel")
        importlib.import_module("open_spiel.python.games.block_dominoes")  # where that game is registered
    except ImportError:
        return None
    return spiel


def spiel_loop(spiel: Any, name: str) -> Side:
    """Its own fastest loop that plays at random: the roll-outs of its tree search in C++, from the first situation that is not left to chance. A game written
    in Python (it cannot be rolled out so) is played by its random players, as `evaluate_bots` does."""
    game = spiel.load_game(name)
    if name.startswith("python_"):
        bots = [spiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(game.num_players())]

        def play(first: int, count: int) -> int:
            for number in range(first, first + count):
                spiel.evaluate_bots(game.new_initial_state(), bots, number)
            return 0

        return Side(play)

    start = game.new_initial_state()
    while start.is_chance_node():
        start.apply_action(start.legal_actions()[0])

    def roll_out(first: int, count: int) -> int:
        rollouts = spiel.RandomRolloutEvaluator(count, SEED + first)
        spiel.MCTSBot(game, rollouts, 1.0, 1, 16, False, SEED, False).step(start)  # one simulation, which is nothing but those
        return 0

    return Side(roll_out)


def spiel_from_python(spiel: Any, name: str) -> Side:
    """Its games played from Python, an action a call."""
    game, source = spiel.load_game(name), random.Random(SEED)

    def play(_: int, count: int) -> int:
        stops = 0
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                stops += 1
                if state.is_chance_node():
                    results, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(source.choices(results, weights)[0])
                else:
                    state.apply_action(source.choice(state.legal_actions()))
        return stops

    return Side(play)


CONTESTS = (
    Contest("pirinola", 4, hand=_pirinola, aside={"random.random": _pirinola_at_its_own}, by_hand=10, interpreted=1 / 12),
    Contest("garrafina", 4, {"hand_limit": GARRAFINA_DEALS}, hand=_garrafina, by_hand=15, interpreted=1 / 20),
    Contest("poleana", 4, hand=_poleana, by_hand=20),
    Contest("pig", 2, hand=_pig),
    Contest("pig as theirs", 2, rules=PIG_AS_THEIRS, spiel="pig(players=2,winscore=100,horizon=1000000)", a_second=300_000, by_spiel=3),
    Contest("backgammon", 2, hand=_backgammon, same=False, spiel="backgammon", by_spiel=10),
    Contest("tic-tac-toe", 2, spiel="tic_tac_toe", a_second=1_000_000, by_spiel=3),
    Contest("connect-four", 2, spiel="connect_four", a_second=300_000, by_spiel=3),
    Contest("block-dominoes", 2, spiel="python_block_dominoes"),
)
