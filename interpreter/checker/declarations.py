"""The names of a rule file, and the places of its state.

Everything that is declared gets its family, its cell and its meaning here, before any text is checked; so texts may stand in any order.
Names never shadow: one name means one thing in the whole file. Blocks, and ends and marks, are namespaces of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .. import syntax
from ..diagnostics import Note, Problems
from ..document import Entry, Mapping, Node, Scalar, Sequence
from ..model import FIRST_FREE_CELL, Board, Const, Option, Outcome, PieceKind, Routine, SpaceKind, Variable, Zone
from ..schema import Parsed, check_name
from ..source import Span
from ..suggest import nearest
from ..types import FLAG, INT_MAX, INT_MIN, NUMBER, Family, Type, between, element, parse_value, set_of
from .boards import declare_routes, declare_spaces
from .pieces import declare_pieces

MAX_CELLS = 16_384
MAX_SEATS = 32
MAX_OPTION_VALUES = 100_000
BUILTINS = (
    "turn", "players", "seats", "any", "all", "count", "sum", "first", "last", "only", "number", "flag", "player", "die", "always", "uses", "ways", "lines",
    "neighbours",
)  # fmt: skip

BOARD_NAMES = ("space", "spaces", "way", "branch", "branches")  # taken where there is a board


@dataclass(frozen=True, slots=True)
class Definition:
    signature: syntax.Signature
    body: syntax.Body
    span: Span


@dataclass(frozen=True, slots=True)
class BlockDraft:
    """A block before its texts are checked."""

    index: int
    name: str
    parent: int | None
    node: Mapping
    path: str
    span: Span


@dataclass
class Declarations:
    """The tables that all checks read; `problems` is where they report."""

    root: Mapping
    parsed: Parsed
    problems: Problems
    names: dict[str, Span | None] = field(default_factory=dict)
    families: dict[str, Family] = field(default_factory=dict)
    words: dict[str, list[tuple[Family, int]]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    attributes: dict[str, dict[str, Variable]] = field(default_factory=dict)
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
    blocks: list[BlockDraft] = field(default_factory=list)
    routines: list[Routine | None] = field(default_factory=list)
    rules: dict[str, Span] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)  # declared, with errors reported already: their uses say nothing more
    block_state: dict[int, list[Variable]] = field(default_factory=dict)
    pieces: dict[str, PieceKind] = field(default_factory=dict)  # by the name of one
    zones: dict[str, Zone] = field(default_factory=dict)  # by the name of one
    plurals: dict[str, Family] = field(default_factory=dict)  # of pieces and zones
    board: Board | None = None
    spaces: dict[str, SpaceKind] = field(default_factory=dict)
    board_zones: dict[str, Zone] = field(default_factory=dict)  # by the kind of piece that stands there
    ways: dict[str, Family] = field(default_factory=dict)  # by the kind of piece that goes them
    dice_values: dict[str, Const] = field(default_factory=dict)
    players: tuple[int, int] = (1, 1)
    taken: dict[int, int] = field(default_factory=dict)
    cells: int = FIRST_FREE_CELL
    slots: int = 0
    dice_cell: int = 0

    # ---- allocation

    def new_cells(self, size: int, span: Span) -> int:
        cell = self.cells
        self.cells += size
        if cell <= MAX_CELLS < self.cells:
            self.problems.error("state-too-big", span, limit=MAX_CELLS)
        return cell

    def new_slot(self) -> int:
        self.slots += 1
        return self.slots - 1

    def declare(self, name: Scalar | str, span: Span | None = None) -> None:
        """Takes a name; one that is taken already is an error that shows both places."""
        text = name.value if isinstance(name, Scalar) else name
        where = name.span if isinstance(name, Scalar) else span
        if isinstance(name, Scalar):
            check_name(name, self.problems)
        if text in self.names:
            first = self.names[text]
            notes = [Note("note:first-here", first)] if first else []
            self.problems.error("name-taken", where, notes, name=text)
        else:
            self.names[text] = where

    def family(self, name: str, plural: str, members: list[str], words: bool = False) -> Family:
        family = self.families[name] = Family(name, plural, tuple(members), words)
        return family

    # ---- reading nodes, with holes where the structure was wrong

    def section(self, name: str) -> dict[str, Entry]:
        return entries(self.root.get(name))

    def tree(self, node: Node | None) -> Any:
        """The syntax tree of a text; None where it had errors or is not there."""
        return self.parsed.get(node) if isinstance(node, Scalar) else None

    def static_number(self, node: syntax.Syntax | None) -> int | None:
        """The value of an expression of numbers known before any game starts."""
        if isinstance(node, syntax.Number):
            return node.value
        if isinstance(node, syntax.Name) and node.name in self.numbers:
            return self.numbers[node.name]
        if isinstance(node, syntax.Negative):
            inner = self.static_number(node.value)
            return None if inner is None else -inner
        if isinstance(node, syntax.Arithmetic) and node.sign in "+-*":
            left, right = self.static_number(node.left), self.static_number(node.right)
            if left is not None and right is not None:
                return {"+": left + right, "-": left - right, "*": left * right}[node.sign]
        if node is not None:
            self.problems.error("not-static", node.span, near=nearest(getattr(node, "name", ""), self.numbers))
        return None


def entries(node: Node | None) -> dict[str, Entry]:
    return node.entries if isinstance(node, Mapping) else {}


def texts_of(node: Node | None) -> list[Scalar]:
    return [item for item in node.items if isinstance(item, Scalar)] if isinstance(node, Sequence) else []


def declare(root: Mapping, parsed: Parsed, problems: Problems) -> Declarations:
    """All declarations of a file."""
    d = Declarations(root, parsed, problems)
    for name in (*BUILTINS, *(BOARD_NAMES if "board" in root.entries else ())):
        d.names[name] = None
    _seats(d)
    _numbers(d)
    _options(d)
    _outcomes(d)
    declare_spaces(d)
    declare_pieces(d)
    declare_routes(d)
    _ranks(d)
    _definitions(d)
    for key, entry in d.section("actions").items():
        d.declare(entry.key)
        d.rules[f"actions.{key}"] = entry.key.span
    _state(d, d.root.get("state"), "state", None)
    _blocks(d, d.root.get("flow"), None, "flow", {})
    return d


def _seats(d: Declarations) -> None:
    node = d.root.get("players")
    tree = d.tree(node)
    low = d.static_number(tree.low) if tree else 2
    high = d.static_number(tree.high) if tree and tree.high else low
    low = 1 if low is None else low
    high = low if high is None else high
    if isinstance(node, Scalar) and not 1 <= low <= high <= MAX_SEATS:
        d.problems.error("bad-extent", node.span, low=low, high=high, limit=MAX_SEATS)
        low, high = 1, 2
    names = texts_of(entries(d.root.get("seats")).get("names", _NO_ENTRY).value)
    for name in names:
        d.declare(name)
    if names and len(names) < high:
        d.problems.error("too-few-seats", names[0].span, seats=len(names), players=high)
    members = [name.value for name in names] or [f"player-{n}" for n in range(1, high + 1)]
    family = d.family("player", "players", members)
    for index, name in enumerate(names):
        d.words.setdefault(name.value, []).append((family, index))
    d.players = (low, high)
    _taken(d, family, entries(d.root.get("seats")).get("taken"))


def _taken(d: Declarations, family: Family, entry: Entry | None) -> None:
    """Which seats are taken, by number of players: the first ones, unless the file says otherwise."""
    low, high = d.players
    d.taken = {count: (1 << count) - 1 for count in range(low, high + 1)}
    for key, part in entries(entry.value if entry else None).items():
        names = [family.members[i] for i in range(family.size)] if isinstance(part.value, Scalar) else [n.value for n in texts_of(part.value)]
        unknown = [name for name in names if name not in family.members]
        if not key.isdigit() or not low <= int(key) <= high or unknown or len(set(names)) != int(key):
            d.problems.error("bad-taken", part.key.span, count=key, allowed=list(family.members))
            continue
        d.taken[int(key)] = sum(1 << family.members.index(name) for name in names)


_NO_ENTRY = Entry(Scalar("", "", None), Scalar("", "", None))  # type: ignore[arg-type]


def _numbers(d: Declarations) -> None:
    for key, entry in d.section("numbers").items():
        d.declare(entry.key)
        d.rules[f"numbers.{key}"] = entry.key.span
        if isinstance(entry.value, Scalar):
            try:
                d.numbers[key] = int(entry.value.value)
            except ValueError:
                d.numbers[key] = 0


def _options(d: Declarations) -> None:
    for key, entry in d.section("options").items():
        d.declare(entry.key)
        d.rules[f"options.{key}"] = entry.key.span
        parts = entries(entry.value)
        values = parts.get("values")
        default = parts.get("default")
        if values is None or default is None or not isinstance(default.value, Scalar):
            continue
        kind, numbers = _option_values(d, key, values.value)
        if kind is None:
            continue
        value = parse_value(kind, default.value.value)
        if value is None or value not in numbers:
            shown = [_shown(kind, v) for v in numbers[:12]]
            near = nearest(default.value.value, shown)
            d.problems.error("option-default", default.value.span, value=default.value.value, near=near, allowed=shown)
            value = numbers[0]
        cell = d.new_cells(1, entry.key.span)
        d.options[key] = Option(key, kind, numbers, value, cell, None, None, entry.key.span)


def _option_values(d: Declarations, name: str, node: Node) -> tuple[Type | None, tuple[int, ...]]:
    """The type of an option and what may be chosen: yes and no, numbers, or words."""
    if isinstance(node, Scalar):
        tree = d.tree(node)
        if tree is None:
            return None, ()
        low = d.static_number(tree.low)
        high = d.static_number(tree.high) if tree.high else low
        if low is None or high is None:
            return None, ()
        if low > high or high - low > MAX_OPTION_VALUES or not INT_MIN <= low <= high <= INT_MAX:
            d.problems.error("bad-extent", node.span, low=low, high=high, limit=MAX_OPTION_VALUES)
            return None, ()
        return between(low, high), tuple(range(low, high + 1))
    words = texts_of(node)
    texts = [word.value for word in words]
    if not words or len(set(texts)) < len(texts):
        d.problems.error("option-values", node.span)
        return None, ()
    if set(texts) <= {"yes", "no"}:
        return FLAG, tuple(int(text == "yes") for text in texts)
    try:
        numbers = tuple(int(text) for text in texts)
        if all(INT_MIN <= n <= INT_MAX for n in numbers):
            return between(min(numbers), max(numbers)), numbers
    except ValueError:
        pass
    family = d.family(name, name, texts, words=True)
    for index, word in enumerate(words):
        _declare_word(d, word, family, index)
    return element(family), tuple(range(len(texts)))


def _declare_word(d: Declarations, word: Scalar, family: Family, index: int) -> None:
    """A word may belong to several lists; to anything else its name must be free."""
    if word.value not in d.words:
        d.declare(word)
    d.words.setdefault(word.value, []).append((family, index))


def _shown(kind: Type, value: int) -> str:
    return ("no", "yes")[value] if kind.is_flag else str(value) if kind.is_number or kind.family is None else kind.family.members[value]


def _outcomes(d: Declarations) -> None:
    rolls = []
    for key, entry in d.section("outcomes").items():
        d.declare(entry.key)
        d.rules[f"outcomes.{key}"] = entry.key.span
        parts = entries(entry.value)
        if "roll" in parts:
            rolls.append((key, entry, parts["roll"]))
            if len(parts) > 1:
                d.problems.error("roll-and-faces", entry.key.span, name=key)
        elif not parts:
            d.problems.error("draw-without-faces", entry.key.span, name=key)
        else:
            _faces(d, key, entry, parts)
    _dice(d, rolls)


def _faces(d: Declarations, key: str, entry: Entry, parts: dict[str, Entry]) -> None:
    family = d.family(key, key, list(parts), words=True)
    for index, (face, part) in enumerate(parts.items()):
        d.rules[f"outcomes.{key}.{face}"] = part.key.span
        if face.isidentifier():
            _declare_word(d, part.key, family, index)
        if "." in face or "," in face or face != face.strip():
            d.problems.error("bad-name", part.key.span, name=face)
    cell = d.new_cells(1, entry.key.span)
    d.outcomes[key] = Outcome(key, family, (), 0, cell, f"outcomes.{key}", entry.key.span)


def _dice(d: Declarations, rolls: list[tuple[str, Entry, Entry]]) -> None:
    """All dice of a game are one family; each roll throws its own."""
    members: list[str] = []
    spans: list[tuple[str, Entry, int, int, bool]] = []
    for key, entry, part in rolls:
        tree = d.tree(part.value)
        if tree is None:
            continue
        count, sides = d.static_number(tree.count), d.static_number(tree.sides)
        if tree.noun not in ("die", "dice"):
            d.problems.error("roll-noun", tree.span, word=tree.noun, near=nearest(tree.noun, ("die", "dice")), allowed=["die", "dice"])
        if count is None or sides is None:
            continue
        if not (1 <= count <= 16 and 2 <= sides <= 1000):
            d.problems.error("roll-size", tree.span, count=count, sides=sides)
            continue
        spans.append((key, entry, count, sides, isinstance(tree.count, syntax.Number) and count == 1))
        members += [f"{key}-{n}" for n in range(1, count + 1)]
    family = d.family("die", "dice", members)
    if members:
        d.dice_cell = d.new_cells(len(members), spans[0][1].key.span)
    first = 0
    for key, entry, count, sides, single in spans:
        own = Family(key, key, tuple(family.members[first : first + count]))
        d.outcomes[key] = Outcome(key, own, (), sides, d.dice_cell + first, f"outcomes.{key}", entry.key.span)
        mask = ((1 << count) - 1) << first
        value = Const(entry.key.span, element(family), first) if single else Const(entry.key.span, set_of(family), mask)
        d.dice_values[key] = value
        first += count


def _ranks(d: Declarations) -> None:
    """The words of all orders of priorities are one family, so that an action may be chosen in several blocks."""
    words: list[Scalar] = []
    for entry in d.section("priorities").values():
        words += [w for w in texts_of(entries(entry.value).get("order", _NO_ENTRY).value) if w.value not in {x.value for x in words}]
    family = d.family("rank", "ranks", [word.value for word in words], words=True)
    for index, word in enumerate(words):
        _declare_word(d, word, family, index)


def _definitions(d: Declarations) -> None:
    for entry in d.section("define").values():
        signature = d.tree(entry.key)
        body = d.tree(entry.value)
        if signature is None:
            continue
        d.declare(Scalar(signature.name, "", entry.key.span))
        d.rules[f"define.{signature.name}"] = entry.key.span
        if body is not None:
            d.definitions[signature.name] = Definition(signature, body, entry.key.span)
        else:
            d.broken.add(signature.name)


def _state(d: Declarations, node: Node | None, path: str, block: int | None) -> list[Variable]:
    """Declares the variables of a `state` section; a family's stand under its name."""
    made = []
    for key, entry in entries(node).items():
        if isinstance(entry.value, Mapping):
            owner = d.families.get(key)
            if owner is None or owner.words or owner.walked or key == "die":
                known = ["player", *d.pieces, *d.zones, *(("space",) if d.board else ())]
                d.problems.error("unknown-family", entry.key.span, name=key, near=nearest(key, known), allowed=known)
                d.broken.update(entry.value.entries)
                continue
            for attribute, part in entry.value.entries.items():
                variable = _variable(d, part, f"{path}.{key}.{attribute}", owner, block)
                if variable is None:
                    continue
                others = d.attributes.setdefault(key, {})
                if attribute in others or attribute in built_in(d, key):
                    first = others.get(attribute)
                    notes = [Note("note:first-here", first.span)] if first else []
                    d.problems.error("name-taken", part.key.span, notes, name=attribute)
                check_name(part.key, d.problems)
                others[attribute] = variable
                made.append(variable)
        else:
            d.declare(entry.key)
            variable = _variable(d, entry, f"{path}.{key}", None, block)
            if variable is not None:
                d.variables[key] = variable
                made.append(variable)
    return made


