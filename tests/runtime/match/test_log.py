import pytest

from runtime.match.log import BATCH_S, LINES_PER_PROGRAM, MatchLog


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
