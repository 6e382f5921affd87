"""Checks of this computer: isolated from each other, limited in time, and without names in reports."""

import json
import os
import socket
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from app.services.diagnostics import report
from app.services.doctor import can_play, collect, probes, report_json, report_text, shortened
from app.services.doctor.checks import (
    LOW_BYTES,
    MIN_BYTES,
    MIN_INSTANCES_LEFT,
    MIN_WATCHES_LEFT,
    folder_findings,
    watch_findings,
)
from runtime.games import GameError, GameSettings
from runtime.games.ports import port_probe
from runtime.model.findings import Finding, FindingState, Probe
from runtime.model.messages import message

AREA = message("area", "Area")
SHORT_S = 0.2


def a_finding(**changes):
    values = {"key": "thing", "state": FindingState.GOOD, "text": message("there", "It is there.")}
    return Finding(**{**values, **changes})


def raising(error):
    def find():
        raise error
        yield

    return find


def found(probe):
    """The findings of one check."""
    (findings,) = collect([probe]).values()
    return findings


@pytest.fixture
def blocked():
    """A check that hangs until the end of the test."""
    released = threading.Event()
    yield lambda: released.wait() and ()
    released.set()


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (GameError(message("broken", "It is broken.")), "It is broken."),
        (PermissionError(13, "Permission denied"), "Permission denied"),
        (ZeroDivisionError("division by zero"), "ZeroDivisionError: division by zero"),
    ],
)
def test_a_check_that_fails_says_why_and_leaves_the_others_alone(error, reason):
    good = a_finding()
    failing = Probe(key="failing", area=AREA, find=raising(error))
    found = collect([failing, Probe(key="thing", area=AREA, find=lambda: (good,))])
    findings = found[AREA]
    assert [str(finding.text) for finding in findings] == [f"Could not be checked: {reason}", "It is there."]
    assert (findings[0].key, findings[0].state) == ("failing", FindingState.WARNING)
    assert can_play(found)


def test_checks_that_hang_end_together_with_their_time_limit(blocked):
    hanging = [Probe(key=f"hanging-{number}", area=AREA, find=blocked, limit_s=SHORT_S) for number in range(5)]
    begun = time.monotonic()
    findings = collect([*hanging, Probe(key="thing", area=AREA, find=lambda: (a_finding(),))])[AREA]
    assert SHORT_S <= time.monotonic() - begun < 5 * SHORT_S
    assert [str(finding.text) for finding in findings[:5]] == ["Could not be checked: no answer within 0.2 s"] * 5
    assert findings[5] == a_finding()


@pytest.mark.parametrize("wait_s", [0.0, SHORT_S / 2])
def test_a_check_within_its_limit_is_awaited(wait_s):
    def find():
        threading.Event().wait(wait_s)
        return (a_finding(),)

    assert collect([Probe(key="thing", area=AREA, find=find, limit_s=10.0)]) == {AREA: [a_finding()]}


def test_every_game_may_add_checks():
    class Chess:
        @classmethod
        def probes(cls, settings):
            return (Probe(key=settings.address, area=AREA, find=lambda: ()),)

    keys = [probe.key for probe in probes(GameSettings(address="board"), games=(Chess,))]
    assert keys[2:4] == ["board", "port-23235"]
    assert len(set(keys)) == len(keys)


@pytest.fixture
def user(monkeypatch, tmp_path):
    """A user with a home, on a computer with a name."""
    home = tmp_path / "anna"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    for variable in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(variable, "anna")
    monkeypatch.setattr(socket, "gethostname", lambda: "annas-pc.example.org")
    return home


def test_reports_name_neither_user_nor_computer(user):
    nested = message("on", "on {host}", host="annas-pc")
    findings = [
        a_finding(
            text=message(
                "at",
                "It is {path}, {other}, {where} for {names}.",
                path=path,
                other=other,
                where=nested,
                names=("Anna", 7),
            ),
            fix=message("ask", "Ask {who}.", who="annas-pc.example.org"),
        )
        for path in (user, user / "x", str(user).upper(), "/media/anna", "C:\\Users\\anna\\x", "D:/anna/x")
        for other in ("/mnt/ANNA.", r"\\annas-pc\share", "--dir=/srv/anna", "anna-server")
    ]
    for text in (report_text({AREA: findings}), json.dumps(report_json({AREA: findings}))):
        assert "anna" not in text.lower()
        assert "annas" not in text.lower()
    assert "~/x" in report_text({AREA: findings})
    assert "Ask ~." in report_text({AREA: findings})


def test_sentences_stay_whole_for_a_user_whose_name_is_a_word(user, monkeypatch):
    monkeypatch.setenv("LOGNAME", "there")
    assert "It is there." in report_text({AREA: [a_finding()]})


def test_a_report_of_a_match_shortens_paths_and_keeps_similar_names(user):
    assert shortened(f"{user}/bots, {user}bel/bots and /srv/anna/bots") == f"~/bots, {user}bel/bots and /srv/~/bots"
    assert str(user) not in report(None, (), None, {})


def test_the_findings_of_this_machine_have_no_names(user, monkeypatch):
    monkeypatch.setenv("KICKABOUT_HOME", str(user / "kickabout"))
    text = report_text(collect(probes(GameSettings(), interpreter=str(user / "python"))))
    assert "anna" not in text
    assert "The Python in the settings does not exist: ~/python." in text
    assert "Settings: ~/kickabout/config can be written" in text


