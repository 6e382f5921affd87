"""Numbers written into a packed packet come out of it as the library reads it."""

import pytest
import rlbot_flatbuffers as flat
from hypothesis import given
from hypothesis import strategies as st

from runtime.arena.packet_image import MatchNumbers, PacketImage, PlayerNumbers, Touch, packed_pads
from runtime.protocol import unpack_core

FLOATS = st.floats(width=32, allow_nan=False, allow_infinity=False)
COUNTS = st.integers(0, 2**32 - 1)
VECTORS = st.tuples(FLOATS, FLOATS, FLOATS)
PHYSICS = st.tuples(*[FLOATS] * 12)
TOUCHES = st.builds(Touch, FLOATS, VECTORS, VECTORS)


def players(touch):
    return st.builds(
        PlayerNumbers,
        PHYSICS,
        st.tuples(*[COUNTS] * 7),
        touch,
        st.integers(0, 4),
        FLOATS,
        FLOATS,
        st.booleans(),
        FLOATS,
        st.tuples(*[FLOATS] * 5, *[st.booleans()] * 3),
        st.booleans(),
        st.booleans(),
        st.booleans(),
        FLOATS,
        st.tuples(FLOATS, FLOATS),
    )


MATCHES = st.builds(
    MatchNumbers,
    FLOATS,
    FLOATS,
    st.booleans(),
    st.booleans(),
    st.integers(0, 7),
    FLOATS,
    FLOATS,
    COUNTS,
    st.tuples(COUNTS, COUNTS),
)


def template(*, has_touch, name="Bot", accolades=()):
    return flat.PlayerInfo(
        latest_touch=flat.Touch(1.0) if has_touch else None,
        air_state=flat.AirState.Dodging,
        dodge_timeout=1.0,
        demolished_timeout=1.0,
        is_supersonic=True,
        name=name,
        boost=1.0,
        accolades=list(accolades),
        has_jumped=True,
        has_double_jumped=True,
        has_dodged=True,
        dodge_elapsed=1.0,
    )


def image(players, *, balls=1):
    return PacketImage(
        flat.GamePacket(
            players,
            [flat.BoostPadState() for _ in range(3)],
            [flat.BallInfo(flat.Physics(), flat.SphereShape(182.5), -1, 0.0) for _ in range(balls)],
            flat.MatchInfo(1.0, 1.0, True, True, flat.MatchPhase.Active, 1.0, 2.0, 0, 1),
            [flat.TeamInfo(0, 0), flat.TeamInfo(1, 0)],
            [],
        )
    )


def numbers(physics):
    parts = (physics.location, physics.rotation, physics.velocity, physics.angular_velocity)
    return tuple(
        getattr(part, axis)
        for part, axes in zip(parts, ("xyz", ("pitch", "yaw", "roll"), "xyz", "xyz"), strict=True)
        for axis in axes
    )


def vector(value):
    return value.x, value.y, value.z


def assert_player(player, wanted):
    assert numbers(player.physics) == wanted.physics
    score = player.score_info
    assert tuple(getattr(score, name) for name in score.__match_args__) == wanted.score
    assert int(player.air_state) == wanted.air_state
    assert (player.dodge_timeout, player.demolished_timeout) == (wanted.dodge_timeout, wanted.demolished_timeout)
    assert (player.is_supersonic, player.boost) == (wanted.is_supersonic, wanted.boost)
    given = player.last_input
    assert tuple(getattr(given, name) for name in given.__match_args__) == (*wanted.last_input, False)
    assert (player.has_jumped, player.has_double_jumped, player.has_dodged) == (
        wanted.has_jumped,
        wanted.has_double_jumped,
        wanted.has_dodged,
    )
    assert player.dodge_elapsed == wanted.dodge_elapsed
    assert (player.dodge_dir.x, player.dodge_dir.y) == wanted.dodge_dir


@given(first=players(st.none()), second=players(TOUCHES), match=MATCHES, ball=PHYSICS)
def test_every_number_is_read_back(first, second, match, ball):
    packet_image = image([template(has_touch=False), template(has_touch=True, name="Zwölf")])
    packet_image.write_player(0, first)
    packet_image.write_player(1, second)
    packet_image.write_ball(ball)
    packet_image.write_match(match)
    packet = unpack_core(packet_image.payload())
    assert [player.name for player in packet.players] == ["Bot", "Zwölf"]
    assert_player(packet.players[0], first)
    assert_player(packet.players[1], second)
    assert packet.players[0].latest_touch is None
    touch = packet.players[1].latest_touch
    assert (touch.game_seconds, vector(touch.location), vector(touch.normal)) == tuple(second.touch)
    assert numbers(packet.balls[0].physics) == ball
    info = packet.match_info
    assert (info.seconds_elapsed, info.game_time_remaining) == (match.seconds_elapsed, match.game_time_remaining)
    assert (info.is_overtime, info.is_unlimited_time) == (match.is_overtime, match.is_unlimited_time)
    assert (int(info.match_phase), info.frame_num) == (match.phase, match.frame)
    assert (info.world_gravity_z, info.game_speed) == (match.gravity_z, match.game_speed)
    assert [team.score for team in packet.teams] == list(match.score)
    assert [team.team_index for team in packet.teams] == [0, 1]


@given(taken=st.lists(st.tuples(st.integers(0, 2), FLOATS), unique_by=lambda pad: pad[0]))
def test_pads_are_read_back(taken):
    packet_image = image([])
    packet_image.write_pads(packed_pads(3, taken))
    pads = unpack_core(packet_image.payload()).boost_pads
    away = dict(taken)
    assert [(pad.is_active, pad.timer) for pad in pads] == [(i not in away, away.get(i, 0.0)) for i in range(3)]


@pytest.mark.parametrize("balls", [0, 1])
def test_a_packet_without_a_ball_stays_without(balls):
    packet_image = image([template(has_touch=False)], balls=balls)
    packet_image.write_ball((0.0,) * 12)
    assert len(unpack_core(packet_image.payload()).balls) == balls


def test_what_was_handed_out_does_not_change():
    packet_image = image([])
    before = packet_image.payload()
    kept = bytes(before)
    packet_image.write_ball((7.0,) * 12)
    assert before == kept
    assert packet_image.payload() != kept


def test_accolades_are_part_of_the_shape():
    packet = unpack_core(image([template(has_touch=False, accolades=["Goal", "Shot"])]).payload())
    assert packet.players[0].accolades == ["Goal", "Shot"]
