"""The commands that report: validate, check, replay and trace, simulate. Each prints and returns its exit code."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .console import FINE, PROBLEMS, USAGE, BadUsage, cli, complain, counted
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

    from .wasm.attempt import attempt
    from .wasm.build import compiled
    from .wasm.memory import Unsupported

    began = perf_counter()
    try:
        build = compiled(game.model)
    except Unsupported:
        print(cli("compiled-not", game=game.name))
        return PROBLEMS
    binary = build.module.binary()
    took = 1_000 * (perf_counter() - began)
    if wat:
        for line in build.text():
            print(line)
        return FINE
    size = build.layout.size
    print(cli("compiled", game=game.name, functions=len(build.module.functions), size=len(binary), state=size, took=f"{took:.0f}"))
    if attempt(game.model) is None:
        print(cli("compiled-idle"))
    return FINE


# ---- simulate


def simulation(
    game: Game, n: int, players: str | None, options: dict[str, str], seed: int, limit: int, as_json: bool, lang: str, jobs: int, interpreted: bool
) -> int:
    """Plays n games and prints what came out of them."""
    from .simulate import simulate

    who = _simulated(game, players)
    try:
        with _Progress(n, as_json) as progress:
            report = simulate(game, n, seed, who, options, limit, progress.update, jobs=jobs, interpreted=interpreted)
    except SetupError as error:
        complain(render(error.diagnostics, lang))
        return USAGE
    if report.games < n:
        complain(counted("sim-stopped", report.games))
    if as_json:
        print(json.dumps(report.as_json(), ensure_ascii=False, indent=1))
    else:
        _print_simulation(game, report, lang)
    return FINE


def _simulated(game: Game, players: str | None) -> int | list[str]:
    """Who plays, as `--players` says: how many, or their names. Raises BadUsage."""
    if not players:
        return 0
    text = players.strip()
    if re.fullmatch(r"[-+]?[0-9]+(\.[0-9]*)?", text):
        low, high = game.model.players
        if not text.isdigit() or len(text) > 9:
            raise BadUsage(cli("bad-number", name="--players", kind=cli("kind-whole"), low=low, high=high))
        return int(text) or []  # where nothing is said, 0 stands for the fewest
    from .asking import CPU

    names = [name.strip() for name in text.split(",")]
    if any(name.casefold().endswith(CPU) for name in names):
        raise BadUsage(cli("sim-no-cpu"))
    return names


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
            self.task = self.bar.add_task(cli("sim-games"), total=self.total)
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
    console = Console(highlight=False, markup=False, emoji=False)  # names and labels are shown as they are written
    console.print(counted("sim-title", report.games, game=game.name, seed=report.seed))
    console.print(cli(f"sim-{report.engine}"))
    options = ", ".join(f"{name}={value}" for name, value in report.options.items())
    if options:
        console.print(cli("sim-options", options=options))
    if report.capped:
        console.print(counted("sim-capped", report.limit, capped=report.capped))
    ended = report.games - report.capped
    if not ended:
        return

    def table(first: str, *others: str) -> Table:
        made = Table(box=SIMPLE, pad_edge=False)
        made.add_column(first)
        for heading in others:
            made.add_column(heading, justify="right")
        return made

    winners = table(cli("sim-player"), cli("sim-wins"), "%", cli("sim-shared"))
    for name in report.players:
        winners.add_row(name, str(report.wins[name]), _share(report.wins[name], ended), str(report.shared[name]))
    console.print(winners)
    if report.nobody:
        console.print(cli("sim-nobody", count=report.nobody))
    names = [end.name for end in game.model.ends] + [name for name in report.ends if not name]
    if len(names) > 1:
        ends = table(cli("sim-end"), cli("sim-games"), "%")
        for name in names:
            ends.add_row(teller.label(name) if name else cli("sim-ran-out"), str(report.ends.get(name, 0)), _share(report.ends.get(name, 0), ended))
        console.print(ends)
    spreads: dict[str, Spread | None] = {cli("sim-length"): report.length}
    spreads |= {teller.label(name): spread for name, spread in report.counters.items()}
    measures = table(*(cli(f"sim-{key}") for key in ("value", "least", "mean", "median", "most")))
    for name, spread in spreads.items():
        if spread is not None:
            measures.add_row(name, str(spread.least), f"{spread.mean:.2f}", f"{spread.median:.1f}".removesuffix(".0"), str(spread.most))
    console.print(measures)


def _share(count: int, games: int) -> str:
    return f"{100 * count / games:.1f}"
