"""Meshes as the content of the physics engine's files, and back."""

from pathlib import Path

import numpy as np

from runtime.arena.stadium.hoops_mesh import hoops_meshes
from runtime.arena.stadium.hoops_shape import HoopsShape
from runtime.arena.stadium.mesh import Mesh, soccar_mesh
from runtime.arena.stadium.mesh_format import HEADER, ROW_BYTES, UU_PER_UNIT, check_mesh
from runtime.arena.stadium.shape import SoccarShape


def contents(soccar: SoccarShape, hoops: HoopsShape) -> dict[str, tuple[bytes, ...]]:
    """Return what the files of each mode hold."""
    meshes = {"soccar": (soccar_mesh(soccar),), "hoops": hoops_meshes(hoops)}
    return {mode: tuple(map(pack_mesh, found)) for mode, found in meshes.items()}


def pack_mesh(mesh: Mesh) -> bytes:
    """Return the mesh as the content of a .cmf file."""
    triangles = mesh.triangles.astype("<i4")
    vertices = (mesh.vertices / UU_PER_UNIT).astype("<f4")
    return HEADER.pack(len(triangles), len(vertices)) + triangles.tobytes() + vertices.tobytes()


def unpack_mesh(content: bytes, source: Path) -> Mesh:
    """Return the mesh in a .cmf file's content.

    Args:
        content: What the file holds; anything behind the vertices is ignored, as the engine does.
        source: Named in errors.

    Raises:
        MeshError: The engine would refuse the file, or the mesh cannot be an arena.
    """
    triangles, vertices = check_mesh(content, source)
    split = HEADER.size + triangles * ROW_BYTES
    rows = np.frombuffer(content[split : split + vertices * ROW_BYTES], "<f4").reshape(-1, 3)
    return Mesh(
        vertices=rows.astype(np.float64) * UU_PER_UNIT,
        triangles=np.frombuffer(content[HEADER.size : split], "<i4").reshape(-1, 3).astype(np.int32),
    )
