"""A word from the README goes in (`play`, `test`); a ready `.venv` and that command's exit code come out.

Kept readable for Python 3.6, so that an old Python can say that it is too old. For the package's sake it is a folder:
a module at the root would be installed with Parlour.
"""

import hashlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "parlour-installed"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
SUFFIX = ".exe" if os.name == "nt" else ""
PYTHON = SCRIPTS / f"python{SUFFIX}"
PARLOUR = SCRIPTS / f"parlour{SUFFIX}"
USAGE = """usage, in the folder of the checkout:
  python3 dev play [GAME] [OPTION]...   set Parlour up if need be, and play (a first game when none is named)
  python3 dev test [OPTION]...          set it up for development if need be, and run the tests (options go to pytest)
"""


def main(words: "list[str]") -> int:
    """Exit codes: those of the command that is run; 2 for a wrong word, 3 where the set-up fails."""
    command, options = (words[0], words[1:]) if words else ("", [])
    if command not in ("play", "test"):
        sys.stderr.write(USAGE)
        return 0 if command in ("-h", "--help") else 2
    if sys.version_info < OLDEST:
        return become([newer_python(), str(ROOT / "dev"), *words])
    if command == "play":
        set_up("")
        return become([str(PARLOUR), "play", *game_and_options(options)])
    set_up("dev")
    os.chdir(str(ROOT))
    return become([str(PYTHON), "-m", "pytest", "-n", "auto", *options])


def newer_python() -> str:
    """The newest Python on the PATH that is new enough for Parlour, and that runs."""
    names = [f"python3.{minor}" for minor in range(OLDEST[1] + 20, OLDEST[1] - 1, -1)]
    for python in filter(None, map(shutil.which, names)):
        if subprocess.call([python, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            return python
    needed, running = ".".join(map(str, OLDEST)), sys.version.split()[0]
    return give_up(f"Parlour needs Python {needed} or newer. This is {running}, and no newer one is on the PATH.")


def game_and_options(words: "list[str]") -> "list[str]":
    """The words as they are where they begin with a game, else the first game of pyproject.toml before them."""
    if words and not words[0].startswith("-"):
        return words
    import tomllib  # noqa: PLC0415  a Python that is too old has none

    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [settings["tool"]["parlour"]["first-game"], *words]


def set_up(extra: str) -> None:
    """Make or mend `.venv` so that Parlour is installed in it with this extra; do nothing where it is."""
    wanted = fingerprint()
    installed = STAMP.read_text(encoding="utf-8").split() if STAMP.exists() else []
    if PYTHON.exists() and PARLOUR.exists() and wanted in installed and (not extra or extra in installed):
        return
    say("Setting up .venv: this takes about a minute, and needs the network.")
    say("(Only the first time, and after a change of pyproject.toml.) ...")
    make_venv()
    target = f"{ROOT}[{extra}]" if extra else str(ROOT)
    options = ["--quiet", "--disable-pip-version-check", "--no-input"]
    pip = [str(PYTHON), "-m", "pip", "install", *options, "--editable", target]
    if subprocess.call(pip, stdin=subprocess.DEVNULL, stdout=sys.stderr):
        give_up("pip could not install Parlour into .venv; what it said is above. Is there a way to the network?")
    STAMP.write_text(f"{wanted} {extra}\n", encoding="utf-8")
    say(f"Done. Parlour's own command is now {os.path.relpath(str(PARLOUR))} (try it with --help).")


def fingerprint() -> str:
    """Changes with what is to be installed, with the Python, and with the place: a moved .venv does not work."""
    parts = [(ROOT / "pyproject.toml").read_bytes(), sys.version.encode(), str(ROOT).encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def make_venv() -> None:
    """An empty virtual environment, unless there is a `.venv` already whose Python and pip run."""
    if STAMP.exists():
        STAMP.unlink()
    probe = f"import pip, sys; sys.exit(sys.version_info < {OLDEST} or sys.prefix != {str(VENV)!r})"
    if PYTHON.exists() and subprocess.call([str(PYTHON), "-c", probe], stderr=subprocess.DEVNULL) == 0:
        return
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        give_up(
            "this Python cannot make virtual environments: its venv or ensurepip is missing.\n"
            "On Debian and Ubuntu: sudo apt install python3-venv. Elsewhere: install Python from python.org."
        )
    if subprocess.call([sys.executable, "-m", "venv", "--clear", str(VENV)], stdout=sys.stderr):
        give_up(f"the virtual environment {VENV} could not be made; what was said is above.")


def become(command: "list[str]") -> int:
    """Run a command in the place of this one, so that signals and the terminal are its own."""
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name != "nt":
        os.execv(command[0], command)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Windows cannot replace a process: the child answers Ctrl-C
    return subprocess.call(command)


def say(message: str) -> None:
    sys.stderr.write(message + "\n")
    sys.stderr.flush()


def give_up(message: str) -> NoReturn:
    say(f"error: {message}")
    sys.exit(3)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
