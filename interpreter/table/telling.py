"""Moments in, what people read of them out: on a screen, in a log, with a line for everybody's standing after each turn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from parlour.interpreter.language.document.tree import Scalar
from parlour.interpreter.program.instructions import Note
from parlour.interpreter.runtime.events import Happening
from parlour.interpreter.runtime.policies import is_file
from parlour.interpreter.table.asides import Asides
from parlour.interpreter.table.journal import Journal, Stand
from parlour.interpreter.table.match import Match
from parlour.interpreter.table.moments import Moment
from parlour.interpreter.table.narration import Narrator
from parlour.interpreter.table.screen import Screen, Tone
from parlour.interpreter.table.standing import Standing
from parlour.interpreter.table.voice import Voice
from parlour.interpreter.table.watching import Watching

_TONES = {Happening.COUNTED: Tone.TURN, Note.PHASE: Tone.TURN, Happening.ENDED: Tone.END}
# The course of the game, and what every square does: of these nobody asks why.
_UNCAUSED = (Happening.COUNTED, Note.TURN, Note.PHASE, Note.LANDED, Note.MET)
_SHOWN_AGAIN = 6  # of the last lines, after going back
Told = tuple[str, Tone]


class Teller:
    """Tells one game as it goes on."""

    def __init__(self, match: Match, voice: Voice, screen: Screen, journal: Journal | None = None) -> None:
        self._match, self._voice, self._screen, self._journal = match, voice, screen, journal
        watching = Watching(voice.program, voice.setting.seats)
        self._narrator, self.standing = Narrator(voice, watching), Standing(voice, watching)
        self._shown = ""
        self._has_turn = False
        self.recent: list[Moment] = []  # what was told since somebody was asked
        self.lines: list[Told] = []  # and in which lines
        self._is_new = False
        self.asides = Asides()

    @property
    def _stands(self) -> Stand:
        return self._match.position.moves, self._match.position.told

    def begin(self) -> None:
        """Who plays what, and the seed by which the same game can be played again."""
        setting, voice = self._match.setting, self._voice
        title = setting.checked.model.syntax.title
        self._screen.show(voice.say("game_begins", title=title), Tone.TITLE)
        summary = setting.checked.loaded.tree.get("summary")
        if isinstance(summary, Scalar) and any(seat.is_person for seat in setting.seats):
            self._screen.show(summary.text, Tone.STANDING)
        sitting = tuple(_introduced(voice, seat) for seat in range(voice.program.seats))
        self._screen.show(voice.say("seats_taken", players=sitting), Tone.STANDING)
        if setting.options:
            chosen = tuple(_option(voice, name) for name in setting.options)
            self._screen.show(voice.say("options_chosen", options=chosen), Tone.STANDING)
        self._screen.show(voice.say("game_seed", seed=str(setting.seed), n=setting.number), Tone.STANDING)

    def tell(self, moment: Moment, quietly: bool = False) -> None:
        """Tell one moment; `quietly` writes it to the log alone."""
        kind = moment.event.kind
        if self._is_new:
            self.recent, self.lines, self._is_new = [], [], False
        if kind is Happening.COUNTED or kind is Note.PHASE:
            self.rest(quietly)
            self._stand(moment.vector, kind is Happening.COUNTED and self._has_turn, quietly)
            self._has_turn = kind is Happening.COUNTED
        elif kind is Happening.ENDED:
            self.rest(quietly)
        sentences = self._narrator.told(moment)
        if aside := self._narrator.aside(moment):
            self.asides.say(*aside)
        if self._journal:
            self._journal.happened(moment, sentences, self._stands)
        if kind not in _UNCAUSED:
            self.recent.append(moment)
        self._show(sentences, _TONES.get(kind, Tone.STORY), quietly)

    def rest(self, quietly: bool = False) -> None:
        """What was kept back, before anybody is asked."""
        sentences = self._narrator.rest()
        if self._journal:
            self._journal.told(sentences)
        self._show(sentences, Tone.STORY, quietly)

    def confide(self, seat: int) -> None:
        """Tell what is for this seat alone; nobody else looks at the screen."""
        for sentence in self.asides.take(seat):
            self._screen.show(sentence, Tone.STORY)

    def asked(self) -> None:
        """Somebody is asked: what is told after that is new."""
        self._is_new = True

    def went_back(self, lines: Sequence[Told]) -> None:
        """The game stands where it stood before; what had led there is shown again."""
        self.recent, self._is_new = [], True
        for text, tone in lines[-_SHOWN_AGAIN:]:
            self._screen.show(text, tone)
        if self._journal:
            choices = sum(move.seat >= 0 for move in self._match.moves)
            self._journal.undone(self._stands, choices)

    def stand_now(self) -> None:
        """How everybody stands where the game goes on."""
        coming = self._match.next_moment()
        self._stand(coming.vector if coming else self._match.state.vector, True, False)

    def end(self) -> None:
        """The last standing, the scores and how long it took."""
        state, say = self._match.state, self._voice.say
        self.rest()
        if not self.standing.is_scores:
            self._stand(state.vector, True, False)
        self._screen.show(say("scores"), Tone.END)
        for line in self.standing.scores(state.vector):
            self._screen.show(line, Tone.STORY)
        if state.turns:
            self._screen.show(say("turns_played", n=state.turns), Tone.STORY)

    def _stand(self, vector: Sequence[int], always: bool, quietly: bool) -> None:
        """The standing; where no turn is over only if it is another than the last that was shown."""
        line = self.standing.line(vector)
        if line and (always or line != self._shown):
            self._shown = line
            self._show([line], Tone.STANDING, quietly)

    def _show(self, sentences: Sequence[str], tone: Tone, quietly: bool) -> None:
        self.lines += [(sentence, tone) for sentence in sentences]
        if not quietly:
            for sentence in sentences:
                self._screen.show(sentence, tone)


def _introduced(voice: Voice, seat: int) -> str:
    sitting = voice.setting.seats[seat]
    name = voice.show(voice.player(seat))
    if sitting.is_person:
        return f"{name} ({voice.say('seat_person')})"
    policy = Path(sitting.policy).name if is_file(sitting.policy) else voice.word(sitting.policy)
    return voice.say("bot_with_policy", n=seat + 1, policy=policy)


def _option(voice: Voice, name: str) -> str:
    value = voice.formatter.constants[name]
    return voice.say("option_is", option=voice.word(name), value=value)
