"""The compiled program beside the interpreter, which defines the language: states, options, draws, results and faults must be equal bit for bit."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path

import pytest
import wasmtime

from interpreter import State, load, scenarios
from interpreter import model as m
from interpreter.batches import CUT_OFF, Interpreted, Task, Translated
from interpreter.chance import Xoshiro
from interpreter.choosing import Candidate, any_priced
from interpreter.diagnostics import Fault, RuleFileError
from interpreter.files import shipped_games
from interpreter.game import Game
from interpreter.loading import examine, opened
from interpreter.names import value_name
from interpreter.scenarios import check_file
from interpreter.simulate import simulate
from interpreter.source import Source
from interpreter.variants import Given
from interpreter.wasm.build import compiled
from interpreter.wasm.encode import I32, Module
from interpreter.wasm.inline import inline
from interpreter.wasm.program import Program, engine, program
from interpreter.wasm.run import Compiled, Games, Trapped

from .random_rules import rule_file

ROOT = Path(__file__).parent.parent
SEED = 2024
HEAD = "language: 1\ngame: small\ntitle:\n  es: chico\n  en: small\n"
TAKEN = ("offered", "breach")


def game_of(text: str, name: str = "rules.yaml") -> Game:
    """The game of a rule file that stands nowhere on the disk. Raises RuleFileError."""
    return opened(examine(Path(name), Given([Source(name, text)])))


class Pair:
    """One game on both executions. Every step is taken on both, and everything that can be seen of them compared after it."""

    def __init__(self, state: State, made: Program):
        self.state, self.made, self.compiled = state, made, Compiled(state.model, made)
        self.steps = 0
        self.failed: Fault | None = None
        self.compiled.put(state.cells)
        self.compare()

    def compare(self) -> None:
        ours, theirs = self.state.cells, self.compiled.state()
        assert theirs == ours, [(cell, a, b) for cell, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a != b][:8]
        block = self.state.block
        if block is not None and block.choose:
            self.same_options()

    def same_options(self) -> Sequence[Candidate]:
        """The options of the interpreter, which must be those of the program, listed now."""
        ours, theirs = self.state.candidates, self.compiled.options()
        assert theirs == ours, [pair for pair in zip(ours, theirs, strict=False) if pair[0] != pair[1]][:4] or (len(ours), len(theirs))
        assert self.compiled.state() == self.state.cells  # listing them changes nothing
        return theirs

    def same_marks(self) -> None:
        machine, cells = self.state.machine, self.state.cells
        ours, theirs = self.state.candidates, self.compiled.options()
        after, priced = self.compiled.state(), any_priced(ours)
        assert any_priced(theirs) == priced
        for mine, other in zip(ours, theirs, strict=True):
            assert machine.marks(cells, mine, priced) == machine.marks(after, other, priced)

    def play(self, place: int) -> bool:
        """Chooses the option listed at that place; False where it is a fault, which both must find."""
        option = self.state.candidates[place].option
        return self._both(lambda: self.state.play(option), lambda: self.compiled.apply(place))

    def deal(self, result: Sequence[int], source: Xoshiro | None) -> bool:
        """Lets chance come out so; on the program by its own generator, where `source` says that it has come as far."""
        act = self.compiled.draw if source is not None else lambda: self.compiled.deal(result)
        return self._both(lambda: self.state.deal(result), act)

    def _both(self, interpreted: Callable[[], None], compiled: Callable[[], None]) -> bool:
        self.steps += 1
        before = list(self.state.cells)
        try:
            interpreted()
        except Fault as error:
            self.failed = error
            with suppress(Trapped):
                compiled()
                raise AssertionError(f"no trap where there is a fault: {error.diagnostics[0]}") from error
            assert self.state.cells == before
            return False
        compiled()
        self.compare()
        return True


def beside(state: State, made: Program, seed: int, number: int, most: int = 100_000, marks: bool = False) -> Pair:
    """One game from a state to its end, its first fault, or so many stops; options at a price are chosen like any other.

    Chance is the program's own in even games, and given to it in odd ones.
    """
    pair, source, choices = Pair(state, made), Xoshiro(seed, number), random.Random(f"{seed} {number}")
    own = source if number % 2 == 0 else None
    pair.compiled.seed(seed, number)
    for _ in range(most):
        if state.block is None:
            break
        if state.draw is not None:
            if not pair.deal(state.drawn(source), own):
                break
            continue
        if marks:
            pair.same_marks()
        places = [place for place, each in enumerate(state.candidates) if each.standing in TAKEN]
        if not pair.play(choices.choice(places)):
            break
    return pair


def any_options(game: Game, chance: random.Random) -> dict[str, str]:
    """Random values of the options of a game, near the ends of a range more often than elsewhere."""
    found = {}
    for option in game.model.options:
        values = option.values
        place = chance.choice([0, len(values) - 1, chance.randrange(len(values)), chance.randrange(min(len(values), 12))])
        found[option.name] = value_name(option.type, values[place], game.model)
    return found


# ---- step by step

FILES: dict[str, Path] = {**shipped_games(), **{f"tests/{path.stem}": path for path in sorted((ROOT / "tests" / "games").glob("*.yaml"))}}


@cache
def loaded(name: str) -> tuple[Game, Program]:
    game = load(FILES[name])
    return game, program(game.model, keep=False)


def counts(game: Game) -> list[int]:
    """How many play: all numbers, of many the fewest and the most."""
    low, high = game.model.players
    return sorted({low, min(low + 1, high), high})


TABLES = [(name, players) for name in FILES for players in counts(loaded(name)[0])]


def later(game: Game, made: Program, state: State, number: int, stops: int) -> State:
    """The state after so many stops of a game at random, or the last one before its end."""
    compiled, choices = Compiled(game.model, made), random.Random(number)
    compiled.put(state.cells)
    compiled.seed(SEED, number)
    cells = list(state.cells)
    for _ in range(stops):
        block = game.machine.block(cells)
        assert block is not None
        if block.draw is not None:
            compiled.draw()
        else:
            compiled.apply(choices.choice([place for place, each in enumerate(compiled.options()) if each.standing in TAKEN]))
        after = compiled.state()
        if game.machine.block(after) is None:
            break
        cells = after
    return State(game, game.machine, state.players, cells)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_step_is_the_same(name: str, players: int, long: bool) -> None:
    game, made = loaded(name)
    chance, left, number = random.Random(f"{name} {players}"), 20_000 if long else 120, 0
    while left > 0:
        state = game.start(players, any_options(game, chance) if number % 3 else {})
        if number % 2:
            state = later(game, made, state, number, chance.choice([10, 50, 200, 1000]))
        left -= 10 + beside(state, made, SEED, number, min(left, 2_000 if long else 60), marks=number % 4 < 2).steps
        number += 1


@pytest.mark.parametrize("name", ["pirinola-express", "garrafina", "poleana", "tests/spend"])
def test_the_text_is_the_whole_module(name: str) -> None:
    """Assembled again, it plays the same games; and it quotes every action's rule, guards, and deeds."""
    game, made = loaded(name)
    text = list(compiled(game.model).text())
    again = replace(made, module=wasmtime.Module(engine(), "\n".join(text)))
    cells = list(game.start().cells)
    first, second = (Compiled(game.model, each).play(cells, 50, SEED, 0) for each in (made, again))
    assert (first.winners, first.ends, first.stops, first.counters) == (second.winners, second.ends, second.stops, second.counters)
    quoted = {" ".join(line.split()) for line in text if ";;" in line}
    for action in game.model.actions:
        spans = [action.span, *(clause.condition.span for clause in action.guard), *(statement.span for statement in action.body)]
        assert {" ".join(span.rule.split()) for span in spans} <= {line.split(";; ", 1)[1].removeprefix(f"{action.name} ") for line in quoted}


