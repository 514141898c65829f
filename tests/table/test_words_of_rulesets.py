"""What a ruleset says in one phase silences nothing that happened in another, though no chance lies between them."""

from contextlib import suppress
from io import StringIO

import pytest

from parlour.cli import main

RULESET = """
parlour: 1
id: two-cards
title: Two cards
language: en
players: 1
cards: {pack: {ranks: [low], suits: [moons], copies: 2, tell_apart: rank}}
zones:
  stock: {of: table, starts: pack, order: shuffled, seen_by: nobody}
  hand: {of: player, order: none, seen_by: all}
  pile: {of: table, order: none, seen_by: all}
phases:
  deal:
    each: players
    do: {deal: {from: stock, to: me.hand, cards: 2}}
  play:
    each: players
    do:
      - say: {plays: {who: me, card: first(c in me.hand)}}
      - put: {cards: c in me.hand, to: pile, at_most: 1}
texts: {plays: "{who} plays one."}
words: {low: low}
"""


def test_cards_that_were_dealt_are_told_though_one_of_them_is_spoken_of_later(tmp_path, capsys):
    path = tmp_path / "two-cards.yaml"
    path.write_text(RULESET, encoding="utf-8")
    with suppress(SystemExit):
        main(["play", str(path), "--auto", "--plain", "--seed", "1"])
    told = capsys.readouterr().out
    assert "Bot 1 gets: low and low." in told
    assert "Bot 1 plays one." in told
    assert "Bot 1 plays: low." not in told


@pytest.mark.parametrize(
    ("game", "seed", "thrown", "said"),
    [
        ("goose", "6", "throws 5 and 4: 9 in all.", "A five and a four at the first throw lead straight to 53."),
        ("goose-nl", "2", "gooit 5 en 4: samen 9.", "Met vijf en vier vanaf het begin gaat het meteen naar vak 53."),
    ],
)
def test_a_throw_that_leads_elsewhere_than_its_sum_says_why(capsys, game, seed, thrown, said):
    main(["play", game, "--auto", "--plain", "--seed", seed])
    lines = capsys.readouterr().out.splitlines()
    assert lines[lines.index(f"  {said}") - 1].endswith(thrown)


ASKED = """
parlour: 1
id: asked
title: Asked
language: en
players: 2
cards: {pack: {ranks: [low], suits: [moons], copies: 2, tell_apart: rank}}
zones:
  hand: {of: player, order: none, seen_by: all}
  stock: {of: table, starts: pack, order: shuffled, seen_by: nobody}
phases:
  deal: {do: {deal: {from: stock, to: seat(2).hand, cards: 2}}}
  ask:
    do:
      - let: {asker: seat(1), card: first(c in seat(2).hand)}
      - STATEMENTS
texts: {says: "{who} speaks of {rank}."}
words: {low: low}
"""
PUT = "put: {cards: c in seat(2).hand where c.rank == low, to: asker.hand}"
SAY = "say: {says: {who: asker, rank: card.rank}}"


@pytest.mark.parametrize(
    ("first", "second", "is_told"),
    [(SAY, PUT, True), (PUT, SAY, False)],
    ids=["who asks for cards has not got them yet", "what follows tells of them"],
)
def test_cards_that_one_player_gives_another_are_left_to_words_that_follow(tmp_path, capsys, first, second, is_told):
    path = tmp_path / "asked.yaml"
    path.write_text(ASKED.replace("STATEMENTS", f"{first}\n      - {second}"), encoding="utf-8")
    main(["play", str(path), "--auto", "--plain", "--seed", "1"])
    told = capsys.readouterr().out
    assert "Bot 1 speaks of low." in told
    assert ("Bot 2 gives" in told) == is_told


class TestChosenNumbers:
    """Newmarket says itself how many chips somebody puts on a card."""

    def test_what_the_ruleset_tells_of_a_choice_is_not_told_before_it(self, capsys):
        main(["play", "newmarket", "--auto", "--plain", "--seed", "1"])
        told = capsys.readouterr().out
        assert "Bot 1 puts 2 chips on the ace of spades." in told
        assert "chooses" not in told

    def test_that_nothing_else_could_be_chosen_is_told_once(self, capsys, monkeypatch):
        monkeypatch.setattr("sys.stdin", StringIO("10\n"))
        main(["play", "newmarket", "--seats", "you:Ann,bot,bot", "--plain", "--seed", "3"])
        lines = capsys.readouterr().out.partition("Next part")[0].splitlines()
        assert lines.count("  Ann has only one choice: 0.") == 1

    def test_what_it_does_not_tell_is(self, capsys, tmp_path):
        path = tmp_path / "quiet.yaml"
        path.write_text(QUIET, encoding="utf-8")
        main(["play", str(path), "--auto", "--plain", "--seed", "1"])
        lines = capsys.readouterr().out.splitlines()
        assert [line for line in lines if "chooses" in line] == ["  Bot 2 chooses: 2."]


QUIET = """
parlour: 1
id: quiet
title: Quiet
language: en
players: 2
phases:
  name:
    each: players
    do:
      - choose: {by: me, id: pick, one: n in 1..3}
      - if: me == seat(1)
        say: {picked: {who: me, n: n}}
score: 0
texts: {pick: Which?, picked: "{who} names {n:number}."}
policies: {second: {pick: {each: 1 if n == 2 else 0}}}
"""
