"""What the screen shows of a state, as lines of text: general widgets, filled in from what the rule file declares.

`ring` and `grid` draw a board (ring.py, grid.py), `table` and `values` show variables, `counts` how many pieces zones hold, `hand` the pieces of the
seat that looks, `places` the numbered places of a zone, `arms` chains of pieces as a cross round a middle, `history` the last draws, `clock` the time left.
Pieces are turned so that equal ends touch; those that lie across are drawn crosswise. Lines are at most `width` columns: of a long chain the inner
part is folded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from . import model as m
from .audience import zone_audience
from .effects import shown_value
from .events import EVERYBODY, Drawn
from .game import State
from .grid import grid_lines
from .names import outcome_name
from .ring import ring_lines
from .sets import members
from .trace import Teller
from .words import say

DEEP = 4  # pieces shown of an arm that goes up or down


def screen_lines(
    state: State, teller: Teller, width: int, draws: bool, passed: frozenset[int] | None = None, seconds: float | None = None
) -> Iterator[str | Text]:
    """What the file's `screen` shows now to the seats that the teller speaks to; of `passed` blocks, only what is shown behind them.

    Unless it `draws`, a board is a list. `seconds` are left of the time of the block around this stop; None where there is no limit.
    """
    alive = _alive(state)
    for widget in state.model.screen:
        if passed is not None and not passed & set(widget.after):
            continue
        if not set(widget.needs) <= alive:
            continue
        if widget.when is not None and not state.machine.evaluator(widget.when)(state.cells):
            continue
        if widget.kind == "clock":
            yield from _clock(teller, seconds)
        else:
            yield from _DRAW[widget.kind](state, teller, widget, width if draws or widget.kind != "ring" else 0)


def _clock(teller: Teller, seconds: float | None) -> Iterator[str]:
    if seconds is not None:
        yield say(teller.lang, "time-left", seconds=max(0, round(seconds)))


def _history(state: State, teller: Teller, widget: m.Widget, width: int) -> Iterator[str]:
    """How the last draws of an event came out, with whose they were."""
    drawn = [event for event in state.events if isinstance(event, Drawn) and event.outcome == widget.outcome][-widget.last :]
    outcome = next(outcome for outcome in state.model.outcomes if outcome.name == widget.outcome)
    shown = []
    for event in drawn:
        came = "+".join(map(str, event.result)) if outcome.is_dice else teller.label(outcome_name(outcome, event.result))
        shown.append(f"{state.players[event.seat]} {came}" if event.seat in state.players else came)
    yield from _wrapped(f"{say(teller.lang, 'history', what=teller.label(widget.outcome))}: {' · '.join(shown) or '—'}", width)


def _alive(state: State) -> set[int]:
    """The blocks whose state lives at this stop."""
    alive, block = set(), state.block
    while block is not None:
        alive.add(block.index)
        block = state.model.blocks[block.parent] if block.parent is not None else None
    return alive


# ---- variables


def _variables(state: State, teller: Teller, widget: m.Widget, width: int) -> Iterator[str]:
    alive = _alive(state)
    for column in widget.columns:
        if not set(column.needs) <= alive:
            continue
        if widget.kind == "table":
            shown = [f"{name} {_value(state, teller, column, seat)}" for seat, name in state.players.items()]
        else:
            shown = [_value(state, teller, column, 0)]
        yield f"{teller.label(column.name)}: {' · '.join(shown)}"


def _value(state: State, teller: Teller, column: m.Column, seat: int) -> str:
    """A value as people say it; dice by what they show."""
    evaluator = state.machine.evaluator
    if column.slot is not None:
        evaluator.slots[column.slot] = seat
    return teller.shown(shown_value(column.value.type, int(evaluator(column.value)(state.cells)), state.cells, state.model))


# ---- zones


def _zone(state: State, widget: m.Widget) -> m.Zone:
    assert widget.zone is not None
    return state.model.zones[widget.zone]


def _ordered(state: State, zone: m.Zone, place: int) -> list[int]:
    return state.machine.effects.in_order(zone.index)(state.cells, place)


def _counts(state: State, teller: Teller, widget: m.Widget, width: int) -> Iterator[str]:
    zone = _zone(state, widget)
    if zone.per_player:
        shown = [f"{name} {state.cells[zone.cell + seat].bit_count()}" for seat, name in state.players.items()]
    else:
        shown = [str(state.cells[zone.cell].bit_count())]
    yield f"{teller.label(zone.name)}: {' · '.join(shown)}"


def _hand(state: State, teller: Teller, widget: m.Widget, width: int) -> Iterator[str]:
    zone = _zone(state, widget)
    for seat in state.players:
        mine = teller.viewer != EVERYBODY and teller.viewer >> seat & 1 and zone_audience(zone, seat) >> seat & 1
        if mine or zone.seen_by == "everybody":
            pieces = "  ".join(_named(widget, zone, piece) for piece in _ordered(state, zone, seat))
            yield from _wrapped(f"{teller.label(zone.name)} ({state.players[seat]}): {pieces or '—'}", width)


def _named(widget: m.Widget, zone: m.Zone, piece: int) -> str:
    if widget.ends is None:
        return zone.pieces.members[piece]
    return f"[{widget.ends[0][piece]}|{widget.ends[1][piece]}]"


def _places(state: State, teller: Teller, widget: m.Widget, width: int) -> Iterator[str]:
    zone = _zone(state, widget)
    position = state.machine.evaluator.position_cell(zone.index)
    taken = sorted(state.cells[position + piece] for piece in members(state.cells[zone.cell]))
    yield from _wrapped(f"{teller.label(zone.name)}: {' '.join(f'▯{number}' for number in taken)}", width)


def _wrapped(text: str, width: int) -> Iterator[str]:
    line = ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = "   "
        line += (" " if line else "") + word
    yield line


# ---- rows


def _row(state: State, teller: Teller, widget: m.Widget, width: int) -> Iterator[str]:
    """A line of pieces: what grows to the left, turned round, the middle, what grows to the right."""
    middle = _turned(widget, members(state.cells[state.model.zones[widget.middle].cell]), None) if widget.middle is not None else []
    left = right = None
    if middle:
        left, right = middle[0][0], middle[-1][1]
    before = _turned(widget, _ordered(state, state.model.zones[widget.before], 0), left) if widget.before is not None else []
    after = _turned(widget, _ordered(state, _zone(state, widget), 0), right)
    pieces = [(second, first) for first, second in reversed(before)] + middle + after
    yield from _wrapped("  " + (" ".join(f"[{a}|{b}]" for a, b in pieces) or "·"), width)


def _turned(widget: m.Widget, pieces: Sequence[int], touching: int | None) -> list[tuple[int, int]]:
    """The two ends of every piece, turned so that each touches the one before."""
    found = []
    for piece in pieces:
        first, second = (widget.ends[0][piece], widget.ends[1][piece]) if widget.ends is not None else (piece, piece)
        if touching is not None and first != touching:
            first, second = second, first
        touching = second
        found.append((first, second))
    return found


# ---- arms


def _arms(state: State, teller: Teller, widget: m.Widget, width: int) -> Iterator[str]:
    """A cross of chains: the first player's goes up, the next to the right, then down, then left."""
    zone = _zone(state, widget)
    seats = list(state.players)
    middle = _middle(state, widget)
    drawn = [_Arm(state, teller, widget, zone, seat) for seat in seats]
    up, right = drawn[0], drawn[1] if len(drawn) > 1 else None
    down, left = (drawn[2], drawn[3]) if len(drawn) > 3 else (None, drawn[2] if len(drawn) > 2 else None)
    half = (width - 8) // 2
    left_rows = left.leftwards(half) if left is not None else ["", "", ""]
    right_rows = right.rightwards(half) if right is not None else ["", "", ""]
    indent = max(len(row) for row in left_rows)
    for line in up.upwards():
        yield " " * indent + " " + line
    for row, (before, after) in enumerate(zip(left_rows, right_rows, strict=True)):
        yield f"{before:>{indent}} {middle[row]} {after}".rstrip()
    for line in down.downwards() if down is not None else []:
        yield " " * indent + " " + line


