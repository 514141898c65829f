"""A game under way, a screen and where to save it in; the game played on by those who sit at the table."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.interpreter.program.instructions import Choose, ChooseOne, ChooseSome, CountTurn, Draw, Note, Throw
from parlour.interpreter.program.program import PHASE, TURN, Program
from parlour.interpreter.runtime.events import Happening
from parlour.interpreter.table.desk import Asked, Desk
from parlour.interpreter.table.match import Match
from parlour.interpreter.table.moments import Moment
from parlour.interpreter.table.passing import Passing
from parlour.interpreter.table.prompts import Typed, Wanted
from parlour.interpreter.table.questions import Question, Refused, question
from parlour.interpreter.table.record import Record
from parlour.interpreter.table.screen import Screen, Tone
from parlour.interpreter.table.telling import Teller
from parlour.interpreter.table.voice import Voice
from parlour.interpreter.table.way_back import WayBack

_NOBODY = (-1, -1)


class Stopped(Exception):
    """A person has stopped the game."""


class Table:
    """People and bots at one terminal. Where the input has ended, the seats of people play on as bots."""

    def __init__(self, match: Match, voice: Voice, screen: Screen, teller: Teller, desk: Desk) -> None:
        self.match, self._voice, self._screen, self._teller, self._desk = match, voice, screen, teller, desk
        self._people = {k for k, seat in enumerate(match.setting.seats) if seat.is_person}
        self._passing = Passing(voice, screen, self._people)
        self._way = WayBack(match, teller, self._passing)
        self._just_chose = False
        self._begun = _NOBODY  # the phase and the seat of whom a part of it has begun
        self._only_deals = not _waits(match.setting.program)
        self.repeated = 0  # recorded moves
        self._log_left: int | None = None  # events of a log that are still to be passed over; None: no log

    def play(self) -> None:
        """To the end of the game. Raises Stopped when a person wants to stop, and Fault."""
        while not self._is_over():
            moment = self.match.next_moment()
            if moment:
                self._next(moment)
            elif self.match.state.is_chance:
                self._happen()
            elif self.match.state.seat in self._people:
                self._choose()
            else:
                self.match.bot_chooses()
        self._confide_the_rest()
        self._teller.end()
        self._desk.save_quietly()

    def catch_up(self, record: Record) -> None:
        """Make recorded moves, telling them to the log alone, up to the last event that had been told.

        Raises Impossible, Fault.
        """
        self._passing.resume()
        self._log_left = record.told if record.is_log else None
        for move in record.moves:
            self._pass_over(None)
            while record.is_log and self.match.state.is_chance:
                self.match.happen()
                self._pass_over(None)
            seat = self.match.state.seat
            if seat in self._people or (seat := self._first_throw()) >= 0:
                self._way.asked_before(seat)
            self._begins()
            self.match.repeat(move)
            self.repeated += 1
        self._pass_over(None if record.is_log else record.told)
        while self._log_left and self.match.state.is_chance:
            self.match.happen()
            self._pass_over(None)

    def back_to_last_asked(self) -> None:
        """Stand where a person was asked last; nothing where nobody was."""
        self._way.stand()

    def _is_over(self) -> bool:
        return self.match.state.is_terminal and self.match.next_moment() is None

    def _pass_over(self, most: int | None) -> None:
        """Let up to so many events (None: all) be told to the log alone; no more than a log that is repeated has."""
        passed = 0
        while (most is None or passed < most) and self._log_left != 0 and (moment := self.match.next_moment()):
            if self._log_left is not None:
                self._log_left -= 1
            self._teller.tell(moment, quietly=True)
            if self._pauses(moment):
                self._way.asked_before(self._pausing(moment))
            self._passed(moment)
            passed += 1

    # What happens.

    def _next(self, moment: Moment) -> None:
        """Tell the next moment; where it begins a person's turn, wait until he goes on."""
        is_own = moment.event.kind is Happening.CHOSE and self._just_chose
        self._just_chose = False
        self._teller.tell(moment, quietly=is_own)
        if self._pauses(moment):
            seat = self._pausing(moment)
            if not self._go_on(seat, moment.vector, self._prompt(moment.event.kind, seat)):
                return
        self._passed(moment)

    def _passed(self, moment: Moment) -> None:
        if moment.event.kind is Note.PHASE:
            self._begun = _NOBODY
        self.match.pass_on()

    def _pauses(self, moment: Moment) -> bool:
        """Whether a person is asked to go on here: at his turn, and at a named part of a game without turns.

        Not where he is asked at once what he chooses.
        """
        if not self._people:
            return False
        kind, program = moment.event.kind, self.match.setting.program
        if kind is Note.PHASE:
            number = moment.vector[PHASE]
            return program.phases[number].turn_entry < 0 and self._voice.is_named(number)
        seat = moment.event.values[0] if kind is Note.TURN else -1
        chooses_next = len(self.match.position.coming) == 1 and self.match.state.seat == seat
        return seat in self._people and not chooses_next

    def _pausing(self, moment: Moment) -> int:
        """Who is asked to go on at a moment that pauses."""
        return moment.vector[TURN] if moment.event.kind is Note.TURN else min(self._people)

    def _first_throw(self) -> int:
        """The person who throws first here in a phase that each goes through once; -1 where nobody begins."""
        vector = self.match.state.vector
        phase, seat = vector[PHASE], vector[TURN]
        is_each = self.match.setting.checked.model.phases[phase].kind == "each"
        begins = self.match.state.is_chance and self._is_own() and (phase, seat) != self._begun
        return seat if is_each and seat in self._people and begins else -1

    def _is_own(self) -> bool:
        """Whether the seat whose part it is does what comes here itself: cards are dealt to it, unless nothing else happens."""
        state = self.match.state
        if state.is_chance:
            return self._only_deals or not isinstance(state.instruction, Draw)
        return state.seat == state.vector[TURN]

    def _begins(self) -> None:
        """What comes here happens now: from then on the part of the seat that does it has begun."""
        if self._is_own():
            self._begun = (self.match.state.vector[PHASE], self.match.state.vector[TURN])

    def _happen(self) -> None:
        """A chance comes out; where a person's part of a phase begins with it, when he goes on."""
        seat, vector = self._first_throw(), tuple(self.match.state.vector)
        if seat < 0 or self._go_on(seat, vector, self._prompt(Note.TURN, seat)):
            self._begins()
            self.match.happen()

    def _go_on(self, seat: int, vector: tuple[int, ...], prompt: str) -> bool:
        """Wait for Enter; False when the game was taken back instead."""
        again = False
        while True:
            typed = self._ask(Asked(seat, vector, prompt, again=again))
            again = True
            if typed is None or typed.wanted is Wanted.GO_ON:
                return True
            if typed.wanted is Wanted.UNDO:
                if self._undo():
                    return False
            else:
                self._desk.refuse(self._voice.say("prompt_unknown", text=typed.text))

    def _prompt(self, kind: Note | Happening, seat: int) -> str:
        say = self._voice.say
        draws = len(self.match.position.coming) <= 1 and self.match.state.is_chance and kind is Note.TURN
        keys = f"{say('prompt_enter' if draws else 'prompt_enter_on')}; {say('prompt_help')}"
        if kind is Note.PHASE:
            return keys
        return f"{say('prompt_turn', who=self._voice.player(seat))} ({keys})"

    def _choose(self) -> None:
        """A person chooses, or takes the game back."""
        state = self.match.state
        asked = question(self._voice, state, len(self._people) > 1, self.match.position.asking)
        lines: Sequence[str] = [*self._teller.standing.of_turn(state.vector), *asked.lines()]
        action: int | None = None
        again = False
        while action is None:
            prompt = f"{asked.prompt()} ({self._voice.say('prompt_help')})"
            typed = self._ask(Asked(state.seat, tuple(state.vector), prompt, lines, asked.help, again))
            again = True
            if typed is None:
                return
            if typed.wanted is not Wanted.UNDO:
                action, lines = self._answer(asked, typed)
            elif asked.take_back():
                lines = asked.lines()
            elif self._undo():
                return
            else:
                lines = ()
        self._just_chose = True
        self._begins()
        self.match.choose(action)

    def _confide_the_rest(self) -> None:
        """What still waits for one of several people: each reads it alone before the scores are told to all.

        Nothing where the input has ended: nobody is there to turn the screen.
        """
        waiting = [seat for seat in self._teller.asides.hearers() if seat in self._people]
        if not waiting:
            return
        self._teller.rest()
        lines = tuple(self._teller.lines)
        self._passing.hear(lines)
        for seat in waiting:
            if not self._passing.to(seat, lines, anew=True):
                break
            self._teller.confide(seat)
            if self._screen.ask(self._voice.say("prompt_enter_on")) is None:
                break
        self._passing.to_all(lines)

    def _answer(self, asked: Question, typed: Typed) -> tuple[int | None, Sequence[str]]:
        """The action, if the answer is complete; else the lines to show before it is asked on."""
        try:
            if typed.wanted is Wanted.GO_ON:
                raise Refused(f"{asked.prompt()}.")
            action = asked.answer(typed.text)
        except Refused as why:
            self._desk.refuse(str(why))
            return None, ()
        return action, asked.lines() if action is None else ()

    def _ask(self, asked: Asked) -> Typed | None:
        """Ask; what was asked is remembered for going back. None at the end of the input. Raises Stopped."""
        self._teller.rest()
        if self._way.asks():
            self._desk.save_quietly()
        if not self._passing.to(asked.seat, self._way.lines):
            raise Stopped
        self._teller.confide(asked.seat)
        typed = self._desk.ask(asked)
        if typed is None:
            for seat in sorted(self._people):
                self._screen.show(self._voice.say("prompt_ended", who=self._voice.player(seat)), Tone.ANSWER)
            self._people = set()
        elif typed.wanted is Wanted.QUIT:
            raise Stopped
        return typed

    def _undo(self) -> bool:
        """Go back to where a person was asked before; whether there was such a place."""
        if not self._way.can_go_back:
            self._desk.refuse(self._voice.say("undo_nothing"))
            return False
        self._begun = _NOBODY
        lines = self._way.back()
        self._screen.show(self._voice.say("undo_done"), Tone.ANSWER)
        self._teller.went_back(lines)
        return True


def _waits(program: Program) -> bool:
    """Whether there is anything but cards that are dealt: turns, throws, choices."""
    own = CountTurn | Throw | Choose | ChooseOne | ChooseSome
    return any(isinstance(instruction, own) for instruction in program.instructions)
