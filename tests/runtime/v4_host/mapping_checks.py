"""Checks of the conversion between v5 and v4, run in an interpreter that has RLBot v4; see `test_mapping`.

Prints a JSON object: the name of each check, and the traceback of its failure or null.
"""

import json
import math
import sys
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(sys.argv[1]).parent))
import rlbot_flatbuffers as flat
from rlbot.matchconfig.loadout_config import LoadoutConfig
from rlbot.utils.structures.ball_prediction_struct import BallPrediction
from rlbot.utils.structures.game_data_struct import FieldInfoPacket, GameTickPacket
from rlbot.utils.structures.rigid_body_struct import RigidBodyTick
from v4_host import structures
from v4_host.settings import human_ids, match_config, v5_loadout

PADS = [(0.0, -4240.0), (-1792.0, -4184.0), (1792.0, -4184.0), (0.0, -1024.0), (-1024.0, 0.0), (1024.0, 0.0)]


def physics(seed=0.0):
    numbers = [seed + step for step in range(12)]
    parts = [numbers[at : at + 3] for at in range(0, 12, 3)]
    return flat.Physics(
        flat.Vector3(*parts[0]), flat.Rotator(*parts[1]), flat.Vector3(*parts[2]), flat.Vector3(*parts[3])
    )


def player(**values):
    return flat.PlayerInfo(
        **{"physics": physics(1.0), "name": "Ada", "player_id": -5, "hitbox": flat.BoxShape(1.0, 2.0, 3.0), **values}
    )


def packet(*players, balls=None, phase=flat.MatchPhase.Active, tiles=(), **info):
    if balls is None:
        balls = [flat.BallInfo(physics(7.0), flat.SphereShape(182.5))]
    return flat.GamePacket(
        players=list(players),
        boost_pads=[flat.BoostPadState(at % 2 == 0, float(at)) for at in range(len(PADS))],
        balls=balls,
        match_info=flat.MatchInfo(match_phase=phase, **info),
        teams=[flat.TeamInfo(0, 3), flat.TeamInfo(1, 4)],
        tiles=list(tiles),
    )


def field(tiles=()):
    pads = [flat.BoostPad(flat.Vector3(x, y, 8.0), x == 0.0) for x, y in PADS]
    goals = [
        flat.GoalInfo(team, flat.Vector3(0.0, -5120.0 if team == 0 else 5120.0, 321.0), flat.Vector3(), 1785.0, 642.0)
        for team in (0, 1)
    ]
    return flat.FieldInfo(pads, goals, list(tiles))


def written(source, target=None, humans=()):
    target = target or GameTickPacket()
    write(structures.PacketWriter(structures.PadOrder(field()), frozenset(humans)), source, target)
    return target


def write(writer, source, target):
    payload = flat.CorePacket(source).pack()
    writer.write(flat.CorePacket.unpack(payload).message, payload, target)


def floats(body):
    parts = (body.location, body.rotation, body.velocity, body.angular_velocity)
    return [getattr(part, name) for part in parts for name in [pair[0] for pair in part._fields_]]


def check_physics_and_scores_are_the_same():
    score = flat.ScoreInfo(9, 1, 2, 3, 4, 5, 6)
    car = written(packet(player(score_info=score, team=1))).game_cars[0]
    assert floats(car.physics) == [1.0 + step for step in range(12)]
    found = car.score_info
    assert (found.score, found.goals, found.own_goals, found.assists, found.saves, found.shots, found.demolitions) == (
        9,
        1,
        2,
        3,
        4,
        5,
        6,
    )
    assert (car.team, car.spawn_id) == (1, -5)
    assert (car.hitbox.length, car.hitbox.width, car.hitbox.height) == (1.0, 2.0, 3.0)