def _middle(state: State, widget: m.Widget) -> list[str]:
    """The piece in the middle, three rows high."""
    pieces = members(state.cells[state.model.zones[widget.middle].cell]) if widget.middle is not None else ()
    if not pieces or widget.ends is None:
        return ["     ", "  ·  ", "     "]
    high, low = widget.ends[0][pieces[0]], widget.ends[1][pieces[0]]
    return [f"  {high}  ", "  │  ", f"  {low}  "]


class _Arm:
    """The chain of one player, as pairs of ends from the middle outwards."""

    def __init__(self, state: State, teller: Teller, widget: m.Widget, zone: m.Zone, seat: int):
        self.name = state.players[seat]
        self.sign = ""
        alive = _alive(state)
        for symbol in widget.symbols:
            if set(symbol.needs) <= alive and int(state.machine.evaluator(symbol.at)(state.cells)) >> seat & 1:
                self.sign += f" {symbol.show}"
        across = int(state.machine.evaluator(widget.across)(state.cells)) if widget.across is not None else 0
        touching = None
        middle = members(state.cells[state.model.zones[widget.middle].cell]) if widget.middle is not None else ()
        if middle and widget.ends is not None:
            touching = widget.ends[0][middle[0]]
        own = _ordered(state, zone, seat)
        ends = _turned(widget, own, touching)
        self.pieces = [(str(a), str(b), bool(across >> piece & 1)) for piece, (a, b) in zip(own, ends, strict=True)]

    @property
    def title(self) -> str:
        return f"{self.name}{self.sign}"

    def _fit(self, room: int) -> tuple[list[tuple[str, str, bool]], str]:
        """The outer pieces that fit into so many columns, and a sign for those that were folded."""
        shown, used = [], 0
        for piece in reversed(self.pieces):
            wide = 3 if piece[2] else 5
            if used + wide > room - 6:
                break
            shown.append(piece)
            used += wide
        folded = len(self.pieces) - len(shown)
        return shown[::-1], f"‹{folded}›" if folded else ""

    def rightwards(self, room: int) -> list[str]:
        pieces, folded = self._fit(room - len(self.title))
        top, line, bottom = _lying(pieces)
        pad = " " * len(folded)
        return [pad + top, f"{folded}{line} {self.title}", pad + bottom]

    def leftwards(self, room: int) -> list[str]:
        pieces, folded = self._fit(room - len(self.title))
        top, line, bottom = _lying([(first, second, True) if across else (second, first, False) for first, second, across in reversed(pieces)])
        pad = " " * len(folded)
        return [top + pad, f"{self.title} {line}{folded}", bottom + pad]

    def _rows(self, outwards: bool) -> list[str]:
        """The outer pieces, one or two rows each, from the middle outwards or the other way round."""
        rows = [f" ‹{len(self.pieces) - DEEP}› "] if len(self.pieces) > DEEP else []
        for first, second, across in self.pieces[-DEEP:]:
            rows += [f"[{first}|{second}]"] if across else [f" [{first}] ", f" [{second}] "]
        return rows if outwards else rows[::-1]

    def upwards(self) -> list[str]:
        return [f"{self.title:^5}".rstrip(), *self._rows(False)]

    def downwards(self) -> list[str]:
        return [*self._rows(True), f"{self.title:^5}".rstrip()]


def _lying(pieces: list[tuple[str, str, bool]]) -> tuple[str, str, str]:
    """Pieces from left to right, three rows high: those that lie across stand upright."""
    top = "".join(f" {first} " if across else "     " for first, _, across in pieces)
    line = "".join(" │ " if across else f"[{first}|{second}]" for first, second, across in pieces)
    bottom = "".join(f" {second} " if across else "     " for _, second, across in pieces)
    return top, line, bottom


_DRAW = {
    "table": _variables, "values": _variables, "counts": _counts, "hand": _hand, "places": _places, "row": _row, "arms": _arms, "ring": ring_lines,
    "grid": grid_lines, "history": _history,
}  # fmt: skip

