"""A choice at the table: its options as people read them, with marks and prices, and which of them a text means."""

from __future__ import annotations

from rich.console import Console

from . import model as m
from .choosing import Candidate, any_priced
from .game import State
from .terminal import folded, put, spans
from .trace import Teller
from .words import say

STRUCK = "dim strike"  # as rich writes what cannot be chosen
MANY = 8  # options that differ in a number alone are shown as a range from so many on


class Offer:
    """The options of one choice. `shown` can be chosen; `labels` are what people call them."""

    def __init__(self, state: State, teller: Teller, withheld: bool = False):
        self.state, self.teller = state, teller
        self.shown = [each for each in state.candidates if withheld or each.standing in ("offered", "breach")]
        self.priced = any_priced(state.candidates)
        self.labels = [self.label(each) for each in self.shown]
        self.numbered = self._numbered()

    def label(self, each: Candidate) -> str:
        """The file's label of an option, else its name."""
        return self.teller.option(self.state.machine.describe(self.state.cells, each.option), each.option, self.state.name(each.option))

    def _marks(self, each: Candidate) -> list[m.Mark]:
        return self.state.machine.marks(self.state.cells, each, self.priced)

    def _numbered(self) -> dict[int, int]:
        """Where many options differ in one number alone: the options by that number; people then type the number itself."""
        actions = self.state.model.actions
        found: dict[int, int] = {}
        for place, each in enumerate(self.shown):
            parameters = actions[each.option.action].parameters
            if len(parameters) == 1 and parameters[0].type.is_number:
                found[each.option.arguments[0]] = place
        return found if len(found) >= MANY else {}

    # ---- on the screen

    def print(self, console: Console) -> None:
        """The options, then what is withheld, then what the signs mean."""
        numbered, signs = self.numbered, dict[str, str]()
        if numbered:
            action = self.state.model.actions[self.shown[next(iter(numbered.values()))].option.action]
            put(console, f"{spans(list(numbered))}: {self.teller.action(action.name)}", indent=1)
        for number, (each, label) in enumerate(zip(self.shown, self.labels, strict=True), 1):
            marks = [mark for mark in self._marks(each) if mark.show]
            signs |= {mark.show: self.teller.label(mark.name) for mark in marks}
            if number - 1 not in numbered.values():
                sign = "".join(f" {mark.show}" for mark in marks)
                style = STRUCK if any(mark.struck for mark in self._marks(each)) else ""
                put(console, f"{'· ' if numbered else f'{number}.'} {label}{sign}{self._price(each)}", style, 1)
        for each in self.state.candidates:
            withheld = self._marks(each) if each.standing in ("outranked", "wasteful") else []
            if withheld:
                sign = "".join(f" {mark.show}" for mark in withheld if mark.show)
                meaning = ", ".join(self.teller.label(mark.name) for mark in withheld)
                put(console, f"·  {self.label(each)}{sign}  ({meaning})", STRUCK if any(mark.struck for mark in withheld) else "", 1)
        if signs:
            put(console, " · ".join(f"{sign} {meaning}" for sign, meaning in signs.items()), "dim", 1)

    def _price(self, each: Candidate) -> str:
        """That an option has a price, where the file has no mark that says so."""
        marked = any(mark.standing == "lower" for mark in self.state.model.marks)
        return f"  ({say(self.teller.lang, 'price')})" if each.standing == "breach" and not marked and not self.numbered else ""

    # ---- what people type

    def find(self, text: str) -> list[int]:
        """The options that a text means: a number, a whole name or label, else every one that it is a part of."""
        if text.isascii() and text.isdigit():
            place = int(text[:9]) - 1
            return [place] if 0 <= place < len(self.shown) else []
        wanted, every = folded(text), range(len(self.shown))
        names = [folded(self.state.name(each.option)) for each in self.shown]
        own = [folded(label) for label in self.labels]
        whole = [i for i in every if wanted in (names[i], own[i])]
        return whole or ([i for i in every if wanted in names[i] or wanted in own[i]] if wanted else [])

    def listed(self) -> str:
        """All options in a line."""
        return " · ".join(f"{number}. {label}" for number, label in enumerate(self.labels, 1))

    def misunderstood(self, text: str, found: list[int]) -> str:
        """What is said to a text that means no option, or several."""
        if not text:
            return self.listed()
        if found:
            return say(self.teller.lang, "several-choices", text=text, options=", ".join(self.labels[i] for i in found))
        offer = spans(list(self.numbered)) if self.numbered else self.listed()
        return say(self.teller.lang, "no-such-choice", text=text) + " " + offer
