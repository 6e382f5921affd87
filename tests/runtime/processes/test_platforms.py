"""The code for other systems, as far as it runs on this one."""

import ctypes
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from runtime.processes import platforms
from runtime.processes.census import ProcessRow
from runtime.processes.pipes import PEER, ThreadPipes
from runtime.processes.platforms import usable_cores, windows
from runtime.processes.platforms.macos import NO_PROCESSORS, MacPlatform
from runtime.processes.platforms.windows import (
    ExtendedLimits,
    Job,
    WindowsPlatform,
    command_line,
    windows_cores,
)
from runtime.processes.wire import ChildEnded, ChildOutput, Launch, Stop, event_from_line, to_line

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="runs POSIX programs")

PORTABLE_SUPERVISOR = """
import sys
from runtime.processes.pipes import PEER, SelectorPipes, ThreadPipes
from runtime.processes.platforms import native_platform
from runtime.processes.platforms.macos import MacPlatform
from runtime.processes.supervisor import Supervisor
platform = MacPlatform("run-" + sys.argv[2]) if sys.argv[1] == "psutil" else native_platform(sys.argv[2])
if sys.argv[1] == "threads":
    pipes = ThreadPipes(sys.stdout.buffer)
    platform.max_wait_s = 0.02
else:
    pipes = SelectorPipes(sys.stdout.buffer, wakes_on_signals=True)
pipes.add(PEER, sys.stdin.buffer)
Supervisor(platform=platform, pipes=pipes, run_id="run-" + sys.argv[2]).run()
"""


class Talk:
    """A supervisor with replaced platform parts; the test sends and reads its messages."""

    def __init__(self, root, parts, run_id):
        self.process = subprocess.Popen(
            [sys.executable, "-c", PORTABLE_SUPERVISOR, parts, run_id],
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.events = []

    def say(self, command):
        self.process.stdin.write(to_line(command))
        self.process.stdin.flush()

    def hear_until(self, condition):
        while True:
            event = event_from_line(self.process.stdout.readline())
            self.events.append(event)
            if condition(event):
                return event


@pytest.fixture(params=["psutil", "threads"])
def talk(request, root, tmp_path):
    talk = Talk(root, request.param, tmp_path.name)
    watchdog = threading.Timer(30.0, talk.process.kill)
    watchdog.start()
    yield talk
    talk.process.stdin.close()
    talk.process.stdout.close()
    talk.process.wait()
    watchdog.cancel()
    watchdog.join()


def launch(folder, key, script):
    return Launch(key=key, argv=(sys.executable, str(script)), cwd=str(folder), grace_s=0.2, terminate_s=0.2)


@posix_only
def test_launch_output_stop_and_end_work_with_the_parts_of_other_systems(talk, tmp_path, awkward):
    script = tmp_path / "family.py"
    script.write_text(_flat(awkward["family"]), encoding="utf-8")
    talk.say(launch(tmp_path, "a", script))
    lines = []
    while sorted(lines) != ["member", "member", "up"]:
        lines += talk.hear_until(lambda event: isinstance(event, ChildOutput)).lines
    talk.say(Stop(key="a"))
    ended = talk.hear_until(lambda event: isinstance(event, ChildEnded))
    assert (ended.signal, ended.asked, ended.leftovers) == (9, True, 0)


@posix_only
def test_end_of_commands_kills_everything_with_the_parts_of_other_systems(talk, tmp_path, awkward, gone):
    script = tmp_path / "family.py"
    script.write_text(_flat(awkward["family"]), encoding="utf-8")
    talk.say(launch(tmp_path, "a", script))
    lines = []
    while sorted(lines) != ["member", "member", "up"]:
        lines += talk.hear_until(lambda event: isinstance(event, ChildOutput)).lines
    talk.process.stdin.close()
    gone(script, 2.0)


def _flat(source):
    lines = source.strip("\n").split("\n")
    return "\n".join(line[4:] for line in lines)


def test_job_limits_have_the_layout_of_windows():
    assert ctypes.sizeof(ExtendedLimits) == 144
    assert ExtendedLimits.io.offset == 64
    assert ExtendedLimits.peak_job_memory_used.offset == 136


class Kernel32:
    """Records calls; lists `pids` as the members of every job."""

    def __init__(self, *, pids=(), fail=()):
        self.pids = list(pids)
        self.fail = fail
        self.calls = []
        self.last_error = 0

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)

        def call(*arguments):
            self.calls.append(name)
            if name in self.fail:
                self.last_error = 5
                return 0
            return getattr(self, f"_{name}", lambda *_: 77)(*arguments)

        return call

    def _SetInformationJobObject(self, handle, kind, limits, size):  # noqa: N802 - the name in kernel32
        self.flags = limits._obj.basic.limit_flags
        assert (kind, size) == (9, 144)
        return 1

    def _QueryInformationJobObject(self, handle, kind, found, size, returned):  # noqa: N802 - the name in kernel32
        if size < 8 + 8 * len(self.pids):
            self.last_error = 234
            return 0
        found._obj.count = len(self.pids)
        for place, pid in enumerate(self.pids):
            found._obj.pids[place] = pid
        return 1

    def error(self):
        return self.last_error


