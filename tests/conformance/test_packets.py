"""Contract 2: what the fields of packets, field info and predictions say, each brought about by driving a car."""

import math

import pytest
import rlbot_flatbuffers as flat

from tests.conformance.states import AIR, GROUND_Z, PHASE, me, on_ground, physics, place, score, still


def test_packet_has_the_cars_of_the_match_in_order(lab):
    lab.start(lab.bot("a", 0, "Ann"), lab.bot("b", 1, "Bob"))
    lab.agent("a")
    packet = lab.agent("b").wait(flat.GamePacket)
    assert [(car.name, car.team, car.is_bot) for car in packet.players] == [("Ann", 0, True), ("Bob", 1, True)]


def test_teams_are_blue_and_orange(bot):
    assert [(team.team_index, team.score) for team in bot.of(flat.GamePacket)[-1].teams] == [(0, 0), (1, 0)]


def test_tiles_are_empty(bot):
    assert bot.of(flat.GamePacket)[-1].tiles == []
    assert bot.wait(flat.FieldInfo).tiles == []


def test_pads_are_sorted_by_y_then_x(bot):
    pads = bot.wait(flat.FieldInfo).boost_pads
    assert len(pads) == len(bot.of(flat.GamePacket)[-1].boost_pads) == 34
    assert sum(pad.is_full_boost for pad in pads) == 6
    places = [(round(pad.location.y), round(pad.location.x)) for pad in pads]
    assert places == sorted(places)


def test_field_has_two_goals(bot):
    blue, orange = sorted(bot.wait(flat.FieldInfo).goals, key=lambda goal: goal.team_num)
    assert [blue.team_num, orange.team_num] == [0, 1]
    assert (blue.location.y, orange.location.y) == pytest.approx((-5120, 5120), abs=1)
    assert (blue.direction.y, orange.direction.y) == pytest.approx((1, -1))
    for goal in (blue, orange):
        assert (goal.width, goal.height) == pytest.approx((1785, 643), abs=1)


def since_the_packet_before(bot, packet):
    """Game seconds: more than a frame where a machine that has much to do left frames out."""
    packets = bot.of(flat.GamePacket)
    before = packets[packets.index(packet) - 1]
    return packet.match_info.seconds_elapsed - before.match_info.seconds_elapsed


@pytest.mark.parametrize("is_big", [True, False])
def test_taken_pad_counts_up_and_fills_the_tank(bot, is_big):
    pads = bot.wait(flat.FieldInfo).boost_pads
    index = next(i for i, pad in enumerate(pads) if pad.is_full_boost == is_big)
    spot = pads[index].location
    bot.set_state(flat.DesiredCarState(still(spot.x, spot.y, GROUND_Z), 0))
    taken = bot.drive(lambda packet: not packet.boost_pads[index].is_active)
    assert taken.boost_pads[index].timer <= since_the_packet_before(bot, taken) + 0.01
    assert taken.players[0].boost == pytest.approx(100 if is_big else 12, abs=1)
    later = bot.drive(lambda packet: packet.boost_pads[index].timer > 0.5)
    passed = later.match_info.seconds_elapsed - taken.match_info.seconds_elapsed
    assert later.boost_pads[index].timer - taken.boost_pads[index].timer == pytest.approx(passed, abs=0.03)
    bot.set_state(flat.DesiredCarState(still(0, 0, GROUND_Z)))
    back = bot.drive(lambda packet: packet.boost_pads[index].is_active)
    span = back.match_info.seconds_elapsed - taken.match_info.seconds_elapsed + taken.boost_pads[index].timer
    late = span - (10 if is_big else 4)
    assert -0.03 <= late <= since_the_packet_before(bot, back) + 0.03
    assert back.boost_pads[index].timer == 0


def test_boost_uses_a_third_of_the_tank_per_second(bot):
    first = bot.drive(me(lambda car: car.boost < 50), boost=True, throttle=1.0)
    last = bot.drive(me(lambda car: car.boost < 30), boost=True, throttle=1.0)
    passed = last.match_info.seconds_elapsed - first.match_info.seconds_elapsed
    assert (first.players[0].boost - last.players[0].boost) / passed == pytest.approx(33.3, rel=0.05)
    assert last.players[0].boost != int(last.players[0].boost)


def test_supersonic_depends_on_speed(bot):
    assert not bot.of(flat.GamePacket)[-1].players[0].is_supersonic
    bot.set_state(flat.DesiredCarState(physics(velocity=place(2290, 0, 0))))
    packet = bot.drive(me(lambda car: car.is_supersonic), throttle=1.0, boost=True)
    assert packet.players[0].physics.velocity.x > 2150
    bot.set_state(flat.DesiredCarState(physics(place(0, 0, GROUND_Z), place(500, 0, 0))))
    bot.drive(me(lambda car: not car.is_supersonic))


