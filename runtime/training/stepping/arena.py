"""One arena of an environment; a match in another process plays it. Computes observations, rewards and endings."""

import dataclasses
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np
import rlbot_flatbuffers as flat
from numpy.typing import ArrayLike, NDArray

from runtime.arena.modes import MODES
from runtime.arena.physics.engine import Physics
from runtime.documents import Match, Mutators
from runtime.model.game_facts import TICKS_PER_S
from runtime.model.values import ArenaView
from runtime.protocol.step_mode import Answer, Description, State, packet_of
from runtime.telemetry import arena_view, pad_places
from runtime.training.environment import (
    PHYSICS_OF_MATCH,
    ArenaState,
    BodyStart,
    Episodes,
    EpisodeStats,
    StartState,
    observed,
)
from runtime.training.environment.actions import arranged
from runtime.training.environment.from_packet import PacketReader
from runtime.training.environment.state import NO_TEAM
from runtime.training.specification import EnvironmentSpec, SpecificationError
from runtime.training.stepping.match import StepMatch

Numbers = NDArray[np.float32]
SEEDS: Final = 2**31
_KICKOFF: Final = "kickoff"
_PHYSICS: Final = "physics."


class ArenaStep(NamedTuple):
    """The result of a step."""

    observations: Numbers
    """(agents, size)."""
    rewards: Numbers
    """(agents,)."""
    terms: Numbers
    """Terms of the reward, weighted, (agents, terms)."""
    terminated: bool
    truncated: bool
    reasons: tuple[str, ...]
    """The names of the endings that applied."""