def test_functions_are_the_same_where_they_are_called() -> None:
    """A function in place of its call: its locals begin at 0 each time, its early return leaves it alone, and it may call itself."""
    module = Module()
    counted = module.function("counted", (I32,), (I32,))
    own = counted.local(I32)
    counted.get(0)
    counted.op("i32.eqz", ("if", "none"), ("i32.const", 100), "return", "end")
    counted.get(own, 0)
    counted.op("i32.add")
    counted.tee(own)
    down = module.function("down", (I32,), (I32,))
    down.get(0)
    down.op("i32.eqz", ("if", "none"), ("i32.const", 7), "return", "end")
    down.get(0)
    down.op(("i32.const", 1), "i32.sub")
    down.call(down)
    total = module.function("total", (I32,), (I32,))
    total.op(("loop", "again"))
    total.get(1)
    total.get(0)
    total.call(counted)
    total.op("i32.add")
    total.set(total.local(I32))
    total.get(0)
    total.op(("i32.const", 1), "i32.sub")
    total.tee(0)
    total.op(("i32.const", -1), "i32.ne", ("br_if", "again"), "end")
    total.get(1)
    total.call(counted)
    total.const(3)
    total.call(down)
    total.op("i32.add")
    module.exports.append(("total", total))
    inline(module)
    assert [f.name for f in module.functions] == ["down", "total"]
    store = wasmtime.Store(wasmtime.Engine())
    run = wasmtime.Instance(store, wasmtime.Module(store.engine, module.binary()), []).exports(store)["total"]
    assert isinstance(run, wasmtime.Func)
    assert run(store, 3) == (3 + 2 + 1 + 100) + 7


def test_draws_are_those_of_the_generator() -> None:
    """Of dice, faces with weights, and shuffles, also where the generator must draw again."""
    text = HEAD + (
        "players: 2\npieces:\n  card:\n    plural: cards\n    each:\n      n: 1..70\n    name: c<n>\n    starts at: deck\nzones:\n  deck:\n"
        "    of: card\n    ordered: yes\noutcomes:\n  wheel:\n    a:\n      weight: 1000000\n    b:\n      weight: 999999\n    c:\n      weight: 0\n"
        "    d:\n  dice:\n    roll: 16 dice of 999\nflow:\n  round:\n    repeat: always\n    steps:\n      one:\n        chance: wheel\n      two:\n"
        "        chance: dice\n      three:\n        chance: shuffle cards into deck\nend:\n  never:\n    after: [round]\n    when: 1 > 2\n"
        "    winners: none\n"
    )
    game = game_of(text)
    for seed, number in ((0, 0), (7, 2), (2**64 - 1, 2**63), (-5, 4), (2**80 + 3, 6)):
        assert beside(game.start(), program(game.model, keep=False), seed, number, 60).steps == 60


