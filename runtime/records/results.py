"""Finished games as rows of an append-only log: one JSON object per line, in the order in which the games ended."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from runtime.codec import CodecError, decode, encode
from runtime.files import read_file

_MAX_LOG: Final = 1 << 28


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """One game between two contestants; both teams have the same size."""

    blue: str
    """Key of the contestant that drives the blue cars."""
    orange: str
    score: tuple[int, int] = (0, 0)
    """Goals of blue and orange."""
    seed: int = 0
    seconds: float = 0.0
    """Game time played."""
    reason: str = ""
    """Reason why the game does not count; empty if it counts."""
    forfeited_by: int | None = None
    """The team that lost by default, regardless of the score."""

    @property
    def share_of_blue(self) -> float:
        """1 for a victory of blue, 0.5 for a draw, 0 for a defeat."""
        if self.forfeited_by is not None:
            return float(self.forfeited_by == 1)
        blue, orange = self.score
        return 0.5 if blue == orange else float(blue > orange)


class ResultLog:
    """An append-only file of results; a line that a crash cut short is ignored, and the next result ends it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def append(self, result: GameResult) -> None:
        """Adds a result and forces it to the disk.

        Raises:
            OSError: The file cannot be written.
        """
        line = encode(result) + b"\n"
        with self.path.open("a+b") as file:
            if file.seek(0, os.SEEK_END):
                file.seek(-1, os.SEEK_END)
                line = line if file.read(1) == b"\n" else b"\n" + line
            file.write(line)
            file.flush()
            os.fsync(file.fileno())

    def results(self) -> tuple[GameResult, ...]:
        """Returns all results in order; empty if there is no file.

        Raises:
            OSError: The file cannot be read.
        """
        try:
            data = read_file(self.path, _MAX_LOG)
        except FileNotFoundError:
            return ()
        return tuple(_results(data.splitlines()))


def _results(lines: Iterable[bytes]) -> Iterator[GameResult]:
    for line in lines:
        with suppress(CodecError):  # cut short by a crash
            yield decode(line, GameResult)
