"""Awkward children, each in a supervisor of its own."""

import signal
import subprocess
import sys
import time

import pytest

from runtime.processes.client import ChildSpec, Supervisor, SupervisorError
from runtime.processes.lines import CUT_MARK
from runtime.processes.wire import (
    ChildCleared,
    ChildEnded,
    ChildFailed,
    ChildOutput,
    ChildStarted,
    ChildUsage,
    SupervisorClosed,
    SupervisorReady,
    event_from_line,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts fork and use signals")


def test_start_output_and_end_come_in_order(bench):
    bench.launch("a", "print('one'); print('two')")
    ended = bench.ended("a")
    kinds = [type(event) for event in bench.events if not isinstance(event, ChildUsage)]
    assert kinds == [SupervisorReady, ChildStarted, ChildOutput, ChildEnded]
    assert bench.lines("a") == ["one", "two"]
    assert (ended.code, ended.signal, ended.asked, ended.leftovers) == (0, None, False, 0)
    assert bench.supervisor.live == frozenset()


@pytest.mark.parametrize(
    ("source", "code", "number", "text"),
    [
        ("raise SystemExit(3)", 3, None, "exited with code 3"),
        ("import os; os.kill(os.getpid(), 11)", None, 11, "killed by signal 11, SIGSEGV"),
        ("import os; os.kill(os.getpid(), 9)", None, 9, "killed by signal 9, SIGKILL"),
    ],
)
def test_endings(bench, source, code, number, text):
    bench.launch("a", source)
    ended = bench.ended("a")
    assert (ended.code, ended.signal, ended.text, ended.asked) == (code, number, text, False)


def test_a_traceback_arrives_before_the_ending(bench):
    bench.launch("a", "print('x' * 10, end=''); raise ValueError('bad')")
    assert bench.ended("a").code == 1
    assert "ValueError: bad" in bench.lines("a")


def test_streams_are_merged_unbuffered_and_utf8(bench):
    bench.launch(
        "a",
        """
        import sys, time
        print("größer 😀")
        print("error", file=sys.stderr)
        print("third")
        assert sys.stdin.read() == ""
        time.sleep(600)
        """,
    )
    bench.wait_for_line("a", "third")
    assert bench.lines("a") == ["größer 😀", "error", "third"]


def test_environment_and_folder(bench):
    bench.launch(
        "a",
        "import os; print(os.getcwd()); print(os.environ['WORD'], os.environ['PYTHONPATH'])",
        environment={"WORD": "ü 'x'", "PYTHONPATH": "/p"},
    )
    bench.ended("a")
    assert bench.lines("a") == [str(bench.folder), "ü 'x' /p"]


@pytest.mark.parametrize("name", ["plain", "with space", "quote'd", 'double"d', "umlaut ü", "$HOME", "a;b", "*"])
def test_names_of_programs_and_arguments_are_taken_as_they_are(bench, name):
    program = bench.folder / name
    program.write_text('#!/bin/sh\nprintf "%s|" "$@"; echo\n', encoding="utf-8")
    program.chmod(0o755)
    bench.launch_argv("a", str(program), name, "", "a b")
    assert bench.ended("a").code == 0
    assert bench.lines("a") == [f"{name}||a b|"]


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("missing", "does not exist"),
        ("plain.txt", "may not be executed"),
        ("folder", "may not be executed"),
        ("plain.txt/x", "not a folder"),
        ("binary", "not a program"),
        ("nul\0l", "Could not start"),
    ],
)
def test_refusals(bench, program, words):
    (bench.folder / "plain.txt").write_text("x", encoding="utf-8")
    (bench.folder / "folder").mkdir()
    (bench.folder / "binary").write_bytes(b"\0\1\2")
    (bench.folder / "binary").chmod(0o755)
    bench.launch_argv("a", f"{bench.folder}/{program}")
    failed = bench.wait_for(ChildFailed, "a")
    assert words in failed.text
    assert failed.text.endswith(".")
    assert bench.of(ChildStarted) == []
    assert bench.supervisor.live == frozenset()


