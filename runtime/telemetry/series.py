"""Bounded history for plots: the newest samples always lie in one contiguous array, so that drawing copies nothing."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class Series:
    """The last `capacity` samples of `channels` values that share a time axis; owned by one thread.

    A mirrored ring: every sample is written at `i` and at `i + capacity`, so the newest samples are one slice. The
    arrays that `times_s` and `values` return are views: they stay right until the next `append` or `clear`.
    """

    __slots__ = ("_capacity", "_length", "_next", "_times", "_values")

    def __init__(self, *, channels: int, capacity: int) -> None:
        if channels < 1 or capacity < 1:
            raise ValueError(f"A series needs at least one channel and one sample, not {channels} and {capacity}.")
        self._capacity = capacity
        self._times = np.zeros(2 * capacity)
        self._values = np.zeros((channels, 2 * capacity))
        self._next = 0
        self._length = 0

    def __len__(self) -> int:
        return self._length

    @property
    def channels(self) -> int:
        """Number of values per sample."""
        return int(self._values.shape[0])

    @property
    def capacity(self) -> int:
        """Maximum number of samples that are kept."""
        return self._capacity

    def append(self, time_s: float, values: Sequence[float] | NDArray[np.float64]) -> None:
        """Adds a sample, in place of the oldest when the series is full.

        Raises:
            ValueError: not exactly one value per channel.
        """
        if len(values) != self.channels:
            raise ValueError(f"A sample of this series has {self.channels} values, not {len(values)}.")
        first, mirror = self._next, self._next + self._capacity
        self._times[first] = self._times[mirror] = time_s
        self._values[:, first] = values
        self._values[:, mirror] = values
        self._next = (first + 1) % self._capacity
        self._length = min(self._length + 1, self._capacity)

    def times_s(self, newest: int | None = None) -> NDArray[np.float64]:
        """The times of the `newest` samples (default: all), oldest first; shape (n,), a view."""
        return self._times[self._slice(newest)]

    def values(self, newest: int | None = None) -> NDArray[np.float64]:
        """The values of the `newest` samples (default: all), oldest first: shape (channels, n), a view."""
        return self._values[:, self._slice(newest)]

    def clear(self) -> None:
        """Discards all samples."""
        self._next = self._length = 0

    def _slice(self, newest: int | None) -> slice:
        count = self._length if newest is None else max(0, min(newest, self._length))
        end = self._next + self._capacity
        return slice(end - count, end)