def built_in(d: Declarations, family: str) -> list[str]:
    """What the language itself knows of a member of a family."""
    if family in d.pieces:
        kind = d.pieces[family]
        on_board = [] if kind.space_cell is None else ["space", *(("on_route", "steps_left") if kind.routes is not None else ())]
        return [*kind.attributes, *(on_board or ["holder"])]
    if d.board is not None and family == d.board.family.name:
        return list(d.board.attributes)
    if family in {ways.name for ways in d.ways.values()}:
        return ["end", "passed", "branches", "length"]
    return {"player": ["taken"], "die": ["value"]}.get(family, ["owner"] if family in d.zones and d.zones[family].per_player else [])


def _variable(d: Declarations, entry: Entry, path: str, owner: Family | None, block: int | None) -> Variable | None:
    d.rules[path] = entry.key.span
    tree = d.tree(entry.value)
    if tree is None:
        d.broken.add(entry.key.value)
        return None
    kind = type_of(d, tree.type)
    if kind is None:
        d.broken.add(entry.key.value)
        return None
    size = owner.size if owner else 1
    cell = d.new_cells(size, entry.key.span)
    hole = Const(tree.initial.span, kind, 0)  # the flow check fills in the real one
    return Variable(entry.key.value, kind, cell, size, owner, hole, block, path, entry.key.span)