@pytest.mark.parametrize(
    ("free", "state", "prevents"),
    [
        (LOW_BYTES, FindingState.GOOD, False),
        (LOW_BYTES - 1, FindingState.WARNING, False),
        (MIN_BYTES, FindingState.WARNING, False),
        (MIN_BYTES - 1, FindingState.MISSING, True),
    ],
)
def test_little_room_on_the_disk_is_a_warning_and_too_little_prevents_matches(free, state, prevents):
    (finding,) = folder_findings("logs", lambda _: free)
    assert (finding.state, finding.prevents_matches) == (state, prevents)
    assert (finding.fix is None) == (state is FindingState.GOOD)


def test_a_folder_is_checked_without_being_made(home_of_its_own, monkeypatch):
    (finding,) = folder_findings("logs")
    assert finding.state is FindingState.GOOD
    assert not (home_of_its_own / "state").exists()
    file = home_of_its_own / "file"
    file.touch()
    monkeypatch.setenv("KICKABOUT_HOME", str(file / "inner"))
    (finding,) = folder_findings("logs")
    assert (finding.state, finding.prevents_matches) == (FindingState.MISSING, True)


@pytest.fixture
def proc(tmp_path):
    """Makes a folder like /proc, with processes that have watchers with watched folders."""

    def make(max_instances, max_watches, watchers):
        limits = tmp_path / "sys/fs/inotify"
        limits.mkdir(parents=True)
        (limits / "max_user_instances").write_text(f"{max_instances}\n")
        (limits / "max_user_watches").write_text(f"{max_watches}\n")
        for pid, watches in enumerate(watchers, start=100):
            for folder in ("fd", "fdinfo"):
                (tmp_path / str(pid) / folder).mkdir(parents=True)
            (tmp_path / str(pid) / "fd" / "3").symlink_to("/dev/null")
            (tmp_path / str(pid) / "fd" / "4").symlink_to("anon_inode:inotify")
            (tmp_path / str(pid) / "fdinfo" / "4").write_text("pos:\t0\n" + "inotify wd:1 ino:2\n" * watches)
        return str(tmp_path)

    return make


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has these limits")
@pytest.mark.parametrize(
    ("more_instances", "more_watches", "state"),
    [
        (0, 0, FindingState.GOOD),
        (-1, 0, FindingState.WARNING),
        (0, -1, FindingState.WARNING),
        (1, 1, FindingState.GOOD),
    ],
)
def test_limits_of_file_events_that_are_nearly_reached_are_a_warning(proc, more_instances, more_watches, state):
    place = proc(2 + MIN_INSTANCES_LEFT + more_instances, 7 + MIN_WATCHES_LEFT + more_watches, [3, 4])
    (finding,) = watch_findings(place)
    assert finding.state is state
    assert (finding.fix is None) == (state is FindingState.GOOD)
    assert str(finding.text).startswith("2 of ")
    assert " and 7 of " in str(finding.text)


def test_ports_name_the_program_that_uses_them(monkeypatch):
    use = message("use", "for tests")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        (taken,) = found(port_probe(port, use))
        monkeypatch.setattr("runtime.processes.platforms.lookup.listener", lambda _: None)
        (unseen,) = found(port_probe(port, use))
    (free,) = found(port_probe(port, use))
    assert f"(process {os.getpid()})" in str(taken.text)
    assert "another user's process" in str(unseen.text)
    assert (taken.state, unseen.state, free.state) == (FindingState.INFO, FindingState.INFO, FindingState.GOOD)
    assert str(free.text) == f"Port {port}, for tests, is free."


def test_a_missing_package_prevents_matches(monkeypatch):
    monkeypatch.setattr("app.services.doctor.checks.PACKAGES", ("psutil", "no-such-package"))
    checks = {probe.key: probe for probe in probes(GameSettings())}
    missing, _ = found(checks["packages"])
    assert str(missing.text) == "Not installed: no-such-package."
    assert (missing.state, can_play({AREA: [missing]})) == (FindingState.MISSING, False)


@pytest.mark.parametrize(
    ("script", "text", "prevents"),
    [
        ("echo 'ImportError: no libfoo' >&2; exit 1", "The arena cannot be loaded: ImportError: no libfoo", True),
        ("exit 3", "The arena cannot be loaded: exit code 3", True),
        ("exec sleep 60", "The arena did not load within 0.5 s.", False),
    ],
)
def test_an_arena_that_does_not_load_prevents_matches_and_a_slow_one_does_not(
    monkeypatch, tmp_path, script, text, prevents
):
    broken = tmp_path / "python"
    broken.write_text(f"#!/bin/sh\n{script}\n")
    broken.chmod(0o755)
    monkeypatch.setattr("runtime.games.arena.sys.executable", str(broken))
    monkeypatch.setattr("runtime.games.arena.LOAD_S", 0.5 if "sleep" in script else 60.0)
    checks = {probe.key: probe for probe in probes(GameSettings())}
    (finding,) = found(replace(checks["arena"], limit_s=60.0))
    assert (str(finding.text), finding.prevents_matches) == (text, prevents)


@pytest.mark.parametrize("name", ["python", "gone"])
def test_the_python_of_the_settings_is_looked_at_without_running_it(tmp_path, name):
    (tmp_path / "python").write_text("#!/bin/sh\ntouch ran\n")
    path = tmp_path / name
    checks = {probe.key: probe for probe in probes(GameSettings(), interpreter=str(path))}
    findings = {finding.key: finding for finding in found(checks["python"])}
    expected = FindingState.GOOD if path.exists() else FindingState.WARNING
    assert findings["chosen-python"].state is expected
    assert not (Path.cwd() / "ran").exists()
