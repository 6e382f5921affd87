import pytest

from runtime.games.rocket_league.running import running_games
from tests.runtime.games.rocket_league.fakes import FakeSystem

EXE = "C:\\Games\\rocketleague\\Binaries\\Win64\\RocketLeague.exe"
WINE = "Z:\\home\\me\\.steam\\steamapps\\common\\rocketleague\\Binaries\\Win64\\RocketLeague.exe"
URL = "RLBot_ControllerURL=127.0.0.1:"


@pytest.fixture
def computer(tmp_path):
    return FakeSystem(home=tmp_path)


@pytest.mark.parametrize(
    ("name", "command", "is_for_bots", "port"),
    [
        ("RocketLeague.exe", (EXE, "-rlbot", f"{URL}23233", "RLBot_PacketSendRate=240", "-nomovie"), True, 23233),
        ("RocketLeague.ex", (WINE, "-rlbot", f"{URL}23240", "-nomovie"), True, 23240),
        ("RocketLeague.exe", (f"{WINE}-rlbot{URL}23233RLBot_PacketSendRate=240-nomovie",), True, 23233),
        ("RocketLeague.exe", (f"{WINE}-rlbot{URL}23233-nomovie",), True, 23233),
        ("RocketLeague.exe", (f'"{EXE}" -rlbot "{URL}50000" -nomovie',), True, 50000),
        ("RocketLeague.exe", (EXE, "-rlbot", 'RLBot_ControllerURL="127.0.0.1:50000"'), True, 50000),
        ("RocketLeague.exe", (EXE, "-rlbot", f"{URL}1", f"{URL}2"), True, 1),
        ("RocketLeague.exe", (EXE, "-rlbot", f"{URL}65535"), True, 65535),
        ("RocketLeague.exe", (EXE, "-rlbot", f"{URL}65536"), True, None),
        ("RocketLeague.exe", (EXE, "-rlbot", f"{URL}0"), True, None),
        ("RocketLeague.exe", (EXE, "-rlbot", f"{URL}"), True, None),
        ("RocketLeague.exe", (EXE, "-rlbot", f"{URL}23x"), True, None),
        ("RocketLeague.exe", (EXE, "-rlbot", f"{URL}{'9' * 5000}"), True, None),
        ("RocketLeague.exe", (EXE, "-rlbot", f"{URL}-1"), True, None),
        ("RocketLeague.exe", (EXE, "-rlbot"), True, None),
        ("RocketLeague.exe", (EXE, "-nomovie"), False, None),
        ("RocketLeague.exe", ("C:\\rlbot\\RocketLeague.exe", "-nomovie"), False, None),
        ("RocketLeague.exe", (EXE,), False, None),
        ("RocketLeague.exe", (), False, None),
        ("RocketLeague", ("/opt/RocketLeague", "-rlbot", f"{URL}23233"), True, 23233),
    ],
)
def test_a_running_game_shows_how_it_was_started(computer, name, command, is_for_bots, port):
    process = computer.run(name, *command)
    (game,) = running_games(computer.system)
    assert (game.process, game.is_for_bots, game.controller_port) == (process, is_for_bots, port)


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("python3", ("/proton", "run", "/games/RocketLeague.exe", "-rlbot", f"{URL}23233")),
        ("grep", ("grep", "RocketLeague", "-rlbot")),
        ("vim", ("vim", "RocketLeague.exe")),
        ("reaper", ("reaper", "SteamLaunch", "AppId=252950", "--", "RocketLeague.exe", "-rlbot")),
        ("rocketleague-notes", ("rocketleague-notes", "-rlbot")),
        ("RocketLeagueTracker.exe", ("C:\\RocketLeagueTracker.exe", "-rlbot")),
        ("", ()),
    ],
)
def test_a_program_that_only_mentions_the_game_is_not_the_game(computer, name, command):
    computer.run(name, *command)
    assert running_games(computer.system) == ()


def test_every_running_game_is_listed(computer):
    first = computer.run("RocketLeague.exe", EXE)
    computer.run("steam.exe", "steam.exe")
    second = computer.run("RocketLeague.exe", EXE, "-rlbot")
    assert [game.process for game in running_games(computer.system)] == [first, second]
