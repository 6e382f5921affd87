"""RLBot v5 wire format: framing, safe packing, and a client session."""

from runtime.protocol.client import Client, LinkError
from runtime.protocol.framing import MAX_PAYLOAD, FrameReader, ProtocolError, frame
from runtime.protocol.messages import (
    CoreMessage,
    InterfaceMessage,
    clean_text,
    pack_core,
    pack_interface,
    unpack_core,
    unpack_interface,
)

__all__ = [
    "MAX_PAYLOAD",
    "Client",
    "CoreMessage",
    "FrameReader",
    "InterfaceMessage",
    "LinkError",
    "ProtocolError",
    "clean_text",
    "frame",
    "pack_core",
    "pack_interface",
    "unpack_core",
    "unpack_interface",
]
