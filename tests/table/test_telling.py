"""What is told: each kind of event in a sentence, nothing twice, and a line of how everybody stands after each turn."""

import re

import pytest

HEAD = "parlour: 1\nid: told\ntitle: Told\nlanguage: en\nscore: 0\n"


@pytest.fixture
def told(run, tmp_path):
    """The story of a game of bots: the lines between the seed and the scores, without indentation."""

    def play(ruleset, *words, players=2, seed=1):
        path = tmp_path / "told.yaml"
        path.write_text(HEAD + ruleset, encoding="utf-8")
        ran = run("play", str(path), "--auto", "--plain", "--players", str(players), "--seed", str(seed), *words)
        assert ran.code == 0, ran.err
        begin = next(k for k, line in enumerate(ran.lines) if line.startswith("  Seed "))
        story = [line.strip() for line in ran.lines[begin + 1 : ran.lines.index("Scores")]]
        return [line for line in story if not re.fullmatch(r"Bot 1: 0( · Bot \d: 0)*", line)]

    return play


class TestPayments:
    RULES = """
players: 2
accounts: {{purse: {{of: player, starts: 5, short: pays_all, seen_by: {seen}}}, pot: {{of: table}}}}
phases: {{pay: {{do: [{statement}]}}}}
words: {{purse: {{name: purse, the: the purse}}, pot: {{name: pot, the: the pot}}}}
texts: {{paid: "{{who}} has paid {{n:number}}.", all_pay: "Everybody pays {{n:number}}.", other: "{{who}} smiles."}}
"""

    def lines(self, told, statement, seen="all"):
        lines = told(self.RULES.format(statement=statement, seen=seen))
        return [line for line in lines if " · " not in line and line not in ("The game is over.", "Everybody wins.")]

    def test_the_engine_tells_what_nobody_says(self, told):
        statement = "{transfer: {from: seat(1).purse, to: pot, amount: 2}}"
        assert self.lines(told, statement) == ["Bot 1 pays 2 to the pot."]

    def test_the_other_ways_round(self, told):
        statement = (
            "{transfer: {from: seat(1).purse, to: pot, amount: 2}}, {transfer: {from: pot, to: seat(2).purse, amount: 1}},"
            "{transfer: {from: seat(2).purse, to: seat(1).purse, amount: 3}}"
        )
        expected = ["Bot 1 pays 2 to the pot.", "Bot 2 gets 1 from the pot.", "Bot 2 pays 3 to Bot 1."]
        assert self.lines(told, statement) == expected

    def test_nothing_is_told_twice(self, told):
        statement = "{transfer: {from: seat(1).purse, to: pot, amount: 2}}, {say: {paid: {who: seat(1), n: 2}}}"
        assert self.lines(told, statement) == ["Bot 1 has paid 2."]

    def test_words_may_come_before(self, told):
        statement = "{say: {paid: {who: seat(1), n: 2}}}, {transfer: {from: seat(1).purse, to: pot, amount: 2}}"
        assert self.lines(told, statement) == ["Bot 1 has paid 2."]

    def test_words_about_another_player_or_amount_tell_something_else(self, told):
        statement = "{transfer: {from: seat(1).purse, to: pot, amount: 2}}, {say: {paid: {who: seat(2), n: 2}}}"
        assert self.lines(told, statement) == ["Bot 1 pays 2 to the pot.", "Bot 2 has paid 2."]
        statement = "{transfer: {from: seat(1).purse, to: pot, amount: 2}}, {say: {paid: {who: seat(1), n: 3}}}"
        assert self.lines(told, statement) == ["Bot 1 pays 2 to the pot.", "Bot 1 has paid 3."]
        statement = "{transfer: {from: seat(1).purse, to: pot, amount: 2}}, {say: {other: {who: seat(1)}}}"
        assert self.lines(told, statement) == ["Bot 1 pays 2 to the pot.", "Bot 1 smiles."]

    def test_one_sentence_about_a_player_tells_of_one_payment(self, told):
        statement = (
            "{transfer: {from: seat(1).purse, to: pot, amount: 2}}, {transfer: {from: seat(1).purse, to: pot, amount: 2}},"
            "{say: {paid: {who: seat(1), n: 2}}}"
        )
        assert self.lines(told, statement) == ["Bot 1 pays 2 to the pot.", "Bot 1 has paid 2."]

    def test_one_sentence_about_nobody_tells_of_all(self, told):
        statement = "{say: {all_pay: {n: 2}}}, {for: p in players, do: {transfer: {from: p.purse, to: pot, amount: 2}}}"
        assert self.lines(told, statement) == ["Everybody pays 2."]

    def test_what_falls_short_is_told_in_any_case(self, told):
        statement = "{transfer: {from: seat(1).purse, to: pot, amount: 9, as: n}}, {say: {paid: {who: seat(1), n: n}}}"
        assert self.lines(told, statement) == ["Bot 1 can pay only 5 of 9.", "Bot 1 has paid 5."]

    def test_nothing_is_no_payment(self, told):
        assert self.lines(told, "{transfer: {from: seat(1).purse, to: pot, amount: 0}}") == []

    def test_nobody_sees_a_hidden_purse(self, told):
        statement = "{transfer: {from: seat(1).purse, to: seat(2).purse, amount: 2}}"
        assert self.lines(told, statement, "owner") == ["pot 0", "pot 0"]

    def test_a_debt(self, told):
        rules = self.RULES.replace("short: pays_all", "may_owe: true").format(
            statement="{transfer: {from: seat(1).purse, to: pot, amount: 7}}", seen="all"
        )
        assert "Bot 1 now owes 2." in told(rules)


