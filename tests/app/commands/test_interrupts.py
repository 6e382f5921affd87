"""Ctrl+C at every moment of a command, from its first line on."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.commands.interrupts import INTERRUPTED, Interrupts
from app.start import EARLY
from tests.process_table import with_variable

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent to one process")

ROOT = Path(__file__).resolve().parents[3]
DEADLINE_S = 30.0
_REPORT = "import time:"
LAST_OF_PLAY = "runtime.records.match_result"
"""One of the last modules that `play` imports; Python does not report the module of the command itself."""


@pytest.fixture(autouse=True)
def heeding():
    """Handles Ctrl+C: a shell makes background jobs ignore it, and the children of the tests would inherit that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Command:
    """A command in its own process, which reports the modules that it imports."""

    def __init__(self, home, *words):
        self.home = str(home)
        self.process = subprocess.Popen(
            [sys.executable, "-X", "importtime", "-m", "app", *words],
            cwd=home,
            env={**os.environ, "PYTHONPATH": str(ROOT), "KICKABOUT_HOME": self.home},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def has_imported(self, module):
        while (line := self.process.stderr.readline()).split("|")[-1].strip() != module:
            assert line

    def interrupted(self):
        """Interrupts the command; returns its exit code, its output, and its errors without the report of imports."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=DEADLINE_S)
        said = [line for line in err.splitlines() if not line.startswith(_REPORT)]
        return self.process.returncode, out, said

    def left(self):
        """Returns the processes of the command that still run."""
        return with_variable("KICKABOUT_HOME", self.home)


@pytest.fixture
def start(tmp_path):
    started = []

    def start(*words):
        started.append(Command(tmp_path, *words))
        return started[-1]

    yield start
    for command in started:
        command.process.kill()
        command.process.communicate()


@pytest.mark.parametrize(
    "module", ["app.exit_codes", "argparse", "app.commands.cli", "rlbot_flatbuffers", "runtime.agents.swaps.swap"]
)
def test_while_it_imports_it_ends_at_once_with_a_sentence(start, module):
    command = start("play", "--seconds", "600")
    command.has_imported(module)
    code, out, said = command.interrupted()
    assert (code, out) == (130, "")
    assert said in ([EARLY], [INTERRUPTED])
    assert command.left() == []


@pytest.mark.parametrize("delay_s", [0.0, 0.03, 0.15, 0.4])
def test_when_a_match_is_being_prepared_or_begins_the_result_is_reported_and_nothing_is_left(start, delay_s):
    command = start("play", "--seconds", "600", "--pace", "lockstep")
    command.has_imported(LAST_OF_PLAY)
    time.sleep(delay_s)
    code, out, said = command.interrupted()
    assert code == 130
    assert out.startswith("interrupted: ") or said in ([EARLY], [INTERRUPTED])
    assert not [line for line in said if "Traceback" in line or "KeyboardInterrupt" in line or "ignored" in line]
    assert command.left() == []


@pytest.mark.parametrize("words", [["check", "match.toml"], ["arena", "--port", "0"], ["leftovers"]])
def test_other_commands_say_that_they_were_interrupted(start, words):
    command = start(*words)
    command.has_imported("app.commands.cli")
    code, _, said = command.interrupted()
    assert code == 130
    assert said in ([EARLY], [INTERRUPTED])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_every_request_reports_who_can_end_the_match(number):
    told = []
    before = signal.getsignal(number)
    with Interrupts() as interrupts:
        with interrupts.to(lambda: told.append("first")):
            assert not interrupts.is_wanted
            signal.raise_signal(number)
            with interrupts.to(lambda: told.append("second")):
                signal.raise_signal(number)
            signal.raise_signal(number)
        signal.raise_signal(number)
        assert interrupts.is_wanted
    assert told == ["first", "second", "second", "first"]
    assert signal.getsignal(number) is before


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no terminals that hang up")
def test_a_program_reported_to_outlive_its_terminal_does():
    """`nohup` ignores SIGHUP for the program that it starts."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Interrupts() as interrupts:
            signal.raise_signal(signal.SIGHUP)
            assert not interrupts.is_wanted
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
