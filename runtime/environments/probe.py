"""The program that finds out which requirements an interpreter satisfies, by reading the metadata of its packages.

`python probe.py QUESTION ANSWER`: both are paths of JSON files. The question is an object with `lines`, a list of
`{"text", "name", "url"}`, and `folders` and `version` of the interpreter; where these are null, the interpreter that
runs this is meant. The answer tells the version, the folders, and what is wrong with which line.
Standard library only, and no module of Kickabout: the interpreter may be as old as Python 3.8.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import stat
import sys
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

MISSING = "is not installed"
INVALID = "is no valid requirement"
MOST_BYTES = 4 << 20
"""Metadata with a long description has less."""
_LIBRARIES = ("packaging", "pip._vendor.packaging", "setuptools._vendor.packaging", "setuptools.extern.packaging")


class Installed:
    """One package, as its metadata describes it."""

    def __init__(self, name: str, version: str, requires: list[str]) -> None:
        self.name = name
        self.version = version
        self.requires = requires


class Packages:
    """What is installed in some folders; of two copies the first counts, as in an import.

    `version` is that of the interpreter, for conditions such as `python_version < "3.12"`; None means this one's.
    """

    def __init__(self, folders: list[str], version: str | None = None) -> None:
        self.found: dict[str, Installed] = {}
        self.addresses: set[str] = set()
        self._environment = {"extra": ""}
        if version is not None:
            self._environment["python_version"] = ".".join(version.split(".")[:2])
            self._environment["python_full_version"] = version
        for folder in folders:
            for info in infos(folder):
                self._add(info)

    def _add(self, info: Path) -> None:
        text = next(filter(None, (read(info / name) for name in ("METADATA", "PKG-INFO"))), "") or read(info)
        headers = HeaderParser().parsestr(text)
        name = canonical(str(headers["Name"] or ""))
        if not name or name in self.found:
            return
        version, requires = str(headers["Version"] or ""), headers.get_all("Requires-Dist") or []
        self.found[name] = Installed(name, version, [str(line) for line in requires])
        try:
            self.addresses.add(plain(json.loads(read(info / "direct_url.json")).get("url", "")))
        except (ValueError, AttributeError, TypeError):
            return

    def fault(self, line: dict[str, str], parse: Any) -> str:
        """Why a line is not satisfied; empty when it is.

        `parse` None means that only names can be compared. What this interpreter's library does not understand, the
        installer may: libraries became stricter over the years.
        """
        if not line["name"] and line["url"]:
            return "" if plain(line["url"]) in self.addresses else MISSING
        text = re.sub(r"^--editable\s+", "", line["text"]).split(" --")[0].strip().strip('"')
        if parse is None or "://" in text.split("@")[0]:
            return "" if line["name"] in self.found else MISSING
        try:
            requirement = parse(text)
        except Exception as error:  # noqa: BLE001 - each copy of the library has an exception of its own
            is_there = line["name"] in self.found
            return "" if is_there else "{}: {}".format(INVALID, str(error).splitlines()[0].rstrip("."))
        if requirement.marker is not None and not requirement.marker.evaluate(self._environment):
            return ""
        return self._fault_of(requirement, parse)

    def _fault_of(self, requirement: Any, parse: Any) -> str:
        distribution = self.found.get(canonical(requirement.name))
        if distribution is None:
            return MISSING
        if not requirement.specifier.contains(distribution.version, prereleases=True):
            return f"is installed as {distribution.version}"
        for extra in sorted(requirement.extras):
            for text in distribution.requires:
                needed = parse(text)
                if needed.marker is None or needed.marker.evaluate(self._environment):
                    continue
                if (
                    needed.marker.evaluate({**self._environment, "extra": extra})
                    and canonical(needed.name) not in self.found
                ):
                    return f"lacks {needed.name} of its extra {extra}"
        return ""


def infos(folder: str) -> list[Path]:
    """What describes the packages in a folder: `*.dist-info`, `*.egg-info`, and that of an unpacked `*.egg`."""
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 - the only way to list it in Python 3.8 without objects
    except OSError:
        return []
    direct = [Path(folder, name) for name in names if name.endswith((".dist-info", ".egg-info"))]
    return direct + [Path(folder, name, "EGG-INFO") for name in names if name.endswith(".egg")]


def read(file: Path) -> str:
    """The text of a regular file, up to a size; empty where there is none. Never waits, whatever the file is."""
    try:
        handle = os.open(str(file), os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return ""
    try:
        is_regular = stat.S_ISREG(os.fstat(handle).st_mode)
        return os.read(handle, MOST_BYTES).decode("utf-8", "replace") if is_regular else ""
    except OSError:
        return ""
    finally:
        os.close(handle)


def canonical(name: str) -> str:
    """A package's name as all its spellings have it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def plain(address: str) -> str:
    """An address without what differs between two ways to write it."""
    address = re.sub(r"^[a-z]+\+", "", address.split("#", maxsplit=1)[0].strip(), flags=re.IGNORECASE)
    head, slashes, rest = address.partition("://")
    path, at, revision = rest.rpartition("@")
    if at and "/" in path and "/" not in revision:
        rest = path
    return (head + slashes + rest).rstrip("/").lower()


def find_parser() -> Any:
    """What understands requirements, from whichever library this interpreter has; None where it has none."""
    for name in _LIBRARIES:
        try:
            return importlib.import_module(name + ".requirements").Requirement
        except Exception:  # noqa: BLE001, S112 - a broken copy is no copy
            continue
    try:
        bundled = Path(importlib.import_module("ensurepip").__file__ or "").parent / "_bundled"
        sys.path.append(str(max(bundled.glob("pip-*.whl"))))
        return importlib.import_module("pip._vendor.packaging.requirements").Requirement
    except Exception:  # noqa: BLE001 - some systems ship Python without it
        return None


def main(question: str, answer: str) -> None:
    """Answers one question."""
    left_out = (Path(__file__).resolve().parent, Path.cwd())
    sys.path[:] = [entry for entry in sys.path if Path(entry).resolve() not in left_out]
    asked = json.loads(Path(question).read_text(encoding="utf-8"))
    folders, version = asked["folders"], asked["version"]
    if folders is None:
        folders = list(dict.fromkeys(sys.path))
    packages, parse = Packages(folders, version), find_parser()
    reasons = [packages.fault(line, parse) for line in asked["lines"]]
    result = {"version": version or sys.version.split()[0], "reasons": reasons, "folders": folders}
    aside = Path(answer + ".new")
    aside.write_text(json.dumps(result), encoding="utf-8")
    aside.replace(answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
