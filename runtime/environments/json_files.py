"""Small JSON files that several Kickabouts write: aside and renamed, so that nobody reads half of one."""

import json
import os
import uuid
from pathlib import Path
from typing import Any, Final

from runtime.files import read_text

MOST_BYTES: Final = 16 << 20
"""The record of an environment names each of its packages; none comes near."""


def read_json(file: Path | None) -> dict[str, Any] | None:
    """The object in a file; None where there is none, or none that can be read."""
    if file is None:
        return None
    try:
        content = json.loads(read_text(file, MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) else None


def write_json(file: Path, content: object) -> None:
    """Writes a file, and makes its folder.

    Raises:
        OSError: it cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    aside = file.with_name(f"{file.name}.{os.getpid()}.{uuid.uuid4().hex[:8]}")
    aside.write_text(json.dumps(content, indent=1, default=str), encoding="utf-8")
    aside.replace(file)
