"""Finds installations of Rocket League in the files of its stores."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
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

_T = TypeVar("_T")

ARGUMENTS: Final = "{arguments}"
"""The place of the game's arguments in the user's command; they follow it where it names no place."""
MAX_BYTES: Final = 4 << 20
"""Maximum size of a store's JSON file."""
MAX_ENTRIES: Final = 200
"""Maximum number of libraries, tools or manifests of a store that are read."""
_STEAM_APP: Final = "252950"
_EPIC_APP: Final = "Sugar"
_GAME: Final = Path("Binaries", "Win64", "RocketLeague.exe")
_EPIC_LAUNCHER: Final = Path("Epic Games", "Launcher", "Portal", "Binaries", "Win64", "EpicGamesLauncher.exe")


class Store(Enum):
    """How Rocket League is installed and started."""

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
    """The words of the user's command, with `ARGUMENTS` for those of the game; empty for a store."""

    def command_with(self, arguments: Sequence[str]) -> tuple[str, ...]:
        """Returns the user's command with the arguments of the game, to be started in the home folder."""
        words: list[str] = []
        for word in self.command:
            words += arguments if word == ARGUMENTS else [word.replace(ARGUMENTS, " ".join(arguments))]
        return tuple(words)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreFinding:
    """The result of looking for one store."""

    store: Store
    installation: Installation | None
    text: Message
    """Where it was found; or what is missing, and what to do about it."""


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


def _absent(store: str) -> Message:
    return message("store-absent", "{store} was not found. Install it, and Rocket League with it.", store=store)


def _without_game(store: str, path: Path) -> Message:
    return message(
        "store-without-game",
        "{store} is here ('{path}'), but has not installed Rocket League. Install it there.",
        store=store,
        path=path,
    )


def _without_program(path: Path, program: str) -> Message:
    return message(
        "store-program-absent",
        "Rocket League is in '{path}', but {program}, which starts it, was not found. Install {program} again.",
        path=path,
        program=program,
    )


def _game_in(folder: Path, store: str) -> Path:
    """Returns the game's program in the folder that a store names for it."""
    game = folder / _GAME
    if is_there(game):
        return game
    text = message(
        "game-files-missing",
        "According to {store}, Rocket League is installed, but '{path}' does not exist. Connect its disk, or let "
        "{store} check and repair the game's files.",
        store=store,
        path=game,
    )
    raise _NotUsableError(text)


def _content(path: Path, read: Callable[[Path], dict[str, _T]]) -> dict[str, _T]:
    """Returns the content of a store's file; empty if there is no file."""
    try:
        return read(path)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        text = message(
            "store-file-unreadable",
            "'{path}' cannot be read: {reason}. Its store writes it again when it has installed or repaired a game.",
            path=path,
            reason=reason_of(error),
        )
        raise _NotUsableError(text) from error


def _json(path: Path) -> dict[str, Any]:
    return decode(read_file(path, MAX_BYTES), dict[str, Any])


def _found(installation: Installation, *notes: Message | None) -> StoreFinding:
    text = message("game-installed", "Rocket League is in '{path}'.", path=installation.game or Path())
    return StoreFinding(store=installation.store, installation=installation, text=sentences(text, *notes))


def _command(system: System, text: str) -> StoreFinding:
    from runtime.processes.command import CommandError, Flavour, resolve_command  # noqa: PLC0415 - as in `System.which`

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
    find: Callable[..., StoreFinding | None],
    places: Iterable[tuple[Any, ...]],
    absence: Message,
    problems: list[Message],
) -> StoreFinding:
    """Returns the first finding of `find` for the arguments in `places`.

    Raises:
        _NotUsableError: there is none; the text is that of the first problem, or `absence`.
    """
    for place in places:
        try:
            finding = find(*place)
        except _NotUsableError as error:
            problems.append(error.text)
        else:
            if finding is not None:
                return finding
    raise _NotUsableError(problems[0] if problems else absence)


def _steam(system: System) -> StoreFinding:
    problems: list[Message] = []
    roots = dict(_steam_roots(system))
    libraries = {root: tuple(_libraries(root, problems)) for root in roots}

    def find(root: Path, library: Path) -> StoreFinding | None:
        game = _steam_game(library)
        if game is None:
            return None
        if system.is_windows:
            return _found(Installation(store=Store.STEAM, client=roots[root], game=game))
        return _with_proton(root, libraries[root], library, game)

    absence = _without_game("Steam", next(iter(roots))) if roots else _absent("Steam")
    return _first(find, ((root, library) for root in roots for library in libraries[root]), absence, problems)


