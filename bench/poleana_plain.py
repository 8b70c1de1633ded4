"""Poleana written by hand, for this one game: the second opinion in the tests, the yardstick in the benchmark.

Made from the sources and the rulings (R-POL-1, 2 and 4 … 21), not from the rule file. It stops wherever dice or a choice are wanted, and goes on
by itself from there to the next stop:

    game = Poleana(players=4)
    game.roll(5, 1)                       # at "roll"
    game.options()                        # at "act" and "bonus": [("release both", "come_out", "offered"), …]
    game.choose("release both")
    game.stop, game.turn, game.tokens(), game.winners, game.counters

A space is a number: first the squares of the street, then bridges and houses, then what holds any number of tokens and bars nobody (goals, starts,
limbos). Where everybody can get to by how many steps is worked out once. `blocked` has a bit for each space that may not be passed, so that a way is
clear where it has no bit in common with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

SEATS = ("red", "yellow", "green", "blue")  # round the board, in the order of turns
TAKEN = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # R-POL-20
SIDE_DOOR = 3  # where 6+3 lets a token in; the other door is 0
THIRD_DOUBLE = 3
NOBODY = -1

COME_OUT, CAPTURE, ADVANCE = range(3)  # the ranks, the highest first (R-POL-10)
RANKS = ("come_out", "capture", "advance")
RESCUE, RELEASE, GO, MOVE_BLOCK = range(4)

Dice = tuple[int, ...]  # those not yet used, in the order rolled
Way = tuple[int, int, str]  # the bits of the spaces passed, the end, the branch taken at a fork or ""
Play = tuple[int, int, int, int, int, str]  # rank, kind, token (its place among its colour's), pips used, end, branch


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers of the base game."""

    corner: int = 9  # the square a colour's stretch begins with, its third refuge
    bridge_from: int = 14
    last_police: int = 8
    tokens_each: int = 4
    bridge_to: int = 4
    bridge_length: int = 7
    home_length: int = 7  # the goal included
    bonus: int = 10
    after_breach: str = "go_on"  # or "turn_over" (R-POL-7)


BASE = Rules()
EXPRESS = Rules(corner=8, bridge_from=12, last_police=7, tokens_each=3)

FACES = range(1, 7)
THROWS: list[Dice] = [(a, b) for a in FACES for b in FACES]
COMBOS = {dice for dice in THROWS if sum(dice) in (6, 12) or set(dice) == {6, 3}}
USES: dict[Dice, list[int]] = {dice: list(dict.fromkeys((*dice, sum(dice)))) for dice in [*THROWS, *((face,) for face in FACES)]}  # pips
SHOWN = {dice: {*USES[dice], 0} if dice in COMBOS else {*USES[dice]} for dice in THROWS}  # the police squares that are called (R-POL-9)