def test_a_missing_folder_is_named(bench):
    bench.launch_argv("a", sys.executable, cwd=bench.folder / "gone")
    assert bench.wait_for(ChildFailed, "a").text == f"The working folder '{bench.folder / 'gone'}' does not exist."


def test_a_failure_costs_only_itself(bench, awkward):
    bench.launch_argv("bad", "/no/such/program")
    bench.launch("good", awkward["sleeper"])
    bench.wait_for(ChildFailed, "bad")
    bench.wait_for_line("good", "up")


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


def test_the_ladder_stops_at_the_termination_signal_if_that_is_enough(bench):
    bench.launch(
        "a",
        """
        import signal, sys, time
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
        print("up")
        time.sleep(600)
        """,
        terminate_s=10.0,
    )
    bench.wait_for_line("a", "up")
    begin = time.monotonic()
    bench.supervisor.stop("a")
    assert bench.ended("a").code == 7
    assert 0.2 <= time.monotonic() - begin < 5.0


def test_a_stubborn_child_is_gone_soon_after_its_grace(bench, awkward):
    bench.launch("a", awkward["stubborn"], grace_s=0.5)
    bench.wait_for_line("a", "up")
    begin = time.monotonic()
    bench.supervisor.stop("a")
    ended = bench.ended("a")
    elapsed_s = time.monotonic() - begin
    assert (ended.signal, ended.asked) == (signal.SIGKILL, True)
    assert 0.5 <= elapsed_s <= 0.5 + 0.3
    assert bench.alive() == []


def test_children_are_stopped_side_by_side(bench, awkward):
    keys = [f"c{number}" for number in range(4)]
    for key in keys:
        bench.launch(key, awkward["stubborn"], grace_s=0.4)
    for key in keys:
        bench.wait_for_line(key, "up")
    begin = time.monotonic()
    bench.supervisor.stop_all()
    for key in keys:
        bench.ended(key)
    assert time.monotonic() - begin < 1.2
    assert bench.supervisor.live == frozenset()


def test_the_grace_can_be_cut_short(bench, awkward):
    bench.launch("a", awkward["sleeper"], grace_s=60.0)
    bench.wait_for_line("a", "up")
    bench.supervisor.stop("a")
    bench.supervisor.stop("a", grace_s=0.0)
    assert bench.ended("a", limit_s=3.0).signal == signal.SIGTERM


def test_the_whole_family_goes(bench, awkward):
    bench.launch("a", awkward["family"])
    bench.wait(lambda: bench.lines("a").count("member") == 2 and "up" in bench.lines("a"))
    assert len(bench.alive()) == 3
    bench.supervisor.stop("a")
    bench.ended("a")
    assert bench.alive() == []


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


def test_a_closed_standard_output_is_no_ending(bench):
    bench.launch("a", "import os, time; os.close(1); os.close(2); open('up', 'w'); time.sleep(600)")
    bench.wait((bench.folder / "up").exists)
    bench.events += bench.supervisor.poll(0.2)
    assert bench.of(ChildEnded) == []
    bench.supervisor.stop("a")
    assert bench.ended("a").asked


def test_a_key_is_free_again_after_the_end(bench):
    for count in (1, 2, 3):
        bench.launch("a", "print('hello')")
        bench.wait_for(ChildEnded, "a", count=count)
    assert bench.lines("a") == ["hello"] * 3


def test_a_running_key_cannot_be_launched_again(bench, awkward):
    bench.launch("a", awkward["sleeper"])
    with pytest.raises(ValueError, match="'a' has not ended yet"):
        bench.launch("a", awkward["sleeper"])


def test_stopping_what_is_gone_has_no_effect(bench):
    bench.launch("a", "pass")
    bench.ended("a")
    bench.supervisor.stop("a")
    bench.supervisor.stop("never heard of")
    bench.launch("b", "pass")
    bench.ended("b")
    assert len(bench.of(ChildEnded)) == 2


