"""A program in; the same program, which also counts how often pawns land on each square, out."""

from __future__ import annotations

from msgspec.structs import replace

from parlour.interpreter.program.expressions import Binary, Constant, Element, Expr, Operator, Slot
from parlour.interpreter.program.instructions import Instruction, Note, Set, Target, Tell
from parlour.interpreter.program.program import Field, Layout, Program, Role
from parlour.interpreter.types import INT, INT_HIGH

NAME = "landings"


def counting_landings(program: Program) -> tuple[Program, tuple[Expr, ...]]:
    """The program, and what to read at the end: landings on square 0, 1, …"""
    layout, squares = program.layout, program.squares + 1
    base = layout.size
    field = Field(NAME, Role.VARIABLE, base, INT, 0, INT_HIGH, key=INT, keys=squares)
    widened = Layout((*layout.fields, field), base + squares, (*layout.initial, *[0] * squares))
    instructions = tuple(_counted(i, base, squares) for i in program.instructions)
    return replace(program, layout=widened, instructions=instructions), tuple(Slot(base + k) for k in range(squares))


def _counted(instruction: Instruction, base: int, squares: int) -> Instruction:
    match instruction:
        case Tell(note=Note.LANDED, arguments=(_, square), place=place):
            more = Binary(Operator.ADD, Element(base, square, squares, place), Constant(1), place)
            return Set(Target(base, square, squares), more, 0, INT_HIGH, place)
        case _:
            return instruction
