"""Stopping children and everything that they have started."""

import signal
import sys
import time
from pathlib import Path

import pytest

from runtime.model.messages import literal
from runtime.processes.client import STACK_S
from runtime.processes.wire import (
    ChildCleared,
    ChildEnded,
    ChildStarted,
    ChildUsage,
    SupervisorClosed,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts fork and use signals")


def test_a_polite_child_leaves_in_its_grace(bench):
    flag = bench.folder / "leave"
    bench.launch(
        "a",
        """
        import os, time
        print("up")
        while not os.path.exists("leave"):
            time.sleep(0.01)
        """,
        grace_s=10.0,
    )
    bench.wait_for_line("a", "up")
    bench.supervisor.stop("a")
    flag.touch()
    ended = bench.ended("a", limit_s=5.0)
    assert (ended.code, ended.asked) == (0, True)


STACKS = """
import faulthandler, signal
faulthandler.register(signal.SIGWINCH, all_threads=True)
print("up", flush=True)
while True:
    pass
"""


def test_a_hanging_child_prints_its_stacks_before_it_ends_and_the_reason_follows(bench):
    bench.launch("a", STACKS, log=bench.folder / "a.log")
    bench.wait_for_line("a", "up")
    bench.supervisor.end_hanging("a", literal("It hung."))
    ended = bench.ended("a")
    assert str(ended.text) == "killed by signal 15, SIGTERM; Kickabout ended it: It hung."
    assert any("in <module>" in line for line in bench.lines("a"))
    log = bench.folder / "a.log"  # its writer has a thread of its own
    bench.wait(lambda: log.read_text().rstrip().endswith("Kickabout ended it: It hung.]"))


def test_the_stacks_of_a_child_that_prints_without_end_are_not_lost(bench):
    bench.launch("a", STACKS.replace("pass", "print('flood', flush=True)"))
    bench.wait_for_line("a", "flood")
    bench.supervisor.print_stacks("a")
    bench.wait(lambda: any("in <module>" in line for line in bench.lines("a")))
    bench.supervisor.stop("a", 0.0)
    bench.ended("a")


def test_a_program_without_the_hook_ignores_the_request_and_keeps_its_time(bench):
    bench.launch_argv("a", "sleep", "600")
    bench.launch("b", "import time\nprint('up', flush=True)\ntime.sleep(600)")
    bench.wait_for(ChildStarted, "a")
    bench.wait_for_line("b", "up")
    begin = time.monotonic()
    for key in "ab":
        bench.supervisor.print_stacks(key)
        bench.supervisor.print_stacks(key)
    bench.supervisor.print_stacks("never heard of")
    for key in "ab":
        bench.supervisor.end_hanging(key)
    for key in "ab":
        assert bench.ended(key).signal == signal.SIGTERM
    assert time.monotonic() - begin >= STACK_S


def test_the_first_reason_counts_and_a_child_that_ended_by_itself_has_none(bench):
    bench.launch("a", "import time\nprint('up', flush=True)\ntime.sleep(600)", grace_s=60.0)
    bench.launch("b", "print('done')")
    bench.wait_for_line("a", "up")
    bench.supervisor.stop("a", reason=literal("First."))
    bench.supervisor.stop("a", 0.0, literal("Second."))
    assert str(bench.ended("a").text).endswith("; Kickabout ended it: First.")
    ended = bench.ended("b")
    bench.supervisor.stop("b", reason=literal("Late."))
    assert str(ended.text) == "exited with code 0"


def test_the_ladder_stops_at_the_termination_signal_if_that_is_enough(bench):
    bench.launch(
        "a",
        """
        import signal, sys, time
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
        print("up")
        time.sleep(600)
        """,
        terminate_s=60.0,
    )
    bench.wait_for_line("a", "up")
    begin = time.monotonic()
    bench.supervisor.stop("a")
    assert bench.ended("a").code == 7
    assert 0.2 <= time.monotonic() - begin < 30.0


def test_a_stubborn_child_is_gone_soon_after_its_grace(bench, awkward):
    for key in "abcd":
        bench.launch(key, awkward["stubborn"], grace_s=0.5)
        bench.wait_for_line(key, "up")
        begin = time.monotonic()
        bench.supervisor.stop(key)
        ended = bench.ended(key)
        late_s = time.monotonic() - begin - 0.5
        assert (ended.signal, ended.asked) == (signal.SIGKILL, True)
        assert late_s >= 0.0
        assert bench.alive() == []
        if late_s <= 0.3:
            return
    pytest.fail(f"every child was killed too late, the last one by {late_s:.2f} s")


def test_children_are_stopped_side_by_side(bench, awkward):
    graces_s = {"first": 60.0, "second": 0.2, "third": 0.2, "last": 60.0}
    for key, grace_s in graces_s.items():
        bench.launch(key, awkward["stubborn"], grace_s=grace_s)
        bench.wait_for_line(key, "up")
    bench.supervisor.stop_all()
    for key in ("second", "third"):
        assert bench.ended(key).asked
    assert bench.supervisor.live == {"first", "last"}
    for key in ("first", "last"):
        bench.supervisor.stop(key, grace_s=0.0)
        bench.ended(key)
    assert bench.supervisor.live == frozenset()


def test_the_grace_can_be_cut_short(bench, awkward):
    bench.launch("a", awkward["sleeper"], grace_s=60.0)
    bench.wait_for_line("a", "up")
    bench.supervisor.stop("a")
    bench.supervisor.stop("a", grace_s=0.0)
    assert bench.ended("a", limit_s=3.0).signal == signal.SIGTERM


def test_a_daemon_without_any_trace_goes_with_the_child_that_made_it(bench, awkward):
    bench.launch("a", awkward["daemon"])
    bench.wait_for_line("a", "up")
    bench.wait_for(ChildUsage, "a")
    assert len(bench.alive()) == 2
    bench.supervisor.stop("a")
    bench.ended("a")
    bench.wait(lambda: not bench.alive() or bench.supervisor.close() == ())
    assert bench.alive() == []


def test_a_child_that_forks_and_leaves_is_reported_with_its_leftovers(bench, awkward):
    bench.launch("a", awkward["forks and leaves"])
    bench.wait_for_line("a", "grandchild up")
    ended = bench.ended("a")
    assert (ended.code, ended.asked, ended.leftovers) == (0, False, 1)
    assert bench.supervisor.live == {"a"}
    bench.supervisor.stop("a")
    bench.wait_for(ChildCleared, "a")
    assert bench.alive() == []
    assert bench.supervisor.live == frozenset()


def test_a_new_launch_removes_the_leftovers_of_the_one_before(bench, awkward):
    bench.launch("a", awkward["forks and leaves"])
    bench.wait_for_line("a", "grandchild up")
    bench.ended("a")
    bench.launch("a", awkward["sleeper"])
    bench.wait_for(ChildStarted, "a", count=2)
    bench.wait_for_line("a", "up")
    bench.wait(lambda: len(bench.alive()) == 1)
    assert bench.of(ChildCleared) == []


def test_leftovers_that_leave_by_themselves_are_reported(bench):
    bench.launch(
        "a",
        """
        import os, time
        if os.fork() == 0:
            while not os.path.exists("leave"):
                time.sleep(0.01)
            print("bye")
        """,
    )
    assert bench.ended("a").leftovers == 1
    (bench.folder / "leave").touch()
    bench.wait_for(ChildCleared, "a")
    assert bench.lines("a") == ["bye"]


def test_stopping_what_is_gone_has_no_effect(bench):
    bench.launch("a", "pass")
    bench.ended("a")
    bench.supervisor.stop("a")
    bench.supervisor.stop("never heard of")
    bench.launch("b", "pass")
    bench.ended("b")
    assert len(bench.of(ChildEnded)) == 2


def test_closing_kills_everything_at_once(bench, awkward, gone):
    for key in ("sleeper", "stubborn", "family", "daemon"):
        bench.launch(key, awkward[key], grace_s=60.0)
        bench.wait_for_line(key, "up")
    begin = time.monotonic()
    assert bench.supervisor.close() == ()
    assert time.monotonic() - begin < 30.0, "the children had a minute"
    assert bench.alive() == []
    assert bench.supervisor.poll(0.0)[-1] == SupervisorClosed(survivors=())
    assert bench.supervisor.close() == ()


SHARING = """
import multiprocessing, signal, sys, time
from multiprocessing.shared_memory import SharedMemory
signal.signal(signal.SIGTERM, signal.SIG_IGN)
semaphore = multiprocessing.get_context("spawn").Semaphore(0)
memory = SharedMemory(create=True, size=100)
print("sharing", "sem." + semaphore._semlock.name.lstrip("/"), memory.name, flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="lists /dev/shm")
@pytest.mark.parametrize("is_launcher_gone", [False, True])
def test_what_killed_processes_shared_is_removed(bench, is_launcher_gone):
    bench.launch("sharing", SHARING, grace_s=0.0, terminate_s=0.0)
    bench.wait(lambda: any(line.startswith("sharing ") for line in bench.lines("sharing")))
    names = bench.lines("sharing")[0].split()[1:]
    assert all(Path("/dev/shm", name).exists() for name in names)
    if is_launcher_gone:
        assert bench.supervisor.close() == ()
    else:
        bench.supervisor.stop("sharing")
        bench.ended("sharing")
    assert not any(Path("/dev/shm", name).exists() for name in names)
    assert not bench.alive()
