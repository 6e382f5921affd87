"""Processors and handles by the parts for other systems, as far as they can run here."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from runtime.processes.census import ProcessRow
from runtime.processes.platforms import usable_cores
from runtime.processes.platforms.macos import NO_PROCESSORS, MacPlatform
from runtime.processes.platforms.windows import WindowsPlatform, windows_cores

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
    assert str(platform.set_processors([child.pid], [4000])).startswith("Processors 4000 cannot be set apart: ")


def test_windows_numbers_the_threads_of_a_core_one_after_the_other(monkeypatch):
    processors = sorted(os.sched_getaffinity(0))
    monkeypatch.setattr("psutil.cpu_count", lambda logical=True: 2 if logical else 1)
    assert [number for core in windows_cores() for number in core] == processors
    assert all(len({number // 2 for number in core}) == 1 for core in windows_cores())
    monkeypatch.setattr("psutil.cpu_count", lambda logical=True: 2)
    assert windows_cores() == tuple((number,) for number in processors)


def test_macos_counts_handles_and_says_that_it_ties_nothing(child):
    platform = MacPlatform("run")
    assert platform.handles([row(child.pid), row(2**22 - 1)]) == len([*Path(f"/proc/{child.pid}/fd").iterdir()])
    assert platform.set_processors([child.pid], [0]) == NO_PROCESSORS
    assert os.sched_getaffinity(child.pid) == os.sched_getaffinity(0)
