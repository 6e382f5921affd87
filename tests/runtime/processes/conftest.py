"""Real children of a supervisor: each script below misbehaves in one way."""

import sys
import textwrap
import time
from pathlib import Path

import psutil
import pytest

from runtime.processes.client import ChildSpec, SupervisorClient
from runtime.processes.wire import ChildEnded, ChildOutput, ChildStarted
from tests.process_table import mentioning, supervisor_below

LIMIT_S = 15.0


class Bench:
    """A supervisor with functions that start scripts and wait for events."""

    def __init__(self, folder):
        self.folder = folder
        self.supervisor = SupervisorClient()
        self.events = []

    def script(self, source, name="child.py"):
        path = self.folder / name
        path.write_text(textwrap.dedent(source), encoding="utf-8")
        return path

    def launch(self, key, source, *arguments, **spec):
        path = self.script(source, f"{key}.py")
        self.launch_argv(key, sys.executable, str(path), *arguments, **spec)

    def launch_argv(self, key, *argv, **spec):
        spec.setdefault("grace_s", 0.2)
        spec.setdefault("cwd", self.folder)
        self.supervisor.launch(ChildSpec(key=key, argv=argv, **spec))

    def wait(self, condition, limit_s=LIMIT_S):
        """Collects events until `condition()` holds; fails after the limit."""
        deadline = time.monotonic() + limit_s
        while not condition():
            assert time.monotonic() < deadline, f"still waiting; events: {self.events[-20:]}"
            self.events += self.supervisor.poll(0.02)

    def of(self, kind, key=None):
        found = [event for event in self.events if isinstance(event, kind)]
        return [event for event in found if key in (None, getattr(event, "key", None))]

    def wait_for(self, kind, key=None, count=1, limit_s=LIMIT_S):
        self.wait(lambda: len(self.of(kind, key)) >= count, limit_s)
        return self.of(kind, key)[count - 1]

    def lines(self, key):
        return [line for event in self.of(ChildOutput, key) for line in event.lines]

    def wait_for_line(self, key, line):
        self.wait(lambda: line in self.lines(key))

    def started(self, key):
        return self.wait_for(ChildStarted, key).pid

    def ended(self, key, limit_s=LIMIT_S):
        return self.wait_for(ChildEnded, key, limit_s=limit_s)

    def supervisor_process(self):
        return supervisor_below(psutil.Process(self.supervisor.pid))

    def alive(self):
        return mentioning(self.folder)


def all_gone(folder, limit_s):
    """Waits until no process of the folder runs; returns the seconds, and fails after the limit."""
    begin = time.monotonic()
    while mentioning(folder):
        if time.monotonic() > begin + limit_s:
            left = mentioning(folder)
            described = [process.cmdline() for process in left]
            for process in left:
                process.kill()
            pytest.fail(f"still alive after {limit_s} s: {described}")
        time.sleep(0.005)
    return time.monotonic() - begin


@pytest.fixture
def bench(tmp_path):
    folder = tmp_path / "bot folder ü"
    folder.mkdir()
    bench = Bench(folder)
    bench.supervisor.start()
    yield bench
    assert bench.supervisor.close() == ()
    all_gone(folder, 0.5)


@pytest.fixture
def gone():
    return all_gone


@pytest.fixture
def strays():
    return mentioning


@pytest.fixture
def root():
    return Path(__file__).resolve().parents[3]


SLEEPER = "import time; print('up', flush=True); time.sleep(600)"
STUBBORN = """
    import signal, time
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print("up", flush=True)
    while True:
        time.sleep(600)
"""
FORKS_AND_LEAVES = r"""
    import os, sys, time
    if os.fork() == 0:
        os.write(1, b"grandchild up\n")
        time.sleep(600)
    os.write(1, b"leaving\n")
"""
DAEMON = """
    import os, sys, time
    if len(sys.argv) > 1:
        open("daemon.pid", "w").write(str(os.getpid()))
        time.sleep(600)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            null = os.open(os.devnull, os.O_RDWR)
            for target in (0, 1, 2):
                os.dup2(null, target)
            os.execve(sys.executable, [sys.executable, __file__, "daemon"], {"PATH": "/usr/bin"})
        os._exit(0)
    os.wait()
    while not os.path.exists("daemon.pid"):
        time.sleep(0.01)
    print("up", flush=True)
    time.sleep(600)
"""
FAMILY = r"""
    import os, signal, subprocess, sys, time
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    code = (
        "import os, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "os.write(1, b'member\\n'); time.sleep(600)"
    )
    for own_session in (False, True):
        subprocess.Popen([sys.executable, "-c", code, __file__], start_new_session=own_session)
    os.write(1, b"up\n")
    time.sleep(600)
"""


@pytest.fixture
def awkward():
    """Sources of misbehaving children, by name."""
    return {
        "sleeper": SLEEPER,
        "stubborn": STUBBORN,
        "forks and leaves": FORKS_AND_LEAVES,
        "daemon": DAEMON,
        "family": FAMILY,
    }
