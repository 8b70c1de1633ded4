"""Grids: cells, lines and neighbours beside plain loops, options that are lines, and how boards in rows are drawn."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from interpreter import State, load
from interpreter.checker.grids import neighbourhoods, straight_lines
from interpreter.diagnostics import Fault
from interpreter.game import Game
from interpreter.grid import grid_lines
from interpreter.model import Board
from interpreter.reasons import why
from interpreter.sets import members
from interpreter.trace import Teller

RULES = """
language: 1
game: grids
title:
  es: Cuadrículas
  en: Grids
players: 2
seats:
  names: [red, blue]
numbers:
  wide: 5
pieces:
  token:
    plural: tokens
    per: player
    count: 2
    starts at: cell(2, 1)
board:
  spaces: |
    pocket out
    grid cell wide by 3
    grid other 2 by 2
state:
  column: number = 1
  row: number = 1
  taken: set of spaces = none
  here: space = out
actions:
  take:
    with:
      line: lines of 3 at cell(3, 2)
    when:
      - line - taken is line
    do: add line to taken
  look:
    do: set here to cell(column, row)
  step:
    with:
      t: tokens of turn
      s: neighbours of t.space
    do: move t to s
  stop:
flow:
  round:
    repeat: always
    steps:
      play:
        turns: players
        choose: [take, look, step, stop]
end:
  over:
    after: [play]
    when: no
    winners: none
counters:
  all_lines: count(lines of 3)
  crossing: count(line in lines of 2 where any(s in line where s.row is 3))
  longest: most(count(line - taken) for line in lines of 5)
  column_two: count(cell(2, 1..3))
  block: sum(s.column * 10 + s.row for s in cell(2..3, 1..2))
  outside: out.column + out.row + first(other).number
  around_out: count(neighbours of out)
screen:
  - grid: cell
    colours:
      red: red
    symbols:
      taken_cell:
        show: "#"
        at: taken
  - grid: other
    framed: yes
    numbered: [rows]
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    path = tmp_path / "grids.yaml"
    path.write_text(RULES, encoding="utf-8")
    return load(path)


def counters(state: State) -> dict[str, int]:
    return {name: int(state.machine.evaluator(value)(state.cells)) for name, value in state.model.counters.items()}


def board(game: Game) -> Board:
    assert game.model.board is not None
    return game.model.board


def test_lines_are_all_straight_rows_in_their_order(game: Game) -> None:
    kind = board(game).kinds[1]
    for length in (2, 3, 4, 5):
        found = set()
        cells = {(x, y) for x, y in product(range(5), range(3))}
        for (x, y), (right, up) in product(cells, product((-1, 0, 1), repeat=2)):
            row = frozenset((x + right * step, y + up * step) for step in range(length))
            if len(row) == length and row <= cells:
                found.add(row)
        ours = straight_lines(kind, length)
        assert {frozenset(((space - 1) % 5, (space - 1) // 5) for space in members(mask)) for mask in ours} == found
        assert len(ours) == len(found)
        assert [mask & -mask for mask in ours] == sorted(mask & -mask for mask in ours)


def test_neighbours_are_the_cells_around(game: Game) -> None:
    names = board(game).family.members
    around = {names[space]: [names[other] for other in members(mask)] for space, mask in enumerate(neighbourhoods(board(game)))}
    assert around["out"] == []
    assert around["cell-1-1"] == ["cell-2-1", "cell-1-2", "cell-2-2"]
    assert len(around["cell-3-2"]) == 8
    assert around["other-2-2"] == ["other-1-1", "other-2-1", "other-1-2"]


def test_what_is_asked_of_a_grid(game: Game) -> None:
    assert counters(game.start(2)) == {
        "all_lines": 9 + 5 + 6, "crossing": 4 + 5 + 8, "longest": 5, "column_two": 3, "block": 21 + 31 + 22 + 32, "outside": -3, "around_out": 0,
    }  # fmt: skip


def test_a_line_is_named_by_its_ends(game: Game) -> None:
    state = game.start(2)
    lines = [name for name in state.options.names if name.startswith("take")]
    assert lines == [
        "take cell-2-1..cell-4-3", "take cell-3-1..cell-3-3", "take cell-4-1..cell-2-3", "take cell-1-2..cell-3-2", "take cell-2-2..cell-4-2",
        "take cell-3-2..cell-5-2",
    ]  # fmt: skip
    state.play("take cell-3-1..cell-3-3")
    assert not [name for name in state.options.names if name.startswith("take")]
    assert why(state, "take cell-2-1..cell-4-3").kind == "clause"


def test_no_such_cell_is_a_fault(game: Game) -> None:
    state = game.start(2)
    state.play("look")
    column = next(variable.cell for variable in state.model.variables if variable.name == "column")
    state.cells[column] = 6
    with pytest.raises(Fault) as error:
        state.play("look")
    assert [found.code for found in error.value.diagnostics] == ["space-missing"]
    assert "cell (6, 1)" in error.value.diagnostics[0].message("en")


def drawn(state: State, place: int = 0, width: int = 80) -> list[str]:
    widgets = [widget for widget in state.model.screen if widget.kind == "grid"]
    return [line.plain for line in grid_lines(state, Teller(state.model, state.players, "en"), widgets[place], width)]


def test_a_plain_grid_has_signs_and_pieces(game: Game) -> None:
    state = game.start(2)
    state.play("take cell-3-1..cell-3-3")
    state.play("step blue-1 cell-3-1")
    assert drawn(state) == [
        "3   ·    ·    #    ·    ·",
        "2   ·    ·    #    ·    ·",
        "1   ·   R2B  B#    ·    ·",
        "    1    2    3    4    5",
    ]


def test_a_framed_grid_has_lines(game: Game) -> None:
    assert drawn(game.start(2), 1) == ["  ┌───┬───┐", "2 │   │   │", "  ├───┼───┤", "1 │   │   │", "  └───┴───┘"]


def test_a_folded_lane_turns_at_the_end_of_a_row() -> None:
    state = load("backgammon").start(2)
    state.deal("3 1")
    assert drawn(state) == [
        " 13  14  15  16  17  18  19  20  21  22  23  24",
        " ○5  ·   ·   ·   ●3  ·   ●5  ·   ·   ·   ·   ○2",
        "",
        " ●5  ·   ·   ·   ○3  ·   ○5  ·   ·   ·   ·   ●2",
        " 12  11  10  9   8   7   6   5   4   3   2   1",
        "○ white checkers · ● black checkers",
        "1 (white) · 2 (black)",
    ]
