"""The codes P201 to P219: `extends` and what it merges."""

from __future__ import annotations

from parlour.interpreter.codes.code import Code

_BASE = {
    "base.yaml": "parlour: 1\nid: base\nphases:\n  deal: {do: []}\n  race: {do: []}\nsquares:\n  6: {name: Ford}\n",
}

EXTENDING = (
    Code(
        "P201",
        "base not found",
        "`extends: id` looks for `<id>.yaml` in the file's own folder and then in the library; a path (with a slash, "
        "or ending in .yaml) is looked for from the file's own folder.",
        "id: example\nextends: bese\n",
        "id: example\nextends: base\n",
        _BASE,
    ),
    Code(
        "P202",
        "bases in a circle",
        "A ruleset that extends itself, directly or through others, has no beginning.",
        "id: example\nextends: example\n",
        "id: example\nextends: base\n",
        _BASE,
    ),
    Code(
        "P203",
        "base outside the folder",
        "A path in `extends` names a file in the ruleset's own folder or below it, links followed: a ruleset from "
        "somewhere else cannot make this machine read other files.",
        "id: example\nextends: ../base.yaml\n",
        "id: example\nextends: base.yaml\n",
        _BASE,
    ),
    Code(
        "P204",
        "too many bases",
        "At most 16 files may extend one another.",
        "seventeen files, each with `extends` to the next",
        "a variant of a variant of a base",
        runnable=False,
    ),
    Code(
        "P205",
        "no name of a base",
        "`extends` takes the id of one ruleset, or the path of one file.",
        "id: example\nextends: [base]\n",
        "id: example\nextends: base\n",
        _BASE,
    ),
    Code(
        "P206",
        "nothing to remove",
        "In a file with `extends`, `null` (or nothing after the colon) takes a name or a field of the base away. The "
        "base has no such name.",
        "id: example\nextends: base\nsquares: {7: null}\n",
        "id: example\nextends: base\nsquares: {6: null}\n",
        _BASE,
    ),
    Code(
        "P207",
        "file name and id differ",
        "A base that is found by its id must have that id: otherwise reports would call it by a name under which it "
        "cannot be found.",
        "id: example\nextends: copy\n",
        "id: example\nextends: base\n",
        {**_BASE, "copy.yaml": _BASE["base.yaml"]},
    ),
    Code(
        "P208",
        "no place for a phase",
        "`after: NAME` puts a new phase of a variant behind a phase of the base, or behind another new one. A phase "
        "that the base has keeps its position, and in a file without `extends` the phases follow each other as "
        "written.",
        "id: example\nextends: base\nphases:\n  pay: {after: dael, do: []}\n",
        "id: example\nextends: base\nphases:\n  pay: {after: deal, do: []}\n",
        _BASE,
    ),
    Code(
        "P209",
        "square given twice",
        "Keys of `squares` may be lists (`5, 9`), ranges (`1..4`) and names of sets. Two of them may speak of one "
        "square only where they speak of different fields of it.",
        "sets: {frogs: [5, 9]}\nsquares:\n  frogs: {name: Frog}\n  9: {name: Toad}\n",
        "sets: {frogs: [5, 9]}\nsquares:\n  frogs: {name: Frog}\n  9: {quote: here the toad lives}\n",
    ),
    Code(
        "P210",
        "no range of squares",
        "A range of squares goes upwards, and a board has at most 1,000 squares.",
        "squares:\n  9..5: {name: Frog}\n",
        "squares:\n  5..9: {name: Frog}\n",
    ),
    Code(
        "P211",
        "section without a line",
        "Only the head of a section stands here; perhaps all its lines are comments. It is no way to take the whole "
        "section of the base away: that is written out, `squares: null`.",
        "id: example\nextends: base\nsquares:\n  # 6: {name: Bridge}\n",
        "id: example\nextends: base\nsquares:\n  6: {name: Bridge}\n",
        _BASE,
    ),
)
