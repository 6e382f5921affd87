"""What the systems do differently about processes, behind one interface; the only place that asks which one runs."""

import sys

from runtime.processes.platforms.base import Platform, Spawned

__all__ = ["Platform", "Spawned", "native_platform"]


def native_platform(run_id: str) -> Platform:
    """The platform that this interpreter runs on; `run_id` marks its children."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - the others need not load it

        from runtime.processes.platforms.job_object import declare  # noqa: PLC0415 - the others need not load it
        from runtime.processes.platforms.windows import WindowsPlatform  # noqa: PLC0415 - loads psutil

        return WindowsPlatform(declare(ctypes.WinDLL("kernel32", use_last_error=True)))
    is_linux = sys.platform.startswith("linux")
    if is_linux:
        from runtime.processes.platforms.linux import LinuxPlatform  # noqa: PLC0415 - the others need not load it

        return LinuxPlatform(run_id)
    from runtime.processes.platforms.macos import MacPlatform  # noqa: PLC0415 - loads psutil

    return MacPlatform(run_id)
