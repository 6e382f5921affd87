"""The frame around each message: two bytes of length, big-endian, then the payload."""

from typing import Final

from runtime.model.messages import MessageError, message

MAX_PAYLOAD: Final = 0xFFFF
HEADER_SIZE: Final = 2


class ProtocolError(MessageError):
    """A message that cannot be sent, or bytes that are not a message; `text` is a sentence for the user."""


def frame(payload: bytes) -> bytes:
    """Returns `payload` with its length in front.

    Raises:
        ProtocolError: the payload is longer than the protocol allows (65,535 bytes).
    """
    if len(payload) > MAX_PAYLOAD:
        size = len(payload)
        raise ProtocolError(
            message(
                "message-too-large",
                "The message has {size} bytes; the protocol carries at most {most}.",
                size=size,
                most=MAX_PAYLOAD,
            )
        )
    return len(payload).to_bytes(HEADER_SIZE, "big") + payload


class FrameReader:
    """Cuts a byte stream into payloads, in whatever pieces it arrives; owned by one thread."""

    __slots__ = ("_buffer",)

    def __init__(self) -> None:
        self._buffer = bytearray()

    @property
    def pending_bytes(self) -> int:
        """Bytes of a message that has not arrived completely."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[bytes]:
        """Takes the next bytes of the stream and returns the payloads that are now complete, in order."""
        buffer = self._buffer
        if not buffer and len(data) >= HEADER_SIZE and len(data) == HEADER_SIZE + (data[0] << 8 | data[1]):
            return [data[HEADER_SIZE:]]
        buffer += data
        payloads: list[bytes] = []
        start = 0
        available = len(buffer)
        while available - start >= HEADER_SIZE:
            end = start + HEADER_SIZE + (buffer[start] << 8 | buffer[start + 1])
            if end > available:
                break
            payloads.append(bytes(buffer[start + HEADER_SIZE : end]))
            start = end
        if start:
            del buffer[:start]
        return payloads