def check_flags_of_a_car():
    for timeout, is_demolished in ((-1.0, False), (0.0, True), (2.5, True)):
        assert written(packet(player(demolished_timeout=timeout))).game_cars[0].is_demolished is is_demolished
    for state, has_contact in (
        (flat.AirState.OnGround, True),
        (flat.AirState.InAir, False),
        (flat.AirState.Dodging, False),
    ):
        assert written(packet(player(air_state=state))).game_cars[0].has_wheel_contact is has_contact
    for double, dodged, expected in ((False, False, False), (True, False, True), (False, True, True)):
        car = written(packet(player(has_double_jumped=double, has_dodged=dodged, has_jumped=True))).game_cars[0]
        assert (car.jumped, car.double_jumped) == (True, expected)


def check_every_car_but_a_humans_is_a_bot():
    cars = written(packet(player(is_bot=True), player(player_id=0), player(player_id=7)), humans={0}).game_cars
    assert [cars[at].is_bot for at in range(3)] == [True, False, True]


def check_boost_is_a_whole_number():
    for boost, expected in ((0.0, 0), (33.9, 33), (100.0, 100)):
        assert written(packet(player(boost=boost))).game_cars[0].boost == expected


def check_names_have_at_most_31_characters():
    for length in (30, 31, 32, 60):
        name = "x" * length
        assert written(packet(player(name=name))).game_cars[0].name == name[:31]


def check_slots_beyond_the_last_car_are_zero():
    target = written(packet(player(), player(), player()))
    written(packet(player()), target)
    assert target.num_cars == 1
    assert bytes(target.game_cars[1]) == bytes(target.game_cars[2]) == bytes(len(bytes(target.game_cars[1])))


def check_more_cars_than_v4_knows_are_left_out():
    assert written(packet(*[player() for _ in range(65)])).num_cars == 64


def check_pads_are_sorted_as_in_v4():
    order = structures.PadOrder(field()).order
    keys = [100 * PADS[at][1] + PADS[at][0] for at in order]
    assert keys == sorted(keys)
    target = written(packet(player()))
    assert [(pad.is_active, pad.timer) for pad in target.game_boosts[: target.num_boost]] == [
        (at % 2 == 0, float(at)) for at in order
    ]
    info = FieldInfoPacket()
    structures.write_field(field(), info, structures.PadOrder(field()))
    assert [(pad.location.x, pad.location.y) for pad in info.boost_pads[: info.num_boosts]] == [
        PADS[at] for at in order
    ]
    assert {pad.location.z for pad in info.boost_pads[: info.num_boosts] if pad.is_full_boost} == {73.0}
    assert {pad.location.z for pad in info.boost_pads[: info.num_boosts] if not pad.is_full_boost} == {70.0}


def check_two_pads_of_the_standard_field_change_places():
    pads = [flat.BoostPad(flat.Vector3(x, y, 8.0), False) for x, y in [(-3584.0, -8.0), (0.0, 1.0)]]
    assert structures.PadOrder(flat.FieldInfo(pads, [], [])).order == [0, 1]
    pads = [flat.BoostPad(flat.Vector3(x, y, 8.0), False) for x, y in [(1788.0, -2300.0), (-1788.0, -2299.0)]]
    assert structures.PadOrder(flat.FieldInfo(pads, [], [])).order == [1, 0]


def check_phases():
    phases = flat.MatchPhase
    expected = {
        phases.Inactive: (False, False, True),
        phases.Countdown: (False, False, False),
        phases.Kickoff: (True, True, False),
        phases.Active: (True, False, False),
        phases.GoalScored: (False, False, False),
        phases.Replay: (False, False, False),
        phases.Ended: (False, False, True),
    }
    for phase, flags in expected.items():
        info = written(packet(player(), phase=phase)).game_info
        assert (info.is_round_active, info.is_kickoff_pause, info.is_match_ended) == flags, phase


def check_a_pause_keeps_the_former_flags():
    writer, target = structures.PacketWriter(structures.PadOrder(field()), frozenset()), GameTickPacket()
    for phase in (flat.MatchPhase.Kickoff, flat.MatchPhase.Paused):
        write(writer, packet(player(), phase=phase), target)
        assert (target.game_info.is_round_active, target.game_info.is_kickoff_pause) == (True, True)


