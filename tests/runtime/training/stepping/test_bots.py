"""A bot as opponent: each arena of an environment is a match with its own process of that bot."""

import os
import signal
import sys
from pathlib import Path

import numpy as np
import psutil
import pytest

from runtime.training import Component, EnvironmentSpec, RewardTerm, SpecificationError
from runtime.training.environment import Environment
from runtime.training.runs import read_run
from runtime.training.stepping.bots import BotEnvironment
from runtime.training.workers import RestartQuota, WorkerError, WorkerPool
from tests.process_table import descendants
from tests.runtime.training.runs.watching import WatchedRun, wait_until

CHASER = Path(__file__).parents[4] / "resources" / "bots" / "chaser" / "bot.toml"
FORWARD = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
STILL = [0.0] * 8
LEARNERS, ARENAS = 2, 2
ORANGE = LEARNERS
"""The bot's car comes after those of the learners."""


def bot(path=CHASER):
    return Component(name="bot", parameters={"path": str(path)})


def against(**fields):
    usual = {
        "controlled": "blue",
        "opponents": bot(),
        "actions": Component(name="continuous"),
        "start": Component(name="random", parameters={"distance": 3000.0}),
        "rewards": (RewardTerm(component=Component(name="speed")),),
        "terminations": (),
        "truncations": (Component(name="time_limit", parameters={"seconds": 1.0}),),
    }
    return EnvironmentSpec(**(usual | fields))


def programs(word, before):
    return [one for one in descendants() if one not in before and word in " ".join(one.cmdline())]


def left(before):
    """Returns the processes started since then, except the resource tracker of multiprocessing, which stays."""
    return [one for one in descendants() if one not in before and "resource_tracker" not in " ".join(one.cmdline())]


def written(folder, program):
    """Writes a bot and returns its document."""
    settings = f'[settings]\nagent_id = "test/{folder.name}"\nname = "Rival"\n'
    (folder / "bot.toml").write_text(settings + f"run_command = '\"{sys.executable}\" bot.py'\n")
    (folder / "bot.py").write_text(program)
    return folder / "bot.toml"


def play(step, actions, steps):
    return [step(np.array(actions)) for _ in range(steps)]


CRASHING = """
from rlbot.flat import ControllerState, GamePacket
from rlbot.managers import Bot

class Crashing(Bot):
    answers = 0

    def get_output(self, packet: GamePacket):
        self.answers += 1
        if self.answers > 50:
            raise SystemExit("boost is empty")
        return ControllerState(throttle=1.0)

Crashing().run()
"""


@pytest.fixture(scope="module")
def options(mesh_cache):
    return {"meshes": mesh_cache}


@pytest.fixture(scope="module")
def environment(options):
    with BotEnvironment(against(blue=LEARNERS), arenas=ARENAS, seed=5, options=options) as environment:
        yield environment


def test_agents_and_the_bot_drive_their_cars(environment):
    observations = environment.reset(seeds=5)
    assert observations.shape == (ARENAS, LEARNERS, environment.observation_size)
    assert not np.array_equal(observations[0], observations[1])
    for _ in range(10):
        result = environment.step([[FORWARD, STILL]] * ARENAS)
    for arena in range(ARENAS):
        view = environment.snapshot(arena)
        assert [car.team for car in view.cars] == [0, 0, 1]
        driving, standing = view.cars[0].speed, view.cars[1].speed
        assert driving > 300.0
        assert driving > 2 * standing
        assert view.cars[ORANGE].controls.throttle == 1.0
    assert result.rewards.shape == (ARENAS, LEARNERS)
    assert (result.rewards[:, 0] > result.rewards[:, 1]).all()
    assert result.reward_terms.shape == (ARENAS, LEARNERS, 1)


def test_episodes_end_and_the_next_ones_begin_in_the_same_step(environment):
    environment.reset(seeds=[7, None])
    episodes = []
    for _ in range(30):
        result = environment.step([[FORWARD, STILL]] * ARENAS)
        episodes += result.episodes
        if result.episodes:
            assert result.truncated.all()
            assert not result.terminated.any()
            assert not np.array_equal(result.observations, result.final_observations)
        else:
            assert np.array_equal(result.observations, result.final_observations)
    assert [(one.arena, one.seed, one.episode) for one in episodes if one.arena == 0] == [(0, 7, 0), (0, 7, 1)]
    for episode in episodes:
        assert episode.reasons == ("time_limit",)
        assert (episode.steps, episode.seconds) == (15, 1.0)
        assert episode.rewards[0] == pytest.approx(episode.reward_terms[0, 0])
        assert episode.rewards[0] > episode.rewards[1]


