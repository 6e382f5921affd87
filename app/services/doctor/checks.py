"""The checks of everything that is the same for all games."""

import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Final

from app.services.paths import HOME_VARIABLE, cache_dir, config_dir, environments_dir, state_dir
from app.services.version import version
from runtime.endpoints import FIRST_PORT
from runtime.files import is_there, reason_of
from runtime.games import GAMES, Game, GameSettings
from runtime.games.arena import START_ANEW
from runtime.games.ports import port_probe
from runtime.model.findings import Finding, FindingState, Probe
from runtime.model.messages import Argument, Message, message
from runtime.model.sizes import size_of

PACKAGES: Final = (
    "PySide6-Essentials",
    "numpy",
    "rocketsim",
    "rlbot_flatbuffers",
    "rlbot",
    "psutil",
    "watchdog",
)
FOLDERS: Final[Mapping[str, tuple[Message, Callable[[], Path]]]] = {
    "settings": (message("folder-settings", "Settings"), config_dir),
    "logs": (message("folder-logs", "Logs"), state_dir),
    "packages": (message("folder-packages", "Bot packages"), environments_dir),
    "cache": (message("folder-cache", "Generated files"), cache_dir),
}
LOW_BYTES: Final = 1_000_000_000
"""Free space below which a folder gets a warning: one environment of a bot may need that much."""
MIN_BYTES: Final = 20_000_000
"""Free space below which no match is possible: meshes and logs need about that much."""
MIN_INSTANCES_LEFT: Final = 4
MIN_WATCHES_LEFT: Final = 2_000
GOOD, INFO, WARNING, MISSING = FindingState


def probes(
    settings: GameSettings,
    *,
    interpreter: str = "",
    graphics: Message | None = None,
    games: Iterable[type[Game]] = tuple(GAMES.values()),
) -> tuple[Probe, ...]:
    """Returns all checks in the order of their display.

    Args:
        settings: the choices about games.
        interpreter: path of the Python that the user has chosen for bots; empty for Kickabout's own.
        graphics: what a window knows about its drawing; None without a window.
        games: the games, each of which adds its checks.
    """
    window_port = message("port-of-matches", "the port of matches in the window")
    python, watching = message("area-python", "Python for bots"), message("area-watching", "Noticing saved files")
    folders = message("area-folders", "Folders")
    return (
        Probe(key="system", area=message("area-system", "System"), find=partial(_system, graphics)),
        Probe(key="packages", area=message("area-packages", "Packages"), find=_packages),
        *(probe for game in games for probe in game.probes(settings)),
        port_probe(FIRST_PORT, window_port),
        Probe(key="python", area=python, find=partial(_pythons, interpreter)),
        Probe(key="watching", area=watching, find=watch_findings),
        *(Probe(key=f"folder-{key}", area=folders, find=partial(folder_findings, key)) for key in FOLDERS),
    )


def package_version(name: str) -> str:
    """Returns the version of an installed package, or `missing`."""
    try:
        return installed_version(name)
    except PackageNotFoundError:
        return "missing"


def _system(graphics: Message | None) -> Iterator[Finding]:
    system = f"{platform.system()} {platform.release()} ({platform.machine()})"
    values = {"version": version(), "python": platform.python_version(), "system": system}
    yield Finding("versions", INFO, message("versions", "Kickabout {version}, Python {python}, {system}.", **values))
    unknown = message("graphics-unknown", "Graphics: not checked without a window.")
    yield Finding("graphics", INFO, graphics or unknown)


def _packages() -> Iterator[Finding]:
    versions = {name: package_version(name) for name in PACKAGES}
    missing = tuple(name for name, found in versions.items() if found == "missing")
    if missing:
        text = message("packages-missing", "Not installed: {names}.", names=missing)
        yield Finding("packages", MISSING, text, fix=START_ANEW, prevents_matches=True)
    text = message("packages-installed", "{names}.", names=tuple(f"{name} {found}" for name, found in versions.items()))
    yield Finding("packages", GOOD, text)


