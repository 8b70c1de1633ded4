"""Walks over the typed trees of the model: every node below one, by its dataclass fields, and trees with other nodes in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from .model import Expr, Place, Stmt


def nodes(tree: Any) -> Iterator[Any]:
    """Every expression, place and statement in a tree (or tuple of trees), itself included."""
    if isinstance(tree, (Expr, Stmt, Place)):
        yield tree
    for part in children(tree):
        yield from nodes(part)


def children(tree: Any) -> Iterator[Any]:
    """The expressions, places and statements right below one (or those of a tuple of trees)."""
    if isinstance(tree, tuple):
        for part in tree:
            yield from (part,) if isinstance(part, (Expr, Stmt, Place)) else children(part)
    elif isinstance(tree, (Expr, Stmt, Place)):
        for name in _parts(type(tree)):
            part = getattr(tree, name)
            yield from (part,) if isinstance(part, (Expr, Stmt, Place)) else children(part)


def replaced(tree: Any, change: Callable[[Expr], Expr | None]) -> Any:
    """A tree (or tuple of trees) with other expressions in place of those for which `change` gives one."""
    if isinstance(tree, tuple):
        parts = tuple(replaced(part, change) for part in tree)
        return parts if any(new is not old for new, old in zip(parts, tree, strict=True)) else tree
    if not isinstance(tree, (Expr, Stmt, Place)):
        return tree
    new = change(tree) if isinstance(tree, Expr) else None
    if new is not None:
        return new
    inner = {name: getattr(tree, name) for name in _parts(type(tree))}
    changed = {name: part for name, old in inner.items() if (part := replaced(old, change)) is not old}
    return replace(tree, **changed) if changed else tree


_PARTS: dict[type, tuple[str, ...]] = {}


def _parts(kind: type) -> tuple[str, ...]:
    if kind not in _PARTS:
        _PARTS[kind] = tuple(f.name for f in fields(kind) if f.name not in ("span", "type", "name"))
    return _PARTS[kind]
