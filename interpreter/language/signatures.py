"""What a statement or a function takes: pure data, read by the reader, the resolver, the schema and the docs.

The kinds of arguments are a closed set; a statement is a row of them. How it is lowered is added above this floor.
"""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.types import Type


class ExpressionOf(Struct, frozen=True):
    """An expression of this type (None: of any). `words` may stand in its place (`amount: all`)."""

    type: Type | None = None
    words: tuple[str, ...] = ()


class ReferenceTo(Struct, frozen=True):
    """The name of a declared thing, keyed where it has a key: an account, a zone, a device, a phase."""

    role: str  # account, zone, device, phase


class WordOf(Struct, frozen=True):
    """One of these words, or any identifier where there are none."""

    words: tuple[str, ...] = ()


class PickOf(Struct, frozen=True):
    """`NAME in SET where COND`; the name is bound in the bodies of the same statement, with `stays` also after it."""

    stays: bool = False


class NewName(Struct, frozen=True):
    """A name bound for the rest of the list, or the declared variable that it writes. None: the type of what is picked"""

    type: Type | None


class Body(Struct, frozen=True):
    """A list of statements (or one). `unnamed`: it runs where nothing was picked, so the picked name is not bound in it."""

    unnamed: bool = False


class Assignments(Struct, frozen=True):
    """`{TARGET: EXPR}`"""


class Bindings(Struct, frozen=True):
    """`{NAME: EXPR}`: constants for the rest of the list"""


class CaseList(Struct, frozen=True):
    """`{PATTERN: BODY, otherwise: BODY}`"""


class OptionList(Struct, frozen=True):
    """`{NAME: BODY}` or `{NAME: {only_if: EXPR, do: BODY}}`"""


class Speech(Struct, frozen=True):
    """`TEXT` or `{TEXT: {NAME: EXPR}}`"""


class Passed(Struct, frozen=True):
    """`{NAME: EXPR}`: what the text that the statement's `id` names is given"""


class ShortRule(Struct, frozen=True):
    """`pays_all`, `owes`, `{cover: ACCOUNT}`, `{do: BODY}`, a constant expression of the words, or a `match` of these."""


class Ending(Struct, frozen=True):
    """`turn`, `phase` or `{outcome: WORD, winners: PICK or PLAYER, say: {NAME: EXPR}}`"""


ArgumentKind = (
    ExpressionOf
    | ReferenceTo
    | WordOf
    | PickOf
    | NewName
    | Body
    | Assignments
    | Bindings
    | CaseList
    | OptionList
    | Speech
    | Passed
    | ShortRule
    | Ending
)


class Parameter(Struct, frozen=True):
    """One argument of a statement. `beside`: it stands beside the verb in the same map (`then:` beside `if:`).

    `only_with`: it says something of one of these, and means nothing without.
    """

    name: str
    kind: ArgumentKind
    help: str
    required: bool = True
    beside: bool = False
    only_with: tuple[str, ...] = ()


class Statement(Struct, frozen=True):
    """The signature and manual of a verb. `main`: the parameter that a plain value stands for (`move: 3`).

    `either`: exactly one of these parameters is given.
    """

    verb: str
    summary: str
    manual: str
    example: str  # a list of statements in YAML, tested
    parameters: tuple[Parameter, ...]
    main: str = ""
    either: tuple[str, ...] = ()
    implied: str = ""  # whom it is about without saying so: me, pawn; card: it runs what that card says

    def parameter(self, name: str) -> Parameter:
        return next(p for p in self.parameters if p.name == name)

    @property
    def inside(self) -> tuple[Parameter, ...]:
        """The parameters written in the verb's own value."""
        return tuple(p for p in self.parameters if not p.beside)

    @property
    def beside(self) -> tuple[Parameter, ...]:
        return tuple(p for p in self.parameters if p.beside)


class Function(Struct, frozen=True):
    """The signature of an operator, function, attribute or name of expressions.

    `takes` and `gives` are types as written in the docs: `int`, `player`, `set of card`, `T` (any, the same in all).
    """

    name: str
    form: str  # function, method, attribute, name
    takes: tuple[str, ...]
    gives: str
    help: str
    optional: int = 0  # how many of the last arguments may be left out


def signature(row: Function) -> str:
    """`t.die(int) -> int` as messages print it"""
    first, *rest = row.takes or ("",)
    match row.form:
        case "attribute":
            return f"{first}.{row.name} -> {row.gives}"
        case "method":
            return f"{first}.{row.name}({', '.join(rest)}) -> {row.gives}"
        case "operator":
            name = row.name.removesuffix(" x")
            return f"{name} {first}" if not rest else f"{first} {name} {rest[0]}"
        case "name":
            return f"{row.name} {first}".strip()
        case _:
            return f"{row.name}({', '.join(row.takes)}) -> {row.gives}"


class Vocabulary(Struct, frozen=True):
    """Everything that rules may be written with; handed down to the stages, so that they need not know the rows."""

    statements: dict[str, Statement]
    functions: tuple[Function, ...]
