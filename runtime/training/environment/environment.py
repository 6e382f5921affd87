"""K arenas in this process that are stepped together: observations, rewards and endings as arrays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import RocketSim
from numpy.typing import ArrayLike, NDArray

from runtime.arena.modes import MODES
from runtime.arena.physics.world import prepare
from runtime.arena.refusals import MUTATORS as PLAYED
from runtime.arena.stadium.mesh_files import default_mesh_folder, ensure_meshes
from runtime.documents import MUTATORS, Mutators
from runtime.model.game_facts import TICKS_PER_S
from runtime.model.messages import message
from runtime.training.environment.actions import arranged
from runtime.training.environment.components import Listener, listeners, make, tried
from runtime.training.environment.observations import observed
from runtime.training.environment.opponents import Bot, StandIns
from runtime.training.environment.parameters import PHYSICS, drawer
from runtime.training.environment.simulation import Simulation
from runtime.training.environment.starts import StartContext, StartState
from runtime.training.environment.state import NO_CAR, NO_TEAM, ArenaState, Floats
from runtime.training.specification import Component, EnvironmentSpec, SpecificationError

if TYPE_CHECKING:
    from runtime.model.values import ArenaView

PLAYED_MUTATORS: Final = (
    *("ball_max_speed", "ball_type", "ball_weight", "ball_size", "ball_bounciness", "boost_amount", "boost_strength"),
    *("gravity", "ball_gravity", "demolish", "respawn_time", "jump", "dodge_timer", "input_restriction"),
    "boost_restriction",
)
"""The mutators that affect play between two goals; the others have no meaning in an environment."""
_OPPONENTS: Final = "opponents."
"""Prefix of the names of parameters for the opponents."""
_PUCK: Final = "Puck"
"""The ball of Snowday, which is a mode here."""


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


class StepResult(NamedTuple):
    """The result of a step; the arrays belong to the caller."""

    observations: Floats
    """(K, agents, size); where an episode ended, those of the next episode."""
    rewards: Floats
    """(K, agents)."""
    terminated: NDArray[np.bool_]
    """(K,): the episode was terminated."""
    truncated: NDArray[np.bool_]
    """(K,): the episode was truncated."""
    final_observations: Floats
    """(K, agents, size): where an episode ended, its last observation; elsewhere equal to `observations`."""
    reward_terms: Floats
    """(K, agents, terms), weighted."""
    episodes: list[EpisodeStats]
    """The episodes that ended."""


class Environment:
    """K arenas that are stepped together; for one thread.

    When an arena's episode ends, the next one begins in the same step. A goal that does not end the episode is followed
    by a new start state. Arena k has the seed `seed + k`; its episodes depend only on its seed and the actions.

    Args:
        spec: the specification of the arenas.
        arenas: K.
        seed: seed of the first arena.
        meshes: folder with the meshes of the walls; None for the default.

    Raises:
        SpecificationError: a part of the specification cannot be used.
    """

    def __init__(self, spec: EnvironmentSpec, *, arenas: int = 1, seed: int = 0, meshes: Path | None = None) -> None:
        if arenas < 1:
            raise ValueError(f"An environment needs at least one arena, not {arenas}.")
        self.spec = spec
        self.arenas = arenas
        self.agents = spec.agents
        if spec.mode not in MODES:
            reason = message(
                "mode-unknown", "'{mode}' is unknown. Known: {known:,}.", mode=spec.mode, known=tuple(MODES)
            )
            raise SpecificationError("mode", reason)
        mutators = mutators_of(spec.mutators)
        self._make_components()
        prepare(ensure_meshes(meshes or default_mesh_folder()))
        teams = spec.teams
        pads = len(MODES[spec.mode].field.pads)
        size = partial(self._observation.size, teams, pads)
        self.observation_size = int(tried(size, spec.observation.name, "observation"))
        self.state = ArenaState(teams, arenas=arenas, pads=pads)
        """The current state of all arenas."""
        self._simulations = [Simulation(row, self.state, spec.mode, mutators) for row in range(arenas)]
        self._mutator_values = mutators
        self._observed = len(teams) if self._policy is not None else self.agents
        """Number of cars per arena whose observations are needed."""
        self._seeds = [int(seed) + row for row in range(arenas)]
        self._episodes = [-1] * arenas
        shape = (arenas, self.agents, len(self.term_names))
        self._returns = np.zeros(shape, np.float32)
        self._no_rewards, self._no_terms = np.zeros(shape[:2], np.float32), np.zeros(shape, np.float32)
        self._no_ends = np.zeros(arenas, np.bool_)
        """Copying these is faster than creating arrays of zeros."""
        self._shape = (arenas, self._observed, self.observation_size)
        """The shape of the observations."""
        self._ticks = (spec.action_delay, spec.tick_skip - spec.action_delay)
        """The numbers of ticks of a step with the previous and with the new action."""
        self._weights = np.ones((shape[2], arenas, 1), np.float32)
        self._touched = np.zeros((arenas, self.agents), np.int64)
        self._first_touch = [-1] * arenas
        self._drawers: dict[str, Any] = {}
        self.set_parameters(spec.parameters)
        self._last_observations: Floats | None = None

    def _make_components(self) -> None:
        spec = self.spec
        self._observation = make("observation", spec.observation)
        self.actions = make("actions", spec.actions)
        """The action space: `count` discrete actions, or vectors of `size` numbers."""
        self._start = make("start", spec.start)
        mode = MODES[spec.mode]
        ring = {} if mode.oval is None else {"goal": mode.field.goals[1].place}
        self._rewards = [
            make("rewards", term.component, f"rewards[{index}]", **ring) for index, term in enumerate(spec.rewards)
        ]
        self._base_weights = np.array([term.weight for term in spec.rewards], np.float32)
        self.term_names = term_names([term.component for term in spec.rewards])
        """The names of the reward's terms, in order."""
        self._endings = [
            (component.name, is_truncation, make(kind, component, f"{kind}[{index}]"))
            for kind, components, is_truncation in (
                ("terminations", spec.terminations, False),
                ("truncations", spec.truncations, True),
            )
            for index, component in enumerate(components)
        ]
        opponents = None if spec.opponents is None else make("opponents", spec.opponents)
        if isinstance(opponents, Bot):
            reason = message(
                "bot-without-match",
                "A bot plays in matches, which only a run, a WorkerPool or a StepEnv can start.",
            )
            raise SpecificationError("opponents", reason)
        self._stand_ins = opponents if isinstance(opponents, StandIns) else None
        self._policy = None if self._stand_ins is not None else opponents
        table = self.actions.table
        self._table = None if table is None else dict(enumerate(map(_controls, np.asarray(table).tolist())))
        playing = (self._observation, *self._rewards, opponents)
        self._resets, self._kick_offs = listeners(playing, [ending for _, _, ending in self._endings])

    def reset(
        self, seeds: int | Sequence[int | None] | None = None, *, episodes: Sequence[int] | None = None
    ) -> Floats:
        """Begins a new episode in all arenas and returns the observations, (K, agents, size).

        Args:
            seeds: a seed for each arena, or the seed of the first one; an arena with a seed starts like a new one.
            episodes: for each arena, the number of the episode to repeat; None for the next one.
        """
        if seeds is not None:
            given = [seeds + row for row in range(self.arenas)] if isinstance(seeds, int | np.integer) else list(seeds)
            if len(given) != self.arenas:
                raise ValueError(f"There are {self.arenas} arenas, but {len(given)} seeds.")
            for row, seed in enumerate(given):
                if seed is not None:
                    self._seeds[row], self._episodes[row] = int(seed), -1
        if episodes is not None:
            numbers = [int(number) - 1 for number in episodes]
            if len(numbers) != self.arenas:
                raise ValueError(f"There are {self.arenas} arenas, but {len(numbers)} numbers of episodes.")
            self._episodes = numbers
        self._clear_events()
        rows = np.arange(self.arenas)
        self._begin(rows)
        self._read(rows)
        self._tell(self._resets, rows)
        observations = observed(self._observation, self.state, self._observed, self.observation_size)
        self._last_observations = observations
        return observations[:, : self.agents]

    def step(self, actions: ArrayLike) -> StepResult:
        """Plays one step of all arenas.

        Args:
            actions: (K, agents) numbers of discrete actions, or (K, agents, size).

        Raises:
            ValueError: the shape is wrong, an action does not exist, or a number is NaN.
        """
        if self._last_observations is None:
            raise RuntimeError("reset() must be called before the first step().")
        state, agents = self.state, self.agents
        if state.has_events or state.has_goal:
            self._clear_events()
        delay, ticks = self._ticks
        state.clock += delay + ticks
        controls = self._translated(actions, agents)
        if self._policy is not None:
            controls = self._with_policy(self._policy, self._last_observations[:, agents:], controls)
        for simulation, given in zip(self._simulations, controls, strict=True):
            simulation.play(given, delay, ticks)
            simulation.read()
        rewards, terms = self._rewarded()
        if state.has_events:
            self._note_touches()
        terminated, truncated, reasons = self._ended()
        observations = final = np.empty(self._shape, np.float32)
        self._observation.observe(state, observations)
        episodes: list[EpisodeStats] = []
        if reasons:
            final = observations.copy()
            rows = np.flatnonzero(terminated | truncated)
            episodes = [self._finish(row, reasons, is_truncated=not terminated[row]) for row in rows.tolist()]
            self._begin(rows)
            self._read(rows)
            self._tell(self._resets, rows)
            self._observe(rows, observations)
        if state.has_goal:
            scored = np.flatnonzero((state.goal != NO_TEAM) & ~(terminated | truncated))
            self._kick_off(scored, observations)
            final[scored] = observations[scored]
        self._last_observations = observations
        if self._observed != agents:
            observations, final = observations[:, :agents], final[:, :agents]
        return StepResult(observations, rewards, terminated, truncated, final, terms, episodes)

    def set_parameters(self, parameters: Mapping[str, Any]) -> None:
        """Sets named parameters, for each arena from its next episode on; the others stay (`parameters`).

        `opponents.NAME` is passed at once to the method `set_parameters` of the opponents, as NAME; its value may be
        anything.

        Raises:
            SpecificationError: a value is invalid, or a name with a prefix of Kickabout is unknown.
        """
        theirs = {name.removeprefix(_OPPONENTS): parameters[name] for name in parameters if name.startswith(_OPPONENTS)}
        if theirs:
            self._set_parameters_of_opponents(theirs)
        mine = {name: value for name, value in parameters.items() if not name.startswith(_OPPONENTS)}
        drawers = {name: drawer(name, value) for name, value in mine.items()}
        for name in drawers:
            prefix, _, rest = name.partition(".")
            known = {"weight": self.term_names, "physics": PHYSICS}.get(prefix)
            if known is not None and rest not in known:
                reason = message("parameter-unknown", "This is unknown. Known: {known:,}.", known=tuple(known))
                raise SpecificationError(f"parameters.{name}", reason)
        self._drawers |= drawers
        for name in drawers:
            self.state.parameters.setdefault(name, np.zeros(self.arenas))

    def _set_parameters_of_opponents(self, parameters: Mapping[str, Any]) -> None:
        take = getattr(self._policy, "set_parameters", None)
        first = next(iter(parameters))
        if take is None:
            reason = message("opponents-no-parameters", "The opponents have no method set_parameters.")
            raise SpecificationError(f"parameters.{_OPPONENTS}{first}", reason)
        tried(partial(take, parameters), "set_parameters", f"parameters.{_OPPONENTS}{first}")

    def snapshot(self, arena: int = 0) -> "ArenaView":
        """Returns what a spectator of one arena sees."""
        return self._simulations[arena].snapshot()

    def _clear_events(self) -> None:
        state = self.state
        if state.has_events:
            state.events.fill(0)
            state.has_events = False
        if state.has_goal:
            state.goal.fill(NO_TEAM)
            state.has_goal = False

    def _with_policy(
        self, policy: Any, rest: Floats, mine: list[list[RocketSim.CarControls]]
    ) -> list[list[RocketSim.CarControls]]:
        """Returns the controls of each arena's agents, then those of the other cars, which a policy chooses."""
        chosen = np.asarray(policy.act(rest.reshape(-1, self.observation_size)))
        theirs = self._translated(chosen.reshape(self.arenas, rest.shape[1], *chosen.shape[1:]), rest.shape[1])
        return [mine_here + theirs_here for mine_here, theirs_here in zip(mine, theirs, strict=True)]

    def _translated(self, actions: ArrayLike, agents: int) -> list[list[RocketSim.CarControls]]:
        table = self._table
        chosen = np.asarray(actions)
        if table is None or chosen.shape != (self.arenas, agents):
            chosen = arranged(chosen, (self.arenas, agents), () if table is not None else (self.actions.size,))
        if table is None:
            return [[_controls(car) for car in arena] for arena in self.actions.controls(chosen).tolist()]
        try:
            return [[*map(table.__getitem__, arena)] for arena in chosen.tolist()]
        except KeyError as error:
            raise ValueError(f"There is no action {error.args[0]}; they are 0 to {len(table) - 1}.") from None

    def _read(self, rows: NDArray[np.intp]) -> None:
        """Reads the state of arenas after a new start state was set."""
        for row in rows.tolist():
            self._simulations[row].read()

    def _observe(self, rows: NDArray[np.intp], observations: Floats) -> None:
        observations[rows] = observed(self._observation, self.state.of(rows), self._observed, self.observation_size)

    def _rewarded(self) -> tuple[Floats, Floats]:
        """Returns the rewards (K, agents), and their terms (K, agents, terms)."""
        agents = self.agents
        rewards, terms = self._no_rewards.copy(), self._no_terms.copy()
        for index, reward in enumerate(self._rewards):
            values = reward(self.state)
            if values is None:
                continue
            weighted = values[:, :agents] * self._weights[index]
            terms[:, :, index] = weighted
            rewards += weighted
            self._returns[:, :, index] += weighted
        return rewards, terms

    def _note_touches(self) -> None:
        touched = self.state.touches[:, : self.agents] > 0
        self._touched += touched
        for row in np.flatnonzero(touched.any(axis=1)).tolist():
            if self._first_touch[row] < 0:
                self._first_touch[row] = int(self.state.ticks[row])

    def _ended(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_], list[tuple[str, NDArray[np.bool_]]]]:
        """Returns where episodes were terminated, where they were truncated, and the endings that caused it."""
        terminated, truncated = self._no_ends.copy(), self._no_ends.copy()
        reasons = []
        for name, is_truncation, ending in self._endings:
            ends = ending(self.state)
            if ends is not None and np.count_nonzero(ends):
                reasons.append((name, ends))
                if is_truncation:
                    truncated |= ends
                else:
                    terminated |= ends
        if reasons:
            truncated &= ~terminated
        return terminated, truncated, reasons

    def _finish(
        self, row: int, reasons: Sequence[tuple[str, NDArray[np.bool_]]], *, is_truncated: bool
    ) -> EpisodeStats:
        ticks, first = int(self.state.ticks[row]), self._first_touch[row]
        score = self._simulations[row].score
        return EpisodeStats(
            arena=row,
            seed=self._seeds[row],
            episode=self._episodes[row],
            steps=ticks // self.spec.tick_skip,
            seconds=ticks / TICKS_PER_S,
            reasons=tuple(name for name, ends in reasons if ends[row]),
            is_truncated=is_truncated,
            score=(score[0], score[1]),
            rewards=self._returns[row].sum(axis=1),
            reward_terms=self._returns[row].copy(),
            touches=self._touched[row].copy(),
            first_touch_s=first / TICKS_PER_S if first >= 0 else None,
        )

    def _begin(self, rows: NDArray[np.intp]) -> None:
        """Begins an episode in some arenas."""
        state = self.state
        for row in rows.tolist():
            self._episodes[row] += 1
            random = Random(f"{self._seeds[row]} {self._episodes[row]}")
            drawn = {name: draw(random) for name, draw in self._drawers.items()}
            for name, value in drawn.items():
                state.parameters[name][row] = value
            simulation = self._simulations[row]
            if self._stand_ins is not None:
                spec = self.spec
                simulation.drivers = self._stand_ins.drivers(spec.mode, spec.teams, spec.agents, self._mutator_values)
            physics = {
                name.removeprefix("physics."): value for name, value in drawn.items() if name.startswith("physics.")
            }
            simulation.begin(random, physics)
            simulation.place(self._drawn(row))
            self._weights[:, row, 0] = [
                drawn.get(f"weight.{name}", weight)
                for name, weight in zip(self.term_names, self._base_weights, strict=True)
            ]
            self._first_touch[row] = -1
        state.begun_at[rows] = state.touched_at[rows] = state.clock
        state.last_touch[rows] = NO_CAR
        self._returns[rows], self._touched[rows] = 0.0, 0

    def _drawn(self, row: int, *, is_after_goal: bool = False) -> StartState:
        simulation = self._simulations[row]
        context = StartContext(
            mode=simulation.mode,
            teams=self.spec.teams,
            ball_rest_z=simulation.physics.ball_rest_z,
            random=simulation.random,
            parameters={name: float(values[row]) for name, values in self.state.parameters.items()},
            is_after_goal=is_after_goal,
        )
        drawn: StartState = self._start.draw(context)
        return drawn

    def _kick_off(self, rows: NDArray[np.intp], observations: Floats) -> None:
        """Sets a new start state in arenas where a goal did not end the episode."""
        if not rows.size:
            return
        for row in rows.tolist():
            self._simulations[row].place(self._drawn(row, is_after_goal=True))
        self.state.touched_at[rows] = self.state.clock
        self._read(rows)
        self._tell(self._kick_offs, rows)
        self._observe(rows, observations)

    def _tell(self, listeners: Sequence[Listener], rows: NDArray[np.intp]) -> None:
        if listeners:
            part = self.state.of(rows)
            for listener in listeners:
                listener(part)


