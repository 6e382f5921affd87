"""The folder of a run: the document at its start, checkpoints, metrics and logs.

`metrics.jsonl` is append-only. A line is `{"name", "step", "wall_s", "value", "phase"}`, or `{"rewind": STEP}` if the
run continued from an older checkpoint. Then points after that step, written before that line, no longer count.
"""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from runtime.codec import CodecError, convert, decode, encode
from runtime.documents.source import MAX_BYTES
from runtime.files import is_there, read_file, read_text, write_atomically
from runtime.locks import FileLock
from runtime.model.training import MetricPoint
from runtime.training.runs.checkpoints import CheckpointStore

_MAX_METRICS: Final = 1 << 30
_IGNORE: Final = b"*\n"


class RunFolder:
    """The files of one run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def metrics(self) -> Path:
        """The file of all metrics."""
        return self.path / "metrics.jsonl"

    @property
    def results(self) -> Path:
        """The log of games against the gallery."""
        return self.path / "results.jsonl"

    @property
    def log(self) -> Path:
        """The output of the learner and its workers."""
        return self.path / "learner.log"

    @property
    def opponents(self) -> Path:
        """The folder of older policies used as opponents."""
        return self.path / "opponents"

    @property
    def lock(self) -> FileLock:
        """The lock that a running run holds."""
        return FileLock(self.path.with_name(f".{self.path.name}.lock"))

    def store(self, kept: int = 5) -> CheckpointStore:
        """Returns the checkpoints."""
        return CheckpointStore(self.path / "checkpoints", kept=kept)

    @property
    def is_used(self) -> bool:
        """True if a run has been started in it."""
        return is_there(self._document)

    def begin(self, text: str) -> None:
        """Creates the folder, with the text of the run's document.

        Raises:
            OSError: It cannot be written.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        write_atomically(self._document, text.encode())
        write_atomically(self.path / ".gitignore", _IGNORE)

    def text(self) -> str:
        """Returns the document's text from the start of the run.

        Raises:
            OSError: It cannot be read.
        """
        return read_text(self._document, MAX_BYTES)

    def set_aside(self) -> Path:
        """Renames the folder, so the run can start over; returns the new path.

        Raises:
            OSError: It cannot be renamed.
        """
        number = next(number for number in range(1, 1_000_000) if not self._former(number).exists())
        return self.path.rename(self._former(number))

    @property
    def _document(self) -> Path:
        return self.path / "started.toml"

    def _former(self, number: int) -> Path:
        return self.path.with_name(f"{self.path.name}.{number}")


class MetricsLog:
    """Appends to the metrics of a run; used by one process at a time."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab+")
        if self._file.tell():
            self._file.seek(-1, os.SEEK_END)
            if self._file.read(1) != b"\n":  # the last process ended while it wrote this line
                self._file.write(b"\n")

    def append(self, points: Iterable[MetricPoint]) -> None:
        """Writes points."""
        self._write(points)

    def rewind(self, step: int) -> None:
        """Records that the run continues from an older checkpoint."""
        self._write([{"rewind": step}])

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def _write(self, lines: Iterable[MetricPoint | Mapping[str, int]]) -> None:
        self._file.write(b"".join(encode(line) + b"\n" for line in lines))
        self._file.flush()


def read_metrics(path: Path) -> tuple[MetricPoint, ...]:
    """Returns the valid metrics of a run, oldest first; skips damaged lines."""
    points: list[MetricPoint] = []
    try:
        lines = read_file(path, _MAX_METRICS).splitlines()
    except OSError:
        return ()
    for line in lines:
        with suppress(CodecError):
            content = decode(line, dict[str, Any])
            rewind = content.get("rewind")
            if isinstance(rewind, int):
                points = [point for point in points if point.step <= rewind]
            else:
                points.append(convert(content, MetricPoint))
    return tuple(points)
