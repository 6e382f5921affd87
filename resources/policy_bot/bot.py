"""Drives its car by a trained policy. Written by Kickabout; README.md says where the policy comes from."""

from pathlib import Path

from policy_parts.player import PolicyPlayer
from policy_parts.policy import Policy
from rlbot import flat
from rlbot.managers import Bot


class PolicyBot(Bot):
    """Decides as often as in training and holds the controls in between."""

    def initialize(self) -> None:
        """Called once, when the bot knows its car, the match and the field."""
        policy = Policy.from_bytes(Path(__file__).with_name("policy.npz").read_bytes())
        self.player = PolicyPlayer(policy, self.field_info, self.index, self.team)

    def get_output(self, packet: flat.GamePacket) -> flat.ControllerState:
        """Called for every packet, in every phase of the match; returns the controls."""
        return self.player.controls(packet)


if __name__ == "__main__":
    PolicyBot("local/policy_bot").run(wants_ball_predictions=False)