def test_resting_car_is_on_the_ground_with_all_flags_clear(bot):
    car = bot.drive(on_ground).players[0]
    assert not (car.has_jumped)
    assert not (car.has_double_jumped)
    assert not (car.has_dodged)
    assert not (car.is_supersonic)
    assert (car.dodge_timeout, car.demolished_timeout) == (-1, -1)
    assert (car.dodge_elapsed, car.dodge_dir.x, car.dodge_dir.y) == (0, 0, 0)
    assert car.physics.location.z == pytest.approx(GROUND_Z, abs=1)


@pytest.mark.gameplay
def test_jump_lasts_at_most_a_fifth_of_a_second(bot):
    start = bot.drive(me(lambda car: car.air_state == AIR.Jumping), jump=True)
    assert start.players[0].has_jumped
    end = bot.drive(me(lambda car: car.air_state == AIR.InAir), jump=True)
    assert end.match_info.seconds_elapsed - start.match_info.seconds_elapsed <= 0.2 + 0.02
    car = end.players[0]
    assert car.has_jumped
    assert not car.has_double_jumped
    assert 1.0 < car.dodge_timeout <= 1.25 + 0.2
    later = bot.drive(me(lambda car: car.dodge_timeout < 0.8))
    fell = car.dodge_timeout - later.players[0].dodge_timeout
    assert fell == pytest.approx(later.match_info.seconds_elapsed - end.match_info.seconds_elapsed, abs=0.03)
    landed = bot.drive(on_ground).players[0]
    assert not landed.has_jumped
    assert landed.dodge_timeout == -1


def jump_and_let_go(bot):
    bot.drive(me(lambda car: car.air_state == AIR.Jumping), jump=True)
    bot.drive(me(lambda car: car.air_state == AIR.InAir))


@pytest.mark.gameplay
def test_double_jump(bot):
    jump_and_let_go(bot)
    start = bot.drive(me(lambda car: car.air_state == AIR.DoubleJumping), jump=True)
    assert start.players[0].has_double_jumped
    assert not start.players[0].has_dodged
    end = bot.drive(me(lambda car: car.air_state == AIR.InAir))
    span = end.match_info.seconds_elapsed - start.match_info.seconds_elapsed
    assert span <= 13 / 120 + since_the_packet_before(bot, end) + 0.03
    assert span >= 13 / 120 - since_the_packet_before(bot, start) - 0.03
    assert not bot.drive(on_ground).players[0].has_double_jumped


@pytest.mark.gameplay
@pytest.mark.parametrize(("pitch", "yaw", "direction"), [(-1, 0, (1, 0)), (1, 0, (-1, 0)), (0, 1, (0, 1))])
def test_dodge(bot, pitch, yaw, direction):
    jump_and_let_go(bot)
    start = bot.drive(me(lambda car: car.air_state == AIR.Dodging), jump=True, pitch=pitch, yaw=yaw)
    car = start.players[0]
    assert car.has_dodged
    assert not car.has_double_jumped
    assert (car.dodge_dir.x, car.dodge_dir.y) == pytest.approx(direction, abs=0.01)
    assert car.dodge_elapsed < 0.1
    later = bot.drive(me(lambda car: car.dodge_elapsed > 0.3))
    passed = later.match_info.seconds_elapsed - start.match_info.seconds_elapsed
    assert later.players[0].dodge_elapsed - car.dodge_elapsed == pytest.approx(passed, abs=0.03)
    landed = bot.drive(me(lambda car: car.air_state == AIR.OnGround)).players[0]
    assert (landed.has_dodged, landed.dodge_elapsed) == (False, 0)


@pytest.mark.gameplay
def test_falling_car_that_has_not_jumped_can_dodge(bot):
    bot.set_state(flat.DesiredCarState(still(0, 0, 900)))
    bot.drive(me(lambda car: car.air_state == AIR.InAir and car.physics.location.z > 500))
    car = bot.drive(me(lambda car: car.physics.location.z < 700)).players[0]
    assert not (car.has_jumped)
    assert not (car.has_double_jumped)
    assert not (car.has_dodged)
    assert car.air_state == AIR.InAir
    bot.drive(me(lambda car: car.has_dodged), jump=True, pitch=-1.0)


@pytest.mark.gameplay
def test_demolition(lab):
    _, a, _b = lab.duel()
    a.drive(lambda packet: packet.match_info.match_phase != PHASE.Countdown)
    a.set_state(flat.DesiredCarState(still(0, 1000, GROUND_Z)), still(3000, 3000, 93), index=1)
    a.set_state(
        flat.DesiredCarState(
            physics(place(0, 0, GROUND_Z), place(0, 2300, 0), flat.RotatorPartial(0, math.pi / 2, 0)), 100
        )
    )
    hit = a.drive(lambda packet: packet.players[1].demolished_timeout >= 0, throttle=1.0, boost=True)
    assert hit.players[1].demolished_timeout == pytest.approx(3, abs=0.1)
    assert hit.players[0].demolished_timeout == -1
    assert hit.players[0].score_info.demolitions == 1
    assert any("Demol" in accolade for packet in a.of(flat.GamePacket) for accolade in packet.players[0].accolades)
    back = a.drive(lambda packet: packet.players[1].demolished_timeout == -1)
    assert back.match_info.seconds_elapsed - hit.match_info.seconds_elapsed == pytest.approx(3, abs=0.1)


