"""The socket of step mode: one learner at a time, lines in, lines out."""

import logging
import socket
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from runtime.arena.net.listening import Acceptor
from runtime.arena.net.poller import Poller

log = logging.getLogger(__name__)

MAX_UNSENT: Final = 1 << 20
"""Bytes that a learner may leave unread before its connection is closed."""
MAX_STRANGERS: Final = 8
"""Connections that have not sent a line; one more closes the oldest."""
FIRST_LINE_S: Final = 5.0
"""Time limit for the first line of a connection."""
_CHUNK: Final = 1 << 16


class LearnerLink:
    """The connection to the learner; owned by the server's thread. Reads and writes when the socket is ready.

    A connection becomes the learner's if `refusal_of` returns None for its first line. Any other is sent the refusal
    and closed; a second learner is sent `refusal`. `on_open` is called for the learner's connection, then `on_line`
    with each line without its end, or with None for a line of more than `max_line` bytes, and `on_end` when it ends.
    """

    def __init__(
        self,
        listeners: Iterable[socket.socket],
        poller: Poller,
        *,
        max_line: int,
        refusal: bytes,
        refusal_of: Callable[[bytes], bytes | None],
        on_open: Callable[[], None],
        on_line: Callable[[bytes | None], None],
        on_end: Callable[[], None],
    ) -> None:
        self._poller = poller
        self._max_line = max_line
        self._refusal = refusal
        self._refusal_of = refusal_of
        self._strangers: dict[socket.socket, tuple[bytearray, float]] = {}
        """Connections that have not sent a line, with what they have sent and the time at which they are closed."""
        self._on_open, self._on_line, self._on_end = on_open, on_line, on_end
        self._link: socket.socket | None = None
        self._unread = bytearray()
        self._unsent = bytearray()
        self._is_watched_for_writing = False
        self._is_skipping = False
        """True within a line that is too long."""
        self._acceptor = Acceptor(
            listeners, poller, on_accept=self._accept, on_error=lambda text: log.warning("%s", text)
        )

    @property
    def is_open(self) -> bool:
        """True if a learner is connected."""
        return self._link is not None

    def poll(self) -> None:
        """Accepts connections again after a failure, and closes those that have sent no line in time."""
        self._acceptor.poll()
        now_s = time.perf_counter()
        for link in [link for link, (_, until_s) in self._strangers.items() if now_s >= until_s]:
            self._turn_away(link, self._refusal_of(b""))

    def send(self, line: bytes) -> None:
        """Sends a line, at once or when the learner reads again; without a learner it is dropped."""
        if self._link is None:
            return
        self._unsent += line
        self._write()
        if len(self._unsent) > MAX_UNSENT:
            self.end()

    def end(self) -> None:
        """Closes the connection to the learner."""
        link, self._link = self._link, None
        if link is None:
            return
        self._poller.forget(link)
        link.close()
        self._unread.clear()
        self._unsent.clear()
        self._is_skipping = False
        self._on_end()

    def close(self) -> None:
        """Closes everything."""
        self._acceptor.close()
        for link in list(self._strangers):
            self._turn_away(link, None)
        self.end()

    def _accept(self, link: socket.socket) -> None:
        link.setblocking(False)
        if len(self._strangers) >= MAX_STRANGERS:
            self._turn_away(next(iter(self._strangers)), self._refusal_of(b""))
        self._strangers[link] = bytearray(), time.perf_counter() + FIRST_LINE_S
        self._poller.watch(link, partial(self._on_stranger, link), for_reading=True, for_writing=False)

    def _on_stranger(self, link: socket.socket) -> None:
        sent, _ = self._strangers[link]
        try:
            data = link.recv(_CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        sent += data
        line, end, _ = sent.partition(b"\n")
        if not data:
            self._turn_away(link, None)
        elif end or len(sent) >= self._max_line:
            refusal = self._refusal_of(bytes(line[: self._max_line]))
            self._read()  # the last learner may have left just now
            if refusal is None and self._link is None:
                self._admit(link)
            else:
                self._turn_away(link, refusal or self._refusal)

    def _turn_away(self, link: socket.socket, refusal: bytes | None) -> None:
        del self._strangers[link]
        self._poller.forget(link)
        try:
            link.send(refusal or b"")
        except OSError:
            log.debug("A connection ended before it was refused.")
        link.close()

    def _admit(self, link: socket.socket) -> None:
        self._unread, _ = self._strangers.pop(link)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._link = link
        self._is_watched_for_writing = False
        self._poller.watch(link, self._on_ready, for_reading=True, for_writing=False)
        self._on_open()
        self._take_lines(link)

    def _on_ready(self) -> None:
        if self._unsent:
            self._write()
        self._read()

    def _read(self) -> None:
        link = self._link
        if link is None:
            return
        try:
            data = link.recv(_CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self.end()
            return
        self._unread += data
        self._take_lines(link)

    def _take_lines(self, link: socket.socket) -> None:
        """Handles the complete lines; stops if the handler ends the connection."""
        while self._link is link:
            line, end, rest = self._unread.partition(b"\n")
            if not end:
                break
            self._unread = rest
            is_whole, self._is_skipping = not self._is_skipping and len(line) < self._max_line, False
            if is_whole and not line.strip():
                continue
            self._on_line(bytes(line) if is_whole else None)
        if self._link is link and len(self._unread) >= self._max_line:
            self._unread.clear()
            self._is_skipping = True

    def _write(self) -> None:
        link = self._link
        if link is None:
            return
        try:
            sent = link.send(self._unsent)
        except (BlockingIOError, InterruptedError):
            sent = 0
        except OSError:
            self.end()
            return
        del self._unsent[:sent]
        if bool(self._unsent) is not self._is_watched_for_writing:
            self._is_watched_for_writing = bool(self._unsent)
            self._poller.watch(link, self._on_ready, for_reading=True, for_writing=self._is_watched_for_writing)
