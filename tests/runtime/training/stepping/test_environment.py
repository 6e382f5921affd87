"""The gymnasium environment over step mode: in a real match against a real bot, and after that match is killed."""

import os
import signal
import socket
import sys
import time
from pathlib import Path

import kickabout
import numpy as np
import psutil
import pytest
from gymnasium.utils.env_checker import check_env

from runtime.documents import Car, CarKind, Match, read_bot
from runtime.training.specification import SpecificationError
from runtime.training.stepping import StepError, environment
from runtime.training.stepping import match as step_match
from tests.process_table import descendants

BOT = Path(__file__).parents[4] / "resources" / "bots" / "chaser" / "bot.toml"


def match_against_a_bot():
    bot = read_bot(BOT).value
    learner = Car(kind=CarKind.BOT, team=1, name="Learner", agent_id="test/learner")
    other = Car(
        kind=CarKind.BOT,
        team=0,
        name="Chaser",
        agent_id=bot.agent_id,
        root_dir=bot.root_dir,
        run_command=bot.run_command,
        environment=bot.environment,
    )
    return Match(cars=(learner, other))


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@pytest.fixture(scope="module")
def env(mesh_cache):
    env = kickabout.StepEnv(
        match_against_a_bot(),
        {"tick_skip": 6, "start": "random"},
        port=free_port(),
        pause_s=0.2,
        options={"meshes": mesh_cache},
    )
    yield env
    env.close()


def arenas():
    """Returns the arena processes below this one."""
    found = []
    for process in psutil.Process().children(recursive=True):
        try:
            if "runtime.arena" in process.cmdline():
                found.append(process)
        except psutil.Error:
            continue
    return found


def test_a_step_before_the_first_reset_is_refused(mesh_cache):
    env = kickabout.StepEnv(match_against_a_bot(), port=free_port(), options={"meshes": mesh_cache})
    try:
        with pytest.raises(RuntimeError, match="reset"):
            env.step(0)
    finally:
        env.close()


def test_it_is_an_environment_of_gymnasium(mesh_cache):
    """The other car is a stand-in, because a bot that is late on a busy machine would make steps differ."""
    learner = Car(kind=CarKind.BOT, name="Learner", agent_id="test/learner")
    match = Match(cars=(learner, Car(kind=CarKind.PSYONIX, team=1)))
    env = kickabout.StepEnv(match, port=free_port(), pause_s=0.2, options={"meshes": mesh_cache})
    try:
        check_env(env, skip_render_check=True)
    finally:
        env.close()


def test_every_step_is_as_long_as_the_tick_skip_and_the_bot_plays(env):
    env.reset(seed=4)
    client = env._match.client
    before = client.observe()
    for count in range(1, 20):
        observation, reward, terminated, truncated, _ = env.step(0)
        assert client.observe()["frame"] == before["frame"] + 6 * count
        assert observation.dtype == np.float32
        assert not terminated
        assert not truncated
    after = client.observe()
    assert after["cars"][1]["controls"][0] == 1.0
    assert after["cars"][1]["location"] != before["cars"][1]["location"]
    assert reward != 0.0


def test_episodes_begin_at_the_starts_of_the_specification(env):
    first, _ = env.reset(seed=7)
    ball = env._match.client.observe()["ball"]["location"]
    second, _ = env.reset()
    again, _ = env.reset(seed=7)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, second)
    assert ball[:2] != [0.0, 0.0]


@pytest.mark.parametrize(("wrong", "sentence"), [(-1, "no action"), (90, "no action"), ([1, 2], "shape")])
def test_an_action_that_does_not_exist_is_refused(env, wrong, sentence):
    env.reset(seed=1)
    with pytest.raises(ValueError, match=sentence):
        env.step(wrong)
    env.step(np.array([1]))


def test_a_crash_truncates_the_episode_and_the_run_goes_on(env):
    for crash in range(1, 3):
        before = env.restarts
        env.reset(seed=crash)
        last, *_ = env.step(0)
        (arena,) = arenas()
        os.kill(arena.pid, signal.SIGKILL)
        observation, reward, terminated, truncated, info = env.step(0)
        assert np.array_equal(observation, last)
        assert (reward, terminated, truncated, info["reasons"]) == (0.0, False, True, ("crash",))
        assert env.restarts > before, "once, or again if another program has just taken the next port"
        assert len(arenas()) == 1
    env.reset(seed=3)
    assert not env.step(0)[3]


@pytest.mark.parametrize("code", ["step-match-over", "step-not-enabled", "step-unanswered"])
def test_a_match_that_ended_or_hangs_between_two_steps_counts_as_a_crash(env, monkeypatch, code):
    env.reset(seed=5)
    seconds = 6 * 4 / 120
    for _ in range(4):
        last, *_ = env.step(0)

    def refused(*_, **__):
        raise StepError("No.", code)

    monkeypatch.setattr(env._match.client, "step", refused)
    observation, _, _, truncated, info = env.step(0)
    assert np.array_equal(observation, last)
    assert truncated
    assert info == {"reasons": ("crash",), "error": "No.", "seconds": seconds, "score": (0, 0)}
    env.reset(seed=6)
    assert not env.step(0)[3]


