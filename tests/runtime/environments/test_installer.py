import sys
from pathlib import Path

import pytest

from runtime.environments.installer import Installer, find_installer, is_pip_configured

UV = Path("/tools/uv")
PIP = Path("/ours/bin/python")
THEIRS = Path("/env/bin/python")
FILE = Path("/a dir/requirements.txt")


def test_environments_by_uv_and_by_venv():
    base, place = Path("/usr/bin/python3"), Path("/envs/x")
    assert Installer(uv=UV, pip=PIP).create(base, place) == (
        *("/tools/uv", "venv", "--quiet", "--python"),
        *(str(base), str(place)),
    )
    assert Installer(pip=PIP).create(base, place) == (str(base), "-m", "venv", "--without-pip", str(place))
    assert Installer().create(base, place) == (str(base), "-m", "venv", str(place))


@pytest.mark.parametrize(
    ("installer", "head"),
    [
        (Installer(uv=UV, pip=PIP), (str(UV), "pip", "install")),
        (Installer(pip=PIP), (str(PIP), "-P", "-m", "pip", "--python", str(THEIRS), "install")),
        (Installer(), (str(THEIRS), "-m", "pip", "install")),
    ],
)
def test_packages_go_into_the_environment(installer, head):
    words = installer.install(THEIRS, FILE)
    assert words[: len(head)] == head
    assert str(THEIRS) in words
    assert words[-2:] == ("-r", str(FILE))
    assert not {"--no-index", "--offline", "--no-deps", "--index-url", "--user"}.intersection(words)


def test_without_a_network_and_lists_with_hashes():
    pip, uv = Installer(pip=PIP), Installer(uv=UV)
    assert "--no-index" in pip.install(THEIRS, FILE, is_offline=True)
    assert "--offline" in uv.install(THEIRS, FILE, is_offline=True)
    assert "--no-deps" in pip.install(THEIRS, FILE, no_dependencies=True)


@pytest.mark.parametrize("installer", [Installer(pip=PIP), Installer(uv=UV), Installer()])
def test_the_check_of_the_index_installs_nothing_and_is_impatient(installer):
    assert "--dry-run" in installer.check_index(THEIRS, FILE)
    variables = installer.environment(is_impatient=True)
    assert (variables["PIP_RETRIES"], variables["UV_HTTP_RETRIES"]) == ("1", "1")
    assert "PIP_RETRIES" not in installer.environment()
    assert not any("INDEX" in name or "FIND_LINKS" in name for name in variables)


@pytest.mark.parametrize(
    ("variables", "text", "is_configured"),
    [
        ({}, "", False),
        ({"PIP_DEFAULT_TIMEOUT": "3"}, "[global]\ntimeout = 3\n", False),
        ({"PIP_INDEX_URL": "x"}, "", True),
        ({"PIP_FIND_LINKS": "x"}, "", True),
        ({"PIP_INDEX_URL": ""}, "", False),
        ({}, "[global]\nextra-index-url = x\n", True),
        ({}, "[install]\n  find_links: x\n", True),
        ({"PIP_INDEX_URL": "x", "UV_INDEX_URL": "x"}, "", False),
        ({"PIP_INDEX_URL": "x", "UV_DEFAULT_INDEX": "x"}, "", False),
    ],
)
def test_pip_is_used_if_only_pip_is_configured(tmp_path, variables, text, is_configured):
    file = tmp_path / "pip.conf"
    file.write_text(text)
    assert is_pip_configured(variables, [tmp_path / "none", file]) is is_configured


def test_uv_is_found_on_path_and_beside_our_python(tmp_path, monkeypatch):
    monkeypatch.setattr("runtime.environments.installer.is_pip_configured", lambda *_: False)
    beside, along = tmp_path / "bin", tmp_path / "path"
    for folder in (beside, along):
        folder.mkdir()
    monkeypatch.setenv("PATH", str(along))
    assert find_installer(beside / "python").uv is None
    program = beside / ("uv.exe" if sys.platform == "win32" else "uv")
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert find_installer(beside / "python").uv == program
    program.rename(along / program.name)
    assert find_installer(beside / "python").uv == along / program.name
