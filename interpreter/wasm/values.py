"""Expressions in WebAssembly, beside the interpreter's evaluator: all forms together, and definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import model as m
from .encode import I64, Function
from .masks import Masks
from .memory import words_of
from .numbers import Numbers
from .places import Places
from .sets import Sets
from .walks import Walks
from .writer import STATE, kinds_of

if TYPE_CHECKING:
    from .build import Build


class Values(Numbers, Sets, Places):
    """Writes expressions into one function."""

    def __init__(self, build: Build, function: Function):
        super().__init__(build, function)
        self.walks, self.masks = Walks(self), Masks(self)

    # ---- definitions

    def _invoke(self, node: m.Invoke) -> None:
        self._call(node)

    def _invoke_words(self, node: m.Invoke) -> list[int]:
        self._call(node)
        found = [self.f.local(I64) for _ in range(words_of(node.type.family))]
        for place in reversed(found):
            self.f.set(place)
        return found

    def _call(self, node: m.Invoke) -> None:
        """Calls a definition, all arguments worked out first; one that is short is written in place."""
        routine = self.model.routines[node.routine]
        if routine.value is None or not self.build.is_short(node.routine):
            self.f.get(STATE)
            for argument in node.arguments:
                self.push(argument)
            self.f.call(self.build.routine(node.routine))
            return
        self.f.op(("#", routine.value.span))
        bound = [self.bound(argument) for argument in node.arguments]
        kept = dict(self.slots)
        self.slots.update(zip(routine.slots, bound, strict=True))
        self.push(routine.value)
        self.slots = kept

    def bound(self, argument: m.Expr) -> tuple[int, ...]:
        """The locals that hold an argument of a definition that is written in place."""
        if isinstance(argument, m.Local):
            return self.slots[argument.slot]
        self.push(argument)
        places = tuple(self.f.local(kind) for kind in kinds_of(argument.type))
        for place in reversed(places):
            self.f.set(place)
        return places


__all__ = ["STATE", "Values", "kinds_of"]
