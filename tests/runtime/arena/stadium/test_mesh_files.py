"""Mesh files are written, read, refused when broken, and cached so that every process finds complete files."""

import os
import shutil
import struct
import subprocess
import sys
from zlib import adler32, crc32

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.arena.stadium import mesh_files
from runtime.arena.stadium.mesh import Mesh, pack_mesh
from runtime.arena.stadium.mesh_files import ensure_meshes
from runtime.arena.stadium.mesh_format import (
    HEADER,
    MAX_COUNT,
    ROW_BYTES,
    UU_PER_UNIT,
    MeshError,
    check_mesh,
    mesh_folders,
    validate_folder,
    validate_mesh,
)
from runtime.arena.stadium.shapes import SoccarShape
from runtime.arena.stadium.soccar_mesh import soccar_meshes

TRIANGLE = Mesh(
    vertices=np.array([[0.0, 0.0, 0.0], [50.0, 0.0, 0.0], [0.0, 50.0, 0.0]]),
    triangles=np.array([[0, 1, 2]], np.int32),
)
MESHES = soccar_meshes(SoccarShape())
SOCCAR = pack_mesh(MESHES[0])
"""Content of one of the files."""


def content(triangles, vertices, *, counts=None):
    triangle_count, vertex_count = counts or (len(triangles), len(vertices))
    return (
        struct.pack("<ii", triangle_count, vertex_count)
        + np.array(triangles, "<i4").tobytes()
        + np.array(vertices, "<f4").tobytes()
    )


def mesh_of(folder):
    """The path of the file with the content `SOCCAR`, whether it exists or not."""
    return folder / "soccar" / f"{crc32(SOCCAR):08x}{adler32(SOCCAR):08x}.cmf"


@pytest.fixture
def mesh_file(tmp_path):
    def write(data):
        path = tmp_path / "a mesh.cmf"
        path.write_bytes(data)
        return path

    return write


def test_layout_is_counts_indices_vertices_in_fiftieths():
    assert pack_mesh(TRIANGLE) == struct.pack("<ii3i9f", 1, 3, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0)


def test_soccar_mesh_survives_the_file(mesh_file):
    for made in MESHES:
        found = unpack_mesh(mesh_file(pack_mesh(made)).read_bytes(), "it")
        assert (found.triangles == made.triangles).all()
        assert np.abs(found.vertices - made.vertices).max() < 0.001
        assert len(np.unique(found.vertices, axis=0)) == len(found.vertices)


def test_vertices_on_planes_survive_exactly(mesh_file):
    made = np.concatenate([mesh.vertices for mesh in MESHES])
    found = np.concatenate([unpack_mesh(mesh_file(pack_mesh(mesh)).read_bytes(), "it").vertices for mesh in MESHES])
    for axis, plane in ((0, 4096), (1, 5120), (2, 2048), (2, 0), (1, 6000)):
        on_plane = np.abs(made[:, axis]) == plane
        assert on_plane.any()
        assert np.abs(found[on_plane, axis]) == pytest.approx(plane, abs=2e-4)


@given(
    st.integers(3, 40).flatmap(
        lambda count: st.tuples(
            st.lists(st.tuples(*[st.floats(-200, 200, width=32)] * 3), min_size=count, max_size=count),
            st.lists(st.tuples(*[st.integers(0, count - 1)] * 3), min_size=1, max_size=60),
        )
    )
)
@settings(deadline=None, max_examples=50)
def test_any_valid_file_is_read(parts):
    vertices, triangles = parts
    found = unpack_mesh(content(triangles, vertices), "it")
    assert found.triangles.tolist() == [list(triangle) for triangle in triangles]
    assert np.array_equal(found.vertices, np.array(vertices) * 50)


BOX = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "too short"),
        (b"\x01\0\0\0\x01\0\0", "too short"),
        (content([], BOX), "claims 0 triangles"),
        (content([(0, 1, 2)], [], counts=(1, 0)), "claims 1 triangles and 0 vertices"),
        (content([(0, 1, 2)], BOX, counts=(-1, 3)), "claims -1"),
        (content([(0, 1, 2)], BOX, counts=(1, -3)), "-3 vertices"),
        (content([(0, 1, 2)], BOX, counts=(MAX_COUNT + 1, 3)), "claims 1000001"),
        (content([(0, 1, 2)], BOX, counts=(1, MAX_COUNT + 1)), "1000001 vertices"),
        (content([(0, 1, 2)], BOX, counts=(MAX_COUNT, MAX_COUNT)), "cut off"),
        (content([(0, 1, 2)], BOX)[:-1], "cut off"),
        (struct.pack(">ii", 1, 3) + content([(0, 1, 2)], BOX)[8:], "claims 16777216"),
        (content([(0, 1, 3)], BOX), "does not have"),
        (content([(0, -1, 2)], BOX), "does not have"),
        (content([(0, 1, 2)], [*BOX[:2], (0.0, float("nan"), 0.0)]), "not a finite number"),
        (content([(0, 1, 2)], [*BOX[:2], (0.0, 0.0, float("-inf"))]), "not a finite number"),
        (content([(0, 1, 2)], [*BOX[:2], (0.0, 200.1, 0.0)]), "instead of uu/50"),
    ],
)
def test_broken_file_is_refused_with_its_name(mesh_file, data, complaint):
    path = mesh_file(data)
    with pytest.raises(MeshError, match=complaint) as caught:
        validate_mesh(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    "data",
    [
        content([(0, 1, 2)], BOX),
        content([(0, 0, 0)], BOX),
        content([(0, 1, 2)], BOX) + b"more",
        content([(0, 1, 2)], [*BOX[:2], (0.0, 200.0, 0.0)]),
    ],
    ids=["plain", "degenerate", "trailing bytes", "farthest"],
)
def test_what_the_engine_accepts_is_accepted_and_left_alone(mesh_file, data):
    path = mesh_file(data)
    validate_mesh(path)
    assert path.read_bytes() == data


