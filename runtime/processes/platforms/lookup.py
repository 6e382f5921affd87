"""What can be learned of any process of this system: who runs, since when, and what its environment says."""

import os
import sys
from collections.abc import Iterator
from typing import Final

from runtime.processes.environment import RUN_VARIABLE

_IS_LINUX: Final = sys.platform.startswith("linux")
_SAME_START_S: Final = 0.5
"""Start times as psutil computes them may differ by rounding; a number is not used again so soon."""


def started(pid: int) -> float | None:
    """When a living process began, in the system's own unit; None when there is none."""
    if _IS_LINUX:
        from runtime.processes.platforms.linux import proc_row  # noqa: PLC0415 - the others cannot load it

        row = proc_row(pid)
        return row.started if row is not None else None
    import psutil  # noqa: PLC0415 - slow to load, and Linux needs none

    try:
        process = psutil.Process(pid)
        return None if process.status() == psutil.STATUS_ZOMBIE else process.create_time()
    except psutil.Error:
        return None


def is_running(pid: int, since: float) -> bool:
    """Whether the process of this number that began then still lives."""
    now = started(pid)
    return now is not None and abs(now - since) < _SAME_START_S


def bears_mark(run_id: str, pid: int) -> bool:
    """Whether a run started this process or one above it, as far as that can be seen."""
    if _IS_LINUX:
        from runtime.processes.platforms.linux import read_mark  # noqa: PLC0415 - the others cannot load it

        return read_mark(run_id, pid) is not None
    import psutil  # noqa: PLC0415 - slow to load, and Linux needs none

    try:
        return psutil.Process(pid).environ().get(RUN_VARIABLE) == run_id
    except (psutil.Error, OSError):
        return False


def environments(variable: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The processes, ours excepted, that may be looked into and have this variable in their environment."""
    if _IS_LINUX:
        yield from _linux_environments(variable)
        return
    import psutil  # noqa: PLC0415 - slow to load, and Linux needs none

    for process in psutil.process_iter():
        try:
            environment = process.environ()
        except (psutil.Error, OSError):
            continue
        if variable in environment and process.pid != os.getpid():
            yield process.pid, environment


def _linux_environments(variable: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Containers share the list of processes but not their numbers: what lives in another one is left out."""
    from runtime.processes.platforms.linux import read_file  # noqa: PLC0415 - the others cannot load it

    mark = f"{variable}=".encode()
    own = _numbering("self")
    for name in os.listdir("/proc"):  # noqa: PTH208 - hundreds, at each start
        if not name.isdigit() or int(name) == os.getpid():
            continue
        content = read_file(f"/proc/{name}/environ")
        if mark in content and _numbering(name) == own:
            pairs = (os.fsdecode(entry).partition("=") for entry in content.split(b"\0"))
            environment = {key: value for key, _, value in pairs}
            if variable in environment:
                yield int(name), environment


def _numbering(name: str) -> str:
    """The container, so to speak, by which a process is numbered (pid_namespaces(7))."""
    try:
        return os.readlink(f"/proc/{name}/ns/pid")  # noqa: PTH115 - see above
    except OSError:
        return ""
