"""A base and a header in; the text of a variant, with what the base says in comments to be changed, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.interpreter.authoring.commented import entry, explained, section
from parlour.interpreter.authoring.header import Header
from parlour.interpreter.authoring.plural_forms import with_forms
from parlour.interpreter.authoring.squares import squares_of
from parlour.interpreter.authoring.yaml_text import in_quotes, text_value
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Tree, only, text_of
from parlour.interpreter.language.document.tree import Sequence as Items
from parlour.interpreter.language.document.writing import flow_text, key_text
from parlour.interpreter.language.loading.loaded import Loaded
from parlour.interpreter.locale.catalogue import document
from parlour.interpreter.locale.cldr import english_name
from parlour.interpreter.locale.plurals import examples, is_single, required
from parlour.interpreter.locale.tags import fallback, speaks

HOW = """Everything that this file does not say is as in {base}. What {base} says stands below in comments. Where you want
something else, take the "# " away: from the line of its section first (squares:), then from the line itself. `null` takes
a thing away, as in `19: null`. All of {base}, each part with its place: parlour show --resolved {base}"""
OPTIONS = "What is agreed on before the game. Change a default; all else stays as it is."
SQUARES = "The squares, with what happens on them behind. A `land:` of your own takes the place of theirs."
OWN_VERBS = " Beside the verbs of the language this game has its own: {effects}."
PHASES = "What the source says of each part of the game."
TEXTS = "Sentences. What is in braces is put in by the game; it may stand anywhere in the sentence."
FORMS = " {language} needs these forms: {forms}."
OWN_SENTENCES = """From here on what Parlour says by itself: it does not speak {language} yet, and what you do not translate
it says in {fallback}."""
WORDS = "How names are shown. Forms like `the` are asked for by sentences, as {name.the}; there may be others."
SCENARIOS = """The examples of {base} are tried on this file too. One that does not hold any more you give anew under its name,
or take away with `null`."""


def variant_of(base: Loaded, reference: str, header: Header) -> str:
    """The text of a variant. `reference` is what the file is to extend: an id, or a path from its own folder."""
    return "\n".join(_Sheet(base.tree, reference, header).lines()) + "\n"


class _Sheet:
    """One variant, written down. A translation shows every text of its base, a house rule what can be ruled otherwise."""

    def __init__(self, tree: Mapping, reference: str, header: Header) -> None:
        self.tree, self.base, self.header = tree, reference, header
        spoken = text_of(tree.get("language"))
        self.language = header.language or spoken
        self.translated = self.language != spoken

    def lines(self) -> Iterator[str]:
        yield from self._head()
        yield from section("options", OPTIONS, self._options())
        yield from section("squares", SQUARES + self._own_verbs(), self._squares())
        if self.translated:
            yield from section("phases", PHASES, self._quotes())
            yield from section("texts", TEXTS + self._forms(), self._said("texts", "messages"))
            yield from section("words", WORDS, self._said("words", "words"))
        yield from section("scenarios", SCENARIOS.format(base=self.base), self._scenarios())

    def _head(self) -> Iterator[str]:
        yield f"# yaml-language-server: {self.header.modeline_end}"
        yield "parlour: 1"
        yield f"id: {text_value(self.header.id)}"
        yield f"extends: {text_value(self.base)}"
        yield f"title: {text_value(self.header.title or text_of(self.tree.get('title')))}"
        yield f"language: {text_value(self.language)}"
        summary = self.tree.get("summary")
        yield f"# summary: {flow_text(summary) if summary else 'the game in one line'}"
        if self.translated:
            yield "# translator: your name"
        yield "# sources: [{title: what you follow, note: where it is found}]"
        yield ""
        yield from explained(HOW.format(base=self.base))

    def _options(self) -> Iterator[str]:
        for option in _entries(self.tree, "options"):
            default, told = _fields(option, ("default",)), _fields(option, ("help",) if self.translated else ())
            fields = (*default, *(Entry(e.key, in_quotes(e.value)) for e in told))
            yield from entry(key_text(option.key), Mapping(fields, option.value.place), _can_be(option.value))

    def _squares(self) -> Iterator[str]:
        told = ("name", "quote") if self.translated else ("name",)
        for square in squares_of(self.tree):
            rules = [f"{e.key.text}: {flow_text(e.value)}" for e in square.value if e.key.text not in ("name", "quote")]
            yield from entry(square.key, in_quotes(only(square.value, told)), ", ".join(rules))

    def _own_verbs(self) -> str:
        effects = ", ".join(_signature(effect) for effect in _entries(self.tree, "effects"))
        return OWN_VERBS.format(effects=effects) if effects else ""

    def _quotes(self) -> Iterator[str]:
        for phase in _entries(self.tree, "phases"):
            if fields := _fields(phase, ("quote",)).entries:
                yield from entry(key_text(phase.key), in_quotes(Mapping(fields, phase.value.place)))

    def _forms(self) -> str:
        forms = required(self.language)
        spelled = [f"{form} ({_examples(self.language, form)})" for form in forms]
        return FORMS.format(language=english_name(self.language), forms=", ".join(spelled)) if len(forms) > 1 else ""

    def _said(self, name: str, part: str) -> Iterator[str]:
        """A section of what players read; where no catalogue has its language, also that part of the fallback's."""
        own = _entries(self.tree, name)
        for said in own:
            yield from self._text(said)
        if not speaks(self.language):
            known, reserve = {said.key.text for said in own}, fallback()
            yield from explained(
                OWN_SENTENCES.format(language=english_name(self.language), fallback=english_name(reserve))
            )
            for said in _entries(document(reserve), part):
                if said.key.text not in known:
                    yield from self._text(said)

    def _text(self, said: Entry) -> Iterator[str]:
        yield from entry(key_text(said.key), in_quotes(with_forms(said.value, self.language)))

    def _scenarios(self) -> Iterator[str]:
        for scenario in _entries(self.tree, "scenarios")[:1]:
            yield from entry(key_text(scenario.key), scenario.value)


def _examples(language: str, form: str) -> str:
    """`1`, `2, 3, 4 …`"""
    numbers = examples(language, form)
    return ", ".join(map(str, numbers)) + ("" if is_single(language, form) else " …")


def _entries(tree: Mapping, name: str) -> Sequence[Entry]:
    found = tree.get(name)
    return found.entries if isinstance(found, Mapping) else ()


def _fields(entry: Entry, names: Sequence[str]) -> Mapping:
    return only(entry.value, names) if isinstance(entry.value, Mapping) else Mapping((), entry.value.place)


def _can_be(option: Tree) -> str:
    """What an option can be: `tickets, coins`, `1..100`."""
    found = (option.get("choices") or option.get("range")) if isinstance(option, Mapping) else None
    if isinstance(found, Items):
        return ", ".join(item.text for item in found.items if isinstance(item, Scalar))
    return text_of(found)


def _signature(effect: Entry) -> str:
    """How an effect is used: `pays: n`, `takes_back: {who, n}`, `lends_again`."""
    wanted = effect.value.get("with") if isinstance(effect.value, Mapping) else None
    names = [e.key.text for e in wanted] if isinstance(wanted, Mapping) else []
    if isinstance(wanted, Items):
        names = [item.text for item in wanted.items if isinstance(item, Scalar)]
    called = f": {{{', '.join(names)}}}" if len(names) > 1 else f": {names[0]}" if names else ""
    return f"`{effect.key.text}{called}`"
