"""Who sits where: what `--seats`, `--players` and `--auto` mean together."""

import pytest

from parlour.interpreter.table.seats import Seat, UnknownSeat, seated

POLICIES = ("bold", "careful")


def spelled(*arguments, **more):
    return [seat.spelled() for seat in seated(*arguments, **more)]


@pytest.mark.parametrize(
    ("words", "count", "expected"),
    [
        ([], 2, ["you", "bot:bold"]),
        ([], 1, ["you"]),
        (["bot"], 2, ["bot:bold", "bot:bold"]),
        (["you", "you"], 3, ["you", "you", "bot:bold"]),
        (["bot:careful", "bot:random"], 2, ["bot:careful", "bot:random"]),
        (["you:Ann Bee", " bot "], 2, ["you:Ann Bee", "bot:bold"]),
    ],
)
def test_seats(words, count, expected):
    assert spelled(words, count, POLICIES) == expected


def test_a_bot_without_policies_is_random():
    assert spelled(["bot"], 1, ()) == ["bot:random"]


def test_auto_puts_bots_on_the_seats_of_people():
    assert spelled(["you", "bot:careful", "you:Ann"], 3, POLICIES, auto=True) == ["bot:bold", "bot:careful", "bot:bold"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["yuo"], "there is no seat 'yuo'; did you mean 'you'?"),
        (["bot:bald"], "there is no policy 'bald'; did you mean 'bold'?"),
        (["bot:"], "there is no seat 'bot:'"),
        (["you:"], "there is no seat 'you:'"),
        (["you", "bot", "bot"], "3 seats are named, and 2 play"),
        (["xyzzy"], "allowed: 'best', 'bot', 'bot:bold', 'bot:careful', 'bot:greedy', 'bot:random', 'you', 'you:NAME'"),
    ],
)
def test_what_cannot_sit(words, message):
    with pytest.raises(UnknownSeat) as caught:
        seated(words, 2, POLICIES)
    assert message in str(caught.value)


def test_spelling_is_read_back():
    for seat in (Seat(True, "", "bold"), Seat(True, "Ann", "bold"), Seat(False, "", "careful"), Seat(False)):
        assert seated([seat.spelled()], 1, POLICIES) == (seat,)


class TestTheCommandLine:
    def at_the_table(self, ran):
        return ran.lines[1].strip()

    def test_two_play_where_nobody_says(self, run, race):
        assert self.at_the_table(run("play", race)) == "At the table: Player 1 (a person) and Bot 2 (at random)."

    def test_as_many_as_are_named(self, run, race):
        ran = run("play", race, "--seats", "you:Ann,bot,you:Bo")
        assert self.at_the_table(ran) == "At the table: Ann (a person), Bot 2 (at random), and Bo (a person)."

    def test_as_many_as_are_wanted(self, run, race):
        assert self.at_the_table(run("play", race, "--players", "4", "--auto")).count("Bot") == 4

    def test_more_names_than_seats(self, run, race):
        ran = run("play", race, "--players", "2", "--seats", "you,you,you")
        assert ran.code == 2
        assert "3 seats are named, and 2 play" in ran.err

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["--players", "9"], "9 cannot play this: it is for 2 to 4 players"),
            (["--seats", "you,bot:best"], "there is no policy 'best'"),
            (["--option", "pace=quick"], "option 'pace' cannot be 'quick'"),
            (["--option", "pase=fast"], "there is no option 'pase': did you mean 'pace'?"),
            (["--option", "length=4"], "option 'length' is 4, outside 8..40"),
            (["--option", "length"], "NAME=VALUE"),
            (["--seed", "x"], "--seed"),
        ],
    )
    def test_wishes_that_cannot_be(self, run, race, words, message):
        ran = run("play", race, *words)
        assert ran.code == 2
        assert message in ran.err
        assert "Traceback" not in ran.err

    @pytest.mark.parametrize(
        ("seats", "message"),
        [
            ("you:Ann,you:Ann", "seats 1 and 2 are both called 'Ann': give each a name of its own"),
            ("you:Ann,bot,you:ann", "seats 1 and 3 are both called 'ann'"),
            ("you:Player 2,you", "seats 1 and 2 are both called 'Player 2'"),
            ("bot,you:bot 1", "seats 1 and 2 are both called 'bot 1'"),
        ],
    )
    def test_namesakes(self, run, race, seats, message):
        ran = run("play", race, "--seats", seats)
        assert ran.code == 2
        assert message in ran.err

    @pytest.mark.parametrize("seats", ["you:Player 1,you", "you:Bot 2,you", "you:Spieler 2,you"])
    def test_a_name_that_nobody_else_has(self, run, race, seats):
        assert run("play", race, "--seats", seats).code == 0

    def test_usual_names_are_those_of_the_language(self, run, race):
        ran = run("play", race, "--seats", "you:Spieler 2,you", "--lang", "de")
        assert ran.code == 2
        assert "are both called 'Spieler 2'" in ran.err

    def test_no_game(self, run):
        ran = run("play")
        assert ran.code == 2
        assert "parlour list" in ran.err

    def test_an_unknown_game(self, run):
        ran = run("play", "no-such-game")
        assert ran.code == 3
        assert "no ruleset 'no-such-game' in the library" in ran.err

    def test_a_base_is_no_game(self, run, tmp_path):
        path = tmp_path / "base.yaml"
        path.write_text(
            "parlour: 1\nid: base\nabstract: true\ntitle: Base\nlanguage: en\nplayers: 2\nphases: {go: {do: []}}\n"
        )
        ran = run("play", str(path))
        assert ran.code == 3
        assert "'base' is the base of other rulesets" in ran.err

    def test_a_faulty_ruleset_shows_all_its_faults(self, run, tmp_path):
        path = tmp_path / "bad.yaml"
        path.write_text(
            "parlour: 1\nid: bad\ntitle: Bad\nlanguage: en\nplayers: 2\nphases: {go: {do: [{jump: 2}, {hop: 1}]}}\n"
        )
        ran = run("play", str(path))
        assert ran.code == 1
        assert "'jump'" in ran.err
        assert "'hop'" in ran.err

    def test_a_rule_that_fails_tells_where(self, run, tmp_path):
        path = tmp_path / "fails.yaml"
        path.write_text(
            "parlour: 1\nid: fails\ntitle: Fails\nlanguage: en\nplayers: 1\nvariables: {n: {range: 0..3}}\n"
            "chance: {die: {throw: 1, faces: 6}}\n"
            "phases: {go: {turns: players, until: n == 3, do: [{roll: {with: die, as: t}}, {add: {n: t.total}}]}}\nscore: n\n"
        )
        ran = run("play", str(path), "--seed", "1")
        assert ran.code == 1
        assert "a rule cannot be carried out: " in ran.err
        assert f" --> {path}:8:89\n  |\n8 | phases: " in ran.err
        assert ran.err.endswith(f"  | {' ' * 88}^^^^^^^\n")
        assert "Traceback" not in ran.err
