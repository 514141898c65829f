"""A message comes in with what it is given and where other texts are; its faults go out, each at its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from parlour.interpreter.diagnostics import Report, did_you_mean, listed
from parlour.interpreter.locale import plurals
from parlour.interpreter.locale.message import NUMBER, Form, Message, Placeholder, placeholders
from parlour.interpreter.locale.parameters import Parameter, Shown
from parlour.interpreter.locale.texts import Texts, find_message, find_word
from parlour.interpreter.locale.words import WordForms


def check_message(
    message: Message,
    language: str,
    known: Mapping[str, Parameter],
    report: Report,
    *,
    layers: Sequence[Texts] = (),
    path: str = "",
) -> None:
    """Check a text that is given `known`; `layers` are where `{n:message}` and words are looked up, nearest first.

    P607–P618 go to the report.
    """
    check = _Check(message, language, known, layers, report, path)
    check.all_placeholders()
    check.plural_forms(needs_number=True)


def check_counted(
    message: Message, language: str, report: Report, layers: Sequence[Texts] = (), path: str = ""
) -> None:
    """Check a text that another one counts with, `{n:message}`, or a counted word: it knows its number alone."""
    known = {message.deciding or "n": Parameter(Shown.NUMBER)}
    check = _Check(message, language, known, layers, report, path)
    check.all_placeholders()
    check.plural_forms(needs_number=False)


def check_word(word: WordForms, language: str, report: Report, path: str = "") -> None:
    """Check the forms of a word: plural ones like any counted text, the others stand without a number."""
    for message in (*word.forms.values(), *((word.counted,) if word.counted else ())):
        if message.is_plural:
            check_counted(message, language, report, path=path)
        else:
            check_message(message, language, {}, report, path=path)


class _Check(Struct, frozen=True):
    message: Message
    language: str
    known: Mapping[str, Parameter]
    layers: Sequence[Texts]
    report: Report
    path: str

    def all_placeholders(self) -> None:
        for placeholder in placeholders(self.message):
            parameter = self.known.get(placeholder.name)
            if parameter is None:
                self._unknown(placeholder)
            elif placeholder.message:
                self._counting(placeholder, parameter)
            elif placeholder.form:
                self._form(placeholder, parameter)

    def _unknown(self, placeholder: Placeholder) -> None:
        hint = did_you_mean(placeholder.name, self.known) or "no value is passed to this text"
        self._error("P607", f"nothing is passed as '{placeholder.name}'", placeholder, hint)

    def _counting(self, placeholder: Placeholder, parameter: Parameter) -> None:
        """`{n:message}`: n is a number, and the message is there."""
        if parameter.shown is not Shown.NUMBER:
            text = f"'{placeholder.name}' is a {parameter.shown}: only a number counts"
            self._error("P617", text, placeholder, f"write {{{placeholder.name}}}")
        elif placeholder.message != NUMBER:
            self._counted(placeholder)

    def _counted(self, placeholder: Placeholder) -> None:
        key, given = placeholder.message, self.known.get(placeholder.message)
        if given and given.shown is Shown.WORD:
            self._words(placeholder, given.words, counting=True)
        elif find_message(self.layers, key):
            if placeholder.form:
                hint = f"write {{{placeholder.name}:{key}}}"
                self._error("P614", f"'{key}' is a text: only words have forms", placeholder, hint)
        elif any(key in texts.words for texts in self.layers):
            self._words(placeholder, (key,), counting=True)
        else:
            there = {name for texts in self.layers[:1] for name in (*texts.messages, *texts.words)}
            hint = did_you_mean(key, there | {NUMBER})
            self._error("P616", f"there is no text and no word '{key}' to count with", placeholder, hint)

    def _form(self, placeholder: Placeholder, parameter: Parameter) -> None:
        """`{word.form}`: it is a word, and its words have the form."""
        if parameter.shown is Shown.WORD:
            self._words(placeholder, parameter.words, counting=False)
            return
        text = f"'{placeholder.name}' is a {parameter.shown}: only words have forms"
        self._error("P614", text, placeholder, f"write {{{placeholder.name}}}")

    def _words(self, placeholder: Placeholder, words: Sequence[str], counting: bool) -> None:
        lacking = [word for word in words if not self._has(word, placeholder.form, counting)]
        if not lacking:
            return
        what = f"no form '{placeholder.form}'" if placeholder.form else "no plural forms"
        if len(lacking) == len(words):
            hint = did_you_mean(placeholder.form, self._forms(words)) if placeholder.form else self._wanted_forms()
            self._error("P614", f"{listed(lacking)}: {what}", placeholder, hint)
        else:
            hint = "give it in `words`; the shown name stands in for it"
            self.report.warning("P615", f"{listed(lacking)}: {what}", placeholder.place, hint, path=self.path)

    def _has(self, word: str, form: str, counting: bool) -> bool:
        found = find_word(self.layers, word, form, counting)
        inflects = len(plurals.required(self.language)) > 1
        return found is not None and (found.message.is_plural or not counting or not inflects)

    def _forms(self, words: Sequence[str]) -> set[str]:
        return {form for t in self.layers for word in words if word in t.words for form in t.words[word].forms}

    def plural_forms(self, needs_number: bool) -> None:
        bare = {p.name: p for p in placeholders(self.message) if p.is_bare}
        numbers = {name: p for name, p in bare.items() if name in self.known and self.known[name].shown is Shown.NUMBER}
        deciding = self._deciding(numbers, needs_number) if self.message.is_plural else ""
        for name, placeholder in numbers.items():
            if name != deciding and (deciding or not self.message.is_plural):
                self._uncounted(placeholder)
        if self.message.is_plural:
            self._categories()
            self._omissions(deciding)

    def _deciding(self, numbers: Mapping[str, Placeholder], needs_number: bool) -> str:
        by, place = self.message.by, self.message.by_place
        if by:
            parameter = self.known.get(by)
            if parameter and parameter.shown is Shown.NUMBER:
                return by
            why = f"is a {parameter.shown}" if parameter else "is not passed to this text"
            known = [name for name, p in self.known.items() if p.shown is Shown.NUMBER]
            hint = did_you_mean(by, known) or "no number is passed: write one text"
            self.report.error("P611", f"'by: {by}' has to name a number: '{by}' {why}", place, hint, path=self.path)
        elif len(numbers) > 1:
            names = list(numbers)
            hint = f"say `by: {names[0]}`, and {{{names[1]}:number}} or {{{names[1]}:message}}"
            self.report.error("P613", f"which number decides: {listed(names)}?", place, hint, path=self.path)
        elif not numbers and needs_number:
            hint = "name the number with `by:`, or write one text"
            self.report.error("P612", "plural forms without a number that decides", place, hint, path=self.path)
        return next(iter(numbers)) if len(numbers) == 1 and not by else ""

    def _uncounted(self, placeholder: Placeholder) -> None:
        """A number beside a noun that does not follow it."""
        if len(plurals.required(self.language)) > 1:
            name = placeholder.name
            hint = f"{self._wanted_forms()}; or write {{{name}:number}} where it counts nothing"
            text = f"{_named(self.language)} needs plural forms for the number '{name}'"
            self._error("P608", text, placeholder, hint)

    def _wanted_forms(self) -> str:
        forms = ", ".join(f'{category}: "…"' for category in plurals.required(self.language))
        return f"write {{{forms}}}"

    def _categories(self) -> None:
        given = {form.category for form in self.message.forms}
        required = plurals.required(self.language)
        if missing := [c for c in required if c not in given]:
            wanted = " and ".join(f"'{c}' ({self._examples(c)})" for c in missing)
            text = f"{_named(self.language)} also needs {wanted}"
            self.report.error("P609", text, self.message.place, self._wanted_forms(), path=self.path)
        for form in self.message.forms:
            if form.category not in required and plurals.known(self.language):
                text = f"no whole number below a million is '{form.category}' in {_named(self.language)}"
                self.report.warning("P610", text, form.place, self._wanted_forms(), path=self.path)

    def _omissions(self, deciding: str) -> None:
        """A form that leaves out what the others show; only a form of no number or a single one may leave out that."""
        names = dict.fromkeys(p.name for p in placeholders(self.message))
        for form in self.message.forms:
            shown = {piece.name for piece in form.pattern if isinstance(piece, Placeholder)}
            is_ambiguous = len(plurals.examples(self.language, form.category)) > 1
            for name in names:
                if name not in shown and (name != deciding or is_ambiguous):
                    self._omitted(name, form, name == deciding)

    def _omitted(self, name: str, form: Form, is_deciding: bool) -> None:
        text = f"the form '{form.category}' leaves out {{{name}}}, which other forms show"
        hint = f"it also stands for {self._examples(form.category)}" if is_deciding else ""
        self.report.warning("P618", text, form.place, hint, path=self.path)

    def _examples(self, category: str) -> str:
        return ", ".join(str(n) for n in plurals.examples(self.language, category)[:2])

    def _error(self, code: str, text: str, placeholder: Placeholder, hint: str) -> None:
        self.report.error(code, text, placeholder.place, hint, path=self.path)


def _named(language: str) -> str:
    # Babel takes longer to load than texts to be checked, and only faults name languages
    from parlour.interpreter.locale.cldr import english_name  # noqa: PLC0415

    return english_name(language)
