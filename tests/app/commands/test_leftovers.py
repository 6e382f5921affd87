"""The command that ends processes of earlier runs. How they are found has its own tests."""

import json

import pytest

from app.commands import cli, leftovers
from app.exit_codes import ExitCode
from runtime.model.values import Leftover


@pytest.fixture
def left(monkeypatch):
    """Simulates processes that earlier runs left, some of which cannot be ended."""

    def exist(count, stubborn=0):
        found = tuple(
            Leftover(pid=10 + number, started=1.0, name="python", command=f"python bot{number}.py", run="r")
            for number in range(count)
        )
        ended = []
        monkeypatch.setattr(leftovers, "find_leftovers", lambda: found)
        monkeypatch.setattr(
            leftovers, "end_leftovers", lambda those: ended.append(those) or tuple(map(str, those[:stubborn]))
        )
        return ended

    return exist


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, ""),
        (1, "A process of an earlier run still exists: python (pid 10). To end it: kickabout leftovers --end"),
        (
            2,
            "2 processes of an earlier run still exist: python (pid 10), python (pid 11). "
            "To end them: kickabout leftovers --end",
        ),
    ],
)
def test_play_names_them_in_one_line(left, count, text):
    left(count)
    assert leftovers.notice() == text


@pytest.mark.parametrize(("count", "is_cut"), [(3, False), (4, False), (5, True)])
def test_the_first_four_of_many_are_named(left, count, is_cut):
    left(count)
    assert ("pid 13), ..." in leftovers.notice()) is is_cut
    assert leftovers.notice().count("(pid") == min(count, 4)


def test_they_are_listed_and_not_ended_without_a_request(left, capsys):
    ended = left(2)
    assert cli.main(["leftovers"]) == ExitCode.FINE
    assert capsys.readouterr().out == (
        "python (pid 10): python bot0.py\npython (pid 11): python bot1.py\nTo end them: kickabout leftovers --end\n"
    )
    assert ended == []


def test_they_are_ended_when_asked(left, capsys):
    ended = left(1)
    assert cli.main(["leftovers", "--end"]) == ExitCode.FINE
    assert capsys.readouterr().out == "python (pid 10): python bot0.py\nEnded.\n"
    assert [one.pid for one in ended[0]] == [10]


def test_a_process_that_cannot_be_ended_is_named(left, capsys):
    left(2, stubborn=1)
    assert cli.main(["leftovers", "--end"]) == ExitCode.INFRASTRUCTURE
    assert capsys.readouterr().out.endswith("Could not be ended: python (pid 10).\n")


def test_nothing_left_is_reported(left, capsys):
    left(0)
    assert cli.main(["leftovers"]) == ExitCode.FINE
    assert capsys.readouterr().out == "Nothing of an earlier run is left.\n"


def test_programs_get_them_as_json(left, capsys):
    left(1)
    assert cli.main(["leftovers", "--json"]) == ExitCode.FINE
    document = json.loads(capsys.readouterr().out)
    assert document["survivors"] == []
    assert [one["pid"] for one in document["leftovers"]] == [10]
