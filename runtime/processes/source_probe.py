"""A separate program: checks the syntax of Python files without running any of their code.

`python -I -S -B -W ignore source_probe.py [FILE ...]`, run by the interpreter that the bot will use (3.7 or newer).
Prints one JSON object per line. It contains `file`, `line` (null if unknown) and `message` for each file that cannot be
compiled, at most 20; or `checked`, the number of files, if all of them compile. An author waits for this program at
every save, so it imports as little as possible and needs no packages.
"""

from __future__ import annotations

import os
import sys

MAX_BYTES = 32 << 20
MAX_FAULTS = 20
MAX_CHARACTERS = 300


def main(arguments: list[str]) -> int:
    """Returns 0 when every file is fine, 1 otherwise."""
    faults = [finding for finding in map(fault, arguments) if finding is not None][:MAX_FAULTS]
    if not faults:
        print(f'{{"checked": {len(arguments)}}}')  # noqa: T201 - this is what the program is for
        return 0
    import json  # noqa: PLC0415

    for finding in faults:
        print(json.dumps(finding))  # noqa: T201
    return 1


def fault(path: str) -> dict[str, object] | None:
    """Returns why a file cannot be compiled; None if it can, does not exist, or is not Python."""
    if not path.endswith((".py", ".pyw")) or not os.path.isfile(path):  # noqa: PTH113
        return None
    line = None
    try:
        compile(content_of(path, MAX_BYTES), path, "exec", dont_inherit=True)
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
    return {"file": path, "line": line or None, "message": message[:MAX_CHARACTERS]}


def content_of(path: str, limit: int) -> bytes:
    """Returns the first `limit` bytes of a file; raises an OSError if reading would wait, as for a named pipe."""
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
