"""A program of its own: checks the syntax of Python files without running anything of them, and names their version.

`python -I -S -B -W ignore source_probe.py FOLDER [FILE ...]`, by the interpreter that will run them (3.7 or newer),
which need not know any package. A JSON object a line: `file`, `line` (null where none), `message` for each file that
cannot be compiled, 20 at most; or `digest`, a short checksum (CRC-32, since hashes take long to import) of the sources
below FOLDER and the named files. An author waits for it with every save, so it imports as little as it can.
"""

from __future__ import annotations

import os
import sys
from zlib import crc32

SOURCES = (".py", ".pyi", ".pyx", ".toml", ".cfg", ".ini", ".json", ".yaml", ".yml")
LEFT_OUT = frozenset({"__pycache__", "venv", "env", "node_modules", "target", "build", "dist", "logs"})
MOST_FILES = 2000
MOST_NAMES = 20000
"""Names that are looked at below a folder for sources; of a larger folder, only a part counts."""
MOST_BYTES = 32 << 20
MOST_FAULTS = 20
LONGEST = 300


def main(arguments: list[str]) -> int:
    """Returns 0 when every file is fine, 1 otherwise."""
    folder, files = arguments[0], arguments[1:]
    faults = [found for found in map(fault, files) if found is not None][:MOST_FAULTS]
    if not faults:
        print(f'{{"digest": "{digest(folder, files)}"}}')  # noqa: T201 - this is what the program is for
        return 0
    import json  # noqa: PLC0415

    for found in faults:
        print(json.dumps(found))  # noqa: T201
    return 1


def fault(path: str) -> dict[str, object] | None:
    """What keeps a file from being compiled; None where nothing does, or it is gone or no Python."""
    if not path.endswith((".py", ".pyw")) or not os.path.isfile(path):  # noqa: PTH113
        return None
    line = None
    try:
        compile(content_of(path, MOST_BYTES), path, "exec", dont_inherit=True)
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
    """Eight digits for names and content of the sources below a folder and of `files`, up to some size."""
    found = dict.fromkeys(os.path.abspath(path) for path in files)  # noqa: PTH100
    seen = 0
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT and not name.startswith("."))
        seen += len(folders) + len(names)
        found.update(dict.fromkeys(os.path.join(parent, name) for name in names if name.endswith(SOURCES)))  # noqa: PTH118
        if len(found) >= MOST_FILES or seen >= MOST_NAMES:
            break
    total = 0
    left = MOST_BYTES
    for path in sorted(found)[:MOST_FILES]:
        if not os.path.isfile(path):  # noqa: PTH113
            continue
        try:
            content = content_of(path, left)
        except OSError:
            continue
        left -= len(content)
        total = crc32(short(path, folder).encode("utf-8", "replace") + b"\0", total)
        total = crc32(content, total)
    return f"{total:08x}"


def content_of(path: str, limit: int) -> bytes:
    """Returns the first `limit` bytes of a file; an OSError where reading would wait, as on a named pipe."""
    flags = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    file = os.open(path, os.O_RDONLY | flags)
    try:
        pieces = []
        while limit > 0:
            piece = os.read(file, min(limit, 1 << 20))
            if not piece:
                break
            pieces.append(piece)
            limit -= len(piece)
        return b"".join(pieces)
    finally:
        os.close(file)


def short(path: str, folder: str) -> str:
    """A path below a folder, as seen from there; one on another drive as it is."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        return path


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
