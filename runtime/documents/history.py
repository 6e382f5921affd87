"""Undo and redo: the history of edits of a document."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MAX_STEPS: Final = 500
MAX_CHARACTERS: Final = 16_000_000
"""Maximum number of characters of all texts; the oldest steps are removed first."""
MERGE_S: Final = 1.5
"""Changes of one value within this time become one step, such as changes with the arrow keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A document's text at one moment."""

    text: str
    folder: Path | None
    """The folder to which its links are relative; None before the first save."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One edit from the user's point of view, such as "Remove Chaser"."""

    name: str
    before: Snapshot
    after: Snapshot
    about: str = ""
    """The only value that the step changes, if there is one; quick steps about one value are merged."""

    @property
    def characters(self) -> int:
        """Number of characters stored in the step."""
        return len(self.before.text) + len(self.after.text)


class History:
    """The steps that can be undone and redone; used by one thread.

    Quick successive steps about one value are merged; a merged step without an effect is removed.
    """

    def __init__(
        self,
        max_steps: int = MAX_STEPS,
        max_characters: int = MAX_CHARACTERS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._changed_s: float | None = None
        self._max_steps = max_steps
        self._max_characters = max_characters
        self._characters = 0
        self._done: deque[Step] = deque()
        self._undone: list[Step] = []

    @property
    def undo_name(self) -> str | None:
        """Name of the step that `undo` reverts; None if there is none."""
        return self._done[-1].name if self._done else None

    @property
    def redo_name(self) -> str | None:
        """Name of the step that `redo` repeats; None if there is none."""
        return self._undone[-1].name if self._undone else None

    def record(self, step: Step) -> None:
        """Adds an edit; steps that were undone can no longer be redone."""
        self._characters -= sum(undone.characters for undone in self._undone)
        self._undone.clear()
        if self._continues(step):
            last = self._done.pop()
            self._characters -= last.characters
            step = Step(name=step.name, before=last.before, after=step.after, about=step.about)
        if step.before == step.after:
            self.seal()
            return
        self._changed_s = self._clock()
        self._done.append(step)
        self._characters += step.characters
        while len(self._done) > self._max_steps or (self._characters > self._max_characters and len(self._done) > 1):
            self._characters -= self._done.popleft().characters

    def seal(self) -> None:
        """Prevents further merging with the newest step, for example after saving."""
        self._changed_s = None

    def undo(self) -> Step | None:
        """Marks the newest step as undone and returns it; set the document to its `before`."""
        self.seal()
        if not self._done:
            return None
        self._undone.append(self._done.pop())
        return self._undone[-1]

    def redo(self) -> Step | None:
        """Marks the step that was undone last as done again and returns it; set the document to its `after`."""
        self.seal()
        if not self._undone:
            return None
        self._done.append(self._undone.pop())
        return self._done[-1]

    def clear(self) -> None:
        """Removes all steps, before another document is used."""
        self.seal()
        self._done.clear()
        self._undone.clear()
        self._characters = 0

    def _continues(self, step: Step) -> bool:
        """Returns whether a step is merged with the newest one."""
        if not self._done or not step.about or self._changed_s is None:
            return False
        last = self._done[-1]
        is_same = last.about == step.about and last.after == step.before
        return is_same and self._clock() - self._changed_s <= MERGE_S
