"""Fixtures of environments."""

import pytest

from runtime.arena.stadium import mesh_files


@pytest.fixture(autouse=True)
def shared_meshes(mesh_cache, monkeypatch):
    """Environments load the meshes that all tests share."""
    monkeypatch.setenv("KICKABOUT_HOME", str(mesh_cache))
    mesh_files.ensure_meshes(mesh_files.default_mesh_folder())
