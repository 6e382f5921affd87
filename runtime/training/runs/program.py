"""The learner process: owns the learner, its workers and the checkpoints of one run.

`python -m runtime.training.learner_program DOCUMENT FOLDER [--environments DIR] [--resume]` runs the copy of the
document that the front end has put into FOLDER; DIR contains the environments made for bots. Events and commands use
the connection of `wire`; the output is for the log.
"""

import queue
import signal
import sys
import threading
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Final

from runtime.model.messages import message, sentences
from runtime.model.training import RunCommand, RunEvent, StopPhase, StopRun
from runtime.training.runs.conductor import RunConductor, RunFailedError, StopRequestedError
from runtime.training.runs.document import read_run_text
from runtime.training.runs.folder import RunFolder
from runtime.training.runs.session import TooManyFailuresError
from runtime.training.runs.wire import Line, LineClosedError, WireError, connect
from runtime.training.workers import WorkerError

EXIT_OVER: Final = 0
EXIT_ERROR: Final = 1
"""Exit code after an unexpected error; a restart may help."""
EXIT_FAILED: Final = 2
"""Exit code of a failed run; the front end has got the reason."""
RESUME: Final = "--resume"
ENVIRONMENTS: Final = "--environments"
_SIGNALS: Final = ("SIGTERM", "SIGBREAK")


class LineInbox:
    """Commands that a separate thread reads from the connection."""

    def __init__(self, line: Line | None) -> None:
        self._waiting: queue.SimpleQueue[RunCommand] = queue.SimpleQueue()
        self._is_stop_wanted = False
        if line is not None:
            threading.Thread(target=self._read, args=(line,), name="commands", daemon=True).start()

    @property
    def is_stop_wanted(self) -> bool:
        """True if a command to stop the phase or the run is waiting."""
        return self._is_stop_wanted

    def take(self, timeout_s: float | None) -> list[RunCommand]:
        """Returns commands, after waiting up to `timeout_s` for the first."""
        self._is_stop_wanted = False
        commands: list[RunCommand] = []
        try:
            commands.append(self._waiting.get(timeout_s != 0.0, timeout_s))
            while True:
                commands.append(self._waiting.get_nowait())
        except queue.Empty:
            return commands

    def _read(self, line: Line) -> None:
        try:
            while True:
                for command in line.receive(None):
                    self._put(command)
        except (LineClosedError, WireError, OSError):
            self._put(StopRun())

    def _put(self, command: RunCommand) -> None:
        self._waiting.put(command)
        self._is_stop_wanted |= isinstance(command, StopPhase | StopRun)


def main(arguments: Sequence[str]) -> int:
    """Runs the program; returns its exit code."""
    document, folder, rest = Path(arguments[0]), Path(arguments[1]), list(arguments[2:])
    environments = Path(rest[rest.index(ENVIRONMENTS) + 1]) if ENVIRONMENTS in rest else None
    _show_name(folder)
    sys.path.append(str(document.parent))  # users' classes are beside the document
    line = connect()

    def end_at_once(_number: int, _frame: FrameType | None) -> None:
        raise StopRequestedError

    for name in filter(lambda name: hasattr(signal, name), _SIGNALS):
        signal.signal(getattr(signal, name), end_at_once)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl+C in a terminal, the front end asks this process to stop
    try:
        return _run(document, folder, line, is_resumed=RESUME in rest, environments=environments)
    except StopRequestedError:
        return EXIT_ERROR
    finally:
        if line is not None:
            line.close()


def _run(document: Path, folder: Path, line: Line | None, *, is_resumed: bool, environments: Path | None) -> int:
    def emit(event: RunEvent) -> None:
        if line is not None:
            line.send(event)

    reading = read_run_text(RunFolder(folder).text(), document)
    plan = reading.value
    if plan is None:
        raise ValueError(f"The document has errors: {reading.errors}")
    conductor = RunConductor(plan, LineInbox(line), emit, environments=environments)
    where = message("traceback-in-log", "The traceback is at the end of the log: {file}.", file=RunFolder(folder).log)
    try:
        conductor.run(is_resumed=is_resumed)
    except (RunFailedError, TooManyFailuresError, WorkerError) as error:
        traceback.print_exc()
        conductor.save_if_consistent()
        is_of_user = isinstance(error, TooManyFailuresError) or hasattr(error, "__notes__")
        conductor.fail(sentences(error.text, where) if is_of_user else error.text)
        return EXIT_FAILED
    except StopRequestedError:
        conductor.save_if_consistent()
        raise
    except LineClosedError:
        conductor.save_if_consistent()
        return EXIT_ERROR
    else:
        return EXIT_OVER
    finally:
        for survivor in conductor.close():
            sys.stderr.write(f"still running: {survivor}\n")


def _show_name(folder: Path) -> None:
    """Names the process in lists of processes; possible only on Linux."""
    name = f"learner {folder.name}"
    if sys.platform.startswith("linux"):
        Path("/proc/self/comm").write_text(name[:15], encoding="utf-8")
