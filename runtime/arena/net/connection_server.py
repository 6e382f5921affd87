"""All connections of a server: accept, read, write and end them so that none of them delays another."""

import logging
import socket
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

import rlbot_flatbuffers as flat

from runtime.arena.net.connection import Connection, agent_label
from runtime.arena.net.listening import Acceptor
from runtime.arena.net.poller import READ, WRITE, Poller
from runtime.model.messages import Message, message
from runtime.protocol import (
    OLDEST_RLBOT,
    InterfaceMessage,
    ProtocolError,
    frame,
    older_agent_id,
    pack_core,
    unpack_interface,
)

log = logging.getLogger(__name__)

MAX_CONNECTIONS: Final = 256
"""Connections beyond this number are refused."""
MAX_STRANGERS: Final = 64
"""Maximum number of connections that have not introduced themselves; beyond it, the oldest is closed."""
MAX_WORK: Final = 128
"""Maximum work per connection and turn; beyond it, the connection is not read again before the next turn. A message
counts 1, plus 1 per 512 bytes."""
LINGER_S: Final = 1.0
"""Time in which an ended connection may read its last messages."""
CLOSE_POLL_S: Final = 0.02
"""Maximum time between two looks at connections that get their last message later, when the server closes."""
LEAD_S: Final = 0.0012
"""A long sleep ends early by this time and is followed by a short one, because long sleeps end late."""
AWAKE_S: Final = 0.0002
AWAKE_SHARE: Final = 0.05
"""The last part of a wait is spent polling: `AWAKE_S`, or this share of a shorter wait."""

