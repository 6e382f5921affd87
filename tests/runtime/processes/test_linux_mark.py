import subprocess
import sys
from pathlib import Path

import pytest

if not sys.platform.startswith("linux"):
    pytest.skip("a mark of Linux", allow_module_level=True)

from runtime.processes.platforms.procfs import serial_in_limits, set_limit_mark

TELL = """
import os, subprocess, sys
from runtime.processes.platforms.procfs import set_limit_mark
set_limit_mark("run", int(sys.argv[1]))
if os.fork() == 0:
    os.setsid()
    os.execve("/bin/cat", ["cat", "/proc/self/limits"], {})
os.wait()
"""


@pytest.mark.parametrize(("serial", "found"), [(0, None), (1, 1), (2**20 - 1, 2**20 - 1)])
def test_the_mark_survives_fork_session_program_and_an_empty_environment(root, serial, found):
    limits = subprocess.run(
        [sys.executable, "-c", TELL, str(serial)], cwd=root, capture_output=True, check=True, timeout=20
    ).stdout
    assert serial_in_limits("run", limits) == found
    assert serial_in_limits("other run", limits) is None


def test_a_process_without_a_mark_belongs_to_no_run():
    assert serial_in_limits("run", Path("/proc/self/limits").read_bytes()) is None


@pytest.mark.parametrize(
    "limits", [b"", b"Max file locks", b"Max file locks   x  y", b"Max file locks   12  unlimited"]
)
def test_other_limits_say_nothing(limits):
    assert serial_in_limits("run", limits) is None


def test_a_system_that_refuses_goes_without(monkeypatch):
    def refuse(number, values):
        raise OSError("no")

    monkeypatch.setattr("resource.setrlimit", refuse)
    set_limit_mark("run", 1)
    assert serial_in_limits("run", Path("/proc/self/limits").read_bytes()) is None
