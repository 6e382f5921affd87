"""What a run leaves behind when launcher and supervisor die together."""

import subprocess
import sys
import time

import psutil
import pytest

from runtime.processes.leftovers import end_leftovers, leftovers
from runtime.processes.wire import ChildOutput

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the scripts fork and use signals")

LAUNCHER = """
import sys
from pathlib import Path
from runtime.processes.client import ChildSpec, Supervisor
script = Path(sys.argv[1])
supervisor = Supervisor()
supervisor.start()
supervisor.launch(ChildSpec(key="a", argv=(sys.executable, str(script)), cwd=script.parent))
lines = 0
while lines < 3:
    lines += sum(len(getattr(event, "lines", ())) for event in supervisor.poll(1.0))
print(supervisor.pid, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def family(bench, awkward, strays):
    """A child with two stubborn children; both heed no termination signal, one has a session of its own."""
    path = bench.script(awkward["family"], "family.py")
    yield path
    for stray in strays(path):
        stray.kill()


@pytest.fixture
def crash(family, root):
    """A launcher with that child, and what makes it and its supervisor die at one moment."""
    process = subprocess.Popen(
        [sys.executable, "-c", LAUNCHER, str(family)],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    supervisor = psutil.Process(int(process.stdout.readline()))

    def kill_both():
        process.send_signal(19)
        supervisor.kill()
        process.kill()
        process.communicate()

    yield kill_both
    if process.poll() is None:
        kill_both()


def of_folder(found, folder):
    """Other tests may run beside this one."""
    return [one for one in found if str(folder) in one.command]


def test_what_a_crashed_run_left_is_found_and_ended(crash, family, bench, awkward, gone, strays):
    bench.launch("ours", awkward["family"])
    bench.wait(lambda: sum(len(event.lines) for event in bench.of(ChildOutput)) == 3)
    assert of_folder(leftovers(), family) == []

    crash()
    deadline = time.monotonic() + 5
    while len(found := of_folder(leftovers(), bench.folder)) != 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert {one.pid for one in found} == {stray.pid for stray in strays(family)}
    assert len({one.run for one in found}) == 1
    assert str(found[0]).endswith(f"(pid {found[0].pid})")

    began = time.monotonic()
    assert end_leftovers(found) == ()
    assert time.monotonic() - began < 2.0
    gone(family, 0.1)
    assert len(strays(bench.folder / "ours.py")) == 3
    assert of_folder(leftovers(), bench.folder) == []
    assert end_leftovers(found) == ()


def test_the_children_of_a_run_whose_launcher_or_supervisor_lives_are_left_alone(crash, family, strays):
    assert len(strays(family)) >= 3
    assert of_folder(leftovers(), family) == []
