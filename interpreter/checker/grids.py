"""Grids: boards of columns and rows, with their cells, lines and neighbours, worked out to static tables.

The cells of a grid lie in the family of spaces row by row from the first row up, within a row by column. `cell(c, r)` looks one up; where a side is a
range, `cell(c, 1..6)`, it is the set of those cells. Several grids are boards of their own: no line or neighbourhood goes from one to another.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from .. import model as m
from .. import syntax
from ..source import Span
from ..types import Type, between, element, set_of
from .scope import Scope

if TYPE_CHECKING:
    from .declarations import Declarations
    from .expressions import Expressions

MAX_SPACES = 1_000
NO_NUMBER = -1  # of a pocket, and of a cell; also the column and row of what is no cell

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))  # of a line from its first cell, in the order of lines: along the row, up the column, both diagonals


def declare_grid(d: Declarations, form: syntax.Spaces, names: list[str], kind: int, known: list[tuple[int, int, int]]) -> m.SpaceKind | None:
    """Adds the cells of a grid to the names of all spaces, and to what is known of each."""
    columns, rows = (d.static_number(run.low) for run in form.runs)
    if columns is None or rows is None:
        return None
    if columns < 1 or rows < 1:
        d.problems.error("grid-size", form.span, columns=columns, rows=rows)
        return None
    if len(names) + columns * rows > MAX_SPACES:
        d.problems.error("too-many-spaces", form.span, limit=MAX_SPACES)
        return None
    first = len(names)
    names += [f"{form.name}-{column}-{row}" for row in range(1, rows + 1) for column in range(1, columns + 1)]
    known += [(kind, -1, NO_NUMBER)] * (columns * rows)
    spaces: dict[int, tuple[int, ...]] = {place: (first + place,) for place in range(columns * rows)}
    return m.SpaceKind(form.name, form.form, False, spaces, form.span, columns, rows)


def grid_attributes(kinds: list[m.SpaceKind], spaces: int) -> dict[str, tuple[Type, tuple[int, ...]]]:
    """The column and the row of every space; nothing where there is no grid."""
    sides = [[NO_NUMBER] * spaces, [NO_NUMBER] * spaces]
    for kind in (kind for kind in kinds if kind.form == "grid"):
        for place, (space,) in kind.spaces.items():
            for side, number in zip(sides, (place % kind.columns + 1, place // kind.columns + 1), strict=True):
                side[space] = number
    if not any(kind.form == "grid" for kind in kinds):
        return {}
    return {name: (between(min(side), max(side)), tuple(side)) for name, side in zip(("column", "row"), sides, strict=True)}


def named_cells(kind: m.SpaceKind) -> str:
    return f"{kind.name}(1..{kind.columns}, 1..{kind.rows})"


def cell_at(kind: m.SpaceKind, column: int, row: int) -> int | None:
    """The place of a cell in the family of spaces."""
    inside = 1 <= column <= kind.columns and 1 <= row <= kind.rows
    return kind.spaces[(row - 1) * kind.columns + column - 1][0] if inside else None


def straight_lines(kind: m.SpaceKind, length: int) -> list[int]:
    """All straight lines of so many cells, by their first cell, then by direction."""
    found = []
    for row, column, (right, up) in product(range(1, kind.rows + 1), range(1, kind.columns + 1), DIRECTIONS):
        cells = [cell_at(kind, column + right * step, row + up * step) for step in range(length)]
        if all(cell is not None for cell in cells):
            found.append(sum(1 << cell for cell in cells if cell is not None))
    return found


def neighbourhoods(board: m.Board) -> tuple[int, ...]:
    """The cells around every space, none around what is no cell."""
    found = [0] * board.family.size
    for kind in (kind for kind in board.kinds if kind.form == "grid"):
        for row, column in product(range(1, kind.rows + 1), range(1, kind.columns + 1)):
            around = [cell_at(kind, column + right, row + up) for right, up in product((-1, 0, 1), repeat=2) if right or up]
            found[kind.spaces[(row - 1) * kind.columns + column - 1][0]] = sum(1 << cell for cell in around if cell is not None)
    return tuple(found)


class Grids:
    """Checks what is said of grids."""

    def __init__(self, expressions: Expressions):
        self.expressions, self.d, self.problems = expressions, expressions.d, expressions.problems

    def _board(self, span: Span) -> m.Board | None:
        board = self.d.board
        if board is None or not any(kind.form == "grid" for kind in board.kinds):
            self.problems.error("no-grid", span)
            return None
        return board

    def lines(self, node: syntax.Belonging, at: syntax.Expression | None, scope: Scope) -> m.Expr | None:
        """`lines of 4`, `lines of 4 at s`"""
        board, length = self._board(node.span), self.d.static_number(node.owner)
        if board is None or length is None:
            return None
        masks = [mask for kind in board.kinds if kind.form == "grid" for mask in straight_lines(kind, length)] if length > 1 else []
        if not masks:
            longest = max(max(kind.columns, kind.rows) for kind in board.kinds if kind.form == "grid")
            self.problems.error("no-lines", node.owner.span, length=length, limit=longest)
            return None
        space = self.expressions.fitting(at, scope, element(board.family)) if at is not None else None
        if at is not None and space is None:
            return None
        return m.Lines(node.span.to(at.span) if at is not None else node.span, Type("lines", board.family, True), tuple(masks), space)

    def neighbours(self, node: syntax.Belonging, scope: Scope) -> m.Expr | None:
        """`neighbours of s`"""
        board = self._board(node.span)
        space = self.expressions.fitting(node.owner, scope, element(board.family)) if board is not None else None
        return m.Lookup(node.span, set_of(board.family), neighbourhoods(board), space, "neighbours") if board is not None and space is not None else None

    # ---- places

    def place(self, what: syntax.Name | syntax.Numbered | syntax.Call, owner: syntax.Expression | None, kind: m.SpaceKind, scope: Scope) -> m.Expr | None:
        """`cell(c, r)`, `cell(c, 1..6)`"""
        assert self.d.board is not None
        family = self.d.board.family
        if owner is not None:
            self.problems.error("owner-of-none", what.span, name=kind.name)
            return None
        if not isinstance(what, syntax.Call) or len(what.arguments) != 2:
            self.problems.error("grid-place", what.span, name=kind.name)
            return None
        first, second = (self._side(side, size, kind, scope) for side, size in zip(what.arguments, (kind.columns, kind.rows), strict=True))
        if first is None or second is None:
            return None
        (column, along), (row, up) = first, second
        several = any(isinstance(side, syntax.Range) for side in what.arguments)
        table = []
        for rows in up:
            for columns in along:
                cells = [cell_at(kind, x, y) for y in rows for x in columns]
                table.append(sum(1 << cell for cell in cells if cell is not None) if several else cells[0] or 0)
        wanted = set_of(family) if several else element(family)
        if isinstance(column, m.Const) and isinstance(row, m.Const):
            return m.Const(what.span, wanted, table[(row.value - 1) * len(along) + column.value - 1])
        index = m.GridIndex(what.span, between(0, len(table) - 1), column, row, len(along), len(up), kind.name)
        return m.Lookup(what.span, wanted, tuple(table), index, kind.name)

    def _side(self, node: syntax.Expression, size: int, kind: m.SpaceKind, scope: Scope) -> tuple[m.Expr, list[list[int]]] | None:
        """The number of a column or row, with those that it can be; of a range the constant 1, with all of the range."""
        each = [[number] for number in range(1, size + 1)]
        if not isinstance(node, syntax.Range):
            number = self.expressions.number(node, scope)
            if isinstance(number, m.Const) and not 1 <= number.value <= size:
                self.problems.error("no-such-number", node.span, name=kind.name, allowed=[named_cells(kind)])
                return None
            return (number, each) if number is not None else None
        low, high = self.d.static_number(node.low), self.d.static_number(node.high)
        if low is None or high is None:
            return None
        if not 1 <= low <= high <= size:
            self.problems.error("no-such-number", node.span, name=kind.name, allowed=[named_cells(kind)])
            return None
        return m.Const(node.span, between(1, 1), 1), [list(range(low, high + 1))]
