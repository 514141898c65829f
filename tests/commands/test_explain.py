"""`parlour explain`: every code, however it is typed."""

import pytest

from parlour.interpreter.codes import ALL


@pytest.mark.parametrize("code", ALL)
def test_every_code(run, code):
    shown = run("explain", code)
    assert shown.code == 0
    assert shown.out.startswith(f"{code}: {ALL[code].title}\n")
    for example in (ALL[code].wrong, ALL[code].right):
        assert all(line in shown.out for line in example.splitlines())


@pytest.mark.parametrize("typed", ["p101", "[P101]", " P101 "])
def test_however_it_is_typed(run, typed):
    assert run("explain", typed).out == run("explain", "P101").out


def test_all(run):
    shown = run("explain", "--all").out
    assert all(f"{code}: {row.title}" in shown for code, row in ALL.items())


def test_an_unknown_code(run):
    shown = run("explain", "P1O1")
    assert shown.code == 2
    assert "there is no code 'P1O1'; did you mean 'P" in shown.err


@pytest.mark.parametrize("words", [[], ["P101", "--all"], ["P101", "P102"]])
def test_usage(run, words):
    assert run("explain", *words).code == 2
