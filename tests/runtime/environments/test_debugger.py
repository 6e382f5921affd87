"""debugpy is installed into a folder of its own, or the reason is given."""

import sys
from pathlib import Path

import pytest

from runtime.environments.debugger import debugger_folder, has_debugger, install_debugger
from runtime.environments.installer import Installer

PYTHON = Path(sys.executable)


class Scripted(Installer):
    """Runs a program of the test in place of pip."""

    def install_into(self, python, folder, package):
        return (sys.executable, "-c", SCRIPTS[self.pip.name], str(folder), package)


MAKE = "import pathlib, sys; (pathlib.Path(sys.argv[1]) / sys.argv[2]).mkdir(parents=True)"
SCRIPTS = {
    "good": MAKE,
    "empty": "print('nothing to do')",
    "bad": f"{MAKE}; print('ERROR: no network'); sys.exit(1)",
}


def test_an_interpreter_with_debugpy_needs_no_folder(tmp_path):
    assert debugger_folder(PYTHON, tmp_path) is None
    assert has_debugger(None)


def test_each_version_has_a_folder(tmp_path):
    for version in ("3.9", "3.12"):
        (tmp_path / version / "lib" / f"python{version}" / "site-packages").mkdir(parents=True)
        (tmp_path / version / "pyvenv.cfg").write_text(f"version = {version}.1\n")
        python = tmp_path / version / "bin" / "python"
        assert debugger_folder(python, tmp_path) == tmp_path / f"debugpy-{version}"
        (tmp_path / version / "lib" / f"python{version}" / "site-packages" / "debugpy").mkdir()
        assert debugger_folder(python, tmp_path) is None


def test_a_folder_appears_when_it_is_complete(tmp_path):
    folder = tmp_path / "cache" / "debugpy-3.11"
    assert install_debugger(PYTHON, folder, Scripted(pip=Path("good"))) is None
    assert has_debugger(folder)
    assert install_debugger(PYTHON, folder, Scripted(pip=Path("good"))) is None
    assert [path.name for path in folder.parent.iterdir()] == ["debugpy-3.11"]


@pytest.mark.parametrize(("script", "reason"), [("bad", "no network."), ("empty", "nothing to do.")])
def test_a_failure_leaves_nothing_and_says_why(tmp_path, script, reason):
    folder = tmp_path / "debugpy-3.11"
    assert str(install_debugger(PYTHON, folder, Scripted(pip=Path(script)))) == reason
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_a_reason(tmp_path):
    (tmp_path / "file").touch()
    assert "could not be written" in str(install_debugger(PYTHON, tmp_path / "file" / "debugpy", Installer()))


def test_pip_and_uv_install_into_the_folder():
    place = Path("/cache/debugpy-3.11")
    for installer in (Installer(uv=Path("/bin/uv")), Installer(pip=PYTHON), Installer()):
        command = installer.install_into(Path("/bot/python"), place, "debugpy")
        assert command[-3:] == ("--target", str(place), "debugpy")
        assert "/bot/python" in command
