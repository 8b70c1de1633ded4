"""The board on the screen: golden drawings, and what must hold of every drawing of any position."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.text import Text

from interpreter import State
from interpreter.game import Game
from interpreter.ring import CELL, ring_lines
from interpreter.trace import Teller

from .positions import GAMES, NAMES, places, position, put, spaces, wander

GOLDEN = Path(__file__).parent / "golden" / "ring"

# Two and three players, so that somebody is absent and there are police.
POSITIONS: dict[str, tuple[str, int, dict[str, str]]] = {
    "base": (
        "poleana", 2,
        {
            "red-1": "street 3 of red", "red-2": "bridge 4 of yellow", "red-3": "home 5 of red",
            "green-1": "street 5 of blue", "green-2": "street 5 of blue", "green-3": "limbo of green", "green-4": "home 7 of green",
        },
    ),
    "express": (
        "poleana-express", 3,
        {
            "red-1": "street 0 of red", "red-2": "street 0 of red", "red-3": "street 0 of red",
            "yellow-1": "street 3 of blue", "yellow-2": "home 7 of yellow", "yellow-3": "home 7 of yellow",
            "green-1": "bridge 7 of red", "green-2": "limbo of green",
        },
    ),
    "whole_lap": (
        "poleana-whole-lap", 4,
        {
            "red-1": "home 6 of red", "red-2": "street 14 of blue", "yellow-1": "street 9 of yellow", "yellow-2": "street 9 of yellow",
            "green-1": "bridge 1 of green", "green-2": "home 1 of green", "blue-1": "street 0 of red", "blue-2": "home 7 of blue",
            "blue-3": "home 7 of blue", "blue-4": "home 7 of blue",
        },
    ),
}  # fmt: skip


def drawn(state: State, lang: str, width: int = 80) -> list[str]:
    """The board of a state, a string a line."""
    teller = Teller(state.model, state.players, lang)
    (widget,) = (widget for widget in state.model.screen if widget.kind == "ring")
    lines = [line.plain if isinstance(line, Text) else line for line in ring_lines(state, teller, widget, width)]
    return [line for line in lines if line[1:2] != " " or line[:1] not in {symbol.show for symbol in widget.symbols}]  # less what the signs mean


def square(state: State, lang: str = "en") -> dict[tuple[int, int], str]:
    """What is drawn of the board by column and row, empty places left out."""
    rows = drawn(state, lang)[: -len(state.players)]
    return {
        (column, row): shown
        for row, line in enumerate(rows)
        for column in range(-(-len(line) // CELL))
        if (shown := line[column * CELL : column * CELL + CELL].strip())
    }  # fmt: skip


# ---- golden drawings


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("form", ["square", "list"])
@pytest.mark.parametrize("name", POSITIONS)
def test_golden_drawing(name: str, form: str, lang: str, record: bool) -> None:
    game, players, where = POSITIONS[name]
    lines = drawn(position(GAMES[game], players, where), lang, 80 if form == "square" else 40)
    found = "".join(f"{line}\n" for line in lines)
    golden = GOLDEN / f"{name}_{form}_{lang}.txt"
    if record:
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(found, encoding="utf-8")
    assert golden.exists(), "no golden file; record it with pytest --record and read it"
    assert found == golden.read_text(encoding="utf-8")


def test_every_golden_drawing_has_its_position() -> None:
    wanted = {f"{name}_{form}_{lang}" for name in POSITIONS for form in ("square", "list") for lang in ("es", "en")}
    assert {path.stem for path in GOLDEN.glob("*.txt")} == wanted


# ---- every drawing


def where_it_is(game: Game, players: int) -> dict[str, tuple[int, int]]:
    """Where every space of the ring and the lanes is drawn: where a token that is put there shows, and where nothing else changes."""
    state = game.start(players)
    empty = square(state)
    found = {}
    for space in spaces(game):
        if not space.startswith(("start", "limbo")):
            changed = square(put(state, {"red-1": space}))
            assert set(changed) == set(empty), space
            (found[space],) = (point for point in empty if changed[point] != empty[point])
            assert changed[found[space]].startswith("R1") and empty[found[space]].strip("○⚠★") == space.split("-")[1], space
    return found


@pytest.mark.parametrize(("name", "players"), [("poleana", 2), ("poleana", 3), ("poleana", 4), ("poleana-express", 3), ("poleana-whole-lap", 4)])
def test_every_space_is_drawn_exactly_once(name: str, players: int) -> None:
    game = GAMES[name]
    found = where_it_is(game, players)
    assert len(set(found.values())) == len(found), "two spaces in one place"
    assert set(found.values()) == set(square(position(game, players, {}))), "something is drawn that is no space"


@pytest.mark.parametrize("name", GAMES)
def test_neighbours_on_the_board_are_neighbours_on_the_screen(name: str) -> None:
    """Round the ring clockwise, first seat first from the lower right corner; along a lane; and from a fork up its bridge."""
    game = GAMES[name]
    found = where_it_is(game, 4)
    ring = [found[space] for space in spaces(game) if space.startswith("street")]
    edge = max(column for column, _ in ring)
    assert ring[0] == (edge, edge) and ring[1] == (edge - 1, edge)
    for here, there in [*pairwise(ring), (ring[-1], ring[0])]:
        assert abs(here[0] - there[0]) + abs(here[1] - there[1]) == 1
    for seat in ("red", "yellow", "green", "blue"):
        for lane in ("bridge", "home"):
            points = [found[f"{lane}-{number}-of-{seat}"] for number in range(1, 8)]
            for here, there in pairwise(points):
                assert abs(here[0] - there[0]) + abs(here[1] - there[1]) == 1
            assert all(0 < x < edge and 0 < y < edge for x, y in points)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("name", GAMES)
def test_letters_are_distinct(name: str, lang: str) -> None:
    state = GAMES[name].start(NAMES)
    lines = drawn(state, lang)[-4:]
    assert len({line[0] for line in lines}) == 4 and all(line[0].isalpha() and line[1] == " " for line in lines)


def tokens_in(text: str, letters: dict[str, str]) -> Counter[str]:
    """The tokens that a text shows, by what stands for them: `R12` two of red, `R×4` four that are not told apart."""
    found: Counter[str] = Counter()
    for letter, numbers, many in re.findall(r"(?<!\w)([A-Z])(?:(\d+)|×(\d+))(?!\w)", text):
        if many:
            found[f"{letters[letter]}-?"] += int(many)
        for number in numbers:
            found[f"{letters[letter]}-{number}"] += 1
    return found


@pytest.mark.parametrize(("players", "lang"), [(2, "es"), (3, "en"), (4, "es")])
@pytest.mark.parametrize("name", GAMES)
def test_every_token_appears_once(name: str, players: int, lang: str) -> None:
    """In the square and in the list, over positions of random games; and no line is wider than the screen."""
    game = GAMES[name]
    state = game.start(NAMES[:players])
    taken = [game.model.seats.members[seat] for seat in state.players]
    letters = {line[0]: seat for line, seat in zip(drawn(state, lang)[-players:], taken, strict=True)}
    for number, state in enumerate(wander(game, players, 5, 400)):
        if number % 10:
            continue
        every = set(places(state))
        listed = drawn(state, lang, 40)
        assert tokens_in("\n".join(listed), letters) == Counter(every)
        lines = drawn(state, lang)
        assert all(cell_len(line) <= 80 for line in lines)
        assert [line.split(":")[0] for line in listed] == [line[2:].split("  ")[0] for line in lines[-players:]]
        shown = tokens_in("\n".join(lines), letters)
        for seat in taken:
            mine = {token for token in every if token.startswith(seat)}
            apart = {token: count for token, count in shown.items() if token.startswith(seat) and not token.endswith("?")}
            assert all(count == 1 and token in mine for token, count in apart.items())
            assert len(apart) + shown[f"{seat}-?"] == len(mine)


def test_a_stack_says_how_many_where_there_is_no_room_for_names() -> None:
    state = position(GAMES["poleana"], 2, {f"red-{number}": "street 0 of red" for number in (1, 2, 3)})
    assert "R×3" in square(state).values()
    put(state, {"red-3": "start of red"})
    assert "R12" in square(state).values()


def test_a_sign_stands_beside_a_token_where_there_is_room() -> None:
    signs = {"street 3 of red": "R1○", "street 5 of yellow": "R1⚠", "home 7 of red": "R1★", "street 4 of red": "R1"}
    for space, shown in signs.items():
        assert shown in square(position(GAMES["poleana"], 2, {"red-1": space})).values(), space
    # Squares of a colour that plays call no police.
    assert "⚠" not in "".join(square(position(GAMES["poleana"], 4, {})).values())
    assert "".join(square(position(GAMES["poleana"], 2, {})).values()).count("⚠") == 18
    assert "".join(square(position(GAMES["poleana-express"], 3, {})).values()).count("⚠") == 8


def test_a_board_that_does_not_fit_is_a_list() -> None:
    state = position(GAMES["poleana"], 2, {"red-1": "street 5 of yellow"})
    assert len(drawn(state, "en", 64)) == 18
    assert drawn(state, "en", 63) == ["Ana (red): R1 square 5 of yellow ⚠ · R234 start of Ana", "Luis (green): G1234 start of Luis"]
