"""The sources of events, and the file systems that provide none.

An event only says that something happened; a scan of the folder finds what changed (`tree`).
"""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Final, Protocol

import psutil

OnEvent = Callable[[str, bool], None]
"""Takes the path of an event and whether it is a folder; called from any thread, and returns at once."""

_NETWORK: Final = frozenset(
    (
        *("nfs", "nfs3", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "ncpfs", "afs", "afpfs", "webdav", "davfs"),
        *("ceph", "glusterfs", "lustre", "gfs2", "ocfs2", "beegfs", "9p", "drvfs", "virtiofs", "vboxsf", "prl_fs"),
        *("vmhgfs", "fuse.sshfs", "fuse.rclone", "fuse.glusterfs", "fuse.ceph", "fuse.s3fs", "fuse.davfs2"),
        *("fuse.vmhgfs-fuse", "fuse.grpcfuse", "fuse.gvfsd-fuse", "fuse.osxfs", "osxfs", "macfuse", "osxfuse"),
    )
)


class Follower(Protocol):
    """Reports events in the folders of one tree; used by one thread."""

    def follow(self, folder: str, identity: tuple[int, int]) -> None:
        """Reports events directly in this folder from now on.

        `identity` (device and inode) distinguishes a folder from another one that took its place.

        Raises:
            OSError: the system can follow no more folders, or not this one.
        """

    def keep(self, folders: Collection[str]) -> None:
        """Stops following all other folders."""


class Source(Protocol):
    """A source of events."""

    def follower(self, root: str, on_event: OnEvent, *, is_deep: bool) -> Follower:
        """Returns a follower for the folders of a tree; if not `is_deep`, for its root only."""

    def close(self) -> None:
        """Ends the threads of the source."""


def file_system_of(path: Path) -> str:
    """Returns the name of a folder's file system in the mount table; empty if it is unknown."""
    if path.drive.startswith("\\\\"):
        return "smb"
    try:
        mounts = psutil.disk_partitions(all=True)
    except (OSError, psutil.Error):
        return ""
    resolved = path.resolve()
    candidates = [mount for mount in mounts if resolved.is_relative_to(mount.mountpoint)]
    if not candidates:
        return ""
    nearest = max(candidates, key=lambda mount: len(Path(mount.mountpoint).parts))
    return "smb" if "remote" in nearest.opts.split(",") else str(nearest.fstype).lower()


def is_network(file_system: str) -> bool:
    """Returns whether other computers may change files on it; such changes cause no events here."""
    return file_system in _NETWORK
