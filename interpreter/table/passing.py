"""Who is asked next in; where another person sat at the terminal before, and something is hidden, it is passed on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.interpreter.table.prompts import Wanted, read
from parlour.interpreter.table.screen import Screen
from parlour.interpreter.table.telling import Told
from parlour.interpreter.table.voice import Voice
from parlour.interpreter.table.watching import Watching

_TOLD_AGAIN = 12  # lines, on a screen that was cleared


class Passing:
    """One terminal that goes from hand to hand. Nothing happens where one person plays, or nothing is hidden."""

    def __init__(self, voice: Voice, screen: Screen, people: Iterable[int]) -> None:
        self._voice, self._screen = voice, screen
        watching = Watching(voice.program, voice.setting.seats)
        self._missed: dict[int, list[Told]] = {seat: [] for seat in people}  # told since the seat was asked last
        self._is_needed = len(self._missed) > 1 and watching.hides
        self._before = -1  # who was asked last

    def to(self, seat: int, told: Sequence[Told], is_new: bool) -> bool:
        """Let this seat have the screen; False when somebody wants to stop. `told`: since anybody was asked, `is_new` if it
        was not passed here before."""
        if not self._is_needed:
            return True
        if is_new:
            for lines in self._missed.values():
                lines += told
        if seat != self._before:
            text = self._voice.say("prompt_pass", who=self._voice.player(seat))
            typed = self._screen.pass_on(text, self._voice.say("prompt_enter_on"))
            if typed is not None and read(typed).wanted is Wanted.QUIT:
                return False
            self._tell_again(self._missed[seat] or told)
            self._before = seat
        self._missed[seat] = []
        return True

    def _tell_again(self, lines: Sequence[Told]) -> None:
        """What a screen that was cleared no longer shows."""
        if self._screen.draws:
            for text, tone in lines[-_TOLD_AGAIN:]:
                self._screen.show(text, tone)
