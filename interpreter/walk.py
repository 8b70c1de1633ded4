"""Walks over the typed trees of the model: every node below one, by its dataclass fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
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


_PARTS: dict[type, tuple[str, ...]] = {}


def _parts(kind: type) -> tuple[str, ...]:
    if kind not in _PARTS:
        _PARTS[kind] = tuple(f.name for f in fields(kind) if f.name not in ("span", "type", "name"))
    return _PARTS[kind]
