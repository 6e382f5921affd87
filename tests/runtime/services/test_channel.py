"""Messages between a launcher and a service."""

import json
from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.services.kit.kickabout import channel
from runtime.services.kit.kickabout.channel import (
    MAX_BYTES,
    Assign,
    ChannelError,
    Ended,
    Figures,
    GameFigures,
    Hello,
    Lines,
    Ready,
    Said,
    from_line,
    to_line,
)

GAME = GameFigures(
    game="a", packets=3, answers=2, skipped=1, errors=0, answers_per_s=1.5, latency_ms=0.5, worst_ms=2.0, reward=None
)
ASSIGN = Assign(game="a", service="x/y", slots=(1, 2), agent_id="x/y#2", host="127.0.0.1", port=5, title="Y (blue-1)")
MESSAGES = [
    Hello(token="t", is_owner=True),
    ASSIGN,
    Ready(service="x/y", slot=4, waited_s=2.5),
    Said(game="a", lines=("über", "zwei")),
    Ended(game="a", code=0, text="over"),
    Figures(slots=16, used=1, matches=1, batch=1.0, waited_s=0.0, games=(GAME,)),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_survives_the_channel(message):
    assert from_line(to_line(message)) == message


def test_a_message_of_a_newer_version_may_have_more_fields():
    found = json.loads(to_line(ASSIGN)) | {"colour": "red"}
    assert from_line(json.dumps(found).encode()) == ASSIGN


@pytest.mark.parametrize(
    ("field", "value"),
    [("slots", 3), ("slots", ["1"]), ("slots", [True]), ("port", "5"), ("port", 5.0), ("game", None), ("port", False)],
)
def test_a_field_of_the_wrong_type_is_no_message(field, value):
    with pytest.raises(ChannelError):
        from_line(json.dumps(json.loads(to_line(ASSIGN)) | {field: value}).encode())


@pytest.mark.parametrize("missing", [field.name for field in fields(Assign) if field.name != "title"])
def test_a_message_needs_its_fields(missing):
    found = json.loads(to_line(ASSIGN))
    del found[missing]
    with pytest.raises(ChannelError):
        from_line(json.dumps(found).encode())


JSON = st.recursive(st.none() | st.integers() | st.text(max_size=5), st.lists, max_leaves=5)


@settings(max_examples=60)
@given(st.binary(max_size=40) | JSON.map(json.dumps).map(str.encode))
def test_other_lines_are_counted_and_left_out(line):
    lines = Lines()
    found = lines.feed(line.replace(b"\n", b" ") + b"\n" + to_line(ASSIGN))
    assert found == [ASSIGN]
    assert lines.malformed == 1


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_messages_may_arrive_in_pieces(size):
    data = b"".join(map(to_line, MESSAGES))
    lines = Lines()
    found = [message for start in range(0, len(data), size) for message in lines.feed(data[start : start + size])]
    assert found == MESSAGES


@pytest.mark.parametrize(("more", "is_too_long"), [(-1, False), (0, False), (1, True)])
def test_a_line_has_a_longest_length(more, is_too_long):
    lines = Lines()
    if is_too_long:
        with pytest.raises(ChannelError):
            lines.feed(b"x" * (MAX_BYTES + more))
    else:
        assert lines.feed(b"x" * (MAX_BYTES + more)) == []


def test_every_message_has_a_documented_meaning():
    assert all(kind.__doc__ and not kind.__doc__.startswith(f"{kind.__name__}(") for kind in channel._TYPES.values())
