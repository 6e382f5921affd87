"""RLBot v5 wire format: framing, safe packing, and a client session."""

from runtime.protocol.client import Client, LinkError
from runtime.protocol.framing import HEADER_SIZE, MAX_PAYLOAD, FrameReader, ProtocolError, frame
from runtime.protocol.inputs import CONTROLS, NEUTRAL, InputCodec, pack_controls
from runtime.protocol.layout import LayoutError, Table
from runtime.protocol.messages import (
    CoreMessage,
    InterfaceMessage,
    clean_text,
    pack_core,
    pack_interface,
    unpack_core,
    unpack_interface,
)
from runtime.protocol.older import OLDEST_RLBOT, console_commands, older_agent_id
from runtime.protocol.state_setting import desired_state

__all__ = [
    "CONTROLS",
    "HEADER_SIZE",
    "MAX_PAYLOAD",
    "NEUTRAL",
    "OLDEST_RLBOT",
    "Client",
    "CoreMessage",
    "FrameReader",
    "InputCodec",
    "InterfaceMessage",
    "LayoutError",
    "LinkError",
    "ProtocolError",
    "Table",
    "clean_text",
    "console_commands",
    "desired_state",
    "frame",
    "older_agent_id",
    "pack_controls",
    "pack_core",
    "pack_interface",
    "unpack_core",
    "unpack_interface",
]
