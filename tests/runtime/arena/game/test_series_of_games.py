"""A series in the arena: each game starts from nothing but the number of games won."""

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.game.rules import BREAK_FRAMES, GOAL_FRAMES
from runtime.documents.model import Car, Match
from runtime.model.series import GameScore, Series
from runtime.model.states import Phase
from tests.runtime.arena.game.trial import advance, drive, place, player_of, playing

pytestmark = pytest.mark.usefixtures("walls")


def series(**changes):
    return playing(mutators={"series_length": "ThreeGames", "max_score": "OneGoal", **changes})


def shoot(game, car=0):
    """The car shoots into the other team's goal; plays on until the end of the game."""
    y = 1.0 if car == 0 else -1.0
    place(game, car=car, at=(0.0, y * 4300.0, 17.0), speed=(0.0, y * 1800.0, 0.0), yaw=y * 1.5708)
    place(game, ball=((0.0, y * 4600.0, 93.0), (0.0, 0.0, 0.0)))
    drive(game, car, throttle=1.0, boost=True)
    for _ in range(240):
        advance(game)
        if game.phase is Phase.GOAL_SCORED:
            break
    drive(game, car)
    advance(game, GOAL_FRAMES)
    assert game.phase is Phase.ENDED


def next_game(game):
    advance(game, BREAK_FRAMES)
    assert game.phase is Phase.KICKOFF


def test_a_game_of_a_series_ends_and_the_next_begins_with_nothing():
    game = series()
    shoot(game)
    assert not game.is_over
    assert game.winner is None
    packet = game.packet()
    assert [team.score for team in packet.teams] == [1, 0]
    assert packet.players[0].accolades[:2] == ["Win", "MVP"]
    assert packet.players[1].accolades[0] == "Loss"
    assert packet.players[0].score_info.goals == 1
    assert packet.players[0].latest_touch is not None
    before = packet.players[0].physics.location

    advance(game, BREAK_FRAMES - 1)
    packet = game.packet()
    assert packet.match_info.match_phase == flat.MatchPhase.Ended
    assert packet.players[0].accolades == []
    assert packet.players[0].physics.location.y == before.y
    frames = game.frame_num
    advance(game)

    packet = game.packet()
    assert game.frame_num == frames + 1
    assert (game.phase, game.score, packet.match_info.game_time_remaining) == (Phase.KICKOFF, (0, 0), 300.0)
    assert packet.match_info.seconds_elapsed == pytest.approx((frames + 1) / 120)
    assert [player.score_info.score for player in packet.players] == [0, 0]
    assert packet.players[0].score_info.goals == 0
    assert [player.latest_touch for player in packet.players] == [None, None]
    assert [player.boost for player in packet.players] == pytest.approx([33.333, 33.333], abs=0.1)
    assert all(pad.is_active for pad in packet.boost_pads)
    assert len(packet.balls) == 1


def test_a_taken_pad_is_there_again_in_the_next_game():
    game = series()
    index, big = next((i, pad) for i, pad in enumerate(game.field_info().boost_pads) if pad.is_full_boost)
    place(game, car=1, at=(big.location.x, big.location.y, 17.0), boost=0)
    advance(game, 2)
    shoot(game)
    advance(game, BREAK_FRAMES - 1)
    assert not game.packet().boost_pads[index].is_active
    advance(game)
    assert all(pad.is_active for pad in game.packet().boost_pads)


def test_the_majority_wins_the_match():
    game = series()
    shoot(game, 1)
    next_game(game)
    shoot(game, 0)
    assert game.series == Series(length=3, games=(GameScore(score=(0, 1), winner=1), GameScore(score=(1, 0), winner=0)))
    assert not game.is_over
    next_game(game)
    shoot(game, 1)
    assert (game.is_over, game.winner, game.series.won) == (True, 1, (1, 2))
    assert player_of(game, 1).accolades[0] == "Win"
    frames = game.frame_num
    advance(game, BREAK_FRAMES + 1)
    assert (game.phase, game.frame_num) == (Phase.ENDED, frames)


def test_freeplay_is_no_series():
    game = playing(mutators={"series_length": "ThreeGames"}, freeplay=True)
    assert game.series is None


def test_the_cars_of_a_break_can_be_exchanged():
    game = series()
    shoot(game)
    advance(game, 10)
    after = game.recast(Match(cars=(Car(name="Bot 0"),)), {0: 0})
    assert (after.phase, after.is_over, after.series.won) == (Phase.ENDED, False, (1, 0))
    assert after.packet().players[0].score_info.goals == 1
    advance(after, BREAK_FRAMES - 10)
    assert (after.phase, after.score, after.packet().players[0].score_info.goals) == (Phase.KICKOFF, (0, 0), 0)


def test_the_same_seed_gives_the_same_series():
    digests = []
    for _ in range(2):
        game = series()
        for car in (0, 1):
            shoot(game, car)
            next_game(game)
        advance(game, 60)
        digests.append((game.state_hash(), game.series))
    assert digests[0] == digests[1]
