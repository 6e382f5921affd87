"""The running processes of each child; pure, works on any list of processes."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class ProcessId(NamedTuple):
    """A process number, and the process's start time in the system's own unit, because numbers are reused."""

    pid: int
    started: float


class ProcessRow(NamedTuple):
    """One running process; a named tuple because each census makes hundreds."""

    pid: int
    started: float
    parent: int
    group: int
    session: int
    name: str
    cpu_s: float
    rss_bytes: int
    threads: int

    @property
    def identity(self) -> ProcessId:
        """Distinguishes it from a later process with the same number."""
        return ProcessId(self.pid, self.started)

    @property
    def description(self) -> str:
        """Describes the process in messages to the user."""
        return f"{self.name} (pid {self.pid})"


Mark = Callable[[int], int | None]
"""Returns the launch number in the mark of a process, or None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Census:
    """The living processes of every child by launch number; `unclaimed` are descendants of unknown children."""

    members: Mapping[int, tuple[ProcessRow, ...]] = field(default_factory=dict)
    unclaimed: tuple[ProcessRow, ...] = ()

    def of(self, serial: int) -> tuple[ProcessRow, ...]:
        """Returns the processes of the child with this launch number."""
        return self.members.get(serial, ())

    @property
    def everything(self) -> tuple[ProcessRow, ...]:
        """All processes of all children."""
        return (*(row for rows in self.members.values() for row in rows), *self.unclaimed)


def descendants_of(root: int, rows: Iterable[ProcessRow]) -> tuple[ProcessRow, ...]:
    """Returns the processes among `rows` that descend from `root`."""
    children: dict[int, list[ProcessRow]] = {}
    for row in rows:
        children.setdefault(row.parent, []).append(row)
    descendants: list[ProcessRow] = []
    waiting = [root]
    while waiting:
        below = children.pop(waiting.pop(), [])
        descendants += below
        waiting += [row.pid for row in below]
    return tuple(descendants)


class ProcessTable:
    """Remembers across censuses which process belongs to which child.

    A process belongs to its parent's child. An orphan is recognised by an earlier census, by the session or process
    group of its leader, or by its mark.

    Args:
        root: the supervisor's own process number.
        adopters: processes that inherit orphans: the supervisor itself, or process 1.
        mark: see `Mark`; called once for each orphan that is not recognised otherwise.
    """

    def __init__(self, *, root: int, adopters: Iterable[int], mark: Mark) -> None:
        self._root = root
        self._adopters = frozenset(adopters)
        self._mark = mark
        self._owners: dict[ProcessId, int | None] = {}
        self._leaders: dict[int, int] = {}

    def add_leader(self, identity: ProcessId, serial: int) -> None:
        """Adds a child's program, which leads its own session and process group."""
        self._owners[identity] = serial
        self._leaders[identity.pid] = serial

    def forget(self, serial: int) -> None:
        """Forgets a child without processes; other processes may get its numbers."""
        self._leaders = {pid: owner for pid, owner in self._leaders.items() if owner != serial}

    def take(self, rows: Iterable[ProcessRow]) -> Census:
        """Takes a list of all living processes of the system and returns their census."""
        table = {row.pid: row for row in rows if row.pid != self._root}
        seen: dict[int, int | None] = {}
        members: dict[int, list[ProcessRow]] = {}
        unclaimed: list[ProcessRow] = []
        for row in table.values():
            serial = self._owner(row, table, seen)
            if serial is not None:
                members.setdefault(serial, []).append(row)
            elif self._descends(row, table):
                unclaimed.append(row)
        self._owners = {row.identity: seen[row.pid] for row in table.values() if self._is_settled(row, seen)}
        return Census(members={serial: tuple(tree) for serial, tree in members.items()}, unclaimed=tuple(unclaimed))

    def _is_settled(self, row: ProcessRow, seen: Mapping[int, int | None]) -> bool:
        return seen[row.pid] is not None or row.parent in self._adopters

    def _owner(self, row: ProcessRow, table: Mapping[int, ProcessRow], seen: dict[int, int | None]) -> int | None:
        chain: list[ProcessRow] = []
        current: ProcessRow | None = row
        owner: int | None = None
        while current is not None and current.pid not in seen:
            seen[current.pid] = None
            chain.append(current)
            owner = self._own_owner(current)
            if owner is not None:
                break
            current = table.get(current.parent)
        else:
            owner = seen[current.pid] if current is not None else None
        for link in chain:
            seen[link.pid] = owner
        return owner

    def _own_owner(self, row: ProcessRow) -> int | None:
        known = self._owners.get(row.identity)
        if known is not None:
            return known
        founder = self._leaders.get(row.session, self._leaders.get(row.group))
        if founder is not None or row.parent not in self._adopters or row.identity in self._owners:
            return founder
        return self._mark(row.pid)

    def _descends(self, row: ProcessRow, table: Mapping[int, ProcessRow]) -> bool:
        current: ProcessRow | None = row
        for _ in range(len(table)):
            if current is None:
                return False
            if current.parent == self._root:
                return True
            current = table.get(current.parent)
        return False
