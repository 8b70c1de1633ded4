"""Sets as masks: their elements in order, and the short ways for what is asked of them most often."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from . import model as m

Cells = list[int]
Function = Callable[[Cells], int]

TABLED_BITS = 10
TABLE = tuple(tuple(bit for bit in range(TABLED_BITS) if mask >> bit & 1) for mask in range(1 << TABLED_BITS))


@lru_cache(maxsize=1 << 16)  # the same sets come again and again
def members(mask: int) -> Sequence[int]:
    """The places of a set's elements, in order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


class Places:
    """`members` as a table, for the sets that have none."""

    def __getitem__(self, mask: int) -> Sequence[int]:
        return members(mask)


Table = tuple[tuple[int, ...], ...] | Places


def own_cell(node: m.Expr, slot: int) -> int | None:
    """The first cell of what is read of the element in a slot, where that is all that the expression is."""
    return node.cell if isinstance(node, m.ReadAt) and isinstance(node.index, m.Local) and node.index.slot == slot else None


def flagged(among: Function, table: Table, cell: int, size: int) -> Function:
    """Those elements whose own cell is not zero: `where .flag`, without a call for each.

    It is asked often and changes seldom: the last answer is kept, for as long as the cells and the set that it was made from are the same.
    """
    last_mask, last_flags, answer, end = 0, [0] * size, 0, cell + size

    def run(c: Cells) -> int:
        nonlocal last_mask, last_flags, answer
        mask, flags = among(c), c[cell:end]
        if mask != last_mask or flags != last_flags:
            found = 0
            for place in table[mask]:
                if flags[place]:
                    found |= 1 << place
            last_mask, last_flags, answer = mask, flags, found
        return answer

    return run


def equal(among: Function, table: Table, cell: int, value: int) -> Function:
    """Those elements whose own cell has this value: `where .number is 0`, without a call for each."""

    def run(c: Cells) -> int:
        found = 0
        for place in table[among(c)]:
            if c[cell + place] == value:
                found |= 1 << place
        return found

    return run
