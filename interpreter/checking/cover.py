"""The cases of each `match` come in; gaps, overlaps and cases that nothing can match go out as faults (P520–P522)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from parlour.interpreter.checking.possible import Possible
from parlour.interpreter.checking.rolled import rolled_before
from parlour.interpreter.checking.survey import Survey
from parlour.interpreter.checking.thrown import Given
from parlour.interpreter.checking.throws import Throw, in_order
from parlour.interpreter.checking.values import Values
from parlour.interpreter.diagnostics import Related, Report, listed
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.language.resolving.typed import Typed
from parlour.interpreter.source import Place
from parlour.interpreter.types import BOOL, NONE, Kind, Type

MOST_SHOWN = 6


def check_cover(survey: Survey, report: Report) -> None:
    """Every statement `match`, and the matches of shortage rules and of the board's ends."""
    values, rolled = survey.values, rolled_before(survey.model)
    for step in survey.steps:
        subject, cases = step.arguments.get("match"), step.arguments.get("cases")
        if isinstance(subject, Typed) and isinstance(cases, typed.Cases):
            if subject.type.kind is Kind.THROW:
                _OverThrows(values, report).check(step, subject, cases)
            else:
                given = values.rolled(rolled.get(id(step), frozenset()))
                _OverNumbers(values, report).check(step, subject, cases, given)
    for place, subject, keys in _constant_matches(survey):
        missing = (values.of(subject).members or frozenset()) - keys
        if missing:
            report.error("P520", f"no case for {_spelled(missing, subject.type)}", place, "give each value a case")


def _constant_matches(survey: Survey) -> Iterator[tuple[Place, Typed, set[int]]]:
    """What accounts, transfers and the board choose by an option: place, subject, the values that have a case."""
    board = survey.model.board
    rules: list[typed.Shortage | typed.BoardEnd | None] = [a.short for a in survey.model.accounts]
    rules += [s.arguments.get("short") for s in survey.steps]  # type: ignore[misc]
    rules += [board.beyond, board.before] if board else []
    for rule in rules:
        yield from _nested(rule)


def _nested(rule: typed.Shortage | typed.BoardEnd | None) -> Iterator[tuple[Place, Typed, set[int]]]:
    if rule is not None and rule.subject is not None:
        yield rule.place, rule.subject, {value for value, _ in rule.cases}
        for _, case in rule.cases:
            yield from _nested(case)


# --- matches over numbers, words, cards -------------------------------------------------------------------------------


class _OverNumbers:
    def __init__(self, values: Values, report: Report) -> None:
        self.values, self.report = values, report

    def check(self, step: typed.Step, subject: Typed, cases: typed.Cases, given: Given) -> None:
        can_be = self.values.of(subject, given)
        members = sorted(can_be.members) if can_be.members is not None else None
        spans = [(*_ends(p), p.place) for case in cases.cases for p in case.patterns if isinstance(p, typed.Values)]
        self._overlaps(spans, subject.type)
        for low, high, place in spans:
            if high < can_be.low or low > can_be.high or _holds_none_of(members, low, high):
                known = f"this can only be {_spelled_possible(can_be, subject.type)}"
                self.report.warning("P522", f"nothing matches this case: {known}", place, "remove it")
        otherwise = next((case for case in cases.cases if not case.patterns), None)
        missing = _uncovered(can_be, [(low, high) for low, high, _ in spans])
        if otherwise is not None and missing == []:
            _never_otherwise(self.report, otherwise)
        elif otherwise is None:
            missing = missing if missing is None or subject.type.kind is Kind.INT else _without_none(missing)
            if missing is None or missing:
                what = "every other number" if missing is None else _spelled_ranges(missing, subject.type)
                _gap(self.report, step, what)

    def _overlaps(self, spans: list[tuple[int, int, Place]], type_: Type) -> None:
        """Each span that shares a value with another, told where it stands later in the text."""
        reaching: tuple[int, int, Place] | None = None
        for span in sorted(spans, key=lambda s: s[:2]):
            if reaching is not None and span[0] <= reaching[1]:
                first, second = sorted((reaching, span), key=lambda s: spans.index(s))
                both = [(span[0], min(span[1], reaching[1]))]
                _overlap(self.report, _spelled_ranges(both, type_), second[2], first[2])
            if reaching is None or span[1] > reaching[1]:
                reaching = span


def _ends(pattern: typed.Values) -> tuple[int, int]:
    low, high = pattern.low, pattern.high
    return (low.value, high.value) if isinstance(low, typed.Literal) and isinstance(high, typed.Literal) else (0, -1)


