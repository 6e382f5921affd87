"""`--game` and `--server`: the same match on a server that already runs, and everything that another game refuses."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.commands.cli import main
from resources.examples import example_bots, example_match
from runtime.games import GAMES, AttachedGame
from runtime.games.rocket_league.game import RocketLeagueGame
from runtime.model.messages import literal
from tests.process_table import is_alive, mentioning
from tests.scripted_server.computer import Computer
from tests.scripted_server.driver import wait_until

ROOT = Path(__file__).resolve().parents[3]
DEADLINE_S = 90.0


@pytest.fixture
def command(home_of_its_own, capsys):
    """Runs a command in this process; returns exit code and outputs."""

    def run(*arguments):
        code = main([*map(str, arguments)])
        return (int(code), *capsys.readouterr())

    return run


@pytest.fixture
def server(mesh_cache):
    """An arena that runs already: its process and port."""
    words = [sys.executable, "-m", "runtime.arena", "--port", "0", "--pace", "lockstep", "--meshes", str(mesh_cache)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        yield process, int(process.stdout.readline().rpartition(":")[2])
        process.terminate()


def settings_of(home, **values):
    (home / "config").mkdir(exist_ok=True)
    (home / "config" / "settings.json").write_text(json.dumps({"version": 1, **values}))


@pytest.fixture
def computer(home_of_its_own, tmp_path, monkeypatch):
    """A computer with the scripted server and game, which the settings name."""
    computer = Computer(tmp_path / "computer")
    computer.install({"goals": (0.5,)})
    monkeypatch.setattr("runtime.games.rocket_league.run.native_system", lambda: computer.system)
    program, game = computer.folder / "RLBotServer", computer.folder / "RocketLeague.exe"
    settings_of(home_of_its_own, server_program=str(program), game_command=str(game))
    yield computer
    computer.end_games()


def test_one_document_plays_in_the_arena_and_in_rocket_league(command, computer):
    for key, score, figures in (("arena", [0, 0], True), ("rocket-league", [1, 0], False)):
        code, out, err = command("play", example_match("1v1"), "--game", key, "--seconds", "6", "--json")
        result = json.loads(out)
        assert (code, result["outcome"], result["score"]) == (0, "finished", score)
        assert [agent["state"] for agent in result["agents"]] == ["stopped"] * 2
        assert all((agent["packets"] > 0) is figures for agent in result["agents"])
    assert "BridgeHandler: Connected to Rocket League" in err  # without the server's colours
    assert mentioning(computer.folder / "RLBotServer") == []
    assert len(computer.games()) == 1


def test_a_failure_of_the_game_names_the_option_or_command_that_helps(command, computer):
    foreign = subprocess.Popen([computer.folder / "RocketLeague.exe"])
    try:
        wait_until(computer.games)
        code, out, err = command("play", "--game", "rocket-league", "--json")
        assert (code, json.loads(out)["code"]) == (3, "game-without-arguments")
        assert "`kickabout play --restart-game` closes it" in err
        assert foreign.poll() is None
        code, out, _ = command("play", "--game", "rocket-league", "--restart-game", "--seconds", "1")
        assert (code, "answer" in out) == (0, False)
        assert foreign.poll() is not None
    finally:
        foreign.kill()
        foreign.wait()
    (computer.folder / "RLBotServer").unlink()
    code, _, err = command("play", "--game", "rocket-league")
    assert (code, "`kickabout doctor`" in err) == (3, True)


@pytest.mark.parametrize("host", ["localhost", "[::1]"])
def test_a_match_is_played_on_a_server_that_runs_and_stays(server, home_of_its_own, tmp_path, host):
    process, port = server
    done = subprocess.run(
        [sys.executable, "-m", "app", "play", "--server", f"{host}:{port}", "--seconds", "2", "--json"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "KICKABOUT_HOME": str(home_of_its_own)},
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert (result["outcome"], [agent["state"] for agent in result["agents"]]) == ("finished", ["stopped"] * 2)
    assert result["game_seconds"] >= 2
    assert "password" not in done.stderr
    assert is_alive(process.pid)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--server", "pc:0"), '"0" is not a port'),
        (("--game", "attached", "--server", "a b"), '"a b" is not the address of a server'),
        (("--game", "arena", "--server", "pc"), "--server is for --game attached only"),
        (("--server", "pc", "--pace", "lockstep"), "--pace lockstep: Only the arena plays at this speed"),
        (("--game", "rocket-league", "--pace", "0.24"), "--pace 0.24: Only the arena"),
        (("--game", "rocket-league", "--pace", "2.01"), "0.25 to 2 times the normal speed"),
        (("--server", "pc", "--step-mode"), "--step-mode: only the arena"),
    ],
)
def test_a_wrong_choice_is_a_usage_error_with_its_reason(command, words, reason):
    code, out, err = command("play", *words, "--json")
    assert (code, out) == (2, "")
    assert reason in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("pace", ["realtime", "0.25", "2"])
def test_the_speeds_of_a_game_are_accepted(command, tmp_path, pace):
    code, out, _ = command("play", tmp_path / "none.toml", "--game", "rocket-league", "--pace", pace)
    assert (code, "cannot be played" in out) == (2, True)


def test_an_unknown_game_is_listed_with_those_that_there_are(command, capsys):
    with pytest.raises(SystemExit) as end:
        command("play", "--game", "chess")
    assert end.value.code == 2
    printed = capsys.readouterr().err
    assert [key for key in GAMES if key not in printed] == []


class TakenSettingsError(Exception):
    """Ends a command as soon as the game has its settings."""


@pytest.mark.parametrize(
    ("words", "game", "expected"),
    [
        (("--game", "attached"), AttachedGame, {"address": "10.0.0.7:5", "closes_game": False}),
        (("--server", "pc", "--restart-game"), AttachedGame, {"address": "pc", "closes_game": True}),
        (
            ("--game", "rocket-league", "--restart-game"),
            RocketLeagueGame,
            {"server_program": "/x/server", "starter": "kickabout", "has_anti_cheat": True, "closes_game": True},
        ),
    ],
)
def test_the_window_s_settings_hold_for_commands_which_write_none(
    command, monkeypatch, home_of_its_own, words, game, expected
):
    settings_of(
        home_of_its_own,
        server_address="10.0.0.7:5",
        server_program="/x/server",
        game_starter="kickabout",
        has_anti_cheat=True,
    )
    text = (home_of_its_own / "config" / "settings.json").read_text()
    taken = []

    def create(settings):
        taken.append(settings)
        raise TakenSettingsError

    monkeypatch.setattr(game, "create", create)
    with pytest.raises(TakenSettingsError):
        command("play", *words)
    assert {name: getattr(taken[0], name) for name in expected} == expected
    assert (home_of_its_own / "config" / "settings.json").read_text() == text


def test_broken_settings_stay_as_they_are(command, home_of_its_own):
    settings_of(home_of_its_own)
    broken = home_of_its_own / "config" / "settings.json"
    broken.write_text("{")
    assert command("play", "--server", "pc:0")[0] == 2
    assert [path.name for path in broken.parent.iterdir()] == [broken.name]
    assert broken.read_text() == "{"


def test_another_computer_is_named_with_its_risk(command, monkeypatch):
    monkeypatch.setattr(AttachedGame, "problems", lambda game, match: (example_problem(match),))
    code, _, err = command("play", "--server", "10.0.0.7")
    assert code == 2
    assert "The connection to 10.0.0.7 has no password and no encryption" in err


def example_problem(match):
    from runtime.model.problems import Severity

    return AttachedGame.capabilities.problem(match, Severity.ERROR, "match.game_mode", literal("No."))


@pytest.mark.parametrize(
    ("game", "code", "words"),
    [((), 0, "1 warning"), (("--game", "arena"), 2, "1 error"), (("--game", "rocket-league"), 0, "no problems")],
)
def test_a_match_is_checked_for_a_game(command, tmp_path, game, code, words):
    car = f"[[cars]]\nconfig_file = '{example_bots() / 'chaser' / 'bot.toml'}'\n"
    (tmp_path / "match.toml").write_text(f"[match]\ngame_mode = 'Dropshot'\ngame_map_upk = 'ShatterShot_P'\n{car}")
    found, out, _ = command("check", tmp_path / "match.toml", *game)
    assert (found, words in out) == (code, True), out
    assert command("check", example_match("1v1"), *game)[0] == 0
