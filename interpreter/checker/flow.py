"""The flow: blocks, what each text in them can see, exits, ends, priorities; and what can never be reached.

What is around a block: its own state and that of the blocks it stands in, and the player on turn where one of them has `turns`. An
action or a face that several blocks use can see only what is around all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .. import model as m
from .. import syntax
from ..diagnostics import Note
from ..document import Entry, Mapping, Node, Scalar
from ..suggest import nearest
from ..types import FLAG, Type, element, set_of
from ..walk import nodes
from .declarations import BlockDraft, Declarations, entries, texts_of
from .expressions import Expressions
from .routines import Routines
from .scope import TURN_NEEDED, Scope, tested_by
from .statements import Statements

Around = frozenset[int]  # blocks whose state is alive, and TURN_NEEDED where a player is on turn


class Flow:
    """Checks every text that belongs to a block, and what blocks use."""

    def __init__(self, d: Declarations, expressions: Expressions, statements: Statements, routines: Routines):
        self.d, self.expressions, self.statements, self.routines = d, expressions, statements, routines
        self.problems = d.problems
        self.by_name = {block.name: block for block in d.blocks}
        self.around = {block.index: self._around(block) for block in d.blocks}
        self.drawn: dict[str, list[int]] = {}
        self.chosen: dict[str, list[int]] = {}
        self.locals_of: dict[str, dict[str, tuple[int, Type]]] = {}  # the parameters of each action

    # ---- what is around

    def _around(self, block: BlockDraft) -> Around:
        outer = self._outside(block)
        inner = {block.index, *outer}
        if "turns" in block.node.entries:
            inner.add(TURN_NEEDED)
        return frozenset(inner)

    def _outside(self, block: BlockDraft) -> Around:
        return self._around(self.d.blocks[block.parent]) if block.parent is not None else frozenset()

    def common(self, blocks: list[int]) -> Around:
        """What is around all of these blocks."""
        sets = [self.around[index] for index in blocks]
        return frozenset.intersection(*sets) if sets else frozenset()

    def needs(self, scope: Scope, around: Around) -> None:
        """Reports what a text reads that is not around it."""
        for what, span in scope.needs.items():
            if what in around:
                continue
            if what == TURN_NEEDED:
                self.problems.error("nobody-on-turn", span)
            else:
                block = self.d.blocks[what]
                self.problems.error("block-state-outside", span, [Note("note:block-here", block.span)], block=block.name)

    # ---- texts of a block

    def flag(self, node: Node | None, around: Around, scope: Scope | None = None) -> m.Expr | None:
        scope = scope or Scope()
        found = self.expressions.flag(self.d.tree(node), scope)
        self.needs(scope, around)
        return found

    def typed(self, node: Node | None, around: Around, wanted: Type) -> m.Expr | None:
        scope = Scope()
        found = self.expressions.fitting(self.d.tree(node), scope, wanted)
        self.needs(scope, around)
        return found

    def body(self, node: Node | None, around: Around, scope: Scope | None = None) -> tuple[m.Stmt, ...]:
        tree = self.d.tree(node)
        scope = scope or Scope()
        lines = self.statements.block(tree.lines, scope) if tree else ()
        self.needs(scope, around)
        return lines

    def initial(self, variables: list[m.Variable], node: Node | None, around: Around) -> tuple[m.Variable, ...]:
        """The variables of a `state` section with the expressions that they start with."""
        found = []
        for variable in variables:
            part: Node | None = node
            path = variable.path.split(".state.")[-1] if variable.block is not None else variable.path[len("state.") :]
            for key in path.split("."):
                entry = entries(part).get(key)  # not there under a name with a dot, which is an error already
                part = entry.value if entry else None
            tree = self.d.tree(part)
            scope = Scope()
            value = self.expressions.fitting(tree.initial, scope, variable.type) if tree else None
            self.needs(scope, around)
            found.append(replace(variable, initial=value) if value else variable)
        return tuple(found)

    # ---- blocks

    def blocks(self, ends: list[tuple[list[int], m.End]], actions: dict[str, m.Action], priorities: dict[int, m.Priority]) -> tuple[m.Block, ...]:
        return tuple(self._block(draft, ends, actions, priorities) for draft in self.d.blocks)

    def uses(self) -> None:
        """Which blocks draw which outcome and choose which action; the shape of each block."""
        for block in self.d.blocks:
            parts = block.node.entries
            self._shape(block, parts)
            draw = self.d.tree(block.node.get("chance"))
            if isinstance(draw, syntax.DrawOutcome):
                if draw.name in self.d.outcomes:
                    self.d.used.add(draw.name)
                    self.drawn.setdefault(draw.name, []).append(block.index)
                elif draw.name not in self.d.section("outcomes"):
                    known = list(self.d.outcomes)
                    self.problems.error("unknown-outcome", draw.span, name=draw.name, near=nearest(draw.name, known), allowed=known)
            known = list(self.d.section("actions"))
            names = texts_of(block.node.get("choose"))
            if "choose" in parts and not names:
                self.problems.error("nothing-to-choose", parts["choose"].key.span)
            for name in names:
                if name.value in known:
                    self.d.used.add(name.value)
                    self.chosen.setdefault(name.value, []).append(block.index)
                else:
                    self.problems.error("unknown-action", name.span, name=name.value, near=nearest(name.value, known), allowed=known)

    def _shape(self, block: BlockDraft, parts: dict[str, Entry]) -> None:
        kinds = [kind for kind in ("steps", "chance", "choose") if kind in parts]
        if len(kinds) > 1:
            self.problems.error("block-of-two-kinds", parts[kinds[1]].key.span, left=kinds[0], right=kinds[1])
        if "do" in parts and kinds and kinds[0] != "chance":
            self.problems.error("block-of-two-kinds", parts["do"].key.span, left=kinds[0], right="do")
        again = [key for key in ("repeat", "again if", "while", "turns") if key in parts]
        if len(again) > 1:
            self.problems.error("block-of-two-kinds", parts[again[1]].key.span, left=again[0], right=again[1])
        if ("time" in parts) != ("timeout" in parts):
            key, other = ("time", "timeout") if "time" in parts else ("timeout", "time")
            self.problems.error("time-and-timeout", parts[key].key.span, name=key, other=other)
        for key in ("no options", "automatic", "by"):
            if key in parts and "choose" not in parts:
                self.problems.error("only-with-choose", parts[key].key.span, key=key)
        if not kinds and not parts.keys() & {"do", "then"}:
            self.problems.error("empty-block", block.span, name=block.name)
        if "choose" in parts and "by" not in parts and TURN_NEEDED not in self.around[block.index]:
            self.problems.error("nobody-on-turn", parts["choose"].key.span)

    def _block(
        self, draft: BlockDraft, ends: list[tuple[list[int], m.End]], actions: dict[str, m.Action], priorities: dict[int, m.Priority]
    ) -> m.Block:
        d, node, around, outside = self.d, draft.node, self.around[draft.index], self._outside(draft)
        draw = d.tree(node.get("chance"))
        return m.Block(
            index=draft.index,
            name=draft.name,
            parent=draft.parent,
            steps=tuple(block.index for block in d.blocks if block.parent == draft.index),
            when=self.flag(node.get("when"), outside),
            again=self._again(node, around, outside),
            tested_first="while" in node.entries,
            turns=self._turns(node.get("turns"), outside),
            turn_cells=d.new_cells(3, draft.span) if "turns" in node.entries else 0,
            state=self.initial(d.block_state[draft.index], node.get("state"), around),
            draw=self._shuffle(draft, draw) if isinstance(draw, syntax.Shuffle) else d.outcomes.get(draw.name) if draw is not None else None,
            choose=tuple(actions[name.value] for name in texts_of(node.get("choose")) if name.value in actions),
            chooser=self.typed(node.get("by"), around, element(d.families["player"])) if "by" in node.entries else None,
            automatic=_word(node.get("automatic")) == "yes",
            nothing=self._exit(node.get("no options"), draft),
            body=self.body(node.get("do"), around),
            then=self._exit(node.get("then"), draft),
            priority=priorities.get(draft.index),
            ends=tuple(end for blocks, end in ends if draft.index in blocks),
            path=draft.path,
            span=draft.span,
            time=self._time(node.get("time"), outside),
            timeout=self.body(node.get("timeout"), around),
        )

    def _shuffle(self, draft: BlockDraft, tree: syntax.Shuffle) -> m.Outcome | None:
        """`shuffle PIECES into ZONE`: a chance event of its own, named by its block."""
        scope = Scope()
        pieces = self.expressions.among(tree.what, scope)
        target = self.expressions.places.target(tree.place, scope)
        self.needs(scope, self.around[draft.index])
        if pieces is None or target is None:
            return None
        zone, index = target
        if pieces.type.family != zone.pieces or not zone.ordered:
            code = "zone-without-order" if pieces.type.family == zone.pieces else "holds-others"
            wanted, found = zone.pieces.plural, pieces.type.family.plural if pieces.type.family else str(pieces.type)
            self.problems.error(code, tree.span, name=zone.name, found=found, wanted=wanted)
            return None
        return m.Outcome(draft.name, zone.pieces, (), 0, 0, draft.path, draft.span, m.Shuffle(pieces, zone.index, index))

    def _time(self, node: Node | None, outside: Around) -> m.Expr | None:
        scope = Scope()
        found = self.expressions.number(self.d.tree(node), scope) if node is not None else None
        self.needs(scope, outside)
        return found

    def _again(self, node: Mapping, around: Around, outside: Around) -> m.Expr | None:
        """The condition of a repetition; `repeat: always` is a constant."""
        always = node.get("repeat")
        if always is not None:
            return m.Const(always.span, FLAG, 1)
        if "while" in node.entries:
            return self.flag(node.get("while"), outside)
        return self.flag(node.get("again if"), around)

    def _turns(self, node: Node | None, around: Around) -> m.Expr | None:
        if node is None:
            return None
        scope = Scope()
        found = self.expressions.among(self.d.tree(node), scope, ordered=True)
        self.needs(scope, around)
        if found is not None and found.type.family != self.d.families["player"]:
            self.problems.error("wrong-type", found.span, found=str(found.type), wanted="set of players")
            return None
        return found

    def _exit(self, node: Node | None, draft: BlockDraft) -> m.Exit | None:
        tree = self.d.tree(node)
        if tree is None:
            return None
        condition = None
        if tree.condition is not None:
            scope = Scope()
            condition = self.expressions.flag(tree.condition, scope)
            self.needs(scope, self.around[draft.index])
            if condition is None:
                return None
        target = self.by_name.get(tree.block)
        inside = [block.name for block in self._ancestors(draft)]
        if target is None or target.name not in inside:
            code = "leave-outside" if target else "unknown-block"
            self.problems.error(code, tree.block_span, name=tree.block, near=nearest(tree.block, inside), allowed=inside)
            return None
        return m.Exit(condition, target.index, tree.span)

    def _ancestors(self, draft: BlockDraft) -> list[BlockDraft]:
        found = [draft]
        while found[-1].parent is not None:
            found.append(self.d.blocks[found[-1].parent])
        return found

    # ---- faces and actions

    def outcomes(self) -> tuple[m.Outcome, ...]:
        found = []
        for name, outcome in self.d.outcomes.items():
            around = self.common(self.drawn.get(name, []))
            if outcome.is_dice:
                found.append(outcome)
                continue
            faces = []
            for face, entry in entries(self.d.section("outcomes")[name].value).items():
                parts = entries(entry.value)
                weight = parts.get("weight")
                text = parts["do"].value if "do" in parts else None if isinstance(entry.value, Mapping) else entry.value
                body = self.body(text, around) if name in self.drawn else ()
                path = f"outcomes.{name}.{face}"
                faces.append(m.Face(face, int(_word(weight.value)) if weight and _word(weight.value).isdigit() else 1, body, path, entry.key.span))
            if faces and not sum(face.weight for face in faces):
                self.problems.error("draw-without-weights", outcome.span, name=name)
            self.d.outcomes[name] = replace(outcome, faces=tuple(faces))
            found.append(self.d.outcomes[name])
        return tuple(found)

    def actions(self) -> dict[str, m.Action]:
        return {key: self._action(key, entry) for key, entry in self.d.section("actions").items()}

    def _action(self, name: str, entry: Entry) -> m.Action:
        d, parts = self.d, entries(entry.value)
        around = self.common(self.chosen.get(name, []))
        scope, parameters, known = Scope(), [], []
        for key, part in entries(parts["with"].value if "with" in parts else None).items():
            self.expressions.fresh(key, part.key.span, Scope())
            domain = self.expressions.among(d.tree(part.value), scope)
            if domain is None:
                d.broken.add(key)
                continue
            slot = d.new_slot()
            parameters.append(m.Parameter(key, slot, domain.type.one, domain, part.key.span))
            known.append(slot)
            scope = scope.bind(key, slot, domain.type.one)
        guard = []
        for clause in texts_of(parts["when"].value if "when" in parts else None):
            tree = d.tree(clause)
            condition = self.expressions.flag(tree, scope)
            if condition is not None and tree is not None:
                scope = scope.knowing(tested_by(tree, True))
                guard.append(m.Clause(condition, self._bound_after(condition, known)))
        rank_type = element(d.families["rank"])
        rank = self.expressions.fitting(d.tree(parts["rank"].value), scope, rank_type) if "rank" in parts else None
        tree = d.tree(parts["do"].value) if "do" in parts else None
        body = self.statements.block(tree.lines, scope) if tree else ()
        if name in self.chosen:
            self.needs(scope, around)
        last_resort = "last resort" in parts and _word(parts["last resort"].value) == "yes"
        self.locals_of[name] = dict(scope.locals)
        return m.Action(name, tuple(parameters), tuple(guard), last_resort, rank, body, f"actions.{name}", entry.key.span)

    @staticmethod
    def _bound_after(condition: m.Expr, slots: list[int]) -> int:
        """How many parameters must be bound before this clause can be tested."""
        read = {node.slot for node in nodes(condition) if isinstance(node, m.Local)}
        return max((position + 1 for position, slot in enumerate(slots) if slot in read), default=0)

    # ---- ends and priorities

    def ends(self) -> list[tuple[list[int], m.End]]:
        found: list[tuple[list[int], m.End]] = []
        for key, entry in self.d.section("end").items():
            parts = entries(entry.value)
            self.d.rules[f"end.{key}"] = entry.key.span
            blocks = []
            for name in texts_of(parts["after"].value if "after" in parts else None):
                if name.value in self.by_name:
                    blocks.append(self.by_name[name.value].index)
                else:
                    known = list(self.by_name)
                    self.problems.error("unknown-block", name.span, name=name.value, near=nearest(name.value, known), allowed=known)
            around = self.common(blocks)
            when = self.flag(parts["when"].value if "when" in parts else None, around)
            winners = self.typed(parts["winners"].value if "winners" in parts else None, around, set_of(self.d.families["player"]))
            if when and winners:
                found.append((blocks, m.End(len(found), key, when, winners, f"end.{key}", entry.key.span)))
        return found

    def priorities(self, actions: dict[str, m.Action]) -> dict[int, m.Priority]:
        found = {}
        ranks = self.d.families["rank"]
        for key, entry in self.d.section("priorities").items():
            parts = entries(entry.value)
            self.d.rules[f"priorities.{key}"] = entry.key.span
            block = self.by_name.get(key)
            if block is None or "choose" not in block.node.entries:
                known = [b.name for b in self.d.blocks if "choose" in b.node.entries]
                self.problems.error("unknown-block", entry.key.span, name=key, near=nearest(key, known), allowed=known)
                continue
            around = self.around[block.index]
            order = tuple(ranks.members.index(word.value) for word in texts_of(parts["order"].value)) if "order" in parts else ()
            self._ranked(block, order, actions)
            until = self._until(block, parts)
            measure_around = self.around[until] if until is not None else around
            number = self.expressions
            scope = Scope()
            measure = number.number(self.d.tree(parts["use most"].value), scope) if "use most" in parts else None
            at_end = number.number(self.d.tree(parts["a play that ends the game counts"].value), scope) if "a play that ends the game counts" in parts else None
            self.needs(scope, measure_around)
            breach = self.body(parts["breach"].value, around) if "breach" in parts else None
            found[block.index] = m.Priority(order, breach, measure, until, at_end, f"priorities.{key}", entry.key.span)
        return found

    def _until(self, block: BlockDraft, parts: dict[str, Entry]) -> int | None:
        if "use most" not in parts:
            for key in ("looking ahead to the end of", "a play that ends the game counts"):
                if key in parts:
                    self.problems.error("only-with-use-most", parts[key].key.span, key=key)
            return None
        node = parts["looking ahead to the end of"].value if "looking ahead to the end of" in parts else None
        inside = self._ancestors(block)
        name = _word(node) if node else block.name
        found = next((b for b in inside if b.name == name), None)
        if found is None and node is not None:
            known = [b.name for b in inside]
            self.problems.error("leave-outside", node.span, name=name, near=nearest(name, known), allowed=known)
            return block.index
        return (found or block).index

    def _ranked(self, block: BlockDraft, order: tuple[int, ...], actions: dict[str, m.Action]) -> None:
        """Every action of a choice with priorities has a rank, and only ranks of its order."""
        ranks = self.d.families["rank"]
        given: set[int] = set()
        for name in texts_of(block.node.get("choose")):
            action = actions.get(name.value)
            if action is None:
                continue
            if action.rank is None:
                if "rank" not in entries(self.d.section("actions")[name.value].value):
                    self.problems.error("rank-missing", action.span, [Note("note:chosen-here", name.span)], name=action.name)
                continue
            for node in self._through(action.rank):
                if isinstance(node, m.Const) and node.type.family == ranks:
                    given.add(node.value)
                if isinstance(node, m.Const) and node.type.family == ranks and node.value not in order:
                    self.problems.error(
                        "rank-unlisted", node.span, name=ranks.members[node.value], allowed=[ranks.members[index] for index in order]
                    )
        for word in texts_of(entries(self.d.section("priorities")[block.name].value)["order"].value) if order and given and given <= set(order) else ():
            if ranks.members.index(word.value) not in given:
                self.problems.error("rank-of-none", word.span, name=word.value)

    def _through(self, tree: m.Expr) -> Iterator[m.Expr]:
        """Every expression in a tree, those of the definitions it uses included."""
        for node in nodes(tree):
            yield node
            routine = self.d.routines[node.routine] if isinstance(node, m.Invoke) else None
            if routine is not None and routine.value is not None:
                yield from self._through(routine.value)


def _word(node: Node | None) -> str:
    return node.value if isinstance(node, Scalar) else ""


def unreachable(blocks: tuple[m.Block, ...], d: Declarations) -> None:
    """Warns of blocks that the flow can never come to, and refuses loops that nothing can end."""
    left: set[int] = set()

    def passes(block: m.Block) -> bool:
        """Whether the flow can come out of a block at its end; marks the blocks that are left by name on the way."""
        if block.when is not None and isinstance(block.when, m.Const) and not block.when.value:
            d.problems.warning("block-never", block.span, name=block.name)
            return True
        through = steps_pass(block.steps)
        if block.nothing is not None:
            left.add(block.nothing.block)
        if through and block.then is not None:
            left.add(block.then.block)
            through = block.then.condition is not None
        forever = isinstance(block.again, m.Const) and block.again.value == 1
        if forever and through and block.index not in left and not _stops(block, blocks):
            d.problems.error("endless-block", block.span, name=block.name)
        return (through and not forever) or block.turns is not None or block.index in left or block.when is not None

    def steps_pass(steps: tuple[int, ...]) -> bool:
        through, told = True, False
        for index in steps:
            if not through and not told:
                d.problems.warning("block-unreachable", blocks[index].span, name=blocks[index].name)
                told = True
            through = passes(blocks[index]) and through
        return through

    steps_pass(tuple(block.index for block in blocks if block.parent is None))


def _stops(block: m.Block, blocks: tuple[m.Block, ...]) -> bool:
    """Whether anything inside a block can make it stop: a draw, a choice, a way out, an end of the game."""
    if block.draw or block.choose or block.ends:
        return True
    outside = [exit.block for exit in (block.then, block.nothing) if exit is not None and exit.block < block.index]
    return bool(outside) or any(_stops(blocks[index], blocks) for index in block.steps)
