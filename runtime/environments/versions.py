"""Findings about the version of a bot's Python and of the `rlbot` in it, from files and from error messages."""

import os
import platform
import re
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from resources.site import SITE_FILES
from runtime.environments.choice import AgentSource, Choice, InterpreterKind, choose, requirement_folders
from runtime.environments.interpreter import layout_of
from runtime.environments.requirements import find_requires_python
from runtime.files import read_text
from runtime.folders import is_ignored_folder, is_made_by_tools
from runtime.model.messages import Message, message
from runtime.model.problems import Problem, Severity

BROKEN_RLBOT: Final = frozenset({"2.0.0b55", "2.0.0b56"})
"""Versions in which every call of `set_game_state` raises TypeError."""
_SET_STATE: Final = "set_game_state("
_MOST_FOLDERS: Final = 200
_MOST_SOURCES: Final = 200
_MOST_BYTES: Final = 256 << 10

_CLAUSE: Final = re.compile(r"(~=|==|!=|<=|>=|<|>)\s*(\d+(?:\.\d+)*)(\.\*)?")
_LOWEST: Final = re.compile(r"(?:>=|~=|==)\s*(\d+\.\d+)")
_NAMED: Final = re.compile(r"python(\d\.\d+)", re.IGNORECASE)
_MISSING_NAMES: Final = (
    re.compile(r"ImportError: cannot import name '(?P<name>\w+)' from '(?P<module>[\w.]+)'"),
    re.compile(r"AttributeError: module '(?P<module>[\w.]+)' has no attribute '(?P<name>\w+)'"),
    re.compile(r"ModuleNotFoundError: No module named '(?P<module>[\w.]+)'(?P<name>)"),
)
_SINCE: Final = {
    "3.10": ("typing.Concatenate typing.ParamSpec typing.TypeAlias typing.TypeGuard typing.is_typeddict "
             "itertools.pairwise inspect.get_annotations types.NoneType types.EllipsisType types.UnionType"),
    "3.11": ("tomllib wsgiref.types enum.StrEnum enum.EnumType enum.ReprEnum enum.verify datetime.UTC "
             "asyncio.TaskGroup asyncio.Runner asyncio.timeout asyncio.Barrier contextlib.chdir math.cbrt math.exp2 "
             "operator.call typing.Self typing.Never typing.LiteralString typing.NotRequired typing.Required "
             "typing.Unpack typing.TypeVarTuple typing.assert_never typing.assert_type typing.reveal_type "
             "typing.dataclass_transform typing.get_overloads typing.clear_overloads hashlib.file_digest "
             "sys.exception"),
    "3.12": ("typing.override typing.TypeAliasType itertools.batched math.sumprod collections.abc.Buffer "
             "inspect.BufferFlags inspect.markcoroutinefunction calendar.Month calendar.Day types.get_original_bases "
             "sys.monitoring"),
    "3.13": ("warnings.deprecated typing.TypeIs typing.ReadOnly typing.NoDefault typing.get_protocol_members "
             "typing.is_protocol copy.replace queue.ShutDown asyncio.QueueShutDown math.fma os.process_cpu_count "
             "pathlib.UnsupportedOperation types.CapsuleType base64.z85encode dbm.sqlite3"),
    "3.14": ("annotationlib compression compression.zstd concurrent.interpreters string.templatelib "
             "functools.Placeholder operator.is_none operator.is_not_none"),
}  # fmt: skip
"""Names of the standard library by the version of Python in which they appeared ("What's New in Python")."""
_SINCE_BY_NAME: Final = {name: version for version, names in _SINCE.items() for name in names.split()}


def remarks(source: AgentSource, *, configured: Path, environments: Path | None) -> tuple[Problem, ...]:
    """What an agent's files say about the Python that would run it; nothing runs.

    Args:
        source: the agent.
        configured: interpreter for agents that have none of their own.
        environments: folder of the environments that Kickabout made.
    """
    choice = choose(source, configured, environments)
    if choice is None:
        return ()
    return tuple(filter(None, (_unfit_python(source, choice), _broken_rlbot(source, choice))))


def version_of(python: Path) -> str:
    """The version of an interpreter, as exactly as its files and its name tell; empty where they do not."""
    if python == Path(sys.executable):
        return platform.python_version()
    layout = layout_of(python)
    named = _NAMED.match(python.name)
    return layout.version if layout is not None else named[1] if named else ""


