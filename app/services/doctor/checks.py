"""The checks of everything that is the same for all games."""

import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Final

from app.services.paths import cache_dir, config_dir, environments_dir, state_dir
from app.services.version import version
from runtime.endpoints import FIRST_PORT
from runtime.files import names_in, read_start, reason_of
from runtime.games import GAMES, Game, GameSettings
from runtime.games.ports import port_probe
from runtime.model.findings import Finding, FindingState, Probe
from runtime.model.messages import Message, message
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
SYSTEM: Final = message("area-system", "System")
PACKAGE: Final = message("area-packages", "Packages")
PYTHON: Final = message("area-python", "Python for bots")
WATCHING: Final = message("area-watching", "Noticing saved files")
FOLDER: Final = message("area-folders", "Folders")
_CARD: Final = re.compile(r"card\d+")


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
    return (
        Probe(key="system", area=SYSTEM, find=partial(_system, graphics)),
        Probe(key="packages", area=PACKAGE, find=_packages),
        *(probe for game in games for probe in game.probes(settings)),
        port_probe(FIRST_PORT, window_port),
        Probe(key="python", area=PYTHON, find=partial(_pythons, interpreter)),
        Probe(key="watching", area=WATCHING, find=watch_findings),
        *(Probe(key=f"folder-{key}", area=FOLDER, find=partial(folder_findings, key)) for key in FOLDERS),
    )


def package_version(name: str) -> str:
    """Returns the version of an installed package, or `missing`."""
    try:
        return installed_version(name)
    except PackageNotFoundError:
        return "missing"


def _system(graphics: Message | None) -> Iterator[Finding]:
    info = partial(Finding, area=SYSTEM, state=FindingState.INFO)
    python, system = platform.python_version(), f"{platform.system()} {platform.release()} ({platform.machine()})"
    text = message(
        "versions", "Kickabout {version}, Python {python}, {system}.", version=version(), python=python, system=system
    )
    yield info(key="versions", text=text)
    yield info(key="graphics", text=graphics or _graphics())


def _graphics(folder: Path = Path("/sys/class/drm")) -> Message:
    """Returns the graphics drivers that Linux names; other systems need a window for that."""
    drivers = set()
    for card in filter(_CARD.fullmatch, names_in(folder)):
        lines = read_start(folder / card / "device" / "uevent", 4096).decode("utf-8", "replace").splitlines()
        drivers |= {line.removeprefix("DRIVER=") for line in lines if line.startswith("DRIVER=")}
    if drivers:
        return message("graphics-drivers", "Graphics: driver {names}.", names=tuple(sorted(drivers)))
    return message("graphics-unknown", "Graphics: not checked without a window.")


def _packages() -> Iterator[Finding]:
    versions = {name: package_version(name) for name in PACKAGES}
    missing = tuple(name for name, found in versions.items() if found == "missing")
    if missing:
        yield Finding(
            key="packages",
            area=PACKAGE,
            state=FindingState.MISSING,
            text=message("packages-missing", "Not installed: {names}.", names=missing),
            fix=message("arena-load-fix", "Start Kickabout with launch.py, which installs the packages that it needs."),
            prevents_matches=True,
        )
    text = message("packages-installed", "{names}.", names=tuple(f"{name} {found}" for name, found in versions.items()))
    yield Finding(key="packages", area=PACKAGE, state=FindingState.GOOD, text=text)


def _pythons(interpreter: str) -> Iterator[Finding]:
    from runtime.environments.choice import v4_python  # noqa: PLC0415 - slow to load
    from runtime.environments.installer import find_installer  # noqa: PLC0415 - slow to load
    from runtime.environments.interpreter import version_of  # noqa: PLC0415 - slow to load

    own = Path(sys.executable)
    good = partial(Finding, area=PYTHON, state=FindingState.GOOD)
    text = message("own-python", "Kickabout's own: {version}, {path}.", version=version_of(own), path=own)
    yield good(key="own-python", text=text)
    chosen = Path(interpreter)
    if interpreter and not chosen.is_file():
        yield Finding(
            key="chosen-python",
            area=PYTHON,
            state=FindingState.WARNING,
            text=message("chosen-python-gone", "The Python in the settings does not exist: {path}.", path=chosen),
            fix=message("chosen-python-fix", "Choose another one in the settings; until then, bots use Kickabout's."),
        )
    elif interpreter:
        found = version_of(chosen) or "?"
        text = message("chosen-python", "In the settings: {version}, {path}.", version=found, path=chosen)
        yield good(key="chosen-python", text=text)
    installer = find_installer()
    tool = "uv" if installer.uv is not None else "pip"
    if installer.uv is None and installer.pip is None:
        yield Finding(
            key="installer",
            area=PYTHON,
            state=FindingState.WARNING,
            text=message("no-installer", "Neither uv nor pip can be found, so no packages of bots can be installed."),
            fix=message("no-installer-fix", "Install uv, or start Kickabout with a Python that has pip."),
        )
    else:
        text = message("installer", "Packages of bots are installed with {tool}.", tool=tool)
        yield good(key="installer", text=text)
    old = v4_python(own)
    if old is None:
        yield Finding(
            key="v4-python",
            area=PYTHON,
            state=FindingState.INFO,
            text=message("no-v4-python", "No Python for bots of RLBot v4 was found."),
            fix=message("v4-python-fix", "Install Python 3.11, or uv, which fetches it."),
        )
    else:
        yield good(key="v4-python", text=message("v4-python", "For bots of RLBot v4: {path}.", path=old))


