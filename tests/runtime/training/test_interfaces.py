"""The environment through gymnasium, PettingZoo and RLGym, with their own checks, for every registered id."""

import gc
import json
import os
import subprocess
import sys
import zlib
from functools import partial
from pathlib import Path

import gymnasium
import kickabout
import numpy as np
import psutil
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import parallel_api_test, parallel_seed_test

from runtime.training.interfaces.registration import SPECIFICATIONS
from runtime.training.specification import Component, EnvironmentSpec

ROOT = Path(__file__).resolve().parents[3]
SHORT = {"truncations": ["no_touch", {"name": "time_limit", "parameters": {"seconds": 1.0}}]}


def vector(name, count, **changes):
    return gymnasium.make_vec(name, num_envs=count, **changes)


@pytest.mark.parametrize("name", SPECIFICATIONS)
def test_gymnasium_accepts_every_id(name):
    environment = gymnasium.make(name, render_mode="rgb_array")
    check_env(environment.unwrapped)
    environment.close()
    environment.close()


@pytest.mark.timeout(300)
def test_the_memory_of_a_thousand_dropped_environments_is_freed():
    makers = [
        lambda: kickabout.Environment(EnvironmentSpec(orange=0)),
        lambda: gymnasium.make("Kickabout/ReachBall-v0"),
        lambda: vector("Kickabout/ScoreGoal-v0", 1),
        lambda: kickabout.ParallelEnv(orange=0),
    ]
    process, least = psutil.Process(), 0
    for number in range(1000):
        environment = makers[number % len(makers)]()
        if number % 50 < len(makers):
            environment.reset()
        if number % 50 == len(makers):
            del environment
            gc.collect()
            size = process.memory_info().rss
            least = least or size
            assert size - least < 40 * 2**20, f"after {number} environments"


@pytest.mark.parametrize("name", SPECIFICATIONS)
def test_pettingzoo_accepts_every_id(name, capsys):
    spec = SPECIFICATIONS[name]
    parallel_api_test(kickabout.ParallelEnv(spec), num_cycles=15)
    parallel_seed_test(lambda: kickabout.ParallelEnv(spec), num_cycles=10)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_pettingzoo_accepts_self_play(size, capsys):
    make = lambda: kickabout.ParallelEnv(blue=size, orange=size, **SHORT)  # noqa: E731 - what the test wants
    parallel_api_test(make(), num_cycles=15)
    parallel_seed_test(make, num_cycles=10)
    assert make().possible_agents == [f"{team}_{n}" for team in ("blue", "orange") for n in range(size)]


def test_every_id_is_of_a_game_size_or_a_task():
    names = {name for name in gymnasium.registry if name.startswith("Kickabout/")}
    assert names == set(SPECIFICATIONS)
    assert {f"Kickabout/Soccar-{n}v{n}-v0" for n in (1, 2, 3)} | {"Kickabout/ReachBall-v0"} <= names


@pytest.mark.parametrize("imports", ["kickabout, gymnasium", "gymnasium, kickabout"])
def test_the_import_registers_the_ids_and_loads_no_physics(imports):
    code = f"import {imports}, sys; print('RocketSim' in sys.modules, gymnasium.spec('Kickabout/ReachBall-v0').id)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=100
    )
    assert done.stdout.split() == ["False", "Kickabout/ReachBall-v0"]


def test_a_vector_is_batched_and_says_how_it_resets():
    environment = vector("Kickabout/ReachBall-v0", 3, **SHORT)
    assert type(environment.unwrapped) is kickabout.VectorEnv
    assert environment.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = environment.reset(seed=4)
    assert observations in environment.observation_space
    assert not infos
    for _ in range(15):
        observations, _, _, truncated, infos = environment.step(environment.action_space.sample())
    assert truncated.all()
    assert infos["_final_obs"].all()
    assert infos["final_info"]["seconds"].tolist() == [1.0] * 3
    assert not np.array_equal(infos["final_obs"][0], observations[0])


