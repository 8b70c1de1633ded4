"""Why an option is offered or not, at the poleana: what is in the way and where, in both languages."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from interpreter import Session, State
from interpreter.chance import Xoshiro
from interpreter.players import RandomPlayer
from interpreter.reasons import Reason, why
from interpreter.table import Manners, Table
from interpreter.terminal import Clock, Leave

from .positions import GAMES, position, put, token_kind, wander

GAME = GAMES["poleana"]
AHEAD = {"red-1": "street 5 of red", "green-1": "street 8 of red"}  # red can capture by a three
FORK = {"red-1": "street 13 of yellow"}  # where the bridge of yellow begins comes next

# What was found here and is not mended yet: each mark goes with its patch.


def reason(where: dict[str, str], throw: str, option: str, *played: str, players: int = 2) -> Reason:
    state = position(GAME, players, where, throw)
    for name in played:
        state.play(name)
    return why(state, option)


def says(found: Reason, *texts: str) -> None:
    """Every text is there in Spanish or, behind a stroke, in English: `de Luis/of Luis`."""
    es, en = found.text("es"), found.text("en")
    for text in texts:
        spanish, _, english = text.partition("/")
        assert spanish in es, es
        assert (english or spanish) in en, en


# ---- what is in the way, and where


def test_a_block_on_the_road() -> None:
    found = reason({"red-1": "street 1 of red", "green-1": "street 3 of red", "green-2": "street 3 of red"}, "4 1", "go red-1 4")
    assert found.kind == "clause" and found.rule is not None and found.rule.text.startswith("s.kind is street and count")
    says(found, "go red-1 4", "way_is_clear(w)", "count(tokens at s) = 2", "casilla 3 de Ana/square 3 of Ana")


def test_ones_own_block_bars_the_road_too() -> None:
    found = reason({"red-1": "street 5 of red", "red-2": "street 7 of red", "red-3": "street 7 of red"}, "2 5", "go red-1 5")
    says(found, "way_is_clear(w)", "s = casilla 7 de Ana/s = square 7 of Ana")


def test_the_first_block_on_the_road_is_named() -> None:
    """By the sum; two blocks are passed, and the nearer one is what stops it."""
    where = {"red-1": "street 1 of red", "green-1": "street 3 of red", "green-2": "street 3 of red", "green-3": "street 5 of red", "green-4": "street 5 of red"}
    says(reason(where, "6 1", "go red-1 both"), "s = casilla 3 de Ana/s = square 3 of Ana")


def test_somebody_on_a_bridge() -> None:
    where = {"red-1": "street 14 of yellow", "green-1": "bridge 2 of yellow"}
    found = reason(where, "3 1", "go red-1 3 above")
    assert found.kind == "clause" and found.rule is not None and "is not street" in found.rule.text
    says(found, "way_is_clear(w)", "puente 2 de amarillo/bridge 2 of yellow")
    assert reason(where, "3 1", "go red-1 both below").kind == "offered"


def test_somebody_in_ones_house() -> None:
    found = reason({"red-1": "home 1 of red", "red-2": "home 3 of red"}, "4 1", "go red-1 4")
    says(found, "way_is_clear(w)", "casa 3 de Ana/house 3 of Ana")


def test_nobody_lands_on_a_bridge_square_that_is_taken() -> None:
    found = reason({"red-1": "street 14 of yellow", "green-1": "bridge 2 of yellow"}, "2 1", "go red-1 2 above")
    says(found, "can_land_on(w.end)", "puente 2 de amarillo/bridge 2 of yellow")


def test_whose_refuge_it_is() -> None:
    found = reason({"red-1": "street 1 of green", "green-1": "street 3 of green"}, "2 3", "go red-1 2")
    assert found.kind == "clause" and found.rule is not None and "marked_safe" in found.rule.text
    says(found, "can_land_on(w.end)", "casilla 3 de Luis/square 3 of Luis", "p = Luis")


def test_a_third_token_on_a_square() -> None:
    found = reason({"red-1": "street 5 of red", "red-2": "street 7 of red", "red-3": "street 7 of red"}, "2 5", "go red-1 2")
    says(found, "can_land_on(w.end)", "count(tokens at s) = 2", "casilla 7 de Ana/square 7 of Ana")


# ---- where there is no way at all


def test_the_goal_wants_an_exact_number() -> None:
    where = {"red-1": "home 5 of red", "red-2": "street 6 of red"}
    found = reason(where, "3 1", "go red-1 3")
    assert found.kind == "too-far" and (found.values["steps"], found.values["left"]) == (3, 2)
    says(found, "ficha 1 de Ana/token 1 of Ana", "2", "3")
    by_both = reason(where, "3 1", "go red-1 both")
    assert by_both.kind == "too-far" and by_both.values["steps"] == 4


@pytest.mark.parametrize("place", ["start of red", "limbo of red"])
def test_a_token_that_is_not_on_its_way(place: str) -> None:
    found = reason({"red-1": "street 5 of red", "red-2": place}, "4 1", "go red-2 4")
    assert found.kind == "off-route" and found.rule is not None and found.rule.text.startswith("ways of t")
    says(found, "go red-2 4", "ficha 2 de Ana/token 2 of Ana")


def test_somebody_elses_token_and_dice_that_do_not_show_it() -> None:
    for option, word in (("go green-1 3", "green-1"), ("go red-1 2", "2")):
        found = reason(AHEAD, "3 1", option)
        assert found.kind == "outside" and found.values["word"] == word
        says(found, word)


# ---- ranks and full use


def test_a_higher_duty_is_named_by_its_rank() -> None:
    found = reason(AHEAD, "3 1", "go red-1 both")
    assert found.kind == "breach" and found.values["better"] == "go red-1 3"
    says(found, "comer/capturing")
    out = reason({"red-1": "street 5 of red"}, "5 1", "go red-1 both")
    assert out.kind == "breach" and out.values["better"] == "release both"
    says(out, "sacar o rescatar/releasing or rescuing")


def test_what_would_be_wasted_and_the_play_that_uses_it() -> None:
    found = reason({"red-1": "street 1 of green", "green-1": "street 3 of green"}, "2 3", "go red-1 3")
    assert found.kind == "wasteful" and (found.values["less"], found.values["more"]) == (1, 2)
    says(found, "«go red-1 both»/“go red-1 both”", "2 en vez de 1/2 instead of 1")


def test_what_would_be_wasted_at_a_price() -> None:
    """A lower rank wastes too: what uses more has its price as well."""
    found = reason(AHEAD, "3 1", "go red-1 1")
    assert found.kind == "wasteful" and (found.values["less"], found.values["more"]) == (1, 2)
    says(found, "go red-1 both")


# ---- the dice that were used already


def test_a_token_that_has_moved() -> None:
    found = reason({"red-1": "street 5 of red", "red-2": "street 1 of red"}, "3 1", "go red-1 3", "go red-1 1")
    assert found.kind == "clause"
    says(found, "t is not in moved_tokens", "ficha 1 de Ana/token 1 of Ana")
    assert "because" not in found.text("en") and "porque" not in found.text("es")


def test_a_die_that_is_spent() -> None:
    found = reason({"red-1": "street 5 of red", "red-2": "street 1 of red"}, "3 1", "go red-2 1", "go red-1 1")
    assert found.kind == "outside" and found.values["word"] == "1" and found.values["values"] == "3"


def test_tokens_that_are_alike() -> None:
    where = {"red-1": "street 5 of red", "red-2": "street 5 of red"}
    found = reason(where, "3 1", "go red-2 1")
    assert found.kind == "alike" and found.values["better"] == "go red-1 1"
    says(found, "«go red-1 1»/“go red-1 1”", "es lo mismo/is the same")
    assert reason(where, "3 3", "move_block red-2").values["better"] == "move_block red-1"


def test_only_a_double_moves_a_block() -> None:
    says(reason({"red-1": "street 5 of red", "red-2": "street 5 of red"}, "3 1", "move_block red-1"), "double")


def test_only_a_combo_lets_a_token_in() -> None:
    says(reason({}, "5 2", "release both"), "decide el azar/chance decides")  # nothing can be played at all
    says(reason({"red-1": "street 5 of red"}, "5 2", "release both"), "lets_one_in(u)", "total(dice) = 7", "double_six = no")
    says(reason({"red-1": "limbo of red"}, "6 6", "release 6"), "any(tokens of turn at limbo)")


# ---- the beginning of an option


def test_the_beginning_of_an_option_that_forks() -> None:
    state = position(GAME, 2, FORK, "5 2")
    assert [state.name(each.option) for each in state.candidates if each.standing == "offered"] == ["go red-1 both above", "go red-1 both below"]
    found = why(state, "go red-1 both")
    assert found.kind == "offered" and found.values["option"] == "go red-1 both above"
    assert why(state, "go red-1 5").kind == "wasteful"
    wrong = why(state, "go red-1 both sideways")
    assert wrong.kind == "outside" and wrong.values["word"] == "sideways" and wrong.values["values"] == "above, below"


def test_the_beginning_of_an_option_that_could_never_be() -> None:
    state = position(GAME, 2, {"red-1": "street 14 of yellow", "green-1": "bridge 2 of yellow"}, "3 1")
    assert why(state, "go red-2").kind == "off-route"
    assert why(state, "take_bonus red-1").kind == "elsewhere"
    assert why(state, "jump").kind == "unknown" and why(state, "gored-1").kind == "unknown"


def test_where_there_is_nothing_to_choose() -> None:
    assert why(position(GAME, 2, AHEAD), "go red-1 3").kind == "no-choice"
    over = position(GAME, 2, {f"red-{n}": "home 7 of red" for n in (1, 2, 3)} | {"red-4": "home 6 of red"}, "1 2")
    over.play("go red-4 1")
    assert why(over, "go red-1 3").kind == "over"


# ---- in any position


def reasons_agree(state: State) -> set[str]:
    """Asks about every token and every use of the dice; returns the kinds of the reasons. Each must agree with what can be chosen."""
    kind, seen = token_kind(GAME), set[str]()
    assert kind.owners is not None and kind.routes is not None
    standing = {state.name(each.option): each.standing for each in state.candidates}
    moved = next(v.cell for block in GAME.model.blocks for v in block.state if v.name == "moved_tokens")
    unspent = next(v.cell for block in GAME.model.blocks for v in block.state if v.name == "unspent")
    dice = [state.cells[GAME.model.dice_cell + die] for die in (0, 1) if state.cells[unspent] >> die & 1]
    uses = {str(value): value for value in dice} | ({"both": sum(dice)} if len(dice) == 2 else {})
    for number, token in enumerate(kind.family.members):
        if kind.owners[number] != state.turn:
            continue
        for use, steps in uses.items():
            name = f"go {token} {use}"
            found = why(state, name)
            assert found.text("es") and found.text("en") and "{" not in found.text("es") + found.text("en")
            step = state.cells[kind.position_cell + number]
            those = {s for own, s in standing.items() if own == name or own.startswith(f"{name} ")}
            if those:
                assert found.kind in those
            elif state.cells[moved] >> number & 1:
                assert found.kind == "clause" and "moved_tokens" in found.text("en")
            elif not step:
                assert found.kind == "off-route"
            elif kind.routes.left[step - 1] < steps:
                assert found.kind == "too-far"
            else:
                assert found.kind in ("clause", "alike")
            seen.add(found.kind)
    return seen


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_move_has_its_reason(players: int) -> None:
    seen = set[str]()
    for number, state in enumerate(wander(GAME, players, 0, 600)):
        block = state.block
        if number % 4 == 0 and block is not None and block.name == "act":
            seen |= reasons_agree(state)
    assert seen >= {"offered", "breach", "wasteful", "clause", "off-route", "too-far"}


# ---- as it is asked at the table


class Typing(Clock):
    def __init__(self, *lines: str):
        self.lines = list(lines)

    def read(self, prompt: str, console: Console, seconds: float | None) -> str:
        if not self.lines:
            raise Leave
        return self.lines.pop(0)


def asked(where: dict[str, str], throw: str, text: str, lang: str) -> str:
    """What the table answers to `why …`."""
    out = io.StringIO()
    with Session.begin(GAME, ["Ana", "Luis"], [], {}, None) as session:
        put(session.state, where)
        session.deal(throw)
        console = Console(file=out, width=200, highlight=False, soft_wrap=True)
        told = len(session.state.events)
        table = Table(session, lang, console, Xoshiro(1), RandomPlayer(Xoshiro(1)), Manners(), told, Typing(f"why {text}"))
        with pytest.raises(Leave):
            table.play()
    return out.getvalue().rpartition("cuesta una infracción\n" if lang == "es" else "costs a fine\n")[2]


BLOCKED = {"red-1": "street 1 of red", "green-1": "street 3 of red", "green-2": "street 3 of red"}


def test_reasons_speak_of_options_as_they_are_shown() -> None:
    assert "«mover la ficha 1 con 4, hasta casilla 9 de amarillo» se puede elegir, pero cuesta" in asked(AHEAD, "3 1", "mover la ficha 1 con 4", "es")
    assert "“move token 1 by 4, to square 9 of yellow” may be chosen at a price" in asked(AHEAD, "3 1", "go red-1 both", "en")
    struck = asked(FORK, "5 2", "mover la ficha 1 con 5, hasta puente 4 de amarillo", "es")
    assert "«mover la ficha 1 con 5, hasta puente 4 de amarillo» no se ofrece: con «mover la ficha 1 con 7, hasta puente 6 de amarillo»" in struck


@pytest.mark.parametrize(
    ("text", "lang"), [("go red-1 4", "en"), ("go red-1 4", "es"), ("mover 1 4", "es"), ("mover la ficha 1 con 4", "es"), ("move token 1 by 4", "en")]
)
def test_a_move_that_is_not_offered_can_be_asked_about(text: str, lang: str) -> None:
    answer = asked(BLOCKED, "4 1", text, lang)
    assert "way_is_clear(w)" in answer and ("casilla 3 de Ana" if lang == "es" else "square 3 of Ana") in answer


@pytest.mark.parametrize(("text", "lang"), [("mover 2", "es"), ("mover ficha 2 con 4", "es"), ("move 2", "en")])
def test_a_token_that_is_not_on_its_way_can_be_asked_about(text: str, lang: str) -> None:
    assert ("ficha 2 de Ana" if lang == "es" else "token 2 of Ana") in asked(BLOCKED, "4 1", text, lang).replace("1. ", "")
