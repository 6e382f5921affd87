"""Messages that the client of a supervisor accepts and refuses."""

import subprocess
import sys
import threading

import pytest

from runtime.processes.client import ChildSpec, SupervisorClient, SupervisorError
from runtime.processes.pipes import PEER, ThreadPipes
from runtime.processes.wire import (
    ChildEnded,
    ChildFailed,
    SupervisorClosed,
    SupervisorLost,
    SupervisorReady,
    event_from_line,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts fork and use signals")


def test_a_key_is_free_again_after_the_end(bench):
    for count in (1, 2, 3):
        bench.launch("a", "print('hello')")
        bench.wait_for(ChildEnded, "a", count=count)
    assert bench.lines("a") == ["hello"] * 3


def test_a_running_key_cannot_be_launched_again(bench, awkward):
    bench.launch("a", awkward["sleeper"])
    with pytest.raises(ValueError, match="'a' has not ended yet"):
        bench.launch("a", awkward["sleeper"])


def test_a_closed_supervisor_takes_no_commands(bench):
    bench.supervisor.close()
    with pytest.raises(SupervisorError):
        bench.supervisor.stop_all()
    with pytest.raises(SupervisorError):
        bench.supervisor.launch(ChildSpec(key="a", argv=("x",), cwd=bench.folder))
    assert bench.supervisor.live == frozenset()


def test_it_works_with_the_pipes_of_windows(bench, awkward, monkeypatch):
    bench.supervisor.close()
    before = set(threading.enumerate())

    def pipes(incoming, outgoing):
        made = ThreadPipes(outgoing)
        made.add(PEER, incoming)
        return made

    monkeypatch.setattr("runtime.processes.client.open_pipes", pipes)
    bench.supervisor.start()
    bench.launch("a", "print('one')")
    assert bench.ended("a").code == 0
    assert bench.lines("a") == ["one"]
    bench.launch("b", awkward["family"])
    bench.wait(lambda: bench.lines("b").count("member") == 2)
    assert bench.supervisor.close() == ()
    assert bench.alive() == []
    bench.supervisor.start()
    bench.launch("c", awkward["sleeper"])
    bench.wait_for_line("c", "up")
    bench.supervisor_process().kill()
    bench.wait_for(SupervisorLost)
    assert set(threading.enumerate()) <= before


def test_it_starts_once(bench):
    with pytest.raises(SupervisorError):
        bench.supervisor.start()
    with pytest.raises(SupervisorError):
        SupervisorClient(python=bench.folder / "no python").start()


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
