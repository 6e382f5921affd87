"""One window per user: a second start hands its files to the first and ends."""

import getpass
import logging
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCryptographicHash, QObject, QTimer, Signal, Slot

from app.services.paths import config_dir, state_dir
from runtime.codec import CodecError, decode, encode
from runtime.folders import private_folder

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalSocket

CONNECT_MS: Final = 300
ANSWER_MS: Final = 2_000
"""Maximum wait for a busy first window; after that, the second start opens its own."""
MAX_BYTES: Final = 1 << 20
"""Maximum size of a message in bytes; longer ones are dropped."""
MESSAGE_MS: Final = 5_000
"""Maximum time in which a second start has to send its message."""
ANSWER: Final = b"ok\n"
_log = logging.getLogger(__name__)


def instance_name() -> str:
    """Returns the name of the socket shared by this user's windows with the same folders: a path, except on Windows.

    Empty if there is no folder in which only this user can listen.
    """
    owner = "\n".join((_user(), *(str(folder.absolute()) for folder in (config_dir(), state_dir()))))
    digest = QCryptographicHash.hash(owner.encode("utf-8", "surrogateescape"), QCryptographicHash.Algorithm.Sha256)
    name = bytes(digest.data()).hex()[:16]
    if os.name == "nt":
        return f"kickabout-{name}"
    folder = private_folder()
    return f"{folder}/{name}" if folder is not None else ""


def _user() -> str:
    """Returns the user's name; empty where the system has none, as in some containers."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def hand_over(name: str, paths: Sequence[Path]) -> bool:
    """Passes the paths to the window that listens on `name`; returns False if none answers."""
    if os.name != "nt" and not Path(name).exists():
        return False  # without loading Qt's network, which takes 10 ms
    from PySide6.QtNetwork import QLocalSocket  # noqa: PLC0415 - loading it takes 10 ms

    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(CONNECT_MS):
        return False
    socket.write(encode([path.absolute() for path in paths]) + b"\n")
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
        from PySide6.QtNetwork import QLocalServer  # noqa: PLC0415 - loaded after the first paint

        super().__init__(parent)
        self._name = name
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)

    def listen(self, paths: Sequence[Path] = ()) -> bool:
        """Starts to listen, in place of a window that crashed; returns False if another window has taken the paths."""
        if not self._name:
            return True
        if hand_over(self._name, paths):  # first, because our socket would replace the other window's
            return False
        self._server.removeServer(self._name)
        if not self._server.listen(self._name):
            _log.warning("A second start will open a second window: %s", self._server.errorString())
        return True

    def answer(self) -> None:
        """Answers the starts that wait, and all later ones."""
        self._server.newConnection.connect(self._on_connection)
        self._on_connection()

    def close(self) -> None:
        """Stops listening."""
        self._server.close()

    @Slot()
    def _on_connection(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            _Visit(socket, self)


class _Visit(QObject):
    """One later start, until its message is read."""

    def __init__(self, socket: "QLocalSocket", instance: SingleInstance) -> None:
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
        if len(self._message) > MAX_BYTES:
            self._socket.abort()
        elif self._message.endswith(b"\n"):
            self._timer.stop()
            self._take()

    def _take(self) -> None:
        try:
            paths = decode(self._message, tuple[Path, ...])
        except CodecError:
            _log.warning("Received a message that no start of Kickabout sends")
            self._socket.abort()
            return
        self._socket.write(ANSWER)
        self._socket.flush()
        self._instance.started_again.emit(paths)
