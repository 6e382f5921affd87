"""Rules for the files and folders that count: their names, and the .gitignore files above them.

An agent writes into its own folder: logs, tables, states, checkpoints. If these files counted as changes, the agent
would cause its own swap, write again at its start, and never stop. So the kind of a file decides:

* `SOURCE`, written by people and their tools: program text, modules, programs, documents edited by hand. Always counts,
  new files too.
* `DATA`, written by people and by programs: JSON, weights, archives. Counts if the file existed before, since nothing
  that runs can have asked for a new one, and until it changes too often (`debouncer.RewriteDetector`).
* `OTHER`, everything else: logs, tables, text, images. Never counts.

A program without a suffix counts only if an agent names it as a single file.
"""

import re
import warnings
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathspec import Pattern

MAX_RULES: Final = 2000
"""Maximum number of lines that are read of one .gitignore."""
MAX_STARS: Final = 3
"""Patterns with more wildcards of one kind (`*`, `**`) are left out: matching them can take seconds."""


class Kind(Enum):
    """True if changes of a file count; see the docstring of the module."""

    SOURCE = "source"
    DATA = "data"
    OTHER = "other"


_SUFFIXES: Final = {
    Kind.SOURCE: (
        "py pyw pyx pxd js mjs cjs ts mts lua rb pl php sh bat cmd ps1 jl r m scm lisp clj ex exs tcl",
        "c cc cpp cxx h hh hpp hxx rs go java kt kts scala cs fs vb swift zig nim d pas hs ml f90 cu proto fbs",
        "exe dll so dylib pyd jar war class wasm",
        "toml cfg ini conf yaml yml properties gradle csproj fsproj sln mod",
    ),
    Kind.DATA: (
        "json json5 jsonc xml msgpack npy npz pt pth ckpt onnx safetensors pkl pickle joblib h5 hdf5 keras tflite",
        "pb bin dat zip gz xz zst lz4",
    ),
}
_KINDS: Final = {suffix: kind for kind, lines in _SUFFIXES.items() for line in lines for suffix in line.split()}
_SOURCE_NAME: Final = re.compile(r"(.*[-_.])?requirements([-_.].*)?\.(txt|in)|Pipfile|Makefile|CMakeLists\.txt|\.env")
_TEMPORARY: Final = re.compile(
    r"""\.\#.* | \._.* | ~\$.* | \.~.*            # locks of Emacs, resource forks of macOS, locks of office programs
    | flycheck_.* | .*_flymake(_\w+)?\.\w+       # copies that Emacs checks
    | .*\.(tmp|temp|bak|orig)\.\w+
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
"""Temporary files whose suffix would count; `bot.py~`, `.bot.py.swp` and `4913` do not have one."""


@lru_cache(maxsize=8192)
def kind_of(name: str) -> Kind:
    """Returns the kind of a file with this name."""
    stem, _, suffix = name.rpartition(".")
    kind = _KINDS.get(suffix.lower(), Kind.OTHER) if stem else Kind.OTHER
    if kind is Kind.OTHER:
        return Kind.SOURCE if _SOURCE_NAME.fullmatch(name) else Kind.OTHER
    return Kind.OTHER if _TEMPORARY.fullmatch(name) else kind


@dataclass(frozen=True, slots=True)
class GitIgnore:
    """The patterns of one .gitignore file."""

    patterns: tuple["Pattern", ...]
    """The last one first, since the last pattern that matches decides."""
    is_case_sensitive: bool = True

    @classmethod
    def parse(cls, text: str, *, is_case_sensitive: bool = True) -> "GitIgnore":
        """Reads the lines of a .gitignore; ignores lines that are not patterns."""
        from pathspec import GitIgnoreSpec  # noqa: PLC0415 - 15 ms that most folders do not need

        text = text.removeprefix("\ufeff") if is_case_sensitive else text.removeprefix("\ufeff").lower()
        patterns: list[Pattern] = []
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # the library does not escape brackets inside brackets
            for line in text.split("\n")[:MAX_RULES]:
                if _has_many_stars(line):
                    continue
                try:
                    patterns += GitIgnoreSpec.from_lines([line.removesuffix("\r")]).patterns
                except ValueError:
                    continue
        return cls(tuple(reversed(patterns)), is_case_sensitive)

    def decides(self, path: str, *, is_folder: bool) -> bool | None:
        """Returns whether the patterns ignore a path; None if no pattern matches.

        `path` starts at the folder of the .gitignore file and uses slashes. Its parent folder is not ignored.
        """
        path = path if self.is_case_sensitive else path.lower()
        for pattern in self.patterns:
            if pattern.include is not None and (_names(pattern, path) or (is_folder and _names(pattern, f"{path}/"))):
                return pattern.include
        return None


@dataclass(frozen=True, slots=True)
class Scope:
    """The .gitignore files that apply to a folder: its own, then those of the folders above it."""

    rules: GitIgnore
    folder: tuple[str, ...]
    """The parts of the absolute path of the folder of the .gitignore file."""
    above: "Scope | None" = None

    def ignores(self, parts: tuple[str, ...], *, is_folder: bool) -> bool:
        """Returns whether a path is ignored, if its folder is not; `parts` are those of the absolute path."""
        scope: Scope | None = self
        while scope is not None:
            decision = scope.rules.decides("/".join(parts[len(scope.folder) :]), is_folder=is_folder)
            if decision is not None:
                return decision
            scope = scope.above
        return False


def _names(pattern: "Pattern", path: str) -> bool:
    """Returns whether a pattern matches the path itself, not only a folder above it."""
    result = pattern.match_file(path)
    if result is None:
        return False
    is_by_folder = result.match.groupdict().get("ps_d") is not None
    return is_by_folder == path.endswith("/") and (not is_by_folder or result.match.end() == len(path))


def _has_many_stars(line: str) -> bool:
    return line.count("**") > MAX_STARS or line.replace("**", "").count("*") > MAX_STARS
