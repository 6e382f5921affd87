"""`SocketRelay`, the socket of RLBot v4, over the session.

Without it, v4 programs would connect to a fixed port, where another program that speaks v5 may listen.
"""

import time
from collections.abc import Callable
from typing import Any

import flatbuffers
import rlbot_flatbuffers as flat
from rlbot.messages.flat import ControllerState, PlayerInputChange
from rlbot.messages.flat.FieldInfo import FieldInfo
from rlbot.messages.flat.MatchSettings import MatchSettings
from rlbot.socket.socket_manager import SocketDataType, SocketRelay

from .connection import Connection
from .game import Game
from .notes import note_once

POLL_S = 0.005
"""Interval between checks for a new packet, which the agent or the session's reader receives."""
_CONTROLS = ("throttle", "steer", "pitch", "yaw", "roll", "jump", "boost", "handbrake", "use_item")


def install(connection: Connection, game: Game) -> None:
    """Makes every `SocketRelay` of this process use the session."""

    def connect_and_run(relay: SocketRelay, *_wants: bool) -> None:
        _run(relay, connection, game)

    def send_flatbuffer(_relay: SocketRelay, builder: flatbuffers.Builder, kind: SocketDataType) -> None:
        if kind == SocketDataType.DESIRED_GAME_STATE:
            game.set_state(bytes(builder.Output()), 0)
        else:
            note_once(f"A message {kind.name} over the socket of RLBot v4 is not sent.")

    SocketRelay.connect_and_run = connect_and_run
    SocketRelay.send_flatbuffer = send_flatbuffer


def _run(relay: Any, connection: Connection, game: Game) -> None:
    """Calls the handlers of a relay until it is disconnected or the session ends."""
    connection.initialize()
    while connection.is_open and not connection.frames:
        time.sleep(POLL_S)
    relay.is_connected = True
    _call(relay.on_connect_handlers)
    _call(relay.field_info_handlers, FieldInfo.GetRootAsFieldInfo(game.field_data(), 0))
    _call(relay.match_settings_handlers, MatchSettings.GetRootAsMatchSettings(game.settings_data(), 0))
    for kind in ("packet", "quick_chat", "ball_prediction", "player_stat", "player_spectate", "raw"):
        if getattr(relay, f"{kind}_handlers"):
            note_once(f"The {kind}_handlers of a socket of RLBot v4 are not called.")
    seen, former = 0, dict[int, tuple[float, ...]]()
    while relay._should_continue and connection.is_open:  # noqa: SLF001 - set by its `disconnect`
        time.sleep(POLL_S)
        source = connection.packet() if connection.frames > seen else None
        if source is None:
            continue
        seen = connection.frames
        info = source[0].match_info
        for index, car in enumerate(source[0].players):
            controls = tuple(float(getattr(car.last_input, name)) for name in _CONTROLS)
            if former.get(index) != controls:
                former[index] = controls
                change = _input_change(index, car.last_input)
                _call(relay.player_input_change_handlers, change, info.seconds_elapsed, info.frame_num)


def _call(handlers: "list[Callable[..., object]]", *arguments: object) -> None:
    for handler in handlers:
        handler(*arguments)


def _input_change(index: int, controls: "flat.ControllerState") -> PlayerInputChange.PlayerInputChange:
    """Returns the controls of a car as a v4 flatbuffer; the dodge direction follows the controls."""
    builder = flatbuffers.Builder(128)
    ControllerState.ControllerStateStart(builder)
    for name in _CONTROLS:
        add = getattr(ControllerState, f"ControllerStateAdd{name.title().replace('_', '')}")
        add(builder, getattr(controls, name))
    written = ControllerState.ControllerStateEnd(builder)
    PlayerInputChange.PlayerInputChangeStart(builder)
    PlayerInputChange.PlayerInputChangeAddPlayerIndex(builder, index)
    PlayerInputChange.PlayerInputChangeAddControllerState(builder, written)
    PlayerInputChange.PlayerInputChangeAddDodgeForward(builder, -controls.pitch)
    PlayerInputChange.PlayerInputChangeAddDodgeRight(builder, controls.yaw)
    builder.Finish(PlayerInputChange.PlayerInputChangeEnd(builder))
    return PlayerInputChange.PlayerInputChange.GetRootAsPlayerInputChange(bytes(builder.Output()), 0)
