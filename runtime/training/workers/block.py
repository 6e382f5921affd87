"""The memory that a worker shares with its pool: actions in, observations, rewards and endings out."""

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
    """With a list of seeds, or None, in the pipe."""
    ROLLOUT = 3
    """With a `RolloutRequest` in the pipe."""
    CALL = 4
    """With a function in the pipe that is called with the environment."""


class Status(IntEnum):
    """The outcome of the order."""

    DONE = 1
    MESSAGE = 2
    """Done; a `Note` is in the pipe."""
    FAILED = 3
    """A `Failure` is in the pipe, and the worker ends."""


class Field(IntEnum):
    """Places in the head of a block."""

    COMMAND = 0
    STATUS = 1
    HAS_PARAMETERS = 2
    """Parameters of the environment are in the pipe before anything else."""
    CLOSING = 3
    """The worker ends after the present step."""
    PROGRESS = 4
    """Steps of the environments since the worker was started; grows during a rollout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Sizes of the arrays, as an environment has them."""

    arenas: int
    agents: int
    """Agents per arena."""
    observation_size: int
    action_shape: tuple[int, ...]
    """Shape of one agent's action: () for one choice of several."""
    action_type: str
    """Name of the actions' type in numpy."""
    reward_terms: tuple[str, ...]

    @property
    def size(self) -> int:
        """Returns the number of bytes of all arrays."""
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
        """Places the arrays in `memory`, or in memory of its own."""
        if memory is None:
            memory = bytearray(layout.size)
        self._arrays: dict[str, NDArray[Any]] = {}
        place = 0
        for array, (shape, kind) in layout.arrays().items():
            self._arrays[array] = np.ndarray(shape, kind, memory, place)
            place += _aligned(shape, kind)

    def __getitem__(self, array: str) -> NDArray[Any]:
        """Returns the array with this name; a view, which nobody may hold when the block is closed."""
        return self._arrays[array]

    def get(self, field: Field) -> int:
        """Returns a number of the head."""
        return int(self._arrays["head"][field])

    def put(self, field: Field, value: int) -> None:
        """Sets a number of the head."""
        self._arrays["head"][field] = value

    def close(self) -> None:
        """Gives up the views."""
        self._arrays.clear()


class SharedBlock(Block):
    """Arrays in shared memory; created by the pool, opened by the worker."""

    def __init__(self, layout: Layout, name: str | None = None) -> None:
        """Creates the memory, or opens that with this name.

        Raises:
            OSError: the system has no memory left to share, or none with this name.
        """
        self._memory = SharedMemory(name, create=name is None, size=layout.size)
        super().__init__(layout, self._memory.buf)

    @property
    def name(self) -> str:
        """The name by which the worker opens the memory."""
        return self._memory.name

    def unlink(self) -> None:
        """Removes the name, once both sides have the memory open: nothing is left behind, however they end."""
        self._memory.unlink()

    def close(self) -> None:
        """Gives up this side's access; the views go first, as the memory cannot be released under them."""
        super().close()
        self._memory.close()


def _aligned(shape: tuple[int, ...], kind: DTypeLike) -> int:
    """Returns the number of bytes that an array takes up with its padding."""
    return -(-int(np.prod(shape)) * np.dtype(kind).itemsize // _ALIGNMENT) * _ALIGNMENT
