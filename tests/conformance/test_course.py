"""Contract 2: clock and phases of a match."""

import math

import pytest
import rlbot_flatbuffers as flat

from tests.conformance.states import GROUND_Z, PHASE, physics, place, score, still


def test_time_runs_at_120_frames_a_second(bot):
    first, last = bot.next(flat.GamePacket), bot.wait(flat.GamePacket, len(bot.of(flat.GamePacket)) + 60)
    frames = last.match_info.frame_num - first.match_info.frame_num
    assert frames >= 60
    passed = last.match_info.seconds_elapsed - first.match_info.seconds_elapsed
    assert passed == pytest.approx(frames / 120, abs=1e-3)
    numbers = [packet.match_info.frame_num for packet in bot.of(flat.GamePacket)]
    assert numbers == sorted(numbers)


def test_match_has_the_default_settings(bot):
    info = bot.of(flat.GamePacket)[-1].match_info
    assert (info.world_gravity_z, info.game_speed) == pytest.approx((-650, 1))
    assert not info.is_overtime
    assert not info.is_unlimited_time


def test_clock_stops_during_the_kickoff_and_runs_afterwards(lab):
    bot = lab.solo()
    waiting = bot.drive(lambda packet: packet.match_info.match_phase == PHASE.Kickoff)
    assert waiting.match_info.game_time_remaining == 300
    waited = [waiting.match_info]

    def runs(packet):
        if packet.match_info.match_phase == PHASE.Kickoff:
            waited.append(packet.match_info)
        return packet.match_info.match_phase == PHASE.Active

    running = bot.drive(runs).match_info
    later = bot.drive(lambda packet: packet.match_info.game_time_remaining < 299).match_info
    assert {info.game_time_remaining for info in waited} == {300}
    assert 0 <= 300 - running.game_time_remaining <= running.seconds_elapsed - waited[-1].seconds_elapsed + 0.1
    passed = later.seconds_elapsed - running.seconds_elapsed
    assert running.game_time_remaining - later.game_time_remaining == pytest.approx(passed, abs=0.1)


@pytest.mark.parametrize(("length", "seconds"), [("TenMinutes", 600), ("TwentyMinutes", 1200)])
def test_clock_starts_at_the_match_length(lab, length, seconds):
    bot = lab.solo(mutators=flat.MutatorSettings(match_length=getattr(flat.MatchLengthMutator, length)))
    assert bot.of(flat.GamePacket)[0].match_info.game_time_remaining == seconds


def test_unlimited_time_counts_up(lab):
    bot = lab.solo(mutators=flat.MutatorSettings(match_length=flat.MatchLengthMutator.Unlimited))
    info = bot.of(flat.GamePacket)[0].match_info
    assert info.is_unlimited_time
    assert info.game_time_remaining == 0
    bot.drive(lambda packet: packet.match_info.game_time_remaining > 0.5)


def phases(peer):
    seen = [packet.match_info.match_phase for packet in peer.of(flat.GamePacket)]
    return [str(phase).rpartition(".")[2] for i, phase in enumerate(seen) if i == 0 or int(seen[i - 1]) != int(phase)]


def test_phases_go_from_countdown_to_active(lab):
    bot = lab.solo(instant_start=False)
    bot.drive(lambda packet: packet.match_info.match_phase == PHASE.Active)
    assert [name for name in phases(bot) if name != "Paused"] == ["Countdown", "Kickoff", "Active"]
    starts = [p for p in bot.of(flat.GamePacket) if p.match_info.match_phase == PHASE.Countdown]
    length = starts[-1].match_info.seconds_elapsed - starts[0].match_info.seconds_elapsed
    assert 2.7 < length < 3.05, "a hiccup of the machine costs packets"


def test_cars_stand_still_during_the_countdown(lab):
    lab.start(lab.bot("a"), instant_start=False)
    bot = lab.agent("a")
    bot.drive(lambda packet: packet.match_info.match_phase == PHASE.Kickoff, throttle=1.0, boost=True)
    standing = [p.players[0] for p in bot.of(flat.GamePacket) if p.match_info.match_phase == PHASE.Countdown]
    assert max(abs(car.physics.velocity.x) + abs(car.physics.velocity.y) for car in standing) < 5


def test_instant_start_has_no_countdown(lab):
    bot = lab.solo()
    bot.drive(lambda packet: packet.match_info.match_phase == PHASE.Active)
    assert "Countdown" not in phases(bot)


def test_skip_replays_skips_the_replay_after_a_goal(bot):
    score(bot)
    bot.drive(lambda packet: packet.match_info.match_phase in (PHASE.Countdown, PHASE.Kickoff))
    assert "Replay" not in phases(bot)


def test_goal_is_followed_by_a_replay(lab):
    bot = lab.solo(skip_replays=False)
    bot.drive(lambda packet: packet.match_info.match_phase == PHASE.Active)
    score(bot)
    bot.drive(lambda packet: packet.match_info.match_phase == PHASE.Replay)


def test_match_ends_when_the_maximum_score_is_reached(lab):
    bot = lab.solo(mutators=flat.MutatorSettings(max_score=flat.MaxScoreMutator.OneGoal))
    bot.set_state(
        flat.DesiredCarState(
            physics(place(0, 4300, GROUND_Z), place(0, 1800, 0), flat.RotatorPartial(0, math.pi / 2, 0))
        )
    )
    bot.set_state(ball=still(0, 4600, 93))
    packet = bot.drive(lambda packet: packet.match_info.match_phase == PHASE.Ended, throttle=1.0, boost=True)
    assert [team.score for team in packet.teams] == [1, 0]
    bot.next(flat.GamePacket)


@pytest.mark.gameplay
def test_series_continues_with_another_game(lab):
    mutators = flat.MutatorSettings(
        max_score=flat.MaxScoreMutator.OneGoal, series_length=flat.SeriesLengthMutator.ThreeGames
    )
    bot = lab.solo(mutators=mutators)
    first = score(bot)
    assert [team.score for team in first.teams] == [1, 0]
    bot.drive(lambda packet: packet.match_info.match_phase == PHASE.Ended)
    packet = bot.drive(lambda packet: packet.match_info.match_phase in (PHASE.Countdown, PHASE.Kickoff))
    assert [team.score for team in packet.teams] == [0, 0]
    assert packet.match_info.game_time_remaining == 300
    assert packet.players[0].score_info.goals == 0
    assert packet.match_info.frame_num > first.match_info.frame_num


def test_kickoff_spots_are_known_and_mirrored(lab):
    _, a, _ = lab.duel()
    blue, orange = (car.physics.location for car in a.of(flat.GamePacket)[0].players)
    spots = [(-2048, -2560), (2048, -2560), (-256, -3840), (256, -3840), (0, -4608)]
    assert min(math.dist((blue.x, blue.y), spot) for spot in spots) < 5
    assert (orange.x, orange.y) == pytest.approx((-blue.x, -blue.y), abs=5)
