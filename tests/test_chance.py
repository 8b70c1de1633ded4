"""The source of chance against published answers and its specification."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.chance import _GOLDEN, Xoshiro, _mix, draw, seed_words
from interpreter.loading import load

WORD = 1 << 64


class Scripted(Xoshiro):
    """The generator with its 64 bits given beforehand."""

    def __init__(self, bits: Iterable[int]):
        super().__init__(0)
        self.bits = list(bits)

    def next(self) -> int:
        return self.bits.pop(0)


class Ascending:
    """A source whose draws are 0, 1, 2 …, whatever they are below."""

    def __init__(self, first: int = 0):
        self.at, self.asked = first, list[int]()

    def below(self, n: int) -> int:
        self.asked.append(n)
        self.at += 1
        return self.at - 1


# ---- the generator


def test_xoshiro_gives_the_published_numbers() -> None:
    """The reference vector of the state 1, 2, 3, 4, as other implementations test it too."""
    source = Xoshiro(0)
    source.words = (1, 2, 3, 4)
    assert [source.next() for _ in range(10)] == [
        11520, 0, 1509978240, 1215971899390074240, 1216172134540287360, 607988272756665600, 16172922978634559625, 8476171486693032832,
        10595114339597558777, 2904607092377533576,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("seed", "numbers"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]),
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]),
    ],
)
def test_splitmix_gives_the_published_numbers(seed: int, numbers: list[int]) -> None:
    assert [_mix((seed + (place + 1) * _GOLDEN) % WORD) for place in range(len(numbers))] == numbers


@given(st.tuples(*[st.integers(0, WORD - 1)] * 4))
def test_xoshiro_is_its_definition(words: tuple[int, int, int, int]) -> None:
    """The reference code of Blackman and Vigna, line by line."""

    def rotl(x: int, k: int) -> int:
        return (x << k | x >> (64 - k)) % WORD

    source, s = Xoshiro(0), list(words)
    source.words = words
    for _ in range(5):
        result = rotl(s[1] * 5 % WORD, 7) * 9 % WORD
        t = s[1] << 17 & WORD - 1
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)
        assert source.next() == result
        assert source.words == tuple(s)


# ---- seeds


@given(st.integers(0, WORD - 1), st.integers(0, WORD - 1))
def test_a_seed_and_a_number_are_taken_modulo_a_word(seed: int, number: int) -> None:
    assert seed_words(seed, number) == seed_words(seed + WORD, number + WORD) == seed_words(seed - WORD, number - WORD)


def test_neighbouring_seeds_and_games_share_nothing() -> None:
    words = [word for seed in range(60) for number in range(60) for word in seed_words(seed, number)]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(
    ("number", "spins"),
    [
        (0, "PON 3, TOMA 1, TOMA 2, TODOS PONEN, PON 2, TOMA TODO, TOMA TODO, PON 3, TOMA 2, PON 3, TOMA 2, PON 1"),
        (1, "TOMA 3, TOMA 2, TOMA TODO, PON 2, TOMA 3, PON 2, TOMA 3, PON 1, PON 1, TOMA 3, PON 3, TOMA 1"),
        (2, "PON 2, PON 1, TOMA 3, TOMA 1, TOMA 2, TOMA 3, TOMA 2, PON 1, TOMA 2, TODOS PONEN, TOMA 2, TOMA 3"),
    ],
)
def test_a_seed_means_the_same_game_for_ever(number: int, spins: str) -> None:
    """The first twelve spins under seed 7. A change here breaks every seed that anybody has written down."""
    source, top = Xoshiro(7, number), load("pirinola").model.outcomes[0]
    assert ", ".join(top.faces[draw(top, source)[0]].name for _ in range(12)) == spins


# ---- draws


@given(st.integers(1, WORD), st.lists(st.integers(0, WORD - 1), max_size=5), st.integers(0, WORD - 1))
def test_below_rejects_the_incomplete_stretch(n: int, before: list[int], last: int) -> None:
    whole = WORD // n * n  # the largest multiple of n within a word: below it every remainder is as likely
    rejected = [bits for bits in before if bits >= whole]
    last %= whole
    source = Scripted([*rejected, last, 0])
    assert source.below(n) == last % n
    assert source.bits == [0]


@pytest.mark.parametrize("n", [3, 6, 7, (1 << 63) + 1])
def test_below_at_the_edge_of_the_incomplete_stretch(n: int) -> None:
    whole = WORD // n * n
    assert Scripted([whole, WORD - 1, whole - 1]).below(n) == n - 1
    assert Scripted([0]).below(n) == 0


def test_a_face_is_one_draw_below_the_sum_of_the_weights() -> None:
    top = load("pirinola").model.outcomes[0]
    weights = [2, 0, 1, 3, 0, 0, 1, 0]
    weighted = replace(top, faces=tuple(replace(face, weight=weight) for face, weight in zip(top.faces, weights, strict=True)))
    source = Ascending()
    assert [draw(weighted, source)[0] for _ in range(7)] == [0, 0, 2, 3, 3, 3, 6]
    assert source.asked == [7] * 7


def test_dice_are_drawn_in_their_order_each_below_its_sides() -> None:
    dice = load("pig-two-dice").model.outcomes[0]
    source = Ascending(2)
    assert draw(dice, source) == (3, 4)
    assert source.asked == [6, 6]