def test_a_vector_plays_like_single_environments():
    many = vector("Kickabout/Soccar-1v1-v0", 3, **SHORT)
    singles = [gymnasium.make("Kickabout/Soccar-1v1-v0", disable_env_checker=True, **SHORT) for _ in range(3)]
    observations, _ = many.reset(seed=11)
    alone = [single.reset(seed=11 + index)[0] for index, single in enumerate(singles)]
    assert np.array_equal(observations, alone)
    many.action_space.seed(3)
    for _ in range(40):
        actions = many.action_space.sample()
        observations, rewards, _, truncated, infos = many.step(actions)
        for index, single in enumerate(singles):
            observation, reward, terminated, cut, _ = single.step(actions[index])
            assert cut == truncated[index]
            if terminated or cut:
                assert np.array_equal(infos["final_obs"][index], observation)
                observation, _ = single.reset()
            assert np.array_equal(observations[index], observation)
            assert rewards[index] == pytest.approx(reward)


def test_a_mask_of_resets_is_refused():
    environment = vector("Kickabout/ReachBall-v0", 2)
    environment.reset(seed=1, options={"mine": 1})
    with pytest.raises(ValueError, match="reset_mask"):
        environment.reset(options={"reset_mask": np.array([True, False])})


def test_copies_share_no_buffers():
    one, two = vector("Kickabout/ReachBall-v0", 2), vector("Kickabout/ReachBall-v0", 2)
    first, _ = one.reset(seed=1)
    kept = first.copy()
    second, _ = two.reset(seed=2)
    results = [environment.step(np.zeros(2, np.int64)) for environment in (one, two, one)]
    assert np.array_equal(first, kept)
    arrays = [first, second, *(array for result in results for array in result[:4])]
    assert not any(np.shares_memory(a, b) for i, a in enumerate(arrays) for b in arrays[:i])


def test_a_vector_of_self_play_has_one_environment_for_each_agent():
    environment = kickabout.VectorEnv(8, blue=2, orange=2)
    observations, _ = environment.reset(seed=1)
    assert observations.shape == (8, 132)
    assert environment.environment.arenas == 2
    with pytest.raises(ValueError, match="multiple of the 4 agents"):
        kickabout.VectorEnv(6, blue=2, orange=2)


def test_an_env_of_gymnasium_has_one_agent():
    with pytest.raises(ValueError, match="set controlled to 'one'"):
        kickabout.GymnasiumEnv(blue=2, orange=0)


def test_fields_can_be_changed_by_name():
    environment = gymnasium.make("Kickabout/Soccar-1v1-v0", tick_skip=4, actions="continuous")
    assert environment.unwrapped.environment.spec.tick_skip == 4
    assert environment.action_space == gymnasium.spaces.Box(-1.0, 1.0, (8,), np.float32)
    with pytest.raises(kickabout.SpecificationError, match="tick_skips: This key is unknown"):
        gymnasium.make("Kickabout/Soccar-1v1-v0", tick_skips=4)


def test_fields_can_be_changed_to_components():
    start = Component(name="random", parameters={"ball_speed": 0.0})
    for made in (gymnasium.make("Kickabout/Soccar-1v1-v0", start=start).unwrapped, kickabout.ParallelEnv(start=start)):
        assert made.environment.spec.start == start


def test_a_parallel_environment_without_agents_says_what_to_do():
    environment = kickabout.ParallelEnv(**SHORT)
    with pytest.raises(RuntimeError, match="reset"):
        environment.step({})
    environment.reset()
    while environment.agents:
        environment.step(dict.fromkeys(environment.agents, 0))
    with pytest.raises(RuntimeError, match="after the end of an episode"):
        environment.step({"blue_0": 0, "orange_0": 0})


def test_the_registered_specifications_have_a_json_form():
    for name, spec in SPECIFICATIONS.items():
        written = gymnasium.spec(name).to_json()
        assert EnvironmentSpec.from_json(json.loads(written)["kwargs"]["spec"]) == spec


