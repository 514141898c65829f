"""On a terminal: colour and a drawn board, unless somebody wants it plain; a library for it is loaded there alone."""

import os
import re
import select
import signal
import subprocess
import sys
import time

import pytest

pty = pytest.importorskip("pty")
fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")
ESCAPE = "\x1b["
PLAY = [sys.executable, "-m", "parlour.cli", "play"]


class Terminal:
    """A command on a pseudo terminal of 100 columns."""

    def __init__(self, words, tmp_path, **environment):
        self.master, slave = pty.openpty()
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLUMNS": "100",
            "XDG_DATA_HOME": str(tmp_path),
            **environment,
        }
        for name in ("NO_COLOR", "ACCESSIBLE", "CI"):
            if name not in environment or not environment[name]:
                environment.pop(name, None)
        begin = {"start_new_session": True, "preexec_fn": lambda: fcntl.ioctl(slave, termios.TIOCSCTTY, 0)}
        streams = {"stdin": slave, "stdout": slave, "stderr": slave}
        self.run = subprocess.Popen([*PLAY, *words], **streams, **begin, env=environment)
        os.close(slave)
        self.shown = ""

    def until(self, text, seconds=30):
        """Read until a text is shown; what was shown since the last call."""
        begun, part = time.monotonic(), ""
        while text not in part:
            if time.monotonic() - begun > seconds:
                raise AssertionError(f"{text!r} is not shown in {part[-2000:]!r}")
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    part += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:  # the command has ended
                    break
        self.shown += part
        assert text in part, part[-2000:]
        return part

    def type(self, text):
        os.write(self.master, text.encode())

    def end(self):
        code = self.run.wait(60)
        os.close(self.master)
        return code


@pytest.fixture
def terminal(tmp_path):
    begun = []

    def start(*words, **environment):
        begun.append(Terminal(words, tmp_path, **environment))
        return begun[-1]

    yield start
    for each in begun:
        if each.run.poll() is None:
            each.run.kill()
            each.run.wait()


def bare(text):
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")


def test_a_game_in_colour_with_a_board(terminal, race):
    screen = terminal(race, "--seed", "1")
    first = screen.until("? for help): ")
    assert ESCAPE in first
    assert "╭" in first
    assert "A Player 1" in bare(first)
    screen.type("\n")
    second = screen.until("? for help): ")
    assert "Player 1 throws 2." in bare(second)
    assert " 2A" in bare(second)
    screen.type("q\n")
    ended = bare(screen.until("The game is stopped here."))
    assert re.search(r"parlour play --resume \S+\.json\n", ended)  # one line, however long: it can be copied
    assert screen.end() == 0


def test_a_narrow_terminal_folds_the_board_and_cuts_off_nothing(terminal, race):
    screen = terminal(race, "--seed", "1", COLUMNS="24")
    screen.until("? for help): ")
    screen.type("\n")
    board = bare(screen.until("? for help): ")).rpartition("╭")[2].partition("╰")[0]
    assert "A Player 1, square 2 (Toll), ahead: 3 (Ditch) and 5 (Thief)" in " ".join(
        re.sub("[│─╮]", " ", board).split()
    )
    screen.type("q\n")
    assert screen.end() == 0


@pytest.mark.parametrize(
    ("words", "environment"),
    [(["--plain"], {}), ([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"}), ([], {"ACCESSIBLE": "1"})],
)
def test_plain_where_somebody_wants_it(terminal, race, words, environment):
    screen = terminal(race, "--seed", "1", *words, **environment)
    first = screen.until("? for help): ")
    assert ESCAPE not in first
    assert "╭" not in first
    screen.type("q\n")
    assert screen.end() == 0


def test_the_screen_is_cleared_for_the_next_of_several_people(terminal, cards, tmp_path):
    screen = terminal(cards, "--seed", "1", "--seats", "you,you")
    first = screen.until("Enter: go on: ")
    assert bare(first).rstrip().endswith("Now Player 1 alone looks at the screen.\nEnter: go on:")
    assert f"{ESCAPE}2J" not in first  # how the game begins may be read by all
    screen.type("\n")
    assert "Hand, Player 1" in bare(screen.until("? for help"))
    screen.type("\n")
    screen.until("? for help")
    screen.type("2\n")
    second = screen.until("Enter: go on: ")
    cleared = second.rpartition(f"{ESCAPE}2J")[2]
    assert f"{ESCAPE}3J" in cleared
    assert "Player 1" not in bare(cleared)
    assert "Now Player 2 alone looks at the screen." in bare(cleared)
    screen.type("\n")
    shown = bare(screen.until("? for help"))
    assert "Hand, Player 2" in shown
    assert "Hand, Player 1" not in shown
    assert "Player 2 gets 4 cards." in shown  # what he missed is told again
    screen.type("q\n")
    screen.until("The game is stopped here.")
    assert screen.end() == 0
    (saved,) = tmp_path.rglob("saves/*.json")
    again = terminal("--resume", str(saved)).until("Enter: go on: ")
    assert f"{ESCAPE}2J" in again  # the screen may still show what somebody saw


def test_q_where_the_screen_is_passed_on_stops_the_game(terminal, cards):
    screen = terminal(cards, "--seed", "1", "--seats", "you,you", "--plain")
    screen.until("Enter: go on: ")
    screen.type("q\n")
    screen.until("The game is stopped here.")
    assert screen.end() == 0


def test_ctrl_d_lets_the_seat_play_on(terminal, race):
    screen = terminal(race, "--seed", "1")
    screen.until("? for help): ")
    screen.type("\x04")
    shown = bare(screen.until("turns were played."))
    assert shown.lstrip(" ").startswith("\nThe input has ended: Player 1 plays on by itself.")
    assert screen.end() == 0


def test_ctrl_c_saves_and_says_how_to_go_on(terminal, race):
    screen = terminal(race, "--seed", "1", "--plain")
    screen.until("? for help): ")
    screen.type("\n")
    screen.until("? for help): ")
    screen.run.send_signal(signal.SIGINT)
    shown = bare(screen.until("To go on with it: parlour play --resume"))
    assert "\nSaved: " in shown  # and not behind the prompt
    assert screen.end() == 130


@pytest.mark.parametrize("plain", [["--plain"], []])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, None], ids=["asked to end", "hung up", "closed"])
def test_a_game_that_is_ended_from_outside_is_saved(terminal, race, tmp_path, number, plain):
    screen = terminal(race, "--seed", "1", *plain)
    screen.until("? for help): ")
    screen.type("\n")
    screen.until("? for help): ")
    if number:
        screen.run.send_signal(number)
        screen.run.send_signal(number)  # as a shell does that ends too
        assert screen.end() == 130
    else:
        os.close(screen.master)
        assert screen.run.wait(60) == 130
    (saved,) = tmp_path.rglob("saves/*.json")
    assert "Going on" in bare(terminal("--resume", str(saved)).until("? for help): "))


def test_what_was_typed_ahead_stands_in_its_own_line(terminal, race):
    screen = terminal(race, "--seed", "1", "--plain")
    screen.type("\nb\n")
    screen.until("? for help): ")
    lines = bare(screen.until("A Player 1, ")).splitlines()
    assert not any("? for help): " in line and not line.rstrip().endswith(("? for help):", "b")) for line in lines)
    screen.type("q\n")
    screen.until("parlour play --resume")
    assert screen.end() == 0


def test_nothing_heavy_for_plain_lines(race):
    code = f"import sys; from parlour.cli import main; main(['play', {race!r}, '--auto']); print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"rich", "llvmlite", "numpy", "multiprocessing"} & set(shown.splitlines()[-1].split())
