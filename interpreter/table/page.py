"""A game as it is told again in, one self-contained page of HTML out: turn by turn, with the board after each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from msgspec import Struct, field

from parlour.interpreter.rendering.columns import visible
from parlour.interpreter.table.board_text import BoardText, Line, mark
from parlour.interpreter.table.match import Match
from parlour.interpreter.table.screen import Tone
from parlour.interpreter.table.voice import Voice

_STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; color: #222; background: #fff }
section { border-top: 1px solid #bbb; padding: .5rem 0 }
section p { margin: .15rem 0 }
h1 { font-size: 1.5rem } h2 { font-size: 1.05rem; margin: .3rem 0 }
.standing { color: #595959; font-size: .9rem }
pre { overflow-x: auto; line-height: 1.35; font-size: .9rem }
b { padding: 0 .1em; border-radius: .2em; color: #fff; background: #1b6ca8 }
b.s1 { background: #a8371b } b.s2 { background: #2b7a3d } b.s3 { background: #7a3d8c } b.s4 { background: #8a6100 }
nav { position: sticky; top: 0; background: inherit; padding: .5rem 0; display: none } .js nav { display: block }
button { font: inherit; min-width: 3rem; margin-right: .3rem }
.js section { display: none } .js section.on { display: block }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #1c1c1c } .standing { color: #b5b5b5 } }
@media print { nav { display: none !important } .js section { display: block } }
"""
_SCRIPT = """
const steps = [...document.querySelectorAll("section")], where = document.querySelector("output");
let at = 0;
function go(to) {
  at = Math.max(0, Math.min(steps.length - 1, to));
  steps.forEach((step, k) => step.classList.toggle("on", k === at));
  where.value = `${at + 1} / ${steps.length}`;
}
const ways = {first: () => go(0), back: () => go(at - 1), on: () => go(at + 1), last: () => go(steps.length - 1)};
for (const [id, way] of Object.entries(ways)) document.getElementById(id).onclick = way;
const keys = {ArrowLeft: ways.back, ArrowRight: ways.on, Home: ways.first, End: ways.last};
document.onkeydown = event => { if (keys[event.key]) { keys[event.key](); event.preventDefault(); } };
document.documentElement.className = "js";
go(0);
"""
_BUTTONS = (("first", "⏮"), ("back", "◀"), ("on", "▶"), ("last", "⏭"))
_COLOURS = 5


class _Step(Struct):
    heading: str = ""
    told: list[tuple[str, Tone]] = field(default_factory=list)
    board: Sequence[Line] = ()


class Page:
    """Takes the lines of a game as a screen does, and reads along: each turn and part of the game is one step."""

    draws = False

    def __init__(self) -> None:
        self._steps = [_Step()]
        self._title = ""
        self._match: Match | None = None
        self._board: BoardText | None = None

    def watch(self, match: Match, voice: Voice) -> None:
        """Draw the board of this game after each step; its title names the game and the seed."""
        setting = match.setting
        title = setting.checked.model.syntax.title
        self._title = voice.say("game_title", title=title, seed=str(setting.seed), n=setting.number)
        self._match, self._board = match, BoardText(voice)

    def introduce(self, names: Sequence[str]) -> None:
        """The page shows all names alike."""

    def show(self, text: str, tone: Tone) -> None:
        step = self._steps[-1]
        if tone is Tone.TURN and not step.heading:
            step.heading = text
        else:
            step.told.append((text, tone))

    def show_board(self, lines: Sequence[Line], below: Sequence[str]) -> None:
        """The board is drawn with each step."""

    def ask(self, prompt: str) -> str | None:
        return None

    def pass_on(self, text: str, prompt: str, hides: bool) -> str | None:
        """Nobody sits before a page."""
        return None

    def goes_on(self) -> bool:
        """A step is over."""
        self._draw()
        self._steps.append(_Step())
        return True

    def html(self, language: str) -> str:
        """The whole page; `language` is a BCP 47 tag."""
        self._draw()
        buttons = "".join(f'<button id="{name}">{sign}</button>' for name, sign in _BUTTONS)
        steps = "".join(_section(step) for step in self._steps)
        return (
            f'<!DOCTYPE html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{_text(self._title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
            f'<h1>{_text(self._title)}</h1>\n<nav>{buttons}<output aria-live="polite"></output></nav>\n'
            f"<main>\n{steps}</main>\n<script>{_SCRIPT}</script>\n</body>\n</html>\n"
        )

    def _draw(self) -> None:
        if self._match and self._board:
            coming = self._match.next_moment()
            self._steps[-1].board = self._board.lines(coming.vector if coming else self._match.state.vector)


def _section(step: _Step) -> str:
    return "".join(("<section>\n", *_parts(step), "</section>\n"))


def _parts(step: _Step) -> Iterator[str]:
    if step.heading:
        yield f"<h2>{_text(step.heading)}</h2>\n"
    for text, tone in step.told:
        kind = ' class="standing"' if tone is Tone.STANDING else ""
        yield f"<p{kind}>{_text(text)}</p>\n"
    if step.board:
        board = "\n".join(_drawn(line) for line in step.board)
        yield f"<pre>{board}</pre>\n"


def _drawn(line: Line) -> str:
    """A line of the board; pawns stand out, each seat in its colour."""
    return "".join(
        f'<b class="s{piece.seat % _COLOURS}">{mark(piece.seat)}</b>' if piece.seat >= 0 else _text(piece.text)
        for piece in line
    ).rstrip()


def _text(text: str) -> str:
    return escape(visible(text))
