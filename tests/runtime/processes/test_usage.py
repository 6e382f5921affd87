import pytest

from runtime.processes.census import ProcessRow
from runtime.processes.usage import UsageMeter


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
