"""The match of a learner as an environment of gymnasium, with the parts of a specification."""

import dataclasses
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import gymnasium
import numpy as np
import rlbot_flatbuffers as flat
from numpy.typing import NDArray

from runtime.arena.modes import MODES
from runtime.arena.physics.engine import Physics
from runtime.documents import Match, Mutators, read_match
from runtime.model.messages import message
from runtime.model.step_mode import DEFAULT_PORT
from runtime.protocol.step_mode import Answer, Description, State, packet_of
from runtime.training.environment import ArenaState, BodyStart, StartContext, StartState, listeners, make, observed
from runtime.training.environment.from_packet import PacketReader
from runtime.training.environment.state import NO_TEAM
from runtime.training.interfaces.gymnasium import action_space, observation_space, specified
from runtime.training.specification import ONE, EnvironmentSpec, SpecificationError
from runtime.training.stepping.client import StepCommunicationError, StepError
from runtime.training.stepping.match import (
    MOST_RESTARTS,
    PAUSE_S,
    AttachedMatch,
    LaunchedMatch,
    Running,
    StepMatch,
    is_free_port,
)

Numbers = NDArray[np.float32]
CRASH: Final = "crash"
"""Reason for the end of an episode whose match crashed."""
_CRASHES: Final = ("step-match-over", "step-not-enabled", "step-unanswered")
"""Codes of errors after which the match is started again: it ended, another one began, or it hangs."""
_SEEDS: Final = 2**31
_KICKOFF: Final = "kickoff"


