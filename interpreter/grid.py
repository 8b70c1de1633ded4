"""Spaces drawn in rows: a grid, the first row below, or a lane that is folded. From the model alone, whatever their size.

A cell shows its sign, with an amount where one is declared, and the pieces on it by the letter of their owner. A folded lane begins at the lower right and
turns at the end of every row, so that neighbours stay neighbours; each row has the numbers of its spaces beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from . import model as m
from .game import State
from .ring import STYLES, Drawing
from .trace import Teller

EMPTY = "·"


def grid_lines(state: State, teller: Teller, widget: m.Widget, width: int) -> Iterator[Text]:
    """The spaces in their rows, closer together where they would be wider than `width`."""
    drawing = _Drawing(state, teller, widget)
    cell = max(text.cell_len for row in drawing.rows for space in row for text in (drawing.cell(space), Text(drawing.number(space))))
    roomy = (cell + 3) * drawing.grid.wide + 4 <= width
    yield from drawing.framed(cell + 2 * roomy) if drawing.grid.framed else drawing.plain(cell + 1 + roomy)
    yield from drawing.meanings(widget)
    yield from drawing.people()


class _Drawing(Drawing):
    """One state of a grid."""

    def __init__(self, state: State, teller: Teller, widget: m.Widget):
        assert widget.grid is not None
        super().__init__(state, teller, widget, widget.grid.colours)
        self.grid, self.is_grid = widget.grid, widget.grid.spaces.form == "grid"
        spaces = [row[0] for row in self.grid.spaces.spaces.values()]
        rows = [spaces[first : first + self.grid.wide] for first in range(0, len(spaces), self.grid.wide)]
        if not self.is_grid:
            rows = [row if place % 2 else row[::-1] for place, row in enumerate(rows)]
        self.rows: list[Sequence[int]] = [*reversed(rows)]  # the last one above

    def cell(self, space: int) -> Text:
        """What stands on a space."""
        sign, colour = self.signs.get(space, ("", ""))
        amount = self.state.cells[self.grid.amount.cell + space] if self.grid.amount is not None else 0
        text = Text()
        for owner, numbers in self._owned(space).items():
            text.append(self.letters.get(owner, EMPTY) + (str(len(numbers)) if len(numbers) > 1 else ""), f"bold {self._colour(owner)}".strip())
        text.append(sign + (str(amount) if amount > 1 else ""), STYLES.get(colour, colour))
        return text

    def number(self, space: int) -> str:
        """What stands beside a folded lane, or under the columns of a grid."""
        return str(self.board.attributes["column" if self.is_grid else "number"][1][space])

    def people(self) -> Iterator[Text]:
        """Who sits where, as far as the file has labels for the seats."""
        named, seats = self.state.model.labels, self.state.model.seats.members
        people = [Text(self._name(seat)) for seat in self.state.players if f"name:{seats[seat]}" in named]
        yield from [Text(" · ").join(people)] if people else []

    # ---- two ways to draw it

    def framed(self, cell: int) -> Iterator[Text]:
        """With lines between the cells."""
        edge, line = self._margin(0), "─" * cell
        for place, row in enumerate(self.rows):
            left, between, right = ("├", "┼", "┤") if place else ("┌", "┬", "┐")
            yield Text(edge + left + between.join([line] * len(row)) + right)
            shown = Text("│").join(_centred(self.cell(space), cell) for space in row)
            yield Text(self._margin(len(self.rows) - place) + "│").append_text(shown).append("│")
        yield Text(edge + "└" + "┴".join([line] * len(self.rows[-1])) + "┘")
        yield from self._columns(cell, edge + " ", " ")

    def plain(self, cell: int) -> Iterator[Text]:
        """With a dot on every empty cell; beside each row of a lane the numbers of its spaces: above, and of the lowest below."""
        for place, row in enumerate(self.rows):
            shown = Text(self._margin(len(self.rows) - place))
            for space in row:
                shown.append_text(_centred(self.cell(space) or Text(EMPTY, "dim"), cell))
            last = place == len(self.rows) - 1
            lines = [shown] if self.is_grid else [shown, self._numbers(row, cell, "", "")] if last else [self._numbers(row, cell, "", ""), shown]
            for line in lines + [Text()] * (not self.is_grid and not last):
                line.rstrip()
                yield line
        if self.is_grid:
            yield from self._columns(cell, self._margin(0), "")

    def _margin(self, row: int) -> str:
        """The number of a row of the grid, 0 for none."""
        if not self.is_grid or "rows" not in self.grid.numbered:
            return ""
        wide = len(str(len(self.rows)))
        return f"{row or '':>{wide}} "

    def _columns(self, cell: int, before: str, between: str) -> Iterator[Text]:
        if "columns" in self.grid.numbered:
            yield self._numbers(self.rows[-1], cell, before, between)

    def _numbers(self, row: Sequence[int], cell: int, before: str, between: str) -> Text:
        line = Text(before).append_text(Text(between).join(_centred(Text(self.number(space), "dim"), cell) for space in row))
        line.rstrip()
        return line


def _centred(text: Text, width: int) -> Text:
    left = (width - text.cell_len) // 2
    return Text(" " * max(0, left)).append_text(text).append(" " * max(0, width - text.cell_len - left))
