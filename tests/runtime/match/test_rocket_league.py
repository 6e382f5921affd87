"""Matches in Rocket League: a scripted RLBotServer and a scripted game, started and ended by the launcher."""

import subprocess

import psutil
import pytest
import rlbot_flatbuffers as flat

from runtime.documents.model import Car, CarKind
from runtime.games import AttachedGame
from runtime.match import Deadlines
from runtime.model.commands import StopMatch
from runtime.model.events import MatchNoted, StageChanged
from runtime.model.states import AgentState, Blame, MatchStage, Outcome, Remedy, StageState
from runtime.model.values import GAME_LOG, STARTERS
from tests.clock import until
from tests.scripted_server.computer import FAST, Computer
from tests.scripted_server.driver import ScriptedServer


@pytest.fixture
def rocket_league(tmp_path):
    computer = Computer(tmp_path / "computer")
    yield computer
    assert computer.kept.close() == ()
    computer.end_games()


def test_a_match_is_played_to_its_end_and_the_server_is_kept(stage, car, match_of, rocket_league):
    rocket_league.install()
    game = rocket_league.game()
    match = match_of(car("official"), car("driver", team=1), launcher="Steam")
    result = stage.play(match, game=game, seconds_limit=None)

    assert (result.outcome, str(result.reason)) == (Outcome.FINISHED, "A draw, 0:0.")
    assert [(agent.state, agent.starts) for agent in result.agents] == [(AgentState.STOPPED, 1)] * 2
    assert rocket_league.heard["PlayerInput"] > 20
    (sent,) = rocket_league.matches
    assert sent.launcher == flat.Launcher.NoLaunch
    assert not sent.auto_start_agents
    assert any("Waiting for connections" in line for line in stage.lines(GAME_LOG))
    server, (started,) = rocket_league.kept.pid, rocket_league.games()

    again = stage.play(match, game=game, seconds_limit=None)
    assert again.outcome is Outcome.FINISHED
    assert (rocket_league.kept.pid, [process.pid for process in rocket_league.games()]) == (server, [started.pid])

    rocket_league.set(holds_map=True)
    held = stage.play(match, game=game, deadlines=Deadlines(load_s=1.0))
    assert "Rocket League has not loaded the match within 1 s" in str(held.reason)

    rocket_league.kept.close()
    assert not psutil.pid_exists(server)
    assert started.is_running()


def stage_texts(stage):
    return [str(event.text) for event in stage.of(StageChanged) if event.stage is MatchStage.GAME and event.text]


def test_nothing_is_known_about_a_match_that_a_server_refuses_but_its_log(stage, car, match_of, rocket_league):
    rocket_league.install(refuses=1)
    result = stage.play(match_of(car("official"), launcher="Steam"), game=rocket_league.game())
    assert (result.outcome, result.blame, result.remedy) == (Outcome.FAILED, Blame.DOCUMENT, None)
    assert str(result.reason).startswith("RLBotServer refused the match. Its log says: ")
    assert result.wall_seconds < 10


def test_a_refusal_by_a_server_without_a_log_is_noticed_by_its_silence(stage, car, match_of, tmp_path):
    with ScriptedServer(tmp_path / "elsewhere", game=FAST, refuses=1) as server:
        assert server.state
        limits = Deadlines(confirm_s=0.3, game_s=1.0)
        game = AttachedGame(port=server.port)
        result = stage.play(match_of(car("official"), launcher="Steam"), game=game, deadlines=limits)
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.INFRASTRUCTURE)
    assert any("It gives no answer when it refuses a match" in str(note.text) for note in stage.of(MatchNoted))


