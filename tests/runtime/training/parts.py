"""Components that tests load by their dotted names."""

from typing import ClassVar

import numpy as np

from runtime.training.environment import BodyStart, StartState
from runtime.training.environment.observations import CarFrameObservation


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
    """An opponent that always takes the same action; `seen` has its last observations."""

    seen = None

    def __init__(self, *, action=20):
        self._action = action

    def act(self, observations):
        Constant.seen = observations.copy()
        return np.full(len(observations), self._action)


class Height:
    """A custom reward: the height of the ball, times a parameter of the environment."""

    def __call__(self, state):
        height = state.ball_position[:, 2] * state.parameters["height"]
        return np.repeat(height[:, None], state.layout.cars, axis=1).astype(np.float32)


class Empty:
    """Has none of the methods of a component."""


def fails():
    """Raises when the component is made."""
    raise RuntimeError("out of order")


class GoalOfTheFirst:
    """Ends the episode of the first arena after a goal."""

    def __call__(self, state):
        return (state.goal >= 0) & (state.arenas == 0)


class Diary(CarFrameObservation):
    """An observation that records the positions of the first arena's car, and the arenas of each reset."""

    seen: ClassVar[list] = []
    told: ClassVar[list] = []

    def observe(self, state, out):
        super().observe(state, out)
        Diary.seen.append(state.car_position[0, 0].tolist())

    def reset(self, state):
        Diary.told.append((type(self).__name__, "reset", state.arenas.tolist(), state.ball_position[:, 1].tolist()))


class Remembering:
    """A reward or ending that records the arenas of each reset."""

    def __call__(self, state):
        return None

    def reset(self, state):
        Diary.told.append((type(self).__name__, "reset", state.arenas.tolist(), state.ball_position[:, 1].tolist()))


class Counting(Remembering):
    """As `Remembering`, and also records kickoffs."""

    def kick_off(self, state):
        Diary.told.append((type(self).__name__, "kick_off", state.arenas.tolist(), state.ball_position[:, 1].tolist()))


class GoalFirst:
    """Starts with the ball in front of the goal, and after a goal in the middle."""

    def draw(self, context):
        y, speed = (0.0, 0.0) if context.is_after_goal else (5130.0, 2500.0)
        ball = BodyStart(position=(0.0, y, 300.0), velocity=(0.0, speed, 0.0))
        return StartState(ball=ball, cars=(BodyStart(position=(0.0, -3000.0, 17.03)),))


class Returning:
    """A reward, ending, observation, start or opponent that returns or writes a given value."""

    def __init__(self, *, value):
        self._value = value

    def __call__(self, state):
        return self._value

    def size(self, teams, pads):
        return 3

    def observe(self, state, out):
        out[:, :, :2] = self._value

    def draw(self, context):
        return self._value

    def act(self, observations):
        return self._value


class Steering:
    """Actions of one number that always give the same controls."""

    def __init__(self, *, value=0.0, count=None, table=None):
        self.count, self.table, self.size = count, table, 1
        self._value = value

    def controls(self, actions):
        return np.full((*actions.shape[:-1], 8), 1.0) * self._value


class Fields:
    """Actions without a table."""

    count = None
    size = 8

    def controls(self, actions):
        return actions
