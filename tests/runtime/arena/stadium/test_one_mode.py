import tempfile

import pytest

from runtime.arena.stadium.mesh_files import ensure_meshes, meshes_of_one
from runtime.arena.stadium.mesh_format import mesh_folders


@pytest.mark.parametrize("mode", ["soccar", "hoops"])
def test_the_meshes_of_one_mode_lie_by_themselves_for_a_while(mesh_cache, mode):
    folder = ensure_meshes(mesh_cache)
    with meshes_of_one(folder, mode) as alone:
        assert mesh_folders(alone) == {mode}
        contents = {path.name: path.read_bytes() for path in (alone / mode).iterdir()}
    assert contents == {path.name: path.read_bytes() for path in (folder / mode).iterdir()}
    assert not alone.exists()
    assert mesh_folders(folder) == {"soccar", "hoops"}


def test_a_mode_without_meshes_leaves_all_others(tmp_path):
    with meshes_of_one(tmp_path, "hoops") as alone:
        assert alone == tmp_path
    assert tmp_path.is_dir()


def test_where_no_copy_can_be_made_everything_is_loaded(mesh_cache, monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    folder = ensure_meshes(mesh_cache)
    with meshes_of_one(folder, "soccar") as alone:
        assert alone == folder
    assert mesh_folders(folder) == {"soccar", "hoops"}
