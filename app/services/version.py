"""The version of Kickabout."""

import tomllib
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from pathlib import Path


def version() -> str:
    """Returns the version of the running checkout, or of the installed package."""
    project = Path(__file__).resolve().parents[2] / "pyproject.toml"
    if project.is_file():
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
    try:
        return installed_version("kickabout")
    except PackageNotFoundError:
        return "unknown"