@given(st.data())
@settings(deadline=None, max_examples=150)
def test_damaged_file_is_refused_or_still_a_mesh(data):
    changed = bytearray(SOCCAR)
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(0, len(changed) - 1) | st.integers(0, 7))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(changed)) | st.just(len(changed)))
    try:
        found = unpack_mesh(bytes(changed[:cut]), "it")
    except MeshError:
        return
    assert np.isfinite(found.vertices).all()
    assert found.triangles.min() >= 0
    assert found.triangles.max() < len(found.vertices)


@given(st.binary(max_size=300))
@settings(deadline=None, max_examples=150)
def test_any_bytes_are_refused_or_a_mesh(data):
    try:
        found = unpack_mesh(data, "it")
    except MeshError:
        return
    assert len(data) >= 8 + 12 * (len(found.triangles) + len(found.vertices))


def test_missing_file_and_folder_are_refused(tmp_path):
    with pytest.raises(MeshError, match="Cannot read"):
        validate_mesh(tmp_path / "none.cmf")
    (tmp_path / "folder.cmf").mkdir()
    with pytest.raises(MeshError, match="is not a file"):
        validate_mesh(tmp_path / "folder.cmf")


def test_huge_file_is_refused_unread(tmp_path):
    path = tmp_path / "huge.cmf"
    with path.open("wb") as file:
        file.truncate(8 + 24 * MAX_COUNT + 1)
    with pytest.raises(MeshError, match="larger than any mesh file"):
        validate_mesh(path)


def test_folder_is_checked_as_the_engine_loads_it(tmp_path):
    with pytest.raises(MeshError, match="has no arena meshes"):
        validate_folder(tmp_path)
    (tmp_path / "soccar").mkdir()
    (tmp_path / "soccar" / "notes.txt").write_text("not a mesh")
    with pytest.raises(MeshError, match="has no arena meshes"):
        validate_folder(tmp_path)
    (tmp_path / "soccar" / "one.cmf").write_bytes(SOCCAR)
    validate_folder(tmp_path)
    (tmp_path / "hoops").mkdir()
    (tmp_path / "hoops" / "broken.cmf").write_bytes(SOCCAR[:-1])
    with pytest.raises(MeshError, match=r"broken\.cmf is cut off"):
        validate_folder(tmp_path)


def test_folders_with_meshes(tmp_path):
    for name in ("hoops", "dropshot"):
        (tmp_path / name).mkdir()
    (tmp_path / "dropshot" / "one.cmf").write_bytes(SOCCAR)
    assert mesh_folders(tmp_path) == frozenset()
    with pytest.raises(MeshError, match="sub-folders soccar and hoops"):
        validate_folder(tmp_path)
    (tmp_path / "hoops" / "one.cmf").write_bytes(SOCCAR)
    assert mesh_folders(tmp_path) == {"hoops"}
    validate_folder(tmp_path)
    assert mesh_folders(ensure_meshes(tmp_path)) == {"soccar", "hoops"}


def test_meshes_are_made_once(tmp_path):
    folder = ensure_meshes(tmp_path / "new" / "cäche dir")
    path = mesh_of(folder)
    assert path.read_bytes() == SOCCAR
    validate_folder(folder)
    before = path.stat()
    assert ensure_meshes(tmp_path / "new" / "cäche dir") == folder
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert path.stat().st_ino == before.st_ino


@pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: path.write_bytes(SOCCAR)])
def test_hoops_has_twelve_files_that_are_made_again(tmp_path, damage):
    folder = ensure_meshes(tmp_path)
    files = {path.name: path.read_bytes() for path in (folder / "hoops").iterdir()}
    sizes = sorted(len(unpack_mesh(content, name).vertices) for name, content in files.items())
    assert sizes == [80, 80, 140, 140, 320, 320, 320, 320, 505, 505, 2828, 2828]
    damage(folder / "hoops" / min(files))
    ensure_meshes(tmp_path)
    assert {path.name: path.read_bytes() for path in (folder / "hoops").iterdir()} == files


