"""A YAML text comes in, a located tree goes out, every fault of its YAML in the report. The one importer of yaml."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml
from msgspec import Struct, field

from parlour.interpreter.diagnostics import Related, Report, Severity
from parlour.interpreter.language.document.decoder import check_characters
from parlour.interpreter.language.document.scalars import complaint, core_value
from parlour.interpreter.language.document.tree import Entry, Mapping, Scalar, Sequence, Tree, is_null
from parlour.interpreter.language.document.yaml_syntax import Mark, Problem, explain
from parlour.interpreter.source import Place, Source

MAX_NODES = 20_000
MAX_DEPTH = 64
MAX_FAULTS = 200  # of one file; after so many it is no ruleset
MAX_KEY = 160  # characters; YAML itself stops at 1024, escapes counted


class _PureLoader(yaml.SafeLoader):
    """The loader in Python, which lets a text in brackets go on behind a question mark, as the fast one does.

    One that stands alone (`y ? 1 : 2`) is left to be found.
    """

    _in_text = False

    def peek(self, index: int = 0) -> str:
        found: str = super().peek(index)
        return "x" if found == "?" and self._in_text and (index or not super().peek(1).isspace()) else found

    def scan_plain(self) -> Any:
        self._in_text = True
        try:
            return super().scan_plain()
        finally:
            self._in_text = False


_SLOW_LOADER: Any = _PureLoader
_LOADER: Any = getattr(yaml, "CSafeLoader", _SLOW_LOADER)
_LONGEST_FOR_SLOW_LOADER = 100_000  # characters, about half a second
_ENTRY_ENDS = re.compile(r"\s*(#.*\s*)*[,}]")
_SHARE = "`extends` is the way to share between files, `effects`, `formulas` and `sets` within one"
_FLATTER = "give a part a name of its own in `effects`"
_COMMA_HINT = "put quotes around the text, or write one key per line"


class _Stop(Exception):
    """The rest of the text is not worth reading; the reason is in the report."""


def read(source: Source, report: Report) -> Mapping | None:
    """Read the one YAML mapping of a text. None when there is no tree to speak of; faults go to the report."""
    if not check_characters(source, report):
        return None
    try:
        return _Builder(
            source, report, yaml.parse(source.text, Loader=_LOADER), len(report.found) + MAX_FAULTS
        ).document()
    except _Stop:
        return None
    except yaml.MarkedYAMLError as fault:
        _report_syntax(fault, source, report)
        return None


def _report_syntax(fault: yaml.MarkedYAMLError, source: Source, report: Report) -> None:
    deep = _too_many_brackets(source)  # asked first: on these the pure loader takes quadratic time
    if deep:
        report.error("P117", f"more than {MAX_DEPTH} levels deep", deep, _FLATTER)
        return
    if len(source.text) <= _LONGEST_FOR_SLOW_LOADER:  # the pure loader finds the same faults and names them better
        try:
            for _ in yaml.parse(source.text, Loader=_SLOW_LOADER):
                pass
        except yaml.MarkedYAMLError as better:
            fault = better
    mark, since = fault.problem_mark or fault.context_mark, fault.context_mark
    found = explain(
        Problem(
            fault.context or "",
            Mark(since.line, since.column) if since else None,
            fault.problem or "",
            Mark(mark.line, mark.column) if mark else Mark(0, 0),
        ),
        source,
    )
    report.error(found.code, found.message, found.place, found.hint)


def _too_many_brackets(source: Source) -> Place | None:
    """Where brackets of a text that is no YAML stand too deep in one another."""
    depth = 0
    for found in re.finditer(r"[\[\]{}]", source.text):
        depth = depth + 1 if found.group() in "[{" else max(depth - 1, 0)
        if depth > MAX_DEPTH:
            return _between(source, found.start(), found.end())
    return None


class _Builder(Struct):
    """Makes nodes of a stream of parser events."""

    source: Source
    report: Report
    events: Iterator[Any]
    most_faults: int
    nodes: int = 0
    path: list[str] = field(default_factory=list)

    def document(self) -> Mapping | None:
        """The first document's mapping; complains of a second one."""
        next(self.events)  # the start of the stream
        start = next(self.events)
        if isinstance(start, yaml.StreamEndEvent):
            self._error("P107", "the file is empty", Place(self.source, 1, 1, 1, 1), "begin with `parlour: 1`")
            return None
        if start.tags or (start.version and start.version != (1, 2)):
            self._error("P118", "a directive of YAML", self._place(start), "remove the line that begins with '%'")
        tree = self._node(next(self.events))
        next(self.events)  # the end of the document
        following = next(self.events)
        if not isinstance(following, yaml.StreamEndEvent):
            self._error("P106", "a second document begins here", self._place(following), "keep one ruleset in a file")
        if isinstance(tree, Mapping):
            return tree
        message = "the file is empty" if is_null(tree) else "a ruleset is a map of keys"
        is_there = tree.place.line <= self.source.text.count("\n") + 1  # what is empty may begin below the last line
        place = tree.place if is_there else Place(self.source, 1, 1, 1, 1)
        self._error("P107", message, place, "begin with `parlour: 1`")
        return None

    def _node(self, event: Any) -> Tree:
        self._count(event)
        match event:
            case yaml.ScalarEvent():
                return self._scalar(event)
            case yaml.SequenceStartEvent():
                return self._sequence(event)
            case yaml.MappingStartEvent():
                return self._mapping(event)
            case _:  # an alias; no other event begins a node
                place = self._place(event)
                self._error("P109", f"the alias '*{event.anchor}'", place, _SHARE)
                text = f"*{event.anchor}"  # not empty: that would be the `null` which removes something
                return Scalar(text, text, quoted=False, one_line=False, place=place)

    def _count(self, event: Any) -> None:
        self.nodes += 1
        if len(self.report.found) > self.most_faults:
            raise _Stop
        if self.nodes > MAX_NODES:
            self._error(
                "P116", f"more than {MAX_NODES} keys and values", self._place(event), "a ruleset is far smaller"
            )
            raise _Stop
        if len(self.path) > MAX_DEPTH:
            self._error("P117", f"more than {MAX_DEPTH} levels deep", self._place(event), _FLATTER)
            raise _Stop

    def _check_properties(self, event: Any) -> None:
        """Anchors and tags, which may stand before any node."""
        if event.anchor is not None:
            self._error("P109", f"the anchor '&{event.anchor}'", self._prefix(event, "&"), _SHARE)
        if event.tag is not None:
            place = self._prefix(event, "!")
            written = self.source.line(place.line)[place.column - 1 : place.end_column - 1]
            hint = "write the value alone; put it in quotes if a text begins with '!'"
            self._error("P110", f"the tag '{written}'", place, hint)

    def _scalar(self, event: Any) -> Scalar:
        if event.anchor is not None or event.tag is not None:
            self._check_properties(event)
        if event.style in ("|", ">"):
            return Scalar(event.value, event.value, quoted=True, one_line=False, place=self._block_place(event))
        quoted = event.style in ("'", '"')
        first, last = event.start_mark, event.end_mark
        place = Place(self.source, first.line + 1, first.column + 1 + quoted, last.line + 1, last.column + 1 - quoted)
        same = self.source.text[first.index + quoted : last.index - quoted] == event.value
        one_line = same and first.line == last.line
        if quoted:
            return Scalar(event.value, event.value, quoted=True, one_line=one_line, place=place)
        wrong = complaint(event.value)
        if wrong:
            say = self.report.error if wrong.severity is Severity.ERROR else self.report.warning
            say(wrong.code, wrong.message, place, wrong.hint, path=self._path())
        return Scalar(event.value, core_value(event.value), quoted=False, one_line=one_line, place=place)

    def _sequence(self, event: Any) -> Sequence:
        self._check_properties(event)
        items: list[Tree] = []
        while not isinstance(following := next(self.events), yaml.SequenceEndEvent):
            self.path.append(str(len(items)))
            items.append(self._node(following))
            self.path.pop()
        if event.flow_style:
            self._check_commas(items)
        return Sequence(tuple(items), self._place(event, following))

    def _mapping(self, event: Any) -> Mapping:
        self._check_properties(event)
        entries: dict[str, Entry] = {}
        before: Tree | None = None
        while not isinstance(following := next(self.events), yaml.MappingEndEvent):
            key = self._key(following)
            self.path.append(key.text if key else "?")
            value = self._node(next(self.events))
            if key:
                if event.flow_style and self._is_cut(following, value):
                    self._report_cut(key, following.end_mark.index, before)
                elif self._is_new(key, entries):
                    entries[key.text] = Entry(key, value)
            self.path.pop()
            before = value
        return Mapping(tuple(entries.values()), self._place(event, following))

    def _key(self, event: Any) -> Scalar | None:
        """A key, or None with a fault when it is none."""
        if not isinstance(event, yaml.ScalarEvent):
            self._bad_key(event)
            return None
        self._count(event)
        key = self._scalar(event)
        if key.text == "<<" and not key.quoted:
            self._error("P111", "the merge key '<<'", key.place, _SHARE)
        elif key.text == "":
            what = "an empty key" if key.quoted else "a value without a key"
            self._error("P112", what, key.place, "write `key: value`")
        elif len(key.text) > MAX_KEY:
            self._error("P112", f"a key of {len(key.text)} characters", key.place, f"at most {MAX_KEY} are allowed")
        else:
            return key
        return None

    def _bad_key(self, event: Any) -> None:
        node = self._node(event)
        hint = "write one word before the ':'"
        if isinstance(node, Sequence) and all(isinstance(i, Scalar) for i in node.items):
            texts = ", ".join(i.text for i in node.items if isinstance(i, Scalar))
            hint = f"write the list without brackets: `{texts}:` (in quotes inside {{ }})"
        if not isinstance(event, yaml.AliasEvent):
            self._error("P112", "a list or a map as a key", node.place, hint)

    def _is_new(self, key: Scalar, entries: dict[str, Entry]) -> bool:
        first = entries.get(key.text)
        if first is None:
            return True
        related = [Related("it stands here first", first.key.place)]
        message = f"the key '{key.text}' stands here twice"
        self.report.error("P108", message, key.place, "keep one of them", related, self._path())
        return False

    def _is_cut(self, key: Any, value: Tree) -> bool:
        """Whether an entry of a flow map is what a comma left over: a key without ':'."""
        return (
            isinstance(value, Scalar)
            and value.text == ""
            and not value.quoted
            and _ENTRY_ENDS.match(self.source.text, key.end_mark.index) is not None
        )

    def _report_cut(self, key: Scalar, end: int, before: Tree | None) -> None:
        """An entry without a value; `end` is the offset where its key ends, `before` the value of the entry before."""
        if before is None and self.source.text[end:].lstrip()[:1] == "}":
            self._error("P105", f"'{key.text}' has no value", key.place, "write `key: value`")
            return
        joined = isinstance(before, Scalar) and not before.quoted and before.text != ""
        place = before.place.to(key.place) if joined and before else key.place
        self._error("P113", f"'{key.text}' has no value: a comma ends a value inside {{ }}", place, _COMMA_HINT)

    def _check_commas(self, items: list[Tree]) -> None:
        """A parenthesis that opens in one entry of a flow list and closes in another shows a cut expression."""
        opened: Scalar | None = None
        for item in items:
            if not isinstance(item, Scalar) or item.quoted:
                continue
            balance = item.text.count("(") - item.text.count(")")
            if balance > 0 and opened is None:
                opened = item
            elif balance < 0 and opened is not None:
                message = f"'{opened.text}' has an open '(': a comma ends a value inside [ ]"
                self._error("P113", message, opened.place.to(item.place), "put quotes around the text")
                opened = None

    def _error(self, code: str, message: str, place: Place, hint: str) -> None:
        self.report.error(code, message, place, hint, path=self._path())

    def _path(self) -> str:
        return ".".join(self.path)

    def _place(self, first: Any, last: Any = None) -> Place:
        start, end, text = first.start_mark, (last or first).end_mark, self.source.text
        if end.index >= len(text):  # libyaml puts the end of a text whose last line is blank on a line below it
            return Place(
                self.source, start.line + 1, start.column + 1, text.count("\n") + 1, len(text) - text.rfind("\n")
            )
        return Place(self.source, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _prefix(self, event: Any, sign: str) -> Place:
        """The anchor or tag at the beginning of a node: from its sign to the next blank."""
        found = re.compile(re.escape(sign) + r"[^\s,\]}]*").search(self.source.text, event.start_mark.index)
        return _between(self.source, found.start(), found.end()) if found else self._place(event)

    def _block_place(self, event: Any) -> Place:
        """The lines of a block scalar, from its first character to its last, without the `|` or `>`."""
        text = self.source.text
        begin = text.find("\n", event.start_mark.index) + 1
        inside = text[begin : event.end_mark.index] if begin else ""
        if not inside.strip():
            return self._place(event)
        return _between(self.source, begin + len(inside) - len(inside.lstrip()), begin + len(inside.rstrip()))


def _between(source: Source, begin: int, end: int) -> Place:
    """The place from one offset of the text to another, which may lie on a later line."""
    text = source.text
    line, end_line = text.count("\n", 0, begin) + 1, text.count("\n", 0, end) + 1
    return Place(source, line, begin - text.rfind("\n", 0, begin), end_line, end - text.rfind("\n", 0, end))
