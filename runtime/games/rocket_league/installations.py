"""Finds installations of Rocket League in the files of its stores."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

from runtime.codec import decode
from runtime.files import is_there, names_in, read_file, reason_of
from runtime.games.rocket_league.system import System
from runtime.games.rocket_league.vdf import read_vdf, section_at, text_at
from runtime.model.messages import Message, MessageError, message, sentences
from runtime.processes.command import CommandError, Flavour, resolve_command
from runtime.processes.command_line import split_windows

_T = TypeVar("_T")

ARGUMENTS: Final = "{arguments}"
"""The place of the game's arguments in the user's command; they follow it where it names no place."""
MAX_BYTES: Final = 4 << 20
"""Maximum size of a store's JSON file."""
MAX_ENTRIES: Final = 200
"""Maximum number of libraries, tools or manifests of a store that are read."""
STEAM_APP: Final = "252950"
EPIC_APP: Final = "Sugar"
"""Rocket League's name at Epic Games, which Legendary and Heroic use too."""
_GAME: Final = Path("Binaries", "Win64", "RocketLeague.exe")
_VERSION: Final = re.compile(r"proton\s+(\d{1,9}(?:\.\d{1,9})*)")
_EPIC_LAUNCHER: Final = Path("Epic Games", "Launcher", "Portal", "Binaries", "Win64", "EpicGamesLauncher.exe")


class Store(Enum):
    """A store or program that installs and starts Rocket League."""

    STEAM = "steam"
    EPIC = "epic"
    LEGENDARY = "legendary"
    HEROIC = "heroic"
    COMMAND = "command"
    """A command of the user's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """A way to start Rocket League that exists on this computer."""

    store: Store
    client: Path | None = None
    """The store's own program, or its root folder for Steam on Linux."""
    game: Path | None = None
    """RocketLeague.exe, where it is known."""
    proton: Path | None = None
    """The `proton` script that runs the game on Linux; None elsewhere."""
    compat_data: Path | None = None
    """Proton's folder for the game; None without Proton."""
    command: tuple[str, ...] = ()
    """The words of the user's command, one of which is or contains `ARGUMENTS`; empty for a store."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreFinding:
    """The result of looking for one store."""

    store: Store
    installation: Installation | None
    text: Message
    """The place where it was found, or what is missing and the fix."""


def find_installations(system: System, command: str = "") -> tuple[StoreFinding, ...]:
    """Returns a finding for each store of this system, the best one first; reads files only.

    `command` is the user's own command as typed; empty if there is none.
    """
    finders: dict[Store, Callable[[System], StoreFinding]] = {Store.STEAM: _steam}
    if system.is_windows:
        finders[Store.EPIC] = _epic
    finders |= {Store.LEGENDARY: _legendary, Store.HEROIC: _heroic}
    findings = []
    for store, find in finders.items():
        try:
            findings.append(find(system))
        except _NotUsableError as error:
            findings.append(StoreFinding(store=store, installation=None, text=error.text))
    findings.sort(key=lambda finding: finding.installation is None)
    return (*([_command(system, command)] if command.strip() else []), *findings)


class _NotUsableError(MessageError):
    """A store cannot start the game."""


def _absent(store: str) -> _NotUsableError:
    text = message("store-absent", "{store} was not found. Install it, and Rocket League with it.", store=store)
    return _NotUsableError(text)


def _without_game(store: str) -> _NotUsableError:
    text = message("store-without-game", "{store} has not installed Rocket League. Install it there.", store=store)
    return _NotUsableError(text)


def _without_program(name: str) -> _NotUsableError:
    text = message("store-without-program", "Rocket League is there, but {name} was not found. Install it.", name=name)
    return _NotUsableError(text)


def _game_in(folder: Path, store: str) -> Path:
    """Returns the game's program in the folder that a store names for it."""
    game = folder / _GAME
    if not is_there(game):
        raise _NotUsableError(
            message(
                "game-files-missing",
                "{store} has installed Rocket League, but '{path}' is missing. Connect its disk or repair the game.",
                store=store,
                path=game,
            )
        )
    return game


def _content(path: Path, read: Callable[[Path], dict[str, _T]]) -> dict[str, _T]:
    """Returns the content of a store's file; empty if there is no file."""
    try:
        return read(path)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        reason = reason_of(error)
        text = message("store-file-unreadable", "'{path}' cannot be read: {reason}.", path=path, reason=reason)
        raise _NotUsableError(text) from error


def _json(path: Path) -> dict[str, Any]:
    return decode(read_file(path, MAX_BYTES), dict[str, Any])


def _found(installation: Installation, *notes: Message | None) -> StoreFinding:
    text = message("game-installed", "Rocket League is in '{path}'.", path=installation.game or Path())
    return StoreFinding(store=installation.store, installation=installation, text=sentences(text, *notes))


