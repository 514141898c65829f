"""Who is asked next in; where another person sat at the terminal before, and something is hidden, it is passed on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from parlour.interpreter.table.prompts import Wanted, read
from parlour.interpreter.table.screen import Screen, Tone
from parlour.interpreter.table.telling import Told
from parlour.interpreter.table.voice import Voice
from parlour.interpreter.table.watching import Watching

Missed = Mapping[int, Sequence[Told]]
_TOLD_AGAIN = 12  # lines, on a screen that was cleared


class Passing:
    """One terminal that goes from hand to hand. Nothing happens where one person plays, or nothing is hidden."""

    def __init__(self, voice: Voice, screen: Screen, people: Iterable[int]) -> None:
        self._voice, self._screen = voice, screen
        watching = Watching(voice.program, voice.setting.seats)
        self._missed: dict[int, list[Told]] = {seat: [] for seat in people}  # told since the seat was asked last
        self._is_needed = len(self._missed) > 1 and watching.hides
        self._before = -1  # who was asked last
        self._hides = False  # how the game begins may be read by all
        self._is_back = False  # whether the game was taken back since somebody was asked

    def resume(self) -> None:
        """The game was begun before: what the screen shows may be anybody's."""
        self._hides = True

    def hear(self, told: Sequence[Told]) -> Missed:
        """These lines are news to everybody; what each has missed by now, for going back to it."""
        for lines in self._missed.values():
            lines += told
        return {seat: tuple(lines) for seat, lines in self._missed.items()}

    def back_to(self, missed: Missed) -> None:
        """The game was taken back to where this had been missed; whoever gets the screen next is told so."""
        self._missed = {seat: list(missed.get(seat, ())) for seat in self._missed}
        self._is_back = True

    def to(self, seat: int, told: Sequence[Told], anew: bool = False) -> bool:
        """Let this seat have the screen; False when somebody wants to stop. `told`: since anybody was asked.

        `anew`: also where this seat was the last to be asked, for others may be looking by now.
        """
        if not self._is_needed:
            return True
        if seat != self._before or anew:
            text = self._voice.say("prompt_pass", who=self._voice.player(seat))
            typed = self._screen.pass_on(text, self._voice.say("prompt_enter_on"), self._hides)
            self._hides = True
            if typed is not None and read(typed).wanted is Wanted.QUIT:
                return False
            back = [(self._voice.say("undo_done"), Tone.ANSWER)] if self._is_back else []
            self._tell_again([*back, *(self._missed[seat] or told)[-_TOLD_AGAIN:]])
            self._before = seat
        self._missed[seat], self._is_back = [], False
        return True

    def to_all(self, told: Sequence[Told]) -> None:
        """Let everybody look at the screen again, and read what was told last."""
        if self._is_needed:
            self._screen.pass_on(self._voice.say("prompt_pass_all"), self._voice.say("prompt_enter_on"), self._hides)
            self._tell_again(told[-_TOLD_AGAIN:])

    def _tell_again(self, lines: Sequence[Told]) -> None:
        """What a screen that was cleared no longer shows."""
        if self._screen.draws:
            for text, tone in lines:
                self._screen.show(text, tone)
