"""How long it takes to make a program and to start a kept one, in a process of its own: `python -m bench.compiling GAME made|kept`; milliseconds, as JSON.

What is kept is kept where `XDG_CACHE_HOME` says; `made` keeps it, `kept` finds it there.
"""

from __future__ import annotations

import json
import sys
from time import perf_counter

from interpreter.loading import load

MADE = ("module built", "encoded", "machine code")  # what together is owed


def made(name: str) -> dict[str, float]:
    """The stages of compiling a game that has not been compiled before."""
    model = load(name).model
    import wasmtime

    from interpreter.wasm.build import compiled
    from interpreter.wasm.program import engine, program

    engine()
    started = perf_counter()
    build = compiled(model)
    built = perf_counter()
    binary = build.module.binary()
    encoded = perf_counter()
    wasmtime.Module(engine(), binary)
    ended = perf_counter()
    program(model)  # to be kept
    stages = dict(zip(MADE, (built - started, encoded - built, ended - encoded), strict=True))
    return {**stages, "all three": ended - started}


def kept(name: str) -> dict[str, float]:
    """The stages of starting a game whose program is kept, after the rules are read."""
    model = load(name).model
    started = perf_counter()
    from interpreter.wasm.program import program
    from interpreter.wasm.run import Compiled

    imported = perf_counter()
    found = program(model)
    ready = perf_counter()
    Compiled(model, found)
    return {"wasmtime imported": imported - started, "program found": ready - imported, "instance": perf_counter() - ready, "both": perf_counter() - imported}


if __name__ == "__main__":
    stages = {"made": made, "kept": kept}[sys.argv[2]](sys.argv[1])
    print(json.dumps({stage: 1000 * took for stage, took in stages.items()}))
