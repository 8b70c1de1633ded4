"""Random rule files, for tests that compare one way to run them with another: small games that mix the forms of the language.

They are made type by type, so that nearly all of them are valid; what each means is for the interpreter to say. The same number makes the same text.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

Kind = tuple[str, ...]  # ("number",), ("flag",), ("one", family), ("maybe", family), ("set", family), ("way",)
NUMBER, FLAG, WAY = ("number",), ("flag",), ("way",)
BIG = (64, 65, 72, 130)  # sizes of families at the edges of words of 64 bits


@dataclass(frozen=True)
class Scope:
    """What a text can speak of: names with their types, and whether somebody is on turn."""

    names: tuple[tuple[str, Kind], ...] = ()
    turn: bool = True
    acts: bool = True  # whether definitions that act may be used

    def having(self, *more: tuple[str, Kind]) -> Scope:
        return replace(self, names=(*self.names, *more))


@dataclass
class Definition:
    name: str
    parameters: tuple[Kind, ...]
    gives: Kind | None


@dataclass
class Variable:
    """`owner` is the family whose members each have one, or nothing."""

    name: str
    kind: Kind
    owner: str = ""
    low: int | None = None
    high: int | None = None
    first: str = ""


@dataclass
class Author:
    """Writes one rule file."""

    chance: Random
    variables: list[Variable] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    made: int = 0

    def __post_init__(self) -> None:
        pick = self.chance.random
        self.seats = self.chance.choice([2, 2, 3, 4])
        self.cards = pick() < 0.5
        self.tokens = pick() < 0.5
        self.grid = pick() < 0.3
        self.routes = self.tokens and pick() < 0.8
        self.dice = self.chance.choice([0, 1, 2, 2, 3, 4])
        self.sides = self.chance.choice([2, 3, 6])
        self.coin = pick() < 0.5
        self.words = pick() < 0.6
        self.sizes()

    def sizes(self) -> None:
        chance, big = self.chance, self.chance.random() < 0.35
        self.suits, self.ranks = chance.choice([(4, 16), (5, 13), (8, 9), (2, 65)]) if big else chance.choice([(2, 3), (3, 4), (2, 5), (1, 9)])
        self.each = chance.choice([16, 17, 18, 22]) if big and self.chance.random() < 0.5 else chance.choice([1, 2, 3])
        self.columns, self.rows = chance.choice([(8, 8), (13, 5), (9, 8)]) if big else chance.choice([(3, 3), (4, 3), (5, 4)])
        self.street = chance.choice([16, 17, 30]) if big else chance.choice([3, 5, 6])
        self.fork = chance.random() < 0.6
        self.ordered = {zone: chance.random() < 0.5 for zone in ("pile", "hand")}

    # ---- small things

    def name(self, word: str) -> str:
        self.made += 1
        return f"{word}{self.made}"

    def maybe(self, share: float) -> bool:
        return self.chance.random() < share

    def any_of(self, *ways: Callable[[], str]) -> str:
        return self.chance.choice(ways)()

    @property
    def families(self) -> list[str]:
        found = ["player", "player"]
        found += ["card"] * self.cards + ["token"] * self.tokens + ["space"] * (self.tokens or self.grid)
        found += ["hand"] * self.cards + ["coin"] * self.coin + ["mode"] * self.words + ["die"] * (self.dice > 1)
        return found

    def kind(self) -> Kind:
        if self.maybe(0.55):
            return self.chance.choice([NUMBER, NUMBER, FLAG])
        return self.chance.choice(["maybe", "set", "set"]), self.chance.choice(self.families)

    def typed(self, kind: Kind, low: int | None, high: int | None) -> str:
        if kind == NUMBER:
            return "number" if low is None else f"{low}..{high}"
        if kind == FLAG:
            return "flag"
        plural = {"player": "players", "card": "cards", "token": "tokens", "space": "spaces", "hand": "hands", "die": "dice"}
        form, family = kind
        return f"{family} or none" if form == "maybe" else f"set of {plural.get(family, family)}" if form == "set" else family

    # ---- values

    def value(self, kind: Kind, scope: Scope, depth: int) -> str:
        if kind == NUMBER:
            return self.number(scope, depth)
        if kind == FLAG:
            return self.flag(scope, depth)
        if kind[0] == "set":
            return self.set_of(kind[1], scope, depth)
        if kind[0] == "maybe" and self.maybe(0.3):
            return "none"
        return self.one(kind[1], scope, depth)

    def named(self, kind: Kind, scope: Scope) -> list[str]:
        """What has a name, or belongs to what has one, and is of this type."""
        found = [name for name, each in scope.names if each == kind]
        for variable in self.variables:
            if variable.kind == kind:
                if not variable.owner:
                    found.append(variable.name)
                else:
                    owners = [name for name, each in scope.names if each == ("one", variable.owner)]
                    owners += ["turn"] * 2 if variable.owner == "player" and scope.turn else []
                    owners += [f"player {self.chance.randint(1, self.seats)}"] if variable.owner == "player" else []
                    found += [f"{owner}.{variable.name}" for owner in owners]
        if kind == ("maybe", "player"):
            found += [f"{name}.holder" for name, each in scope.names if each == ("one", "card")]
        return found

    def number(self, scope: Scope, depth: int) -> str:
        if depth <= 0 or self.maybe(0.25):
            return self.plain_number(scope)
        deeper = depth - 1

        def n() -> str:
            return self.number(scope, deeper)

        ways: list[Callable[[], str]] = [
            lambda: f"({n()} {self.chance.choice(['+', '-', '-', '*'])} {n()})",
            lambda: f"({n()} + {n()})",
            lambda: f"({n()} {self.chance.choice(['/', 'mod'])} {self.divisor(scope, deeper)})",
            lambda: f"(if {self.flag(scope, deeper)} then {n()} else {n()})",
            lambda: f"count({self.any_set(scope, deeper)[0]})",
            lambda: self.gathered(scope, deeper),
            lambda: self.gathered(scope, deeper),
            lambda: f"{self.chance.choice(['least', 'most'])}({', '.join(n() for _ in range(self.chance.randint(2, 3)))})",
            lambda: f"(-{self.negated(scope)})" if self.maybe(0.5) else f"(0 - {n()})",
            lambda: self.called(NUMBER, scope, deeper) or n(),
            lambda: self.fact(scope, deeper),
        ]
        return self.chance.choice(ways)()

    def plain_number(self, scope: Scope) -> str:
        found = self.named(NUMBER, scope)
        if found and self.maybe(0.6):
            return self.chance.choice(found)
        facts = self.facts(scope)
        if facts and self.maybe(0.4):
            return self.chance.choice(facts)
        if self.maybe(0.02):
            return self.chance.choice(["2147483647", "(-2147483647 - 1)", "65536", "-32769"])
        return str(self.chance.choice([0, 1, 1, 2, 2, 3, 4, 5, 7, 9, -1, -3])) if self.maybe(0.8) else self.chance.choice(["goal", "cap", "few"])

    def negated(self, scope: Scope) -> str:
        value = self.plain_number(scope)
        return f"({value})" if value.startswith("-") else value

    def facts(self, scope: Scope) -> list[str]:
        """Numbers that are known of what has a name."""
        known: dict[Kind, list[str]] = {
            ("one", "card"): ["suit", "rank"], ("one", "die"): ["value"], WAY: ["length"],
            ("one", "space"): ["number", *(["column", "row"] if self.grid else [])], ("one", "token"): ["steps_left"] if self.routes else [],
        }  # fmt: skip
        return [f"{name}.{fact}" for name, kind in scope.names for fact in known.get(kind, ())]

    def divisor(self, scope: Scope, depth: int) -> str:
        return str(self.chance.choice([2, 3, -2, -3, 7])) if self.maybe(0.8) else f"(0 + {self.number(scope, depth)})"

    def fact(self, scope: Scope, depth: int) -> str:
        ways: list[Callable[[], str]] = [lambda: f"({self.one('player', scope, depth)}).{self.attribute('player', NUMBER) or 'points'}"]
        if self.dice:
            ways.append(lambda: "sum(.value for dice)")
        if self.dice > 1:
            ways.append(lambda: f"{self.bare(self.one('die', scope, depth))}.value")
        if self.cards:
            ways.append(lambda: f"{self.bare(self.one('card', scope, depth))}.{self.chance.choice(['rank', 'suit'])}")
        return self.chance.choice(ways)() if ways else self.plain_number(scope)

    @staticmethod
    def bare(value: str) -> str:
        return value if (value[-1] == ")" and value[0].isalpha()) or value.isidentifier() else f"({value})"

    def attribute(self, owner: str, kind: Kind) -> str:
        found = [variable.name for variable in self.variables if variable.owner == owner and variable.kind == kind]
        return self.chance.choice(found) if found else ""

    def gathered(self, scope: Scope, depth: int) -> str:
        """A gathering that is a number."""
        among, kind = self.walked(scope, depth) if self.maybe(0.3) else self.any_set(scope, depth)
        x = self.name("x")
        inner = scope.having((x, kind))
        where = f" where {self.flag(inner, depth)}" if self.maybe(0.4) else ""
        name = self.chance.choice(["count", "count", "sum", "sum", "least", "most"])
        what = self.flag(inner, depth) if name == "count" else self.number(inner, depth)
        text = f"{name}({what} for {x} in {among}{where})"
        safe = name in ("least", "most") and not where and kind != NUMBER and self.maybe(0.8)
        return f"(if any({among}) then {text} else 0)" if safe else text

    def flag(self, scope: Scope, depth: int) -> str:
        if depth <= 0 or self.maybe(0.15):
            return self.plain_flag(scope)
        deeper = depth - 1

        def f() -> str:
            return self.flag(scope, deeper)

        ways: list[Callable[[], str]] = [
            lambda: f"({self.number(scope, deeper)} {self.sign()} {self.number(scope, deeper)})",
            lambda: f"({self.number(scope, deeper)} {self.sign()} {self.number(scope, deeper)})",
            lambda: f"({' and '.join(f() for _ in range(self.chance.randint(2, 3)))})",
            lambda: f"({' or '.join(f() for _ in range(self.chance.randint(2, 3)))})",
            lambda: f"(not {f()})",
            lambda: f"(if {f()} then {f()} else {f()})",
            lambda: self.tested(scope, deeper),
            lambda: self.tested(scope, deeper),
            lambda: self.membership(scope, deeper),
            lambda: self.membership(scope, deeper),
            lambda: self.asked(scope, deeper),
            lambda: self.asked(scope, deeper),
            lambda: self.called(FLAG, scope, deeper) or f(),
        ]
        return self.chance.choice(ways)()

    def sign(self) -> str:
        return self.chance.choice(["<", "<=", ">", ">=", "is", "is not"])

    def plain_flag(self, scope: Scope) -> str:
        found = self.named(FLAG, scope)
        if self.routes:
            found += [f"{name}.on_route" for name, kind in scope.names if kind == ("one", "token")]
        if found and self.maybe(0.6):
            return self.chance.choice(found)
        if self.maybe(0.2):
            return self.chance.choice(["yes", "no", "spare"])
        return f"({self.plain_number(scope)} {self.sign()} {self.plain_number(scope)})"

    def tested(self, scope: Scope, depth: int) -> str:
        """What may be none, tested and then used."""
        family = self.chance.choice(self.families)
        found = self.named(("maybe", family), scope)
        if family == "coin":
            found.append("coin")
        found = [each for each in found if " " not in each]
        if not found:
            return self.plain_flag(scope)
        name = self.chance.choice(found)
        way = self.chance.random()
        if way < 0.2:
            return f"({name} {self.chance.choice(['is', 'is not'])} none)"
        if way < 0.4:
            return f"({name} {self.chance.choice(['is', 'is not'])} {self.one(family, scope, depth)})"
        if way < 0.6:
            return f"({name} {self.chance.choice(['is in', 'is not in'])} {self.set_of(family, scope, depth)})"
        known = scope.having((name, ("one", family)))
        return f"({name} is not none and {self.flag(known, depth)})" if self.maybe(0.7) else f"({name} is none or {self.flag(known, depth)})"

    def membership(self, scope: Scope, depth: int) -> str:
        family = self.chance.choice(self.families)
        way, sign = self.chance.random(), self.chance.choice(["is", "is not"])
        if way < 0.2:
            low = self.chance.randint(-1, 3)
            among = self.chance.choice([f"{{{self.number(scope, depth)}, {self.plain_number(scope)}, 5}}", f"{low}..{low + 4}"])
            return f"({self.number(scope, depth)} {sign} in {among})"
        if way < 0.3:
            return f"({self.set_of(family, scope, depth)} {sign} none)"
        if way < 0.5:
            return f"({self.set_of(family, scope, depth)} {sign} {self.set_of(family, scope, depth)})"
        if way < 0.65:
            return f"({self.one(family, scope, depth)} {sign} {self.one(family, scope, depth)})"
        return f"({self.one(family, scope, depth)} {sign} in {self.set_of(family, scope, depth)})"

    def asked(self, scope: Scope, depth: int) -> str:
        if self.maybe(0.3):
            return f"any({self.any_set(scope, depth)[0]})"
        among, kind = self.walked(scope, depth) if self.maybe(0.4) else self.any_set(scope, depth)
        x = self.name("x")
        inner = scope.having((x, kind))
        if self.maybe(0.4) and not among.startswith("{"):
            return f"any({x} in {among} where {self.flag(inner, depth)})"
        where = f" where {self.flag(inner, depth)}" if self.maybe(0.3) else ""
        return f"{self.chance.choice(['any', 'all'])}({self.flag(inner, depth)} for {x} in {among}{where})"

    # ---- single things

    def one(self, family: str, scope: Scope, depth: int) -> str:
        found = self.named(("one", family), scope)
        if family == "player":
            found += ["turn"] * 3 if scope.turn else [f"player {self.chance.randint(1, self.seats)}"]
            found += [f"{name}.owner" for name, kind in scope.names if kind in (("one", "token"), ("one", "hand"))]
        if family == "mode":
            found += ["slow", "fast", "odd", "mode"]
        if family == "coin":
            found += ["heads", "tails", "edge"]
        if family == "space":
            found += [f"{name}.space" for name, kind in scope.names if kind == ("one", "token")] + [f"{name}.end" for name, kind in scope.names if kind == WAY]
        if found and (depth <= 0 or self.maybe(0.6)):
            return self.chance.choice(found)
        deeper = max(0, depth - 1)
        ways: list[Callable[[], str]] = [lambda: f"first({self.set_of(family, scope, deeper)})"]
        if family == "player":
            ways += [
                lambda: f"first({self.set_of('player', scope, deeper)} {self.chance.choice(['from', 'after'])} {self.one('player', scope, deeper)})",
                lambda: f"only({self.set_of('player', scope, deeper)})",
                lambda: f"first(players from {self.one('player', scope, deeper)})",
            ]
        if family == "space":
            ways += [lambda: self.space(scope, deeper)] * 3
        if family == "hand":
            ways = [lambda: f"hand of {self.bare(self.one('player', scope, deeper))}"]
        if family == "card":
            ways += [lambda: f"{self.chance.choice(['first', 'last'])}(cards at deck)", lambda: "first(cards)", lambda: "first(cards)"]
        if family == "token":
            ways = [lambda: f"first({self.chance.choice(['tokens', 'tokens of player 1'])})", *ways]
        if family == "die":
            ways = [lambda: "first(dice)", *ways]
        return self.chance.choice(ways)()

    def space(self, scope: Scope, depth: int) -> str:
        ways: list[Callable[[], str]] = []
        if self.grid:
            column, row = self.chance.randint(1, self.columns), self.chance.randint(1, self.rows)
            ways.append(lambda: f"cell({column}, {row})")
            ways.append(lambda: f"cell({self.number(scope, depth) if self.maybe(0.2) else column}, {row})")
        if self.tokens:
            at = self.chance.randint(0, self.street - 1)
            ways.append(lambda: f"(street {at} of {self.bare(self.one('player', scope, depth))})")
            ways.append(lambda: f"(street({f'0 + {self.number(scope, depth)}' if self.maybe(0.2) else at}) of {self.bare(self.one('player', scope, depth))})")
            ways.append(lambda: f"(start of {self.bare(self.one('player', scope, depth))})")
        return self.chance.choice(ways)()

    # ---- sets

    def any_set(self, scope: Scope, depth: int) -> tuple[str, Kind]:
        family = self.chance.choice(self.families)
        return self.set_of(family, scope, depth), ("one", family)

    def set_of(self, family: str, scope: Scope, depth: int) -> str:
        if depth <= 0 or self.maybe(0.25):
            return self.plain_set(family, scope)
        deeper = depth - 1

        def s() -> str:
            return self.set_of(family, scope, deeper)

        ways: list[Callable[[], str]] = [
            lambda: f"({s()} + {s()})",
            lambda: f"({s()} - {s()})",
            lambda: f"({s()} + {self.one(family, scope, deeper)})",
            lambda: f"({s()} - {self.one(family, scope, deeper)})",
            lambda: f"(if {self.flag(scope, deeper)} then {s()} else {s()})",
            lambda: self.selection(family, scope, deeper),
            lambda: self.selection(family, scope, deeper),
            lambda: self.special_set(family, scope, deeper),
            lambda: self.special_set(family, scope, deeper),
            lambda: self.called(("set", family), scope, deeper) or s(),
        ]
        return self.chance.choice(ways)()

    def selection(self, family: str, scope: Scope, depth: int) -> str:
        x = self.name("x")
        inner = scope.having((x, ("one", family)))
        own = self.attribute(family, FLAG)
        if own and self.maybe(0.3):
            return f"({self.set_of(family, scope, depth)} where .{own})"
        where = f" where {self.flag(inner, depth)}" if self.maybe(0.7) else ""
        ranking = [f"{self.chance.choice(['most', 'least'])} {self.number(inner, depth)}" for _ in range(self.chance.randint(0 if where else 1, 2))]
        return f"({x} in {self.set_of(family, scope, depth)}{where}{' with ' + ', then '.join(ranking) if ranking else ''})"

    def plain_set(self, family: str, scope: Scope) -> str:
        found = self.named(("set", family), scope)
        if found and self.maybe(0.6):
            return self.chance.choice(found)
        everything = {"player": ["players", "seats"], "card": ["cards"], "token": ["tokens"], "space": ["spaces"], "hand": ["hands"], "die": ["dice"]}
        if family == "coin":
            return self.chance.choice(["{heads, tails}", "{edge}", "{heads, edge, tails}"])
        if family == "mode":
            return self.chance.choice(["{slow, odd}", "{fast}", "{slow, fast, odd}"])
        if family == "space":
            whole = ["spaces", *(["cell"] if self.grid else []), *(["street", "start"] if self.tokens else [])]
            whole += [f"{name}.passed" for name, kind in scope.names if kind == WAY]
            return self.chance.choice(whole)
        return self.chance.choice(everything[family])

    def special_set(self, family: str, scope: Scope, depth: int) -> str:
        """Sets of one family that have a form of their own."""

        def p() -> str:
            return self.bare(self.one("player", scope, depth))

        ways: list[Callable[[], str]] = [lambda: self.plain_set(family, scope)]
        if family == "card":
            ways += [
                lambda: "cards at deck", lambda: "cards at pile", lambda: f"cards at hand of {p()}", lambda: "cards at hands",
                lambda: f"cards at deck({self.plain_number(scope)})",
                lambda: f"cards at pile({self.number(scope, depth)})" if self.ordered["pile"] else "cards at deck 1",
                lambda: f"cards at {self.bare(self.one('hand', scope, depth))}",
            ]  # fmt: skip
        if family == "token":
            ways += [
                lambda: f"tokens of {p()}", lambda: f"tokens at {self.bare(self.one('space', scope, depth))}",
                lambda: f"tokens of {p()} at {self.bare(self.one('space', scope, depth))}",
                lambda: f"tokens at {self.bare(self.set_of('space', scope, depth))}",
            ]  # fmt: skip
        if family == "space" and self.grid:
            ways += [
                lambda: f"neighbours of {self.bare(self.one('space', scope, depth))}",
                lambda: f"cell({self.chance.randint(1, self.columns)}, 1..{self.rows})", lambda: f"cell(1..{self.columns}, {self.number(scope, depth)})",
            ]  # fmt: skip
        if family == "space" and self.tokens:
            ways += [lambda: f"street {self.chance.randrange(self.street)}"]
        return f"({self.chance.choice(ways)()})"

    def walked(self, scope: Scope, depth: int) -> tuple[str, Kind]:
        """What can only be walked through."""
        low = self.chance.randint(-2, 2)
        ways: list[Callable[[], tuple[str, Kind]]] = [
            lambda: (f"{low}..{low + self.chance.randint(-1, 5)}", NUMBER),
            lambda: (f"{{1, {self.chance.choice(['cap', 'few', '3'])}, {self.chance.randint(-3, 9)}}}", NUMBER),
            lambda: (f"1..{self.chance.choice(['cap', 'few'])}", NUMBER),
        ]
        narrow, pick = self.narrow(scope), self.chance.choice
        if narrow:
            ways += [lambda: (f"{{{pick(narrow)}, {pick(narrow)}}}", NUMBER), lambda: (f"{pick(narrow)}..{pick(narrow)}", NUMBER)]
        if self.dice > 1:
            ways += [lambda: (f"uses of {self.bare(self.set_of('die', scope, depth))}", ("set", "die"))] * 2
        if self.routes:
            ways += [lambda: (f"ways of {self.bare(self.one('token', scope, depth))} by {self.bare(self.small(scope))}", WAY)] * 2
        if self.grid:
            ways += [lambda: (f"lines of 3 at {self.bare(self.one('space', scope, depth))}", ("set", "space")), lambda: ("lines of 3", ("set", "space"))]
        return self.chance.choice(ways)()

    def narrow(self, scope: Scope) -> list[str]:
        """Variables of a small range, which can be the bounds of a range."""
        return [each for v in self.variables if v.kind == NUMBER and v.low is not None and v.high is not None and v.high - v.low < 20
                for each in ([v.name] if not v.owner else [f"turn.{v.name}"] if v.owner == "player" and scope.turn else [])]  # fmt: skip

    def small(self, scope: Scope) -> str:
        return self.any_of(lambda: str(self.chance.randint(0, 6)), lambda: self.plain_number(scope), lambda: self.number(scope, 1))

    # ---- definitions

    def called(self, kind: Kind, scope: Scope, depth: int) -> str:
        """A definition of that type with its arguments; nothing where there is none."""
        found = [each for each in self.definitions if each.gives == kind]
        if not found or not scope.turn:
            return ""
        return self.call(self.chance.choice(found), scope, depth)

    def call(self, which: Definition, scope: Scope, depth: int) -> str:
        arguments = [self.value(kind, scope, depth) for kind in which.parameters]
        return f"{which.name}({', '.join(arguments)})" if arguments else which.name

    def definition(self, acts: bool) -> str:
        name = self.name("act" if acts else "def")
        kinds: list[Kind] = [NUMBER, NUMBER, FLAG, ("one", "player"), ("one", self.chance.choice(self.families)), ("set", self.chance.choice(self.families))]
        parameters = tuple(self.chance.choice(kinds) for _ in range(self.chance.randint(0, 3)))
        names = [self.name("p") for _ in parameters]
        scope = Scope(tuple(zip(names, parameters, strict=True)))
        head = f"{name}({', '.join(names)})" if names else name
        if acts:
            text = f"  {head}: |\n{self.deeds(scope, 2, 4)}\n"
            self.definitions.append(Definition(name, parameters, None))
            return text
        gives: Kind = self.chance.choice([NUMBER, FLAG, ("set", self.chance.choice(self.families))])
        text = f"  {head}: |\n    {self.value(gives, scope, 2)}\n"
        self.definitions.append(Definition(name, parameters, gives))
        return text

    # ---- deeds

    def deeds(self, scope: Scope, depth: int, indent: int, count: int = 0) -> str:
        lines = []
        for _ in range(count or self.chance.randint(1, 3)):
            if self.maybe(0.12):
                kind: Kind = self.chance.choice([NUMBER, FLAG, ("one", "player"), ("set", self.chance.choice(self.families))])
                x = self.name("l")
                lines.append(" " * indent + f"let {x} = {self.value(kind, scope, depth)}")
                scope = scope.having((x, kind))
            lines.append(self.deed(scope, depth, indent))
        return "\n".join(lines)

    def deed(self, scope: Scope, depth: int, indent: int) -> str:
        pad = " " * indent
        if depth > 0 and self.maybe(0.25):
            return self.control(scope, depth, indent)
        ways: list[Callable[[], str]] = [lambda: self.written(scope, depth)] * 5 + [lambda: self.paid(scope, depth)]
        if self.cards:
            ways += [lambda: self.dealt(scope, depth)] * 3
        if self.tokens:
            ways += [lambda: f"move {self.bare(self.one('token', scope, depth))} to {self.space(scope, 0)}"]
            ways += [lambda: f"move {self.set_of('token', scope, 1)} to {self.space(scope, 0)}"]
        if acting := [each for each in self.definitions if each.gives is None and scope.acts and scope.turn]:
            ways += [lambda: self.call(self.chance.choice(acting), scope, depth - 1)] * 2
        movers = [name for name, kind in scope.names if kind == ("one", "token")] or ["tokens of turn"]
        if along := [name for name, kind in scope.names if kind == WAY]:
            ways += [lambda: f"move {self.chance.choice(movers)} along {self.chance.choice(along)}"] * 3
        return pad + self.chance.choice(ways)()

    def control(self, scope: Scope, depth: int, indent: int) -> str:
        pad, deeper = " " * indent, depth - 1
        if self.maybe(0.5):
            text = f"{pad}if {self.flag(scope, depth)}\n{self.deeds(scope, deeper, indent + 2, 1)}"
            if self.maybe(0.3):
                text += f"\n{pad}else if {self.flag(scope, depth)}\n{self.deeds(scope, deeper, indent + 2, 1)}"
            if self.maybe(0.4):
                text += f"\n{pad}else\n{self.deeds(scope, deeper, indent + 2, 1)}"
            return text
        x = self.name("e")
        among, kind = self.walked(scope, deeper) if self.maybe(0.4) else self.any_set(scope, deeper)
        if self.maybe(0.2):
            among = f"{self.set_of('player', scope, deeper)} {self.chance.choice(['from', 'after'])} {self.one('player', scope, deeper)}"
            kind = ("one", "player")
        return f"{pad}for each {x} in {among}\n{self.deeds(scope.having((x, kind)), deeper, indent + 2)}"

    def target(self, scope: Scope, kind: Kind | None = None) -> tuple[str, Variable] | None:
        """A variable that can be written, or that of somebody."""
        found = []
        for variable in self.variables:
            if kind is not None and variable.kind != kind:
                continue
            if not variable.owner:
                found.append((variable.name, variable))
                continue
            owners = [name for name, each in scope.names if each == ("one", variable.owner)]
            if variable.owner == "player" and scope.turn:
                owners.append("turn")
            found += [(f"{owner}.{variable.name}", variable) for owner in owners]
        return self.chance.choice(found) if found else None

    def written(self, scope: Scope, depth: int) -> str:
        found = self.target(scope)
        if found is None:
            return "add 1 to rounds"
        name, variable = found
        kind = variable.kind
        if kind == NUMBER:
            value = self.number(scope, depth)
            if variable.low is not None:
                safe = self.maybe(0.85)
                return f"set {name} to {f'most({variable.low}, least({variable.high}, {value}))' if safe else value}"
            if self.maybe(0.5):
                return f"add {value if self.maybe(0.5) else self.chance.choice(['1', '2', '-1'])} to {name}"
            return f"set {name} to {value if self.maybe(0.3) else f'({value} mod 100)'}"
        if kind[0] == "set" and self.maybe(0.6):
            member = self.one(kind[1], scope, depth) if self.maybe(0.5) else self.set_of(kind[1], scope, depth)
            return f"add {member} to {name}" if self.maybe(0.5) else f"remove {member} from {name}"
        return f"set {name} to {self.value(kind, scope, depth)}"

    def paid(self, scope: Scope, depth: int) -> str:
        here, there = self.target(scope, NUMBER), self.target(scope, NUMBER)
        if here is None or there is None:
            return "add 1 to rounds"
        amount = str(self.chance.randint(0, 3)) if self.maybe(0.7) else f"most(0, {self.number(scope, depth)} mod 9)"
        return f"pay {'up to ' if self.maybe(0.6) else ''}{amount} from {here[0]} to {there[0]}"

    def zone(self, scope: Scope) -> str:
        return self.any_of(lambda: "deck", lambda: "pile", lambda: f"hand of {self.bare(self.one('player', scope, 0))}")

    def dealt(self, scope: Scope, depth: int) -> str:
        few = str(self.chance.randint(0, 2))
        source = self.zone(scope)
        amount = f"least({few}, count(cards at {source}))" if self.maybe(0.85) else few
        return self.any_of(
            lambda: f"move {self.set_of('card', scope, depth)} to {self.zone(scope)}",
            lambda: f"move {self.bare(self.one('card', scope, depth)) if self.maybe(0.3) else f'(cards at {source})'} to {self.zone(scope)}",
            lambda: f"deal {amount} from {source} to {self.zone(scope)}",
            lambda: f"deal (count(cards at {source}) / {self.seats} - {self.chance.randint(0, 1)}) from {source} to each hand" if self.maybe(0.1)
            else f"deal least({few}, count(cards at {source}) / {self.seats}) from {source} to each hand",
            lambda: f"exchange {self.zone(scope)} with {self.zone(scope)}",
        )  # fmt: skip

    # ---- the sections

    def state(self) -> str:
        owners = ["", "", "", "player", "player"] + ["card", "hand"] * self.cards + ["token"] * self.tokens + ["space"] * (self.tokens or self.grid)
        self.variables.append(Variable("rounds", NUMBER, first="0"))
        self.variables.append(Variable("flagged", FLAG, "player", first="yes"))
        self.variables.append(Variable("points", NUMBER, "player", first="3"))
        for _ in range(self.chance.randint(3, 8)):
            self.variables.append(self.variable(self.chance.choice(owners)))
        text = "state:\n"
        for owner in dict.fromkeys(["", *owners]):
            mine = [each for each in self.variables if each.owner == owner]
            if owner and mine:
                text += f"  {owner}:\n"
            for each in mine:
                text += f"{'    ' if owner else '  '}{each.name}: {self.typed(each.kind, each.low, each.high)} = {each.first}\n"
        return text

    def variable(self, owner: str) -> Variable:
        kind = self.kind()
        low = high = None
        first = "none"
        if kind == NUMBER:
            first = str(self.chance.randint(0, 4))
            if self.maybe(0.6):
                low, high = self.chance.choice([(0, 5), (0, 9), (-3, 4), (0, 255), (0, 256), (-128, 127), (-129, 5), (0, 65535), (-5, 40000), (2, 7)])
                first = str(self.chance.randint(max(low, 0), min(high, 4)))
        if kind == FLAG:
            first = self.chance.choice(["yes", "no"])
        return Variable(self.name("v"), kind, owner, low, high, first)

    def board(self) -> str:
        text = "board:\n  spaces: |\n" if self.tokens or self.grid else ""
        if self.tokens:
            text += f"    ring street per seat 0 .. {self.street - 1}\n    lane bridge per seat 1 .. 2\n    pocket start per seat\n"
        if self.grid:
            text += f"    grid cell {self.columns} by {self.rows}\n"
        if self.routes:
            half = self.street // 2
            text += "  routes: |\n    route of token\n"
            text += "      start of own\n" if self.maybe(0.5) else ""
            text += f"      street 0 .. {self.street - 1} of own\n      for each seat after own\n"
            if self.fork:
                text += "        fork\n          above  bridge 1 .. 2 of seat\n          below\n"
                text += f"            street 0 .. {half - 1} of seat\n        street {half} .. {self.street - 1} of seat\n"
            else:
                text += f"        street 0 .. {self.street - 1} of seat\n"
            text += "      street 0 of own\n" if self.maybe(0.3) else ""
        return text

    def pieces(self) -> str:
        text = "pieces:\n" if self.cards or self.tokens else ""
        if self.cards:
            text += f"  card:\n    plural: cards\n    each:\n      suit: 1..{self.suits}\n      rank: 1..{self.ranks}\n"
            text += "    name: <rank>-<suit>\n    starts at: deck\n"
        if self.tokens:
            start = self.chance.choice(["start", "start", "street 0"])
            text += f"  token:\n    plural: tokens\n    per: player\n    count: {self.each}\n    starts at: {start}\n"
        if self.cards:
            text += "zones:\n  deck:\n    of: card\n    ordered: yes\n"
            text += "  pile:\n    of: card\n" + ("    ordered: yes\n" if self.ordered["pile"] else "")
            text += "  hand:\n    plural: hands\n    of: card\n    per: player\n" + ("    ordered: yes\n" if self.ordered["hand"] else "")
        return text

    def outcomes(self) -> str:
        text = "outcomes:\n" if self.dice or self.coin else ""
        if self.dice:
            text += f"  dice:\n    roll: {self.dice} {'die' if self.dice == 1 else 'dice'} of {self.sides}\n"
            if self.dice == 1:
                text = text.replace("  dice:", "  dice:")
        if self.coin:
            text += f"  coin:\n    heads: |\n{self.deeds(Scope(), 1, 6, 1)}\n"
            text += f"    tails:\n      weight: {self.chance.randint(0, 3)}\n    edge:\n      weight: 1\n"
        return text

    def action(self, name: str, ranked: bool, small: bool) -> str:
        scope, parts = Scope(), []
        for _ in range(self.chance.choice([0, 1, 1, 1, 2] if small else [0, 1, 1, 2, 2, 3])):
            x = self.name("a")
            domain, kind = self.domain(scope, small)
            parts.append(f"      {x}: {domain}\n")
            scope = scope.having((x, kind))
        text = f"  {name}:\n"
        text += "    with:\n" + "".join(parts) if parts else ""
        guards = [self.flag(scope, 2) for _ in range(self.chance.randint(0, 3))]
        if len(parts) > 1:
            guards.append(self.flag(scope, 1))
        text += "    when:\n" + "".join(f"      - {guard}\n" for guard in guards) if guards else ""
        if ranked:
            text += f"    rank: {self.any_of(lambda: 'rank_a', lambda: 'rank_b', lambda: f'if {self.flag(scope, 1)} then rank_a else rank_c')}\n"
        return text + f"    do: |\n{self.deeds(scope, 2, 6)}\n"

    def domain(self, scope: Scope, few: bool) -> tuple[str, Kind]:
        """The values of a part of a choice, and but few of them where a look-ahead tries them all."""
        if few:
            some: list[tuple[str, Kind]] = [("0..2", NUMBER), ("players", ("one", "player")), ("players - turn", ("one", "player"))]
            some += [("dice", ("one", "die")), ("uses of dice", ("set", "die"))] if self.dice > 1 else []
            some += [("ways of first(tokens of turn) by 2", WAY)] if self.routes else []
            return self.chance.choice(some)
        ways: list[Callable[[], tuple[str, Kind]]] = [
            lambda: self.outright(*self.walked(scope, 1)), lambda: (self.set_of("player", scope, 1), ("one", "player")),
            lambda: (f"0..{self.chance.randint(1, 4)}", NUMBER),
        ]  # fmt: skip
        if self.cards:
            ways.append(lambda: (self.chance.choice(["cards at hand of turn", "cards at pile"]), ("one", "card")))
        if self.tokens:
            ways += [lambda: (self.set_of("token", scope, 1), ("one", "token")), lambda: ("tokens of turn", ("one", "token"))]
        if self.dice > 1:
            ways.append(lambda: (self.set_of("die", scope, 1), ("one", "die")))
        if self.coin:
            ways.append(lambda: self.outright(self.plain_set("coin", scope), ("one", "coin")))
        if self.grid:
            ways += [lambda: (self.set_of("space", scope, 1), ("one", "space")), lambda: ("lines of 3", ("set", "space"))]
        return self.chance.choice(ways)()

    @staticmethod
    def outright(among: str, kind: Kind) -> tuple[str, Kind]:
        return f"({among})" if among.startswith("{") else among, kind

    @contextmanager
    def living(self, *more: Variable) -> Iterator[None]:
        """Variables of a block, while what stands in it is written."""
        self.variables += more
        yield
        for each in more:
            self.variables.remove(each)

    def block_state(self, indent: int, variables: list[Variable]) -> str:
        pad = " " * indent
        lines = [f"{pad}  {v.name}: {self.typed(v.kind, v.low, v.high)} = {v.first}\n" for v in variables]
        return f"{pad}state:\n" + "".join(lines) if lines else ""

    def flow(self, ranked: bool, actions: list[str]) -> str:
        text = "flow:\n"
        if self.cards and self.maybe(0.7):
            text += f"  mixing:\n    chance: shuffle {self.chance.choice(['cards', '(cards at deck)', '(cards where .rank > 1)'])} into deck\n"
            text += f"    do: deal {self.chance.randint(0, 2)} from deck to each hand\n" if self.suits * self.ranks >= 2 * self.seats else ""
        text += "  round:\n    repeat: always\n    steps:\n      one_turn:\n"
        turns = self.chance.choice(["players", "players", "(players where .flagged)", "players from player 1", "players after player 2", "players - player 1"])
        text += f"        turns: {turns}\n"
        if self.maybe(0.15):
            text += f"        when: {self.flag(Scope(turn=False), 1)}\n"
        text += self.block_state(8, self.blocks[0])
        text += "        steps:\n"
        steps: list[str] = []
        if self.dice:
            again = f"            again if: {self.chance.choice(['first(dice).value is 1', 'all(.value is 2 for dice)'])}\n" if self.maybe(0.4) else ""
            steps.append(f"          throw:\n            chance: dice\n{again}            do: |\n{self.deeds(Scope(), 1, 14, 1)}\n")
        if self.coin:
            steps.append(f"          toss:\n            chance: coin\n{self.when(12)}")
        if self.cards and self.maybe(0.3):
            some = self.chance.choice(["pile", "hand of turn", "hands"])
            steps.append(f"          reshuffle:\n            chance: shuffle (cards at {some}) into deck\n{self.when(12)}")
        for _ in range(self.chance.randint(0, 2)):
            name = self.name("deed")
            steps.append(f"          {name}:\n{self.when(12)}{self.looping(name, 12, True)}            do: |\n{self.deeds(Scope(), 2, 14)}\n")
        self.chance.shuffle(steps)
        steps.append(self.plays(actions))
        if self.maybe(0.3):
            turns = self.chance.choice(["players after turn", "players from turn", "(players where .flagged)"])
            some = ", ".join(self.chance.sample(self.free, min(2, len(self.free))))
            out = self.chance.choice(["inner", "one_turn"])
            steps.append(f"          inner:\n            turns: {turns}\n            choose: [{some}]\n            no options: leave {out}\n")
        text += "".join(steps)
        return text + "      tally:\n        do: add 1 to rounds\n"

    def plays(self, actions: list[str]) -> str:
        """The choice of a turn, alone or in a block of its own that repeats."""
        text = "          plays:\n"
        form = self.chance.choice(["once", "while", "again", "always"])
        limit = self.chance.randint(1, 3)
        inner = [v for v in self.blocks[1] if v.name != "moves"]
        if form == "always":
            text += "            repeat: always\n"
        if form == "again":
            text += f"            again if: tried < {limit}\n"
        if form == "while":
            text += f"            while: tried < {limit}\n"
        text += self.block_state(12, inner)
        text += "            steps:\n              play:\n"
        text += f"                choose: [{', '.join(actions)}]\n"
        if self.maybe(0.3):
            text += "                automatic: yes\n"
        if self.maybe(0.15):
            text += "                by: first(players after turn)\n" if self.maybe(0.5) else "                by: first(players)\n"
        out = self.chance.choice(["play", "plays", "one_turn", "round"] if self.maybe(0.3) else ["play", "plays", "one_turn"])
        if self.maybe(0.9):
            condition = f"if {self.flag(Scope(), 1)} then " if self.maybe(0.1) else ""
            text += f"                no options: {condition}leave {out if form != 'always' or out != 'play' else 'plays'}\n"
        if self.maybe(0.3):
            text += f"                then: if {self.flag(Scope(), 1)} then leave {self.chance.choice(['play', 'plays', 'one_turn'])}\n"
        text += "              count_it:\n                do: add 1 to tried\n"
        if form == "always" or self.maybe(0.2):
            text += f"                then: if tried >= {limit} then leave {self.chance.choice(['plays', 'one_turn'])}\n"
        return text

    def when(self, indent: int) -> str:
        return " " * indent + f"when: {self.flag(Scope(), 1)}\n" if self.maybe(0.3) else ""

    def looping(self, name: str, indent: int, alone: bool) -> str:
        if self.maybe(0.85):
            return ""
        pad = " " * indent
        return self.any_of(
            lambda: f"{pad}turns: players from turn\n", lambda: f"{pad}again if: {self.flag(Scope(), 1)}\n", lambda: f"{pad}while: {self.flag(Scope(), 1)}\n"
        )

    def whole(self) -> str:
        ranked = self.maybe(0.4)
        looks = ranked and self.maybe(0.6)
        text = f"language: 1\ngame: random\ntitle:\n  es: al azar\n  en: random\nplayers: {self.seats}\n"
        text += "options:\n  goal:\n    values: [5, 10, 20]\n    default: 10\n  cap:\n    values: 0..6\n    default: 3\n"
        text += "  spare:\n    values: [yes, no]\n    default: no\n"
        text += "  mode:\n    values: [slow, fast, odd]\n    default: slow\n" if self.words else ""
        text += "numbers:\n  few: 3\n"
        text += self.state() + self.pieces() + self.board() + self.outcomes()
        for acts in [False] * self.chance.randint(1, 4) + [True] * self.chance.randint(0, 2):
            if "define:" not in text:
                text += "define:\n"
            text += self.definition(acts)
        text += "actions:\n"
        names = [self.name("go") for _ in range(self.chance.randint(1, 3))]
        self.blocks = [[self.variable("") for _ in range(self.chance.randint(0, 2))], [self.variable("") for _ in range(self.chance.randint(0, 1))]]
        self.blocks[0].append(Variable("tried", NUMBER, first="0"))
        for each in self.blocks[0] + self.blocks[1]:
            if self.maybe(0.2) and each.kind == NUMBER and each.low is None and each.name != "tried":
                each.first = self.number(Scope(turn=False), 1)
        self.free = [self.name("act_free") for _ in range(2)]
        for name in self.free:
            text += self.action(name, False, self.maybe(0.6))
        last = self.name("resort")
        with self.living(*self.blocks[0], *self.blocks[1]):
            for name in names:
                text += self.action(name, ranked, looks)
            if self.maybe(0.5):
                names.append(last)
                text += f"  {last}:\n" + ("    last resort: yes\n" if self.maybe(0.6) else "") + ("    rank: rank_c\n" if ranked else "")
                text += "    do: add 1 to rounds\n" if self.maybe(0.4) or text.endswith(f"{last}:\n") else ""
        if ranked:
            order = [rank for rank in ("rank_a", "rank_b", "rank_c") if rank in text]
            text += f"priorities:\n  play:\n    order: [{', '.join(order)}]\n"
            text += f"    breach: |\n{self.deeds(Scope(), 1, 6, 1)}\n" if self.maybe(0.5) else ""
            if looks:
                text += f"    use most: ({self.number(Scope(), 2) if self.maybe(0.5) else self.plain_number(Scope())})\n"
                text += f"    looking ahead to the end of: {self.chance.choice(['plays', 'one_turn', 'play'])}\n" if self.maybe(0.8) else ""
                text += f"    a play that ends the game counts: {self.chance.randint(-1, 9)}\n" if self.maybe(0.5) else ""
        text += self.flow(ranked, names)
        winners = self.set_of("player", Scope(turn=False), 2)
        text += f"end:\n  late:\n    after: [tally]\n    when: rounds >= {self.chance.randint(3, 8)}\n    winners: {winners}\n"
        if self.maybe(0.5):
            after, winners = self.chance.choice(["play", "plays", "one_turn"]), self.chance.choice(["turn", "none", "players - turn"])
            text += f"  early:\n    after: [{after}]\n    when: (rounds > 1 and {self.flag(Scope(), 1)})\n    winners: {winners}\n"
        text += f"counters:\n  one: {self.number(Scope(turn=False), 2)}\n  rounds: rounds\n"
        return text


def rule_file(number: int) -> str:
    """The text of a random rule file; nearly all are valid."""
    return Author(Random(number)).whole()
