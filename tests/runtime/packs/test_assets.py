"""Choice of a release's file by system."""

import pytest

from runtime.packs.offers import choose, this_system

OFFICIAL = ("botpack_x86_64-linux.tar.xz", "botpack_x86_64-windows.tar.xz", "patch_r-6_r-7.bobdiff")
MANY = (
    "bots-linux-arm64.tar.gz",
    "bots-linux-amd64.tar.gz",
    "bots-linux-amd64.zip",
    "bots-macos-universal.zip",
    "bots-win32.zip",
    "bots-win64.zip",
    "checksums.txt",
)


@pytest.mark.parametrize(
    ("names", "system", "machine", "chosen"),
    [
        (OFFICIAL, "linux", "x64", "botpack_x86_64-linux.tar.xz"),
        (OFFICIAL, "windows", "x64", "botpack_x86_64-windows.tar.xz"),
        (OFFICIAL, "macos", "arm64", ""),
        (OFFICIAL, "linux", "arm64", ""),
        (MANY, "linux", "x64", "bots-linux-amd64.zip"),
        (MANY, "linux", "arm64", "bots-linux-arm64.tar.gz"),
        (MANY, "macos", "arm64", "bots-macos-universal.zip"),
        (MANY, "windows", "x64", "bots-win64.zip"),
        (MANY, "windows", "x86", "bots-win32.zip"),
        (("Windows-bots.zip", "bots.zip"), "linux", "x64", "bots.zip"),
        (("bots.zip", "bots-linux.zip"), "linux", "x64", "bots-linux.zip"),
        (("darwin_pack.zip",), "windows", "x64", ""),
        (("winner.zip",), "linux", "x64", "winner.zip"),
        (("notes.md", "bots.exe"), "windows", "x64", ""),
        ((), "linux", "x64", ""),
    ],
)
def test_the_build_for_the_system(names, system, machine, chosen):
    assert choose(names, system, machine) == chosen
    assert choose(reversed(names), system, machine) == chosen


def test_this_system_is_known():
    system, machine = this_system()
    assert system in ("linux", "windows", "macos")
    assert machine == machine.lower()
    assert machine not in ("x86_64", "amd64", "aarch64")
