"""What a bot requires, as plain values."""

import codecs
import hashlib
import os
import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from runtime.files import read_file, read_text
from runtime.toml import loads

_RUNS_OF_MARKS: Final = re.compile(r"[-_.]+")


def canonical(name: str) -> str:
    """A package's name as all its spellings have it (PEP 503)."""
    return _RUNS_OF_MARKS.sub("-", name).lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """One line that asks for a package."""

    text: str
    """As an installer takes it in a requirements file; paths in it are absolute."""
    file: Path
    line: int
    """Counts from 1; where the line begins. 0 for what Kickabout adds."""
    name: str = ""
    """Canonical; empty where the line names only an address."""
    url: str = ""
    """Where the package comes from, when the line says it; a path becomes a `file:` address."""
    has_hashes: bool = False

    @property
    def title(self) -> str:
        """The line in short, for people: without hashes."""
        return self.text.split(" --hash", 1)[0].strip()

    @property
    def spot(self) -> str:
        """File and line, as messages name them."""
        return f"{self.file}:{self.line}" if self.line else str(self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A line that cannot be installed, and why; `reason` is a sentence."""

    text: str
    file: Path
    line: int
    reason: str

    def __str__(self) -> str:
        spot = f"{self.file}:{self.line}" if self.line else str(self.file)
        return f"{spot}: '{self.text}' could not be installed. {self.reason}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirements:
    """Everything that a bot's own file requires, files that it includes counted in."""

    file: Path
    """The file that was read first: requirements.txt or pyproject.toml."""
    lines: tuple[Requirement, ...] = ()
    options: tuple[str, ...] = ()
    """Lines that are for the installer (`--find-links /bots/ada/wheels`), in order, with absolute paths."""
    faults: tuple[Fault, ...] = ()
    """Lines and included files that could not be understood."""
    digest: str = ""
    """Changes with everything that an installer would see: comments and order of files do not count."""

    @property
    def are_hashed(self) -> bool:
        """Whether installers insist on a hash for every package."""
        return any(line.has_hashes for line in self.lines) or "--require-hashes" in self.options


FILE_NAME: Final = "requirements.txt"
PROJECT_NAME: Final = "pyproject.toml"
MOST_BYTES: Final = 1 << 20
"""A larger file is no list of requirements."""

MOST_FILES: Final = 64
"""Of a file of requirements with all that it includes."""

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""UTF-32 before UTF-16, whose mark it begins with. PowerShell's `>` writes UTF-16."""
_COMMENT: Final = re.compile(r"(^|\s+)#.*$")
_NAME: Final = re.compile(r"([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(?:@\s*(\S+))?")
_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://|file:", re.IGNORECASE)
_DRIVE: Final = re.compile(r"[A-Za-z]:[\\/]")
_EGG: Final = re.compile(r"[#&]egg=([A-Za-z0-9._-]+)")
_ARCHIVES: Final = (".whl", ".tar.gz", ".zip", ".tar.bz2", ".tgz")
_SHORT: Final = {
    "-r": "--requirement",
    "-c": "--constraint",
    "-e": "--editable",
    "-f": "--find-links",
    "-i": "--index-url",
}
_WITH_VALUE: Final = frozenset(
    (*_SHORT.values(), "--extra-index-url", "--no-binary", "--only-binary", "--trusted-host", "--use-feature")
)
_PLAIN: Final = frozenset(("--no-index", "--prefer-binary", "--require-hashes", "--pre"))


def find_requirements(folders: Iterable[Path]) -> Path | None:
    """The file in the first of `folders` that has one: requirements.txt before pyproject.toml with dependencies."""
    for folder in dict.fromkeys(folders):
        if (folder / FILE_NAME).is_file():
            return folder / FILE_NAME
        if (folder / PROJECT_NAME).is_file() and _dependencies(folder / PROJECT_NAME):
            return folder / PROJECT_NAME
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequiresPython:
    """The versions of Python that a project admits."""

    file: Path
    line: int
    specifier: str
    """As the project writes it: `>=3.12`."""


def find_requires_python(folders: Iterable[Path]) -> RequiresPython | None:
    """The `requires-python` of the first pyproject.toml in `folders` that has one."""
    for file in (folder / PROJECT_NAME for folder in dict.fromkeys(folders)):
        specifier = _project(file).get("requires-python")
        if isinstance(specifier, str) and specifier.strip():
            lines = _text(file).splitlines()
            line = next((number for number, text in enumerate(lines, 1) if text.lstrip().startswith("requires-py")), 1)
            return RequiresPython(file=file, line=line, specifier=specifier.strip())
    return None


def read_requirements(file: Path) -> Requirements:
    """What `file` requires; what cannot be understood is a fault with its line, never an exception."""
    file = file.absolute()
    reader = _Reader(file)
    if file.name == PROJECT_NAME:
        reader.read_project(file)
    else:
        reader.read(file)
    return reader.requirements()


class _Reader:
    def __init__(self, top: Path) -> None:
        self._top = top
        self._lines: list[Requirement] = []
        self._options: list[str] = []
        self._faults: list[Fault] = []
        self._seen: set[Path] = set()
        self._digest = hashlib.sha256()

    def requirements(self) -> Requirements:
        """Everything that was read."""
        for text in (*sorted({line.text for line in self._lines}), "", *self._options):
            self._digest.update(text.encode("utf-8", "surrogatepass") + b"\n")
        return Requirements(
            file=self._top,
            lines=tuple(self._lines),
            options=tuple(self._options),
            faults=tuple(self._faults),
            digest=self._digest.hexdigest(),
        )

    def read(self, file: Path, named_by: tuple[str, Path, int] | None = None) -> None:
        """Takes a file and those it includes; a file that includes itself is taken once."""
        named_by = named_by or (file.name, file, 1)
        if not self._is_new(file, named_by):
            return
        try:
            text = _text(file)
        except OSError as error:
            self._fault(*named_by, f"'{file}' cannot be read: {_words(error)}.")
            return
        for number, content in _logical_lines(text):
            self._take(content, file, number)

    def read_project(self, file: Path) -> None:
        """Takes the dependencies of a pyproject.toml; the project itself is not installed."""
        try:
            content = read_text(file, MOST_BYTES, errors="replace").splitlines()
        except OSError as error:
            self._fault(file.name, file, 1, f"'{file}' cannot be read: {_words(error)}.")
            return
        for dependency in _dependencies(file):
            line = next((number for number, text in enumerate(content, 1) if dependency in text), 1)
            self._package(dependency, file, line)

    def _take(self, content: str, file: Path, line: int) -> None:
        if "\0" in content:
            self._fault(content.replace("\0", "?"), file, line, "It contains a null character.")
            return
        if not content.startswith("-"):
            self._package(content, file, line)
            return
        option, value = _split_option(content)
        if option in _PLAIN and not value:
            self._options.append(option)
        elif option not in _WITH_VALUE:
            self._fault(content, file, line, f"'{option}' is not an option of a requirements file.")
        elif not value:
            self._fault(content, file, line, f"'{option}' needs a value.")
        else:
            self._option(option, value, file, line)

    def _option(self, option: str, value: str, file: Path, line: int) -> None:
        if option == "--editable":
            self._package(value, file, line, is_editable=True)
        elif option in ("--requirement", "--constraint") and not _ADDRESS.match(value):
            self._include(option, file.parent / value, (f"{option} {value}", file, line))
        elif option == "--find-links" and not _ADDRESS.match(value):
            beside = next((base / value for base in (file.parent, self._top.parent) if (base / value).exists()), None)
            self._options.append(f"{option} {_quoted(beside.resolve().as_posix() if beside else value)}")
        else:
            self._options.append(f"{option} {value}")

    def _include(self, option: str, included: Path, named_by: tuple[str, Path, int]) -> None:
        if option == "--requirement":
            self.read(included, named_by)
            return
        if not self._is_new(included, named_by):
            return
        try:
            self._digest.update(read_file(included, MOST_BYTES))
        except OSError as error:
            self._fault(*named_by, f"'{included}' cannot be read: {_words(error)}.")
        else:
            self._options.append(f"{option} {_quoted(included.resolve().as_posix())}")

    def _is_new(self, file: Path, named_by: tuple[str, Path, int]) -> bool:
        """Notes a file that is about to be read; False for one that was read before, and for one too many."""
        place = Path(os.path.realpath(file))  # a loop of links is no exception here
        if place in self._seen:
            return False
        if len(self._seen) >= MOST_FILES:
            self._fault(*named_by, f"'{file}' is not read: these are more than {MOST_FILES} files.")
            return False
        self._seen.add(place)
        return True

    def _package(self, content: str, file: Path, line: int, *, is_editable: bool = False) -> None:
        wanted, _, options = content.partition(" --")
        wanted = wanted.strip()
        text, name, url = self._placed(wanted)
        if is_editable:
            text = f"--editable {_quoted(text)}"
        self._lines.append(
            Requirement(
                text=f"{text} --{options}" if options else text,
                file=file,
                line=line,
                name=canonical(name),
                url=url,
                has_hashes="hash=" in options,
            )
        )

    def _placed(self, wanted: str) -> tuple[str, str, str]:
        """The text with absolute paths, the package's name and its address; the latter two may be empty."""
        if _ADDRESS.match(wanted):
            egg = _EGG.search(wanted)
            return wanted, egg[1] if egg else "", wanted.split(";", maxsplit=1)[0].strip()
        path, tail = _split_path(wanted)
        if path:
            place = (self._top.parent / path).resolve()
            return place.as_posix() + tail, "", place.as_uri()
        match = _NAME.match(wanted)
        return (wanted, match[1], match[2] or "") if match else (wanted, "", "")

    def _fault(self, text: str, file: Path, line: int, reason: str) -> None:
        self._faults.append(Fault(text=text, file=file, line=line, reason=reason))


def _split_option(content: str) -> tuple[str, str]:
    """An option in its long form, and its value; both `-r x`, `-rx`, `--long x` and `--long=x` are written."""
    head, _, value = content.partition(" ")
    if head.startswith("--") and "=" in head:
        head, _, first = head.partition("=")
        value = f"{first} {value}"
    elif not head.startswith("--") and len(head) > 2:
        value, head = f"{head[2:]} {value}", head[:2]
    try:
        words = shlex.split(value.replace("\\", "\\\\"))
    except ValueError:
        words = value.split()
    return _SHORT.get(head, head), " ".join(words)


def _split_path(wanted: str) -> tuple[str, str]:
    """A path and what follows it (extras, a marker); both empty where the line names a package."""
    body, mark, marker = wanted.partition(" ;")
    path, bracket, extras = body.partition("[")
    path = path.strip()
    has_place = path.startswith(".") or "/" in path or "\\" in path or _DRIVE.match(path) is not None
    if "@" in path or not (has_place or path.lower().endswith(_ARCHIVES)):
        return "", ""
    return path, bracket + extras + mark + marker


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines without comments, joined where a backslash says so, with the number at which each begins."""
    held, begin = "", 0
    for number, physical in enumerate([*text.splitlines(), ""], 1):
        begin = begin or number
        is_comment = physical.lstrip().startswith("#")
        if physical.endswith("\\") and not is_comment:
            held += physical[:-1].strip() + " "
            continue
        content = _COMMENT.sub("", held + physical.strip()).strip()
        if content:
            yield begin, content
        held, begin = "", 0


def _text(file: Path) -> str:
    data = read_file(file, MOST_BYTES)
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _project(file: Path) -> dict[str, Any]:
    """The `[project]` of a pyproject.toml; empty where there is none that can be read."""
    try:
        project: Any = loads(read_text(file, MOST_BYTES)).get("project")
    except (OSError, ValueError):
        return {}
    return project if isinstance(project, dict) else {}


def _dependencies(project: Path) -> tuple[str, ...]:
    dependencies = _project(project).get("dependencies")
    return tuple(str(dependency).strip() for dependency in dependencies) if isinstance(dependencies, list) else ()


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value


def _words(error: OSError) -> str:
    return error.strerror or str(error)
