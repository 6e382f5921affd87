"""The codec reads inputs as the library does, and takes no other message for an input."""

import struct

import pytest
import rlbot_flatbuffers as flat
from hypothesis import given
from hypothesis import strategies as st

from runtime.protocol import frame, pack_interface, unpack_interface
from runtime.protocol.inputs import CONTROLS, NEUTRAL, InputCodec, pack_controls

FLOATS = st.floats(width=32)
CONTROLLERS = st.builds(flat.ControllerState, *[FLOATS] * 5, st.booleans(), st.booleans(), st.booleans(), st.booleans())
CARS = st.integers(0, 2**32 - 1)


def packed(car, controls=None):
    return pack_interface(flat.PlayerInput(car, controls or flat.ControllerState()))


def framed(car, controls=None):
    return frame(packed(car, controls))


def built_elsewhere(car=3, controls=NEUTRAL, distance=4):
    """Returns an input with another valid layout: the vtable first, `distance` bytes between car and controls."""
    table = struct.pack("<HHHH", 8, 4 + distance + len(controls), 4, 4 + distance)
    message = struct.pack("<iI", len(table), car) + bytes(distance - 4) + controls
    root_vtable = struct.pack("<HHHH", 8, 12, 4, 8)
    root = struct.pack("<iB3xI", len(root_vtable), 4, 4 + len(table))
    return struct.pack("<I", 4 + len(root_vtable)) + root_vtable + root + table + message


def learned(*payloads):
    """Returns a codec that has learned the layout of these inputs."""
    codec = InputCodec()
    for payload in payloads:
        codec.learn(payload, unpack_interface(payload))
    return codec


@given(first=CONTROLLERS, second=CONTROLLERS, cars=st.tuples(st.integers(1, 2**32 - 1), st.integers(1, 2**32 - 1)))
def test_all_inputs_of_one_sender_are_read(first, second, cars):
    codec = learned(packed(cars[0], first))
    data = framed(cars[0], first) + framed(cars[1], second)
    inputs = [(cars[0], pack_controls(first)), (cars[1], pack_controls(second))]
    assert codec.read(data) == (inputs, len(data))


@given(controls=CONTROLLERS)
def test_car_zero_has_its_own_layout(controls):
    zero, one = framed(0, controls), framed(1, controls)
    assert learned(packed(0)).read(zero) == ([(0, pack_controls(controls))], len(zero))
    assert learned(packed(0)).read(one) == learned(packed(1)).read(zero) == ([], 0)
    assert len(learned(packed(0), packed(1)).read(zero + one + zero)[0]) == 3


@given(controls=CONTROLLERS)
def test_controls_are_packed_as_the_library_does(controls):
    codec = learned(packed(5))
    assert codec.learn(packed(5, controls), flat.PlayerInput(5, controls)) == (5, pack_controls(controls))
    ((car, found),), _ = codec.read(framed(5, controls))
    assert (car, found) == (5, pack_controls(controls))
    for value, name in zip(CONTROLS.unpack(found), controls.__match_args__, strict=True):
        assert struct.pack("<f", value) == struct.pack("<f", getattr(controls, name))


@pytest.mark.parametrize(
    "message",
    [
        flat.InitComplete(),
        flat.StopCommand(True),
        flat.PingRequest(7),
        flat.ConsoleCommand("x" * 20),
        flat.RemoveRenderGroup(3),
    ],
)
def test_other_messages_are_no_inputs(message):
    assert learned(packed(1)).read(frame(pack_interface(message))) == ([], 0)


@given(data=st.binary(max_size=100), car=CARS)
def test_any_change_around_car_and_controls_is_noticed(data, car):
    message = framed(1)
    codec = learned(packed(1))
    assert data[: len(message)] == message or codec.read(data) == ([], 0) or len(data) >= len(message)
    start = message.index(struct.pack("<I", 1) + NEUTRAL)
    for at in [*range(start), *range(start + 4 + len(NEUTRAL), len(message))]:
        changed = bytearray(message)
        changed[at] ^= 1 + car % 255
        assert codec.read(bytes(changed)) == ([], 0)
    assert codec.read(message[:-1]) == ([], 0)


@given(controls=CONTROLLERS, after=st.binary(max_size=9))
def test_only_an_input_that_came_alone_is_remembered(controls, after):
    codec, message = learned(packed(1)), framed(4, controls)
    given_input = (4, pack_controls(controls))
    assert codec.read(message) == ([given_input], len(message))
    assert (codec.last, codec.last_input) == (message, given_input)
    assert codec.read(message + message + after) == ([given_input] * 2, 2 * len(message))
    assert codec.last == b""


@given(controls=CONTROLLERS)
def test_the_layout_of_another_library_is_learned(controls):
    message = frame(built_elsewhere(9, pack_controls(controls)))
    assert learned(built_elsewhere()).read(message) == ([(9, pack_controls(controls))], len(message))


def test_a_layout_with_other_bytes_in_between_is_left_to_the_library():
    payload = built_elsewhere(distance=8)
    assert learned(payload).read(frame(payload)) == ([], 0)


def test_an_input_without_controls_is_left_to_the_library():
    table = struct.pack("<HHH", 6, 8, 4)
    message = struct.pack("<iI", len(table), 3)
    root_vtable = struct.pack("<HHHH", 8, 12, 4, 8)
    root = struct.pack("<iB3xI", len(root_vtable), 4, 4 + len(table))
    payload = struct.pack("<I", 12) + root_vtable + root + table + message
    codec = InputCodec()
    codec.learn(payload, flat.PlayerInput(3, flat.ControllerState()))
    assert codec.read(frame(payload)) == ([], 0)
