"""The house: the floors and the library doors of ARCHITECTURE.md, no circle of imports, sizes and names of modules."""

import ast
import re
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
FACE = "__init__.py"
LONGEST_FILE = 400
LONGEST_FUNCTION = 40
# Files over the limit, each with the reason why it is better whole.
LONG_FOR_A_REASON: dict[str, str] = {}
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}


class Import(NamedTuple):
    """One import: `target` is a path of ours, the top-level name of a library, or what is wrong with it."""

    importer: str
    target: str
    line: int


class Row(NamedTuple):
    """A row of a table: the files and folders of its first cell, and those of its last."""

    parts: tuple[str, ...]
    names: tuple[str, ...]


def package_files() -> dict[str, ast.Module]:
    """Path from the root → syntax tree, of every module that is installed."""
    paths = [*ROOT.glob("*.py"), *(ROOT / "commands").rglob("*.py"), *(ROOT / "interpreter").rglob("*.py")]
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(paths)}


def path_of(module: str, files: dict[str, ast.Module]) -> str | None:
    """`parlour.interpreter.source` → `interpreter/source.py`, where there is such a file."""
    stem = "/".join(module.split(".")[1:])
    candidates = [f"{stem}.py", f"{stem}/{FACE}"] if stem else [FACE]
    return next((path for path in candidates if path in files), None)


def modules_of(node: ast.AST, files: dict[str, ast.Module]) -> list[str]:
    """The modules that a node imports, none where it is no import."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    if node.level or not node.module:
        return ["parlour.<relative import: write `from parlour…`>"]
    submodules = [f"{node.module}.{alias.name}" for alias in node.names]
    return list(dict.fromkeys(name if path_of(name, files) else node.module for name in submodules))


def target_of(module: str, files: dict[str, ast.Module]) -> str:
    """A path of ours where there is one; our module's name where there is none; the top-level name of a library."""
    top = module.split(".")[0]
    return path_of(module, files) or module if top == "parlour" else top


