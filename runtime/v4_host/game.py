"""The functions of the native interface of RLBot v4, implemented in Python over a v5 session.

`install` replaces `GameInterface.load_interface`, so the managers and base classes of v4 use this module. The native
library would wait forever for a program that needs the game.
"""

import ctypes
import hashlib
import math
import struct
import threading
from collections.abc import Callable
from functools import cache, lru_cache, partial
from types import SimpleNamespace
from typing import Any

import flatbuffers
import rlbot_flatbuffers as flat
from rlbot.messages.flat import BallPrediction as FlatPrediction
from rlbot.messages.flat import BoostPad, FieldInfo, GoalInfo, Physics, PredictionSlice, QuickChatMessages
from rlbot.messages.flat.DesiredGameState import DesiredGameState
from rlbot.messages.flat.Rotator import CreateRotator
from rlbot.messages.flat.Vector3 import CreateVector3
from rlbot.utils.rendering import rendering_manager
from rlbot.utils.structures.ball_prediction_struct import BallPrediction
from rlbot.utils.structures.game_data_struct import ByteBuffer, FieldInfoPacket, GameTickPacket
from rlbot.utils.structures.game_interface import GameInterface
from rlbot.utils.structures.game_status import RLBotCoreStatus

from . import structures
from .chat import QuickChats, vector_of
from .connection import Connection, framed_message
from .drawing import Drawing
from .notes import note_once
from .settings import human_ids, match_config

_OK = RLBotCoreStatus.Success
CONTROLS = struct.Struct("<5f4?")
"""Throttle, steer, pitch, yaw, roll; jump, boost, handbrake, use item."""
NEUTRAL = bytes(CONTROLS.size)
FIRST_PACKET_S = 0.1
"""Time in which an agent that waits for its first packet notices that it has to leave."""
_PAUSE = "Pause"
"""Console command of the game that pauses and resumes."""


