"""Inputs are read from their bytes as the library reads them, and nothing else is taken for one."""

import struct

import pytest
import rlbot_flatbuffers as flat
from hypothesis import given
from hypothesis import strategies as st

from runtime.protocol import frame, pack_interface
from runtime.protocol.inputs import CONTROLS, NEUTRAL, InputShape, pack_controls

FLOATS = st.floats(width=32)
CONTROLLERS = st.builds(flat.ControllerState, *[FLOATS] * 5, st.booleans(), st.booleans(), st.booleans(), st.booleans())
CARS = st.integers(0, 2**32 - 1)


def packed(car, controls=None):
    return pack_interface(flat.PlayerInput(car, controls or flat.ControllerState()))


def framed(car, controls=None):
    return frame(packed(car, controls))


def built_elsewhere(car=3, controls=NEUTRAL, distance=4):
    """An input as another library may lay it out: the vtable first, and `distance` bytes from car to controls."""
    table = struct.pack("<HHHH", 8, 4 + distance + len(controls), 4, 4 + distance)
    message = struct.pack("<iI", len(table), car) + bytes(distance - 4) + controls
    root_vtable = struct.pack("<HHHH", 8, 12, 4, 8)
    root = struct.pack("<iB3xI", len(root_vtable), 4, 4 + len(table))
    return struct.pack("<I", 4 + len(root_vtable)) + root_vtable + root + table + message


@given(first=CONTROLLERS, second=CONTROLLERS, cars=st.tuples(st.integers(1, 2**32 - 1), st.integers(1, 2**32 - 1)))
def test_inputs_of_one_sender_have_one_shape(first, second, cars):
    shape = InputShape.of(packed(cars[0], first))
    assert shape.read(framed(cars[0], first)) == (cars[0], pack_controls(first))
    assert shape.read(framed(cars[1], second)) == (cars[1], pack_controls(second))


@given(controls=CONTROLLERS)
def test_car_zero_has_a_shape_of_its_own(controls):
    shape = InputShape.of(packed(0))
    assert shape.read(framed(0, controls)) == (0, pack_controls(controls))
    assert shape.read(framed(1, controls)) is None
    assert InputShape.of(packed(1)).read(framed(0, controls)) is None


@given(controls=CONTROLLERS)
def test_controls_are_packed_as_the_library_does(controls):
    car, found = InputShape.of(packed(5)).read(framed(5, controls))
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
    assert InputShape.of(packed(1)).read(frame(pack_interface(message))) is None


@given(data=st.binary(max_size=100), car=CARS)
def test_any_change_around_car_and_controls_is_noticed(data, car):
    message = framed(1)
    shape = InputShape.of(packed(1))
    assert shape.size == len(message)
    assert data[: len(message)] == message or shape.read(data) is None or len(data) >= len(message)
    start = message.index(struct.pack("<I", 1) + NEUTRAL)
    for at in [*range(start), *range(start + 4 + len(NEUTRAL), len(message))]:
        changed = bytearray(message)
        changed[at] ^= 1 + car % 255
        assert shape.read(bytes(changed)) is None
    assert shape.read(message[:-1]) is None


@given(controls=CONTROLLERS, before=st.binary(max_size=9), after=st.binary(max_size=9))
def test_inputs_are_read_where_they_begin(controls, before, after):
    shape = InputShape.of(packed(1))
    message = framed(4, controls)
    data = before + message + message + after
    second = len(before) + shape.size
    assert shape.read(data, len(before)) == shape.read(data, second) == (4, pack_controls(controls))
    assert shape.read(data[: second + shape.size - 1], second) is None
    assert shape.read(data, len(data)) is None


@given(controls=CONTROLLERS)
def test_another_librarys_layout_is_learnt(controls):
    payload = built_elsewhere()
    assert flat.InterfacePacket.unpack(payload).message.player_index == 3
    shape = InputShape.of(payload)
    assert shape.read(frame(built_elsewhere(9, pack_controls(controls)))) == (9, pack_controls(controls))


def test_a_layout_with_something_between_is_left_to_the_library():
    payload = built_elsewhere(distance=8)
    assert flat.InterfacePacket.unpack(payload).message.player_index == 3
    assert InputShape.of(payload) is None


def test_an_input_without_controls_has_no_shape():
    table = struct.pack("<HHH", 6, 8, 4)
    message = struct.pack("<iI", len(table), 3)
    root_vtable = struct.pack("<HHHH", 8, 12, 4, 8)
    root = struct.pack("<iB3xI", len(root_vtable), 4, 4 + len(table))
    assert InputShape.of(struct.pack("<I", 12) + root_vtable + root + table + message) is None
