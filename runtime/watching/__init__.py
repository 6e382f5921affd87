"""Changes of the files of running agents, collected until a save or a checkout is complete."""

from runtime.watching.monitor import ChangeSet, Watched, WatchNotice
from runtime.watching.watcher import Watcher

__all__ = ["ChangeSet", "WatchNotice", "Watched", "Watcher"]
