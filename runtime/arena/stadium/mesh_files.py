"""Collision mesh files of the physics engine: their format, their checks, and the cache folder that holds them.

A .cmf file is little-endian: int32 triangles, int32 vertices, the triangles' vertex indices (3 x int32 each), the
vertices (3 x float32 each) in the engine's own units. It has neither magic nor checksum, and an engine that failed
to load one hangs its process at the next call, so every file is checked before the engine sees it.

If the meshes exist already, nothing here loads numpy, which takes longer than everything else at an arena's start.
"""

import contextlib
import os
import re
import shutil
import stat
import struct
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from logging import getLogger
from math import isfinite
from pathlib import Path
from typing import Final
from zlib import adler32, crc32

from runtime.arena.stadium.shapes import HoopsShape, SoccarShape
from runtime.deletion import discard
from runtime.files import write_atomically

GENERATOR_VERSION = 2
"""Increased when the same dimensions lead to another mesh."""
MODES = ("soccar", "hoops", "dropshot")
"""Sub-folders from which the engine loads every file whose name ends in .cmf."""

_FILES = {"soccar": 1, "hoops": 3}
"""Number of mesh files in each sub-folder."""
UU_PER_UNIT = 50.0
"""The files use the physics engine's units."""
MAX_COUNT = 1_000_000
"""Maximum number of triangles and of vertices that the engine accepts in one file."""
MAX_COORDINATE = 200.0
"""No arena is larger (10,000 uu); a file in uu instead of the engine's units is."""
HEADER = struct.Struct("<ii")
ROW_BYTES = 12
MAX_BYTES = HEADER.size + 2 * MAX_COUNT * ROW_BYTES
UNUSED_S: Final = 7 * 24 * 3600.0
"""A folder that no program has used for this time is removed."""
_MARK_EVERY_S: Final = 3600.0
_NAME: Final = re.compile(r"arena-(?:(?P<version>[0-9]{1,9})-)?[0-9a-f]{16}")
"""Names from the first versions of the program have no version."""

_log = getLogger(__name__)


class MeshError(Exception):
    """A mesh file cannot be used or written; the text is a sentence for the user."""


def check_mesh(content: bytes, source: Path) -> tuple[int, int]:
    """Checks a .cmf file's content and returns its numbers of triangles and vertices; trailing bytes are ignored.

    Args:
        content: Content of the file.
        source: Path for error messages.

    Raises:
        MeshError: The engine would refuse the file, or the mesh cannot be an arena.
    """
    if len(content) < HEADER.size:
        raise MeshError(f"Mesh file {source} is too short to be one: {len(content)} bytes.")
    triangles, vertices = HEADER.unpack_from(content)
    if not (1 <= triangles <= MAX_COUNT and 1 <= vertices <= MAX_COUNT):
        raise MeshError(
            f"Mesh file {source} claims {triangles} triangles and {vertices} vertices;"
            f" 1 to {MAX_COUNT} of each are possible."
        )
    split = HEADER.size + triangles * ROW_BYTES
    end = split + vertices * ROW_BYTES
    if len(content) < end:
        raise MeshError(f"Mesh file {source} is cut off: {len(content)} of {end} bytes.")
    indices = struct.unpack_from(f"<{3 * triangles}i", content, HEADER.size)
    if min(indices) < 0 or max(indices) >= vertices:
        raise MeshError(f"Mesh file {source} names a vertex that it does not have.")
    numbers = struct.unpack_from(f"<{3 * vertices}f", content, split)
    if not all(map(isfinite, numbers)):
        raise MeshError(f"Mesh file {source} has a vertex that is not a finite number.")
    if max(map(abs, numbers)) > MAX_COORDINATE:
        raise MeshError(f"Mesh file {source} is larger than any arena; are its vertices in uu instead of uu/50?")
    return triangles, vertices


def validate_mesh(path: Path) -> None:
    """Checks a .cmf file.

    Raises:
        MeshError: The file cannot be read, the engine would refuse it, or it cannot be an arena.
    """
    check_mesh(_read(path), path)


