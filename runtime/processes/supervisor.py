"""The supervisor program: starts the processes of a match, passes on their output, and outlives none of them.

`python -m runtime.processes.supervisor RUN_ID [OWNER [RECORD]]` reads commands from standard input and writes events to
standard output (`runtime.processes.wire`). When standard input ends, also because its writer dies, it kills all direct
and indirect child processes and ends. It is one loop with deadlines that never blocks; a thread writes the logs. OWNER
identifies the launcher in the environment of children. RECORD is the file in which every process of the run is noted
(`runtime.processes.records`).
"""

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Final

from runtime.model.messages import message
from runtime.processes.census import Census, ProcessRow
from runtime.processes.child import BATCH_S, Child, StopStep
from runtime.processes.endings import ending, start_error
from runtime.processes.environment import child_environment
from runtime.processes.logs import Logs
from runtime.processes.pipes import PEER, Pipes, open_pipes
from runtime.processes.platforms import native_platform, stand_guard
from runtime.processes.platforms.interface import Platform
from runtime.processes.records import RecordWriter, identity_of, owners_of, owners_text
from runtime.processes.wire import (
    ChildCleared,
    ChildEnded,
    ChildEvent,
    ChildFailed,
    ChildNotice,
    ChildStarted,
    ChildSurvived,
    Command,
    Launch,
    PrintStacks,
    StopAll,
    SupervisorClosed,
    SupervisorReady,
    WireError,
    command_from_line,
    to_line,
)

CENSUS_S: Final = 1.0
"""Time between two censuses of all processes while nothing is being stopped."""
STOPPING_CENSUS_S: Final = 0.05
"""Time between two censuses while something is being stopped; the end of a child also triggers one."""
SWEEP_S: Final = 2.0
"""Time for killing everything at the end; after this, the survivors are reported."""
SWEEP_AGAIN_S: Final = 0.005
UNSEEN: Final = "processes that start each other faster than they can be found"
FLUSH_S: Final = 0.5
"""Time limit for the last events to reach the client."""
MAX_BACKLOG: Final = 1 << 20
"""If the client is this many bytes behind, children's output stays in their buffers, which drop the excess."""


