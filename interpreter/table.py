"""A game at a terminal: prompts, commands, what happened, and the saving of all of it.

People press Enter where chance decides and choose by number or name; the machine plays its own seats. The same loop serves a terminal and a
pipe. End of input, Ctrl-C and a closed terminal end it politely: the record is complete up to the last stop.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from rich.console import Console
from rich.text import Text

from . import model as m
from .chance import Source
from .diagnostics import IllegalMove
from .events import EVERYBODY, Entered, Event
from .layout import screen_lines
from .offering import Offer
from .players import Player
from .reasons import why
from .session import Session
from .terminal import Clock, Leave, TimeUp, draws, folded, numbers_in, print_outcome, print_rules, print_status, put, read_line, spans, tell
from .trace import Line, Teller
from .types import Type
from .views import view_of
from .words import say


@dataclass(frozen=True, slots=True)
class Manners:
    """How a table is kept: seconds between the machine's moves, rules under events, dice thrown by hand."""

    delay: float = 0.0
    trace: bool = False
    own_dice: bool = False




class Table:
    """Plays a session to its end, or until somebody leaves."""

    def __init__(self, session: Session, lang: str, console: Console, source: Source, bot: Player, manners: Manners, told: int = 0, clock: Clock | None = None):
        self.session, self.lang, self.console, self.source, self.bot, self.manners = session, lang, console, source, bot, manners
        people = [seat for seat in session.state.players if seat not in session.cpu]
        # At a game with hidden hands each reads with their own eyes; who plays alone always does, and where the machine plays itself all is shown.
        secret = any(zone.seen_by == "owner" for zone in session.state.model.zones)
        self.handing = secret and len(people) > 1
        viewer = EVERYBODY if not secret or not people else 0 if self.handing else 1 << people[0]
        self.teller = Teller(session.state.model, session.state.players, lang, viewer)
        self.told_to: dict[int, int] = {}  # where the screen is handed over: the events that each seat has read
        self.told = told  # events already on the screen
        self.depth = 0  # how many headings the next line stands under
        self.clock = clock or Clock()
        self.timed: tuple[int, int] | None = None  # the block whose time runs, and which pass of it
        self.until = 0.0  # when it runs out
        self.spared: dict[tuple[int, int], float] = {}  # the seconds that were left of each pass when last somebody typed: taking back buys none
        self.prompted: list[int] = []  # the moves before which a person was asked
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda rest: self._print(say(lang, "help")),
            "log": lambda rest: self._log(),
            "rules": lambda rest: self._rules(),
            "why": self._why,
            "undo": lambda rest: self._undo(),
            "quit": self._quit,
        }
        spanish = {"ayuda": "help", "historia": "log", "reglas": "rules", "porqué": "why", "deshacer": "undo", "salir": "quit"}
        self.commands |= {word: self.commands[command] for word, command in spanish.items()}

    def play(self) -> None:
        """To the end of the game. Raises Leave; a Fault of a rule passes on, with the game kept as it was."""
        state = self.session.state
        while state.result() is None:
            self._tell()
            if state.draw:
                self._draw(state.draw)
            else:
                self._choice()
        self._tell()
        print_status(self.console, self.teller, state)
        print_outcome(self.console, self.teller, state)

    # ---- what is shown

    def remind(self) -> None:
        """Where a kept game stands: its last lines, with the headings over them, and the screen."""
        lines = list(self.teller.lines(self.session.state.events))
        last = max(0, len(lines) - 6)
        over: list[Line] = []
        for line in lines[:last]:
            if line.kind == "heading":
                over = [*(other for other in over if other.depth < line.depth), line]
        self.depth = tell(self.console, [*over, *lines[last:]], False)
        if not self.session.state.options:  # before a choice it is shown anyway
            print_status(self.console, self.teller, self.session.state)

    def cover(self) -> None:
        """Leaves nobody's hand on the screen, where it is handed from one to another."""
        if self.handing and self.teller.viewer > 0:
            self._clear()

    def _print(self, text: str, style: str = "", indent: int = 0) -> None:
        put(self.console, text, style, indent)

    def _tell(self) -> None:
        """What is new, and behind the blocks that ask for it, what the screen shows."""
        events, state = self.session.state.events[self.told :], self.session.state
        self.told = len(state.events)
        shown = {block for widget in state.model.screen for block in widget.after}
        passed, since = frozenset[int](), 0
        for place, event in enumerate(events):
            if not isinstance(event, Entered):
                continue
            if passed:
                self._lines(events[since:place])
                self._screen(passed)
                passed, since = frozenset(), place
            if event.block in shown:
                passed = frozenset({event.block})
        self._lines(events[since:])
        if passed:
            self._screen(passed)

    def _lines(self, events: Sequence[Event]) -> None:
        self.depth = tell(self.console, self.teller.lines(events, self.manners.trace), self.manners.trace, self.depth)

    def _screen(self, passed: frozenset[int]) -> None:
        if self.session.state.result() is None:  # at the end all is shown anyway
            for line in screen_lines(self.session.state, self.teller, max(60, self.console.width), draws(self.console), passed):
                self.console.print(line if isinstance(line, Text) else Text(line, style="bold cyan"))

    def _who(self) -> str:
        turn = self.session.state.turn
        return self.session.state.players[turn] if turn is not None else say(self.lang, "somebody")

    def _label(self, block: m.Block) -> str:
        texts = self.session.state.machine.effects.telling(self.session.state.model.labels.get(f"block:{block.name}"))
        return self.teller.text(texts(self.session.state.cells)) or block.name.replace("_", " ")

    # ---- stops

    def _draw(self, outcome: m.Outcome) -> None:
        session, block = self.session, self.session.state.block
        assert block is not None
        own = self.manners.own_dice and outcome.shuffle is None  # the table's dice are everybody's; what was mistyped can be typed again
        if self._machine_plays() and not own:
            self._pause()
            session.roll(self.source)
            return
        what = self._label(block)
        dice = outcome.family.size if outcome.is_dice else 0
        values = f"{dice} × 1…{outcome.sides}" if dice > 1 else ", ".join(session.state.outcomes())
        while True:
            key = "enter-outcome" if own else "press-enter"
            text = self._ask(say(self.lang, key, who=self._who(), what=what, values=values))
            if text is None:
                return  # a command changed the game
            if not own and text == "":
                session.roll(self.source)
                return
            if own and text:
                try:
                    session.deal(self._outcome(outcome, text))
                    return
                except IllegalMove:
                    self._print(say(self.lang, "no-such-outcome", text=text, values=values), "yellow")
            else:
                self._print(say(self.lang, "just-enter"), "yellow")

    @staticmethod
    def _outcome(outcome: m.Outcome, text: str) -> str:
        """What came up, by its name or a part of it that only one face has."""
        fits = [face.name for face in outcome.faces if folded(text) in folded(face.name)]
        whole = [name for name in fits if folded(name) == folded(text)]
        found = whole or fits
        return found[0] if len(found) == 1 else text

    def _machine_plays(self) -> bool:
        turn = self.session.state.turn
        return turn in self.session.cpu if turn is not None else len(self.session.cpu) == len(self.session.state.players)

    def _pause(self) -> None:
        if self.manners.delay:
            time.sleep(self.manners.delay)

    def _choice(self) -> None:
        session, state = self.session, self.session.state
        if self._machine_plays():
            self._pause()
            session.choose(self.bot.choose(view_of(state, state.turn or 0)))
            return
        block = state.block
        assert block is not None
        self._hand_over()
        offer = Offer(state, self.teller)
        print_status(self.console, self.teller, state, self._left())
        self._print(say(self.lang, "question", who=self._who(), question=self._label(block)), "bold")
        offer.print(self.console)
        while True:
            text = self._ask(say(self.lang, "prompt"))
            if text is None:
                return
            if offer.numbered and (wanted := numbers_in(text)):
                if self._choose_numbers(wanted):
                    return
                continue
            found = offer.find(text)
            if len(found) == 1:
                session.choose(offer.shown[found[0]].option)
                return
            self._print(offer.misunderstood(text, found), "yellow")

    def _choose_numbers(self, wanted: list[int]) -> bool:
        """Chooses the options of these numbers one after the other, as far as the same choice goes on; False where one is not offered."""
        session, block, seat = self.session, self.session.state.block, self.session.state.turn
        offered = {option.arguments[0] for option in session.state.options if len(option.arguments) == 1}
        missing = [number for number in wanted if number not in offered]
        if missing:  # all of them, or none
            self._print(say(self.lang, "no-such-choice", text=spans(missing)), "yellow")
            return False
        for number in wanted:
            state = session.state
            option = next((o for o in state.options if o.arguments == (number,)), None)
            if state.block != block or state.turn != seat or option is None:
                break
            session.choose(option)
        return True

    def _hand_over(self) -> None:
        """Gives the screen to whoever chooses: it is cleared, and what has happened since they last looked is told with their eyes."""
        seat = self.session.state.turn
        if not self.handing or seat is None or self.teller.viewer == 1 << seat:
            return
        self._clear()
        read_line(say(self.lang, "hand-over", who=self.session.state.players[seat]), self.console)
        self._clear()
        self.teller.viewer = 1 << seat
        events = self.session.state.events
        since = min(self.told_to.get(seat, 0), len(events))
        self.depth = tell(self.console, self.teller.lines(events[since:], self.manners.trace), self.manners.trace)

    def _clear(self) -> None:
        """An empty screen; on a pipe, a line that says so."""
        self.told_to.update({seat: len(self.session.state.events) for seat in self.session.state.players if self.teller.viewer == 1 << seat})
        self.teller.viewer = 0
        if self.console.is_terminal:
            self.console.file.write("\x1b[2J\x1b[3J\x1b[H")  # the lines scrolled away too
        else:
            self._print("-" * 20)

    # ---- what people type

    def _left(self) -> float | None:
        """The seconds that are left at this stop; None where there is no limit. The time of a block begins with the first look in each pass."""
        state = self.session.state
        timer = state.timer
        if timer is None:
            return None
        passes = sum(1 for event in state.events if isinstance(event, Entered) and event.block == timer.block.index)
        if self.timed != (timer.block.index, passes):
            self.timed = timer.block.index, passes
            self.until = self.clock.now() + self.spared.get(self.timed, state.seconds)
        return self.until - self.clock.now()

    def _spare(self) -> None:
        """Notes what is left of the time that runs."""
        if self.timed is not None:
            self.spared[self.timed] = self.until - self.clock.now()

    def _ask(self, prompt: str) -> str | None:
        """What was typed; None where a command or the end of the time changed the game, after which the loop looks again."""
        moves = self.session.moves
        if not self.prompted or self.prompted[-1] != moves:
            self.prompted.append(moves)
        while True:
            left = self._left()
            try:
                text = self.clock.read(prompt if left is None else f"({max(0, round(left))} s) {prompt}", self.console, left)
            except TimeUp:
                self._spare()
                self.session.time_out()
                return None
            if left is not None:
                self._spare()
            word, _, rest = text.partition(" ")
            command = self.commands.get(word.casefold())
            if command is None:
                return text
            command(rest.strip())
            if self.session.moves != moves:
                return None

    def _log(self) -> None:
        tell(self.console, self.teller.lines(self.session.state.events, self.manners.trace), self.manners.trace)

    def _why(self, rest: str) -> None:
        state = self.session.state
        offer = Offer(state, self.teller)
        if not rest:
            names = [self.teller.action(action.name) for action in state.block.choose] if state.block else []
            self._print(say(self.lang, "why-what", options=", ".join(names)) if names else say(self.lang, "why-no-choice"))
            return
        found = offer.find(rest)
        if not found and not rest.isdigit():  # it may be one that is shown struck
            offer = Offer(state, self.teller, withheld=True)
            found = offer.find(rest)
        names = [state.name(offer.shown[place].option) for place in found]
        reason = why(state, names[0] if len(names) == 1 else self._canonical(rest))
        labels = {state.name(each.option): offer.label(each) for each in state.candidates}
        reason = replace(reason, values={key: labels.get(value, value) if isinstance(value, str) else value for key, value in reason.values.items()})
        self._print(reason.text(self.lang))
        if reason.rule is not None:
            self._print(reason.rule.rule, "dim", 2)

    def _canonical(self, text: str) -> str:
        """An option that is not offered, by its canonical name: people may type the words of its label, and their own names."""
        for action in self.session.state.model.actions:
            label = self.teller.action(action.name)
            called = [name for name in (action.name, label, label.split()[0]) if (folded(text) + " ").startswith(folded(name) + " ")]
            if not called:
                continue
            words, arguments = text.replace(",", " ").split()[len(called[0].split()) :], list[str]()
            for parameter in action.parameters:
                fitting = next(((word, found) for word in words if (found := self._member(parameter.type, word)) is not None), None)
                if fitting is None:
                    break
                words.remove(fitting[0])
                arguments.append(fitting[1])
            return " ".join([action.name, *(arguments or (words if called[0] == action.name else []))])
        return text

    def _member(self, kind: Type, word: str) -> str | None:
        """A member of a family by its name; a seat, or what a seat has, by who sits there; one's own piece by its number, dice by what they show."""
        state = self.session.state
        model, family = state.model, kind.family
        if kind.is_number or family is None:
            return word if kind.is_number and word.isdigit() else None
        if family == model.die:
            shown = state.cells[model.dice_cell : model.dice_cell + family.size]
            together = word.isdigit() and len(word) < 6 and int(word) not in shown and int(word) == sum(shown)
            return word if word.isdigit() and not together else ("both" if family.size == 2 else "all") if together or word in ("both", "all") else None
        if family.walked:
            return word if word in model.branches.members else None
        if word in family.members:
            return word
        for pieces in model.pieces:
            if pieces.family == family and pieces.alike and pieces.owners is not None and word.isdigit() and len(word) < 6:
                own = zip(family.members, pieces.owners, pieces.attributes["number"][1], strict=True)
                return next((name for name, owner, number in own if owner == state.turn and number == int(word)), None)
        seat = next((seat for seat, name in state.players.items() if folded(name) == folded(word)), None)
        owned = family == model.seats or any(z.family == family and z.per_player for z in model.zones)
        return family.members[seat] if seat is not None and owned else None

    def _undo(self) -> None:
        earlier = [move for move in self.prompted if move < self.session.moves]
        if not earlier:
            self._print(say(self.lang, "nothing-to-undo"), "yellow")
            return
        if self.session.shown_since(earlier[-1]):
            self._print(say(self.lang, "undo-seen"), "yellow")
            return
        self.session.undo(self.session.moves - earlier[-1])
        self.prompted = earlier[:-1]
        self.told = len(self.session.state.events)
        self._print(say(self.lang, "undone"), "yellow")

    def _quit(self, rest: str) -> None:
        raise Leave

    def _rules(self) -> None:
        print_rules(self.session.state.model, self.teller, self.console, dict(self._options()))

    def _options(self) -> Iterable[tuple[str, str]]:
        state = self.session.state
        for option in state.model.options:
            yield self.teller.label(option.name), self.teller.value(option.type, state.cells[option.cell])
