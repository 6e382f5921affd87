import socket
import threading
from contextlib import suppress

import pytest

from runtime.model.messages import message
from runtime.model.sizes import size_of
from runtime.model.training import (
    ArenaShown,
    EndReason,
    MetricPoint,
    MetricsRecorded,
    PhaseMode,
    PhaseView,
    RunChanged,
    RunNoted,
    RunState,
    RunView,
    SetParameter,
    WatchArena,
)
from runtime.model.workers import WorkerState, WorkerView
from runtime.training.runs.wire import VARIABLE, Line, LineClosedError, LineServer, WireError, connect, decoded, encoded
from tests.values import an_empty_view

NOTE = message("disk-too-full", "{free} free in {folders:,}.", free=size_of(5000), folders=("a", message("b", "b")))


@pytest.fixture
def values(tmp_path):
    view = RunView(
        name="Ünï\n",
        document=tmp_path / "run.toml",
        folder=tmp_path,
        state=RunState.PAUSED,
        end=EndReason.PLATEAU,
        text=NOTE,
        phases=(PhaseView(index=0, name="one", mode=PhaseMode.TEST, max_seconds=1.5),),
        workers=(WorkerView(worker=0, state=WorkerState.RESTARTING, arenas=(0, 1), reason=NOTE),),
    )
    arena = an_empty_view(seconds_elapsed=0.1, score=(1, 0), pads_active=(True, False))
    return (
        RunChanged(view=view),
        MetricsRecorded(points=(MetricPoint(name="reward", step=1, wall_s=0.5, value=-1e-9),)),
        ArenaShown(arena=3, view=arena, reward_terms=(("touch", 0.5),)),
        RunNoted(text=NOTE, is_warning=True),
        SetParameter(name="gravity", value=1.0),
        WatchArena(arena=None),
    )


def test_every_value_comes_back_as_it_was(values):
    assert tuple(decoded(encoded(value).rstrip()) for value in values) == values
    assert all(encoded(value).count(b"\n") == 1 for value in values)


@pytest.mark.parametrize("line", [b"", b"{", b'{"is":"Popen","args":["ls"]}', b'{"is":"RunNoted","x":1}', b"[" * 5000])
def test_invalid_values_are_refused(line):
    with pytest.raises(WireError):
        decoded(line)


@pytest.fixture
def server():
    server = LineServer()
    yield server
    server.close()


def accepted(server):
    for _ in range(500):
        line = server.accept()
        if line is not None:
            return line
        threading.Event().wait(0.01)
    return None


def test_values_pass_in_both_directions_and_the_end_is_noticed(server, monkeypatch, values):
    monkeypatch.setenv(VARIABLE, server.environment[VARIABLE])
    theirs = connect()
    for value in values:
        theirs.send(value)
    ours = accepted(server)
    received = []
    while len(received) < len(values):
        received += ours.receive(5.0)
    assert tuple(received) == values
    assert ours.receive(0.0) == []
    ours.send(values[-1])
    assert theirs.receive(5.0) == [values[-1]]
    theirs.close()
    with pytest.raises(LineClosedError):
        ours.receive(5.0)
    ours.close()


def test_only_the_key_opens_the_line(server, monkeypatch):
    port, _, key = server.environment[VARIABLE].partition(":")
    strangers = [socket.create_connection(("127.0.0.1", int(port))) for _ in range(10)]
    strangers[0].sendall(b"x" * 200)
    strangers[1].sendall(key.encode() + b"x")
    strangers[2].sendall(key[:5].encode())
    monkeypatch.setenv(VARIABLE, f"{port}:{'0' * len(key)}")
    wrong = connect()
    assert all(server.accept() is None for _ in range(50))
    monkeypatch.setenv(VARIABLE, server.environment[VARIABLE])
    right = connect()
    line = accepted(server)
    assert line is not None
    for one in (*strangers, wrong, right, line):
        one.close()


def test_without_a_front_end_there_is_no_line(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert connect() is None


def test_a_side_that_takes_nothing_is_given_up(monkeypatch):
    monkeypatch.setattr("runtime.training.runs.wire.SEND_S", 0.3)
    one, other = socket.socketpair()
    line = Line(one)
    theirs, note = Line(other), RunNoted(text=NOTE)
    line.send(note)
    with pytest.raises(LineClosedError):
        line.send(RunNoted(text=message("long", "{text}", text="x" * 10_000_000)))
    with pytest.raises(LineClosedError):
        line.send(note)
    with pytest.raises(LineClosedError):
        line.receive(5.0)
    received = []
    with suppress(LineClosedError):
        while len(received) < 9:
            received += theirs.receive(5.0)
    assert received == [note]  # and not half a line
    line.close()
    theirs.close()


def test_a_long_value_waits_for_a_side_that_is_slow():
    one, other = socket.socketpair()
    line, note = Line(one), RunNoted(text=message("long", "{text}", text="x" * 3_000_000))
    sending = threading.Thread(target=line.send, args=(note,))
    sending.start()
    theirs, received = Line(other), []
    while not received:
        received += theirs.receive(5.0)
    sending.join()
    assert received == [note]
    line.close()
    theirs.close()
