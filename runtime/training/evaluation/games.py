"""Games in this process, without sockets: policies against each other, and against the arena's stand-ins."""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from runtime.model.messages import Message, message
from runtime.training.environment import Environment, EpisodeStats
from runtime.training.environment.actions import ACTIONS, Actions
from runtime.training.environment.observations import OBSERVATIONS, Observation
from runtime.training.evaluation.results import GameResult
from runtime.training.learners.player import build
from runtime.training.learners.policy import Policy
from runtime.training.specification import ALL, BLUE, Component, EnvironmentSpec

ARENAS: Final = 8
"""Games that are played at the same time."""


class UnplayableError(ValueError):
    """Two contestants cannot play each other; `reason` says why."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyPlayer:
    """A contestant that plays by a policy."""

    key: str
    policy: Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """One of the arena's own drivers as a contestant."""

    skill: str = "Rookie"

    @property
    def key(self) -> str:
        return f"stand-in {self.skill}"


class _Side:
    """Drives the cars of one team of all arenas by a policy."""

    def __init__(self, player: PolicyPlayer, spec: EnvironmentSpec, pads: int, team: int, skip: int) -> None:
        interface = player.policy.interface
        self._policy = player.policy
        self._observation: Observation = build(OBSERVATIONS, interface["observation"])
        self._actions: Actions = build(ACTIONS, interface["actions"])
        self._every = int(interface["tick_skip"]) // skip
        size = self._observation.size(spec.teams, pads)
        if size != player.policy.observation_size:
            raise UnplayableError(
                message(
                    "policy-other-sizes",
                    "{name} observes {size} values; a game {blue} against {orange} has {other}.",
                    name=player.key,
                    size=player.policy.observation_size,
                    blue=spec.blue,
                    orange=spec.orange,
                    other=size,
                )
            )
        self._cars = slice(0, spec.blue) if team == 0 else slice(spec.blue, None)
        self._size = size

    def controls(self, environment: Environment, step: int, out: NDArray[np.float32]) -> None:
        """Writes the controls of this team's cars into `out`, (K, cars, 8), if it decides in this step."""
        if step % self._every:
            return
        state = environment.state
        if step == 0 and callable(reset := getattr(self._observation, "reset", None)):
            reset(state)
        seen = np.empty((len(state), len(state.teams), self._size), np.float32)
        self._observation.observe(state, seen)
        mine = seen[:, self._cars]
        actions = self._policy.act(mine.reshape(-1, self._size))
        chosen: NDArray[Any] = actions if self._actions.count is None else actions[:, 0]
        out[:, self._cars] = self._actions.controls(chosen).reshape(*mine.shape[:2], -1)


def play_games(
    blue: PolicyPlayer,
    orange: PolicyPlayer | StandIn,
    *,
    seeds: Sequence[int],
    seconds: float,
    mode: str = "Soccar",
    size: int = 1,
) -> Iterator[GameResult]:
    """Plays one game from each seed, several at a time; yields the results in the order of the seeds.

    A game lasts `seconds` of game time, with a kickoff after each goal; nothing ends it early, and a draw is a draw.

    Raises:
        UnplayableError: a policy does not fit a game of this size.
    """
    players = [(blue, 0), *([(orange, 1)] if isinstance(orange, PolicyPlayer) else [])]
    skip = math.gcd(*(int(player.policy.interface["tick_skip"]) for player, _ in players))
    spec = _spec(orange, mode=mode, size=size, skip=skip, seconds=seconds)
    for first in range(0, len(seeds), ARENAS):
        chosen = list(seeds[first : first + ARENAS])
        environment = Environment(spec, arenas=len(chosen))
        environment.reset(chosen)
        pads = environment.state.layout.pad_count
        sides = [_Side(player, spec, pads, team, skip) for player, team in players]
        for episode in _first_episodes(environment, sides):
            yield GameResult(
                blue=blue.key, orange=orange.key, score=episode.score, seed=episode.seed, seconds=episode.seconds
            )


def _spec(orange: PolicyPlayer | StandIn, *, mode: str, size: int, skip: int, seconds: float) -> EnvironmentSpec:
    skill = orange.skill if isinstance(orange, StandIn) else None
    return EnvironmentSpec(
        mode=mode,
        blue=size,
        orange=size,
        controlled=ALL if skill is None else BLUE,
        opponents=None if skill is None else Component(name="stand_in", parameters={"skill": skill}),
        tick_skip=skip,
        observation=Component(name="ball"),
        actions=Component(name="continuous"),
        rewards=(),
        terminations=(),
        truncations=(Component(name="time_limit", parameters={"seconds": seconds}),),
    )


def _first_episodes(environment: Environment, sides: Sequence[_Side]) -> list[EpisodeStats]:
    """Plays until each arena has ended an episode; returns the first of each."""
    controls = np.zeros((environment.arenas, environment.agents, 8), np.float32)
    ended: dict[int, EpisodeStats] = {}
    for step in itertools.count():
        for side in sides:
            side.controls(environment, step, controls)
        for episode in environment.step(controls).episodes:
            ended.setdefault(episode.arena, episode)
        if len(ended) == environment.arenas:
            break
    return [ended[arena] for arena in sorted(ended)]
