"""Children that start or fail to start, and the reports of their ends; each in a supervisor of its own."""

import sys
import time

import pytest

from runtime.processes.output import CUT_MARK
from runtime.processes.wire import (
    ChildEnded,
    ChildFailed,
    ChildOutput,
    ChildStarted,
    ChildUsage,
    SupervisorReady,
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
    assert words in str(failed.text)
    assert str(failed.text).endswith(".")
    assert bench.of(ChildStarted) == []
    assert bench.supervisor.live == frozenset()


def test_a_missing_folder_is_named(bench):
    bench.launch_argv("a", sys.executable, cwd=bench.folder / "gone")
    assert str(bench.wait_for(ChildFailed, "a").text) == f"The working folder '{bench.folder / 'gone'}' does not exist."


def test_a_failure_costs_only_itself(bench, awkward):
    bench.launch_argv("bad", "/no/such/program")
    bench.launch("good", awkward["sleeper"])
    bench.wait_for(ChildFailed, "bad")
    bench.wait_for_line("good", "up")


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts fork and use signals")


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


def test_a_closed_standard_output_is_no_ending(bench):
    bench.launch("a", "import os, time; os.close(1); os.close(2); open('up', 'w'); time.sleep(600)")
    bench.wait((bench.folder / "up").exists)
    bench.events += bench.supervisor.poll(0.2)
    assert bench.of(ChildEnded) == []
    bench.supervisor.stop("a")
    assert bench.ended("a").asked


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
