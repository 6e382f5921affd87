"""Steps per second of `rlgym` and `rlgym-learn`, as one JSON object; runs in an environment of their own.

`python rlgym_program.py single|learn CARS_PER_TEAM SECONDS`
"""

import json
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from rlgym.api import RLGym
from rlgym.rocket_league.action_parsers import LookupTableAction, RepeatAction
from rlgym.rocket_league.done_conditions import AnyCondition, GoalCondition, NoTouchTimeoutCondition, TimeoutCondition
from rlgym.rocket_league.obs_builders import DefaultObs
from rlgym.rocket_league.reward_functions import CombinedReward, GoalReward, TouchReward
from rlgym.rocket_league.sim import RocketSimEngine
from rlgym.rocket_league.state_mutators import FixedTeamSizeMutator, KickoffMutator, MutatorSequence

CHUNK = 50
WARM_UP_S = 1.0
PROCESSES = 2


def make(cars):
    """The environment that `bench.training` builds with Kickabout."""
    return RLGym(
        state_mutator=MutatorSequence(FixedTeamSizeMutator(blue_size=cars, orange_size=cars), KickoffMutator()),
        obs_builder=DefaultObs(zero_padding=None),
        action_parser=RepeatAction(LookupTableAction(), repeats=8),
        reward_fn=CombinedReward((GoalReward(), 10.0), (TouchReward(), 0.5)),
        termination_cond=GoalCondition(),
        truncation_cond=AnyCondition(NoTouchTimeoutCondition(30.0), TimeoutCondition(300.0)),
        transition_engine=RocketSimEngine(),
    )


class Clock:
    """Median steps per second over chunks of fifty steps, after a second of warming up."""

    def __init__(self, seconds):
        self._begin = time.perf_counter() + WARM_UP_S
        self._end = self._begin + seconds
        self._chunk_begin = 0.0
        self._steps = 0
        self.rates = []

    def count(self, steps):
        """Counts steps; returns whether the time is up."""
        self._steps += steps
        if self._steps >= CHUNK:
            now = time.perf_counter()
            if self._chunk_begin and now >= self._begin:
                self.rates.append(self._steps / (now - self._chunk_begin))
            self._chunk_begin, self._steps = now, 0
            return now >= self._end and bool(self.rates)
        return False

    def rate(self):
        return sorted(self.rates)[len(self.rates) // 2]


def single(cars, seconds):
    environment, random, clock = make(cars), np.random.default_rng(0), Clock(seconds)
    observations = environment.reset()
    size = len(next(iter(observations.values())))
    actions = random.integers(0, 90, (1000, 2 * cars, 1))
    for step in range(sys.maxsize):
        chosen = dict(zip(environment.agents, actions[step % 1000], strict=True))
        _, _, terminated, truncated = environment.step(chosen)
        if any(terminated.values()) or any(truncated.values()):
            environment.reset()
        if clock.count(1):
            break
    return {"steps_per_s": clock.rate(), "observation_size": size}


def learn(cars, seconds):
    from functools import partial

    from rlgym_learn import (
        BaseConfigModel,
        LearningCoordinator,
        LearningCoordinatorConfigModel,
        ProcessConfigModel,
        SerdeTypesModel,
    )
    from rlgym_learn.pyany_serde import PyAnySerdeType

    size = 52 + 20 * 2 * cars
    clock = Clock(seconds)
    with tempfile.TemporaryDirectory() as folder:
        serde = SerdeTypesModel(
            agent_id_serde_type=PyAnySerdeType.STRING(),
            obs_serde_type=PyAnySerdeType.NUMPY(np.float64),
            action_serde_type=PyAnySerdeType.NUMPY(np.int64),
            reward_serde_type=PyAnySerdeType.FLOAT(),
            obs_space_serde_type=PyAnySerdeType.TUPLE((PyAnySerdeType.STRING(), PyAnySerdeType.INT())),
            action_space_serde_type=PyAnySerdeType.TUPLE((PyAnySerdeType.STRING(), PyAnySerdeType.INT())),
        )
        base = BaseConfigModel(serde_types=serde, flinks_folder=str(Path(folder) / "flinks"))
        config = LearningCoordinatorConfigModel(
            base_config=base, process_config=ProcessConfigModel(n_proc=PROCESSES), agent_controller_save_folder=folder
        )
        coordinator = LearningCoordinator(partial(make, cars), controller(clock), config)
        coordinator.agent_controller.stop = lambda: setattr(coordinator, "cumulative_timesteps", 10**12)
        coordinator.start()
    return {"steps_per_s": clock.rate(), "observation_size": size}


def controller(clock):
    """An agent controller that acts at random and learns nothing."""
    from rlgym_learn import EnvAction
    from rlgym_learn.api import AgentController

    random = np.random.default_rng(0)

    class RandomController(AgentController):
        config_model = None

        def get_env_actions(self, observations, state_info):
            if clock.count(len(observations)):
                self.stop()
            actions = {}
            for number, (agents, _) in observations.items():
                info = state_info.get(number)
                ended = info is not None and info[2] and (any(info[2].values()) or any(info[3].values()))
                chosen = random.integers(0, 90, (len(agents), 1))
                actions[number] = EnvAction.RESET() if ended else EnvAction.STEP(list(chosen))
            return 0, actions

        def process_timestep_data(self, timestep_data): ...

        def set_space_types(self, env_spaces_data_dict): ...

        def handle_env_closes(self, env_close_reason_dict): ...

        def load(self, config): ...

        def save_checkpoint(self): ...

        def cleanup(self): ...

    return RandomController()


if __name__ == "__main__":
    program, cars, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    found = {"single": single, "learn": learn}[program](cars, seconds)
    print(json.dumps(found), flush=True)
