"""K arenas in this process that are stepped together: observations, rewards and endings as arrays."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import RocketSim
from numpy.typing import ArrayLike, NDArray

from runtime.arena.modes import MODES
from runtime.arena.physics.world import prepare
from runtime.arena.refusals import MUTATORS as PLAYED
from runtime.arena.stadium.mesh_files import default_mesh_folder, ensure_meshes
from runtime.documents import MUTATORS, Mutators
from runtime.model.messages import message
from runtime.training.environment.actions import arranged
from runtime.training.environment.components import Listener, make, tried
from runtime.training.environment.episodes import EpisodeNumbers, Episodes, EpisodeStats, Flags
from runtime.training.environment.observations import observed
from runtime.training.environment.opponents import Bot, StandIns
from runtime.training.environment.simulation import Simulation
from runtime.training.environment.state import NO_CAR, NO_TEAM, ArenaState, Floats
from runtime.training.specification import EnvironmentSpec, SpecificationError

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
        size = partial(self._episodes.observation.size, teams, pads)
        self.observation_size = int(tried(size, spec.observation.name, "observation"))
        self.state = ArenaState(teams, arenas=arenas, pads=pads)
        """The current state of all arenas."""
        self.state.parameters = self._episodes.parameters
        self._simulations = [Simulation(row, self.state, spec.mode, mutators) for row in range(arenas)]
        self._mutator_values = mutators
        self._observed = len(teams) if self._policy is not None else self.agents
        """Number of cars per arena whose observations are needed."""
        self._numbers = EpisodeNumbers(arenas, seed)
        self._shape = (arenas, self._observed, self.observation_size)
        """The shape of the observations."""
        self._ticks = (spec.action_delay, spec.tick_skip - spec.action_delay)
        """The numbers of ticks of a step with the previous and with the new action."""
        self.set_parameters(spec.parameters)
        self._last_observations: Floats | None = None

    def _make_components(self) -> None:
        spec = self.spec
        opponents = None if spec.opponents is None else make("opponents", spec.opponents)
        if isinstance(opponents, Bot):
            reason = message(
                "bot-without-match",
                "A bot plays in matches, which only a run, a WorkerPool or a StepEnv can start.",
            )
            raise SpecificationError("opponents", reason)
        self._stand_ins = opponents if isinstance(opponents, StandIns) else None
        self._policy = None if self._stand_ins is not None else opponents
        self._episodes = Episodes(spec, self.arenas, self.agents, opponents)
        self.actions = self._episodes.actions
        """The action space: `count` discrete actions, or vectors of `size` numbers."""
        self.term_names = self._episodes.term_names
        """The names of the reward's terms, in order."""
        table = self.actions.table
        self._table = None if table is None else dict(enumerate(map(_controls, np.asarray(table).tolist())))

    def reset(
        self, seeds: int | Sequence[int | None] | None = None, *, episodes: Sequence[int] | None = None
    ) -> Floats:
        """Begins a new episode in all arenas.

        Args:
            seeds: a seed for each arena, or the seed of the first one; an arena with a seed starts like a new one.
            episodes: for each arena, the number of the episode to repeat; None for the next one.

        Returns:
            The observations, (K, agents, observation_size), float32.

        Raises:
            ValueError: there is not one seed or number for each arena.
            SpecificationError: a user's component raised an exception or returned something wrong.
        """
        self._numbers.assign(seeds, episodes)
        self._clear_events()
        rows = np.arange(self.arenas)
        self._begin(rows)
        self._read(rows)
        self._tell(self._episodes.resets, rows)
        observations = observed(self._episodes.observation, self.state, self._observed, self.observation_size)
        self._last_observations = observations
        return observations[:, : self.agents]

    def step(self, actions: ArrayLike) -> StepResult:
        """Plays one step of `spec.tick_skip` ticks in all arenas.

        Args:
            actions: (K, agents) numbers of discrete actions, or (K, agents, actions.size) numbers from -1 to 1.

        Raises:
            RuntimeError: `reset` was not called before.
            ValueError: the shape is wrong, an action does not exist, or a number is NaN.
            SpecificationError: a user's component returned something wrong.
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
        rewards, terms = self._episodes.rewarded(state)
        terminated, truncated, reasons = self._episodes.ended(state)
        observations = final = np.empty(self._shape, np.float32)
        self._episodes.observation.observe(state, observations)
        episodes: list[EpisodeStats] = []
        if reasons:
            final = observations.copy()
            rows = np.flatnonzero(terminated | truncated)
            episodes = [self._finish(row, reasons, is_truncated=not terminated[row]) for row in rows.tolist()]
            self._begin(rows)
            self._read(rows)
            self._tell(self._episodes.resets, rows)
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
        self._episodes.set_parameters(mine)

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
        observation, part = self._episodes.observation, self.state.of(rows)
        observations[rows] = observed(observation, part, self._observed, self.observation_size)

    def _finish(self, row: int, reasons: Sequence[tuple[str, Flags]], *, is_truncated: bool) -> EpisodeStats:
        score = self._simulations[row].score
        return self._episodes.stats(
            row,
            arena=row,
            ticks=int(self.state.ticks[row]),
            reasons=tuple(name for name, ends in reasons if ends[row]),
            is_truncated=is_truncated,
            score=(score[0], score[1]),
        )

    def _begin(self, rows: NDArray[np.intp]) -> None:
        """Begins an episode in some arenas."""
        state, spec = self.state, self.spec
        for row in rows.tolist():
            random, drawn = self._episodes.begin(row, *self._numbers.advance(row))
            simulation = self._simulations[row]
            if self._stand_ins is not None:
                simulation.drivers = self._stand_ins.drivers(spec.mode, spec.teams, spec.agents, self._mutator_values)
            physics = {
                name.removeprefix("physics."): value for name, value in drawn.items() if name.startswith("physics.")
            }
            simulation.begin(random, physics)
            self._place(row)
        state.begun_at[rows] = state.touched_at[rows] = state.clock
        state.last_touch[rows] = NO_CAR

    def _place(self, row: int, *, is_after_goal: bool = False) -> None:
        """Sets the next start state in an arena."""
        simulation = self._simulations[row]
        start = self._episodes.start(
            row,
            simulation.random,
            teams=self.spec.teams,
            ball_rest_z=simulation.physics.ball_rest_z,
            is_after_goal=is_after_goal,
        )
        simulation.place(start)

    def _kick_off(self, rows: NDArray[np.intp], observations: Floats) -> None:
        """Sets a new start state in arenas where a goal did not end the episode."""
        if not rows.size:
            return
        for row in rows.tolist():
            self._place(row, is_after_goal=True)
        self.state.touched_at[rows] = self.state.clock
        self._read(rows)
        self._tell(self._episodes.kick_offs, rows)
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


def mutators_of(choices: Mapping[str, str]) -> Mutators:
    """Returns the mutators of a specification.

    Raises:
        SpecificationError: a mutator is unknown or has no meaning in an environment.
    """
    known = {field.name for field in fields(Mutators)}
    for name, value in choices.items():
        if name not in known or name not in PLAYED_MUTATORS:
            reason = message(
                "mutator-not-played",
                "This mutator is unknown or has no meaning in an environment. Known mutators: {known:,}.",
                known=PLAYED_MUTATORS,
            )
            raise SpecificationError(f"mutators.{name}", reason)
        played = PLAYED[name] or MUTATORS[name]
        values = tuple(known_value for known_value in MUTATORS[name] if known_value in played and known_value != _PUCK)
        if value not in values:
            reason = message("mutator-value-unknown", "There is no such value. Known values: {known:,}.", known=values)
            raise SpecificationError(f"mutators.{name}", reason)
    return Mutators(**choices)
