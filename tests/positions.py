"""Positions of the poleana for tests: tokens put on spaces by name, and throws named as people type them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from interpreter import State, load
from interpreter.chance import Xoshiro
from interpreter.game import Game
from interpreter.model import PieceKind

GAMES: dict[str, Game] = {name: load(name) for name in ("poleana", "poleana-express", "poleana-whole-lap")}
NAMES = ["Ana", "Luis", "Eva", "Raúl"]


def token_kind(game: Game) -> PieceKind:
    (kind,) = (kind for kind in game.model.pieces if kind.space_cell is not None)
    return kind


def spaces(game: Game) -> tuple[str, ...]:
    """The names of all spaces, by number: `street-9-of-red`."""
    assert game.model.board is not None
    return game.model.board.family.members


def places(state: State) -> dict[str, str]:
    """The space of every token in the game."""
    kind, named = token_kind(state.game), spaces(state.game)
    assert kind.space_cell is not None and kind.owners is not None
    where = [named[state.cells[kind.space_cell + number]] for number in range(kind.family.size)]
    return {token: where[number] for number, token in enumerate(kind.family.members) if kind.owners[number] in state.players}


def put(state: State, where: Mapping[str, str]) -> State:
    """Puts tokens on spaces: `{"red-1": "street 5 of red"}`. The first player is on turn, before the throw."""
    family, named = token_kind(state.game).family, spaces(state.game)
    (zone,) = (zone for zone in state.model.zones if zone.on_board)
    move = state.machine.effects.moving(zone.index)
    for token, space in where.items():
        move(state.cells, family.members.index(token), named.index(space.replace(" ", "-")))
    state.machine.advance(state.cells)
    state._candidates = None
    return state


def position(game: Game, players: int, where: Mapping[str, str], throw: str = "", options: Mapping[str, Any] | None = None) -> State:
    """A position at the table, behind the throw if there is one."""
    state = put(game.start(NAMES[:players], options), where)
    if throw:
        state.deal(throw)
    return state


def wander(game: Game, players: int, seed: int, stops: int) -> Iterator[State]:
    """The states of a game played at random, breaches too, at every stop."""
    state, source = game.start(NAMES[:players]), Xoshiro(seed, players)
    for _ in range(stops):
        if state.result() is not None:
            return
        yield state
        if state.draw:
            state.roll(source)
        else:
            offered = list(state.options)
            state.play(offered[source.below(len(offered))])
