"""The bytes of a ruleset in; nothing out where the tool does with them all that it promises, else a `Failure` that says what not.

A text is checked as `parlour validate` checks it. What is found must have a place in it and can be rendered in every
format. Where nothing is wrong the ruleset is played: by random bots in checked mode, its scenarios, and once at a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb

from msgspec.structs import replace

from parlour.interpreter.checked import Checked, compiled
from parlour.interpreter.diagnostics import Diagnostic, Report, RulesetError
from parlour.interpreter.language.document.decoder import decode
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loader import load_source
from parlour.interpreter.language.loading.resolved import resolved_sha256, resolved_text
from parlour.interpreter.lowering.settling import seats_of
from parlour.interpreter.program.printing import listing
from parlour.interpreter.program.program import Limits, Program
from parlour.interpreter.rendering import Format, render
from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.runtime.game import Game
from parlour.interpreter.runtime.random import bot_stream
from parlour.interpreter.runtime.state import State
from parlour.interpreter.scenarios.runner import failures, run_scenarios
from parlour.interpreter.source import NOWHERE, Place
from parlour.interpreter.table.match import Match
from parlour.interpreter.table.party import Party
from parlour.interpreter.table.screen import PlainScreen
from parlour.interpreter.table.setting import Wishes, prepared
from parlour.interpreter.verdict import validated
from parlour.tests.mutation.corpus import ROOT
from parlour.tests.mutation.guards import SECONDS, guarded

GAMES = 20
OWN_TURNS, OWN_CHANCES, OWN_STEPS = 20, 100, 5_000  # chances and choices alike; enough to go everywhere in a small game
ENGINE_FAULTS = frozenset(("queue", "no_end", "limit"))  # never a ruleset's own
PATH = ROOT / "rulesets" / "mutant.yaml"  # there is none: where `extends` begins to look


class Failure(Exception):
    """What went wrong; `signature` is the same for the same bug."""

    def __init__(self, stage: str, message: str, where: str = "") -> None:
        self.signature = f"{stage}: {message.splitlines()[0] if where == '' else where}"
        super().__init__(f"{stage}: {message} {where}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """How far a mutant got."""

    codes: tuple[str, ...]
    valid: bool
    faults: tuple[str, ...] = ()


def trial(content: bytes, games: int = GAMES) -> Verdict:
    """Try one text. Raises Failure."""
    with _stage("check"):
        checked, found = _check(content)
    with _stage("places"):
        for diagnostic in found:
            _verify_places(diagnostic)
    with _stage("rendering"):
        for style in Format:
            text = render(found, style, color=True)
            assert text.endswith("\n") or not found
    codes = tuple(sorted({d.code for d in found}))
    if checked is None:
        return Verdict(codes, valid=False)
    return Verdict(codes, valid=True, faults=tuple(sorted(set(_use(checked, games)))))


def _check(content: bytes) -> tuple[Checked | None, list[Diagnostic]]:
    report = Report()
    source = decode(content, "mutant.yaml", report)
    try:
        loaded = load_source(source, Library(), report, PATH) if source else None
        report.barrier()
        assert loaded is not None
        checked = validated(loaded, report)
    except RulesetError as fault:
        assert fault.diagnostics
        return None, list(fault.diagnostics)
    return checked, list(checked.warnings)


@contextmanager
def _stage(name: str, seconds: float = SECONDS) -> Iterator[None]:
    """Whatever is raised inside is a failure of this stage."""
    try:
        with guarded(seconds):
            yield
    except Failure:
        raise
    except KeyboardInterrupt:
        raise
    except BaseException as fault:
        raise Failure(name, f"{type(fault).__name__}: {fault}", f"{type(fault).__name__}{_where(fault)}") from fault


def _where(fault: BaseException) -> str:
    """The file and function that raised it; not a line, which changes from day to day."""
    frames = [f for f in extract_tb(fault.__traceback__) if "/tests/mutation/" not in f.filename]
    if not frames:
        return ""
    path = Path(frames[-1].filename)
    return f" in {path.relative_to(ROOT) if ROOT in path.parents else path.name}:{frames[-1].name}"


# --- what is said -----------------------------------------------------------------------------------------------------


def _verify_places(diagnostic: Diagnostic) -> None:
    assert diagnostic.message, diagnostic
    _verify_place(diagnostic.place, str(diagnostic))
    for related in diagnostic.related:
        _verify_place(related.place, str(diagnostic))


def _verify_place(place: Place, what: str) -> None:
    if place == NOWHERE:
        raise Failure("places", f"nowhere: {what}", what[:60])
    lines = place.source.text.split("\n")
    inside = 1 <= place.line <= place.end_line <= len(lines) and (place.line, place.column) <= (
        place.end_line,
        place.end_column,
    )
    inside = inside and 1 <= place.column <= len(lines[place.line - 1]) + 1
    inside = inside and 1 <= place.end_column <= len(lines[place.end_line - 1]) + 1
    if not inside:
        raise Failure("places", f"{place} to {place.end_line}:{place.end_column} is not in the text: {what}", what[:60])


# --- what is played ---------------------------------------------------------------------------------------------------


def _use(checked: Checked, games: int) -> Iterator[str]:
    """The faults of its own that a ruleset ran into."""
    with _stage("resolved"):
        resolved_sha256(checked.loaded)
        resolved_text(checked.loaded, origins=True)
    with _stage("seats"):
        low, high = seats_of(checked.model, Report())
    for seats in dict.fromkeys((low, high)):
        with _stage("compile"):
            program, _ = compiled(checked, seats)
        with _stage("listing"):
            listing(program)
        share = games if low == high else games // 2
        yield from _play(_limited(program), share)
    with _stage("scenarios", SECONDS * 10):  # a scenario may well play a whole game
        results = run_scenarios(checked)
        found = list(failures(results))
    with _stage("scenario places"):
        for diagnostic in found:
            _verify_places(diagnostic)
        render(found)
    if not checked.model.syntax.abstract:
        yield from _at_a_table(checked)


def _limited(program: Program) -> Program:
    limits = program.limits
    own = Limits(
        turns=min(limits.turns, OWN_TURNS),
        chances=min(limits.chances, OWN_CHANCES),
        choices=min(limits.choices, OWN_CHANCES),
        steps=min(limits.steps, OWN_STEPS),
        outcome=limits.outcome,
    )
    return replace(program, limits=own)


def _play(program: Program, games: int) -> Iterator[str]:
    with _stage("machine"):
        game = Game(program, checked=True)
    for number in range(games):
        with _stage("game", SECONDS * 5):  # the machine tests itself at every step
            fault = _one(game, number)
        if fault is not None:
            with _stage("fault"):
                _verify_fault(fault)
            yield fault.id


def _one(game: Game, number: int) -> Fault | None:
    """One game to its end, or to a fault."""
    bots = [bot_stream(7, number, seat) for seat in range(game.program.seats)]
    try:
        state = game.new_state(7, number)
        while not state.is_terminal:
            if number == 0:
                _ask(game, state)
            state.apply(state.legal[bots[state.seat].below(len(state.legal))])
        assert state.outcome
        assert len(state.returns()) == len(state.scores()) == game.program.seats
        state.measures()
    except Fault as fault:
        return fault
    return None


def _ask(game: Game, state: State) -> None:
    """What a table asks of a state where somebody chooses."""
    spellings = [state.describe(action) for action in state.legal_actions()[:20]]
    assert len(set(spellings)) == len(spellings), f"two actions are spelled alike: {spellings}"
    assert state.action_named(spellings[0]) == state.legal_actions()[0]
    again = game.from_json(state.to_json("mutant"), "mutant")
    assert again.vector == state.vector and list(again.legal) == list(state.legal)


def _verify_fault(fault: Fault) -> None:
    assert fault.message
    if fault.id in ENGINE_FAULTS:
        raise Failure("fault", f"{fault.id} at {fault.place}: {fault.message}", fault.id)
    _verify_place(fault.place, f"fault {fault.id}")


def _at_a_table(checked: Checked) -> Iterator[str]:
    """One game with bots at a table, told in its own language."""
    lines: list[str] = []
    with _stage("table"):
        setting = prepared("mutant", checked, Wishes(auto=True, seed=3))
        game = Game(_limited(setting.program))
        setting = replace(setting, game=game)
        try:
            party = Party(Match(setting), PlainScreen(lines.append))
            party.teller.begin()
            party.table.play()
            party.close()
        except Fault as fault:
            _verify_fault(fault)
            yield fault.id
