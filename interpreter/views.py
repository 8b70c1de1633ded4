"""Views: what one seat knows of a state, and nothing else.

A view holds the public cells, the pieces that its seat sees, and of every other zone only how many pieces lie there (and, where they
have numbered places, which places are taken). It can be completed at random into a state that would look the same from there.
"""

from __future__ import annotations

from dataclasses import dataclass

from . import model as m
from .audience import zone_audience
from .chance import Source, shuffled
from .choosing import Option
from .events import EVERYBODY
from .game import State
from .sets import members


@dataclass(frozen=True, slots=True)
class Hidden:
    """A zone that the seat cannot look into: how many pieces, or at which numbered places."""

    zone: int
    place: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What `seat` knows. `options` are those that it can choose now, none where another chooses."""

    seat: int
    cells: tuple[int, ...]
    hidden: tuple[Hidden, ...]
    options: tuple[Option, ...]
    names: tuple[str, ...]
    _origin: State

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._known == other._known

    def __hash__(self) -> int:
        return hash(self._known)

    @property
    def model(self) -> m.Model:
        """The game."""
        return self._origin.model

    @property
    def _known(self) -> tuple[object, ...]:
        return self.seat, self.cells, self.hidden, self.options, self.names

    def complete(self, source: Source) -> State:
        """A full state, drawn at random among those that look like this one to the seat."""
        state = self._origin.copy()
        model, cells = state.model, list(self.cells)
        for kind in model.pieces:
            own = [part for part in self.hidden if model.zones[part.zone].pieces == kind.family]
            seen = 0
            for zone in model.zones:
                if zone.pieces == kind.family:
                    for place in range(zone.family.size):
                        seen |= cells[zone.cell + place]
            unknown = iter(shuffled(members(((1 << kind.family.size) - 1) & ~seen), source))
            for part in own:
                zone = model.zones[part.zone]
                for number in part.numbers:
                    piece = next(unknown)
                    cells[zone.cell + part.place] |= 1 << piece
                    cells[kind.position_cell + piece] = number if zone.ordered else 0
        state.cells = cells
        return state


def view_of(state: State, seat: int) -> View:
    """The view of one seat."""
    model, cells = state.model, list(state.cells)
    hidden = []
    for zone in model.zones:
        position = next(kind.position_cell for kind in model.pieces if kind.family == zone.pieces)
        for place in range(zone.family.size):
            audience = zone_audience(zone, place)
            if audience == EVERYBODY or audience >> seat & 1:
                continue
            pieces = members(cells[zone.cell + place])
            hidden.append(Hidden(zone.index, place, tuple(sorted(state.cells[position + piece] for piece in pieces))))
            cells[zone.cell + place] = 0
            for piece in pieces:
                cells[position + piece] = 0
    mine = state.turn == seat and state.draw is None and state.block is not None
    options = tuple(state.options) if mine else ()
    return View(seat, tuple(cells), tuple(hidden), options, tuple(state.name(option) for option in options), state)


