"""The name of a bot and the program that it plays in, out: what makes it from its stream. Only what it needs is imported."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from parlour.interpreter.program.program import Program
from parlour.interpreter.runtime.bots import PolicyBot, RandomBot
from parlour.interpreter.runtime.game import MakeBot
from parlour.interpreter.runtime.lookahead import GreedyBot, MachinePlayouts, Playouts
from parlour.interpreter.runtime.policies import TableBot, is_file, policy_from, policy_in

RANDOM, GREEDY = "random", "greedy"
EVERYWHERE = (RANDOM, GREEDY)  # the bots that every game has; the others are its policies


def bot_maker(name: str, program: Program) -> MakeBot:
    """The bot of one of these names, or the one that follows the policy of that name (at random where it says nothing).

    A file that a policy was saved in is a name too, and so is the text that stands in one. Raises UnreadablePolicy.
    """
    if name == RANDOM:
        return RandomBot
    if name == GREEDY:
        playouts = _once(lambda: _playouts(program))
        return lambda stream: GreedyBot(stream, playouts())
    if is_text(name) or is_file(name):
        policy = policy_from(name, program) if is_text(name) else policy_in(name, program)
        return lambda stream: TableBot(policy, stream)
    return lambda stream: PolicyBot(name, stream)


def is_text(name: str) -> bool:
    """Whether a bot's name is the text of a saved policy: so it goes to other processes, which need no file."""
    return name.startswith("{")


def _playouts(program: Program) -> Playouts:
    """In machine code where there is some, which comes to the same."""
    unavailable: type[Exception] = import_module("parlour.interpreter.native.compiling").NativeUnavailable
    try:
        made: Playouts = import_module("parlour.interpreter.native.lookahead").CompiledPlayouts(program)
    except unavailable:
        return MachinePlayouts(program)
    return made


def _once(make: Callable[[], Playouts]) -> Callable[[], Playouts]:
    """Made when it is first asked for: machine code takes a moment."""
    made: list[Playouts] = []

    def get() -> Playouts:
        if not made:
            made.append(make())
        return made[0]

    return get
