"""Sessions beside the match's own, each with its own thread: one drives the human's car, one reads the ball's path."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

import rlbot_flatbuffers as flat

from runtime.games import ServerAddress
from runtime.match.connection import PACKET_TAG, SAMPLE, tag_of
from runtime.model.driving import InputSource
from runtime.model.events import PathPredicted
from runtime.model.messages import Message, message
from runtime.model.values import Controls
from runtime.protocol import Client, CoreMessage, InterfaceMessage, LinkError, ProtocolError, unpack_core

DRIVE_ON: Final = "kickabout drive on"
PREDICTION_TAG: Final = 6
"""Number of BallPrediction in the union of the server's messages."""
CONNECT_S: Final = 2.0
POLL_S: Final = 0.1
"""Maximum wait for messages, after which a request to stop is noticed."""
JOIN_S: Final = 3.0
STEP: Final = 10
"""Every tenth slice is kept: twelve points per second of the path."""
SLICES: Final = 480
"""Slices of the path that are read: four seconds."""


class SideSession(ABC):
    """A session from `start` to `stop`, or until the server ends it; can be used once.

    Args:
        name: the name of its thread.
        server: the server of the match.
        settings: how it introduces itself.
        greeting: messages that it sends first.
        on_end: called on its thread when it ends.
    """

    def __init__(
        self,
        name: str,
        server: ServerAddress,
        settings: flat.ConnectionSettings,
        *greeting: InterfaceMessage,
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        self._server = server
        self._settings = settings
        self._greeting = greeting
        self._on_end = on_end
        self._stop = threading.Event()
        self._fault: Message | None = None
        self._thread = threading.Thread(target=self._main, name=name, daemon=True)

    @property
    def fault(self) -> Message | None:
        """Reason for the end of the session; None while it goes on, and after `stop`."""
        return self._fault

    def start(self) -> None:
        """Connects; the server's port must be known."""
        self._thread.start()

    def stop(self) -> None:
        """Ends the session within `POLL_S`."""
        self._stop.set()

    def join(self) -> None:
        """Stops, and returns when the thread has ended."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(JOIN_S)

    @abstractmethod
    def _handle(self, client: Client, payloads: list[bytes]) -> None:
        """Handles the messages of one poll; on the session's thread."""

    def _main(self) -> None:
        try:
            assert self._server.port is not None
            with Client(self._server.host, self._server.port, self._settings) as client:
                client.connect(CONNECT_S)
                for greeting in self._greeting:
                    client.send(greeting)
                while not self._stop.is_set():
                    self._handle(client, client.receive_payloads(POLL_S))
        except (LinkError, ProtocolError) as error:
            if not self._stop.is_set():
                self._fault = error.text
        finally:
            self._on_end()


class HumanDriver(SideSession):
    """Drives the human's car: answers every packet with the newest inputs; the car stands still after `stop`.

    Neither the match's thread, whose polls are milliseconds apart, nor the window's thread is quick enough. From
    `kickabout drive on` until the session ends, the server waits for these answers in lockstep, as for an agent's.
    """

    def __init__(self, *, server: ServerAddress, manager_key: str, car: int, source: InputSource) -> None:
        settings = flat.ConnectionSettings(agent_id=manager_key, wants_comms=False, close_between_matches=False)
        greeting = (flat.InitComplete(), flat.ConsoleCommand(DRIVE_ON))
        super().__init__("driver", server, settings, *greeting, on_end=source.close)
        self._car = car
        self._source = source

    @property
    def fault(self) -> Message | None:
        """The reason why driving ended by itself; None if it did not."""
        return self._fault and message("driving-ended", "Driving ended: {reason}", reason=self._fault)

    def _handle(self, client: Client, payloads: list[bytes]) -> None:
        """Answers the newest of several packets; it is too late for the older ones."""
        ticks = sum(tag_of(payload) == PACKET_TAG for payload in payloads)
        if ticks:
            client.send(flat.PlayerInput(self._car, _state(self._source.sample(ticks))))


class BallPathReader(SideSession):
    """Reads the server's ball prediction.

    Predictions cost the server more than everything else in a tick. Therefore this session exists only while somebody
    watches the path, and the match's own session does not ask for predictions.
    """

    def __init__(self, server: ServerAddress, manager_key: str) -> None:
        settings = flat.ConnectionSettings(
            agent_id=manager_key, wants_ball_predictions=True, close_between_matches=False
        )
        sample = (flat.ConsoleCommand(SAMPLE),) if manager_key else ()
        super().__init__("ball-path", server, settings, *sample, flat.InitComplete())
        self._newest: bytes | None = None

    def take(self) -> PathPredicted | None:
        """Returns the newest path, or None if it was returned before; called by the match's thread."""
        payload, self._newest = self._newest, None
        return None if payload is None else path_of(unpack_core(payload))

    def _handle(self, _client: Client, payloads: list[bytes]) -> None:
        predictions = (payload for payload in reversed(payloads) if tag_of(payload) == PREDICTION_TAG)
        self._newest = next(predictions, self._newest)


def path_of(prediction: CoreMessage) -> PathPredicted | None:
    """Returns a prediction as a path; None for another message, and for a prediction without slices."""
    slices = prediction.slices[: SLICES + 1 : STEP] if isinstance(prediction, flat.BallPrediction) else ()
    if not slices:
        return None
    locations = [piece.physics.location for piece in slices]
    return PathPredicted(
        times_s=tuple(piece.game_seconds for piece in slices),
        points=tuple((location.x, location.y, location.z) for location in locations),
    )


def _state(controls: Controls) -> flat.ControllerState:
    return flat.ControllerState(
        throttle=controls.throttle,
        steer=controls.steer,
        pitch=controls.pitch,
        yaw=controls.yaw,
        roll=controls.roll,
        jump=controls.jump,
        boost=controls.boost,
        handbrake=controls.handbrake,
    )