class Board:
    """The spaces and the ways over them, for so many players. Lists are by space unless they say otherwise."""

    def __init__(self, rules: Rules, players: int):
        self.rules = rules
        self.taken = TAKEN[players]
        self.follower = {seat: self.taken[(turn + 1) % players] for turn, seat in enumerate(self.taken)}
        self.names: list[str] = []
        self.street = [self._add("street", seat, range(rules.bridge_from + 1)) for seat in range(4)]  # by seat and number
        self.streets = len(self.names)  # a space below this one is a square of the street
        self.bridge = [self._add("bridge", seat, range(1, rules.bridge_length + 1)) for seat in range(4)]
        house = [self._add("home", seat, range(1, rules.home_length)) for seat in range(4)]
        self.piles = len(self.names)  # from this space on, any number may stand on one
        self.goal = [self._add("home", seat, range(rules.home_length, rules.home_length + 1))[0] for seat in range(4)]
        self.home = [[*house[seat], self.goal[seat]] for seat in range(4)]
        self.start = [self._pocket("start", seat) for seat in range(4)]
        self.limbo = [self._pocket("limbo", seat) for seat in range(4)]

        spaces = range(len(self.names))
        self.bit = [1 << space for space in spaces]
        # So many on a space are a block (R-POL-13, R-POL-16); on a pile nobody ever is.
        self.enough = [2 if space < self.streets else 1 if space < self.piles else rules.tokens_each + 1 for space in spaces]
        self.refuge = [NOBODY for _ in spaces]  # of whom
        self.police = [NOBODY for _ in spaces]  # the number that calls them
        for seat, squares in enumerate(self.street):
            if seat in self.taken:
                for number in (0, SIDE_DOOR, rules.corner):
                    self.refuge[squares[number]] = seat
            else:
                for number in range(rules.last_police + 1):
                    self.police[squares[number]] = number

        longest = max(12, rules.bonus)
        self.ways = [[[self._ways(seat, space, steps) for steps in range(longest + 1)] for space in spaces] for seat in range(4)]  # by seat first
        # What the dice make possible: by seat, dice and space, pips and way of every use of them.
        self.reach = [
            {dice: [[(pips, *way) for pips in uses for way in ways[pips]] for ways in self.ways[seat]] for dice, uses in USES.items()} for seat in range(4)
        ]
        # The least is the farthest ahead: the fewest steps left by the shortest way; of two alike, the one on the street (R-POL-5).
        self.behind = [[2 * self._steps_left(seat, space) + (space >= self.streets) for space in spaces] for seat in range(4)]  # by seat first

    def _add(self, kind: str, seat: int, numbers: range) -> list[int]:
        first = len(self.names)
        self.names += [f"{kind} {number} of {SEATS[seat]}" for number in numbers]
        return list(range(first, len(self.names)))

    def _pocket(self, kind: str, seat: int) -> int:
        self.names.append(f"{kind} of {SEATS[seat]}")
        return len(self.names) - 1

    @lru_cache  # noqa: B019  (there are few boards, and they stay)
    def _steps(self, seat: int, space: int) -> tuple[tuple[int, str], ...]:
        """The spaces a colour's token may step to from here, each with its branch (R-POL-1, R-POL-2)."""
        rules = self.rules
        for side in range(4):
            street, bridge, home = self.street[side], self.bridge[side], self.home[side]
            if space in street:
                number = street.index(space)
                if number == rules.corner - 1:
                    following = (side + 1) % 4
                    return ((self.home[seat][0] if following == seat else self.street[following][rules.corner], ""),)
                if side == seat and number >= rules.corner:
                    return ()  # nobody treads these of their own
                if number == rules.bridge_from:
                    return ((bridge[0], "above"), (street[0], "below"))
                return ((street[number + 1], ""),)
            if space in bridge and side != seat:
                return (((*bridge, street[rules.bridge_to])[bridge.index(space) + 1], ""),)
            if space in home[:-1] and side == seat:
                return ((home[home.index(space) + 1], ""),)
        return ()

    def _ways(self, seat: int, space: int, steps: int) -> tuple[Way, ...]:
        """Every way of exactly so many steps; none where the goal is nearer (R-POL-21)."""
        ways = [(0, space, "")] if steps else []
        for step in range(steps):
            ways = [(passed | self.bit[at] if step else 0, to, branch or fork) for passed, at, branch in ways for to, fork in self._steps(seat, at)]
        return tuple(ways)

    @lru_cache  # noqa: B019
    def _steps_left(self, seat: int, space: int) -> int:
        return min((1 + self._steps_left(seat, to) for to, _ in self._steps(seat, space)), default=0)


@lru_cache
def board_for(rules: Rules, players: int) -> Board:
    """Boards never change, so there is one of each."""
    return Board(rules, players)