class StepEnv(gymnasium.Env[Numbers, Any]):
    """One car of a match that an arena plays in another process, next to bots of any kind.

    The specification's observation, actions, rewards, endings, start and tick skip are used; cars, mode and mutators
    are those of the match. If the match crashes, the episode is truncated with the last observation, the match is
    started again, and the next `reset` begins in it.

    Args:
        match: a match document, or a match, with a car for the learner: `auto_start = false`. None takes part in a
            match that already runs, for example in the window.
        spec: the parts of the environment; None for the default.
        port: the port of step mode; for several environments, give each its own.
        pause_s: time between a crash and the next start.
        most_restarts: number of restarts in a row, without a step between them, that are allowed.
        options: keyword arguments of `LaunchedMatch`.
        changes: fields of the specification that differ, in its JSON form.

    Raises:
        SpecificationError: a part of the specification cannot be used.
        ValueError: the match cannot be read.
        RuntimeError (here and from `reset` and `step`): too many restarts in a row.
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        match: Match | Path | str | None = None,
        spec: EnvironmentSpec | Mapping[str, Any] | None = None,
        *,
        port: int = DEFAULT_PORT,
        pause_s: float = PAUSE_S,
        most_restarts: int = MOST_RESTARTS,
        options: Mapping[str, Any] | None = None,
        **changes: Any,
    ) -> None:
        self.render_mode = None
        wanted = specified(spec, {"controlled": ONE, "opponents": None, **changes})
        if wanted.parameters:
            reason = message("step-no-parameters", "Parameters need an environment without step mode.")
            raise SpecificationError("parameters", reason)
        launch, match = _launcher(match, options or {})
        self._match = StepMatch(
            launch,
            port=port,
            pause_s=pause_s,
            most_restarts=most_restarts,
            is_free=is_free_port if match is not None else None,
        )
        try:
            description = self._match.start()
            self._set_up(wanted, match, description)
        except BaseException:
            self.close()
            raise

    def _set_up(self, spec: EnvironmentSpec, match: Match | None, description: Description) -> None:
        self._shape = _shape(description)
        cars = description["state"]["cars"]
        mine = description["cars"][0]
        team = cars[mine]["team"]
        self._order = sorted(range(len(cars)), key=lambda car: (car != mine, cars[car]["team"] != team, car))
        """Packet indices of the cars, in the order of the state: the learner's, its team's, the others."""
        self._teams = tuple(cars[car]["team"] for car in self._order)
        mode, mutators = (match.game_mode, match.mutators) if match is not None else (spec.mode, Mutators())
        counts = {"blue": self._teams.count(0), "orange": self._teams.count(1)}
        self.specification = dataclasses.replace(spec, mode=mode, blue=max(1, counts["blue"]), orange=counts["orange"])
        """The specification with the cars and the mode of the match."""
        self._rest_z = Physics.of(mutators, MODES[mode].physics).ball_rest_z
        self._drives = len(description["cars"])
        self._field = flat.FieldInfo(
            [
                flat.BoostPad(flat.Vector3(*at), big)
                for at, big in zip(description["pad_locations"], description["pad_is_big"], strict=True)
            ]
        )
        self._observation = make("observation", spec.observation)
        self._actions = make("actions", spec.actions)
        self._start = make("start", spec.start)
        ring = {} if MODES[mode].oval is None else {"goal": MODES[mode].field.goals[1].place}
        self._rewards = [
            (term.weight, make("rewards", term.component, f"rewards[{index}]", **ring))
            for index, term in enumerate(spec.rewards)
        ]
        self._endings = [
            (component.name, is_truncation, make(kind, component, f"{kind}[{index}]"))
            for kind, components, is_truncation in (
                ("terminations", spec.terminations, False),
                ("truncations", spec.truncations, True),
            )
            for index, component in enumerate(components)
        ]
        playing = (self._observation, *(reward for _, reward in self._rewards))
        self._resets, self._kick_offs = listeners(playing, [one for *_, one in self._endings])
        self._size = int(self._observation.size(self._teams, len(description["pad_locations"])))
        self.observation_space = observation_space(self._size)
        self.action_space = action_space(self._actions)
        self._reader = PacketReader(self._field)
        self._seed, self._episode = 0, -1
        self._frame = self._clock = self._begun = 0
        self._goals = [0, 0]
        """Goals of blue and orange in this episode; the match counts anew from each start state."""
        self._last: Numbers = np.zeros(self._size, np.float32)

    @property
    def restarts(self) -> int:
        """Number of times that the match was restarted after a crash."""
        return self._match.restarts

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begins an episode; see `gymnasium.Env`."""
        is_first = self._np_random is None
        seed = None if seed is None else int(seed)
        super().reset(seed=seed, options=options)
        if seed is not None or is_first:
            self._seed = int(self.np_random.integers(_SEEDS)) if seed is None else seed
            self._episode = -1
        self._episode += 1
        while True:
            try:
                state = self._placed()
                break
            except (StepCommunicationError, StepError) as error:
                self._recover(error)
        self._goals = [0, 0]
        self._begun = self._touched = state["frame"]
        self._score = list(state["score"])
        self._reader = PacketReader(self._field)
        arena = self._read(state)
        for reset in self._resets:
            reset(arena)
        self._last = observed(self._observation, arena, 1, self._size)[0, 0]
        return self._last, {}

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Plays a step; see `gymnasium.Env`. After a crash it returns the last observation, truncated."""
        controls = self._controls(action)
        try:
            answer = self._played(controls)
        except (StepCommunicationError, StepError) as error:
            return self._last, 0.0, False, True, self._recover(error)
        self._match.note_step()
        arena = self._read(answer["state"])
        terms = [
            0.0 if (value := reward(arena)) is None else weight * float(value[0, 0]) for weight, reward in self._rewards
        ]
        terminated, truncated, reasons = self._ended(arena)
        self._last = observed(self._observation, arena, 1, self._size)[0, 0]
        info = self._summary(reasons) if reasons else {}
        if not reasons and arena.goal[0] != NO_TEAM:
            try:
                self._kick_off()
            except (StepCommunicationError, StepError) as error:
                truncated, info = True, self._recover(error)
        return self._last, sum(terms), terminated, truncated, info

    def close(self) -> None:
        """Ends the match."""
        self._match.close()

    def _controls(self, action: Any) -> list[list[float]]:
        """Returns the controls of the learner's car; further cars that it holds stand still."""
        axes = self._actions.controls(np.asarray(action)).reshape(-1)[:8].tolist()
        car = [*axes[:5], *(float(button > 0.0) for button in axes[5:])]
        return [car, *([[0.0] * 8] * (self._drives - 1))]

    def _played(self, controls: Sequence[Sequence[float]]) -> Answer:
        client, skip, delay = self._match.client, self.specification.tick_skip, self.specification.action_delay
        if delay:
            client.step(ticks=delay)
        return client.step(controls, ticks=skip - delay)

    def _summary(self, reasons: tuple[str, ...]) -> dict[str, Any]:
        """Returns the info of the last step of an episode."""
        return {"reasons": reasons, "seconds": (self._frame - self._begun) / 120, "score": tuple(self._goals)}

    def _recover(self, error: StepCommunicationError | StepError) -> dict[str, Any]:
        """Restarts a match that crashed, hangs or ended; returns the info of the step that this cuts off.

        Raises:
            StepError: the arena refused something.
            RuntimeError: too many restarts in a row, or the match has other cars now.
        """
        if isinstance(error, StepError) and error.code not in _CRASHES:
            raise error
        info = {**self._summary((CRASH,)), "error": str(error)}
        if _shape(self._match.restart(error)) != self._shape:
            self.close()
            raise RuntimeError("The match has other cars than the one that the environment was made for.") from error
        return info

    def _placed(self, *, is_after_goal: bool = False) -> State:
        """Resets the match to the next start state."""
        random = Random(f"{self._seed} {self._episode}")
        seed = random.randrange(_SEEDS)
        if self.specification.start.name == _KICKOFF:
            return self._match.client.reset(seed=seed)
        context = StartContext(
            mode=MODES[self.specification.mode],
            teams=self._teams,
            ball_rest_z=self._rest_z,
            random=random,
            parameters={},
            is_after_goal=is_after_goal,
        )
        return self._match.client.reset(seed=seed, state=self._wanted(self._start.draw(context)))

    def _wanted(self, start: StartState) -> dict[str, Any]:
        return {
            "ball": _body(start.ball),
            "cars": [
                {"car": car, "rotation": list(body.rotation), **_body(body)}
                for car, body in zip(self._order, start.cars, strict=True)
            ],
        }

    def _kick_off(self) -> None:
        """Sets a new start state after a goal that does not end the episode; its time goes on."""
        self._episode += 1
        before = self._begun
        state = self._placed(is_after_goal=True)
        self._touched = state["frame"]
        self._score = list(state["score"])
        arena = self._read(state)
        for kick_off in self._kick_offs:
            kick_off(arena)
        self._last = observed(self._observation, arena, 1, self._size)[0, 0]
        self._begun = before

    def _read(self, state: State) -> ArenaState:
        """Returns the state as arrays; a ball that is absent after a goal is where it was."""
        if state["ball"] is not None:
            self._ball = state["ball"]
        arena = self._reader.read(packet_of({**state, "ball": self._ball}), self._order, self._teams)
        if arena.touches.any():
            self._touched = state["frame"]
        self._clock += max(0, state["frame"] - self._frame)
        self._frame, arena.clock = state["frame"], self._clock
        arena.ticks[0] = state["frame"] - self._begun
        arena.untouched_ticks[0] = state["frame"] - self._touched
        scored = [now > before for now, before in zip(state["score"], self._score, strict=True)]
        arena.goal[0] = scored.index(True) if any(scored) else NO_TEAM
        arena.has_goal = any(scored)
        self._goals = [goals + one for goals, one in zip(self._goals, scored, strict=True)]
        arena.has_events = arena.has_events or arena.has_goal
        self._score = list(state["score"])
        return arena

    def _ended(self, arena: ArenaState) -> tuple[bool, bool, tuple[str, ...]]:
        """Returns whether the episode is over or cut off, and the names of the endings that say so."""
        applying = [
            (name, is_truncation)
            for name, is_truncation, ending in self._endings
            if (ends := ending(arena)) is not None and bool(ends[0])
        ]
        terminated = any(not is_truncation for _, is_truncation in applying)
        return terminated, bool(applying) and not terminated, tuple(name for name, _ in applying)


def _launcher(match: Match | Path | str | None, options: Mapping[str, Any]) -> tuple[Any, Match | None]:
    """Returns what makes the running match of a port, and the match; None for one that runs already."""
    if match is None:
        return partial(_attach, options), None
    if not isinstance(match, Match):
        reading = read_match(Path(match))
        if reading.value is None:
            raise ValueError(" ".join(str(problem) for problem in reading.errors))
        match = reading.value
    return partial(_launch, match, options), match


def _shape(description: Description) -> tuple[object, ...]:
    """Returns what must not change from match to match."""
    return description["cars"], [car["team"] for car in description["state"]["cars"]], description["pad_locations"]


def _launch(match: Match, options: Mapping[str, Any], port: int) -> Running:
    return LaunchedMatch(match, port, **options)


def _attach(options: Mapping[str, Any], port: int) -> Running:
    return AttachedMatch(port, **options)


def _body(body: BodyStart) -> dict[str, Any]:
    written: dict[str, Any] = {
        "location": list(body.position),
        "velocity": list(body.velocity),
        "angular_velocity": list(body.angular_velocity),
    }
    if body.boost is not None:
        written["boost"] = body.boost
    return written
