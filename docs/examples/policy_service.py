"""An exported policy as an agent service: this file lies in the folder of the exported bot, beside its `policy_parts`.

Its bot.toml starts this file instead of bot.py, and has the table [kickabout] with service = true.
"""

from pathlib import Path

import kickabout
import numpy as np
from policy_parts.player import ACTIONS, PolicyPlayer, build
from policy_parts.policy import Policy


class PolicyService(kickabout.AgentService):
    def load(self):
        self.policy = Policy.from_bytes(Path(__file__).with_name("policy.npz").read_bytes())
        self.actions = build(ACTIONS, self.policy.interface["actions"])
        self.tick_skip = self.policy.interface["tick_skip"]

    def begin(self, game):
        """Observations compare packets of one car, so each car has a reader of its own."""
        game.data = {car: PolicyPlayer(self.policy, game.field, car, game.team) for car in game.cars}

    def observe(self, game, packet, car):
        return game.data[car].observe(packet) if packet.balls else np.zeros(self.policy.observation_size, np.float32)

    def act(self, observations):
        chosen = self.policy.act(observations)
        controls = self.actions.controls(chosen if self.actions.count is None else chosen[:, 0])
        controls[:, 5:] = controls[:, 5:] > 0.0  # jump, boost, handbrake
        return controls


if __name__ == "__main__":
    PolicyService().run()