class Poleana:
    """A game at a stop: `stop` is "roll", "act", "bonus" or "over", `turn` the seat that rolls or chooses."""

    def __init__(self, players: int, rules: Rules = BASE):
        self.rules = rules
        self.board = board = board_for(rules, players)
        self.turn = 0
        self.stop = "roll"
        self.winners: list[int] = []
        self.places = [[board.start[seat]] * rules.tokens_each for seat in range(4)]  # by seat and token; who is not taken keeps out
        self.count = [0] * len(board.names)  # tokens on a space; they are always of one colour, its `owner` if there are any
        self.owner = [NOBODY] * len(board.names)
        for seat in board.taken:
            self.count[board.start[seat]] = rules.tokens_each
            self.owner[board.start[seat]] = seat
        self.blocked = 0
        self.quiet = set(board.taken)  # who has neither released nor been fined
        self.turns_played, self.rolls, self.captures, self.sweeps, self.fines = 1, 0, 0, 0, 0
        self.stops = 0  # throws and choices
        self.doubles = 0  # in this turn
        # The throw.
        self.double = False
        self.unspent: Dice = ()
        self.way_in = 0  # the pips that still let a token in, or 0
        self.moved = NOBODY  # the token that has moved by one die and may not by the other (R-POL-8)
        # The play.
        self.plays: list[Play] = []  # those to choose from at "act", in canonical order
        self.top = ADVANCE  # the best rank among them
        self.bonus_token = NOBODY
        self.bonus_ways: list[Way] = []  # those to choose from at "bonus"
        self.fine_owed = False

    # ---- from outside

    def roll(self, first: int, second: int) -> None:
        """The dice fall; then everything that happens by itself happens."""
        assert self.stop == "roll"
        self.stops += 1
        self.rolls += 1
        self.double = first == second
        if self.double:
            self.doubles += 1
            if self.doubles == THIRD_DOUBLE:  # R-POL-17
                self._fine()
                self._next_turn()
                return
        dice = first, second
        if len(self.board.taken) < 4:
            self._sweep(SHOWN[dice])
        self.unspent = dice
        self.way_in = 0 if dice not in COMBOS else 6 if first + second == 12 else first + second  # R-POL-12
        self.moved = NOBODY
        self._go_on()

    def options(self) -> list[tuple[str, str, str]]:
        """Name, rank and standing of every option whose guard holds."""
        if self.stop == "bonus":
            return [(self._bonus_name(way), "", "offered") for way in self.bonus_ways]
        if self.stop != "act":
            return []
        offered = {play for rank in range(len(RANKS)) for play in self._offered(rank)}
        return [(self._name(play), RANKS[play[0]], "offered" if play in offered else "withheld") for play in self.plays]

    def choose(self, name: str) -> None:
        """Takes the option of that name. One of a lower rank than the best is a breach: it stands, and costs a fine (R-POL-7)."""
        if (name, "offered") not in [(option, standing) for option, _, standing in self.options()]:
            raise ValueError(f"not offered: {name}")
        if self.stop == "bonus":
            self._take_bonus(next(way for way in self.bonus_ways if self._bonus_name(way) == name))
        else:
            play = next(play for play in self.plays if self._name(play) == name)
            self.fine_owed = play[0] > self.top
            self._make(play)

    def tokens(self) -> dict[str, str]:
        """Where every token stands."""
        return {f"{SEATS[seat]}-{token + 1}": self.board.names[at] for seat in self.board.taken for token, at in enumerate(self.places[seat])}

    @property
    def counters(self) -> dict[str, int]:
        """What the interpreter counts too. Nobody is quiet at the end but who wins by it."""
        return {
            "turns_played": self.turns_played,
            "rolls": self.rolls,
            "captures": self.captures,
            "sweeps": self.sweeps,
            "fines": self.fines,
            "special_victories": int(self.stop == "over" and not self.quiet.isdisjoint(self.winners)),
        }

    def _name(self, play: Play) -> str:
        _, kind, token, pips, _, branch = play
        use = "both" if len(self.unspent) == 2 and pips == sum(self.unspent) else str(pips)
        if kind == RESCUE:
            return f"rescue {use}"
        if kind == RELEASE:
            return f"release {use}"
        whose = f"{SEATS[self.turn]}-{token + 1}"
        return " ".join(filter(None, ["go", whose, use, branch] if kind == GO else ["move_block", whose, branch]))

    def _bonus_name(self, way: Way) -> str:
        return f"take_bonus {SEATS[self.turn]}-{self.bonus_token + 1} {way[2]}".rstrip()

    # ---- how a turn goes on by itself

    def _go_on(self) -> None:
        """From where the dice lie, or a play has just been made, to the next stop."""
        while self.bonus_token != NOBODY:  # R-POL-15
            ways = self._moves(self.bonus_token, self.rules.bonus)
            if not ways:
                self.bonus_token = NOBODY
            elif len(ways) > 1:
                self.bonus_ways = ways
                self.stop = "bonus"
                return
            else:
                self._land(self.bonus_token, ways[0][1])
                if self.stop == "over":
                    return
        if self.fine_owed:
            self.fine_owed = False
            self._fine()
            if self.rules.after_breach == "turn_over":
                self._next_turn()
                return
        if self.unspent and self._list_plays():
            self.stop = "act"
        elif self.double:
            self.stop = "roll"
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        self.turn = self.board.follower[self.turn]
        self.turns_played += 1
        self.doubles = 0
        self.stop = "roll"

    def _sweep(self, shown: set[int]) -> None:
        """The police take every rival of whoever rolled from their squares of these numbers (R-POL-9)."""
        police = self.board.police
        for seat in self.board.taken:
            if seat != self.turn:
                for token, at in enumerate(self.places[seat]):
                    if police[at] in shown:
                        self._shift(seat, token, self.board.start[seat])
                        self.sweeps += 1

    def _fine(self) -> None:
        """What is farthest ahead goes back to the start, its whole stack with it; with nothing on the way, one of the start sinks (R-POL-5, R-POL-6)."""
        seat, board = self.turn, self.board
        mine, start = self.places[seat], board.start[seat]
        self.fines += 1
        self.quiet.discard(seat)
        leader = min((at for at in mine if at < board.piles), key=board.behind[seat].__getitem__, default=None)
        if leader is not None:
            for token, at in enumerate(mine):
                if at == leader:
                    self._shift(seat, token, start)
        elif start in mine:
            self._shift(seat, mine.index(start), board.limbo[seat])

    # ---- what can be played

    def _list_plays(self) -> list[Play]:
        """Every play whose guard holds, into `plays`, and their best rank into `top`. As this is where the time goes, `_moves` is written out in it."""
        board, seat, moved, unspent = self.board, self.turn, self.moved, self.unspent
        mine, count, owner, blocked = self.places[seat], self.count, self.owner, self.blocked
        streets, piles, reach = board.streets, board.piles, board.reach[seat][unspent]
        plays: list[Play] = []
        self.plays = plays
        top = ADVANCE
        if self.way_in:
            entry = self._entry(self.way_in)
            if entry is not None:
                plays.append(entry)
                top = COME_OUT
        seen = []
        token = -1
        for at in mine:
            token += 1
            if at >= piles or token == moved or at in seen:  # alike with one before it
                continue
            seen.append(at)
            for pips, passed, end, branch in reach[at]:
                if passed & blocked:
                    continue
                if not count[end] or end >= piles:
                    plays.append((ADVANCE, GO, token, pips, end, branch))
                elif end < streets and count[end] == 1:
                    if owner[end] == seat:
                        plays.append((ADVANCE, GO, token, pips, end, branch))
                    elif board.refuge[end] != owner[end]:
                        plays.append((CAPTURE, GO, token, pips, end, branch))
                        if top == ADVANCE:
                            top = CAPTURE
        self.top = top
        if self.double and len(unspent) == 2:
            for at in seen:
                if at < streets and count[at] == 2:
                    self._list_block(mine.index(at), at, unspent[0])
        return plays

    def _entry(self, pips: int) -> Play | None:
        """The rescue or, with nobody in limbo, the release; neither past a rival's block at the door (R-POL-10 … 12)."""
        board, seat = self.board, self.turn
        mine, start, limbo = self.places[seat], board.start[seat], board.limbo[seat]
        kind, origin = (RESCUE, limbo) if self.count[limbo] else (RELEASE, start)
        door = board.street[seat][SIDE_DOOR if pips == 9 and kind == RELEASE else 0]
        if not self.count[origin] or (self.count[door] > 1 and self.owner[door] != seat):
            return None
        return COME_OUT, kind, mine.index(origin), pips, door, ""

    def _list_block(self, token: int, at: int, face: int) -> None:
        """Two go on together, on the street, to an empty square or onto just two rivals (R-POL-14)."""
        board, seat, count = self.board, self.turn, self.count
        for passed, end, branch in board.ways[seat][at][face]:
            if branch == "above" or end >= board.streets or passed & self.blocked:
                continue
            if not count[end]:
                self.plays.append((ADVANCE, MOVE_BLOCK, token, face, end, branch))
            elif count[end] > 1 and self.owner[end] not in (seat, board.refuge[end]):
                self.plays.append((CAPTURE, MOVE_BLOCK, token, face, end, branch))
                self.top = min(self.top, CAPTURE)

    def _moves(self, token: int, steps: int) -> list[Way]:
        """The ways a token of the turn can go. Who stands alone on the street may be passed (R-POL-16) and, off their own refuges, captured."""
        board, seat, count, owner, blocked = self.board, self.turn, self.count, self.owner, self.blocked
        return [
            way
            for way in board.ways[seat][self.places[seat][token]][steps]
            if not way[0] & blocked
            and (
                not count[end := way[1]]
                or end >= board.piles
                or (end < board.streets and count[end] == 1 and (owner[end] == seat or board.refuge[end] != owner[end]))
            )
        ]

    # ---- full use of the throw (R-POL-18)

    def _offered(self, rank: int) -> list[Play]:
        """Of the plays of a rank, those after which as much of the throw can be spent as after any other of them."""
        plays = self.plays
        among = [play for play in plays if play[0] == rank]
        if len(among) < 2 or len(self.unspent) < 2:
            return among
        mine, count, streets = self.places[self.turn], self.count, self.board.streets
        one, other = self.unspent
        both = one + other
        by_one = by_other = 0  # bits of the tokens that can go by each die as things stand
        for _, kind, token, pips, _, _ in plays:
            if kind == GO:
                if pips == one:
                    by_one |= 1 << token
                elif pips == other:
                    by_other |= 1 << token
        if one == other:
            by_other = by_one
        full = []
        for play in among:
            _, kind, token, pips, end, _ = play
            if pips == both or kind == MOVE_BLOCK:
                full.append(play)
                continue
            rest, able = (other, by_other) if pips == one else (one, by_one)
            # Whoever goes onto an empty square of the street gets in nobody's way; and, having stood alone on the street, has not been in anyone's.
            if kind == GO and end < streets and not count[end]:
                at = mine[token]
                alone = count[at] == 1
                if able & ~(1 << token) if alone else able:
                    full.append(play)
                    continue
                if alone and at < streets and not self.way_in:
                    continue
            if self._can_spend_after(token, end, rest, kind):
                full.append(play)
        return full or among

    def _can_spend_after(self, token: int, end: int, rest: int, kind: int) -> bool:
        """Whether the other die can be spent, or the game is over, once the token has landed there and however its bonus goes. Tries it and takes it back."""
        seat, board = self.turn, self.board
        at = self.places[seat][token]
        rival = self._rival_at(end)
        if rival is not None:
            self._shift(*rival, board.start[rival[0]])
        self._shift(seat, token, end)
        if end == board.goal[seat] and self._victors():
            can = True
        else:
            bonus = self._moves(token, self.rules.bonus) if rival is not None else []
            can = any(self._can_spend_after(token, way[1], rest, kind) for way in bonus) if bonus else self._can_spend(rest, token, kind)
        self._shift(seat, token, at)
        if rival is not None:
            self._shift(*rival, end)
        return can

    def _can_spend(self, die: int, token: int, kind: int) -> bool:
        """Whether there is a play by that die, after that token has made a play of that kind."""
        if self.way_in == die == 6 and self.double and kind != RESCUE and self._entry(6) is not None:
            return True
        mine, piles = self.places[self.turn], self.board.piles
        return any(at < piles and (other != token or kind != GO) and self._moves(other, die) for other, at in enumerate(mine))

    # ---- what is played

    def _make(self, play: Play) -> None:
        """A play of the turn, and what follows by itself."""
        _, kind, token, pips, end, _ = play
        self.stops += 1
        unspent = self.unspent
        if len(unspent) == 1 or kind == MOVE_BLOCK or pips == sum(unspent):
            self.unspent = ()
        else:
            self.unspent = (unspent[1],) if pips == unspent[0] else (unspent[0],)
            if kind == GO:
                self.moved = token
            if kind == RESCUE or unspent != (6, 6):
                self.way_in = 0
        if kind == MOVE_BLOCK:
            self._move_block(self.places[self.turn][token], end)
        else:
            if kind == RELEASE:
                self.quiet.discard(self.turn)
            self._land(token, end)
        if self.stop != "over":
            self._go_on()

    def _take_bonus(self, way: Way) -> None:
        """The way chosen, and what follows by itself."""
        self.stops += 1
        self._land(self.bonus_token, way[1])
        if self.stop != "over":
            self._go_on()

    def _move_block(self, at: int, end: int) -> None:
        seat, start = self.turn, self.board.start
        if self.count[end]:
            loser = self.owner[end]
            for token, place in enumerate(self.places[loser]):
                if place == end:
                    self._shift(loser, token, start[loser])
                    self.captures += 1
        for token, place in enumerate(self.places[seat]):
            if place == at:
                self._shift(seat, token, end)

    def _land(self, token: int, end: int) -> None:
        """A token of the turn comes to stand there; if it captures, it is to take the bonus."""
        self.bonus_token = NOBODY
        if self.count[end] == 1:
            rival = self._rival_at(end)
            if rival is not None:
                self._shift(*rival, self.board.start[rival[0]])
                self.captures += 1
                self.bonus_token = token
        self._shift(self.turn, token, end)
        if end == self.board.goal[self.turn]:  # nobody becomes quiet, so that nothing else ends the game
            victors = self._victors()
            if victors:
                self.winners = victors
                self.stop = "over"

    def _rival_at(self, space: int) -> tuple[int, int] | None:
        """Seat and token of the rival there, if there is one; asked only of spaces that can be landed on."""
        seat = self.owner[space]
        if not self.count[space] or seat == self.turn:
            return None
        return seat, self.places[seat].index(space)

    def _victors(self) -> list[int]:
        """Who has won, with a token of the turn at its goal: all who are quiet, else whoever has all of them there (R-POL-19)."""
        if self.quiet:  # whoever has a token there is not
            return sorted(self.quiet)
        return [self.turn] if self.count[self.board.goal[self.turn]] == self.rules.tokens_each else []

    def _shift(self, seat: int, token: int, to: int) -> None:
        """Puts a token there; all that moves, moves by this."""
        count, enough, places = self.count, self.board.enough, self.places[seat]
        at = places[token]
        places[token] = to
        if count[at] == enough[at]:
            self.blocked ^= self.board.bit[at]
        count[at] -= 1
        count[to] += 1
        if count[to] == enough[to]:
            self.blocked ^= self.board.bit[to]
        self.owner[to] = seat


def play_compliant(rules: Rules, players: int, random_below: Callable[[int], int]) -> Poleana:
    """A whole game of random plays without a breach. Every choice draws, also among one."""
    game = Poleana(players, rules)
    while True:
        stop = game.stop
        if stop == "roll":
            game.roll(random_below(6) + 1, random_below(6) + 1)
        elif stop == "act":
            offered = game._offered(game.top)
            game._make(offered[random_below(len(offered))])
        elif stop == "bonus":
            game._take_bonus(game.bonus_ways[random_below(len(game.bonus_ways))])
        else:
            return game
