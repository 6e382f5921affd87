"""Fixtures for training environments."""

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from runtime.arena.stadium import mesh_files

ROOT = Path(__file__).resolve().parents[3]
TORCH = ROOT / ".venv" / "training-torch"
PACKAGES = ("stable-baselines3>=2.9", "gymnasium", "rocketsim", "rlbot_flatbuffers", "numpy", "psutil", "pathspec")
PACKAGES += ("packaging", "platformdirs", "filelock", "cloudpickle", "openskill")


@pytest.fixture(autouse=True)
def shared_meshes(mesh_cache, monkeypatch):
    """Environments load the meshes that all tests share."""
    monkeypatch.setenv("KICKABOUT_HOME", str(mesh_cache))
    mesh_files.ensure_meshes(mesh_files.default_mesh_folder())


@pytest.fixture(scope="session")
def torch_python():
    """The Python of an environment with PyTorch and stable-baselines3, made when it is missing, for soak tests."""
    if sys.version_info[:2] != (3, 11):
        pytest.skip("PyTorch is installed for Python 3.11 only: for others it may be gigabytes")
    python = TORCH / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not (TORCH / "is-complete").exists():
        venv.create(TORCH, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PACKAGES], check=True, timeout=1800)
        (TORCH / "is-complete").touch()
    return python
