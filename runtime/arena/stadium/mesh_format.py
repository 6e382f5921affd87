"""The physics engine's file of a collision mesh, and whether the engine can load one.

A .cmf file is little-endian: int32 triangles, int32 vertices, the triangles' vertex indices (3 x int32 each), the
vertices (3 x float32 each) in the engine's own units. It has neither magic nor checksum, and an engine that failed
to load one hangs its process at the next call, so every file is checked here first.
"""

import struct
from math import isfinite
from pathlib import Path

UU_PER_UNIT = 50.0
"""The files measure in the physics engine's units."""
MAX_COUNT = 1_000_000
"""Most triangles and most vertices the engine accepts in one file."""
MAX_COORDINATE = 200.0
"""Farther out (10,000 uu) lies no arena; it is what a file in uu looks like."""
HEADER = struct.Struct("<ii")
ROW_BYTES = 12
MAX_BYTES = HEADER.size + 2 * MAX_COUNT * ROW_BYTES


class MeshError(Exception):
    """A mesh file cannot be used or written; the text is a sentence for the user."""


def check_mesh(content: bytes, source: Path) -> tuple[int, int]:
    """Check a .cmf file's content and return its counts of triangles and vertices; what follows those is ignored.

    Args:
        content: What the file holds.
        source: Named in errors.

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
