"""Statements: what may be written, with what, and what is known afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import model as m
from .. import syntax
from ..suggest import nearest
from .declarations import Declarations
from .expressions import Expressions
from .scope import Scope, path_of, tested_by

if TYPE_CHECKING:
    from .routines import Routines


class Statements:
    """Checks statements against the declarations."""

    def __init__(self, declarations: Declarations, expressions: Expressions):
        self.d, self.expressions = declarations, expressions
        self.problems = declarations.problems
        self.routines: Routines  # set by Routines itself

    def block(self, lines: tuple[syntax.Statement, ...], scope: Scope) -> tuple[m.Stmt, ...]:
        """Statements in order; a `let` is known to those behind it."""
        found = []
        for line in lines:
            statement, scope = self._line(line, scope)
            if statement is not None:
                found.append(statement)
        return tuple(found)

    def _line(self, node: syntax.Statement, scope: Scope) -> tuple[m.Stmt | None, Scope]:
        match node:
            case syntax.Let():
                return self._let(node, scope)
            case syntax.Assign():
                return self._assign(node, scope)
            case syntax.Add() | syntax.Remove():
                return self._add(node, scope), scope
            case syntax.Pay():
                return self._pay(node, scope), scope
            case syntax.Branches():
                return self._branches(node, scope)
            case syntax.Loop():
                return self._loop(node, scope)
            case syntax.Perform():
                return self.routines.perform(node.what, scope), scope.forgetting(None)
            case syntax.Move():
                return self._move(node, scope), scope
            case syntax.Walk():
                return self._walk(node, scope), scope
            case syntax.Deal():
                return self._deal(node, scope), scope
            case syntax.DealEach():
                return self._deal_each(node, scope), scope
            case syntax.Exchange():
                return self._exchange(node, scope), scope
        raise AssertionError(node)

    # ---- pieces

    def _move(self, node: syntax.Move, scope: Scope) -> m.Stmt | None:
        pieces = self.expressions.among(node.what, scope)
        if pieces is None:
            return None
        target = self.expressions.places.target(node.place, scope, pieces.type.family)
        if target is None:
            return None
        zone, index = target
        if pieces.type.family != zone.pieces:
            wanted, found = zone.pieces.plural, pieces.type.family.plural if pieces.type.family else str(pieces.type)
            self.problems.error("holds-others", node.what.span, name=zone.name, found=found, wanted=wanted)
            return None
        return m.MoveTo(node.span, pieces, zone.index, index)

    def _walk(self, node: syntax.Walk, scope: Scope) -> m.Stmt | None:
        """`move t along w`"""
        pieces, way = self.expressions.among(node.what, scope), self.expressions.value(node.way, scope)
        if pieces is None or way is None:
            return None
        family = pieces.type.family
        wanted = self.d.ways.get(family.name) if family is not None else None
        if wanted is None or way.type.family != wanted or way.type.many:
            self.problems.error("wrong-type", node.way.span, found=str(way.type), wanted=wanted.name if wanted else "a-way")
            return None
        return m.WalkTo(node.span, pieces, list(self.d.pieces).index(family.name if family else ""), way)

    def _deal(self, node: syntax.Deal, scope: Scope) -> m.Stmt | None:
        places = self.expressions.places
        amount, source, target = self.expressions.number(node.amount, scope), places.target(node.source, scope), places.target(node.target, scope)
        if amount is None or source is None or target is None or not self._alike(source[0], target[0], node):
            return None
        return m.DealTo(node.span, amount, source[0].index, source[1], target[0].index, target[1])

    def _deal_each(self, node: syntax.DealEach, scope: Scope) -> m.Stmt | None:
        amount, source = self.expressions.number(node.amount, scope), self.expressions.places.target(node.source, scope)
        target = self.d.zones.get(node.family)
        if target is None or not target.per_player:
            known = [zone.name for zone in self.d.zones.values() if zone.per_player]
            self.problems.error("unknown-zone", node.span, name=node.family, near=nearest(node.family, known), allowed=known)
            return None
        if amount is None or source is None or not self._alike(source[0], target, node):
            return None
        least = amount.type.low * self.d.players[0]
        if least > target.pieces.size:
            self.problems.error("deal-impossible", node.span, wanted=least, found=target.pieces.size)
        return m.DealTo(node.span, amount, source[0].index, source[1], target.index, None)

    def _exchange(self, node: syntax.Exchange, scope: Scope) -> m.Stmt | None:
        left, right = self.expressions.places.target(node.left, scope), self.expressions.places.target(node.right, scope)
        if left is None or right is None or not self._alike(left[0], right[0], node):
            return None
        return m.SwapZones(node.span, left[0].index, left[1], right[0].index, right[1])

    def _alike(self, left: m.Zone, right: m.Zone, node: syntax.Syntax) -> bool:
        """Whether two zones hold the same kind of piece."""
        if left.pieces == right.pieces:
            return True
        self.problems.error("holds-others", node.span, name=right.name, found=left.pieces.plural, wanted=right.pieces.plural)
        return False

    def _let(self, node: syntax.Let, scope: Scope) -> tuple[m.Stmt | None, Scope]:
        value = self.expressions.value(node.value, scope)
        self.expressions.fresh(node.name, node.span, scope)
        if value is None:
            self.d.broken.add(node.name)
            return None, scope
        if isinstance(value, m.Order) or (value.type.many and not value.type.is_set) or value.type.kind == "none":
            self.problems.error("wrong-argument", value.span, found=str(value.type))
            return None, scope
        slot = self.d.new_slot()
        return m.Bind(node.span, slot, value), scope.bind(node.name, slot, value.type)

    def _assign(self, node: syntax.Assign, scope: Scope) -> tuple[m.Stmt | None, Scope]:
        target = self.place(node.target, scope)
        if target is None:
            self.expressions.value(node.value, scope)
            return None, scope
        value = self.expressions.fitting(node.value, scope, target.type)
        path = path_of(node.target)
        after = scope.forgetting(path)
        if path and target.type.optional and value is not None and not value.type.optional:
            after = after.knowing([path])
        return (m.Store(node.span, target, value) if value else None), after

    def _add(self, node: syntax.Add | syntax.Remove, scope: Scope) -> m.Stmt | None:
        target = self.place(node.target, scope)
        if target is None:
            self.expressions.value(node.value, scope)
            return None
        if target.type.is_set:
            member = self.expressions.fitting(node.value, scope, target.type)
            form = m.Include if isinstance(node, syntax.Add) else m.Exclude
            return form(node.span, target, member) if member else None
        if not target.type.is_number or isinstance(node, syntax.Remove):
            wanted = "a-set" if isinstance(node, syntax.Remove) else "a-number-or-set"
            self.problems.error("wrong-type", node.target.span, found=str(target.type), wanted=wanted)
            return None
        amount = self.expressions.number(node.value, scope)
        return m.Increase(node.span, target, amount) if amount else None

    def _pay(self, node: syntax.Pay, scope: Scope) -> m.Stmt | None:
        amount = self.expressions.number(node.amount, scope)
        places = []
        for side in (node.source, node.target):
            place = self.place(side, scope)
            if place is not None and not place.type.is_number:
                self.problems.error("wrong-type", side.span, found=str(place.type), wanted="a-number")
                place = None
            places.append(place)
        if amount is None or places[0] is None or places[1] is None:
            return None
        return m.Transfer(node.span, amount, places[0], places[1], node.capped)

    def _branches(self, node: syntax.Branches, scope: Scope) -> tuple[m.Stmt | None, Scope]:
        cases = []
        inner = scope
        for condition, body in node.cases:
            test = self.expressions.flag(condition, inner)
            lines = self.block(body, inner.knowing(tested_by(condition, True)))
            inner = inner.knowing(tested_by(condition, False))
            if test is not None:
                cases.append((test, lines))
        otherwise = self.block(node.otherwise, inner)
        after = _after(scope, [body for _, body in node.cases] + [node.otherwise])
        return (m.Branch(node.span, tuple(cases), otherwise) if cases else None), after

    def _loop(self, node: syntax.Loop, scope: Scope) -> tuple[m.Stmt | None, Scope]:
        among = self.expressions.among(node.among, scope, ordered=True)
        self.expressions.fresh(node.variable, node.span, scope)
        after = _after(scope, [node.body])
        if among is None:
            self.d.broken.add(node.variable)
            return None, after
        slot = self.d.new_slot()
        body = self.block(node.body, after.bind(node.variable, slot, among.type.one))
        return m.ForEach(node.span, slot, among, body), after

    def place(self, node: syntax.Expression, scope: Scope) -> m.Place | None:
        """What is written: a variable of the state, of the game, of a block, or of an element."""
        if isinstance(node, syntax.Name):
            variable = self.d.variables.get(node.name)
            if variable is None or node.name in scope.locals:
                self._not_writable(node, scope)
                return None
            self.d.used.add(node.name)
            if variable.block is not None:
                scope.need(variable.block, node.span)
            return m.Place(node.span, variable.type, variable.cell, None, node.name)
        found = self.expressions.value(node, scope)
        if found is None:
            return None
        if isinstance(found, m.ReadAt) and found.name != "value":
            assert isinstance(node, (syntax.Attribute, syntax.Element))
            family = found.index.type.family
            variable = self.d.attributes.get(family.name if family is not None else "", {}).get(node.name)
            if variable is not None:
                return m.Place(node.span, variable.type, found.cell, found.index, found.name)
        self.problems.error("not-writable", node.span, name=node.span.text)
        return None

    def _not_writable(self, node: syntax.Name, scope: Scope) -> None:
        if node.name in self.d.broken:
            return
        if node.name in self.d.names or node.name in scope.locals or node.name in self.d.words:
            self.problems.error("not-writable", node.span, name=node.name)
        else:
            self.problems.error("unknown-name", node.span, name=node.name, near=nearest(node.name, self.d.variables))


def _after(scope: Scope, bodies: list[tuple[syntax.Statement, ...]]) -> Scope:
    """What is still known once any of the bodies may have run."""
    for body in bodies:
        for line in body:
            if isinstance(line, syntax.Assign):
                scope = scope.forgetting(path_of(line.target))
            elif isinstance(line, syntax.Perform):
                scope = scope.forgetting(None)
            elif isinstance(line, syntax.Branches):
                scope = _after(scope, [*(lines for _, lines in line.cases), line.otherwise])
            elif isinstance(line, syntax.Loop):
                scope = _after(scope, [line.body])
    return scope



