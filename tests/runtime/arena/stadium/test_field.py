"""Dimensions of the field."""

import itertools
import math
from random import Random

import pytest
import RocketSim

from runtime.arena.physics.hitboxes import Hitbox, hitbox_of
from runtime.arena.stadium.field import MAX_CARS_PER_TEAM, SOCCAR_FIELD
from runtime.arena.stadium.shapes import SoccarShape
from runtime.protocol import pack_core, unpack_core


def test_pads_are_in_rlbot_order_with_its_places():
    info = unpack_core(pack_core(SOCCAR_FIELD.info()))
    places = [(pad.location.y, pad.location.x) for pad in info.boost_pads]
    assert places == sorted(places)
    assert len(places) == 34
    assert [index for index, pad in enumerate(info.boost_pads) if pad.is_full_boost] == [3, 4, 15, 18, 29, 30]
    assert {round(pad.location.z, 3) for pad in info.boost_pads} == {0.082, 8.0}
    assert sum(abs(y) == 2302 for y, _ in places) == 4
    assert info.tiles == []


def test_every_pad_is_one_of_the_physics():
    lots = RocketSim.RLConst.BoostPads
    for pad in SOCCAR_FIELD.pads:
        places = lots.LOCS_BIG_SOCCAR if pad.is_big else lots.LOCS_SMALL_SOCCAR
        assert min(math.hypot(pad.x - place[0], pad.y - place[1]) for place in places) <= 2.0


def test_goals():
    blue, orange = SOCCAR_FIELD.info().goals
    assert (blue.team_num, orange.team_num) == (0, 1)
    assert (blue.location.y, orange.location.y) == (-5120, 5120)
    assert (blue.direction.y, orange.direction.y) == (1, -1)
    assert (blue.width, blue.height) == (1785, 643)
    shape = SoccarShape()
    assert blue.width == pytest.approx(2 * shape.mouth_half_width, abs=8)
    assert blue.height == pytest.approx(shape.mouth_height, abs=8)


def test_cars_start_apart_from_each_other_and_off_the_pads():
    spots = (*SOCCAR_FIELD.kickoff_spots, *SOCCAR_FIELD.overflow_spots)
    assert len(spots) == MAX_CARS_PER_TEAM == 32
    both = [spot.for_team(team) for spot in spots for team in (0, 1)]
    assert min(math.hypot(a.x - b.x, a.y - b.y) for a, b in itertools.combinations(both, 2)) > 400
    assert all(abs(spot.x) + abs(spot.y) < 7500 for spot in both)
    for spot, pad in itertools.product(SOCCAR_FIELD.overflow_spots, SOCCAR_FIELD.pads):
        assert math.hypot(spot.x - pad.x, spot.y - pad.y) > (208 if pad.is_big else 144)


def test_published_kickoff_spots():
    drawn = {(spot.x, spot.y, round(spot.yaw, 4)) for spot in SOCCAR_FIELD.kickoff([0] * 5, Random(1))}
    quarter = math.pi / 4
    assert drawn == {
        (-2048, -2560, round(quarter, 4)),
        (2048, -2560, round(3 * quarter, 4)),
        (-256, -3840, round(2 * quarter, 4)),
        (256, -3840, round(2 * quarter, 4)),
        (0, -4608, round(2 * quarter, 4)),
    }


@pytest.mark.parametrize("per_team", [1, 2, 5, 6, 31, 32])
def test_kickoffs_are_mirrored_between_the_teams(per_team):
    spots = SOCCAR_FIELD.kickoff([index % 2 for index in range(2 * per_team)], Random(3))
    assert len({(spot.x, spot.y) for spot in spots}) == 2 * per_team
    for blue, orange in zip(spots[::2], spots[1::2], strict=True):
        assert (orange.x, orange.y) == (-blue.x, -blue.y)
        assert math.cos(orange.yaw) == pytest.approx(-math.cos(blue.yaw))
        assert math.sin(orange.yaw) == pytest.approx(-math.sin(blue.yaw))
        assert -math.pi <= orange.yaw < math.pi


def test_too_many_cars():
    with pytest.raises(ValueError, match="33 cars"):
        SOCCAR_FIELD.kickoff([1] * 33, Random(1))


def test_kickoffs_differ_and_repeat():
    one, two = Random(5), Random(5)
    rounds = [SOCCAR_FIELD.kickoff([0, 1], one) for _ in range(20)]
    assert rounds == [SOCCAR_FIELD.kickoff([0, 1], two) for _ in range(20)]
    assert len({spots[0] for spots in rounds}) == 5


def test_respawn_takes_a_free_spot():
    taken = [(spot.x, spot.y) for spot in SOCCAR_FIELD.respawn_spots[:3]]
    for seed in range(20):
        assert SOCCAR_FIELD.respawn(0, taken, Random(seed)) == SOCCAR_FIELD.respawn_spots[3]
        assert SOCCAR_FIELD.respawn(1, taken, Random(seed)).y > 0
    assert SOCCAR_FIELD.respawn(0, [*taken, (2688.0, -4608.0)], Random(1)) in SOCCAR_FIELD.respawn_spots


@pytest.mark.parametrize(
    ("body", "hitbox"),
    [
        (0, Hitbox.OCTANE),
        (23, Hitbox.OCTANE),
        (4284, Hitbox.OCTANE),
        (403, Hitbox.DOMINUS),
        (803, Hitbox.PLANK),
        (3426, Hitbox.DOMINUS),
        (22, Hitbox.BREAKOUT),
        (3031, Hitbox.BREAKOUT),
        (28, Hitbox.HYBRID),
        (30, Hitbox.MERC),
        (99999, Hitbox.OCTANE),
    ],
)
def test_hitbox_of_a_body(body, hitbox):
    assert hitbox_of(body) is hitbox
    assert int(hitbox) == getattr(RocketSim.CarConfig, hitbox.name)
