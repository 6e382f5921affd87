"""Reads the server's ball prediction, in its own session and thread.

Predictions cost the server more than everything else in a tick. Therefore this session exists only while somebody
watches the path, and the match's own session does not ask for predictions.
"""

import threading
from typing import Final

import rlbot_flatbuffers as flat

from runtime.games import ServerAddress
from runtime.match.connection import SAMPLE, tag_of
from runtime.model.events import PathPredicted
from runtime.protocol import Client, CoreMessage, LinkError, ProtocolError, unpack_core

PREDICTION_TAG: Final = 6
"""Number of BallPrediction in the union of the server's messages."""
CONNECT_S: Final = 2.0
POLL_S: Final = 0.1
JOIN_S: Final = 3.0
STEP: Final = 10
"""Every tenth slice is kept: twelve points per second of the path."""
SLICES: Final = 480
"""Slices of the path that are read: four seconds."""


class BallPathReader:
    """Reads paths from `start` to `stop`, or until its session ends; can be used once."""

    def __init__(self, server: ServerAddress, manager_key: str) -> None:
        self._server = server
        self._settings = flat.ConnectionSettings(
            agent_id=manager_key, wants_ball_predictions=True, close_between_matches=False
        )
        self._newest: bytes | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._main, name="ball-path", daemon=True)

    def start(self) -> None:
        """Begins to read; the server's port must be known."""
        self._thread.start()

    def stop(self) -> None:
        """Ends the session within `POLL_S`."""
        self._stop.set()

    def join(self) -> None:
        """Stops, and returns when the thread has ended."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(JOIN_S)

    def take(self) -> PathPredicted | None:
        """Returns the newest path, or None if it was returned before; called by the match's thread."""
        payload, self._newest = self._newest, None
        return None if payload is None else path_of(unpack_core(payload))

    def _main(self) -> None:
        try:
            assert self._server.port is not None
            with Client(self._server.host, self._server.port, self._settings) as client:
                client.connect(CONNECT_S)
                if self._settings.agent_id:
                    client.send(flat.ConsoleCommand(SAMPLE))
                client.send(flat.InitComplete())
                while not self._stop.is_set():
                    payloads = client.receive_payloads(POLL_S)
                    self._newest = next(
                        (each for each in reversed(payloads) if tag_of(each) == PREDICTION_TAG), self._newest
                    )
        except (LinkError, ProtocolError):
            pass  # the match's own session says why a server is gone


def path_of(prediction: CoreMessage) -> PathPredicted | None:
    """Returns a prediction as a path; None for another message, and for a prediction without slices."""
    slices = prediction.slices[: SLICES + 1 : STEP] if isinstance(prediction, flat.BallPrediction) else ()
    if not slices:
        return None
    places = [each.physics.location for each in slices]
    return PathPredicted(
        times_s=tuple(each.game_seconds for each in slices), points=tuple((at.x, at.y, at.z) for at in places)
    )
