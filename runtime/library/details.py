"""What is read of an entry only when somebody looks at it: its README and the list of its files."""

from pathlib import Path
from typing import Final

from runtime.files import read_start
from runtime.library.walk import Walk
from runtime.model.entries import EntryDetails, EntryFile, LibraryEntry

README_BYTES: Final = 32 << 10
"""The beginning of a README that is shown."""
MAX_FILES: Final = 200


def read_details(entry: LibraryEntry) -> EntryDetails:
    """Reads README and file names; what cannot be read is left out. May take long on a slow disk."""
    home = next((home for home in Walk(entry.path.parent).homes() if home.path == entry.path.parent), None)
    stamps = home.stamps if home is not None else []
    files = tuple(EntryFile(name=stamp.name, size=stamp.size) for stamp in stamps[:MAX_FILES])
    is_cut = home is not None and (len(stamps) > MAX_FILES or home.is_partial)
    return EntryDetails(path=entry.path, readme=_text(entry.readme), files=files, is_cut=is_cut)


def _text(path: Path | None) -> str:
    if path is None:
        return ""
    try:
        data = read_start(path, README_BYTES + 1)
    except OSError:
        return ""
    text = data[:README_BYTES].decode("utf-8-sig", "replace").replace("\0", "")
    return f"{text}\n\n…" if len(data) > README_BYTES else text
