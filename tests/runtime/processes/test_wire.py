import pytest

from runtime.model.messages import literal, message
from runtime.model.sizes import Size
from runtime.processes import wire

TEXT = message(
    "outer",
    "{a} {b} {c} {d}",
    a="x",
    b=1.5,
    c=("y", message("inner", "{program} is too large", program="/bin/ä")),
    d=Size(value=2.04, unit="GB", decimals=2),
)

COMMANDS = [
    wire.Launch(
        key="ä \ud800 'x'\n",
        argv=("/bin/echo", "a b", "\udcff"),
        cwd="/tmp/ü",
        environment=(("A", "1"), ("B", "=\n")),
        grace_s=0.5,
        terminate_s=0.2,
        cores=(0, 3),
        memory_limit_bytes=2_000_000_000,
        is_limit_deadly=False,
        log="/logs/ü.log",
    ),
    wire.Stop(key="a"),
    wire.Stop(key="a", grace_s=0.0),
    wire.Stop(key="a", reason=TEXT),
    wire.StopAll(grace_s=2.0),
    wire.StopAll(reason=TEXT),
    wire.PrintStacks(key="a"),
]
EVENTS = [
    wire.SupervisorReady(pid=1),
    wire.ChildStarted(key="a", pid=2),
    wire.ChildFailed(key="a", text=TEXT),
    wire.ChildOutput(key="a", lines=("x", "", "é\x00"), dropped=3),
    wire.ChildEnded(key="a", code=None, signal=11, text=literal("t"), asked=False, leftovers=2),
    wire.ChildCleared(key="a"),
    wire.ChildSurvived(key="a", survivors=("x (pid 1)",)),
    wire.ChildUsage(
        key="a",
        cpu_share=0.25,
        mean_cpu_share=0.2,
        rss_bytes=1,
        peak_rss_bytes=2,
        threads=2,
        handles=4,
        processes=3,
    ),
    wire.ChildNotice(key="", text=literal("Ü.")),
    wire.SupervisorClosed(survivors=()),
]


@pytest.mark.parametrize("message", COMMANDS, ids=lambda message: type(message).__name__)
def test_commands_survive_the_wire(message):
    line = wire.to_line(message)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert wire.command_from_line(line) == message


@pytest.mark.parametrize("message", EVENTS, ids=lambda message: type(message).__name__)
def test_events_survive_the_wire(message):
    assert wire.event_from_line(wire.to_line(message)) == message


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b"null",
        b"{}",
        b'{"type":"Nothing"}',
        b'{"type":["Stop"]}',
        b'{"type":"Stop"}',
        b'{"type":"Stop","key":"a","x":1}',
        b"\xff\xfe",
    ],
)
def test_anything_else_is_refused(line):
    with pytest.raises(wire.WireError):
        wire.command_from_line(line)


def test_an_event_is_no_command():
    with pytest.raises(wire.WireError):
        wire.command_from_line(wire.to_line(wire.SupervisorReady(pid=1)))
