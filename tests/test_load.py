"""Finding files: ids, paths, the library, chains of bases; bytes that are no text."""

from pathlib import Path

import pytest

from parlour.interpreter.diagnostics import Report
from parlour.interpreter.language.document.decoder import decode
from parlour.interpreter.language.loading.bases import MAX_CHAIN
from parlour.interpreter.language.loading.library import Library, UnknownRuleset
from parlour.interpreter.language.loading.loader import load, load_source
from parlour.interpreter.source import Source


def write(folder, **files):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def codes(report):
    return [d.code for d in report]


def test_by_id_and_by_path(tmp_path):
    library = Library(write(tmp_path / "lib", base="parlour: 1\nid: base\n"))
    for reference in ("base", tmp_path / "lib" / "base.yaml", str(tmp_path / "lib" / "base.yaml")):
        loaded = load(reference, library, Report())
        assert loaded is not None
        assert loaded.tree.get("id").text == "base"
    assert library.ids() == ["base"]


def test_an_unknown_id_names_the_nearest(tmp_path):
    library = Library(write(tmp_path, base="parlour: 1\n"))
    with pytest.raises(UnknownRuleset, match="did you mean 'base'"):
        load("bose", library, Report())


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.yaml", Library(tmp_path), Report())


def test_an_id_never_leaves_the_library(tmp_path):
    write(tmp_path, secret="parlour: 1\n")
    library = Library(write(tmp_path / "lib"))
    assert library.find("../secret") is None
    assert library.find("") is None


def test_the_own_folder_comes_before_the_library(tmp_path):
    library = Library(write(tmp_path / "lib", base="id: base\ntitle: of the library\n"))
    own = write(tmp_path / "own", variant="extends: base\n")
    assert load(own / "variant.yaml", library, Report()).tree.get("title").text == "of the library"
    write(own, base="id: base\ntitle: beside\n")
    assert load(own / "variant.yaml", library, Report()).tree.get("title").text == "beside"


def test_a_text_without_a_folder_extends_the_library_alone(tmp_path):
    library = Library(write(tmp_path, base="id: base\nplayers: 2\n"))
    report = Report()
    loaded = load_source(Source("<stdin>", "extends: base\nid: mine\n"), library, report)
    assert (codes(report), loaded.tree.get("players").value) == ([], 2)
    assert load_source(Source("<stdin>", "extends: ./base.yaml\n"), library, report) is None
    assert codes(report) == ["P203"]


def test_links_out_of_the_folder_are_not_followed(tmp_path):
    write(tmp_path, secret="parlour: 1\n")
    own = write(tmp_path / "own", by_path="extends: ./link.yaml\n", by_id="extends: link\n")
    (own / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    for name, code in (("by_path", "P203"), ("by_id", "P201")):
        report = Report()
        assert load(own / f"{name}.yaml", Library(tmp_path / "none"), report) is None
        assert codes(report) == [code]


def test_links_in_a_circle(tmp_path):
    own = write(tmp_path, variant="extends: ./a.yaml\n")
    (own / "a.yaml").symlink_to(own / "b.yaml")
    (own / "b.yaml").symlink_to(own / "a.yaml")
    report = Report()
    assert load(own / "variant.yaml", Library(tmp_path / "none"), report) is None
    assert len(codes(report)) == 1


@pytest.mark.parametrize(
    ("extends", "hint"),
    [
        ("lag", "allowed: 'long', 'lane', 'long-9', 'long-8', 'long-7' and 57 more"),
        ("./lag", "allowed: 'long.yaml', 'lane.yaml', 'long-1.yaml', 'long-10.yaml', 'long-11.yaml' and 57 more"),
        ("lnoe", "did you mean 'lane'?"),
    ],
)
def test_of_a_full_folder_the_nearest_are_named(tmp_path, extends, hint):
    folder = write(tmp_path, **{f"long-{n}": "" for n in range(1, 60)}, lane="", long="", own=f"extends: {extends}\n")
    report = Report()
    assert load(folder / "own.yaml", Library(tmp_path / "none"), report) is None
    (fault,) = report
    assert (fault.code, fault.hint) == ("P201", hint)


def test_a_base_that_is_a_folder(tmp_path):
    write(tmp_path, variant="extends: ./base.yaml\n")
    (tmp_path / "base.yaml").mkdir()
    report = Report()
    assert load(tmp_path / "variant.yaml", Library(tmp_path / "none"), report) is None
    assert codes(report) == ["P201"]


def test_a_circle_shows_its_chain(tmp_path):
    folder = write(tmp_path, a="extends: b\nid: a\n", b="extends: c\nid: b\n", c="id: c\nextends: a\n")
    report = Report()
    assert load(folder / "a.yaml", Library(tmp_path / "none"), report) is None
    (fault,) = report
    assert (fault.code, fault.place.line) == ("P202", 2)
    assert [Path(r.place.source.name).stem for r in fault.related] == ["a", "b"]


@pytest.mark.parametrize(("length", "expected"), [(MAX_CHAIN, []), (MAX_CHAIN + 1, ["P204"])])
def test_a_long_chain(tmp_path, length, expected):
    bases = {f"g{n}": f"id: g{n}\nextends: g{n - 1}\n" for n in range(2, length + 1)}
    report = Report()
    loaded = load(write(tmp_path, g1="id: g1\n", **bases) / f"g{length}.yaml", Library(tmp_path / "none"), report)
    assert codes(report) == expected
    assert loaded is None or len(loaded.sources) == length


def test_a_base_that_calls_itself_otherwise(tmp_path):
    report = Report()
    load(write(tmp_path, base="id: bose\n", a="extends: base\n") / "a.yaml", Library(tmp_path / "none"), report)
    assert codes(report) == ["P207"]


def test_faults_of_the_base_are_told_in_the_base(tmp_path):
    report = Report()
    load(write(tmp_path, base="id: base\nx: 1.5\n", a="extends: base\ny: 2.5\n") / "a.yaml", Library(tmp_path), report)
    assert [(Path(d.place.source.name).name, d.place.line) for d in report] == [("a.yaml", 2), ("base.yaml", 2)]


@pytest.mark.parametrize(
    ("content", "line", "column"),
    [
        (b"title: caf\xe9\n", 1, 11),
        ("# \u010d\u010d\nt: \u010d".encode() + b"\xff", 2, 5),
        (b"\xef\xbb\xbfa\xff", 1, 2),
    ],
)
def test_bytes_that_are_no_text(content, line, column):
    report = Report()
    assert decode(content, "x.yaml", report) is None
    (fault,) = report
    assert (fault.code, fault.place.line, fault.place.column) == ("P101", line, column)


def test_utf_16_is_called_by_its_name():
    report = Report()
    assert decode("parlour: 1".encode("utf-16"), "x.yaml", report) is None
    assert "UTF-16" in next(iter(report)).message


def test_letters_with_accents_are_one_however_they_are_spelled():
    report = Report()
    composed, split = "й: є є̈\n".encode(), "и\u0306: є є̈\n".encode()
    sources = [decode(content, "x.yaml", report) for content in (composed, split)]
    assert sources[0] == sources[1] and not report.found


def test_a_byte_order_mark_and_windows_lines_do_not_matter():
    report = Report()
    source = decode(b"\xef\xbb\xbfa: 1\r\nb: x\r\n", "x.yaml", report)
    tree = load_source(source, Library(), report).tree
    assert codes(report) == []
    assert (tree.entries[0].key.place.column, tree.get("b").place.line, tree.get("b").text) == (1, 2, "x")