def _steam_roots(system: System) -> Iterator[tuple[Path, Path]]:
    """Yields Steam's folders, each with its program or, on Linux, itself; in the order of RLBotServer."""
    if system.is_windows:
        client = Path(system.registry_value("HKCU\\Software\\Valve\\Steam", "SteamExe"))
        if client.name and is_there(client) and is_there(client.parent / "steamapps", as_folder=True):
            yield client.parent, client
        return
    home = system.home
    data = Path(system.environment.get("XDG_DATA_HOME") or home / ".local" / "share")
    program = system.which("steam")
    places = [home / ".steam" / "steam", home / ".steam" / "root", data / "Steam"]
    places.append(home / ".var" / "app" / "com.valvesoftware.Steam" / ".local" / "share" / "Steam")
    places.append(home / "snap" / "steam" / "common" / ".local" / "share" / "Steam")
    if program is not None:
        folder = program.resolve().parent
        places.append(folder.parent if folder.name == "bin" else folder)
    for place in places:
        if is_there(place / "steamapps", as_folder=True):
            yield place.resolve(), place.resolve()


def _libraries(root: Path, problems: list[Message]) -> Iterator[Path]:
    """Yields the folders in which Steam installs games; adds what keeps the game's folder from being found."""
    yield root
    try:
        document = _content(root / "steamapps" / "libraryfolders.vdf", read_vdf)
    except _NotUsableError as error:
        problems.append(error.text)
        return
    for key, entry in islice(section_at(document, "libraryfolders").items(), MAX_ENTRIES):
        name = text_at(entry, "path") if isinstance(entry, dict) else entry if key.isdigit() else ""
        if not name or not Path(name).is_absolute() or Path(name) == root:
            continue
        if is_there(Path(name), as_folder=True):
            yield Path(name)
        elif isinstance(entry, dict) and text_at(entry, "apps", _STEAM_APP):
            problems.append(
                message(
                    "library-absent",
                    "Steam has installed Rocket League in '{path}', which does not exist. Connect its disk.",
                    path=Path(name),
                )
            )


def _steam_game(library: Path) -> Path | None:
    manifest = library / "steamapps" / f"appmanifest_{_STEAM_APP}.acf"
    folder = text_at(_content(manifest, read_vdf), "appstate", "installdir")
    if not folder or folder in {".", ".."} or Path(folder).name != folder:
        return None
    return _game_in(library / "steamapps" / "common" / folder, "Steam")


def _with_proton(root: Path, libraries: Iterable[Path], library: Path, game: Path) -> StoreFinding:
    """Returns a finding with the Proton that Steam would use."""
    wanted, note = "", None
    try:
        config = _content(root / "config" / "config.vdf", read_vdf)
        tools = section_at(config, "installconfigstore", "software", "valve", "steam", "compattoolmapping")
        wanted = text_at(tools, _STEAM_APP, "name") or text_at(tools, "0", "name")
    except _NotUsableError as error:
        note = error.text
    official = [tool for folder in libraries for tool in _tools(folder / "steamapps" / "common", "Proton")]
    tools_of_user = list(_tools(root / "compatibilitytools.d"))
    chosen = _chosen_tool(wanted, official, tools_of_user) if wanted else None
    if wanted and chosen is None:
        note = message("proton-not-installed", "Steam is set to {tool}, which was not found.", tool=wanted)
    numbered = sorted((tool for tool in official if _version(tool)), key=_version)
    tool = chosen or next(iter([*reversed(numbered), *official, *tools_of_user]), None)
    data = library / "steamapps" / "compatdata" / _STEAM_APP
    if tool is None:
        text = message(
            "proton-absent",
            "Rocket League is in '{path}', but there is no Proton. Choose one in Steam: Properties, Compatibility.",
            path=game,
        )
        raise _NotUsableError(text)
    if not is_there(data, as_folder=True):
        text = message(
            "proton-unprepared",
            "Rocket League is in '{path}', but has not run with Proton yet. Start it once in Steam.",
            path=game,
        )
        raise _NotUsableError(text)
    installation = Installation(store=Store.STEAM, client=root, game=game, proton=tool / "proton", compat_data=data)
    return _found(installation, message("proton-used", "It runs with Proton in '{path}'.", path=tool), note)


