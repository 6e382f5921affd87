"""One window per user: a second start hands its files to the first and ends."""

import getpass
import hashlib
import json
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.services.paths import config_dir, state_dir

CONNECT_MS: Final = 300
ANSWER_MS: Final = 2_000
"""So long a first window that is busy may take before the second start opens a window of its own."""
LONGEST: Final = 1 << 20
"""A message of more bytes is not read."""
PATIENCE_MS: Final = 5_000
"""So long a second start may take to send its message."""
ANSWER: Final = b"ok\n"
_log = logging.getLogger(__name__)


def instance_name() -> str:
    """The name under which the windows of this user find each other that keep their files in the same place."""
    whose = "\n".join((_user(), *(str(folder.absolute()) for folder in (config_dir(), state_dir()))))
    return "kickabout-" + hashlib.sha256(whose.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _user() -> str:
    """The user's name; empty where the system has none, as in some containers."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def hand_over(name: str, paths: Sequence[Path]) -> bool:
    """Hands the paths to the window that runs under `name`; false when there is none, or it does not answer."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(CONNECT_MS):
        return False
    socket.write(json.dumps([str(path.absolute()) for path in paths]).encode() + b"\n")
    answer = b""
    while not answer.endswith(b"\n") and socket.waitForReadyRead(ANSWER_MS):
        answer += bytes(socket.readAll().data())
    socket.disconnectFromServer()
    return answer == ANSWER


class SingleInstance(QObject):
    """Listens for later starts under a name, unless that is empty; GUI thread.

    A start is answered when the event loop runs; who comes before waits for that.

    Signals:
        started_again: a tuple of the paths that a later start was called with; it may be empty.
    """

    started_again = Signal(tuple)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)

    def listen(self) -> bool:
        """Begins to listen, taking the place of a window that crashed; false when the system does not allow it."""
        if not self._name:
            return False
        if self._server.listen(self._name):
            return True
        QLocalServer.removeServer(self._name)
        if self._server.listen(self._name):
            return True
        _log.warning("A second start will open a second window: %s", self._server.errorString())
        return False

    def close(self) -> None:
        """Stops to listen."""
        self._server.close()

    @Slot()
    def _on_connection(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            _Visit(socket, self)


class _Visit(QObject):
    """One later start, until its message is read."""

    def __init__(self, socket: QLocalSocket, instance: SingleInstance) -> None:
        super().__init__(instance)
        self._socket = socket
        self._instance = instance
        self._message = b""
        self._timer = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._timer.timeout.connect(self._give_up)
        self._timer.start()
        socket.setParent(self)
        socket.readyRead.connect(self._read)
        socket.disconnected.connect(self.deleteLater)
        self._read()

    @Slot()
    def _give_up(self) -> None:
        self._socket.abort()

    @Slot()
    def _read(self) -> None:
        self._message += bytes(self._socket.readAll().data())
        if len(self._message) > LONGEST:
            self._socket.abort()
        elif self._message.endswith(b"\n"):
            self._timer.stop()
            self._take()

    def _take(self) -> None:
        try:
            found = json.loads(self._message)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, list) or not all(isinstance(path, str) for path in found):
            _log.warning("Somebody sent what no start of Kickabout sends")
            self._socket.abort()
            return
        self._socket.write(ANSWER)
        self._socket.flush()
        self._instance.started_again.emit(tuple(Path(path) for path in found))
