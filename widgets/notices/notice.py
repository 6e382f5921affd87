"""One message of the program to the user."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

GOOD: Final = "good"
WARNING: Final = "warning"
BAD: Final = "bad"
Action = Callable[[], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A sentence or two with the actions that the user can take; two notices with the same words are equal."""

    text: str
    tone: str = ""
    """`GOOD`, `WARNING`, `BAD` or empty."""
    key: object = None
    """Names the subject: a newer notice with the same key replaces this one, and `withdraw` takes it away."""
    action: str = ""
    """Label of the button; empty if there is none."""
    on_action: Action | None = field(default=None, compare=False)
    """Called when the button is pressed, perhaps long after the notice was withdrawn: the history keeps it."""
    other_action: str = ""
    """Label of the second button; empty if there is none."""
    on_other: Action | None = field(default=None, compare=False)
    third_action: str = ""
    """Label of the third button; empty if there is none."""
    on_third: Action | None = field(default=None, compare=False)
    on_closed: Action | None = field(default=None, compare=False)
    """Called when the notice is closed without an answer; set where something waits for the answer."""
    is_report: bool = False
    """True if the button only leads to details and need not be pressed."""

    @property
    def is_awaited(self) -> bool:
        """True if something waits until it is answered or closed."""
        return self.on_closed is not None

    @property
    def is_question(self) -> bool:
        """True if it offers something that the user may still want after a newer notice."""
        return self.is_awaited or (bool(self.action) and not self.is_report)

    @property
    def stays(self) -> bool:
        """True if it is shown until the user has seen it."""
        return self.tone in (WARNING, BAD) or bool(self.action)
