"""Requirements of a bot: requirements.txt in pip's format, or the dependencies of pyproject.toml. Runs nothing.

Supported are comments, continued lines, `-r` and `-c` with other files, `-e`, paths, URLs, hashes, markers, and options
for installers. Paths of packages and `--find-links` are relative to the folder of the first file, in which pip would be
run; paths after `-r` and `-c` are relative to the file that names them.
"""

import hashlib
import os
import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import packaging.requirements
from packaging.utils import canonicalize_name

from runtime.documents.v4_files import is_v4_name, v4_requirements
from runtime.files import read_file
from runtime.model.messages import Message, Text, message
from runtime.toml import loads
from runtime.v4_host.encoding import decoded

FILE_NAME: Final = "requirements.txt"
PROJECT_NAME: Final = "pyproject.toml"
MAX_BYTES: Final = 1 << 20
"""Size limit of a requirements file."""

MAX_FILES: Final = 64
"""Maximum number of files, including the first one and all files that it includes."""

_COMMENT: Final = re.compile(r"(^|\s+)#.*$")
_NAME: Final = re.compile(r"([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(?:@\s*(\S+))?")
"""More lenient than `packaging`: old installers accept versions that it rejects."""
_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://|file:", re.IGNORECASE)
_DRIVE: Final = re.compile(r"[A-Za-z]:[\\/]")
_EGG: Final = re.compile(r"[#&]egg=([A-Za-z0-9._-]+)")
_LOCAL_VERSION: Final = re.compile(r"(==\s*[0-9][0-9A-Za-z.]*)\+[A-Za-z0-9.]+")
_ARCHIVES: Final = (".whl", ".tar.gz", ".zip", ".tar.bz2", ".tgz")
_LONG_OPTIONS: Final = {
    "-r": "--requirement",
    "-c": "--constraint",
    "-e": "--editable",
    "-f": "--find-links",
    "-i": "--index-url",
}
_WITH_VALUE: Final = frozenset(
    (*_LONG_OPTIONS.values(), "--extra-index-url", "--no-binary", "--only-binary", "--trusted-host", "--use-feature")
)
_WITHOUT_VALUE: Final = frozenset(("--no-index", "--prefer-binary", "--require-hashes", "--pre"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """One line that requires a package."""

    text: str
    """The line as installers accept it in a requirements file, with absolute paths."""
    file: Path
    line: int
    """Number of the line's first physical line, from 1; 0 for requirements that Kickabout adds."""
    name: str = ""
    """Canonical name of the package; empty if the line has only a path or URL."""
    url: str = ""
    """URL of the package if the line has one; `file:` for paths."""
    has_hashes: bool = False

    @property
    def title(self) -> str:
        """The line without hashes, for people."""
        return self.text.split(" --hash", 1)[0].strip()

    @property
    def location(self) -> str:
        """File and line as messages show them."""
        return f"{self.file}:{self.line}" if self.line else str(self.file)

    def parsed(self) -> packaging.requirements.Requirement:
        """Parses the line without its options.

        Raises:
            packaging.requirements.InvalidRequirement: The line is not valid.
        """
        return packaging.requirements.Requirement(self.text.split(" --")[0].strip())


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A line that cannot be installed, and the reason as a sentence."""

    text: str
    file: Path
    line: int
    reason: Text

    @property
    def message(self) -> Message:
        """The whole finding."""
        return message(
            "requirement-not-installable",
            "{location}: '{requirement}' could not be installed. {reason}",
            location=f"{self.file}:{self.line}" if self.line else str(self.file),
            requirement=self.text,
            reason=self.reason,
        )

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmetRequirement:
    """A requirement that an interpreter does not satisfy; `reason` is a predicate such as `is not installed`."""

    requirement: Requirement
    reason: Message

    @property
    def message(self) -> Message:
        """The requirement, the reason and the location."""
        return message(
            "requirement-not-met",
            "{requirement} {reason} ({location})",
            requirement=self.requirement.title,
            reason=self.reason,
            location=self.requirement.location,
        )

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirements:
    """Everything that a bot's requirements file and its included files contain."""

    file: Path
    """The first file: requirements.txt or pyproject.toml."""
    lines: tuple[Requirement, ...] = ()
    options: tuple[str, ...] = ()
    """Options for the installer in order, with absolute paths: `--find-links /bots/ada/wheels`."""
    faults: tuple[Fault, ...] = ()
    """Lines and included files that could not be read."""
    digest: str = ""
    """Digest of everything that an installer would see; comments and the order of lines do not count."""

    @property
    def are_hashed(self) -> bool:
        """True if installers require a hash for every package."""
        return any(line.has_hashes for line in self.lines) or "--require-hashes" in self.options


def find_requirements(folders: Iterable[Path]) -> Path | None:
    """Returns the file in the first folder that has one: requirements.txt, else pyproject.toml with dependencies."""
    for folder in dict.fromkeys(folders):
        if (folder / FILE_NAME).is_file():
            return folder / FILE_NAME
        if (folder / PROJECT_NAME).is_file() and _dependencies(folder / PROJECT_NAME):
            return folder / PROJECT_NAME
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequiresPython:
    """The versions of Python that a project accepts."""

    file: Path
    line: int
    specifier: str
    """As in the file: `>=3.12`."""


def find_requires_python(folders: Iterable[Path]) -> RequiresPython | None:
    """Returns the `requires-python` of the first pyproject.toml in `folders` that has one."""
    for file in (folder / PROJECT_NAME for folder in dict.fromkeys(folders)):
        specifier = _project(file).get("requires-python")
        if isinstance(specifier, str) and specifier.strip():
            lines = _text(file).splitlines()
            line = next((number for number, text in enumerate(lines, 1) if text.lstrip().startswith("requires-py")), 1)
            return RequiresPython(file=file, line=line, specifier=specifier.strip())
    return None


V5_PACKAGES: Final = ("rlbot>=2.0.0b1",)
"""The packages of an environment for an agent of RLBot v5; the version keeps the packages of RLBot v4 out."""
V4_EXTRAS: Final = ("numpy", "scipy")
"""Packages that the v4 launcher provided, so that many bots do not name them."""
V4_PACKAGES: Final = (
    *("rlbot==1.68.0", "rlbot-flatbuffers>=0.19,<0.20"),
    *("setuptools<81", "websockets>=10,<14"),  # rlbot 1.68.0 needs pkg_resources and the old client of websockets
    *("numpy<2", "scipy"),
)
"""The packages of an environment for an agent of RLBot v4."""


def read_requirements(file: Path) -> Requirements:
    """Reads a requirements.txt or pyproject.toml, or what the .cfg of a v4 agent requires.

    Lines that cannot be read become faults, never an exception.
    """
    reader = _Reader(file.absolute())
    return reader.read_v4() if is_v4_name(file) else reader.read_all()


def with_lines(requirements: Requirements | None, lines: Iterable[Requirement], file: Path) -> Requirements | None:
    """Returns requirements with more lines; lines whose package they name themselves are left out.

    If there are no requirements, the result has `file`. Requirements with hashes are complete and stay as they are.
    """
    known = requirements or Requirements(file=file)
    names = {line.name for line in known.lines}
    added = tuple(line for line in lines if line.name not in names)
    if not added or known.are_hashed:
        return requirements
    texts = "\n".join([known.digest, *sorted(line.text for line in added)])
    return replace(
        known, lines=(*known.lines, *added), digest=hashlib.sha256(texts.encode("utf-8", "surrogatepass")).hexdigest()
    )


def invalid_reason(line: Requirement) -> Message | None:
    """Returns why a line does not name a package in the usual form, as a predicate; None if it does, or has a URL."""
    if line.url or "://" in line.text.split("@")[0]:
        return None
    try:
        line.parsed()
    except packaging.requirements.InvalidRequirement as error:
        fault = str(error).splitlines()[0]
        return message("invalid-requirement", "is not a valid requirement: {error}", error=fault)
    return None


def without_local_version(text: str) -> str:
    """Returns requirements of public versions: `torch==2.0.1` for `torch==2.0.1+cpu`, which differs in its build."""
    return _LOCAL_VERSION.sub(r"\1", text)


def canonical(name: str) -> str:
    """Returns the normalised name of a package, which is the same for all spellings (PEP 503)."""
    return canonicalize_name(name)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that is being read, in the form that faults show."""

    text: str
    file: Path
    number: int


class _Reader:
    def __init__(self, top: Path) -> None:
        self._top = top
        self._lines: list[Requirement] = []
        self._options: list[str] = []
        self._faults: list[Fault] = []
        self._seen: set[Path] = set()
        self._digest = hashlib.sha256()

    def read_v4(self) -> Requirements:
        """Reads the requirements of a v4 agent: `V4_PACKAGES`, then the file named in its .cfg or beside it."""
        document = self._top
        for text in V4_PACKAGES:
            self._read_package(_Line(text, document, 0), text)
        named = v4_requirements(document) or document.with_name(FILE_NAME)
        if not named.is_file():
            return self._result(document)
        self._top = named.absolute()
        return replace(self.read_all(), file=document)

    def read_all(self) -> Requirements:
        """Reads the first file and those it includes."""
        first = _Line(self._top.name, self._top, 1)
        if self._top.name == PROJECT_NAME:
            self._read_project(first)
        else:
            self._include("--requirement", self._top, first)
        return self._result(self._top)

    def _result(self, file: Path) -> Requirements:
        for text in (*sorted({line.text for line in self._lines}), "", *self._options):
            self._digest.update(text.encode("utf-8", "surrogatepass") + b"\n")
        return Requirements(
            file=file,
            lines=tuple(self._lines),
            options=tuple(self._options),
            faults=tuple(self._faults),
            digest=self._digest.hexdigest(),
        )

    def _read_project(self, line: _Line) -> None:
        """Reads the dependencies of a pyproject.toml; the project itself is not installed."""
        try:
            content = _text(line.file).splitlines()
        except OSError as error:
            self._fault_unreadable(line, line.file, error)
            return
        for dependency in _dependencies(line.file):
            number = next((number for number, text in enumerate(content, 1) if dependency in text), 1)
            self._read_package(_Line(dependency, line.file, number), dependency)

    def _include(self, option: str, file: Path, line: _Line) -> None:
        """Reads a file that `line` names, unless it was read before."""
        real = Path(os.path.realpath(file))  # unlike `resolve`, it does not raise for a loop of links
        if real in self._seen:
            return
        if len(self._seen) >= MAX_FILES:
            self._fault(
                line,
                message(
                    "too-many-requirements-files",
                    "'{file}' is not read: these are more than {limit} files.",
                    file=file,
                    limit=MAX_FILES,
                ),
            )
            return
        self._seen.add(real)
        try:
            data = read_file(file, MAX_BYTES)
        except OSError as error:
            self._fault_unreadable(line, file, error)
            return
        if option == "--constraint":
            self._digest.update(data)
            self._options.append(f"{option} {_quoted(file.resolve().as_posix())}")
            return
        for number, content in _logical_lines(decoded(data)[0]):
            self._read_line(_Line(content, file, number))

    def _read_line(self, line: _Line) -> None:
        if "\0" in line.text:
            shown = _Line(line.text.replace("\0", "?"), line.file, line.number)
            self._fault(shown, message("null-character", "It contains a null character."))
            return
        if not line.text.startswith("-"):
            self._read_package(line, line.text)
            return
        option, value = _split_option(line.text)
        if option in _WITHOUT_VALUE and not value:
            self._options.append(option)
        elif option not in _WITH_VALUE:
            reason = message("not-an-option", "'{option}' is not an option of a requirements file.", option=option)
            self._fault(line, reason)
        elif not value:
            self._fault(line, message("option-needs-value", "'{option}' needs a value.", option=option))
        else:
            self._read_option(line, option, value)

    def _read_option(self, line: _Line, option: str, value: str) -> None:
        if option == "--editable":
            self._read_package(line, value, is_editable=True)
        elif option in ("--requirement", "--constraint") and not _URL.match(value):
            self._include(option, line.file.parent / value, _Line(f"{option} {value}", line.file, line.number))
        elif option == "--find-links" and not _URL.match(value):
            bases = (line.file.parent, self._top.parent)
            folder = next((base / value for base in bases if (base / value).exists()), None)
            self._options.append(f"{option} {_quoted(folder.resolve().as_posix() if folder else value)}")
        else:
            self._options.append(f"{option} {value}")

    def _read_package(self, line: _Line, content: str, *, is_editable: bool = False) -> None:
        package, _, options = content.partition(" --")
        text, name, url = self._located(package.strip())
        if is_editable:
            text = f"--editable {_quoted(text)}"
        self._lines.append(
            Requirement(
                text=f"{text} --{options}" if options else text,
                file=line.file,
                line=line.number,
                name=canonical(name),
                url=url,
                has_hashes="hash=" in options,
            )
        )

    def _located(self, package: str) -> tuple[str, str, str]:
        """Returns the text with an absolute path, the package's name and its URL; name and URL may be empty."""
        if _URL.match(package):
            egg = _EGG.search(package)
            return package, egg[1] if egg else "", package.split(";", maxsplit=1)[0].strip()
        path, rest = _split_path(package)
        if path:
            place = (self._top.parent / path).resolve()
            return place.as_posix() + rest, "", place.as_uri()
        match = _NAME.match(package)
        return (package, match[1], match[2] or "") if match else (package, "", "")

    def _fault(self, line: _Line, reason: Message) -> None:
        self._faults.append(Fault(text=line.text, file=line.file, line=line.number, reason=reason))

    def _fault_unreadable(self, line: _Line, file: Path, error: OSError) -> None:
        reason = error.strerror or str(error)
        text = message("requirements-unreadable", "'{file}' cannot be read: {reason}.", file=file, reason=reason)
        self._fault(line, text)


def _split_option(content: str) -> tuple[str, str]:
    """Returns the long form of an option and its value, from `-r x`, `-rx`, `--long x` or `--long=x`."""
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
    return _LONG_OPTIONS.get(head, head), " ".join(words)


def _split_path(package: str) -> tuple[str, str]:
    """Returns a path and the rest (extras, a marker); both are empty if the line names a package."""
    body, mark, marker = package.partition(" ;")
    path, bracket, extras = body.partition("[")
    path = path.strip()
    has_folder = path.startswith(".") or "/" in path or "\\" in path or _DRIVE.match(path) is not None
    if "@" in path or not (has_folder or path.lower().endswith(_ARCHIVES)):
        return "", ""
    return path, bracket + extras + mark + marker


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yields lines without comments, joined at backslashes, with the number of their first physical line."""
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
    return decoded(read_file(file, MAX_BYTES))[0]


def _project(file: Path) -> dict[str, Any]:
    """Returns the table `[project]` of a pyproject.toml; empty if it cannot be read."""
    try:
        project: Any = loads(_text(file)).get("project")
    except (OSError, ValueError):
        return {}
    return project if isinstance(project, dict) else {}


def _dependencies(project: Path) -> tuple[str, ...]:
    dependencies = _project(project).get("dependencies")
    return tuple(str(dependency).strip() for dependency in dependencies) if isinstance(dependencies, list) else ()


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value
