"""What is on disk is installed: a folder or a kind of file that pyproject.toml forgets is missing from the wheel."""

import ast
import re
import sys
import tomllib
from fnmatch import fnmatch
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUPTOOLS = PROJECT["tool"]["setuptools"]
# Folders of the root that travel as data of the package `parlour` itself.
DATA_FOLDERS = ("rulesets", "schema")


def files_below(folder: Path) -> list[Path]:
    return [p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts and p.name[0] != "."]


def package_of(path: Path) -> str:
    return ".".join(("parlour", *path.relative_to(ROOT).parent.parts))


def test_every_package_folder_is_listed():
    folders = [ROOT, *(p.parent for top in ("commands", "interpreter") for p in files_below(ROOT / top))]
    on_disk = {".".join(("parlour", *folder.relative_to(ROOT).parts)) for folder in folders}
    assert sorted(on_disk) == sorted(SETUPTOOLS["packages"])


def test_every_top_level_folder_of_modules_is_known():
    """A new top-level folder of Python is either a package that is listed, or stands outside the package on purpose."""
    outside = {"benchmarks", "build", "dev", "dist", "docs", "tests"}
    with_modules = {p.parent.name for p in ROOT.glob("*/*.py")}
    assert with_modules - outside <= {name.split(".")[1] for name in SETUPTOOLS["packages"] if "." in name}


def test_every_data_file_is_shipped():
    shipped = SETUPTOOLS["package-data"]
    data = [p for top in ("commands", "interpreter") for p in files_below(ROOT / top) if p.suffix != ".py"]
    unshipped = [p for p in data if not any(fnmatch(p.name, glob) for glob in shipped.get(package_of(p), []))]
    for folder in DATA_FOLDERS:
        globs = [glob.split("/")[-1] for glob in shipped["parlour"] if glob.startswith(f"{folder}/")]
        unshipped += [p for p in files_below(ROOT / folder) if not any(fnmatch(p.name, glob) for glob in globs)]
        assert [p for p in (ROOT / folder).iterdir() if p.is_dir()] == [], "package-data does not reach below"
    assert unshipped == []


def test_only_what_is_installed_on_purpose_stands_at_the_root():
    """Each module at the root is installed: a conftest.py or a script here would be part of every installation."""
    assert {p.name for p in ROOT.glob("*.py")} == {"__init__.py", "cli.py"}


def test_every_library_that_is_imported_is_a_dependency():
    extras = [rows for extra, rows in PROJECT["project"]["optional-dependencies"].items() if extra != "dev"]
    needed = [row for rows in (PROJECT["project"]["dependencies"], *extras) for row in rows]
    declared = {re.split(r"[<>=!\[ ]", requirement)[0].lower() for requirement in needed}
    providers = packages_distributions()
    missing = set()
    for path in [ROOT / "cli.py", *(ROOT / "commands").rglob("*.py"), *(ROOT / "interpreter").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            tops = {name.split(".")[0] for name in names} - {"parlour", *sys.stdlib_module_names}
            missing |= {
                top for top in tops if not declared & {d.lower().replace("_", "-") for d in providers.get(top, [top])}
            }
    assert missing == set()


def test_readme_and_gate_run_the_same_commands():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    commands = re.findall(r"^python3 dev .*$", readme, re.MULTILINE)
    assert commands == ["python3 dev play", "python3 dev test"]
    assert commands[1] in gate


def test_the_first_game_is_one_of_the_library():
    game = PROJECT["tool"]["parlour"]["first-game"]
    assert (ROOT / "rulesets" / f"{game}.yaml").is_file()
