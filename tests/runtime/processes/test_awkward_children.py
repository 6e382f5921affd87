"""Every misbehaving child at every step of stopping; all run at once under one supervisor, to save time."""

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import time

import psutil
import pytest

from runtime.processes.client import ChildSpec, SupervisorClient
from runtime.processes.wire import ChildCleared, ChildEnded, ChildFailed, ChildOutput, ChildStarted, ChildSurvived
from tests.process_table import mentioning

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts fork and use signals")

SLEEP = "import time; time.sleep(600)"
DAEMON = """
import os, sys
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for target in (0, 1, 2):
            os.dup2(null, target)
        os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(600)", __file__], {})
    os._exit(0)
os.wait()
"""
CHILDREN = {
    "exits at once": "raise SystemExit(3)",
    "exits with 0": "",
    "dies by a signal": "import os; os.kill(os.getpid(), 11)",
    "forks and leaves": "import os, time\nif os.fork() == 0:\n    time.sleep(600)",
    "holds the pipe open": f"""
import subprocess, sys
subprocess.Popen([sys.executable, "-c", {SLEEP!r}, __file__], start_new_session=True)
print("bye")
""",
    "leaves a daemon": DAEMON,
    "ignores SIGTERM": f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up'); {SLEEP}",
    "keeps a daemon": DAEMON + f"print('up'); {SLEEP}",
    "keeps a session": f"""
import subprocess, sys
subprocess.Popen([sys.executable, "-c", {SLEEP!r}, __file__], start_new_session=True)
print("up"); {SLEEP}
""",
    "closes its output": f"import os; print('up'); os.close(1); os.close(2); {SLEEP}",
    "floods": "print('up')\nwhile True: print('x' * 99)",
    "hangs": f"print('up'); {SLEEP}",
    "stops itself": f"import os; print('up'); os.kill(os.getpid(), 19); {SLEEP}",
    "grows": f"import os\nprint('up')\nfor _ in range(20):\n    if os.fork() == 0:\n        break\n{SLEEP}",
}
ENDS_BY_ITSELF = {
    "exits at once": (3, None, "exited with code 3", 0),
    "exits with 0": (0, None, "exited with code 0", 0),
    "dies by a signal": (None, 11, "killed by signal 11, SIGSEGV", 0),
    "forks and leaves": (0, None, "exited with code 0", 1),
    "holds the pipe open": (0, None, "exited with code 0", 1),
    "leaves a daemon": (0, None, "exited with code 0", 1),
}
LIVES = [name for name in CHILDREN if name not in ENDS_BY_ITSELF]
GRACE_S = 0.3
TERMINATE_S = 0.15
LIMIT_S = 15.0


class Stage:
    """All children of the matrix in one folder, whose name is in the command line of each of their processes."""

    def __init__(self, folder):
        self.folder = folder
        for name, source in CHILDREN.items():
            place = folder / name
            place.mkdir(parents=True)
            (place / "it's a böt.py").write_text(textwrap.dedent(source), encoding="utf-8")

    def specs(self):
        return [
            ChildSpec(
                key=name,
                argv=(sys.executable, "-u", str(self.folder / name / "it's a böt.py")),
                cwd=self.folder / name,
                grace_s=GRACE_S,
                terminate_s=TERMINATE_S,
            )
            for name in CHILDREN
        ]

    def alive(self, name=""):
        mark = str(self.folder / name) if name else str(self.folder)
        return mentioning(mark)

    def sweep(self):
        for process in self.alive():
            with contextlib.suppress(psutil.Error):
                process.kill()


