"""A program of its own: checks the syntax of Python files without running anything of them, and names their version.

`python -I -S -B source_probe.py FOLDER [FILE ...]`, by the interpreter that will run them (3.7 or newer), which need
not know any package. A JSON object a line: `file`, `line` (null where none), `message` for each file that cannot be
compiled, 20 at most; then `digest`, the start of a hash over the sources below FOLDER and the named files.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import warnings

SOURCES = (".py", ".pyi", ".pyx", ".toml", ".cfg", ".ini", ".json", ".yaml", ".yml")
LEFT_OUT = frozenset({"__pycache__", "venv", "env", "node_modules", "target", "build", "dist", "logs"})
MOST_FILES = 2000
MOST_NAMES = 20000
"""Names that are looked at below a folder for sources; of a larger folder, only a part counts."""
MOST_BYTES = 32 << 20
MOST_FAULTS = 20
LONGEST = 300
DIGITS = 8


def main(arguments: list[str]) -> int:
    """Returns 0 when every file is fine, 1 otherwise."""
    folder, files = arguments[0], arguments[1:]
    warnings.simplefilter("ignore")
    faults = [found for found in map(fault, files) if found is not None][:MOST_FAULTS]
    for found in faults:
        print(json.dumps(found))  # noqa: T201 - this is what the program is for
    if not faults:
        print(json.dumps({"digest": digest(folder, files)}))  # noqa: T201
    return 1 if faults else 0


def fault(path: str) -> dict[str, object] | None:
    """What keeps a file from being compiled; None where nothing does, or it is gone or no Python."""
    if not path.endswith((".py", ".pyw")):
        return None
    line = None
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib would take longer to import than all this
            compile(file.read(), path, "exec", dont_inherit=True)
    except FileNotFoundError:
        return None
    except SyntaxError as error:
        line, message = error.lineno, error.msg
    except (RecursionError, MemoryError):
        message = "it is nested too deeply for the compiler"
    except (OSError, ValueError, OverflowError) as error:
        message = str(error)
    else:
        return None
    return {"file": path, "line": line or None, "message": message[:LONGEST]}


def digest(folder: str, files: list[str]) -> str:
    """The start of a hash over names and content of the sources below a folder and of `files`, up to some size."""
    found = dict.fromkeys(os.path.abspath(path) for path in files)  # noqa: PTH100
    seen = 0
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT and not name.startswith("."))
        seen += len(folders) + len(names)
        found.update(dict.fromkeys(os.path.join(parent, name) for name in names if name.endswith(SOURCES)))  # noqa: PTH118
        if len(found) >= MOST_FILES or seen >= MOST_NAMES:
            break
    total = hashlib.sha256()
    left = MOST_BYTES
    for path in sorted(found)[:MOST_FILES]:
        try:
            with open(path, "rb") as file:  # noqa: PTH123
                content = file.read(left)
        except OSError:
            continue
        left -= len(content)
        total.update(short(path, folder).encode("utf-8", "replace") + b"\0")
        total.update(hashlib.sha256(content).digest())
    return total.hexdigest()[:DIGITS]


def short(path: str, folder: str) -> str:
    """A path below a folder, as seen from there; one on another drive as it is."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        return path


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
