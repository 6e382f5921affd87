from dataclasses import replace

import pytest
import rlbot_flatbuffers as flat

from runtime.model.placements import Body, Placement, StateChange
from runtime.model.situations import Situation, SituationCar, situation_of
from runtime.telemetry import arena_view


@pytest.fixture
def view_of():
    """Makes a frame of cars with these teams; the n-th car is at x = n."""

    def make(*teams, has_ball=True):
        def body(number):
            return flat.Physics(flat.Vector3(x=float(number)), velocity=flat.Vector3(y=5.0))

        players = [flat.PlayerInfo(physics=body(n), team=team, boost=10.0 * n) for n, team in enumerate(teams)]
        balls = [flat.BallInfo(body(99), flat.SphereShape(182.0))] if has_ball else []
        info = flat.MatchInfo(world_gravity_z=-650.0, game_speed=1.0)
        return arena_view(flat.GamePacket(players=players, balls=balls, match_info=info), ())

    return make


def places(change):
    return {(one.body, one.index): one.location[0] for one in change.placements}


def test_a_frame_set_into_its_own_match_changes_nothing(view_of):
    view = view_of(0, 1)
    situation = situation_of(view, "now")
    assert situation.change_in(view) == StateChange(
        placements=(
            Placement(body=Body.BALL, index=0, location=(99.0, 0.0, 0.0), velocity=(0.0, 5.0, 0.0), spin=(0.0,) * 3),
            *(
                Placement(
                    body=Body.CAR,
                    index=index,
                    location=(float(index), 0.0, 0.0),
                    rotation=(0.0, 0.0, 0.0),
                    velocity=(0.0, 5.0, 0.0),
                    spin=(0.0, 0.0, 0.0),
                    boost=10.0 * index,
                )
                for index in (0, 1)
            ),
        ),
        gravity_z=-650.0,
        game_speed=1.0,
    )


@pytest.mark.parametrize(
    ("teams", "expected", "missing"),
    [
        ((0, 1), {0: 0.0, 1: 2.0}, 1),
        ((1, 0), {0: 2.0, 1: 0.0}, 1),
        ((1, 1, 0, 0), {0: 2.0, 2: 0.0, 3: 1.0}, 0),
        ((1,), {0: 2.0}, 2),
        ((), {}, 3),
    ],
)
def test_cars_are_matched_by_their_order_in_their_team(view_of, teams, expected, missing):
    situation = situation_of(view_of(0, 0, 1), "2v1")
    view = view_of(*teams)
    assert places(situation.change_in(view)) == {
        (Body.BALL, 0): 99.0,
        **{(Body.CAR, index): x for index, x in expected.items()},
    }
    assert situation.missing_in(view) == missing


def test_a_match_without_a_ball_gets_none(view_of):
    situation = replace(situation_of(view_of(0), "now"), cars=(SituationCar(team=0),))
    assert [one.body for one in situation.change_in(view_of(0, has_ball=False)).placements] == [Body.CAR]
    assert situation_of(view_of(0, has_ball=False), "none").ball is None
    assert Situation(name="nothing").change_in(view_of(0)) == StateChange()
