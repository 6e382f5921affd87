"""Actions of programs on matches that are not theirs; a separate module, because the arena loads no other values."""

from dataclasses import dataclass
from typing import Final

WRONG_ID: Final = "wrong agent id"
"""A program presented an agent id that no agent of the match has, or one without the key that belongs to it."""
WRONG_LEARNER: Final = "connection to step mode without its key"
"""A program or a web page connected to the port of step mode, and sent something else than a command with the key."""

TAKEOVER: Final = "takeover"
"""A process that the launcher did not start took the cars of an agent with the agent's key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interference:
    """An action that a program tried or performed on a match that is not its own."""

    what: str
    """A message of the protocol, or a description of the action."""
    by: str
    """The session, as far as it is known."""
    count: int
    refused: bool
    port: int = 0
    """TCP port of a session without an agent id, by which its process can be found; 0 for other sessions."""

    def __str__(self) -> str:
        times = {1: "once", 2: "twice"}.get(self.count, f"{self.count} times")
        return f"{self.what} by {self.by}, {times}, {'refused' if self.refused else 'not refused'}"
