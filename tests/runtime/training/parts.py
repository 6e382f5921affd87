"""Components that tests load by their dotted names."""

import numpy as np

from runtime.training.environment import BodyStart, StartState


class Fixed:
    """A start state given as numbers; cars have x, y, yaw, speed and boost."""

    def __init__(self, *, ball, cars, velocity=(0.0, 0.0, 0.0)):
        self._ball, self._velocity, self._cars = ball, velocity, cars

    def draw(self, context):
        cars = [
            BodyStart(
                position=(x, y, 17.03),
                rotation=(0.0, yaw, 0.0),
                velocity=(speed * float(np.cos(yaw)), speed * float(np.sin(yaw)), 0.0),
                boost=boost,
            )
            for x, y, yaw, speed, boost in self._cars
        ]
        return StartState(ball=BodyStart(position=self._ball, velocity=self._velocity), cars=tuple(cars))


class Constant:
    """An opponent that always takes the same action, and remembers what it saw."""

    seen = None

    def __init__(self, *, action=20):
        self._action = action

    def act(self, observations):
        Constant.seen = observations.copy()
        return np.full(len(observations), self._action)


class Wide:
    """A reward of a wrong shape."""

    def __call__(self, state):
        return np.zeros((len(state), 99), np.float32)


class Height:
    """A reward of a user: the height of the ball, times a parameter of the environment."""

    def __call__(self, state):
        height = state.ball_position[:, 2] * state.parameters["height"]
        return np.repeat(height[:, None], state.layout.cars, axis=1).astype(np.float32)


class Empty:
    """Has no method."""


def fails():
    """Fails when it is made."""
    raise RuntimeError("out of order")


class GoalOfTheFirst:
    """Ends the episode of the first arena after a goal."""

    def __call__(self, state):
        return (state.goal >= 0) & (state.arenas == 0)
