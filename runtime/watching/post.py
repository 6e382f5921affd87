"""A watched folder with those who want to hear of it."""

import os
from collections.abc import Iterable
from dataclasses import dataclass

from runtime.watching.tree import Tree
from runtime.watching.values import Watched

PostId = tuple[str, bool]
"""Absolute folder, and whether everything below it counts, not only single files."""
Audience = dict[str, frozenset[str] | None]
"""By key of the agent: the names of its single files, or None for everything."""


@dataclass(slots=True, kw_only=True)
class Post:
    """A tree and its audience."""

    tree: Tree
    agents: Audience
    is_silent: bool
    """Whether changes are found by looking, for want of events."""
    missing: frozenset[str] = frozenset()
    """What the last look missed, and may come back."""
    next_look: float = 0.0
    """When to look through a silent tree again."""
    is_gone: bool = False
    is_told_of_size: bool = False

    def keys_for(self, path: str) -> list[str]:
        """Who wants to hear of a file in the tree."""
        name = os.path.basename(path)  # noqa: PTH119 - paths are strings here, thousands of them
        return [key for key, names in self.agents.items() if names is None or name in names]

    def fits(self, audience: Audience | None) -> bool:
        """Whether the post can serve this audience as it is."""
        return audience is not None and (self.tree.names is None or self.tree.names == names_of(audience))

    @property
    def needs_look(self) -> bool:
        """Whether there is a reason to look again before telling."""
        return bool(self.tree.suspects or self.missing or self.is_silent)

    @property
    def has_moved(self) -> bool:
        """Whether the folder is another one than at the last look, or gone, or back."""
        try:
            found = os.stat(self.tree.root)  # noqa: PTH116
        except OSError:
            return not self.is_gone
        return self.tree.identity != (found.st_dev, found.st_ino)


def names_of(audience: Audience) -> frozenset[str]:
    """The single files that anybody wants."""
    return frozenset(name for names in audience.values() for name in names or ())


def posts_for(agents: Iterable[Watched]) -> dict[PostId, Audience]:
    """The folders to watch, each once, whoever shares them; a folder inside another one stands for itself."""
    posts: dict[PostId, Audience] = {}
    for agent in agents:
        for folder in agent.folders:
            posts.setdefault((os.path.abspath(folder), True), {})[agent.key] = None  # noqa: PTH100 - keeps links
        for file in agent.files:
            parent, name = os.path.split(os.path.abspath(file))  # noqa: PTH100
            audience = posts.setdefault((parent, False), {})
            audience[agent.key] = (audience.get(agent.key) or frozenset()) | {name}
    return posts