def _controls(values: Sequence[float]) -> RocketSim.CarControls:
    throttle, steer, pitch, yaw, roll, jump, boost, handbrake = values
    return RocketSim.CarControls(
        throttle=throttle,
        steer=steer,
        pitch=pitch,
        yaw=yaw,
        roll=roll,
        jump=jump > 0.0,
        boost=boost > 0.0,
        handbrake=handbrake > 0.0,
    )


def mutators_of(given: Mapping[str, str]) -> Mutators:
    """Returns the mutators of a specification.

    Raises:
        SpecificationError: one is unknown or has no meaning in an environment.
    """
    known = {one.name for one in fields(Mutators)}
    for name, value in given.items():
        if name not in known or name not in PLAYED_MUTATORS:
            reason = message(
                "mutator-not-played",
                "This mutator is unknown or has no meaning in an environment. Known mutators: {known:,}.",
                known=PLAYED_MUTATORS,
            )
            raise SpecificationError(f"mutators.{name}", reason)
        values = tuple(one for one in MUTATORS[name] if one in (PLAYED[name] or MUTATORS[name]) and one != _PUCK)
        if value not in values:
            reason = message("mutator-value-unknown", "There is no such value. Known values: {known:,}.", known=values)
            raise SpecificationError(f"mutators.{name}", reason)
    return Mutators(**given)


def term_names(components: Sequence[Component]) -> tuple[str, ...]:
    """Returns a name for each term: the event or the class; repeated names are numbered."""
    names: list[str] = []
    for component in components:
        name = str(component.parameters.get("event") or component.name.rpartition(":")[2])
        number = 1 + sum(other == name or other.startswith(f"{name} ") for other in names)
        names.append(name if number == 1 else f"{name} {number}")
    return tuple(names)
