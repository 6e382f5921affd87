"""Collision mesh files for the physics engine: written, checked and kept in a cache folder.

A .cmf file is little-endian: int32 triangles, int32 vertices, the triangles' vertex indices (3 x int32 each), the
vertices (3 x float32 each) in the engine's own units. It has neither magic nor checksum, and an engine that failed
to load one hangs its process at the next call, so every file is checked here first.
"""

import hashlib
import os
import stat
import struct
import tempfile
from dataclasses import astuple
from logging import getLogger
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from runtime.arena.walls.hoops_mesh import hoops_meshes
from runtime.arena.walls.hoops_shape import HoopsShape
from runtime.arena.walls.mesh import Mesh, soccar_mesh
from runtime.arena.walls.outdated import remove_outdated
from runtime.arena.walls.shape import SoccarShape

UU_PER_UNIT = 50.0
"""The files measure in the physics engine's units."""
MAX_COUNT = 1_000_000
"""Most triangles and most vertices the engine accepts in one file."""
MAX_COORDINATE = 200.0
"""Farther out (10,000 uu) lies no arena; it is what a file in uu looks like."""
GENERATOR_VERSION = 2
"""Counts up when the same numbers come to mean another mesh."""
MODES = ("soccar", "hoops", "dropshot")
"""Sub-folders from which the engine loads every file whose name ends in .cmf."""

_FILES = {"soccar": 1, "hoops": 3}
"""How many of them each mode has here."""
_HEADER = struct.Struct("<ii")
_ROW_BYTES = 12
_MAX_BYTES = _HEADER.size + 2 * MAX_COUNT * _ROW_BYTES

_log = getLogger(__name__)


class MeshError(Exception):
    """A mesh file cannot be used or written; the text is a sentence for the user."""


def pack_mesh(mesh: Mesh) -> bytes:
    """Return the mesh as the content of a .cmf file."""
    triangles = mesh.triangles.astype("<i4")
    vertices = (mesh.vertices / UU_PER_UNIT).astype("<f4")
    return _HEADER.pack(len(triangles), len(vertices)) + triangles.tobytes() + vertices.tobytes()


def unpack_mesh(content: bytes, source: Path) -> Mesh:
    """Return the mesh in a .cmf file's content.

    Args:
        content: What the file holds; anything behind the vertices is ignored, as the engine does.
        source: Named in errors.

    Raises:
        MeshError: The engine would refuse the file, or the mesh cannot be an arena.
    """
    if len(content) < _HEADER.size:
        raise MeshError(f"Mesh file {source} is too short to be one: {len(content)} bytes.")
    triangle_count, vertex_count = _HEADER.unpack_from(content)
    if not (1 <= triangle_count <= MAX_COUNT and 1 <= vertex_count <= MAX_COUNT):
        raise MeshError(
            f"Mesh file {source} claims {triangle_count} triangles and {vertex_count} vertices;"
            f" 1 to {MAX_COUNT} of each are possible."
        )
    split = _HEADER.size + triangle_count * _ROW_BYTES
    end = split + vertex_count * _ROW_BYTES
    if len(content) < end:
        raise MeshError(f"Mesh file {source} is cut off: {len(content)} of {end} bytes.")
    triangles = np.frombuffer(content[_HEADER.size : split], "<i4").reshape(-1, 3).astype(np.int32)
    vertices = np.frombuffer(content[split:end], "<f4").reshape(-1, 3).astype(np.float64)
    _check_numbers(triangles, vertices, source)
    return Mesh(vertices=vertices * UU_PER_UNIT, triangles=triangles)


def _check_numbers(triangles: NDArray[np.int32], vertices: NDArray[np.float64], source: Path) -> None:
    if triangles.min() < 0 or triangles.max() >= len(vertices):
        raise MeshError(f"Mesh file {source} names a vertex that it does not have.")
    if not np.isfinite(vertices).all():
        raise MeshError(f"Mesh file {source} has a vertex that is not a finite number.")
    if np.abs(vertices).max() > MAX_COORDINATE:
        raise MeshError(f"Mesh file {source} is larger than any arena; are its vertices in uu instead of uu/50?")


def read_mesh(path: Path) -> Mesh:
    """Read and check a .cmf file.

    Raises:
        MeshError: The file cannot be read, the engine would refuse it, or it cannot be an arena.
    """
    return unpack_mesh(_read(path), path)


def validate_mesh(path: Path) -> None:
    """Check a .cmf file.

    Raises:
        MeshError: The file cannot be read, the engine would refuse it, or it cannot be an arena.
    """
    read_mesh(path)


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
        if info.st_size > _MAX_BYTES:
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
        _write(folder, {"soccar": (soccar_mesh(soccar),), "hoops": hoops_meshes(hoops)})
        _log.info("Wrote the arena's meshes to %s", folder)
    remove_outdated(cache_dir, folder)
    return folder


def _stamp(*shapes: SoccarShape | HoopsShape) -> str:
    return _digest(repr((GENERATOR_VERSION, *(astuple(shape) for shape in shapes))).encode())


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _is_intact(folder: Path) -> bool:
    """Tell whether a folder holds the meshes of every mode, exactly as they were written."""
    for mode in MODES:
        paths = _mesh_paths(folder / mode)
        if len(paths) != _FILES.get(mode, 0):
            return False
        for path in paths:
            try:
                content = _read(path)
                unpack_mesh(content, path)
            except MeshError as error:
                _log.warning("Making the arena's meshes again: %s", error)
                return False
            if path.stem != _digest(content):
                return False
    return True


def _write(folder: Path, meshes: dict[str, tuple[Mesh, ...]]) -> None:
    """Put the meshes of each mode into files named after their content, and remove every other mesh."""
    try:
        for mode in MODES:
            contents = [pack_mesh(mesh) for mesh in meshes.get(mode, ())]
            targets = [folder / mode / f"{_digest(content)}.cmf" for content in contents]
            for target, content in zip(targets, contents, strict=True):
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
    handle, aside = tempfile.mkstemp(prefix=".mesh-", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(aside).replace(target)
    except OSError:
        Path(aside).unlink(missing_ok=True)
        raise
