"""The supervisor program: starts the processes of a match, passes on what they print, and outlives none of them.

`python -m runtime.processes.supervisor RUN_ID [OWNER [RECORD]]` reads commands on standard input and writes events on
standard output (`runtime.processes.wire`). The end of standard input, also by the death of its writer, kills every
process that came from here, whatever it did to get away, and ends the program. One loop with deadlines, no waiting;
logs are written by a thread beside it. OWNER names the launcher in the environment of children. RECORD is the file that
takes every process of the run (`runtime.processes.records`).
"""

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Final

from runtime.processes.census import Census, ProcessRow
from runtime.processes.child import BATCH_S, Child, Step
from runtime.processes.endings import ending, start_error_text
from runtime.processes.environment import child_environment
from runtime.processes.logs import Logs
from runtime.processes.pipes import COMMANDS, Channels, SelectorChannels
from runtime.processes.platforms import Platform, native_platform
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
    Stop,
    StopAll,
    SupervisorClosed,
    SupervisorReady,
    WireError,
    command_from_line,
    to_line,
)

CENSUS_S: Final = 1.0
"""Trees are counted and their usage is reported this often while nothing is being stopped."""
CLIMBING_CENSUS_S: Final = 0.05
"""The same while something is being stopped, besides every time that a child ends."""
SWEEP_S: Final = 2.0
"""How long killing everything goes on at the end before the survivors are named."""
SWEEP_AGAIN_S: Final = 0.005
FLUSH_S: Final = 0.5
"""How long the last events may take to reach a client that still listens."""
MAX_BACKLOG: Final = 1 << 20
"""While the client is this many bytes behind, output waits with the children (and is dropped there when too much)."""


