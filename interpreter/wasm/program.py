"""Compiled models, ready to be run, and kept between runs.

What the machine made of a module is kept in a folder of the user's own, under a name that says of which rules and by which compiler; so
the second start takes milliseconds. Anything wrong with a kept file, and it is made again.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import wasmtime

from .. import model as m
from ..files import private_cache

CHUNK = 2_048  # games of one call
OVER, CAPPED = -1, -2  # in place of an end entry: the flow ran out, or the limit of stops
KEPT = 100  # programs


@dataclass(frozen=True, slots=True)
class Program:
    """A module and the addresses in its memory: where games begin, where they are worked on, where results and listings stand."""

    module: wasmtime.Module
    base: int
    work: int
    results: int
    arena: int
    stride: int


@cache
def engine() -> wasmtime.Engine:
    """The one engine of this process; where address space is limited, one that reserves none beforehand."""
    config = wasmtime.Config()
    if _is_limited():
        config.memory_reservation = 0
        config.memory_guard_size = 0
        config.memory_reservation_for_growth = 1 << 20
    return wasmtime.Engine(config)


def _is_limited() -> bool:
    try:
        import resource
    except ImportError:  # a system without such limits
        return False
    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


def program(model: m.Model, keep: bool = True) -> Program:
    """The program of a model: a kept one, else compiled now and (`keep`) kept for the next time."""
    path = _kept(model) if keep else None
    if path is not None:
        with suppress(OSError, ValueError, KeyError, TypeError, wasmtime.WasmtimeError):
            head, _, code = path.read_bytes().partition(b"\n")
            return Program(wasmtime.Module.deserialize(engine(), code), **json.loads(head))
    from .build import compiled  # only now: a kept program needs none of it

    build = compiled(model)
    module = wasmtime.Module(engine(), build.module.binary())
    made = Program(module, build.base, build.work, build.results, build.arena, build.choices.stride)
    if path is not None:
        with suppress(OSError):
            _keep(path, made)
    return made


def _keep(path: Path, made: Program) -> None:
    places = {"base": made.base, "work": made.work, "results": made.results, "arena": made.arena, "stride": made.stride}
    new = path.with_suffix(f".{os.getpid()}")
    new.write_bytes(json.dumps(places).encode() + b"\n" + made.module.serialize())
    new.replace(path)
    for old in sorted(path.parent.glob("*.program"), key=lambda p: p.stat().st_mtime)[:-KEPT]:
        old.unlink(missing_ok=True)


def _kept(model: m.Model) -> Path | None:
    """Where the program of a model is kept; None where there is no folder of our own to write to."""
    folder = private_cache()
    if folder is None:
        return None
    key = hashlib.sha256("\0".join([model.digest, _compiler(), sys.platform]).encode()).hexdigest()[:24]
    return folder / f"{key}.program"


@cache
def _compiler() -> str:
    """Which compiler this is: the files of this package, by size and time."""
    stats, waiting = [], [str(Path(__file__).parent.parent)]
    while waiting:  # os.scandir, as a path object a file would take half of the time that a start has
        for entry in os.scandir(waiting.pop()):
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
            elif entry.name.endswith(".py"):
                stats.append((entry.path, entry.stat().st_size, entry.stat().st_mtime_ns))
    return hashlib.sha256(repr(sorted(stats)).encode()).hexdigest()
