import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.environments.provision import InstallMeter

PIP = (
    "Collecting a",
    "  Downloading a.whl",
    "Collecting b",
    "Installing collected packages: b, a",
    "Successfully installed a-1 b-2",
)
UV = ("Resolved 2 packages in 5ms", "Prepared 2 packages in 1ms", "Installed 2 packages in 1ms")


@pytest.mark.parametrize("lines", [PIP, UV])
def test_the_share_grows_to_the_end(lines):
    meter = InstallMeter(2)
    shares = []
    for line in lines:
        meter.take([line])
        shares.append(meter.share)
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.5
    assert shares[-1] == 1.0


def test_without_known_parts_nothing_is_claimed():
    meter = InstallMeter(0)
    meter.take(PIP)
    assert meter.share == 0.0


@pytest.mark.parametrize(
    ("line", "fetching"),
    [
        ("  Downloading torch-2.1.0-cp311-linux.whl (670.2 MB)", "torch-2.1.0, 670.2 MB"),
        ("Downloading torch (1.2GiB)", "torch, 1.2 GB"),
        ("  Downloading a-1-py3.whl (9.9 MB)", ""),
        ("  Downloading a-1-py3.whl (10.0 MB)", "a-1, 10.0 MB"),
        ("  Downloading a-1-py3.whl (10.1 MB)", "a-1, 10.1 MB"),
        ("  Downloading a-1-py3.whl (900 kB)", ""),
    ],
)
def test_large_downloads_are_named(line, fetching):
    meter = InstallMeter(1)
    meter.take(["Collecting a", line])
    assert meter.fetching == fetching
    meter.take(["Installing collected packages: a"])
    assert meter.fetching == ""


@given(st.lists(st.sampled_from(PIP + UV)), st.integers(0, 9))
def test_the_share_never_falls(lines, parts):
    meter = InstallMeter(parts)
    before = 0.0
    for line in lines:
        meter.take([line])
        assert before <= meter.share <= 1.0
        before = meter.share
