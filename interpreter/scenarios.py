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
once and without running rules. `when` are outcomes and choices by name. Players are named as the scenario names them. Scenarios stand in a
seeds file (statements of a source) or in a rule file's own `scenarios`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import model as m
from . import syntax
from .checker.declarations import entries, texts_of
from .checker.scope import Scope
from .diagnostics import Diagnostic, Fault, IllegalMove, Problems, ReglarioError, SetupError
from .document import Entry, Mapping, Node, Scalar, Sequence, parse_document, plain, read_source
from .events import Event
from .files import display_name
from .game import Game, State
from .loading import load
from .machine import ACT, PHASES, Machine
from .parse import parse_text
from .reasons import why
from .schema import check_structure
from .source import Span
from .suggest import nearest
from .types import INT_MAX, INT_MIN, Type, element, set_of
from .variants import find


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
        default = _text(root.get("game"))
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
    rule = None
    game = games.get(default, None)
    path = parts.get("rule")
    says, note = (_text(parts[key].value) if key in parts else "" for key in ("says", "note"))
    statement = Statement(name, says, note, None, entry.key.span)
    if path is not None and game is not None and isinstance(path.value, Scalar):
        found = find(game.desk.declarations.root, path.value.value)
        rule = game.model.rules.get(path.value.value) or (found.key.span if found else None)
        if rule is None:
            near = nearest(path.value.value, game.model.rules)
            statement.failures.append(Diagnostic("unknown-rule", path.value.span, {"path": path.value.value, "near": near}))
    statement.rule = rule
    scenarios = parts["scenarios"].value if "scenarios" in parts else None
    items = list(scenarios.items) if isinstance(scenarios, Sequence) else []
    _run_all(statement, items, default, games, covered)
    if not items and not statement.note:
        statement.failures.append(Diagnostic("statement-unshown", entry.key.span, {"name": name}))
    return statement


def _run_all(statement: Statement, items: list[Node], default: str, games: _Games, covered: set[str]) -> None:
    for item in items:
        parts = entries(item)
        name = _text(parts["game"].value) if "game" in parts else default
        game = games.get(name, parts["game"].value.span if "game" in parts else None)
        statement.scenarios += 1
        if game is None or not isinstance(item, Mapping):
            statement.failures.append(Diagnostic("scenario-failed", item.span, {"expected": name, "found": "—"}))
            continue
        problems = Problems()
        _Scenario(game, item, problems, covered).run()
        statement.failures += problems.in_order


class _Unusable(Exception):
    """What is given cannot be set up; the reasons are reported already."""


