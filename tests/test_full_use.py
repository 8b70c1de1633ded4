"""`use most` and ranks, exactly: in random positions beside a brute-force walk of every continuation; and what must always hold of Poleana.

The walk reads the flow by itself, from docs/language.md: no phases, no scout, no priorities.py. It shares with the interpreter what expressions and deeds
mean, and which options the conditions of one action let through. Where it applies what is chosen next, its cells must be those of the machine, too.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from interpreter import State, load
from interpreter import model as m
from interpreter.choosing import Candidate, Option
from interpreter.game import Game
from interpreter.machine import Machine
from interpreter.paths import ACT, PHASES

from .positions import put

ROOT = Path(__file__).parent.parent
Cells = list[int]


class Ended(Exception):
    """The block that a walk looks ahead to has ended, or one repetition or turn of it. The cells are as they were then."""


class Reader:
    """The flow of a game, read a second time: from stop to stop, block by block."""

    def __init__(self, model: m.Model):
        self.model, self.blocks = model, model.blocks
        self.machine = Machine(model)  # for values, deeds and the options of single actions
        self.over = self.machine.over
        self.awaited: int | None = None  # the block that is looked ahead to; None in the game itself
        self.walked = 0  # options applied
        self._values: dict[int, Callable[[Cells], int]] = {}
        self._deeds: dict[int, Callable[[Cells], object]] = {}

    def value(self, c: Cells, tree: m.Expr) -> int:
        found = self._values.get(id(tree))
        if found is None:
            found = self._values[id(tree)] = self.machine.evaluator(tree)
        return found(c)

    def do(self, c: Cells, body: tuple[m.Stmt, ...] | None, path: str) -> None:
        if not body:
            return
        found = self._deeds.get(id(body))
        if found is None:
            made = self.machine.effects.body(body, path)
            found = self._deeds[id(body)] = made if made is not None else lambda c: None
        found(c)

    # ---- the flow, as "The order in a block" has it

    def at(self, c: Cells) -> m.Block:
        return self.blocks[c[m.PHASE] // PHASES]

    def seat(self, c: Cells) -> int:
        """Who chooses at this stop."""
        chooser = self.at(c).chooser
        return self.value(c, chooser) if chooser is not None else c[m.TURN]

    def apply(self, c: Cells, option: Option) -> None:
        block = self.at(c)
        self.walked += 1
        self.machine.actions[option.action].perform(c, option, -1)
        if option.breach:
            assert block.priority is not None
            self.do(c, block.priority.breach, block.priority.path)
        self.done(c, block)

    def enter(self, c: Cells, block: m.Block) -> None:
        first_test = block.again if block.tested_first else None
        if any(test is not None and not self.value(c, test) for test in (block.when, first_test)):
            self.go_on(c, block)
        elif block.turns is not None:
            assert not isinstance(block.turns, m.Order)  # the four games have none
            cell = block.turn_cells
            c[cell : cell + 3] = [self.value(c, block.turns), 0, c[m.TURN]]
            self.next_turn(c, block)
        else:
            self.begin(c, block)

    def next_turn(self, c: Cells, block: m.Block) -> None:
        cell = block.turn_cells
        assert block.turns is not None
        c[m.TURN] = c[cell + 2]
        waiting = c[cell] & self.value(c, block.turns)
        for seat in range(self.model.seats.size):
            if waiting >> seat & 1:
                c[cell] &= ~(1 << seat)
                c[m.TURN] = seat
                return self.begin(c, block)
        c[cell : cell + 3] = [0, 0, 0]
        return self.go_on(c, block)

    def begin(self, c: Cells, block: m.Block) -> None:
        for variable in block.state:
            c[variable.cell : variable.cell + variable.size] = [self.value(c, variable.initial)] * variable.size
        c[m.PHASE] = block.index * PHASES + ACT
        if block.steps:
            self.enter(c, self.blocks[block.steps[0]])
        elif block.choose:
            self.choice(c, block)
        elif block.draw is None:
            self.do(c, block.body, block.path)
            self.done(c, block)

    def choice(self, c: Cells, block: m.Block) -> None:
        found = [each for each in self.ranked(c, block) if each.standing in ("offered", "breach")]
        if not found:
            assert block.nothing is not None and self.leaves(c, block, block.nothing)
        elif block.automatic:
            if self.awaited is None:
                found = [each for each in self.standings(c) if each.standing in ("offered", "breach")]
            if len(found) == 1 and not found[0].option.breach:
                self.apply(c, found[0].option)

    def done(self, c: Cells, block: m.Block) -> None:
        if self.ends(c, block):
            return
        if block.then is not None and self.leaves(c, block, block.then):
            return
        if block.turns is None and block.again is not None and not block.tested_first and self.value(c, block.again):
            self.begin(c, block)
            return
        self.clear(c, block)
        if block.turns is not None:
            self.next_turn(c, block)
        elif block.again is not None and block.tested_first and self.value(c, block.again):
            self.begin(c, block)
        else:
            self.go_on(c, block)

    def ends(self, c: Cells, block: m.Block) -> bool:
        for end in block.ends:
            if self.value(c, end.when):
                c[m.WINNERS], c[m.ENDED], c[m.PHASE] = self.value(c, end.winners), end.index, self.over
                return True
        if block.index == self.awaited:
            raise Ended
        return False

    def leaves(self, c: Cells, block: m.Block, way_out: m.Exit) -> bool:
        if way_out.condition is not None and not self.value(c, way_out.condition):
            return False
        inner, target = block, self.blocks[way_out.block]
        left = []
        while inner.index != target.index:
            left.append(inner)
            assert inner.parent is not None
            inner = self.blocks[inner.parent]
        if self.awaited in [each.index for each in left]:
            raise Ended
        for each in left:
            self.clear(c, each)
            if each.turns is not None:
                c[m.TURN] = c[each.turn_cells + 2]
                c[each.turn_cells : each.turn_cells + 3] = [0, 0, 0]
        if not self.ends(c, target):
            self.clear(c, target)
            if target.turns is not None:
                self.next_turn(c, target)
            else:
                self.go_on(c, target)
        return True

    def clear(self, c: Cells, block: m.Block) -> None:
        for variable in block.state:
            c[variable.cell : variable.cell + variable.size] = [0] * variable.size

    def go_on(self, c: Cells, block: m.Block) -> None:
        beside = self.blocks[block.parent].steps if block.parent is not None else [each.index for each in self.blocks if each.parent is None]
        behind = [index for index in beside if index > block.index]
        if behind:
            self.enter(c, self.blocks[min(behind)])
        elif block.parent is not None:
            self.done(c, self.blocks[block.parent])
        else:
            c[m.PHASE] = self.over

    # ---- the priorities, as C8 and "Use most" have them

    def ranked(self, c: Cells, block: m.Block) -> list[Candidate]:
        """Every option of a choice, with its rank, and what that alone makes of it."""
        options = [option for action in block.choose for option in self.machine.runners[action.name].options(c)]
        actions = self.model.actions
        usual = [option for option in options if not actions[option.action].last_resort]
        ranks = {option: self.rank(c, block, option) for option in usual or options}
        highest = min(ranks.values(), default=0)
        below = "breach" if block.priority is not None and block.priority.breach is not None else "outranked"
        found = []
        for option in options:
            if option not in ranks:
                found.append(Candidate(option, -1, "idle"))
            elif ranks[option] == highest:
                found.append(Candidate(option, highest, "offered"))
            else:
                found.append(Candidate(option._replace(breach=below == "breach"), ranks[option], below))
        return found

    def rank(self, c: Cells, block: m.Block, option: Option) -> int:
        runner = self.machine.actions[option.action]
        if block.priority is None or runner.rank is None:
            return -1
        runner.bind(option)
        return block.priority.order.index(runner.rank(c))

    def standings(self, c: Cells) -> list[Candidate]:
        """Every option of the choice at this stop, with its standing."""
        block = self.at(c)
        found = self.ranked(c, block)
        if block.priority is None or block.priority.measure is None:
            return found
        reached: dict[Option, int] = {}
        before, self.awaited = self.awaited, block.priority.until
        for each in found:
            if each.standing in ("offered", "breach"):
                reached[each.option] = self.most(c, each.option, block.priority)
        self.awaited = before
        most = {each.rank: max(reached[other.option] for other in found if other.rank == each.rank) for each in found if each.option in reached}
        wasted = {each.option for each in found if each.option in reached and reached[each.option] < most[each.rank]}
        return [Candidate(each.option._replace(breach=False), each.rank, "wasteful") if each.option in wasted else each for each in found]

    def most(self, c: Cells, option: Option, priority: m.Priority) -> int:
        """The most of the measure that any continuation reaches."""
        assert priority.measure is not None
        seat, after = self.seat(c), list(c)
        try:
            self.apply(after, option._replace(breach=False))
        except Ended:
            return self.value(after, priority.measure)
        if after[m.PHASE] == self.over:
            return self.value(after, priority.at_end if priority.at_end is not None else priority.measure)
        if self.at(after).draw is not None or self.seat(after) != seat:
            return self.value(after, priority.measure)
        return max(self.most(after, each.option, priority) for each in self.ranked(after, self.at(after)) if each.standing in ("offered", "breach"))


# ---- random games


def pick(candidates: list[Candidate], chance: random.Random, priced: float = 0.3) -> Option:
    """What is chosen at random; at a price only now and then."""
    options = [each.option for each in candidates if each.standing in ("offered", "breach")]
    free = [option for option in options if not option.breach]
    return chance.choice(options if not free or chance.random() < priced else free)


def drawn(outcome: m.Outcome, chance: random.Random) -> list[int]:
    """How chance decides."""
    return [chance.randint(1, outcome.sides) for _ in range(outcome.family.size)] if outcome.is_dice else [chance.randrange(outcome.family.size)]


def settings(game: Game, chance: random.Random) -> State:
    """A new game, of any number of players, with any of the options that are words."""
    low, high = game.model.players
    words = {option.name: game.shown_values(option) for option in game.model.options if not option.type.is_number}
    return game.start(chance.randint(low, high), {name: chance.choice(values) for name, values in words.items()})


def place(state: State, seat: int, spaces: list[str]) -> None:
    """Puts the checkers of one seat of the race on these spaces; those left over are borne off."""
    colour, count = state.model.seats.members[seat], 10
    put(state, {f"{colour}-{n}": space for n, space in enumerate([f"off-of-{colour}"] * (count - len(spaces)) + spaces, 1)})


def scatter(state: State, chance: random.Random) -> None:
    """Puts all checkers of the race anywhere: few of who is to throw, many of the other, most two by two, or else hardly anything could be wasted."""
    low = chance.randint(1, 11)
    free = [f"point-{n}" for n in chance.sample(range(low, low + 14), 14)]
    for seat, colour in enumerate(state.model.seats.members):
        count, spaces = chance.choice([10, 2, 1, 1, 1] if seat == state.turn else [10, 10, 10, 3]), list[str]()
        while len(spaces) < count:
            space = free.pop() if free and chance.random() < 0.9 else f"bar-of-{colour}"
            spaces += [space] * chance.choice([1, 2, 2, 2, 2])
        place(state, seat, spaces[:count])


def positions(game: Game, chance: random.Random) -> Iterator[State]:
    """Choices among two options or more, some of every random game."""
    while True:
        state = settings(game, chance)
        while state.result() is None:
            if state.draw is None and len(state.candidates) > 1 and chance.random() < 0.4:
                yield state
            if game.name == "backgammon-race" and state.draw is not None and chance.random() < 0.8:
                scatter(state, chance)
            if state.draw is not None:
                state.deal(drawn(state.draw, chance))
            else:
                state.play(pick(state.candidates, chance))


class Case(NamedTuple):
    path: str
    positions: int  # of 2,000 in all
    standings: tuple[str, ...]  # which must all have come up


CASES = {
    "poleana": Case("rules/poleana.yaml", 700, ("offered", "breach", "wasteful")),
    "poleana-express": Case("rules/variants/poleana-express.yaml", 500, ("offered", "breach", "wasteful")),
    "backgammon-race": Case("tests/games/backgammon-race.yaml", 400, ("offered", "wasteful")),
    "workshop": Case("tests/games/workshop.yaml", 400, ("offered", "breach", "wasteful", "outranked", "idle")),
}


@pytest.mark.parametrize("name", CASES)
def test_every_standing_is_what_every_continuation_says(name: str, long: bool) -> None:
    case = CASES[name]
    game, chance = load(ROOT / case.path), random.Random(name)
    reader, seen = Reader(game.model), Counter[str]()
    found = positions(game, chance)
    for _ in range(case.positions * (10 if long else 1)):
        state = next(found)
        expected = reader.standings(state.cells)
        assert expected == state.candidates, (state.cells, [(state.name(each.option), each.standing) for each in expected])
        seen.update(each.standing for each in expected)
        after, before = list(state.cells), state.copy()
        option = chance.choice(list(before.options))
        reader.apply(after, option)
        before.play(option)
        assert after == before.cells, (state.cells, state.name(option))
    assert all(seen[standing] >= 10 for standing in case.standings), seen


@pytest.mark.parametrize(
    ("white", "black", "dice", "offered"),
    [
        ("10", "3 3", "4 3", "go 4 white-10"),  # either die, not both: the larger one
        ("10", "3 3 6 6", "4 3", "go 3 white-10"),  # the larger one is barred
        ("10 24", "3 3 21 21 20 20 6 6 18 18", "4 3", "go 3 white-9"),  # only that one
        ("10 5", "1 1 3 3", "4 3", "go 4 white-9, go 3 white-10"),  # both, so not the other checker by 3
        ("bar 8", "21 21 4 4", "4 3", "go 3 white-9"),
        ("6 2", "20", "5 4", "go 5 white-9, go 4 white-9"),  # either order uses both
        ("2", "20", "6 3", "bear_off 6 white-10, bear_off 3 white-10"),  # the play that ends the game uses all
        ("12", "8 8", "2 2", "go 2 white-10"),
    ],
)
def test_the_obligation_of_backgammon(white: str, black: str, dice: str, offered: str) -> None:
    """What stands in the rules of backgammon, in positions worked out by hand: White, who walks down, is to throw."""
    state = load(ROOT / CASES["backgammon-race"].path).start(2)
    for seat, colour, points in [(0, "white", white), (1, "black", black)]:
        place(state, seat, [f"bar-of-{colour}" if point == "bar" else f"point-{point}" for point in points.split()])
    state.deal(dice)
    assert ", ".join(state.options.names) == offered


# ---- what must always hold of Poleana

VARIANTS = {"poleana": "rules/poleana.yaml", "express": "rules/variants/poleana-express.yaml", "whole-lap": "rules/variants/poleana-whole-lap.yaml"}
LONGEST = 10_000  # stops; of 900 random games the longest had 2,592


class Watch:
    """A game of Poleana seen from outside: where the tokens stand, and how many fines there must have been."""

    def __init__(self, state: State):
        self.state, self.cells = state, {variable.name: variable.cell for variable in state.model.variables}
        kind, board = state.model.pieces[0], state.model.board
        assert board is not None and kind.owners is not None and kind.space_cell is not None
        zone = state.model.zones[kind.start]
        self.spaces, self.owners, self.where, self.held = board.family.members, kind.owners, kind.space_cell, zone.cell
        self.each = kind.owners.count(0)
        self.goal = max(int(name.split("-")[1]) for name in self.spaces if name.startswith("home-"))
        self.fines, self.doubles, self.turns, self.owing = 0, 0, 0, -1

    def read(self, name: str, seat: int = 0) -> int:
        return self.state.cells[self.cells[name] + seat]

    def step(self, chance: random.Random) -> None:
        """One step of the game, and what it must have cost: a breach its fine, once its play is over, unless that ended the game."""
        state, machine = self.state, self.state.machine
        seat, turns, before, breach = state.turn, self.read("turns_played"), state.block, False
        assert seat is not None and before is not None
        if state.draw is not None:
            machine.deal(state.cells, tuple(drawn(state.draw, chance)))
        else:
            option = pick(machine.pending, chance)
            duty = min(each.rank for each in machine.pending)
            breach = any(each.rank > duty for each in machine.pending if each.option == option)
            assert option.breach == breach
            machine.apply(state.cells, option)
        if before.name == "toss":
            first = state.model.dice_cell
            self.doubles = (0 if turns != self.turns else self.doubles) + (state.cells[first] == state.cells[first + 1])
            self.turns = turns
            if self.doubles == 3:
                self.fines += 1
                assert self.read("fined", seat) and self.read("turns_played") == turns + 1
        if breach:
            self.owing = seat
        if self.owing >= 0 and state.block is not None and state.block.name != "bonus_move":
            self.fines += 1
            assert self.read("fined", self.owing)
            self.owing = -1
        assert self.read("fines") == self.fines

    def check_places(self) -> None:
        """Everybody's tokens are all there, no two colours share a space, and nowhere stand more than may."""
        state, seats = self.state, self.state.model.seats.members
        here: dict[str, list[int]] = {}
        for piece, owner in enumerate(self.owners):
            place = state.cells[self.where + piece]
            assert (place >= 0) == (owner in state.players)
            if place >= 0:
                here.setdefault(self.spaces[place], []).append(owner)
                assert state.cells[self.held + place] >> piece & 1
        masks = state.cells[self.held : self.held + len(self.spaces)]
        assert sum(mask.bit_count() for mask in masks) == self.each * len(state.players)
        for name, owners in here.items():
            kind, _, whose = name.partition("-of-")
            own = whose == seats[owners[0]]
            assert len(set(owners)) == 1, name
            assert own or (kind not in ("start", "limbo") and not kind.startswith("home-")), name
            if kind.startswith("street-"):
                assert len(owners) <= 2 or (own and kind in ("street-0", "street-3")), name
            elif kind.startswith("bridge-") or (kind.startswith("home-") and kind != f"home-{self.goal}"):
                assert len(owners) == 1, name


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_what_always_holds_of_poleana(variant: str, players: int, long: bool) -> None:
    game, chance = load(ROOT / VARIANTS[variant]), random.Random(f"{variant} {players}")
    for number in range(500 if long else 15 if variant == "whole-lap" else 30):
        state = game.start(players, {"after_breach": ["go_on", "turn_over"][number % 2]})
        watch, stops = Watch(state), 0
        while state.result() is None:
            watch.step(chance)
            watch.check_places()
            stops += 1
            assert stops < LONGEST