# ---- whole games


def same_games(game: Game, made: Program, cells: Sequence[int], n: int, first: int = 0, limit: int = 100_000, compliant: bool = True) -> Games:
    theirs = Compiled(game.model, made).play(cells, n, SEED, first, limit, compliant)
    ours = Interpreted(game, Task(tuple(cells), SEED, limit, compliant)).play(first, n)
    assert (theirs.winners, theirs.ends, theirs.stops, list(theirs.counters.values())) == (ours.winners, ours.ends, ours.stops, ours.counters)
    return theirs


def speed(name: str) -> int:
    """How many games of a file the interpreter plays in about a tenth of a second, as an order of magnitude."""
    return 1 if "poleana" in name or "backgammon" in name else 4 if "garrafina" in name or name in ("tests/workshop", "tests/spend") else 30


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_whole_games_are_the_same(name: str, players: int, long: bool) -> None:
    game, made = loaded(name)
    many, chance = speed(name) * (60 if long else 1), random.Random(name)
    cells = game.start(players).cells
    for first, compliant in ((0, True), (2**40, False)):
        if not many:
            break
        same_games(game, made, cells, many, first, compliant=compliant)
    for number in range(20 if long else 3):  # cut off, and from the middle of a game
        state = later(game, made, game.start(players, any_options(game, chance)), number, chance.choice([1, 7, 100, 600]))
        cut = same_games(game, made, state.cells, 3, 5 * number, chance.choice([0, 1, 2, 25]), compliant=number % 2 == 0)
        assert cut.ends.count(CUT_OFF) or max(cut.stops) <= 25


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_many_games_without_a_trap(name: str, players: int, long: bool) -> None:
    game, made = loaded(name)
    chance, compiled = random.Random(name), Compiled(game.model, made)
    for first in range(0, 20_000 if long else 1_000, 1_000):
        cells = game.start(players, any_options(game, chance) if first % 2_000 else {}).cells
        for compliant, n in ((True, 1_000), (False, 100)):
            games = compiled.play(cells, n, SEED + 1, first, compliant=compliant)
            assert len(games.stops) == n
            assert all(0 <= winners <= cells[m.TAKEN] and winners & ~cells[m.TAKEN] == 0 for winners in games.winners)


# ---- scenarios


class Mirror:
    """Takes every step that a scenario takes on the compiled program too."""

    def __init__(self, patch: pytest.MonkeyPatch):
        self.programs: dict[str, Program] = {}
        self.steps = 0
        play, deal, time_out = State.play, State.deal, State.time_out
        patch.setattr(State, "play", lambda state, option: self.beside(state, lambda: play(state, option), self.chosen(state, option)))
        patch.setattr(State, "deal", lambda state, result: self.beside(state, lambda: deal(state, result), self.dealt(state, result)))
        patch.setattr(State, "time_out", lambda state: self.beside(state, lambda: time_out(state), None))

    def chosen(self, state: State, option: object) -> Callable[[Compiled], None] | None:
        offered = state.options
        found = offered.find(option) if isinstance(option, str) else next((each for each in offered if each == option), None)
        return None if found is None else lambda compiled: compiled.apply([each.option for each in compiled.options()].index(found))

    def dealt(self, state: State, result: Sequence[int] | str) -> Callable[[Compiled], None] | None:
        found = state._result(state.draw, result) if state.draw is not None else None
        return None if found is None else lambda compiled: compiled.deal(found)

    def beside(self, state: State, act: Callable[[], None], mirrored: Callable[[Compiled], None] | None) -> None:
        made = self.programs.get(state.model.digest) or program(state.model, keep=False)
        self.programs[state.model.digest] = made
        compiled = Compiled(state.model, made)
        self.compare(state, compiled)
        try:
            act()
        except Fault:
            with pytest.raises(Trapped):
                assert mirrored is not None
                mirrored(compiled)
            raise
        if mirrored is not None:
            mirrored(compiled)
            assert compiled.state() == state.cells
        self.compare(state, compiled)
        self.steps += 1

    def compare(self, state: State, compiled: Compiled) -> None:
        compiled.put(state.cells)
        assert compiled.state() == state.cells
        if state.block is not None and state.block.choose:
            assert compiled.options() == state.candidates


WITH_SCENARIOS = [*sorted((ROOT / "seeds").glob("*.yaml")), *(path for path in FILES.values() if "\nscenarios:" in path.read_text("utf-8"))]


@pytest.mark.parametrize("path", WITH_SCENARIOS, ids=lambda path: path.stem)
def test_scenarios(path: Path, monkeypatch: pytest.MonkeyPatch, long: bool) -> None:
    mirror = Mirror(monkeypatch)
    if path.stem == "poleana" and not long:  # it has many
        run_all, number = scenarios._run_all, count()
        monkeypatch.setattr(scenarios, "_run_all", lambda *given: run_all(*given) if next(number) % 12 == 0 else None)
    report = check_file(path)
    assert not report.failed, [d.message() for s in report.statements for d in s.failures][:3]
    assert mirror.steps


