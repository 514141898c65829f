"""Names of files that no file can have, and folders that are not there: said at once, in the words of the command line."""

import pytest

EMPTY = "Error: '' names no ruleset and no file\ngive an id of the library (`parlour list`), or a path\n"


@pytest.mark.parametrize(
    "words",
    [
        ["show", ""],
        ["validate", ""],
        ["test", ""],
        ["simulate", ""],
        ["odds", ""],
        ["diff", "", "coin.yaml"],
        ["replay", ""],
        ["replay", "", "--seed", "1"],
        ["new", "mine", "--from", ""],
    ],
)
def test_an_empty_text_is_no_game(run, sound, words):
    ran = run(*words)
    assert (ran.code, ran.err.endswith(EMPTY), "folder" in ran.err) == (3, True, False)


@pytest.mark.parametrize(
    "words",
    [
        ["play", "--resume", ""],
        ["play", "coin.yaml", "--save", ""],
        ["play", "coin.yaml", "--log", ""],
        ["replay", "coin.yaml", "--seed", "1", "--html", ""],
        ["simulate", "coin.yaml", "--out", ""],
        ["rules", "coin.yaml", "-o", ""],
        ["board", "coin.yaml", "-o", ""],
        ["new", "mine", "-o", ""],
    ],
)
def test_an_empty_text_is_no_file(run, sound, words):
    ran = run(*words)
    assert ran.code == 2
    assert ran.complaint == f"Error: Invalid value for '{words[-2]}': '' names no file" or (
        words[-2] == "-o" and ran.complaint.endswith("'-o' / '--output': '' names no file")
    )


@pytest.mark.parametrize("name", ["away/rows.csv", "away/rows.jsonl", "away/rows.parquet"])
def test_rows_without_a_folder(run, sound, name):
    ran = run("simulate", sound, "-n", 5, "--out", name)
    assert (ran.code, ran.err) == (3, f"Error: {name}: there is no folder 'away' to write it in\n")


def test_rows_that_cannot_be_written(run, sound, tmp_path):
    (tmp_path / "rows.csv.run.json").mkdir()  # no right is missing to the one who tests
    ran = run("simulate", sound, "-n", 5, "--out", "rows.csv")
    assert ran.code == 3
    assert ran.err == "Error: rows.csv: rows.csv.run.json cannot be written beside it: Is a directory\n"


@pytest.mark.parametrize("name", ["book.pdf", "book.docx", "book.mdx"])
def test_a_rule_book_is_not_written_under_the_name_of_something_else(run, sound, tmp_path, name):
    ran = run("rules", sound, "-o", name)
    assert ran.code == 2
    ends = ".md, .markdown, .txt, .html, .htm"
    assert ran.complaint == f"Error: Invalid value for '-o': '{name}' does not end in one of {ends}: " + (
        "name another, or say --format"
    )
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize(
    ("words", "begin"),
    [
        (["book.md"], "# Coin"),
        (["book.Markdown"], "# Coin"),
        (["book.txt"], "# Coin"),
        (["book"], "# Coin"),
        (["book.HTM"], "<!doctype html>"),
        (["book.page", "--format", "html"], "<!doctype html>"),
    ],
)
def test_a_rule_book_is_written_as_its_name_ends(run, sound, tmp_path, words, begin):
    assert run("rules", sound, "-o", *words).code == 0
    assert (tmp_path / words[0]).read_text(encoding="utf-8").startswith(begin)
