"""No process outlives the launcher, and the loss of a supervisor is noticed."""

import signal
import subprocess
import sys
import threading
import time

import psutil
import pytest

from runtime.processes.client import SupervisorError
from runtime.processes.wire import SupervisorLost, SupervisorReady
from tests.process_table import is_alive, supervisor_below

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts fork and use signals")

LAUNCHER = """
import sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from runtime.processes.client import ChildSpec, SupervisorClient
folder = Path(sys.argv[2])
supervisor = SupervisorClient()
supervisor.start()
for script in folder.glob("*.py"):
    supervisor.launch(ChildSpec(key=script.stem, argv=(sys.executable, str(script)), cwd=folder))
print(supervisor.pid, flush=True)
while True:
    for event in supervisor.poll(1.0):
        for line in getattr(event, "lines", ()):
            print(event.key, line, flush=True)
"""


@pytest.fixture
def launcher(tmp_path, awkward, root, strays):
    folder = tmp_path / "bots"
    folder.mkdir()
    for name in ("sleeper", "stubborn", "family", "daemon"):
        (folder / f"{name}.py").write_text(_dedent(awkward[name]), encoding="utf-8")
    program = tmp_path / "launcher.py"
    program.write_text(LAUNCHER, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, str(program), str(root), str(folder)], stdout=subprocess.PIPE, text=True
    )
    supervisor = supervisor_below(psutil.Process(int(process.stdout.readline())))
    yield process, supervisor, folder
    process.kill()
    process.wait()
    process.stdout.close()
    _wait_until_dead([supervisor], 5.0)
    for stray in strays(folder):
        stray.kill()


def _dedent(source):
    lines = source.strip("\n").split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    return "\n".join(line[indent:] for line in lines)


def _wait_until_up(process):
    missing = {"sleeper", "stubborn", "family", "daemon"}
    while missing:
        key, _, line = process.stdout.readline().rstrip().partition(" ")
        if line == "up":
            missing.discard(key)


def _wait_until_dead(processes, limit_s):
    deadline = time.monotonic() + limit_s
    while any(map(is_alive, processes)):
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.mark.parametrize("delay_s", [0.0, 0.03, 0.1])
def test_nothing_outlives_a_launcher_killed_while_it_starts(launcher, gone, delay_s):
    process, supervisor, folder = launcher
    deadline = time.monotonic() + delay_s
    while time.monotonic() < deadline:
        pass
    process.kill()
    process.wait()
    _wait_until_dead([supervisor], 1.0)
    gone(folder, 0.2)


def test_a_killed_supervisor_is_noticed_and_its_children_are_killed(bench, awkward, gone):
    for name in ("sleeper", "stubborn", "family", "forks and leaves"):
        bench.launch(name, awkward[name])
        bench.wait(lambda name=name: bench.lines(name))
    bench.supervisor_process().kill()
    lost = bench.wait_for(SupervisorLost)
    assert "unexpectedly" in str(lost.text)
    assert lost.survivors == ()
    assert bench.alive() == []
    assert bench.supervisor.live == frozenset()
    with pytest.raises(SupervisorError):
        bench.supervisor.stop_all()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_terminated_supervisor_cleans_up_itself(bench, awkward, number):
    bench.launch("family", awkward["family"])
    bench.wait(lambda: bench.lines("family").count("member") == 2)
    bench.supervisor_process().send_signal(number)
    bench.wait_for(SupervisorLost)
    assert bench.alive() == []


def test_a_supervisor_that_dies_while_it_is_closed_leaves_nothing(bench, awkward):
    bench.launch("family", awkward["family"])
    bench.wait(lambda: bench.lines("family").count("member") == 2)
    supervisor = bench.supervisor_process()
    supervisor.suspend()  # otherwise it may finish before it is killed
    killer = threading.Timer(0.2, supervisor.kill)
    killer.start()
    assert bench.supervisor.close() == ()
    killer.join()
    assert bench.alive() == []


def test_a_process_with_any_launch_number_ends_with_its_child(bench):
    numbers = ["x", "", "-1", "0", "9" * 5000, "1e3", "\uff11", "1048576", "\udcff"]
    for place, number in enumerate(numbers):
        bench.launch(f"a{place}", with_launch_number(number))
    bench.launch("b", "import time; print('up', flush=True); time.sleep(600)")
    for key in ("b", *(f"a{place}" for place in range(len(numbers)))):
        bench.wait_for_line(key, "up")
    assert bench.supervisor.close() == ()
    assert bench.alive() == []
    assert not bench.of(SupervisorLost)


def with_launch_number(number):
    """Returns a program that leaves a daemon with this number in its environment."""
    return f"""
        import os, sys, time
        if len(sys.argv) > 1:
            print("up", flush=True)
            time.sleep(600)
        environment = dict(os.environ, KICKABOUT_CHILD={number!r})
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.execve(sys.executable, [sys.executable, __file__, "daemon"], environment)
            os._exit(0)
        os.wait()
        time.sleep(600)
    """


def test_an_interrupt_from_the_keyboard_is_the_launchers_business(bench, awkward):
    bench.wait_for(SupervisorReady)
    bench.supervisor_process().send_signal(signal.SIGINT)
    bench.launch("a", "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)")
    bench.ended("a")
    assert bench.lines("a") == ["True"]


def test_a_stopped_supervisor_is_killed_when_closed(bench, awkward):
    bench.launch("family", awkward["family"])
    bench.wait(lambda: bench.lines("family").count("member") == 2)
    bench.supervisor_process().suspend()
    begin = time.monotonic()
    assert bench.supervisor.close(timeout_s=0.3) == ()
    assert time.monotonic() - begin < 30.0
    assert bench.alive() == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has a guard")
def test_the_guard_ends_what_a_killed_supervisor_leaves_even_if_the_launcher_is_stopped(launcher, strays):
    process, supervisor, folder = launcher
    _wait_until_up(process)
    leaders = supervisor.children()
    assert ["daemon"] in [leader.cmdline()[2:] for leader in leaders], (
        "a child of init, unless the supervisor adopts it"
    )
    process.send_signal(signal.SIGSTOP)
    supervisor.kill()
    _wait_until_dead(leaders, 5.0)
    _wait_until_dead(set(strays(folder)) - {psutil.Process(process.pid)}, 5.0)
