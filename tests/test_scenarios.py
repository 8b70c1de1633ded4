"""Scenarios that place pieces: what they can say, and what is wrong with those that say it wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.scenarios import Statement, check_file

GAME = """
language: 1
game: cards
title:
  es: Cartas
  en: Cards
players: 2
pieces:
  card:
    plural: cards
    each:
      rank: 1..6
    name: c-<rank>
    starts at: deck
zones:
  deck:
    of: card
    ordered: yes
  hand:
    plural: hands
    of: card
    per: player
  row:
    plural: rows
    of: card
    per: player
    ordered: yes
state:
  best: card or none = none
actions:
  lay:
    with:
      c: cards at hand of turn
      r: rows
    do: |
      move c to end of r
      set best to c
flow:
  round:
    repeat: always
    steps:
      mixing:
        chance: shuffle cards into deck
        do: deal 2 from deck to each hand
      one_turn:
        turns: players
        steps:
          play:
            choose: [lay]
end:
  never:
    after: [round]
    when: no
    winners: none
"""


def run(folder: Path, scenario: str) -> Statement:
    (folder / "cards.yaml").write_text(GAME, encoding="utf-8")
    lines = "".join(f"        {line}\n" for line in scenario.strip().split("\n"))
    text = f"language: 1\ngame: cards.yaml\nsource: a test\nstatements:\n  A-1:\n    says: so\n    scenarios:\n      -\n{lines}"
    path = folder / "seeds.yaml"
    path.write_text(text, encoding="utf-8")
    report = check_file(path)
    assert not report.problems, [each.message() for each in report.problems]
    return report.statements[0]


HOLDS = {
    "a shuffle with the first ones named": """
players: [Ana, Luis]
when: [c-6 c-1 c-5 rest]
then:
  cards at hand of Ana: [c-1, c-6]
  cards at hand of Luis: [c-5, c-2]
  cards at deck: [c-3, c-4]
""",
    "a shuffle in any order": """
players: [Ana, Luis]
when: [any order]
then:
  cards at hand of Ana: [c-2, c-1]
  cards at deck: [c-5, c-6]
""",
    "a shuffle with all of them": """
players: [Ana, Luis]
when: [c-6 c-5 c-4 c-3 c-2 c-1]
then:
  cards at deck: [c-2, c-1]
  cards at deck(3): none
""",
    "pieces in order, the rest between them, and zones left out that are empty": """
players: [Ana, Luis]
setup: [any order]
given:
  cards at row of Ana: [c-5, c-2]
  cards at hand of Ana: c-4
  cards at deck: [c-6, rest]
  best: c-3
then:
  cards at row of Ana: [c-5, c-2]
  cards at row(2) of Ana: c-2
  cards at deck: [c-6, c-1, c-3]
  cards at deck(2): c-1
  cards at hand of Luis: none
  cards at hands: c-4
  best: c-3
""",
    "a rest in the middle": """
players: [Ana, Luis]
given:
  cards at deck: [c-6, rest, c-1]
then:
  cards at deck: [c-6, c-2, c-3, c-4, c-5, c-1]
""",
    "an option that names a zone": """
players: [Ana, Luis]
given:
  block: play
  turn: Luis
  cards at hand of Luis: c-4
  cards at row of Ana: [c-5]
  cards at deck: rest
when: [lay c-4 row-of-Ana]
then:
  cards at row of Ana: [c-5, c-4]
  cards at row of Luis: none
  best: c-4
""",
    "pieces by whole expressions": """
players: [Ana, Luis]
given:
  block: play
  turn: Ana
  cards at hand of Ana: [c-2, c-1]
  cards at hand of Luis: none
  cards at deck: rest
then:
  offered: [lay c-1 row-of-Ana, lay c-1 row-of-Luis, lay c-2 row-of-Ana, lay c-2 row-of-Luis]
  (cards where .rank > 5): c-6
  only(cards where .rank is 2): c-2
""",
}

WRONG = {
    "scenario-piece": """
players: [Ana, Luis]
given:
  cards at hand of Ana: [c-1, c-9]
  cards at deck: rest
""",
    "scenario-piece-twice": """
players: [Ana, Luis]
given:
  cards at hand of Ana: [c-1]
  cards at hand of Luis: [c-1]
  cards at deck: rest
""",
    "scenario-zone-twice": """
players: [Ana, Luis]
given:
  cards at hand of Ana: [c-1]
  cards at (hand of Ana): [c-2]
  cards at deck: rest
""",
    "scenario-pieces-nowhere": """
players: [Ana, Luis]
given:
  cards at hand of Ana: [c-1]
""",
    "not-writable": """
players: [Ana, Luis]
given:
  cards at hands: [c-1]
""",
    "scenario-failed": """
players: [Ana, Luis]
when: [any order]
then:
  cards at deck: [c-6, c-5]
""",
    "scenario-refused": """
players: [Ana, Luis]
when: [c-1 c-2 c-2 rest]
""",
}


@pytest.mark.parametrize("name", HOLDS)
def test_what_holds(name: str, tmp_path: Path) -> None:
    assert [each.message() for each in run(tmp_path, HOLDS[name]).failures] == []


@pytest.mark.parametrize("code", WRONG)
def test_what_is_wrong(code: str, tmp_path: Path) -> None:
    failures = run(tmp_path, WRONG[code]).failures
    assert [each.code for each in failures] == [code]
    assert failures[0].span is not None and failures[0].message("es") != failures[0].message("en")


def test_a_rest_stands_once(tmp_path: Path) -> None:
    found = run(tmp_path, "players: [Ana, Luis]\ngiven:\n  cards at hand of Ana: rest\n  cards at deck: rest").failures
    assert [(each.code, each.args["name"]) for each in found] == [("scenario-piece-twice", "rest")]


def test_an_unknown_piece_is_told_apart_from_a_sum(tmp_path: Path) -> None:
    found = run(tmp_path, "players: [Ana, Luis]\ngiven:\n  best: c-7").failures
    assert [(each.code, each.args["near"]) for each in found] == [("scenario-piece", "c-6")]
