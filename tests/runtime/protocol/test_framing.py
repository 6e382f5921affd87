import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.protocol import MAX_PAYLOAD, FrameReader, ProtocolError, frame


@pytest.mark.parametrize("size", [0, 1, 255, 256, MAX_PAYLOAD - 1, MAX_PAYLOAD])
def test_frame_is_length_big_endian_then_payload(size):
    framed = frame(b"x" * size)
    assert framed[:2] == size.to_bytes(2, "big")
    assert framed[2:] == b"x" * size
    assert FrameReader().feed(framed) == [b"x" * size]


def test_longer_payloads_are_refused():
    with pytest.raises(ProtocolError, match="65536 bytes"):
        frame(b"x" * (MAX_PAYLOAD + 1))


@given(st.lists(st.binary(max_size=400), max_size=12), st.lists(st.integers(1, 97), min_size=1, max_size=8))
def test_payloads_survive_any_tearing(payloads, cuts):
    stream = b"".join(map(frame, payloads))
    reader = FrameReader()
    got, at, turn = [], 0, 0
    while at < len(stream):
        size = cuts[turn % len(cuts)]
        got += reader.feed(stream[at : at + size])
        at += size
        turn += 1
    assert got == payloads
    assert reader.pending_bytes == 0


@given(st.lists(st.binary(max_size=50), min_size=1, max_size=5), st.data())
def test_a_torn_end_stays_pending(payloads, data):
    stream = b"".join(map(frame, payloads))
    cut = data.draw(st.integers(0, len(stream)))
    reader = FrameReader()
    first = reader.feed(stream[:cut])
    assert first == payloads[: len(first)]
    assert reader.pending_bytes == cut - sum(len(payload) + 2 for payload in first)
    assert first + reader.feed(stream[cut:]) == payloads


@given(st.lists(st.binary(max_size=300), max_size=20))
def test_any_bytes_are_cut_into_something_bounded(chunks):
    reader = FrameReader()
    for chunk in chunks:
        for payload in reader.feed(chunk):
            assert len(payload) <= MAX_PAYLOAD
        assert reader.pending_bytes < MAX_PAYLOAD + 2
