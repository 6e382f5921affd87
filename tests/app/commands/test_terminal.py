"""What a person types while a match is played."""

import io

import pytest

from app.commands.play import HELP, carry_out, listen
from runtime.model.commands import AnswerSwap, RestartAgents, SwapAgents
from runtime.model.states import SwapMode

ASK, AUTO = SwapMode.ASK, SwapMode.AUTO


class Runner:
    def __init__(self):
        self.commands = []

    def post(self, command):
        self.commands.append(command)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("mode", "line", "command"),
    [
        (ASK, "s\n", AnswerSwap(keys=(), is_wanted=True)),
        (ASK, "S\n", AnswerSwap(keys=(), is_wanted=True)),
        (ASK, "n\n", AnswerSwap(keys=(), is_wanted=False)),
        (
            ASK,
            "s blue-1 orange\n",
            AnswerSwap(
                keys=(
                    "blue-1",
                    "orange",
                ),
                is_wanted=True,
            ),
        ),
        (ASK, "  n   blue-2 \n", AnswerSwap(keys=("blue-2",), is_wanted=False)),
        (ASK, "r blue-1\n", RestartAgents(keys=("blue-1",))),
        (AUTO, "s\n", SwapAgents(keys=())),
        (AUTO, "s blue", SwapAgents(keys=("blue",))),
        (AUTO, "R\n", RestartAgents(keys=())),
    ],
)
def test_lines_that_are_understood(mode, line, command):
    runner = Runner()
    assert carry_out(runner, mode, line)
    assert runner.commands == [command]


@pytest.mark.parametrize(("mode", "line"), [(ASK, ""), (ASK, "\n"), (ASK, "swap\n"), (ASK, "yes"), (AUTO, "n\n")])
def test_lines_that_are_not(mode, line):
    runner = Runner()
    assert not carry_out(runner, mode, line)
    assert runner.commands == []


@pytest.mark.parametrize("mode", [ASK, AUTO])
def test_whoever_types_something_else_is_told_what_is_understood(mode, capsys):
    runner, terminal = Runner(), Terminal("r\n\nwhat?\nr blue\n")
    listen(runner, mode, terminal).join(5)
    assert runner.commands == [RestartAgents(), RestartAgents(keys=("blue",))]
    assert capsys.readouterr().err == f"{HELP[mode]}.\n"


@pytest.mark.parametrize("stream", [io.StringIO("s\n"), None])
def test_where_nobody_types_nothing_is_read(stream, monkeypatch):
    runner = Runner()
    monkeypatch.setattr("sys.stdin", stream)
    assert listen(runner, ASK) is None
    assert runner.commands == []
