import pytest
import rlbot_flatbuffers as flat
from hypothesis import given
from hypothesis import strategies as st

from runtime.match.log import BATCH_S, COMM_BYTES, COMM_CHARACTERS, COMMS, LINES_PER_PROGRAM, MatchLog, comm_of


@pytest.fixture
def told():
    return []


@pytest.fixture
def batch(told, clock):
    return MatchLog(lambda event: told.append([(line.key, line.text) for line in event.lines]), clock)


def test_lines_of_all_programs_come_in_the_order_in_which_they_were_printed(batch, told, clock):
    batch.add("a", ["1"])
    clock.now += 0.01
    batch.add("b", ["2"])
    clock.now += 0.01
    batch.add("a", ["3"])
    batch.flush()
    assert told == [[("a", "1"), ("b", "2"), ("a", "3")]]


@pytest.mark.parametrize(("later", "batches"), [(BATCH_S - 0.001, 1), (BATCH_S + 0.001, 2)])
def test_batches_keep_their_distance(batch, told, clock, later, batches):
    batch.add("a", ["1"])
    batch.flush()
    clock.now += later
    batch.add("a", ["2"])
    batch.flush()
    assert len(told) == batches


def test_the_last_flush_waits_for_nothing_and_empty_batches_are_not_told(batch, told):
    batch.add("a", ["1"])
    batch.flush()
    batch.add("a", ["2"])
    batch.flush(at_once=True)
    batch.flush(at_once=True)
    batch.add("a", [])
    batch.flush(at_once=True)
    assert told == [[("a", "1")], [("a", "2")]]


@pytest.mark.parametrize(
    "count", [LINES_PER_PROGRAM - 1, LINES_PER_PROGRAM, LINES_PER_PROGRAM + 1, 10 * LINES_PER_PROGRAM]
)
def test_the_newest_lines_stay_and_the_others_are_counted(batch, told, count):
    batch.add("a", [str(i) for i in range(count)])
    batch.flush()
    expected = [("a", str(i)) for i in range(count)][-LINES_PER_PROGRAM:]
    left_out = max(0, count - LINES_PER_PROGRAM)
    gap = [("a", f"[{left_out:,} lines left out]")] if left_out else []
    assert told == [gap + expected]


def test_lines_lost_on_the_way_are_counted_too_and_one_program_never_crowds_out_another(batch, told):
    batch.add("quiet", ["hello"])
    batch.add("loud", ["x"] * 1000, dropped=5000)
    batch.flush()
    assert ("quiet", "hello") in told[0]
    assert ("loud", "[5,800 lines left out]") in told[0]


def a_comm(display=None, content=b"", index=0, team=0, is_team_only=False):
    return flat.MatchComm(index, team, is_team_only, display, content)


@pytest.mark.parametrize(
    ("display", "content", "text", "size"),
    [
        ("I got it!", b"x", "I got it!", None),
        (" two\nlines\x1b[31m \u202eright", b"", "two lines [31m right", None),
        ("x" * COMM_CHARACTERS, b"", "x" * COMM_CHARACTERS, None),
        ("x" * (COMM_CHARACTERS + 1), b"", "x" * COMM_CHARACTERS + "…", None),
        (" " * 10_000 + "x", b"hi", "…", None),
        ("", b"", "", 0),
        (None, b'{"v4_quick_chat": 3}', '{"v4_quick_chat": 3}', 20),
        ("\n", "grün".encode(), "grün", 5),
        (None, "ü".encode() * 5000, "ü" * COMM_CHARACTERS + "…", 10_000),
        (None, b"\xff" * COMM_BYTES, " ".join(["ff"] * COMM_BYTES), COMM_BYTES),
        (None, b"\x00\x01" * COMM_BYTES, " ".join(["00 01"] * (COMM_BYTES // 2)) + "…", 2 * COMM_BYTES),
    ],
)
def test_chat_is_shown_as_one_line_and_other_content_in_part(display, content, text, size):
    comm = comm_of(a_comm(display, content, index=3, team=1, is_team_only=True), 2.0, 3.0)
    assert (comm.text, comm.size) == (text, size)
    assert (comm.index, comm.team, comm.is_team_only, comm.game_s, comm.time_s) == (3, 1, True, 2.0, 3.0)


@given(st.text(st.characters(), max_size=1000) | st.none(), st.binary(max_size=2000))
def test_whatever_is_sent_is_one_line_that_can_be_encoded(display, content):
    display = display.encode("utf-8", "replace").decode() if display is not None else None
    text = comm_of(a_comm(display, content), 0.0, 0.0).text
    assert text.encode().decode() == text
    assert text.isprintable()
    assert len(text) <= COMM_CHARACTERS + 1


@pytest.mark.parametrize("count", [COMMS - 1, COMMS, COMMS + 1, 5 * COMMS])
def test_the_newest_of_a_chat_flood_is_emitted_and_the_rest_counted(clock, count):
    emitted = []
    log = MatchLog(emitted.append, clock)
    log.add_comms((a_comm(str(number)) for number in range(count)), 1.0, dropped=7)
    log.flush()
    (event,) = emitted
    assert [comm.text for comm in event.comms] == [str(number) for number in range(count)][-COMMS:]
    assert event.dropped == 7 + max(0, count - COMMS)
    log.flush(at_once=True)
    assert len(emitted) == 1
