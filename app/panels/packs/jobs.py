"""The jobs on packs; only the GUI thread changes them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from runtime.model.messages import Text
from runtime.packs import Differences, Offer, Pack, PreparedPack, Progress, Source


class Phase(Enum):
    """The state of a job."""

    IDLE = "nothing"
    LOOKING = "the newest version is looked up"
    OFFERED = "a version can be downloaded"
    FETCHING = "a version is downloaded and unpacked"
    READY = "a downloaded version waits for the user's consent"
    CHECKING = "the files are compared"
    DAMAGED = "modified files can be restored"
    OWN = "the removal would delete files of the user"
    WAITING = "the job continues after the match"
    PLACING = "the files are moved"
    DONE = "the last job succeeded"
    FAULT = "the last job failed"


BUSY = frozenset({Phase.LOOKING, Phase.FETCHING, Phase.CHECKING, Phase.PLACING})
"""States with work in the background."""
RESTING = frozenset({Phase.IDLE, Phase.DONE, Phase.FAULT})
"""States in which every request is allowed."""


@dataclass(slots=True, kw_only=True)
class Job:
    """One pack and the job on it."""

    key: str
    source: Source | None
    pack: Pack | None = None
    """None until it is installed."""
    phase: Phase = Phase.IDLE
    progress: Progress = field(default_factory=Progress)
    offer: Offer | None = None
    prepared: PreparedPack | None = None
    damage: Differences | None = None
    """Files that a repair restores; None without a repair."""
    own: Differences | None = None
    """Files that the user changed or added; None without a removal."""
    text: Text = ""
    """Message about the result."""
    is_good: bool = False
    then: Callable[[], None] | None = None
    """Continues the job when the match is over."""

    @property
    def is_busy(self) -> bool:
        """True while the job works in the background."""
        return self.phase in BUSY

    def begin(self, phase: Phase) -> Progress:
        """Enters a state and returns its progress, which can cancel the work."""
        self.phase, self.text, self.progress = phase, "", Progress()
        return self.progress

    def finish(self, text: Text, *, is_good: bool) -> None:
        """Ends the job with a message."""
        self.phase, self.text, self.is_good = (Phase.DONE if is_good else Phase.FAULT), text, is_good
        self.forget()

    def rest(self) -> None:
        """Ends the job without a message."""
        self.phase, self.text = Phase.IDLE, ""
        self.forget()

    def forget(self) -> None:
        """Drops the offer, the download and the results of comparisons."""
        self.offer = self.prepared = self.damage = self.own = self.then = None