BROKEN = {
    "no server": (
        {"server_program": "/nowhere/RLBotServer"},
        {},
        {},
        Remedy.GET_SERVER,
        "/nowhere/RLBotServer",
    ),
    "no game": ({"game_command": "/nowhere/game"}, {}, {}, Remedy.SET_UP_GAME, "Rocket League was not found."),
    "server ends at once": (
        {"game_command": "/nowhere/game"},
        {"exit_code": 3, "last_words": "no runtime"},
        {},
        None,
        "exited with code 3",
    ),
    "game ends at once": (
        {},
        {"survives_game": True},
        {"dies_after_s": 0.0},
        Remedy.SET_UP_GAME,
        "Rocket League ended at once",
    ),
    "game ignores its arguments": ({}, {}, {"drops_arguments": True}, Remedy.SET_UP_GAME, "without arguments for bots"),
    "game does not connect": ({}, {}, {"connects": False}, None, "has not connected to RLBotServer within 1 s"),
    "map does not load": ({}, {"holds_map": True}, {}, None, "has not loaded the match within 1 s"),
    "server is silent": ({}, {"is_silent": True}, {}, Remedy.GET_SERVER, "printed nothing within 5 s"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_every_failure_is_named_with_its_remedy_in_time(stage, car, match_of, rocket_league, fault):
    settings, server, program, remedy, words = BROKEN[fault]
    rocket_league.install(program, **server)
    game = rocket_league.game(**settings)
    limits = Deadlines(load_s=1.0, game_s=2.0, confirm_s=0.5)
    result = stage.play(match_of(car("official"), launcher="Steam"), game=game, deadlines=limits)
    assert (result.outcome, result.blame, result.remedy) == (Outcome.FAILED, Blame.INFRASTRUCTURE, remedy), (
        result.reason
    )
    assert words in str(result.reason)
    assert result.wall_seconds < 30


def test_a_game_without_arguments_is_closed_only_with_consent(stage, car, match_of, rocket_league):
    rocket_league.install()
    foreign = subprocess.Popen([rocket_league.folder / "RocketLeague.exe"])
    until(rocket_league.games)
    match = match_of(car("official"), launcher="Steam")
    result = stage.play(match, game=rocket_league.game())
    assert (result.outcome, result.remedy) == (Outcome.FAILED, Remedy.RESTART_GAME)
    assert foreign.poll() is None
    assert not rocket_league.kept.is_running

    stage.play(match, game=rocket_league.game(closes_game=True))
    assert foreign.wait(5) is not None
    assert stage.states(MatchStage.PLAY) == [StageState.RUNNING, StageState.DONE]


def test_a_game_that_connects_to_another_server_is_closed_only_with_consent(stage, car, match_of, rocket_league):
    with ScriptedServer(rocket_league.folder, game=FAST) as server:
        assert server.state
        foreign = server.start_game("-rlbot", "RLBot_ControllerURL=127.0.0.1:9")
        until(rocket_league.games)
        match = match_of(car("official"), launcher="Steam")
        result = stage.play(match, game=rocket_league.game())
        assert (result.remedy, "connects to port 9, but" in str(result.reason)) == (Remedy.RESTART_GAME, True)
        assert foreign.poll() is None
        result = stage.play(match, game=rocket_league.game(closes_game=True))
        assert foreign.wait(5) is not None
        assert result.outcome is Outcome.FINISHED, str(result.reason)


def when_playing(stage, act):
    """Calls `act` once, when the first agent plays."""
    acts = [act]

    def on_event(event):
        if acts and isinstance(event, StageChanged) and event.stage is MatchStage.PLAY:
            acts.pop()()

    stage.on_event = on_event


@pytest.mark.parametrize("survives_game", [True, False])
def test_a_game_that_ends_fails_the_match_and_the_next_start_brings_both_back(
    stage, car, match_of, rocket_league, survives_game
):
    rocket_league.install({"match_s": None}, survives_game=survives_game)
    when_playing(stage, rocket_league.end_game)
    match, game = match_of(car("official"), launcher="Steam"), rocket_league.game()
    result = stage.play(match, game=game, seconds_limit=None)
    assert (result.outcome, str(result.reason)) == (
        Outcome.FAILED,
        "Rocket League has ended. The next match starts it again.",
    )
    server = rocket_league.kept.pid
    assert stage.play(match, game=game).outcome is Outcome.FINISHED
    assert rocket_league.kept.pid not in (None, server)


def test_a_server_that_crashes_fails_the_match_and_the_game_stays(stage, car, match_of, rocket_league):
    rocket_league.install({"match_s": None})
    when_playing(stage, lambda: rocket_league.crash(7))
    match, game = match_of(car("official"), launcher="Steam"), rocket_league.game()
    result = stage.play(match, game=game, seconds_limit=None)
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.INFRASTRUCTURE)
    assert "RLBotServer has ended: exited with code 7" in str(result.reason)
    (program,) = rocket_league.games()
    assert stage.play(match, game=game).outcome is Outcome.FINISHED
    assert [process.pid for process in rocket_league.games()] == [program.pid]


def test_a_server_that_runs_already_is_used_and_never_ended(stage, car, match_of, rocket_league):
    with ScriptedServer(rocket_league.folder, game=FAST) as server:
        assert server.state
        match = match_of(car("official"), launcher="Steam")
        for _ in range(2):
            result = stage.play(match, game=rocket_league.game(), seconds_limit=None)
            assert result.outcome is Outcome.FINISHED
        assert not rocket_league.kept.is_running
        assert [sent.launcher for sent in server.matches] == [flat.Launcher.Steam, flat.Launcher.NoLaunch]
        assert server.process.poll() is None


FOREIGN = {
    "silent": ({"is_silent": True}, "RLBotServer did not answer within 1 s"),
    "hangs while it starts the game": ({"hangs_at_launch": True}, "Rocket League has not started within 1 s"),
}


@pytest.mark.parametrize("fault", FOREIGN)
def test_a_foreign_server_that_hangs_is_named_in_time(stage, car, match_of, rocket_league, fault):
    behaviour, words = FOREIGN[fault]
    with ScriptedServer(rocket_league.folder, **behaviour) as server:
        assert server.state
        limits = Deadlines(load_s=1.0, game_s=1.0, confirm_s=0.5)
        match = match_of(car("official"), launcher="Steam")
        result = stage.play(match, game=rocket_league.game(), deadlines=limits)
    assert (result.outcome, words in str(result.reason)) == (Outcome.FAILED, True), str(result.reason)
    assert result.blame is Blame.INFRASTRUCTURE


@pytest.mark.parametrize("starter", STARTERS)
def test_either_starts_the_game_of_a_foreign_server(stage, car, match_of, rocket_league, starter):
    with ScriptedServer(rocket_league.folder, game=FAST) as server:
        assert server.state
        match = match_of(car("official"), launcher="Steam")
        game = rocket_league.game(starter=starter)
        assert stage.play(match, game=game, seconds_limit=None).outcome is Outcome.FINISHED
        (sent,) = server.matches
        assert (sent.launcher == flat.Launcher.NoLaunch) is (starter == "kickabout")


def test_a_stop_while_the_game_loads_ends_the_match_at_once(stage, car, match_of, rocket_league):
    rocket_league.install(holds_map=True)
    runner = stage.prepare(match_of(car("official"), launcher="Steam"), game=rocket_league.game())

    def on_event(event):
        if isinstance(event, StageChanged) and "load the match" in str(event.text or ""):
            runner.post(StopMatch())

    stage.on_event = on_event
    result = stage.run()
    assert (result.outcome, str(result.reason)) == (Outcome.INTERRUPTED, "The match was stopped.")
    assert rocket_league.kept.is_running


def test_the_human_is_the_last_car_and_names_are_numbered(stage, car, match_of, rocket_league):
    rocket_league.install()
    match = match_of(Car(kind=CarKind.HUMAN), car("official"), car("official", team=1), launcher="Steam")
    result = stage.play(match, game=rocket_league.game(), seconds_limit=None)
    assert [(agent.name, agent.cars) for agent in result.agents] == [("Official", (0,)), ("Official (2)", (1,))]
