"""Which file system a folder lies on; those of networks do not report what other computers change."""

from pathlib import Path
from typing import Final

import psutil

_NETWORK: Final = frozenset(
    (
        *("nfs", "nfs3", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "ncpfs", "afs", "afpfs", "webdav", "davfs"),
        *("ceph", "glusterfs", "lustre", "gfs2", "ocfs2", "beegfs", "9p", "drvfs", "virtiofs", "vboxsf", "prl_fs"),
        *("vmhgfs", "fuse.sshfs", "fuse.rclone", "fuse.glusterfs", "fuse.ceph", "fuse.s3fs", "fuse.davfs2"),
        *("fuse.vmhgfs-fuse", "fuse.grpcfuse", "fuse.gvfsd-fuse", "fuse.osxfs", "osxfs", "macfuse", "osxfuse"),
    )
)


def file_system_of(path: Path) -> str:
    """The name of the file system, as the mount table has it; empty when that cannot be told."""
    if path.drive.startswith("\\\\"):
        return "smb"
    try:
        mounts = psutil.disk_partitions(all=True)
    except (OSError, psutil.Error):
        return ""
    resolved = path.resolve()
    fitting = [mount for mount in mounts if resolved.is_relative_to(mount.mountpoint)]
    if not fitting:
        return ""
    nearest = max(fitting, key=lambda mount: len(Path(mount.mountpoint).parts))
    return "smb" if "remote" in nearest.opts.split(",") else str(nearest.fstype).lower()


def is_network(file_system: str) -> bool:
    """Whether changes on it may come from other computers."""
    return file_system in _NETWORK
