"""What is agreed before a game: who plays and with which options; asked for where it was not given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from .diagnostics import SetupError, render
from .game import Game
from .names import value_name
from .terminal import folded, read_line
from .trace import Teller
from .types import Type, parse_value
from .words import say

CPU = ":cpu"


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays: names in turn order, and which of them the machine plays."""

    names: tuple[str, ...]
    cpu: tuple[str, ...]


def seated(text: str, lang: str) -> Seating:
    """`Ana,Luis:cpu` as a seating; a name left out is made up."""
    names, cpu = [], []
    for number, part in enumerate(text.split(","), 1):
        name, machine = part.strip(), False
        if name.casefold().endswith(CPU):
            name, machine = name[: -len(CPU)].strip(), True
        name = name or say(lang, "cpu-name" if machine else "default-name", number=number)
        names.append(name)
        if machine:
            cpu.append(name)
    return Seating(tuple(names), tuple(cpu))


def fewest(game: Game, lang: str) -> Seating:
    """As few people as the game takes, with made-up names."""
    return seated(",".join([""] * game.model.players[0]), lang)


class Asker:
    """Asks people at a terminal, again until the answer will do."""

    def __init__(self, console: Console, lang: str):
        self.console, self.lang = console, lang

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))

    def players(self, game: Game) -> Seating:
        low, high = game.model.players
        count = low if low == high else self._count(low, high)
        parts: list[str] = []
        self.say(say(self.lang, "player-names"), "bold")
        while len(parts) < count:
            number = len(parts) + 1
            text = read_line("  " + say(self.lang, "player-name", number=number), self.console).replace(",", " ")
            try:
                seating = seated(",".join([*parts, text]), self.lang)
                game.start([*seating.names, *(f"·{n}" for n in range(number, count))])
            except SetupError as error:
                self.say(render(error.diagnostics, self.lang), "yellow")
                continue
            parts.append(text)
        return seated(",".join(parts), self.lang)

    def _count(self, low: int, high: int) -> int:
        self.say(say(self.lang, "how-many-players"), "bold")
        while True:
            text = read_line(say(self.lang, "ask-values", values=f"{low}..{high}", default=low), self.console) or str(low)
            if text.isascii() and text.isdigit() and low <= int(text[:6]) <= high:
                return int(text)
            self.say(say(self.lang, "no-such-choice", text=text), "yellow")

    def options(self, game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
        """The file's own questions, in its order, for the options that were not given and whose condition holds."""
        values = dict(given)
        for option in game.model.options:
            if option.name in values or option.ask is None or len(option.values) < 2:
                continue
            state = game.start(0, values)
            if option.when is not None and not state.machine.evaluator(option.when)(state.cells):
                continue
            values[option.name] = self._option(game, option)
        return values

    def _option(self, game: Game, option: Any) -> str:
        teller = Teller(game.model, {}, self.lang)
        question = "".join(part for part in option.ask.parts[self.lang] if isinstance(part, str))
        shown = self._shown(game, option, teller)
        prompt = say(self.lang, "ask-values", default=self._word(teller, option.type, option.default), values=" / ".join(shown))
        self.say(question, "bold")
        while True:
            text = read_line(prompt, self.console)
            if not text:
                return value_name(option.type, option.default, game.model)
            found = self._understood(text, option, teller)
            if found is not None:
                return value_name(option.type, found, game.model)
            self.say(say(self.lang, "no-such-choice", text=text), "yellow")

    def _shown(self, game: Game, option: Any, teller: Teller) -> list[str]:
        if option.type.is_number:
            return game.shown_values(option)
        return [self._word(teller, option.type, value) for value in option.values]

    @staticmethod
    def _word(teller: Teller, kind: Type, value: int) -> str:
        return teller.value(kind, value)

    def _understood(self, text: str, option: Any, teller: Teller) -> int | None:
        """The value that an answer means: its canonical name, its label, or the beginning of one alone."""
        found = parse_value(option.type, text)
        if found is not None and found in option.values:
            return found
        if option.type.is_number:
            return None
        if text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= len(option.values):
            return int(option.values[int(text[:4]) - 1])
        labels = {value: folded(self._word(teller, option.type, value)) for value in option.values}
        wanted = folded(text)
        fits = [value for value, label in labels.items() if label == wanted] or [v for v, label in labels.items() if label.startswith(wanted)]
        return fits[0] if len(fits) == 1 else None
