"""Types and meaning of expressions: syntax trees to the typed trees of the model.

One method a form. A method reports what is wrong and returns None; whoever asked goes on without it, so that one run finds all.
Definitions are checked once for every combination of argument types (`Routines` in routines.py).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from .. import model as m
from .. import syntax
from ..source import Span
from ..suggest import nearest
from ..types import FLAG, INT_MAX, INT_MIN, NONE, NOTHING, NUMBER, Family, Type, between, element, fits, same_kind, set_of
from .calls import FUNCTIONS, Calls
from .declarations import BUILTINS, Declarations, built_in
from .places import Places
from .scope import TURN_NEEDED, Scope, path_of, tested_by

if TYPE_CHECKING:
    from .routines import Routines

class Expressions:
    """Checks expressions against the declarations."""

    def __init__(self, declarations: Declarations):
        self.d = declarations
        self.problems = declarations.problems
        self.places, self.calls = Places(self), Calls(self)
        self.routines: Routines  # set by Routines itself, which needs this object first

    # ---- what others ask for

    def value(self, node: syntax.Expression | None, scope: Scope, hint: Type | None = None) -> m.Expr | None:
        """Any expression; `hint` is the type that the place wants, where it has one."""
        if node is None:
            return None
        method = getattr(self, "_" + type(node).__name__.lower())
        return cast("m.Expr | None", method(node, scope, hint))

    def known(self, node: syntax.Expression, scope: Scope) -> m.Expr | None:
        """Any expression, not `none` any more where the text around has tested it."""
        found = self.value(node, scope)
        return self._known(found, node, scope) if found is not None else None

    def flag(self, node: syntax.Expression | None, scope: Scope) -> m.Expr | None:
        return self._of(node, scope, FLAG, "a-condition")

    def number(self, node: syntax.Expression | None, scope: Scope) -> m.Expr | None:
        return self._of(node, scope, NUMBER, "a-number")

    def _of(self, node: syntax.Expression | None, scope: Scope, wanted: Type, words: str) -> m.Expr | None:
        found = self.value(node, scope, wanted)
        if found is not None and (found.type.kind != wanted.kind or found.type.many):
            self.problems.error("wrong-type", found.span, found=str(found.type), wanted=words)
            return None
        return found

    def fitting(self, node: syntax.Expression | None, scope: Scope, wanted: Type) -> m.Expr | None:
        """An expression that may be stored where `wanted` is declared."""
        found = self.value(node, scope, wanted)
        if found is None or node is None:
            return None
        found = self._known(found, node, scope)
        if not fits(found.type, wanted):
            code = "maybe-none" if found.type.optional and fits(found.type.one, wanted) else "wrong-type"
            self.problems.error(code, found.span, found=str(found.type), wanted=str(wanted), name=found.span.text)
            return None
        if isinstance(found, m.Const) and wanted.is_number and not wanted.low <= found.value <= wanted.high:
            self.problems.error("number-out-of-range", found.span, value=found.value, limit=f"{wanted.low}..{wanted.high}")
            return None
        return self.coerce(found, wanted)

    def coerce(self, found: m.Expr, wanted: Type) -> m.Expr:
        """None and single elements as what the place wants."""
        if wanted.is_set and found.type.kind == "none":
            return m.Const(found.span, wanted, 0)
        if wanted.is_set and found.type.is_element:
            return m.Single(found.span, wanted, found)
        return found

    def among(self, node: syntax.Expression | None, scope: Scope, ordered: bool = False) -> m.Expr | None:
        """A set: of elements, of numbers, or (where `ordered`) in turn order. One element counts as a set of one."""
        found = self.value(node, scope)
        if found is None or node is None:
            return None
        found = self._known(found, node, scope)
        if found.type.is_element and found.type.optional:
            self.problems.error("maybe-none", found.span, name=found.span.text)
            return None
        if found.type.is_element:
            return m.Single(found.span, found.type.set, found)
        if not found.type.many:
            self.problems.error("wrong-type", found.span, found=str(found.type), wanted="a-set")
            return None
        if isinstance(found, m.Order) and not ordered:
            self.problems.error("order-here", found.span)
            return None
        return found

    def _known(self, found: m.Expr, node: syntax.Syntax, scope: Scope) -> m.Expr:
        """The expression with `none` taken out of its type, where the text around has tested it."""
        path = path_of(node)
        if found.type.optional and path is not None and path in scope.tested:
            return _retyped(found, found.type.one)
        return found

    # ---- names

    def _name(self, node: syntax.Name, scope: Scope, hint: Type | None) -> m.Expr | None:
        name, span, d = node.name, node.span, self.d
        if name in scope.locals:
            slot, kind = scope.locals[name]
            return self._known(m.Local(span, kind, slot, name), node, scope)
        d.used.add(name)
        if name == "turn":
            scope.need(TURN_NEEDED, span)
            return m.Read(span, element(d.families["player"]), m.TURN, name)
        if name in ("players", "seats"):
            seats = d.families["player"]
            if name == "seats":
                return m.Const(span, set_of(seats), (1 << seats.size) - 1)
            return m.Read(span, set_of(seats), m.TAKEN, name)
        if name in d.numbers:
            return m.Const(span, between(d.numbers[name], d.numbers[name]), d.numbers[name])
        if name in d.options:
            return m.Read(span, d.options[name].type, d.options[name].cell, name)
        if name in d.variables:
            variable = d.variables[name]
            if variable.block is not None:
                scope.need(variable.block, span)
            return self._known(m.Read(span, variable.type, variable.cell, name), node, scope)
        if name in d.definitions:
            return self.routines.invoke(syntax.Call(span, name, (), span), scope)
        if name in d.dice_values:
            return m.Const(span, d.dice_values[name].type, d.dice_values[name].value)
        if name in d.outcomes:
            outcome = d.outcomes[name]
            return self._known(m.Read(span, element(outcome.family, optional=True), outcome.cell, name), node, scope)
        if name in d.words:
            return self._word(node, hint)
        if name in d.spaces:
            return self._spaces(node, scope, hint)
        if d.board is not None and name == d.board.family.plural:
            return m.Const(span, set_of(d.board.family), (1 << d.board.family.size) - 1)
        if name in d.plurals or name in d.zones:
            return self.places.named(node, scope)
        if name not in d.broken and name not in d.names:
            self._unknown(name, span, scope)
        elif name not in d.broken:
            self.problems.error("not-a-value", span, name=name)
        return None

    def _spaces(self, node: syntax.Name, scope: Scope, hint: Type | None) -> m.Expr | None:
        """The name of spaces: where a kind is wanted, the word; a pocket; or all spaces of that name."""
        board, kind = self.d.board, self.d.spaces[node.name]
        assert board is not None
        words = board.attributes["kind"][0].family
        if hint is not None and hint.family == words and words is not None:
            return m.Const(node.span, hint.one, words.members.index(node.name))
        if kind.form == "pocket" and not kind.per_seat:
            return self.places.space(node, None, scope)
        return self.places.all_of(kind, node.span)

    def _word(self, node: syntax.Name, hint: Type | None) -> m.Expr | None:
        found = self.d.words[node.name]
        wanted = [(family, index) for family, index in found if hint is not None and hint.family == family]
        chosen = wanted or found
        if len(chosen) > 1:
            self.problems.error("ambiguous-word", node.span, name=node.name, allowed=[family.name for family, _ in chosen])
            return None
        family, index = chosen[0]
        return m.Const(node.span, element(family), index)

    def _unknown(self, name: str, span: Span, scope: Scope) -> None:
        known = [*scope.locals, *self.d.names, *self.d.words]
        self.problems.error("unknown-name", span, name=name, near=nearest(name, known))

    def _numbered(self, node: syntax.Numbered, scope: Scope, hint: Type | None) -> m.Expr | None:
        seats = self.d.families["player"]
        if node.name in self.d.spaces:
            return self.places.space(node, None, scope)
        if node.name != "player":
            self.problems.error("not-numbered", node.span, name=node.name)
            return None
        if not 1 <= node.number <= seats.size:
            self.problems.error("number-out-of-range", node.span, value=node.number, limit=f"1..{seats.size}")
            return None
        return m.Const(node.span, element(seats), node.number - 1)

    def _element(self, node: syntax.Element, scope: Scope, hint: Type | None) -> m.Expr | None:
        if scope.element is None:
            self.problems.error("element-nowhere", node.span, name=node.name)
            return None
        slot, kind = scope.element
        found = self._attribute_of(m.Local(node.span, kind, slot, "it"), node.name, node.span, scope)
        return self._known(found, node, scope) if found else None

    def _attribute(self, node: syntax.Attribute, scope: Scope, hint: Type | None) -> m.Expr | None:
        of = self.value(node.of, scope)
        if of is None:
            return None
        of = self._known(of, node.of, scope)
        found = self._attribute_of(of, node.name, node.span, scope)
        return self._known(found, node, scope) if found else None

    def _attribute_of(self, of: m.Expr, name: str, span: Span, scope: Scope) -> m.Expr | None:
        d = self.d
        if not of.type.is_element or of.type.family is None:
            self.problems.error("no-attributes", span, found=str(of.type), name=name)
            return None
        if of.type.optional:
            self.problems.error("maybe-none", of.span, name=of.span.text)
            return None
        family = of.type.family
        if name in built_in(d, family.name):
            return self._built_in(of, family, name, span, scope)
        variable = d.attributes.get(family.name, {}).get(name)
        if variable is None:
            known = [*d.attributes.get(family.name, {}), *built_in(d, family.name)]
            if name not in d.broken:
                self.problems.error("no-such-attribute", span, name=name, family=family.name, near=nearest(name, known), allowed=known)
            return None
        d.used.add(name)
        if variable.block is not None:
            scope.need(variable.block, span)
        return m.ReadAt(span, variable.type, variable.cell, of, name)

    def _built_in(self, of: m.Expr, family: Family, name: str, span: Span, scope: Scope) -> m.Expr | None:
        """What the language itself knows of an element."""
        d = self.d
        if family.name == "player":
            return m.Within(span, FLAG, of, m.Read(span, set_of(family), m.TAKEN, "players"))
        if family.name == "die":
            sides = max(outcome.sides for outcome in d.outcomes.values())
            return m.ReadAt(span, between(0, sides), d.dice_cell, of, "value")
        if family.name in d.pieces:
            return self._of_piece(d.pieces[family.name], of, name, span, scope)
        if d.board is not None and family == d.board.family:
            found, table = d.board.attributes[name]
            return m.Lookup(span, found, table, of, name)
        if family.walked:
            return self._of_way(of, family, name, span)
        return m.Same(span, element(d.families["player"]), of)

    def _of_piece(self, kind: m.PieceKind, of: m.Expr, name: str, span: Span, scope: Scope) -> m.Expr | None:
        """An attribute or fact of a piece, who holds it, or where it stands."""
        d = self.d
        if name == "holder":
            return m.Holder(span, element(d.families["player"], optional=True), of)
        if name in kind.attributes:
            if kind.alike and name == "number" and not scope.for_people:
                self.problems.error("number-for-people", span, name=kind.family.plural)
                return None
            found, table = kind.attributes[name]
            return m.Lookup(span, found, table, of, name)
        assert d.board is not None and kind.space_cell is not None
        if name == "space":
            elsewhere = any(zone.pieces == kind.family for zone in d.zones.values())
            return m.ReadAt(span, element(d.board.family, optional=elsewhere), kind.space_cell, of, name)
        assert kind.routes is not None
        step = m.ReadAt(span, between(0, len(kind.routes.steps)), kind.position_cell, of, "step")
        if name == "on_route":
            return m.Compare(span, FLAG, "is not", step, m.Const(span, NUMBER, 0))
        off = 1 + max(kind.routes.left)  # before its first step
        return m.Lookup(span, between(0, off), (off, *kind.routes.left), step, name)

    def _of_way(self, of: m.Expr, family: Family, name: str, span: Span) -> m.Expr | None:
        """Where a way ends, the spaces strictly between, the branches that it takes, how long it is."""
        d = self.d
        assert d.board is not None
        piece = next(piece for piece, ways in d.ways.items() if ways == family)
        routes = d.pieces[piece].routes
        assert routes is not None
        types = {
            "end": element(d.board.family), "passed": set_of(d.board.family), "branches": set_of(d.board.branches), "length": between(1, routes.longest),
        }  # fmt: skip
        return m.OfWay(span, types[name], list(d.pieces).index(piece), name, of)

    # ---- literals

    def _number(self, node: syntax.Number, scope: Scope, hint: Type | None) -> m.Expr | None:
        if node.value > INT_MAX:
            self.problems.error("number-too-big", node.span)
            return None
        return m.Const(node.span, between(node.value, node.value), node.value)

    def _flag(self, node: syntax.Flag, scope: Scope, hint: Type | None) -> m.Expr:
        return m.Const(node.span, FLAG, int(node.value))

    def _nothing(self, node: syntax.Nothing, scope: Scope, hint: Type | None) -> m.Expr:
        if hint is not None and hint.is_set:
            return m.Const(node.span, hint, 0)
        if hint is not None and hint.optional and hint.family is not None:
            return m.Const(node.span, hint, NONE)
        return m.Const(node.span, NOTHING, NONE)

    def _listed(self, node: syntax.Listed, scope: Scope, hint: Type | None) -> m.Expr | None:
        items = [self.value(item, scope, hint) for item in node.items]
        if any(item is None for item in items):
            return None
        found = cast("list[m.Expr]", items)
        if all(item.type.is_number for item in found):
            return m.Numbers(node.span, NUMBER.set, tuple((item, item) for item in found))
        first = found[0].type
        for item in found:
            if item.type.family is None or item.type.family != first.family or item.type.optional:
                self.problems.error("mixed-set", item.span, found=str(item.type), wanted=str(first))
                return None
        return m.Union(node.span, first.set, tuple(self.coerce(item, first.set) for item in found))

    def _range(self, node: syntax.Range, scope: Scope, hint: Type | None) -> m.Expr | None:
        low, high = self.number(node.low, scope), self.number(node.high, scope)
        if low is None or high is None:
            return None
        return m.Numbers(node.span, between(low.type.low, high.type.high).set, ((low, high),))

    # ---- conditions

    def _every(self, node: syntax.Every, scope: Scope, hint: Type | None) -> m.Expr | None:
        return self._clauses(node, scope, True)

    def _some(self, node: syntax.Some, scope: Scope, hint: Type | None) -> m.Expr | None:
        return self._clauses(node, scope, False)

    def _clauses(self, node: syntax.Every | syntax.Some, scope: Scope, truth: bool) -> m.Expr | None:
        found: list[m.Expr | None] = []
        for clause in node.clauses:
            found.append(self.flag(clause, scope))
            scope = scope.knowing(tested_by(clause, truth))
        if any(clause is None for clause in found):
            return None
        form = m.AllOf if truth else m.AnyOf
        return form(node.span, FLAG, cast("tuple[m.Expr, ...]", tuple(found)))

    def _negation(self, node: syntax.Negation, scope: Scope, hint: Type | None) -> m.Expr | None:
        clause = self.flag(node.clause, scope)
        return m.Not(node.span, FLAG, clause) if clause else None

    def _conditional(self, node: syntax.Conditional, scope: Scope, hint: Type | None) -> m.Expr | None:
        condition = self.flag(node.condition, scope)
        then = self.value(node.then, scope.knowing(tested_by(node.condition, True)), hint)
        otherwise = self.value(node.otherwise, scope.knowing(tested_by(node.condition, False)), hint or (then.type if then else None))
        if condition is None or then is None or otherwise is None:
            return None
        kind = self._common(then, otherwise)
        if kind is None:
            self.problems.error("branches-differ", node.span, left=str(then.type), right=str(otherwise.type))
            return None
        return m.IfElse(node.span, kind, condition, self.coerce(then, kind), self.coerce(otherwise, kind))

    @staticmethod
    def _common(left: m.Expr, right: m.Expr) -> Type | None:
        """The type of a value that is one or the other."""
        a, b = left.type, right.type
        if any(side.many and not side.is_set for side in (a, b)):
            return None  # what is only walked is no value
        if a.is_number and b.is_number:
            return between(min(a.low, b.low), max(a.high, b.high))
        if a.kind == "none" or b.kind == "none":
            other = b if a.kind == "none" else a
            return other if other.many else Type(other.kind, other.family, False, True) if other.family else None
        if a.kind != b.kind or a.family != b.family:
            return None
        if a.many or b.many:
            return a.set
        return Type(a.kind, a.family, False, a.optional or b.optional)

    def _comparison(self, node: syntax.Comparison, scope: Scope, hint: Type | None) -> m.Expr | None:
        if node.sign in ("is in", "is not in"):
            return self._membership(node, scope)
        left, right = self._both(node, scope)
        if left is None or right is None:
            return None
        if node.sign not in ("is", "is not"):
            for side in (left, right):
                if not side.type.is_number:
                    self.problems.error("wrong-type", side.span, found=str(side.type), wanted="a-number")
                    return None
            return m.Compare(node.span, FLAG, node.sign, left, right)
        if left.type.is_set != right.type.is_set and left.type.family == right.type.family:
            left, right = self.coerce(left, left.type.set), self.coerce(right, left.type.set)
        if not same_kind(left.type, right.type) or isinstance(left, (m.Order, m.Numbers)) or isinstance(right, (m.Order, m.Numbers)):
            code = "never-none" if "none" in (left.type.kind, right.type.kind) else "not-comparable"
            self.problems.error(code, node.span, left=str(left.type), right=str(right.type))
            return None
        for one, other in ((left, right), (right, left)):
            if one.type.is_set and other.type.kind == "none":
                exists = m.Exists(node.span, FLAG, one)
                return m.Not(node.span, FLAG, exists) if node.sign == "is" else exists
        return m.Compare(node.span, FLAG, node.sign, left, right)

    def _both(self, node: syntax.Comparison, scope: Scope) -> tuple[m.Expr | None, m.Expr | None]:
        """Both sides; a side that is a word of several lists takes its list from the other."""
        if isinstance(node.left, syntax.Name) and len(self.d.words.get(node.left.name, ())) > 1:
            right = self.value(node.right, scope)
            return self.value(node.left, scope, right.type if right else None), right
        left = self.value(node.left, scope)
        return left, self.value(node.right, scope, left.type.one if left and left.type.kind != "none" else None)

    def _membership(self, node: syntax.Comparison, scope: Scope) -> m.Expr | None:
        member = self.value(node.left, scope)
        among = self.value(node.right, scope, member.type.one if member else None)
        if member is None or among is None:
            return None
        if isinstance(among, m.Numbers) and member.type.is_number:
            found: m.Expr = m.WithinNumbers(node.span, FLAG, member, among.runs)
        else:
            among = self.coerce(among, among.type.set) if among.type.is_element else among
            if not (among.type.is_set and member.type.is_element and among.type.family == member.type.family) or isinstance(among, m.Order):
                self.problems.error("not-a-member", node.span, left=str(member.type), right=str(among.type))
                return None
            found = m.Within(node.span, FLAG, member, among)
        return found if node.sign == "is in" else m.Not(node.span, FLAG, found)

    # ---- arithmetic, and sets as sums and differences

    def _arithmetic(self, node: syntax.Arithmetic, scope: Scope, hint: Type | None) -> m.Expr | None:
        left, right = self.value(node.left, scope, hint), self.value(node.right, scope, hint)
        if left is None or right is None:
            return None
        if node.sign in "+-" and (left.type.many or right.type.many):
            return self._set_sum(node, left, right)
        for side in (left, right):
            if not side.type.is_number:
                self.problems.error("wrong-type", side.span, found=str(side.type), wanted="a-number")
                return None
        if isinstance(right, m.Const) and right.value == 0 and node.sign in ("/", "mod"):
            self.problems.error("division-by-zero", right.span, value=node.left.span.text)
            return None
        return m.Arith(node.span, _bounds(node.sign, left.type, right.type), node.sign, left, right)

    def _set_sum(self, node: syntax.Arithmetic, left: m.Expr, right: m.Expr) -> m.Expr | None:
        kind = left.type if left.type.is_set else right.type
        for side in (left, right):
            walked = side.type.many and not side.type.is_set
            if side.type.family != kind.family or side.type.optional or walked or isinstance(side, m.Order):
                self.problems.error("mixed-set", side.span, found=str(side.type), wanted=str(kind))
                return None
        left, right = self.coerce(left, kind), self.coerce(right, kind)
        return m.Union(node.span, kind, (left, right)) if node.sign == "+" else m.Minus(node.span, kind, left, right)

    def _negative(self, node: syntax.Negative, scope: Scope, hint: Type | None) -> m.Expr | None:
        value = self.number(node.value, scope)
        if value is None:
            return None
        if isinstance(value, m.Const):
            return m.Const(node.span, between(-value.value, -value.value), -value.value)
        return m.Negate(node.span, between(max(INT_MIN, -value.type.high), min(INT_MAX, -value.type.low)), value)

    # ---- sets

    def _selection(self, node: syntax.Selection, scope: Scope, hint: Type | None) -> m.Expr | None:
        among = self.among(node.among, scope)
        if among is None:
            return None
        if not among.type.is_set:
            self.problems.error("numbers-not-selected", among.span)
            return None
        slot, inner = self.looking(node.variable, node.span, among, scope)
        where = self.flag(node.where, inner) if node.where else None
        if node.where:
            inner = inner.knowing(tested_by(node.where, True))
        ranking = [(rank.most, self.number(rank.measure, inner)) for rank in node.ranking]
        if (node.where and where is None) or any(measure is None for _, measure in ranking):
            return None
        return m.Filter(node.span, among.type, among, slot, where, cast("tuple[tuple[bool, m.Expr], ...]", tuple(ranking)))

    def looking(self, variable: str | None, span: Span, among: m.Expr, scope: Scope) -> tuple[int, Scope]:
        """A slot for the element looked at, and the scope in which it can be seen."""
        if variable is not None:
            self.fresh(variable, span, scope)
        slot = self.d.new_slot()
        return slot, scope.bind(variable, slot, among.type.one)

    def fresh(self, name: str, span: Span, scope: Scope) -> None:
        """A local name may not be one that means something already."""
        if name in scope.locals or name in self.d.names or name in BUILTINS:
            self.problems.error("name-taken", span, name=name)

    def _turned(self, node: syntax.Turned, scope: Scope, hint: Type | None) -> m.Expr | None:
        among, start = self.among(node.among, scope), self.value(node.start, scope)
        if among is None or start is None:
            return None
        start = self._known(start, node.start, scope)
        seats = self.d.families["player"]
        if among.type != set_of(seats) or start.type != element(seats):
            self.problems.error("wrong-type", node.span, found=f"{among.type}, {start.type}", wanted="players-and-a-player")
            return None
        return m.Order(node.span, among.type, among, start, node.inclusive)

    def _placed(self, node: syntax.Placed, scope: Scope, hint: Type | None) -> m.Expr | None:
        return self.places.contents(node, scope)

    def _belonging(self, node: syntax.Belonging, scope: Scope, hint: Type | None) -> m.Expr | None:
        return self.places.owned(node, scope)

    def _gathering(self, node: syntax.Gathering, scope: Scope, hint: Type | None) -> m.Expr | None:
        self.problems.error("gathering-alone", node.span)
        return None

    def _call(self, node: syntax.Call, scope: Scope, hint: Type | None) -> m.Expr | None:
        if node.name in FUNCTIONS:
            return self.calls.function(node, scope)
        return self.places.space(node, None, scope) if node.name in self.d.spaces else self.routines.invoke(node, scope)


def _bounds(sign: str, left: Type, right: Type) -> Type:
    """The range of a sum, difference or product that cannot overflow; else any number."""
    if sign not in "+-*":
        return NUMBER
    act = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}[sign]
    ends = [act(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
    return between(min(ends), max(ends)) if min(ends) >= INT_MIN and max(ends) <= INT_MAX else NUMBER


def _retyped(found: m.Expr, kind: Type) -> m.Expr:
    """The same expression under another type."""
    return replace(found, type=kind)
