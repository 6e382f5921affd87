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
"""Longest wait for a busy first window; after that, the second start opens its own."""
LONGEST: Final = 1 << 20
"""Largest message in bytes; longer ones are dropped."""
MESSAGE_MS: Final = 5_000
"""Longest time in which a second start may send its message."""
ANSWER: Final = b"ok\n"
_log = logging.getLogger(__name__)


def instance_name() -> str:
    """Returns the name of the socket shared by this user's windows with the same folders."""
    owner = "\n".join((_user(), *(str(folder.absolute()) for folder in (config_dir(), state_dir()))))
    return "kickabout-" + hashlib.sha256(owner.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _user() -> str:
    """Returns the user's name; empty where the system has none, as in some containers."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def hand_over(name: str, paths: Sequence[Path]) -> bool:
    """Passes the paths to the window that listens on `name`; returns False if none answers."""
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
    """Listens for later starts on a name, unless that is empty; GUI thread.

    Later starts wait until `answer` is called.

    Signals:
        started_again: a tuple of the paths of a later start; it may be empty.
    """

    started_again = Signal(tuple)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)

    def answer(self) -> None:
        """Answers the starts that wait, and all later ones."""
        self._server.newConnection.connect(self._on_connection)
        self._on_connection()

    def listen(self) -> bool:
        """Starts to listen, in place of a window that crashed; returns False if the system does not allow it."""
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
        """Stops listening."""
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
        self._timer = QTimer(self, singleShot=True, interval=MESSAGE_MS)
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
            _log.warning("Received a message that no start of Kickabout sends")
            self._socket.abort()
            return
        self._socket.write(ANSWER)
        self._socket.flush()
        self._instance.started_again.emit(tuple(Path(path) for path in found))
