"""Where the flow goes from phase to phase, as far as it is the same in every state.

A block has five phases: it is entered, begins the next seat's pass, acts, is done, or is gone (left by name). They are numbered block by block; one
more means that the game is over.
"""

from __future__ import annotations

from . import model as m

# The phases of a block, as offsets.
ENTER, PASS, ACT, DONE, GONE = range(5)
PHASES = 5


class Paths:
    """The jumps of one model; `quiet` where nothing is noted, so that phases which do nothing can be passed over."""

    def __init__(self, model: m.Model, quiet: bool):
        self.model, self.quiet = model, quiet
        self.over = PHASES * len(model.blocks)
        self._after = [_after(model, block) for block in model.blocks]
        self._watched = {block.priority.until for block in model.blocks if block.priority is not None}

    def is_watched(self, block: m.Block) -> bool:
        """Whether a look-ahead can wait for the end of this block."""
        return block.index in self._watched

    def next(self, block: m.Block) -> int:
        """Where the flow goes when a block has ended: to the next step, or to the end of the block around it."""
        return self._after[block.index] if self._after[block.index] >= 0 else self.over

    def on(self, block: m.Block) -> int:
        """The phase after one time through a block: the next pass, or what follows the block."""
        return block.index * PHASES + PASS if block.turns is not None else self.next(block)

    def resolve(self, phase: int) -> int:
        """The first phase from this one on that does anything: jumps that nothing hangs on are taken beforehand."""
        while phase != self.over:
            block = self.model.blocks[phase // PHASES]
            silent = self.quiet and not block.state
            ends = bool(block.ends) or self.is_watched(block)
            match phase % PHASES:
                case 0 if silent and block.when is None and not block.tested_first and block.turns is None:
                    phase = block.steps[0] * PHASES + ENTER if block.steps else block.index * PHASES + ACT
                case 2 if not (block.draw or block.choose or block.body):
                    phase = block.index * PHASES + DONE
                case 3 if not (ends or block.state or block.then) and (block.turns is not None or block.again is None):
                    phase = self.on(block)
                case 4 if not (ends or block.state):
                    phase = self.on(block)
                case _:
                    return phase
        return phase


def _after(model: m.Model, block: m.Block) -> int:
    siblings = model.blocks[block.parent].steps if block.parent is not None else tuple(b.index for b in model.blocks if b.parent is None)
    place = siblings.index(block.index)
    if place + 1 < len(siblings):
        return siblings[place + 1] * PHASES + ENTER
    return block.parent * PHASES + DONE if block.parent is not None else -1
