"""The launchers of a service: their connections, the slots, and the answers to their messages."""

import contextlib
import hmac
import json
import os
import selectors
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from .channel import (
    Accepted,
    Address,
    Assign,
    ChannelError,
    Ended,
    Figures,
    Hello,
    Leave,
    Lines,
    Message,
    Ready,
    Reason,
    Refused,
    Release,
    Said,
    Setup,
    ToLauncher,
    Welcome,
    content,
    to_line,
)

READY_S: Final = 5.0
"""Time after which a slot without a game is announced again."""
LOOPBACK: Final = "127.0.0.1"
_CHUNK: Final = 1 << 16
_MAX_UNSENT: Final = 1 << 22


@dataclass(slots=True, eq=False)
class Launcher:
    """The connection of one launcher; `is_known` is true after the right token."""

    socket: socket.socket
    lines: Lines = field(default_factory=Lines)
    unsent: bytes = b""
    is_known: bool = False
    is_owner: bool = False


@dataclass(slots=True)
class Slot:
    """One car that the service can drive."""

    free_s: float
    """Time at which it became free."""
    announced_s: float
    game: str | None = None


class Launchers:
    """Listens for launchers and manages the slots.

    Args:
        setup: the launcher's settings for this service.
        selector: registers the sockets, each with the function that handles it.
        assign: is called with an assignment after its slots were taken.
        release: is called with the key of a game that a launcher ends.
        clock: seconds from any start, never backwards.
    """

    def __init__(
        self,
        setup: Setup,
        selector: selectors.BaseSelector,
        *,
        assign: Callable[[Assign], None],
        release: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._setup = setup
        self._selector = selector
        self._assign = assign
        self._release = release
        self._clock = clock
        now_s = clock()
        self.slots = {number: Slot(free_s=now_s, announced_s=now_s) for number in range(1, setup.slots + 1)}
        self.refused: Counter[str] = Counter()
        """Number of refusals for each `Reason`."""
        self.malformed = 0
        self.is_leaving = False
        """True if the owner has disconnected or has asked the service to end."""
        self._launchers: list[Launcher] = []
        self._homes: dict[str, Launcher] = {}
        """The launcher of each game."""
        self._listener = socket.create_server((LOOPBACK, 0))
        self._listener.setblocking(False)
        selector.register(self._listener, selectors.EVENT_READ, self._accept)
        self._publish()

    @property
    def address(self) -> Address:
        """The address at which the service listens."""
        port = int(self._listener.getsockname()[1])
        return Address(service=self._setup.service, port=port, token=self._setup.token, pid=os.getpid())

    @property
    def used(self) -> int:
        """Number of slots with a game."""
        return sum(slot.game is not None for slot in self.slots.values())

    @property
    def waited_s(self) -> float:
        """Time for which all slots have been free; 0 while any slot has a game."""
        return 0.0 if self.used else self._clock() - max(slot.free_s for slot in self.slots.values())

    def tick(self) -> None:
        """Announces slots again that have been free for `READY_S`."""
        now_s = self._clock()
        for number, slot in self.slots.items():
            if slot.game is None and now_s - slot.announced_s >= READY_S:
                self._announce(number, self._launchers)

    def answer(self, game: str, message: Accepted | Refused | Said | Ended) -> None:
        """Sends a message about a game to its launcher; a refusal or an end frees its slots."""
        launcher = self._homes.get(game)
        if isinstance(message, Refused):
            self.refused[message.reason] += 1
        if launcher is not None:
            self._send(launcher, message)
        if not isinstance(message, Refused | Ended):
            return
        self._homes.pop(game, None)
        for number, slot in self.slots.items():
            if slot.game == game:
                slot.game, slot.free_s = None, self._clock()
                self._announce(number, self._launchers)

    def report(self, figures: Callable[[frozenset[str]], Figures]) -> None:
        """Sends each launcher its figures; `figures` is called with the keys of that launcher's games."""
        for launcher in list(self._launchers):
            games = frozenset(game for game, home in self._homes.items() if home is launcher)
            self._send(launcher, figures(games))

    def close(self) -> None:
        """Closes all connections, and removes the address file."""
        for launcher in list(self._launchers):
            self._drop(launcher)
        self._selector.unregister(self._listener)
        self._listener.close()
        path = Path(self._setup.address_file)
        with contextlib.suppress(OSError, ValueError, AttributeError):
            if json.loads(path.read_bytes()).get("token") == self._setup.token:  # not a newer version's file
                path.unlink()

    def _publish(self) -> None:
        path = Path(self._setup.address_file)
        path.parent.mkdir(parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(dir=path.parent)  # creates a file that only this user can read
        with os.fdopen(number, "w", encoding="utf-8") as file:
            json.dump(content(self.address), file)
        Path(name).replace(path)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            connection, _ = self._listener.accept()
            connection.setblocking(False)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            launcher = Launcher(socket=connection)
            self._launchers.append(launcher)
            self._selector.register(connection, selectors.EVENT_READ, lambda: self._read(launcher))

    def _read(self, launcher: Launcher) -> None:
        try:
            data = launcher.socket.recv(_CHUNK)
            messages = launcher.lines.feed(data)
        except BlockingIOError:
            return
        except (OSError, ChannelError):
            data, messages = b"", []
        self.malformed += launcher.lines.malformed
        launcher.lines.malformed = 0
        for message in messages:
            if launcher in self._launchers:
                self._take(launcher, message)
        if not data:
            self._drop(launcher)

    def _take(self, launcher: Launcher, message: Message) -> None:
        if isinstance(message, Hello):
            self._greet(launcher, message)
        elif not launcher.is_known:
            self._drop(launcher)
        elif isinstance(message, Assign):
            self._take_assignment(launcher, message)
        elif isinstance(message, Release):
            if self._homes.get(message.game) is launcher:
                self._release(message.game)
            else:
                self._refuse(launcher, message.game, Reason.UNKNOWN, "This game is not played.")
        elif isinstance(message, Leave) and launcher.is_owner:
            self.is_leaving = True

    def _greet(self, launcher: Launcher, hello: Hello) -> None:
        if not hmac.compare_digest(hello.token.encode("utf-8", "surrogatepass"), self._setup.token.encode()):
            self._drop(launcher)
            return
        launcher.is_known, launcher.is_owner = True, hello.is_owner
        self._send(launcher, Welcome(service=self._setup.service, slots=len(self.slots), pid=os.getpid()))
        for number, slot in self.slots.items():
            if slot.game is None:
                self._announce(number, [launcher])

    def _take_assignment(self, launcher: Launcher, assign: Assign) -> None:
        free = {number for number, slot in self.slots.items() if slot.game is None}
        if self.is_leaving:
            self._refuse(launcher, assign.game, Reason.SURPLUS, "The service is leaving.")
        elif assign.service != self._setup.service:
            text = f"This is {self._setup.service}."
            self._refuse(launcher, assign.game, Reason.OTHER_SERVICE, text)
        elif not assign.slots or len(free) < len(assign.slots):
            self._refuse(launcher, assign.game, Reason.SURPLUS, f"{len(free)} of {len(self.slots)} slots are free.")
        elif assign.game in self._homes or not free.issuperset(assign.slots):
            self._refuse(launcher, assign.game, Reason.LATE, "The slots have a game.")
        else:
            for number in assign.slots:
                self.slots[number].game = assign.game
            self._homes[assign.game] = launcher
            self._assign(assign)

    def _refuse(self, launcher: Launcher, game: str, reason: str, text: str) -> None:
        self.refused[reason] += 1
        self._send(launcher, Refused(game=game, reason=reason, text=text))

    def _announce(self, number: int, launchers: Iterable[Launcher]) -> None:
        slot = self.slots[number]
        slot.announced_s = self._clock()
        if self.is_leaving:
            return
        ready = Ready(service=self._setup.service, slot=number, waited_s=slot.announced_s - slot.free_s)
        for launcher in list(launchers):
            self._send(launcher, ready)

    def _send(self, launcher: Launcher, message: ToLauncher) -> None:
        """Sends without waiting; drops the connection if the launcher does not read."""
        if not launcher.is_known:
            return
        launcher.unsent += to_line(message)
        try:
            launcher.unsent = launcher.unsent[launcher.socket.send(launcher.unsent) :]
        except BlockingIOError:
            if len(launcher.unsent) > _MAX_UNSENT:
                self._drop(launcher)
        except OSError:
            self._drop(launcher)

    def _drop(self, launcher: Launcher) -> None:
        """Closes a connection and releases its games."""
        if launcher not in self._launchers:
            return
        self._launchers.remove(launcher)
        self._selector.unregister(launcher.socket)
        launcher.socket.close()
        self.is_leaving = self.is_leaving or (launcher.is_owner)
        for game in [game for game, home in self._homes.items() if home is launcher]:
            self._release(game)
