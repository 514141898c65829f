"""A choice of the game in, numbered lines out; what somebody types in, the action it means out, or why it means none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from parlour.interpreter.locale.formatting import Value
from parlour.interpreter.program.program import ChoiceInfo
from parlour.interpreter.runtime.state import State
from parlour.interpreter.table.voice import Voice
from parlour.interpreter.types import Kind

_MOST_LISTED = 24  # numbers that are no range are listed up to here


class Refused(ValueError):
    """What was typed is no answer; the message, in the language of the table, says what would be."""


class Question(Protocol):
    """One choice, asked until an answer is complete. `help` is the line of help on its answers; empty where there is none."""

    help: str

    def lines(self) -> list[str]:
        """What is asked and what can be answered."""
        ...

    def prompt(self) -> str:
        """The few words before what is typed."""
        ...

    def answer(self, text: str) -> int | None:
        """The action; None where more is wanted, and the lines are to be shown again. Raises Refused."""
        ...

    def take_back(self) -> bool:
        """Forget what was answered so far; False where that is nothing."""
        ...


class OneOfThese:
    """Numbered lines, one of them to be chosen."""

    help = "help_number"

    def __init__(self, voice: Voice, shown: Sequence[str], title: str, legal: Sequence[int]) -> None:
        self._voice, self._shown, self._title, self._legal = voice, shown, title, legal

    def lines(self) -> list[str]:
        return [self._title, *_numbered(self._shown)]

    def prompt(self) -> str:
        return self._voice.say("choose_number", n=len(self._legal))

    def answer(self, text: str) -> int | None:
        return self._legal[_number(self._voice, text, range(1, len(self._legal) + 1), len(self._legal)) - 1]

    def take_back(self) -> bool:
        return False


class ANumber:
    """A number that is itself the answer: the prompt says which are possible."""

    help = ""

    def __init__(self, voice: Voice, title: str, legal: Sequence[int]) -> None:
        self._voice, self._title, self._legal = voice, title, legal
        low, high = legal[0], legal[-1]
        if len(legal) == high - low + 1 or len(legal) > _MOST_LISTED:
            self._asked = voice.say("choose_range", low=low, high=high)
        else:
            self._asked = voice.say("choose_values", choices=tuple(legal))

    def lines(self) -> list[str]:
        return [self._title]

    def prompt(self) -> str:
        return self._asked

    def answer(self, text: str) -> int | None:
        number = _whole(text)
        if number not in self._legal:
            raise Refused(f"{self._voice.say('prompt_unknown', text=text)} {self._asked}.")
        return number

    def take_back(self) -> bool:
        return False


class SomeOfThese:
    """Several of numbered lines, one after the other or all in one answer, until one way only is left or that is all.

    Only what can still be chosen is listed.
    """

    help = "help_number"

    def __init__(self, voice: Voice, choice: ChoiceInfo, title: str, legal: Sequence[int]) -> None:
        self._voice, self._title, self._legal, self._chosen = voice, title, legal, 0
        element = choice.type.element or choice.type
        used = 0
        for mask in legal:
            used |= mask
        bits = [k for k in range(used.bit_length()) if used >> k & 1]
        values = [voice.value(element, choice.values[k]) if k < len(choice.values) else k for k in bits]
        self._bits, self._shown = bits, [voice.show(value) for value in values]

    def lines(self) -> list[str]:
        listed = [f"{n:>3}  {self._shown[n - 1]}" for n in self._possible(self._chosen)]
        done = [f"  0  {self._voice.say('choose_done')}"] if self._chosen in self._legal else []
        have = [self._shown[k] for k, bit in enumerate(self._bits) if self._chosen >> bit & 1]
        so_far = [f"  + {', '.join(have)}"] if have else []
        return [self._title, *so_far, *listed, *done]

    def prompt(self) -> str:
        return self._voice.say("choose_some")

    def answer(self, text: str) -> int | None:
        chosen = self._chosen
        for word in text.replace(",", " ").split():
            number = _whole(word)
            if number == 0 and chosen in self._legal:
                return chosen
            if number is None or number not in self._possible(chosen):
                raise Refused(self._voice.say("prompt_unknown", text=word))
            chosen |= 1 << self._bits[number - 1]
        self._chosen = chosen
        left = [mask for mask in self._legal if mask & chosen == chosen]
        return left[0] if chosen and len(left) == 1 else None

    def take_back(self) -> bool:
        was, self._chosen = self._chosen, 0
        return was != 0

    def _possible(self, chosen: int) -> list[int]:
        """The numbers of what can be added so that a legal answer is still to be had."""
        found = []
        for number, bit in enumerate(self._bits, 1):
            wanted = chosen | 1 << bit
            if wanted != chosen and any(mask & wanted == wanted for mask in self._legal):
                found.append(number)
        return found


def question(
    voice: Voice, state: State, by_name: bool = False, given: tuple[int, Sequence[int]] = (-1, ())
) -> Question:
    """What the seat that is to choose is asked; `by_name` says who is asked, `given` is a text and its values."""
    choice, legal = state.choice, state.legal_actions()
    assert choice is not None
    who = voice.player(state.seat)
    has_text = voice.has_text(choice.name)
    values = {"who": who, **_given(voice, choice, given)}
    title = voice.formatter.format(choice.name, values) if has_text else voice.say("choose", who=who)
    if has_text and by_name and not voice.shows(choice.name, "who"):
        title = voice.say("status_of", who=who, text=title)
    shown = [voice.way(choice, action, values) for action in legal]
    if choice.options:
        return OneOfThese(voice, shown, title, legal)
    if choice.values or choice.type.kind is Kind.SET:
        return SomeOfThese(voice, choice, title, legal)
    if choice.type.kind is Kind.INT:
        return ANumber(voice, title, legal)
    return OneOfThese(voice, shown, title, legal)


def _given(voice: Voice, choice: ChoiceInfo, given: tuple[int, Sequence[int]]) -> Mapping[str, Value]:
    """What this question is given; what was given to another one before it is nothing to it."""
    text, values = given
    return voice.given(text, values) if text >= 0 and voice.program.texts[text].name == choice.name else {}


def _numbered(shown: Sequence[str]) -> Iterator[str]:
    for number, text in enumerate(shown, 1):
        yield f"{number:>3}  {text}"


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.lstrip("-").isdigit() and len(text) < 19 else None


def _number(voice: Voice, text: str, among: Sequence[int], most: int) -> int:
    number = _whole(text)
    if number is None:
        raise Refused(voice.say("prompt_unknown", text=text))
    if number not in among:
        raise Refused(voice.say("prompt_out_of_range", text=text, n=most))
    return number
