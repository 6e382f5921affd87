"""The match clock as text."""

import pytest

from tests.values import an_empty_view


@pytest.mark.parametrize(
    ("clock_s", "changes", "text"),
    [
        (300.0, {}, "5:00"),
        (299.992, {}, "5:00"),
        (299.001, {}, "5:00"),
        (60.0, {}, "1:00"),
        (59.0, {}, "0:59"),
        (0.4, {}, "0:01"),
        (0.0, {}, "0:00"),
        (-0.4, {}, "0:00"),
        (-75.5, {}, "0:00"),
        (12.9, {"is_overtime": True}, "+0:12"),
        (-12.9, {"is_overtime": True}, "+0:12"),
        (-61.5, {"is_overtime": True}, "+1:01"),
        (75.0, {"is_unlimited": True}, "1:15"),
        (-75.5, {"is_unlimited": True}, "1:15"),
    ],
)
def test_the_clock_reads_as_on_the_scoreboard(clock_s, changes, text):
    assert an_empty_view(clock_s=clock_s, **changes).clock_text == text
