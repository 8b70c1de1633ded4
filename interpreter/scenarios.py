"""Scenarios: cases that show what the rules do, as data.

    PIR-28:
      says: Ana has 6 chips and the pot 5; TOMA 3 gives her 3 and leaves 2
      rule: define.take
      scenarios:
        - players: [Ana, Luis]
          given:
            Ana.chips: 6
            pot: 5
          when: [TOMA 3]
          then:
            Ana.chips: 9
            pot: 2

`given` runs the set-up to its first stop (with the outcomes of `setup`, where it has chance events) and then writes the addresses, all at
once and without running rules (given.py). `when` are outcomes and choices by name; `then` is what must hold (expectations.py). People and pieces are
named as the scenario names them (addresses.py). Scenarios stand in a seeds file (statements of a source) or in a rule file's own `scenarios`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from .addresses import Addresses, text_of
from .checker.declarations import entries, texts_of
from .diagnostics import Diagnostic, Fault, IllegalMove, Problems, ReglarioError, SetupError
from .document import Entry, Mapping, Node, Sequence, parse_document, plain, read_source
from .expectations import Expectations
from .files import display_name
from .game import Game, State
from .given import Given, Unusable
from .loading import load
from .schema import check_structure
from .source import Span
from .suggest import nearest
from .variants import find

TIMEOUT = "timeout"  # in `when`: the time of the block around the stop runs out


@dataclass(slots=True)
class Statement:
    """A statement of a source and how its scenarios went; `rule` is the place of the rule that carries it out."""

    name: str
    says: str
    note: str
    rule: Span | None
    span: Span
    scenarios: int = 0
    failures: list[Diagnostic] = field(default_factory=list)


@dataclass(slots=True)
class Report:
    """What `check` found in one file: its statements, and by game the rules that no scenario exercised."""

    path: str
    statements: list[Statement] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    uncovered: dict[str, list[Span]] = field(default_factory=dict)
    covered: set[str] = field(default_factory=set)

    @property
    def failed(self) -> int:
        return sum(1 for statement in self.statements if statement.failures) + len(self.problems)


def check_file(path: Path) -> Report:
    """Runs all scenarios of a seeds file, or those in a rule file."""
    problems = Problems()
    report = Report(display_name(path))
    source = read_source(path, report.path, problems)
    root = parse_document(source, problems) if source else None
    if root is None:
        report.problems = problems.in_order
        return report
    games = _Games(path, problems)
    if "statements" in root.entries:
        check_structure(root, "seeds", problems)
        default = text_of(root.get("game"))
        for key, entry in entries(root.get("statements")).items():
            report.statements.append(_statement(key, entry, default, games, report.covered))
    else:
        game = games.get(str(path), None)
        scenarios = game.model.scenarios if game else None
        for key, entry in entries(scenarios).items():
            statement = Statement(key, key.replace("_", " "), "", None, entry.key.span)
            _run_all(statement, [entry.value], str(path), games, report.covered)
            report.statements.append(statement)
    report.problems = problems.in_order
    if any(statement.scenarios for statement in report.statements):
        report.uncovered = {game.name: missing for game in games.main if (missing := _uncovered(game, report.covered))}
    return report


def _uncovered(game: Game, covered: set[str]) -> list[Span]:
    """The rules that act, and that no scenario came to."""
    kinds = ("define.", "outcomes.", "actions.", "end.", "flow.")
    model = game.model
    passive = {outcome.path for outcome in model.outcomes if not outcome.is_dice}
    called = {routine.path for routine in model.routines}
    wanted = [
        path for path in model.rules
        if path.startswith(kinds) and path not in passive and ".state" not in path and (not path.startswith("define.") or path in called)
    ]  # fmt: skip
    return [model.rules[path] for path in wanted if path not in covered]


class _Games:
    """The games that scenarios name, each loaded once."""

    def __init__(self, home: Path, problems: Problems):
        self.home, self.problems = home, problems
        self.loaded: dict[str, Game | None] = {}
        self.main: list[Game] = []  # those whose rules should all be exercised

    def get(self, name: str, span: Span | None) -> Game | None:
        if name not in self.loaded:
            self.loaded[name] = self._load(name, span)
            game = self.loaded[name]
            if game is not None and len(self.loaded) == 1:
                self.main.append(game)
        return self.loaded[name]

    def _load(self, name: str, span: Span | None) -> Game | None:
        beside = self.home.parent / name
        try:
            return load(beside if beside.is_file() else name)
        except ReglarioError as error:
            self.problems.error("game-unusable", span, name=name)
            self.problems.found += error.diagnostics
            return None


def _statement(name: str, entry: Entry, default: str, games: _Games, covered: set[str]) -> Statement:
    parts = entries(entry.value)
    says, note = (text_of(parts[key].value) if key in parts else "" for key in ("says", "note"))
    statement = Statement(name, says, note, None, entry.key.span)
    scenarios = parts["scenarios"].value if "scenarios" in parts else None
    items = list(scenarios.items) if isinstance(scenarios, Sequence) else []
    own = games.get(default, None)
    _run_all(statement, items, default, games, covered)
    if "rule" in parts and own is not None:
        named = [games.get(text_of(entries(item)["game"].value), None) for item in items if "game" in entries(item)]
        _find_rule(statement, parts["rule"].value, [own, *(game for game in named if game is not None)])
    if not items and not statement.note:
        statement.failures.append(Diagnostic("statement-unshown", entry.key.span, {"name": name}))
    return statement


def _find_rule(statement: Statement, path: Node, games: list[Game]) -> None:
    """Finds the place of the rule that carries a statement out: in the game of the file, or in one that a scenario names."""
    for game in games:
        written = find(game.desk.declarations.root, text_of(path))
        statement.rule = game.model.rules.get(text_of(path)) or (written.key.span if written else None)
        if statement.rule is not None:
            return
    near = nearest(text_of(path), games[0].model.rules)
    statement.failures.append(Diagnostic("unknown-rule", path.span, {"path": text_of(path), "near": near}))


def _run_all(statement: Statement, items: list[Node], default: str, games: _Games, covered: set[str]) -> None:
    for item in items:
        parts = entries(item)
        name = text_of(parts["game"].value) if "game" in parts else default
        game = games.get(name, parts["game"].value.span if "game" in parts else None)
        statement.scenarios += 1
        if game is None or not isinstance(item, Mapping):
            statement.failures.append(Diagnostic("scenario-failed", item.span, {"expected": name, "found": "—"}))
            continue
        problems = Problems()
        _Scenario(game, item, problems, covered).run()
        statement.failures += problems.in_order


class _Scenario:
    """One scenario, run once."""

    def __init__(self, game: Game, node: Mapping, problems: Problems, covered: set[str]):
        self.game, self.node, self.problems, self.covered = game, node, problems, covered
        self.parts = node.entries
        self.where = node.span
        self.state: State | None = None
        self.addresses: Addresses

    def run(self) -> None:
        refusal = self.parts.get("refused")
        refused = False
        try:
            self._play()
        except Unusable:
            return
        except (SetupError, IllegalMove, Fault) as error:
            refused = True
            if refusal is None or text_of(refusal.value) not in [d.code for d in error.diagnostics]:
                span = refusal.value.span if refusal else self.where
                self.problems.error("scenario-refused", span, expected=text_of(refusal.value) if refusal else "—", found=error.diagnostics[0].message())
                return
        if refusal is not None and not refused:
            self.problems.error("scenario-not-refused", refusal.value.span, expected=text_of(refusal.value))
        if self.state is not None:
            if "then" in self.parts:
                Expectations(self.addresses, self.state.events).check(entries(self.parts["then"].value))
            self.covered |= {event.path for event in self.state.events}

    def _play(self) -> None:
        players = plain(self.parts["players"].value) if "players" in self.parts else 0
        options = plain(self.parts["options"].value) if "options" in self.parts else {}
        self.where = self.parts["players"].key.span if "players" in self.parts else self.node.span
        self.state = self.game.start(players, options, trace=True, covered=self.covered)
        self.addresses = Addresses(self.state, isinstance(players, list), self.problems, self.covered)
        self._happen("setup", self.state)
        self.where = self.node.span
        Given(self.addresses, self.node.span).write(entries(self.parts["given"].value if "given" in self.parts else None))
        self._happen("when", self.state)

    def _happen(self, key: str, state: State) -> None:
        """Lets the entries of `setup` or `when` happen, stop by stop."""
        for step in texts_of(self.parts[key].value) if key in self.parts else []:
            self.where = step.span
            draw = state.draw
            if step.value == TIMEOUT:
                state.time_out()
            elif draw is None:
                state.play(self.addresses.canonical(step.value))
            elif draw.shuffle is not None and (order := self.addresses.shuffled(draw.shuffle, step.value)) is not None:
                state.deal(order)
            else:
                state.deal(step.value)
