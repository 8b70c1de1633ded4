"""Pieces and zones: sets generated from attributes or counted, what is known of each piece, and the places that hold them.

A piece is named by a template over its attributes; its place in the family is its place in the generation, the first attribute slowest. Counted
pieces are alike but for a number, which is for people; where every player has them, they belong to seats. Of a zone
there is one, or one for every player; then its place in its family is that player's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub
from typing import TYPE_CHECKING

from .. import model as m
from .. import syntax
from ..document import Entry, Mapping, Scalar
from ..schema import check_name
from ..source import Span
from ..suggest import nearest
from ..types import FLAG, INT_MAX, INT_MIN, Type, between, element
from .grids import NO_NUMBER, cell_at, named_cells

if TYPE_CHECKING:
    from .declarations import Declarations

MAX_PIECES = 512

_HOLE = re.compile(r"<([^<>]*)>")

Values = dict[str, int]


def declare_pieces(d: Declarations) -> None:
    """Declares all kinds of piece, then all zones, then where the pieces start."""
    starts = []
    for name, entry in d.section("pieces").items():
        if _piece(d, name, entry):
            starts.append((name, entry))
        else:
            d.broken |= {name, _word(_parts(entry).get("plural")) or name}
    for name, entry in d.section("zones").items():
        _zone(d, name, entry)
    for name, entry in starts:
        _start(d, name, entry)


def _parts(entry: Entry) -> dict[str, Entry]:
    return entry.value.entries if isinstance(entry.value, Mapping) else {}


def _word(entry: Entry | None) -> str:
    return entry.value.value if entry is not None and isinstance(entry.value, Scalar) else ""


def _plural(d: Declarations, name: str, parts: dict[str, Entry]) -> str:
    """The word for several; where there is none, several cannot be named."""
    entry = parts.get("plural")
    if entry is None or not isinstance(entry.value, Scalar):
        return name
    d.declare(entry.value)
    return entry.value.value


# ---- pieces


def _piece(d: Declarations, name: str, entry: Entry) -> bool:
    d.declare(entry.key)
    d.rules[f"pieces.{name}"] = entry.key.span
    parts = _parts(entry)
    plural = _plural(d, name, parts)
    each = _parts(parts["each"]) if "each" in parts else {}
    if "count" in parts:
        return _counted(d, name, plural, entry)
    if "per" in parts:
        d.problems.error("per-without-count", parts["per"].key.span, name=name)
        return False
    if not each:
        d.problems.error("piece-without-attributes", entry.key.span, name=name)
        return False
    generated = _generate(d, each, entry)
    if not generated:
        return False
    for key, part in each.items():
        check_name(part.key, d.problems)
        if key in d.names or key == "holder":
            d.problems.error("name-taken", part.key.span, name=key)
    facts = _parts(parts["facts"]) if "facts" in parts else {}
    known: dict[str, Type] = {key: between(min(v[key] for v in generated), max(v[key] for v in generated)) for key in each}
    for key, part in facts.items():
        check_name(part.key, d.problems)
        if key in each or key == "holder":
            d.problems.error("name-taken", part.key.span, name=key)
        kind = _fact(d, key, part, generated)
        if kind is not None:
            known[key] = kind
    if "name" in parts and not _holes(d, parts["name"], name, known):
        return False
    names = [_name(_word(parts.get("name")), name, values, number) for number, values in enumerate(generated, 1)]
    twice = next((one for one in names if names.count(one) > 1), None)
    if twice is not None:
        d.problems.error("pieces-alike", parts["name"].value.span if "name" in parts else entry.key.span, name=twice)
        return False
    family = d.family(name, plural, names)
    if plural != name:
        d.plurals[plural] = family
    attributes = {key: (kind, tuple(values[key] for values in generated)) for key, kind in known.items()}
    d.pieces[name] = m.PieceKind(family, attributes, d.new_cells(family.size, entry.key.span), -1, entry.key.span)
    return True


def _counted(d: Declarations, name: str, plural: str, entry: Entry) -> bool:
    """So many pieces, of everybody or of every seat."""
    parts, seats = _parts(entry), d.families["player"]
    count = d.static_number(d.tree(parts["count"].value))
    per_player = "per" in parts
    owners = range(seats.size) if per_player else (-1,)
    for key in ("each", "facts", "name"):
        if key in parts:
            d.problems.error("counted-and-generated", parts[key].key.span, name=key)
    if count is None:
        return False
    if not 1 <= count * len(owners) <= MAX_PIECES:
        d.problems.error("bad-extent", parts["count"].value.span, low=count, high=count, limit=MAX_PIECES // len(owners))
        return False
    pieces = [(owner, number) for owner in owners for number in range(1, count + 1)]
    members = [f"{seats.members[owner] if owner >= 0 else name}-{number}" for owner, number in pieces]
    if per_player and any(member in other.family.members for other in d.pieces.values() for member in members):
        members = [f"{name}-of-{member}" for member in members]
    family = d.family(name, plural, members)
    if plural != name:
        d.plurals[plural] = family
    attributes: dict[str, tuple[Type, tuple[int, ...]]] = {"number": (between(1, count), tuple(number for _, number in pieces))}
    if per_player:
        attributes["owner"] = (element(seats), tuple(owner for owner, _ in pieces))
    cell = d.new_cells(family.size, entry.key.span)
    owned = tuple(owner for owner, _ in pieces) if per_player else None
    d.pieces[name] = m.PieceKind(family, attributes, cell, -1, entry.key.span, owners=owned, alike=True)
    return True


def _generate(d: Declarations, each: dict[str, Entry], entry: Entry) -> list[Values]:
    """Every combination of the attributes, the first one slowest; a range may speak of attributes before it."""
    found: list[Values] = [{}]
    for key, part in each.items():
        tree = d.tree(part.value)
        if tree is None:
            return []
        wider: list[Values] = []
        for values in found:
            low = _number(d, tree.low, values)
            high = _number(d, tree.high, values) if tree.high is not None else low
            if low is None or high is None:
                return []
            if low > high:
                d.problems.error("bad-extent", part.value.span, low=low, high=high, limit=MAX_PIECES)
                return []
            if len(wider) + high - low >= MAX_PIECES:
                d.problems.error("too-many-pieces", entry.key.span, limit=MAX_PIECES)
                return []
            wider += [{**values, key: n} for n in range(low, high + 1)]
        found = wider
    return found


def _fact(d: Declarations, key: str, part: Entry, generated: list[Values]) -> Type | None:
    """Works a fact out for every piece; its type is that of its values."""
    tree = d.tree(part.value)
    if tree is None:
        return None
    for values in generated:
        value = fold(d, tree, values)
        if value is None:
            return None
        values[key] = value
    if len({type(values[key]) for values in generated}) > 1:
        d.problems.error("branches-differ", part.value.span, left="flag", right="number")
        return None
    if isinstance(generated[0][key], bool):
        for values in generated:
            values[key] = int(values[key])
        return FLAG
    numbers = [values[key] for values in generated]
    return between(min(numbers), max(numbers))


def _holes(d: Declarations, entry: Entry, piece: str, known: dict[str, Type]) -> bool:
    """Whether the template of a name has only attributes and facts between < and >."""
    if not isinstance(entry.value, Scalar):
        return False
    text, inner = entry.value.value, entry.value.inner
    if "<" in _HOLE.sub("", text) or ">" in _HOLE.sub("", text):
        d.problems.error("hole-open", entry.value.span)
        return False
    wrong = [hole for hole in _HOLE.finditer(text) if hole[1] not in known]
    for hole in wrong:
        span = Span(inner.source, inner.start + hole.start(1), inner.start + hole.end(1)) if text == inner.text else entry.value.span
        d.problems.error("no-such-attribute", span, name=hole[1], family=piece, near=nearest(hole[1], known), allowed=list(known))
    return not wrong


def _name(template: str, piece: str, values: Values, number: int) -> str:
    """The canonical name of a piece: its template filled in, or its kind and number."""
    if not template:
        return f"{piece}-{number}"
    return _HOLE.sub(lambda hole: str(values[hole[1]]), template).replace(" ", "-")


_COMPARE: dict[str, Callable[[int, int], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge, "is": eq, "is not": ne}
_COUNT: dict[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul, "/": floordiv, "mod": mod}


def fold(d: Declarations, node: syntax.Syntax, values: Values) -> int | None:
    """The value of an expression over the attributes of one piece and the file's numbers; None, with a diagnostic, where it is neither."""
    match node:
        case syntax.Number():
            return node.value
        case syntax.Flag():
            return node.value
        case syntax.Name() if node.name in values:
            return values[node.name]
        case syntax.Name() if node.name in d.numbers:
            return d.numbers[node.name]
        case syntax.Negative():
            inner = _number(d, node.value, values)
            return None if inner is None else -inner
        case syntax.Negation():
            inner = _flag(d, node.clause, values)
            return None if inner is None else not inner
        case syntax.Every() | syntax.Some():
            found = [_flag(d, clause, values) for clause in node.clauses]
            if any(value is None for value in found):
                return None
            return all(found) if isinstance(node, syntax.Every) else any(found)
        case syntax.Conditional():
            condition = _flag(d, node.condition, values)
            return None if condition is None else fold(d, node.then if condition else node.otherwise, values)
        case syntax.Comparison() if node.sign in _COMPARE:
            return _comparison(d, node, values)
        case syntax.Arithmetic():
            return _arithmetic(d, node, values)
    known = [*values, *d.numbers]
    d.problems.error("not-static", node.span, near=nearest(getattr(node, "name", ""), known))
    return None


