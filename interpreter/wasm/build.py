"""A whole module of a model: what all its functions share, and the entry points.

Memory, from the bottom: what chance brought, a state to begin from and one to work on, the results of many games column by column, the static
tables; and from there on what listings and look-aheads need, as far up as it takes.

    play(n, seed, first, limit, compliant)   games `first` to `first + n - 1` of a seed, from the state at BASE; their results in columns
    options(state)                           lists the options at a stop, standings included
    apply(state, record, phase), deal(state, phase), draw(state, phase)   one step each, on to the next stop, whose phase they give
    seed(seed, number)                       sets the generator
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from .. import model as m
from ..choosing import Alikeness, alikeness
from ..paths import ACT, DONE, PHASES, Paths
from ..safety import Safety
from ..types import INT_MAX, Family, Type
from ..walk import nodes
from .acts import Acts
from .chance import RESULT, Chance
from .choices import Choices
from .encode import I32, I64, PAGE, Function, Module
from .flow import Flow
from .inline import inline
from .looking import Looking
from .memory import Layout, Tables, load
from .options import STANDING
from .pieces import Pieces
from .program import CAPPED, CHUNK
from .values import STATE, Values, kinds_of
from .ways import WayTables

MOST_PAGES = 2_048  # 128 MB
SHORT = 400  # nodes of a definition of a value that is written in place
SHORT_DO = 40  # the same, of a definition of statements


class Build:
    """Everything that the functions of one module share."""

    def __init__(self, model: m.Model):
        self.model = model
        self.module, self.layout, self.paths = Module(), Layout(model), Paths(model, quiet=True)
        self.columns = 3 + len(model.counters)
        wide = max([outcome.family.size for outcome in model.outcomes] + [kind.family.size for kind in model.pieces] + [1])
        self.base = -(-(RESULT + 4 * wide) // 16) * 16
        self.work = self.base + self.layout.size
        self.results = self.work + self.layout.size
        self.tables = Tables(self.results + 8 * self.columns * CHUNK)
        self.watched = self.module.variable("watched", I32, -1)
        self.reached = self.module.variable("reached", I32)
        self._routines: dict[int, Function] = {}
        self.safety = Safety(model)
        self._lengths: dict[int, int] = {}
        self._ways: dict[int, WayTables] = {}
        self.draws = (*(int(p % PHASES == ACT and bool(model.blocks[p // PHASES].draw)) for p in range(self.paths.over)), 0)
        self.limit = self.module.variable("limit", I32)  # behind it, memory must grow before more is written
        self.room = self._room()
        self.chance = Chance(self)
        self.pieces = Pieces(self)
        self.choices = Choices(self)
        self.looking = Looking(self)
        self.flow = Flow(self)
        self.flow.write()
        self.choices.write()
        self.looking.write()
        self._entries()
        arena = -(-(self.tables.start + len(self.tables.content)) // 64) * 64
        name, kind, _ = self.module.globals[self.choices.end]
        self.module.globals[self.choices.end] = name, kind, arena
        self.arena = arena
        self.module.data.append((self.tables.start, bytes(self.tables.content)))
        self.module.pages = -(-arena // PAGE) + 8 + 2 * self.slack // PAGE
        self.module.most_pages = max(MOST_PAGES, self.module.pages)

    # ---- what expressions and statements ask for

    def routine(self, index: int) -> Function:
        """The function of a definition: (state, arguments) → its value, if it has one."""
        if index not in self._routines:
            routine = self.model.routines[index]
            kinds = [each for kind in routine.types for each in kinds_of(kind)]
            results = kinds_of(routine.value.type) if routine.value is not None else ()
            made = self._routines[index] = self.module.function(f"{routine.name}_{index}", (I32, *kinds), results, routine.span.rule)
            values, at = Values(self, made), 1
            for slot, kind in zip(routine.slots, routine.types, strict=True):
                wide = len(kinds_of(kind))
                values.slots[slot] = tuple(range(at, at + wide))
                at += wide
            if routine.value is not None:
                values.push(routine.value)
            else:
                Acts(values).body(routine.body)
        return self._routines[index]

    def body(self, name: str, statements: tuple[m.Stmt, ...], note: str) -> Function:
        """A function of some statements: (state)."""
        made = self.module.function(name, (I32,), (), note)
        Acts(Values(self, made)).body(statements)
        return made

    def is_short(self, index: int) -> bool:
        """Whether a definition is written where it is used, so that what its arguments are known to be is known in it."""
        return self._length_of(index) <= (SHORT_DO if self.model.routines[index].value is None else SHORT)

    def length(self, tree: m.Expr | tuple[m.Stmt, ...] | None) -> int:
        """How many nodes an expression or some statements have, with those of the definitions that they use."""
        return sum(1 + (self._length_of(node.routine) if isinstance(node, (m.Invoke, m.Do)) else 0) for node in nodes(tree))

    def _length_of(self, index: int) -> int:
        if index not in self._lengths:
            routine = self.model.routines[index]
            self._lengths[index] = self.length(routine.body if routine.value is None else routine.value)
        return self._lengths[index]

    def putting(self, zone: int) -> Function:
        return self.pieces.putting(zone)

    def swapping(self, left: int, right: int) -> Function:
        return self.pieces.swapping(left, right)

    def board_of(self, family: Family) -> m.Zone:
        return next(zone for zone in self.model.zones if zone.on_board and zone.pieces == family)

    def alikeness(self, kind: Type) -> Alikeness | None:
        return alikeness(self.model, kind)

    def ways(self, kind: int) -> WayTables:
        """The tables of the ways that the rules can ask for."""
        if kind not in self._ways:
            routes, board = self.model.pieces[kind].routes, self.model.board
            assert routes is not None and board is not None
            self._ways[kind] = WayTables(routes, min(routes.longest, self._bounds.get(kind, 1)), board, self.tables)
        return self._ways[kind]

    @cached_property
    def _bounds(self) -> dict[int, int]:
        """The longest ways that the rules can ask for, by kind of piece."""
        found: dict[int, int] = {}
        for node in self._everything():
            if isinstance(node, m.Ways):
                high = node.number.type.high
                found[node.kind] = max(found.get(node.kind, 1), high if high < INT_MAX else 1 << 20)
        return found

    def _everything(self) -> list[m.Expr]:
        model = self.model
        parts: list[object] = [(r.value, r.body) for r in model.routines]
        parts += [(a.body, a.rank, [c.condition for c in a.guard], [p.domain for p in a.parameters]) for a in model.actions]
        parts += [(b.when, b.again, b.turns, b.body, b.chooser, [(e.when, e.winners) for e in b.ends], [v.initial for v in b.state]) for b in model.blocks]
        parts += [way_out.condition for b in model.blocks for way_out in (b.then, b.nothing) if way_out is not None]
        parts += [(b.priority.measure, b.priority.at_end, b.priority.breach) for b in model.blocks if b.priority is not None]
        parts += [face.body for outcome in model.outcomes for face in outcome.faces]
        parts += list(model.counters.values())

        def flat(part: object) -> list[m.Expr]:
            if isinstance(part, (list, tuple)):
                return [node for each in part for node in flat(each)]
            return [node for node in nodes(part) if isinstance(node, m.Expr)]

        return flat(parts)

    # ---- memory

    @property
    def slack(self) -> int:
        """Bytes that must be free behind the last record: for the next one, or for a state."""
        return PAGE + self.layout.size

    def _room(self) -> Function:
        f = self.module.function("room", (I32,), (), "more memory, where what comes next would not fit")
        f.get(0)
        f.op(("i32.const", self.slack), "i32.add", ("memory.size",), ("i32.const", PAGE), "i32.mul", "i32.gt_u", ("if", f.label()))
        f.op(("i32.const", 16 + self.slack // PAGE), ("memory.grow",), ("i32.const", -1), "i32.eq", ("if", f.label()), "unreachable", "end", "end")
        f.op(("memory.size",), ("i32.const", PAGE), "i32.mul", ("i32.const", self.slack), "i32.sub", ("global.set", self.limit))
        return f

    # ---- entry points

    def _entries(self) -> None:
        drawn = [(block, self.chance.dealing(block)) for block in self.model.blocks if block.draw is not None]
        draw = self.module.function("draw", (I32, I32), (I32,), "(state, phase): lets chance decide at a stop, and runs on to the next")
        dealt = self.module.function("dealt", (I32, I32), (I32,), "(state, phase): as `draw`, but the event comes out as it stands at RESULT")
        for f in (draw, dealt):
            self._arena(f)
            for block, deal in drawn:
                f.get(1)
                f.op(("i32.const", block.index * PHASES + ACT), "i32.eq", ("if", f.label()))
                if f is draw:
                    self.chance.decide(f, block)
                f.get(STATE)
                f.call(deal)
                f.get(STATE)
                f.const(self.paths.resolve(block.index * PHASES + DONE))
                f.call(self.flow.f)
                f.op("return", "end")
            f.op("unreachable")
        applied = self.module.function("apply", (I32, I32, I32), (I32,), "(state, record, phase): carries out an option, with its price, and runs on")
        applied.get(STATE, 1, 1)
        applied.op(("i32.load", STANDING), ("i32.const", 1), "i32.eq")
        applied.call(self.choices.applied)
        self._arena(applied)
        applied.get(STATE, 2)
        applied.op(("i32.const", DONE - ACT), "i32.add")
        applied.call(self.flow.f)
        options = self.module.function("options", (I32, I32), (I32, I32), "lists the options at a stop behind an address: from where to where they are")
        options.get(1)
        options.op(("global.set", self.choices.end))
        options.get(STATE)
        options.call(self.choices.listed)
        options.op(("global.get", self.choices.records), ("global.get", self.choices.end))
        play = self._play(draw, applied)
        self.module.exports += [
            ("play", play), ("options", options), ("apply", applied), ("deal", dealt), ("draw", draw), ("seed", self.chance.seed), ("room", self.room),
        ]  # fmt: skip

    def _play(self, draw: Function, applied: Function) -> Function:
        f = self.module.function("play", (I32, I64, I64, I32, I32), (), "whole games at random: (n, seed, first, limit, compliant)")
        count, seed, first, limit, compliant = range(5)
        game, stops, phase, chosen = (f.local(I32) for _ in range(4))
        f.get(compliant)
        f.op(("global.set", self.choices.compliant))
        f.op(("block", "all"), ("loop", "game"))
        f.get(game, count)
        f.op("i32.ge_s", ("br_if", "all"))
        f.get(seed, first, game)
        f.op("i64.extend_i32_u", "i64.add")
        f.call(self.chance.seed)
        f.op(("i32.const", self.work), ("i32.const", self.base), ("i32.const", self.layout.size), ("memory.copy",))
        self._arena(f)
        f.const(self.work)
        f.call(self.choices.listed)  # where the game begins with a choice
        f.const(0)
        f.set(stops)
        self._work_phase(f)
        f.set(phase)
        draws, width = self.tables.numbers(self.draws)
        f.op(("block", "over"), ("loop", "stop"))
        f.get(stops, limit)
        f.op("i32.ge_s", ("br_if", "over"))
        f.get(phase)
        f.op(("i32.const", self.paths.over), "i32.eq", ("br_if", "over"))
        f.get(stops)
        f.op(("i32.const", 1), "i32.add")
        f.set(stops)
        f.get(phase)
        load(f, width, draws)
        f.op(("if", f.label()))
        f.const(self.work)
        f.get(phase)
        f.call(draw)
        f.set(phase)
        f.op("else")
        self._chosen(f, chosen, compliant)
        f.const(self.work)
        f.get(chosen, phase)
        f.call(applied)
        f.set(phase)
        f.op("end", ("br", "stop"), "end", "end")
        self._row(f, game, stops)
        f.get(game)
        f.op(("i32.const", 1), "i32.add")
        f.set(game)
        f.op(("br", "game"), "end", "end", ("i32.const", 0), ("global.set", self.choices.compliant))
        return f

    def _arena(self, f: Function) -> None:
        """What was listed before is forgotten."""
        f.op(("global.get", self._arena_start), ("global.set", self.choices.end))

    @cached_property
    def _arena_start(self) -> int:
        return self.module.variable("arena", I32)

    def _work_phase(self, f: Function) -> None:
        f.const(self.work)
        load(f, self.layout.widths[m.PHASE], self.layout.offsets[m.PHASE])

    def _chosen(self, f: Function, chosen: int, compliant: int) -> None:
        """One of the options, all as likely; where it is wanted, only of those that cost nothing."""
        worst, count, wanted, at = (f.local(I32) for _ in range(4))
        f.op(("block", "chosen"), ("global.get", self.choices.plain), ("if", f.label()))
        self.choices.all_listed(f)
        f.call(self.chance.below)
        f.op(("i32.const", self.choices.stride), "i32.mul", ("global.get", self.choices.records), "i32.add")
        f.set(chosen)
        f.op(("br", "chosen"), "end")
        f.const(1)
        f.get(compliant)
        f.op("i32.sub")
        f.set(worst)
        f.const(0)
        f.set(count)

        def tally() -> None:
            f.get(count)
            f.get(at)
            f.op(("i32.load", STANDING))
            f.get(worst)
            f.op("i32.le_s", "i32.add")
            f.set(count)

        self.choices.each(f, at, tally)
        f.get(count)
        f.call(self.chance.below)
        f.set(wanted)
        f.op(("global.get", self.choices.records))
        f.set(chosen)
        out, again = f.label(), f.label()
        f.op(("block", out), ("loop", again))
        f.get(chosen)
        f.op(("i32.load", STANDING))
        f.get(worst)
        f.op("i32.le_s", ("if", f.label()))
        f.get(wanted)
        f.op("i32.eqz", ("br_if", out))
        f.get(wanted)
        f.op(("i32.const", 1), "i32.sub")
        f.set(wanted)
        f.op("end")
        f.get(chosen)
        f.op(("i32.const", self.choices.stride), "i32.add")
        f.set(chosen)
        f.op(("br", again), "end", "end", "end")

    def _row(self, f: Function, game: int, stops: int) -> None:
        """Writes the results of a game, one in each column; counters are read once it is over."""
        column = 0

        def put(push: Callable[[], None]) -> None:
            nonlocal column
            f.get(game)
            f.op(("i32.const", 8), "i32.mul")
            push()
            f.op(("i64.store", self.results + 8 * CHUNK * column))
            column += 1

        def cell(number: int, signed: bool) -> None:
            f.const(self.work)
            load(f, self.layout.widths[number], self.layout.offsets[number])
            if signed:
                f.op("i64.extend_i32_s")

        def end() -> None:
            cell(m.ENDED, True)
            f.const64((1 << 64) + CAPPED)
            self._work_phase(f)
            f.op(("i32.const", self.paths.over), "i32.eq", "select")

        put(lambda: cell(m.WINNERS, False))
        put(end)
        wide = f.local(I64)
        f.get(stops)
        f.op("i64.extend_i32_u")
        f.set(wide)
        put(lambda: f.get(wide))
        for name, expression in self.model.counters.items():
            counter = self.module.function(f"counter_{name}", (I32,), (I32,), expression.span.rule)
            Values(self, counter).number(expression)

            def value(counter: Function = counter) -> None:
                self._work_phase(f)
                f.op(("i32.const", self.paths.over), "i32.eq", ("if", f.label(), I64))
                f.const(self.work)
                f.call(counter)
                f.op("i64.extend_i32_s", "else", ("i64.const", 0), "end")

            put(value)


    def text(self) -> Iterator[str]:
        """The whole module as WebAssembly text, each part under the rule that it was made from."""
        name = f"{self.model.name}: a state is {self.layout.size} bytes, from 0 on"
        return self.module.text([name, *self.layout.described(), f"the state at work is at {self.work}, the one that games begin from at {self.base}"])


def compiled(model: m.Model) -> Build:
    """The module of a model."""
    build = Build(model)
    name, kind, _ = build.module.globals[build._arena_start]
    build.module.globals[build._arena_start] = name, kind, build.arena
    inline(build.module)
    return build
