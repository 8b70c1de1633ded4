"""A board whose ring is drawn as a square: from the model alone, whatever the ring's length.

The ring runs clockwise from the lower right corner, the first seat's part first. Within it lie every seat's lanes, one behind the other, along the side
on which they begin: where the route turns into them from the seat's own part, else where that part begins. Pockets are listed below. Where there is no
room or no terminal to draw on, pieces are listed with the spaces they stand on.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from . import model as m
from .game import State
from .sets import members
from .trace import Teller
from .types import element

CELL = 4  # columns of a space
STYLES = {"orange": "dark_orange", "gold": "gold1"}  # colours that rich calls otherwise

Point = tuple[int, int]  # column and row, from the upper left


def ring_lines(state: State, teller: Teller, widget: m.Widget, width: int) -> Iterator[str | Text]:
    """The board, as wide as it is; a list where that is more than `width`."""
    drawing = _Drawing(state, teller, widget)
    yield from drawing.square() if drawing.size * CELL <= width else drawing.listed()
    yield from drawing.meanings(widget)


class Drawing:
    """One state of a board: the signs and the pieces on its spaces."""

    def __init__(self, state: State, teller: Teller, widget: m.Widget, colours: dict[int, str]):
        assert state.model.board is not None
        self.state, self.teller, self.board, self.colours = state, teller, state.model.board, colours
        self.kinds = [kind for kind in state.model.pieces if kind.space_cell is not None]
        self.zones = {zone.pieces: zone for zone in state.model.zones if zone.on_board}
        self.letters = self._letters()
        self.signs = self._signs(widget)

    def _letters(self) -> dict[int, str]:
        """A letter for every seat: the first of its name that no seat before it has."""
        found: dict[int, str] = {}
        for seat, name in enumerate(self.state.model.seats.members):
            called = self.teller.label(name).upper()
            found[seat] = next((sign for sign in called if sign.isalpha() and sign not in found.values()), str(seat + 1))
        return found

    def _signs(self, widget: m.Widget) -> dict[int, tuple[str, str]]:
        """The sign and its colour on every space that has one; of several the first in the file."""
        found: dict[int, tuple[str, str]] = {}
        for symbol in widget.symbols:
            for space in members(int(self.state.machine.evaluator(symbol.at)(self.state.cells))):
                found.setdefault(space, (symbol.show, symbol.colour))
        return found

    def meanings(self, widget: m.Widget) -> Iterator[Text]:
        """What the signs on the board are called, as far as the file has labels for them."""
        named, shown = self.state.model.labels, {sign for sign, _ in self.signs.values()}
        signs = [Text(f"{each.show} {self.teller.label(each.name)}", "dim") for each in widget.symbols if f"name:{each.name}" in named and each.show in shown]
        yield from [Text(" · ").join(signs)] if signs else []

    # ---- what stands on a space

    def _owned(self, space: int) -> dict[int, list[int]]:
        """The numbers of the pieces on a space, by owner (-1 where they are nobody's)."""
        found: dict[int, list[int]] = {}
        for kind in self.kinds:
            for piece in members(self.state.cells[self.zones[kind.family].cell + space]):
                owner = kind.owners[piece] if kind.owners is not None else -1
                found.setdefault(owner, []).append(kind.attributes["number"][1][piece] if kind.alike else piece + 1)
        return found

    def _pieces(self, space: int) -> list[tuple[str, int]]:
        """What stands on a space, short: `R1`, `R12`, `R×4`, with the owner."""
        shown = []
        for owner, numbers in self._owned(space).items():
            letter = self.letters.get(owner, "·")
            shown.append((letter + "".join(map(str, numbers)) if len(numbers) < CELL - 1 else f"{letter}×{len(numbers)}", owner))
        return shown

    def _colour(self, seat: int) -> str:
        colour = self.colours.get(seat, "")
        return STYLES.get(colour, colour)

    def _name(self, seat: int) -> str:
        """`Ana (red)`"""
        colour = self.teller.label(self.state.model.seats.members[seat])
        return f"{self.state.players[seat]} ({colour})"


class _Drawing(Drawing):
    """One state of a ring."""

    def __init__(self, state: State, teller: Teller, widget: m.Widget):
        assert widget.ring is not None
        super().__init__(state, teller, widget, widget.ring.colours)
        self.ring = widget.ring
        rows = self.ring.ring.spaces
        seats = state.model.seats.size if self.ring.ring.per_seat else 1
        self.round = [rows[number][seat] for seat in range(seats) for number in rows]
        self.side = -(-len(self.round) // 4)  # spaces of a side, a corner at its beginning
        self.size = self.side + 1

    # ---- as a square

    def square(self) -> Iterator[Text]:
        """The ring with its lanes, a line a row, then the pockets."""
        at = {self._point(place): space for place, space in enumerate(self.round)}
        for kind_place, kind in enumerate(self.ring.lanes):
            at.update(self._lane(kind, kind_place + 1))
        for row in range(self.size):
            line = Text()
            for column in range(self.size):
                space = at.get((column, row))
                line.append_text(self._cell(space) if space is not None else Text(" " * CELL))
            line.rstrip()
            yield line
        yield from self._below(set(at.values()))

    def _point(self, place: int, depth: int = 0) -> Point:
        """Where a space of the ring is drawn, or what lies that many steps inwards of it."""
        side, along = divmod(place, self.side)
        last, along = self.side, max(along, depth)
        return [(last - along, last - depth), (depth, last - along), (along, depth), (last - depth, along)][side % 4]

    def _lane(self, kind: m.SpaceKind, depth: int) -> dict[Point, int]:
        """Where the spaces of a lane are drawn."""
        found = {}
        own = len(self.ring.ring.spaces)
        for seat in range(self.state.model.seats.size if kind.per_seat else 0):
            spaces = [row[seat] for row in kind.spaces.values()]
            first = self._turning(spaces[0], seat * own, seat * own + own)
            side = first // self.side * self.side
            start = min(max(first - side, depth), max(depth, self.side - depth - len(spaces) + 1))
            for place, space in enumerate(spaces):
                found[self._point(side + start + place, depth)] = space
        return found

    def _turning(self, first: int, start: int, end: int) -> int:
        """The place on the ring, within a seat's part, from which a route turns into a lane; else where the part begins."""
        for kind in self.kinds:
            for step in kind.routes.steps if kind.routes is not None else ():
                into = any(kind.routes.steps[after].space == first for _, after in step.exits) if kind.routes is not None else False
                if into and step.space in self.round[start:end]:
                    return self.round.index(step.space)
        return start

    def _cell(self, space: int) -> Text:
        seat = self.board.attributes["seat"][1][space]
        number = self.board.attributes["number"][1][space]
        sign, colour = self.signs.get(space, ("", ""))
        pieces = self._pieces(space)
        text = Text()
        if not pieces:
            style = STYLES.get(colour, colour) or f"dim {self._colour(seat)}".strip()
            text.append(f"{sign}{number}", style)
        for shown, owner in pieces:
            text.append(shown, f"bold reverse {self._colour(owner)}".strip())
        if pieces and sign and text.cell_len < CELL - 1:
            text.append(sign, STYLES.get(colour, colour))
        return Text(" " * max(0, CELL - text.cell_len - 1)).append_text(text).append(" " if text.cell_len < CELL else "")

    def _below(self, drawn: set[int]) -> Iterator[Text]:
        """A line a seat: its letter and name, and what stands in its pockets."""
        for seat in self.state.players:
            line = Text(f"{self.letters[seat]} ", f"bold {self._colour(seat)}".strip())
            line.append(self._name(seat), self._colour(seat))
            for kind in self.ring.pockets:
                space = kind.spaces[next(iter(kind.spaces))][seat] if kind.per_seat else -1
                numbers = self._owned(space).get(seat) if space >= 0 and space not in drawn else None
                if numbers:
                    line.append(f"  {self.teller.label(kind.name)} {self.letters[seat]}{''.join(map(str, numbers))}")
            yield line

    # ---- as a list

    def listed(self) -> Iterator[str]:
        """A line a seat: where each of its pieces stands, signs included."""
        for seat in self.state.players:
            places: dict[str, list[str]] = {}
            for kind in self.kinds:
                for piece, owner in enumerate(kind.owners or ()):
                    if owner == seat and kind.space_cell is not None:
                        space = self.state.cells[kind.space_cell + piece]
                        sign = self.signs.get(space, ("", ""))[0]
                        place = f"{self.teller.value(element(self.board.family), space)}{' ' + sign if sign else ''}"
                        places.setdefault(place, []).append(str(kind.attributes["number"][1][piece]))
            shown = " · ".join(f"{self.letters[seat]}{''.join(numbers)} {place}" for place, numbers in places.items())
            yield f"{self._name(seat)}: {shown}"
