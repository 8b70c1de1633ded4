"""Texts for people, with expressions in them."""

from __future__ import annotations

from dataclasses import dataclass

from .expressions import Expr


@dataclass(frozen=True, slots=True)
class Texts:
    """Templates by language: strings and expressions in turn."""

    parts: dict[str, tuple[str | Expr, ...]]