def test_weights_and_values_of_starts_are_parameters_and_the_physics_are_not(environment):
    try:
        environment.set_parameters({"weight.speed": 0.0, "start.car_speed": 0.0})
        environment.reset(seeds=5)
        assert environment.snapshot().cars[0].speed < 1.0
        assert not environment.step([[FORWARD, STILL]] * ARENAS).rewards.any()
    finally:
        environment.set_parameters({"weight.speed": 1.0, "start.car_speed": 500.0})
    with pytest.raises(SpecificationError, match="The match sets the physics"):
        environment.set_parameters({"physics.gravity_z": -300.0})


def test_a_bot_that_cannot_start_is_named_with_the_reason(tmp_path, options):
    path = written(tmp_path, "import nowhere_to_be_found")
    before = set(descendants())
    with pytest.raises(RuntimeError, match="nowhere_to_be_found"):
        BotEnvironment(against(opponents=bot(path)), options=options)
    assert not left(before)


def test_a_bot_that_crashes_again_and_again_ends_the_environment_with_its_error(tmp_path, options):
    path = written(tmp_path, CRASHING)
    before = set(descendants())
    with BotEnvironment(against(opponents=bot(path)), options=options) as environment:
        environment.reset()
        with pytest.raises(RuntimeError, match="boost is empty"):
            play(environment.step, [[FORWARD]], 100_000)
    assert not left(before)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"opponents": bot("nowhere/bot.toml")}, "nowhere"),
        ({"mode": "Dropshot"}, "Such a match against a bot"),
        ({"parameters": {"physics.gravity_z": -300.0}}, "The match sets the physics"),
    ],
)
def test_what_no_match_can_play_is_refused_before_anything_starts(fields, reason, options):
    before = set(descendants())
    with pytest.raises(SpecificationError, match=reason):
        BotEnvironment(against(**fields), options=options)
    assert not left(before)


def test_an_environment_within_a_process_and_one_in_a_cluster_refuse_a_bot():
    with pytest.raises(SpecificationError, match="plays in matches"):
        Environment(against())
    with pytest.raises(SpecificationError, match="on this machine"):
        WorkerPool(against(), cluster="tls://10.0.0.5:8786")


def test_workers_whose_matches_are_killed_are_restarted_within_their_quota(options):
    before = set(descendants())
    quota = RestartQuota(lifetime=1, per_period=1)
    with WorkerPool(against(), workers=2, arenas=1, seed=3, quota=quota, matches=options) as pool:
        pool.reset()
        assert len(programs("runtime.arena", before)) == len(programs("bot.py", before)) == 2
        os.kill(programs("runtime.arena", before)[0].pid, signal.SIGKILL)
        results = play(pool.step, [[FORWARD]] * 2, 2)
        assert any(result.truncated.all() for result in results)
        (restart,) = pool.statistics().restarts
        assert "A match against the bot has ended." in str(restart.cause)
        assert len(programs("runtime.arena", before)) == len(programs("bot.py", before)) == 2
        psutil.Process(pool.statistics().workers[restart.worker].pid).kill()
        with pytest.raises(WorkerError, match="No restart is left"):
            play(pool.step, [[FORWARD]] * 2, 10)
    wait_until(lambda: not left(before))


RUN = """
[run]
seed = 1
[environment]
controlled = "blue"
opponents = {{ name = "bot", path = "{path}" }}
observation = "car_frame"
actions = "continuous"
start = "random"
[learner]
name = "evolution"
steps = 8
[workers]
count = 2
arenas = 1
[[parameters]]
name = "weight.touch"
value = 0.5
[[phases]]
steps = 32
"""


def test_a_run_trains_against_a_bot(tmp_path):
    path = tmp_path / "run.toml"
    path.write_text(RUN.format(path=CHASER.as_posix()))
    assert not read_run(path).problems
    before = set(descendants())
    run = WatchedRun(path)
    result = run.end()
    assert result.view.phases[0].steps >= 32, run.explained()
    assert result.view.checkpoints
    wait_until(lambda: not left(before))
