"""The phases of a base and a variant come in merged; they go out in playing order, each new one after its `after:`."""

from __future__ import annotations

from parlour.interpreter.diagnostics import Report, did_you_mean
from parlour.interpreter.language.document import Entry, Mapping, Scalar

_FIELD = "after"


def order_phases(base: Mapping, own: Mapping, merged: Mapping, report: Report) -> Mapping:
    """Put each new phase where its `after: NAME` says, else at the end; a phase of the base keeps its position."""
    order = [e.key.text for e in merged if e.key.text not in own.index or e.key.text in base.index]
    waiting = [e for e in own if e.key.text in merged.index and e.key.text not in base.index]
    after = {e.key.text: _anchor(e) for e in own}
    for entry in own:
        if entry.key.text in base.index and (anchor := after[entry.key.text]):
            message = f"the base has a phase '{entry.key.text}', and it keeps its position"
            report.error("P208", message, anchor.place, "give the new phase another name", path="phases")
    while waiting:
        ready = next((e for e in waiting if not (a := after[e.key.text]) or a.text in order), None)
        if ready is None:
            _report_lost(waiting, after, merged, report)
            break
        waiting.remove(ready)
        _insert(order, ready.key.text, after)
    return Mapping(tuple(_without_anchor(merged.index[name]) for name in order), merged.place)


def refuse_anchors(phases: Mapping, report: Report) -> None:
    """Report every `after:` of a file that has no base: its phases follow each other as they are written."""
    for entry in phases:
        if anchor := _anchor(entry):
            hint = "move the phase to its place; `after` is for new phases of a file with `extends`"
            report.error("P208", "`after` in a file without `extends`", anchor.place, hint, path="phases")


def _insert(order: list[str], name: str, after: dict[str, Scalar | None]) -> None:
    anchor = after[name]
    if anchor is None:
        order.append(name)
        return
    position = order.index(anchor.text) + 1
    while position < len(order) and (other := after.get(order[position])) and other.text == anchor.text:
        position += 1  # those with the same anchor stay in file order
    order.insert(position, name)


def _report_lost(waiting: list[Entry], after: dict[str, Scalar | None], merged: Mapping, report: Report) -> None:
    for entry in waiting:
        anchor = after[entry.key.text]
        if anchor and anchor.text in merged.index:
            report.error("P208", f"'{anchor.text}' comes after '{entry.key.text}' itself", anchor.place, path="phases")
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