def is_allowed(version: str, specifier: str) -> bool:
    """Whether a `requires-python` admits a version; a clause that is not understood admits every version."""
    parts = tuple(int(part) for part in version.split(".")[:3] if part.isdigit())
    candidates = [parts] if len(parts) == 3 else [(*parts, patch) for patch in (0, 99)]
    clauses = [_CLAUSE.fullmatch(clause.strip()) for clause in specifier.split(",")]
    return any(all(clause is None or _meets(each, clause) for clause in clauses) for each in candidates)


def newer_name(text: str, version: str) -> tuple[str, str] | None:
    """The name of the standard library that an error message misses in Python `version`, and the version that has it.

    None where the message is about something else.
    """
    for pattern in _MISSING_NAMES:
        for match in pattern.finditer(text):
            name = ".".join(filter(None, (match["module"], match["name"])))
            since = _SINCE_BY_NAME.get(name)
            if since is not None and not (version and is_allowed(version, f">={since}")):
                return name, since
    return None


def how_to_get(version: str, folder: Path) -> Message:
    """Returns how a bot gets another Python; `version` is `3.12`, or empty for any suitable one."""
    if not version:
        return message(
            "install-some-python",
            "Install a Python that fits, and make an environment named 'venv' with it in {folder}.",
            folder=folder,
        )
    python = f"py -{version}" if os.name == "nt" else f"python{version}"
    return message(
        "install-python",
        "Install Python {version} or newer, and run `{python} -m venv venv` in {folder}.",
        version=version,
        python=python,
        folder=folder,
    )


def _unfit_python(source: AgentSource, choice: Choice) -> Problem | None:
    found = find_requires_python(requirement_folders(source))
    version = version_of(choice.python)
    if found is None or not version or is_allowed(version, found.specifier):
        return None
    lowest = _LOWEST.search(found.specifier)
    return Problem(
        severity=Severity.WARNING,
        path=found.file,
        line=found.line,
        key="project.requires-python",
        message=message(
            "python-unfit",
            "{name} requires Python {specifier}, but Python {version} runs it.",
            name=source.name,
            specifier=found.specifier,
            version=version,
        ),
        fix=how_to_get(lowest[1] if lowest else "", _home(source)),
    )


def _broken_rlbot(source: AgentSource, choice: Choice) -> Problem | None:
    """A finding about the first line that sets the state, where the agent's own `rlbot` cannot do that."""
    if choice.kind is InterpreterKind.MADE:
        return None
    layout = layout_of(choice.python)
    version = layout.version_of("rlbot") if layout is not None else ""
    if layout is None or version not in BROKEN_RLBOT:
        return None
    if any((folder / SITE_FILES[-1].name).is_file() for folder in layout.folders):
        return None
    for file in islice(_sources(source.folder), _MOST_SOURCES):
        line = _line_of(file, _SET_STATE)
        if line is not None:
            return Problem(
                severity=Severity.WARNING,
                path=file,
                line=line,
                message=message(
                    "rlbot-broken",
                    "set_game_state raises TypeError in rlbot {version}, which '{python}' has.",
                    version=version,
                    python=choice.python,
                ),
                fix=message(
                    "install-rlbot",
                    "Install rlbot {version} there, the newest version in which it works.",
                    version="2.0.0b54",
                ),
            )
    return None


def _home(source: AgentSource) -> Path:
    return source.document.parent if source.document is not None else source.folder


def _meets(version: tuple[int, ...], clause: re.Match[str]) -> bool:
    wanted = tuple(map(int, clause[2].split(".")))
    padded = (*wanted, 0, 0, 0)[:3]
    if clause[1] in ("==", "!="):
        is_equal = version[: len(wanted)] == wanted if clause[3] else version == padded
        return is_equal is (clause[1] == "==")
    if clause[1] == "~=":
        return version >= padded and version[: len(wanted) - 1] == wanted[:-1]
    return {
        ">=": version >= padded,
        "<=": version <= padded,
        ">": version > padded,
        "<": version < padded,
    }[clause[1]]


def _sources(folder: Path) -> Iterator[Path]:
    for parent, folders, names in islice(os.walk(folder), _MOST_FOLDERS):
        if is_made_by_tools((*folders, *names)):
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not is_ignored_folder(name) and not name.startswith("."))
        yield from (Path(parent, name) for name in sorted(names) if name.endswith(".py"))


def _line_of(file: Path, text: str) -> int | None:
    """The first line with some text in a source file that is not too large; counts from 1."""
    try:
        lines = read_text(file, _MOST_BYTES, errors="replace").splitlines()
    except OSError:
        return None
    return next((number for number, line in enumerate(lines, 1) if text in line), None)