class _Scenario:
    """One scenario, run once."""

    def __init__(self, game: Game, node: Mapping, problems: Problems, covered: set[str]):
        self.game, self.node, self.problems, self.covered = game, node, problems, covered
        self.parts = node.entries
        self.events: list[Event] = []
        self.refused: str | None = None
        self.seats: dict[str, int] = {}
        self.slots: dict[str, int] = {}
        self.state: State

    def run(self) -> None:
        refusal = self.parts.get("refused")
        try:
            self._play()
        except _Unusable:
            return
        except (SetupError, IllegalMove, Fault) as error:
            self.refused = error.diagnostics[0].code
            if refusal is None or _text(refusal.value) not in [d.code for d in error.diagnostics]:
                span = refusal.value.span if refusal else self.where
                self.problems.error("scenario-refused", span, expected=_text(refusal.value) if refusal else "—", found=error.diagnostics[0].message())
                return
        if refusal is not None and self.refused is None:
            self.problems.error("scenario-not-refused", refusal.value.span, expected=_text(refusal.value))
        if "then" in self.parts and hasattr(self, "state"):
            _Expectations(self).check(entries(self.parts["then"].value))
        for event in self.events:
            self.covered.add(event.path)

    def _play(self) -> None:
        self.where = self.node.span
        players = plain(self.parts["players"].value) if "players" in self.parts else 0
        options = plain(self.parts["options"].value) if "options" in self.parts else {}
        self.where = self.parts["players"].key.span if "players" in self.parts else self.node.span
        self.state = self.game.start(players, options, trace=True, covered=self.covered)
        self.events = self.state.events
        self.seats = {name: seat for seat, name in self.state.players.items()}
        self.slots = {name: self.game.desk.declarations.new_slot() for name in self.seats}
        for step in texts_of(self.parts["setup"].value) if "setup" in self.parts else []:
            self._step(step)
        self._given(entries(self.parts["given"].value if "given" in self.parts else None))
        for step in texts_of(self.parts["when"].value) if "when" in self.parts else []:
            self._step(step)

    def _step(self, step: Scalar) -> None:
        self.where = step.span
        if self.state.draw:
            self.state.deal(step.value)
        else:
            self.state.play(self.canonical(step.value))

    def canonical(self, name: str) -> str:
        """An option's name with the scenario's people as seats."""
        members = self.game.model.seats.members
        named = "players" in self.parts and isinstance(self.parts["players"].value, Sequence)
        return " ".join(members[self.seats[word]] if named and word in self.seats else word for word in name.split())

    # ---- addresses

    def scope(self) -> Scope:
        """The scenario's people as names; their slots are filled in by `evaluate`."""
        kind = element(self.game.model.seats)
        around = {block.index: block.span for block in self.game.model.blocks}
        return Scope({name: (slot, kind) for name, slot in self.slots.items()}, needs=around)

    def evaluate(self, node: m.Expr) -> int:
        evaluator = self.machine().evaluator
        for name, slot in self.slots.items():
            evaluator.slots[slot] = self.seats[name]
        return int(evaluator(node)(self.state.cells))

    def machine(self) -> Machine:
        """A machine that knows the definitions at the types that this scenario's texts brought."""
        return Machine(self.game.desk.refreshed(), covered=self.covered)

    def place(self, scalar: Scalar) -> m.Place | None:
        tree = parse_text("expression", scalar.inner, self.problems)
        statements = self.game.desk.flow.statements
        before = len(statements.problems.found)
        found = statements.place(tree, self.scope()) if tree is not None else None
        self._carry(before)
        return found

    def expression(self, node: Node, hint: Type | None = None) -> m.Expr | None:
        """The value that a scalar, or a list of them, stands for."""
        if isinstance(node, Sequence):
            return self._set(node, hint)
        if not isinstance(node, Scalar):
            self.problems.error("wrong-kind", node.span, found="a-mapping", allowed=["a-text"])
            return None
        tree = parse_text("expression", node.inner, self.problems)
        return self._typed(tree, hint) if tree is not None else None

    def _set(self, node: Sequence, hint: Type | None) -> m.Expr | None:
        items = [self.expression(item, element(hint.family) if hint is not None and hint.family else None) for item in node.items]
        if any(item is None for item in items):
            return None
        kind = hint or set_of(self.game.model.seats)
        return m.Union(node.span, kind.set, tuple(m.Single(i.span, i.type.set, i) for i in items if i is not None))

    def _typed(self, tree: syntax.Expression, hint: Type | None) -> m.Expr | None:
        expressions = self.game.desk.flow.expressions
        before = len(expressions.problems.found)
        scope = self.scope()
        found = expressions.fitting(tree, scope, hint) if hint is not None else expressions.value(tree, scope)
        self._carry(before)
        return found

    def _carry(self, before: int) -> None:
        """Moves what the checker reported over to this scenario."""
        desk = self.game.desk.flow.problems
        for diagnostic in desk.found[before:]:
            if diagnostic not in self.problems.found:
                self.problems.found.append(diagnostic)
        del desk.found[before:]

    # ---- given

    def _given(self, given: dict[str, Entry]) -> None:
        """Writes all addresses at once; the place in the flow first, since it says whose turn there can be."""
        cells = self.state.cells
        if "block" in given:
            self._set_block(given["block"].value)
        if "turn" in given:
            self._set_turn(given["turn"].value)
        writes = [write for key, entry in given.items() if key not in ("block", "turn") for write in self._write(entry)]
        for cell, value in writes:
            cells[cell] = value
        self.where = self.node.span
        if any(block.turns is not None for block in self._around(self.state.block)) and cells[m.TURN] < 0:
            self.problems.error("scenario-no-turn", given["block"].value.span if "block" in given else self.node.span)
        if self.problems.errors:
            raise _Unusable
        self.state.machine.advance(cells)
        self.state._candidates = None

    def _write(self, entry: Entry) -> Iterator[tuple[int, int]]:
        place = self.place(entry.key)
        if place is None:
            return
        value = self.expression(entry.value, place.type)
        if value is None:
            return
        found = self.evaluate(value)
        low, high = (place.type.low, place.type.high) if place.type.is_number else (INT_MIN, INT_MAX)
        if place.type.is_number and not low <= found <= high:
            self.problems.error("number-out-of-range", entry.value.span, value=found, limit=f"{low}..{high}")
            return
        index = self.evaluate(place.index) if place.index is not None else 0
        yield place.cell + index, found

    def seat(self, node: Node) -> int | None:
        value = self.expression(node, element(self.game.model.seats, optional=True))
        return self.evaluate(value) if value is not None else None

    def _set_turn(self, node: Node) -> None:
        """Makes it that player's turn: who comes behind in the same round still has theirs."""
        seat, block, cells = self.seat(node), self.state.block, self.state.cells
        while block is not None and block.turns is None:
            block = self.game.model.blocks[block.parent] if block.parent is not None else None
        if seat is None or block is None:
            self.problems.error("scenario-no-turn", node.span)
            return
        size, first = self.game.model.seats.size, cells[block.turn_cells + 1]
        order = [place % size for place in range(first, first + size)]
        behind = order[order.index(seat) + 1 :]
        cells[block.turn_cells] = cells[m.TAKEN] & sum(1 << place for place in behind)
        cells[m.TURN] = seat

    def _set_block(self, node: Node) -> None:
        """Puts the game at a stop of that name, with the state of the blocks around it as they begin."""
        blocks = {block.name: block for block in self.game.model.blocks if block.draw or block.choose}
        target = blocks.get(_text(node))
        if target is None:
            self.problems.error("unknown-block", node.span, name=_text(node), near=nearest(_text(node), blocks), allowed=list(blocks))
            return
        alive, cells = self._around(self.state.block), self.state.cells
        for block in self._around(target)[::-1]:
            if block in alive:
                continue
            if block.turns is not None:
                cells[block.turn_cells : block.turn_cells + 3] = [0, 0, cells[m.TURN]]
                cells[m.TURN] = -1
            self.state.machine.initialise(block.state)(cells)
        cells[m.PHASE] = target.index * PHASES + ACT

    def _around(self, block: m.Block | None) -> list[m.Block]:
        found = []
        while block is not None:
            found.append(block)
            block = self.game.model.blocks[block.parent] if block.parent is not None else None
        return found