def test_a_flood_is_bounded_and_its_end_is_kept(bench):
    bench.launch(
        "flood",
        """
        import os
        block = b"".join(b"%099d\\n" % number for number in range(10_000))
        for _ in range(100):
            os.write(1, block)
        os.write(1, b"Traceback: the reason\\n")
        """,
    )
    bench.launch("clock", "import time\nfor _ in range(1000):\n    print(time.monotonic()); time.sleep(0.02)")
    begin = time.monotonic()
    latencies_s = []

    def flooded():
        latencies_s.extend(
            time.monotonic() - float(line)
            for event in bench.events
            if isinstance(event, ChildOutput) and event.key == "clock"
            for line in event.lines[-1:]
        )
        bench.events = [event for event in bench.events if getattr(event, "key", "") == "flood"]
        return bench.of(ChildEnded, "flood")

    bench.wait(flooded)
    elapsed_s = time.monotonic() - begin
    received = sum(len(line) for line in bench.lines("flood"))
    dropped = sum(event.dropped for event in bench.of(ChildOutput, "flood"))
    assert len(bench.lines("flood")) + dropped == 1_000_001
    assert bench.lines("flood")[-1] == "Traceback: the reason"
    assert received < 1_500_000 * elapsed_s
    assert sorted(latencies_s)[len(latencies_s) // 2] < 0.2


def test_a_client_that_does_not_listen_costs_no_memory_and_loses_no_ending(bench):
    bench.launch("flood", "import os\nwhile True: os.write(1, b'x' * 99 + b'\\n')")
    bench.launch("short", "print('done')")
    bench.wait_for(ChildOutput, "flood")
    deadline = time.monotonic() + 1.5
    peak = 0
    while time.monotonic() < deadline:
        peak = max(peak, bench.supervisor_process().memory_info().rss)
        time.sleep(0.1)
    assert peak < 60 << 20
    bench.ended("short")


def test_a_line_without_end_is_cut(bench):
    bench.launch("a", "import os\nfor _ in range(100): os.write(1, b'x' * 100_000)\nos.write(1, b'\\nend\\n')")
    bench.ended("a")
    assert bench.lines("a") == ["x" * 8192 + CUT_MARK, "end"]


def test_usage_of_the_tree_is_reported(bench):
    bench.launch(
        "a",
        """
        import subprocess, sys
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        while True:
            pass
        """,
    )
    usage = bench.wait_for(ChildUsage, "a", count=2)
    assert usage.processes == 2
    assert usage.threads >= 2
    assert usage.rss_bytes > 5 << 20
    assert 0.2 < usage.cpu_share < 1.5


def test_closing_kills_everything_at_once(bench, awkward, gone):
    for key in ("sleeper", "stubborn", "family", "daemon"):
        bench.launch(key, awkward[key], grace_s=60.0)
        bench.wait_for_line(key, "up")
    begin = time.monotonic()
    assert bench.supervisor.close() == ()
    assert time.monotonic() - begin < 1.0
    assert bench.alive() == []
    assert bench.supervisor.poll(0.0)[-1] == SupervisorClosed(survivors=())
    assert bench.supervisor.close() == ()


def test_a_closed_supervisor_takes_no_commands(bench):
    bench.supervisor.close()
    with pytest.raises(SupervisorError):
        bench.supervisor.stop_all()
    with pytest.raises(SupervisorError):
        bench.supervisor.launch(ChildSpec(key="a", argv=("x",), cwd=bench.folder))
    assert bench.supervisor.live == frozenset()


def test_it_starts_once(bench):
    with pytest.raises(SupervisorError):
        bench.supervisor.start()
    with pytest.raises(SupervisorError):
        Supervisor(python=bench.folder / "no python").start()


def test_rubbish_on_the_wire_is_skipped(root):
    done = subprocess.run(
        [sys.executable, "-m", "runtime.processes.supervisor"],
        input=b'garbage\n{"type":"Stop"}\n\n{"type":"Launch","key":"a","argv":["/no"],"cwd":"/","grace_s":1,"terminate_s":1}\n',
        capture_output=True,
        cwd=root,
        timeout=10,
        check=True,
    )
    assert done.stderr.count(b"supervisor: Not a message") == 3
    kinds = [type(event_from_line(line)) for line in done.stdout.splitlines()]
    assert kinds == [SupervisorReady, ChildFailed, SupervisorClosed]