def test_rlgym_gets_dictionaries_by_agent():
    environment = kickabout.rlgym_environment(seed=3, **SHORT)
    observations = environment.reset()
    assert list(observations) == environment.agents == ["blue_0", "orange_0"]
    assert environment.observation_spaces == dict.fromkeys(environment.agents, ("real", 92))
    assert environment.action_spaces == dict.fromkeys(environment.agents, ("discrete", 90))
    last = None
    for _ in range(15):
        last, rewards, terminated, truncated = environment.step({agent: np.array([8]) for agent in environment.agents})
    assert set(rewards) == set(environment.agents)
    assert truncated == dict.fromkeys(environment.agents, True)
    assert terminated == dict.fromkeys(environment.agents, False)
    assert not np.array_equal(environment.reset()["blue_0"], last["blue_0"])
    continuous = kickabout.rlgym_environment(actions={"name": "continuous"})
    continuous.reset()
    continuous.step({agent: np.zeros(8) for agent in continuous.agents})


@pytest.mark.parametrize("extra", [0, 1])
@pytest.mark.parametrize("is_rlgym", [False, True])
def test_a_reset_after_a_step_beyond_the_end_of_an_episode_begins_another_one(is_rlgym, extra):
    changes = {**SHORT, "orange": 0, "controlled": "one", "start": "random"}
    action = {"blue_0": np.array([16])} if is_rlgym else 16

    def begun(steps, resets):
        if is_rlgym:
            env = kickabout.rlgym_environment(**changes)
            env.reset()
        else:
            env = kickabout.GymnasiumEnv(**changes)
            env.reset(seed=0)
        for _ in range(steps):
            env.step(action)
        found = [env.reset() for _ in range(resets)][-1]
        return found["blue_0"] if is_rlgym else found[0]

    assert np.array_equal(begun(15 + extra, 1), begun(15, 1 + extra))


def test_seeds_may_be_integers_of_numpy():
    changes = {"start": "random", "orange": 0, "controlled": "one"}
    for make in (kickabout.GymnasiumEnv, partial(kickabout.VectorEnv, 2), kickabout.ParallelEnv):
        found = []
        for seed in (3, np.int64(3), np.uint32(3)):
            begun = make(**changes).reset(seed=seed)[0]
            found.append(np.ravel(begun["blue_0"] if isinstance(begun, dict) else begun))
        assert all(np.array_equal(found[0], one) for one in found)
    vectors = [kickabout.VectorEnv(2, **changes) for _ in range(2)]
    assert np.array_equal(vectors[0].reset(seed=[3, 4])[0], vectors[1].reset(seed=np.array([3, 4]))[0])
    env = kickabout.rlgym_environment(seed=np.int64(3), **{**changes, **SHORT})
    env.reset()
    (episode,) = next(result.episodes for _ in range(20) if (result := env.environment.step([[0]])).episodes)
    assert json.dumps(episode.seed) == "3"


@pytest.mark.parametrize("make", [partial(kickabout.GymnasiumEnv, controlled="one"), kickabout.ParallelEnv])
def test_a_render_mode_that_does_not_exist_is_refused(make):
    assert make().render() is None
    with pytest.raises(ValueError, match="'human'; there is 'rgb_array'"):
        make(render_mode="human")
    with pytest.raises(ValueError, match="'human'; there is 'rgb_array'"):
        vector("Kickabout/ReachBall-v0", 2, render_mode="human")


def test_a_picture_shows_what_moves():
    environment = kickabout.ParallelEnv(render_mode="rgb_array", start=Component(name="random").as_json())
    environment.reset(seed=1)
    before = environment.render()
    environment.step(dict.fromkeys(environment.agents, 23))
    after = environment.render()
    assert before.shape == after.shape == (350, 508, 3)
    assert zlib.crc32(before) != zlib.crc32(after)


@pytest.mark.soak
@pytest.mark.timeout(2400)
def test_stable_baselines_accepts_every_id(torch_python):
    program = Path(__file__).with_name("sb3_program.py")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [str(torch_python), str(program)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[-1] == str(len(SPECIFICATIONS))


@pytest.mark.parametrize(
    ("package", "name"), [("gymnasium", "VectorEnv"), ("pettingzoo", "ParallelEnv"), ("rlgym", "rlgym_environment")]
)
def test_a_missing_library_is_named_with_its_extra(package, name):
    code = f"import sys; sys.modules[{package!r}] = None; import kickabout; kickabout.{name}"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False, timeout=100
    )
    assert f"{package}, of the extra train, is not installed. Install it with: " in done.stderr