# ---- faults


def one_choice(do: str, state: str, when: str = "", more: str = "", outcomes: str = "", flow: str = "") -> str:
    """A rule file with one action for the players in turn, beside a way out."""
    guard = f"    when:\n      - {when}\n" if when else ""
    deeds = "".join(f"      {line}\n" for line in do.split("\n"))
    return HEAD + (
        f"players: 2\nstate:\n{state}\n{more}{outcomes}actions:\n  go:\n{guard}    do: |\n{deeds}  rest:\n    do: add 1 to rested\n"
        f"flow:\n  round:\n    repeat: always\n    steps:\n      play:\n        turns: players\n        choose: [go, rest]\n{flow}"
        "end:\n  done:\n    after: [play]\n    when: rested > 6\n    winners: turn\n"
    )


NUMBERS = "  rested: number = 0\n  n: number = 1\n  k: number = 4\n  r: 0..300 = 200\n  out: set of players = players\n  player:\n    score: number = 0"
SEEN = NUMBERS.replace("  player:", "  seen: space or none = none\n  player:")
CARDS = (
    "pieces:\n  card:\n    plural: cards\n    each:\n      n: 1..5\n    name: c<n>\n    starts at: deck\nzones:\n  deck:\n    of: card\n"
    "    ordered: yes\n  hand:\n    plural: hands\n    of: card\n    per: player\n  pile:\n    of: card\n"
)
STREET = "board:\n  spaces: |\n    ring street per seat 0 .. 3\n    grid cell 3 by 3\n"
LOOKS = HEAD + (
    "players: 2\noutcomes:\n  coin:\n    heads: add 8 to n\n    tails:\nstate:\n  n: number = 8\nactions:\n  a:\n    with:\n      x: 1..9\n"
    "    rank: only_one\n    do: add x to n\npriorities:\n  play:\n    order: [only_one]\n    use most: n\n    looking ahead to the end of: one\n"
    "flow:\n  round:\n    repeat: always\n    steps:\n      toss:\n        chance: coin\n      one:\n        turns: players\n        steps:\n"
    "          inner:\n            while: n < 16\n            steps:\n              play:\n                choose: [a]\n      after:\n        do: |\n"
    "          if n > 30 then set n to 0\nend:\n  never:\n    after: [toss]\n    when: n > 1000\n    winners: none\n"
)
FAULTS = {
    "overflow": one_choice("set n to n * 31\nadd n * n to k", NUMBERS),
    "overflow-of-a-sum": one_choice("set n to n * 1000\nset k to sum(n for p in players)", NUMBERS),
    "overflow-of-a-variable": one_choice("set n to n * 2000\nadd n to k\nadd n to k\nadd n to k", NUMBERS),
    "overflow-negated": one_choice("if k is 4 then set n to -2147483647\nset k to -(n - 1)", NUMBERS),
    "overflow-divided": one_choice("if rested > 0 then set n to -2147483647 - 1\nset k to n / -1", NUMBERS),
    "out-of-range": one_choice("add 33 to r", NUMBERS),
    "out-of-range-below": one_choice("set r to r - 67", NUMBERS),
    "out-of-range-paid": one_choice("pay 67 from r to k", NUMBERS),
    "out-of-range-received": one_choice("pay up to 50 from k to r\nadd 60 to k", NUMBERS),
    "division-by-zero": one_choice("set k to k - 1\nset n to 7 / k", NUMBERS),
    "division-by-zero-mod": one_choice("set k to k - 1\nset n to 7 mod k", NUMBERS),
    "division-by-zero-in-a-guard": one_choice("set k to k - 1", NUMBERS, when="7 / k < 100"),
    "division-by-zero-in-an-end": one_choice("set k to k - 1", NUMBERS).replace("rested > 6", "rested > 6 / k"),
    "first-of-none": one_choice("remove first(out) from out", NUMBERS),
    "first-of-none-round": one_choice("remove first(out from turn) from out", NUMBERS),
    "first-of-none-least": one_choice("remove turn from out\nset n to least(.score for out)", NUMBERS),
    "only-of-many": one_choice("set n to only(p in players where p is turn or k < 2).score\nset k to k - 1", NUMBERS),
    "only-of-many-or-none": one_choice("set out to out - turn\nset n to only(out).score", NUMBERS),
    "negative-payment": one_choice("pay k - 2 from n to r\nset k to k - 1", NUMBERS),
    "deal-too-many": one_choice("deal 2 from deck to pile", NUMBERS, more=CARDS),
    "deal-too-many-each": one_choice("deal 1 from deck to each hand", NUMBERS, more=CARDS),
    "deal-too-few": one_choice("deal k - 2 from deck to pile\nset k to k - 1", NUMBERS, more=CARDS),
    "first-of-none-in-a-zone": one_choice("move last(cards at deck) to pile", NUMBERS, more=CARDS),
    "space-missing": one_choice("add 1 to n\nset seen to (street(n) of turn)", SEEN, more=STREET),
    "space-missing-cell": one_choice("set k to k - 1\nset seen to cell(k, 3)", SEEN, more=STREET),
    "nothing-offered": one_choice("set k to k - 1", NUMBERS, when="k > 2").replace("choose: [go, rest]", "choose: [go]"),
    "endless-flow": one_choice(
        "set k to k - 1", NUMBERS,
        flow="      spin:\n        repeat: always\n        do: add 1 to n\n        then: if k > 2 or n < 0 then leave spin\n",
    ),
    "first-of-none-who-chooses": one_choice("remove turn from out", NUMBERS).replace("choose: [go, rest]", "choose: [go, rest]\n        by: first(out)"),
    "look-ahead-budget": LOOKS,
    "look-ahead-budget-listed": LOOKS.replace("1..9", "1..400").replace("add x to n", "add 1 to n").replace("n < 16", "n < 2000")
    .replace("[only_one]", "[only_one, other]").replace("rank: only_one", "rank: if x > 9 then other else only_one"),
}


