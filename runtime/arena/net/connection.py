"""One connection to the server, with output that never makes the server wait."""

import contextlib
import socket
import time
from collections import deque
from collections.abc import Sequence
from typing import Final

from runtime.documents.agent_keys import without_token
from runtime.model.messages import Message, message
from runtime.protocol import FrameReader, InputCodec

READ_BYTES: Final = 2048
"""Maximum number of bytes read at a time, so that a flood is handled in small portions."""
CAN_GATHER: Final = hasattr(socket.socket, "sendmsg")
"""True if the system sends several pieces without joining them; Windows does not."""
MAX_CONTROL_BACKLOG: Final = 4 << 20
"""Maximum number of unread bytes of a connection, frames not counted; beyond it, the connection is ended."""
SEND_BUFFER: Final = 1 << 18
"""Size of the operating system's send buffer: a few frames, so that a slow reader gets recent ones."""
CHAT_BACKLOG: Final = 1 << 20
"""Match communication is dropped for a connection with a longer backlog, so that no agent can disconnect another."""
MAX_NAME_LENGTH: Final = 80
"""Maximum number of characters of a name in a sentence."""


def agent_label(agent_id: str) -> Message:
    """Returns the name, for sentences, of an agent of which only the id is known."""
    return message("label-agent", "Agent '{agent_id}'", agent_id=without_token(agent_id)[:MAX_NAME_LENGTH])


class Connection:
    """A connection; owned by the server's thread.

    A frame (prediction and packet, sent as one piece) that cannot be sent at once waits, and a newer one replaces it.
    All other messages are kept in order until they are sent. The methods that send return false if the connection
    needs `ConnectionServer.attend`: it has failed or has to wait.
    """

    __slots__ = (
        "_control",
        "_control_bytes",
        "_drops",
        "_frame",
        "_link",
        "_partial",
        "fault",
        "goodbye_s",
        "inputs",
        "is_ending",
        "is_introduced",
        "is_throttled",
        "is_watched_for_writing",
        "label",
        "linger_until_s",
        "number",
        "opened_s",
        "reader",
        "work",
        "work_turn",
    )

    def __init__(self, link: socket.socket, number: int) -> None:
        link.setblocking(False)
        with contextlib.suppress(OSError):
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            link.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._link = link
        self._control: deque[bytes] = deque()
        self._control_bytes = 0
        self._frame: bytes | None = None
        self._partial: memoryview | None = None
        self._drops = 0
        self.number = number
        self.opened_s = time.perf_counter()
        self.label = message("label-session", "Session {number}", number=number)
        """Name in sentences."""
        self.reader = FrameReader()
        self.inputs = InputCodec()
        self.is_introduced = False
        """True if it has sent `ConnectionSettings`."""
        self.fault: Message | None = None
        """Reason for which the connection has to be ended; None if it works."""
        self.is_ending = False
        self.goodbye_s: float | None = None
        """Time at which an ended connection gets its last message; None if that is sent, or not due."""
        self.linger_until_s = 0.0
        self.is_watched_for_writing = False
        self.is_throttled = False
        self.work = 0
        """Work caused by its messages during turn `work_turn`."""
        self.work_turn = 0

    def fileno(self) -> int:
        """Returns the handle of the connection, for a selector."""
        return self._link.fileno()

    @property
    def ends(self) -> tuple[tuple[str, int], tuple[str, int]] | None:
        """Addresses and ports of the other side and of ours; None if the connection has ended."""
        try:
            peer, own = self._link.getpeername(), self._link.getsockname()
        except OSError:
            return None
        return (peer[0], peer[1]), (own[0], own[1])

    @property
    def port(self) -> int:
        """The TCP port of the other side; 0 if it is gone."""
        ends = self.ends
        return ends[0][1] if ends is not None else 0

    @property
    def is_behind(self) -> bool:
        """True if something waits to be sent."""
        return self._partial is not None or bool(self._control) or self._frame is not None

    @property
    def accepts_chat(self) -> bool:
        """True if it reads fast enough to be sent match communication."""
        return self._control_bytes <= CHAT_BACKLOG

    def receive(self) -> bytes | None:
        """Returns the bytes that have arrived, `b""` if there are none, None if the other side has closed."""
        try:
            return self._link.recv(READ_BYTES) or None
        except (BlockingIOError, InterruptedError):
            return b""
        except OSError:
            return None

    def discard_input(self) -> bool:
        """Reads and discards what has arrived; returns false if the other side has closed."""
        try:
            return bool(self._link.recv(1 << 16))
        except (BlockingIOError, InterruptedError):
            return True
        except OSError:
            return False

    def send_frame(self, parts: Sequence[bytes | bytearray | memoryview]) -> bool:
        """Sends a frame given in pieces, or keeps it as the newest one; the pieces may change afterwards."""
        if self._partial is not None or self._control or self._frame is not None:
            self._keep(b"".join(parts))
            return False
        try:
            if len(parts) == 1:
                sent = self._link.send(parts[0])
            elif CAN_GATHER:
                sent = self._link.sendmsg(parts)
            else:
                sent = self._link.send(b"".join(parts))
        except (BlockingIOError, InterruptedError):
            self._keep(b"".join(parts))
            return False
        except OSError as error:
            self._fail(error)
            return False
        if sent != sum(map(len, parts)):
            self._partial = memoryview(b"".join(parts))[sent:]
            return False
        return True

    def take_drops(self) -> int:
        """Returns the number of frames that newer ones have replaced since the last call."""
        drops, self._drops = self._drops, 0
        return drops

    def send_control(self, data: bytes) -> bool:
        """Sends a message after the messages that still wait."""
        if self.fault:
            return False
        self._control.append(data)
        self._control_bytes += len(data)
        if self._control_bytes > MAX_CONTROL_BACKLOG:
            self.fault = message("fault-not-reading", "did not read what it was sent")
            return False
        return self.flush()

    def flush(self) -> bool:
        """Sends as much of the waiting data as possible; returns whether all of it is sent."""
        try:
            while (piece := self._next_piece()) is not None:
                sent = self._link.send(piece)
                self._partial = piece[sent:] if sent < len(piece) else None
        except (BlockingIOError, InterruptedError):
            return False
        except OSError as error:
            self._fail(error)
            return False
        return True

    def send_last(self, data: bytes) -> None:
        """Sends a last message after the one that is being sent and the newest frame; the rest is discarded."""
        self._control.clear()
        if self._frame is not None:
            self._control.append(self._frame)
        self._frame = None
        self._control.append(data)
        self.flush()

    def shut_sending(self) -> None:
        """Signals to the other side that nothing more will be sent."""
        with contextlib.suppress(OSError):
            self._link.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Closes the socket."""
        self._link.close()

    def _next_piece(self) -> memoryview | None:
        if self._partial is not None:
            return self._partial
        if self._control:
            data = self._control.popleft()
            self._control_bytes -= len(data)
        elif self._frame is not None:
            data, self._frame = self._frame, None
        else:
            return None
        self._partial = memoryview(data)
        return self._partial

    def _keep(self, data: bytes) -> None:
        if self._frame is not None:
            self._drops += 1
        self._frame = data

    def _fail(self, error: OSError) -> None:
        self.fault = message(
            "fault-connection-lost", "lost its connection ({error})", error=error.strerror or str(error)
        )
