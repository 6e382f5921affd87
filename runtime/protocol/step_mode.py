"""The wire format of step mode: JSON objects, one a line, over a TCP socket; docs/step_mode.md explains each message.

A learner sends commands and gets one answer to each, with the same `id`. Lengths are uu, speeds uu/s, angles rad,
times s of game time. Vectors are `[x, y, z]`, rotations `[pitch, yaw, roll]`, controls `[throttle, steer, pitch, yaw,
roll, jump, boost, handbrake]`: the axes from -1 to 1, a button is pressed above 0.5.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict

import rlbot_flatbuffers as flat
from msgspec import Meta

from runtime.codec import CodecError, convert, decode, encode
from runtime.model.game_facts import MAX_BOOST
from runtime.model.messages import Message, MessageError, message, sentences
from runtime.model.placements import Body, Placement, StateChange
from runtime.model.step_mode import KEY_VARIABLE
from runtime.protocol.inputs import CONTROLS, pack_controls

VERSION: Final = 1
MAX_LINE: Final = 1 << 16
"""Maximum number of bytes of a line, with its end."""
EVENT_ID: Final = -1
"""Id of the message that answers no command: the reason why the server closes the connection."""
DEFAULT_TICKS: Final = 8
MAX_TICKS: Final = 1_000_000
MISS_S: Final = 1.0
BUSY_MISSES: Final = 5
"""A learner that sends nothing for this many periods of `MISS_S` in a row is busy: its cars get neutral controls."""
UNANSWERED_S: Final = 30.0
LOOK_S: Final = 15.0
"""Interval at which the server answers commands that have waited for more than `UNANSWERED_S` with errors."""
MAX_DEADLINE_S: Final = 3600.0
TIMEOUT_S: Final = 15.0
RESENDS: Final = 2
RESEND_PAUSE_S: Final = 0.5
"""A client waits `TIMEOUT_S` for an answer, then resends the command with a new id, `RESENDS` times."""
MAX_CARS: Final = 128
MAX_NUMBER: Final = 1e6
CONTROL_COUNT: Final = 8
_QUOTED: Final = 40
_BUTTON_DOWN: Final = 0.5

Vector: TypeAlias = list[float]


class BallState(TypedDict):
    """The ball of a state."""

    location: Vector
    velocity: Vector
    angular_velocity: Vector


class CarState(TypedDict):
    """One car of a state; its place in the list is its packet index."""

    team: int
    """0 blue, 1 orange."""
    location: Vector
    rotation: Vector
    velocity: Vector
    angular_velocity: Vector
    boost: float
    """0 to 100."""
    air_state: int
    """0 on the ground, 1 jumping, 2 double jumping, 3 dodging, 4 in the air."""
    is_supersonic: bool
    has_jumped: bool
    has_double_jumped: bool
    has_dodged: bool
    dodge_elapsed: float
    """Seconds since the dodge began; 0 without one."""
    dodge_timeout: float
    """Seconds left for a dodge or double jump; -1 if neither is possible, or on the ground."""
    demolished_timeout: float
    """Seconds until the respawn; -1 for a car that is not demolished."""
    touch_s: float
    """Time of its last touch since the kickoff, on the clock of `seconds_elapsed`; -1 without one."""
    stats: list[int]
    """Score, goals, own goals, assists, saves, shots, demolitions."""
    controls: list[float]
    """The controls of the last tick."""


class State(TypedDict):
    """The state after a tick; part of the answers to enable, step, wait_for_step, reset and observe."""

    frame: int
    """Number of ticks since the match began; resets do not restart it."""
    seconds_elapsed: float
    time_remaining: float
    """The clock of the game."""
    phase: str
    """Name of the phase as in the protocol: Countdown, Kickoff, Active, GoalScored, Replay, Paused, Ended."""
    is_overtime: bool
    gravity_z: float
    score: list[int]
    """Goals of blue and orange since the last reset."""
    ball: BallState | None
    """Null between a goal and the next kickoff."""
    cars: list[CarState]
    pads: list[float]
    """Seconds since each boost pad was taken, -1 for a full pad; the answer to enable has the places of the pads."""


class Answer(TypedDict):
    """Keys of every answer, and keys that only some answers have."""

    id: int | None
    """Id of the command; null if the command cannot be read, -1 for the reason why the server closes the connection."""
    status: Literal["ok", "error"]
    error: NotRequired[str]
    """A sentence for people; only with the status error."""
    code: NotRequired[str]
    """The kind of error, for programs: a word that stays the same if the sentence changes."""
    warning: NotRequired[str]
    """A sentence about something that the learner may not expect."""
    state: NotRequired[State]
    ticks: NotRequired[int]
    """step and wait_for_step: ticks that the step has played. enable, set_parameters and status: ticks of a step
    without `ticks`."""


class Description(Answer):
    """The answer to enable."""

    version: int
    cars: list[int]
    """Packet indices of the cars that the learner drives; `controls` have this order."""
    names: list[str]
    """Names of all cars by packet index."""
    rate: int
    """Ticks per second of game time."""
    actions_per_game_second: float
    pad_locations: list[Vector]
    pad_is_big: list[bool]
    pace: str
    """The pace at which the ticks of a step are played: lockstep, realtime or a factor."""


class Status(Answer):
    """The answer to status."""

    mode: Literal["no match", "waiting", "off", "stepping", "held", "busy", "ended"]
    """waiting: the match waits for agents; off: step mode is not enabled, or disabled; held: the arena waits for a
    step; busy: the same, but the learner has been silent for too long."""
    frame: int
    phase: str
    cars: list[int]
    is_paused: bool
    """True while the launcher pauses the match; a step does not end the pause."""
    actions: int
    """Steps and acts since the learner connected."""
    actions_per_second: float
    actions_per_game_second: float
    """Both over the last 100 actions; 0 before there are two."""
    command_ms: float
    """Mean time from a command to its answer, over up to 10,000 commands."""
    wait_ms: float
    """Mean time for which the arena waited for a step, over up to 10,000 steps."""


class StepFault(MessageError):  # noqa: N818 - a fault of a command, not of the program
    """A command that is answered with an error; `text` is a sentence for the user."""

    def __init__(self, text: Message, command_id: int | None = None) -> None:
        super().__init__(text)
        self.command_id = command_id


@dataclass(frozen=True, slots=True, kw_only=True)
class StepCommand:
    """One command as read; `arguments` has only the keys that were sent, with values as the server uses them."""

    id: int
    name: str
    resend_of: int | None = None
    """Id of the first attempt, if the command is sent again because no answer came."""
    deadline_s: float | None = None
    """Time after which the sender wants an error instead of an answer; None for the server's own time limit."""
    arguments: Mapping[str, Any] = field(default_factory=dict)


