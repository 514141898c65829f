"""What is given in, a state that stands there out: it stands at a phase or turn, given values are laid, it goes on."""

from __future__ import annotations

from parlour.interpreter.diagnostics import Report, did_you_mean
from parlour.interpreter.language.document.tree import Scalar, Sequence, Tree
from parlour.interpreter.program.instructions import Set
from parlour.interpreter.program.program import PHASE, TURN, Field, Role
from parlour.interpreter.runtime.events import Event
from parlour.interpreter.runtime.state import State
from parlour.interpreter.runtime.structures import sort
from parlour.interpreter.scenarios.cards import Laid
from parlour.interpreter.scenarios.names import SHOWN, Spot
from parlour.interpreter.scenarios.scenario import Setting, Situation
from parlour.interpreter.scenarios.setups import Setup


class Positions:
    """Stands states of one game where scenarios want them. `telling`: `events` hears all of them."""

    def __init__(self, setup: Setup, events: list[Event], report: Report, telling: bool) -> None:
        self.setup, self.events, self.report = setup, events, report
        self.listener = events.append if telling else None

    def first(self, given: Situation | None) -> State | None:
        """The state that a scenario begins with: at the phase given, from the starting values; else at the first stop,
        and there at the turn given. None after a fault of what is given; Fault where the game itself breaks off."""
        if given is not None and "phase" in given.words:
            return self.next(self.setup.game.unstarted(listener=self.listener), given)
        return self.next(self.setup.game.new_state(listener=self.listener), given)

    def next(self, state: State, given: Situation | None) -> State | None:
        """The same state, standing at what is given now."""
        if given is None:
            return state
        if state.is_terminal:
            outcome = f"the game is over ({state.outcome})"
            self.report.error("P710", f"{outcome}: nothing can be given", given.place, path=given.path)
            return None
        if given.words and not self._stand(state, given):
            return None
        self._lay(state, given)
        if self.report.has_errors:
            return None
        state.advance()
        return state

    # --- standing -----------------------------------------------------------------------------------------------------

    def _stand(self, state: State, given: Situation) -> bool:
        phase, seat = self._phase(state, given), self._seat(given)
        if phase is None or seat is None:
            return False
        self._forget(state.vector, "phase" in given.words)
        self.events.clear()
        if seat < 0:
            state.at_phase(phase)
        elif self.setup.program.phases[phase].turn_entry < 0:
            self._no_turns(phase, given)
            return False
        else:
            state.at_turn(phase, seat)
            self._in_round(state, phase, seat)
        return True

    def _phase(self, state: State, given: Situation) -> int | None:
        entry = given.words.get("phase")
        if entry is None:
            return state.vector[PHASE]
        names = [p.name for p in self.setup.program.phases]
        name = entry.value.text if isinstance(entry.value, Scalar) else "?"
        if name in names:
            return names.index(name)
        message = f"there is no phase '{name}'"
        self.report.error("P710", message, entry.value.place, did_you_mean(name, names), path=given.path)
        return None

    def _seat(self, given: Situation) -> int | None:
        """The seat whose turn is given; -1 when none is."""
        entry = given.words.get("turn")
        if entry is None:
            return -1
        text = entry.value.text if isinstance(entry.value, Scalar) else "?"
        seat = self.setup.values.seat(text)
        if seat is None:
            self.setup.values.no_seat(text, entry.value.place, self.report, f"{given.path}.turn")
        return seat

    def _no_turns(self, phase: int, given: Situation) -> None:
        phases = self.setup.program.phases
        with_turns = [p.name for p in phases if p.turn_entry >= 0]
        hint = f"say `phase:` too; phases with turns: {', '.join(with_turns)}" if with_turns else "leave `turn:` out"
        message = f"phase '{phases[phase].name}' has no turns"
        self.report.error("P710", message, given.words["turn"].value.place, hint, path=given.path)

    def _forget(self, vector: list[int], new_phase: bool) -> None:
        """What was going on is over: names bound in lists, arrivals, variables that last for the turn (or phase)."""
        layout = self.setup.program.layout
        lasting = {v.symbol.name: v.lasts for v in self.setup.model.variables}
        kept = [f for f in layout.fields if f.role in SHOWN and not _is_over(f, lasting, new_phase)]
        before = vector.copy()
        vector[:] = layout.initial
        for field in kept:
            vector[field.base : field.base + field.size] = before[field.base : field.base + field.size]

    def _in_round(self, state: State, phase: int, seat: int) -> None:
        """In a phase that goes round once, those before this seat have had their turn."""
        round_ = self.setup.program.layout.named("seats passed")
        if self.setup.model.phases[phase].kind != "each" or round_ is None:
            return
        entry = self.setup.program.phases[phase].entry
        code = self.setup.program.instructions[entry:]
        first = next(i for i in code if isinstance(i, Set) and i.target.base == TURN and i.target.index is None)
        start = self.setup.game.machine.evaluator(first.value)(state.vector, 0)
        state.vector[round_.base] = (seat - start) % self.setup.program.seats

    # --- laying -------------------------------------------------------------------------------------------------------

    def _lay(self, state: State, given: Situation) -> None:
        vector, totals = state.vector, self._totals(state.vector)
        zones: list[Laid] = []
        moved: dict[int, int] = {}
        for setting in given.settings:
            spot = self.setup.names.spot(setting, self.report)
            if spot is None:
                continue
            if spot.field.role in (Role.BAG, Role.PILE):
                kinds = self.setup.zones.read(spot.field, setting.value, self.report, setting.path)
                if kinds is not None and isinstance(setting.value, Sequence):
                    block = (spot.field, spot.keys[0])
                    zones.append(Laid(block, kinds, setting.value.items, setting.value, setting.path))
                continue
            for slot, value in zip(spot.slots, self.read(spot, setting), strict=False):
                vector[slot] = moved[slot] = value
        self._come_from(vector, moved)
        if any(_has_moved(f, moved) for f in self.setup.program.layout.fields):
            self._in_order(vector)
        self.setup.zones.lay(vector, zones, self.report)
        self._conserved(given, totals, self._totals(vector))

    def read(self, spot: Spot, setting: Setting) -> list[int]:
        """The integers of a setting, one for each key of the spot; fewer after a fault."""
        trees: tuple[Tree, ...] = (setting.value,)
        if spot.is_list:
            trees = setting.value.items if isinstance(setting.value, Sequence) else ()
            if len(trees) != len(spot.keys):
                message = f"a seat has {len(spot.keys)} pawns: each has its '{spot.field.name}'"
                hint = f"a list of {len(spot.keys)}"
                self.report.error("P703", message, setting.value.place, hint, path=setting.path)
                return []
        field, values = spot.field, self.setup.values
        found = [values.read(t, field.type, field.low, field.high, self.report, setting.path) for t in trees]
        return [f for f in found if f is not None]

    def _come_from(self, vector: list[int], moved: dict[int, int]) -> None:
        """A pawn that is put on a square has come from there, unless the scenario says otherwise."""
        at, came = self.setup.program.layout.named("at"), self.setup.program.layout.named("from")
        if at is None or came is None:
            return
        for number in range(at.keys):
            slot = came.base + number
            if at.base + number in moved and slot not in moved:
                vector[slot] = vector[at.base + number]

    def _in_order(self, vector: list[int]) -> None:
        """Pawns that are alike stand in the order that the end of a turn puts them in: equal situations are equal."""
        for code in self.setup.sorts:
            sort(vector, code.bases, code.size)

    def _totals(self, vector: list[int]) -> list[int]:
        return [sum(vector[slot] for slot in group) for group in self.setup.program.conserved]

    def _conserved(self, given: Situation, before: list[int], after: list[int]) -> None:
        if self.report.has_errors:
            return
        for was, is_now in zip(before, after, strict=True):
            if was != is_now:
                more = f"{abs(is_now - was)} too {'many' if is_now > was else 'few'}"
                message = f"these values make {is_now} counters in all, and the game has {was}: {more}"
                hint = "counters never come or go: give another account too, so that the total stays"
                self.report.error("P707", message, given.place, hint, path=given.path)


def _has_moved(field: Field, moved: dict[int, int]) -> bool:
    return field.role is Role.PAWN and any(field.base <= slot < field.base + field.size for slot in moved)


def _is_over(field: Field, lasting: dict[str, str], new_phase: bool) -> bool:
    lasts = lasting.get(field.name, "game")
    return lasts == "turn" or (lasts == "phase" and new_phase)
