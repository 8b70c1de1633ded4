"""What a scenario gives: the place in the flow, whose turn it is, variables, and the pieces in their zones.

Everything is worked out before anything is written, and no rule runs meanwhile; so a scenario can make a situation that no game comes to. But
every piece always lies somewhere, so where one zone of a kind of piece is given, all pieces of that kind are: by name, or as the `rest`. Pieces of
a board stay where the game began with them, unless they are named.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import model as m
from .addresses import Addresses, around, text_of
from .diagnostics import Note, Problems
from .document import Entry, Node, Scalar, Sequence
from .game import State
from .paths import ACT, PHASES
from .sets import members
from .source import Span
from .suggest import nearest
from .types import INT_MAX, INT_MIN, Family

REST = "rest"


class Unusable(Exception):
    """What is given cannot be set up; the reasons are reported already."""


class Given:
    """Writes what is given into the state of one scenario."""

    def __init__(self, addresses: Addresses, where: Span):
        self.addresses, self.where = addresses, where
        self.state: State = addresses.state
        self.problems: Problems = addresses.problems
        self.model = addresses.model
        self.laid: dict[Family, _Layout] = {}

    def write(self, given: dict[str, Entry]) -> None:
        """Writes all addresses at once; the place in the flow first, since it says whose turn there can be."""
        cells = self.state.cells
        if "block" in given:
            self._set_block(given["block"].value)
        if "turn" in given:
            self._set_turn(given["turn"].value)
        writes = [write for key, entry in given.items() if key not in ("block", "turn") for write in self._write(entry)]
        for layout in self.laid.values():
            if not layout.on_board:
                writes += layout.writes()
        for cell, value in writes:
            cells[cell] = value
        for layout in self.laid.values():
            if layout.on_board:
                layout.put()
        if any(block.turns is not None for block in around(self.model, self.state.block)) and cells[m.TURN] < 0:
            self.problems.error("scenario-no-turn", given["block"].value.span if "block" in given else self.where)
        if self.problems.errors:
            raise Unusable
        self.state.machine.advance(cells)
        self.state._candidates = None

    def _write(self, entry: Entry) -> Iterator[tuple[int, int]]:
        place = self.addresses.place(entry.key)
        if isinstance(place, m.Contents):
            zone = self.model.zones[place.zone]
            layout = self.laid.setdefault(zone.pieces, _Layout(self.addresses, zone.pieces, entry.key.span))
            layout.lay(zone, self.addresses.evaluate(place.index), entry)
            return
        if place is None:
            return
        value = self.addresses.expression(entry.value, place.type)
        if value is None:
            return
        found = self.addresses.evaluate(value)
        low, high = (place.type.low, place.type.high) if place.type.is_number else (INT_MIN, INT_MAX)
        if place.type.is_number and not low <= found <= high:
            self.problems.error("number-out-of-range", entry.value.span, value=found, limit=f"{low}..{high}")
            return
        index = self.addresses.evaluate(place.index) if place.index is not None else 0
        yield place.cell + index, found

    def _set_turn(self, node: Node) -> None:
        """Makes it that player's turn: who comes behind in the same round still has theirs."""
        seat, cells = self.addresses.seat(node), self.state.cells
        block = next((block for block in around(self.model, self.state.block) if block.turns is not None), None)
        if seat is None or block is None:
            self.problems.error("scenario-no-turn", node.span)
            return
        size, first = self.model.seats.size, cells[block.turn_cells + 1]
        order = [place % size for place in range(first, first + size)]
        behind = order[order.index(seat) + 1 :]
        cells[block.turn_cells] = cells[m.TAKEN] & sum(1 << place for place in behind)
        cells[m.TURN] = seat

    def _set_block(self, node: Node) -> None:
        """Puts the game at a stop of that name, with the state of the blocks around it as they begin."""
        blocks = {block.name: block for block in self.model.blocks if block.draw or block.choose}
        target = blocks.get(text_of(node))
        if target is None:
            self.problems.error("unknown-block", node.span, name=text_of(node), near=nearest(text_of(node), blocks), allowed=list(blocks))
            return
        alive, cells = around(self.model, self.state.block), self.state.cells
        for block in around(self.model, target)[::-1]:
            if block in alive:
                continue
            if block.turns is not None:
                cells[block.turn_cells : block.turn_cells + 3] = [0, 0, cells[m.TURN]]
                cells[m.TURN] = -1
            self.state.machine.initialise(block.state)(cells)
        cells[m.PHASE] = target.index * PHASES + ACT


