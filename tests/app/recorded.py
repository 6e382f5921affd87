"""Telemetry of a match as its recorder would emit it, with simple values."""

import math

from runtime.model.events import TelemetryRecorded
from runtime.model.telemetry import Sample, Scope
from runtime.telemetry import channels_of


def a_sample(scope, subject, game_s, wall_s=None, *, other=0.0, **values):
    """A sample with these values, such as `speed` for `car.speed`, and `other` for all others."""
    known = {f"{scope.value}.{name}": value for name, value in values.items()}
    row = tuple(float(known.get(channel.id, other)) for channel in channels_of(scope))
    return Sample(scope, subject, game_s, game_s + 3.0 if wall_s is None else wall_s, row)


def recorded_of(views, agents=(), marks=(), slow=""):
    """Samples of all cars, of the match and, once a second, of agents and server; the agent `slow` answers late."""
    samples, reported = [], -1
    for view in views:
        time_s = view.seconds_elapsed
        for car in view.cars:
            turn = math.sin(time_s + car.index)
            controls = {"throttle": 1.0, "steer": turn, "pitch": -turn, "boosting": float(turn > 0)}
            values = {"speed": car.speed, "boost": car.boost, "height": car.z, "ball_distance": 1500 + 900 * turn}
            samples.append(a_sample(Scope.CAR, car.index, time_s, **values, **controls))
        blue, orange = view.score
        share = 50 + 30 * math.sin(time_s / 3)
        match = {"score_blue": blue, "score_orange": orange, "win_probability": share, "pressure": share / 50 - 1}
        match["clock"] = -view.clock_s if view.is_overtime else view.clock_s
        samples.append(a_sample(Scope.MATCH, None, time_s, **match, ball_speed=900, possession=math.sin(time_s)))
        if int(time_s) > reported:
            reported = int(time_s)
            samples += [_agent(agent, time_s, place, is_slow=agent.key == slow) for place, agent in enumerate(agents)]
            samples.append(a_sample(Scope.SERVER, None, time_s, tick_rate=120, lateness_p50=0.2, lateness_p95=0.8))
    return TelemetryRecorded(samples=tuple(samples), marks=tuple(marks))


def _agent(agent, time_s, place, *, is_slow):
    worse = 6.0 if is_slow else 0.3 * place
    return a_sample(
        Scope.AGENT,
        agent.key,
        time_s,
        answers_per_s=120 - 4 * worse,
        late_share=2 * worse if is_slow else 0.0,
        response_p50=1 + worse / 2,
        response_p95=3 + worse,
        response_p99=5 + 2 * worse,
        cpu=10 + 8 * worse,
        memory=60 + place,
    )
