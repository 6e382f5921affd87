"""One thing that the program has to say."""

from dataclasses import dataclass, replace
from typing import Final

GOOD: Final = "good"
WARNING: Final = "warning"
BAD: Final = "bad"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A sentence or two, and where possible the action that helps."""

    text: str
    tone: str = ""
    """`GOOD`, `WARNING`, `BAD` or nothing."""
    action: str = ""
    """Words on the button; no button without."""
    request: object = None
    """Tells whoever gave the notice what the button is to do."""
    other_action: str = ""
    """Words on a second button, where there is a choice."""
    other_request: object = None
    """What the second button is to do."""
    closed_request: object = None
    """What closing it without an answer means, where somebody waits for one."""

    is_report: bool = False
    """Whether its button only leads to details, so that nobody has to press it."""

    @property
    def other(self) -> "Notice":
        """The notice as the second button answers it."""
        return replace(self, action=self.other_action, request=self.other_request)

    @property
    def closed(self) -> "Notice":
        """The notice as closing it answers it."""
        return replace(self, action="", request=self.closed_request)

    @property
    def is_awaited(self) -> bool:
        """Whether something stands still until it is answered or closed."""
        return self.closed_request is not None

    @property
    def is_question(self) -> bool:
        """Whether it offers something that the user may still want after a newer notice."""
        return self.is_awaited or (bool(self.action) and not self.is_report)

    @property
    def stays(self) -> bool:
        """Whether it is shown until the user has seen it."""
        return self.tone in (WARNING, BAD) or bool(self.action)
