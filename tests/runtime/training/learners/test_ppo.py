"""PPO of stable-baselines3 and rlgym-learn: the error without them, and learning if they are installed."""

import json
import subprocess
from importlib.util import find_spec

import numpy as np
import pytest

from bench import learning
from runtime.extras import MissingExtraError
from runtime.training.learners import LEARNERS, LearnerSetup


@pytest.mark.parametrize(
    ("name", "package", "extra"),
    [("ppo", "stable-baselines3", "ppo"), ("rlgym_learn", "rlgym-learn-algos", "rlgym-learn")],
)
def test_a_missing_library_is_named_with_the_command_that_installs_it(name, package, extra):
    if find_spec(package.replace("-", "_")) is not None:
        pytest.skip(f"{package} is installed here")
    with pytest.raises(
        MissingExtraError, match=f"^{package}, of the extra {extra}, is not installed.* -m pip install {package}$"
    ):
        LEARNERS[name](LearnerSetup(interface={}, observation_size=3))


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_ppo_improves_its_mean_reward_and_its_policy_is_exported(capsys):
    run = learning.learn_by_ppo(learning.torch_python(is_made=True))
    with capsys.disabled():
        print(f"\nPPO: {run}")
    assert run["is_good"]
    assert run["is_same"] == [True, True]
    rewards = [reward for _, _, reward in run["curve"]]
    assert np.mean(rewards[-3:]) > rewards[0] + 1.0
    assert run["curve"][-1][0] <= 1.05 * learning.PPO_STEPS


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_rlgym_learn_learns_from_our_workers_and_its_policy_is_exported():
    python = learning.torch_python(is_made=True)
    command = [python, "-m", "tests.runtime.training.learners.rlgym_learn_program", "2500"]
    done = subprocess.run(command, cwd=learning.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert len(said["steps"]) == 5
    assert said["episodes"] > 0
    assert said["learned"]
    assert said["same"] == [True, True]