C = TypeVar("C", bound=Connection)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Generic[C]):
    """A connection has ended; `fault` continues a sentence that begins with its label, None without a fault."""

    connection: C
    fault: Message | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A sentence for the user about connections in general."""

    text: Message
    is_refusal: bool = False
    """True if a connection was refused or closed before it introduced itself."""


NetEvent: TypeAlias = Ended[C] | Notice


class ConnectionServer(Generic[C]):
    """The connections of one server; owned by its thread. Only `wake` may be called from other threads.

    `connect` makes a connection from a socket and a number. Messages go to the handlers. All other events wait for
    `take_events`, so that the end of a connection never calls back into the code that caused it.
    """

    def __init__(self, listeners: Iterable[socket.socket], connect: Callable[[socket.socket, int], C]) -> None:
        self._connect = connect
        self._on_input: Callable[[C, int, bytes], None] = lambda _connection, _car, _controls: None
        self._on_message: Callable[[C, InterfaceMessage, bytes], None] = lambda _connection, _message, _payload: None
        self._events: list[NetEvent[C]] = []
        self.poller = Poller()
        """Watches all sockets, also those that others add."""
        self._waker, self._woken = socket.socketpair()
        self._waker.setblocking(False)
        self._woken.setblocking(False)
        self.poller.watch(self._woken, self._drain_waker, for_reading=True, for_writing=False)
        self._acceptor = Acceptor(listeners, self.poller, on_accept=self._on_accept, on_error=self._on_accept_error)
        self.connections: dict[int, C] = {}
        """Open connections by number, oldest first."""
        self._ending: dict[int, C] = {}
        self._throttled: list[C] = []
        self._turn = 0
        self._has_news = False
        """True if anything other than an input has arrived during `collect`."""
        self._next_number = 1
        self._goodbye = frame(pack_core(flat.DisconnectSignal()))

    def set_handlers(
        self, *, on_input: Callable[[C, int, bytes], None], on_message: Callable[[C, InterfaceMessage, bytes], None]
    ) -> None:
        """Sets the handlers: `on_input` gets the car and packed controls, `on_message` other messages with payload."""
        self._on_input = on_input
        self._on_message = on_message

    def wake(self) -> None:
        """Ends a wait of the server's thread; may be called from any thread and from signal handlers."""
        try:
            self._waker.send(b"!")
        except OSError:
            log.debug("The server is awake already.")

    def take_events(self) -> list[NetEvent[C]]:
        """Returns what has happened since the last call, oldest first."""
        if not self._events:
            return []
        events, self._events = self._events, []
        return events

    def poll(self, timeout_s: float, until_s: float | None = None) -> bool:
        """Waits up to `timeout_s`, to about a millisecond, and handles what is ready; returns whether anything was.

        At `until_s`, a time of `time.perf_counter`, the rest is left for the next call.
        """
        ready = self.poller.wait(timeout_s)
        for key, mask in ready:
            self._handle_ready(key.data, mask)
            if until_s is not None and time.perf_counter() >= until_s:
                break
        return bool(ready)

    def collect(self, is_complete: Callable[[], bool], *, until_s: float) -> bool:
        """Handles inputs until `is_complete`; returns whether it is, and nothing but inputs has arrived.

        Returns early at `until_s`, a time of `time.perf_counter`, and after anything that is not an input.
        """
        self._has_news = False
        wait = self.poller.wait
        now_s = time.perf_counter()
        while now_s < until_s:
            for key, mask in wait(until_s - now_s):
                target = key.data
                if mask == READ and isinstance(target, Connection):
                    self._read(target)  # type: ignore[arg-type] # all connections here are of one class
                else:
                    self._handle_ready(target, mask)
            if self._has_news or is_complete():
                return not self._has_news
            now_s = time.perf_counter()
        return False

    def poll_until(self, until_s: float, now_s: float) -> None:
        """Waits up to `until_s` on `time.perf_counter`, to about 0.02 ms, and handles the first things that arrive."""
        awake_s = min(AWAKE_S, AWAKE_SHARE * (until_s - now_s))
        for early_s in (max(LEAD_S, awake_s), awake_s):
            wake_s = until_s - early_s
            if now_s < wake_s:
                has_news = self.poller.wait_precisely(wake_s - now_s)
                now_s = time.perf_counter()
                if has_news and self.poll(0.0, until_s):
                    return
        while not self.poll(0.0, until_s) and time.perf_counter() < until_s:
            pass

    def next_number(self) -> int:
        """Returns a number that no connection has or will have."""
        number, self._next_number = self._next_number, self._next_number + 1
        return number

    def send(self, connection: C, data: bytes) -> None:
        """Sends a framed message to one connection, at once or when it reads again."""
        if not connection.is_ending and not connection.send_control(data):
            self.attend(connection)

    def attend(self, connection: C) -> None:
        """Handles a connection to which the last data could not be sent completely."""
        if connection.fault:
            self.end(connection, connection.fault)
        elif not connection.is_watched_for_writing:
            self._watch(connection, for_writing=True)

    def end(self, connection: C, fault: Message | None = None, *, after_s: float = 0.0) -> None:
        """Sends the last message to a connection, and closes it once that has been read or `LINGER_S` have passed.

        `fault` continues a sentence that begins with the label of the connection: "sent garbage". With `after_s`, the
        connection has ended at once, but the last message follows later, so that the messages before it are handled.
        """
        if connection.is_ending:
            return
        connection.is_ending = True
        self._has_news = True
        log.info("%s has ended%s.", connection.label, f": {fault}" if fault else "")
        del self.connections[connection.number]
        self._events.append(Ended(connection=connection, fault=fault))
        now_s = time.perf_counter()
        connection.linger_until_s = now_s + after_s + LINGER_S
        self._ending[connection.number] = connection
        connection.is_throttled = False
        if after_s and not connection.fault:
            connection.goodbye_s = now_s + after_s
            self._watch(connection, for_writing=connection.is_behind)
        else:
            self._say_goodbye(connection)

    def begin_turn(self) -> None:
        """Reads throttled connections again, and accepts new ones after a failure; called every tick and when idle."""
        self._turn += 1
        self._acceptor.poll()
        if self._throttled:
            released, self._throttled = self._throttled, []
            for connection in released:
                if connection.is_throttled:
                    connection.is_throttled = False
                    self._watch(connection, for_writing=connection.is_watched_for_writing)

    @property
    def has_throttled(self) -> bool:
        """True if a connection is not read before the next turn."""
        return bool(self._throttled)

    def close_ended(self, now_s: float) -> None:
        """Sends last messages that are due, and closes ended connections whose time to read them is over."""
        for connection in list(self._ending.values()):
            if connection.goodbye_s is not None and now_s >= connection.goodbye_s:
                self._say_goodbye(connection)
            elif now_s >= connection.linger_until_s:
                self._close(connection)

    def end_strangers(self, now_s: float, after_s: float) -> None:
        """Ends connections that have not introduced themselves `after_s` seconds after they were opened."""
        for connection in self._strangers():
            if now_s - connection.opened_s >= after_s:
                reason = message(
                    "connection-silent",
                    "A connection was closed: it did not introduce itself within {seconds:g} s.",
                    seconds=after_s,
                )
                self._turn_away(connection, reason)

    def close(self, timeout_s: float) -> None:
        """Ends all connections, waits up to `timeout_s` for the other sides to read and close, and closes everything.

        Closing a socket with unread input resets the connection, so that a client that is sending would fail.
        """
        self._acceptor.close()
        for connection in list(self.connections.values()):
            self.end(connection)
        deadline_s = time.perf_counter() + timeout_s
        while self._ending:
            left_s = deadline_s - time.perf_counter()
            if left_s <= 0.0:
                break
            self.poll(min(left_s, CLOSE_POLL_S))
            self.close_ended(time.perf_counter())
        for connection in list(self._ending.values()):
            self._close(connection)
        self.poller.close()
        self._waker.close()
        self._woken.close()

    def _handle_ready(self, target: Any, mask: int) -> None:
        if isinstance(target, Connection):
            connection: Any = target
            if mask & READ:
                self._read(connection)
            if mask & WRITE:
                self._write(connection)
        else:
            self._has_news = True
            target()

    def _on_accept(self, link: socket.socket) -> None:
        if self._ending and len(self.connections) + len(self._ending) >= MAX_CONNECTIONS:
            self._close(next(iter(self._ending.values())))
        if len(self.connections) + len(self._ending) >= MAX_CONNECTIONS:
            link.close()
            text = message(
                "connection-refused", "A connection was turned away: there are already {count}.", count=MAX_CONNECTIONS
            )
            self._events.append(Notice(text=text, is_refusal=True))
            return
        connection = self._connect(link, self.next_number())
        self.connections[connection.number] = connection
        self.poller.watch(connection, connection, for_reading=True, for_writing=False)
        strangers = self._strangers()
        if len(strangers) > MAX_STRANGERS:  # clients introduce themselves at once, so they are not among the oldest
            text = message("connections-silent", "A connection was closed: too many have not introduced themselves.")
            self._turn_away(strangers[0], text)

    def _on_accept_error(self, text: Message) -> None:
        self._events.append(Notice(text=text))

    def _strangers(self) -> list[C]:
        return [connection for connection in self.connections.values() if not connection.is_introduced]

    def _turn_away(self, connection: C, reason: Message) -> None:
        """Closes a connection at once, because a lingering connection still takes up room."""
        self._events.append(Notice(text=reason, is_refusal=True))
        self.end(connection)
        if connection.number in self._ending:
            self._close(connection)

    def _read(self, connection: C) -> None:
        if connection.is_ending or connection.is_throttled:
            self._leave_unread(connection)
            return
        data = connection.receive()
        if not data:
            if data is None:
                self.end(connection)
            return
        try:
            if data == connection.inputs.last:
                work = 1
                self._on_input(connection, *connection.inputs.last_input)
            else:
                work = self._handle_data(connection, data)
        except Exception as error:  # a fault in handling one message must not stop the server
            log.warning("A message of %s could not be handled.", connection.label, exc_info=True)
            fault = message(
                "fault-unhandled",
                "sent a message that could not be handled ({kind}: {error})",
                kind=type(error).__name__,
                error=str(error),
            )
            self.end(connection, fault)
        else:
            if work == 1 and connection.work_turn != self._turn:
                connection.work_turn, connection.work = self._turn, 1
            else:
                self._count(connection, work)

    def _leave_unread(self, connection: C) -> None:
        """Discards what an ended connection still sends; what a throttled one sends has to wait."""
        if connection.is_ending and connection.number in self._ending and not connection.discard_input():
            self._close(connection)

    def _handle_data(self, connection: C, data: bytes) -> int:
        """Handles the next bytes of a connection; returns the work."""
        codec = connection.inputs
        if connection.reader.pending_bytes:
            codec.last = b""
            work = size = 0
        else:
            inputs, size = codec.read(data)
            work = len(inputs)
            for car, controls in inputs:
                self._on_input(connection, car, controls)
        if size < len(data):
            for payload in connection.reader.feed(data[size:]):
                work += 1 + (len(payload) >> 9)
                self._handle_payload(connection, payload, data)
                if connection.is_ending:
                    break
        return work

    def _handle_payload(self, connection: C, payload: bytes, data: bytes) -> None:
        try:
            received = unpack_interface(payload)
        except ProtocolError:
            self._end_unreadable(connection, payload, data)
            return
        if type(received) is flat.PlayerInput:
            self._on_input(connection, *connection.inputs.learn(payload, received))
            return
        self._has_news = True
        self._on_message(connection, received, payload)

    def _end_unreadable(self, connection: C, payload: bytes, data: bytes) -> None:
        """Ends a connection whose last message is unreadable; `data` are the bytes that arrived last."""
        agent_id = None if connection.is_introduced else older_agent_id(payload, data)
        if agent_id is None:
            self.end(connection, message("fault-garbage", "sent garbage"))
            return
        if agent_id:
            connection.label = agent_label(agent_id)
        fault = message(
            "fault-old-rlbot",
            "uses an rlbot package that is too old ({version} or newer is needed)",
            version=OLDEST_RLBOT,
        )
        self.end(connection, fault)

    def _count(self, connection: C, work: int) -> None:
        if connection.work_turn != self._turn:
            connection.work_turn = self._turn
            connection.work = 0
        connection.work += work
        if connection.work > MAX_WORK and not connection.is_ending and not connection.is_throttled:
            connection.is_throttled = True
            self._throttled.append(connection)
            self._watch(connection, for_writing=connection.is_watched_for_writing)

    def _write(self, connection: C) -> None:
        if connection.is_ending and connection.number not in self._ending:
            return
        if connection.flush():
            if connection.is_ending and connection.goodbye_s is None:
                connection.shut_sending()
            self._watch(connection, for_writing=False)
        elif connection.fault:
            if connection.is_ending:
                self._close(connection)
            else:
                self.end(connection, connection.fault)

    def _watch(self, connection: C, *, for_writing: bool) -> None:
        connection.is_watched_for_writing = for_writing
        self.poller.watch(connection, connection, for_reading=not connection.is_throttled, for_writing=for_writing)

    def _say_goodbye(self, connection: C) -> None:
        connection.goodbye_s = None
        connection.send_last(self._goodbye)
        if connection.fault:
            self._close(connection)
            return
        if not connection.is_behind:
            connection.shut_sending()
        self._watch(connection, for_writing=connection.is_behind)

    def _close(self, connection: C) -> None:
        del self._ending[connection.number]
        self.poller.forget(connection)
        connection.close()

    def _drain_waker(self) -> None:
        try:
            self._woken.recv(64)
        except OSError:
            log.debug("The server was woken without a reason.")
