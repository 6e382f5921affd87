"""The painter draws the contents of the packet and of the prediction."""

import pytest
import rlbot_flatbuffers as flat

from runtime.protocol import pack_interface, unpack_interface

SMALL_MESSAGE = 20_000
"""Bytes; far below what one message of the protocol can hold."""


@pytest.fixture
def painter(agent_of, monkeypatch):
    """The painter with permission to draw, and everything that it sends."""
    agent = agent_of("painter", "script")
    sent = []
    agent.renderer._send_msg = lambda message: sent.append(unpack_interface(pack_interface(message)))
    monkeypatch.setattr(agent._game_interface, "can_render", True, raising=False)
    agent.field_info = flat.FieldInfo(
        [flat.BoostPad(flat.Vector3(100.0 * number, 0.0, 0.0), number % 2 == 0) for number in range(34)], [], []
    )
    agent.initialize()
    return agent, sent


def _packet(seconds, *, balls=True):
    ball = flat.Physics(flat.Vector3(0.0, 0.0, 93.0), flat.Rotator(), flat.Vector3(), flat.Vector3())
    return flat.GamePacket(
        boost_pads=[flat.BoostPadState(number % 3 == 0, 1.5) for number in range(34)],
        balls=[flat.BallInfo(ball, flat.SphereShape(182.5))] if balls else [],
        match_info=flat.MatchInfo(seconds_elapsed=seconds, match_phase=flat.MatchPhase.Active),
    )


def _path(goal_at=None):
    slices = []
    for number in range(720):
        y = 5300.0 if goal_at is not None and number >= goal_at else 0.0
        physics = flat.Physics(flat.Vector3(float(number), y, 93.0), flat.Rotator(), flat.Vector3(), flat.Vector3())
        slices.append(flat.PredictionSlice((number + 1) / 120.0, physics))
    return flat.BallPrediction(slices)


def _drawn(group, kind):
    return [message.variety for message in group.render_messages if isinstance(message.variety, kind)]


def test_draws_the_path_and_every_pad(painter):
    agent, sent = painter
    agent.ball_prediction = _path()
    agent.handle_packet(_packet(1.0))
    assert len({group.id for group in sent}) == len(sent) == 3
    (line,) = _drawn(sent[0], flat.PolyLine3D)
    assert len(line.points) == 31
    assert sum(len(_drawn(group, flat.Line3D)) for group in sent) == 34
    assert all(len(pack_interface(group)) < SMALL_MESSAGE for group in sent)


def test_marks_a_goal_and_ends_the_path_there(painter):
    agent, sent = painter
    agent.ball_prediction = _path(goal_at=47)
    agent.handle_packet(_packet(1.0))
    (line,) = _drawn(sent[0], flat.PolyLine3D)
    assert len(line.points) == 3
    assert [text.text for text in _drawn(sent[0], flat.String3D)] == ["goal"]


def test_wipes_the_path_when_there_is_no_ball(painter):
    agent, sent = painter
    agent.ball_prediction = _path()
    agent.handle_packet(_packet(1.0, balls=False))
    assert sent[0].render_messages == []


@pytest.mark.parametrize(("later_s", "drawings"), [(0.05, 1), (0.11, 2), (-0.9, 2)])
def test_draws_ten_times_a_second_and_again_after_a_restart(painter, later_s, drawings):
    agent, sent = painter
    agent.handle_packet(_packet(1.0))
    agent.handle_packet(_packet(1.0 + later_s))
    assert len(sent) == 3 * drawings


def test_draws_where_drawing_is_off_too_so_that_the_user_is_told(painter, monkeypatch):
    agent, sent = painter
    monkeypatch.setattr(agent._game_interface, "can_render", False)
    agent.handle_packet(_packet(1.0))
    assert len(sent) == 3
