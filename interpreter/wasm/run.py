"""A compiled model at work: whole games in one call, and single steps for whoever compares or explores.

A trap is a fault of the rules; what it was, the interpreter says, from the same state or the same game.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import wasmtime

from .. import model as m
from ..choosing import Candidate, Option
from .chance import RESULT
from .memory import Layout
from .options import ACTION, RANK, STANDING, places_of
from .program import CAPPED, CHUNK, OVER, Program, engine, program
from .standings import STANDINGS


class Trapped(Exception):
    """A fault in the rules: the interpreter can say which."""


@dataclass(frozen=True, slots=True)
class Games:
    """The results of some games, one value a game in each: winners as a mask of seats, end entry (-1 where the flow ran out, -2 where the
    game was cut off), stops, and the counters of the rule file."""

    winners: list[int]
    ends: list[int]
    stops: list[int]
    counters: dict[str, list[int]]


class Compiled:
    """One instance of a model's program. Not for several threads at once."""

    def __init__(self, model: m.Model, made: Program | None = None):
        self.model, self.program, self.layout = model, made or program(model), Layout(model)
        self.store = wasmtime.Store(engine())
        exports = wasmtime.Instance(self.store, self.program.module, []).exports(self.store)
        memory = exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory
        self._functions = {name: each for name, each in exports.items() if isinstance(each, wasmtime.Func)}
        self._places = [places_of(action) for action in model.actions]
        self._kinds = [[parameter.type for parameter in action.parameters] for action in model.actions]

    def _call(self, name: str, *arguments: int) -> object:
        try:
            return self._functions[name](self.store, *arguments)
        except wasmtime.Trap as trap:
            raise Trapped from trap

    # ---- memory

    def _bytes(self, at: int, size: int) -> bytes:
        return bytes(self._memory.read(self.store, at, at + size))

    def _write(self, at: int, data: bytes) -> None:
        self._memory.write(self.store, data, at)

    def _column(self, number: int, count: int) -> list[int]:
        start = self.program.results + 8 * CHUNK * number
        return list((ctypes.c_int64 * count).from_buffer_copy(self._bytes(start, 8 * count)))

    # ---- whole games

    def play(self, cells: Sequence[int], n: int, seed: int, first: int = 0, limit: int = 100_000, compliant: bool = True) -> Games:
        """Games `first` to `first + n - 1` of a seed (at most CHUNK), each from this state to its end at random. Raises Trapped."""
        assert n <= CHUNK
        self._write(self.program.base, self.layout.pack(cells))
        self._call("play", n, _signed(seed), _signed(first), limit, int(compliant))
        counters = {name: self._column(3 + place, n) for place, name in enumerate(self.model.counters)}
        return Games(self._column(0, n), self._column(1, n), self._column(2, n), counters)

    # ---- single steps

    def state(self) -> list[int]:
        """The cells of the state at work."""
        return self.layout.unpack(self._bytes(self.program.work, self.layout.size))

    def _phase(self) -> int:
        width = self.layout.widths[m.PHASE].bytes
        return int.from_bytes(self._bytes(self.program.work + self.layout.offsets[m.PHASE], width), "little")

    def put(self, cells: Sequence[int]) -> None:
        """Makes these the cells of the state at work."""
        self._write(self.program.work, self.layout.pack(cells))

    def options(self) -> list[Candidate]:
        """The options at this stop with their standing, in their order. Raises Trapped."""
        records = self._call("options", self.program.work, self.program.arena)
        assert isinstance(records, list)
        return list(self._read(*records))

    def _read(self, first: int, last: int) -> Iterator[Candidate]:
        data, stride = self._bytes(first, last - first), self.program.stride
        for at in range(0, last - first, stride):

            def word(place: int, at: int = at) -> int:
                return int.from_bytes(data[at + place : at + place + 4], "little", signed=True)

            action = word(ACTION)
            standing = STANDINGS[word(STANDING)]
            arguments = tuple(
                int.from_bytes(data[at + start : at + end], "little", signed=not kind.is_set)
                for kind, start, end in zip(self._kinds[action], self._places[action], self._places[action][1:], strict=False)
            )
            yield Candidate(Option(action, arguments, standing == "breach"), word(RANK), standing)

    def apply(self, place: int) -> None:
        """Carries out the option listed at that place. Raises Trapped."""
        self._call("apply", self.program.work, self.program.arena + self.program.stride * place, self._phase())

    def after(self, places: Sequence[int]) -> list[list[int]]:
        """The cells after each of the options listed at those places, from the state at work, which is listed anew. Raises Trapped."""
        start, found = self._bytes(self.program.work, self.layout.size), []
        for place in places:
            self._write(self.program.work, start)
            self._call("options", self.program.work, self.program.arena)
            self.apply(place)
            found.append(self.state())
        return found

    def deal(self, result: Sequence[int]) -> None:
        """Lets the chance event at this stop come out so. Raises Trapped."""
        self._write(RESULT, b"".join(value.to_bytes(4, "little") for value in result))
        self._call("deal", self.program.work, self._phase())

    def seed(self, seed: int, number: int) -> None:
        self._call("seed", _signed(seed), _signed(number))

    def draw(self) -> None:
        """Lets chance decide the event at this stop, by the generator. Raises Trapped."""
        self._call("draw", self.program.work, self._phase())


def _signed(value: int) -> int:
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >= 1 << 63 else value


__all__ = ["CAPPED", "CHUNK", "OVER", "Compiled", "Games", "Trapped"]
