"""A series over sockets: its reports, and what sessions may do in the break between two games."""

import time

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.game.game import Game
from runtime.model.series import LENGTHS

pytestmark = pytest.mark.usefixtures("walls")
PHASE = flat.MatchPhase
V = flat.Vector3Partial
FREE = (PHASE.Kickoff, PHASE.Active)


def played(peer, phases, limit_s=20.0):
    """Answers every frame until a packet has one of these phases; returns that packet."""
    seen, deadline = len(peer.of(flat.GamePacket)), time.monotonic() + limit_s
    peer.answer(0)
    while time.monotonic() < deadline:
        peer.read()
        new = peer.of(flat.GamePacket)[seen:]
        seen += len(new)
        for packet in new:
            peer.answer(0)
            if packet.match_info.match_phase in phases:
                return packet
    pytest.fail("the phase never came")


def score(peer):
    """Shoots the ball into orange's goal."""
    ball = flat.DesiredPhysics(V(0.0, 5000.0, 200.0), None, V(0.0, 3000.0, 0.0), None)
    peer.send(flat.DesiredGameState([flat.DesiredBallState(ball)], [], None))
    played(peer, [PHASE.GoalScored])


@pytest.fixture
def series(arena, make):
    """A series of three after its first game: server, manager and bot."""
    mutators = flat.MutatorSettings(
        max_score=flat.MaxScoreMutator.OneGoal, series_length=flat.SeriesLengthMutator.ThreeGames
    )
    server = arena(make_game=lambda match: Game(match, seed=1))
    requested = make.match(make.bot("A", "a"), instant_start=True, enable_state_setting=True, mutators=mutators)
    manager = server.launch(requested)
    bot = server.agent("a")
    played(bot, FREE)
    score(bot)
    played(bot, [PHASE.Ended])
    return server, manager, bot


def test_reports_tell_the_games_at_once_and_the_last_one_is_final(series):
    _, manager, bot = series
    report = manager.wait_for_report(lambda report: report["series"]["games"])
    assert (report["series"]["length"], report["final"], report["phase"]) == (LENGTHS["ThreeGames"], False, "Ended")
    assert report["series"]["games"] == [{"score": [1, 0], "winner": 0}]
    assert report["winner"] is None
    played(bot, FREE)
    score(bot)
    played(bot, [PHASE.Ended])
    report = manager.wait_for_report(lambda report: report["final"])
    assert [game["winner"] for game in report["series"]["games"]] == [0, 0]
    assert report["winner"] == 0
    assert report["state_hash"]


def test_a_car_passes_to_a_new_session_in_the_break(series):
    server, manager, old = series
    new = server.join("a")
    new.wait_for_kind(flat.FieldInfo)
    new.send(flat.InitComplete())
    new.settle()
    old.answer(0)
    old.wait_until_closed()
    first = new.wait_for_kind(flat.GamePacket)
    assert first.match_info.match_phase == PHASE.Ended
    assert [team.score for team in played(new, FREE).teams] == [0, 0]
    score(new)
    played(new, [PHASE.Ended])
    report = manager.wait_for_report(lambda report: report["final"])
    assert (report["agents"][0]["swaps"], len(report["series"]["games"])) == (1, 2)


def test_a_match_is_stopped_in_the_break(series):
    _, manager, bot = series
    manager.send(flat.StopCommand(False))
    bot.wait_until_closed()


def test_another_match_that_is_the_same_goes_on_with_the_series(series, make):
    _, manager, bot = series
    requested = make.match(
        make.bot("A", "a"),
        instant_start=True,
        enable_state_setting=True,
        existing_match_behavior=flat.ExistingMatchBehavior.ContinueAndSpawn,
    )
    manager.send(requested)
    bot.wait_until_closed()
    report = manager.wait_for_report(lambda report: report["missing"] and report["series"]["games"])
    assert report["series"]["games"] == [{"score": [1, 0], "winner": 0}]
    again = series[0].agent("a")
    assert [team.score for team in played(again, FREE).teams] == [0, 0]