class TestTurns:
    RULES = """
players: 2
variables: {{rounds: {{range: 0..99}}}}
board: {{squares: 9, effects_when: true, beyond: stay}}
phases:
  walk:
    turns: players
    until: rounds > 5
    {stuck}
    do: [{{add: {{rounds: 1}}}}, {statement}]
texts: {{}}
"""

    def lines(self, told, statement, stuck=""):
        return told(self.RULES.format(statement=statement, stuck=stuck))

    def test_moves(self, told):
        lines = self.lines(
            told, "{if: me.at == 6, go_to: 0}, {if: me.at > 2, move: -1}, {move: 3 if me.at == 0 else 4}"
        )
        assert lines[1:4] == [
            "Turn 1: Bot 1.",
            "Bot 1 comes onto the board, to 3.",
            "Bot 1: square 3 · Bot 2: off the board",
        ]
        assert "Bot 1 goes back from 3 to 2." in lines
        assert "Bot 1 goes from 2 to 6." in lines
        assert "Bot 1 goes off the board, from 6." in lines

    def test_another_pawn_is_sent(self, told):
        lines = self.lines(told, "{move: 2}, {if: rounds == 3, go_to: {who: opponent, to: 1}}")
        assert "Bot 2 is sent back to 1." in lines
        lines = self.lines(told, "{move: 2}, {if: rounds == 3, go_to: {who: opponent, to: 0}}")
        assert "Bot 2 is sent off the board." in lines

    def test_missed_turns(self, told):
        lines = self.lines(told, "{if: rounds == 1, miss_turns: 2}")
        assert lines[1:3] == ["Turn 1: Bot 1.", "Bot 1 will miss 2 turns."]
        assert "Bot 1 misses this turn." in lines
        assert "Bot 1 still has 1 turn to miss." in lines

    def test_caught_and_freed(self, told):
        lines = self.lines(
            told,
            "{if: rounds == 1, catch: me}, {if: rounds == 3, free: opponent}, {if: rounds == 4, free: opponent}",
            "stuck: {end: {outcome: unfinished}}",
        )
        assert lines.count("Bot 1 is caught.") == 1
        assert "Bot 1 is held fast and waits." in lines
        assert lines.count("Bot 1 is free again.") == 1
        assert "Bot 2 is free again." not in lines  # he was free

    def test_out(self, told):
        assert "Bot 1 is out of the game." in self.lines(told, "{if: rounds == 1, out: me}")


