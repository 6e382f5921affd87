import sys
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from runtime.watching.sources import file_system_of, is_network


@pytest.mark.parametrize("name", ["nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "vboxsf", "afpfs"])
def test_networks(name):
    assert is_network(name)


@pytest.mark.parametrize("name", ["ext4", "btrfs", "apfs", "ntfs", "overlay", "tmpfs", "fuseblk", ""])
def test_disks(name):
    assert not is_network(name)


@pytest.mark.skipif(
    sys.platform == "linux" and "/" not in (mount.mountpoint for mount in psutil.disk_partitions(all=True)),
    reason="the root folder was changed to one that is not a mount point, so the mount table does not name it",
)
def test_this_folder_lies_on_something(tmp_path):
    assert file_system_of(tmp_path)


def test_the_nearest_mount_counts(monkeypatch, tmp_path):
    mounts = [("/", "ext4"), (str(tmp_path), "nfs4"), (str(tmp_path / "share" / "local"), "tmpfs"), ("/other", "cifs")]
    rows = [SimpleNamespace(mountpoint=point, fstype=kind, opts="rw") for point, kind in mounts]
    monkeypatch.setattr(psutil, "disk_partitions", lambda **_: rows)
    assert file_system_of(tmp_path / "share" / "bot") == "nfs4"
    assert file_system_of(tmp_path / "share" / "local" / "bot") == "tmpfs"
    assert file_system_of(tmp_path.parent) == "ext4"
    assert file_system_of(Path("/other")) == "cifs"


def test_a_mapped_drive_is_a_network(monkeypatch, tmp_path):
    row = SimpleNamespace(mountpoint=str(tmp_path), fstype="NTFS", opts="rw,remote")
    monkeypatch.setattr(psutil, "disk_partitions", lambda **_: [row])
    assert is_network(file_system_of(tmp_path / "bot"))


def test_an_unreadable_mount_table_says_nothing(monkeypatch, tmp_path):
    def refuse(**_):
        raise PermissionError

    monkeypatch.setattr(psutil, "disk_partitions", refuse)
    assert file_system_of(tmp_path) == ""
