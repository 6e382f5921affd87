"""What the supervisor writes into the logs of children: all they print, and a line where each begins and ends."""

import os
import time

from runtime.processes.log_writer import LogWriter
from runtime.processes.wire import Launch


class Logs:
    """The log files of a supervisor's children; a child without one is left out. Owned by the supervisor's loop."""

    def __init__(self) -> None:
        self._writer = LogWriter()
        self._is_trouble_told = False

    def begin(self, command: Launch, pid: int) -> None:
        """A child was started."""
        self._writer.open(command.log)
        self._note(command.log, f"started as process {pid} in {command.cwd}: {' '.join(command.argv)}")

    def refused(self, command: Launch, text: str) -> None:
        """A child could not be started."""
        self._writer.open(command.log)
        self._note(command.log, text)
        self._writer.close(command.log)

    def take(self, path: str, data: bytes) -> None:
        """A child printed these bytes."""
        self._writer.write(path, data)

    def ended(self, path: str, text: str) -> None:
        """The program itself ended; what it left running may still print."""
        self._note(path, text)

    def end(self, path: str) -> None:
        """Nothing of a child is left."""
        self._writer.close(path)

    def troubles(self) -> tuple[str, ...]:
        """What went wrong, once, as a sentence: after the first log that cannot be written the others need none."""
        troubles = self._writer.troubles()
        if not troubles or self._is_trouble_told:
            return ()
        self._is_trouble_told = True
        path, reason = troubles[0]
        return (f"Logs cannot be written to {os.path.dirname(path)}: {reason}. The match goes on without.",)  # noqa: PTH120 - starts faster without pathlib

    def finish(self, timeout_s: float) -> None:
        """The supervisor leaves: what still waits is written if that takes no longer than this."""
        self._writer.end(timeout_s)

    def _note(self, path: str, text: str) -> None:
        line = f"[{time.strftime('%Y-%m-%d %H:%M:%S')} {text}]\n"
        self._writer.write(path, line.encode("utf-8", "replace"))
