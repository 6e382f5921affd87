import sys
from pathlib import Path

import pytest

from runtime.environments.installer import (
    OFFLINE,
    Haste,
    Installer,
    culprit,
    explanation,
    find_installer,
    is_pip_configured,
)

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


def test_haste_and_lists_with_hashes():
    pip, uv = Installer(pip=PIP), Installer(uv=UV)
    assert "--no-index" in pip.install(THEIRS, FILE, Haste.LOCAL)
    assert "--offline" in uv.install(THEIRS, FILE, Haste.LOCAL)
    hasty = pip.install(THEIRS, FILE, Haste.HASTY)
    assert hasty[hasty.index("--retries") + 1] == "1"
    assert "--no-deps" in pip.install(THEIRS, FILE, no_dependencies=True)
    assert uv.haste_environment(Haste.HASTY)["UV_HTTP_RETRIES"] == "1"
    assert "UV_HTTP_RETRIES" not in uv.haste_environment(Haste.PATIENT)


def test_no_index_is_named_and_no_variable_of_the_user_is_touched():
    for haste in Haste:
        variables = Installer(pip=PIP).haste_environment(haste)
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
def test_who_configured_pip_gets_pip(tmp_path, variables, text, is_configured):
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


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("ERROR: No matching distribution found for nosuch==3", "nosuch==3"),
        ("ERROR: No matching distribution found for nosuch (from -r x)", "nosuch"),
        ("  No solution found\n  Because nosuch was not found in the package registry and you", "nosuch"),
        ("Because there is no version of nosuch==9 and you require nosuch==9", "nosuch==9"),
        ("ERROR: ResolutionImpossible", ""),
    ],
)
def test_the_requirement_that_is_blamed(line, name):
    assert culprit(["Looking", *line.splitlines()]) == name


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["Collecting x", "ERROR: Could not find x", "ERROR: No match for x", "notice"], "No match for x."),
        (["\x1b[31merror: failed to build x!\x1b[0m"], "failed to build x!"),
        (["Killed", ""], "Killed."),
        (
            ["error: No solution found", "  cause: Because x was not found in the registry."],
            "Because x was not found in the registry.",
        ),
        (["  \u2570\u2500\u25b6 Because there is no x"], "Because there is no x."),
        (
            ["ERROR: Cannot install a and b.", "ERROR: ResolutionImpossible: for help visit us"],
            "Cannot install a and b.",
        ),
        (
            [
                "  fatal: unable to access 'https://example.invalid/a.git/': Could not resolve host",
                "  error: subprocess-exited-with-error",
                "  \u00d7 git clone --quiet https://example.invalid/a.git x did not run successfully.",
                "  \u2502 exit code: 128",
                "  \u2570\u2500> See above for output.",
                "error: subprocess-exited-with-error",
            ],
            "git clone --quiet https://example.invalid/a.git x failed: unable to access "
            "'https://example.invalid/a.git/': Could not resolve host.",
        ),
        (
            ["  error: subprocess-exited-with-error", "  \u00d7 Building wheel for a did not run successfully."],
            "Building wheel for a failed.",
        ),
        (["error: " + "x" * 299], "x" * 299 + "."),
        (["error: " + "x" * 300], "x" * 300 + "."),
        (["error: " + "x" * 301], "x" * 300 + "."),
        ([], "It printed nothing."),
    ],
)
def test_why_an_installer_failed(lines, sentence):
    assert explanation(lines) == sentence


@pytest.mark.parametrize(
    "line",
    [
        "WARNING: Retrying (Retry(total=4)) after connection broken by 'NewConnectionError('x')': /simple/x/",
        "error: Request failed\n  Caused by: error sending request for url",
        "socket.gaierror: [Errno -3] Temporary failure in name resolution",
    ],
)
def test_what_is_said_without_a_network(line):
    assert OFFLINE.search(line)
    assert not OFFLINE.search("ERROR: No matching distribution found for connection")
