"""The jobs on packs; only the GUI thread changes them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from runtime.model.messages import Text
from runtime.packs import Differences, Offer, Pack, PreparedPack, Progress, Source


class Phase(Enum):
    """The state of a job."""

    IDLE = "nothing"
    LOOKING = "its source is asked"
    OFFERED = "a version can be fetched"
    FETCHING = "it is fetched and unpacked"
    READY = "another version waits for a word"
    CHECKING = "its files are compared"
    DAMAGED = "some of its files differ, and can be put back"
    OWN = "it is to go, and some of its files are the user's"
    WAITING = "the match has to end first"
    PLACING = "its files are moved"
    TOLD = "something is said about it"
    FAULT = "something did not work"


BUSY = frozenset({Phase.LOOKING, Phase.FETCHING, Phase.CHECKING, Phase.PLACING})
"""States with work in the background."""
RESTING = frozenset({Phase.IDLE, Phase.TOLD, Phase.FAULT})
"""States in which any request may be made."""


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
    """Files that a repair restores; None where none was asked for."""
    own: Differences | None = None
    text: Text = ""
    """A message about the result."""
    is_good: bool = False
    then: Callable[[], None] | None = None
    """Called when the match is over."""

    @property
    def is_busy(self) -> bool:
        """Whether something goes on in the background."""
        return self.phase in BUSY

    def begin(self, phase: Phase) -> Progress:
        """Starts a state and returns its meter, which shows progress and cancels."""
        self.phase, self.text, self.progress = phase, "", Progress()
        return self.progress

    def tell(self, text: Text, *, is_good: bool) -> None:
        """Ends the job with a message."""
        self.phase, self.text, self.is_good = (Phase.TOLD if is_good else Phase.FAULT), text, is_good
        self.forget()

    def rest(self) -> None:
        """Ends the job without a message."""
        self.phase, self.text = Phase.IDLE, ""
        self.forget()

    def forget(self) -> None:
        """Drops everything that was prepared."""
        self.offer = self.prepared = self.damage = self.own = self.then = None
