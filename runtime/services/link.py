"""The launcher's connection to one agent service; never waits."""

import contextlib
import socket
import time
from collections.abc import Callable
from typing import Final

from runtime.services.kit.kickabout.channel import (
    VERSION,
    Address,
    ChannelError,
    Figures,
    Hello,
    Lines,
    Ready,
    ToLauncher,
    ToService,
    Welcome,
    to_line,
)

SILENT_S: Final = 5.0
"""A service that sends nothing for this long counts as silent; it should send figures once a second."""
CONNECT_S: Final = 0.5
LOOPBACK: Final = "127.0.0.1"
_CHUNK: Final = 1 << 16


class ServiceLost(Exception):  # noqa: N818 - it names what happened
    """The connection has ended."""


class ServiceLink:
    """One connection, opened by the constructor; `receive` is called at every turn of the launcher's loop.

    Raises:
        ServiceLost: nobody listens at the address.
    """

    def __init__(
        self, address: Address, *, is_owner: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.address = address
        self.ready: dict[int, float] = {}
        """Free slots, with the seconds for which each had been free when it was announced."""
        self.slots: int | None = None
        """Number of all slots; None until the service has answered."""
        self.figures: Figures | None = None
        """The newest figures."""
        self._clock = clock
        self._heard_s = clock()
        self._lines = Lines()
        self._unsent = b""
        try:
            self._socket = socket.create_connection((LOOPBACK, address.port), CONNECT_S)
        except OSError as error:
            raise ServiceLost(str(error)) from error
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.send(Hello(token=address.token, is_owner=is_owner))

    @property
    def is_silent(self) -> bool:
        """True if the service has sent nothing for `SILENT_S`."""
        return self.silent_s >= SILENT_S

    @property
    def silent_s(self) -> float:
        """Seconds for which the service has sent nothing."""
        return self._clock() - self._heard_s

    def send(self, message: ToService) -> None:
        """Sends a message, or keeps it for the next turn."""
        self._unsent += to_line(message)
        self._flush()

    def receive(self) -> list[ToLauncher]:
        """Returns the messages that have arrived, and updates slots and figures.

        Raises:
            ServiceLost: the service has closed the connection, or has sent something that is not a message.
        """
        self._flush()
        messages: list[ToLauncher] = []
        while True:
            try:
                data = self._socket.recv(_CHUNK)
            except BlockingIOError:
                return messages
            except OSError as error:
                if messages:
                    return messages  # the next call raises
                raise ServiceLost(str(error)) from error
            if not data:
                if messages:
                    return messages
                raise ServiceLost("The service closed the connection.")
            self._heard_s = self._clock()
            try:
                messages += [self._noted(message) for message in self._lines.feed(data)]  # type: ignore[misc]
            except ChannelError as error:
                raise ServiceLost(str(error)) from error

    def take(self, number: int) -> tuple[int, ...]:
        """Removes this many ready slots and returns them; returns an empty tuple if there are fewer."""
        if len(self.ready) < number:
            return ()
        slots = tuple(sorted(self.ready)[:number])
        for slot in slots:
            del self.ready[slot]
        return slots

    def close(self) -> None:
        """Closes the connection, which ends all games that it has assigned; may be called twice."""
        self._socket.close()

    def _noted(self, message: object) -> object:
        if isinstance(message, Welcome):
            if message.version != VERSION:
                raise ServiceLost(f"The service speaks version {message.version} of the channel, not {VERSION}.")
            self.slots = message.slots
        elif isinstance(message, Ready):
            self.ready[message.slot] = message.waited_s
        elif isinstance(message, Figures):
            self.figures = message
        return message

    def _flush(self) -> None:
        with contextlib.suppress(OSError):  # `receive` reports it
            while self._unsent:
                self._unsent = self._unsent[self._socket.send(self._unsent) :]