class Game:
    """One game interface for everything in this process; its functions have the names of the native library.

    Every frame that the agent reads gets an answer. If the agent sends no input for a frame, its last input is sent
    again when it asks for the next frame; otherwise a game in lockstep would wait for it.
    """

    def __init__(
        self, connection: Connection, own_document: str, is_leaving: threading.Event, on_end: Callable[[], None]
    ) -> None:
        assert connection.match is not None
        assert connection.field is not None
        self._connection = connection
        self._is_leaving = is_leaving
        self._on_end = on_end
        self.config = match_config(connection.match, own_document)
        self._pads = structures.PadOrder(connection.field)
        self._writer = structures.PacketWriter(self._pads, human_ids(connection.match))
        self._buffers: dict[int, ctypes.Array[ctypes.c_char]] = {}
        self._read: dict[int, int] = {}
        """Number of the newest frame that each reader has read."""
        self._inputs = {index: NEUTRAL for index, _ in connection.cars}
        self._answered = dict.fromkeys(self._inputs, 0)
        """Number of the frame that each car's input has answered."""
        self._frame = 0
        self._chats = QuickChats(connection)
        self._is_paused = False

    def functions(self) -> SimpleNamespace:
        """Returns the functions as attributes; each is a partial, because `GameInterface` sets attributes on them."""
        drawing = Drawing(self._connection)
        renderer: dict[str, Callable[..., object]] = {
            "Constructor": drawing.begin,
            "Destructor": drawing.destroy,
            "FinishAndSend": drawing.send,
            "DrawLine3D": drawing.line_3d,
            "DrawPolyLine3D": drawing.polyline_3d,
            "DrawString2D": drawing.string_2d,
            "DrawString3D": drawing.string_3d,
            "DrawRect2D": drawing.rect_2d,
            "DrawRect3D": drawing.rect_3d,
        }
        functions: dict[str, Callable[..., object]] = {
            "IsInitialized": lambda: True,
            "UpdateLiveDataPacket": self.update_packet,
            "FreshLiveDataPacket": self.fresh_packet,
            "UpdateFieldInfo": self.update_field,
            "UpdateRigidBodyTick": self.update_rigid_bodies,
            "GetBallPredictionStruct": self.update_prediction,
            "UpdatePlayerInput": self.update_input,
            "SendQuickChat": self._chats.send,
            "SetGameState": self.set_state,
            "GetMatchSettings": self.match_settings,
            "UpdateFieldInfoFlatbuffer": self.field_buffer,
            "GetBallPrediction": self.prediction_buffer,
            "Free": self.free,
            **{f"Renderer_{name}": function for name, function in renderer.items()},
            **{name: _unsupported(name) for name in _UNSUPPORTED},
            **{name: _no_buffer(name) for name in ("UpdateLiveDataPacketFlatbuffer", "FreshLiveDataPacketFlatbuffer")},
        }
        return SimpleNamespace(**{name: partial(function) for name, function in functions.items()})

    def update_packet(self, packet: GameTickPacket) -> int:
        """Writes the newest packet; waits only for the first one."""
        return self.fresh_packet(packet, 0, -1)

    def fresh_packet(self, packet: GameTickPacket, timeout_ms: int, reader: int) -> int:
        """Waits up to `timeout_ms` for a packet that this reader has not read, and writes the newest packet.

        Waits for the first packet as long as it takes, because RLBot v4 starts agents only after that.
        """
        self.wait_until_valid_packet()
        self._answer_again()
        if timeout_ms:
            self._connection.wait_for_frame(self._read.get(reader, 0), timeout_ms / 1000)
        else:
            self._connection.pump(0.0)
        self._frame = self._read[reader] = self._connection.frames
        source = self._connection.packet()
        if source is not None:
            self._writer.write(*source, packet)
        if not self._connection.is_open:
            self._on_end()
        return int(_OK)

    def wait_until_valid_packet(self) -> None:
        """Waits for the first packet; its cars include those of this session.

        Raises:
            SystemExit: the agent has to leave before it has got a packet.
        """
        self._connection.initialize()
        while not self._connection.frames:
            self._connection.wait_for_frame(0, FIRST_PACKET_S)
            if not self._connection.is_open:
                self._on_end()
            if self._is_leaving.is_set():
                raise SystemExit(0)

    def update_field(self, field: FieldInfoPacket) -> int:
        """Writes the boost pads and goals."""
        assert self._connection.field is not None
        structures.write_field(self._connection.field, field, self._pads)
        return int(_OK)

    def update_rigid_bodies(self, tick: object) -> int:
        """Writes positions and motions with quaternions."""
        source = self._connection.packet()
        if source is not None:
            structures.write_rigid_bodies(source[0], tick)
        return int(_OK)

    def update_prediction(self, prediction: BallPrediction) -> int:
        """Writes the newest ball prediction; empty if the session did not ask for predictions."""
        if not self._connection.wants_prediction:
            note_once("No file of this bot mentions ball predictions, so the game does not send them.")
        structures.write_prediction(self._connection.prediction, prediction)
        return int(_OK)

    def update_input(self, controls: object, index: int) -> int:
        """Sends the controls of a car."""
        self._inputs[index] = _controls(controls)
        self._send_input(index)
        return int(_OK)

    def neutral(self) -> None:
        """Releases the controls of all cars of this session."""
        for index in self._inputs:
            self._inputs[index] = NEUTRAL
            self._send_input(index)

    def receive_chats(self, index: int, last: int) -> QuickChatMessages.QuickChatMessages:
        """Returns the quick chats after number `last` that this player may read."""
        return self._chats.received(index, last)

    def set_state(self, data: bytes, _size: int) -> int:
        """Requests positions and motions of cars and ball, gravity and game speed, and runs console commands."""
        desired = DesiredGameState.GetRootAsDesiredGameState(data, 0)
        ball = desired.BallState()
        physics = _desired_physics(ball.Physics()) if ball is not None else None
        balls = [] if physics is None else [flat.DesiredBallState(physics)]
        cars = [_desired_car(desired.CarStates(at)) for at in range(desired.CarStatesLength())]
        info = desired.GameInfoState()
        if balls or cars or info is not None:
            self._connection.send(flat.DesiredGameState(balls, cars, _desired_info(info)))
        if info is not None:
            self._set_pause(info)
        if desired.BoostStatesLength():
            note_once("RLBot v5 cannot set the state of boost pads.")
        for at in range(desired.ConsoleCommandsLength()):
            command = desired.ConsoleCommands(at).Command()
            self._connection.send(flat.ConsoleCommand(command.decode("utf-8", "replace")))
        return int(_OK)

    def match_settings(self) -> ByteBuffer:
        """Returns the match settings as a v4 flatbuffer."""
        return self._buffer(self.settings_data())

    def settings_data(self) -> bytes:
        """Returns the match settings as the bytes of a v4 flatbuffer."""
        return bytes(self.config.create_flatbuffer().Output())

    def field_buffer(self) -> ByteBuffer:
        """Returns boost pads and goals as a v4 flatbuffer."""
        return self._buffer(self.field_data())

    def field_data(self) -> bytes:
        """Returns boost pads and goals as the bytes of a v4 flatbuffer."""
        field = FieldInfoPacket()
        self.update_field(field)
        builder = flatbuffers.Builder(4096)
        pads, goals = [], []
        for pad in field.boost_pads[: field.num_boosts]:
            BoostPad.BoostPadStart(builder)
            BoostPad.BoostPadAddLocation(builder, _create_vector(builder, pad.location))
            BoostPad.BoostPadAddIsFullBoost(builder, pad.is_full_boost)
            pads.append(BoostPad.BoostPadEnd(builder))
        for goal in field.goals[: field.num_goals]:
            GoalInfo.GoalInfoStart(builder)
            GoalInfo.GoalInfoAddTeamNum(builder, goal.team_num)
            GoalInfo.GoalInfoAddLocation(builder, _create_vector(builder, goal.location))
            GoalInfo.GoalInfoAddDirection(builder, _create_vector(builder, goal.direction))
            GoalInfo.GoalInfoAddWidth(builder, goal.width)
            GoalInfo.GoalInfoAddHeight(builder, goal.height)
            goals.append(GoalInfo.GoalInfoEnd(builder))
        pad_vector, goal_vector = vector_of(builder, pads), vector_of(builder, goals)
        FieldInfo.FieldInfoStart(builder)
        FieldInfo.FieldInfoAddBoostPads(builder, pad_vector)
        FieldInfo.FieldInfoAddGoals(builder, goal_vector)
        builder.Finish(FieldInfo.FieldInfoEnd(builder))
        return bytes(builder.Output())

    def prediction_buffer(self) -> ByteBuffer:
        """Returns the ball prediction as a v4 flatbuffer; slow, only for bots that use the deprecated function."""
        prediction = BallPrediction()
        self.update_prediction(prediction)
        builder = flatbuffers.Builder(65536)
        slices = []
        for moment in prediction.slices[: prediction.num_slices]:
            body = moment.physics
            turn = body.rotation
            Physics.PhysicsStart(builder)
            Physics.PhysicsAddLocation(builder, _create_vector(builder, body.location))
            Physics.PhysicsAddRotation(builder, CreateRotator(builder, turn.pitch, turn.yaw, turn.roll))
            Physics.PhysicsAddVelocity(builder, _create_vector(builder, body.velocity))
            Physics.PhysicsAddAngularVelocity(builder, _create_vector(builder, body.angular_velocity))
            physics = Physics.PhysicsEnd(builder)
            PredictionSlice.PredictionSliceStart(builder)
            PredictionSlice.PredictionSliceAddGameSeconds(builder, moment.game_seconds)
            PredictionSlice.PredictionSliceAddPhysics(builder, physics)
            slices.append(PredictionSlice.PredictionSliceEnd(builder))
        vector = vector_of(builder, slices)
        FlatPrediction.BallPredictionStart(builder)
        FlatPrediction.BallPredictionAddSlices(builder, vector)
        builder.Finish(FlatPrediction.BallPredictionEnd(builder))
        return self._buffer(bytes(builder.Output()))

    def free(self, address: int) -> None:
        """Releases a buffer that was returned."""
        self._buffers.pop(address, None)

    def _answer_again(self) -> None:
        for index, frame in self._answered.items():
            if frame < self._frame:
                self._send_input(index)

    def _send_input(self, index: int) -> None:
        head, tail = _around_controls(index)
        self._connection.send_framed(head + self._inputs[index] + tail)
        self._answered[index] = self._frame

    def _set_pause(self, info: Any) -> None:
        paused = info.Paused()
        if paused is not None and bool(paused.Val()) != self._is_paused:
            self._is_paused = not self._is_paused
            self._connection.send(flat.ConsoleCommand(_PAUSE))
        if info.EndMatch() is not None:
            note_once("RLBot v5 has no message that ends a match.")

    def _buffer(self, data: bytes) -> ByteBuffer:
        buffer = ctypes.create_string_buffer(data, len(data))
        address = ctypes.addressof(buffer)
        self._buffers[address] = buffer
        return ByteBuffer(ptr=address, size=len(data))