def _tools(folder: Path, start: str = "") -> Iterator[Path]:
    names = (name for name in names_in(folder) if name.startswith(start))
    return (folder / name for name in islice(names, MAX_ENTRIES) if is_there(folder / name / "proton"))


def _chosen_tool(wanted: str, official: list[Path], of_user: list[Path]) -> Path | None:
    """Returns the tool that Steam calls `wanted`, although its folder may have another name, as RLBotServer does."""
    for tool in (*official, *of_user):
        if wanted.lower() in _tool_names(tool) or _plain(wanted) == _plain(tool.name):
            return tool
    numbers = re.findall(r"\d+", wanted)
    for tool in official:
        others = re.findall(r"\d+", tool.name)
        common = min(len(numbers), len(others))
        if common and numbers[:common] == others[:common]:
            return tool
    special = [name for name in ("hotfix", "experimental") if name in wanted.lower()]
    return next((tool for tool in official if any(name in tool.name.lower() for name in special)), None)


def _tool_names(tool: Path) -> set[str]:
    """Returns the names by which a tool calls itself, in lower case."""
    names = set()
    try:
        manifest = section_at(_content(tool / "toolmanifest.vdf", read_vdf), "manifest")
        names |= {text_at(manifest, "nameid").lower(), text_at(manifest, "name").lower()}
        document = _content(tool / "compatibilitytool.vdf", read_vdf)
        names |= section_at(document, "compatibilitytools", "compat_tools").keys()
    except _NotUsableError:
        return names
    return names


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _version(tool: Path) -> tuple[int, ...]:
    match = re.match(r"Proton\s+(\d{1,9}(?:\.\d{1,9})*)", tool.name, re.IGNORECASE)
    return tuple(map(int, match[1].split("."))) if match else ()


def _epic(system: System) -> StoreFinding:
    from runtime.processes.command_line import split_windows  # noqa: PLC0415 - as in `System.which`

    opener = split_windows(system.registry_value("HKCR\\com.epicgames.launcher\\shell\\open\\command", ""))
    programs = system.environment.get("ProgramFiles(x86)", "C:\\Program Files (x86)")
    launcher = next(filter(is_there, (*map(Path, opener[:1]), Path(programs) / _EPIC_LAUNCHER)), None)
    data = Path(system.environment.get("ProgramData", "C:\\ProgramData"))
    folder = data / "Epic" / "EpicGamesLauncher" / "Data" / "Manifests"
    names = [name for name in names_in(folder) if name.lower().endswith(".item")]

    def find(manifest: Path) -> StoreFinding | None:
        content = _content(manifest, _json)
        place = content.get("InstallLocation")
        if content.get("AppName") != _EPIC_APP or not isinstance(place, str):
            return None
        game = _game_in(Path(place), "Epic Games")
        if launcher is None:
            raise _NotUsableError(_without_program(game, "Epic Games Launcher"))
        return _found(Installation(store=Store.EPIC, client=launcher, game=game))

    absence = _absent("Epic Games Launcher") if launcher is None else _without_game("Epic Games Launcher", launcher)
    return _first(find, ((folder / name,) for name in names[:MAX_ENTRIES]), absence, [])


def _legendary(system: System) -> StoreFinding:
    settings = system.environment.get("XDG_CONFIG_HOME") or system.home / ".config"
    folder = Path(system.environment.get("LEGENDARY_CONFIG_PATH") or Path(settings, "legendary"))
    program = system.which("legendary")
    game = _listed_game(folder, "Legendary")
    if game is None:
        raise _NotUsableError(_absent("Legendary") if program is None else _without_game("Legendary", program))
    if program is None:
        raise _NotUsableError(_without_program(game, "legendary"))
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
            raise _NotUsableError(_without_program(game, "xdg-open"))
        return _found(Installation(store=Store.HEROIC, client=opener, game=game))

    absence = _without_game("Heroic", present[0]) if present else _absent("Heroic")
    return _first(find, ((folder,) for folder in present), absence, [])


def _listed_game(folder: Path, store: str) -> Path | None:
    """Returns the game that Legendary has installed according to its folder of settings."""
    entry = _content(folder / "installed.json", _json).get(_EPIC_APP)
    place = entry.get("install_path") if isinstance(entry, dict) else None
    return _game_in(Path(place), store) if isinstance(place, str) else None
