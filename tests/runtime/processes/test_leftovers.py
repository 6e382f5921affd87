"""Processes that a run leaves behind when launcher and supervisor are killed at the same moment."""

import contextlib
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from runtime.processes.leftovers import end_leftovers, find_leftovers
from runtime.processes.records import files_of, read_record, read_records
from runtime.processes.wire import ChildOutput
from tests.process_table import kill_together, supervisor_below

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the scripts fork and use signals")

LAUNCHER = """
import sys
from pathlib import Path
from runtime.processes.client import ChildSpec, SupervisorClient
script = Path(sys.argv[1])
supervisor = SupervisorClient()
supervisor.start()
supervisor.launch(ChildSpec(key="a", argv=(sys.executable, str(script)), cwd=script.parent))
lines = 0
while lines < 3:
    lines += sum(len(getattr(event, "lines", ())) for event in supervisor.poll(1.0))
print(supervisor.pid, flush=True)
sys.stdin.read()
supervisor.close()
"""


@pytest.fixture
def family(bench, awkward, strays):
    """A child with two children that ignore SIGTERM; one of them has its own session."""
    path = bench.script(awkward["family"], "family.py")
    yield path
    for stray in strays(path):
        stray.kill()


def owners_of(launcher):
    """Returns launcher, guard and supervisor."""
    guard = psutil.Process(int(launcher.stdout.readline()))
    return psutil.Process(launcher.pid), guard, supervisor_below(guard)


@pytest.fixture
def crash(family, root):
    """A launcher with that child; the function kills launcher, guard and supervisor at the same moment."""
    process = subprocess.Popen(
        [sys.executable, "-c", LAUNCHER, str(family)],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    owners = owners_of(process)

    def kill_owners():
        kill_together(*owners)
        process.communicate()

    yield kill_owners
    if process.poll() is None:
        kill_owners()


def of_folder(found, folder):
    """Returns the leftovers of this test; other tests may run at the same time."""
    return [one for one in found if str(folder) in one.command]


def test_leftovers_of_a_crashed_run_are_found_and_ended(crash, family, bench, awkward, gone, strays):
    bench.launch("ours", awkward["family"])
    bench.wait(lambda: sum(len(event.lines) for event in bench.of(ChildOutput)) == 3)
    assert len(strays(family)) >= 3
    assert of_folder(find_leftovers(), family) == [], "as long as launcher or supervisor lives"

    crash()
    deadline = time.monotonic() + 5
    while len(found := of_folder(find_leftovers(), bench.folder)) != 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert {one.pid for one in found} == {stray.pid for stray in strays(family)}
    assert len({one.run for one in found}) == 1
    assert str(found[0]).endswith(f"(pid {found[0].pid})")
    (record,) = [file for file, record in read_records().items() if record.run_id == found[0].run]
    assert files_of(record).is_dir()

    began = time.monotonic()
    assert end_leftovers(found) == ()
    assert time.monotonic() - began < 10.0
    gone(family, 0.1)
    assert not record.exists()
    assert not files_of(record).exists()
    assert len(strays(bench.folder / "ours.py")) == 3
    assert of_folder(find_leftovers(), bench.folder) == []
    assert end_leftovers(found) == ()


SLEEP = "import os, sys, time; os.write(1, b'up\\n'); time.sleep(600)"
DISGUISES = {
    "clears its environment": ["env", "-i"],
    "sets its limits": ["prlimit", "--locks=1000"],
    "sets its limits and clears its environment": ["prlimit", "--locks=1000", "env", "-i"],
    "founds a session": ["setsid", "--fork"],
    "changes its namespaces": ["unshare", "--user", "--pid", "--fork"],
    "becomes another program again and again": ["env", "-i", "nice", "prlimit", "--locks=5", "env", "-i", "nohup"],
}


def recorded():
    return {process.pid for record in read_records().values() for process in record.processes}


@pytest.fixture
def disguised(tmp_path, root, strays):
    """A launcher whose child starts processes that drop what they inherited, and leaves them running."""
    prefixes = {
        name: prefix
        for name, prefix in DISGUISES.items()
        if subprocess.run([*prefix, "true"], check=False, capture_output=True).returncode == 0
    }
    assert "clears its environment" in prefixes
    folder = tmp_path / "disguised"
    folder.mkdir()
    script = folder / "bot.py"
    script.write_text(
        "import subprocess, sys, time\n"
        f"for name, prefix in {prefixes!r}.items():\n"
        f"    subprocess.Popen([*prefix, sys.executable, '-c', {SLEEP!r}, __file__, name])\n"
        "for _ in range(2):\n    print('here', flush=True)\ntime.sleep(600)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", LAUNCHER, str(script)],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    owners = owners_of(process)
    deadline = time.monotonic() + 10.0
    while (
        len(strays(script)) < 2 + len(prefixes)
        or not {stray.pid for stray in strays(script)} <= {process.pid} | recorded()
    ):
        assert time.monotonic() < deadline, (strays(script), recorded())
        time.sleep(0.05)
    yield process, owners, script
    for owner in owners[1:]:
        with contextlib.suppress(psutil.NoSuchProcess):
            owner.kill()
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()
    for stray in strays(script):
        stray.kill()


def test_processes_that_took_off_their_marks_are_found_and_ended(disguised, gone, strays):
    process, owners, script = disguised
    kill_together(*owners)
    process.wait()
    deadline = time.monotonic() + 5.0
    while {stray.pid for stray in strays(script)} != {one.pid for one in of_folder(find_leftovers(), script)}:
        assert time.monotonic() < deadline, (of_folder(find_leftovers(), script), strays(script))
        time.sleep(0.02)
    assert end_leftovers(of_folder(find_leftovers(), script)) == ()
    gone(script, 0.5)
    assert of_folder(find_leftovers(), script) == []


@pytest.mark.parametrize("lost", [slice(1, 2), slice(2, 3), slice(1, 3)], ids=["guard", "supervisor", "both"])
def test_a_lost_supervisor_leaves_no_process_that_took_off_its_marks(disguised, gone, lost):
    process, owners, script = disguised
    kill_together(*owners[lost])
    process.stdin.close()
    process.wait(10.0)
    gone(script, 0.1)


def test_a_run_that_ends_as_it_should_leaves_no_record(bench, awkward):
    bench.launch("a", awkward["sleeper"])
    bench.started("a")
    assert bench.supervisor.pid is not None
    bench.wait(lambda: any(len(record.processes) == 1 for record in read_records().values()))
    bench.supervisor.close()
    assert not any(str(bench.folder) in str(file) for file in read_records())


@pytest.mark.parametrize("end", ["close", "launcher", "supervisor"])
def test_the_temporary_files_of_a_run_go_with_it(root, bench, awkward, end):
    path = bench.script(awkward["family"], "family.py")
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            LAUNCHER.replace("sys.stdin.read()", "print(supervisor.folder, flush=True); sys.stdin.read()"),
            str(path),
        ],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    _, _, supervisor = owners_of(process)
    folder = Path(process.stdout.readline().strip())
    (folder / "report").write_text("a module")
    if end == "launcher":
        process.kill()
    elif end == "supervisor":
        supervisor.kill()
    process.communicate()
    deadline = time.monotonic() + 3.0
    while folder.exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"run":1}', b"\xff", b'{"run":"r","owners":"o"}\n1@2\nx\n3@'])
def test_a_broken_record_is_read_as_far_as_it_goes(tmp_path, content):
    file = tmp_path / "a.run"
    file.write_bytes(content)
    record = read_record(file)
    assert record is None or record.processes == {(1, 2.0)}