class Supervisor:
    """The loop of the program; owned by the main thread."""

    def __init__(
        self,
        *,
        platform: Platform,
        pipes: Pipes,
        clock: Callable[[], float] = time.monotonic,
        run_id: str,
        owners: str = "",
        record_file: str | None = None,
    ) -> None:
        self._record = RecordWriter(record_file, run_id, owners)
        self._platform = platform
        self._pipes = pipes
        self._clock = clock
        self._run_id = run_id
        self._owners = owners
        self._logs = Logs()
        self._are_processors_refused = False
        self._children: dict[int, Child] = {}
        self._last_serial = PEER
        self._commands = b""
        self._is_closing = False
        self._last_census = clock()
        self._next_census = self._last_census + CENSUS_S

    def run(self) -> tuple[str, ...]:
        """Serves until the commands end; returns descriptions of processes that could not be killed."""
        self._platform.become_root()
        self._emit(SupervisorReady(pid=os.getpid()))
        try:
            while not self._is_closing and not self._pipes.is_cut:
                self._tick()
        finally:
            survivors = self._sweep()
        if not survivors:
            self._record.delete()
        self._finish(survivors)
        return survivors

    def close(self) -> None:
        """Ends `run`; may be called from a signal handler."""
        self._is_closing = True

    def _tick(self) -> None:
        deadlines = [self._next_census, *(child.deadline for child in self._children.values())]
        wait_s = min(max(0.0, min(deadlines) - self._clock()), self._platform.max_wait_s)
        for source, data in self._pipes.wait(wait_s):
            self._receive(source, data)
        now = self._clock()
        self._check_endings(now)
        self._count(now)
        for child in tuple(self._children.values()):
            self._apply_stop_step(child, now)
            self._pass_output(child, now)
            self._conclude(child, now)

    def _receive(self, source: int, data: bytes) -> None:
        if source != PEER:
            self._receive_output(source, data)
        elif not data:
            self._is_closing = True
        else:
            *lines, self._commands = (self._commands + data).split(b"\n")
            for line in lines:
                self._handle(line)

    def _receive_output(self, serial: int, data: bytes) -> None:
        child = self._children.get(serial)
        if child is None or not data:
            self._pipes.remove(serial)
        if child is not None:
            self._logs.write(child.command.log, data)
            if child.receive(data, self._clock()):
                self._pipes.pause(serial)

    def _handle(self, line: bytes) -> None:
        try:
            command: Command = command_from_line(line)
        except WireError as error:
            sys.stderr.write(f"supervisor: {error}\n")
            return
        if isinstance(command, Launch):
            self._launch(command)
            return
        self._next_census = now = self._clock()
        for child in self._children.values():
            if isinstance(command, StopAll) or child.key == command.key:
                if isinstance(command, PrintStacks):
                    self._platform.print_stacks(self._census().of(child.serial))
                else:
                    child.stop(now, command.grace_s, command.reason)

    def _launch(self, command: Launch) -> None:
        for former in [child for child in self._children.values() if child.key == command.key]:
            former.is_superseded = True
            former.stop(self._clock(), 0.0)
        self._last_serial += 1
        serial = self._last_serial
        environment = child_environment(
            os.environ, command.environment, run_id=self._run_id, serial=serial, owners=self._owners
        )
        self._logs.open(command.log)
        started_at = self._clock()
        try:
            spawned = self._platform.spawn(serial, command.argv, command.cwd, environment)
        except (OSError, ValueError) as error:
            text = start_error(error, command.argv[0], command.cwd)
            self._logs.note(command.log, text)
            self._logs.close(command.log)
            self._emit(ChildFailed(key=command.key, text=text))
            return
        child = self._children[serial] = Child(serial=serial, command=command, now=started_at)
        self._pipes.add(serial, spawned.output)
        self._logs.note(command.log, f"started as process {spawned.pid} in {command.cwd}: {' '.join(command.argv)}")
        self._emit(ChildStarted(key=command.key, pid=spawned.pid))
        self._set_processors(child, [spawned.pid])
        identity = identity_of(spawned.pid)
        self._record.add([identity] if identity is not None else [])

    def _check_endings(self, now: float) -> None:
        for child in self._children.values():
            returncode = self._platform.returncode(child.serial) if child.leader_ending is None else None
            if returncode is not None:
                through_shell = "-c" in child.command.argv[1:2]
                how = ending(returncode, windows=self._platform.is_windows, through_shell=through_shell)
                child.end_leader(how, now)
                self._next_census = now
        if self._platform.reap_orphans():
            self._next_census = now

    def _count(self, now: float) -> None:
        is_stopping = any(child.is_stopping for child in self._children.values())
        if now < min(self._next_census, self._last_census + (STOPPING_CENSUS_S if is_stopping else CENSUS_S)):
            return
        census = self._census()
        lost = [row for serial in census.members.keys() - self._children.keys() - {0} for row in census.of(serial)]
        if lost:  # of a child that seemed to have no process left
            self._platform.kill(lost)
        for child in self._children.values():
            child.take_census(census.of(child.serial), now)
            is_excess_new = child.check_memory(now)
            if child.is_usage_due(now) or (is_excess_new and child.is_killed_by_limit):
                self._sample(child, now)
            if is_excess_new and child.excess is not None and not child.is_killed_by_limit:
                text = message("memory-limit-notice", "Above its memory limit: {excess}.", excess=child.excess)
                self._emit_for(child, ChildNotice(key=child.key, text=text))
        self._emit_log_failure()
        self._last_census = now
        self._next_census = now + (STOPPING_CENSUS_S if is_stopping else CENSUS_S)

    def _census(self) -> Census:
        census = self._platform.census()
        self._record.add(row.identity for row in census.everything)
        return census

    def _emit_log_failure(self) -> None:
        failure = self._logs.failure()
        if failure is not None:
            self._emit(ChildNotice(key="", text=failure))

    def _sample(self, child: Child, now: float) -> None:
        """Emits the usage of a child; restricts processes that have escaped from its processors."""
        usage = child.usage(now, handles=self._platform.handles(child.rows))
        if not child.is_superseded and self._pipes.backlog < MAX_BACKLOG:
            self._emit(usage)
        self._set_processors(child, [row.pid for row in child.rows])

    def _set_processors(self, child: Child, pids: Sequence[int]) -> None:
        """Restricts processes to the child's processors, if it has any; a refusal is reported once."""
        refusal = self._platform.set_processors(pids, child.command.cores) if child.command.cores else None
        if refusal is not None and not self._are_processors_refused:
            self._are_processors_refused = True
            self._emit(ChildNotice(key="", text=refusal))

    def _apply_stop_step(self, child: Child, now: float) -> None:
        step = child.stop_step(now)
        if step is StopStep.NOTHING:
            return
        child.take_census(self._census().of(child.serial), now)
        if step is StopStep.TERMINATE:
            self._platform.terminate(child.rows)
        else:
            self._platform.kill(child.rows)
        if step is StopStep.REPORT_SURVIVORS and child.rows:
            self._emit(ChildSurvived(key=child.key, survivors=tuple(row.description for row in child.rows)))

    def _pass_output(self, child: Child, now: float) -> None:
        if now < child.batch_at:
            return
        self._pipes.resume(child.serial)
        if self._pipes.backlog >= MAX_BACKLOG:
            child.batch_at = now + BATCH_S
            return
        for output in child.take_output():
            self._emit_for(child, output)

    def _conclude(self, child: Child, now: float) -> None:
        """Reports the ending once the output is complete; forgets the child once it has no processes."""
        if child.leader_ending is None or not child.is_drained(now):
            return
        is_empty = child.is_empty
        if is_empty or not child.is_reported:
            for output in child.take_output(is_last=is_empty):
                self._emit_for(child, output)
        if not child.is_reported and (is_empty or not child.is_stopping):
            self._report_ending(child)
        elif is_empty:
            self._emit_for(child, ChildCleared(key=child.key))
        if is_empty:
            child.close()
            self._forget(child)

    def _report_ending(self, child: Child) -> None:
        child.is_reported = True
        if child.leader_ending is None:
            return
        self._logs.note(child.command.log, child.ending_text)
        event = ChildEnded(
            key=child.key,
            code=child.leader_ending.code,
            signal=child.leader_ending.signal,
            text=child.ending_text,
            asked=child.was_asked,
            leftovers=len(child.rows),
        )
        self._emit_for(child, event)

    def _forget(self, child: Child) -> None:
        self._pipes.remove(child.serial)
        self._platform.forget(child.serial)
        self._logs.close(child.command.log)
        del self._children[child.serial]

    def _emit_for(self, child: Child, event: ChildEvent) -> None:
        if not child.is_superseded:
            self._emit(event)

    def _emit(self, event: ChildEvent) -> None:
        self._pipes.send(to_line(event))

    def _sweep(self) -> tuple[str, ...]:
        """Kills all processes of the run until none is left, even if other steps fail; returns the survivors."""
        end = self._clock() + SWEEP_S
        while True:
            rows = self._remaining()
            if not rows and self._platform.is_childless():
                return ()
            if self._clock() >= end:
                return tuple(row.description for row in rows) or (UNSEEN,)
            self._platform.kill(rows)
            try:
                self._drain()
            except Exception:  # noqa: BLE001 - nothing may prevent the other processes from being killed
                traceback.print_exc()
                time.sleep(SWEEP_AGAIN_S)

    def _remaining(self) -> tuple[ProcessRow, ...]:
        """Returns all processes of the run, from a census or, if that fails, by their parents."""
        try:
            return self._census().everything
        except Exception:  # noqa: BLE001 - see `_sweep`
            traceback.print_exc()
            return self._platform.descendants()

    def _drain(self) -> None:
        """Takes output of children that are being killed, and reaps those that have ended."""
        for source, data in self._pipes.wait(SWEEP_AGAIN_S):
            if source != PEER:
                self._receive_output(source, data)
            elif not data:
                self._pipes.remove(PEER)
        for child in self._children.values():
            self._platform.returncode(child.serial)
        self._platform.reap_orphans()

    def _finish(self, survivors: tuple[str, ...]) -> None:
        for child in self._children.values():
            for output in child.take_output(is_last=True):
                self._emit_for(child, output)
        self._logs.end(FLUSH_S)
        self._emit_log_failure()
        self._emit(SupervisorClosed(survivors=survivors))
        end = self._clock() + FLUSH_S
        while self._pipes.backlog and not self._pipes.is_cut and self._clock() < end:
            self._pipes.wait(SWEEP_AGAIN_S)


def main(arguments: Sequence[str]) -> int:
    """Runs the program; the exit code is 0 if nothing survived."""
    run_id = arguments[0] if arguments else f"{os.getpid()}-{time.time_ns()}"
    stand_guard(run_id)
    launcher = owners_of(arguments[1]) if len(arguments) > 1 else ()
    supervisor = Supervisor(
        platform=native_platform(run_id),
        pipes=open_pipes(sys.stdin.buffer, sys.stdout.buffer, wakes_on_signals=True),
        run_id=run_id,
        owners=owners_text([*launcher, identity_of(os.getpid())]),
        record_file=arguments[2] or None if len(arguments) > 2 else None,
    )
    _catch_signals(supervisor)
    return 1 if supervisor.run() else 0


def _catch_signals(supervisor: Supervisor) -> None:
    """Installs handlers; children would inherit ignored signals instead."""
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, lambda *_: supervisor.close())
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, lambda *_: supervisor.close())
        signal.signal(signal.SIGCHLD, lambda *_: None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