def _number(d: Declarations, node: syntax.Syntax, values: Values) -> int | None:
    found = fold(d, node, values)
    if isinstance(found, bool):
        d.problems.error("wrong-type", node.span, found="flag", wanted="a-number")
        return None
    return found


def _flag(d: Declarations, node: syntax.Syntax, values: Values) -> bool | None:
    found = fold(d, node, values)
    if found is not None and not isinstance(found, bool):
        d.problems.error("wrong-type", node.span, found="number", wanted="a-condition")
        return None
    return found


def _comparison(d: Declarations, node: syntax.Comparison, values: Values) -> bool | None:
    if node.sign in ("is", "is not"):
        left, right = fold(d, node.left, values), fold(d, node.right, values)
        if left is not None and right is not None and isinstance(left, bool) is not isinstance(right, bool):
            kinds = ["flag" if isinstance(side, bool) else "number" for side in (left, right)]
            d.problems.error("not-comparable", node.span, left=kinds[0], right=kinds[1])
            return None
    else:
        left, right = _number(d, node.left, values), _number(d, node.right, values)
    return None if left is None or right is None else _COMPARE[node.sign](left, right)


def _arithmetic(d: Declarations, node: syntax.Arithmetic, values: Values) -> int | None:
    left, right = _number(d, node.left, values), _number(d, node.right, values)
    if left is None or right is None:
        return None
    if right == 0 and node.sign in ("/", "mod"):
        d.problems.error("division-by-zero", node.right.span, value=node.left.span.text)
        return None
    found = _COUNT[node.sign](left, right)
    if not INT_MIN <= found <= INT_MAX:
        d.problems.error("number-too-big", node.span)
        return None
    return found