_UNSUPPORTED = (
    *("StartMatch", "StartMatchFlatbuffer", "SendChat", "UpdatePlayerInputFlatbuffer"),
    *("RenderGroup", "SetGameStateFlatbuffer", "IsReadyForCommunication"),
)


def install(game: Game) -> None:
    """Makes every `GameInterface` of this process use `game`.

    In every tick, the manager asks for chats and begins a group of drawings, even if the bot uses neither. Both take a
    considerable part of a tick, so the usual results are cached.
    """

    def load_interface(self: GameInterface, *_args: object, **_options: object) -> None:
        self.game = game.functions()
        self.game_status_callback_type = ctypes.CFUNCTYPE(None, ctypes.c_uint, ctypes.c_uint)
        self.callback_func = self.game_status_callback_type(lambda _id, _status: None)
        self.renderer.setup_function_types(self.game)

    GameInterface.load_interface = load_interface
    GameInterface.receive_chat = lambda _self, index, _team, last: game.receive_chats(index, last)
    rendering_manager.hashlib = SimpleNamespace(sha256=_kept_sha256)
    GameInterface.wait_until_loaded = lambda _self: None
    GameInterface.wait_until_valid_packet = lambda _self: game.wait_until_valid_packet()
    GameInterface.start_match = lambda _self: note_once("A bot cannot start a match here; it has started already.")