def test_touch(bot):
    assert bot.of(flat.GamePacket)[-1].players[0].latest_touch is None
    bot.set_state(flat.DesiredCarState(physics(place(0, 0, GROUND_Z), place(1000, 0, 0), flat.RotatorPartial(0, 0, 0))))
    bot.set_state(ball=still(400, 0, 93))
    packet = bot.drive(me(lambda car: car.latest_touch is not None), throttle=1.0)
    touch, ball = packet.players[0].latest_touch, packet.balls[0].physics.location
    assert touch.ball_index == 0
    assert touch.game_seconds == pytest.approx(packet.match_info.seconds_elapsed, abs=0.05)
    assert math.dist((touch.location.x, touch.location.y, touch.location.z), (ball.x, ball.y, ball.z)) < 140
    assert math.hypot(touch.normal.x, touch.normal.y, touch.normal.z) == pytest.approx(1, abs=0.01)
    assert touch.normal.x > 0.5, "it points to the ball"


def test_goal(bot):
    packet = score(bot)
    assert [team.score for team in packet.teams] == [1, 0]
    assert packet.players[0].score_info.goals == 1
    assert packet.players[0].score_info.score >= 100
    assert packet.players[0].score_info.own_goals == 0


def test_accolades_are_listed_in_one_frame_only(bot):
    score(bot)
    bot.next(flat.GamePacket)
    assert sum("Goal" in packet.players[0].accolades for packet in bot.of(flat.GamePacket)) == 1


def test_ball_is_back_for_the_kickoff_after_a_goal(bot):
    score(bot)
    packet = bot.drive(lambda packet: packet.match_info.match_phase in (PHASE.Countdown, PHASE.Kickoff))
    assert len(packet.balls) == 1
    assert (packet.balls[0].physics.location.x, packet.balls[0].physics.location.y) == pytest.approx((0, 0), abs=1)


def test_last_input_is_the_sent_input_without_use_item(bot):
    sent = {"throttle": 0.5, "steer": -0.25, "pitch": 0.125, "yaw": -1.0, "roll": 1.0, "boost": True, "handbrake": True}
    packet = bot.drive(me(lambda car: car.last_input.throttle == 0.5), use_item=True, **sent)
    last = packet.players[0].last_input
    assert {name: getattr(last, name) for name in sent} == sent
    assert not last.use_item
    assert not last.jump


@pytest.mark.parametrize(("car_id", "size"), [(23, (118.0, 84.2, 36.2)), (403, (127.9, 83.3, 31.3))])
def test_hitbox_belongs_to_the_body(lab, car_id, size):
    box = lab.solo(flat.PlayerLoadout(car_id=car_id)).of(flat.GamePacket)[-1].players[0].hitbox
    assert (box.length, box.width, box.height) == pytest.approx(size, abs=0.2)


def test_ball_is_a_sphere_of_the_standard_size(bot):
    ball = bot.of(flat.GamePacket)[-1].balls[0]
    assert type(ball.shape) is flat.SphereShape
    assert ball.shape.diameter == pytest.approx(182.5, abs=1)
    assert (ball.charge_level, ball.target_speed) == (-1, 0)


def test_prediction_covers_six_seconds_at_120_hz(bot):
    prediction = bot.next(flat.BallPrediction)
    times = [piece.game_seconds for piece in prediction.slices]
    assert len(times) == 720
    assert times[-1] - times[0] == pytest.approx(719 / 120, abs=2e-3)
    rotation = prediction.slices[100].physics.rotation
    assert (rotation.pitch, rotation.yaw, rotation.roll) == (0, 0, 0)


def test_prediction_is_right_if_nobody_touches_the_ball(bot):
    bot.set_state(ball=physics(place(0, 2000, 800), place(900, -300, 500), None, place(0, 0, 0)))
    bot.drive(lambda packet: packet.balls[0].physics.location.z > 780)
    prediction = bot.next(flat.BallPrediction)
    due = prediction.slices[240]
    packet = bot.drive(lambda packet: packet.match_info.seconds_elapsed >= due.game_seconds - 1e-3)
    ball = packet.balls[0].physics.location
    guess = due.physics.location
    late_s = packet.match_info.seconds_elapsed - due.game_seconds
    assert math.dist((ball.x, ball.y, ball.z), (guess.x, guess.y, guess.z)) < 30 + 2000 * abs(late_s)
