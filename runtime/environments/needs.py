"""What a provision finds out and tells, as plain values."""

from dataclasses import dataclass
from enum import Enum

from runtime.environments.building import Verdict
from runtime.environments.choice import AgentSource, Choice
from runtime.environments.records import Lack
from runtime.environments.requirements import Fault


class ProvisionState(Enum):
    """How far a provision is."""

    CHECKING = "checking what is installed"
    ASKING = "waiting for an answer"
    INSTALLING = "installing packages"
    CANCELLING = "ending"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What agents that share an interpreter and requirements lack."""

    agents: tuple[AgentSource, ...]
    choice: Choice
    lacks: tuple[Lack, ...]
    """Lines that are not satisfied."""
    faults: tuple[Fault, ...] = ()
    """Lines that could not be installed before, or that nobody understands."""
    doubt: str = ""
    """Why it could not be found out what is installed, as a sentence; then nothing is known to be lacking."""

    @property
    def names(self) -> tuple[str, ...]:
        """The agents' names, each once."""
        return tuple(dict.fromkeys(agent.name for agent in self.agents))

    @property
    def is_new(self) -> bool:
        """Whether something is lacking of which it is not known that it cannot be installed."""
        known = {(fault.file, fault.line, fault.text) for fault in self.faults}
        lines = [lack.requirement for lack in self.lacks]
        return any((line.file, line.line, line.title) not in known for line in lines)

    @property
    def can_install(self) -> bool:
        """Whether Kickabout can do something about it."""
        return bool(self.lacks) and self.choice.can_install


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsFound:
    """Every agent was looked at; no needs mean that all have what they require."""

    needs: tuple[Need, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallProgressed:
    """An installation goes on; `share` is between 0 and 1 for this need."""

    need: Need
    text: str
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallSaid:
    """Lines that the installer printed."""

    need: Need
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedConcluded:
    """The installation for a need ended."""

    need: Need
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvisionEnded:
    """The last event. `trouble` is a sentence when Kickabout itself could not go on."""

    was_cancelled: bool
    trouble: str = ""


ProvisionEvent = NeedsFound | InstallProgressed | InstallSaid | NeedConcluded | ProvisionEnded