def test_an_interrupt_while_the_match_starts_leaves_nothing_running(mesh_cache, monkeypatch):
    before = set(arenas())
    started = []

    def interrupted(*_, **__):
        while set(arenas()) <= before:
            time.sleep(0.02)
        started.extend(set(arenas()) - before)
        raise KeyboardInterrupt

    monkeypatch.setattr(step_match, "StepClient", interrupted)
    with pytest.raises(KeyboardInterrupt):
        kickabout.StepEnv(match_against_a_bot(), port=free_port(), options={"meshes": mesh_cache})
    assert started
    assert set(arenas()) <= before


def test_a_real_crash_loop_ends_with_its_quota_and_leaves_nothing(mesh_cache, tmp_path):
    """Every match fails, because the bot crashes before it is ready."""
    (tmp_path / "bot.toml").write_text(
        f"[settings]\nagent_id = 'test/broken'\nname = 'Broken'\nrun_command = '\"{sys.executable}\" bot.py'\n"
    )
    (tmp_path / "bot.py").write_text("import nowhere_to_be_found\n")
    (tmp_path / "learner.toml").write_text("[settings]\nagent_id = 'test/learner'\nname = 'Learner'\n")
    match = tmp_path / "match.toml"
    match.write_text(
        '[[cars]]\nconfig_file = "learner.toml"\nauto_start = false\n[[cars]]\nteam = 1\nconfig_file = "bot.toml"\n'
    )
    before = set(descendants())
    with pytest.raises(RuntimeError, match=r"restarted 2 times without a step between.*nowhere_to_be_found"):
        kickabout.StepEnv(match, port=free_port(), pause_s=0.1, most_restarts=2, options={"meshes": mesh_cache})
    assert set(descendants()) <= before


def test_a_match_without_a_car_for_the_learner_is_refused_with_the_reason(mesh_cache):
    match = Match(cars=(Car(kind=CarKind.PSYONIX, team=1),))
    with pytest.raises(StepError, match="Every car has a driver"):
        kickabout.StepEnv(match, port=free_port(), options={"meshes": mesh_cache})


def test_a_match_with_other_cars_ends_the_environment(mesh_cache, monkeypatch):
    """Another match is started in the window."""
    first = {"cars": [0], "names": ["A"], "pad_locations": [], "pad_is_big": [], "state": {"cars": [{"team": 0}]}}
    second = {**first, "state": {"cars": [{"team": 0}, {"team": 1}]}}

    class Attached:
        def __init__(self, *_, **__):
            self.description, self.client = descriptions.pop(0), self

        def reset(self, **_):
            raise StepError("Over.", "step-match-over")

        def close(self):
            """There is nothing to close."""

    descriptions = [first, second]
    monkeypatch.setattr(environment, "AttachedMatch", Attached)
    env = kickabout.StepEnv(pause_s=0.0)
    with pytest.raises(RuntimeError, match="other cars"):
        env.reset(seed=1)


def test_unusable_entries_are_named():
    with pytest.raises(SpecificationError, match="The match sets the physics"):
        kickabout.StepEnv(match_against_a_bot(), parameters={"physics.gravity_z": -300.0})
    with pytest.raises(ValueError, match="nowhere"):
        kickabout.StepEnv("nowhere/match.toml")


@pytest.fixture
def shooting(mesh_cache):
    """Every start is a shot into orange's goal; an episode lasts three seconds."""
    learner = Car(kind=CarKind.BOT, name="Learner", agent_id="test/learner")
    shot = {"ball": [0.0, 4800.0, 300.0], "velocity": [0.0, 2000.0, 0.0], "cars": [[0.0, -3000.0, 0.0, 0.0, 0.0]]}
    env = kickabout.StepEnv(
        Match(cars=(learner,)),
        {
            "tick_skip": 60,
            "start": {"name": "tests.runtime.training.parts:Fixed", "parameters": shot},
            "terminations": [],
            "truncations": [{"name": "time_limit", "parameters": {"seconds": 3.0}}],
        },
        port=free_port(),
        pause_s=0.2,
        options={"meshes": mesh_cache},
    )
    yield env
    env.close()


def test_time_limits_apply_and_all_goals_of_an_episode_count(shooting):
    for _ in range(2):
        shooting.reset(seed=1)
        results = []
        while len(results) < 10 and not (results and results[-1][3]):
            results.append(shooting.step(0))
        *_, info = results[-1]
        assert info["reasons"] == ("time_limit",)
        assert 3.0 <= info["seconds"] < 3.6
        assert info["score"][0] >= 2


def test_a_crash_at_the_kickoff_after_a_goal_truncates_too(shooting, monkeypatch):
    shooting.reset(seed=1)
    client = shooting._match.client
    reset = client.reset

    def killed(**given):
        newest = max(arenas(), key=lambda arena: arena.create_time())  # other tests of this module have an arena too
        os.kill(newest.pid, signal.SIGKILL)
        return reset(**given)

    monkeypatch.setattr(client, "reset", killed)
    results = [shooting.step(0)]
    while not results[-1][3]:
        results.append(shooting.step(0))
    assert results[-1][4]["reasons"] == ("crash",)
    assert results[-1][1] > 0.0
    shooting.reset()
    assert not shooting.step(0)[3]
