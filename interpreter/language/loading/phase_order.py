"""The phases of a base and a variant come in merged; they go out in playing order, each new one after its `after:`."""

from __future__ import annotations

from parlour.interpreter.diagnostics import Report, did_you_mean
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar

_FIELD = "after"
_MOST_FAULTS = 100


def order_phases(base: Mapping, own: Mapping, merged: Mapping, report: Report) -> Mapping:
    """Put each new phase where its `after: NAME` says, else at the end; a phase of the base keeps its position.

    Several new phases after the same one follow it in the order of the file, each with those that come after it.
    """
    followers: dict[str, list[str]] = {}
    first: list[str] = []
    for entry in merged:
        name, anchor = entry.key.text, _anchor(entry) if entry.key.text in own.index else None
        if anchor and name in base.index:
            message = f"the base has a phase '{name}', and it keeps its position"
            report.error("P208", message, anchor.place, "give the new phase another name", path="phases")
        elif anchor:
            followers.setdefault(anchor.text, []).append(name)
            continue
        first.append(name)
    order = _with_followers(first, followers)
    _report_lost([e for e in merged if e.key.text not in order], merged, report)
    return Mapping(tuple(_without_anchor(merged.index[name]) for name in order), merged.place)


def refuse_anchors(phases: Mapping, report: Report) -> None:
    """Report every `after:` of a file that has no base: its phases follow each other as they are written."""
    for entry in phases:
        if anchor := _anchor(entry):
            hint = "move the phase to its place; `after` is for new phases of a file with `extends`"
            report.error("P208", "`after` in a file without `extends`", anchor.place, hint, path="phases")


def _with_followers(first: list[str], followers: dict[str, list[str]]) -> dict[str, None]:
    """The names in order, as the keys of a dict: each one, then those that come after it."""
    order: dict[str, None] = {}
    waiting = first[::-1]
    while waiting:
        name = waiting.pop()
        order[name] = None
        waiting.extend(reversed(followers.get(name, ())))
    return order


def _report_lost(lost: list[Entry], merged: Mapping, report: Report) -> None:
    for entry in lost[:_MOST_FAULTS]:
        anchor = _anchor(entry)
        if anchor and anchor.text in merged.index:
            message = f"'{entry.key.text}' and '{anchor.text}' wait for one another"
            report.error("P208", message, anchor.place, "name a phase of the base", path="phases")
        elif anchor:
            hint = did_you_mean(anchor.text, (n for n in merged.index if n != entry.key.text))
            report.error("P208", f"there is no phase '{anchor.text}'", anchor.place, hint, path="phases")


def _anchor(entry: Entry) -> Scalar | None:
    value = entry.value.get(_FIELD) if isinstance(entry.value, Mapping) else None
    return value if isinstance(value, Scalar) else None


def _without_anchor(entry: Entry) -> Entry:
    if not isinstance(entry.value, Mapping) or _FIELD not in entry.value.index:
        return entry
    fields = tuple(f for f in entry.value if f.key.text != _FIELD)
    return Entry(entry.key, Mapping(fields, entry.value.place))
