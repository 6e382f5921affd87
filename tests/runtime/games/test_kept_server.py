"""A server that outlives matches, but not the launcher."""

import re
import sys
import threading
import time

import psutil
import pytest

from runtime.games.kept_server import MAX_LINES, KeptServer
from runtime.processes import ChildSpec
from tests.clock import until


@pytest.fixture
def kept():
    server = KeptServer()
    yield server
    assert server.close() == ()


def spec_of(tmp_path, code, **values):
    return ChildSpec(key="server", argv=(sys.executable, "-uc", code), cwd=tmp_path, **({"grace_s": 0.0} | values))


def test_a_program_runs_until_it_is_stopped(kept, tmp_path):
    changes = []
    server = KeptServer(lambda: changes.append(threading.current_thread().name))
    server.start(
        spec_of(tmp_path, "import time; print('port 7'); time.sleep(100)"), 23, {"port": re.compile("port (.)")}
    )
    assert server.is_running
    until(lambda: server.fact("port") == "7")
    assert (server.take_lines(), server.take_lines(), server.port) == (("port 7",), (), 23)
    pid = server.pid
    assert server.end is None
    began_s = time.monotonic()
    server.stop()
    assert time.monotonic() - began_s < 0.05
    until(lambda: not server.is_running)
    assert not psutil.pid_exists(pid)
    assert server.pid is None
    assert len(changes) == 3
    assert server.end is not None


def test_an_end_of_its_own_is_told_and_another_start_forgets_it(kept, tmp_path):
    kept.start(spec_of(tmp_path, "print('old'); raise SystemExit(3)"))
    until(lambda: not kept.is_running)
    assert str(kept.end) == "exited with code 3"
    kept.start(spec_of(tmp_path, "import time; print('new'); time.sleep(100)"))
    assert kept.end is None
    until(lambda: kept.take_lines() == ("new",))
    with pytest.raises(RuntimeError):
        kept.start(spec_of(tmp_path, "pass"))


def test_a_program_that_cannot_be_started_is_told(kept, tmp_path):
    kept.start(ChildSpec(key="server", argv=(str(tmp_path / "none"),), cwd=tmp_path))
    until(lambda: not kept.is_running)
    assert "none" in str(kept.end)


def test_only_the_newest_lines_wait_for_the_next_match(kept, tmp_path):
    kept.start(spec_of(tmp_path, f"for number in range({MAX_LINES + 1}): print(number)"))
    until(lambda: not kept.is_running)
    lines = kept.take_lines()
    assert len(lines) <= MAX_LINES
    assert lines[-1] == str(MAX_LINES)


def test_a_program_that_ignores_the_signal_is_killed_with_everything_it_started(kept, tmp_path):
    code = (
        "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "print(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(100)']).pid); time.sleep(100)"
    )
    kept.start(spec_of(tmp_path, code, terminate_s=0.2))
    lines = []
    until(lambda: lines.extend(kept.take_lines()) or lines)
    assert kept.close() == ()
    assert not psutil.pid_exists(int(lines[0]))
