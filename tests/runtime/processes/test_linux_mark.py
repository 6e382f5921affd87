import subprocess
import sys
from pathlib import Path

import pytest

if not sys.platform.startswith("linux"):
    pytest.skip("a mark of Linux", allow_module_level=True)

from runtime.processes.platforms.linux import wear, worn_serial

TELL = """
import os, subprocess, sys
from runtime.processes.platforms.linux import wear
wear("run", int(sys.argv[1]))
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
    assert worn_serial("run", limits) == found
    assert worn_serial("other run", limits) is None


def test_who_wears_none_belongs_to_nobody():
    assert worn_serial("run", Path("/proc/self/limits").read_bytes()) is None


@pytest.mark.parametrize(
    "limits", [b"", b"Max file locks", b"Max file locks   x  y", b"Max file locks   12  unlimited"]
)
def test_other_limits_say_nothing(limits):
    assert worn_serial("run", limits) is None


def test_a_system_that_refuses_goes_without(monkeypatch):
    def refuse(number, values):
        raise OSError("no")

    monkeypatch.setattr("resource.setrlimit", refuse)
    wear("run", 1)
    assert worn_serial("run", Path("/proc/self/limits").read_bytes()) is None
