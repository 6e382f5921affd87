"""One arena of an environment; a match in another process plays it. Computes observations, rewards and endings."""

import dataclasses
from collections.abc import Mapping
from random import Random
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
    EpisodeStats,
    StartContext,
    StartState,
    drawer,
    listeners,
    make,
    observed,
    term_names,
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
        self._drawers: dict[str, Any] = {}
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
        self._make_components(spec, mode)
        self.observation_size = int(self._observation.size(self._teams, len(description["pad_locations"])))
        self._reader = PacketReader(self._field)
        self._frame = self._clock = self._begun = 0
        self._goals = [0, 0]
        """Goals of blue and orange in this episode; the match starts counting again with each start state."""
        self._is_goal_open = False
        self._last: Numbers = np.zeros((self.agents, self.observation_size), np.float32)
        self._is_begun = False

    def _make_components(self, spec: EnvironmentSpec, mode: str) -> None:
        self._observation = make("observation", spec.observation)
        self.actions = make("actions", spec.actions)
        """The action space: `count` discrete actions, or vectors of `size` numbers."""
        self._start = make("start", spec.start)
        ring = {} if MODES[mode].oval is None else {"goal": MODES[mode].field.goals[1].place}
        self._rewards = [
            make("rewards", term.component, f"rewards[{index}]", **ring) for index, term in enumerate(spec.rewards)
        ]
        self._base_weights = [term.weight for term in spec.rewards]
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
        playing = (self._observation, *self._rewards)
        self._resets, self._kick_offs = listeners(playing, [one for *_, one in self._endings])

    def set_parameters(self, parameters: Mapping[str, Any]) -> None:
        """Sets named parameters from the next episode on; other parameters keep their values.

        Raises:
            SpecificationError: a value is invalid, or a name has no meaning here.
        """
        check_parameters(parameters)
        self._drawers |= {name: drawer(name, value) for name, value in parameters.items()}

    def begin(self, seed: int, episode: int) -> Numbers:
        """Begins an episode, which depends on these two numbers and on the drivers of the other cars."""
        self._random = Random(f"{seed} {episode}")
        drawn = {name: draw(self._random) for name, draw in self._drawers.items()}
        self._parameters = {name: np.array([value]) for name, value in drawn.items()}
        self._weights = [
            drawn.get(f"weight.{name}", weight)
            for name, weight in zip(self.term_names, self._base_weights, strict=True)
        ]
        self._seed, self._episode = seed, episode
        state = self._placed()
        self._goals = [0, 0]
        self._begun = self._touched = state["frame"]
        self._score = list(state["score"])
        self._reader = PacketReader(self._field)
        self._returns = np.zeros((self.agents, len(self._rewards)), np.float32)
        self._touches = np.zeros(self.agents, np.int64)
        self._first_touch: int | None = None
        arena = self._read(state)
        for reset in self._resets:
            reset(arena)
        self._is_begun = True
        return self._observe(arena)

    def step(self, actions: ArrayLike) -> ArenaStep:
        """Plays a step with the actions of the agents, (agents,) or (agents, size).

        A goal that does not end the episode is followed by a new start state; if the match then crashes, the step is
        truncated.
        """
        if not self._is_begun:
            raise RuntimeError("reset() must be called before the first step().")
        answer = self._play(actions)
        self.match.note_step()
        arena = self._read(answer["state"])
        terms = np.zeros((self.agents, len(self._rewards)), np.float32)
        for index, (weight, reward) in enumerate(zip(self._weights, self._rewards, strict=True)):
            if (value := reward(arena)) is not None:
                terms[:, index] = weight * value[0, : self.agents]
        self._returns += terms
        self._note_touches(arena)
        terminated, truncated, reasons = self._ended(arena)
        self._observe(arena)
        self._is_goal_open = not reasons and bool(arena.goal[0] != NO_TEAM)
        return ArenaStep(self._last, terms, terminated, truncated, reasons)

    def kick_off(self) -> Numbers:
        """Sets a new start state after a goal that did not end the episode; returns the current observations."""
        if not self._is_goal_open:
            return self._last
        self._is_goal_open = False
        begun = self._begun
        state = self._placed(is_after_goal=True)
        self._touched = state["frame"]
        self._score = list(state["score"])
        arena = self._read(state)
        for kick_off in self._kick_offs:
            kick_off(arena)
        self._begun = begun
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
        first = self._first_touch
        return EpisodeStats(
            arena=number,
            seed=self._seed,
            episode=self._episode,
            steps=(self._frame - self._begun) // self.specification.tick_skip,
            seconds=self.seconds,
            reasons=result.reasons,
            is_truncated=result.truncated,
            score=self.score,
            rewards=self._returns.sum(axis=1),
            reward_terms=self._returns.copy(),
            touches=self._touches.copy(),
            first_touch_s=None if first is None else (first - self._begun) / TICKS_PER_S,
        )

    def snapshot(self) -> ArenaView:
        """Returns what a spectator sees."""
        return arena_view(packet_of(self._state), pad_places(self._field))

    def _play(self, actions: ArrayLike) -> Answer:
        count = self.actions.count
        given = arranged(actions, (self.agents,), (self.actions.size,) if count is None else (), count)
        axes = self.actions.controls(given).tolist()
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
        context = StartContext(
            mode=MODES[self.specification.mode],
            teams=self._teams,
            ball_rest_z=self._rest_z,
            random=self._random,
            parameters={name: float(value[0]) for name, value in self._parameters.items()},
            is_after_goal=is_after_goal,
        )
        return self.match.client.reset(seed=seed, state=self._wanted(self._start.draw(context)))

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
        arena.parameters = self._parameters
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
        self._last = observed(self._observation, arena, self.agents, self.observation_size)[0]
        return self._last

    def _note_touches(self, arena: ArenaState) -> None:
        touched = arena.touches[0, : self.agents] > 0
        self._touches += touched
        if self._first_touch is None and touched.any():
            self._first_touch = self._frame

    def _ended(self, arena: ArenaState) -> tuple[bool, bool, tuple[str, ...]]:
        """Returns whether the episode was terminated or truncated, and the names of the endings that caused it."""
        applying = [
            (name, is_truncation)
            for name, is_truncation, ending in self._endings
            if (ends := ending(arena)) is not None and bool(ends[0])
        ]
        terminated = any(not is_truncation for _, is_truncation in applying)
        return terminated, bool(applying) and not terminated, tuple(name for name, _ in applying)


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
    written: dict[str, Any] = {
        "location": list(body.position),
        "velocity": list(body.velocity),
        "angular_velocity": list(body.angular_velocity),
    }
    if body.boost is not None:
        written["boost"] = body.boost
    return written
