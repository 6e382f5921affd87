"""Bots that do not answer packets without a ball, as many libraries do, in matches with goals."""

import pytest

from runtime.documents import RestartPolicy
from runtime.model.states import Outcome
from runtime.model.values import GAME_LOG

SKIPPER = """
import rlbot_flatbuffers as flat
from raw_agent import Raw
raw = Raw()
cars = raw.join()
goals = 0
for message in raw.messages():
    if not isinstance(message, flat.GamePacket) or not message.balls:
        continue
    raw.drive(cars)
    info = message.match_info
    if cars[0] == 0 and info.match_phase == flat.MatchPhase.Active and message.teams[0].score == goals:
        goals += 1
        place = flat.Vector3Partial(0.0, 5350.0, 200.0)
        ball = flat.DesiredBallState(flat.DesiredPhysics(location=place))
        raw.send(flat.DesiredGameState([ball], []))
"""


@pytest.fixture(autouse=True)
def more_programs(programs, monkeypatch):
    monkeypatch.setitem(programs, "skipper", SKIPPER)


def test_lockstep_waits_for_an_answer_without_a_ball_once_in_a_match(stage, car, match_of):
    match = match_of(car("skipper"), car("skipper", team=1), skip_replays=True)
    result = stage.play(match, seconds_limit=60.0)
    assert sum(result.score) >= 5
    assert result.outcome is Outcome.FINISHED
    assert not [line for line in stage.lines(GAME_LOG) if "did not answer" in line]
    assert not [agent for agent in result.agents if agent.reason]


def test_a_bot_that_leaves_them_out_does_not_hang(stage, car, match_of):
    match = match_of(car("skipper"), car("skipper", team=1))
    result = stage.play(match, pace="4", seconds_limit=30.0, restarts=RestartPolicy(hang_frames=240))
    assert sum(result.score) >= 2
    assert [(agent.starts, agent.restarts) for agent in result.agents] == [(1, 0), (1, 0)]
    assert result.outcome is Outcome.FINISHED