def check_the_clock_is_negative_in_overtime():
    for is_overtime, left in ((False, 12.5), (True, -12.5)):
        info = written(packet(player(), game_time_remaining=12.5, is_overtime=is_overtime)).game_info
        assert (info.game_time_remaining, info.is_overtime) == (left, is_overtime)


def check_frame_numbers_fit_into_31_bits():
    for frame in (0x7FFFFFFF, 0x80000000, 0xFFFFFFFF):
        assert written(packet(player(), frame_num=frame)).game_info.frame_num == frame & 0x7FFFFFFF


def check_the_ball_and_its_newest_touch():
    touches = [
        flat.Touch(game_seconds=at, location=flat.Vector3(at, 0.0, 0.0), ball_index=ball)
        for at, ball in ((1.0, 0), (3.0, 0), (9.0, 1))
    ]
    cars = [
        player(name=name, team=team, latest_touch=touch)
        for name, team, touch in zip("abc", (0, 1, 0), touches, strict=True)
    ]
    ball = written(packet(*cars, player())).game_ball
    assert floats(ball.physics) == [7.0 + step for step in range(12)]
    touch = ball.latest_touch
    assert (touch.player_name, touch.time_seconds, touch.team, touch.player_index, touch.hit_location.x) == (
        "b",
        3.0,
        1,
        1,
        3.0,
    )


def check_without_a_ball_the_last_one_stays():
    target = written(packet(player()))
    written(packet(player(), balls=[]), target)
    assert target.game_ball.physics.location.x == 7.0


def check_shapes_of_balls():
    shapes = (
        (flat.SphereShape(1.5), 1, ("sphere", "diameter")),
        (flat.CylinderShape(2.0, 1.5), 2, ("cylinder", "height")),
        (flat.BoxShape(1.0, 2.0, 1.5), 0, ("box", "height")),
    )
    for shape, kind, (name, size) in shapes:
        found = written(packet(player(), balls=[flat.BallInfo(physics(), shape)])).game_ball.collision_shape
        assert (found.type, getattr(getattr(found, name), size)) == (kind, 1.5)


def check_dropshot():
    for level, index in ((-1, 0), (0, 0), (2, 2)):
        ball = flat.BallInfo(physics(), flat.SphereShape(1.0), level)
        assert written(packet(player(), balls=[ball])).game_ball.drop_shot_info.damage_index == index
    levels = (flat.TileDamageLevel.Start, flat.TileDamageLevel.Damaged, flat.TileDamageLevel.Broken)
    target = written(packet(player(), tiles=[int(level) for level in levels]))
    assert [tile.tile_state for tile in target.dropshot_tiles[: target.num_tiles]] == [1, 2, 3]
    info = FieldInfoPacket()
    tiles = [flat.Tile(flat.Vector3(float(at), 0.0, 0.0), at % 2) for at in range(140)]
    structures.write_field(field(tiles), info, structures.PadOrder(field()))
    assert (info.num_goals, info.goals[139].location.x, info.goals[139].team_num) == (140, 139.0, 1)


def prediction_of(count):
    slices = [flat.PredictionSlice(1.0 + (at + 1) / 120, physics(float(at))) for at in range(count)]
    return flat.CorePacket(flat.BallPrediction(slices)).pack()


def check_predictions_have_every_second_slice():
    target = BallPrediction()
    for count, expected in ((720, 360), (719, 359), (800, 360), (2, 1), (1, 0), (0, 0)):
        structures.write_prediction(prediction_of(count), target)
        assert target.num_slices == expected, count
        for at in (0, expected - 1) if expected else ():
            assert abs(target.slices[at].game_seconds - (1.0 + (at + 1) / 60)) < 1e-4
            assert floats(target.slices[at].physics) == [2 * at + 1 + step for step in range(12)]
    structures.write_prediction(b"", target)
    assert target.num_slices == 0


