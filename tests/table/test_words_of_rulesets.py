"""What a ruleset says in one phase silences nothing that happened in another, though no chance lies between them."""

from contextlib import suppress

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
