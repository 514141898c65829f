"""Benchmarks put their tables between their own marks of their page, and touch nothing else there."""

import re

import pytest

from parlour.benchmarks import results
from parlour.benchmarks.results import publish, replaced

PAGE = (
    "# Page\n<!-- a: begin -->\n| old |\n<!-- a: end -->\nbetween\n<!-- b: begin -->\n| kept |\n<!-- b: end -->\nlast\n"
)


def test_tables_replace_what_stands_between_their_marks():
    assert replaced(PAGE, "a", "| new |\n| rows |") == PAGE.replace("| old |", "| new |\n| rows |")


@pytest.mark.parametrize(
    "page", ["no marks\n", PAGE.replace("<!-- a: end -->\n", ""), PAGE * 2, "<!-- a: end -->\n<!-- a: begin -->\n"]
)
def test_a_page_without_the_marks_is_left_alone(page: str):
    with pytest.raises(ValueError, match="needs one line <!-- a: begin -->"):
        replaced(page, "a", "| new |")


def test_tables_are_printed_always_and_written_on_wish(tmp_path, monkeypatch, capsys):
    page = tmp_path / "README.md"
    page.write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(results, "README", page)
    publish("b", "| new |", write=False)
    assert (capsys.readouterr().out, page.read_text(encoding="utf-8")) == ("| new |\n", PAGE)
    publish("b", "| new |", write=True)
    assert page.read_text(encoding="utf-8") == PAGE.replace("| kept |", "| new |")


def test_every_benchmark_that_writes_has_its_marks():
    text = results.README.read_text(encoding="utf-8")
    runners = [path.read_text(encoding="utf-8") for path in results.README.parent.glob("*/run.py")]
    names = [name for runner in runners for name in re.findall(r'publish\("(\w+)"', runner)]
    assert len(names) == len(runners) == 3
    assert all(replaced(text, name, "| new |") != text for name in names)
