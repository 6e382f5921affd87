"""Registers environments with gymnasium; imports only gymnasium itself."""

from typing import Any, Final

from gymnasium.envs.registration import register, registry

from runtime.training.specification import ONE, Component, EnvironmentSpec, RewardTerm

_PACKAGE: Final = __name__.rpartition(".")[0]
_REACH: Final = (
    RewardTerm(component=Component(name="touch"), weight=10.0),
    RewardTerm(component=Component(name="velocity_to_ball"), weight=0.1),
)
_REACH_START: Final = Component(
    name="random", parameters={"ball_speed": 0.0, "ball_height": 0.0, "distance": 3000.0, "boost": [33.0, 33.0]}
)


def _against_stand_ins(size: int, mode: str = "Soccar") -> EnvironmentSpec:
    return EnvironmentSpec(mode=mode, blue=size, orange=size, controlled=ONE, opponents=Component(name="stand_in"))


def _task(observation: str = "ball", **fields: Any) -> EnvironmentSpec:
    """Returns the specification of a task for one car alone."""
    return EnvironmentSpec(blue=1, orange=0, controlled=ONE, observation=Component(name=observation), **fields)


def _ends(*components: Component, seconds: float) -> dict[str, Any]:
    limit = Component(name="time_limit", parameters={"seconds": seconds})
    return {"terminations": components, "truncations": (limit,)}


SPECIFICATIONS: Final = {
    **{f"Kickabout/Soccar-{size}v{size}-v0": _against_stand_ins(size) for size in (1, 2, 3)},
    **{f"Kickabout/{mode}-1v1-v0": _against_stand_ins(1, mode) for mode in ("Hoops", "Heatseeker", "Snowday")},
    "Kickabout/ReachBall-v0": _task(rewards=_REACH, start=_REACH_START, **_ends(Component(name="touch"), seconds=10.0)),
    "Kickabout/ReachBallContinuous-v0": _task(
        rewards=_REACH,
        start=_REACH_START,
        actions=Component(name="continuous"),
        **_ends(Component(name="touch"), seconds=10.0),
    ),
    "Kickabout/ScoreGoal-v0": _task(
        rewards=(
            RewardTerm(component=Component(name="goal"), weight=10.0),
            RewardTerm(component=Component(name="touch"), weight=0.1),
            RewardTerm(component=Component(name="ball_to_goal"), weight=0.1),
        ),
        start=Component(name="random", parameters={"ball_speed": 500.0}),
        **_ends(Component(name="goal"), seconds=20.0),
    ),
}
"""Specifications by id. In a match, the agent drives one car, and stand-ins drive all others."""


def register_environments() -> None:
    """Registers the ids; a second call does nothing."""
    for name, spec in SPECIFICATIONS.items():
        if name not in registry:
            register(
                id=name,
                entry_point=f"{_PACKAGE}.gymnasium:GymnasiumEnv",
                vector_entry_point=f"{_PACKAGE}.gymnasium:VectorEnv",
                kwargs={"spec": spec.as_json()},
            )
