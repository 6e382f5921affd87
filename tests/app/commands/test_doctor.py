"""`kickabout doctor` as a program on this machine, and with checks that all fail."""

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from app.commands import cli
from app.exit_codes import ExitCode
from app.services import doctor
from runtime import IMPORT_ROOT
from runtime.games import GameSettings
from runtime.model.findings import Finding, FindingState, Probe
from runtime.model.messages import message

AREA = message("area", "Area")
MAX_S = 3.0


def fail():
    raise RuntimeError("the check is broken")


@pytest.fixture
def checks(monkeypatch):
    """Replaces the checks."""
    return lambda *probes: monkeypatch.setattr(doctor, "probes", lambda *_, **__: probes)


def test_a_bare_machine_gets_readable_lines_with_little_work():
    before = time_of_children()
    done = subprocess.run(
        [sys.executable, "-m", "app", "doctor"], cwd=IMPORT_ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (ExitCode.FINE, "")
    areas = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert areas[0] == "System"
    assert areas[-1] == "Matches can be played."
    assert time_of_children() - before < MAX_S  # a busy machine takes longer, within the limits of the checks


def time_of_children():
    """Seconds of processor time of the processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def test_every_check_of_a_bare_machine_ends_in_time():
    limits = [probe.limit_s for probe in doctor.probes(GameSettings()) if not probe.key.startswith("server")]
    assert max(limits) < MAX_S


def test_the_findings_are_one_json_object(monkeypatch, capsys):
    checks = [replace(probe, limit_s=60.0) for probe in doctor.probes(GameSettings())]
    monkeypatch.setattr(doctor, "probes", lambda *_, **__: checks)
    assert cli.main(["doctor", "--json"]) == ExitCode.FINE
    (line,) = capsys.readouterr().out.splitlines()
    content = json.loads(line)
    assert content["can_play"] is True
    expected = {"versions", "packages", "arena", "server-file", "game-running", "port-23234", "own-python", "watching"}
    assert expected | {"folder-logs"} <= {finding["key"] for finding in content["findings"]}
    keys = {"key", "area", "state", "text", "code", "args", "fix", "prevents_matches"}
    assert all(finding.keys() == keys for finding in content["findings"])


def test_checks_that_all_fail_are_reported_without_a_traceback(checks, capsys):
    checks(*(Probe(key=f"check-{number}", area=AREA, find=fail) for number in range(3)))
    assert cli.main(["doctor"]) == ExitCode.FINE
    output = capsys.readouterr()
    line = "  warning  Could not be checked: RuntimeError: the check is broken"
    assert output.out.splitlines() == ["Area", *[line] * 3, "Matches can be played."]
    assert output.err == ""


@pytest.mark.parametrize("prevents", [False, True])
def test_a_fix_follows_its_finding_and_only_what_prevents_all_matches_gives_another_exit_code(checks, capsys, prevents):
    found = Finding(
        key="thing",
        state=FindingState.MISSING,
        text=message("gone", "Gone: {name}.", name="\x1b[31mthing"),
        fix=message("fix", "Install it."),
        prevents_matches=prevents,
    )
    checks(Probe(key="thing", area=AREA, find=lambda: (found,)))
    assert cli.main(["doctor"]) == (ExitCode.INFRASTRUCTURE if prevents else ExitCode.FINE)
    _, line, fix, last = capsys.readouterr().out.splitlines()
    assert fix == "             Fix: Install it."
    assert last.startswith("No match") == prevents
    assert "\x1b" not in line  # nothing controls the terminal


def test_missing_packages_are_reported_in_a_sentence(capsys, monkeypatch):
    monkeypatch.delitem(sys.modules, "app.session.game_settings", raising=False)
    monkeypatch.setitem(sys.modules, "app.session.game_settings", None)
    assert cli.main(["doctor"]) == ExitCode.INFRASTRUCTURE
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.endswith("Start Kickabout with launch.py, which installs the packages that it needs.\n")
