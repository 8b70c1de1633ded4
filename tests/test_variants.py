"""Variants: what change, add and remove do, where the result says it stands, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import RuleFileError, load, shipped_games
from interpreter.document import plain
from interpreter.loading import examine

HEAD = "language: 1\nextends: pig.yaml\ngame: own\n"


def write(folder: Path, text: str, name: str = "own.yaml") -> Path:
    path = folder / name
    path.write_text(HEAD + text, encoding="utf-8")
    return path


def codes(path: Path) -> list[str]:
    return [diagnostic.code for diagnostic in examine(path)[1] if diagnostic.severity == "error"]


def test_a_house_rule_is_one_small_file_anywhere(tmp_path: Path) -> None:
    game = load(write(tmp_path, "change:\n  options.target.default: 50\n"))
    assert game.name == "own"
    assert game.model.options[0].default == 50
    assert game.model.title["en"] == "Pig, the dice game of knowing when to stop"


def test_a_file_beside_it_comes_before_the_shipped_one(tmp_path: Path) -> None:
    text = shipped_games()["pig"].read_text(encoding="utf-8").replace("default: 100", "default: 77")
    (tmp_path / "pig.yaml").write_text(text, encoding="utf-8")
    assert load(write(tmp_path, "")).model.options[0].default == 77


def test_positions_of_both_files_survive(tmp_path: Path) -> None:
    game = load(write(tmp_path, "change:\n  actions.hold.do: |\n    add gathered to turn.score\n    set holding to yes\n"))
    hold = next(action for action in game.model.actions if action.name == "hold")
    assert hold.span.source.name.endswith("pig.yaml")
    assert hold.body[0].span.place.endswith("own.yaml:6:5")


def test_steps_are_added_before_and_after_others(tmp_path: Path) -> None:
    text = "add:\n  flow.round.one_turn.throw.first:\n    before: decide\n    when: no\n    do: lose_gathered\n"
    text += "  flow.round.one_turn.throw.last:\n    after: toss\n    do: lose_gathered\n"
    model = load(write(tmp_path, text)).model
    throw = next(block for block in model.blocks if block.name == "throw")
    assert [model.blocks[index].name for index in throw.steps] == ["first", "decide", "toss", "last"]


def test_items_are_added_to_and_removed_from_lists(tmp_path: Path) -> None:
    text = "add:\n  actions.hold.when:\n    - gathered > 4\n  actions.pass:\n  flow.round.one_turn.throw.decide.choose: [pass]\n"
    text += "remove:\n  - counters.best_score\n"
    game = load(write(tmp_path, text))
    assert [len(action.guard) for action in game.model.actions] == [0, 2, 0]
    assert [action.name for action in next(b for b in game.model.blocks if b.name == "decide").choose] == ["roll", "hold", "pass"]
    assert game.model.counters == {}


def test_what_stands_under_a_path_is_the_whole_new_value(tmp_path: Path) -> None:
    path = write(tmp_path, "change:\n  options.target:\n    values: 5..9\n    default: 5\n")
    option = load(path).model.options[0]
    assert (option.values, option.ask) == ((5, 6, 7, 8, 9), None)


def test_a_definition_is_known_by_its_name_and_keeps_its_parameters(tmp_path: Path) -> None:
    (tmp_path / "pirinola.yaml").write_text(shipped_games()["pirinola"].read_text(encoding="utf-8"), encoding="utf-8")
    head = HEAD.replace("pig", "pirinola")
    path = tmp_path / "own.yaml"
    for key, wrong in (("define.put", False), ("define.put(p, n)", False), ("define.put(p)", True), ("define.put(n, p)", True)):
        path.write_text(head + f"change:\n  {key}: if use_chips then pay up to 2 * n from p.chips to pot\n", encoding="utf-8")
        assert codes(path) == (["parameters-changed"] if wrong else []), key


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("change:\n  options.targt.default: 5\n", "change-missing"),
        ("change:\n  flow.round.one_turn.thro.decide.choose: [roll]\n", "change-missing"),
        ("change:\n  numbers.sides.more: 5\n", "change-missing"),
        ("add:\n  numbers.sides: 5\n", "add-exists"),
        ("add:\n  flow.rond.extra:\n    do: lose_gathered\n", "add-nowhere"),
        ("add:\n  flow.round.one_turn.throw.extra:\n    before: decid\n    do: lose_gathered\n", "step-unknown"),
        ("remove:\n  - actions.hodl\n", "remove-missing"),
        ("remove:\n  - flow.round.one_turn.throw.decide.choose.fold\n", "remove-missing"),
    ],
)
def test_misspelt_paths_are_errors(tmp_path: Path, text: str, code: str) -> None:
    assert code in codes(write(tmp_path, text))


def test_what_is_extended_must_be_near_and_not_in_a_circle(tmp_path: Path) -> None:
    for base, code in (
        ("../pig.yaml", "extends-outside"), ("/etc/passwd", "extends-outside"), ("nothing.yaml", "extends-missing"), ("own.yaml", "extends-circle"),
    ):  # fmt: skip
        path = tmp_path / "own.yaml"
        path.write_text(HEAD.replace("pig.yaml", base), encoding="utf-8")
        assert codes(path) == [code], base
    (tmp_path / "outer").mkdir()
    (tmp_path / "outer" / "link.yaml").symlink_to(shipped_games()["pig"])
    path = tmp_path / "outer" / "own.yaml"
    path.write_text(HEAD.replace("pig.yaml", "link.yaml"), encoding="utf-8")
    assert codes(path) == ["extends-outside"]


def test_a_circle_of_several_files_is_found(tmp_path: Path) -> None:
    for name, base in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / f"{name}.yaml").write_text(HEAD.replace("pig", base), encoding="utf-8")
    assert codes(tmp_path / "a.yaml") == ["extends-circle"]


def test_errors_in_the_base_are_shown_in_the_base(tmp_path: Path) -> None:
    text = shipped_games()["pig"].read_text(encoding="utf-8").replace("set gathered to 0", "set gatherd to 0")
    (tmp_path / "pig.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(RuleFileError) as error:
        load(write(tmp_path, ""))
    (problem,) = error.value.diagnostics
    assert problem.span is not None and problem.span.source.name.endswith("pig.yaml")


def test_every_shipped_variant_is_shorter_than_what_it_extends() -> None:
    for path in shipped_games().values():
        desk = examine(path)[0]
        assert desk is not None
        if len(desk.model.sources) > 1:
            assert len(desk.model.sources[0].text) < len(desk.model.sources[1].text) / 3
        assert plain(desk.declarations.root)["language"] == 1
