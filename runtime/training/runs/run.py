"""The front end's side of a run: starts the learner process, passes on events and commands, restarts it within limits.

The learner and its workers are children of the supervisor, so none of them outlives the front end.
"""

import os
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from logging import getLogger
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

from runtime import IMPORT_ROOT
from runtime.files import reason_of
from runtime.locks import FileLock
from runtime.model.events import LinesLogged
from runtime.model.messages import Message, MessageError, message, sentences
from runtime.model.states import Blame
from runtime.model.training import (
    EndReason,
    PauseRun,
    RunChanged,
    RunCommand,
    RunEnded,
    RunEvent,
    RunNoted,
    RunResult,
    RunState,
    RunView,
    StopRun,
)
from runtime.model.values import LogLine
from runtime.processes import (
    ChildEnded,
    ChildEvent,
    ChildFailed,
    ChildOutput,
    ChildSpec,
    ChildStarted,
    ChildSurvived,
    SupervisorClient,
    SupervisorError,
    SupervisorLost,
)
from runtime.quota import RestartCounter
from runtime.training.runs.folder import RunFolder
from runtime.training.runs.plan import RunPlan
from runtime.training.runs.record import RunRecord
from runtime.training.runs.resuming import newest_checkpoint, resume_refusal
from runtime.training.runs.state import TRANSITIONS, RunTrigger
from runtime.training.runs.wire import Line, LineClosedError, LineServer, WireError

LEARNER: Final = "learner"
"""Key of the learner's process and of its log lines."""
START_S: Final = 60.0
"""Time limit for the learner process to connect."""
ASK_S: Final = 5.0
"""Time for the learner to end with a checkpoint after a request; then it gets the termination signal."""
TERMINATE_S: Final = 3.0
"""Time after that signal, before the learner and its workers are killed."""
OVER_S: Final = 20.0
"""Time for the learner process to end after its run, before it is killed; workers may need half of it."""
POLL_S: Final = 0.02
RESUME: Final = "--resume"
ENVIRONMENTS: Final = "--environments"
_ON: Final = (RunState.RUNNING, RunState.PAUSED)
_CANCELLED: Final = message("run-cancelled", "It was stopped.")

_log = getLogger(__name__)


