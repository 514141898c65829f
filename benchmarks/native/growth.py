"""How the time to make machine code grows with a ruleset: races on generated boards of more and more squares.

    python benchmarks/native/growth.py [SQUARES …]

Each square pays, takes, sends forward or back or frees, in turn and with numbers of its own. Seconds of processor time:
to the program (load, check, lower), to the plan (specialise, tables), to machine code.
"""

from __future__ import annotations

import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from parlour.interpreter.checked import compiled
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.native import compiling
from parlour.interpreter.native.emitting.module import module_text
from parlour.interpreter.native.planning.planning import plan_of
from parlour.interpreter.native.variant import Variant
from parlour.interpreter.opening import opened

HEAD = """parlour: 1
id: generated
title: Generated
language: en
players: 2
limit: {{turns: 20000, outcome: unfinished}}
accounts: {{purse: {{of: player, starts: 1000000}}, bank: {{of: table, starts: 1000000}}}}
chance: {{die: {{throw: 1, faces: 6}}}}
variables: {{cast: {{type: throw, lasts: turn}}}}
board: {{squares: {squares}, starts: 0, beyond: stay, effects_when: not forced}}
phases:
  race:
    turns: players
    do: [{{roll: {{with: die, as: cast}}}}, {{move: cast.total}}]
squares:
"""


def ruleset(squares: int) -> str:
    """A race on so many squares."""
    lines = [HEAD.format(squares=squares)]
    for k in range(1, squares):
        effect = (
            f"transfer: {{from: me.purse, to: bank, amount: {k % 7 + 1}, short: pays_all}}",
            f"transfer: {{from: bank, to: me.purse, amount: {k % 5 + 1}, short: pays_all}}",
            f"go_to: {max(1, k - k % 11)}",
            "miss_turns: 1",
        )[k % 4]
        lines.append(f"  {k}: {{land: {{{effect}}}}}\n")
    lines.append(f"  {squares}: {{land: {{end: {{outcome: home, winners: me}}}}}}\n")
    return "".join(lines)


def measured(squares: int) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "generated.yaml"
        path.write_text(ruleset(squares), encoding="utf-8")
        moments = [time.process_time()]
        program, _ = compiled(opened(str(path), Library()))
        moments.append(time.process_time())
        variant = Variant(("", ""))
        plan = plan_of(program, variant)
        moments.append(time.process_time())
        code = compiling.compiled(module_text(plan, variant))
        moments.append(time.process_time())
    steps = " | ".join(f"{b - a:.2f}" for a, b in pairwise(moments))
    sizes = f"{len(program.instructions)} | {len(plan.program.instructions)} | {len(code)}"
    return f"| {squares} | {sizes} | {steps} |"


def main() -> None:
    compiling.host()
    print("| squares | instructions | planned | bytes of code | s to program | s to plan | s to code |")
    print("|---|---|---|---|---|---|---|")
    for squares in map(int, sys.argv[1:] or ["60", "250", "1000"]):
        print(measured(squares), flush=True)


if __name__ == "__main__":
    main()
