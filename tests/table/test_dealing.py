"""Where `each:` goes through the players, those are waited for who throw or choose; to deal cards, nobody presses Enter."""

import pytest

GAME = """
parlour: 1
id: dealt
title: Dealt
language: en
players: 3
cards: {pack: {standard: 52, tell_apart: card}}
chance: {die: {throw: 1, faces: 6}}
zones:
  stock: {of: table, starts: pack, order: shuffled, seen_by: nobody}
  hand: {of: player, order: none, seen_by: all}
  pile: {of: table, order: none, seen_by: all}
phases:
  deal: {each: players, do: {deal: {from: stock, to: me.hand, cards: 2}}}
  PHASE
texts: {plays: "Which?"}
words: {stock: stock, hand: hand, pile: pile}
score: me.hand.size
"""
CARD = "{deal: {from: stock, to: me.hand}}"
THROW = "{roll: {with: die, as: t}}"
CHOICE = "{choose: {by: me, id: plays, one: c in me.hand, as: x}}, {put: {card: x, from: me.hand, to: pile}}"
PROMPT = "Player 1, it is your turn (Enter: throw or draw; ? for help): "


@pytest.fixture
def dealt(tmp_path):
    def written(*statements):
        path = tmp_path / "dealt.yaml"
        phase = f"play: {{each: players, do: [{', '.join(statements)}]}}" if statements else ""
        path.write_text(GAME.replace("PHASE", phase), encoding="utf-8")
        return str(path)

    return written


def before(ran, line):
    """The line before this one."""
    return ran.lines[ran.lines.index(line) - 1]


def asked(ran):
    return [line for line in ran.lines if "(Enter" in line or line.startswith("Choose ")]


def test_nobody_is_waited_for_to_be_dealt_to(run, dealt):
    ran = run("play", dealt(THROW), "--seed", "1", "--seats", "you,you,bot", typed=[""] * 9)
    assert ran.code == 0
    assert asked(ran) == [PROMPT, PROMPT.replace("Player 1", "Player 2")]
    assert sum("gets: " in line for line in ran.lines[: ran.lines.index(PROMPT)]) == 3


def test_who_throws_after_a_card_is_waited_for_at_the_throw(run, dealt):
    ran = run("play", dealt(CARD, THROW), "--seed", "1", typed=[""] * 9)
    assert asked(ran) == [PROMPT]
    assert before(ran, PROMPT).startswith("  Player 1 gets: ")


def test_who_has_chosen_goes_on_to_his_throw(run, dealt):
    ran = run("play", dealt(CARD, CHOICE, THROW), "--seed", "1", typed=["1", ""])
    assert [line.partition(":")[0] for line in asked(ran)] == ["Choose 1–3 (? for help)"]


def test_where_a_game_only_deals_each_draws(run, dealt):
    ran = run("play", dealt(), "--seed", "1", "--seats", "you,you,bot", typed=[""] * 9)
    assert asked(ran) == [PROMPT, PROMPT.replace("Player 1", "Player 2")]


@pytest.mark.parametrize(
    ("statements", "typed"), [((CARD, THROW), ""), ((CARD, CHOICE, THROW), "1")], ids=["throw", "choice"]
)
def test_a_save_goes_back_to_where_one_was_asked(run, dealt, tmp_path, statements, typed):
    words = ("play", dealt(*statements), "--seed", "1", "--seats", "you,you,bot")
    straight = run(*words, typed=[typed, "u", "u", "q"])
    save = str(tmp_path / "game.json")
    run(*words, "--save", save, typed=[typed, "q"])
    again = run("play", "--resume", save, typed=["u", "u", "q"])
    assert again.lines.count("Taken back.") == straight.lines.count("Taken back.") == 1
