"""Functions written where they are called: those that are short, and those that only one place calls.

A call becomes a block of the function's name, in which its parameters and locals are further locals of the caller, and `return` leaves the block. What
nobody calls any more is left out. wasmtime could do this, but its Python package has no setting for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .encode import Function, Instr, Module

SHORT = 160  # instructions of a function that is written wherever it is called
MOST = 4_000  # instructions of a function into which another is still written


def inline(module: Module) -> None:
    """Writes short functions, and those called once, where they are called, and leaves out those that are not called any more."""
    calls = Counter(instr[1] for f in module.functions for instr in f.code if instr[0] == "call")
    exported = {f.index for _, f in module.exports}
    done: set[int] = set()
    busy: set[int] = set()

    def finish(f: Function) -> None:
        busy.add(f.index)
        code: list[Instr] = []
        for instr in f.code:
            other = module.functions[instr[1]] if instr[0] == "call" else None
            if other is not None and other.index not in done | busy:
                finish(other)
            if other is None or other.index in busy or not fits(code, other):
                code.append(instr)
            else:
                code += _in_place(f, other)
        f.code = code
        busy.remove(f.index)
        done.add(f.index)

    def fits(code: list[Instr], other: Function) -> bool:
        once = calls[other.index] == 1 and other.index not in exported
        size = sum(1 for instr in other.code if instr[0] != "#")
        return len(other.results) < 2 and (size <= SHORT or (once and len(code) + size <= MOST))

    for _, f in module.exports:
        if f.index not in done:
            finish(f)
    _leave_out(module)


def _in_place(f: Function, other: Function) -> Iterator[Instr]:
    """A function's instructions with its arguments on the stack, as part of another function."""
    kinds = [*other.params, *other.locals]
    places = [f.local(kind) for kind in kinds]
    yield from (("local.set", place) for place in reversed(places[: len(other.params)]))
    yield ("block", other.name, *other.results)
    yield ("#", other.note)
    for place in sorted(_unset(other)):
        yield (f"{kinds[place]}.const", 0)
        yield ("local.set", places[place])
    for instr in other.code:
        if instr[0] in ("local.get", "local.set", "local.tee"):
            yield (instr[0], places[instr[1]])
        elif instr[0] == "return":
            yield ("br", other.name)
        else:
            yield instr
    yield ("end",)


def _unset(f: Function) -> set[int]:
    """The locals that are perhaps read before they are set, which are 0 then."""
    left, depth = set(range(len(f.params), len(f.params) + len(f.locals))), 0
    first: dict[int, bool] = {}
    for instr in f.code:
        if instr[0] in ("block", "loop", "if"):
            depth += 1
        elif instr[0] == "end":
            depth -= 1
        elif instr[0] in ("local.get", "local.set", "local.tee"):
            first.setdefault(instr[1], instr[0] != "local.get" and depth == 0)
    return {place for place in left if not first.get(place, True)}


def _leave_out(module: Module) -> None:
    """Drops what no export leads to."""
    waiting, kept = [f for _, f in module.exports], set()
    while waiting:
        f = waiting.pop()
        if f.index not in kept:
            kept.add(f.index)
            waiting += [module.functions[instr[1]] for instr in f.code if instr[0] == "call"]
    old = module.functions
    module.functions = [f for f in old if f.index in kept]
    now = {f.index: place for place, f in enumerate(module.functions)}
    for f in module.functions:
        f.code = [("call", now[instr[1]], instr[2]) if instr[0] == "call" else instr for instr in f.code]
    for f in module.functions:
        f.index = now[f.index]