def flipped(data):
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


@pytest.mark.parametrize(
    "damage",
    [lambda data: b"", lambda data: data[:-1], lambda data: data + b"\0", flipped],
    ids=["empty", "truncated", "longer", "one bit"],
)
def test_damaged_cache_is_made_again(tmp_path, damage):
    path = mesh_of(ensure_meshes(tmp_path))
    path.write_bytes(damage(SOCCAR))
    assert mesh_of(ensure_meshes(tmp_path)).read_bytes() == SOCCAR


def test_missing_file_is_made_again(tmp_path):
    folder = ensure_meshes(tmp_path)
    mesh_of(folder).unlink()
    assert ensure_meshes(tmp_path) == folder
    assert mesh_of(folder).read_bytes() == SOCCAR
    shutil.rmtree(folder)
    assert mesh_of(ensure_meshes(tmp_path)).read_bytes() == SOCCAR


def test_foreign_meshes_in_the_cache_are_removed(tmp_path):
    folder = ensure_meshes(tmp_path)
    (folder / "soccar" / "other.cmf").write_bytes(SOCCAR)
    hoops = sorted((folder / "hoops").iterdir())
    (folder / "hoops" / "broken.cmf").write_bytes(b"")
    (folder / "dropshot").mkdir()
    (folder / "dropshot" / "other.cmf").write_bytes(SOCCAR)
    ensure_meshes(tmp_path)
    assert len(list((folder / "soccar").iterdir())) == len(MESHES)
    assert mesh_of(folder).read_bytes() == SOCCAR
    assert sorted((folder / "hoops").iterdir()) == hoops
    assert not list((folder / "dropshot").iterdir())


def test_nothing_is_left_of_an_interrupted_write_but_the_part(tmp_path, monkeypatch):
    def refuse(self, target):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(mesh_files.Path, "replace", refuse)
        with pytest.raises(MeshError, match="No space left on device"):
            ensure_meshes(tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert mesh_of(ensure_meshes(tmp_path)).read_bytes() == SOCCAR


def test_other_numbers_or_version_have_their_own_folder(tmp_path, monkeypatch):
    first = ensure_meshes(tmp_path)
    monkeypatch.setattr(mesh_files, "GENERATOR_VERSION", mesh_files.GENERATOR_VERSION + 1)
    second = ensure_meshes(tmp_path)
    assert first != second
    assert {path.name for path in tmp_path.iterdir()} == {first.name, second.name}


def test_folder_that_cannot_be_made_is_explained(tmp_path):
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(MeshError, match="Cannot write the arena's meshes to"):
        ensure_meshes(tmp_path / "taken")
    with pytest.raises(MeshError, match="Cannot write the arena's meshes to"):
        ensure_meshes(tmp_path / "taken" / "below")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_read_only_folder_is_explained_unless_the_meshes_are_there(tmp_path):
    ensure_meshes(tmp_path)
    for path in [tmp_path, *tmp_path.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        path = mesh_of(ensure_meshes(tmp_path))
        with pytest.raises(MeshError, match="Cannot write"):
            ensure_meshes(path.parent / "below")
    finally:
        for path in [tmp_path, *tmp_path.rglob("*")]:
            path.chmod(0o755)


@pytest.mark.parametrize("damaged", [False, True], ids=["empty cache", "damaged cache"])
def test_processes_may_make_the_meshes_at_the_same_time(tmp_path, damaged):
    if damaged:
        path = mesh_of(ensure_meshes(tmp_path))
        path.write_bytes(SOCCAR[:-1])
    program = """
import sys
from pathlib import Path
from runtime.arena.stadium.mesh_files import ensure_meshes
from runtime.arena.stadium.mesh_format import validate_folder
sys.stdin.read()
for _ in range(5):
    validate_folder(ensure_meshes(Path(sys.argv[1])))
"""
    makers = [subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdin=subprocess.PIPE) for _ in range(4)]
    for maker in makers:
        maker.stdin.close()
    assert [maker.wait(60) for maker in makers] == [0] * 4
    (folder,) = tmp_path.iterdir()
    assert mesh_of(folder).read_bytes() == SOCCAR


def unpack_mesh(content, source):
    """Returns the mesh in a .cmf file's content."""
    triangles, vertices = check_mesh(content, source)
    split = HEADER.size + triangles * ROW_BYTES
    rows = np.frombuffer(content[split : split + vertices * ROW_BYTES], "<f4").reshape(-1, 3)
    return Mesh(
        vertices=rows.astype(np.float64) * UU_PER_UNIT,
        triangles=np.frombuffer(content[HEADER.size : split], "<i4").reshape(-1, 3).astype(np.int32),
    )
