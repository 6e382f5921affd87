"""How a shortcut starts this Kickabout."""

import sys
from pathlib import Path

import app


def start_command() -> tuple[str, ...]:
    """The words that start the window: from a checkout by its launch.py, else by the package that is installed.

    A checkout's launcher runs on the Python that its environment was made with, so that it can mend the environment.
    """
    launcher = Path(app.__file__).resolve().parents[1] / "launch.py"
    if launcher.is_file():
        base = Path(getattr(sys, "_base_executable", sys.executable))
        return str(_windowed(base)), str(launcher)
    return str(_windowed(Path(sys.executable))), "-m", app.__name__


def _windowed(python: Path) -> Path:
    """The interpreter without a console window, where the system tells the two apart."""
    windowed = python.with_name("pythonw.exe")
    return windowed if python.name.lower() == "python.exe" and windowed.is_file() else python
