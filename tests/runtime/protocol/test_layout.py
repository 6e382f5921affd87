"""Positions of fields in a packed message."""

import struct

import pytest
import rlbot_flatbuffers as flat

from runtime.protocol import pack_core
from runtime.protocol.layout import LayoutError, Table


def field_info():
    pads = [flat.BoostPad(flat.Vector3(1.0, 2.0, 3.0), True), flat.BoostPad(flat.Vector3(4.0, 5.0, 6.0), False)]
    return Table.root(pack_core(flat.FieldInfo(pads, [], [])))


def test_position_and_length_of_a_vector():
    message = field_info().table(1)
    assert message.vector(0)[1] == 2
    assert message.vector(1)[1] == 0


def test_tables_of_a_vector_are_found_in_order():
    pads = field_info().table(1).tables(0)
    assert [struct.unpack_from("<3f", pad.data, pad.offset(0)) for pad in pads] == [(1.0, 2.0, 3.0), (4.0, 5.0, 6.0)]


def test_a_field_with_its_default_value_is_absent():
    pad = field_info().table(1).tables(0)[1]
    with pytest.raises(LayoutError, match="Slot 1"):
        pad.offset(1)


def test_an_unknown_field_is_absent():
    with pytest.raises(LayoutError, match="Slot 99"):
        field_info().offset(99)
