"""A device of `chance:` in; what it shows, in a sentence of the ruleset's language, out."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.interpreter.language.document.tree import Entry, Mapping, without
from parlour.interpreter.language.document.writing import flow_text
from parlour.interpreter.language.resolving import typed
from parlour.interpreter.rulebook.blocks import Cell
from parlour.interpreter.rulebook.sentences import Sentences, cell, listed, runs

_FACES = ("faces", "sectors", "each")
Side = tuple[int | str, int]  # a face and its weight


class Devices:
    """Says what dice, coins, spinners, wheels and bags show. What no sentence says is left as the ruleset writes it."""

    def __init__(self, sentences: Sentences) -> None:
        self._sentences = sentences
        self._devices = {device.symbol.name: device for device in sentences.model.devices}

    def cell(self, entry: Entry) -> Cell:
        """One device."""
        device = self._devices.get(entry.key.text)
        dice = [self._sides(die) for die in device.dice] if device else [None]
        sides = [die for die in dice if die is not None]
        if device is None or len(sides) < len(dice):
            return Cell(rules=flow_text(entry.value))
        fields = entry.value if isinstance(entry.value, Mapping) else Mapping((), entry.value.place)
        told = dict(self._told(device, sides, "sectors" in fields.index))
        names = [name for name in told if not self._sentences.is_reckoned(fields.get(name))]
        if all(die.faces is None for die in device.dice) or not self._sentences.is_reckoned(fields.get("faces")):
            names += _FACES
        return cell(told.values(), without(fields, names))

    def _told(self, device: typed.Device, dice: list[list[Side]], is_wheel: bool) -> Iterator[tuple[str, str]]:
        say, thrown = self._sentences.say, self._sentences.constant(device.throw) if device.throw else 1
        if thrown is None:
            return
        shown = [self._shown(die, is_wheel or not device.put_back) for die in dice]
        if not device.alike:
            yield "throw", say("book_dice_unlike", n=len(dice), text=" / ".join(shown))
        elif is_wheel:
            yield "throw", say("book_wheel", n=sum(weight for _, weight in dice[0]), text=shown[0])
        elif thrown == 1:
            yield "throw", say("book_die", text=shown[0])
        else:
            yield "throw", say("book_dice", n=thrown, text=shown[0])
        yield "put_back", "" if device.put_back else say("book_stays_out")

    def _sides(self, die: typed.Die) -> list[Side] | None:
        """The faces with their weights, equal ones together; None where they are not known here."""
        if die.faces is not None:
            most = self._sentences.constant(die.faces)
            return None if most is None else [(face, 1) for face in range(1, most + 1)]
        found: dict[int | str, int] = {}
        for face, node in die.sides:
            weight = 1 if node is None else self._sentences.constant(node)
            if weight is None:
                return None
            found[face] = found.get(face, 0) + weight
        return list(found.items())

    def _shown(self, sides: list[Side], is_counted: bool) -> str:
        """`is_counted`: how many there are of a face means something, even where there are as many of each."""
        show = self._sentences.formatter.show
        words = [show(face) if isinstance(face, int) else self._sentences.word(face) for face, _ in sides]
        weights = {weight for _, weight in sides}
        if weights == {1} or (len(weights) == 1 and not is_counted):
            return listed(runs(words, [face if isinstance(face, int) else None for face, _ in sides]))
        told = zip(words, sides, strict=True)
        return listed([word if weight == 1 else f"{word} ({weight} ×)" for word, (_, weight) in told])
