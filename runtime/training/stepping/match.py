"""A match for one learner: starts it with step mode, connects to it, and restarts it after a crash."""

import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from runtime.documents import Match
from runtime.documents.agent_keys import new_key
from runtime.endpoints import LEARNER
from runtime.games import GameSettings, new_game
from runtime.match import MatchPlan, MatchRun
from runtime.model.commands import StopMatch
from runtime.model.events import Event, MatchEnded
from runtime.model.messages import literal, message
from runtime.model.states import Outcome
from runtime.model.step_mode import DEFAULT_PORT, StepModeOptions, WhenLearnerLeaves
from runtime.protocol.step_mode import Description
from runtime.training.stepping.client import RETRY_S, StepClient, StepCommunicationError, StepError

PAUSE_S: Final = 10.0
MAX_RESTARTS: Final = 10
READY_S: Final = 60.0
PORTS: Final = 100
"""Number of consecutive ports to try until one is free."""
_ATTEMPT_S: Final = 1.0
_ENABLE_S: Final = 10.0
_END_S: Final = 30.0
_NOT_YET: Final = ("step-unanswered", "step-match-over")
"""Codes of errors after which another match may follow."""


class Running(Protocol):
    """A running match and its client."""

    client: StepClient
    description: Description
    """The answer to `enable`."""

    def close(self) -> None:
        """Ends the match if it is ours; returns when no part of it is running."""


class LaunchedMatch:
    """A match in the arena, with all its bots; the constructor returns when the match can be stepped.

    Args:
        match: has a car for the learner: a bot without a run command, or a human's.
        port: the port of step mode.
        ready_s: time limit until the match can be stepped.
        meshes: folder with the meshes of the walls; None for the default.
        environments: folder of the environments of bots; None to make no use of any.
        logs: folder in which the match creates a folder for its logs; None for no logs.

    Raises:
        StepCommunicationError: the match did not start in time, or ended.
        StepError: it has no car for the learner.
    """

    def __init__(
        self,
        match: Match,
        port: int,
        *,
        ready_s: float = READY_S,
        meshes: Path | None = None,
        environments: Path | None = None,
        logs: Path | None = None,
    ) -> None:
        key = new_key(LEARNER)
        step_mode = StepModeOptions(port=port, when_learner_leaves=WhenLearnerLeaves.END, key=key)
        self._run = MatchRun(
            MatchPlan(
                match=match,
                game=new_game(settings=GameSettings(cache=lambda: meshes)),
                pace="lockstep",
                step_mode=step_mode,
                environments=environments,
                logs=logs,
            )
        )
        self.reason = ""
        """Reason for the match's failure; empty while it runs, or if the reason is unknown."""
        self._thread = threading.Thread(target=self._run.run, args=(self._on_event,), name="stepped match", daemon=True)
        self._thread.start()
        try:
            self.client, self.description = enabled(port, ready_s, key=key, is_there=self._thread.is_alive)
        except BaseException as error:
            self._end()
            if isinstance(error, StepCommunicationError | StepError) and self.reason:
                raise StepCommunicationError(
                    message("step-match-failed", "The match did not start. {reason}", reason=self.reason)
                ) from None
            raise

    def close(self) -> None:
        """See `Running`."""
        self.client.close()
        self._end()

    def _end(self) -> None:
        self._run.post(StopMatch())
        self._thread.join(_END_S)

    def _on_event(self, event: Event) -> None:
        if isinstance(event, MatchEnded) and event.result.outcome is not Outcome.INTERRUPTED:
            self.reason = str(event.result.reason)


class AttachedMatch:
    """A match that somebody else runs, for example the window; `close` does not end it."""

    def __init__(self, port: int, *, ready_s: float = READY_S, key: str | None = None) -> None:
        self.client, self.description = enabled(port, ready_s, key=key)

    def close(self) -> None:
        """See `Running`."""
        self.client.close()


