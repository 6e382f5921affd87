"""Children that start, or do not, and how their ends are told; each in a supervisor of its own."""

import sys

import pytest

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
    assert (ended.code, ended.signal, str(ended.text), ended.asked) == (code, number, text, False)


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