class SteppedArena:
    """One arena, played by a match in another process. For one thread.

    It uses the specification's observation, actions, rewards, endings, start, parameters and tick skip. Cars, mode and
    mutators are those of the match.

    Args:
        match: the match, which is started.
        spec: the parts of the environment.
        played: the configuration of the match; None for a match that somebody else runs.
        agents: number of the learner's cars with an agent; the others stand still.

    Raises:
        SpecificationError: a part of the specification cannot be used.
        StepCommunicationError, StepError (`begin` and `step`): the match crashed, ended or hangs.
    """

    def __init__(self, match: StepMatch, spec: EnvironmentSpec, played: Match | None, *, agents: int = 1) -> None:
        check_parameters(spec.parameters)
        self.match = match
        self.agents = agents
        self._set_up(spec, played, match.start())
        self.set_parameters(spec.parameters)

    def _set_up(self, spec: EnvironmentSpec, played: Match | None, description: Description) -> None:
        self.shape = shape_of(description)
        """The properties that are the same in all matches."""
        cars = description["state"]["cars"]
        self._held = description["cars"]
        mine = self._held[: self.agents]
        team = cars[mine[0]]["team"]
        self._order = sorted(range(len(cars)), key=lambda car: (car not in mine, cars[car]["team"] != team, car))
        """Packet indices of the cars in the order of the state: cars with agents, their team's others, the rest."""
        self._teams = tuple(cars[car]["team"] for car in self._order)
        mode, mutators = (played.game_mode, played.mutators) if played is not None else (spec.mode, Mutators())
        counts = {"blue": self._teams.count(0), "orange": self._teams.count(1)}
        self.specification = dataclasses.replace(spec, mode=mode, blue=max(1, counts["blue"]), orange=counts["orange"])
        """The specification with the cars and the mode of the match."""
        self._rest_z = Physics.of(mutators, MODES[mode].physics).ball_rest_z
        self._field = flat.FieldInfo(
            [
                flat.BoostPad(flat.Vector3(*at), big)
                for at, big in zip(description["pad_locations"], description["pad_is_big"], strict=True)
            ]
        )
        self._episodes = Episodes(self.specification, 1, self.agents)
        self.actions = self._episodes.actions
        """The action space: `count` discrete actions, or vectors of `size` numbers."""
        self.term_names = self._episodes.term_names
        """The names of the reward's terms, in order."""
        self.observation_size = int(self._episodes.observation.size(self._teams, len(description["pad_locations"])))
        self._reader = PacketReader(self._field)
        self._frame = self._clock = self._begun = 0
        self._goals = [0, 0]
        """Goals of blue and orange in this episode; the match starts counting again with each start state."""
        self._is_goal_open = False
        self._last: Numbers = np.zeros((self.agents, self.observation_size), np.float32)
        self._is_begun = False

    def set_parameters(self, parameters: Mapping[str, Any]) -> None:
        """Sets named parameters from the next episode on; other parameters keep their values.

        Raises:
            SpecificationError: a value is invalid, or a name has no meaning here.
        """
        check_parameters(parameters)
        self._episodes.set_parameters(parameters)

    def begin(self, seed: int, episode: int) -> Numbers:
        """Resets the match to the start state of an episode; returns the observations, (agents, size).

        The episode depends on `seed`, on `episode`, its number since the seed was set, and on the drivers of the other
        cars.

        Raises:
            StepCommunicationError, StepError: the match crashed, ended or hangs.
        """
        self._random, _ = self._episodes.begin(0, seed, episode)
        state = self._placed()
        self._goals = [0, 0]
        self._begun = self._touched = state["frame"]
        self._score = list(state["score"])
        self._reader = PacketReader(self._field)
        arena = self._read(state)
        for reset in self._episodes.resets:
            reset(arena)
        self._is_begun = True
        return self._observe(arena)

    def step(self, actions: ArrayLike) -> ArenaStep:
        """Plays a step with the actions of the agents, (agents,) or (agents, size).

        After a goal that does not end the episode, call `kick_off`.

        Raises:
            RuntimeError: `begin` was not called before.
            ValueError: the shape is wrong, an action does not exist, or a number is NaN.
            StepCommunicationError, StepError: the match crashed, ended or hangs.
        """
        if not self._is_begun:
            raise RuntimeError("reset() must be called before the first step().")
        answer = self._play(actions)
        self.match.note_step()
        arena = self._read(answer["state"])
        (rewards,), (terms,) = self._episodes.rewarded(arena)
        terminated, truncated, endings = self._episodes.ended(arena)
        reasons = tuple(name for name, ends in endings if ends[0])
        self._observe(arena)
        self._is_goal_open = not reasons and bool(arena.goal[0] != NO_TEAM)
        return ArenaStep(self._last, rewards, terms, bool(terminated[0]), bool(truncated[0]), reasons)

    def kick_off(self) -> Numbers:
        """Sets a new start state if the last step had a goal that did not end the episode.

        Returns:
            The current observations, (agents, size): after the start state, else those of the last step.

        Raises:
            StepCommunicationError, StepError: the match crashed, ended or hangs.
        """
        if not self._is_goal_open:
            return self._last
        self._is_goal_open = False
        state = self._placed(is_after_goal=True)
        self._touched = state["frame"]
        self._score = list(state["score"])
        arena = self._read(state)
        for kick_off in self._episodes.kick_offs:
            kick_off(arena)
        return self._observe(arena)

    @property
    def last_observations(self) -> Numbers:
        """The newest observations, (agents, size)."""
        return self._last

    @property
    def seconds(self) -> float:
        """Game time since the beginning of the episode."""
        return (self._frame - self._begun) / TICKS_PER_S

    @property
    def score(self) -> tuple[int, int]:
        """Goals of blue and orange in this episode."""
        return self._goals[0], self._goals[1]

    def episode(self, number: int, result: ArenaStep) -> EpisodeStats:
        """Returns the statistics of the episode that a step ended; `number` is the arena's."""
        return self._episodes.stats(
            0,
            arena=number,
            ticks=self._frame - self._begun,
            reasons=result.reasons,
            is_truncated=result.truncated,
            score=self.score,
        )

    def snapshot(self) -> ArenaView:
        """Returns what a spectator sees."""
        return arena_view(packet_of(self._state), pad_places(self._field))

    def _play(self, actions: ArrayLike) -> Answer:
        count = self.actions.count
        array = arranged(actions, (self.agents,), (self.actions.size,) if count is None else (), count)
        axes = self.actions.controls(array).tolist()
        controls = [[*car[:5], *(float(button > 0.0) for button in car[5:])] for car in axes]
        controls += [[0.0] * 8] * (len(self._held) - self.agents)
        client, skip, delay = self.match.client, self.specification.tick_skip, self.specification.action_delay
        if delay:
            client.step(ticks=delay)
        return client.step(controls, ticks=skip - delay)

    def _placed(self, *, is_after_goal: bool = False) -> State:
        """Resets the match to the next start state."""
        self._is_goal_open = False
        seed = self._random.randrange(SEEDS)
        if self.specification.start.name == _KICKOFF:
            return self.match.client.reset(seed=seed)
        start = self._episodes.start(
            0, self._random, teams=self._teams, ball_rest_z=self._rest_z, is_after_goal=is_after_goal
        )
        return self.match.client.reset(seed=seed, state=self._wanted(start))

    def _wanted(self, start: StartState) -> dict[str, Any]:
        return {
            "ball": _body(start.ball),
            "cars": [
                {"car": car, "rotation": list(body.rotation), **_body(body)}
                for car, body in zip(self._order, start.cars, strict=True)
            ],
        }

    def _read(self, state: State) -> ArenaState:
        """Returns the state as arrays; a ball that is absent after a goal keeps its last position."""
        if state["ball"] is not None:
            self._ball = state["ball"]
        self._state: State = {**state, "ball": self._ball}
        arena = self._reader.read(packet_of(self._state), self._order, self._teams)
        arena.parameters = self._episodes.parameters
        if arena.touches.any():
            self._touched = state["frame"]
        self._clock += max(0, state["frame"] - self._frame)
        self._frame, arena.clock = state["frame"], self._clock
        arena.begun_at[0] = self._clock - (state["frame"] - self._begun)
        arena.touched_at[0] = self._clock - (state["frame"] - self._touched)
        scored = [now > before for now, before in zip(state["score"], self._score, strict=True)]
        arena.goal[0] = scored.index(True) if any(scored) else NO_TEAM
        arena.has_goal = any(scored)
        self._goals = [goals + one for goals, one in zip(self._goals, scored, strict=True)]
        arena.has_events = arena.has_events or arena.has_goal
        self._score = list(state["score"])
        return arena

    def _observe(self, arena: ArenaState) -> Numbers:
        self._last = observed(self._episodes.observation, arena, self.agents, self.observation_size)[0]
        return self._last


def check_parameters(parameters: Mapping[str, Any]) -> None:
    """Rejects parameters of the physics, because the match determines the physics.

    Raises:
        SpecificationError: there is such a parameter.
    """
    for name in parameters:
        if name.startswith(_PHYSICS):
            raise SpecificationError(f"parameters.{name}", PHYSICS_OF_MATCH)


def shape_of(description: Description) -> tuple[object, ...]:
    """Returns the properties that must be the same in all matches: cars, teams and pads."""
    return description["cars"], [car["team"] for car in description["state"]["cars"]], description["pad_locations"]


def _body(body: BodyStart) -> dict[str, Any]:
    content: dict[str, Any] = {
        "location": list(body.position),
        "velocity": list(body.velocity),
        "angular_velocity": list(body.angular_velocity),
    }
    if body.boost is not None:
        content["boost"] = body.boost
    return content
