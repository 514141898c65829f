"""`parlour show`: the page for a reader, the merged text, the program."""

import re

import pytest

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.face import Game, load
from parlour.interpreter.language.document.decoder import decode
from parlour.interpreter.language.loading.library import Library
from parlour.interpreter.language.loading.loader import load_source
from parlour.interpreter.language.loading.resolved import resolved_text
from parlour.interpreter.program.printing import listing

IDS = Library().ids()


@pytest.mark.parametrize("identifier", IDS)
def test_the_page_shows_everything_that_has_a_name(run, identifier):
    shown = run("show", identifier)
    assert (shown.code, shown.err) == (0, "")
    ruleset = load(identifier)
    model = ruleset.checked.model.syntax
    assert shown.out.startswith(f"{ruleset.title}\n")
    words = re.findall(r"^  (\S+)", shown.out, re.MULTILINE)
    for named in (model.options, model.effects, model.phases, model.devices, model.policies):
        assert {n.name.text for n in named} <= set(words)
    text = " ".join(shown.out.split())  # long sentences go over two lines
    sources = ruleset.checked.loaded.tree.get("sources")
    told = [text for square in model.squares for text in (square.name, square.quote)]
    told += [source.get("title").text for source in sources.items]
    assert [sentence for sentence in told if " ".join(sentence.split()) not in text] == []


def test_the_page_of_a_small_ruleset(run, sound):
    shown = run("show", sound).out
    assert "coin: 1 to 3 players, in en, the aim is to win" in shown
    assert "  sides  2* (1..9)\n      sides that cost nothing\n" in shown
    assert "  mood  calm* | wild\n" in shown
    assert "  loud  false* | true\n" in shown
    assert "  die  {throw: 1, faces: 9}\n" in shown
    assert "  play  “each in turn, as long as it lasts”\n      turns: players\n" in shown


def test_squares_with_the_same_rules_stand_together(run, put):
    path = put(
        "parlour: 1\nid: x\ntitle: x\nlanguage: en\nplayers: 2\nchance: {die: {throw: 1, faces: 6}}\n"
        "board: {squares: 12, effects_when: not forced, beyond: bounce}\n"
        "sets: {frogs: [10, 2]}\n"
        "squares: {frogs: {name: Frog, land: {move: 1}}, 9: {name: Toad}, 12: {land: {end: {outcome: home, winners: me}}}}\n"
        "phases: {go: {turns: players, do: [{roll: {with: die, as: t}}, {move: t.total}]}}\n"
    )
    shown = run("show", path).out
    assert "  2, 10  Frog\n      land: {move: 1}\n  9  Toad\n" in shown


def test_what_is_required_and_when_a_game_is_stopped(run):
    shown = run("show", "bank-nl").out
    told = "Er zijn te weinig spellen kaarten voor zoveel spelers. Twee spellen volstaan voor elf spelers."
    assert f"\nRequires\n  packs * 52 >= 9 * seat_count\n      {told}\n\nOptions" in shown
    assert "\nLimit\n  turns    10000\n  outcome  endless\n" in run("show", "beggar-my-neighbour").out


@pytest.mark.parametrize("identifier", IDS)
def test_resolved(run, identifier):
    shown = run("show", identifier, "--resolved")
    assert shown.code == 0
    loaded = load(identifier).checked.loaded
    report = Report()
    again = load_source(decode(shown.out.encode(), "shown.yaml", report), Library(), report)
    assert resolved_text(again) == resolved_text(loaded), "the comments change nothing"
    inherited = len(loaded.sources) > 1
    assert (re.search(r"# \S+\.yaml:\d+$", shown.out, re.MULTILINE) is not None) == inherited


def test_program(run):
    shown = run("show", "goose", "--program")
    assert (shown.code, shown.out) == (0, listing(Game(load("goose")).program))


def test_program_with_players_and_options(run, sound):
    shown = run("show", sound, "--program", "--players", "3", "--option", "sides=4", "--option", "mood=wild").out
    assert shown.startswith("program coin: 3 seats")
    assert "option sides = 4\noption mood = wild\n" in shown


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--program", "--resolved"], "different things"),
        (["--players", "2"], "go with --program"),
        (["--option", "sides=3"], "go with --program"),
        (["--program", "--players", "4"], "it is for 1 to 3 players"),
        (["--program", "--players", "0"], "not in the range"),
        (["--program", "--option", "sides"], "write NAME=VALUE"),
        (["--program", "--option", "=3"], "write NAME=VALUE"),
        (["--program", "--option", "sides=3", "--option", "sides=4"], "'sides' is given twice"),
        (["--program", "--option", "side=3"], "there is no option 'side': did you mean 'sides'?"),
        (["--program", "--option", "sides=10"], "outside 1..9"),
        (["--program", "--option", "sides=many"], "write a whole number"),
        (["--program", "--option", "mood=clam"], "did you mean 'calm'?"),
        (["--program", "--option", "loud=maybe"], "write true or false"),
    ],
)
def test_usage(run, sound, words, told):
    shown = run("show", sound, *words)
    assert (shown.code, shown.out) == (2, "")
    assert told in shown.err


def test_a_faulty_ruleset(run, put, faulty_text):
    path = put(faulty_text)
    for words in ([], ["--program"], ["--resolved"], ["--program", "--option", "sides=3"]):
        shown = run("show", path, *words)
        assert (shown.code, shown.out) == (1, "")
        assert "error[P4" in shown.err
        assert f"--> {path}:19:" in shown.err


def test_what_is_not_there(run, sound, tmp_path):
    assert "the file here is './coin.yaml'" in run("show", "coin").err
    assert run("show", "coin").code == 3
    assert run("show", "./none.yaml").code == 3
    assert "did you mean 'goose', of the library?" in run("show", "./goose.yaml").err
    assert run("show").code == 2


def test_nothing_acts_on_the_terminal(run, put):
    path = put(
        'parlour: 1\nid: x\ntitle: "a\\u001B[2Jb"\nsummary: "\\u202Ec"\nlanguage: en\nplayers: 1\n'
        "phases: {go: {do: {end: {outcome: done}}}}\n"
    )
    shown = run("show", path).out
    assert "\x1b" not in shown
    assert "\u202e" not in shown