def watch_findings(proc: str = "/proc") -> Iterator[Finding]:
    """Yields findings about the events with which the system reports saved files; `proc` is the folder of Linux."""
    finding = partial(Finding, key="watching", area=WATCHING)
    if not sys.platform.startswith("linux"):
        yield finding(state=FindingState.GOOD, text=message("watching-by-system", "The system reports saved files."))
        return
    from runtime.processes.platforms.procfs import listed, read_file  # noqa: PLC0415 - only Linux can load it

    limits = {name: read_file(f"{proc}/sys/fs/inotify/max_user_{name}") for name in ("instances", "watches")}
    max_instances, max_watches = (int(limit) if limit.strip().isdigit() else 0 for limit in limits.values())
    instances = watches = 0
    for pid in filter(str.isdigit, listed(proc)):  # the superuser may read those of others too
        if _owner(f"{proc}/{pid}") != os.getuid():
            continue
        for number in listed(f"{proc}/{pid}/fd"):
            if _target(f"{proc}/{pid}/fd/{number}") == "anon_inode:inotify":
                instances += 1
                watches += read_file(f"{proc}/{pid}/fdinfo/{number}").count(b"inotify wd:")
    text = message(
        "watching-limits",
        "{instances} of {max_instances} watchers and {watches} of {max_watches} watched folders of this user are used.",
        instances=instances,
        max_instances=max_instances,
        watches=watches,
        max_watches=max_watches,
    )
    if max_instances - instances >= MIN_INSTANCES_LEFT and max_watches - watches >= MIN_WATCHES_LEFT:
        yield finding(state=FindingState.GOOD, text=text)
        return
    fix = message(
        "watching-fix",
        "Raise fs.inotify.max_user_watches and fs.inotify.max_user_instances; until then, saves are noticed later.",
    )
    yield finding(state=FindingState.WARNING, text=text, fix=fix)


def _owner(path: str) -> int | None:
    try:
        return os.stat(path).st_uid  # noqa: PTH116 - hundreds
    except OSError:
        return None


def _target(link: str) -> str:
    try:
        return os.readlink(link)  # noqa: PTH115 - thousands
    except OSError:
        return ""


def folder_findings(
    key: str, free_bytes: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free
) -> Iterator[Finding]:
    """Yields a finding about one of the `FOLDERS`; a folder that does not exist yet is not created."""
    name, place = FOLDERS[key]
    folder = place()
    finding = partial(Finding, key=f"folder-{key}", area=FOLDER)
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    try:
        with tempfile.TemporaryFile(dir=existing):
            free = free_bytes(existing)
    except OSError as error:
        yield finding(
            state=FindingState.MISSING,
            text=message(
                "folder-refused",
                "{name}: {folder} cannot be written ({reason}).",
                name=name,
                folder=folder,
                reason=reason_of(error),
            ),
            fix=message("folder-fix", "Set {variable} to a folder that you can write to.", variable="KICKABOUT_HOME"),
            prevents_matches=True,
        )
        return
    text = message(
        "folder-writable", "{name}: {folder} can be written, {free} free.", name=name, folder=folder, free=size_of(free)
    )
    if free >= LOW_BYTES:
        yield finding(state=FindingState.GOOD, text=text)
        return
    state = FindingState.WARNING if free >= MIN_BYTES else FindingState.MISSING
    fix = message("disk-fix", "Delete files, or set {variable} to a folder on another disk.", variable="KICKABOUT_HOME")
    yield finding(state=state, text=text, fix=fix, prevents_matches=free < MIN_BYTES)
