"""What a person types while a match is played."""

import io

import pytest

from app.commands.terminal import HELP, listen, obey
from runtime.model.states import SwapMode

ASK, AUTO = SwapMode.ASK, SwapMode.AUTO


class Runner:
    def __init__(self):
        self.wishes = []

    def answer_swap(self, keys, *, is_wanted):
        self.wishes.append(("wanted" if is_wanted else "unwanted", *keys))

    def request_swap(self, keys):
        self.wishes.append(("swap", *keys))

    def request_restart(self, keys):
        self.wishes.append(("restart", *keys))


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("mode", "line", "wish"),
    [
        (ASK, "s\n", ("wanted",)),
        (ASK, "S\n", ("wanted",)),
        (ASK, "n\n", ("unwanted",)),
        (ASK, "s blue-1 orange\n", ("wanted", "blue-1", "orange")),
        (ASK, "  n   blue-2 \n", ("unwanted", "blue-2")),
        (ASK, "r blue-1\n", ("restart", "blue-1")),
        (AUTO, "s\n", ("swap",)),
        (AUTO, "s blue", ("swap", "blue")),
        (AUTO, "R\n", ("restart",)),
    ],
)
def test_lines_that_are_understood(mode, line, wish):
    runner = Runner()
    assert obey(runner, mode, line)
    assert runner.wishes == [wish]


@pytest.mark.parametrize(("mode", "line"), [(ASK, ""), (ASK, "\n"), (ASK, "swap\n"), (ASK, "yes"), (AUTO, "n\n")])
def test_lines_that_are_not(mode, line):
    runner = Runner()
    assert not obey(runner, mode, line)
    assert runner.wishes == []


@pytest.mark.parametrize("mode", [ASK, AUTO])
def test_whoever_types_something_else_is_told_what_is_understood(mode, capsys):
    runner, terminal = Runner(), Terminal("r\n\nwhat?\nr blue\n")
    listen(runner, mode, terminal).join(5)
    assert runner.wishes == [("restart",), ("restart", "blue")]
    assert capsys.readouterr().err == f"{HELP[mode]}.\n"


@pytest.mark.parametrize("stream", [io.StringIO("s\n"), None])
def test_where_nobody_types_nothing_is_read(stream, monkeypatch):
    runner = Runner()
    monkeypatch.setattr("sys.stdin", stream)
    assert listen(runner, ASK) is None
    assert runner.wishes == []