def _command(system: System, text: str) -> StoreFinding:
    flavour = Flavour(
        is_windows=system.is_windows, path=system.environment.get("PATH", ""), extensions=system.extensions or ()
    )
    line = text if ARGUMENTS in text else f"{text} {ARGUMENTS}"
    try:
        words = resolve_command(line, system.home, Path(sys.executable), flavour=flavour)
    except CommandError as error:
        return StoreFinding(store=Store.COMMAND, installation=None, text=error.text)
    return StoreFinding(
        store=Store.COMMAND,
        installation=Installation(store=Store.COMMAND, command=words),
        text=message("game-command", "The command `{command}` starts Rocket League.", command=text),
    )


def _first(
    find: Callable[[_T], StoreFinding | None], places: Iterable[_T], problems: Iterable[_NotUsableError]
) -> StoreFinding:
    """Returns the first finding among `places`.

    Raises:
        _NotUsableError: there is none; this is the first problem of a place, else the first of `problems`.
    """
    errors = []
    for place in places:
        try:
            finding = find(place)
        except _NotUsableError as error:
            errors.append(error)
        else:
            if finding is not None:
                return finding
    raise next(iter([*errors, *problems]))


def _steam(system: System) -> StoreFinding:
    program = system.registry_value("HKCU\\Software\\Valve\\Steam", "SteamExe")
    windows_root = [Path(program).parent] if program and is_there(Path(program)) else []
    roots = windows_root if system.is_windows else _steam_roots(system)
    roots = [root.resolve() for root in roots if is_there(root / "steamapps", as_folder=True)]
    problems: list[_NotUsableError] = []
    libraries = {root: tuple(_libraries(root, problems)) for root in dict.fromkeys(roots)}

    def find(place: tuple[Path, Path]) -> StoreFinding | None:
        root, library = place
        manifest = _content(library / "steamapps" / f"appmanifest_{STEAM_APP}.acf", read_vdf)
        folder = text_at(manifest, "appstate", "installdir")
        if not folder or folder == ".." or Path(folder).name != folder:
            return None
        game = _game_in(library / "steamapps" / "common" / folder, "Steam")
        if system.is_windows:
            return _found(Installation(store=Store.STEAM, client=Path(program), game=game))
        return _with_proton(root, libraries[root], library, game)

    places = [(root, library) for root in libraries for library in libraries[root]]
    return _first(find, places, [*problems, _without_game("Steam") if places else _absent("Steam")])


def _steam_roots(system: System) -> list[Path]:
    """Returns where Steam may be on Linux, in the order of RLBotServer."""
    home = system.home
    data = Path(system.environment.get("XDG_DATA_HOME") or home / ".local" / "share")
    roots = [home / ".steam" / "steam", home / ".steam" / "root", data / "Steam"]
    roots.append(home / ".var" / "app" / "com.valvesoftware.Steam" / ".local" / "share" / "Steam")
    roots.append(home / "snap" / "steam" / "common" / ".local" / "share" / "Steam")
    program = system.which("steam")
    if program is not None:
        folder = program.resolve().parent
        roots.append(folder.parent if folder.name == "bin" else folder)
    return roots


def _libraries(root: Path, problems: list[_NotUsableError]) -> Iterator[Path]:
    """Yields the folders in which Steam installs games; adds why the game's folder is not among them."""
    yield root
    try:
        document = _content(root / "steamapps" / "libraryfolders.vdf", read_vdf)
    except _NotUsableError as error:
        problems.append(error)
        return
    for key, entry in islice(section_at(document, "libraryfolders").items(), MAX_ENTRIES):
        name = text_at(entry, "path") if isinstance(entry, dict) else entry if key.isdigit() else ""
        if is_there(Path(name), as_folder=True) and Path(name).is_absolute() and Path(name) != root:
            yield Path(name)
        elif name and isinstance(entry, dict) and text_at(entry, "apps", STEAM_APP):
            text = message("library-absent", "Steam's library '{path}' does not exist. Connect its disk.", path=name)
            problems.append(_NotUsableError(text))


def _with_proton(root: Path, libraries: Iterable[Path], library: Path, game: Path) -> StoreFinding:
    """Returns a finding with the Proton that Steam would use, chosen as RLBotServer does."""
    wanted, note = "", None
    try:
        config = _content(root / "config" / "config.vdf", read_vdf)
        mapping = section_at(config, "installconfigstore", "software", "valve", "steam", "compattoolmapping")
        wanted = text_at(mapping, STEAM_APP, "name") or text_at(mapping, "0", "name")
    except _NotUsableError as error:
        note = error.text
    tools = [tool for folder in libraries for tool in _tools(folder / "steamapps" / "common", "Proton")]
    tools += _tools(root / "compatibilitytools.d")
    tool = max(tools, key=lambda tool: _rank(tool, wanted), default=None)
    if tool is None:
        text = message("proton-absent", "Steam has no Proton for Rocket League. Choose one in the game's properties.")
        raise _NotUsableError(text)
    data = library / "steamapps" / "compatdata" / STEAM_APP
    if not is_there(data, as_folder=True):
        text = message("proton-unprepared", "Rocket League has not run with Proton yet. Start it once in Steam.")
        raise _NotUsableError(text)
    if wanted and not any(_rank(tool, wanted)[:3]):
        note = message("proton-differs", "Steam is set to {tool}, which was not found.", tool=wanted)
    installation = Installation(store=Store.STEAM, client=root, game=game, proton=tool / "proton", compat_data=data)
    return _found(installation, message("proton-used", "It runs with Proton in '{path}'.", path=tool), note)


