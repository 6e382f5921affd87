"""Games in this process, without sockets: policies against each other, and against the arena's stand-ins."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from runtime.model.messages import Message, MessageError, message
from runtime.records.results import GameResult
from runtime.training.environment import Environment, EpisodeStats, make
from runtime.training.environment.actions import Actions
from runtime.training.environment.observations import Observation
from runtime.training.environment.state import NO_TEAM
from runtime.training.learners.policy import Policy
from runtime.training.specification import ALL, BLUE, MAX_TICK_SKIP, Component, EnvironmentSpec, SpecificationError

ARENAS: Final = 8
"""Games that are played at the same time."""


class UnplayableError(MessageError, ValueError):
    """Two contestants cannot play each other."""


class PolicyRefusedError(UnplayableError):
    """A policy names a class that it may not load, or does not describe its interface."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyPlayer:
    """A contestant that is driven by a policy."""

    key: str
    policy: Policy
    custom: frozenset[str] = frozenset()
    """Users' classes, `package.module:Class`, that the policy may name.

    Other classes are refused, because anyone can make a policy file.
    """
    file: Path | None = None
    """The file from which the policy was loaded."""

    def component(self, kind: str) -> Any:
        """Returns a new component of the policy's interface; `kind` is `observation` or `actions`.

        Raises:
            PolicyRefusedError: it cannot be created, or may not be loaded.
        """
        try:
            component = Component.from_json(self.policy.interface.get(kind))
            if ":" in component.name and component.name not in self.custom:
                reason = message(
                    "policy-foreign-class",
                    "{file} names the class {name}, which is neither one of Kickabout's nor named in the document of "
                    "the run. It is not loaded, because a policy file may come from anyone. Name the class in the "
                    "document, or let the exported bot play instead.",
                    file=self.file or self.key,
                    name=component.name,
                )
                raise PolicyRefusedError(reason)
            return make(kind, component)
        except SpecificationError as error:
            raise self._refused(kind, error.reason) from error

    def ticks(self, name: str, minimum: int, maximum: int) -> int:
        """Returns a number of ticks from the policy's interface.

        Raises:
            PolicyRefusedError: it is missing or out of range.
        """
        value = self.policy.interface.get(name)
        if type(value) is not int or not minimum <= value <= maximum:
            reason = message("out-of-range", "This must be from {least} to {most}.", least=minimum, most=maximum)
            raise self._refused(name, reason)
        return value

    def _refused(self, key: str, reason: Message) -> PolicyRefusedError:
        text = message(
            "policy-key-refused",
            "{file} cannot be played, because of its '{key}': {reason}",
            file=self.file or self.key,
            key=key,
            reason=reason,
        )
        return PolicyRefusedError(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """One of the arena's own drivers as a contestant."""

    skill: str = "Rookie"

    @property
    def key(self) -> str:
        return f"stand-in {self.skill}"


class _Side:
    """Drives the cars of one team in all arenas with a policy."""

    def __init__(self, player: PolicyPlayer, spec: EnvironmentSpec, environment: Environment, team: int) -> None:
        self._policy = player.policy
        self._observation: Observation = player.component("observation")
        self._actions: Actions = player.component("actions")
        self._every, self._delay = (ticks // spec.tick_skip for ticks in _timing(player))
        size = self._observation.size(spec.teams, environment.state.layout.pad_count)
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
        self._steps = np.zeros(environment.arenas, np.int64)
        """Steps since the last kickoff of each arena."""
        self._decided = np.zeros((environment.arenas, environment.agents, 8), np.float32)[:, self._cars]

    def controls(self, environment: Environment, begun: NDArray[np.intp], out: NDArray[np.float32]) -> None:
        """Writes the controls of this team's cars into `out`, (K, cars, 8).

        Writes nothing for arenas whose controls do not change in this step. In the arenas `begun`, a kickoff has just
        begun: the policy decides at once, and the controls are neutral until then.
        """
        state = environment.state
        if begun.size:
            self._steps[begun] = 0
            out[begun, self._cars] = 0.0
            if callable(reset := getattr(self._observation, "reset", None)):
                reset(state.of(begun))
        phases = self._steps % self._every
        due = np.flatnonzero(phases == 0)
        if due.size:
            part = state if len(due) == len(state) else state.of(due)
            seen = np.empty((len(due), len(state.teams), self._size), np.float32)
            self._observation.observe(part, seen)
            mine = seen[:, self._cars]
            actions = self._policy.act(mine.reshape(-1, self._size))
            chosen: NDArray[Any] = actions if self._actions.count is None else actions[:, 0]
            self._decided[due] = self._actions.controls(chosen).reshape(*mine.shape[:2], -1)
        applied = np.flatnonzero(phases == self._delay)
        out[applied, self._cars] = self._decided[applied]
        self._steps += 1


def play_games(
    blue: PolicyPlayer,
    orange: PolicyPlayer | StandIn,
    *,
    seeds: Sequence[int],
    seconds: float,
    mode: str = "Soccar",
    size: int = 1,
) -> Iterator[GameResult]:
    """Plays one game for each seed, several at a time; yields the results in the order of the seeds.

    A game lasts `seconds` of game time, with a kickoff after each goal. Nothing ends it early, and it can end in a
    draw.

    Raises:
        UnplayableError: a policy does not fit a game of this size, or names a class that it may not load.
    """
    players = [(blue, 0), *([(orange, 1)] if isinstance(orange, PolicyPlayer) else [])]
    skip = math.gcd(*(ticks for player, _ in players for ticks in _timing(player)))
    spec = _spec(orange, mode=mode, size=size, skip=skip, seconds=seconds)
    for first in range(0, len(seeds), ARENAS):
        chosen = list(seeds[first : first + ARENAS])
        environment = Environment(spec, arenas=len(chosen))
        environment.reset(chosen)
        sides = [_Side(player, spec, environment, team) for player, team in players]
        for episode in _first_episodes(environment, sides):
            yield GameResult(
                blue=blue.key, orange=orange.key, score=episode.score, seed=episode.seed, seconds=episode.seconds
            )


def _timing(player: PolicyPlayer) -> tuple[int, int]:
    tick_skip = player.ticks("tick_skip", 1, MAX_TICK_SKIP)
    return tick_skip, player.ticks("action_delay", 0, tick_skip - 1)


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
    """Plays until an episode has ended in every arena; returns the first of each."""
    controls = np.zeros((environment.arenas, environment.agents, 8), np.float32)
    ended: dict[int, EpisodeStats] = {}
    begun = np.arange(environment.arenas)
    while len(ended) < environment.arenas:
        for side in sides:
            side.controls(environment, begun, controls)
        result = environment.step(controls)
        for episode in result.episodes:
            ended.setdefault(episode.arena, episode)
        begun = np.flatnonzero((environment.state.goal != NO_TEAM) | result.truncated)
    return [ended[arena] for arena in sorted(ended)]
