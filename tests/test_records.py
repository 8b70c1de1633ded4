"""Records: complete in themselves, on disk before the next prompt, read with care, gone on with exactly where they stopped."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import RecordError, Session, load, read_record, shipped_games
from interpreter.chance import Xoshiro

GAMES = {name: load(path) for name, path in shipped_games().items()}


def begin(name: str, path: Path | None) -> Session:
    low, high = GAMES[name].model.players
    names = ["Ana", "Luis", "Eva", "Raúl"][: max(low, min(high, 3))]
    return Session.begin(GAMES[name], names, ["Luis"], {}, path)


def step(session: Session, source: Xoshiro, choices: random.Random) -> None:
    if session.state.draw:
        session.roll(source)
    else:
        session.choose(choices.choice(session.state.options.names))


def wander(session: Session, seed: int, stops: int) -> None:
    """Plays on, taking back now and then."""
    source, choices = Xoshiro(seed), random.Random(seed)
    for _ in range(stops):
        if session.state.result() is None and choices.random() < 0.85:
            step(session, source, choices)
        else:
            session.undo(choices.randint(1, 3))


@settings(max_examples=60, deadline=None)
@given(name=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 2**32), stops=st.integers(0, 60))
def test_a_record_replays_to_the_same_state_with_the_same_outcomes_kept(tmp_path_factory, name: str, seed: int, stops: int) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    with begin(name, path) as session:
        wander(session, seed, stops)
    with Session.resume(read_record(path)) as again:
        assert again.state == session.state and again.moves == session.moves and again.cpu == session.cpu
        if session.state.draw:
            assert again.kept() == session.kept()
        wander(again, seed + 1, 5)
    assert Session.replay(read_record(path)).state == again.state


def test_what_was_taken_back_comes_up_again() -> None:
    session, source = begin("pirinola", None), Xoshiro(3)
    spins = []
    for _ in range(6):
        session.roll(source)
        spins.append(session.state.events)
    faces = [event.result for event in session.state.events if hasattr(event, "result")]
    assert session.undo(4) == 4
    for _ in range(4):
        session.roll(Xoshiro(99))
    assert [event.result for event in session.state.events if hasattr(event, "result")] == faces
    assert session.undo(100) == 6 and session.undo() == 0


def test_every_line_is_on_disk_at_once_and_holds_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with begin("perinola-6", path) as session:
        for count in range(1, 5):
            session.roll(Xoshiro(count))
            lines = path.read_text(encoding="utf-8").splitlines()
            assert len(lines) == count + 1 and set(json.loads(lines[-1])) == {"outcome"}
    header = json.loads(lines[0])
    assert [file["name"] for file in header["files"]] == ["rules/variants/perinola-6.yaml", "rules/pirinola.yaml"]
    assert (header["players"], header["cpu"], header["options"]["ante"]) == (["Ana", "Luis", "Eva"], ["Luis"], "1")
    assert read_record(path).game().model.digest == GAMES["perinola-6"].model.digest


def test_a_record_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("what somebody kept\n", encoding="utf-8")
    with pytest.raises(RecordError) as error:
        begin("pig", path)
    assert error.value.diagnostics[0].code == "record-exists"
    assert path.read_text(encoding="utf-8") == "what somebody kept\n"


def kept(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    with begin("pirinola", path) as session:
        for number in range(5):
            session.roll(Xoshiro(number))
    return path


def test_a_line_that_was_cut_off_does_not_count_and_nothing_else_is_lost(tmp_path: Path) -> None:
    path = kept(tmp_path)
    whole = path.read_bytes()
    for cut in (3, 9, len(whole.splitlines()[-1])):
        path.write_bytes(whole[:-cut])  # within the last line, up to all of it but its break
        record = read_record(path)
        assert record.cut and len(record.entries) == 4
        with Session.resume(record) as session:
            session.roll(Xoshiro(8))
        again = read_record(path)
        assert not again.cut and len(again.entries) == 5 and again.entries[:4] == record.entries


def replaced(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("damage", "code", "line"),
    [
        (lambda text: "", "record-foreign", None),
        (lambda text: "\x00\x01\n", "record-foreign", 1),
        (lambda text: '{"a": 1}\n', "record-foreign", 1),
        (lambda text: "[]\n" + text, "record-foreign", 1),
        (lambda text: "[" * 100_000 + "\n", "record-foreign", 1),
        (replaced('"reglario": 1', '"reglario": 99'), "record-foreign", 1),
        (replaced("pay up to n", "pay up to 2 * n"), "record-digest", 1),
        (replaced("put(turn, 1)", "put(turn, "), "text-unfinished", None),
        (replaced('"players": ["Ana", "Luis", "Eva"]', '"players": ["Ana"]'), "record-damaged", 1),
        (replaced('{"outcome"', '{"outcom"'), "record-damaged", 2),
        (replaced('{"outcome": "', '{"outcome": "X'), "record-misfit", 2),
        (lambda text: text + "{\n", "record-damaged", 7),
        (lambda text: text + '{"option": "fly"}\n', "record-misfit", 7),
        (lambda text: text + '{"undo": 99}\n', "record-misfit", 7),
        (lambda text: text + '{"undo": true}\n', "record-damaged", 7),
        (lambda text: text + '{"outcome": 5}\n', "record-damaged", 7),
    ],
)
def test_damage_is_named_with_its_line(tmp_path: Path, damage: Callable[[str], str], code: str, line: int | None) -> None:
    path = kept(tmp_path)
    path.write_text(damage(path.read_text(encoding="utf-8")), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(Exception) as error:
        Session.resume(read_record(path))
    found = error.value.diagnostics[0]  # type: ignore[attr-defined]
    assert found.code == code
    assert line is None or (found.span is not None and found.span.line == line)
    assert path.read_bytes() == before


def test_missing_and_unreadable_files(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jsonl", tmp_path, Path("\0")):
        with pytest.raises(RecordError) as error:
            read_record(path)
        assert error.value.diagnostics[0].code == "record-unreadable"