class _Layout:
    """Where a scenario puts the pieces of one kind; `span` is the first of its addresses."""

    def __init__(self, addresses: Addresses, family: Family, span: Span):
        self.addresses, self.family, self.span, self.problems = addresses, family, span, addresses.problems
        self.on_board = addresses.model.kind_of(family).space_cell is not None
        self.named: dict[int, Span] = {}  # where each piece that is named stands in the file
        self.rest: Span | None = None
        self.places: dict[int, int] = {}  # which of its kind a zone is, by its cell
        self.zones: dict[int, tuple[m.Zone, list[int | None], Span]] = {}  # by the cell of a zone: its pieces in order; None stands for the rest

    def lay(self, zone: m.Zone, index: int, entry: Entry) -> None:
        """Notes what lies in one zone."""
        cell, value = zone.cell + index, entry.value
        if cell in self.zones:
            self.problems.error("scenario-zone-twice", entry.key.span, [Note("note:first-here", self.zones[cell][2])])
            return
        row: list[int | None] = []
        self.zones[cell] = zone, row, entry.key.span
        self.places[cell] = index
        items = value.items if isinstance(value, Sequence) else () if text_of(value) == "none" else (value,)
        for item in items:
            if isinstance(item, Scalar) and item.value == REST:
                if self.rest is not None:
                    self.problems.error("scenario-piece-twice", item.span, [Note("note:first-here", self.rest)], name=REST)
                self.rest = item.span
                row.append(None)
                continue
            piece = self.addresses.piece(item, self.family)
            if piece is None:
                continue
            if piece in self.named:
                self.problems.error("scenario-piece-twice", item.span, [Note("note:first-here", self.named[piece])], name=self.family.members[piece])
            self.named.setdefault(piece, item.span)
            row.append(piece)

    def writes(self) -> Iterator[tuple[int, int]]:
        """The cells of all zones of this kind of piece, and the places of the pieces in their order."""
        left = [piece for piece in range(self.family.size) if piece not in self.named]
        if left and self.rest is None:
            names = [self.family.members[piece] for piece in left]
            self.problems.error("scenario-pieces-nowhere", self.span, left=names)
            return
        model = self.addresses.model
        for zone in model.zones:
            if zone.pieces == self.family:
                yield from ((zone.cell + place, 0) for place in range(zone.family.size))
        position = next(kind.position_cell for kind in model.pieces if kind.family == self.family)
        for cell, (zone, row, _) in self.zones.items():
            pieces = [piece for each in row for piece in (left if each is None else [each])]
            yield cell, sum(1 << piece for piece in set(pieces))
            yield from ((position + piece, place if zone.ordered else 0) for place, piece in enumerate(pieces, 1))

    def put(self) -> None:
        """Puts pieces of a board where they are named; what stands there besides must be named too."""
        state, kind = self.addresses.state, self.addresses.model.kind_of(self.family)
        taken = [piece for piece in range(self.family.size) if kind.owners is None or kind.owners[piece] in state.players]
        left = [piece for piece in taken if piece not in self.named]
        for piece, span in self.named.items():
            if piece not in taken:
                self.problems.error("scenario-piece-absent", span, name=self.family.members[piece])
                return
        for cell, (zone, row, _) in self.zones.items():
            put = state.machine.effects.moving(zone.index)
            pieces = [piece for each in row for piece in (left if each is None else [each])]
            for piece in pieces:
                put(state.cells, piece, self.places[cell])
        for cell, (_, row, span) in self.zones.items():
            others = [piece for piece in members(state.cells[cell]) if piece not in row and None not in row]
            if others:
                self.problems.error("scenario-pieces-nowhere", span, left=[self.family.members[piece] for piece in others])
