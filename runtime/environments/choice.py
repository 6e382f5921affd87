"""Finds the interpreter that runs an agent, by reading files only.

The first of these that can run here: the one that the run command names by a path; the agent's own environment
(`.venv`, `venv` or `env` in its working folder or beside its document); the one that Kickabout made for its
requirements; the configured one. An own environment of a v4 agent counts only with a version of Python that RLBot v4
supports.

Checks, installations and starts use the same choice.
"""

import os
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path
from typing import Final

from runtime.documents.runners import python_command
from runtime.documents.v4_files import is_v4_name, v4_program
from runtime.environments.installer import find_installer
from runtime.environments.interpreter import interpreter_in, is_environment, layout_of, version_of
from runtime.environments.records import Stamp, environment_key, imported_packages, read_stamp
from runtime.environments.requirements import (
    FILE_NAME,
    V4_EXTRAS,
    V5_PACKAGES,
    Requirement,
    Requirements,
    find_requirements,
    read_requirements,
    with_lines,
)
from runtime.environments.sources import find_line
from runtime.model.messages import Message, message
from runtime.processes import (
    ENVIRONMENT_FOLDERS,
    find_environment,
    first_word_end,
    is_lost_python,
    is_python_word,
)

V4_PYTHONS: Final = ("3.11", "3.10")
"""Versions of Python that can run agents of RLBot v4, the preferred one first."""
_RLBOT: Final = "rlbot"
_IMPORTS_RLBOT: Final = re.compile(r"\s*(?:from|import)\s+rlbot\b")
_PYTHON_PROGRAM: Final = re.compile(r"python[\d.]*w?(?:\.exe)?", re.IGNORECASE)


class InterpreterKind(Enum):
    """Origin of an agent's interpreter."""

    NAMED = auto()
    OWN = auto()
    MADE = auto()
    CONFIGURED = auto()

    @property
    def text(self) -> Message:
        """The kind as a noun phrase."""
        return {
            InterpreterKind.NAMED: message("python-named", "the Python that its run command names"),
            InterpreterKind.OWN: message("python-own", "its own environment"),
            InterpreterKind.MADE: message("python-made", "the environment that Kickabout made for it"),
            InterpreterKind.CONFIGURED: message("python-configured", "Kickabout's Python"),
        }[self]


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSource:
    """The location of an agent's program and its run command."""

    key: str
    name: str
    folder: Path
    """Its working folder."""
    run_command: str
    document: Path | None = None
    """The bot.toml or script.toml; None if the agent has none."""

    @property
    def path(self) -> Path:
        """The document, else the working folder."""
        return self.document or self.folder

    @property
    def home(self) -> Path:
        """The folder of the document, else the working folder."""
        return self.document.parent if self.document is not None else self.folder

    @property
    def program(self) -> Path | None:
        """The Python file that its run command names; None if it names none."""
        if self.document is not None and is_v4_name(self.document):
            return v4_program(self.document)
        words = python_command(self.run_command, self.folder).replace('"', "").split()
        return next((self.folder / word for word in words if word.endswith(".py")), None)

    @property
    def first_word(self) -> str:
        """The program of its run command; `python` for `uv run bot.py`."""
        text = python_command(self.run_command, self.folder).strip()
        word = text[: first_word_end(text)]
        if os.name == "nt":
            return word.strip('"')
        try:
            return "".join(shlex.split(word)[:1])
        except ValueError:
            return word


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The interpreter of an agent."""

    kind: InterpreterKind
    python: Path
    requirements: Requirements | None = None
    """The requirements in its own file; None if it has none."""
    environment: Path | None = None
    """The folder of the environment that Kickabout made or would make; None if it makes none."""
    stamp: Stamp | None = None
    """Result of the creation of `environment`; None if it does not exist, although another one may be `MADE`."""
    is_path: bool = False
    """True if the agent's run command names the interpreter by a path."""
    base: Path | None = None
    """The Python that `environment` is made with; None for the configured one."""
    is_v4: bool = False
    """True if `environment` is for agents of RLBot v4."""

    @property
    def can_install(self) -> bool:
        """True if packages may be installed: only into environments, never into a system Python."""
        if self.kind in (InterpreterKind.NAMED, InterpreterKind.OWN):
            return is_environment(self.python)
        return self.environment is not None


def choose(source: AgentSource, configured: Path, environments: Path | None) -> Choice | None:
    """Returns the interpreter of an agent; None if its command does not begin with a Python.

    Args:
        source: The agent.
        configured: Interpreter for agents that bring none.
        environments: Folder of the environments that Kickabout makes; None means that it makes none.
    """
    if source.document is not None and is_v4_name(source.document):
        return _choose_v4(source, source.document, configured, environments)
    word = source.first_word
    is_path = "/" in word or (os.sep in word)
    file = find_requirements(requirement_folders(source))
    named = read_requirements(file) if file is not None else None
    requirements = with_lines(named, imported_packages(environments, source.path), source.home / FILE_NAME)
    if _PYTHON_PROGRAM.fullmatch(Path(word).name) is None and not is_python_word(word):
        return None
    if not (is_python_word(word) or is_lost_python(word, source.folder)):
        program = _existing(source.folder / word) if is_path else shutil.which(word)
        if program is None:
            return None
        needed = _with_rlbot(requirements, source, Path(program))
        return Choice(kind=InterpreterKind.NAMED, python=Path(program), requirements=needed, is_path=is_path)
    own = own_environment(source)
    if own is not None:
        return Choice(kind=InterpreterKind.OWN, python=own, requirements=_with_rlbot(requirements, source, own))
    return _made(requirements, named, configured, environments)


