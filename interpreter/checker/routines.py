"""Definitions: each is checked once for every combination of argument types, at its first use with them.

A definition is *acting* if it has statements, and a *value* if it is one expression; which of the two shows in its text alone. The
checker keeps them apart, refuses recursion, and bounds how deep definitions may call each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from .. import model as m
from .. import syntax
from ..diagnostics import Note
from ..source import Span
from ..suggest import nearest
from ..types import NUMBER, Type
from .calls import FUNCTIONS
from .declarations import Declarations, Definition
from .expressions import Expressions
from .scope import Scope
from .statements import Statements
from .templates import template

MAX_CALL_DEPTH = 24


@dataclass(slots=True)
class Checked:
    """The routine made for one combination of types (None where it has errors), and what it needs around it."""

    index: int | None
    kind: Type | None
    needs: dict[int, Span]


class Routines:
    """All definitions, as far as they are used."""

    def __init__(self, declarations: Declarations, expressions: Expressions, statements: Statements):
        self.d, self.expressions, self.statements = declarations, expressions, statements
        self.problems = declarations.problems
        self.checked: dict[tuple[str, tuple[Type, ...]], Checked] = {}
        self.calling: list[str] = []
        self.narration: dict[int, m.Texts] = {}  # what is said when a routine acts; it can see what the routine sees
        expressions.routines = statements.routines = self

    def is_acting(self, name: str, seen: tuple[str, ...] = ()) -> bool:
        """Whether a definition has effects, as its text shows."""
        definition = self.d.definitions.get(name)
        if definition is None or name in seen:
            return False
        lines = definition.body.lines
        if len(lines) > 1 or not isinstance(lines[0], syntax.Perform):
            return True
        what = lines[0].what
        return isinstance(what, (syntax.Name, syntax.Call)) and self.is_acting(what.name, (*seen, name))

    def invoke(self, node: syntax.Call, scope: Scope) -> m.Expr | None:
        """A definition used as a value."""
        if self._unknown(node, scope):
            return None
        if self.is_acting(node.name):
            self.problems.error("acting-as-value", node.span, self._defined(node.name), name=node.name)
            return None
        found = self._instance(node, scope)
        if found is None:
            return None
        checked, arguments = found
        if checked.index is None or checked.kind is None:
            return None
        return m.Invoke(node.span, checked.kind, checked.index, arguments)

    def perform(self, node: syntax.Expression, scope: Scope) -> m.Stmt | None:
        """A definition carried out: a line that is a call."""
        if isinstance(node, syntax.Name):
            node = syntax.Call(node.span, node.name, (), node.span)
        if not isinstance(node, syntax.Call) or node.name in FUNCTIONS:
            self.problems.error("value-as-line", node.span)
            return None
        if self._unknown(node, scope):
            return None
        if not self.is_acting(node.name):
            self.problems.error("value-as-line", node.span, self._defined(node.name))
            return None
        found = self._instance(node, scope)
        if found is None or found[0].index is None:
            return None
        return m.Do(node.span, found[0].index, found[1])

    def _unknown(self, node: syntax.Call, scope: Scope) -> bool:
        if node.name in self.d.definitions and node.name not in scope.locals:
            return False
        if node.name not in self.d.broken:
            known = [*self.d.definitions, *FUNCTIONS]
            code = "not-callable" if node.name in self.d.names or node.name in scope.locals else "unknown-name"
            self.problems.error(code, node.name_span, name=node.name, near=nearest(node.name, known))
        return True

    def _defined(self, name: str) -> list[Note]:
        return [Note("note:defined-here", self.d.definitions[name].span)]

    def _instance(self, node: syntax.Call, scope: Scope) -> tuple[Checked, tuple[m.Expr, ...]] | None:
        definition = self.d.definitions[node.name]
        self.d.used.add(node.name)
        names = definition.signature.parameters
        if len(names) != len(node.arguments):
            self.problems.error(
                "argument-count", node.span, self._defined(node.name), name=node.name, wanted=len(names), found=len(node.arguments)
            )
            return None
        values = [self._argument(argument, scope) for argument in node.arguments]
        if any(value is None for value in values):
            return None
        arguments = cast("tuple[m.Expr, ...]", tuple(values))
        types = tuple(NUMBER if value.type.is_number else value.type for value in arguments)
        checked = self._check(definition, types, node.span)
        for what in checked.needs:
            scope.need(what, node.span)
        return checked, arguments

    def _argument(self, node: syntax.Expression, scope: Scope) -> m.Expr | None:
        value = self.expressions.value(node, scope)
        if value is not None and (isinstance(value, m.Order) or (value.type.many and not value.type.is_set) or value.type.kind == "none"):
            self.problems.error("wrong-argument", value.span, found=str(value.type))
            return None
        return value

    def _check(self, definition: Definition, types: tuple[Type, ...], call: Span) -> Checked:
        name = definition.signature.name
        key = (name, types)
        if key in self.checked:
            return self.checked[key]
        if name in self.calling:
            circle = " → ".join([*self.calling[self.calling.index(name) :], name])
            self.problems.error("recursive-definition", call, self._defined(name), name=name, circle=circle)
            return Checked(None, None, {})
        if len(self.calling) >= MAX_CALL_DEPTH:
            self.problems.error("calls-too-deep", call, limit=MAX_CALL_DEPTH)
            return Checked(None, None, {})
        self.calling.append(name)
        slots = tuple(self.d.new_slot() for _ in types)
        scope = Scope({p: (slot, kind) for p, slot, kind in zip(definition.signature.parameters, slots, types, strict=True)})
        for parameter in definition.signature.parameters:
            self.expressions.fresh(parameter, definition.span, Scope())
        before = len(self.problems.errors)
        value: m.Expr | None = None
        body: tuple[m.Stmt, ...] = ()
        if self.is_acting(name):
            body = self.statements.block(definition.body.lines, scope)
            usable = len(self.problems.errors) == before
        else:
            line = definition.body.lines[0]
            assert isinstance(line, syntax.Perform)
            value = self.expressions.value(line.what, scope)
            usable = value is not None
        self.calling.pop()
        index = None
        if usable:
            index = len(self.d.routines)
            self.d.routines.append(m.Routine(name, slots, types, value, body, f"define.{name}", definition.span))
            told = self.d.section("narration").get(name) if value is None else None
            text = template(told.value, scope, self.expressions) if told else None
            if text is not None:
                self.narration[index] = text
        done = self.checked[key] = Checked(index, value.type if value else None, scope.needs)
        return done