def test_a_job_kills_when_closed_and_holds_what_is_added():
    kernel32 = Kernel32()
    job = Job(kernel32, flags=windows.KILL_ON_JOB_CLOSE)
    job.add(5)
    job.kill()
    job.close()
    assert kernel32.flags == 0x2000
    assert kernel32.calls == [
        "CreateJobObjectW",
        "SetInformationJobObject",
        "OpenProcess",
        "AssignProcessToJobObject",
        "CloseHandle",
        "TerminateJobObject",
        "CloseHandle",
    ]


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 500])
def test_a_job_lists_any_number_of_processes(count):
    pids = tuple(range(1000, 1000 + count))
    kernel32 = Kernel32(pids=pids)
    assert Job(kernel32, flags=0, error_of=kernel32.error).pids() == pids


@pytest.mark.parametrize(
    "name", ["CreateJobObjectW", "SetInformationJobObject", "OpenProcess", "AssignProcessToJobObject"]
)
def test_a_refusal_of_windows_is_an_error(name):
    kernel32 = Kernel32(fail=(name,))
    with pytest.raises(OSError, match="error 5"):
        Job(kernel32, flags=0, error_of=kernel32.error).add(5)
    assert kernel32.calls.count("CloseHandle") == (1 if name == "AssignProcessToJobObject" else 0)


def test_the_library_keeps_the_error_of_each_call(monkeypatch):
    """A later call of GetLastError may return the error of another call."""
    loaded = []
    monkeypatch.setattr(platforms.sys, "platform", "win32")
    monkeypatch.setattr(
        ctypes, "WinDLL", lambda name, **options: loaded.append((name, options)) or Kernel32(), raising=False
    )
    platforms.native_platform("run")
    assert loaded == [("kernel32", {"use_last_error": True})]
    monkeypatch.setattr(ctypes, "get_last_error", lambda: 87, raising=False)
    assert windows.last_error() == 87


@pytest.mark.parametrize(
    ("argv", "line"),
    [
        (("C:\\bot.exe", "a b", 'c"d'), 'C:\\bot.exe "a b" c\\"d'),
        (("cmd.exe", "/d", "/s", "/c", 'echo "x" & y'), 'cmd.exe /d /s /c "echo "x" & y"'),
        (("cmd.exe", "/?"), "cmd.exe /?"),
    ],
)
def test_command_lines_of_windows(argv, line):
    assert command_line(argv) == line


@posix_only
def test_thread_pipes_read_pause_and_end():
    reading, writing = os.pipe()
    out_reading, out_writing = os.pipe()
    with os.fdopen(out_writing, "wb") as output, os.fdopen(out_reading, "rb") as heard:
        before = set(threading.enumerate())
        pipes = ThreadPipes(output)
        pipes.add(PEER, os.fdopen(reading, "rb"))
        os.write(writing, b"one")
        assert _received(pipes, 1) == [(PEER, b"one")]
        pipes.send(b"hello\n")
        assert heard.readline() == b"hello\n"
        pipes.pause(7)
        pipes.resume(7)
        pipes.remove(7)
        os.close(writing)
        assert _received(pipes, 1) == [(PEER, b"")]
        pipes.close()
        for thread in set(threading.enumerate()) - before:
            thread.join(5)
        assert pipes.backlog == 0


def _received(pipes, count):
    received = []
    deadline = time.monotonic() + 5
    while len(received) < count and time.monotonic() < deadline:
        received += pipes.wait(1.0)
    return received


pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="compares with what Linux tells")


@pytest.fixture
def child():
    code = "print('up', flush=True); input()"
    process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdout.readline()
    yield process
    process.communicate(b"\n")


def row(pid):
    return ProcessRow(pid=pid, started=1.0, parent=1, group=0, session=0, name="bot", cpu_s=0.0, rss_bytes=1, threads=1)


def test_windows_restricts_by_psutil(child):
    platform, core = WindowsPlatform(None), usable_cores()[-1][0]
    assert platform.set_processors([child.pid, 2**22 - 1], [core]) is None
    assert os.sched_getaffinity(child.pid) == {core}
    assert platform.set_processors([child.pid], [core]) is None
    assert str(platform.set_processors([child.pid], [4000])).startswith("CPU cores 4000 cannot be reserved: ")


def test_windows_numbers_the_threads_of_a_core_one_after_the_other(monkeypatch):
    processors = sorted(os.sched_getaffinity(0))
    monkeypatch.setattr("psutil.cpu_count", lambda logical=True: 2 if logical else 1)
    assert [number for core in windows_cores() for number in core] == processors
    assert all(len({number // 2 for number in core}) == 1 for core in windows_cores())
    monkeypatch.setattr("psutil.cpu_count", lambda logical=True: 2)
    assert windows_cores() == tuple((number,) for number in processors)


def test_macos_counts_handles_and_refuses_processors(child):
    platform = MacPlatform("run")
    assert platform.handles([row(child.pid), row(2**22 - 1)]) == len([*Path(f"/proc/{child.pid}/fd").iterdir()])
    assert platform.set_processors([child.pid], [0]) == NO_PROCESSORS
    assert os.sched_getaffinity(child.pid) == os.sched_getaffinity(0)
