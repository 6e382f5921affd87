"""Compiled parts of v4 agents that only Windows can load, found by reading Python files; runs nothing of the agent."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from runtime.files import read_file

MAX_SOURCE: Final = 2 << 20
"""Maximum size of a Python file whose imports are followed."""
MAX_FILES: Final = 500
"""Maximum number of files whose imports are followed."""

_IMPORT: Final = re.compile(
    rb"^(?:from[ \t]+(?P<origin>[.\w]+)[ \t]+import[ \t(]+(?P<names>[\w, \t]*)|import[ \t]+(?P<modules>[\w., \t]+))",
    re.MULTILINE,
)
"""An import at the beginning of a line; it always runs, unlike imports in functions and `try`."""
_LOADS_LIBRARY: Final = re.compile(rb"^[^\s#].*\b(?:CDLL|WinDLL|OleDLL|LoadLibrary)\(", re.MULTILINE)
_LIBRARY: Final = re.compile(rb"""["'](?P<name>[^"'\\/\n]+\.dll)["']""", re.IGNORECASE)
_SOURCE_NAME: Final = re.compile(rb"""["'](?P<name>[\w./]+\.py)["']""")
_SUFFIXES: Final = ("", ".py", ".so", ".pyd")


def windows_part(program: Path, places: Iterable[Path]) -> Path | None:
    """Returns a file that a program loads at its start and that only Windows can load; None if there is none.

    `places` are folders to search for the program's own modules, in addition to its own folder.
    """
    search = _Search((program.parent, *places))
    waiting = [program, *_named_sources(program)]
    seen = set(waiting)
    while waiting and len(seen) <= MAX_FILES:
        source = waiting.pop()
        try:
            text = read_file(source, MAX_SOURCE)
        except OSError:
            continue
        library = _library(source, text)
        if library is not None:
            return library
        for path in search.imported(source, text):
            if path.suffix == ".pyd":
                return path
            if path not in seen:
                seen.add(path)
                waiting.append(path)
    return None


def _named_sources(program: Path) -> list[Path]:
    """Returns the Python files that a program names in strings, as the drones of a hivemind do with their hive."""
    try:
        text = read_file(program, MAX_SOURCE)
    except OSError:
        return []
    files = (program.parent / match["name"].decode() for match in _SOURCE_NAME.finditer(text))
    return [file for file in dict.fromkeys(files) if file.is_file()]


def _library(source: Path, text: bytes) -> Path | None:
    """Returns the Windows library that a Python file beside it loads on import; None if there is none."""
    if _LOADS_LIBRARY.search(text) is None:
        return None
    names = (match["name"].decode("utf-8", "replace") for match in _LIBRARY.finditer(text))
    return next((source.parent / name for name in names if (source.parent / name).is_file()), None)


class _Search:
    """Finds the files of imported modules; lists each folder once."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self._folders = tuple(dict.fromkeys(folders))
        self._modules: dict[Path, dict[str, dict[str, str]]] = {}
        """The files of each folder, by name of their module and suffix; a folder has an empty suffix."""

    def imported(self, source: Path, text: bytes) -> Iterator[Path]:
        """Yields the files that the imports of a Python file load: Python files, and compiled ones of Windows."""
        for match in _IMPORT.finditer(text):
            if match["modules"] is not None:
                for written in match["modules"].decode().split(","):
                    yield from self._files(self._folders, (written.split() or [""])[0].split("."))
                continue
            origin = match["origin"].decode()
            module = origin.lstrip(".")
            dots = len(origin) - len(module)
            start = (source.parents[dots - 1],) if 0 < dots <= len(source.parents) else self._folders
            parts = module.split(".") if module else []
            yield from self._files(start, parts)
            for name in match["names"].decode().split(","):
                if name.strip():  # it may be a module in the package
                    yield from self._files(start, [*parts, name.split()[0]])

    def _files(self, folders: tuple[Path, ...], parts: list[str]) -> Iterator[Path]:
        """Yields the files of a module and of its parent packages, in the first folder that has one."""
        for folder in folders:
            place, modules = folder, []
            for part in parts:
                files = self._listed(place).get(part)
                if files is None:
                    break
                file = self._file(place, part, files)
                place /= part
                if file is not None:
                    modules.append(file)
            if modules:
                yield from modules
                return

    def _file(self, folder: Path, module: str, files: dict[str, str]) -> Path | None:
        """Returns the file that Python loads for a module; None if there is none, or if any system can load it."""
        if "" in files and "__init__" in self._listed(folder / module):
            return folder / module / "__init__.py"
        if ".so" in files:
            return None
        name = files.get(".py") or files.get(".pyd")
        return folder / name if name is not None else None

    def _listed(self, folder: Path) -> dict[str, dict[str, str]]:
        modules = self._modules.get(folder)
        if modules is None:
            modules = self._modules[folder] = {}
            try:
                names = [entry.name for entry in os.scandir(folder)]
            except OSError:
                names = []
            for name in names:
                module, _, rest = name.partition(".")
                suffix = f".{rest.rpartition('.')[2]}" if rest else ""
                if suffix in _SUFFIXES:
                    modules.setdefault(module, {})[suffix] = name
        return modules
