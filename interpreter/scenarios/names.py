"""A name as written in `given` or `expect` in, the stretch of the state that it speaks of out, or what would be right."""

from __future__ import annotations

import re

from msgspec import Struct

from parlour.interpreter.diagnostics import Report, did_you_mean
from parlour.interpreter.program.program import Field, Program, Role
from parlour.interpreter.scenarios.scenario import Setting
from parlour.interpreter.scenarios.values import Values
from parlour.interpreter.types import Kind, noun

SHOWN = (Role.VARIABLE, Role.ACCOUNT, Role.PAWN, Role.BAG, Role.PILE)
_BAG_OF = "bag of "
_KEYED = re.compile(r"([^()]+)\((.*)\)")


class Spot(Struct, frozen=True):
    """A field, and the key of the block that is meant: several where a seat has several pawns."""

    field: Field
    keys: tuple[int, ...]
    is_list: bool = False

    @property
    def slots(self) -> tuple[int, ...]:
        """The first slot of each block."""
        return tuple(self.field.slot(key) for key in self.keys)


class Names:
    """What may be given and expected in games of one program."""

    def __init__(self, program: Program, values: Values) -> None:
        self.program, self.values = program, values
        fields = [f for f in program.layout.fields if f.role in SHOWN]
        self.of_seat = {f.name: f for f in fields if _is_of_seat(f)}
        self.of_table = {f.name.removeprefix(_BAG_OF): f for f in fields if not _is_of_seat(f)}

    def spot(self, setting: Setting, report: Report) -> Spot | None:
        """Where a setting points; None after a fault."""
        return self._of_table(setting, report) if setting.seat is None else self._of_seat(setting, report)

    def _of_seat(self, setting: Setting, report: Report) -> Spot | None:
        assert setting.seat is not None
        seat, text, name = self.values.seat(setting.seat.text), setting.seat.text, setting.name.text
        if seat is None:
            self.values.no_seat(text, setting.seat.place, report, setting.path)
            return None
        field = self.of_seat.get(name)
        if field is None:
            hint = did_you_mean(name, self.of_seat)
            if name in self.of_table:
                hint = f"'{name}' is of the table: write it beside '{text}', not in it"
            report.error("P702", f"a seat has no '{name}'", setting.name.place, hint, path=setting.path)
            return None
        if field.key is not None and field.key.kind is Kind.TOKEN:
            pawns = self.values.pawns
            return Spot(field, tuple(range(seat * pawns, (seat + 1) * pawns)), pawns > 1)
        return Spot(field, (seat,))

    def _of_table(self, setting: Setting, report: Report) -> Spot | None:
        keyed = _KEYED.fullmatch(setting.name.text)
        name = keyed[1].strip() if keyed else setting.name.text
        field = self.of_table.get(name)
        if field is None:
            hint = did_you_mean(name, self.of_table)
            if name in self.of_seat:
                hint = f"'{name}' is of each seat: write seat 1: {{{name}: …}}"
            report.error("P702", f"the table has no '{name}'", setting.name.place, hint, path=setting.path)
            return None
        return self._with_key(field, keyed[2].strip() if keyed else None, setting, report)

    def _with_key(self, field: Field, key: str | None, setting: Setting, report: Report) -> Spot | None:
        place, path, name = setting.name.place, setting.path, field.name
        if field.key is None:
            if key is not None:
                report.error("P702", f"'{name}' is no table: it has one value", place, f"write {name}", path=path)
                return None
            return Spot(field, (0,))
        first, last = field.first, field.first + field.keys - 1
        if key is None:
            hint = f"write {name}({self.values.spell(field.key, first)}) and so on"
            report.error("P702", f"'{name}' has a value for each {noun(field.key)}", place, hint, path=path)
            return None
        found = self.values.read_text(key, place, field.key, first, last, report, path)
        return None if found is None else Spot(field, (found,))


def _is_of_seat(field: Field) -> bool:
    return field.key is not None and field.key.kind in (Kind.PLAYER, Kind.TOKEN)
