"""Runs the check of stable-baselines3 for every registered id, in the environment that `torch_python` makes."""

import warnings

import gymnasium
import kickabout  # noqa: F401 - registers the ids
from stable_baselines3.common.env_checker import check_env

warnings.simplefilter("error")
names = [name for name in gymnasium.registry if name.startswith("Kickabout/")]
for name in names:
    check_env(gymnasium.make(name).unwrapped)
print(len(names))
