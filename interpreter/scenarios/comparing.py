"""A state, what was told on the way and what is expected in; the differences out, each with its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.interpreter.diagnostics import Report, did_you_mean
from parlour.interpreter.language.document.tree import Entry, Scalar, text_of
from parlour.interpreter.language.document.tree import Sequence as Listed
from parlour.interpreter.program.instructions import Note
from parlour.interpreter.program.program import PHASE, TURN, Role
from parlour.interpreter.runtime.events import Event, Happening
from parlour.interpreter.runtime.state import State
from parlour.interpreter.scenarios.names import Spot
from parlour.interpreter.scenarios.positions import Positions
from parlour.interpreter.scenarios.scenario import Difference, Setting, Situation
from parlour.interpreter.scenarios.setups import Setup
from parlour.interpreter.scenarios.values import shown
from parlour.interpreter.source import Place
from parlour.interpreter.types import NONE, PLAYER

GOES_ON = "none: the game goes on"


class Comparer:
    """Compares states of one game with what a scenario expects."""

    def __init__(self, setup: Setup, positions: Positions, report: Report) -> None:
        self.setup, self.positions, self.report = setup, positions, report

    def differences(self, state: State, events: Sequence[Event], expect: Situation) -> list[Difference]:
        """Everything that is otherwise than expected; faults of what is expected go to the report."""
        found = [d for setting in expect.settings for d in self._setting(state, setting)]
        for name, entry in expect.words.items():
            match name:
                case "said":
                    found += self._said(events, entry)
                case "winners":
                    found += self._winners(state, entry)
                case "fault":
                    found += [] if is_false(entry) else [_different("fault", entry, "no fault")]
                case _:
                    found += self._word(state, name, entry)
        return found

    # --- words --------------------------------------------------------------------------------------------------------

    def _word(self, state: State, name: str, entry: Entry) -> list[Difference]:
        """phase, turn, outcome, asks: one word each."""
        wanted = entry.value.text if isinstance(entry.value, Scalar) else "?"
        known, is_there = self._known(state, name)
        if wanted not in known and wanted != "none":
            self._unknown(name, wanted, known, entry.value.place)
            return []
        return [] if wanted == is_there.split(":")[0] else [_different(name, entry, is_there)]

    def _known(self, state: State, name: str) -> tuple[list[str], str]:
        """The words that may be expected, and the one that is there."""
        program, model = self.setup.program, self.setup.model
        if name == "phase":
            return [p.name for p in program.phases], program.phases[state.vector[PHASE]].name
        if name == "turn":
            has_turns = program.phases[state.vector[PHASE]].turn_entry >= 0
            seats = [self.setup.values.spell(PLAYER, k) for k in range(program.seats)]
            return seats, self.setup.values.spell(PLAYER, state.vector[TURN] if has_turns else NONE)
        if name == "outcome":
            spoken = [s.text for s in model.spoken if s.kind == "outcome"]
            return [*program.outcomes[1:], *spoken], state.outcome or GOES_ON
        choice = state.choice
        asked = "none: the game is over" if state.is_terminal else "none: a chance is next"
        return [*model.choices, *(c.name for c in program.choices)], choice.name if choice else asked

    def _unknown(self, name: str, wanted: str, known: Iterable[str], place: Place) -> None:
        if name == "turn":
            self.setup.values.no_seat(wanted, place, self.report, "expect.turn")
            return
        what = "choice" if name == "asks" else name
        code = "P710" if name == "phase" else "P711"
        self.report.error(code, f"there is no {what} '{wanted}'", place, did_you_mean(wanted, known))

    def _winners(self, state: State, entry: Entry) -> list[Difference]:
        items = entry.value.items if isinstance(entry.value, Listed) else (entry.value,)
        expected = set()
        for item in items:
            text = text_of(item) or "?"
            seat = self.setup.values.seat(text)
            if seat is None:
                self.setup.values.no_seat(text, item.place, self.report, "expect.winners")
                return []
            expected.add(seat)
        if state.is_terminal and expected == set(state.winners):
            return []
        there = self._seats(state.winners) if state.is_terminal else GOES_ON
        return [Difference("winners", self._seats(sorted(expected)), there, entry.value.place)]

    def _seats(self, seats: Iterable[int]) -> str:
        return shown(self.setup.values.spell(PLAYER, seat) for seat in seats)

    def _said(self, events: Sequence[Event], entry: Entry) -> list[Difference]:
        """The texts that are expected were said in this step, in this order, others between them or not."""
        known = {t.name for t in self.setup.program.texts} | {s.text for s in self.setup.model.spoken}
        items = entry.value.items if isinstance(entry.value, Listed) else (entry.value,)
        wanted = [(i.text, i.place) for i in items if isinstance(i, Scalar)]
        for text, place in wanted:
            if text not in known:
                self._unknown("text", text, known, place)
        said = [self.setup.program.texts[e.text].name for e in events if e.text >= 0 and e.kind in _SPEAKING]
        left = iter(said)
        missing = [w for w in wanted if w[0] in known and w[0] not in left]
        return [Difference("said", text, shown(said) if said else "nothing", place) for text, place in missing[:1]]

    # --- values -------------------------------------------------------------------------------------------------------

    def _setting(self, state: State, setting: Setting) -> list[Difference]:
        spot = self.setup.names.spot(setting, self.report)
        if spot is None:
            return []
        if spot.field.role in (Role.BAG, Role.PILE):
            return self._zone(state, spot, setting)
        expected = self.positions.read(spot, setting)
        found = [state.vector[slot] for slot in spot.slots]
        if len(expected) != len(found):
            return []
        if spot.is_list and spot.field.role is Role.PAWN:  # pawns without variables of their own are alike
            expected, found = sorted(expected), sorted(found)
        if expected == found:
            return []
        spell, type_ = self.setup.values.spell, spot.field.type
        words = [[spell(type_, v) for v in side] for side in (expected, found)]
        wanted, there = (shown(w) if spot.is_list else w[0] for w in words)
        return [Difference(_name(setting), wanted, there, setting.value.place)]

    def _zone(self, state: State, spot: Spot, setting: Setting) -> list[Difference]:
        zones, field = self.setup.zones, spot.field
        expected = zones.read(field, setting.value, self.report, setting.path)
        if expected is None:
            return []
        found = zones.seen(state.vector, (field, spot.keys[0]))
        wanted = expected if field.role is Role.PILE else tuple(sorted(expected))
        if wanted == found:
            return []
        return [Difference(_name(setting), zones.spell(field, wanted), zones.spell(field, found), setting.value.place)]


_SPEAKING = (Note.SAID, Happening.ENDED)


def _name(setting: Setting) -> str:
    return f"{setting.seat.text}.{setting.name.text}" if setting.seat else setting.name.text


def _different(name: str, entry: Entry, there: str) -> Difference:
    return Difference(name, text_of(entry.value) or "?", there, entry.value.place)


def is_false(entry: Entry) -> bool:
    """Whether `false` is written here."""
    return isinstance(entry.value, Scalar) and entry.value.value is False
