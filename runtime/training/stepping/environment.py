"""A learner's match as an environment of gymnasium, with the components of a specification."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from runtime.documents import Match, read_match
from runtime.model.step_mode import DEFAULT_PORT
from runtime.training.interfaces.gymnasium import action_space, observation_space, specified
from runtime.training.specification import ONE, EnvironmentSpec
from runtime.training.stepping.arena import SEEDS, SteppedArena, check_parameters, shape_of
from runtime.training.stepping.client import StepCommunicationError, StepError
from runtime.training.stepping.match import (
    MAX_RESTARTS,
    PAUSE_S,
    AttachedMatch,
    LaunchedMatch,
    Running,
    StepMatch,
    is_free_port,
)

Numbers = NDArray[np.float32]
CRASH: Final = "crash"
"""Reason for the end of an episode if the match crashed."""
_CRASHES: Final = ("step-match-over", "step-not-enabled", "step-unanswered")
"""Codes of errors after which the match is restarted: it has ended, another one has begun, or it hangs."""


class StepEnv(gymnasium.Env[Numbers, Any]):
    """One car of a match that an arena plays in another process, together with any bots.

    It uses the specification's observation, actions, rewards, endings, start, parameters and tick skip. Cars, mode and
    mutators are those of the match. If the match crashes, the episode is truncated with the last observation and the
    match is restarted; the next `reset` begins an episode in the new match.

    Args:
        match: a match document, or a match, with a car for the learner: `auto_start = false`. None joins a match that
            is already running, for example in the window.
        spec: the parts of the environment; None for the default.
        port: the port of step mode; each of several environments needs its own.
        pause_s: time between a crash and the next start.
        most_restarts: maximum number of restarts in a row without a step in between.
        options: keyword arguments of `LaunchedMatch`.
        changes: changed fields of the specification, in JSON form.

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
        most_restarts: int = MAX_RESTARTS,
        options: Mapping[str, Any] | None = None,
        **changes: Any,
    ) -> None:
        self.render_mode = None
        specification = specified(spec, {"controlled": ONE, "opponents": None, **changes})
        check_parameters(specification.parameters)
        launch, match = _launcher(match, options or {})
        self._match = StepMatch(
            launch,
            port=port,
            pause_s=pause_s,
            most_restarts=most_restarts,
            is_free=is_free_port if match is not None else None,
        )
        try:
            self._set_up(specification, match)
        except BaseException:
            self.close()
            raise

    def _set_up(self, spec: EnvironmentSpec, played: Match | None) -> None:
        self._arena = SteppedArena(self._match, spec, played)
        self.specification = self._arena.specification
        """The specification with the cars and the mode of the match."""
        self.observation_space = observation_space(self._arena.observation_size)
        self.action_space = action_space(self._arena.actions)
        self._seed, self._episode = 0, -1

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
            self._seed = int(self.np_random.integers(SEEDS)) if seed is None else seed
            self._episode = -1
        self._episode += 1
        while True:
            try:
                return self._arena.begin(self._seed, self._episode)[0], {}
            except (StepCommunicationError, StepError) as error:
                self._recover(error)

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Plays a step; see `gymnasium.Env`. After a crash it returns the last observation, truncated."""
        arena = self._arena
        try:
            result = arena.step(np.asarray(action)[None])
        except (StepCommunicationError, StepError) as error:
            return arena.last_observations[0], 0.0, False, True, self._recover(error)
        reward, truncated = float(result.rewards[0]), result.truncated
        info = self._summary(result.reasons) if result.reasons else {}
        try:
            observations = arena.kick_off()
        except (StepCommunicationError, StepError) as error:
            observations, truncated, info = result.observations, True, self._recover(error)
        return observations[0], reward, result.terminated, truncated, info

    def close(self) -> None:
        """Ends the match."""
        self._match.close()

    def _summary(self, reasons: tuple[str, ...]) -> dict[str, Any]:
        """Returns the info of the last step of an episode."""
        return {"reasons": reasons, "seconds": self._arena.seconds, "score": self._arena.score}

    def _recover(self, error: StepCommunicationError | StepError) -> dict[str, Any]:
        """Restarts a match that crashed, hangs or ended; returns the info of the truncated step.

        Raises:
            StepError: the arena refused something.
            RuntimeError: too many restarts in a row, or the match has other cars now.
        """
        if isinstance(error, StepError) and error.code not in _CRASHES:
            raise error
        info = {**self._summary((CRASH,)), "error": str(error)}
        if shape_of(self._match.restart(error)) != self._arena.shape:
            self.close()
            raise RuntimeError("The match has other cars than the one that the environment was made for.") from error
        return info


def _launcher(match: Match | Path | str | None, options: Mapping[str, Any]) -> tuple[Any, Match | None]:
    """Returns a function that provides the running match for a port, and the match; None if it is already running."""
    if match is None:
        return partial(_attach, options), None
    if not isinstance(match, Match):
        reading = read_match(Path(match))
        if reading.value is None:
            raise ValueError(" ".join(str(problem) for problem in reading.errors))
        match = reading.value
    return partial(_launch, match, options), match


def _launch(match: Match, options: Mapping[str, Any], port: int) -> Running:
    return LaunchedMatch(match, port, **options)


def _attach(options: Mapping[str, Any], port: int) -> Running:
    return AttachedMatch(port, **options)
