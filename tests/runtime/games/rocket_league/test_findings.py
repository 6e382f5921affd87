"""Findings about RLBotServer and Rocket League, on computers that a test makes up."""

from dataclasses import replace

import pytest

from runtime.games import GameSettings
from runtime.games.kept_server import KeptServer
from runtime.games.rocket_league.findings import rocket_league_probes
from runtime.games.rocket_league.launch import ANTI_CHEAT
from runtime.model.findings import FindingAction, FindingState
from runtime.model.messages import message
from tests.runtime.games.rocket_league.fakes import FakeSystem

GOOD, INFO, WARNING, MISSING = FindingState
SCRIPT = "#!/bin/sh\necho 'RLBotServer v{} '\n"


@pytest.fixture
def computer(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return FakeSystem(home=tmp_path)


def findings_of(computer, settings=None):
    """The findings by their keys; those with the same key stand in a list."""
    settings = settings or GameSettings()
    probes = rocket_league_probes(settings, message("game", "Game"), computer.system)
    found = {}
    for probe in probes:
        for finding in probe.find():
            found.setdefault(finding.key, []).append(finding)
    return found


class RunningKeptServer(KeptServer):
    """A server of ours that runs with this process number."""

    def __init__(self, pid):
        super().__init__()
        self.number = pid

    @property
    def pid(self):
        return self.number


def test_a_bare_computer_lacks_server_and_game_and_offers_the_download(computer):
    found = findings_of(computer)
    assert [finding.state for key in ("server-running", "game-running") for finding in found[key]] == [INFO, INFO]
    (server,) = found["server-file"]
    assert server.state is MISSING
    assert server.actions == (FindingAction.DOWNLOAD_SERVER, FindingAction.CHOOSE_SERVER)
    assert [finding.state for finding in found["no-installation"]] == [MISSING]
    assert "server-version" not in found
    assert not any(finding.prevents_matches for group in found.values() for finding in group)


def test_a_server_is_described_and_only_ours_can_be_stopped(computer):
    own = computer.run("RLBotServer", "RLBotServer", "23300")
    computer.run("RLBotServer", "RLBotServer", "23234")
    found = findings_of(computer, GameSettings(kept_server=RunningKeptServer(own.pid)))
    ours, other = found["server-running"]
    assert str(ours.text) == f"Kickabout runs it on port 23300 (process {own.pid})."
    assert ours.actions == (FindingAction.STOP_SERVER,)
    assert "on port 23234" in str(other.text)
    assert other.actions == ()


@pytest.mark.parametrize(("version", "state"), [("5.0.0", GOOD), ("5.0.0-rc.16", INFO), ("5.0.0-rc.11", WARNING)])
def test_a_server_on_disk_is_named_with_its_version_and_what_it_lacks(computer, version, state):
    path = computer.install("RLBotServer")
    path.write_text(SCRIPT.format(version))
    found = findings_of(computer, GameSettings(server_program=str(path)))
    assert str(found["server-file"][0].text) == f"Its program is {path} (configured)."
    (finding,) = found["server-version"]
    assert str(finding.text).startswith(f"Its version is {version}.")
    assert (finding.state, str(finding.text).endswith(f"is {version}.")) == (state, state is GOOD)
    assert (FindingAction.DOWNLOAD_SERVER in finding.actions) == (state is not GOOD)


def test_a_program_of_the_working_folder_is_not_run(computer):
    path = computer.write("RLBotServer", f"#!/bin/sh\ntouch {computer.home}/was_run\n")
    path.chmod(0o755)
    found = findings_of(computer)
    assert str(found["server-file"][0].text) == f"Its program is {path} (in the working folder)."
    assert "server-version" not in found
    assert not (computer.home / "was_run").exists()


def test_a_server_that_does_not_start_is_missing(computer):
    path = computer.install("RLBotServer")
    path.write_bytes(b"\x7fELF broken")
    (finding,) = findings_of(computer, GameSettings(server_program=str(path)))["server-version"]
    assert finding.state is MISSING
    assert "is not a program for this computer" in str(finding.text)


def test_an_empty_folder_of_the_launcher_on_windows_points_to_the_antivirus_program(computer):
    (computer.home / "AppData/Local/RLBot5/bin").mkdir(parents=True)
    (server,) = findings_of(replace(computer, is_windows=True))["server-file"]
    assert server.state is MISSING
    assert "quarantine" in str(server.text)


@pytest.mark.parametrize(
    ("arguments", "state", "part"),
    [
        (("-rlbot", "RLBot_ControllerURL=127.0.0.1:23233"), GOOD, "with port 23233"),
        (("-rlbot",), GOOD, "with port ?"),
        ((), WARNING, "was not started for bots"),
    ],
)
def test_a_running_game_is_judged_by_its_arguments(computer, arguments, state, part):
    computer.run("RocketLeague.exe", "RocketLeague.exe", *arguments)
    (finding,) = findings_of(computer)["game-running"]
    assert finding.state is state
    assert part in str(finding.text)
    assert (finding.fix is None) == (state is GOOD)


def test_a_command_of_the_user_is_a_way_to_start_the_game(computer):
    computer.install("wrapper")
    found = findings_of(computer, GameSettings(game_command="wrapper -rlbot"))
    assert [finding.state for finding in found["store-command"]] == [GOOD]
    assert "no-installation" not in found


@pytest.mark.parametrize("has_anti_cheat", [False, True])
def test_the_choice_about_anti_cheat_is_named_with_its_meaning(computer, has_anti_cheat):
    (finding,) = findings_of(computer, GameSettings(has_anti_cheat=has_anti_cheat))["anti-cheat"]
    assert str(finding.text).startswith(f"It is started with{'' if has_anti_cheat else 'out'} anti-cheat.")
    assert str(ANTI_CHEAT) in str(finding.text)
