"""Streams against the page that fixes them, against a second implementation, and against chance itself."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.interpreter.runtime.random import Stream, bot_stream, game_key, game_stream, mix64, splitmix64

PAGE = (Path(__file__).parents[2] / "docs" / "randomness.md").read_text(encoding="utf-8")
WORD = st.integers(0, 2**64 - 1)


class Reference:
    """xoshiro256** and Lemire's method once more, from their definitions, word by word."""

    def __init__(self, words):
        self.s = list(words)

    @staticmethod
    def rotl(x, k):
        return ((x << k) | (x >> (64 - k))) % 2**64

    def next(self):
        s = self.s
        result = self.rotl(s[1] * 5 % 2**64, 7) * 9 % 2**64
        t = (s[1] << 17) % 2**64
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = self.rotl(s[3], 45)
        return result

    def below(self, n):
        while True:
            high, low = divmod(self.next() * n, 2**64)
            if low >= 2**64 % n:
                return high


def numbers(pattern):
    found = re.search(pattern, PAGE)
    assert found, pattern
    return [int(n) for n in re.findall(r"\d+", found[1])]


def test_splitmix64_gives_its_published_numbers():
    assert list(splitmix64(1234567, 4)) == numbers(r"splitmix64\(1234567\): (.*)")
    assert splitmix64(1234567, 5)[4] == 16408922859458223821
    assert (mix64(0), mix64(1)) == (0, 0x5692161D100B05E5)


def test_xoshiro_gives_its_published_numbers():
    stream = Stream((1, 2, 3, 4))
    expected = numbers(r"from 1, 2, 3, 4: (.*)")
    assert [stream.next() for _ in expected] == expected
    assert [stream.next() for _ in range(4)] == [
        16172922978634559625,
        8476171486693032832,
        10595114339597558777,
        2904607092377533576,
    ]


def test_the_streams_of_the_page():
    rows = re.findall(r"^\| (2\^64 - 1|\d+) \| (\d+) \| (\w{16}) \| ([\w ]+) \|$", PAGE, re.M)
    assert len(rows) == 4
    for seed, number, key, words in rows:
        seed = 2**64 - 1 if "^" in seed else int(seed)
        assert f"{game_key(seed, int(number)):016x}" == key
        assert " ".join(f"{w:016x}" for w in game_stream(seed, int(number)).words) == words


@pytest.mark.parametrize(("line", "bound"), [("below 36", 36), ("below 3 * 2^61", 3 * 2**61)])
def test_the_bounded_numbers_of_the_page(line, bound):
    expected = numbers(rf"seed 1, game 0, {re.escape(line)}: *(.*)")
    stream = game_stream(1, 0)
    assert [stream.below(bound) for _ in expected] == expected


def test_the_bots_of_the_page():
    first = [bot_stream(1, 0, seat).next() for seat in (0, 1)]
    assert first == [numbers(rf"bot of seat {seat}: *(.*)")[0] for seat in (0, 1)]


@given(st.tuples(WORD, WORD, WORD, WORD).filter(any), st.lists(st.integers(1, 2**63), max_size=20))
def test_a_stream_is_what_the_reference_says(words, bounds):
    ours, theirs = Stream(words), Reference(words)
    assert [ours.next() for _ in range(20)] == [theirs.next() for _ in range(20)]
    assert [ours.below(n) for n in bounds] == [theirs.below(n) for n in bounds]
    assert ours.words == tuple(theirs.s)


def test_numbers_are_rejected_where_they_would_be_likelier():
    """Just above a power of two almost half of all numbers are rejected."""
    bound, stream = 2**62 + 2**61 + 1, Stream((1, 2, 3, 4))
    taken, other = [], Stream((1, 2, 3, 4))
    for _ in range(200):
        taken.append(stream.below(bound))
    used = 0
    while other.words != stream.words:
        other.next()
        used += 1
    assert used > 220
    assert max(taken) < bound


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 10, 36])
def test_bounded_numbers_are_uniform(bound):
    stream, games = game_stream(7, 0), 20_000
    counts = [0] * bound
    for _ in range(games):
        counts[stream.below(bound)] += 1
    expected = games / bound
    chi = sum((n - expected) ** 2 / expected for n in counts)
    freedom = bound - 1
    assert chi < freedom + 5 * (2 * freedom) ** 0.5 + 5


def test_games_and_seats_have_streams_of_their_own():
    keys = {game_key(seed, number) for seed in range(40) for number in range(200)}
    assert len(keys) == 40 * 200
    streams = {game_stream(1, n).words for n in range(100)} | {
        bot_stream(1, n, s).words for n in range(100) for s in (0, 1)
    }
    assert len(streams) == 300
    assert game_stream(-1, 2**64).words == game_stream(2**64 - 1, 0).words


def test_a_clone_goes_on_by_itself():
    stream = game_stream(3, 4)
    stream.next()
    clone = stream.clone()
    assert [stream.next() for _ in range(3)] == [clone.next() for _ in range(3)]


@pytest.mark.parametrize("bound", [0, -1, 2**63 + 1])
def test_no_number_below_nothing(bound):
    with pytest.raises(ValueError, match="below"):
        game_stream(0, 0).below(bound)


@pytest.mark.parametrize("words", [(0, 0, 0, 0), (1, 2, 3, 2**64), (-1, 0, 0, 0)])
def test_what_is_no_state(words):
    with pytest.raises(ValueError, match="64 bits"):
        Stream(words)
