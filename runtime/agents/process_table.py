"""Which processes belong to which agent: the one that plays, the next version beside it, and those on their way out."""

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import Final

_MARK: Final = "~"


class Role(Enum):
    """What a process of an agent is there for."""

    PLAYING = "drives the cars"
    NEXT = "gets ready to take over"
    PROBE = "checks the source of the next version"
    LEAVING = "is meant to end"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    agent: str
    role: Role


class Crew:
    """Keys of processes, as the supervisor knows them, and their roles; owned by the match's thread.

    An agent's first process has the agent's key, later ones `blue-1~2`, `blue-1~3`, ...: a key is used once in a match,
    so that late news of an old process are never taken for news of the new one.
    """

    def __init__(self) -> None:
        self._parts: dict[str, _Part] = {}
        self._counts: Counter[str] = Counter()

    def join(self, agent: str, role: Role) -> str:
        """A key for one more process of an agent, which has that role from now on."""
        self._counts[agent] += 1
        number = self._counts[agent]
        key = agent if number == 1 else f"{agent}{_MARK}{number}"
        self._parts[key] = _Part(agent=agent, role=role)
        return key

    def role(self, process: str) -> Role:
        """What a process is there for; of one that was forgotten, nothing is wanted any more."""
        part = self._parts.get(process)
        return part.role if part is not None else Role.LEAVING

    def playing(self, agent: str) -> str | None:
        """The process that plays for an agent; None while there is none."""
        return next((key for key in self.of(agent) if self._parts[key].role is Role.PLAYING), None)

    def of(self, agent: str) -> tuple[str, ...]:
        """All processes of an agent that have not been forgotten."""
        return tuple(key for key, part in self._parts.items() if part.agent == agent)

    def all_of(self, role: Role) -> tuple[str, ...]:
        """The processes of a role."""
        return tuple(key for key, part in self._parts.items() if part.role is role)

    def release(self, process: str) -> None:
        """The process is meant to end from now on."""
        part = self._parts.get(process)
        if part is not None:
            self._parts[process] = _Part(agent=part.agent, role=Role.LEAVING)

    def promote(self, process: str) -> None:
        """The process plays from now on; what played before is meant to end."""
        agent = self._parts[process].agent
        former = self.playing(agent)
        if former is not None:
            self.release(former)
        self._parts[process] = _Part(agent=agent, role=Role.PLAYING)

    def forget(self, process: str) -> None:
        """The process is gone."""
        self._parts.pop(process, None)


def agent_of(process: str) -> str:
    """The key of the agent that a process belongs to."""
    return process.partition(_MARK)[0]
