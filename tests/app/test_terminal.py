"""What a person types while a match is played."""

import io

import pytest

from app.terminal import HELP, listen, obey


class Runner:
    def __init__(self):
        self.answers = []

    def answer_swap(self, keys, *, is_wanted):
        self.answers.append((tuple(keys), is_wanted))


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("s\n", ((), True)),
        ("S\n", ((), True)),
        ("n\n", ((), False)),
        ("s blue-1 orange\n", (("blue-1", "orange"), True)),
        ("  n   blue-2 \n", (("blue-2",), False)),
    ],
)
def test_lines_that_answer(line, answer):
    runner = Runner()
    assert obey(runner, line)
    assert runner.answers == [answer]


@pytest.mark.parametrize("line", ["", "\n", "swap\n", "yes", "1"])
def test_lines_that_do_not(line):
    runner = Runner()
    assert not obey(runner, line)
    assert runner.answers == []


def test_whoever_types_something_else_is_told_what_is_understood(capsys):
    runner, terminal = Runner(), Terminal("s\n\nwhat?\nn blue\n")
    thread = listen(runner, terminal)
    thread.join(5)
    assert runner.answers == [((), True), (("blue",), False)]
    assert capsys.readouterr().err == f"{HELP}.\n"


@pytest.mark.parametrize("stream", [io.StringIO("s\n"), None])
def test_where_nobody_types_nothing_is_read(stream, monkeypatch):
    runner = Runner()
    monkeypatch.setattr("sys.stdin", stream)
    assert listen(runner) is None
    assert runner.answers == []
