"""An account that is kept for something else than players belongs to nobody: it is told by its name."""

import re
from contextlib import suppress

from parlour.cli import main

RULESET = """
parlour: 1
id: jars
title: Jars
language: en
players: 2
sets: {shelves: [4, 5]}
accounts:
  purse: {of: player, starts: 3}
  jar: {of: shelves}
chance: {die: {faces: [4, 5]}}
phases:
  fill:
    each: players
    do:
      - roll: {with: die, as: t}
      - transfer: {from: me.purse, to: jar(t.total), amount: 2}
      - transfer: {from: jar(t.total), to: me.purse, amount: 1}
score: me.purse
words: {purse: {name: purse, the: the purse}, jar: {name: jar, the: the jar}}
"""


def test_a_payment_to_an_account_of_a_set_names_what_it_is_kept_for(tmp_path, capsys):
    path = tmp_path / "jars.yaml"
    path.write_text(RULESET, encoding="utf-8")
    log = tmp_path / "log.jsonl"
    with suppress(SystemExit):
        main(["play", str(path), "--auto", "--plain", "--seed", "1", "--log", str(log)])
    told = capsys.readouterr().out
    assert "Bot 1 pays 2 to the jar." in told
    assert "Bot 2 gets 1 from the jar." in told
    assert re.search(r"Bot 2: purse 2 · jar [45]: \d", told)
    assert '"jar[4]"' in log.read_text(encoding="utf-8") or '"jar[5]"' in log.read_text(encoding="utf-8")


def test_a_payment_to_oneself_is_not_told(tmp_path, capsys):
    path = tmp_path / "jars.yaml"
    to_oneself = "transfer: {from: me.purse, to: seat(1).purse, amount: 2}"
    path.write_text(
        RULESET.replace("transfer: {from: me.purse, to: jar(t.total), amount: 2}", to_oneself).replace(
            "      - transfer: {from: jar(t.total), to: me.purse, amount: 1}\n", ""
        ),
        encoding="utf-8",
    )
    with suppress(SystemExit):
        main(["play", str(path), "--auto", "--plain", "--seed", "1"])
    told = capsys.readouterr().out
    assert "Bot 2 pays 2 to Bot 1." in told
    assert "from the purse to the purse" not in told
