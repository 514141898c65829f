"""A record and the ruleset as it is now in, the game where it was left out; or why it cannot be gone on with."""

from __future__ import annotations

from msgspec import Struct

from parlour.interpreter.checked import Checked
from parlour.interpreter.diagnostics import RulesetError
from parlour.interpreter.language.loading.resolved import resolved_sha256
from parlour.interpreter.table.match import Match
from parlour.interpreter.table.record import Record, UnreadableRecord
from parlour.interpreter.table.seats import UnknownSeat
from parlour.interpreter.table.setting import Setting, Wishes, prepared


class RulesetChanged(ValueError):
    """The ruleset is not the one of the record, and the game would have gone otherwise by it."""


class Resumed(Struct, frozen=True):
    """The setting of a record. `is_changed`: the ruleset's text is another one now."""

    setting: Setting
    is_changed: bool


def resumed(record: Record, checked: Checked, auto: bool = False, language: str = "") -> Resumed:
    """Raises RulesetChanged, UnreadableRecord; `auto` puts bots on the seats of persons."""
    identifier, sha256 = checked.model.syntax.id.text, resolved_sha256(checked.loaded)
    if identifier != record.identifier:
        raise UnreadableRecord(f"it is a game of '{record.identifier}', and not of '{identifier}'")
    spoken = language or record.language
    wishes = Wishes(record.seats, len(record.seats), record.options, auto, record.seed, record.number, spoken)
    is_changed = sha256 != record.sha256
    try:
        return Resumed(prepared(record.reference, checked, wishes), is_changed)
    except (RulesetError, UnknownSeat) as fault:
        if is_changed:
            raise RulesetChanged(f"{_changed(record, sha256)}. Now {fault}") from fault
        raise UnreadableRecord(f"it cannot have been played: {fault}") from fault


def verify_state(match: Match, record: Record, is_changed: bool) -> None:
    """Whether the moves lead to the state that was saved. Raises UnreadableRecord. By changed rules they need not."""
    if is_changed or record.state is None:
        return
    saved, now = dict(record.state), match.state.to_json()
    if saved != now:
        raise UnreadableRecord("it is damaged: its moves do not lead to the situation that was saved")


def misfit(record: Record, number: int, why: str, found: Resumed) -> str:
    """What is wrong where move `number` (from 1) cannot be repeated."""
    told = f"move {number} of {len(record.moves)} cannot be repeated: {why}"
    if not found.is_changed:
        return f"it is damaged: {told}"
    now = resolved_sha256(found.setting.checked.loaded)
    return f"{_changed(record, now)}, and by the rules of today {told}"


def _changed(record: Record, sha256: str) -> str:
    return (
        f"the ruleset '{record.identifier}' has changed since: its sha256 was {record.sha256[:16]}… "
        f"and is {sha256[:16]}…"
    )
