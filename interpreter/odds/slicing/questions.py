"""A program and the questions that are left out in; the same program, which answers the others alone, out."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from parlour.interpreter.program.expressions import Constant, Expr
from parlour.interpreter.program.instructions import CountTurn, End, Instruction, Jump
from parlour.interpreter.program.program import Program

OUTCOMES, WINNERS, TURNS = "outcomes", "winners", "turns"
OF_EVERY_GAME = (OUTCOMES, WINNERS, TURNS)  # is asked this


def leaving_out(program: Program, without: Collection[str]) -> Program:
    """Nobody wins it, none of its turns counts, or all that ends has the first outcome: so nothing is kept for that."""
    if not without:
        return program
    ends: dict[tuple[int, Expr], int] = {}
    plainer = [_plainer(i, address, without) for address, i in enumerate(program.instructions)]
    instructions = tuple(_same(i, address, ends) for address, i in enumerate(plainer))
    return replace(program, instructions=instructions)


def _plainer(instruction: Instruction, address: int, without: Collection[str]) -> Instruction:
    match instruction:
        case CountTurn() if TURNS in without:
            return Jump(address + 1)
        case End(outcome, winners):
            ended = 1 if OUTCOMES in without else outcome
            return replace(instruction, outcome=ended, winners=Constant(0) if WINNERS in without else winners)
        case _:
            return instruction


def _same(instruction: Instruction, address: int, ends: dict[tuple[int, Expr], int]) -> Instruction:
    """Ends that are the same now are one, so that what leads to the one or the other decides nothing."""
    if not isinstance(instruction, End):
        return instruction
    first = ends.setdefault((instruction.outcome, instruction.winners), address)
    return instruction if first == address else Jump(first)
