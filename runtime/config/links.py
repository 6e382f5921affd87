"""How a match document names the files that it links to."""

import os
from pathlib import Path
from typing import Final

from runtime.config.outline import KeyPath
from runtime.config.source import absolute, parse
from runtime.config.surgery import Value, set_values

_FARTHEST_UP: Final = 3
"""A file that lies more folders up than this is named by its whole path."""
_LINKS: Final = {"cars": ("config_file", "loadout_file"), "scripts": ("config_file",)}


def link(folder: Path | None, target: Path) -> str:
    """How a document in `folder` names `target`: relative while they are near each other."""
    target = target.absolute()
    if folder is None:
        return target.as_posix()
    try:
        relative = Path(os.path.relpath(target, folder))
    except ValueError:
        return target.as_posix()
    is_near = relative.parts.count(os.pardir) <= _FARTHEST_UP
    return (relative if is_near else target).as_posix()


def moved(text: str, folder: Path | None, new_folder: Path | None) -> str:
    """A document's text as it must be in another folder, for its links to reach the same files.

    Raises:
        EditError: a link is written in a way that cannot be followed.
    """
    if folder is None or folder == new_folder:
        return text
    source, _ = parse(folder, text)
    values: dict[KeyPath, Value] = {}
    for array, keys in _LINKS.items():
        tables = source.data.get(array, []) if source is not None else []
        for position, table in enumerate(tables if isinstance(tables, list) else []):
            for key in keys:
                written = table.get(key) if isinstance(table, dict) else None
                if isinstance(written, str) and written and not Path(written).is_absolute():
                    values[array, position, key] = link(new_folder, absolute(folder, written))
    return set_values(text, values)
