"""The example bots drive and cope with every valid packet, and the striker beats the chaser."""

import math
from dataclasses import replace

import pytest
import rlbot_flatbuffers as flat

from resources.examples import example_match
from runtime.documents import read_match

BOTS = ("chaser", "striker", "keeper", "duo")
REST_UU = 150.0
"""A car that stays within this distance is standing still."""


def _longest_rest_s(packets):
    """For each car, the longest time in play that it spent within `REST_UU` of one place."""
    anchors, longest = {}, {}
    for packet in packets:
        now = packet.match_info.seconds_elapsed
        in_play = packet.match_info.match_phase in (flat.MatchPhase.Kickoff, flat.MatchPhase.Active)
        for index, player in enumerate(packet.players):
            place = player.physics.location
            x, y, since = anchors.get(index, (math.inf, math.inf, now))
            if not in_play or player.demolished_timeout >= 0.0 or math.hypot(place.x - x, place.y - y) > REST_UU:
                anchors[index] = (place.x, place.y, now)
            else:
                longest[index] = max(longest.get(index, 0.0), now - since)
    return longest


@pytest.mark.parametrize("name", ["1v1", "2v2", "3v3", "heatseeker", "hoops", "snowday"])
def test_nobody_stands_still(stadium, name):
    rests = _longest_rest_s(stadium(name, seconds=7.0).play())
    assert rests
    assert max(rests.values()) < 5.0


def test_striker_beats_chaser(stadium):
    match = stadium("1v1", seed=4, seconds=40.0)
    for _ in match.play():
        pass
    blue, orange = match.game.score
    assert blue > orange


def test_same_seed_gives_the_same_match(stadium):
    hashes = []
    for _ in range(2):
        match = stadium("3v3", seed=7, seconds=3.0)
        for _packet in match.play():
            pass
        hashes.append(match.game.state_hash())
    assert hashes[0] == hashes[1]


def _answers(agent, packet):
    if hasattr(agent, "get_outputs"):
        return agent.get_outputs(packet)
    return {agent.index: agent.get_output(packet)}


def _packet(phase, *, balls=True, demolished=False, up=True, seconds=5.0):
    physics = flat.Physics(
        flat.Vector3(100.0, -2000.0, 17.0), flat.Rotator(0.0, 1.0, 0.0 if up else 3.1), flat.Vector3(), flat.Vector3()
    )
    player = flat.PlayerInfo(
        physics=physics,
        air_state=flat.AirState.OnGround if up else flat.AirState.InAir,
        demolished_timeout=2.0 if demolished else -1.0,
        boost=33.0,
    )
    there = flat.Physics(flat.Vector3(0.0, 0.0, 93.0), flat.Rotator(), flat.Vector3(), flat.Vector3())
    return flat.GamePacket(
        players=[player, player],
        boost_pads=[flat.BoostPadState(True, 0.0)],
        balls=[flat.BallInfo(there, flat.SphereShape(182.5))] if balls else [],
        match_info=flat.MatchInfo(seconds_elapsed=seconds, match_phase=phase),
        teams=[flat.TeamInfo(0, 0), flat.TeamInfo(1, 0)],
    )


@pytest.mark.parametrize("name", BOTS)
def test_bots_answer_in_every_phase(agent_of, name):
    agent = agent_of(name)
    agent.initialize()
    for number in range(8):
        for changes in ({}, {"balls": False}, {"demolished": True}, {"up": False}):
            answers = _answers(agent, _packet(flat.MatchPhase(number), seconds=float(number), **changes))
            assert list(answers) == getattr(agent, "indices", [0])
            assert all(isinstance(controls, flat.ControllerState) for controls in answers.values())


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("changes", [{"balls": False}, {"demolished": True}])
def test_bots_let_go_of_everything_when_there_is_nothing_to_do(agent_of, name, changes):
    agent = agent_of(name)
    agent.initialize()
    for controls in _answers(agent, _packet(flat.MatchPhase.Active, **changes)).values():
        assert controls.throttle == 0.0
        assert not controls.boost
        assert not controls.jump


@pytest.mark.parametrize("name", BOTS)
def test_bots_drive_without_a_prediction(agent_of, name):
    agent = agent_of(name)
    agent.initialize()
    for controls in _answers(agent, _packet(flat.MatchPhase.Active)).values():
        assert controls.throttle != 0.0


@pytest.mark.parametrize("name", BOTS)
def test_bots_free_themselves_when_they_are_stuck(agent_of, name):
    agent = agent_of(name)
    agent.initialize()
    throttles = []
    for frame in range(240):
        packet = _packet(flat.MatchPhase.Active, seconds=5.0 + frame / 120.0)
        throttles.append(min(controls.throttle for controls in _answers(agent, packet).values()))
    assert min(throttles) < 0.0 < max(throttles)


def test_cars_turned_over_get_back_on_their_wheels(stadium):
    match = read_match(example_match("3v3")).value
    game = stadium(replace(match, enable_state_setting=True, instant_start=True), seconds=8.0)
    game.game.start()
    for _ in range(30):
        game.frame()
    roof = flat.DesiredPhysics(
        location=flat.Vector3Partial(z=40.0),
        rotation=flat.RotatorPartial(pitch=0.0, roll=math.pi),
        velocity=flat.Vector3Partial(0.0, 0.0, 0.0),
        angular_velocity=flat.Vector3Partial(0.0, 0.0, 0.0),
    )
    game.game.set_state(flat.DesiredGameState([], [flat.DesiredCarState(roof)] * 6, None))
    righted = set()
    for _ in range(360):
        packet = game.frame()
        righted |= {i for i, car in enumerate(packet.players) if car.air_state == flat.AirState.OnGround}
    assert righted == set(range(6))
