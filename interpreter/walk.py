"""Walks over the typed trees of the model: every node below one, by its dataclass fields, and trees with other nodes in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from .model import Expr, Local, Place, Stmt


def nodes(tree: Any) -> Iterator[Any]:
    """Every expression, place and statement in a tree (or tuple of trees), itself included, and those above before those below."""
    waiting = [tree]
    while waiting:
        tree = waiting.pop()
        names = _PARTS.get(type(tree)) or _parts(type(tree))
        if names is not None:
            yield tree
            waiting += [part for name in names if type(part := getattr(tree, name)) not in _BARE]
        elif isinstance(tree, tuple):
            waiting += [part for part in reversed(tree) if type(part) not in _BARE]


def children(tree: Any) -> Iterator[Any]:
    """The expressions, places and statements right below one (or those of a tuple of trees)."""
    names = _parts(type(tree))
    for part in tree if isinstance(tree, tuple) else [getattr(tree, name) for name in reversed(names or ())]:
        if isinstance(part, tuple):
            yield from children(part)
        elif _parts(type(part)) is not None:
            yield part


def slots_read(tree: Any) -> set[int]:
    """The slots of the locals that a tree reads."""
    return {node.slot for node in nodes(tree) if isinstance(node, Local)}


def replaced(tree: Any, change: Callable[[Expr], Expr | None]) -> Any:
    """A tree (or tuple of trees) with other expressions in place of those for which `change` gives one."""
    if isinstance(tree, tuple):
        parts = tuple(replaced(part, change) for part in tree)
        return parts if any(new is not old for new, old in zip(parts, tree, strict=True)) else tree
    names = _parts(type(tree))
    if names is None:
        return tree
    new = change(tree) if isinstance(tree, Expr) else None
    if new is not None:
        return new
    changed = {name: part for name in names if (part := replaced(old := getattr(tree, name), change)) is not old}
    return replace(tree, **changed) if changed else tree


_BARE = {int, str, bool, type(None)}  # what most fields hold that are no trees
_PARTS: dict[type, tuple[str, ...] | None] = {}


def _parts(kind: type) -> tuple[str, ...] | None:
    """The fields of a kind of node that may hold others, the last first; None if it is no node."""
    if kind not in _PARTS:
        names = [f.name for f in fields(kind) if f.name not in ("span", "type", "name")] if issubclass(kind, (Expr, Stmt, Place)) else None
        _PARTS[kind] = tuple(reversed(names)) if names is not None else None
    return _PARTS[kind]
