"""The components of an environment: how they are called in each episode, and the sums that an episode leaves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from runtime.arena.modes import MODES
from runtime.model.game_facts import TICKS_PER_S
from runtime.model.messages import message
from runtime.training.environment.components import listeners, make
from runtime.training.environment.parameters import PHYSICS, drawer
from runtime.training.environment.starts import StartContext, StartState
from runtime.training.environment.state import ArenaState, Floats
from runtime.training.specification import Component, EnvironmentSpec, SpecificationError

Flags: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeStats:
    """A finished episode; arrays have one entry per agent."""

    arena: int
    seed: int
    episode: int
    """Number of the arena's episode since it was seeded, from 0; seed, number and actions reproduce the episode."""
    steps: int
    seconds: float
    """Game time."""
    reasons: tuple[str, ...]
    """The names of the endings that applied, such as `goal`."""
    is_truncated: bool
    """True if it was truncated, False if it was terminated."""
    score: tuple[int, int]
    """Goals of blue and orange."""
    rewards: Floats
    """Sum of the rewards, (agents,)."""
    reward_terms: Floats
    """The same by term, (agents, terms)."""
    touches: NDArray[np.int64]
    """Number of steps in which each agent touched the ball."""
    first_touch_s: float | None
    """Game time until an agent first touched the ball; None if none did."""


class EpisodeNumbers:
    """The seed of each arena, and the number of its episode since it was seeded; arena k begins with `seed + k`."""

    def __init__(self, arenas: int, seed: int) -> None:
        self.seeds = [int(seed) + row for row in range(arenas)]
        self.numbers = [-1] * arenas

    def assign(self, seeds: int | Sequence[int | None] | None, episodes: Sequence[int] | None) -> None:
        """Sets seeds, and the numbers of the next episodes; the arguments are those of `Environment.reset`.

        Raises:
            ValueError: there is not one for each arena.
        """
        arenas = len(self.seeds)
        if seeds is not None:
            values = [seeds + row for row in range(arenas)] if isinstance(seeds, int | np.integer) else list(seeds)
            if len(values) != arenas:
                raise ValueError(f"There are {arenas} arenas, but {len(values)} seeds.")
            for row, seed in enumerate(values):
                if seed is not None:
                    self.seeds[row], self.numbers[row] = int(seed), -1
        if episodes is not None:
            if len(episodes) != arenas:
                raise ValueError(f"There are {arenas} arenas, but {len(episodes)} numbers of episodes.")
            self.numbers = [int(number) - 1 for number in episodes]

    def advance(self, row: int) -> tuple[int, int]:
        """Counts the next episode of an arena; returns its seed and its number."""
        self.numbers[row] += 1
        return self.seeds[row], self.numbers[row]


