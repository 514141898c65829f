"""Editors: the first line of a ruleset and `parlour schema` give completion, hover text and faults as one types.

Tried with yaml-language-server, which the YAML plug-ins of VS Code, Neovim, Emacs, Helix and others run. It is installed
from npm into a folder that lasts as long as the tests; slow, and skipped where there is no node or no way to npm.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest

from parlour.commands.schema import SCHEMA
from parlour.interpreter.authoring.header import Header
from parlour.interpreter.authoring.templates import from_template, kinds
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.statements import STATEMENTS

SERVER = "yaml-language-server@1"
PATIENCE = 60  # seconds until an answer is taken not to come

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("npm"), reason="there is no npm"),
]


class Editor:
    """Speaks the Language Server Protocol, as far as these tests need it."""

    def __init__(self, server: Path, folder: Path) -> None:
        command = ["node", str(server), "--stdio"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.folder, self.number, self.opened = folder, 0, 0
        self.heard: Queue[dict[str, Any]] = Queue()
        Thread(target=self._listen, daemon=True).start()
        self.ask("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
        self._send({"method": "initialized", "params": {}})

    def _send(self, message: dict[str, Any]) -> None:
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self.process.stdin.flush()

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream
        while head := stream.readline():
            stream.readline()
            self.heard.put(json.loads(stream.read(int(head.split(b":")[1]))))

    def _next(self) -> dict[str, Any]:
        """The next message that is an answer or a notice; what the server asks is answered with nothing."""
        while True:
            message = self.heard.get(timeout=PATIENCE)
            if "method" in message and "id" in message:
                items = message["params"].get("items", []) if message["method"] == "workspace/configuration" else []
                self._send({"id": message["id"], "result": [{} for _ in items] or None})
            else:
                return message

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        while (message := self._next()).get("id") != self.number:
            pass
        return message.get("result")

    @property
    def uri(self) -> str:
        """Of the file that was opened last."""
        return (self.folder / f"{self.opened}.yaml").as_uri()

    def open(self, text: str) -> list[dict[str, Any]]:
        """Open a text as a new file of the folder: the faults that an editor shows of it."""
        self.opened += 1
        uri = self.uri
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        while True:
            message = self._next()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                return list(message["params"]["diagnostics"])

    def at(self, method: str, text: str) -> Any:
        """Ask about the place of `|` in a text."""
        before, _, after = text.partition("|")
        self.open(before + after)
        position = {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": self.uri}, "position": position})

    def completions(self, text: str) -> dict[str, str]:
        """What may come at `|`: label → what is said of it."""
        found = self.at("completion", text)
        items = found["items"] if isinstance(found, dict) else found
        return {item["label"]: str(item.get("documentation", "")) for item in items}

    def hover(self, text: str) -> str:
        found = self.at("hover", text)
        return str(found["contents"]["value"]) if found else ""


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    folder = tmp_path_factory.mktemp("editor")
    install = ["npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", str(folder), SERVER]
    if subprocess.run(install, capture_output=True, timeout=300).returncode:
        pytest.skip("npm cannot install yaml-language-server here")
    work = folder / "games"
    work.mkdir()
    (work / "ruleset.schema.json").write_text(SCHEMA.read_text("utf-8"), "utf-8")
    editor = Editor(folder / "node_modules/yaml-language-server/bin/yaml-language-server", work)
    yield editor
    editor.process.kill()
    editor.process.wait()


HEAD = """\
# yaml-language-server: $schema=ruleset.schema.json
parlour: 1
id: tried
title: Tried
language: en
players: 2
"""


def test_sections_are_offered_and_explained(editor):
    offered = editor.completions(f"{HEAD}sq|\n")
    assert {"squares", "phases", "options", "scenarios"} <= set(offered)
    assert all(offered[name] for name in ("squares", "phases", "options"))


def test_fields_of_the_board(editor):
    assert {"beyond", "effects_when", "meet"} <= set(editor.completions(f"{HEAD}board:\n  squares: 9\n  |\n"))


def test_every_verb_is_offered_in_a_list_of_statements(editor):
    offered = editor.completions(f"{HEAD}squares:\n  3:\n    land:\n      - |\n")
    assert set(STATEMENTS) <= set(offered)


@pytest.mark.parametrize("verb", ["miss_turns", "transfer", "roll"])
def test_hovering_over_a_verb_tells_what_it_does(editor, verb):
    told = editor.hover(f"{HEAD}squares:\n  3:\n    land:\n      - {verb[:3]}|{verb[3:]}: 1\n")
    assert STATEMENTS[verb].summary.lower() in told.lower()


def test_values_that_are_listed(editor):
    offered = editor.completions(f"{HEAD}zones:\n  hand:\n    of: player\n    order: |\n")
    assert {"none", "kept", "shuffled"} <= set(offered)


@pytest.mark.parametrize(
    ("rest", "line", "said"),
    [
        ("bord: {squares: 3}\n", 6, "bord"),
        ("board: {squares: 3, beyondd: stay}\n", 6, "beyondd"),
        ("zones: {hand: {of: player, order: mixed}}\n", 6, "shuffled"),
        ("options:\n  a: {default: 1, chioces: [x]}\n", 7, "chioces"),
    ],
)
def test_faults_are_shown_where_they_are(editor, rest, line, said):
    found = editor.open(HEAD + rest)
    assert any(said in fault["message"] and fault["range"]["start"]["line"] == line for fault in found), found


@pytest.mark.parametrize("kind", kinds())
def test_what_new_writes_has_no_fault(editor, kind):
    assert editor.open(from_template(kind, Header(kind))) == []


@pytest.mark.parametrize("game", Library().ids())
def test_the_library_has_no_fault(editor, game):
    text = (Library().folder / f"{game}.yaml").read_text("utf-8")
    assert "$schema=../schema/ruleset.schema.json" in text.splitlines()[0]
    assert editor.open(text.replace("../schema/", "", 1)) == []