class TestChance:
    @pytest.mark.parametrize(
        ("device", "sentence"),
        [
            ("{throw: 1, faces: [4]}", "Bot 1 throws 4."),
            ("{throw: 2, faces: [4]}", "Bot 1 throws 4 and 4: 8 in all."),
            ("{throw: 2, faces: [bell]}", "Bot 1 throws bell and bell."),
            ("{faces: [7]}", "Bot 1 draws 7."),
            ("{throw: 3, faces: [red, red]}", "Bot 1 tosses red, red, and red."),
            ("{sectors: {5: 3}}", "Bot 1 spins 5."),
            ("{faces: [3, 3, 3], put_back: false}", "Bot 1 draws 3."),
        ],
    )
    def test_devices(self, told, device, sentence):
        rules = f"""
players: 2
chance: {{thing: {device}}}
phases: {{go: {{each: players, do: [{{roll: {{with: thing, as: t}}}}]}}}}
"""
        assert sentence in told(rules)

    def test_nobody_s_turn(self, told):
        rules = """
players: 2
chance: {die: {throw: 1, faces: [4]}}
phases: {go: {do: [{roll: {with: die, as: t}}]}}
"""
        assert "Thrown: 4." in told(rules)


class TestCards:
    RULES = """
players: {{min: 2, max: 3}}
cards: {{pack: {{ranks: [low, high], suits: [sun, moon], tell_apart: card, copies: 3}}}}
zones:
  stock: {{of: table, starts: pack, order: shuffled, seen_by: nobody}}
  hand: {{of: player, order: none, seen_by: all}}
  kept: {{of: player, order: none, seen_by: all}}
  open: {{of: table, order: none, seen_by: all}}
  away: {{of: table, order: none, seen_by: nobody}}
phases: {{go: {{do: [{statements}]}}}}
words: {{open: open cards, hand: cards in hand, kept: kept cards, stock: stock, away: put away, turn: turn}}
texts: {{turned: "The bell rings for {{card}}.", who_card: "{{who}} has {{card}}."}}
"""

    def lines(self, told, statements, players=2):
        lines = told(self.RULES.format(statements=statements), players=players)
        return [line for line in lines if line not in ("The game is over.", "Everybody wins.")]

    def test_a_deal_round_the_table_is_told_together(self, told):
        lines = self.lines(
            told, "{for: n in 1..2, do: {for: p in players, do: {deal: {from: stock, to: p.hand, cards: 1}}}}"
        )
        assert [line.split(" gets: ")[0] for line in lines] == ["Bot 1", "Bot 2"]
        assert all(line.count(" of ") == 2 for line in lines)

    def test_turned_up_and_what_is_said_of_it(self, told):
        up = "{deal: {from: stock, to: open, cards: 1, as: card}}"
        [line] = self.lines(told, up)
        assert line.startswith("Turned up: ")
        [line] = self.lines(told, up + ", {say: {turned: {card: card}}}")
        assert line.startswith("The bell rings for ")

    def test_words_about_a_player_s_card_tell_of_that_player_only(self, told):
        deal = "{deal: {from: stock, to: seat(1).hand, cards: 1, as: card}}"
        assert len(self.lines(told, deal + ", {say: {who_card: {who: seat(1), card: card}}}")) == 1
        assert len(self.lines(told, deal + ", {say: {who_card: {who: seat(2), card: card}}}")) == 2
        assert len(self.lines(told, deal + ", {say: {turned: {card: card}}}")) == 2

    def test_where_cards_go(self, told):
        deal = "{deal: {from: stock, to: seat(1).hand, cards: 2}}, "
        every = "{{put: {{cards: c in seat(1).hand, to: {}}}}}"
        lines = self.lines(told, deal + every.format("open"))
        assert lines[-1].endswith(": cards in hand, Bot 1 → open cards.")
        assert self.lines(told, deal + every.format("away"))[-1].endswith(": cards in hand, Bot 1 → put away.")
        assert self.lines(told, deal + every.format("seat(1).kept"))[-1].startswith("Kept cards, Bot 1: ")
        assert self.lines(told, deal + every.format("seat(2).hand"))[-1].startswith("Bot 1 gives Bot 2: ")

    def test_a_zone_as_a_whole(self, told):
        lines = self.lines(told, "{deal: {from: stock, to: open, cards: 1}}, {gather: stock}, {shuffle: stock}")
        assert lines[-2:] == ["All the cards go back: stock.", "Shuffled: stock."]


