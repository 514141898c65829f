"""A seed and a game's number in; streams of unbiased random numbers out, as docs/randomness.md lays down to the bit."""

from __future__ import annotations

from collections.abc import Sequence

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15  # SplitMix64's step
GAMES = 0xD1B54A32D192ED03  # odd, so that number -> number * GAMES meets every 64-bit number once
SEATS = 0x8CB92BA72F3D8DD7  # odd, likewise


def mix64(z: int) -> int:
    """SplitMix64's finalizer: a bijection of the 64-bit numbers in which every bit of z reaches every bit."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def splitmix64(start: int, count: int) -> tuple[int, ...]:
    """The first `count` numbers of SplitMix64 started at `start`."""
    return tuple(mix64((start + k * GOLDEN) & MASK) for k in range(1, count + 1))


class Stream:
    """xoshiro256**: `words` is its state, four 64-bit numbers that are not all 0."""

    __slots__ = ("_a", "_b", "_c", "_d")

    def __init__(self, words: Sequence[int]) -> None:
        self._a, self._b, self._c, self._d = words
        if not any(words) or not all(0 <= w <= MASK for w in words):
            raise ValueError("a stream is four numbers of 64 bits, not all of them 0")

    @property
    def words(self) -> tuple[int, int, int, int]:
        return self._a, self._b, self._c, self._d

    def next(self) -> int:
        """The next number, 0 .. 2**64 - 1."""
        a, b, c, d = self._a, self._b, self._c, self._d
        x = (b * 5) & MASK
        c ^= a
        d ^= b
        self._a = a ^ d
        self._c = c ^ ((b << 17) & MASK)
        self._b = b ^ c
        self._d = ((d << 45) | (d >> 19)) & MASK
        return (((x << 7) | (x >> 57)) * 9) & MASK

    def below(self, bound: int) -> int:
        """A number 0 .. bound - 1, each equally likely: Lemire's multiply and shift, with rejection.

        `bound` is 1 .. 2**63; anything else is a ValueError.
        """
        if not 0 < bound <= 2**63:
            raise ValueError(f"no random number below {bound}")
        product = self.next() * bound
        if product & MASK < bound:
            least = 2**64 % bound
            while product & MASK < least:
                product = self.next() * bound
        return product >> 64

    def clone(self) -> Stream:
        """A stream that goes on with the same numbers."""
        return Stream(self.words)


def game_key(seed: int, number: int) -> int:
    """The 64-bit key of game `number` of a seed; both count modulo 2**64."""
    return mix64((mix64((seed + GOLDEN) & MASK) + number * GAMES) & MASK)


def game_stream(seed: int, number: int) -> Stream:
    """The stream that chance of game `number` (from 0) of this seed draws from."""
    return Stream(splitmix64(game_key(seed, number), 4))


def bot_stream(seed: int, number: int, seat: int) -> Stream:
    """The stream of the bot at `seat` (from 0) in that game: never the game's own."""
    key = mix64((game_key(seed, number) + (seat + 1) * SEATS) & MASK)
    return Stream(splitmix64(key, 4))