_Reader: TypeAlias = Callable[[object], Any]
"""Returns a value as the server uses it, or raises TypeError with what is expected."""


def _checked(kind: Any, expected: str) -> _Reader:
    def read(value: object) -> Any:
        try:
            return convert(value, kind)
        except CodecError:
            raise TypeError(expected) from None

    return read


def _whole(minimum: int, maximum: int) -> _Reader:
    return _checked(Annotated[int, Meta(ge=minimum, le=maximum)], f"a whole number from {minimum} to {maximum}")


def _real(minimum: float, maximum: float) -> _Reader:
    return _checked(Annotated[float, Meta(ge=minimum, le=maximum)], f"a number from {minimum:g} to {maximum:g}")


def _list(read: _Reader, minimum: int, maximum: int, expected: str) -> _Reader:
    values = _checked(Annotated[list[Any], Meta(min_length=minimum, max_length=maximum)], expected)
    return lambda value: tuple(map(read, values(value)))


def _table(**readers: _Reader) -> _Reader:
    def read(value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise TypeError(f"an object with {', '.join(readers)}")
        return _read(value, readers)

    return read


_flag: Final = _checked(bool, "true or false")
_text: Final = _checked(Annotated[str, Meta(min_length=1, max_length=200)], "a text of 1 to 200 characters")
_number: Final = _real(-MAX_NUMBER, MAX_NUMBER)
_gravity_z: Final = _real(-20_000.0, 20_000.0)
_vector: Final = _list(_number, 3, 3, "a list of 3 numbers")
_index: Final = _whole(0, MAX_CARS - 1)
_indices: Final = _list(_index, 1, MAX_CARS, "a list of packet indices of cars")
_control: Final = _list(
    lambda value: _number(float(value) if isinstance(value, bool) else value),
    CONTROL_COUNT,
    CONTROL_COUNT,
    "lists of 8 numbers: throttle, steer, pitch, yaw, roll, jump, boost, handbrake",
)


def _controls_of_car(value: object) -> bytes:
    numbers = _control(value)
    axes = [min(1.0, max(-1.0, axis)) for axis in numbers[:5]]
    return CONTROLS.pack(*axes, *(button > _BUTTON_DOWN for button in numbers[5:]), False)


_controls: Final = _list(_controls_of_car, 1, MAX_CARS, "a list with the controls of each car")
_ball: Final = _table(location=_vector, velocity=_vector, angular_velocity=_vector)
_car: Final = _table(
    car=_index,
    location=_vector,
    rotation=_vector,
    velocity=_vector,
    angular_velocity=_vector,
    boost=_real(0.0, MAX_BOOST),
)
_cars: Final = _list(_car, 0, MAX_CARS, "a list of cars")
_state_table: Final = _table(ball=_ball, cars=_cars, gravity_z=_gravity_z)


def _state(value: object) -> StateChange:
    read = _state_table(value)
    placements = [_placement(Body.BALL, 0, read["ball"])] if "ball" in read else []
    cars = read.get("cars", ())
    if any("car" not in car for car in cars):
        raise StepFault(_wrong("cars", TypeError("a list of cars, each with its packet index as car")))
    placements += [_placement(Body.CAR, car["car"], car) for car in cars]
    return StateChange(placements=tuple(placements), gravity_z=read.get("gravity_z"))


def _placement(body: Body, index: int, read: Mapping[str, Any]) -> Placement:
    return Placement(
        body=body,
        index=index,
        location=read.get("location"),
        rotation=read.get("rotation"),
        velocity=read.get("velocity"),
        spin=read.get("angular_velocity"),
        boost=read.get("boost"),
    )


COMMANDS: Final[Mapping[str, Mapping[str, _Reader]]] = MappingProxyType(
    {
        "enable": {"cars": _indices, "ticks": _whole(1, MAX_TICKS)},
        "disable": {},
        "act": {"controls": _controls},
        "step": {"controls": _controls, "ticks": _whole(1, MAX_TICKS), "wait": _flag},
        "wait_for_step": {},
        "reset": {
            "seed": _whole(0, 2**63 - 1),
            "countdown": _flag,
            "situation": _text,
            "state": _state,
        },
        "observe": {},
        "set_parameters": {"ticks": _whole(1, MAX_TICKS), "gravity_z": _gravity_z, "pace": _text},
        "status": {},
        "end": {},
    }
)
"""The arguments of each command and their readers; all arguments are optional except the controls of act."""
_COMMON: Final[Mapping[str, _Reader]] = MappingProxyType(
    {
        "id": _whole(1, 2**63 - 1),
        "command": _text,
        "key": _text,
        "resend_of": _whole(1, 2**63 - 1),
        "deadline_s": _real(0.001, MAX_DEADLINE_S),
    }
)


def read_command(line: bytes) -> StepCommand:
    """Reads a line that a learner sent.

    Raises:
        StepFault: the command is unknown or has wrong arguments.
    """
    try:
        sent = decode(line, dict[str, Any])
    except CodecError:
        raise StepFault(message("step-not-json", "A command must be one line with a JSON object.")) from None
    try:
        command_id = _COMMON["id"](sent.get("id"))
    except TypeError as error:
        raise StepFault(_wrong("id", error)) from None
    try:
        name = _name(sent.get("command"))
        values = _read(sent, {**_COMMON, **COMMANDS[name]})
    except StepFault as fault:
        raise StepFault(fault.text, command_id) from None
    if name == "act" and "controls" not in values:
        raise StepFault(message("step-controls-missing", "act needs controls."), command_id)
    return StepCommand(
        id=command_id,
        name=name,
        resend_of=values.get("resend_of"),
        deadline_s=values.get("deadline_s"),
        arguments={key: value for key, value in values.items() if key not in _COMMON},
    )


def key_in(line: bytes) -> str:
    """Returns the key in the first line that a learner sends; empty without one."""
    try:
        key = decode(line, dict[str, Any]).get("key")
    except CodecError:
        return ""
    return key if isinstance(key, str) else ""


def write_line(document: Mapping[str, Any]) -> bytes:
    """Returns a message as it is sent, in one line."""
    return encode(document) + b"\n"


_SAME: Final = (
    *("is_supersonic", "has_jumped", "has_double_jumped", "has_dodged", "dodge_elapsed", "dodge_timeout"),
    "demolished_timeout",
)
"""Numbers of a car with the same names in states and packets."""


def state_of(packet: flat.GamePacket) -> State:
    """Returns the state that a packet describes."""
    info = packet.match_info
    return {
        "frame": info.frame_num,
        "seconds_elapsed": info.seconds_elapsed,
        "time_remaining": info.game_time_remaining,
        "phase": str(info.match_phase).rpartition(".")[2],
        "is_overtime": info.is_overtime,
        "gravity_z": info.world_gravity_z,
        "score": [team.score for team in packet.teams],
        "ball": _ball_of(packet.balls[0].physics) if packet.balls else None,
        "cars": [_car_of(player) for player in packet.players],
        "pads": [-1.0 if pad.is_active else pad.timer for pad in packet.boost_pads],
    }


def packet_of(state: State) -> flat.GamePacket:
    """Returns the packet that a state was made from, as far as the state describes it; names are empty."""
    ball = state["ball"]
    return flat.GamePacket(
        players=[_player_of(car) for car in state["cars"]],
        boost_pads=[flat.BoostPadState(taken_s < 0.0, max(0.0, taken_s)) for taken_s in state["pads"]],
        balls=[] if ball is None else [flat.BallInfo(_physics_of(ball, [0.0, 0.0, 0.0]))],
        match_info=flat.MatchInfo(
            seconds_elapsed=state["seconds_elapsed"],
            game_time_remaining=state["time_remaining"],
            is_overtime=state["is_overtime"],
            match_phase=getattr(flat.MatchPhase, state["phase"]),
            world_gravity_z=state["gravity_z"],
            frame_num=state["frame"],
        ),
        teams=[flat.TeamInfo(team, score) for team, score in enumerate(state["score"])],
    )


def _player_of(car: CarState) -> flat.PlayerInfo:
    throttle, steer, pitch, yaw, roll, jump, boost, handbrake = car["controls"]
    touch = None if car["touch_s"] < 0.0 else flat.Touch(game_seconds=car["touch_s"])
    same: dict[str, Any] = {name: car[name] for name in _SAME}
    return flat.PlayerInfo(
        physics=_physics_of(car, car["rotation"]),
        score_info=flat.ScoreInfo(*car["stats"]),
        latest_touch=touch,
        air_state=flat.AirState(car["air_state"]),
        team=car["team"],
        boost=car["boost"],
        last_input=flat.ControllerState(throttle, steer, pitch, yaw, roll, bool(jump), bool(boost), bool(handbrake)),
        **same,
    )


def _physics_of(body: BallState | CarState, rotation: Vector) -> flat.Physics:
    return flat.Physics(
        flat.Vector3(*body["location"]),
        flat.Rotator(*rotation),
        flat.Vector3(*body["velocity"]),
        flat.Vector3(*body["angular_velocity"]),
    )


def _ball_of(physics: flat.Physics) -> BallState:
    return {
        "location": xyz(physics.location),
        "velocity": xyz(physics.velocity),
        "angular_velocity": xyz(physics.angular_velocity),
    }


def _car_of(player: flat.PlayerInfo) -> CarState:
    physics, stats, touch = player.physics, player.score_info, player.latest_touch
    rotation = physics.rotation
    return {
        "team": player.team,
        "location": xyz(physics.location),
        "rotation": [rotation.pitch, rotation.yaw, rotation.roll],
        "velocity": xyz(physics.velocity),
        "angular_velocity": xyz(physics.angular_velocity),
        "boost": player.boost,
        "air_state": int(player.air_state),
        **{name: getattr(player, name) for name in _SAME},  # type: ignore[typeddict-item]
        "touch_s": touch.game_seconds if touch is not None else -1.0,
        "stats": [
            *(stats.score, stats.goals, stats.own_goals, stats.assists, stats.saves, stats.shots, stats.demolitions),
        ],
        "controls": [float(control) for control in CONTROLS.unpack(pack_controls(player.last_input))[:CONTROL_COUNT]],
    }


def xyz(vector: flat.Vector3) -> Vector:
    """Returns a vector as it is sent."""
    return [vector.x, vector.y, vector.z]


def _name(value: object) -> str:
    if isinstance(value, str) and value in COMMANDS:
        return value
    raise StepFault(
        sentences(
            message("no-such-command", "No such command: {name}.", name=_quote(value)),
            _suggestion(value, COMMANDS),
        )
    )


def _read(values: Mapping[str, object], readers: Mapping[str, _Reader]) -> dict[str, Any]:
    """Reads the values of known keys; unknown keys are errors, because otherwise a misspelt key would be ignored."""
    read: dict[str, Any] = {}
    for key, value in values.items():
        if key not in readers:
            unknown = message("step-unknown-key", "There is no key {key} here.", key=_quote(key))
            raise StepFault(sentences(unknown, _suggestion(key, readers)))
        try:
            read[key] = readers[key](value)
        except TypeError as error:
            raise StepFault(_wrong(key, error)) from None
    return read


def _wrong(key: str, error: TypeError) -> Message:
    return message("step-wrong-value", "{key} must be {expected}.", key=key, expected=str(error))


def _suggestion(value: object, known: Collection[str]) -> Message:
    near: Sequence[str] = get_close_matches(str(value)[:_QUOTED].lower(), known, n=1)
    if near:
        return message("step-did-you-mean", "Did you mean {written}?", written=near[0])
    return message("step-known", "Known: {words:,}.", words=tuple(known))


def _quote(value: object) -> str:
    text = encode(value).decode()
    return text if len(text) <= _QUOTED else text[:_QUOTED] + "…"


def error_answer(command_id: int | None, text: Message) -> dict[str, Any]:
    """Returns the answer to a command that failed."""
    return {"id": command_id, "status": "error", "error": str(text), "code": text.code}


SECOND_LEARNER: Final = write_line(
    error_answer(EVENT_ID, message("step-second-learner", "Another learner is connected; there can be only one."))
)
"""Sent to a learner if another one is connected."""
WRONG_KEY: Final = write_line(
    error_answer(
        EVENT_ID,
        message(
            "step-wrong-key",
            "The first command of a learner must have the key of the match: Kickabout shows it at the start, and "
            "StepClient takes it from the environment variable {variable}.",
            variable=KEY_VARIABLE,
        ),
    )
)
"""Sent to a connection that is not the learner's."""
TOO_LONG: Final = error_answer(None, message("step-line-too-long", "A line has at most {most} bytes.", most=MAX_LINE))
