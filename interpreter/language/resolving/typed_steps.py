"""Typed steps: statements with their arguments resolved by kind; what the effects of a ruleset are made of."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.language.resolving.typed_values import Bound, Local, Picked, Read, Symbol, Typed
from parlour.interpreter.language.signatures import Statement
from parlour.interpreter.source import Place


class Step(Struct, frozen=True):
    """A statement with typed arguments; `binds` is the local that its `as:` made"""

    statement: Statement
    arguments: dict[str, Argument]
    guard: Typed | None
    place: Place


class EffectCall(Struct, frozen=True):
    """`needs`: for each name that the effect takes from where it is called, its local there and here"""

    effect: Effect
    arguments: tuple[Typed, ...]
    needs: tuple[tuple[Local, Bound], ...]
    guard: Typed | None
    place: Place


Block = tuple[Step | EffectCall, ...]


class Assigned(Struct, frozen=True):
    """What is written (a Read of a variable) or bound (a Bound), and the value"""

    pairs: tuple[tuple[Read | Bound, Typed], ...]


class Values(Struct, frozen=True):
    """A pattern of a case: the values low..high of the subject"""

    low: Typed
    high: Typed
    place: Place


class Faces(Struct, frozen=True):
    """A pattern of a case over throws: exactly these faces (numbers or words), in any order"""

    faces: tuple[int | str, ...]
    place: Place


class Case(Struct, frozen=True):
    """No patterns: otherwise"""

    patterns: tuple[Values | Faces, ...]
    body: Block
    place: Place


class Cases(Struct, frozen=True):
    cases: tuple[Case, ...]
    place: Place


class Way(Struct, frozen=True):
    name: str
    only_if: Typed | None
    body: Block
    place: Place


class Ways(Struct, frozen=True):
    """The options of a choice, and what each policy thinks of each: `policies[name][option]`"""

    ways: tuple[Way, ...]
    policies: tuple[tuple[str, tuple[Typed, ...]], ...]


class Opinions(Struct, frozen=True):
    """What each policy thinks of a value that can be picked"""

    policies: tuple[tuple[str, Typed], ...]


class Spoken(Struct, frozen=True):
    text: str
    arguments: tuple[tuple[str, Typed], ...]
    place: Place


class Shortage(Struct, frozen=True):
    """As in the syntax; `payer` and `unpaid` are bound in the body"""

    place: Place
    word: Typed | None = None
    cover: Read | None = None
    body: Block | None = None
    payer: Local | None = None
    unpaid: Local | None = None
    subject: Typed | None = None
    cases: tuple[tuple[int, Shortage], ...] = ()


class Ended(Struct, frozen=True):
    what: str  # turn, phase, game
    place: Place
    outcome: str = ""
    winners: Picked | Typed | None = None
    says: tuple[tuple[str, Typed], ...] = ()


class Name(Struct, frozen=True):
    """A word given as an argument: a phase, a choice's id, `top`"""

    text: str
    place: Place


Argument = (
    Typed | Picked | Local | Block | Assigned | Cases | Ways | Opinions | Spoken | Shortage | Ended | Name | Symbol
)


class Effect(Struct, eq=False):
    """`needs`: the locals (`me`, `here` …) that its body takes from where it is called, by name"""

    name: str
    place: Place
    parameters: tuple[Local, ...]
    needs: dict[str, Local]
    body: Block
