"""What is being done with each pack; values that the window's thread alone changes."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from runtime.packs import Differences, Offer, Pack, PreparedPack, Progress, Source


class Phase(Enum):
    """What is going on with a pack."""

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
"""While something goes on in the background."""
RESTING = frozenset({Phase.IDLE, Phase.TOLD, Phase.FAULT})
"""While anything may be asked of a pack."""


@dataclass(slots=True, kw_only=True)
class Job:
    """One pack and what is being done with it."""

    key: str
    source: Source | None
    pack: Pack | None = None
    """None until it is installed."""
    phase: Phase = Phase.IDLE
    progress: Progress = field(default_factory=Progress)
    offer: Offer | None = None
    prepared: PreparedPack | None = None
    damage: Differences | None = None
    """What a repair is to put back; None while none is wanted."""
    own: Differences | None = None
    text: str = ""
    """What is said about it."""
    is_good: bool = False
    then: Callable[[], None] | None = None
    """What follows when the match is over."""

    @property
    def is_busy(self) -> bool:
        """Whether something goes on in the background."""
        return self.phase in BUSY

    def begin(self, phase: Phase) -> Progress:
        """Something begins that takes a while; its progress is read and its brake pulled at what this returns."""
        self.phase, self.text, self.progress = phase, "", Progress()
        return self.progress

    def tell(self, text: str, *, is_good: bool) -> None:
        """Says how it ended."""
        self.phase, self.text, self.is_good = (Phase.TOLD if is_good else Phase.FAULT), text, is_good
        self.forget()

    def rest(self) -> None:
        """Nothing is going on any more."""
        self.phase, self.text = Phase.IDLE, ""
        self.forget()

    def forget(self) -> None:
        """What was prepared is of no use any more."""
        self.offer = self.prepared = self.damage = self.own = self.then = None
