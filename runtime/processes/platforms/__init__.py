"""The system's processes: the choice of the implementation for this system."""

import os
import sys

from runtime.processes.cores import Core
from runtime.processes.platforms.interface import Platform


def stand_guard(run_id: str) -> None:
    """Forks: the child continues as the supervisor, this process kills everything that it leaves behind, then exits.

    On Linux only: Windows ends the jobs of a supervisor that dies, and on macOS the launcher looks for the rest.
    """
    is_linux = sys.platform.startswith("linux")
    if is_linux:
        from runtime.processes.platforms.linux import fork_below_guard  # noqa: PLC0415 - the others cannot load it

        fork_below_guard(run_id)


def native_platform(run_id: str) -> Platform:
    """Returns the implementation for this system; `run_id` marks the children."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - the others need not load it

        from runtime.processes.platforms.windows import WindowsPlatform, declare  # noqa: PLC0415 - loads psutil

        return WindowsPlatform(declare(ctypes.WinDLL("kernel32", use_last_error=True)))
    is_linux = sys.platform.startswith("linux")
    if is_linux:
        from runtime.processes.platforms.linux import LinuxPlatform  # noqa: PLC0415 - the others need not load it

        return LinuxPlatform(run_id)
    from runtime.processes.platforms.macos import MacPlatform  # noqa: PLC0415 - loads psutil

    return MacPlatform(run_id)


def usable_cores() -> tuple[Core, ...]:
    """Returns the cores that this process may use; none on systems that cannot bind programs to cores."""
    if sys.platform == "win32":
        from runtime.processes.platforms.windows import windows_cores  # noqa: PLC0415 - loads psutil

        return windows_cores()
    is_linux = sys.platform.startswith("linux")
    if is_linux:
        from runtime.processes.platforms.linux import linux_cores  # noqa: PLC0415 - the others need not load it

        return linux_cores(os.sched_getaffinity(0))
    return ()
