"""Drives the human's car: a thread with its own session answers every packet with the newest inputs.

Neither the match's thread, whose polls are milliseconds apart, nor the window's thread is quick enough. From
`kickabout drive on` until the session ends, the server waits for these answers in lockstep, as for an agent's answers.
"""

import threading
from typing import Final

import rlbot_flatbuffers as flat

from runtime.games import ServerAddress
from runtime.match.connection import PACKET_TAG, tag_of
from runtime.model.driving import InputSource
from runtime.model.messages import Message, message
from runtime.model.values import Controls
from runtime.protocol import Client, LinkError, ProtocolError

DRIVE_ON: Final = "kickabout drive on"
CONNECT_S: Final = 2.0
POLL_S: Final = 0.1
"""Longest wait for a packet, after which a request to stop is noticed."""
JOIN_S: Final = 3.0


class HumanDriver:
    """Drives the car from `start` to `stop`; can be used once."""

    def __init__(self, *, server: ServerAddress, manager_key: str, car: int, source: InputSource) -> None:
        self._server = server
        self._settings = flat.ConnectionSettings(agent_id=manager_key, wants_comms=False, close_between_matches=False)
        self._car = car
        self._source = source
        self._stop = threading.Event()
        self._fault: Message | None = None
        self._thread = threading.Thread(target=self._main, name="driver", daemon=True)

    @property
    def fault(self) -> Message | None:
        """Reason for the end of driving; None while it goes on, and after `stop`."""
        return self._fault

    def start(self) -> None:
        """Begins to drive as soon as the session is connected; the server's port must be known."""
        self._thread.start()

    def stop(self) -> None:
        """Ends driving within one packet; the car then stands still."""
        self._stop.set()

    def join(self) -> None:
        """Stops, and returns when the thread has ended."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(JOIN_S)

    def _main(self) -> None:
        try:
            assert self._server.port is not None
            with Client(self._server.host, self._server.port, self._settings) as client:
                client.connect(CONNECT_S)
                client.send(flat.InitComplete())
                client.send(flat.ConsoleCommand(DRIVE_ON))
                while not self._stop.is_set():
                    self._answer(client, client.receive_payloads(POLL_S))
        except (LinkError, ProtocolError) as error:
            if not self._stop.is_set():
                self._fault = message("driving-ended", "Driving ended: {reason}", reason=error.text)
        finally:
            self._source.close()

    def _answer(self, client: Client, payloads: list[bytes]) -> None:
        """Answers the newest of several packets; it is too late for the older ones."""
        ticks = sum(tag_of(payload) == PACKET_TAG for payload in payloads)
        if ticks:
            client.send(flat.PlayerInput(self._car, _state(self._source.sample(ticks))))


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
