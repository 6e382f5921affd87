"""The requirements that an interpreter satisfies, read from the metadata files of its packages.

An interpreter outside of virtual environments may be run to report the folders of its packages. A bot's interpreter may
not, because it must not run before the match.
"""

import platform
import re
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import Path
from typing import Final

import packaging.requirements
from msgspec import Struct
from packaging.specifiers import InvalidSpecifier, SpecifierSet

from runtime.codec import CodecError, decode
from runtime.environments.interpreter import is_environment, layout_of
from runtime.environments.requirements import (
    Requirement,
    UnmetRequirement,
    canonical,
    invalid_reason,
    without_local_version,
)
from runtime.environments.steps import Step, StepResult, last_words
from runtime.files import read_file
from runtime.model.messages import Message, message

_MAX_BYTES: Final = 4 << 20
"""More than any metadata, even with a long description."""
_ASK: Final = "import json, sys; print(json.dumps([sys.version.split()[0], [path for path in sys.path if path]]))"


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """An interpreter, and the requirements that it does not satisfy."""

    version: str
    folders: tuple[str, ...]
    """Folders of its packages."""
    unmet: tuple[UnmetRequirement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InspectionError:
    """The packages of an interpreter could not be found; `reason` is a sentence."""

    reason: Message


def inspect(
    python: Path, lines: Sequence[Requirement], *, work: Path, limit_s: float, may_run: bool = False
) -> Generator[Step, StepResult, Inspection | InspectionError]:
    """Checks requirements against the packages of `python`; yields at most one step.

    Args:
        python: The interpreter.
        lines: The requirements.
        work: An empty folder.
        limit_s: Time limit of the step.
        may_run: Whether `python` may run if its files do not say where its packages are. Never true for a bot's
            interpreter.
    """
    if python == Path(sys.executable):
        return _inspect(platform.python_version(), [path for path in sys.path if path], lines)
    if not may_run or is_environment(python):
        layout = layout_of(python)
        if layout is None:
            return InspectionError(
                reason=message(
                    "packages-unknown",
                    "It is not known what '{python}' has installed: its folder does not say.",
                    python=python,
                )
            )
        return _inspect(layout.version, list(map(str, layout.folders)), lines)
    result = yield Step(
        title=message("finding-packages", "checking what is installed"),
        argv=(str(python), "-c", _ASK),
        cwd=work,
        limit_s=limit_s,
        environment={"PYTHONDONTWRITEBYTECODE": "1"},
    )
    try:
        if result.is_success:
            return _inspect(*decode(result.lines[-1], tuple[str, tuple[str, ...]]), lines)
    except (CodecError, IndexError):
        pass
    return InspectionError(
        reason=message(
            "packages-not-found",
            "The packages of '{python}' cannot be listed. {reason}",
            python=python,
            reason=last_words(result),
        )
    )


def _inspect(version: str, folders: Sequence[str], lines: Iterable[Requirement]) -> Inspection:
    packages = InstalledPackages(folders, version)
    reasons = [(line, packages.unmet_reason(line)) for line in lines]
    unmet = tuple(UnmetRequirement(requirement=line, reason=reason) for line, reason in reasons if reason)
    return Inspection(version=version, folders=tuple(folders), unmet=unmet)


@dataclass(frozen=True, slots=True)
class _Package:
    version: str
    requires: tuple[str, ...]


class _DirectUrl(Struct):
    url: str = ""


class InstalledPackages:
    """The packages in some folders; of two copies, the first counts, as in an import.

    Args:
        folders: The folders in the order of an import.
        version: The interpreter's version, for markers such as `python_version < "3.12"`.
    """

    def __init__(self, folders: Iterable[str], version: str) -> None:
        self._packages: dict[str, _Package] = {}
        self._urls: set[str] = set()
        minor = ".".join(version.split(".")[:2])
        self._markers = {"extra": "", "python_version": minor, "python_full_version": version}
        for folder in folders:
            for info in _infos(Path(folder)):
                self._add(info)

    def _add(self, info: Path) -> None:
        text = next(filter(None, (_read(info / name) for name in ("METADATA", "PKG-INFO"))), "") or _read(info)
        headers = HeaderParser().parsestr(text)
        name = canonical(str(headers["Name"] or ""))
        if not name or name in self._packages:
            return
        requires = tuple(map(str, headers.get_all("Requires-Dist") or ()))
        self._packages[name] = _Package(str(headers["Version"] or ""), requires)
        try:
            self._urls.add(_comparable(decode(_read(info / "direct_url.json"), _DirectUrl).url))
        except CodecError:
            return

    def unmet_reason(self, line: Requirement) -> Message | None:
        """Returns why a requirement is not satisfied, as a predicate; None if it is satisfied."""
        if not line.name and line.url:
            return None if _comparable(line.url) in self._urls else _missing()
        if "://" in line.text.split("@")[0]:
            return None if line.name in self._packages else _missing()
        invalid = invalid_reason(line)
        if invalid is not None:  # an older installer may have accepted it
            return None if line.name in self._packages else invalid
        requirement = line.parsed()
        if requirement.marker is not None and not requirement.marker.evaluate(self._markers):
            return None
        return self._unmet_reason(requirement)

    def _unmet_reason(self, requirement: packaging.requirements.Requirement) -> Message | None:
        package = self._packages.get(canonical(requirement.name))
        if package is None:
            return _missing()
        try:
            is_met = _is_met(requirement.specifier, package.version)
        except (InvalidSpecifier, ValueError):  # a very old package may have an invalid version
            is_met = True
        if not is_met:
            return message("other-version-installed", "is installed as {version}", version=package.version)
        for extra in sorted(requirement.extras):
            for name in self._packages_of_extra(package, extra):
                if name not in self._packages:
                    return message(
                        "extra-not-installed", "lacks {package} of its extra {extra}", package=name, extra=extra
                    )
        return None

    def _packages_of_extra(self, package: _Package, extra: str) -> Iterator[str]:
        for text in package.requires:
            try:
                needed = packaging.requirements.Requirement(text)
            except packaging.requirements.InvalidRequirement:
                continue
            if needed.marker is None or needed.marker.evaluate(self._markers):
                continue
            if needed.marker.evaluate({**self._markers, "extra": extra}):
                yield canonical(needed.name)


def _is_met(specifier: SpecifierSet, version: str) -> bool:
    """Returns whether a version fits; a public version also fits a local one: `2.0.1` fits `==2.0.1+cpu`."""
    if "+" not in version:
        specifier = SpecifierSet(without_local_version(str(specifier)))
    return specifier.contains(version, prereleases=True)


def _missing() -> Message:
    return message("not-installed", "is not installed")


def _infos(folder: Path) -> list[Path]:
    """Returns the metadata of the packages in a folder: `*.dist-info`, `*.egg-info`, and those in unpacked `*.egg`."""
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError:
        return []
    direct = [folder / name for name in names if name.endswith((".dist-info", ".egg-info"))]
    return direct + [folder / name / "EGG-INFO" for name in names if name.endswith(".egg")]


def _read(file: Path) -> str:
    try:
        return read_file(file, _MAX_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _comparable(url: str) -> str:
    """Returns a URL without parts that may be written differently: `git+`, revision, fragment, final slash."""
    url = re.sub(r"^[a-z]+\+", "", url.split("#", maxsplit=1)[0].strip(), flags=re.IGNORECASE)
    head, slashes, rest = url.partition("://")
    path, at, revision = rest.rpartition("@")
    if at and "/" in path and "/" not in revision:
        rest = path
    return (head + slashes + rest).rstrip("/").lower()