def late_imports_of(importer: str, files: dict[str, ast.Module]) -> list[Import]:
    """Modules of ours that are named in a text: so `import_module` is told which."""
    texts = [
        node for node in ast.walk(files[importer]) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return [
        Import(importer, path, node.lineno)
        for node in texts
        if node.value.startswith("parlour.") and (path := path_of(node.value, files))
    ]


def imports_of(importer: str, files: dict[str, ast.Module]) -> list[Import]:
    """Every import at any depth: at the top, inside functions, under TYPE_CHECKING."""
    return [
        Import(importer, target_of(module, files), getattr(node, "lineno", 0))
        for node in ast.walk(files[importer])
        for module in modules_of(node, files)
    ]


def table(head: str) -> list[Row]:
    """The rows of a table of ARCHITECTURE.md: what stands in backquotes in the first and in the last cell."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rows = text.split(head, 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    cells = [row.strip()[1:-1].split("|") for row in rows]
    return [Row(*(tuple(re.findall(r"`([^`]+)`", cell)) for cell in (row[0], row[-1]))) for row in cells]


FILES = package_files()
IMPORTS = [found for path in FILES for found in (*imports_of(path, FILES), *late_imports_of(path, FILES))]
OURS = [found for found in IMPORTS if found.target in FILES]
FLOORS = table("| part | what it is | may import |")
DOORS = {library: row.names for row in table("| library | who imports it |") for library in row.parts}


def inside(path: str, part: str) -> bool:
    return path.startswith(part) if part.endswith("/") else path == part


def floor_of(path: str, floors: list[Row]) -> Row | None:
    """The row that a file belongs to: that which names it, else that which names its folder."""
    named = [(len(part), row) for row in floors for part in row.parts if inside(path, part)]
    return max(named, default=(0, None))[1]


def part_of(path: str, floors: list[Row]) -> str:
    """The part that a file belongs to, as the table names it."""
    return max((part for row in floors for part in row.parts if inside(path, part)), key=len, default="")


def allowed_by(own: Row, target: str, floors: list[Row]) -> str:
    """The name in a row that allows an import; a folder does not stand for parts in it that have rows of their own."""
    names = [name for name in own.names if inside(target, name) and len(name) >= len(part_of(target, floors))]
    return max(names, key=len, default="")


def needless_names(imports: list[Import], floors: list[Row]) -> list[str]:
    """What rows allow and nobody in them imports."""
    used = set()
    for importer, target, _ in imports:
        own = floor_of(importer, floors)
        used |= {(own.parts, allowed_by(own, target, floors))} if own else set()
    return [f"{row.parts[0]} names {n}" for row in floors for n in row.names if (row.parts, n) not in used]


def broken_floors(imports: list[Import], floors: list[Row]) -> list[str]:
    found = []
    for importer, target, line in imports:
        own = floor_of(importer, floors)
        below = own and allowed_by(own, target, floors)
        if not below and floor_of(target, floors) != own:
            found.append(f"{importer}:{line} imports {target}, which its row does not name")
    return found


def circle_in(imports: list[Import]) -> list[str]:
    """The files of a circle of imports, or nothing."""
    graph: dict[str, set[str]] = {}
    for found in imports:
        graph.setdefault(found.importer, set()).add(found.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        return list(circle.args[1])
    return []


def test_no_circle_of_imports():
    assert " → ".join(circle_in(OURS)) == ""


def test_every_file_is_on_a_floor():
    assert [path for path in FILES if floor_of(path, FLOORS) is None] == [], "give it a row in ARCHITECTURE.md"


def test_every_floor_is_there():
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    there = [part for row in FLOORS for part in row.parts if f"| `{part}` | *(to come)*" not in text]
    assert [part for part in there if not (ROOT / part).exists()] == []
    assert [name for row in FLOORS for name in row.names if floor_of(name, FLOORS) is None] == []


def test_the_floors_hold():
    assert "\n".join(broken_floors(OURS, FLOORS)) == ""


def test_no_floor_names_what_nobody_imports():
    assert "\n".join(needless_names(OURS, FLOORS)) == ""


def test_floors_have_no_circle():
    rows = {row.parts[0]: {(floor_of(below, FLOORS) or row).parts[0] for below in row.names} for row in FLOORS}
    assert circle_in([Import(row, below, 0) for row in rows for below in rows[row] - {row}]) == []


def test_imports_are_absolute_and_name_what_is_there():
    unknown = [found for found in IMPORTS if found.target.startswith("parlour.")]
    assert unknown == []


def test_libraries_have_one_door():
    known = {*FILES, *sys.stdlib_module_names}
    broken = [
        f"{importer}:{line} imports {library}"
        for importer, library, line in IMPORTS
        if library not in known
        and "." not in library
        and not any(inside(importer, door) for door in DOORS.get(library, ()))
    ]
    assert broken == [], "a library and its doors are listed in ARCHITECTURE.md"


@pytest.mark.parametrize("path", FILES)
def test_no_import_waits_for_type_checking(path):
    names = {node.id for node in ast.walk(FILES[path]) if isinstance(node, ast.Name)}
    assert "TYPE_CHECKING" not in names


@pytest.mark.parametrize("path", FILES)
def test_sizes(path):
    lines = (ROOT / path).read_text(encoding="utf-8").count("\n")
    assert lines <= LONGEST_FILE or path in LONG_FOR_A_REASON, f"{lines} lines: split it"
    functions = [n for n in ast.walk(FILES[path]) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    sizes = {f"{n.name}:{n.lineno}": (n.end_lineno or n.lineno) - n.lineno + 1 for n in functions}
    assert {name: size for name, size in sizes.items() if size > LONGEST_FUNCTION} == {}


@pytest.mark.parametrize("path", FILES)
def test_a_module_says_what_it_is(path):
    assert not FORBIDDEN_NAMES & set(Path(path).with_suffix("").parts)
    assert ast.get_docstring(FILES[path]) or not FILES[path].body, "the first line says what comes in and what goes out"


def test_reasons_are_still_needed():
    long = {path for path in FILES if (ROOT / path).read_text(encoding="utf-8").count("\n") > LONGEST_FILE}
    assert set(LONG_FOR_A_REASON) <= long


class TestTheTestsThemselves:
    """Each check is shown a house in which it must find something."""

    def test_a_circle_through_a_late_import(self):
        late = {"a.py": ast.parse("import parlour.b"), "b.py": ast.parse("def f():\n    from parlour import a")}
        imports = [found for path in late for found in imports_of(path, late)]
        assert sorted(set(circle_in(imports))) == ["a.py", "b.py"]

    def test_an_import_of_a_higher_floor(self):
        floors = [Row(("low/",), ()), Row(("low/open.py", "low/also.py"), ()), Row(("high/",), ("low/open.py",))]
        assert broken_floors([Import("high/a.py", "low/open.py", 1)], floors) == []
        assert broken_floors([Import("low/also.py", "low/open.py", 1)], floors) == []
        assert broken_floors([Import("high/a.py", "low/also.py", 1)], floors) != []
        assert broken_floors([Import("high/a.py", "low/b.py", 1)], floors) != []
        assert broken_floors([Import("low/b.py", "high/a.py", 1)], floors) != []

    def test_a_part_with_a_row_of_its_own_has_to_be_named(self):
        floors = [Row(("low/deep/",), ()), Row(("low/",), ()), Row(("high/",), ("low/",))]
        assert broken_floors([Import("high/a.py", "low/b.py", 1)], floors) == []
        assert broken_floors([Import("high/a.py", "low/deep/c.py", 1)], floors) != []

    def test_a_name_that_nobody_needs(self):
        floors = [Row(("low/",), ()), Row(("deep/",), ()), Row(("high/",), ("low/", "deep/"))]
        assert needless_names([Import("high/a.py", "low/b.py", 1)], floors) == ["high/ names deep/"]

    def test_a_module_that_is_named_for_later(self):
        late = {"a.py": ast.parse("import_module('parlour.b')"), "b.py": ast.parse("")}
        assert late_imports_of("a.py", late) == [Import("a.py", "b.py", 1)]

    def test_a_relative_import(self):
        assert imports_of("a.py", {"a.py": ast.parse("from . import b")})[0].target.startswith("parlour.<relative")

    def test_an_unknown_folder(self):
        assert floor_of("interpreter/new/thing.py", FLOORS) is None
