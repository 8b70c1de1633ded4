"""The ways of one kind of piece in memory: a row for each, with all that is known of it side by side, and where the rows of a step and length begin.

At run time a way is its number, as everywhere; a row is only ever looked up from it, or known from the walk that gave the number.
"""

from __future__ import annotations

from ..model import Board
from ..topology import Routes
from .memory import Tables, Width, number_width, set_width

COUNT_BITS = 9  # of an entry of the index: how many rows there are; above them, the first


class WayTables:
    """The rows of all ways of up to `bound` steps: `table` is where they begin, `stride` their size, `index` the table of what belongs to a step and length."""

    def __init__(self, routes: Routes, bound: int, board: Board, tables: Tables):
        self.routes, self.bound = routes, bound
        spaces, steps = number_width(0, board.family.size), number_width(0, len(routes.steps))
        parts = {
            "passed": set_width(board.family.size), "branches": set_width(max(1, board.branches.size)), "step": steps, "end": spaces,
            "length": number_width(0, bound),
        }  # fmt: skip
        self.parts: dict[str, tuple[int, Width]] = {}
        at = 0
        for name, width in sorted(parts.items(), key=lambda part: -part[1].bytes):
            self.parts[name] = at, width
            at += width.bytes
        self.stride = -(-at // 8) * 8
        rows, entries = bytearray(), []
        for step in range(len(routes.steps)):
            entries.append(0)  # of no length
            for length in range(1, bound + 1):
                numbers = routes.ways(step, length)
                entries.append((len(rows) // self.stride) << COUNT_BITS | len(numbers))
                for number in numbers:
                    rows += self._row(routes, number)
        self.table = tables.raw(bytes(rows))
        self.index = tables.raw(b"".join(entry.to_bytes(4, "little") for entry in entries))

    def _row(self, routes: Routes, number: int) -> bytes:
        way = routes.way(number)
        values = {
            "passed": way.passed, "branches": sum(1 << branch for branch in set(way.branches)), "step": way.end,
            "end": routes.steps[way.end].space, "length": way.length,
        }  # fmt: skip
        row = bytearray(self.stride)
        for name, (at, width) in self.parts.items():
            row[at : at + width.bytes] = values[name].to_bytes(width.bytes, "little")
        return bytes(row)
