"""Numbers that are written into a packed packet are read back by the library."""

import pytest
import rlbot_flatbuffers as flat
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.arena.game import packet_image
from runtime.arena.game.packet_image import PacketImage
from runtime.protocol import CONTROLS, NEUTRAL, FrameReader, LayoutError, unpack_core

FLOATS = st.floats(width=32, allow_nan=False, allow_infinity=False)
COUNTS = st.integers(0, 2**32 - 1)
PHYSICS = st.tuples(*[FLOATS] * 12)
CONTROLS_GIVEN = st.tuples(*[FLOATS] * 5, *[st.booleans()] * 4)
TAILS = st.tuples(*[FLOATS] * 3, st.integers(0, 4), *[st.booleans()] * 5)


def player(**values):
    return flat.PlayerInfo(
        air_state=flat.AirState.Dodging,
        dodge_timeout=1.0,
        demolished_timeout=1.0,
        is_supersonic=True,
        is_bot=True,
        boost=1.0,
        has_jumped=True,
        has_double_jumped=True,
        has_dodged=True,
        dodge_elapsed=1.0,
        **values,
    )


def image(*players, balls=1):
    return PacketImage(
        flat.GamePacket(
            list(players),
            [flat.BoostPadState(True, 0.0) for _ in range(3)],
            [flat.BallInfo(flat.Physics(), flat.SphereShape(182.5), -1, 0.0) for _ in range(balls)],
            flat.MatchInfo(1.0, 1.0, True, True, flat.MatchPhase.Active, 1.0, 2.0, 1, 1),
            [flat.TeamInfo(0, 0), flat.TeamInfo(1, 0)],
            [],
        )
    )


def packet_of(made):
    (payload,) = FrameReader().feed(bytes(made.buffer))
    return unpack_core(payload)


def numbers(physics):
    parts = (physics.location, physics.rotation, physics.velocity, physics.angular_velocity)
    axes = ("xyz", ("pitch", "yaw", "roll"), "xyz", "xyz")
    return tuple(getattr(part, axis) for part, names in zip(parts, axes, strict=True) for axis in names)


def write(made, index, physics, timeouts, boost, controls, end):
    place = made.players[index]
    place.into(
        made.buffer, place.at, *physics, place.shape, *timeouts, place.name, boost, place.references, controls, *end
    )


def tail(player):
    return (
        player.dodge_elapsed,
        player.dodge_dir.x,
        player.dodge_dir.y,
        int(player.air_state),
        player.is_supersonic,
        player.is_bot,
        player.has_jumped,
        player.has_double_jumped,
        player.has_dodged,
    )


@settings(max_examples=40)
@given(
    first=PHYSICS,
    second=PHYSICS,
    timeouts=st.tuples(FLOATS, FLOATS),
    boost=FLOATS,
    controls=CONTROLS_GIVEN,
    end=TAILS,
)
def test_moving_values_of_a_player_are_read_back(first, second, timeouts, boost, controls, end):
    touch = flat.Touch(3.0, flat.Vector3(1.0, 2.0, 3.0), flat.Vector3(0.0, 1.0, 0.0), 0)
    box, offset = flat.BoxShape(118.0, 84.0, 36.0), flat.Vector3(13.9, 0.0, 20.8)
    made = image(
        player(name="Zwölf", hitbox=box, hitbox_offset=offset),
        player(name="B", latest_touch=touch, team=1, player_id=7, accolades=["Goal", "Shot"]),
    )
    write(made, 0, first, (0.0, 0.0), 0.5, NEUTRAL, (0.0, 0.0, 0.0, 4, True, True, False, False, False))
    write(made, 1, second, timeouts, boost, CONTROLS.pack(*controls), end)
    still, moved = packet_of(made).players
    assert [numbers(still.physics), numbers(moved.physics)] == [first, second]
    assert (still.name, moved.name, moved.team, moved.player_id) == ("Zwölf", "B", 1, 7)
    assert (still.hitbox.length, still.hitbox_offset.z) == (118.0, pytest.approx(20.8))
    assert (moved.dodge_timeout, moved.demolished_timeout) == timeouts
    assert (moved.boost, tail(moved)) == (boost, end)
    assert tuple(getattr(moved.last_input, name) for name in moved.last_input.__match_args__) == controls
    assert (moved.latest_touch.game_seconds, still.latest_touch) == (3.0, None)
    assert moved.accolades == ["Goal", "Shot"]
    assert (still.boost, still.is_supersonic, still.has_dodged) == (0.5, True, False)


@settings(max_examples=40)
@given(
    floats=st.tuples(*[FLOATS] * 4),
    counts=st.tuples(COUNTS, COUNTS),
    flags=st.tuples(st.booleans(), st.booleans()),
    phase=st.integers(0, 7),
    ball=PHYSICS,
)
def test_moving_values_of_the_match_are_read_back(floats, counts, flags, phase, ball):
    made = image(player(name="A"))
    packet_image.info_into(made.buffer, made.info, *floats, *counts, *flags, phase)
    packet_image.physics_into(made.buffer, made.balls[0], *ball)
    packet = packet_of(made)
    info = packet.match_info
    assert (info.seconds_elapsed, info.game_time_remaining, info.world_gravity_z, info.game_speed) == floats
    assert (info.last_spectated, info.frame_num) == counts
    assert (info.is_overtime, info.is_unlimited_time, int(info.match_phase)) == (*flags, phase)
    assert numbers(packet.balls[0].physics) == ball


@given(turns=st.lists(st.dictionaries(st.integers(0, 2), FLOATS), min_size=1, max_size=6))
def test_pads_go_and_come_back(turns):
    made = image()
    for away in turns:
        made.show_pads(list(away.items()))
        found = [(pad.is_active, pad.timer) for pad in packet_of(made).boost_pads]
        assert found == [(index not in away, away.get(index, 0.0)) for index in range(3)]


@pytest.mark.parametrize("balls", [0, 1, 2])
def test_every_ball_has_its_place(balls):
    made = image(balls=balls)
    assert len(made.balls) == len(packet_of(made).balls) == balls


def test_a_field_that_is_left_out_is_noticed():
    with pytest.raises(LayoutError):
        image(flat.PlayerInfo(name="all default"))