# ---- zones


def _zone(d: Declarations, name: str, entry: Entry) -> None:
    d.declare(entry.key)
    d.rules[f"zones.{name}"] = entry.key.span
    parts = _parts(entry)
    plural = _plural(d, name, parts)
    kind = d.pieces.get(_word(parts.get("of")))
    if kind is None:
        known = list(d.pieces)
        if "of" in parts and _word(parts["of"]) not in d.section("pieces"):
            span = parts["of"].value.span
            d.problems.error("unknown-piece", span, name=_word(parts["of"]), near=nearest(_word(parts["of"]), known), allowed=known)
        d.broken |= {name, plural}
        return
    per_player = "per" in parts
    seen_by = _word(parts.get("seen by")) or "everybody"
    if seen_by == "owner" and not per_player:
        d.problems.error("owner-of-none", parts["seen by"].value.span, name=name)
    seats = d.families["player"]
    members = [f"{name}-of-{seat}" for seat in seats.members] if per_player else [name]
    family = d.family(name, plural, members)
    if plural != name:
        d.plurals[plural] = family
    cell = d.new_cells(family.size, entry.key.span)
    ordered = _word(parts.get("ordered")) == "yes"
    d.zones[name] = m.Zone(name, family, kind.family, cell, per_player, seen_by, ordered, len(d.zones), entry.key.span)


