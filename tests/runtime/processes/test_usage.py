import pytest

from runtime.processes.census import ProcessRow
from runtime.processes.usage import UsageMeter, memory_excess


def row(pid, *, cpu_s=0.0, rss_bytes=10, threads=2):
    return ProcessRow(
        pid=pid,
        started=1.0,
        parent=1,
        group=0,
        session=0,
        name="bot",
        cpu_s=cpu_s,
        rss_bytes=rss_bytes,
        threads=threads,
    )


@pytest.fixture
def meter():
    return UsageMeter(key="a", started_s=10.0)


def test_it_sums_the_tree_and_counts_time_since_the_last_sample(meter):
    first = meter.sample([row(200, cpu_s=1.0), row(201, cpu_s=1.0)], 14.0, handles=7)
    assert (first.cpu_share, first.rss_bytes, first.threads, first.handles, first.processes) == (0.5, 20, 4, 7, 2)
    second = meter.sample([row(200, cpu_s=1.5), row(202, cpu_s=0.5)], 15.0)
    assert second.cpu_share == 1.0
    assert meter.sample([], 15.0).cpu_share == 0.0


def test_the_mean_covers_everything_since_the_start(meter):
    assert meter.sample([row(200, cpu_s=1.0)], 11.0).mean_cpu_share == 1.0
    assert meter.sample([row(200, cpu_s=1.0)], 12.0).mean_cpu_share == 0.5
    assert meter.sample([row(201, cpu_s=2.0)], 13.0).mean_cpu_share == 1.0


def test_the_peak_stays(meter):
    peaks = [meter.sample([row(200, rss_bytes=size)], 11.0 + size).peak_rss_bytes for size in (5, 9, 9, 3)]
    assert peaks == [5, 9, 9, 9]


@pytest.mark.parametrize(
    ("used", "limit", "text"),
    [
        (2_100_000_000, 2_000_000_000, "used 2.1 GB, limit 2 GB"),
        (2_040_000_000, 2_000_000_000, "used 2.04 GB, limit 2 GB"),
        (2_000_000_001, 2_000_000_000, "used 2.000 GB, limit 2 GB"),
        (12_345_678_901, 1_500_000_000, "used 12.3 GB, limit 1.5 GB"),
        (700_000_000, 512_000_000, "used 700.0 MB, limit 512 MB"),
        (1_500, 1_000, "used 1.5 kB, limit 1 kB"),
        (12, 11, "used 12.0 B, limit 11 B"),
        (2, 0, "used 2.0 B, limit 0 B"),
    ],
)
def test_both_sizes_have_one_unit(used, limit, text):
    assert str(memory_excess(used, limit)) == text