def _pythons(interpreter: str) -> Iterator[Finding]:
    from runtime.environments.installer import find_installer  # noqa: PLC0415 - slow to load
    from runtime.environments.interpreter import version_of  # noqa: PLC0415 - slow to load

    own, chosen = Path(sys.executable), Path(interpreter)
    text = message("own-python", "Kickabout's own: {version}, {path}.", version=version_of(own), path=own)
    yield Finding("own-python", GOOD, text)
    if interpreter and not chosen.is_file():
        text = message("chosen-python-gone", "The Python in the settings does not exist: {path}.", path=chosen)
        fix = message("chosen-python-fix", "Choose another one in the settings; until then, bots use Kickabout's.")
        yield Finding("chosen-python", WARNING, text, fix)
    elif interpreter:
        found = version_of(chosen) or "?"
        text = message("chosen-python", "In the settings: {version}, {path}.", version=found, path=chosen)
        yield Finding("chosen-python", GOOD, text)
    installer = find_installer()
    tool = installer.uv or installer.pip
    if tool is None:
        text = message("no-installer", "Neither uv nor pip can be found, so no packages of bots can be installed.")
        fix = message("no-installer-fix", "Install uv, or start Kickabout with a Python that has pip.")
        yield Finding("installer", WARNING, text, fix)
    else:
        name = "uv" if installer.uv is not None else "pip"
        text = message("installer", "Packages of bots are installed with {name} ({path}).", name=name, path=tool)
        yield Finding("installer", GOOD, text)


def watch_findings(proc: str = "/proc") -> Iterator[Finding]:
    """Yields findings about the events with which the system reports saved files; `proc` is the folder of Linux."""
    if not sys.platform.startswith("linux"):
        yield Finding("watching", GOOD, message("watching-by-system", "The system reports saved files."))
        return
    from runtime.processes.platforms.procfs import inotify_use, read_file  # noqa: PLC0415 - only Linux can load it

    limits = [read_file(f"{proc}/sys/fs/inotify/max_user_{name}").strip() for name in ("instances", "watches")]
    max_instances, max_watches = (int(limit or 0) for limit in limits)
    instances, watches = inotify_use(proc)
    text = message(
        "watching-limits",
        "{instances} of {max_instances} watchers and {watches} of {max_watches} watched folders of this user are used.",
        instances=instances,
        max_instances=max_instances,
        watches=watches,
        max_watches=max_watches,
    )
    if max_instances - instances >= MIN_INSTANCES_LEFT and max_watches - watches >= MIN_WATCHES_LEFT:
        yield Finding("watching", GOOD, text)
        return
    fix = message(
        "watching-fix",
        "Raise fs.inotify.max_user_watches and fs.inotify.max_user_instances; until then, saves are noticed later.",
    )
    yield Finding("watching", WARNING, text, fix)


def _free_bytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free


def folder_findings(key: str, free_bytes: Callable[[Path], int] = _free_bytes) -> Iterator[Finding]:
    """Yields a finding about one of the `FOLDERS`; a folder that does not exist yet is not created."""
    name, place = FOLDERS[key]
    folder = place()
    values: dict[str, Argument] = {"name": name, "folder": folder}
    existing = next(filter(is_there, (folder, *folder.parents)), folder)
    try:
        with tempfile.TemporaryFile(dir=existing):
            free = free_bytes(existing)
    except OSError as error:
        values |= {"reason": reason_of(error)}
        text = message("folder-refused", "{name}: {folder} cannot be written ({reason}).", **values)
        fix = message("folder-fix", "Set {variable} to a folder that you can write to.", variable=HOME_VARIABLE)
        yield Finding(f"folder-{key}", MISSING, text, fix, prevents_matches=True)
        return
    values |= {"free": size_of(free)}
    text = message("folder-writable", "{name}: {folder} can be written, {free} free.", **values)
    if free >= LOW_BYTES:
        yield Finding(f"folder-{key}", GOOD, text)
        return
    fix = message("disk-fix", "Delete files, or set {variable} to a folder on another disk.", variable=HOME_VARIABLE)
    is_full = free < MIN_BYTES
    yield Finding(f"folder-{key}", MISSING if is_full else WARNING, text, fix, prevents_matches=is_full)
