"""A bot whose packages are missing, played from the command line in a terminal that can ask."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from resources.examples import example_bots
from tests.app.geared import DOCUMENT, write_geared

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the terminal is a POSIX one")

ROOT = Path(__file__).resolve().parents[3]
DEADLINE_S = 60.0


@pytest.fixture
def match(tmp_path, make_wheel):
    """A match of a bot that needs gearbox; Kickabout lends it `rlbot`, because tests download nothing."""
    bot = write_geared(tmp_path / "bot")
    make_wheel(bot / "wheels", "gearbox", "1.2", "gearbox.py", "RATIO = 0.5\n")
    document = tmp_path / "match.toml"
    chaser = example_bots() / "chaser" / "bot.toml"
    document.write_text(f"[[cars]]\nconfig_file = 'bot/bot.toml'\n[[cars]]\nteam = 1\nconfig_file = '{chaser}'\n")
    return document


@pytest.fixture
def play(match, home_of_its_own):
    """Plays the match in a terminal and answers its questions; returns exit code, output and number of questions."""

    def run(answer):
        import pty

        environment = {**os.environ, "PYTHONPATH": str(ROOT), "KICKABOUT_HOME": str(home_of_its_own), "TERM": "dumb"}
        words = ["-m", "app", "play", str(match), "--pace", "lockstep", "--seconds", "1"]
        ours, theirs = pty.openpty()
        pid = os.posix_spawn(
            sys.executable,
            [sys.executable, *words],
            environment,
            file_actions=[(os.POSIX_SPAWN_DUP2, theirs, number) for number in range(3)],
            setsid=True,
        )
        os.close(theirs)
        output, questions = converse(ours, answer)
        os.close(ours)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), output, questions

    return run


def converse(terminal, answer):
    output, questions = b"", 0
    deadline = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        output += data
        if output.count(b"[Y/n]") > questions:
            questions += 1
            os.write(terminal, answer)
    return output.decode(), questions


def test_one_confirmation_and_it_plays_and_a_second_start_does_no_work(play):
    code, output, questions = play(b"\n")
    assert (code, questions) == (0, 1), output
    assert "Install 1 package for Geared?" in output
    assert "Geared: installed." in output
    assert re.search(r"Geared: stopped, \d+ answers", output)
    code, output, questions = play(b"n\n")
    assert (code, questions) == (0, 0), output
    assert "install" not in output.lower()


def test_declining_reports_why_the_bot_ended_and_what_to_do(play, match):
    code, output, questions = play(b"n\n")
    assert (code, questions) == (1, 1)
    words = " ".join(output.split())
    assert "Geared (blue-1) lacks gearbox. Install what Geared requires: 'gearbox>=1'" in words
    assert f"Run: kickabout play {match} --install" in words


LOST = DOCUMENT.replace("python bot.py", "python src/bot.py")


@pytest.fixture
def play_alone(home_of_its_own):
    """Plays a match without a terminal; returns exit code and output."""

    def run(document, *options, **variables):
        home = {"PYTHONPATH": str(ROOT), "KICKABOUT_HOME": str(home_of_its_own)}
        environment = {**os.environ, **home, **variables}
        words = [sys.executable, "-m", "app", "play", str(document), "--pace", "lockstep", "--seconds", "1", *options]
        done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False, timeout=DEADLINE_S)
        return done.returncode, " ".join((done.stdout + done.stderr).split())

    return run


@pytest.mark.parametrize(
    ("files", "advice"),
    [
        ({"src/__pycache__/helper.cpython-311.pyc": ""}, "has no src/helper.py: was it renamed, moved or deleted?"),
        ({}, "which is neither a file of the bot nor a package that its requirements name."),
    ],
)
def test_a_missing_file_of_the_bot_ends_the_match_without_an_offer_to_install(match, play_alone, files, advice):
    bot = match.parent / "bot"
    (bot / "bot.toml").write_text(LOST)
    (bot / "requirements.txt").unlink()
    for name, text in {"src/bot.py": "import os\nimport helper\n", **files}.items():
        (bot / name).parent.mkdir(parents=True, exist_ok=True)
        (bot / name).write_text(text)
    code, output = play_alone(match)
    assert code == 1, output
    assert "Geared (blue-1): src/bot.py:2 imports 'helper', " in output
    assert advice in output
    assert "lacks" not in output
    assert "--install" not in output
    assert "src/bot.py:2: ModuleNotFoundError: No module named 'helper'" in output


def test_a_package_that_kickabout_named_is_offered_by_install_without_a_file_in_the_bots_folder(
    match, play_alone, make_wheel, tmp_path
):
    bot = match.parent / "bot"
    (bot / "requirements.txt").unlink()
    (bot / "bot.py").write_text((bot / "bot.py").read_text().replace("gearbox", "trueskill"))
    make_wheel(tmp_path / "index", "trueskill", "0.4", "trueskill.py", "RATIO = 0.5\n")
    index = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path / "index")}
    files = {path for path in bot.rglob("*") if "__pycache__" not in path.parts}
    code, output = play_alone(match, "--install", **index)
    assert code == 1, output
    assert "Geared (blue-1) lacks trueskill. Install 'trueskill', which Geared imports but does not require." in output
    assert f"Run: kickabout play {match} --install" in output
    code, output = play_alone(match, **index)
    assert (code, f"trueskill is not installed ({bot / 'bot.py'}:2)" in output) == (1, True), output
    code, output = play_alone(match, "--install", **index)
    assert (code, "Geared: installed." in output) == (0, True), output
    code, output = play_alone(match, "--install", **index)
    assert (code, "install" in output.lower()) == (0, False), output
    assert {path for path in bot.rglob("*") if "__pycache__" not in path.parts} == files
