"""The command that lists environments for packages and removes them."""

import json
import time
from pathlib import Path

import pytest

from app.commands import cli, environments
from app.exit_codes import ExitCode
from runtime.environments import MadeEnvironment, Standing

NOON = time.mktime((2026, 3, 5, 12, 0, 0, 0, 0, -1))


@pytest.fixture
def made(monkeypatch):
    """Simulates environments with these standings; returns the list of those that the command removes."""

    def exist(*standings, stubborn=()):
        found = tuple(
            MadeEnvironment(
                path=Path(f"/envs/{number}"),
                size_bytes=(number + 1) * 100_000_000,
                standing=standing,
                used_at=NOON,
                requirements=(Path(f"/bots/{number}/requirements.txt"),) if standing is not Standing.HALF_MADE else (),
            )
            for number, standing in enumerate(standings)
        )
        removed = []
        monkeypatch.setattr(environments, "list_environments", lambda folder: found)
        monkeypatch.setattr(
            environments,
            "remove_environment",
            lambda each: "It stays." if each.path in stubborn else removed.append(each) or "",
        )
        return removed

    return exist


def test_they_are_listed_with_size_day_and_why_and_nothing_is_removed_without_a_question(made, capsys):
    removed = made(Standing.USED, Standing.GONE, Standing.HALF_MADE)
    assert cli.main(["environments"]) == ExitCode.FINE
    assert capsys.readouterr().out == (
        "  100 MB  0  2026-03-05  used: /bots/0/requirements.txt\n"
        "  200 MB  1  2026-03-05  unused, the bot that used it is gone: /bots/1/requirements.txt\n"
        "  300 MB  2  2026-03-05  unused, it was never completed\n"
        "2 of 3 are unused: 500 MB. To remove them: kickabout environments --remove\n"
    )
    assert removed == []


@pytest.mark.parametrize(
    ("standings", "last"),
    [((), "Kickabout has made no environments for bots.\n"), ((Standing.USED,), "All of them are used: 100 MB.\n")],
)
def test_where_nothing_is_unused_that_is_reported(made, capsys, standings, last):
    made(*standings)
    assert cli.main(["environments", "--remove"]) == ExitCode.FINE
    assert capsys.readouterr().out.endswith(last)


def test_only_unused_ones_are_removed(made, capsys):
    removed = made(Standing.USED, Standing.OLD, Standing.CHANGED)
    assert cli.main(["environments", "--remove"]) == ExitCode.FINE
    assert [each.path.name for each in removed] == ["1", "2"]
    assert capsys.readouterr().out.endswith("Removed: 2 of 3.\n")


def test_processes_that_stay_are_reported_as_an_error(made, capsys):
    made(Standing.OLD, Standing.GONE, stubborn=[Path("/envs/1")])
    assert cli.main(["environments", "--remove"]) == ExitCode.INFRASTRUCTURE
    assert capsys.readouterr().out.endswith("It stays.\nRemoved: 1 of 2.\n")


def test_programs_get_an_object(made, capsys):
    made(Standing.USED, Standing.OLD)
    assert cli.main(["environments", "--remove", "--json"]) == ExitCode.FINE
    document = json.loads(capsys.readouterr().out)
    assert (document["removed"], document["kept"]) == (["/envs/1"], [])
    assert document["environments"][1] == {
        "path": "/envs/1",
        "size_bytes": 200_000_000,
        "used_at": NOON,
        "is_unused": True,
        "standing": "not used for 90 days",
        "requirements": ["/bots/1/requirements.txt"],
        "code": "environment-old",
        "args": {"days": 90},
    }
