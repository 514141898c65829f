"""Random boards on which squares send pawns on, and what the machine makes of every throw on them."""

from msgspec.structs import replace

from parlour.interpreter.runtime.fault import Fault
from parlour.interpreter.runtime.game import Game

ALONE = "parlour: 1\nid: example\ntitle: Example\nplayers: 1\n"
_BOARD = """
chance: {{die: {{throw: 1, faces: {faces}}}}}
variables: {{cast: {{type: throw}}}}
board: {{squares: {last}, effects_when: {when}, beyond: {beyond}}}
squares:
{squares}
phases:
  race:
    turns: players
    until: false
    do:
      - roll: {{with: die, as: cast}}
      - move: cast.total
"""


def random_board(chooser, lands, *, last, sending, steps, faces, when=("true",)):
    """The sections of a board of `last` squares, `sending` of which have one of `lands`: {a} a square, {b} a step."""

    def land():
        return chooser.choice(lands).format(a=chooser.randint(1, last), b=chooser.choice(steps))

    squares = "".join(f"  {n}: {{land: {land()}}}\n" for n in sorted(chooser.sample(range(1, last + 1), sending)))
    beyond = chooser.choice(("bounce", "stop", "wrap", "stay", "{go_to: 1}"))
    return _BOARD.format(last=last, squares=squares, beyond=beyond, faces=faces, when=chooser.choice(when))


def landings(program):
    """Where the only pawn stands after each throw, from each square it rests on; None: it is sent on without an end."""
    game = Game(replace(program, limits=replace(program.limits, steps=3_000)))
    pawn = program.layout.named("at").base
    seen, waiting = set(), [game.new_state()]
    while waiting:
        state = waiting.pop()
        for outcome, *_ in state.chance_outcomes():
            following = state.clone()
            try:
                following.apply(outcome)
            except Fault as fault:
                assert fault.id == "endless"
                yield None
                continue
            square = following.vector[pawn]
            yield square
            if square not in seen:
                seen.add(square)
                waiting.append(following)