def told(error: Fault) -> list[tuple[str, object, object]]:
    return [(d.code, (d.span.place, d.span.start, d.span.end) if d.span else None, d.args) for d in error.diagnostics]


@pytest.mark.parametrize("name", FAULTS)
def test_faults(name: str) -> None:
    """The program traps exactly where the interpreter finds a fault; and of many games the same first one is reported."""
    game = game_of(FAULTS[name])
    made, found = program(game.model, keep=False), set()
    games = 1 if name.startswith("look-ahead-budget") else 12
    for number in range(games):
        pair = beside(game.start(), made, SEED, number, 40)
        if pair.failed is not None:
            found |= {each.code for each in pair.failed.diagnostics}
    assert len(found) == 1
    assert name.startswith(found.pop()) or name == "deal-too-few"
    faults = []
    for interpreted, jobs in ((True, 1), (False, 1), (False, 3)):
        with pytest.raises(Fault) as error:
            simulate(game, 25 * games, SEED, limit=500, jobs=jobs, interpreted=interpreted)
        faults.append(told(error.value))
    assert faults[0] == faults[1] == faults[2]
    assert faults[0][-1][0] == "fault-in-game"


ENDLESS = HEAD + (
    "players: 2\nstate:\n  x: number = 0\noutcomes:\n  coin:\n    heads:\n    tails:\nflow:\n  toss:\n    chance: coin\n  spin:\n    again if: x is not 8\n"
    "    do: |\n      for each a in 1..40\n        for each b in 1..40\n          for each c in 1..40\n            set x to (x + a * b + c) mod 7\n"
    "end:\n  over:\n    after: [spin]\n    when: x is 9\n    winners: none\n"
)
LEFT = """
import os, signal, sys, threading
from interpreter import load
from interpreter.simulate import simulate
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    game = load(sys.argv[2])
    threading.Timer(2, os.kill, (os.getpid(), signal.SIGINT)).start()
    print(simulate(game, 20, jobs=2, interpreted=sys.argv[1] == "interpreted").games)
"""