class TrainingRun:
    """Runs a plan once, in the thread that calls `run`; `post` may be called from any thread."""

    def __init__(
        self,
        plan: RunPlan,
        text: str,
        *,
        is_resumed: bool = False,
        python: Path | None = None,
        environments: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Takes a plan and the text of its document.

        `environments` is the folder of the environments of bots; None to make no use of any.
        """
        self._plan = plan
        self._text = text
        self._is_resumed = is_resumed
        self._python = python or Path(sys.executable)
        self._environments = environments
        self._clock = clock
        self._commands: SimpleQueue[RunCommand] = SimpleQueue()

    def post(self, command: RunCommand) -> None:
        """Passes a command to the run; most take effect after the current iteration. Ignored when the run has ended."""
        self._commands.put(command)

    def run(self, emit: Callable[[RunEvent], None]) -> RunResult:
        """Runs the plan; returns when no part of the run is running any more.

        `emit` is called in this thread with every event; it must not block. The last event is `RunEnded`.
        """
        folder = RunFolder(self._plan.folder)
        view = RunRecord(self._plan).view()
        lock = folder.lock
        try:
            self._take(folder, lock, emit)
            document = self._plan.document.absolute()
            program = (str(self._python), "-P", "-m", "runtime.training.learner_program")
            environments = () if self._environments is None else (ENVIRONMENTS, str(self._environments.absolute()))
            child = ChildSpec(
                key=LEARNER,
                argv=(*program, str(document), str(folder.path), *environments),
                cwd=document.parent,  # paths are relative to the document; -P keeps modules there off the path
                grace_s=ASK_S,
                terminate_s=TERMINATE_S,
                log=folder.log,
            )
            restarts = RestartCounter(self._plan.learner_quota)
            running = _RunningRun(child, view, restarts, commands=self._commands, emit=emit, clock=self._clock)
            result = running.run(is_resumed=self._is_resumed)
        except _RefusedError as refused:
            failed = replace(view, state=RunState.ERROR, end=EndReason.FAILED, text=refused.text)
            result = RunResult(view=failed, blame=refused.blame)
        finally:
            lock.release()
        emit(RunEnded(result=result))
        return result

    def _take(self, folder: RunFolder, lock: FileLock, emit: Callable[[RunEvent], None]) -> None:
        """Locks the run's folder and prepares it.

        Raises:
            _RefusedError: It cannot be used, or its checkpoints belong to another configuration.
        """
        try:
            if not lock.try_acquire():
                text = message("run-locked", "The run is already running: {folder} is in use.", folder=folder.path)
                raise _RefusedError(text, Blame.INFRASTRUCTURE)
            if self._is_resumed:
                checkpoint = newest_checkpoint(self._plan)
                refusal = resume_refusal(self._plan, checkpoint) if checkpoint is not None else None
                if refusal is not None:
                    raise _RefusedError(refusal, Blame.DOCUMENT)
            elif folder.is_used:
                former = folder.set_aside()
                text = message("run-set-aside", "The files of the former run are kept in {folder}.", folder=former)
                emit(RunNoted(text=text))
            folder.begin(self._text)
        except OSError as error:
            text = message(
                "run-folder-unusable",
                "The folder of the run, {folder}, cannot be used: {reason}. Name another one with folder in [run].",
                folder=folder.path,
                reason=reason_of(error),
            )
            raise _RefusedError(text, Blame.INFRASTRUCTURE) from error


class _RefusedError(MessageError):
    """The run cannot begin."""

    def __init__(self, text: Message, blame: Blame) -> None:
        super().__init__(text)
        self.blame = blame


class _RunningRun:
    """One run for as long as it needs its learner process; owned by the thread that runs it."""

    def __init__(
        self,
        child: ChildSpec,
        view: RunView,
        restarts: RestartCounter,
        *,
        commands: "SimpleQueue[RunCommand]",
        emit: Callable[[RunEvent], None],
        clock: Callable[[], float],
    ) -> None:
        self._child = child
        self._view = view
        self._restarts = restarts
        self._commands = commands
        self._emit = emit
        self._clock = clock
        self._began_s = clock()
        self._supervisor = SupervisorClient()
        self._server = LineServer()
        self._line: Line | None = None
        self._pid: int | None = None
        self._connect_by_s: float | None = None
        self._end_by_s: float | None = None
        self._is_stopping = False
        self._is_alive = False
        self._last_words = ""
        """The last line that the learner printed."""
        self._cause: Message | None = None
        """Reason why we stopped the current learner."""
        self._blame = Blame.NOBODY
        self._survivors: tuple[str, ...] = ()
        self._early: list[RunCommand] = []
        """Commands from the time when no learner was connected."""

    def run(self, *, is_resumed: bool) -> RunResult:
        """Runs until the run is over; no part of it is running when this returns or raises."""
        try:
            self._supervisor.start()
            self._launch(is_resumed=is_resumed)
            while self._is_alive:
                self._tick()
        except SupervisorError as error:
            self._fail(error.text, Blame.INFRASTRUCTURE)
        finally:
            self._close_line()
            self._server.close()
            self._survivors += self._supervisor.close()
        return RunResult(view=self._view, blame=self._blame, survivors=self._survivors)

    def _tick(self) -> None:
        self._pass_commands()
        self._receive()
        for event in self._supervisor.poll(0.0 if self._line is not None else POLL_S):
            self._handle_child(event)
        if self._connect_by_s is not None and self._line is None and self._clock() >= self._connect_by_s:
            self._connect_by_s = None
            self._give_up(
                message("learner-silent", "The learner process did not connect within {seconds:g} s.", seconds=START_S)
            )
        if self._end_by_s is not None and self._is_alive and self._clock() >= self._end_by_s:
            self._end_by_s = None
            self._kill_lingering()

    def _launch(self, *, is_resumed: bool) -> None:
        argv = (*self._child.argv, RESUME) if is_resumed else self._child.argv
        self._connect_by_s = self._clock() + START_S
        self._last_words, self._cause = "", None
        self._is_alive = True
        self._supervisor.launch(replace(self._child, argv=argv, environment=_environment(self._server)))

    def _pass_commands(self) -> None:
        while True:
            try:
                command = self._commands.get_nowait()
            except Empty:
                return
            if isinstance(command, StopRun):
                self._stop()
            elif self._line is None:
                self._early.append(command)
            else:
                self._send(command)

    def _stop(self) -> None:
        """Asks the learner to end; if necessary, the supervisor continues with the termination signal and the kill."""
        if not self._is_stopping:
            self._is_stopping = True
            self._send(StopRun())
        self._supervisor.stop(LEARNER)

    def _give_up(self, cause: Message) -> None:
        """Stops a learner that no longer works; it may be restarted."""
        self._cause = cause
        self._supervisor.stop(LEARNER, 0.0)

    def _kill_lingering(self) -> None:
        text = message(
            "learner-lingers",
            "The learner process still ran {seconds:g} s after the end of the run, and is killed. A thread that the "
            "learner started may not have ended.",
            seconds=OVER_S,
        )
        self._emit(RunNoted(text=text, is_warning=True))
        self._supervisor.stop(LEARNER, 0.0)

    def _send(self, command: RunCommand) -> None:
        if self._line is not None:
            try:
                self._line.send(command)
            except LineClosedError:
                self._close_line()

    def _receive(self) -> None:
        if self._line is None:
            self._line = self._server.accept() if self._connect_by_s is not None else None
            if self._line is None:
                return
            self._connect_by_s = None
            early, self._early = self._early, []
            for command in (*early, *([StopRun()] if self._is_stopping else [])):
                self._send(command)
            return
        try:
            for event in self._line.receive(POLL_S):
                self._pass_event(event)
        except LineClosedError:
            self._close_line()
        except WireError as error:
            _log.warning("The learner sent an unknown event: %s", error)
            self._give_up(message("learner-garbled", "The learner process sent something that is not an event."))

    def _pass_event(self, event: RunEvent) -> None:
        if isinstance(event, RunChanged):
            self._show(event.view)
            if event.view.state.is_over and self._end_by_s is None:
                self._end_by_s = self._clock() + OVER_S
        else:
            self._emit(event)

    def _show(self, view: RunView) -> None:
        self._view = replace(view, learner_pid=self._pid, learner_restarts=self._restarts.budget(self._clock()))
        self._emit(RunChanged(view=self._view))

    def _handle_child(self, event: ChildEvent) -> None:
        match event:
            case ChildStarted(pid=pid):
                self._pid = pid
                self._show(self._view)
            case ChildOutput(lines=lines):
                self._last_words = next((line for line in reversed(lines) if line.strip()), self._last_words)
                time_s = self._clock() - self._began_s
                self._emit(LinesLogged(lines=tuple(LogLine(key=LEARNER, text=line, time_s=time_s) for line in lines)))
            case ChildFailed(text=text):
                self._is_alive = False
                self._fail(text, Blame.INFRASTRUCTURE)
            case ChildEnded():
                self._drain()
                self._on_end(event)
            case ChildSurvived(survivors=survivors):
                self._survivors = survivors
            case SupervisorLost(text=text, survivors=survivors):
                self._is_alive = False
                self._survivors = survivors
                self._fail(text, Blame.INFRASTRUCTURE)
            case _:
                pass

    def _drain(self) -> None:
        """Handles the events that the learner sent before it ended."""
        with suppress(LineClosedError, WireError):
            while self._line is not None and (events := self._line.receive(POLL_S)):
                for event in events:
                    self._pass_event(event)
        self._close_line()
        self._pid = None

    def _on_end(self, event: ChildEnded) -> None:
        self._is_alive = False
        if self._view.state.is_over:
            self._blame = Blame.MATCH if self._view.state is RunState.ERROR else Blame.NOBODY
            self._show(replace(self._view, workers=()))
        elif self._is_stopping:
            self._end(EndReason.CANCELLED, RunTrigger.END, _CANCELLED)
        else:
            self._restart(self._cause or self._cause_of(event))

    def _cause_of(self, event: ChildEnded) -> Message:
        cause = message("learner-died", "The learner process ended unexpectedly: {ending}.", ending=event.text)
        if event.code and self._last_words:
            line = self._last_words.strip().rstrip(".")
            return sentences(cause, message("learner-last-line", "Its last line was: {line}.", line=line))
        return cause

    def _restart(self, cause: Message) -> None:
        """Starts the learner again, from the newest complete checkpoint, if the quota allows it."""
        refused = self._restarts.request(self._clock())
        if refused is not None:
            text = message(
                "output-in-log", "Its output is at the end of the log: {file}.", file=RunFolder(self._view.folder).log
            )
            self._fail(sentences(cause, refused, text), Blame.MATCH)
            return
        text = message("learner-restarts", "The learner is restarted from the newest complete checkpoint.")
        self._emit(RunNoted(text=sentences(cause, text), is_warning=True))
        if self._view.state is RunState.PAUSED:
            self._early.insert(0, PauseRun())
        self._show(replace(self._view, state=RunState.SCHEDULED, text=cause, workers=()))
        self._launch(is_resumed=True)

    def _fail(self, text: Message, blame: Blame) -> None:
        self._blame = blame
        if not self._view.state.is_over:
            self._end(EndReason.FAILED, RunTrigger.FAIL, text)

    def _end(self, reason: EndReason, trigger: RunTrigger, text: Message) -> None:
        phases = tuple(
            replace(phase, state=TRANSITIONS.after(phase.state, trigger), end=reason, text=text)
            if phase.state in _ON
            else phase
            for phase in self._view.phases
        )
        state = TRANSITIONS.after(self._view.state, trigger)
        self._show(replace(self._view, state=state, end=reason, text=text, phases=phases, workers=()))

    def _close_line(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


def _environment(server: LineServer) -> Mapping[str, str]:
    """Returns variables for finding our packages and the connection; one thread is enough for numpy's small arrays."""
    python_path = os.pathsep.join(filter(None, [str(IMPORT_ROOT), os.environ.get("PYTHONPATH", "")]))
    return {"PYTHONPATH": python_path, "OPENBLAS_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1", **server.environment}
