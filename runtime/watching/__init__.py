"""Changes of the files of running agents, collected until a save or a checkout is complete.

The values are here; `watcher.Watcher` watches, and takes 50 ms to load.
"""

from runtime.watching.changes import ChangeSet, Watched, WatchNotice

__all__ = ["ChangeSet", "WatchNotice", "Watched"]
