"""What a question shows of the game: values in its text and in the texts of its options, also after going back."""

import pytest

POT = """
parlour: 1
id: pot
title: The pot
language: en
players: 2
accounts:
  purse: {of: player, starts: 20, short: pays_all}
  pot: {of: table}
variables: {asked: {range: 0..9}}
phases:
  play:
    turns: players
    until: asked == 4
    do:
      - add: {asked: 1}
      - let: {price: 2 + asked}
      - choose:
          by: me
          id: bid
          say: {n: price, pot: pot, key: next(me)}
          options:
            pay: {only_if: me.purse >= price, do: {transfer: {from: me.purse, to: pot, amount: price}}}
            pass: {say: {pass: {who: me}}}
            all_in: {transfer: {from: me.purse, to: pot, amount: all}}
      - choose: {by: me, id: more, say: {n: me.purse}, one: k in 0..2}
      - transfer: {from: me.purse, to: pot, amount: k}
      - choose: {by: me, id: sure, options: {pay: [], nod: []}}
score: me.purse
words: {pay: pay, pass: pass on, all_in: all in, nod: nod, purse: purse, pot: pot}
texts:
  beans: {one: "{n} bean", other: "{n} beans"}
  bid: "{who}: {n:beans} to stay, {pot:number} in the pot, {key} comes next. What now?"
  pass: "{who} passes."
  all_in: "Put in everything, {who}"
  more: "You have {n:beans}. How many more?"
  sure: Are you sure?
"""


@pytest.fixture
def pot(tmp_path):
    path = tmp_path / "pot.yaml"
    path.write_text(POT, encoding="utf-8")
    return str(path)


def asked(ran, word):
    return [line for line in ran.lines if word in line]


class TestQuestions:
    def test_a_question_shows_its_values(self, run, pot):
        ran = run("play", pot, "--seats", "you:Ann,bot", "--seed", "1", typed=["1", "q"])
        assert asked(ran, "to stay") == ["Ann: 3 beans to stay, 0 in the pot, Bot 2 comes next. What now?"]
        assert asked(ran, "How many more?") == ["You have 17 beans. How many more?"]

    def test_an_option_is_shown_by_its_text_and_told_by_its_word(self, run, pot):
        ran = run("play", pot, "--seats", "you:Ann,bot", "--seed", "1", typed=["1", "2", "1", "q"])
        assert "  3  Put in everything, Ann" in ran.lines
        assert "  Bot 2 chooses: all in." in ran.lines

    def test_what_a_rule_says_is_no_label(self, run, pot):
        ran = run("play", pot, "--seats", "you:Ann,bot", "--seed", "1", typed=["q"])
        assert "  2  pass on" in ran.lines

    def test_going_back_asks_with_the_values_of_then(self, run, pot):
        typed = ["1", "2", "1", "2", "1", "1", "u", "u", "u", "u", "u", "u", "q"]
        ran = run("play", pot, "--seats", "you:Ann,you:Bob", "--seed", "1", typed=typed)
        prices = [line.split(" to stay")[0] for line in asked(ran, "to stay")]
        assert prices == ["Ann: 3 beans", "Bob: 4 beans", "Ann: 5 beans", "Bob: 4 beans", "Ann: 3 beans"]

    def test_a_saved_game_asks_with_them(self, run, pot, tmp_path):
        save = str(tmp_path / "game.json")
        run("play", pot, "--seats", "you:Ann,you:Bob", "--seed", "1", "--save", save, typed=["1", "q"])
        ran = run("play", "--resume", save, typed=["q"])
        assert asked(ran, "How many more?") == ["Ann: You have 17 beans. How many more?"]

    def test_scenarios_do_not_tell_that_somebody_is_asked(self, run, tmp_path):
        path = tmp_path / "pot.yaml"
        path.write_text(POT + "scenarios: {one: {choices: [pay, 1], expect: {pot: 9}}}\n", encoding="utf-8")
        ran = run("test", str(path))
        assert "FAILED  one" in ran.out
        assert "seat 1 chooses pay at bid" in ran.out
        assert "asking" not in ran.out
