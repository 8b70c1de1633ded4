"""The commands that report: validate, check, replay and trace, simulate. Each prints and returns its exit code."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .console import FINE, PROBLEMS, USAGE, cli, complain
from .diagnostics import SetupError, render
from .files import SEEDS, display_name, shipped_games
from .words import say

if TYPE_CHECKING:
    from .game import Game
    from .scenarios import Report as CheckReport
    from .scenarios import Statement
    from .simulate import Report, Spread


NOBODY = 0  # as the seats whose eyes read a game


def rule_files(paths: Iterable[Path]) -> list[Path]:
    """The files named, and for a folder the rule files in it and below."""
    found: list[Path] = []
    shipped = shipped_games()
    for path in paths:
        if not path.exists() and str(path) in shipped:
            found.append(shipped[str(path)])
        elif path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.suffix in (".yaml", ".yml") and p.is_file())
            if not inside:
                complain(cli("nothing-to-check", path=path))
            found += inside
        else:
            found.append(path)
    return found


# ---- validate


def validate(paths: list[Path], form: str, lang: str) -> int:
    """Says of every file what is wrong with it, or that it is fine."""
    from .loading import examine

    files = rule_files(paths)
    errors = 0 if files else 1
    everything: list[dict[str, Any]] = []
    for path in files:
        desk, found = examine(path)
        wrong = sum(1 for diagnostic in found if diagnostic.severity == "error")
        errors += wrong
        if form == "json":
            everything += [diagnostic.as_json(lang) for diagnostic in found]
            continue
        if found:
            print(render(found, lang))
            print()
        if desk is not None:
            low, high = desk.model.players
            players = str(low) if low == high else f"{low}-{high}"
            summary = say(lang, "valid-summary", players=players, rules=len(desk.model.rules))
            print(say(lang, "valid", path=display_name(path), summary=summary))
        else:
            print(f"{display_name(path)}: {say(lang, 'problems', errors=wrong, warnings=len(found) - wrong)}")
    if form == "json":
        print(json.dumps(everything, ensure_ascii=False, indent=1))
    return PROBLEMS if errors else FINE


# ---- check


def check(paths: list[Path], lang: str) -> int:
    """Runs scenarios: a line a statement, failures below it, and at the end the rules that none exercised."""
    from .scenarios import check_file

    failed = 0
    seeds = {path.stem: path for path in sorted(SEEDS.glob("*.yaml"))}
    files = rule_files([seeds.get(str(path), path) if not path.exists() else path for path in paths] or list(seeds.values()))
    reports = [check_file(path) for path in files]
    told = [report for report in reports if report.statements or report.problems]
    for report in told:
        print(report.path)
        for statement in report.statements:
            _statement(statement, lang)
        if report.problems:
            print(render(report.problems, lang))
        failed += report.failed
        _uncovered(report, lang)
    statements = [statement for report in told for statement in report.statements]
    scenarios = sum(statement.scenarios for statement in statements)
    bad = sum(1 for statement in statements if statement.failures)
    print(say(lang, "check-summary", statements=len(statements), scenarios=scenarios, failed=bad))
    return PROBLEMS if failed or not files else FINE


def _statement(statement: Statement, lang: str) -> None:
    if statement.scenarios:
        key = "check-one" if statement.scenarios == 1 else "check-passed"
        count = say(lang, key, count=statement.scenarios)
    else:
        count = say(lang, "check-none", note=statement.note) if statement.note else say(lang, "check-missing")
    place = f"  [{statement.rule.source.name}:{statement.rule.line}]" if statement.rule else ""
    print(f"{'✕' if statement.failures else '✓'} {statement.name:<9} {statement.says or ''} ({count}){place}")
    if statement.failures:
        print(render(statement.failures, lang))


def _uncovered(report: CheckReport, lang: str) -> None:
    for spans in report.uncovered.values():
        print(say(lang, "check-uncovered"))
        for span in spans:
            print(f"  {span.rule}")


# ---- replay and trace


def retell(path: Path, upto: int | None, lang: str, rules: bool) -> int:
    """Tells a record from its beginning, with or without the rules."""
    from .events import EVERYBODY
    from .records import read_record
    from .session import Session
    from .terminal import console_for_people, print_outcome, print_status, tell
    from .trace import Teller

    record = read_record(path)
    if record.cut:
        complain(say(lang, "cut-line"))
    console = console_for_people()
    session = Session.replay(record, upto)
    state = session.state
    # Of a game that is not over yet only what lies open is shown.
    over = Session.replay(record).state.result() is not None
    teller = Teller(state.model, state.players, lang, EVERYBODY if over or not state.model.zones else NOBODY)
    tell(console, teller.lines(state.events, rules), rules)
    print_status(console, teller, state)
    print_outcome(console, teller, state)
    return FINE


# ---- verify


def verify(path: Path, lang: str) -> int:
    """Says whether the chance of a record is the one promised."""
    from .fairness import verify as problems_of
    from .records import read_record

    record = read_record(path)
    problems = problems_of(record)
    if problems:
        print(render(problems, lang))
        return PROBLEMS
    outcomes = sum(1 for entry in record.entries if "outcome" in entry)
    print(say(lang, "verified", outcomes=outcomes, promise=record.header["promise"]))
    return FINE


# ---- compile


def compilation(game: Game, wat: bool) -> int:
    """Compiles a game, and says what came of it; with `wat`, all of it as WebAssembly text."""
    from time import perf_counter

    from .wasm.build import compiled

    began = perf_counter()
    build = compiled(game.model)
    binary = build.module.binary()
    took = 1_000 * (perf_counter() - began)
    if wat:
        for line in build.module.text():
            print(line)
        return FINE
    size = build.layout.size
    print(cli("compiled", game=game.name, functions=len(build.module.functions), size=len(binary), state=size, took=f"{took:.0f}"))
    return FINE


# ---- simulate


def simulation(
    game: Game, n: int, players: str | None, options: dict[str, str], seed: int, limit: int, as_json: bool, lang: str, jobs: int, interpreted: bool
) -> int:
    """Plays n games and prints what came out of them."""
    from .simulate import simulate

    who: Any = int(players) if players and players.isascii() and players.isdigit() else [p.strip() for p in players.split(",")] if players else 0
    try:
        with _Progress(n, as_json) as progress:
            report = simulate(game, n, seed, who, options, limit, progress.update, jobs=jobs, interpreted=interpreted)
    except SetupError as error:
        complain(render(error.diagnostics, lang))
        return USAGE
    if report.games < n:
        complain(cli("sim-stopped", games=report.games))
    if as_json:
        print(json.dumps(report.as_json(), ensure_ascii=False, indent=1))
    else:
        _print_simulation(game, report, lang)
    return FINE


class _Progress:
    """A progress bar, on a terminal."""

    def __init__(self, total: int, quiet: bool):
        self.total, self.shown = total, sys.stderr.isatty() and not quiet
        self.bar: Any = None

    def __enter__(self) -> _Progress:
        if self.shown:
            from rich.console import Console
            from rich.progress import Progress

            self.bar = Progress(console=Console(stderr=True), transient=True)
            self.task = self.bar.add_task(cli("sim-progress"), total=self.total)
            self.bar.start()
        return self

    def update(self, done: int) -> None:
        if self.bar is not None:
            self.bar.update(self.task, completed=done)

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()


def _print_simulation(game: Game, report: Report, lang: str) -> None:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    from .trace import Teller

    teller = Teller(game.model, {}, lang)
    console = Console(highlight=False)
    console.print(cli("sim-title", game=game.name, games=report.games, seed=report.seed), markup=False)
    console.print(cli(f"sim-{report.engine}"), markup=False)
    options = ", ".join(f"{name}={value}" for name, value in report.options.items())
    if options:
        console.print(cli("sim-options", options=options), markup=False)
    if report.capped:
        console.print(cli("sim-capped", limit=report.limit, capped=report.capped), markup=False)
    ended = report.games - report.capped
    winners = Table(box=SIMPLE, pad_edge=False)
    for key, right in (("sim-player", False), ("sim-wins", True), ("", True), ("sim-shared", True)):
        winners.add_column(cli(key) if key else "%", justify="right" if right else "left")
    for name in report.players:
        share = f"{100 * report.wins[name] / ended:.1f}" if ended else "—"
        winners.add_row(name, str(report.wins[name]), share, str(report.shared[name]))
    console.print(winners)
    if report.nobody:
        console.print(cli("sim-nobody", count=report.nobody), markup=False)
    spreads: dict[str, Spread | None] = {cli("sim-length"): report.length}
    spreads |= {teller.label(name): spread for name, spread in report.counters.items()}
    measures = Table(box=SIMPLE, pad_edge=False)
    for key in ("sim-value", "sim-least", "sim-mean", "sim-median", "sim-most"):
        measures.add_column(cli(key), justify="left" if key == "sim-value" else "right")
    for name, spread in spreads.items():
        if spread is not None:
            measures.add_row(name, str(spread.least), f"{spread.mean:.2f}", f"{spread.median:g}", str(spread.most))
    console.print(measures)


