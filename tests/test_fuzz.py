"""Whatever a file holds, it is either a game or a list of diagnostics with places; never a traceback, never a hang."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from interpreter import Game, ReglarioError, examine, shipped_games
from interpreter.chance import Xoshiro
from interpreter.diagnostics import Diagnostic, render

DRAFTS = Path(__file__).parent.parent / "rules" / "drafts"
SEEDS = [path.read_bytes() for path in (*shipped_games().values(), *sorted(DRAFTS.rglob("*.yaml")), *sorted((Path(__file__).parent / "games").glob("*.yaml")))]
WORDS = (
    b"if else for each in let set to add remove from pay up move is not and or yes no none of by at where most least mod after then leave "
    b"turn players any all count sum first only 0 1 99999999999 -1 .. ( ) { } [ ] : # * & ! | > ? - % @ ` ' \" , . \n \t \x00 \xff repeat while"
).split(b" ")


def mutated(source: random.Random) -> bytes:
    """Random bytes, or a valid file with pieces changed, doubled, moved, cut or replaced by words of the language."""
    if source.random() < 0.1:
        return source.randbytes(source.randint(0, 400))
    data = bytearray(source.choice(SEEDS))
    for _ in range(source.choice([1, 1, 1, 2, 3, 10])):
        at, to = sorted(source.randint(0, len(data)) for _ in range(2))
        to = min(to, at + source.choice([1, 5, 30, 300]))
        match source.randint(0, 5):
            case 0:
                del data[at:to]
            case 1:
                data[at:at] = source.choice(WORDS)
            case 2:
                data[at:to] = source.choice(WORDS)
            case 3:
                data[at:at] = data[at:to] * source.choice([1, 2, 40])
            case 4:
                other = source.randint(0, len(data))
                data[other:other] = data[at:to]
            case 5:
                lines = bytes(data).split(b"\n")
                a, b = source.randrange(len(lines)), source.randrange(len(lines))
                lines[a], lines[b] = lines[b], lines[a]
                data = bytearray(b"\n".join(lines))
    return bytes(data)


def complete(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> None:
    for lang in ("en", "es"):
        assert bool(render(diagnostics, lang)) == bool(diagnostics)
    for diagnostic in diagnostics:
        assert diagnostic.as_json()["message"]


def try_out(game: Game, source: random.Random) -> None:
    """Some stops of a game that was accepted."""
    state = game.start(game.model.players[1], trace=source.random() < 0.5)
    for _ in range(30):
        if state.result():
            break
        if state.draw:
            state.roll(Xoshiro(source.randint(0, 99)))
        else:
            state.play(source.choice(state.options))


@pytest.mark.parametrize("part", range(4))
def test_no_input_yields_a_traceback(part: int, long: bool, tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    accepted = refused = 0
    for number in range(5_000 if long else 100):
        source = random.Random(part * 1_000_000 + number)
        data = mutated(source)
        path.write_bytes(data)
        began = time.process_time()
        try:
            desk, found = examine(path)
            complete(found)
            assert desk is not None or any(d.severity == "error" for d in found)
            if desk is not None:
                accepted += 1
                try_out(Game(desk, found), source)
            else:
                refused += 1
        except ReglarioError as error:
            complete(error.diagnostics)
        except Exception as error:
            raise AssertionError(f"part {part}, number {number}") from error
        assert time.process_time() - began < 20, f"part {part}, number {number} took too long"
    assert accepted and refused
