"""The program that asks an interpreter which requirements it satisfies; runs in the bot's interpreter.

`python probe.py QUESTION ANSWER`: both are paths of JSON files. The question is a list of `{"text", "name", "url"}`;
the answer tells the interpreter's version, the folders its packages are in, and what is wrong with which line.
Standard library only, and no module of Kickabout: the interpreter may be as old as Python 3.8.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

MISSING = "is not installed"
INVALID = "is no valid requirement"
_LIBRARIES = ("packaging", "pip._vendor.packaging", "setuptools._vendor.packaging", "setuptools.extern.packaging")


class Packages:
    """What is installed; of two copies the first on the path counts, as in an import."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {}
        self.addresses: set[str] = set()
        for distribution in metadata.distributions():
            name = canonical(distribution.metadata["Name"] or "")
            if name and name not in self.found:
                self.found[name] = distribution
                direct = distribution.read_text("direct_url.json")
                if direct:
                    self.addresses.add(plain(json.loads(direct).get("url", "")))

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
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
            return ""
        return self._fault_of(requirement, parse)

    def _fault_of(self, requirement: Any, parse: Any) -> str:
        distribution = self.found.get(canonical(requirement.name))
        if distribution is None:
            return MISSING
        if not requirement.specifier.contains(distribution.version, prereleases=True):
            return f"is installed as {distribution.version}"
        for extra in sorted(requirement.extras):
            for text in distribution.requires or ():
                needed = parse(text)
                if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                    continue
                if needed.marker.evaluate({"extra": extra}) and canonical(needed.name) not in self.found:
                    return f"lacks {needed.name} of its extra {extra}"
        return ""


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
    packages, parse = Packages(), find_parser()
    reasons = [packages.fault(line, parse) for line in json.loads(Path(question).read_text(encoding="utf-8"))]
    result = {"version": sys.version.split()[0], "reasons": reasons, "folders": list(dict.fromkeys(sys.path))}
    aside = Path(answer + ".new")
    aside.write_text(json.dumps(result), encoding="utf-8")
    aside.replace(answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
