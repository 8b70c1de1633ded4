"""The meaning of expressions over a state.

Each typed expression becomes a small function of the cells (a list of integers) that returns an integer: see types.py for what it stands
for. Locals live in one scratch list of the evaluator, at the slots that the checker gave them; nothing recurses, so a slot is never in use
twice. One method a form; together they are the definition of the language's values.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, cast

from . import model as m
from .diagnostics import Diagnostic, Fault
from .sets import TABLE, TABLED_BITS, Cells, Function, Places, Table, equal, flagged, members, own_cell
from .source import Span
from .topology import Way
from .types import INT_MAX, INT_MIN

Walk = Callable[[Cells], Sequence[int]]

def fault(code: str, span: Span, **values: Any) -> NoReturn:
    """Raises the run-time fault of a rule, with the values involved."""
    raise Fault([Diagnostic(code, span, values)])


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "is": operator.eq, "is not": operator.ne,
}  # fmt: skip
_COMPARE_WITH: dict[str, Callable[[Function, int], Function]] = {  # with a constant: by far the commonest
    "<": lambda left, value: lambda c: left(c) < value,
    "<=": lambda left, value: lambda c: left(c) <= value,
    ">": lambda left, value: lambda c: left(c) > value,
    ">=": lambda left, value: lambda c: left(c) >= value,
    "is": lambda left, value: lambda c: left(c) == value,
    "is not": lambda left, value: lambda c: left(c) != value,
}


class Evaluator:
    """Makes functions of expressions; `covered` collects the paths of definitions used as values, where it is given."""

    def __init__(self, model: m.Model, covered: set[str] | None = None):
        self.model = model
        self.covered = covered
        self.slots: list[int] = [0] * model.slots
        self._routines: dict[int, Function] = {}

    def __call__(self, node: m.Expr) -> Function:
        """The function of an expression."""
        return cast(Function, getattr(self, "_" + type(node).__name__.lower())(node))

    # ---- reading

    def _const(self, node: m.Const) -> Function:
        value = node.value
        return lambda c: value

    def _local(self, node: m.Local) -> Function:
        slots, slot = self.slots, node.slot
        return lambda c: slots[slot]

    def _read(self, node: m.Read) -> Function:
        return operator.itemgetter(node.cell)

    def _readat(self, node: m.ReadAt) -> Function:
        cell = node.cell
        if isinstance(node.index, m.Local):
            slots, slot = self.slots, node.index.slot
            return lambda c: c[cell + slots[slot]]
        index = self(node.index)
        return lambda c: c[cell + index(c)]

    # ---- numbers

    def _arith(self, node: m.Arith) -> Function:
        left, right, span = self(node.left), self(node.right), node.span
        if node.sign in ("/", "mod"):
            return self._division(node)
        act = {"+": operator.add, "-": operator.sub, "*": operator.mul}[node.sign]

        def run(c: Cells) -> int:
            result: int = act(left(c), right(c))
            if INT_MIN <= result <= INT_MAX:
                return result
            fault("overflow", span, value=result)

        return run

    def _division(self, node: m.Arith) -> Function:
        left, right, span, sign = self(node.left), self(node.right), node.span, node.sign

        def run(c: Cells) -> int:
            above, below = left(c), right(c)
            if below == 0:
                fault("division-by-zero", span, value=above)
            result = above // below if sign == "/" else above % below
            if result > INT_MAX:
                fault("overflow", span, value=result)
            return result

        return run

    def _negate(self, node: m.Negate) -> Function:
        value, span = self(node.value), node.span

        def run(c: Cells) -> int:
            result = -value(c)
            if result > INT_MAX:
                fault("overflow", span, value=result)
            return result

        return run

    # ---- conditions

    def _compare(self, node: m.Compare) -> Function:
        if isinstance(node.right, m.Const):
            return _COMPARE_WITH[node.sign](self(node.left), node.right.value)
        act, left, right = _COMPARE[node.sign], self(node.left), self(node.right)
        return lambda c: act(left(c), right(c))

    def _allof(self, node: m.AllOf) -> Function:
        clauses = [self(clause) for clause in node.clauses]
        if len(clauses) == 2:
            first, second = clauses
            return lambda c: first(c) and second(c)
        return lambda c: all(clause(c) for clause in clauses)

    def _anyof(self, node: m.AnyOf) -> Function:
        clauses = [self(clause) for clause in node.clauses]
        if len(clauses) == 2:
            first, second = clauses
            return lambda c: first(c) or second(c)
        return lambda c: any(clause(c) for clause in clauses)

    def _not(self, node: m.Not) -> Function:
        clause = self(node.clause)
        return lambda c: not clause(c)

    def _ifelse(self, node: m.IfElse) -> Function:
        condition, then, otherwise = self(node.condition), self(node.then), self(node.otherwise)
        return lambda c: then(c) if condition(c) else otherwise(c)

    def _within(self, node: m.Within) -> Function:
        member, among = self(node.member), self(node.among)

        def run(c: Cells) -> int:
            place = member(c)
            return place >= 0 and among(c) >> place & 1

        return run

    def _withinnumbers(self, node: m.WithinNumbers) -> Function:
        member = self(node.member)
        runs = [(self(low), self(high)) for low, high in node.runs]

        def run(c: Cells) -> int:
            value = member(c)
            return any(low(c) <= value <= high(c) for low, high in runs)

        return run

    # ---- sets

    def _single(self, node: m.Single) -> Function:
        member = self(node.member)
        return lambda c: 1 << member(c)

    def _union(self, node: m.Union) -> Function:
        sets = [self(part) for part in node.sets]

        def run(c: Cells) -> int:
            mask = 0
            for part in sets:
                mask |= part(c)
            return mask

        return run

    def _minus(self, node: m.Minus) -> Function:
        left, right = self(node.left), self(node.right)
        return lambda c: left(c) & ~right(c)

    def _filter(self, node: m.Filter) -> Function:
        chosen = self._where(node) if node.where is not None else self(node.among)
        for most, measure in node.ranking:
            chosen = self._best(chosen, node.slot, most, self(measure))
        return chosen

    def _where(self, node: m.Filter) -> Function:
        """Of a set, those elements for which the condition holds."""
        assert node.where is not None
        among, slot, slots, where = self(node.among), node.slot, self.slots, node.where
        size = node.type.family.size if node.type.family is not None else 0
        table: Table = TABLE if size <= TABLED_BITS else Places()
        if (cell := own_cell(where, slot)) is not None:
            return flagged(among, table, cell, size)
        match where:
            case m.Compare(sign="is", left=left, right=m.Const(value=value)) if (cell := own_cell(left, slot)) is not None:
                return equal(among, table, cell, value)
        holds = self(where)

        def run(c: Cells) -> int:
            found = 0
            for place in table[among(c)]:
                slots[slot] = place
                if holds(c):
                    found |= 1 << place
            return found

        return run

    def _best(self, chosen: Function, slot: int, most: bool, measure: Function) -> Function:
        """Of a set, those elements whose measure is the most (or the least)."""
        slots = self.slots

        def run(c: Cells) -> int:
            best: int | None = None
            found = 0
            for place in members(chosen(c)):
                slots[slot] = place
                value = measure(c)
                if best is None or (value > best if most else value < best):
                    best, found = value, 0
                if value == best:
                    found |= 1 << place
            return found

        return run

    def _count(self, node: m.Count) -> Function:
        among = self(node.among)
        return lambda c: among(c).bit_count()

    def _exists(self, node: m.Exists) -> Function:
        among = self(node.among)
        return lambda c: among(c) != 0

    def walk(self, node: m.Expr) -> Walk:
        """The elements of a set in order: of a family, of numbers, or round the table."""
        if isinstance(node, m.Numbers):
            runs = [(self(low), self(high)) for low, high in node.runs]
            return lambda c: [n for low, high in runs for n in range(low(c), high(c) + 1)]
        if isinstance(node, (m.Uses, m.Ways, m.Lines)):
            return cast(Walk, self(node))
        if isinstance(node, m.Order):
            among, start, first = self(node.among), self(node.start), 0 if node.inclusive else 1
            size = self.model.seats.size

            def run(c: Cells) -> Sequence[int]:
                mask, at = among(c), start(c)
                return [place % size for place in range(at + first, at + size) if mask >> place % size & 1]

            return run
        among = self(node)
        if node.type.family is not None and node.type.family.size <= TABLED_BITS:
            table = TABLE
            return lambda c: table[among(c)]
        return lambda c: members(among(c))

    def _first(self, node: m.First) -> Function:
        walk, span = self.walk(node.among), node.span

        def run(c: Cells) -> int:
            for place in walk(c):
                return place
            fault("first-of-none", span)

        return run

    def _only(self, node: m.Only) -> Function:
        among, span = self(node.among), node.span

        def run(c: Cells) -> int:
            mask = among(c)
            if mask == 0 or mask & (mask - 1):
                fault("only-of-many", span, count=mask.bit_count())
            return mask.bit_length() - 1

        return run

    def _gather(self, node: m.Gather) -> Function:
        walk, value, slot, slots = self.walk(node.among), self(node.value), node.slot, self.slots
        where = self(node.where) if node.where is not None else None

        def each(c: Cells) -> Any:
            for place in walk(c):
                slots[slot] = place
                if where is None or where(c):
                    yield value(c)

        return self._folded(node, each)

    def _folded(self, node: m.Gather, each: Callable[[Cells], Any]) -> Function:
        span, kind = node.span, node.kind
        if kind == "any":
            return lambda c: any(each(c))
        if kind == "all":
            return lambda c: all(each(c))
        if kind == "count":
            return lambda c: sum(1 for flag in each(c) if flag)
        if kind == "sum":

            def total(c: Cells) -> int:
                result = 0
                for value in each(c):
                    result += value
                    if not INT_MIN <= result <= INT_MAX:
                        fault("overflow", span, value=result)
                return result

            return total
        best = min if kind == "least" else max

        def extreme(c: Cells) -> int:
            values: list[int] = list(each(c))
            if not values:
                fault("first-of-none", span)
            return best(values)

        return extreme

    # ---- pieces

    def _same(self, node: m.Same) -> Function:
        return self(node.value)

    def _lookup(self, node: m.Lookup) -> Function:
        table = node.table
        if isinstance(node.index, m.Local):
            slots, slot = self.slots, node.index.slot
            return lambda c: table[slots[slot]]
        index = self(node.index)
        return lambda c: table[index(c)]

    def _contents(self, node: m.Contents) -> Function:
        cell, index = self.model.zones[node.zone].cell, self(node.index)
        return lambda c: c[cell + index(c)]

    def _allcontents(self, node: m.AllContents) -> Function:
        cell, among = self.model.zones[node.zone].cell, self(node.among)
        if isinstance(node.among, m.Const):
            cells = [cell + place for place in members(node.among.value)]

            def fixed(c: Cells) -> int:
                mask = 0
                for spot in cells:
                    mask |= c[spot]
                return mask

            return fixed

        def run(c: Cells) -> int:
            mask = 0
            for place in members(among(c)):
                mask |= c[cell + place]
            return mask

        return run

    def position_cell(self, zone: int) -> int:
        """The first of the cells that hold the places of this zone's pieces in their order."""
        pieces = self.model.zones[zone].pieces
        return next(kind.position_cell for kind in self.model.pieces if kind.family == pieces)

    def _atnumber(self, node: m.AtNumber) -> Function:
        cell, index, number, position = self.model.zones[node.zone].cell, self(node.index), self(node.number), self.position_cell(node.zone)

        def run(c: Cells) -> int:
            wanted = number(c)
            for piece in members(c[cell + index(c)]):
                if c[position + piece] == wanted:
                    return 1 << piece
            return 0

        return run

    def _ownedby(self, node: m.OwnedBy) -> Function:
        among, masks = self(node.among), node.masks

        def run(c: Cells) -> int:
            mask = 0
            for seat in members(among(c)):
                mask |= masks[seat]
            return mask

        return run

    def _intersection(self, node: m.Intersection) -> Function:
        left, right = self(node.left), self(node.right)
        return lambda c: left(c) & right(c)

    # ---- the board

    def _spaceat(self, node: m.SpaceAt) -> Function:
        number, seat, spaces, span, name = self(node.number), self(node.seat) if node.seat is not None else None, node.spaces, node.span, node.name

        def run(c: Cells) -> int:
            row = spaces.get(number(c))
            if row is None:
                fault("space-missing", span, name=name, value=number(c))
            return row[seat(c)] if seat is not None else row[0]

        return run

    def _gridindex(self, node: m.GridIndex) -> Function:
        column, row, columns, rows, span, name = self(node.column), self(node.row), node.columns, node.rows, node.span, node.name

        def run(c: Cells) -> int:
            x, y = column(c), row(c)
            if 1 <= x <= columns and 1 <= y <= rows:
                return (y - 1) * columns + x - 1
            fault("space-missing", span, name=name, value=f"({x}, {y})")

        return run

    def _lines(self, node: m.Lines) -> Walk:
        masks = node.masks
        if node.at is None or node.type.family is None:
            return lambda c: masks
        at, through = self(node.at), [node.through(space) for space in range(node.type.family.size)]
        return lambda c: through[at(c)]

    def _uses(self, node: m.Uses) -> Walk:
        """Each die alone, of equal ones the first; then all together."""
        dice, cell = self(node.dice), self.model.dice_cell

        def run(c: Cells) -> Sequence[int]:
            mask = dice(c)
            shown: dict[int, int] = {}
            for die in members(mask):
                shown.setdefault(c[cell + die], 1 << die)
            return [*shown.values(), mask] if mask & (mask - 1) else list(shown.values())

        return run

    def _ways(self, node: m.Ways) -> Walk:
        piece, number, kind = self(node.piece), self(node.number), self.model.pieces[node.kind]
        cell, routes = kind.position_cell, kind.routes
        assert routes is not None

        def run(c: Cells) -> Sequence[int]:
            step = c[cell + piece(c)]
            return routes.ways(step - 1, number(c)) if step else ()

        return run

    def _ofway(self, node: m.OfWay) -> Function:
        way, routes = self(node.way), self.model.pieces[node.kind].routes
        assert routes is not None
        steps = routes.steps
        parts: dict[str, Callable[[Way], int]] = {
            "end": lambda found: steps[found.end].space,
            "passed": lambda found: found.passed,
            "branches": lambda found: sum(1 << branch for branch in set(found.branches)),
            "length": lambda found: found.length,
        }
        part = parts[node.part]
        kept: dict[int, int] = {}

        def run(c: Cells) -> int:
            number = way(c)
            value = kept.get(number)
            if value is None:
                value = kept[number] = part(routes.way(number))
            return value

        return run

    def _holder(self, node: m.Holder) -> Function:
        piece, seats = self(node.piece), self.model.seats.size
        cells = [zone.cell for zone in self.model.zones if zone.per_player and zone.pieces == node.piece.type.family]

        def run(c: Cells) -> int:
            place = piece(c)
            for cell in cells:
                for seat in range(seats):
                    if c[cell + seat] >> place & 1:
                        return seat
            return -1

        return run

    def _endof(self, node: m.EndOf) -> Function:
        cell, index, position = self.model.zones[node.zone].cell, self(node.index), self.position_cell(node.zone)
        span, best = node.span, max if node.last else min

        def run(c: Cells) -> int:
            mask = c[cell + index(c)]
            if mask == 0:
                fault("first-of-none", span)
            return best(members(mask), key=lambda piece: c[position + piece])

        return run

    # ---- definitions

    def _invoke(self, node: m.Invoke) -> Function:
        value = self._routine(node.routine)
        routine = self.model.routines[node.routine]
        call = self.binding(routine.slots, node.arguments, value)
        if self.covered is None:
            return call
        covered, path = self.covered, routine.path

        def noting(c: Cells) -> int:
            covered.add(path)
            return int(call(c))

        return noting

    def _routine(self, index: int) -> Function:
        if index not in self._routines:
            value = self.model.routines[index].value
            assert value is not None
            self._routines[index] = self(value)
        return self._routines[index]

    def binding(self, slots: tuple[int, ...], arguments: tuple[m.Expr, ...], act: Callable[[Cells], Any]) -> Callable[[Cells], Any]:
        """A call: all arguments are worked out first, then bound, so that a call within an argument disturbs nothing."""
        scratch = self.slots
        values = [self(argument) for argument in arguments]
        if not values:
            return act
        if len(values) == 1:
            only, slot = values[0], slots[0]

            def one(c: Cells) -> Any:
                scratch[slot] = only(c)
                return act(c)

            return one
        if len(values) == 2:
            (first, second), (one_slot, two_slot) = values, slots

            def two(c: Cells) -> Any:
                a, b = first(c), second(c)
                scratch[one_slot], scratch[two_slot] = a, b
                return act(c)

            return two

        def many(c: Cells) -> Any:
            found = [value(c) for value in values]
            for slot, value in zip(slots, found, strict=True):
                scratch[slot] = value
            return act(c)

        return many
