"""An agent service that drives at the ball: one program, many cars, one computation for all of them."""

import kickabout
import numpy as np

BALL = slice(0, 3)  # rows of the observation: see docs/training.md
PLACE, NOSE, ROOF = slice(9, 12), slice(18, 21), slice(21, 24)


class Wave(kickabout.AgentService):
    def load(self):
        """A model would be loaded here, once for all cars."""
        self.gain = np.float32(2.5)

    def act(self, observations):
        """Takes one row for each car, of any match; returns one row of eight numbers for each."""
        away = observations[:, BALL] - observations[:, PLACE]
        nose, roof = observations[:, NOSE], observations[:, ROOF]
        ahead = np.sum(nose * away, axis=1)
        aside = np.sum(np.cross(roof, nose) * away, axis=1)
        angle = np.arctan2(aside, ahead)
        actions = np.zeros((len(observations), 8), np.float32)
        actions[:, 0] = 1.0  # throttle
        actions[:, 1] = np.clip(self.gain * angle, -1.0, 1.0)  # steer
        actions[:, 6] = np.abs(angle) < 0.3  # boost
        actions[:, 7] = np.abs(angle) > 2.0  # handbrake
        return actions

    def reward(self, game, packet, car):
        """Shown beside the game: how fast the car drives, in uu/s."""
        speed = packet.players[car].physics.velocity
        return float(np.hypot(speed.x, speed.y))


if __name__ == "__main__":
    Wave("kickabout/wave").run()
