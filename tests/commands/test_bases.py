"""A base of other rulesets (`abstract: true`) can be read, drawn and checked, and is no game: one rule for all commands."""

import pytest

REFUSED = "Error: 'base' is the base of other rulesets, and no game by itself\n"


@pytest.fixture
def base(put, sound_text):
    put(sound_text)
    return put(sound_text.replace("id: coin\n", "id: base\nabstract: true\n"), "base.yaml")


@pytest.mark.parametrize(
    "words",
    [
        "play base.yaml --auto",
        "replay base.yaml --seed 1",
        "simulate base.yaml -n 5",
        "simulate base.yaml --explain",
        "odds base.yaml",
        "diff coin.yaml base.yaml -n 5",
        "diff base.yaml coin.yaml --odds",
    ],
)
def test_nobody_plays_a_base(run, base, words):
    ran = run(*words.split())
    assert (ran.code, ran.out, ran.err) == (3, "", REFUSED)


@pytest.mark.parametrize(
    "words", ["show base.yaml", "rules base.yaml", "validate base.yaml", "diff base.yaml coin.yaml"]
)
def test_a_base_can_be_read(run, base, words):
    assert run(*words.split()).code == 0
