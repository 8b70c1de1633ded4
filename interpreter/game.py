"""Games and states: what everything that uses a game sees.

    game = load("rules/pig.yaml")
    state = game.start(players=["Ana", "Luis"])
    while not state.result():
        if state.draw:
            state.roll()
        else:
            state.play(next(iter(state.options)))

A state knows who chooses, which options there are, which chance event comes next, who has won, and what has happened; and it takes back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import model as m
from .audience import revealed
from .chance import Entropy, Source
from .checker import Desk
from .choosing import Candidate, Option
from .diagnostics import Diagnostic, Fault, IllegalMove, SetupError
from .events import Event
from .machine import Machine
from .names import option_name, parse_outcome, value_name
from .phases import Timer
from .suggest import nearest
from .types import parse_value

MAX_STOPS = 1_000_000  # outcomes and choices in one game; one more is a fault


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: `winners` are seats; `end` the name of the end entry, None where the flow ran out."""

    winners: tuple[int, ...]
    end: str | None
    counters: dict[str, int]


class Game:
    """A checked rule file, ready to be played. Made by `load`."""

    def __init__(self, desk: Desk, warnings: Sequence[Diagnostic] = ()):
        self.desk, self.model = desk, desk.model
        self.warnings = tuple(warnings)
        self._machine: Machine | None = None

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def machine(self) -> Machine:
        """The machine that notes nothing; shared by all states that are not traced."""
        if self._machine is None:
            self._machine = Machine(self.model)
        return self._machine

    def start(
        self,
        players: int | Sequence[str] = 0,
        options: Mapping[str, Any] | None = None,
        *,
        trace: bool = False,
        covered: set[str] | None = None,
    ) -> State:
        """A new game at its first stop.

        `players` are their names in turn order, or how many (the fewest, where it is 0); `options` values by name, as canonical names,
        numbers or flags. Raises SetupError with everything that is wrong with them.
        """
        low, high = self.model.players
        many = range(1, min(players or low, high + 1) + 1) if isinstance(players, int) else players  # at most one more than allowed
        names = [str(name) for name in many]
        problems = [*self._wrong_players(names, players or low if isinstance(players, int) else len(names))]
        values = self._values(options or {}, problems)
        if problems:
            raise SetupError(problems)
        taken = self.model.taken[len(names)]
        seats = [seat for seat in range(self.model.seats.size) if taken >> seat & 1]
        events: list[Event] | None = [] if trace else None
        machine = Machine(self.model, events, covered) if trace or covered is not None else self.machine
        return State(self, machine, dict(zip(seats, names, strict=True)), machine.start(values, taken))

    def _wrong_players(self, names: list[str], count: int) -> Iterator[Diagnostic]:
        low, high = self.model.players
        if not low <= count <= high:
            yield Diagnostic("players-count", None, {"count": count, "low": low, "high": high})
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield Diagnostic("players-alike", None, {"name": name})
        for name in names:
            if not name.strip() or not name.isprintable() or len(name) > 40 or ":" in name:
                yield Diagnostic("player-name", None, {"name": name[:40]})

    def _values(self, wanted: Mapping[str, Any], problems: list[Diagnostic]) -> list[int]:
        known = {option.name: option for option in self.model.options}
        values = {option.name: option.default for option in self.model.options}
        for name, value in wanted.items():
            option = known.get(name)
            if option is None:
                problems.append(Diagnostic("unknown-option", None, {"name": name, "near": nearest(name, known), "allowed": list(known)}))
                continue
            found = parse_value(option.type, {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value))
            if found is None or found not in option.values:
                allowed = self.shown_values(option)
                args = {"name": name, "value": value, "near": nearest(str(value), allowed), "allowed": allowed}
                problems.append(Diagnostic("option-value", None, args))
                continue
            values[name] = found
        return [values[option.name] for option in self.model.options]

    def shown_values(self, option: m.Option) -> list[str]:
        """The canonical names of what an option may be; a long range as `low..high`."""
        if option.type.is_number and len(option.values) > 12:
            return [f"{option.values[0]}..{option.values[-1]}"]
        return [value_name(option.type, value, self.model) for value in option.values]


