import pytest

from runtime.processes.usage import CeilingWatch, excess_text

GB = 10**9


@pytest.mark.parametrize(("used", "is_above"), [(2 * GB - 1, False), (2 * GB, False), (2 * GB + 1, True)])
def test_exactly_the_limit_is_allowed(used, is_above):
    assert bool(CeilingWatch(2 * GB).judge(used)) is is_above


def test_it_is_said_once():
    watch = CeilingWatch(100)
    assert [bool(watch.judge(used)) for used in (50, 150, 250, 50, 150)] == [False, True, False, False, False]


def test_without_a_limit_nothing_is_too_much():
    assert CeilingWatch(None).judge(1 << 60) == ""


@pytest.mark.parametrize(
    ("used", "limit", "text"),
    [
        (2_100_000_000, 2 * GB, "used 2.1 GB, limit 2 GB"),
        (2_040_000_000, 2 * GB, "used 2.04 GB, limit 2 GB"),
        (2_000_000_001, 2 * GB, "used 2.000 GB, limit 2 GB"),
        (12_345_678_901, 1_500_000_000, "used 12.3 GB, limit 1.5 GB"),
        (700_000_000, 512_000_000, "used 700.0 MB, limit 512 MB"),
        (1_500, 1_000, "used 1.5 kB, limit 1 kB"),
        (12, 11, "used 12.0 B, limit 11 B"),
    ],
)
def test_both_sizes_are_told_in_one_unit(used, limit, text):
    assert excess_text(used, limit) == text