def own_environment(source: AgentSource) -> Path | None:
    """Returns the interpreter of the environment that an agent brings; None if it brings none that can run here."""
    pythons = map(find_environment, (source.folder, source.home))
    return next((python for python in pythons if python is not None), None)


def unused_environment(source: AgentSource, choice: Choice) -> Path | None:
    """Returns the folder of an environment that an agent brings, but that does not run it; None if there is none."""
    if choice.kind not in (InterpreterKind.MADE, InterpreterKind.CONFIGURED):
        return None
    places = (folder / name for folder in (source.folder, source.home) for name in ENVIRONMENT_FOLDERS)
    return next((place for place in places if is_environment(interpreter_in(place))), None)


def _with_rlbot(requirements: Requirements | None, source: AgentSource, python: Path) -> Requirements | None:
    """Adds `rlbot` to the requirements of an agent that imports it, if `python` has none or that of RLBot v4."""
    layout, own = layout_of(python), source.folder / _RLBOT
    if layout is None or own.is_dir() or own.with_suffix(".py").is_file():
        return requirements
    version = layout.version_of(_RLBOT)
    has_rlbot = not version.startswith(("0.", "1.")) if version else layout.has_module(_RLBOT)
    place = None if has_rlbot else find_line(source.folder, _IMPORTS_RLBOT)
    if place is None:
        return requirements
    lines = [Requirement(text=text, file=place[0], line=place[1], name=_RLBOT) for text in V5_PACKAGES]
    return with_lines(requirements, lines, source.home / FILE_NAME)


def _choose_v4(source: AgentSource, document: Path, configured: Path, environments: Path | None) -> Choice:
    """Returns the interpreter of a v4 agent, whose environment is not that of Kickabout: v4 and v5 cannot share one.

    While the environment does not exist, the kind is CONFIGURED. `base` is None if there is no Python for v4.
    """
    named, own = read_requirements(document), own_environment(source)
    requirements = with_lines(named, imported_packages(environments, document), document) or named
    if own is not None and version_of(own).startswith(V4_PYTHONS):
        lines = tuple(line for line in requirements.lines if line.line or line.name not in V4_EXTRAS)
        needed = replace(requirements, lines=lines)
        return Choice(kind=InterpreterKind.OWN, python=own, requirements=needed, base=own, is_v4=True)
    base = v4_python(configured)
    choice = _made(requirements, named, base or configured, environments if base is not None else None)
    return replace(choice, base=base, is_v4=True)


def v4_python(configured: Path) -> Path | None:
    """Returns a Python for agents of RLBot v4; None if there is none, and no uv to fetch one.

    `rlbot` 1.68.0 works up to Python 3.11, and `rlbot_flatbuffers` from 3.10 on. With uv, the result is a version
    instead of a path: uv finds or fetches that Python once the user has agreed to install packages.
    """
    if version_of(configured).startswith(V4_PYTHONS):
        return configured
    for version in V4_PYTHONS:
        program = shutil.which(f"python{version}") or next(map(str, _known_pythons(version)), None)
        if program is not None:
            return Path(program)
    return Path(V4_PYTHONS[0]) if find_installer().uv is not None else None


def _known_pythons(version: str) -> Iterator[Path]:
    """Yields the interpreters of a version in the usual installation folders."""
    home, short = Path.home(), version.replace(".", "")
    local = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    yield from sorted(home.glob(f".pyenv/versions/{version}.*/bin/python{version}"))
    fixed = (
        local / "Programs" / "Python" / f"Python{short}" / "python.exe",
        Path(os.environ.get("PROGRAMFILES", "C:/Program Files")) / f"Python{short}" / "python.exe",
        Path(f"/Library/Frameworks/Python.framework/Versions/{version}/bin/python{version}"),
        Path(f"/opt/homebrew/bin/python{version}"),
    )
    yield from (path for path in fixed if path.is_file())


def _made(
    requirements: Requirements | None, named: Requirements | None, configured: Path, environments: Path | None
) -> Choice:
    """Returns the environment that Kickabout made for `requirements`, else `configured`.

    While it does not exist, the one for the requirements that the agent's files name runs the agent.
    """
    if requirements is None or environments is None or not requirements.lines:
        return Choice(kind=InterpreterKind.CONFIGURED, python=configured, requirements=requirements)
    keys = dict.fromkeys(environment_key(lines, configured) for lines in (requirements, named) if lines is not None)
    stamps = {environments / key: read_stamp(environments / key) for key in keys}
    place = next(iter(stamps))
    environment = next((place for place, stamp in stamps.items() if stamp is not None and stamp.is_usable), None)
    return Choice(
        kind=InterpreterKind.CONFIGURED if environment is None else InterpreterKind.MADE,
        python=configured if environment is None else interpreter_in(environment),
        requirements=requirements,
        environment=place,
        stamp=stamps[place],
    )


def requirement_folders(source: AgentSource) -> tuple[Path, ...]:
    """Returns the folders that may contain an agent's requirements, the nearest first.

    The agent's own folders come first. Then follow the folder in which its command looks for an environment, and the
    folder above, unless that is the user's home or the top of a drive.
    """
    folders = [source.folder, source.home]
    word = source.first_word
    if ("/" in word or os.sep in word) and len(Path(word).parts) >= 3:
        folders.append((source.folder / word).parent.parent.parent)
    above = source.home.absolute().parent
    if above not in (Path.home(), Path(above.anchor)):
        folders.append(above)
    return tuple(folders)


def _existing(program: Path) -> str | None:
    file = next((path for path in (program, program.with_name(program.name + ".exe")) if path.is_file()), None)
    return os.path.abspath(file) if file is not None else None  # noqa: PTH100 - resolve would leave the environment