def type_of(d: Declarations, tree: syntax.TypeName | syntax.Between) -> Type | None:
    """The type that a declaration names."""
    if isinstance(tree, syntax.Between):
        low, high = d.static_number(tree.low), d.static_number(tree.high)
        if low is None or high is None:
            return None
        if not INT_MIN <= low <= high <= INT_MAX:
            d.problems.error("bad-extent", tree.span, low=low, high=high, limit=INT_MAX)
            return None
        return between(low, high)
    if tree.form == "one" and tree.name in ("number", "flag"):
        return NUMBER if tree.name == "number" else FLAG
    by_plural = {family.plural: family for family in d.families.values()}
    table = by_plural if tree.form == "many" else d.families
    family = table.get(tree.name)
    known = [*table, *(("number", "flag") if tree.form == "one" else ())]
    known = [name for name in known if name not in ("rank", "ranks") and (name not in table or table[name].size)]
    if family is None or tree.name not in known:
        d.problems.error("unknown-type", tree.span, name=tree.name, near=nearest(tree.name, known), allowed=known)
        return None
    return set_of(family) if tree.form == "many" else element(family, tree.form == "optional")


def _blocks(d: Declarations, node: Node | None, parent: int | None, path: str, seen: dict[str, Span]) -> None:
    for key, entry in entries(node).items():
        if not isinstance(entry.value, Mapping):
            continue
        if key in seen:
            d.problems.error("name-taken", entry.key.span, [Note("note:first-here", seen[key])], name=key)
            continue
        seen[key] = entry.key.span
        index = len(d.blocks)
        block = BlockDraft(index, key, parent, entry.value, f"{path}.{key}", entry.key.span)
        d.blocks.append(block)
        d.rules[block.path] = entry.key.span
        d.block_state[index] = _state(d, entry.value.get("state"), f"{block.path}.state", index)
        _blocks(d, entry.value.get("steps"), index, block.path, seen)
