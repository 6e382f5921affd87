"""The RLBot v5 wire: framing, guarded packing, and a client session."""

from runtime.protocol.client import Client
from runtime.protocol.errors import LinkError, ProtocolError
from runtime.protocol.framing import MAX_PAYLOAD, FrameReader, frame
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
