"""How a match document names the files that it links to."""

import os
from pathlib import Path
from typing import Final

from runtime.documents.outline import KeyPath
from runtime.documents.source import absolute, parse
from runtime.documents.surgery import Value, set_values

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
    """Returns a document's text as it must be in another folder, for its links to reach the same files.

    A document without a folder has absolute links; those to files near the new folder become relative, so that a match
    can be moved together with its bots. Absolute links of a document that has a file were written by its author; they
    stay.

    Raises:
        EditError: a link is written in a way that cannot be followed.
    """
    if folder == new_folder:
        return text
    source, _ = parse(folder or Path(), text)
    values: dict[KeyPath, Value] = {}
    for array, keys in _LINKS.items():
        tables = source.data.get(array, []) if source is not None else []
        for position, table in enumerate(tables if isinstance(tables, list) else []):
            for key in keys:
                written = table.get(key) if isinstance(table, dict) else None
                if not isinstance(written, str) or not written or Path(written).is_absolute() != (folder is None):
                    continue
                renewed = link(new_folder, Path(written) if folder is None else absolute(folder, written))
                if renewed != written:
                    values[array, position, key] = renewed
    return set_values(text, values)
