"""The only access to the flatbuffers wheel, with checks before packing for values that would abort the process.

The wheel aborts the interpreter on an object of the wrong type in a union and on text with lone surrogates. Inner
unions (a player's variety, a ball's shape) abort when they are built, so there the type checker is the guard.
"""

from collections.abc import Iterable
from typing import Any, Final, TypeAlias, cast, get_args

import rlbot_flatbuffers as flat

from runtime.model.messages import message
from runtime.protocol.framing import ProtocolError

CoreMessage: TypeAlias = (
    flat.DisconnectSignal
    | flat.GamePacket
    | flat.FieldInfo
    | flat.MatchConfiguration
    | flat.MatchComm
    | flat.BallPrediction
    | flat.ControllableTeamInfo
    | flat.RenderingStatus
    | flat.PingRequest
    | flat.PingResponse
)
InterfaceMessage: TypeAlias = (
    flat.DisconnectSignal
    | flat.StartCommand
    | flat.MatchConfiguration
    | flat.PlayerInput
    | flat.DesiredGameState
    | flat.RenderGroup
    | flat.RemoveRenderGroup
    | flat.MatchComm
    | flat.ConnectionSettings
    | flat.StopCommand
    | flat.SetLoadout
    | flat.InitComplete
    | flat.RenderingStatus
    | flat.PingRequest
    | flat.PingResponse
    | flat.UpdatePerformanceMonitor
    | flat.ConsoleCommand
)
CORE_TYPES: Final = get_args(CoreMessage)
INTERFACE_TYPES: Final = get_args(InterfaceMessage)

_PER_FRAME: Final = (flat.BallPrediction, flat.PlayerInput)
"""Messages without text; they are sent every tick and need no check."""


def clean_text(text: str) -> str:
    """Replaces lone surrogates, which UTF-8 cannot encode, with question marks."""
    return text.encode("utf-8", "replace").decode()


def pack_core(message: CoreMessage) -> bytes:
    """Packs a message of the server.

    Raises:
        ProtocolError: not a message of the server, or a part of it would abort the wheel.
    """
    return _pack(message, CORE_TYPES, flat.CorePacket)


def pack_interface(message: InterfaceMessage) -> bytes:
    """Packs a message of a client.

    Raises:
        ProtocolError: not a message of a client, or a part of it would abort the wheel.
    """
    return _pack(message, INTERFACE_TYPES, flat.InterfacePacket)


def unpack_core(payload: bytes) -> CoreMessage:
    """Unpacks a message of the server.

    Raises:
        ProtocolError: the bytes are no such message.
    """
    return cast("CoreMessage", _unpack(payload, flat.CorePacket))


def unpack_interface(payload: bytes) -> InterfaceMessage:
    """Unpacks a message of a client.

    Raises:
        ProtocolError: the bytes are no such message.
    """
    return cast("InterfaceMessage", _unpack(payload, flat.InterfacePacket))


def _pack(value: Any, types: tuple[Any, ...], envelope: Any) -> bytes:
    if type(value) not in types:
        name = type(value).__name__
        raise ProtocolError(message("message-invalid", "A {name} cannot be sent in this direction.", name=name))
    if type(value) is flat.GamePacket:
        _check_all(player.name for player in value.players)
    elif type(value) not in _PER_FRAME:
        _check(value)
    return bytes(envelope(value).pack())


def _unpack(payload: bytes, envelope: Any) -> Any:
    try:
        return envelope.unpack(payload).message
    except flat.InvalidFlatbuffer as error:
        raise ProtocolError(
            message(
                "message-unreadable",
                "{size} bytes from the other side are not a message of the protocol: {error}.",
                size=len(payload),
                error=str(error),
            )
        ) from error


def _check(value: Any) -> None:
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, list):
        _check_all(value)
    elif type(value).__module__ == flat.CorePacket.__module__:
        _check_all(getattr(value, name) for name in getattr(value, "__match_args__", ()))


def _check_all(values: Iterable[Any]) -> None:
    for value in values:
        _check(value)


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ProtocolError(
            message("text-invalid", "The text {text} cannot be sent: it is not valid Unicode.", text=repr(text))
        ) from None
