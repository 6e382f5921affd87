"""Games that compare policies: in this process, and as real matches."""

import json
from dataclasses import replace

import numpy as np
import pytest

from resources.examples import example_bots
from runtime.games import ArenaGame
from runtime.records.ratings import standings
from runtime.training.environment import Environment
from runtime.training.evaluation.games import PolicyPlayer, PolicyRefusedError, StandIn, UnplayableError, play_games
from runtime.training.evaluation.matches import BotPlayer, MatchSettings, play_matches
from runtime.training.learners import Policy
from runtime.training.specification import Component, EnvironmentSpec
from tests.runtime.training.parts import Diary

SIZE = 26


def player(key, *, steering=6.0, throttle=1.0, observation="car_frame", size=SIZE, tick_skip=8, action_delay=0):
    weights, bias = np.zeros((size, 8)), np.zeros(8)
    weights[3, 1] = steering
    bias[0] = throttle
    interface = {
        "observation": {"name": observation, "parameters": {}},
        "actions": {"name": "continuous", "parameters": {}},
        "tick_skip": tick_skip,
        "action_delay": action_delay,
        "blue": 1,
        "orange": 1,
    }
    return PolicyPlayer(key=key, policy=Policy({"w0": weights, "b0": bias}, interface=interface))


def test_games_of_policies_repeat_and_count():
    chaser, idler = player("chaser", tick_skip=4), player("idler", throttle=0.0)
    games = list(play_games(chaser, idler, seeds=range(9), seconds=8.0))
    assert games == list(play_games(chaser, idler, seeds=range(9), seconds=8.0))
    assert [game.seed for game in games] == list(range(9))
    assert {(game.blue, game.orange, game.seconds) for game in games} == {("chaser", "idler", 8.0)}
    games += play_games(idler, chaser, seeds=range(9), seconds=8.0)
    assert sum(sum(game.score) for game in games)
    assert standings(games)[0].name == "chaser"


def test_a_stand_in_beats_a_car_that_stands():
    games = list(play_games(player("idler", throttle=0.0), StandIn(skill="AllStar"), seeds=[1, 2], seconds=20.0))
    assert all(game.orange == "stand-in AllStar" for game in games)
    assert sum(game.score[1] for game in games) > sum(game.score[0] for game in games)


def test_a_policy_for_another_size_of_teams_is_refused():
    small = player("small", observation="default", size=172)
    with pytest.raises(UnplayableError, match="small observes 172 values; a game 1 against 1"):
        list(play_games(small, StandIn(), seeds=[1], seconds=1.0))


@pytest.mark.parametrize("delay", [0, 3, 7])
def test_a_policy_plays_a_game_as_in_training(delay):
    def begin():
        places, Diary.seen[:] = Diary.seen[:], []
        return places

    own = f"{Diary.__module__}:{Diary.__name__}"
    diary = replace(player("diary", observation=own, action_delay=delay), custom=frozenset([own]))
    begin()
    list(play_games(diary, player("idler", throttle=0.0, steering=0.0), seeds=[3], seconds=2.5))
    played = begin()
    environment = Environment(
        EnvironmentSpec(
            controlled="blue",
            action_delay=delay,
            observation=Component(name=own),
            actions=Component(name="continuous"),
            rewards=(),
            terminations=(),
        )
    )
    observations = environment.reset(3)
    for _ in range(len(played) - 1):
        observations = environment.step(diary.policy.act(observations[0])[None]).observations
    assert len(played) > 30
    assert played == begin()


@pytest.mark.parametrize("named", ["own_trap:Trap", ".custom_own_trap:Trap", "subprocess:Popen"])
def test_a_policy_file_imports_no_class_that_the_run_does_not_name(tmp_path, monkeypatch, named):
    (tmp_path / "own_trap.py").write_text("raise SystemExit")
    monkeypatch.syspath_prepend(tmp_path)
    trap = replace(player("trap", observation=named), file=tmp_path / "policy.npz")
    with pytest.raises(PolicyRefusedError) as caught:
        list(play_games(trap, StandIn(), seeds=[1], seconds=1.0))
    assert all(
        part in str(caught.value) for part in (str(trap.file), f"class {named}", "Name the class in the document")
    )


def test_a_class_that_cannot_be_made_is_refused_with_the_reason():
    own = f"{Diary.__module__}:Nothing"
    with pytest.raises(
        UnplayableError, match=r"own cannot be played, because of its 'observation': .* has no class 'Nothing'"
    ):
        list(
            play_games(
                replace(player("own", observation=own), custom=frozenset([own])), StandIn(), seeds=[1], seconds=1.0
            )
        )


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        *(("tick_skip", value, "from 1 to 120") for value in (None, "8", 0, 121)),
        *(("action_delay", value, "from 0 to 7") for value in (-1, 0.5, 8)),
        ("actions", None, "A table is expected here"),
    ],
)
def test_a_policy_that_does_not_say_how_it_plays_is_refused(key, value, said):
    whole = player("odd")
    odd = replace(whole, policy=whole.policy.with_interface({**whole.policy.interface, key: value}))
    with pytest.raises(PolicyRefusedError, match=f"odd cannot be played, because of its '{key}': .*{said}"):
        list(play_games(odd, StandIn(), seeds=[1], seconds=1.0))


def test_bots_play_real_matches_in_lockstep_with_the_same_result_for_a_seed(mesh_cache):
    striker, chaser = (
        BotPlayer(key=name, document=example_bots() / name / "bot.toml") for name in ("striker", "chaser")
    )
    settings = MatchSettings(game=ArenaGame(meshes=mesh_cache))
    (one,) = play_matches(striker, chaser, seeds=[3], seconds=4.0, settings=settings)
    (two,) = play_matches(striker, chaser, seeds=[3], seconds=4.0, settings=settings)
    assert one == two
    assert (one.blue, one.orange, one.seed, one.reason) == ("striker", "chaser", 3, "")
    assert one.seconds == pytest.approx(4.0, abs=0.1)


def test_a_bot_that_does_not_start_is_noted_with_the_reason_and_does_not_count(tmp_path, mesh_cache):
    (tmp_path / "bot.toml").write_text(
        '[settings]\nagent_id = "tests/broken"\nname = "Broken"\nrun_command = "python nothing.py"\n'
        f"run_command_linux = {json.dumps('python3 nothing.py')}\n"
    )
    broken = BotPlayer(key="broken", document=tmp_path / "bot.toml")
    chaser = BotPlayer(key="chaser", document=example_bots() / "chaser" / "bot.toml")
    (game,) = play_matches(
        broken, chaser, seeds=[1], seconds=5.0, settings=MatchSettings(game=ArenaGame(meshes=mesh_cache))
    )
    assert "Broken" in game.reason
    assert standings([game]) == ()


def test_a_bot_that_is_not_there_is_refused(tmp_path):
    chaser = BotPlayer(key="chaser", document=example_bots() / "chaser" / "bot.toml")
    nothing = BotPlayer(key="nothing", document=tmp_path / "bot.toml")
    with pytest.raises(UnplayableError, match="A match of chaser against nothing cannot be played"):
        list(play_matches(chaser, nothing, seeds=[1], seconds=5.0))


def test_a_stopped_evaluation_plays_no_further_match(mesh_cache):
    striker = BotPlayer(key="striker", document=example_bots() / "striker" / "bot.toml")
    settings = MatchSettings(game=ArenaGame(meshes=mesh_cache), is_stopped=lambda: True)
    assert list(play_matches(striker, striker, seeds=[1, 2], seconds=5.0, settings=settings)) == []
