"""All texts and words of a ruleset come in with what each is given where it is said; faults between them go out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from parlour.interpreter.diagnostics import Report, did_you_mean
from parlour.interpreter.locale import plurals
from parlour.interpreter.locale.checker import check_counted, check_message, check_word
from parlour.interpreter.locale.message import NUMBER, Message, placeholders
from parlour.interpreter.locale.parameters import Parameter, Use
from parlour.interpreter.locale.texts import Texts, find_message
from parlour.interpreter.source import Place


def check_language(language: str, place: Place, report: Report) -> None:
    """Warn of a language tag whose plural rules nobody knows (P624)."""
    if not plurals.known(language):
        hint = "write a BCP 47 tag: a language, then a script or a region where one is meant"
        report.warning("P624", f"no plural rules are known for the language '{language}'", place, hint)


def check_texts(
    texts: Texts,
    uses: Mapping[str, Use],
    report: Report,
    *,
    fallback: Sequence[Texts] = (),
    constants: Mapping[str, Parameter] | None = None,
    engine: Mapping[str, Use] | None = None,
) -> None:
    """Check every text and word of one language.

    `uses` is what each text is given where the ruleset says it; `fallback` are the layers behind these texts;
    `constants` may stand in any text (the options); `engine` are the sentences that the engine says by itself.
    P607–P623 go to the report.
    """
    layers, constants, engine = (texts, *fallback), constants or {}, engine or {}
    for key, message in texts.messages.items():
        path = f"texts.{key}"
        if use := uses.get(key) or engine.get(key):
            known = {**constants, **use.parameters}
            check_message(message, texts.language, known, report, layers=layers, path=path)
            _check_shown(key, message, use, layers, report)
        elif any(key in _counts(other) for layer in layers for other in layer.messages.values()):
            check_counted(message, texts.language, report, layers, path)
        else:
            hint = _meant(key, uses, layers) or "`say` it, or remove it"
            report.warning("P620", f"the text '{key}' is never said", message.place, hint, path=path)
    for key, word in texts.words.items():
        check_word(word, texts.language, report, f"words.{key}")
    _check_said(texts, uses, fallback, report)
    _check_circles(texts, report)


def _meant(key: str, uses: Mapping[str, Use], layers: Sequence[Texts]) -> str:
    """What a name that nothing says may be misspelt from: something that is said, and has no text."""
    silent = sorted(name for name in uses if find_message(layers, name) is None)
    near = get_close_matches(key, silent, n=1)
    return f"did you mean '{near[0]}'? it has no text" if near else ""


def _counts(message: Message) -> Iterator[str]:
    """The keys of the messages that this one counts with."""
    return (p.message for p in placeholders(message) if p.message not in ("", NUMBER))


def _check_shown(key: str, message: Message, use: Use, layers: Sequence[Texts], report: Report) -> None:
    """A value that is passed and that no form shows."""
    beside = (found.message for label in use.labels if (found := find_message(layers, label)))
    shown = {name for m in (message, *beside) for name in (m.by, *_counts(m), *(p.name for p in placeholders(m)))}
    for name in use.passed:
        if name not in shown:
            hint = f"show {{{name}}}, or do not pass it"
            report.warning(
                "P619", f"'{name}' is passed to '{key}' and not shown", message.place, hint, path=f"texts.{key}"
            )


def _check_said(texts: Texts, uses: Mapping[str, Use], fallback: Sequence[Texts], report: Report) -> None:
    """A text that is said and that nobody has, or one of another layer that wants more than it is given."""
    for key, use in uses.items():
        if key in texts.messages or key in texts.unread:
            continue
        if found := find_message(fallback, key):
            for name in dict.fromkeys(p.name for p in placeholders(found.message)):
                if name not in use.parameters:
                    hint = f"pass it: say: {{{key}: {{{name}: …}}}}"
                    report.error("P622", f"the text '{key}' also shows '{name}'", use.place, hint)
        elif not use.may_be_missing:
            hint = did_you_mean(key, texts.messages) or "write it in `texts`"
            report.error("P621", f"there is no text '{key}'", use.place, hint)


def _check_circles(texts: Texts, report: Report) -> None:
    for key, message in texts.messages.items():
        if key in _reachable(key, texts):
            report.error("P623", f"the text '{key}' contains itself", message.place, path=f"texts.{key}")


def _reachable(key: str, texts: Texts) -> set[str]:
    reached: set[str] = set()
    waiting = [key]
    while waiting:
        message = texts.messages.get(waiting.pop())
        new = set(_counts(message)) - reached if message else set()
        reached |= new
        waiting.extend(new)
    return reached
