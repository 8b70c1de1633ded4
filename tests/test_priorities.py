"""Ranks, prices, last resorts, and the look-ahead of `use most` against a brute-force enumeration."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from interpreter import Fault, State, load, why
from interpreter.choosing import Candidate
from interpreter.foresight import foresight

GAMES = Path(__file__).parent / "games"


def standings(state: State) -> dict[str, str]:
    return {state.name(each.option): each.standing for each in state.candidates}


def test_ranks_have_a_price_and_last_resorts_wait() -> None:
    state = load(GAMES / "fined.yaml").start(2)
    assert standings(state) == {"take 1": "breach", "take 2": "offered", "wait": "breach", "give_up": "idle"}
    assert state.options.names == ["take 1", "take 2", "wait"]
    state.play("wait")
    assert state.turn == 1
    state.play("take 2")
    state.play("take 2")
    state.play("take 1")
    result = state.result()
    assert result is not None
    assert (result.winners, result.counters) == ((1,), {"fines": 1})


def test_why_names_the_rank_and_what_comes_first() -> None:
    state = load(GAMES / "fined.yaml").start(2)
    assert [why(state, name).kind for name in ("take 2", "take 1", "give_up", "take 3", "fly")] == [
        "offered", "breach", "idle", "outside", "unknown",
    ]  # fmt: skip
    assert why(state, "give_up").text("en") == "“give_up” is offered only where nothing else is, and “take 2” is."
    assert why(state, "take 9").values["values"] == "1, 2"


def test_why_names_what_would_be_wasted_and_the_play_that_uses_it() -> None:
    state = load(GAMES / "spend.yaml").start(2)
    state.deal("1 4")
    reason = why(state, "rest")
    assert reason.kind == "wasteful"
    assert reason.values == {"option": "rest", "better": "use 1", "rank": {"es": "run", "en": "run"}, "less": 0, "more": 2}
    assert reason.text("es") == "«rest» no se ofrece: con «use 1» se aprovecha más (2 en vez de 0)."


def test_why_follows_definitions_to_the_atom() -> None:
    state = load(GAMES / "spend.yaml").start(2)
    state.deal("3 4")
    reason = why(state, "both")
    assert reason.kind == "clause"
    assert reason.rule is not None and reason.rule.text == "n is in {3, 7, 8, 13}"
    assert reason.text("en").endswith("does not hold, because `n is in {3, 7, 8, 13}` is true (n = 7).")


def test_use_most_withholds_just_what_wastes(long: bool) -> None:
    """In random positions, an option is withheld if and only if another of its rank reaches more."""
    game, random_ = load(GAMES / "spend.yaml"), random.Random(5)
    seen = {"wasteful": 0, "offered": 0}
    for _ in range(20_000 if long else 2_000):
        state = game.start(2)
        for seat in (0, 1):
            square = next(v.cell for v in game.model.variables if v.name == "square")
            state.cells[square + seat] = random_.choice([0, 1, 2, 4, 5, 6, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19])
        state.deal(f"{random_.randint(1, 6)} {random_.randint(1, 6)}")
        check_position(state, seen)
    assert seen["wasteful"] > 500 and seen["offered"] > 500


def check_position(state: State, seen: dict[str, int]) -> None:
    ranks: dict[int, dict[str, int]] = {}
    for each in state.candidates:
        if each.standing in ("offered", "wasteful"):
            ranks.setdefault(each.rank, {})[state.name(each.option)] = brute(state, each)
    for each in state.candidates:
        if each.standing in ("offered", "wasteful"):
            reached = ranks[each.rank]
            wasteful = reached[state.name(each.option)] < max(reached.values())
            assert (each.standing == "wasteful") == wasteful, (state.cells, state.name(each.option), reached)
            seen[each.standing] += 1


def brute(state: State, each: Candidate) -> int:
    """Dice spent in the best continuation: plain recursion over the rules of the file, written out by hand."""
    square = next(v.cell for v in state.model.variables if v.name == "square") + state.cells[1]
    dice = [state.cells[state.model.dice_cell + place] for place in range(2)]
    words = state.name(each.option).split()
    if words[0] == "rest":
        return 0
    if words[0] == "both":
        return 2
    value = int(words[1])
    at = state.cells[square] + (value if words[0] == "use" else -value)
    if at == 20:
        return 2
    other = dice[1] if value == dice[0] else dice[0]
    mined = {3, 7, 8, 13}
    more = (at + other <= 20 and at + other not in mined) or (at - other >= 0 and at - other not in mined)
    return 2 if more else 1


FORESEEN = {  # what is changed in tests/games/spend.yaml, and what then is known of an option that uses the last die
    "as it is": ("", 2),
    "the set is emptied": ("actions.rest.do: |\n      set unspent to none\n      set resting to yes", 2),
    "the end of the game counts otherwise": ("priorities.spending.a play that ends the game counts: 3", None),
    "a die comes back": ("actions.rest.do: |\n      add first(dice) to unspent\n      set resting to yes", None),
    "all dice come back": ("actions.rest.do: |\n      set unspent to dice\n      set resting to yes", None),
    "a number is measured": ("priorities.spending.use most: turn.square", None),
    "a number is measured as well": ("priorities.spending.use most: count(dice) - count(unspent) + turn.square", None),
}


@pytest.mark.parametrize("case", FORESEEN)
def test_what_is_known_of_a_look_ahead_beforehand(case: str, tmp_path: Path) -> None:
    change, value = FORESEEN[case]
    (tmp_path / "spend.yaml").write_text((GAMES / "spend.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    text = "language: 1\nextends: spend.yaml\ngame: changed\ntitle:\n  es: otro\n  en: changed\n" + (f"change:\n  {change}\n" if change else "")
    (tmp_path / "changed.yaml").write_text(text, encoding="utf-8")
    model = load(tmp_path / "changed.yaml").model
    known = next(foresight(model, block) for block in model.blocks if block.choose)
    assert (known and known.value) == value
    if known is not None:
        assert {action.name for action, last in zip(model.actions, known.uses_up, strict=True) if last is not None} >= {"use", "both", "slip"}


@pytest.mark.parametrize(("name", "value"), [("poleana", 2), ("backgammon", 12)])
def test_what_is_known_of_the_games_beforehand(name: str, value: int) -> None:
    model = load(name).model
    assert [known.value for block in model.blocks if (known := foresight(model, block)) is not None] == [value]


def test_a_look_ahead_without_end_meets_its_budget(tmp_path: Path) -> None:
    text = (GAMES / "spend.yaml").read_text(encoding="utf-8")
    assert "2 dice of 6" in text
    many = text.replace("2 dice of 6", "9 dice of 6").replace("count(unspent) is 2", "count(unspent) is 9")
    many = many.replace("use most: count(dice) - count(unspent)", "use most: (count(dice) - count(unspent)) / 1")
    path = tmp_path / "many.yaml"
    path.write_text(many, encoding="utf-8")
    state = load(path).start(2)
    with pytest.raises(Fault) as error:
        state.deal("1 2 4 5 6 1 2 4 5")
    assert error.value.diagnostics[0].code == "look-ahead-budget"
    assert error.value.diagnostics[0].args["block"] == "spending"