def _start(d: Declarations, name: str, entry: Entry) -> None:
    """Where all pieces of a kind are when the game starts: in a zone, or on spaces of the board, each in that of its owner."""
    part = _parts(entry).get("starts at")
    where = d.tree(part.value) if part is not None else None
    kind = d.pieces[name]
    place = getattr(where, "name", "")
    if place in d.spaces and where is not None:
        _start_on_board(d, kind, where, d.spaces[place])
        return
    zone = d.zones.get(place) if isinstance(where, syntax.Name) else None
    if part is None or zone is None or (zone.per_player and kind.owners is None):
        known = [*(zone.name for zone in d.zones.values() if kind.owners is not None or not zone.per_player), *d.spaces]
        span = part.value.span if part is not None else entry.key.span
        if place not in d.broken:
            d.problems.error("start-unknown", span, name=name, near=nearest(place, known), allowed=known)
        return
    if zone.pieces != kind.family:
        d.problems.error("holds-others", part.value.span, name=zone.name, found=kind.family.plural, wanted=zone.pieces.plural)
        return
    starts = kind.owners if zone.per_player and kind.owners is not None else (0,) * kind.family.size
    d.pieces[name] = replace(kind, start=zone.index, starts=starts)


def _start_on_board(d: Declarations, kind: m.PieceKind, where: syntax.Syntax, spaces: m.SpaceKind) -> None:
    """`starts at: start`, `starts at: track 0`, `starts at: cell(1, 8)`: a space of everybody's, or one's own."""
    number = where.number if isinstance(where, syntax.Numbered) else NO_NUMBER
    row = spaces.spaces.get(number) if spaces.form != "grid" else _cell(d, where, spaces)
    if row is None or (spaces.per_seat and kind.owners is None):
        known = [f"{spaces.name} {n}" for n in spaces.spaces if n >= 0] if spaces.form != "grid" else [named_cells(spaces)]
        d.problems.error("start-unknown", where.span, name=kind.family.name, near=None, allowed=known)
        return
    assert d.board is not None
    starts = tuple(row[owner] for owner in kind.owners) if spaces.per_seat and kind.owners is not None else (row[0],) * kind.family.size
    family = d.board.family
    zone = m.Zone(
        family.name, family, kind.family, d.new_cells(family.size, kind.span), False, "everybody", False,
        len(d.zones) + len(d.board_zones), kind.span, on_board=True,
    )  # fmt: skip
    d.board_zones[kind.family.name] = zone
    d.pieces[kind.family.name] = replace(kind, start=zone.index, starts=starts, space_cell=d.new_cells(kind.family.size, kind.span))


def _cell(d: Declarations, where: syntax.Syntax, grid: m.SpaceKind) -> tuple[int] | None:
    """The cell `cell(1, 8)`."""
    if not isinstance(where, syntax.Call) or len(where.arguments) != 2:
        return None
    column, row = (d.static_number(side) for side in where.arguments)
    cell = cell_at(grid, column, row) if column is not None and row is not None else None
    return (cell,) if cell is not None else None
