"""Collision mesh files for the physics engine: written, checked and kept in a cache folder.

Where they are there already, nothing here loads numpy, which takes longer than everything else at an arena's start.
"""

import os
import stat
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from logging import getLogger
from pathlib import Path
from zlib import adler32, crc32

from runtime.arena.stadium.hoops_shape import HoopsShape
from runtime.arena.stadium.mesh_format import MAX_BYTES, MeshError, check_mesh
from runtime.arena.stadium.outdated import remove_outdated
from runtime.arena.stadium.shape import SoccarShape

GENERATOR_VERSION = 2
"""Counts up when the same numbers come to mean another mesh."""
MODES = ("soccar", "hoops", "dropshot")
"""Sub-folders from which the engine loads every file whose name ends in .cmf."""

_FILES = {"soccar": 1, "hoops": 3}
"""How many of them each mode has here."""

_log = getLogger(__name__)


def validate_mesh(path: Path) -> None:
    """Check a .cmf file.

    Raises:
        MeshError: The file cannot be read, the engine would refuse it, or it cannot be an arena.
    """
    check_mesh(_read(path), path)


def validate_folder(folder: Path) -> None:
    """Check every file that the engine would load from a folder of meshes.

    Raises:
        MeshError: A file is unusable, or there is none at all for the arenas that are played in.
    """
    for mode in MODES:
        for path in _mesh_paths(folder / mode):
            validate_mesh(path)
    if not mesh_folders(folder):
        raise MeshError(f"Folder {folder} has no arena meshes: no .cmf file in its sub-folders {' and '.join(_FILES)}.")


def mesh_folders(folder: Path) -> frozenset[str]:
    """Return which of the sub-folders for the arenas that are played in have meshes.

    Raises:
        MeshError: The folder cannot be looked into.
    """
    return frozenset(mode for mode in _FILES if _mesh_paths(folder / mode))


def _mesh_paths(folder: Path) -> list[Path]:
    """Return a folder's mesh files in order; none when it does not exist."""
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
    """Return a folder with the arenas' meshes, for the physics engine's init; make it if need be.

    The folder's name tells the generator's version and numbers, each file's name its content's digest, so that a
    damaged file is noticed and written again. Processes may call this at the same time: files appear complete.

    Raises:
        MeshError: The meshes are neither there nor can they be written.
    """
    soccar, hoops = SoccarShape(), HoopsShape()
    folder = cache_dir / f"arena-{GENERATOR_VERSION}-{_stamp(soccar, hoops)}"
    if not _is_intact(folder):
        from runtime.arena.stadium.mesh_content import contents  # noqa: PLC0415 - loads numpy

        _write(folder, contents(soccar, hoops))
        _log.info("Wrote the arena's meshes to %s", folder)
    remove_outdated(cache_dir, folder)
    return folder


def _stamp(*shapes: SoccarShape | HoopsShape) -> str:
    return _digest(repr((GENERATOR_VERSION, *(astuple(shape) for shape in shapes))).encode())


def _digest(content: bytes) -> str:
    return f"{crc32(content):08x}{adler32(content):08x}"


def _is_intact(folder: Path) -> bool:
    """Tell whether a folder holds the meshes of every mode, exactly as they were written."""
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
    """Put the contents for each mode into files named after them, and remove every other mesh."""
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
    """Put a file into its folder in one step."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, aside = tempfile.mkstemp(prefix=f".mesh-{os.getpid()}-", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(aside).replace(target)
    except OSError:
        Path(aside).unlink(missing_ok=True)
        raise