class Supervisor:
    """The loop. Owned by the main thread; the system, the pipes and the clock come from outside."""

    def __init__(
        self,
        *,
        platform: Platform,
        channels: Channels,
        clock: Callable[[], float] = time.monotonic,
        run_id: str,
        owners: str = "",
        record_file: str | None = None,
    ) -> None:
        self._record = RecordWriter(record_file, run_id, owners)
        self._platform = platform
        self._channels = channels
        self._clock = clock
        self._run_id = run_id
        self._owners = owners
        self._logs = Logs()
        self._untied = ""
        self._children: dict[int, Child] = {}
        self._last_serial = COMMANDS
        self._commands = b""
        self._is_closing = False
        self._last_census = clock()
        self._next_census = self._last_census + CENSUS_S

    def run(self) -> tuple[str, ...]:
        """Serves until the commands end; returns descriptions of processes that could not be killed."""
        self._platform.become_root()
        self._emit(SupervisorReady(pid=os.getpid()))
        try:
            while not self._is_closing and not self._channels.is_cut:
                self._turn()
        finally:
            survivors = self._sweep()
        if not survivors:
            self._record.delete()
        self._finish(survivors)
        return survivors

    def close(self) -> None:
        """Makes `run` come to its end; callable from a signal handler."""
        self._is_closing = True

    def _turn(self) -> None:
        for source, data in self._channels.wait(self._time_left()):
            self._receive(source, data)
        now = self._clock()
        self._notice_endings(now)
        self._count(now)
        for child in tuple(self._children.values()):
            self._climb(child, now)
            self._pass_output(child, now)
            self._conclude(child, now)

    def _time_left(self) -> float:
        deadlines = [self._next_census, *(child.deadline for child in self._children.values())]
        return max(0.0, min(deadlines) - self._clock())

    def _receive(self, source: int, data: bytes) -> None:
        if source != COMMANDS:
            self._receive_output(source, data)
        elif not data:
            self._is_closing = True
        else:
            *lines, self._commands = (self._commands + data).split(b"\n")
            for line in lines:
                self._obey(line)

    def _receive_output(self, serial: int, data: bytes) -> None:
        child = self._children.get(serial)
        if child is None or not data:
            self._channels.remove(serial)
        if child is not None:
            self._logs.take(child.log, data)
        if child is not None and child.receive(data, self._clock()):
            self._channels.pause(serial)

    def _obey(self, line: bytes) -> None:
        try:
            command: Command = command_from_line(line)
        except WireError as error:
            sys.stderr.write(f"supervisor: {error}\n")
            return
        if isinstance(command, Launch):
            self._launch(command)
        elif isinstance(command, Stop):
            self._stop([child for child in self._children.values() if child.key == command.key], command.grace_s)
        elif isinstance(command, StopAll):
            self._stop(list(self._children.values()), command.grace_s)

    def _launch(self, command: Launch) -> None:
        for former in [child for child in self._children.values() if child.key == command.key]:
            former.is_superseded = True
            former.ladder.stop(self._clock(), 0.0)
        self._last_serial += 1
        child = Child(serial=self._last_serial, command=command, now=self._clock())
        environment = child_environment(
            os.environ, command.environment, run_id=self._run_id, serial=child.serial, owners=self._owners
        )
        try:
            spawned = self._platform.spawn(
                child.serial, command.argv, command.cwd, environment, may_break_away=command.may_break_away
            )
        except (OSError, ValueError) as error:
            child.ladder.refused()
            text = (
                start_error_text(error, command.argv[0], command.cwd)
                if isinstance(error, OSError)
                else f"Could not start: {error}."
            )
            self._logs.refused(command, text)
            self._emit(ChildFailed(key=command.key, text=text))
            return
        child.ladder.spawned()
        self._children[child.serial] = child
        self._channels.add(child.serial, spawned.output)
        self._logs.begin(command, spawned.pid)
        self._emit(ChildStarted(key=command.key, pid=spawned.pid))
        self._tie(child, [spawned.pid])
        identity = identity_of(spawned.pid)
        self._record.add([identity] if identity is not None else [])

    def _stop(self, children: Sequence[Child], grace_s: float | None) -> None:
        self._next_census = now = self._clock()
        for child in children:
            child.ladder.stop(now, grace_s)

    def _notice_endings(self, now: float) -> None:
        for child in self._children.values():
            if child.leader_ending is not None:
                continue
            returncode = self._platform.returncode(child.serial)
            if returncode is not None:
                through_shell = "-c" in child.argv[1:2]
                child.leader_left(
                    ending(returncode, windows=self._platform.is_windows, through_shell=through_shell), now
                )
                self._next_census = now
        if self._platform.reap_orphans():
            self._next_census = now

    def _count(self, now: float) -> None:
        is_climbing = any(child.ladder.is_climbing for child in self._children.values())
        if now < min(self._next_census, self._last_census + (CLIMBING_CENSUS_S if is_climbing else CENSUS_S)):
            return
        census = self._census()
        for child in self._children.values():
            child.take_census(census.of(child.serial), now)
            was_ended = child.is_ended_by_limit
            excess = child.excess(now)
            if child.is_usage_due(now) or child.is_ended_by_limit is not was_ended:
                self._sample(child, now)
            if excess:
                self._emit_for(child, ChildNotice(key=child.key, text=f"Above its memory limit: {excess}."))
        self._tell_troubles()
        self._last_census = now
        self._next_census = now + (CLIMBING_CENSUS_S if is_climbing else CENSUS_S)

    def _census(self) -> Census:
        census = self._platform.census()
        self._record.add(row.identity for row in census.everything)
        return census

    def _tell_troubles(self) -> None:
        for text in self._logs.troubles():
            self._emit(ChildNotice(key="", text=text))

    def _sample(self, child: Child, now: float) -> None:
        """Tells what a child uses; catches what escaped from its processors meanwhile."""
        usage = child.usage(now, handles=self._platform.handles(child.rows))
        if not child.is_superseded and self._channels.backlog < MAX_BACKLOG:
            self._emit(usage)
        self._tie(child, [row.pid for row in child.rows])

    def _tie(self, child: Child, pids: Sequence[int]) -> None:
        """Ties processes to the child's processors, if it has any of its own; a refusal is told once."""
        refusal = self._platform.tie(pids, child.cores) if child.cores else ""
        if refusal and not self._untied:
            self._untied = refusal
            self._emit(ChildNotice(key="", text=refusal))

    def _climb(self, child: Child, now: float) -> None:
        if not child.ladder.is_climbing:
            return
        step = Step.NOTHING if child.is_empty else child.ladder.tick(now)
        if step is Step.NOTHING:
            return
        child.take_census(self._census().of(child.serial), now)
        if step is Step.TERMINATE:
            self._platform.terminate(child.rows)
        else:
            self._platform.kill(child.rows)
        if step is Step.NAME_SURVIVORS and child.rows:
            self._emit(ChildSurvived(key=child.key, survivors=tuple(row.description for row in child.rows)))

    def _pass_output(self, child: Child, now: float) -> None:
        if now < child.batch_at:
            return
        self._channels.resume(child.serial)
        if self._channels.backlog >= MAX_BACKLOG:
            child.batch_at = now + BATCH_S
            return
        for output in child.take_output():
            if not child.is_superseded:
                self._emit(output)

    def _conclude(self, child: Child, now: float) -> None:
        """Reports the ending once its output is complete; forgets the child once nothing of it is left."""
        if child.leader_ending is None or not child.is_drained(now):
            return
        is_gone = child.is_empty
        if is_gone or not child.is_reported:
            for output in child.take_output(is_last=is_gone):
                self._emit_for(child, output)
        if not child.is_reported and (is_gone or not child.ladder.is_climbing):
            self._report_ending(child)
        elif is_gone:
            self._emit_for(child, ChildCleared(key=child.key))
        if is_gone:
            child.ladder.emptied()
            self._forget(child)

    def _report_ending(self, child: Child) -> None:
        if child.leader_ending is not None:
            self._logs.ended(child.log, child.ending_text)
            self._emit_for(
                child,
                ChildEnded(
                    key=child.key,
                    code=child.leader_ending.code,
                    signal=child.leader_ending.signal,
                    text=child.ending_text,
                    asked=child.was_asked,
                    leftovers=len(child.rows),
                ),
            )
        child.is_reported = True

    def _forget(self, child: Child) -> None:
        self._channels.remove(child.serial)
        self._platform.forget(child.serial)
        self._logs.end(child.log)
        del self._children[child.serial]

    def _emit_for(self, child: Child, event: ChildEvent) -> None:
        if not child.is_superseded:
            self._emit(event)

    def _emit(self, event: ChildEvent) -> None:
        self._channels.send(to_line(event))

    def _sweep(self) -> tuple[str, ...]:
        """Kills everything that came from here until nothing is left, whatever else fails meanwhile."""
        end = self._clock() + SWEEP_S
        while True:
            rows = self._remaining()
            if not rows or self._clock() >= end:
                return tuple(row.description for row in rows)
            self._platform.kill(rows)
            try:
                self._tend()
            except Exception:  # noqa: BLE001 - nothing may keep the rest from being killed
                traceback.print_exc()
                time.sleep(SWEEP_AGAIN_S)

    def _remaining(self) -> tuple[ProcessRow, ...]:
        """Returns all processes that came from here: by census or, should that fail, by their parents."""
        try:
            return self._census().everything
        except Exception:  # noqa: BLE001 - see `_sweep`
            traceback.print_exc()
            return self._platform.descendants()

    def _tend(self) -> None:
        """Takes what children print while they are being killed, and lets the dead go."""
        for source, data in self._channels.wait(SWEEP_AGAIN_S):
            if source != COMMANDS:
                self._receive_output(source, data)
            elif not data:
                self._channels.remove(COMMANDS)
        for child in self._children.values():
            self._platform.returncode(child.serial)
        self._platform.reap_orphans()

    def _finish(self, survivors: tuple[str, ...]) -> None:
        for child in self._children.values():
            for output in child.take_output(is_last=True):
                self._emit_for(child, output)
        self._logs.finish(FLUSH_S)
        self._tell_troubles()
        self._emit(SupervisorClosed(survivors=survivors))
        end = self._clock() + FLUSH_S
        while self._channels.backlog and not self._channels.is_cut and self._clock() < end:
            self._channels.wait(SWEEP_AGAIN_S)