@pytest.mark.parametrize("way", ["compiled", "interpreted"])
def test_a_game_without_end_can_be_left(way: str, tmp_path: Path) -> None:
    """Ctrl-C is heard in the middle of a game: here it would take minutes until its repetitions are too many."""
    (tmp_path / "endless.yaml").write_text(ENDLESS, encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", LEFT, way, str(tmp_path / "endless.yaml")], cwd=ROOT, capture_output=True, text=True, timeout=100, check=False)
    assert done.stdout == "0\n", done.stderr


def test_the_first_fault_is_told_whoever_finds_it() -> None:
    """Some games fault, late ones sooner than early ones: the one with the least number is reported."""
    text = one_choice("add 33 to r", NUMBERS).replace("rested > 6", "rested > 0 and rested > n")
    game = game_of(text)
    faults = set()
    for jobs in (1, 2, 3, 8) * 3:
        for interpreted in (False, True):
            if interpreted and jobs > 2:
                continue
            with pytest.raises(Fault) as error:
                simulate(game, 5_000, 11, jobs=jobs, interpreted=interpreted)
            faults.add(repr(told(error.value)))
    assert len(faults) == 1, faults


def test_a_trap_spoils_no_later_game() -> None:
    """What has trapped in a thread is put away, and the games of the next batch there are those of the interpreter."""
    game = game_of(FAULTS["out-of-range"])
    task = Task(tuple(game.start().cells), SEED, 60, False)
    ours, theirs = Interpreted(game, task), Translated(game, task)
    outcomes = Counter[str]()
    for number in range(60):
        try:
            expected: object = ours.play(number, 1)
        except Fault as error:
            expected = told(error)
        try:
            found: object = theirs.play(number, 1)
        except Fault as error:
            found = told(error)
        assert found == expected
        outcomes[type(found).__name__] += 1
    assert len(outcomes) == 2, outcomes


# ---- what random rule files found

FOUND = {
    "lines as a part of a choice": (
        "players: 2\nboard:\n  spaces: |\n    grid cell 6 by 6\nstate:\n  seen: set of spaces = none\nactions:\n  go:\n    with:\n"
        "      l: lines of 3\n    when:\n      - count(l - seen) is 3\n    do: |\n      set seen to (seen + none) + (if any(seen) then l else none)\n"
        "      add l to seen\nflow:\n  round:\n    repeat: always\n    steps:\n      play:\n        turns: players\n        choose: [go]\n"
        "        no options: leave round\nend:\n  never:\n    after: [round]\n    when: 1 > 2\n    winners: none\n"
    ),
    "lines of 64 cells": (
        "players: 2\nboard:\n  spaces: |\n    grid cell 8 by 8\nstate:\n  seen: set of spaces = none\nactions:\n  go:\n    with:\n"
        "      l: lines of 3\n    when:\n      - count(l - seen) is 3\n    do: |\n      set seen to (seen + none) + (if any(seen) then l else none)\n"
        "      add l to seen\nflow:\n  round:\n    repeat: always\n    steps:\n      play:\n        turns: players\n        choose: [go]\n"
        "        no options: leave round\nend:\n  never:\n    after: [round]\n    when: 1 > 2\n    winners: none\n"
    ),
    "lines of more than 64 cells": (
        "players: 2\nboard:\n  spaces: |\n    grid cell 9 by 9\nstate:\n  seen: set of spaces = none\nactions:\n  go:\n    with:\n"
        "      l: lines of 3\n    when:\n      - count(l - seen) is 3\n    do: |\n      set seen to (seen + none) + (if any(seen) then l else none)\n"
        "      add l to seen\nflow:\n  round:\n    repeat: always\n    steps:\n      play:\n        turns: players\n        choose: [go]\n"
        "        no options: leave round\nend:\n  never:\n    after: [round]\n    when: 1 > 2\n    winners: none\n"
    ),
    "an alike piece with a set of its own": (
        "players: 4\nstate:\n  token:\n    seen: set of tokens = none\npieces:\n  token:\n    plural: tokens\n    per: player\n    count: 2\n"
        "    starts at: start\nboard:\n  spaces: |\n    pocket start per seat\nactions:\n  go:\n    with:\n      t: tokens of turn\n"
        "    do: add first(tokens) to t.seen\nflow:\n  round:\n    repeat: always\n    steps:\n      play:\n        turns: players\n"
        "        choose: [go]\nend:\n  never:\n    after: [round]\n    when: 1 > 2\n    winners: none\n"
    ),
    "a deal from a hand to each hand": (
        "players: 2\npieces:\n  card:\n    plural: cards\n    each:\n      n: 1..5\n    name: c<n>\n    starts at: deck\nzones:\n  deck:\n"
        "    of: card\n    ordered: yes\n  hand:\n    plural: hands\n    of: card\n    per: player\n  pile:\n    of: card\nactions:\n  go:\n"
        "    do: deal 1 from hand of turn to each hand\nflow:\n  first:\n    do: deal 2 from deck to each hand\n  round:\n    repeat: always\n"
        "    steps:\n      play:\n        turns: players\n        choose: [go]\n        no options: leave round\n"
        "        then: if not any(cards at hand of turn) then leave round\n      rest:\n        when: count(cards at hand of player 1) < 2\n"
        "        then: leave round\nend:\n  never:\n    after: [round]\n    when: 1 > 2\n    winners: none\n"
    ),
    "a range whose bounds change in the loop": (
        "players: 2\nstate:\n  rested: number = 0\n  n: number = 0\n  r: 0..300 = 2\n  s: 0..9 = 5\nactions:\n  go:\n    do: |\n"
        "      for each x in {r, s}\n        set s to 9\n        add x to n\n      for each x in r..s\n        set s to 1\n        add 1 to n\n"
        "  rest:\n    do: add 1 to rested\nflow:\n  round:\n    repeat: always\n    steps:\n      play:\n        turns: players\n"
        "        choose: [go, rest]\nend:\n  done:\n    after: [play]\n    when: rested > 6\n    winners: turn\n"
    ),
    "any of a selection that faults": (
        "players: 2\nstate:\n  rested: number = 0\n  n: number = 1\n  k: number = 4\n  r: 0..300 = 200\n  out: set of players = players\n  player:\n"
        "    score: number = 1\nactions:\n  go:\n    do: |\n      if any((p in players where 10 / p.score > 2)) then add 1 to n\n"
        "      set turn.score to turn.score - 1\n  rest:\n    do: add 1 to rested\nflow:\n  round:\n    repeat: always\n    steps:\n      play:\n"
        "        turns: players\n        choose: [go, rest]\nend:\n  done:\n    after: [play]\n    when: rested > 6\n    winners: turn\n"
    ),
    "any of a ranking that faults": (
        "players: 2\nstate:\n  rested: number = 0\n  n: number = 1\n  k: number = 4\n  r: 0..300 = 200\n  out: set of players = players\n  player:\n"
        "    score: number = 1\nactions:\n  go:\n    do: |\n      if any(players where .score > -9 with most 10 / .score) then add 1 to n\n"
        "      set turn.score to turn.score - 1\n  rest:\n    do: add 1 to rested\nflow:\n  round:\n    repeat: always\n    steps:\n      play:\n"
        "        turns: players\n        choose: [go, rest]\nend:\n  done:\n    after: [play]\n    when: rested > 6\n    winners: turn\n"
    ),
    "none in what cannot be worked out": (
        "players: 2\nstate:\n  rested: number = 0\n  n: number = 1\n  k: number = 4\n  r: 0..300 = 200\n  out: set of players = players\n"
        "  leader: player or none = none\n  player:\n    score: number = 0\nactions:\n  go:\n    do: |\n      set out to none\n"
        "      if leader is in (players - first(out)) then add 1 to n\n  rest:\n    do: add 1 to rested\nflow:\n  round:\n    repeat: always\n"
        "    steps:\n      play:\n        turns: players\n        choose: [go, rest]\nend:\n  done:\n    after: [play]\n    when: rested > 6\n"
        "    winners: turn\n"
    ),
    "ways in `then`": (
        "players: 2\npieces:\n  token:\n    plural: tokens\n    per: player\n    count: 2\n    starts at: street 0\nboard:\n  spaces: |\n"
        "    ring street per seat 0 .. 9\n  routes: |\n    route of token\n      street 0 .. 9 of own\n      for each seat after own\n"
        "        street 0 .. 9 of seat\nstate:\n  x: number = 0\nactions:\n  go:\n    with:\n      t: tokens of turn\n      w: ways of t by 2\n"
        "    do: |\n      move t along w\n      add 1 to x\nflow:\n  round:\n    repeat: always\n    steps:\n      play:\n        turns: players\n"
        "        choose: [go]\n        no options: leave play\n        then: if any(t in tokens of turn where any(ways of t by 6)) then leave round\n"
        "      more:\n        do: add 10 to x\nend:\n  far:\n    after: [round]\n    when: x > 60\n    winners: none\n"
    ),
    "ways in `winners`": (
        "players: 2\npieces:\n  token:\n    plural: tokens\n    per: player\n    count: 2\n    starts at: street 0\nboard:\n  spaces: |\n"
        "    ring street per seat 0 .. 9\n  routes: |\n    route of token\n      street 0 .. 9 of own\n      for each seat after own\n"
        "        street 0 .. 9 of seat\nstate:\n  x: number = 0\nactions:\n  go:\n    with:\n      t: tokens of turn\n      w: ways of t by 2\n"
        "    do: |\n      move t along w\n      add 1 to x\nflow:\n  round:\n    repeat: always\n    steps:\n      play:\n        turns: players\n"
        "        choose: [go]\n        no options: leave play\n      more:\n        do: add 10 to x\nend:\n  far:\n    after: [round]\n"
        "    when: x > 60\n    winners: (p in players where any(t in tokens of p where any(ways of t by 9)))\n"
    ),
    "ways off the route, of a length that cannot be worked out": (
        "players: 2\npieces:\n  token:\n    plural: tokens\n    per: player\n    count: 2\n    starts at: start\nboard:\n  spaces: |\n"
        "    pocket start per seat\n    ring street per seat 0 .. 9\n  routes: |\n    route of token\n      street 0 .. 9 of own\n"
        "state:\n  x: 0..9 = 0\n  n: number = 0\nactions:\n  go:\n    do: |\n      for each w in ways of first(tokens) by (6 / x)\n        add 1 to n\n"
        "flow:\n  round:\n    repeat: always\n    steps:\n      play:\n        turns: players\n        choose: [go]\nend:\n  never:\n"
        "    after: [round]\n    when: 1 > 2\n    winners: none\n"
    ),
    "a die that is spent": (
        "players: 2\noutcomes:\n  dice:\n    roll: 3 dice of 2\nstate:\n  unspent: set of dice = none\nactions:\n  use:\n    with:\n      d: dice\n"
        "    when:\n      - d is in unspent\n    do: remove d from unspent\n  rest:\nflow:\n  round:\n    repeat: always\n    steps:\n      toss:\n"
        "        chance: dice\n        do: set unspent to dice - first(dice)\n      play:\n        turns: players\n        choose: [use, rest]\n"
        "end:\n  never:\n    after: [round]\n    when: 1 > 2\n    winners: none\n"
    ),
    "dice together, then a die": (
        "players: 2\noutcomes:\n  dice:\n    roll: 4 dice of 2\nactions:\n  use:\n    with:\n      u: uses of dice\n      d: dice\n  rest:\nflow:\n"
        "  round:\n    repeat: always\n    steps:\n      toss:\n        chance: dice\n      play:\n        turns: players\n"
        "        choose: [use, rest]\nend:\n  never:\n    after: [round]\n    when: 1 > 2\n    winners: none\n"
    ),
    "more than 32 dice": (
        "players: 2\noutcomes:\n  dice:\n    roll: 16 dice of 6\n  more:\n    roll: 16 dice of 6\n  most_dice:\n    roll: 16 dice of 6\nstate:\n"
        "  x: number = 0\nactions:\n  use:\n    with:\n      u: uses of most_dice\n    do: add sum(.value for u) to x\n  rest:\nflow:\n  round:\n"
        "    repeat: always\n    steps:\n      toss:\n        chance: most_dice\n      play:\n        turns: players\n        choose: [use, rest]\n"
        "end:\n  never:\n    after: [round]\n    when: 1 > 2\n    winners: none\n"
    ),
    "a first value out of its range": (
        "players: 2\nstate:\n  n: number = 200\nactions:\n  go:\n    do: add 30 to n\nflow:\n  round:\n    repeat: always\n    steps:\n      play:\n"
        "        state:\n          q: 0..255 = n\n        turns: players\n        choose: [go]\n        then: if q > 3000 then leave round\nend:\n"
        "  never:\n    after: [round]\n    when: 1 > 2\n    winners: none\n"
    ),
    "a look-ahead that need not see a guard that faults": (
        "players: 2\nstate:\n  x: number = 0\n  player:\n    s: number = 0\n    r: number = 0\nactions:\n  z:\n    rank: top\n"
        "    do: set turn.r to 1\n  a:\n    when:\n      - turn.s < 2\n    rank: top\n    do: add 2 to turn.s\n  b:\n    when:\n"
        "      - x is 0 or turn.r is 0 or 10 / (1 - turn.r) > 100\n    rank: top\npriorities:\n  play:\n    order: [top]\n"
        "    use most: least(turn.s, 2)\n    looking ahead to the end of: more\nflow:\n  round:\n    repeat: always\n    steps:\n      one:\n"
        "        turns: players\n        steps:\n          more:\n            steps:\n              play:\n                choose: [z, a, b]\n"
        "              play_again:\n                choose: [a, b]\n          reset:\n            do: |\n              set turn.s to 0\n"
        "              set turn.r to 0\n              set x to 1\nend:\n  never:\n    after: [round]\n    when: 1 > 2\n    winners: none\n"
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_was_different_once(name: str) -> None:
    game = game_of(HEAD + FOUND[name])
    made = program(game.model, keep=False)
    assert sum(beside(game.start(), made, SEED, number, 60).steps for number in range(8)) >= 8


# ---- random rule files

CHUNKS = 24


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_rules(chunk: int, long: bool) -> None:
    for number in range(chunk, CHUNKS * (300 if long else 7), CHUNKS):
        compare_random(number, 3 if long else 2, 60 if long else 30)


def compare_random(number: int, games: int, most: int) -> Counter[str]:
    """Some games of a random rule file on both executions, some stops of each; what came of it."""
    found = Counter[str]()
    try:
        game = game_of(rule_file(number))
    except RuleFileError:
        return Counter({"refused": 1})
    made = program(game.model, keep=False)
    for place in range(games):
        chance = random.Random(f"{number} {place}")
        try:
            state = game.start(0, any_options(game, chance) if place else {})
        except Fault:  # before there is anything to compare
            found["fault at start"] += 1
            continue
        try:
            pair = beside(state, made, number, place, most, marks=place == 0)
        except (AssertionError, Trapped) as error:
            raise AssertionError(f"tests.random_rules.rule_file({number}), game {place}") from error
        found["steps"] += pair.steps
        found["fault" if pair.failed is not None else "over" if state.block is None else "cut off"] += 1
    return found


def test_random_rules_have_every_form() -> None:
    """The generator is worth its name: all forms of the model come up, families of 64 and of more too, and most files are valid."""
    kinds, sizes, valid = Counter[str](), set[int](), 0
    for number in range(50):
        with suppress(RuleFileError):
            model = game_of(rule_file(number)).model
            valid += 1
            kinds.update(type(node).__name__ for node in every_node(model))
            sizes |= {kind.family.size for kind in model.pieces} | ({model.board.family.size} if model.board else set())
    forms = {each.__name__ for base in (m.Expr, m.Stmt) for each in base.__subclasses__()}
    assert not forms - set(kinds), forms - set(kinds)
    assert valid > 43
    assert 64 in sizes
    assert max(sizes) > 128


def every_node(tree: object) -> Iterator[object]:
    """Everything in a model that is an expression or a statement."""
    if isinstance(tree, (m.Expr, m.Stmt)):
        yield tree
    if isinstance(tree, (list, tuple)):
        for each in tree:
            yield from every_node(each)
    elif isinstance(tree, dict):
        yield from every_node(list(tree.values()))
    elif is_dataclass(tree) and type(tree).__module__.startswith(m.__name__):
        for part in fields(tree):
            if part.name != "scenarios":
                yield from every_node(getattr(tree, part.name))


# ---- simulations


@pytest.mark.parametrize(("name", "players", "options"), [
    ("pig", 3, {"target": 20}), ("pirinola", 4, {}), ("connect-four", 2, {}), ("garrafina", 3, {"target": 20}), ("tests/fined", 2, {}), ("tests/spend", 2, {}),
])  # fmt: skip
@pytest.mark.parametrize("compliant", [True, False])
def test_reports_do_not_depend_on_who_plays(name: str, players: int, options: dict[str, int], compliant: bool) -> None:
    game, _ = loaded(name)
    n, reports = 8 * speed(name) + 5, []
    for interpreted in (False, True):
        for jobs in (1, 2, 3):
            report = simulate(game, n, SEED, players, options, limit=90, compliant=compliant, jobs=jobs, interpreted=interpreted).as_json()
            assert report.pop("engine") == ("interpreter" if interpreted else "compiled")
            reports.append(report)
    assert all(report == reports[0] for report in reports)
    assert reports[0]["games"] == n