class Show:
    """The events of each child, from its start to its end."""

    def __init__(self, stage):
        self.stage = stage
        self.events = []
        self.before_stop = {}
        self.left = {}
        with SupervisorClient() as supervisor:
            for spec in stage.specs():
                supervisor.launch(spec)
            self._wait(supervisor, self._is_everybody_there)
            self.before_stop = {name: self.of(name, ChildEnded) for name in CHILDREN}
            self.asked_s = time.monotonic()
            supervisor.stop_all()
            self._wait(supervisor, lambda: not supervisor.live)
            self.took_s = time.monotonic() - self.asked_s
            self.left = {name: stage.alive(name) for name in CHILDREN}

    def of(self, name, *kinds):
        return [event for event in self.events if isinstance(event, kinds) and event.key == name]

    def _is_everybody_there(self):
        ended = all(self.of(name, ChildEnded) for name in ENDS_BY_ITSELF)
        return ended and all(self.of(name, ChildOutput) for name in LIVES)

    def _wait(self, supervisor, condition):
        deadline = time.monotonic() + LIMIT_S
        while not condition():
            assert time.monotonic() < deadline, self.events[-10:]
            news = supervisor.poll(0.02)
            self.events += [
                event for event in news if not isinstance(event, ChildOutput) or not self.of(event.key, ChildOutput)
            ]


@pytest.fixture(scope="module")
def show(tmp_path_factory):
    stage = Stage(tmp_path_factory.mktemp("awkward"))
    yield Show(stage)
    stage.sweep()


@pytest.mark.parametrize("name", ENDS_BY_ITSELF)
def test_a_child_that_ends_by_itself_is_reported_with_reason_and_leftovers(show, name):
    code, number, text, leftovers = ENDS_BY_ITSELF[name]
    (ended,) = show.before_stop[name]
    assert (ended.code, ended.signal, str(ended.text), ended.asked) == (code, number, text, False)
    assert ended.leftovers == leftovers
    assert len(show.of(name, ChildCleared)) == (1 if leftovers else 0)


@pytest.mark.parametrize("name", LIVES)
def test_other_children_end_only_when_asked(show, name):
    assert show.before_stop[name] == []
    (ended,) = show.of(name, ChildEnded)
    assert ended.asked
    assert ended.leftovers == 0
    by_force = name in ("ignores SIGTERM", "stops itself")
    assert (ended.signal, str(ended.text)) == (
        (9, "killed by signal 9, SIGKILL") if by_force else (15, "killed by signal 15, SIGTERM")
    )


@pytest.mark.parametrize("name", CHILDREN)
def test_no_process_is_left_and_each_event_came_once(show, name):
    assert show.left[name] == []
    assert len(show.of(name, ChildStarted)) == len(show.of(name, ChildEnded)) == 1
    assert show.of(name, ChildFailed, ChildSurvived) == []


def test_all_of_them_are_gone_soon_after_the_grace(show):
    assert GRACE_S <= show.took_s <= GRACE_S + TERMINATE_S + 0.6


LAUNCHER = """
import sys
from tests.runtime.processes.test_awkward_children import LIVES, Stage
from runtime.processes.client import SupervisorClient
from runtime.processes.wire import ChildEnded, ChildOutput
from pathlib import Path
stage = Stage(Path(sys.argv[1]))
supervisor = SupervisorClient()
supervisor.start()
for spec in stage.specs():
    supervisor.launch(spec)
print(supervisor.pid, flush=True)
up = set()
while True:
    for event in supervisor.poll(1.0):
        if isinstance(event, ChildOutput) and event.key in LIVES and event.key not in up:
            up.add(event.key)
            print(event.key, flush=True)
"""


@pytest.mark.parametrize(
    "moment",
    ["running", pytest.param("starting", marks=pytest.mark.soak), pytest.param("stopping", marks=pytest.mark.soak)],
)
def test_no_process_of_any_kind_is_left_when_the_launcher_is_killed(tmp_path, root, moment):
    source = LAUNCHER
    if moment == "stopping":
        source = source.replace(
            "up.add(event.key)", "up.add(event.key); len(up) == len(LIVES) and supervisor.stop_all()"
        )
    process = subprocess.Popen(
        [sys.executable, "-c", source, str(tmp_path / "stage")], cwd=root, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline()
    for _ in () if moment == "starting" else LIVES:
        assert process.stdout.readline()
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    stage = Stage.__new__(Stage)
    stage.folder = tmp_path / "stage"
    deadline = time.monotonic() + 2.0
    while stage.alive() and time.monotonic() < deadline:
        time.sleep(0.01)
    left = [child.cmdline() for child in stage.alive()]
    stage.sweep()
    assert left == []