class _Expectations:
    """What a scenario's `then` says must hold; every other key is an address."""

    def __init__(self, scenario: _Scenario):
        self.s, self.state, self.problems = scenario, scenario.state, scenario.problems
        self.checks: dict[str, Any] = {
            "turn": self._turn, "block": self._block, "outcome": self._outcome, "over": self._over, "winners": self._winners,
            "offered": self._offered, "not offered": self._not_offered, "withheld": self._withheld, "priced": self._priced,
            "chances": self._chances, "events": self._events, "no events": self._no_events, "why": self._why, "counters": self._counters,
        }  # fmt: skip

    def check(self, expected: dict[str, Entry]) -> None:
        for key, entry in expected.items():
            self.checks.get(key, self._address)(entry)

    def _fail(self, node: Node, expected: Any, found: Any) -> None:
        self.problems.error("scenario-failed", node.span, expected=str(expected), found=str(found))

    def _same(self, node: Node, expected: Any, found: Any) -> None:
        if expected != found:
            self._fail(node, expected, found)

    def _address(self, entry: Entry) -> None:
        found = self.s.expression(entry.key)
        if found is None:
            return
        hint = found.type if found.type.many else Type(found.type.kind, found.type.family, optional=found.type.is_element)
        wanted = self.s.expression(entry.value, hint)
        if wanted is None:
            return
        value, right = self.s.evaluate(found), self.s.evaluate(wanted)
        if value != right:
            from .trace import Teller

            teller = Teller(self.s.game.model, self.state.players, "en")
            self._fail(entry.value, teller.value(found.type, right), teller.value(found.type, value))

    def _turn(self, entry: Entry) -> None:
        seat = self.s.seat(entry.value)
        names = self.state.players
        found = self.state.turn if self.state.turn is not None else -1
        if seat is not None:
            self._same(entry.value, names.get(seat, "none"), names.get(found, "none"))

    def _block(self, entry: Entry) -> None:
        self._same(entry.value, _text(entry.value), self.state.block.name if self.state.block else "—")

    def _outcome(self, entry: Entry) -> None:
        drawn = [event for event in self.s.events if hasattr(event, "outcome")]
        from .names import outcome_name

        last: Any = drawn[-1] if drawn else None
        outcome = next((o for o in self.s.game.model.outcomes if last and o.name == last.outcome), None)
        self._same(entry.value, _text(entry.value), outcome_name(outcome, last.result) if outcome else "—")

    def _over(self, entry: Entry) -> None:
        self._same(entry.value, _text(entry.value), "yes" if self.state.result() else "no")

    def _winners(self, entry: Entry) -> None:
        result = self.state.result()
        found = {self.state.players[seat] for seat in result.winners} if result else None
        wanted = {item.value for item in texts_of(entry.value)} if isinstance(entry.value, Sequence) else {_text(entry.value)} - {"none"}
        if found != wanted:
            self._fail(entry.value, ", ".join(sorted(wanted)) or "none", "—" if found is None else ", ".join(sorted(found)) or "none")

    # ---- options

    def _names(self, *standings: str) -> list[str]:
        return [self.state.name(each.option) for each in self.state.candidates if each.standing in standings]

    def _wanted(self, entry: Entry) -> list[tuple[Node, str]]:
        items = texts_of(entry.value) if isinstance(entry.value, Sequence) else [entry.value]
        return [(item, self.s.canonical(item.value)) for item in items if isinstance(item, Scalar) and item.value != "none"]

    def _offered(self, entry: Entry) -> None:
        """All the options that are offered, in any order."""
        found, wanted = self._names("offered", "breach"), [name for _, name in self._wanted(entry)]
        if sorted(found) != sorted(wanted):
            self._fail(entry.value, ", ".join(wanted) or "none", ", ".join(found) or "none")

    def _not_offered(self, entry: Entry) -> None:
        found = self._names("offered", "breach")
        for node, name in self._wanted(entry):
            if name in found:
                self._fail(node, "—", name)

    def _withheld(self, entry: Entry) -> None:
        found = self._names("outranked", "wasteful", "idle")
        for node, name in self._wanted(entry):
            if name not in found:
                self._fail(node, name, ", ".join(found) or "none")

    def _priced(self, entry: Entry) -> None:
        found = self._names("breach")
        for node, name in self._wanted(entry):
            if name not in found:
                self._fail(node, name, ", ".join(found) or "none")

    def _chances(self, entry: Entry) -> None:
        found = {name: f"{above}/{below}" for name, (above, below) in self.state.outcomes().items()}
        for key, part in entries(entry.value).items():
            self._same(part.value, _text(part.value), found.get(key, "0"))

    # ---- what happened

    def _events(self, entry: Entry) -> None:
        happened = {event.path for event in self.s.events}
        for item in texts_of(entry.value):
            if find(self.s.game.desk.declarations.root, item.value) is None:
                near = nearest(item.value, self.s.game.model.rules)
                self.problems.error("unknown-rule", item.span, path=item.value, near=near)
            elif item.value not in happened:
                self._fail(item, item.value, "—")

    def _no_events(self, entry: Entry) -> None:
        happened = {event.path for event in self.s.events}
        for item in texts_of(entry.value):
            if item.value in happened:
                self._fail(item, "—", item.value)

    def _why(self, entry: Entry) -> None:
        """The rule that decides, by its path or its own text; or the kind of reason."""
        for key, part in entries(entry.value).items():
            reason = why(self.state, self.s.canonical(key))
            said = [reason.kind, *([" ".join(reason.rule.text.split())] if reason.rule else []), str(reason.values.get("clause", ""))]
            said += [path for path, span in self.s.game.model.rules.items() if span == reason.rule]
            if _text(part.value) not in said:
                self._fail(part.value, _text(part.value), reason.text("en"))

    def _counters(self, entry: Entry) -> None:
        result = self.state.result()
        for key, part in entries(entry.value).items():
            found = result.counters.get(key) if result else None
            self._same(part.value, _text(part.value), "—" if found is None else str(found))


def _text(node: Node | None) -> str:
    return node.value if isinstance(node, Scalar) else ""


