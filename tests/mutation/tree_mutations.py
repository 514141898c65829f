"""A tree in, changed in place out: parts taken away, doubled, renamed, swapped, replaced by what does not belong there."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from parlour.tests.mutation.corpus import Seed, seeds
from parlour.tests.mutation.tree import Entries, Items, Node, Spot, Text, copy, parse, spots

HOSTILE_TEXTS = (
    "0", "-1", "1", "2", "3", "13", "24", "25", "62", "63", "64", "65", "1000", "10001", "100000", "1000000", "999999999",
    "1000000000", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "9" * 40, "1.5", "1e3", ".nan",
    "0x7f", "010", "1:30", "~", "null", "true", "false", "yes", "no", "on", "", "none", "all", "players", "me", "{n}",
    "1..1000000000", "1..0", "-5..5", "0..62", "0..100000", "5, 9", "otherwise", "shuffled", "kept", "owner", "nobody", "card",
    "seat 1", "K of clubs", "6 3", "x" * 161, "x" * 2001, "é", "e\u0301", "кошеля", "\u202eabc", "\U0001f3b2", "a\nb", "a\tb",
    "{", "}", "{{", "{who}", "{who} {n:beans}", "<script>", "%s", "a.b.c.d", "/etc/passwd", "../x.yaml", "extends", "humbert",
    "goose", "1 if true else 2", "(" * 45 + "1" + ")" * 45, "-" * 50 + "1", "1" + " + 1" * 500, "not " * 60 + "true",
)  # fmt: skip


def mutated(tree: Entries, seed: Seed, random: Random) -> None:
    """With one or a few mutations."""
    for _ in range(random.choice((1, 1, 1, 1, 2, 2, 3))):
        found = list(spots(tree))
        if not found:
            return
        random.choice(_MUTATIONS)(found, seed, random)


@cache
def _known(number: int) -> tuple[Spot, ...]:
    return tuple(spots(parse(seeds()[number].text)))


def _from_anywhere(found: list[Spot], random: Random) -> Spot:
    """A value of this tree, sometimes of another."""
    return random.choice(found if random.random() < 0.7 else _known(random.randrange(len(seeds()))))


def _maps(found: list[Spot]) -> list[Entries]:
    return [spot.node for spot in found if isinstance(spot.node, Entries) and spot.node.entries]


def _lists(found: list[Spot]) -> list[Items]:
    return [spot.node for spot in found if isinstance(spot.node, Items) and spot.node.items]


def _delete(found: list[Spot], _seed: Seed, random: Random) -> None:
    whole: list[Entries | Items] = [*_maps(found), *_lists(found)]
    if not whole:
        return
    node = random.choice(whole)
    part: list[object] = list(node.entries) if isinstance(node, Entries) else list(node.items)
    del part[random.randrange(len(part))]
    if isinstance(node, Entries):
        node.entries[:] = part  # type: ignore[assignment]
    else:
        node.items[:] = part  # type: ignore[assignment]


def _double(found: list[Spot], _seed: Seed, random: Random) -> None:
    """An entry of a list many times, or of a map twice, with the same key or a new one."""
    lists, maps = _lists(found), _maps(found)
    if lists and random.random() < 0.5:
        items = random.choice(lists).items
        items[:] = items + [copy(random.choice(items)) for _ in range(random.choice((1, 1, 2, 5, 300)))]
    elif maps:
        entries = random.choice(maps).entries
        key, value = random.choice(entries)
        for number in range(random.choice((1, 1, 1, 2, 100))):
            entries.append((Text(f"{key.text}{random.choice(('', '_', 's', str(number)))}", key.quoted), copy(value)))


def _rename(found: list[Spot], seed: Seed, random: Random) -> None:
    maps = _maps(found)
    if not maps:
        return
    entries = random.choice(maps).entries
    number = random.randrange(len(entries))
    key, value = entries[number]
    names = (random.choice(seed.names), random.choice(HOSTILE_TEXTS), _misspelt(key.text, random))
    entries[number] = (Text(random.choice(names), key.quoted), value)


def _misspelt(word: str, random: Random) -> str:
    if len(word) < 2:
        return word + "a"
    where = random.randrange(len(word) - 1)
    return word[:where] + word[where + 1] + word[where] + word[where + 2 :]


def _swap(found: list[Spot], _seed: Seed, random: Random) -> None:
    one, other = random.choice(found), random.choice(found)
    first, second = copy(one.node), copy(other.node)
    one.put(second)
    other.put(first)


def _graft(found: list[Spot], _seed: Seed, random: Random) -> None:
    random.choice(found).put(copy(_from_anywhere(found, random).node))


def _graft_alike(found: list[Spot], _seed: Seed, random: Random) -> None:
    """A value by one that stands under the same key elsewhere: more often a ruleset that validates."""
    spot = random.choice(found)
    alike = [s for s in (*found, *_known(random.randrange(len(seeds())))) if s.path[-1] == spot.path[-1]]
    spot.put(copy(random.choice(alike).node if alike else spot.node))


def _graft_entry(found: list[Spot], _seed: Seed, random: Random) -> None:
    """An entry of one map into another."""
    maps = _maps(found)
    theirs = _maps(found if random.random() < 0.5 else list(_known(random.randrange(len(seeds())))))
    if maps and theirs:
        key, value = random.choice(random.choice(theirs).entries)
        entries = random.choice(maps).entries
        entries.insert(random.randint(0, len(entries)), (copy(key), copy(value)))  # type: ignore[arg-type]


def _graft_item(found: list[Spot], _seed: Seed, random: Random) -> None:
    lists = _lists(found)
    theirs = _lists(found if random.random() < 0.5 else list(_known(random.randrange(len(seeds())))))
    if lists and theirs:
        items = random.choice(lists).items
        items.insert(random.randint(0, len(items)), copy(random.choice(random.choice(theirs).items)))


def _replace(found: list[Spot], seed: Seed, random: Random) -> None:
    scalars = [spot for spot in found if isinstance(spot.node, Text)]
    random.choice(scalars or found).put(_hostile(seed, random))


def _replace_number(found: list[Spot], _seed: Seed, random: Random) -> None:
    """A number by another: what shapes a game becomes small, large or huge."""
    numbers = [spot for spot in found if isinstance(spot.node, Text) and spot.node.text.lstrip("-").isdigit()]
    if numbers:
        random.choice(numbers).put(Text(random.choice(HOSTILE_TEXTS[:22])))


def _replace_any(found: list[Spot], seed: Seed, random: Random) -> None:
    random.choice(found).put(_hostile(seed, random))


def _hostile(seed: Seed, random: Random) -> Node:
    kind = random.randrange(10)
    if kind < 5:
        return Text(random.choice(HOSTILE_TEXTS), quoted=random.random() < 0.2)
    if kind < 8:
        return Text(random.choice(seed.names), quoted=random.random() < 0.2)
    if kind == 8:
        return random.choice((Items(), Entries(), Items([Text("1")]), Entries([(Text("a"), Text("b"))])))
    return _nested(random.choice((3, 40, 70)), random)


def _nested(depth: int, random: Random) -> Node:
    node: Node = Text("1")
    key = random.choice(("if", "do", "then", "for", "match", "while", "a", "cases", "otherwise"))
    as_list = random.random() < 0.5
    for _ in range(depth):
        node = Items([node]) if as_list else Entries([(Text(key), node)])
    return node


def _wrap(found: list[Spot], seed: Seed, random: Random) -> None:
    """A value in a list or a map, or a statement in others, up to deep."""
    spot = random.choice(found)
    node = copy(spot.node)
    wrappers: tuple[Callable[[Node], Node], ...] = (
        lambda n: Items([n]),
        lambda n: Items([n, copy(n)]),
        lambda n: Entries([(Text(random.choice(seed.names)), n)]),
        lambda n: Entries([(Text("if"), Text("true")), (Text("then"), n)]),
        lambda n: Entries([(Text("for"), Text("p in players")), (Text("do"), n)]),
        lambda n: Entries([(Text("for"), Text("me in players")), (Text("do"), n)]),
        lambda n: Entries([(Text("while"), Text("true")), (Text("do"), n)]),
    )
    wrap = random.choice(wrappers)
    for _ in range(random.choice((1, 1, 1, 2, 8, 20))):
        if len(node.items if isinstance(node, Items) else ()) < 2 or random.random() < 0.3:
            node = wrap(node)
    spot.put(node)


_MUTATIONS: tuple[Callable[[list[Spot], Seed, Random], None], ...] = (
    _delete, _delete, _delete, _double, _double, _rename, _rename, _swap, _swap, _graft, _graft_alike, _graft_alike, _graft_alike,
    _graft_entry, _graft_entry, _graft_item, _graft_item, _replace, _replace, _replace_number, _replace_number, _replace_any,
    _wrap,
)  # fmt: skip
