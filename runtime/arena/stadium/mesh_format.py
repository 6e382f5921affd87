"""The format of collision mesh files of the physics engine, and the checks before they are loaded.

A .cmf file is little-endian: int32 triangles, int32 vertices, the triangles' vertex indices (3 x int32 each), the
vertices (3 x float32 each) in the engine's own units. It has neither magic nor checksum, and an engine that failed
to load one hangs its process at the next call, so every file is checked before the engine sees it.

Nothing here loads numpy, which takes longer than everything else at an arena's start.
"""

import stat
import struct
from math import isfinite
from pathlib import Path
from typing import Final

MODES = ("soccar", "hoops", "dropshot")
"""Sub-folders from which the engine loads every file whose name ends in .cmf."""
NEEDED: Final = ("soccar", "hoops")
"""The sub-folders that the arena's modes need."""
UU_PER_UNIT = 50.0
"""The files use the physics engine's units."""
MAX_COUNT = 1_000_000
"""Maximum number of triangles and of vertices that the engine accepts in one file."""
MAX_COORDINATE = 200.0
"""No arena is larger (10,000 uu); a file in uu instead of the engine's units is."""
HEADER = struct.Struct("<ii")
ROW_BYTES = 12
MAX_BYTES = HEADER.size + 2 * MAX_COUNT * ROW_BYTES


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
    check_mesh(read_mesh(path), path)


def validate_folder(folder: Path) -> None:
    """Checks every file that the engine would load from a folder of meshes.

    Raises:
        MeshError: A file is unusable, or no sub-folder has a file for the arenas in use.
    """
    for mode in MODES:
        for path in mesh_paths(folder / mode):
            validate_mesh(path)
    if not mesh_folders(folder):
        raise MeshError(f"Folder {folder} has no arena meshes: no .cmf file in its sub-folders {' and '.join(NEEDED)}.")


def mesh_folders(folder: Path) -> frozenset[str]:
    """Returns the sub-folders that have meshes, of those that are needed.

    Raises:
        MeshError: The folder cannot be read.
    """
    return frozenset(mode for mode in NEEDED if mesh_paths(folder / mode))


def mesh_paths(folder: Path) -> list[Path]:
    """Returns a folder's mesh files in order, or none if it does not exist."""
    try:
        return sorted(path for path in folder.iterdir() if path.name.endswith(".cmf"))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise MeshError(f"Cannot look for arena meshes in {folder}: {error.strerror or error}.") from error


def read_mesh(path: Path) -> bytes:
    """Returns the content of a mesh file, unchecked.

    Raises:
        MeshError: The file cannot be read or is too large to be a mesh.
    """
    try:
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):
            raise MeshError(f"Mesh file {path} is not a file.")
        if info.st_size > MAX_BYTES:
            raise MeshError(f"Mesh file {path} is larger than any mesh file can be: {info.st_size} bytes.")
        return path.read_bytes()
    except OSError as error:
        raise MeshError(f"Cannot read mesh file {path}: {error.strerror or error}.") from error
