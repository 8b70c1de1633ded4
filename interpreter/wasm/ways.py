"""The ways of one kind of piece in memory: a row for each, with all that is known of it side by side, and where the rows of a step and length begin.

At run time a way is its number, as everywhere; a row is only ever looked up from it, or known from the walk that gave the number.
"""

from __future__ import annotations

import struct

from ..model import Board
from ..topology import Routes, Way
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
                found = routes.paths(step, length)
                entries.append((len(rows) // self.stride) << COUNT_BITS | len(found))
                for way in found:
                    rows += self._row(routes, way)
        self.table = tables.raw(bytes(rows))
        self.index = tables.raw(struct.pack(f"<{len(entries)}I", *entries))

    def _row(self, routes: Routes, way: Way) -> bytes:
        branches = 0
        for branch in way.branches:
            branches |= 1 << branch
        values = (("passed", way.passed), ("branches", branches), ("step", way.end), ("end", routes.steps[way.end].space), ("length", way.length))
        row = 0
        for name, value in values:
            row |= value << 8 * self.parts[name][0]
        return row.to_bytes(self.stride, "little")
