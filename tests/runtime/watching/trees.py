"""Trees of real folders, scanned without events and without threads."""

import os
import time
from pathlib import Path

from runtime.watching.tree import Tree

LONG_AGO_S = 1_000_000_000


class RecordingFollower:
    def __init__(self):
        self.followed = set()

    def follow(self, folder, identity):
        self.followed.add(folder)

    def keep(self, folders):
        self.followed &= set(folders)


def age(root):
    """Gives everything in a folder an old modification time, as at the beginning of a match."""
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            os.utime(path, (LONG_AGO_S, LONG_AGO_S))


def settled(root, *, names=None, follower=None):
    """Returns a tree that has been scanned once and has read everything."""
    age(root)
    tree = Tree(str(root), names=names, follower=follower or RecordingFollower(), asked_ns=time.time_ns())
    look = tree.scan(time.time_ns())
    assert (look.changed, look.missing) == (frozenset(), frozenset())
    while tree.read_some(100):
        pass
    return tree


def changed(tree):
    root = Path(tree.root)
    return sorted(Path(path).relative_to(root).as_posix() for path in tree.scan(time.time_ns()).changed)
