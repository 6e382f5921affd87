"""Where the first sign of a change comes from; what really changed, a look at the folder tells (see `tree`)."""

from collections.abc import Callable, Collection
from typing import Protocol

Tell = Callable[[str, bool], None]
"""Takes the path that an event is about, and whether it is a folder; called from any thread, and returns at once."""


class Follower(Protocol):
    """Follows the folders of one tree; used by one thread."""

    def follow(self, folder: str, identity: tuple[int, int]) -> None:
        """From now on, tells what happens directly in this folder.

        `identity` (device and inode) recognises another folder that took the same place.

        Raises:
            OSError: the system watches no more folders, or not this one.
        """

    def keep(self, folders: Collection[str]) -> None:
        """Lets all other folders go."""


class Source(Protocol):
    """A way to hear of events."""

    def follower(self, root: str, tell: Tell, *, is_deep: bool) -> Follower:
        """Follows the folders of a tree; only the root itself unless it `is_deep`."""

    def close(self) -> None:
        """Ends it, and waits for its threads."""
