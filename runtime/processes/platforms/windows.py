"""Windows: the supervisor and each of its children live in job objects, which end with their last handle."""

import os
import signal
import subprocess
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import psutil

from runtime.processes.census import Census, ProcessRow
from runtime.processes.cores import listed_cores
from runtime.processes.platforms.base import Spawned
from runtime.processes.platforms.job_object import BREAKAWAY_OK, KILL_ON_JOB_CLOSE, Job

_CREATE_SUSPENDED: Final = 0x4
_CREATE_NEW_PROCESS_GROUP: Final = 0x200


class WindowsPlatform:
    """A child starts suspended and is put into its job before it runs, so that nothing it starts can be missed.

    Args:
        kernel32: see `job_object.declare`.
    """

    is_windows = True

    def __init__(self, kernel32: Any) -> None:
        self._kernel32 = kernel32
        self._root_job: Job | None = None
        self._jobs: dict[int, Job] = {}
        self._processes: dict[int, subprocess.Popen[bytes]] = {}

    def become_root(self) -> None:
        """See `Platform`. Breaking away is left open here so that a game can be let go."""
        self._root_job = Job(self._kernel32, flags=KILL_ON_JOB_CLOSE | BREAKAWAY_OK)
        self._root_job.add(os.getpid())

    def spawn(
        self,
        serial: int,
        argv: Sequence[str],
        cwd: str,
        environment: Mapping[str, str],
        *,
        may_break_away: bool = False,
    ) -> Spawned:
        """See `Platform`."""
        process = subprocess.Popen(
            command_line(argv),
            cwd=cwd,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
            creationflags=_CREATE_SUSPENDED | _CREATE_NEW_PROCESS_GROUP,
        )
        if process.stdout is None:
            raise OSError("The system gave no pipe.")
        try:
            job = Job(self._kernel32, flags=child_job_flags(may_break_away=may_break_away))
            job.add(process.pid)
            psutil.Process(process.pid).resume()
        except (OSError, psutil.Error) as error:
            process.kill()
            process.stdout.close()
            raise OSError(f"The process could not be put into a job: {error}") from error
        self._jobs[serial] = job
        self._processes[serial] = process
        return Spawned(pid=process.pid, output=process.stdout)

    def returncode(self, serial: int) -> int | None:
        """See `Platform`."""
        return self._processes[serial].poll()

    def reap_orphans(self) -> bool:
        """See `Platform`; Windows keeps no zombies."""
        return False

    def census(self) -> Census:
        """See `Platform`."""
        members = {serial: tuple(_rows(job.pids())) for serial, job in self._jobs.items()}
        known = {row.pid for rows in members.values() for row in rows} | {os.getpid()}
        everybody = self._root_job.pids() if self._root_job else ()
        return Census(members=members, unclaimed=tuple(_rows(pid for pid in everybody if pid not in known)))

    def descendants(self) -> tuple[ProcessRow, ...]:
        """See `Platform`."""
        return tuple(_rows(pid for pid in self._root_job.pids() if pid != os.getpid())) if self._root_job else ()

    def terminate(self, rows: Iterable[ProcessRow]) -> None:
        """See `Platform`: Ctrl+Break to the console group of each child concerned."""
        pids = {row.pid for row in rows}
        for process in self._processes.values():
            if process.pid in pids and process.poll() is None:
                try:
                    process.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGTERM))
                except OSError:
                    continue

    def kill(self, rows: Iterable[ProcessRow]) -> None:
        """See `Platform`."""
        pids = {row.pid for row in rows}
        for job in self._jobs.values():
            found = set(job.pids())
            if found & pids:
                job.kill()
                pids -= found
        for pid in pids:
            try:
                psutil.Process(pid).kill()
            except psutil.Error:
                continue

    def handles(self, rows: Iterable[ProcessRow]) -> int:
        """See `Platform`."""
        return sum(_handles(row.pid) for row in rows)

    def tie(self, pids: Iterable[int], cores: Collection[int]) -> str:
        """See `Platform`; what a process starts is tied as the process is."""
        wanted = sorted(cores)
        for pid in pids:
            try:
                process = psutil.Process(pid)
                if not set(process.cpu_affinity()) <= set(wanted):
                    process.cpu_affinity(wanted)
            except psutil.NoSuchProcess:
                continue
            except (psutil.Error, OSError, ValueError) as error:
                return f"Processors {listed_cores(wanted)} cannot be set apart: {error}."
        return ""

    def forget(self, serial: int) -> None:
        """See `Platform`."""
        self._processes.pop(serial, None)
        job = self._jobs.pop(serial, None)
        if job is not None:
            job.close()


def child_job_flags(*, may_break_away: bool) -> int:
    """Returns the limits of a child's job; only one that allows it lets a program start another outside of the job."""
    return KILL_ON_JOB_CLOSE | (BREAKAWAY_OK if may_break_away else 0)


def command_line(argv: Sequence[str]) -> str:
    """The command line of `argv`; `cmd.exe ... /c TEXT` keeps its text, since cmd.exe has quoting of its own."""
    if os.path.basename(argv[0]).lower() == "cmd.exe" and len(argv) > 2 and argv[-2].lower() == "/c":  # noqa: PTH119 - starts faster without pathlib
        return f'{subprocess.list2cmdline(argv[:-1])} "{argv[-1]}"'
    return subprocess.list2cmdline(argv)


def _handles(pid: int) -> int:
    try:
        return int(getattr(psutil.Process(pid), "num_handles")())  # noqa: B009 - exists on Windows only
    except (psutil.Error, OSError):
        return 0


def _rows(pids: Iterable[int]) -> list[ProcessRow]:
    found = []
    for pid in pids:
        try:
            process = psutil.Process(pid)
            with process.oneshot():
                times = process.cpu_times()
                found.append(
                    ProcessRow(
                        pid=pid,
                        started=process.create_time(),
                        parent=process.ppid(),
                        group=0,
                        session=0,
                        name=process.name(),
                        cpu_s=times.user + times.system,
                        rss_bytes=process.memory_info().rss,
                        threads=process.num_threads(),
                    )
                )
        except psutil.Error:
            continue
    return found