def main(arguments: Sequence[str]) -> int:
    """Runs the program; the exit code is 0 when nothing survived."""
    run_id = arguments[0] if arguments else f"{os.getpid()}-{time.time_ns()}"
    launcher = owners_of(arguments[1]) if len(arguments) > 1 else ()
    supervisor = Supervisor(
        platform=native_platform(run_id),
        channels=_native_channels(),
        run_id=run_id,
        owners=owners_text([*launcher, identity_of(os.getpid())]),
        record_file=arguments[2] or None if len(arguments) > 2 else None,
    )
    _catch_signals(supervisor)
    return 1 if supervisor.run() else 0


def _native_channels() -> Channels:
    if sys.platform == "win32":
        from runtime.processes.pipes import ThreadChannels  # noqa: PLC0415 - the others need no threads

        threads = ThreadChannels(sys.stdout.buffer)
        threads.add(COMMANDS, sys.stdin.buffer)
        return threads
    channels = SelectorChannels(sys.stdout.fileno())
    channels.add(COMMANDS, sys.stdin.buffer)
    return channels


def _catch_signals(supervisor: Supervisor) -> None:
    """Handlers rather than ignored signals: children would inherit the latter."""
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, lambda *_: supervisor.close())
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, lambda *_: supervisor.close())
        signal.signal(signal.SIGCHLD, lambda *_: None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