class TestTheEnd:
    RULES = """
players: {{min: 1, max: 3}}
phases: {{go: {{do: [{{end: {{outcome: done{more}}}}}]}}}}
texts: {texts}
"""

    @pytest.mark.parametrize(
        ("more", "texts", "players", "expected"),
        [
            ("", "{}", 2, ["Outcome: done.", "Nobody wins."]),
            (", winners: seat(1)", "{}", 2, ["Outcome: done.", "The winner is Bot 1."]),
            (", winners: p in players", "{}", 2, ["Outcome: done.", "Everybody wins."]),
            (", winners: p in players", "{}", 1, ["Outcome: done.", "The winner is Bot 1."]),
            (", winners: p in others(seat(1))", "{}", 3, ["Outcome: done.", "The winners are Bot 2 and Bot 3."]),
            (", winners: seat(1)", "{done: It is over.}", 2, ["It is over.", "The winner is Bot 1."]),
            (", winners: seat(1)", '{done: "{who} has it."}', 2, ["Bot 1 has it."]),
            (", winners: seat(2), say: {n: 7}", '{done: "{who} has {n:number}."}', 2, ["Bot 2 has 7."]),
        ],
    )
    def test_outcomes(self, told, more, texts, players, expected):
        lines = told(self.RULES.format(more=more, texts=texts), players=players)
        assert lines[-len(expected) :] == expected


def test_how_everybody_stands_after_each_turn(run, race):
    ran = run("play", race, "--auto", "--seed", "1")
    headings = [k for k, line in enumerate(ran.lines) if line.startswith("Turn ")]
    assert all(ran.lines[k - 1].startswith("  Bot 1: ") and " · pot " in ran.lines[k - 1] for k in headings)
    assert ran.lines[ran.lines.index("Scores") - 1].startswith("  Bot 1: square ")


def test_a_text_of_a_base_counts_in_its_own_language(run, tmp_path):
    (tmp_path / "base.yaml").write_text(
        HEAD.replace("id: told", "id: base").replace("language: en", "language: uk")
        + "players: 2\nphases: {go: {do: [{say: {so: {n: 2}}}, {say: {more: {n: 2}}}]}}\n"
        'texts: {so: {one: "{n} риба", few: "{n} риби", many: "{n} риб"}, more: {one: "{n} кіт", few: "{n} коти", '
        'many: "{n} котів"}}\n',
        encoding="utf-8",
    )
    own = tmp_path / "own.yaml"
    own.write_text(
        "parlour: 1\nid: own\nextends: base.yaml\ntitle: Own\nlanguage: en\n"
        'texts: {so: {one: "{n} fish", other: "{n} fishes"}}\n',
        encoding="utf-8",
    )
    ran = run("play", str(own), "--auto")
    assert "  2 fishes" in ran.lines
    assert "  2 коти" in ran.lines


def test_no_letter_of_a_ruleset_moves_the_cursor(told):
    lines = told('players: 2\nphases: {go: {do: [{say: {bad: {}}}]}}\ntexts: {bad: "a\\u001b[2Jb"}\n')
    assert "a\ufffd[2Jb" in lines
