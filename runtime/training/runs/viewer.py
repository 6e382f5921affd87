"""The live view: one arena in a separate process, in which the current policy plays for the front end."""

import threading
import time
import traceback
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from runtime.model.game_facts import TICK_S
from runtime.model.messages import message
from runtime.model.training import ArenaShown, RunEvent, RunNoted, WatchArena
from runtime.training.learners import Policy
from runtime.training.specification import EnvironmentSpec
from runtime.training.workers import RestartQuota, WorkerPool

FRAME_S: Final = 1.0 / 30.0
"""Minimum time between two frames."""
REST_S: Final = 0.001
"""Pause after each step at full speed, which lets the learner's thread run."""
JOIN_S: Final = 15.0


class Pacing:
    """Decides when the next step and the next frame of a view are due; seconds of one monotonic clock."""

    def __init__(self, step_s: float, *, is_realtime: bool, now_s: float) -> None:
        """Takes the game time of a step."""
        self._step_s = step_s
        self._is_realtime = is_realtime
        self._next_s = now_s
        self._frame_s = -1.0e9

    def wait_s(self, now_s: float) -> float:
        """Returns the time until the next step; a late view does not catch up."""
        if not self._is_realtime:
            return REST_S
        self._next_s = max(self._next_s + self._step_s, now_s)
        return self._next_s - now_s

    def is_frame_due(self, now_s: float) -> bool:
        """Returns whether a frame is due, and counts it as shown."""
        if now_s - self._frame_s < FRAME_S:
            return False
        self._frame_s = now_s
        return True


class ArenaViewer:
    """Plays while somebody watches; commanded by the main thread, plays on its own thread."""

    def __init__(self, emit: Callable[[RunEvent], None], *, matches: Mapping[str, Any] | None = None) -> None:
        """Takes keyword arguments of `LaunchedMatch`, for environments with a bot."""
        self._emit = emit
        self._matches = matches
        self._spec: EnvironmentSpec | None = None
        self._parameters: Mapping[str, Any] = {}
        self._policy_of: Callable[[], Policy] | None = None
        self._policy: tuple[Policy, int] | None = None
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._command = WatchArena(arena=None)

    def use(self, spec: EnvironmentSpec, parameters: Mapping[str, Any], policy: Callable[[], Policy]) -> None:
        """Sets the environment of a phase and the source of its policy; an open view switches to it.

        Values in `parameters` may change while the view is open; the view follows them.
        """
        self._end()
        self._spec, self._parameters, self._policy_of = spec, parameters, policy
        self._policy = None
        self.watch(self._command)

    def watch(self, command: WatchArena) -> None:
        """Opens, changes or closes the view."""
        self._end()
        self._command = command
        if command.arena is None or self._spec is None:
            return
        self.refresh(0)
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=self._play, args=(self._spec, command, self._stop), name="live view", daemon=True
        )
        self._thread.start()

    def refresh(self, version: int) -> None:
        """Uses the learner's current policy if somebody watches; called by the learner's thread."""
        if self._command.arena is not None and self._policy_of is not None:
            self._policy = self._policy_of(), version

    def close(self) -> None:
        """Closes the view and ends its process."""
        self._end()

    def _end(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(JOIN_S)
            self._thread = None

    def _play(self, spec: EnvironmentSpec, command: WatchArena, stop: threading.Event) -> None:
        try:
            seed = command.arena or 0
            with WorkerPool(spec, workers=1, arenas=1, seed=seed, quota=RestartQuota(), matches=self._matches) as pool:
                self._show(spec, command, stop, pool)
        except Exception as error:  # noqa: BLE001 - the view is an extra: training goes on without it
            traceback.print_exc()
            text = message("view-ended", "The live view ended: {error}.", error=str(error).rstrip("."))
            self._emit(RunNoted(text=text, is_warning=True))

    def _show(self, spec: EnvironmentSpec, command: WatchArena, stop: threading.Event, pool: WorkerPool) -> None:
        parameters = dict(self._parameters)
        pool.set_parameters(parameters)
        observations, names = pool.reset(), pool.layout.reward_terms
        pacing = Pacing(spec.tick_skip * TICK_S, is_realtime=command.is_realtime, now_s=time.monotonic())
        while not stop.is_set():
            if self._parameters != parameters:
                parameters = dict(self._parameters)
                pool.set_parameters(parameters)
            assert self._policy is not None
            policy, version = self._policy
            actions = np.asarray(policy.act(observations.reshape(-1, observations.shape[-1])))
            result = pool.step(actions.reshape(1, spec.agents, *pool.layout.action_shape))
            observations = result.observations
            if pacing.is_frame_due(time.monotonic()):
                terms = tuple((name, float(term)) for name, term in zip(names, result.reward_terms[0, 0], strict=True))
                view = pool.call(0, snapshot)
                if view is not None:  # None if the process had to be restarted
                    self._emit(
                        ArenaShown(arena=command.arena or 0, view=view, reward_terms=terms, policy_version=version)
                    )
            stop.wait(pacing.wait_s(time.monotonic()))


def snapshot(environment: Any) -> Any:
    """Returns a spectator's view of the only arena; called in its process."""
    return environment.snapshot(0)