class Episodes:
    """The components of K arenas, and the current episode of each.

    A step calls the rewards, then the endings, then the observation. An episode begins with new values of the
    parameters and a start state; then the components are reset. A goal that does not end the episode is followed by
    another start state, after which the components' `kick_off` is called.

    Args:
        spec: the specification.
        arenas: K.
        agents: number of cars per arena that are rewarded, the first ones.
        opponents: the component that drives the other cars, if there is one.

    Raises:
        SpecificationError: a component cannot be used.
    """

    def __init__(self, spec: EnvironmentSpec, arenas: int, agents: int, opponents: Any = None) -> None:
        self.observation = make("observation", spec.observation)
        self.actions = make("actions", spec.actions)
        self._start = make("start", spec.start)
        mode = MODES[spec.mode]
        ring = {} if mode.oval is None else {"goal": mode.field.goals[1].place}
        self._rewards = [
            make("rewards", term.component, f"rewards[{index}]", **ring) for index, term in enumerate(spec.rewards)
        ]
        self._endings = [
            (component.name, is_truncation, make(kind, component, f"{kind}[{index}]"))
            for kind, components, is_truncation in (
                ("terminations", spec.terminations, False),
                ("truncations", spec.truncations, True),
            )
            for index, component in enumerate(components)
        ]
        self.resets, self.kick_offs = listeners(
            (self.observation, *self._rewards, opponents), [ending for *_, ending in self._endings]
        )
        self.term_names = term_names([term.component for term in spec.rewards])
        """The names of the reward's terms, in order."""
        self.parameters: dict[str, NDArray[np.float64]] = {}
        """The current values of the parameters, each (K,)."""
        self._drawers: dict[str, Any] = {}
        self._spec, self._agents = spec, agents
        self._base_weights = [term.weight for term in spec.rewards]
        self._weights = np.ones((len(self.term_names), arenas, 1), np.float32)
        self._returns = np.zeros((arenas, agents, len(self.term_names)), np.float32)
        self._touches = np.zeros((arenas, agents), np.int64)
        self._first_touches = [-1] * arenas
        self._seeds, self._numbers = [0] * arenas, [0] * arenas
        self._no_rewards, self._no_terms = np.zeros((arenas, agents), np.float32), np.zeros_like(self._returns)
        self._no_ends = np.zeros(arenas, np.bool_)
        """Copying these is faster than creating arrays of zeros."""

    def set_parameters(self, parameters: Mapping[str, Any]) -> None:
        """Sets named parameters, for each arena from its next episode on; the others stay.

        Raises:
            SpecificationError: a value is invalid, or a name with a prefix of Kickabout is unknown.
        """
        drawers = {name: drawer(name, value) for name, value in parameters.items()}
        for name in drawers:
            prefix, _, rest = name.partition(".")
            known = {"weight": self.term_names, "physics": PHYSICS}.get(prefix)
            if known is not None and rest not in known:
                reason = message("parameter-unknown", "This is unknown. Known: {known:,}.", known=tuple(known))
                raise SpecificationError(f"parameters.{name}", reason)
        self._drawers |= drawers
        for name in drawers:
            self.parameters.setdefault(name, np.zeros(len(self._no_ends)))

    def begin(self, row: int, seed: int, number: int) -> tuple[Random, dict[str, float]]:
        """Begins an episode of an arena; returns its source of random numbers, and the values of its parameters."""
        random = Random(f"{seed} {number}")
        drawn = {name: draw(random) for name, draw in self._drawers.items()}
        for name, value in drawn.items():
            self.parameters[name][row] = value
        self._weights[:, row, 0] = [
            drawn.get(f"weight.{name}", weight)
            for name, weight in zip(self.term_names, self._base_weights, strict=True)
        ]
        self._seeds[row], self._numbers[row] = seed, number
        self._returns[row], self._touches[row], self._first_touches[row] = 0.0, 0, -1
        return random, drawn

    def start(
        self, row: int, random: Random, *, teams: Sequence[int], ball_rest_z: float, is_after_goal: bool
    ) -> StartState:
        """Returns the next start state of an arena."""
        context = StartContext(
            mode=MODES[self._spec.mode],
            teams=tuple(teams),
            ball_rest_z=ball_rest_z,
            random=random,
            parameters={name: float(values[row]) for name, values in self.parameters.items()},
            is_after_goal=is_after_goal,
        )
        drawn: StartState = self._start.draw(context)
        return drawn

    def rewarded(self, state: ArenaState) -> tuple[Floats, Floats]:
        """Returns the rewards of a step, (K, agents), and their weighted terms, (K, agents, terms)."""
        rewards, terms = self._no_rewards.copy(), self._no_terms.copy()
        for index, reward in enumerate(self._rewards):
            values = reward(state)
            if values is None:
                continue
            weighted = values[:, : self._agents] * self._weights[index]
            terms[:, :, index] = weighted
            rewards += weighted
            self._returns[:, :, index] += weighted
        if state.has_events:
            self._note_touches(state)
        return rewards, terms

    def ended(self, state: ArenaState) -> tuple[Flags, Flags, list[tuple[str, Flags]]]:
        """Returns where episodes were terminated, where they were truncated, and the endings that caused it."""
        terminated, truncated = self._no_ends.copy(), self._no_ends.copy()
        reasons = []
        for name, is_truncation, ending in self._endings:
            ends = ending(state)
            if ends is not None and np.count_nonzero(ends):
                reasons.append((name, ends))
                if is_truncation:
                    truncated |= ends
                else:
                    terminated |= ends
        if reasons:
            truncated &= ~terminated
        return terminated, truncated, reasons

    def stats(
        self,
        row: int,
        *,
        arena: int,
        ticks: int,
        reasons: tuple[str, ...],
        is_truncated: bool,
        score: tuple[int, int],
    ) -> EpisodeStats:
        """Returns the statistics of an episode that ended after `ticks`."""
        first = self._first_touches[row]
        return EpisodeStats(
            arena=arena,
            seed=self._seeds[row],
            episode=self._numbers[row],
            steps=ticks // self._spec.tick_skip,
            seconds=ticks / TICKS_PER_S,
            reasons=reasons,
            is_truncated=is_truncated,
            score=score,
            rewards=self._returns[row].sum(axis=1),
            reward_terms=self._returns[row].copy(),
            touches=self._touches[row].copy(),
            first_touch_s=first / TICKS_PER_S if first >= 0 else None,
        )

    def _note_touches(self, state: ArenaState) -> None:
        touched = state.touches[:, : self._agents] > 0
        self._touches += touched
        for row in np.flatnonzero(touched.any(axis=1)).tolist():
            if self._first_touches[row] < 0:
                self._first_touches[row] = int(state.ticks[row])


def term_names(components: Sequence[Component]) -> tuple[str, ...]:
    """Returns a name for each term: the event or the class; repeated names are numbered."""
    names: list[str] = []
    for component in components:
        name = str(component.parameters.get("event") or component.name.rpartition(":")[2])
        number = 1 + sum(other == name or other.startswith(f"{name} ") for other in names)
        names.append(name if number == 1 else f"{name} {number}")
    return tuple(names)
