import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.processes.output import CUT_MARK, HALF_BYTES, HEAD_LINES, MAX_LINE_BYTES, TAIL_LINES, LineBuffer


def taken(*chunks, finish=True):
    buffer = LineBuffer()
    for chunk in chunks:
        buffer.feed(chunk)
    if finish:
        buffer.finish()
    return [(batch.dropped, list(batch.lines)) for batch in buffer.take()]


def test_lines_end_with_either_newline():
    assert taken(b"a\nb\r\n\r\nc") == [(0, ["a", "b", "", "c"])]


def test_an_unfinished_line_waits():
    assert taken(b"a\nb", finish=False) == [(0, ["a"])]


def test_an_empty_buffer_gives_no_batch():
    assert taken() == []
    assert taken(b"") == []


def test_a_character_torn_between_chunks_is_whole():
    data = "grüße\n".encode()
    assert taken(data[:3], data[3:]) == [(0, ["grüße"])]


def test_bytes_that_are_no_text_are_replaced():
    assert taken(b"\xff\xfeA\n") == [(0, ["\ufffd\ufffdA"])]


@given(st.binary(max_size=200), st.lists(st.integers(0, 200), max_size=5))
def test_chunks_do_not_matter(data, cuts):
    places = sorted({min(cut, len(data)) for cut in cuts})
    chunks = [data[a:b] for a, b in zip([0, *places], [*places, len(data)], strict=True)]
    assert taken(*chunks) == taken(data)


@pytest.mark.parametrize("length", [MAX_LINE_BYTES - 1, MAX_LINE_BYTES, MAX_LINE_BYTES + 1, 100_000])
@pytest.mark.parametrize("torn", [False, True])
def test_long_lines_are_cut_at_the_limit(length, torn):
    data = b"x" * length + b"\nnext\n"
    chunks = [data[at : at + 1000] for at in range(0, len(data), 1000)] if torn else [data]
    ((_, lines),) = taken(*chunks)
    assert lines[1] == "next"
    expected = "x" * min(length, MAX_LINE_BYTES) + (CUT_MARK if length > MAX_LINE_BYTES else "")
    assert lines[0] == expected


@pytest.mark.parametrize("shift", [0, 1, 2, 3])
def test_a_cut_never_tears_a_character(shift):
    ((_, lines),) = taken(b"x" * shift + "😀".encode() * 4000 + b"\n")
    assert "\ufffd" not in lines[0]
    assert lines[0].endswith("😀" + CUT_MARK)


@pytest.mark.parametrize("extra", [-1, 0, 1, 5000])
@pytest.mark.parametrize("together", [True, False])
def test_first_and_last_lines_of_a_flood_are_kept(extra, together):
    count = HEAD_LINES + TAIL_LINES + extra
    lines = [f"line {number}" for number in range(count)]
    chunks = [("\n".join(lines) + "\n").encode()] if together else [f"{line}\n".encode() for line in lines]
    batches = taken(*chunks)
    if extra <= 0:
        assert batches == [(0, lines)]
    else:
        assert batches == [(0, lines[:HEAD_LINES]), (extra, lines[-TAIL_LINES:])]


def test_a_batch_is_bounded_in_bytes():
    batches = taken(*[b"x" * 8000 + b"\n"] * 300)
    assert sum(len(line) for _, lines in batches for line in lines) <= 2 * (HALF_BYTES + MAX_LINE_BYTES)
    assert sum(dropped + len(lines) for dropped, lines in batches) == 300


STACK = b"Current thread 0x00007f (most recent call first):\n  File 'bot.py', line 3 in play\n"


FLOOD = b"x\n" * 5000


@pytest.mark.parametrize(
    "chunks",
    [(FLOOD, FLOOD + STACK + FLOOD), (FLOOD + STACK + FLOOD, FLOOD), (FLOOD, FLOOD + STACK[:7], STACK[7:] + FLOOD)],
    ids=["later", "first", "torn"],
)
def test_a_stack_in_a_flood_is_kept(chunks):
    batches = taken(*chunks)
    lines = [line for _, lines in batches for line in lines]
    assert "  File 'bot.py', line 3 in play" in lines
    assert sum(dropped + len(lines) for dropped, lines in batches) == sum(chunk.count(b"\n") for chunk in chunks)


def test_many_stacks_are_bounded_too():
    batches = taken(*[STACK * 5000] * 3)
    assert sum(len(lines) for _, lines in batches) <= 2 * (HEAD_LINES + TAIL_LINES)
    assert sum(dropped + len(lines) for dropped, lines in batches) == 30_000


def test_counting_begins_anew_with_each_batch():
    buffer = LineBuffer()
    buffer.feed(b"x\n" * 1000)
    buffer.take()
    assert buffer.is_empty
    buffer.feed(b"y\n")
    assert [(batch.dropped, batch.lines) for batch in buffer.take()] == [(0, ("y",))]
