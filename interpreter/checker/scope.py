"""What a text can see where it stands: locals, the element looked at, what has been tested, and what it needs around it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from .. import syntax
from ..source import Span
from ..types import Type

TURN_NEEDED = -1  # among needs: the player on turn; every other need is the index of a block whose state is read


@dataclass(frozen=True, slots=True)
class Scope:
    """`locals` are slots by name; `element` is what `.attr` means; `tested` are the paths known not to be none.

    `for_people` marks a text for people, which may tell alike pieces apart. `needs` collects, for all scopes that grew from one root,
    which blocks a text reads the state of, and where.
    """

    locals: dict[str, tuple[int, Type]] = field(default_factory=dict)
    element: tuple[int, Type] | None = None
    tested: frozenset[str] = frozenset()
    for_people: bool = False
    needs: dict[int, Span] = field(default_factory=dict)

    def bind(self, name: str | None, slot: int, of: Type) -> Scope:
        """With a local of that name, or, without one, as the element looked at."""
        if name is None:
            return replace(self, element=(slot, of))
        return replace(self, locals={**self.locals, name: (slot, of)})

    def knowing(self, paths: Iterable[str]) -> Scope:
        return replace(self, tested=self.tested | frozenset(paths))

    def forgetting(self, path: str | None) -> Scope:
        """Without what was known of a path that has been written; None forgets all that is not local."""
        kept = (p for p in self.tested if (p.split(".")[0] in self.locals and path is None) or (path and not _under(p, path)))
        return replace(self, tested=frozenset(kept))

    def need(self, what: int, span: Span) -> None:
        self.needs.setdefault(what, span)


def _under(path: str, root: str) -> bool:
    return path == root or path.startswith(root + ".")


def path_of(node: syntax.Syntax) -> str | None:
    """The path under which a test of this expression is remembered: `closer`, `t.space`; None for what cannot be."""
    if isinstance(node, syntax.Name):
        return node.name
    if isinstance(node, syntax.Element):
        return "." + node.name
    if isinstance(node, syntax.Attribute):
        inner = path_of(node.of)
        return f"{inner}.{node.name}" if inner else None
    return None


def tested_by(node: syntax.Syntax, truth: bool) -> set[str]:
    """The paths that are not none wherever the condition is of that truth."""
    if isinstance(node, syntax.Negation):
        return tested_by(node.clause, not truth)
    if (isinstance(node, syntax.Every) and truth) or (isinstance(node, syntax.Some) and not truth):
        return set().union(*(tested_by(clause, truth) for clause in node.clauses))
    if isinstance(node, syntax.Comparison) and isinstance(node.right, syntax.Nothing):
        path = path_of(node.left)
        if path and (node.sign == "is not") == truth and node.sign in ("is", "is not"):
            return {path}
    if isinstance(node, syntax.Comparison) and node.sign == "is in" and truth and (path := path_of(node.left)):
        return {path}
    return set()
