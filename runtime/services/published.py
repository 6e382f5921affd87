"""Services that run on their own. They publish their addresses in files, for every match on this machine."""

import contextlib
import hashlib
import os
from pathlib import Path
from typing import Final

from runtime.codec import CodecError, decode
from runtime.files import read_start
from runtime.processes import identity_of
from runtime.services.kit import KIT
from runtime.services.kit.kickabout.channel import Address

_MAX_BYTES: Final = 1 << 16


def address_file(folder: Path, document: Path) -> Path:
    """Returns the file with the address of the service of this document."""
    place = os.path.normcase(document.resolve())
    return folder / f"{hashlib.sha256(place.encode('utf-8', 'surrogatepass')).hexdigest()[:24]}.json"


def read_address(path: Path) -> Address | None:
    """Returns the address in a file; None if there is none, or its process has ended.

    The file of a process that has ended is removed, unless that is impossible.
    """
    try:
        address = decode(read_start(path, _MAX_BYTES), Address)
    except (OSError, CodecError):
        return None
    if identity_of(address.pid) is None:
        with contextlib.suppress(OSError):
            path.unlink()
        return None
    return address


def published(folder: Path | None, document: Path | None) -> Address | None:
    """Returns the address of the running service of this document; None if there is none."""
    return None if folder is None or document is None else read_address(address_file(folder, document))


def kit_path(python_path: str = "") -> dict[str, str]:
    """Returns PYTHONPATH with the folder of the kit in front."""
    return {"PYTHONPATH": os.pathsep.join(filter(None, [str(KIT), python_path]))}