def enabled(
    port: int,
    ready_s: float,
    *,
    key: str | None = None,
    is_there: Callable[[], bool] = lambda: True,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> tuple[StepClient, Description]:
    """Connects to an arena and enables step mode as soon as there is a match.

    Args:
        port: the port of step mode.
        ready_s: time limit until step mode is enabled.
        key: see `StepClient`.
        is_there: returns whether the arena may still start to listen.
        clock: a monotonic clock.
        sleep: waits for some seconds.

    Raises:
        StepCommunicationError: the arena or the match did not appear in time.
        StepError: step mode cannot be enabled.
    """
    deadline_s = clock() + ready_s
    while True:
        try:
            client = StepClient(port, key=key, connect_s=_ATTEMPT_S)
            break
        except StepCommunicationError:
            if not is_there() or clock() >= deadline_s:
                raise
    try:
        while True:
            try:
                return client, client.enable(deadline_s=_ENABLE_S)
            except StepError as error:
                if error.code not in _NOT_YET:
                    raise
                if not is_there() or clock() >= deadline_s:
                    raise StepCommunicationError(literal(error.text)) from error
            sleep(RETRY_S)  # there is no signal that the arena is ready; the deadline above limits the wait
    except BaseException:
        client.close()
        raise


class StepMatch:
    """A learner's match; after a crash, it is restarted on the next port. For one thread.

    Args:
        launch: starts a match with step mode on a port.
        port: the first port; occupied ports are skipped.
        pause_s: time between the end of a match and the next one.
        most_restarts: maximum number of restarts in a row without a step in between.
        sleep: waits for some seconds.
        is_free: returns whether nothing listens on a port; None if the port never changes.
    """

    def __init__(
        self,
        launch: Callable[[int], Running],
        *,
        port: int = DEFAULT_PORT,
        pause_s: float = PAUSE_S,
        most_restarts: int = MAX_RESTARTS,
        sleep: Callable[[float], None] = time.sleep,
        is_free: Callable[[int], bool] | None = None,
    ) -> None:
        self._launch = launch
        self._port = port
        self._pause_s = pause_s
        self._most_restarts = most_restarts
        self._sleep = sleep
        self._is_free = is_free
        self._in_a_row = 0
        self._running: Running | None = None
        self._is_closed = False
        self.restarts = 0
        """Number of restarts so far."""

    @property
    def client(self) -> StepClient:
        """The client of the current match.

        Raises:
            StepCommunicationError: there is no match, because a restart was interrupted.
        """
        if self._running is None:
            raise StepCommunicationError(message("step-no-match", "No match is being played."))
        return self._running.client

    def start(self) -> Description:
        """Starts the first match; returns when it can be stepped. After a failure, it tries again like `restart`.

        Raises:
            RuntimeError: too many restarts in a row.
        """
        try:
            return self._start()
        except StepCommunicationError as error:
            return self.restart(error)

    def restart(self, cause: StepCommunicationError | StepError) -> Description:
        """Ends the rest of the match and starts a new one; returns when it can be stepped.

        Raises:
            RuntimeError: too many restarts in a row, or the match was closed.
        """
        while True:
            if self._is_closed:
                raise RuntimeError("The match was closed.") from cause
            self._in_a_row += 1
            if self._in_a_row > self._most_restarts:
                self.close()
                raise RuntimeError(
                    f"The match was restarted {self._most_restarts} times without a step between. {cause}"
                ) from cause
            self.restarts += 1
            self._end()
            self._sleep(self._pause_s)
            if self._is_free is not None:
                self._port += 1
            try:
                return self._start()
            except StepCommunicationError as error:
                cause = error

    def note_step(self) -> None:
        """Records that a step was played, which resets the count of restarts."""
        self._in_a_row = 0

    def close(self) -> None:
        """Ends the match for good."""
        self._is_closed = True
        self._end()

    def _end(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.close()

    def _start(self) -> Description:
        if self._is_free is not None:
            self._port = next(filter(self._is_free, range(self._port, self._port + PORTS)), self._port)
        self._running = self._launch(self._port)
        return self._running.description


def is_free_port(port: int) -> bool:
    """Returns whether nothing listens on a port of this machine."""
    with socket.socket() as probe:
        probe.settimeout(_ATTEMPT_S)
        return probe.connect_ex(("127.0.0.1", port)) != 0
