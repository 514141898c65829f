"""What a ruleset says comes in; what each of its texts is given, wherever it is said, goes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field

from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Said
from parlour.interpreter.locale.catalogue import is_label
from parlour.interpreter.locale.parameters import Parameter, Shown, Use
from parlour.interpreter.source import Place
from parlour.interpreter.types import PLAYER, Kind, Type, set_of

WHO = "who"
OUTCOME = "outcome"
FINISHED, UNFINISHED = "finished", "unfinished"


def parameter_of(type_: Type) -> Parameter:
    """How a text shows a value of a type."""
    match type_.kind:
        case Kind.INT:
            return Parameter(Shown.NUMBER)
        case Kind.BOOL:
            return Parameter(Shown.WORD, ("yes", "no"))
        case Kind.PLAYER | Kind.TOKEN:
            return Parameter(Shown.PLAYER)
        case Kind.SET | Kind.THROW:
            return Parameter(Shown.LIST)
        case Kind.WORD | Kind.RANK | Kind.SUIT:
            return Parameter(Shown.WORD, type_.words)
        case Kind.CARD if not any(" of " in word for word in type_.words):
            return Parameter(Shown.WORD, type_.words)
        case _:
            return Parameter(Shown.TEXT)


class Gathered(Struct):
    """Every place where one text is said, the names that each passes, and all that any of them passes."""

    parameters: dict[str, Parameter] = field(default_factory=dict)
    passed: set[str] = field(default_factory=set)
    said: list[tuple[Place, frozenset[str]]] = field(default_factory=list)
    may_be_missing: bool = True
    labels: set[str] = field(default_factory=set)
    is_asked: bool = False  # by a choice

    def add(self, values: Mapping[str, Type], place: Place, own: frozenset[str], may_be_missing: bool) -> None:
        """`own` are the names that the ruleset itself passes there."""
        for name, type_ in values.items():
            self.parameters[name] = _both(self.parameters.get(name), parameter_of(type_))
        self.passed |= own
        self.said.append((place, frozenset(values)))
        self.may_be_missing = self.may_be_missing and may_be_missing

    def use(self) -> Use:
        return Use(
            self.parameters, self.said[0][0], frozenset(self.passed), self.may_be_missing, frozenset(self.labels)
        )


def _both(known: Parameter | None, more: Parameter) -> Parameter:
    """A value that is shown in two places: as words where it is a word in both."""
    if known is None or known.shown is not more.shown:
        return more if known is None else known
    return Parameter(more.shown, tuple(dict.fromkeys((*known.words, *more.words))))


def gathered(survey: Survey) -> dict[str, Gathered]:
    """Every text that is said, by its name."""
    model, found = survey.model, dict[str, Gathered]()
    for said in (*model.spoken, *_of_outcomes(model)):
        is_outcome = said.kind == OUTCOME
        values = dict(said.values)
        own = frozenset(values) - ({WHO} if is_outcome else set())
        found.setdefault(said.text, Gathered()).add(values, said.place, own, is_outcome)
    choices = [step for step in survey.steps if step.statement.verb == "choose"]
    for step in choices:
        if isinstance(asked := step.arguments["id"], typed.Name):
            given = _given(step)
            question = found.setdefault(asked.text, Gathered())
            question.add({WHO: PLAYER} | given, asked.place, frozenset(given), not given)
            question.is_asked = True
            question.labels |= {way.name for way in _ways(step)}
    for _, text, place in model.requires:
        if text.isidentifier():
            found.setdefault(text, Gathered()).add({}, place, frozenset(), False)
    return found | _labels(choices, found)


def _labels(choices: Sequence[typed.Step], said: Mapping[str, Gathered]) -> dict[str, Gathered]:
    """The texts of options: those that nothing else says."""
    found: dict[str, Gathered] = {}
    for step in choices:
        for way in _ways(step):
            if is_label(way.name, said):
                values = {WHO: PLAYER} | _given(step)
                label = found.setdefault(way.name, Gathered(is_asked=True))
                label.add(values, way.place, frozenset(), True)
    return found


def _ways(step: typed.Step) -> tuple[typed.Way, ...]:
    ways = step.arguments.get("options")
    return ways.ways if isinstance(ways, typed.Ways) else ()


def _given(step: typed.Step) -> dict[str, Type]:
    """What a choice passes to its question."""
    given = step.arguments.get("say")
    return {name: value.type for name, value in given.arguments} if isinstance(given, typed.Spoken) else {}


def _of_outcomes(model: typed.Model) -> Iterator[Said]:
    """The outcomes that no rule names: after the last phase, and at the limit."""
    place, limit = model.syntax.id.place, model.syntax.limit.outcome
    winners = ((WHO, set_of(PLAYER)),)
    yield Said(FINISHED, winners, OUTCOME, place)
    yield Said(limit.text if limit else UNFINISHED, winners, OUTCOME, limit.place if limit else place)
