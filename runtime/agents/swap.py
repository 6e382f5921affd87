"""One agent's way from version to version: what is known of it, without any process."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Final

from runtime.agents.agent_documents import AgentDocuments, Renewal
from runtime.agents.output import LastWords
from runtime.agents.own_writes import OwnWrites
from runtime.agents.roster import Agent
from runtime.agents.source_check import ProbeOutput
from runtime.agents.swap_cycle import SwapEvent, advance
from runtime.library import version_of_folder
from runtime.model.messages import literal
from runtime.model.problems import Problem, Severity
from runtime.model.states import SwapMode, SwapState
from runtime.processes import ChildEnded
from runtime.telemetry.report import AgentReport

MOST_NAMED = 3
"""Changed files that a text names; of more, their number is said."""


@dataclass(slots=True, kw_only=True)
class Swap:
    """The swaps of one agent; times are the match's clock."""

    documents: AgentDocuments
    mode: SwapMode
    state: SwapState = SwapState.IDLE
    text: str = ""
    version: int = 1
    swaps: int = 0
    own_writes: OwnWrites = field(default_factory=OwnWrites)
    """The files that the agent writes itself, whose changes do not count."""

    changed: dict[Path, None] = field(default_factory=dict)
    """What changed since the swap under way, or the last one, began."""
    changed_at: float | None = None
    """When the first of it was seen, or a swap was asked for."""
    dirty: dict[Path, None] = field(default_factory=dict)
    """What the version that plays lacks, without `changed`."""
    is_due: bool = False
    """Whether a swap is to begin as soon as it can."""
    is_forced: bool = False
    """Whether that one needs no change."""

    source: "SourceDigest | None" = None
    """The source of the swap under way, or of the last one."""
    running: "SourceDigest | None" = None
    """The source of the version that plays."""
    began_at: float = 0.0
    deadline: float = 0.0
    renewal: Renewal | None = None
    unchecked: list[list[Path]] = field(default_factory=list)
    found: ProbeOutput = field(default_factory=ProbeOutput)
    process: str = ""
    """The next version's own process beside the old one; empty where it takes the old one's place."""
    pid: int | None = None
    words: LastWords = field(default_factory=LastWords)
    output: str = ""
    """What the next version printed before it failed, as far as it is part of a text about the swap."""
    row: AgentReport | None = None
    """What the server said last of the agent; None where it tells nothing."""
    counted: int = 0
    """How many swaps the server had counted when the next version was started."""
    started_at: float = 0.0
    """When the next version's process started, or was left, in place of the old one."""
    has_stepped_in: bool = False
    """Whether the old version was gone before it was known that the next one has the cars."""
    has_stood_by: bool = False
    """Whether the server has said that the next version waits to take over."""
    end: ChildEnded | None = None
    """How the next version's process ended, while it is not clear yet whether it had taken over."""

    @property
    def agent(self) -> Agent:
        """The agent, as it was started last."""
        return self.documents.agent

    @property
    def key(self) -> str:
        """The agent's key."""
        return self.agent.key

    @property
    def home(self) -> Path:
        """The folder of the agent's document; without a document, the folder that it runs in."""
        source = self.agent.source
        return source.parent if source is not None else Path(self.agent.root_dir)

    def go(self, event: SwapEvent, text: str = "") -> None:
        """The one door from state to state."""
        self.state = advance(self.state, event)
        self.text = text

    def note(self, files: Iterable[Path], now: float) -> None:
        """Adds changed files to the next swap."""
        self.changed.update(dict.fromkeys(files))
        if self.changed_at is None:
            self.changed_at = now

    def approve(self, now: float) -> None:
        """The user wants the swap; the time before that is the user's own and does not count."""
        self.changed_at = now
        self.is_due = True

    def begin(self, now: float) -> bool:
        """A swap begins with everything that changed; true when it needs no change."""
        is_forced, self.is_forced, self.is_due = self.is_forced, False, False
        self.began_at = now if self.changed_at is None else self.changed_at
        self.changed_at = None
        self.dirty.update(self.changed)
        self.changed.clear()
        self.found, self.words, self.process, self.pid, self.end = ProbeOutput(), LastWords(), "", None, None
        self.has_stepped_in = self.has_stood_by = False
        self.output = ""
        self.source = SourceDigest(self.home)
        self.go(SwapEvent.BEGUN, few(self.names()))
        return is_forced

    def give_up(self, event: SwapEvent, now: float) -> None:
        """What changed is not brought into the match; a later swap brings it along."""
        self.began_at = now if self.changed_at is None else self.changed_at
        self.changed_at = None
        self.is_due = self.is_forced = False
        self.dirty.update(self.changed)
        self.changed.clear()
        self.go(event)

    def names(self) -> tuple[str, ...]:
        """The files of the swap under way, below the agent's folder where they lie there."""
        return tuple(_short(path, Path(self.agent.root_dir)) for path in self.dirty)

    def describe(self, problem: Problem) -> str:
        """A finding with its place, as an editor understands it: `bot.py:12: It is no Python.`"""
        place = _short(problem.path, Path(self.agent.root_dir))
        line = f":{problem.line}" if problem.line is not None else ""
        return f"{place}{line}: {problem.message}"

    def culprit(self) -> Problem | None:
        """Where in its own source the new version raised what it died of; None where that is not known."""
        traceback, frame = self.words.traceback, self.words.culprit(Path(self.agent.root_dir))
        if traceback is None or frame is None:
            return None
        said = literal(f"{traceback.error.rstrip('.')}.")
        return Problem(
            severity=Severity.ERROR, path=Path(self.agent.root_dir, frame.file), line=frame.line, message=said
        )

    def changed_text(self) -> str:
        """Which files wait for the user's answer."""
        folder = Path(self.agent.root_dir)
        return few([_short(path, folder) for path in self.dirty | self.changed])


class SourceDigest:
    """The digest of an agent's source, as the library shows it, read on a thread while the new version is checked.

    It is a name for people: nothing depends on it, so a slow disk costs the match no more than `WAIT_S`.
    """

    WAIT_S: Final = 0.1

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._digest = ""
        self._thread = Thread(target=self._read, name="source-digest", daemon=True)
        self._thread.start()

    @property
    def is_known(self) -> bool:
        """Whether `value` returns at once."""
        return not self._thread.is_alive()

    def value(self) -> str:
        """Returns eight hexadecimal digits; empty if there is no agent's document, or it takes too long to read."""
        self._thread.join(self.WAIT_S)
        return self._digest

    def _read(self) -> None:
        version = version_of_folder(self._folder)
        self._digest = version.digest if version is not None else ""


def few(names: Iterable[str]) -> str:
    """The first of the names, and how many more there are."""
    every = list(names)
    more = len(every) - MOST_NAMED
    return ", ".join(every[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _short(path: Path, folder: Path) -> str:
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else str(path)
