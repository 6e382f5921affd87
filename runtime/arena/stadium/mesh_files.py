"""The cache folder that holds the arenas' meshes: made once, checked at every start, removed when outdated.

If the meshes exist already, nothing here loads numpy, which takes longer than everything else at an arena's start.
"""

import contextlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from logging import getLogger
from pathlib import Path
from typing import Final
from zlib import adler32, crc32

from runtime.arena.stadium.mesh_format import MODES, MeshError, mesh_paths, read_mesh
from runtime.arena.stadium.shapes import HoopsShape, SoccarShape
from runtime.deletion import discard
from runtime.files import write_atomically

GENERATOR_VERSION = 5
"""Increased when the same dimensions lead to another mesh."""

_FILES = {"soccar": 16, "hoops": 12}
"""Number of mesh files in each sub-folder."""
UNUSED_S: Final = 7 * 24 * 3600.0
"""A folder that no program has used for this time is removed."""
_MARK_EVERY_S: Final = 3600.0
_NAME: Final = re.compile(r"arena-(?:(?P<version>[0-9]{1,9})-)?[0-9a-f]{16}")
"""Names from the first versions of the program have no version."""

_log = getLogger(__name__)


def default_mesh_folder() -> Path:
    """Returns the folder of the meshes for programs without an option for another one."""
    home = os.environ.get("KICKABOUT_HOME")
    return Path(home) / "cache" / "meshes" if home else Path.home() / ".cache" / "kickabout" / "meshes"


def ensure_meshes(cache_dir: Path) -> Path:
    """Returns a folder with the arenas' meshes for the physics engine; creates it if necessary.

    The folder's name contains the generator's version and a digest of the dimensions. Each file's name is the digest of
    its content, so that a damaged file is detected and written again. Several processes may call this at the same time,
    because files are written atomically.

    Raises:
        MeshError: The meshes do not exist and cannot be written.
    """
    soccar, hoops = SoccarShape(), HoopsShape()
    folder = cache_dir / f"arena-{GENERATOR_VERSION}-{_stamp(soccar, hoops)}"
    if not _is_intact(folder):
        _write(folder, _contents(soccar, hoops))
        _log.info("Wrote the arena's meshes to %s", folder)
    remove_outdated(cache_dir, folder)
    return folder


def _contents(soccar: SoccarShape, hoops: HoopsShape) -> dict[str, tuple[bytes, ...]]:
    """Returns the contents of the files of each mode."""
    from runtime.arena.stadium.hoops_mesh import hoops_meshes  # noqa: PLC0415 - loads numpy
    from runtime.arena.stadium.mesh import pack_mesh  # noqa: PLC0415 - loads numpy
    from runtime.arena.stadium.soccar_mesh import soccar_meshes  # noqa: PLC0415 - loads numpy

    meshes = {"soccar": soccar_meshes(soccar), "hoops": hoops_meshes(hoops)}
    return {mode: tuple(map(pack_mesh, found)) for mode, found in meshes.items()}


def _stamp(*shapes: SoccarShape | HoopsShape) -> str:
    return _digest(repr((GENERATOR_VERSION, *(astuple(shape) for shape in shapes))).encode())


def _digest(content: bytes) -> str:
    return f"{crc32(content):08x}{adler32(content):08x}"


def _is_intact(folder: Path) -> bool:
    """Returns whether a folder has the meshes of every mode exactly as they were written."""
    for mode in MODES:
        paths = mesh_paths(folder / mode)
        if len(paths) != _FILES.get(mode, 0):
            return False
        for path in paths:
            try:
                is_as_written = path.stem == _digest(read_mesh(path))
            except MeshError as error:
                _log.warning("Making the arena's meshes again: %s", error)
                return False
            if not is_as_written:
                return False
    return True


def _write(folder: Path, contents: Mapping[str, Sequence[bytes]]) -> None:
    """Writes the contents of each mode into files named after their digests, and removes all other meshes."""
    try:
        for mode in MODES:
            files = contents.get(mode, ())
            targets = [folder / mode / f"{_digest(content)}.cmf" for content in files]
            for target, content in zip(targets, files, strict=True):
                _write_file(target, content)
            for path in mesh_paths(folder / mode):
                if path not in targets:
                    path.unlink(missing_ok=True)
    except OSError as error:
        if not _is_intact(folder):
            raise MeshError(f"Cannot write the arena's meshes to {folder}: {error.strerror or error}.") from error


def _write_file(target: Path, content: bytes) -> None:
    """Writes a file atomically."""
    target.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(target, content, is_durable=False)


@contextlib.contextmanager
def meshes_of_one(folder: Path, mode: str) -> Iterator[Path]:
    """Yields a temporary folder with only the sub-folder `mode` of `folder`, because the engine loads all it finds.

    If no copy can be made, it yields `folder` itself: loading everything takes longer, but does no harm.
    """
    with contextlib.ExitStack() as stack:
        try:
            prefix = f"kickabout-meshes-{os.getpid()}-"  # a later start checks this process id
            aside = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True)))
            shutil.copytree(folder / mode, aside / mode)
        except OSError:
            aside = folder
        yield aside


def remove_outdated(cache_dir: Path, current: Path) -> None:
    """Marks `current` as used and removes unused folders of the same and of older versions.

    A recent modification time marks a folder as in use, so that programs of different versions that run at the same
    time leave each other's folders alone. Folders that cannot be removed are left for the next start.
    """
    now_s = time.time()
    with contextlib.suppress(OSError):
        if now_s - current.stat().st_mtime > _MARK_EVERY_S:
            os.utime(current)
    try:
        others = [path for path in cache_dir.iterdir() if path.name != current.name]
    except OSError:
        return
    for path in others:
        if _is_outdated(path, _version(current) or 0, now_s):
            _log.info("Removing the outdated meshes in %s", path)
            discard(path)


def _is_outdated(path: Path, current_version: int, now_s: float) -> bool:
    version = _version(path)
    if version is None or version > current_version:
        return False
    try:
        return path.is_dir() and not path.is_symlink() and now_s - path.stat().st_mtime > UNUSED_S
    except OSError:
        return False


def _version(path: Path) -> int | None:
    """Returns the generator's version in a mesh folder's name; None for other folders."""
    match = _NAME.fullmatch(path.name)
    return int(match["version"] or 0) if match else None