def _tools(folder: Path, start: str = "") -> Iterator[Path]:
    names = [name for name in names_in(folder) if name.startswith(start)]
    return (folder / name for name in names[:MAX_ENTRIES] if is_there(folder / name / "proton"))


def _rank(tool: Path, wanted: str) -> tuple[bool, bool, bool, list[int], bool]:
    """Returns how well a Proton fits the name in Steam's settings; the best one has the highest rank."""
    wanted, name = wanted.lower(), tool.name.lower()
    is_of_steam = name.startswith("proton") and tool.parent.name == "common"
    number = _VERSION.match(name) if is_of_steam else None
    pairs = list(zip(re.findall(r"\d+", wanted), re.findall(r"\d+", name), strict=False))
    return (
        wanted in _tool_names(tool) or re.sub(r"\W|_", "", wanted) == re.sub(r"\W|_", "", name),
        is_of_steam and bool(pairs) and all(one == other for one, other in pairs),
        is_of_steam and any(word in wanted and word in name for word in ("hotfix", "experimental")),
        [int(part) for part in number[1].split(".")] if number else [],
        is_of_steam,
    )


def _tool_names(tool: Path) -> set[str]:
    """Returns the names by which a tool calls itself, in lower case."""
    names: set[str] = set()
    with suppress(_NotUsableError):
        manifest = section_at(_content(tool / "toolmanifest.vdf", read_vdf), "manifest")
        names |= {text_at(manifest, "nameid").lower(), text_at(manifest, "name").lower()} - {""}
        document = _content(tool / "compatibilitytool.vdf", read_vdf)
        names |= section_at(document, "compatibilitytools", "compat_tools").keys()
    return names


def _epic(system: System) -> StoreFinding:
    opener = split_windows(system.registry_value("HKCR\\com.epicgames.launcher\\shell\\open\\command", ""))
    programs = system.environment.get("ProgramFiles(x86)", "C:\\Program Files (x86)")
    launcher = next(filter(is_there, (*map(Path, opener[:1]), Path(programs) / _EPIC_LAUNCHER)), None)
    data = Path(system.environment.get("ProgramData", "C:\\ProgramData"))
    folder = data / "Epic" / "EpicGamesLauncher" / "Data" / "Manifests"
    names = [name for name in names_in(folder) if name.lower().endswith(".item")]

    def find(name: str) -> StoreFinding | None:
        manifest = _content(folder / name, _json)
        place = manifest.get("InstallLocation")
        if manifest.get("AppName") != EPIC_APP or not isinstance(place, str):
            return None
        game = _game_in(Path(place), "Epic Games")
        if launcher is None:
            raise _without_program("Epic Games Launcher")
        return _found(Installation(store=Store.EPIC, client=launcher, game=game))

    absence = _absent if launcher is None else _without_game
    return _first(find, names[:MAX_ENTRIES], [absence("Epic Games Launcher")])


def _legendary(system: System) -> StoreFinding:
    settings = system.environment.get("XDG_CONFIG_HOME") or system.home / ".config"
    folder = Path(system.environment.get("LEGENDARY_CONFIG_PATH") or Path(settings, "legendary"))
    program = system.which("legendary")
    game = _listed_game(folder, "Legendary")
    if game is None:
        raise _absent("Legendary") if program is None else _without_game("Legendary")
    if program is None:
        raise _without_program("Legendary")
    return _found(Installation(store=Store.LEGENDARY, client=program, game=game))


def _heroic(system: System) -> StoreFinding:
    settings = system.environment.get("APPDATA" if system.is_windows else "XDG_CONFIG_HOME")
    folders = [Path(settings or system.home / ("AppData/Roaming" if system.is_windows else ".config")) / "heroic"]
    folders.append(system.home / ".var" / "app" / "com.heroicgameslauncher.hgl" / "config" / "heroic")
    present = [folder for folder in folders if is_there(folder, as_folder=True)]

    def find(folder: Path) -> StoreFinding | None:
        game = _listed_game(folder / "legendaryConfig" / "legendary", "Heroic")
        if game is None:
            return None
        opener = system.which("xdg-open")
        if opener is None and not system.is_windows:
            raise _without_program("xdg-open")
        return _found(Installation(store=Store.HEROIC, client=opener, game=game))

    return _first(find, present, [_without_game("Heroic") if present else _absent("Heroic")])


def _listed_game(folder: Path, store: str) -> Path | None:
    """Returns the game that Legendary has installed according to its folder of settings."""
    entry = _content(folder / "installed.json", _json).get(EPIC_APP)
    place = entry.get("install_path") if isinstance(entry, dict) else None
    return _game_in(Path(place), store) if isinstance(place, str) else None