class Options(Sequence[Option]):
    """The options at a choice: a sequence that also knows them by name."""

    def __init__(self, state: State, options: Sequence[Option]):
        self._state, self._options = state, options

    def __len__(self) -> int:
        return len(self._options)

    def __getitem__(self, place: Any) -> Any:
        return self._options[place]

    def __contains__(self, option: object) -> bool:
        return self.find(option) is not None if isinstance(option, str) else option in self._options

    @property
    def names(self) -> list[str]:
        return [self._state.name(option) for option in self._options]

    def find(self, name: str) -> Option | None:
        """The option of that canonical name."""
        wanted = " ".join(name.split())
        return next((option for option in self._options if self._state.name(option) == wanted), None)


class State:
    """One game in progress. `players` are people's names by seat; `cells` the whole situation."""

    def __init__(self, game: Game, machine: Machine, players: dict[int, str], cells: list[int]):
        self.game, self.machine, self.players, self.cells = game, machine, players, cells
        self._past: list[tuple[list[int], int]] = []
        self._candidates: list[Candidate] | None = None

    # ---- what there is to see

    @property
    def model(self) -> m.Model:
        return self.game.model

    @property
    def block(self) -> m.Block | None:
        """The block at which the game stands; None when it is over."""
        return self.machine.block(self.cells)

    @property
    def draw(self) -> m.Outcome | None:
        """The chance event that comes next; None at a choice, and when the game is over."""
        return self.block.draw if self.block else None

    @property
    def turn(self) -> int | None:
        """The seat that chooses, or whose turn it is; None where nobody is on turn."""
        block = self.block
        seat = self.machine.chooser(self.cells, block) if block is not None and block.choose else self.cells[m.TURN]
        return seat if seat >= 0 else None

    @property
    def candidates(self) -> list[Candidate]:
        """Every option whose guard holds, with its standing."""
        block = self.block
        if self._candidates is None:
            self._candidates = self.machine.candidates(self.cells, block) if block and block.choose else []
        return self._candidates

    @property
    def options(self) -> Options:
        """The options offered, those at a price included."""
        return Options(self, [each.option for each in self.candidates if each.standing in ("offered", "breach")])

    @property
    def events(self) -> list[Event]:
        """Everything that has happened, where the game was started with `trace`."""
        return self.machine.events if self.machine.events is not None else []

    def name(self, option: Option) -> str:
        return option_name(option, self.model, self.cells)

    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        if self.block is not None:
            return None
        mask, end = self.cells[m.WINNERS], self.cells[m.ENDED]
        winners = tuple(seat for seat in range(self.model.seats.size) if mask >> seat & 1)
        counters = {name: int(self.machine.evaluator(expr)(self.cells)) for name, expr in self.model.counters.items()}
        return Result(winners, self.model.ends[end].name if end >= 0 else None, counters)

    def outcomes(self) -> dict[str, tuple[int, int]]:
        """How the next chance event can come out, each with its probability as (above, below); of dice, by one die."""
        outcome = self.draw
        if outcome is None or outcome.shuffle is not None:
            return {}
        if outcome.is_dice:
            return {str(value): (1, outcome.sides) for value in range(1, outcome.sides + 1)}
        total = sum(face.weight for face in outcome.faces)
        return {face.name: (face.weight, total) for face in outcome.faces}

    # ---- what can be done

    def play(self, option: Option | str) -> None:
        """Chooses an option, or the one of that name. Raises IllegalMove, or Fault with the state kept as it was."""
        found = self.options.find(option) if isinstance(option, str) else option if option in self.options else None
        if found is None:
            name = option if isinstance(option, str) else self.name(option)
            args = {"name": name, "near": nearest(name, self.options.names), "allowed": self.options.names}
            raise IllegalMove([Diagnostic("not-offered", None, args)])
        self._go(lambda cells: self.machine.apply(cells, found))

    def deal(self, result: Sequence[int] | str) -> None:
        """Lets the chance event come out so: a face's name, or what the dice show. Raises IllegalMove, or Fault."""
        outcome = self.draw
        found = self._result(outcome, result) if outcome is not None else None
        if found is not None and outcome is not None and outcome.shuffle is not None:
            wanted = int(self.machine.evaluator(outcome.shuffle.pieces)(self.cells))
            found = found if sum(1 << piece for piece in found) == wanted else None
        if found is None:
            shown = list(self.outcomes())
            raise IllegalMove([Diagnostic("not-an-outcome", None, {"name": result, "near": nearest(str(result), shown), "allowed": shown})])
        self._go(lambda cells: self.machine.deal(cells, found))

    @staticmethod
    def _result(outcome: m.Outcome, result: Sequence[int] | str) -> tuple[int, ...] | None:
        """A result given by name or as data; None where the event cannot come out so."""
        if isinstance(result, str):
            return parse_outcome(outcome, result)
        values, size = tuple(result), outcome.family.size
        if outcome.shuffle is not None:
            return values if len(set(values)) == len(values) and all(0 <= value < size for value in values) else None
        if outcome.is_dice:
            return values if len(values) == size and all(1 <= value <= outcome.sides for value in values) else None
        return values if len(values) == 1 and 0 <= values[0] < size and outcome.faces[values[0]].weight > 0 else None

    def roll(self, source: Source | None = None) -> tuple[int, ...]:
        """Lets chance decide, by the system's own randomness unless a source is given; returns how it came out."""
        outcome = self.draw
        if outcome is None:
            raise IllegalMove([Diagnostic("not-an-outcome", None, {"name": "", "near": None, "allowed": []})])
        result = self.drawn(source or Entropy())
        self._go(lambda cells: self.machine.deal(cells, result))
        return result

    @property
    def timer(self) -> Timer | None:
        """The timed block around this stop; None where there is no limit."""
        return self.machine.timer(self.cells) if self.block is not None else None

    @property
    def seconds(self) -> int:
        """How long the timed block around this stop may take in all; 0 where there is no limit."""
        timer = self.timer
        return timer.seconds(self.cells) if timer is not None else 0

    def time_out(self) -> None:
        """Lets the time of the block around this stop run out. Raises IllegalMove where there is no limit, or Fault."""
        timer = self.timer
        if timer is None:
            raise IllegalMove([Diagnostic("no-time-limit", None, {})])
        self._go(lambda cells: self.machine.time_out(cells, timer))

    def drawn(self, source: Source) -> tuple[int, ...]:
        """How chance decides here, without letting it happen yet."""
        return self.machine.draws[self.cells[m.PHASE]](source, self.cells)

    def _go(self, act: Any) -> None:
        if len(self._past) >= MAX_STOPS:
            raise Fault([Diagnostic("game-too-long", self.block.span if self.block else None, {"limit": MAX_STOPS})])
        before, noted = list(self.cells), len(self.events)
        try:
            act(self.cells)
        except Fault:
            self.cells = before
            del self.events[noted:]
            raise
        finally:
            self._candidates = None
        block = self.block
        if block is not None and block.choose:
            self._candidates = list(self.machine.pending)  # those with which the machine has just stopped
        if self.model.pieces:  # who sees a piece now may read what happened to it
            self.events[noted:] = [revealed(self.model, self.cells, event) for event in self.events[noted:]]
        self._past.append((before, noted))

    def undo(self) -> bool:
        """Takes back the last outcome or choice; False where there is none."""
        if not self._past:
            return False
        self.cells, noted = self._past.pop()
        del self.events[noted:]
        self._candidates = None
        return True

    def noted_at(self, moves: int) -> int:
        """How many events there were after so many outcomes and choices."""
        return self._past[moves][1] if moves < len(self._past) else len(self.events)

    def copy(self) -> State:
        """The same situation, to go on apart; without the past, and without trace."""
        return State(self.game, self.game.machine, self.players, list(self.cells))

    # ---- as data

    def save(self) -> dict[str, Any]:
        """The situation as plain data, for `restore`."""
        return {"model": self.model.digest, "players": {str(seat): name for seat, name in self.players.items()}, "cells": list(self.cells)}

    @staticmethod
    def restore(game: Game, data: Mapping[str, Any]) -> State:
        """The state that `save` saved. Raises SetupError where it is not one of this game."""
        cells = data.get("cells")
        size, over = game.model.cells, game.machine.over
        good = data.get("model") == game.model.digest and isinstance(cells, list) and len(cells) == size
        if not isinstance(cells, list) or not good or not all(type(cell) is int for cell in cells) or not 0 <= cells[m.PHASE] <= over:
            raise SetupError([Diagnostic("state-foreign", None, {"name": game.name})])
        return State(game, game.machine, {int(seat): name for seat, name in data["players"].items()}, list(cells))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.cells == other.cells and self.model.digest == other.model.digest

    def __hash__(self) -> int:
        return hash(tuple(self.cells))