@lru_cache(maxsize=256)
def _kept_sha256(data: bytes) -> SimpleNamespace:
    """Replaces `hashlib.sha256`, from which the renderer derives the number of a group."""
    digest = hashlib.sha256(data).hexdigest()
    return SimpleNamespace(hexdigest=lambda: digest)


def _unsupported(name: str) -> Callable[..., int]:
    def function(*_arguments: object) -> int:
        note_once(f"The function {name} of RLBot v4 has no counterpart in v5 and does nothing.")
        return int(_OK)

    return function


def _no_buffer(name: str) -> Callable[..., ByteBuffer]:
    def function(*_arguments: object) -> ByteBuffer:
        note_once(f"The function {name} of RLBot v4 has no counterpart in v5 and returns nothing.")
        return ByteBuffer()

    return function


def _controls(source: Any) -> bytes:
    """Returns the controls of a v4 structure within their limits; v5 uses the same bytes. NaN becomes 0."""
    data = bytes(source)
    throttle, steer, pitch, yaw, roll, *buttons = CONTROLS.unpack(data)
    if -1 <= throttle <= 1 and -1 <= steer <= 1 and -1 <= pitch <= 1 and -1 <= yaw <= 1 and -1 <= roll <= 1:
        return data
    axes = (throttle, steer, pitch, yaw, roll)
    return CONTROLS.pack(*(0.0 if math.isnan(value) else max(-1.0, min(1.0, value)) for value in axes), *buttons)


@cache
def _around_controls(index: int) -> "tuple[bytes, bytes]":
    """Returns the bytes before and after the controls in a car's input message."""
    controls = flat.ControllerState(-0.5, 0.5, 0.25, -0.25, 0.125, True, True, True, True)
    message = framed_message(flat.PlayerInput(index, controls))
    head, tail = message.split(CONTROLS.pack(-0.5, 0.5, 0.25, -0.25, 0.125, True, True, True, True))
    return head, tail


def _create_vector(builder: flatbuffers.Builder, vector: Any) -> int:
    return int(CreateVector3(builder, vector.x, vector.y, vector.z))


def _desired_car(car: Any) -> "flat.DesiredCarState":
    if car.Jumped() is not None or car.DoubleJumped() is not None:
        note_once("RLBot v5 cannot set whether a car has jumped.")
    return flat.DesiredCarState(_desired_physics(car.Physics()), _number(car.BoostAmount()))


def _desired_physics(physics: Any) -> "flat.DesiredPhysics | None":
    if physics is None:
        return None
    rotation = _parts(physics.Rotation(), "Pitch", "Yaw", "Roll")
    vectors = (
        _parts(part, "X", "Y", "Z") for part in (physics.Location(), physics.Velocity(), physics.AngularVelocity())
    )
    location, velocity, spin = (None if parts is None else flat.Vector3Partial(*parts) for parts in vectors)
    return flat.DesiredPhysics(location, None if rotation is None else flat.RotatorPartial(*rotation), velocity, spin)


def _parts(table: Any, *names: str) -> "list[float | None] | None":
    """Returns the optional numbers of a table; None for a missing table."""
    return None if table is None else [_number(getattr(table, name)()) for name in names]


def _number(value: Any) -> "float | None":
    return None if value is None else float(value.Val())


def _desired_info(info: Any) -> "flat.DesiredMatchInfo | None":
    if info is None:
        return None
    return flat.DesiredMatchInfo(_number(info.WorldGravityZ()), _number(info.GameSpeed()))
