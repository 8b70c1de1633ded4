"""Many games at random, in batches: compiled where that can be had, else by the interpreter; on several cores at once.

Game number i of a seed is the same game everywhere, so it does not matter who plays which batch. The compiled program runs in threads, since it leaves the
lock of Python alone; the interpreter in processes. What the compiled program traps on, the interpreter plays again: it says which rule failed, or
goes on where the program's own stack was too small.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import active_children
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from . import model as m
from .chance import Source, Xoshiro
from .diagnostics import Diagnostic, Fault
from .game import Game
from .loading import examine, opened
from .machine import Machine
from .sets import Cells
from .source import Source as Text
from .variants import Given

CUT_OFF, RAN_OUT = -2, -1  # in place of an end entry: more stops than allowed, or no step was left
AT_A_TIME = 0.1  # seconds of one batch, so that a run can be stopped


@dataclass(frozen=True, slots=True)
class Task:
    """What all games of a run have in common: the state they begin from, and how they are played."""

    cells: tuple[int, ...]
    seed: int
    limit: int
    compliant: bool


@dataclass(slots=True)
class Batch:
    """The results of the games from `first` on, one value a game in each: winners as a mask, end entry, stops, counters in the file's order."""

    first: int
    winners: list[int]
    ends: list[int]
    stops: list[int]
    counters: list[list[int]]


Play = Callable[[int, int], Batch]  # plays so many games from a number on


def play_out(machine: Machine, cells: Cells, source: Source, limit: int, compliant: bool = True) -> tuple[Cells, int]:
    """One game from a first stop, all decided by `source`: the last state and the number of stops. It is cut off where the state is not over.

    Unless `compliant`, options at a price are chosen like any other.
    """
    standings = ("offered",) if compliant else ("offered", "breach")
    draws, deal, apply, over = machine.draws, machine.deal, machine.apply, machine.over
    c = list(cells)
    machine.compliant = compliant
    try:
        block = machine.block(c)
        if block is not None and block.choose:
            machine.pending = machine.candidates(c, block)
        for stops in range(limit):
            phase = c[m.PHASE]
            if phase == over:
                return c, stops
            if phase in draws:
                deal(c, draws[phase](source, c))
            else:
                choice = [each.option for each in machine.pending if each.standing in standings]
                apply(c, choice[source.below(len(choice))])
        return c, limit
    finally:
        machine.compliant = False


class Interpreted:
    """Plays batches by the interpreter."""

    def __init__(self, game: Game, task: Task):
        self.machine, self.task = game.machine, task
        self.counters = [self.machine.evaluator(expression) for expression in game.model.counters.values()]

    def play(self, first: int, count: int) -> Batch:
        """Raises Fault, with the number of the game."""
        task, over = self.task, self.machine.over
        made = Batch(first, [], [], [], [[] for _ in self.counters])
        for number in range(first, first + count):
            try:
                cells, stops = play_out(self.machine, list(task.cells), Xoshiro(task.seed, number), task.limit, task.compliant)
                ended = cells[m.PHASE] == over
                for column, counter in zip(made.counters, self.counters, strict=True):
                    column.append(int(counter(cells)) if ended else 0)
            except Fault as error:
                raise Fault([*error.diagnostics, Diagnostic("fault-in-game", None, {"number": number, "seed": task.seed})]) from None
            made.winners.append(cells[m.WINNERS])
            made.ends.append(cells[m.ENDED] if ended else CUT_OFF)
            made.stops.append(stops)
        return made


class Translated:
    """Plays batches by the compiled program, each thread with an instance of its own."""

    def __init__(self, game: Game, task: Task):
        from .wasm import run
        from .wasm.program import program

        self.run, self.program, self.game, self.task = run, program(game.model), game, task
        self.own = threading.local()
        self.lock = threading.Lock()

    def play(self, first: int, count: int) -> Batch:
        task, made = self.task, None
        if not hasattr(self.own, "program"):
            self.own.program = self.run.Compiled(self.game.model, self.program)
        with suppress(self.run.Trapped):
            made = self.own.program.play(task.cells, count, task.seed, first, task.limit, task.compliant)
        if made is not None:
            return Batch(first, made.winners, made.ends, made.stops, list(made.counters.values()))
        del self.own.program  # a trap may leave its memory in any state
        with self.lock:
            return Interpreted(self.game, task).play(first, count)


