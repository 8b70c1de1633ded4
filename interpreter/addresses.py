"""What a scenario speaks of: people by their names, variables and zones as addresses, pieces by theirs.

Any expression of the language is an address, with the scenario's people as names. The name of a piece, such as `6-6`, is none: it is looked up
where a piece is wanted. What lies in a zone is written as a list of these, in order where the zone is ordered.
"""

from __future__ import annotations

import re

from . import model as m
from . import syntax
from .checker.scope import Scope
from .diagnostics import Problems
from .document import Node, Scalar, Sequence
from .evaluator import Evaluator
from .game import State
from .parse import parse_text
from .sets import members
from .suggest import nearest
from .types import Family, Type, element, set_of


def text_of(node: Node | None) -> str:
    return node.value if isinstance(node, Scalar) else ""


class Addresses:
    """The texts of one scenario, checked and worked out in its state. `named` is false where the players are only a number."""

    def __init__(self, state: State, named: bool, problems: Problems, covered: set[str]):
        self.state, self.problems, self.covered = state, problems, covered
        self.desk, self.model = state.game.desk, state.game.model
        self.seats = {name: seat for seat, name in state.players.items()}
        self.slots = {name: self.desk.declarations.new_slot() for name in self.seats}
        self.pieces = {kind.family for kind in self.model.pieces}
        seats = self.model.seats.members
        zones = [zone for zone in self.model.zones if zone.per_player]
        self.words = {name: seats[seat] for name, seat in self.seats.items()} if named else {}
        self.words |= {f"{zone.name}-of-{name}": zone.family.members[self.seats[name]] for zone in zones for name in self.words}

    def canonical(self, name: str) -> str:
        """An option's name with the scenario's people as seats."""
        return " ".join(self.words.get(word, word) for word in name.split())

    # ---- expressions

    def scope(self) -> Scope:
        """The scenario's people as names; their slots are filled in by `evaluate`."""
        kind = element(self.model.seats)
        around = {block.index: block.span for block in self.model.blocks}
        return Scope({name: (slot, kind) for name, slot in self.slots.items()}, needs=around)

    def evaluate(self, node: m.Expr) -> int:
        evaluator = Evaluator(self.desk.refreshed(), self.covered)  # with the definitions at the types that these texts brought
        for name, slot in self.slots.items():
            evaluator.slots[slot] = self.seats[name]
        return int(evaluator(node)(self.state.cells))

    def place(self, scalar: Scalar) -> m.Place | m.Contents | None:
        """What can be given: a variable, or what lies in one zone."""
        tree = parse_text("expression", scalar.inner, self.problems)
        if isinstance(tree, syntax.Placed):
            found = self._typed(tree, None)
            if isinstance(found, m.Contents) or found is None:
                return found
        statements = self.desk.flow.statements
        before = len(statements.problems.found)
        place = statements.place(tree, self.scope()) if tree is not None else None
        self._carry(before)
        return place

    def expression(self, node: Node, hint: Type | None = None) -> m.Expr | None:
        """The value that a scalar, or a list of them, stands for."""
        if isinstance(node, Sequence):
            return self._set(node, hint)
        if not isinstance(node, Scalar):
            self.problems.error("wrong-kind", node.span, found="a-mapping", allowed=["a-text"])
            return None
        if hint is not None and hint.family in self.pieces and (node.value in hint.family.members or re.fullmatch(r"\w*(-\w+)+", node.value)):
            piece = self.piece(node, hint.family)
            if piece is None:
                return None
            return m.Const(node.span, hint.set, 1 << piece) if hint.many else m.Const(node.span, hint, piece)
        board = self.model.board
        if hint is not None and board is not None and hint.family == board.family and "-" in node.value and node.value in board.family.members:
            return m.Const(node.span, element(board.family), board.family.members.index(node.value))
        tree = parse_text("expression", node.inner, self.problems)
        return self._typed(tree, hint) if tree is not None else None

    def _set(self, node: Sequence, hint: Type | None) -> m.Expr | None:
        items = [self.expression(item, element(hint.family) if hint is not None and hint.family else None) for item in node.items]
        if any(item is None for item in items):
            return None
        kind = hint or set_of(self.model.seats)
        return m.Union(node.span, kind.set, tuple(m.Single(i.span, i.type.set, i) for i in items if i is not None))

    def _typed(self, tree: syntax.Expression, hint: Type | None) -> m.Expr | None:
        expressions = self.desk.flow.expressions
        before = len(expressions.problems.found)
        scope = self.scope()
        found = expressions.fitting(tree, scope, hint) if hint is not None else expressions.value(tree, scope)
        self._carry(before)
        return found

    def _carry(self, before: int) -> None:
        """Moves what the checker reported over to this scenario."""
        desk = self.desk.flow.problems
        for diagnostic in desk.found[before:]:
            if diagnostic not in self.problems.found:
                self.problems.found.append(diagnostic)
        del desk.found[before:]

    def seat(self, node: Node) -> int | None:
        value = self.expression(node, element(self.model.seats, optional=True))
        return self.evaluate(value) if value is not None else None

    # ---- pieces

    def piece(self, node: Node, family: Family) -> int | None:
        """The piece of that name."""
        name = text_of(node)
        if name in family.members:
            return family.members.index(name)
        self.problems.error("scenario-piece", node.span, name=name, kind=family.name, near=nearest(name, family.members))
        return None

    def lying(self, zone: m.Zone, index: int) -> list[int]:
        """The pieces in one zone: by their places where it is ordered, else as generated."""
        cells = self.state.cells
        found = members(cells[zone.cell + index])
        if not zone.ordered:
            return list(found)
        start = next(kind.position_cell for kind in self.model.pieces if kind.family == zone.pieces)
        return sorted(found, key=lambda piece: cells[start + piece])

    def shuffled(self, shuffle: m.Shuffle, text: str) -> tuple[int, ...] | None:
        """`6-6 5-3 rest` as the pieces named and, for `rest`, the others as generated; `any order` is all as generated. None where it is neither."""
        family = self.model.zones[shuffle.zone].pieces
        words = ["rest"] if text == "any order" else text.split()
        if words[-1:] != ["rest"] or any(word not in family.members for word in words[:-1]):
            return None
        named = [family.members.index(word) for word in words[:-1]]
        return (*named, *(piece for piece in members(self.evaluate(shuffle.pieces)) if piece not in named))


def around(model: m.Model, block: m.Block | None) -> list[m.Block]:
    """A block and those around it, the innermost first."""
    found = []
    while block is not None:
        found.append(block)
        block = model.blocks[block.parent] if block.parent is not None else None
    return found
