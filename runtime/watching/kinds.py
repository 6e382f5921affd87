"""What a file or folder is to a running agent, judged by its name alone.

An agent writes into its own folder: logs, tables, states, checkpoints. Were each of them a change, the agent would be
swapped for itself, write again at its start, and so on without end. So a change counts by what the file is:

* `SOURCE`, which people and their tools write: program text, modules, programs, and documents that are edited by hand.
  Counts always, new files too.
* `DATA`, which people and programs write: JSON, weights, archives. Counts when the file was there before, since
  nothing that runs can have asked for a new one; and not any more once it changes too often (see `restless`).
* `OTHER`, everything else: logs, tables, text, images. Never counts.

A program without a suffix counts where it is named as a single file.
"""

import re
from collections.abc import Collection
from enum import Enum
from functools import lru_cache
from typing import Final


class Kind(Enum):
    """See the module's text."""

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

_IGNORED_FOLDERS: Final = frozenset(
    (
        *(".git", ".hg", ".svn", ".bzr", "CVS", "_darcs", ".jj", ".pijul"),
        *("venv", ".venv", "node_modules", "site-packages", "__pypackages__", ".conda"),
        *("__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".pytype", ".cache", ".ipynb_checkpoints"),
        *(".tox", ".nox", ".eggs", ".hypothesis", ".gradle", ".idea", ".vscode", ".vs", ".history", ".Trash"),
    )
)
_TOOL_MARKS: Final = ("pyvenv.cfg", "conda-meta", "CACHEDIR.TAG")
_TEMPORARY: Final = re.compile(
    r"""\.\#.* | \._.* | ~\$.* | \.~.*            # locks of Emacs, macOS' second halves, locks of office programs
    | flycheck_.* | .*_flymake(_\w+)?\.\w+       # copies that Emacs checks
    | .*\.(tmp|temp|bak|orig)\.\w+
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
"""Only names whose suffix would make them count; `bot.py~`, `.bot.py.swp`, `4913` and their like have none."""


@lru_cache(maxsize=8192)
def kind_of(name: str) -> Kind:
    """What a file of this name is."""
    stem, _, suffix = name.rpartition(".")
    kind = _KINDS.get(suffix.lower(), Kind.OTHER) if stem else Kind.OTHER
    if kind is Kind.OTHER:
        return Kind.SOURCE if _SOURCE_NAME.fullmatch(name) else Kind.OTHER
    return Kind.OTHER if _TEMPORARY.fullmatch(name) else kind


def is_ignored_folder(name: str) -> bool:
    """Whether a folder of this name holds nothing that people write."""
    return name in _IGNORED_FOLDERS or name.endswith((".egg-info", ".dist-info"))


def is_made_by_tools(names: Collection[str]) -> bool:
    """Whether a folder with these entries is a virtual environment or a cache, whatever its own name."""
    return any(mark in names for mark in _TOOL_MARKS)
