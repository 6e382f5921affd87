"""The client of step mode: sends commands to an arena, and waits for the answers."""

import os
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol, cast

from runtime.codec import CodecError, decode
from runtime.model.messages import MessageError, literal, message
from runtime.model.step_mode import DEFAULT_PORT, KEY_VARIABLE
from runtime.protocol.step_mode import (
    EVENT_ID,
    RESEND_PAUSE_S,
    RESENDS,
    TIMEOUT_S,
    Answer,
    Description,
    State,
    Status,
    write_line,
)

CONNECT_S: Final = 60.0
"""Time limit for the arena to listen."""
RETRY_S: Final = 0.1
MAX_ANSWER: Final = 1 << 22
"""Maximum number of bytes of an answer."""
_CHUNK: Final = 1 << 16


class StepError(Exception):
    """The arena answered a command with an error; `code` identifies it, `text` is the sentence."""

    def __init__(self, text: str, code: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.code = code


class StepCommunicationError(MessageError):
    """The arena no longer answers, or has closed the connection; `text` is a sentence for the user."""


class Link(Protocol):
    """Carries lines to the arena and back."""

    def send(self, line: bytes) -> None:
        """Sends a line.

        Raises:
            OSError: the connection has ended.
        """

    def receive(self, timeout_s: float) -> bytes | None:
        """Returns the next line; None if none arrived in time.

        Raises:
            OSError: the connection has ended.
        """

    def close(self) -> None:
        """Closes the connection."""


class SocketLink:
    """A link over TCP."""

    def __init__(self, host: str, port: int, connect_s: float = CONNECT_S) -> None:
        deadline_s = time.monotonic() + connect_s
        while True:
            try:
                self._socket = socket.create_connection((host, port), timeout=max(RETRY_S, connect_s))
                break
            except OSError as error:
                if time.monotonic() >= deadline_s:
                    raise StepCommunicationError(
                        message(
                            "step-no-arena",
                            "No arena listens for a learner on {address} ({error}).",
                            address=f"{host}:{port}",
                            error=error.strerror or str(error),
                        )
                    ) from error
            time.sleep(RETRY_S)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._unread = bytearray()

    def send(self, line: bytes) -> None:
        """See `Link`."""
        self._socket.settimeout(TIMEOUT_S)
        self._socket.sendall(line)

    def receive(self, timeout_s: float) -> bytes | None:
        """See `Link`."""
        deadline_s = time.monotonic() + timeout_s
        while b"\n" not in self._unread:
            left_s = deadline_s - time.monotonic()
            if left_s <= 0.0:
                return None
            self._socket.settimeout(left_s)
            try:
                data = self._socket.recv(_CHUNK)
            except TimeoutError:
                return None
            if not data or len(self._unread) > MAX_ANSWER:
                raise ConnectionError("the arena closed the connection")
            self._unread += data
        line, _, self._unread = self._unread.partition(b"\n")
        return bytes(line)

    def close(self) -> None:
        """See `Link`."""
        self._socket.close()


class StepClient:
    """Steps a match in an arena with step mode; for one thread. docs/step_mode.md explains the commands.

    Every method sends one command and returns its answer. If there is no answer within `timeout_s`, the command is sent
    again with a new id, up to `resends` times. The arena recognises the repetition and does not execute it twice.
    Answers to earlier ids are dropped.

    Args:
        port: the arena's port for learners.
        host: its address.
        key: the key of step mode; None for the one in the environment variable KICKABOUT_LEARNER_KEY.
        link: carries the lines; None for a connection to `host` and `port`.
        timeout_s: time limit for an answer.
        resends: maximum number of repetitions of a command.
        pause_s: time before each repetition.
        connect_s: time limit for the arena to listen.
        clock: a monotonic clock.
        sleep: waits for some seconds.

    Raises:
        StepCommunicationError (all methods): there is no answer, or the connection has ended.
        StepError (all other methods): the answer is an error.
    """

    def __init__(
        self,
        port: int = DEFAULT_PORT,
        host: str = "127.0.0.1",
        *,
        key: str | None = None,
        link: Link | None = None,
        timeout_s: float = TIMEOUT_S,
        resends: int = RESENDS,
        pause_s: float = RESEND_PAUSE_S,
        connect_s: float = CONNECT_S,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._link = link or SocketLink(host, port, connect_s)
        self._timeout_s = timeout_s
        self._resends = resends
        self._pause_s = pause_s
        self._clock = clock
        self._sleep = sleep
        key = os.environ.get(KEY_VARIABLE) if key is None else key
        self._introduction = {"key": key} if key else {}
        """Part of the first line only."""
        self._last_id = 0
        self.late_answers = 0
        """Number of answers that arrived too late and were dropped."""

    def __enter__(self) -> "StepClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection."""
        self._link.close()

    def enable(
        self, cars: Sequence[int] | None = None, *, ticks: int | None = None, deadline_s: float | None = None
    ) -> Description:
        """Takes cars, by default those without a driver, and holds the match between steps of `ticks` ticks."""
        answer = self.request("enable", deadline_s=deadline_s, cars=None if cars is None else list(cars), ticks=ticks)
        return cast("Description", answer)

    def disable(self) -> Answer:
        """Lets the match run freely; the learner keeps its cars."""
        return self.request("disable")

    def act(self, controls: Sequence[Sequence[float]]) -> Answer:
        """Sets the controls of the cars."""
        return self.request("act", controls=_listed(controls))

    def step(
        self, controls: Sequence[Sequence[float]] | None = None, *, ticks: int | None = None, wait: bool = True
    ) -> Answer:
        """Plays a step; unless `wait` is false, the answer contains the state after it."""
        lists = None if controls is None else _listed(controls)
        return self.request("step", controls=lists, ticks=ticks, wait=None if wait else False)

    def wait_for_step(self) -> Answer:
        """Waits for the end of a step that was begun with `wait=False`; the answer contains the state after it."""
        return self.request("wait_for_step")

    def reset(
        self,
        *,
        seed: int | None = None,
        situation: str | None = None,
        state: Mapping[str, Any] | None = None,
        countdown: bool = False,
    ) -> State:
        """Starts the match over, from a kickoff or from a state; returns the state."""
        answer = self.request(
            "reset", seed=seed, situation=situation, state=state, countdown=True if countdown else None
        )
        return answer["state"]

    def observe(self) -> State:
        """Returns the current state."""
        return self.request("observe")["state"]

    def set_parameters(
        self, *, ticks: int | None = None, gravity_z: float | None = None, pace: str | None = None
    ) -> Answer:
        """Changes the ticks of a step, the gravity (uu/s²) or the pace."""
        return self.request("set_parameters", ticks=ticks, gravity_z=gravity_z, pace=pace)

    def status(self) -> Status:
        """Returns the progress of the match and the speed of the steps."""
        return cast("Status", self.request("status"))

    def end(self) -> Answer:
        """Ends the match with its current score."""
        return self.request("end")

    def request(self, command: str, *, deadline_s: float | None = None, **arguments: Any) -> Answer:
        """Sends a command and returns its answer; arguments that are None are left out."""
        present = {name: value for name, value in arguments.items() if value is not None}
        if deadline_s is not None:
            present["deadline_s"] = deadline_s
        first = self._last_id + 1
        for attempt in range(1 + self._resends):
            if attempt:
                self._sleep(self._pause_s)
                present["resend_of"] = first
            self._last_id += 1
            try:
                self._link.send(write_line({"id": self._last_id, "command": command, **present, **self._introduction}))
                self._introduction = {}
                answer = self._await_answer(self._last_id)
            except OSError as error:
                raise StepCommunicationError(
                    message("step-connection-lost", "The connection to the arena ended: {error}.", error=str(error))
                ) from error
            if answer is None:
                continue
            if answer["status"] == "error":
                raise StepError(answer.get("error", ""), answer.get("code", ""))
            return answer
        raise StepCommunicationError(
            message(
                "step-no-answer",
                "The arena did not answer {command}, which was sent {times} times, within {seconds:g} s each.",
                command=command,
                times=1 + self._resends,
                seconds=self._timeout_s,
            )
        )

    def _await_answer(self, number: int) -> Answer | None:
        """Returns the answer to the command with this id; None if it does not arrive in time."""
        deadline_s = self._clock() + self._timeout_s
        while True:
            left_s = deadline_s - self._clock()
            line = self._link.receive(left_s) if left_s > 0.0 else None
            if line is None:
                return None
            answer = _read(line)
            if answer["id"] == EVENT_ID:
                raise StepCommunicationError(literal(answer.get("error", "")))
            if answer["id"] in (number, None):
                return answer
            self.late_answers += 1


def _listed(controls: Sequence[Sequence[float]]) -> list[list[float]]:
    return [[float(number) for number in car] for car in controls]


def _read(line: bytes) -> Answer:
    try:
        answer = decode(line, dict[str, Any])
    except CodecError:
        answer = {}
    if "id" not in answer or answer.get("status") not in ("ok", "error"):
        raise StepCommunicationError(
            message("step-not-an-arena", "No arena with step mode listens there: the reply was not understood.")
        )
    return cast("Answer", answer)
