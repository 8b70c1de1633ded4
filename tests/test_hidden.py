"""Hidden means hidden: what one seat sees, is offered and is told does not depend on pieces that it cannot know."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from interpreter import Game, IllegalMove, Session, State, Teller, load, read_record, why
from interpreter.audience import audience_of
from interpreter.chance import Xoshiro
from interpreter.events import EVERYBODY, Changed, Drawn, Moved
from interpreter.players import PlayoutPlayer, RandomPlayer
from interpreter.sets import members
from interpreter.views import view_of

from .test_transcripts import ROOT, environment

GAMES = {name: load(name) for name in ("garrafina", "garrafina-3")}


def played(game: Game, seed: int, stops: int, options: dict[str, object]) -> tuple[State, list[tuple[str, str]]]:
    """A traced game after some random stops, and what was done by name."""
    state, source, choices = game.start(4 if game.name == "garrafina" else 3, options, trace=True), Xoshiro(seed), random.Random(seed)
    done: list[tuple[str, str]] = []
    while len(done) < stops and state.result() is None:
        if state.draw:
            names = " ".join(state.draw.family.members[piece] for piece in state.drawn(source))
            state.deal(names)
            done.append(("outcome", names))
        else:
            name = choices.choice(state.options.names)
            state.play(name)
            done.append(("option", name))
    return state, done


def exchanged(game: Game, done: list[tuple[str, str]], a: str, b: str, options: dict[str, object]) -> State | None:
    """The same game with two pieces exchanged since the last shuffle; None where something that was done was then not offered."""
    last = max(place for place, (kind, _) in enumerate(done) if kind == "outcome")
    state = game.start(4 if game.name == "garrafina" else 3, options, trace=True)
    for place, (kind, name) in enumerate(done):
        if place == last:
            swap = {a: b, b: a}
            name = " ".join(swap.get(word, word) for word in name.split())
        try:
            state.deal(name) if kind == "outcome" else state.play(name)
        except IllegalMove:
            return None
    return state


def hidden_pairs(state: State, seat: int) -> Iterator[tuple[str, str]]:
    """Pieces that the seat has not seen since the last shuffle."""
    kind = state.model.pieces[0]
    names = kind.family.members
    last = max(place for place, event in enumerate(state.events) if isinstance(event, Drawn))
    moved = [value for event in state.events[last:] if isinstance(event, Moved) for value, *_ in event.moves]
    seen = {value.value for value in moved if value.seen_by == EVERYBODY or value.seen_by >> seat & 1}
    unseen = [p for p in range(kind.family.size) if p not in seen]
    assert not any(audience_of(state.model, state.cells, kind.family, p) & 1 << seat for p in unseen)
    for place, one in enumerate(unseen):
        for other in unseen[place + 1 :]:
            yield names[one], names[other]


def published(state: State) -> list[object]:
    """What the rules wrote into the public state on the way: scores at the end of a hand, who holds the highest double."""
    return [event.changes for event in state.events if isinstance(event, Changed)]


def told(state: State, seat: int) -> list[str]:
    """All that the seat can read: the whole trace, its options with their labels, and reasons."""
    texts = []
    for lang in ("es", "en"):
        teller = Teller(state.model, state.players, lang, 1 << seat)
        texts += [line.text for line in teller.lines(state.events, full=True)]
        if state.turn == seat and not state.draw:
            texts += [teller.option(state.machine.describe(state.cells, option), option, state.name(option)) for option in state.options]
            texts += [why(state, name).text(lang) for name in ("place", "pass", "lay_opening", "take", "take 3", "swap")]
    return texts


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("drawing", ["random", "pick"])
def test_exchanging_hidden_pieces_changes_nothing_that_a_seat_can_tell(name: str, drawing: str, long: bool) -> None:
    game, choices, compared = GAMES[name], random.Random(1), 0
    options: dict[str, object] = {"drawing": drawing}
    for seed in range(400 if long else 25):
        state, done = played(game, seed, choices.randint(1, 60), options)
        if state.result() is not None:
            continue
        for seat in state.players:
            pairs = list(hidden_pairs(state, seat))
            for a, b in choices.sample(pairs, min(3, len(pairs))):
                other = exchanged(game, done, a, b, options)
                if other is None or published(other) != published(state):
                    continue
                compared += 1
                assert view_of(state, seat) == view_of(other, seat), (seed, seat, a, b)
                assert told(state, seat) == told(other, seat), (seed, seat, a, b)
    assert compared > 60


@pytest.mark.parametrize("name", GAMES)
def test_a_view_can_be_completed_into_a_state_that_looks_the_same(name: str) -> None:
    game, source = GAMES[name], Xoshiro(5)
    for seed in range(20):
        state, _ = played(game, seed, 3 * seed, {"drawing": "pick" if seed % 2 else "random"})
        if state.result() is not None:
            continue
        for seat in state.players:
            view = view_of(state, seat)
            full = view.complete(source)
            assert view_of(full, seat) == view
            kind = game.model.pieces[0]
            held = [piece for zone in game.model.zones for place in range(zone.family.size) for piece in members(full.cells[zone.cell + place])]
            assert sorted(held) == list(range(kind.family.size))


def test_players_of_the_machine_choose_from_a_view() -> None:
    state, _ = played(GAMES["garrafina"], 4, 9, {})
    assert state.turn is not None
    view = view_of(state, state.turn)
    for player in (RandomPlayer(Xoshiro(1)), PlayoutPlayer(Xoshiro(1))):
        assert player.choose(view) in state.options
    assert view_of(state, (state.turn + 1) % 4).options == ()


def test_the_screen_is_handed_over_and_shows_nobody_elses_tiles(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Two people at one terminal: between two hand-overs stand the tiles of nobody but who looks, and those that lie open."""
    words = ["play", "garrafina-4", "--players", "Ana,Luis,Eva:cpu,Raúl:cpu", "--seed", "9", "--lang", "es", "--record", str(tmp_path / "r.jsonl"), "--trace"]
    typed = "".join(line + "\n" for line in ["", *(["", "log", "1"] * 40)])
    done = subprocess.run(
        [sys.executable, "cli.py", *words], input=typed, capture_output=True, text=True, encoding="utf-8", cwd=ROOT, env=environment(tmp_path), timeout=120
    )
    record = read_record(tmp_path / "r.jsonl")
    parts = re.split(r"Pasa la pantalla a (\w+)", done.stdout)
    assert len(parts) > 10
    for who, text in zip(parts[1::2], parts[2::2], strict=True):
        text = text.split("-" * 20)[0]
        for line in text.splitlines():
            if (shown := re.search(r"fichas en mano \(\w+\): (\[.*)", line)) is not None:
                allowed = held_ever(record, who)
                for high, low in re.findall(r"\[(\d)\|(\d)\]", shown[1]):
                    assert f"{high}-{low}" in allowed, (who, line)


def held_ever(record, who: str) -> set[str]:  # type: ignore[no-untyped-def]
    """All tiles that somebody ever held in a recorded game."""
    found: set[str] = set()
    for upto in range(len(record.entries) + 1):
        state = Session.replay(record, upto).state
        zone = next(zone for zone in state.model.zones if zone.name == "hand")
        seat = next(seat for seat, name in state.players.items() if name == who)
        found |= {zone.pieces.members[piece] for piece in members(state.cells[zone.cell + seat])}
        if upto > 40:
            break
    return found
