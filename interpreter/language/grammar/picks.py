"""The parts of a call or a pick come in; a call, a fold or a pick goes out, or a fault that says how it is written."""

from __future__ import annotations

from parlour.interpreter.language.grammar.fragment import Arguments, Fragment, Lexeme, Part, PickArgument
from parlour.interpreter.language.grammar.nodes import (
    FOLDS_WITH_VALUE,
    FOLDS_WITHOUT_VALUE,
    Attribute,
    Binary,
    Call,
    Fold,
    Name,
    Node,
    Nothing,
    Pick,
    PlayersFrom,
    Range,
)

USAGE = {
    "all": "all(c.value > 3 for c in me.hand)",
    "any": "any(c in me.hand where c.value > 3)",
    "count": "count(c in me.hand where c.value > 3)",
    "first": "first(c in me.hand where c.value > 3)",
    "max": "max(c.value for c in me.hand), or max(a, b)",
    "min": "min(c.value for c in me.hand), or min(a, b)",
    "sum": "sum(c.value for c in me.hand)",
}
COMPARING = frozenset(["max", "min"])


def build_call(fragment: Fragment, target: Part | None, name: Lexeme, arguments: Arguments, end: int) -> Part:
    """`f(x, y)`, `t.die(1)`, or a fold where the name is one of a fold and no method."""
    items = arguments.items
    compares = name.text in COMPARING and len(items) > 1 and not any(isinstance(i, PickArgument) for i in items)
    if target is None and name.text in USAGE and not compares:
        return _build_fold(fragment, name, arguments, end)
    nodes: list[Node] = []
    for item in items:
        if isinstance(item, Part):
            nodes.append(item.node)
        else:
            hint = f"'where' and 'for' stand only in {', '.join(USAGE)}"
            fragment.fault("P321", f"'{name.text}' takes no pick", item.start, item.end, hint)
    start = target.start if target else name.start
    place, name_place = fragment.at(start, end), fragment.at(name.start, name.end)
    call = Call(target.node if target else None, name.text, tuple(nodes), name_place, place)
    return Part(call, start, end, depth=1 + max(arguments.depth, target.depth if target else 0))


def build_pick(fragment: Fragment, binding: Part, test: Part | None) -> Pick | None:
    """`name in set`, with a test perhaps; None after a fault."""
    node = binding.node
    if not (is_binding(binding) and isinstance(node, Binary) and isinstance(node.left, Name)):
        _refuse_binding(fragment, binding)
        return None
    place = fragment.at(binding.start, (test or binding).end)
    return Pick(node.left, node.right, test.node if test else None, place)


def is_binding(part: Part) -> bool:
    """Whether a part reads `name in set`, without parentheses around it."""
    node = part.node
    return part.bare and isinstance(node, Binary) and node.operator == "in" and isinstance(node.left, Name)


def _build_fold(fragment: Fragment, name: Lexeme, arguments: Arguments, end: int) -> Part:
    part = Part(Nothing(fragment.at(name.start, end)), name.start, end, depth=1 + arguments.depth)
    if len(arguments.items) != 1:
        found = f"{len(arguments.items)} arguments" if arguments.items else "nothing"
        message = f"'{name.text}' takes one pick, found {found}"
        fragment.fault("P322", message, name.start, end, f"write it like {USAGE[name.text]}")
        return part
    item = arguments.items[0]
    if isinstance(item, Part):
        item = PickArgument(None, item, None, item.depth)
    if not _has_right_form(fragment, name, item):
        return part
    pick = build_pick(fragment, item.binding, item.test)
    if pick is None:
        return part
    value = item.value.node if item.value else None
    place, name_place = fragment.at(name.start, end), fragment.at(name.start, name.end)
    return Part(Fold(name.text, value, pick, name_place, place), name.start, end, depth=part.depth)


def _has_right_form(fragment: Fragment, name: Lexeme, item: PickArgument) -> bool:
    """Whether a fold has a value where it needs one, and a pick at all."""
    written = fragment.text[item.start : item.end]
    if item.value is None and item.test is None and not is_binding(item.binding) and not _has_in(item.binding):
        hint = f"write it like {USAGE[name.text]}"
        if name.text == "count":
            hint = f"write {written}.size, or count(c in {written} where …)"
        fragment.fault("P322", f"'{name.text}' takes a pick, found '{written}'", item.start, item.end, hint)
    elif item.value is None and name.text not in FOLDS_WITHOUT_VALUE:
        kind = "condition" if name.text == "all" else "value"
        message = f"'{name.text}' needs a {kind} before its pick"
        hint = f"write {name.text}({kind.upper()} for {written}), like {USAGE[name.text]}"
        fragment.fault("P322", message, item.start, item.end, hint)
    elif item.value is not None and name.text not in FOLDS_WITH_VALUE:
        hint = f"write {name.text}({fragment.text[item.binding.start : item.end]})"
        message = f"'{name.text}' takes no value before its pick"
        fragment.fault("P322", message, item.value.start, item.value.end, hint)
    else:
        return True
    return False


def _has_in(part: Part) -> bool:
    """Whether `in` was meant to bind: also `p in players and …` and `p.x in players` were meant as picks."""
    node = part.node
    while isinstance(node, Binary) and node.operator in ("and", "or"):
        node = node.left
    return isinstance(node, Binary) and node.operator == "in"


def _refuse_binding(fragment: Fragment, binding: Part) -> None:
    node, written = binding.node, fragment.text[binding.start : binding.end]
    hint = "write NAME in SET, or NAME in SET where CONDITION: p in players where p.purse > 0"
    if isinstance(node, Name) and (len(node.text) == 1 or node.text == "me"):  # the name, and not the set
        hint = f"say what it goes through, like {node.text} in players"
    elif isinstance(node, Name | Attribute | Range | PlayersFrom):
        hint = f"name what is picked, like p in {written}"
    message = f"'{written}' is not a pick"
    if not binding.bare:
        hint = "a pick stands without parentheses: " + written.strip("()").strip()
    elif isinstance(node, Binary) and node.operator == "in":
        message = "the left of 'in' must be one new name in a pick"
    elif isinstance(node, Binary) and node.operator == "and" and _has_in(binding):
        hint = "write 'where' before the condition instead of 'and': NAME in SET where CONDITION"
    fragment.fault("P320", message, binding.start, binding.end, hint)