def check_rotations_become_quaternions():
    for pitch, yaw, roll in ((0.0, 0.0, 0.0), (0.3, -2.0, 1.0), (-1.5, 3.1, -3.0)):
        x, y, z, w = structures.quaternion(flat.Rotator(pitch, yaw, roll))
        assert math.isclose(x * x + y * y + z * z + w * w, 1.0, abs_tol=1e-9)
        forward = (1 - 2 * (y * y + z * z), 2 * (x * y + w * z))
        assert math.isclose(forward[0], math.cos(pitch) * math.cos(yaw), abs_tol=1e-9)
        assert math.isclose(forward[1], math.cos(pitch) * math.sin(yaw), abs_tol=1e-9)
    tick = RigidBodyTick()
    controls = flat.ControllerState(throttle=0.5, boost=True)
    structures.write_rigid_bodies(packet(player(last_input=controls), frame_num=77), tick)
    assert (tick.num_players, tick.ball.state.frame, tick.players[0].input.throttle, tick.players[0].input.boost) == (
        1,
        77,
        0.5,
        True,
    )


def match(*players, **values):
    return flat.MatchConfiguration(player_configurations=list(players), game_map_upk="EUROSTADIUM_P", **values)


def check_players_are_in_the_order_of_the_packet():
    human = flat.PlayerConfiguration(flat.Human(), 0, 0)
    bot = flat.PlayerConfiguration(flat.CustomBot(name="y" * 40), 1, 5)
    psyonix = flat.PlayerConfiguration(flat.PsyonixBot(name="P", bot_skill=flat.PsyonixSkill.Pro), 1, 6)
    config = match_config(match(human, bot, psyonix), "/bots/own.cfg")
    assert [player.spawn_id for player in config.player_configs] == [5, 6, 0]
    assert [player.rlbot_controlled for player in config.player_configs] == [True, False, False]
    assert (config.player_configs[0].name, config.player_configs[1].bot_skill) == ("y" * 31, 0.5)
    assert config.game_map == "Mannfield"
    assert human_ids(match(human, bot)) == {0}
    assert match_config(match(bot), "").create_flatbuffer().Output()


def check_mutators_have_the_numbers_of_v4():
    expected = (
        ("ball_size", flat.BallSizeMutator, ["Default", "Small", "Default", "Large", "Gigantic"]),
        ("boost_strength", flat.BoostStrengthMutator, ["1x", "1.5x", "2x", "1x", "10x"]),
        ("max_score", flat.MaxScoreMutator, ["Unlimited", "1 Goal", "3 Goals", "5 Goals", "Unlimited"]),
        ("respawn_time", flat.RespawnTimeMutator, ["3 Seconds", "2 Seconds", "1 Second", "Disable Goal Reset"]),
        (
            "demolish",
            flat.DemolishMutator,
            ["Default", "Disabled", "Friendly Fire", "On Contact", "On Contact (FF)", "Default"],
        ),
    )
    for name, kind, values in expected:
        for number, value in enumerate(values):
            config = match_config(match(mutators=flat.MutatorSettings(**{name: kind(number)})), "")
            assert getattr(config.mutators, name) == value, (name, number)
    assert all(vars(match_config(match(), "").mutators).values())


def check_loadouts():
    loadout = LoadoutConfig()
    loadout.car_id, loadout.decal_id, loadout.paint_config.car_paint_id = 23, -1, 4
    found = v5_loadout(loadout)
    assert (found.car_id, found.decal_id, found.loadout_paint.car_paint_id) == (23, 0, 4)


def check_documents_are_read_in_their_encoding():
    import tempfile

    from v4_host.host import Document

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bot.cfg")
        for encoding in ("utf-8", "utf-8-sig", "cp1252", "utf-16"):
            path.write_text("[Locations]\nname = Zo\u00eb\npython_file = m\u00fcller.py\n", encoding=encoding)
            document = Document(path)
            assert (document.text("name"), document.file("python_file").name) == ("Zo\u00eb", "m\u00fcller.py")


def main():
    results = {}
    for name, check in list(globals().items()):
        if name.startswith("check_"):
            try:
                check()
                results[name] = None
            except Exception:  # noqa: BLE001
                results[name] = traceback.format_exc()
    print(json.dumps(results))


if __name__ == "__main__":
    main()
