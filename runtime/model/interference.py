"""Acts of programs on a match that is not theirs; apart from the other values, because the arena loads these alone."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Interference:
    """Something that a program tried to do to a match, or did, although the match was not its own."""

    what: str
    """A message of the protocol, or an act in words."""
    by: str
    """The session as far as it is known."""
    count: int
    was_refused: bool

    def __str__(self) -> str:
        times = {1: "once", 2: "twice"}.get(self.count, f"{self.count} times")
        return f"{self.what} by {self.by}, {times}, {'refused' if self.was_refused else 'not refused'}"