def validate_folder(folder: Path) -> None:
    """Checks every file that the engine would load from a folder of meshes.

    Raises:
        MeshError: A file is unusable, or no sub-folder has a file for the arenas in use.
    """
    for mode in MODES:
        for path in _mesh_paths(folder / mode):
            validate_mesh(path)
    if not mesh_folders(folder):
        raise MeshError(f"Folder {folder} has no arena meshes: no .cmf file in its sub-folders {' and '.join(_FILES)}.")


def mesh_folders(folder: Path) -> frozenset[str]:
    """Returns the sub-folders that have meshes, of those that are needed.

    Raises:
        MeshError: The folder cannot be read.
    """
    return frozenset(mode for mode in _FILES if _mesh_paths(folder / mode))


def _mesh_paths(folder: Path) -> list[Path]:
    """Returns a folder's mesh files in order, or none if it does not exist."""
    try:
        return sorted(path for path in folder.iterdir() if path.name.endswith(".cmf"))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise MeshError(f"Cannot look for arena meshes in {folder}: {error.strerror or error}.") from error


def _read(path: Path) -> bytes:
    try:
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):
            raise MeshError(f"Mesh file {path} is not a file.")
        if info.st_size > MAX_BYTES:
            raise MeshError(f"Mesh file {path} is larger than any mesh file can be: {info.st_size} bytes.")
        return path.read_bytes()
    except OSError as error:
        raise MeshError(f"Cannot read mesh file {path}: {error.strerror or error}.") from error


def ensure_meshes(cache_dir: Path) -> Path:
    """Returns a folder with the arenas' meshes for the physics engine; creates it if necessary.

    The folder's name contains the generator's version and a digest of the dimensions, each file's name the digest of
    its content, so that a damaged file is noticed and written again. Processes may call this at the same time: each
    file appears complete.

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
    from runtime.arena.stadium.soccar_mesh import soccar_mesh  # noqa: PLC0415 - loads numpy

    meshes = {"soccar": (soccar_mesh(soccar),), "hoops": hoops_meshes(hoops)}
    return {mode: tuple(map(pack_mesh, found)) for mode, found in meshes.items()}


def _stamp(*shapes: SoccarShape | HoopsShape) -> str:
    return _digest(repr((GENERATOR_VERSION, *(astuple(shape) for shape in shapes))).encode())


def _digest(content: bytes) -> str:
    return f"{crc32(content):08x}{adler32(content):08x}"


def _is_intact(folder: Path) -> bool:
    """Returns whether a folder has the meshes of every mode exactly as they were written."""
    for mode in MODES:
        paths = _mesh_paths(folder / mode)
        if len(paths) != _FILES.get(mode, 0):
            return False
        for path in paths:
            try:
                is_as_written = path.stem == _digest(_read(path))
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
            wanted = contents.get(mode, ())
            targets = [folder / mode / f"{_digest(content)}.cmf" for content in wanted]
            for target, content in zip(targets, wanted, strict=True):
                _write_file(target, content)
            for path in _mesh_paths(folder / mode):
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
    """Yields a temporary folder with only the sub-folder `mode` of `folder`, because the engine loads what it finds.

    If no copy can be made, it yields `folder` itself: loading everything takes longer, but does no harm.
    """
    with contextlib.ExitStack() as stack:
        try:
            prefix = f"kickabout-meshes-{os.getpid()}-"  # a later start sees from the number whether it is in use
            aside = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True)))
            shutil.copytree(folder / mode, aside / mode)
        except OSError:
            aside = folder
        yield aside


def remove_outdated(cache_dir: Path, current: Path) -> None:
    """Marks `current` as used and removes unused folders of the same and of older versions.

    The time of change marks a folder that is in use, so that programs of several versions, which may run at the same
    time, leave each other's folders alone. Folders that cannot be removed are left to the next start.
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
    found = _NAME.fullmatch(path.name)
    return int(found["version"] or 0) if found else None
