"""The memory that a worker shares with its pool: actions in one direction, results of steps in the other."""

from dataclasses import dataclass
from enum import IntEnum
from multiprocessing.shared_memory import SharedMemory
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

_ALIGNMENT: Final = 64


class Command(IntEnum):
    """The order that a worker finds in its block when its semaphore is released."""

    STEP = 1
    RESET = 2
    """The pipe contains a list of seeds, or None."""
    ROLLOUT = 3
    """The pipe contains a `RolloutRequest`."""
    CALL = 4
    """The pipe contains a function, which is called with the environment."""


class Status(IntEnum):
    """The result of the order."""

    DONE = 1
    MESSAGE = 2
    """Done; a `Note` is in the pipe."""
    FAILED = 3
    """A `Failure` is in the pipe; the worker ends."""


class Field(IntEnum):
    """Positions in the head of a block."""

    COMMAND = 0
    STATUS = 1
    HAS_PARAMETERS = 2
    """The pipe contains parameters of the environment before anything else."""
    CLOSING = 3
    """The worker ends after the current step."""
    PROGRESS = 4
    """Steps of the environments since the worker was started; it also grows during a rollout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Sizes of an environment's arrays."""

    arenas: int
    agents: int
    """Agents per arena."""
    observation_size: int
    action_shape: tuple[int, ...]
    """Shape of one agent's action: () for a single choice."""
    action_type: str
    """Name of the actions' numpy type."""
    action_count: int | None
    """Number of discrete actions; None for vectors."""
    reward_terms: tuple[str, ...]

    @property
    def size(self) -> int:
        """The number of bytes of all arrays."""
        return sum(_aligned(shape, kind) for shape, kind in self.arrays().values())

    def arrays(self) -> dict[str, tuple[tuple[int, ...], DTypeLike]]:
        """Returns shape and type of each array by name."""
        rows = (self.arenas, self.agents)
        observations = ((*rows, self.observation_size), np.float32)
        return {
            "head": ((len(Field),), np.int64),
            "actions": ((*rows, *self.action_shape), self.action_type),
            "observations": observations,
            "final_observations": observations,
            "rewards": (rows, np.float32),
            "reward_terms": ((*rows, len(self.reward_terms)), np.float32),
            "terminated": ((self.arenas,), np.bool_),
            "truncated": ((self.arenas,), np.bool_),
        }


class Block:
    """The arrays of one worker in some memory."""

    def __init__(self, layout: Layout, memory: bytearray | memoryview | None = None) -> None:
        """Places the arrays in `memory`; allocates memory if it is None."""
        if memory is None:
            memory = bytearray(layout.size)
        self._arrays: dict[str, NDArray[Any]] = {}
        place = 0
        for array, (shape, kind) in layout.arrays().items():
            self._arrays[array] = np.ndarray(shape, kind, memory, place)
            place += _aligned(shape, kind)

    def __getitem__(self, array: str) -> NDArray[Any]:
        """Returns the array with this name, as a view; release all views before closing the block."""
        return self._arrays[array]

    def get(self, field: Field) -> int:
        """Returns a number of the head."""
        return int(self._arrays["head"][field])

    def put(self, field: Field, value: int) -> None:
        """Sets a number of the head."""
        self._arrays["head"][field] = value

    def close(self) -> None:
        """Releases the views."""
        self._arrays.clear()


class SharedBlock(Block):
    """Arrays in shared memory; created by the pool, opened by the worker."""

    def __init__(self, layout: Layout, name: str | None = None) -> None:
        """Creates the memory, or opens the memory with this name.

        Raises:
            OSError: the system has no shared memory left, or none with this name.
        """
        self._memory = SharedMemory(name, create=name is None, size=layout.size)
        super().__init__(layout, self._memory.buf)

    @property
    def name(self) -> str:
        """The name by which the worker opens the memory."""
        return self._memory.name

    def unlink(self) -> None:
        """Removes the name after both sides have opened the memory, so nothing is left behind, however they end."""
        self._memory.unlink()

    def close(self) -> None:
        """Closes this side's access; releases the views first, because memory with views cannot be released."""
        super().close()
        self._memory.close()


def _aligned(shape: tuple[int, ...], kind: DTypeLike) -> int:
    """Returns the number of bytes that an array takes up with its padding."""
    return -(-int(np.prod(shape)) * np.dtype(kind).itemsize // _ALIGNMENT) * _ALIGNMENT
