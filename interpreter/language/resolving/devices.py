"""Devices as written come in; the same go out with the faces of each die written out, where a set or a range names them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from parlour.interpreter.language import ruleset as syntax
from parlour.interpreter.language.grammar import nodes
from parlour.interpreter.language.ruleset import Device, Die, Ident, SetOf, Side

_MOST_OF_A_RANGE = 10_000  # sides: a longer one stays an expression, and is told as what it is


class Faces(Struct, frozen=True):
    """The sets of a ruleset, whose members may be the faces of dice."""

    sets: Mapping[str, SetOf]

    def of(self, devices: Sequence[Device]) -> tuple[Device, ...]:
        """The devices with all sides that can be written out; a number of faces stays one."""
        return tuple(replace(device, dice=tuple(self._die(die) for die in device.dice)) for device in devices)

    def _die(self, die: Die) -> Die:
        named = self._members(die.faces)
        return die if named is None else replace(die, sides=named, faces=None)

    def _members(self, node: nodes.Node | None) -> tuple[Side, ...] | None:
        """A side for each member; None where there is no set of words and numbers."""
        match node:
            case nodes.Range():
                low, high = _value(node.low), _value(node.high)
                if low is None or high is None:
                    return None
                numbers = range(low, high + 1) if high - low < _MOST_OF_A_RANGE else ()
                return tuple(_number(n, node) for n in numbers) or None
            case nodes.Name(text=text) if text in self.sets:
                found = self.sets[text]
                members = [_side(item) for item in found.items]
                sides = tuple(side for side in members if side is not None)
                if found.items:
                    return sides if len(sides) == len(members) else None
                others = Faces({name: declared for name, declared in self.sets.items() if name != text})
                return others._members(found.whole)
            case _:
                return None


def faces_of(ruleset: syntax.Ruleset) -> tuple[Device, ...]:
    """The devices of a ruleset, their faces written out."""
    return Faces({s.name.text: s for s in ruleset.sets}).of(ruleset.devices)


def _side(node: nodes.Node) -> Side | None:
    if isinstance(node, nodes.Name):
        return Side(Ident(node.text, node.place), None, None)
    value = _value(node)
    return None if value is None else _number(value, node)


def _value(node: nodes.Node) -> int | None:
    """A number as it stands there, below 0 too; None for whatever else."""
    match node:
        case nodes.Number(value=value):
            return value
        case nodes.Unary(operator="-", operand=nodes.Number(value=value)):
            return -value
        case _:
            return None


def _number(value: int, node: nodes.Node) -> Side:
    return Side(Ident(str(value), node.place), value, None)
