"""A declared device comes in; every throw that it can show goes out, each as its faces in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from parlour.interpreter.checking.possible import Possible, only
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Typed

Face = int | str
Throw = tuple[Face, ...]  # in order
Throws = frozenset[Throw]

MOST_THROWS = 3_000
MOST_DICE = 100


def in_order(faces: Iterable[Face]) -> Throw:
    return tuple(sorted(faces, key=lambda face: (isinstance(face, str), face)))


def throws_of(device: typed.Device, value: Callable[[Typed], Possible], number: Typed | None) -> Throws | None:
    """Every throw of a device; None where they are too many, or where its dice are not known before the game.

    `value` says what an expression can be; `number` is how many dice are thrown, None for all of them.
    """
    dice = tuple(_faces(die, value) for die in device.dice)
    if not dice or any(not faces for faces in dice):
        return None
    counts = only(len(dice))
    if device.alike:
        given = number if number is not None else device.throw
        counts = value(given) if given is not None else only(1)
    if counts.members is None or counts.low < 0 or counts.high > MOST_DICE:
        return None
    return _thrown(dice * counts.high if device.alike else dice, counts.members)


@lru_cache(maxsize=64)  # a device is rolled in many places
def _thrown(dice: tuple[tuple[Face, ...], ...], counts: frozenset[int]) -> Throws | None:
    """The throws of the first n dice, for each n of `counts`."""
    level, found = {Throw()}, set[Throw]()
    for count, die in enumerate([(), *dice]):
        if count:
            level = {in_order((*shown, face)) for shown in level for face in die}
        if count in counts:
            found |= level
        if len(found) > MOST_THROWS or len(level) > MOST_THROWS:
            return None
    return frozenset(found)


def _faces(die: typed.Die, value: Callable[[Typed], Possible]) -> tuple[Face, ...]:
    """The different faces of a die; nothing where their number is not known."""
    if die.faces is not None:
        sides = value(die.faces)
        return tuple(range(1, sides.high + 1)) if 0 < sides.high <= MOST_THROWS else ()
    shown = (face for face, weight in die.sides if weight is None or value(weight).high > 0)
    return tuple(dict.fromkeys(shown))


# --- what is asked of a throw -----------------------------------------------------------------------------------------


def around(throws: Throws) -> tuple[int, int]:
    """A range that holds every face and every count."""
    numbers = [face for throw in throws for face in throw if isinstance(face, int)]
    return min(0, *numbers, 0), max(*numbers, *(len(t) for t in throws), 0)


def _total(throw: Throw, _: Face | None) -> int:
    return sum(face for face in throw if isinstance(face, int))


def _die(throw: Throw, rank: Face | None) -> int:
    shown = sorted((face if isinstance(face, int) else 0 for face in throw), reverse=True)
    return shown[rank - 1] if isinstance(rank, int) and 0 < rank <= len(shown) else 0


ASKED: dict[str, Callable[[Throw, Face | None], int]] = {
    "total": _total,
    "size": lambda throw, _: len(throw),
    "is_double": lambda throw, _: int(len(throw) > 1 and len(set(throw)) == 1),
    "count": lambda throw, face: sum(1 for shown in throw if shown == face),
    "has": lambda throw, face: int(face in throw),
    "die": _die,
}
