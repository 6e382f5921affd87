"""PPO: what happens without stable-baselines3, and, where it is, that it learns."""

import numpy as np
import pytest

from runtime.training.extras import MissingExtraError
from runtime.training.learners import LEARNERS, LearnerSetup
from tests.bench import learning

try:
    import stable_baselines3
except ImportError:
    stable_baselines3 = None


@pytest.mark.skipif(stable_baselines3 is not None, reason="stable-baselines3 is installed here")
def test_a_missing_library_is_named_with_its_extra():
    with pytest.raises(MissingExtraError, match=r"stable-baselines3 is not installed.*kickabout\[ppo\]"):
        LEARNERS["ppo"](LearnerSetup(interface={}, observation_size=3))


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
