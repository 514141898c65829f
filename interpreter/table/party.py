"""A match, a screen and files in; the table with everybody at it out."""

from __future__ import annotations

import shlex
from pathlib import Path

from parlour.interpreter.table.desk import Desk
from parlour.interpreter.table.journal import Journal, Spelled
from parlour.interpreter.table.left import told_left
from parlour.interpreter.table.match import Match
from parlour.interpreter.table.record import LOG, Record, head
from parlour.interpreter.table.saves import Saves
from parlour.interpreter.table.screen import Screen, Tone
from parlour.interpreter.table.table import Table
from parlour.interpreter.table.telling import Teller
from parlour.interpreter.table.voice import Voice
from parlour.interpreter.table.watching import Watching


class Party:
    """All that one game at one terminal needs."""

    def __init__(self, match: Match, screen: Screen, save: Path | None = None, log: Path | None = None) -> None:
        """`save`: the file to save in (None: one of its own, when somebody wants it). Raises OSError for the log."""
        self.match, self.screen = match, screen
        self.voice = Voice(match.setting)
        names = self.voice.formatter.names
        screen.introduce([names[seat] for seat in sorted(names)])
        spelled = Spelled(match.setting, Watching(match.setting.program, match.setting.seats))
        self.journal = Journal(log, head(LOG, match.setting), spelled) if log else None
        self.teller = Teller(match, self.voice, screen, self.journal)
        self.desk = Desk(match, self.voice, screen, self.teller, Saves(save))
        self.table = Table(match, self.voice, screen, self.teller, self.desk)

    def resume(self, file: Path, record: Record, is_changed: bool) -> None:
        """Say that a saved game goes on, and how it stands; where the rules have changed, also how it was left."""
        say, title = self.voice.say, self.match.setting.checked.model.syntax.title
        self.screen.show(say("save_resumed", file=str(file)), Tone.TITLE)
        if is_changed:
            self.screen.show(say("save_changed", file=title), Tone.FAULT)
            for line in told_left(self.voice, self.teller.standing, record, self.match.state.vector):
                self.screen.show(line, Tone.FAULT)
        self.teller.stand_now()

    def stop(self, interrupted: bool = False) -> None:
        """Save a game that was begun, and say how to go on with it.

        Interrupted: as it was when a person was last asked, for the rules may have been in the middle of something.
        """
        if interrupted:
            self.table.back_to_last_asked()
        self.teller.rest()
        if self.match.moves and not self.match.state.is_terminal:
            written = self.desk.save_at_last()
            if written:
                how = f"parlour play --resume {shlex.quote(str(written))}"
                self.screen.show(self.voice.say("save_how", text=how), Tone.COMMAND)
        self.screen.show(self.voice.say("quit_done"), Tone.ANSWER)

    def close(self) -> None:
        if self.journal:
            self.journal.close()