# ---- several at once


class _Threads(Executor):
    """Threads that nobody waits for: a game that is being played cannot be stopped, but it can be left behind."""

    def __init__(self, jobs: int):
        self.jobs, self.tasks = jobs, SimpleQueue[Callable[[], None] | None]()
        for _ in range(jobs):
            threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        while (task := self.tasks.get()) is not None:
            task()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = Future[Any]()

        def task() -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(fn(*args, **kwargs))
                except BaseException as error:  # it is for whoever asks for the result
                    future.set_exception(error)

        self.tasks.put(task)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for _ in range(self.jobs):
            self.tasks.put(None)


_worker: list[Interpreted] = []


def _begin(files: list[tuple[str, str]], task: Task) -> None:
    """In a process of its own: the game, from the texts of its files. Being stopped is for the process that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sources = [Text(name, text) for name, text in files]
    _worker.append(Interpreted(opened(examine(Path(sources[0].name), Given(sources))), task))


def _play(first: int, count: int) -> Batch:
    return _worker[0].play(first, count)


def batches(game: Game, task: Task, n: int, jobs: int, compiled: bool) -> Iterator[Batch]:
    """Plays games 0 to n - 1 of the task's seed; the batches as they are done, in any order. Raises Fault."""
    most = 2_048
    if compiled:
        player: Any = Translated(game, task)
        executor: Executor | None = _Threads(jobs)
        play: Play = player.play
    elif jobs > 1 and n >= 4 * jobs:
        files = [(source.name, source.text) for source in game.model.sources]
        executor, play = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(files, task)), _play
    else:
        executor, play = None, Interpreted(game, task).play
    if executor is None:
        yield from _one_by_one(play, n)
        return
    others, done = set(active_children()), False
    try:
        yield from _shared(executor, play, n, jobs, most)
        done = True
    finally:
        if not done:  # who is in the middle of a game is not waited for
            for worker in set(active_children()) - others:
                worker.terminate()
        executor.shutdown(wait=True, cancel_futures=True)


def _one_by_one(play: Play, n: int) -> Iterator[Batch]:
    first, size = 0, 1
    while first < n:
        count, began = min(size, n - first), time.perf_counter()
        yield play(first, count)
        first += count
        size = _next_size(size, count, time.perf_counter() - began, 10_000)


def _shared(executor: Executor, play: Play, n: int, jobs: int, most: int) -> Iterator[Batch]:
    first, size = 0, 1
    waiting: dict[Future[Batch], tuple[int, float]] = {}
    while first < n or waiting:
        while first < n and len(waiting) < jobs + 1:
            count = min(size, n - first)
            waiting[executor.submit(play, first, count)] = count, time.perf_counter()
            first += count
        done, _ = wait(waiting, timeout=AT_A_TIME, return_when=FIRST_COMPLETED)
        for future in done:
            count, began = waiting.pop(future)
            if future.exception() is not None:
                raise _earliest(future, waiting)
            yield future.result()
            size = _next_size(size, count, time.perf_counter() - began, most)


def _earliest(failed: Future[Batch], waiting: Iterable[Future[Batch]]) -> BaseException:
    """The failure of the earliest game, so that it does not matter who was quicker."""
    wait(waiting)
    found = [error for error in (future.exception() for future in (failed, *waiting)) if error is not None]
    return min(found, key=lambda error: error.diagnostics[-1].args.get("number", 0) if isinstance(error, Fault) else -1)


def _next_size(size: int, count: int, took: float, most: int) -> int:
    """As many games as take about AT_A_TIME, at most twice as many as before."""
    return max(1, min(most, 2 * size, int(count * AT_A_TIME / max(took, 1e-6)))) if count == size else size


def all_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