def _holds_none_of(members: list[int] | None, low: int, high: int) -> bool:
    return members is not None and bisect_left(members, low) == bisect_right(members, high)


def _uncovered(can_be: Possible, spans: list[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """The values without a case, as ranges; None where the subject has no ends and so always leaves some."""
    if can_be.members is not None:
        left = sorted(can_be.members)
        for low, high in spans:
            del left[bisect_left(left, low) : bisect_right(left, high)]
        return ranges(left)
    if not can_be.is_bounded:
        return None
    missing, following = [], can_be.low
    for low, high in sorted(spans):
        if low > following:
            missing.append((following, low - 1))
        following = max(following, high + 1)
    return [*missing, (following, can_be.high)] if following <= can_be.high else missing


def _without_none(missing: list[tuple[int, int]] | None) -> list[tuple[int, int]]:
    """Ranges without the value `none`, which needs no case."""
    return [(max(low, NONE + 1), high) for low, high in missing or [] if high > NONE]


def ranges(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """1, 2, 3, 7 → 1..3, 7..7"""
    found: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def _spelled(members: Iterable[int], type_: Type) -> str:
    return _spelled_ranges(ranges(members), type_)


def _spelled_possible(can_be: Possible, type_: Type) -> str:
    found = [(can_be.low, can_be.high)] if can_be.members is None else ranges(can_be.members)
    return _spelled_ranges(found, type_)


def _spelled_ranges(found: list[tuple[int, int]], type_: Type) -> str:
    """`'never' and 'always'`, `3..5 and 9`"""
    if type_ == BOOL or type_.words:
        offset = 1 if type_.kind is Kind.SQUARE else 0  # named squares count from 1
        words = ("false", "true") if type_ == BOOL else type_.words
        names = [words[k - offset] for low, high in found for k in range(low, high + 1) if 0 <= k - offset < len(words)]
        return listed(names, MOST_SHOWN) if names else "none"
    spelled = [str(low) if low == high else f"{low}..{high}" for low, high in found]
    more = f" and {len(spelled) - MOST_SHOWN} more" if len(spelled) > MOST_SHOWN else ""
    return ", ".join(spelled[:MOST_SHOWN]) + more


# --- matches over throws ----------------------------------------------------------------------------------------------


class _OverThrows:
    def __init__(self, values: Values, report: Report) -> None:
        self.values, self.report = values, report

    def check(self, step: typed.Step, subject: Typed, cases: typed.Cases) -> None:
        can_be = self.values.throws(subject)
        seen: dict[Throw, Place] = {}
        for pattern in (p for case in cases.cases for p in case.patterns if isinstance(p, typed.Faces)):
            throw = in_order(pattern.faces)
            if throw in seen:
                _overlap(self.report, _shown(throw), pattern.place, seen[throw])
            elif can_be is not None and throw not in can_be:
                hint = "a case names every die of the throw, in any order"
                message = f"nothing matches this case: {_shown(throw)} is never thrown here"
                self.report.warning("P522", message, pattern.place, hint)
            seen.setdefault(throw, pattern.place)
        otherwise = next((case for case in cases.cases if not case.patterns), None)
        missing = sorted(_shown(t) for t in can_be - set(seen)) if can_be is not None else ["every other throw"]
        if otherwise is not None and not missing:
            _never_otherwise(self.report, otherwise)
        elif otherwise is None and missing:
            more = f" and {len(missing) - MOST_SHOWN} more" if len(missing) > MOST_SHOWN else ""
            _gap(self.report, step, ", ".join(missing[:MOST_SHOWN]) + more)


def _shown(throw: Throw) -> str:
    return " ".join(str(face) for face in throw) or "the empty throw"


# --- faults -----------------------------------------------------------------------------------------------------------


def _gap(report: Report, step: typed.Step, missing: str) -> None:
    hint = "give it a case, or write `otherwise: []` if nothing happens then"
    report.error("P520", f"no case for {missing}", step.place, hint)


def _overlap(report: Report, both: str, place: Place, earlier: Place) -> None:
    related = [Related("it is in this case too", earlier)]
    report.error("P521", f"two cases for {both}: only one of them can run", place, "keep it in one case", related)


def _never_otherwise(report: Report, otherwise: typed.Case) -> None:
    report.warning("P522", "nothing is left for 'otherwise': the cases before it are all", otherwise.place, "remove it")
