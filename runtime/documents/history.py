"""What was done to a document, step by step, to be undone and done again."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MAX_STEPS: Final = 500
MAX_CHARACTERS: Final = 16_000_000
"""Of all the texts that are kept; the oldest steps go first."""
MERGE_S: Final = 1.5
"""A value that is changed again within this time is on its way: arrow keys in a list pass by what lies between."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A document's text at one moment."""

    text: str
    folder: Path | None
    """Where it stood, which is what its links are relative to; None before the first save."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One edit as a person thinks of it, such as "Remove Chaser"."""

    name: str
    before: Snapshot
    after: Snapshot
    about: str = ""
    """The value that it changes, where it changes a single one: steps about the same value may become one."""

    @property
    def characters(self) -> int:
        """How much the step keeps."""
        return len(self.before.text) + len(self.after.text)


class History:
    """The steps that can be undone and those that can be done again; owned by one thread.

    Steps about one value that follow each other closely are one step, which goes when it comes to nothing.
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
        """The step that `undo` takes back; None when there is none."""
        return self._done[-1].name if self._done else None

    @property
    def redo_name(self) -> str | None:
        """The step that `redo` does again; None when there is none."""
        return self._undone[-1].name if self._undone else None

    def record(self, step: Step) -> None:
        """Takes note of an edit; what was undone before cannot be done again."""
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
        """Keeps the newest step as it is: what follows is another, because the document was saved, for example."""
        self._changed_s = None

    def undo(self) -> Step | None:
        """The newest step, which now counts as undone; its `before` is what the document becomes."""
        self.seal()
        if not self._done:
            return None
        self._undone.append(self._done.pop())
        return self._undone[-1]

    def redo(self) -> Step | None:
        """The step undone last, which now counts as done; its `after` is what the document becomes."""
        self.seal()
        if not self._undone:
            return None
        self._done.append(self._undone.pop())
        return self._done[-1]

    def clear(self) -> None:
        """Forgets everything, for another document."""
        self.seal()
        self._done.clear()
        self._undone.clear()
        self._characters = 0

    def _continues(self, step: Step) -> bool:
        """Whether a step goes on with the newest one."""
        if not self._done or not step.about or self._changed_s is None:
            return False
        last = self._done[-1]
        is_same = last.about == step.about and last.after == step.before
        return is_same and self._clock() - self._changed_s <= MERGE_S
