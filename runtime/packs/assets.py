"""Which of a release's files is the one for this system, by their names."""

import platform
import re
import sys
from collections.abc import Iterable
from typing import Final

_SYSTEMS: Final = {
    "linux": frozenset({"linux", "linux64", "ubuntu", "gnu", "musl", "manylinux"}),
    "windows": frozenset({"windows", "win", "win64", "win32", "msvc", "mingw"}),
    "macos": frozenset({"macos", "darwin", "mac", "osx", "apple"}),
}
_MACHINES: Final = {
    "x64": frozenset({"x64", "amd64", "linux64", "win64"}),
    "arm64": frozenset({"arm64", "aarch64"}),
    "x86": frozenset({"x86", "i386", "i686", "win32"}),
}
_WORD: Final = re.compile(r"[^a-z0-9]+")
_LIKED: Final = (".tar.xz", ".txz", ".zip", ".tar.gz", ".tgz")


def this_system() -> tuple[str, str]:
    """System and machine as names of files have them."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
    machine = platform.machine().lower()
    return system, next((name for name, words in _MACHINES.items() if machine in {*words, name}), _plain(machine))


def choose(names: Iterable[str], system: str, machine: str) -> str:
    """The archive that fits best; empty where none is for this system or for all."""
    rated = [(rating, name) for name in names if (rating := _rating(name, system, machine)) is not None]
    return min(rated, default=((0, 0), ""))[1]


def _rating(name: str, system: str, machine: str) -> tuple[int, int] | None:
    """The smaller, the better; None for what does not fit."""
    name = name.lower()
    form = next((place for place, suffix in enumerate(_LIKED) if name.endswith(suffix)), None)
    if form is None:
        return None
    words = set(_WORD.split(_plain(name)))
    systems = {key for key, known in _SYSTEMS.items() if words & known}
    machines = {key for key, known in _MACHINES.items() if words & known}
    is_other = (systems and system not in systems) or (machines and machine not in machines)
    if is_other:
        return None
    return -2 * (system in systems) - (machine in machines), form


def _plain(text: str) -> str:
    return text.replace("x86_64", "x64").replace("x86-64", "x64")
