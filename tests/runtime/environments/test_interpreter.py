"""Interpreters are described from their files, with the layout of every system; none of them is run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from runtime.environments.interpreter import is_environment, layout_of, version_of


def site(folder, *packages):
    folder.mkdir(parents=True, exist_ok=True)
    for package in packages:
        (folder / f"{package}.dist-info").mkdir()
    return folder


def config(folder, *lines):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pyvenv.cfg").write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize(
    ("place", "program", "line"),
    [
        ("lib/python3.12/site-packages", "bin/python", "version = 3.12.1"),
        ("lib/python3.12/site-packages", "bin/python3.12", "version_info = 3.12.1.final.0"),
        ("Lib/site-packages", "Scripts/python.exe", "version = 3.12.1"),
    ],
)
def test_a_virtual_environment(tmp_path, place, program, line):
    folder = site(tmp_path / "venv" / place, "rlbot-2.0.0b55", "Some_Thing-1.0")
    config(tmp_path / "venv", "home = /nowhere", "include-system-site-packages = false", line)
    layout = layout_of(tmp_path / "venv" / program)
    assert (layout.version, layout.folders) == ("3.12.1", (folder,))
    assert layout.version_of("rlbot") == "2.0.0b55"
    assert layout.version_of("some-thing") == "1.0"
    assert layout.version_of("rlbot-flatbuffers") == ""


def test_a_version_that_only_the_folder_names(tmp_path):
    site(tmp_path / "venv/lib/python3.9/site-packages")
    config(tmp_path / "venv", "home = /nowhere")
    assert layout_of(tmp_path / "venv/bin/python").version == "3.9"


def test_an_environment_without_a_version_is_not_known(tmp_path):
    config(tmp_path / "venv", "home = /nowhere")
    assert layout_of(tmp_path / "venv/bin/python") is None


@pytest.mark.parametrize("wanted", ["true", "false"])
def test_the_packages_of_the_system_where_the_environment_includes_them(tmp_path, wanted):
    own = site(tmp_path / "venv/lib/python3.12/site-packages")
    site(tmp_path / "usr/lib/python3/dist-packages", "numpy-1.26.4")
    site(tmp_path / "usr/local/lib/python3.12/dist-packages")
    config(
        tmp_path / "venv",
        f"home = {tmp_path / 'usr/bin'}",
        f"include-system-site-packages = {wanted}",
        "version = 3.12.1",
    )
    layout = layout_of(tmp_path / "venv/bin/python")
    assert layout.folders[0] == own
    assert layout.version_of("numpy") == ("1.26.4" if wanted == "true" else "")


def test_folders_of_pth_files_count_and_their_statements_do_not_run(tmp_path):
    folder = site(tmp_path / "venv/lib/python3.12/site-packages")
    project = tmp_path / "project"
    (project / "mine.egg-info").mkdir(parents=True)
    (folder / "mine.pth").write_text(
        f"# a comment\nimport pathlib; pathlib.Path({str(tmp_path / 'ran')!r}).touch()\n{project}\n/nowhere\n"
    )
    config(tmp_path / "venv", "home = /nowhere", "version = 3.12.1")
    assert layout_of(tmp_path / "venv/bin/python").folders == (folder, project)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("program", "place"),
    [
        ("bin/python3.12", "lib/python3.12/site-packages"),
        ("bin/python", "lib/python3.12/site-packages"),
        ("python.exe", "Lib/site-packages"),
    ],
)
def test_an_interpreter_without_an_environment(tmp_path, program, place):
    base = tmp_path / "base"
    folder = site(base / place)
    if program == "python.exe":
        (base / "python3.dll").touch()
        (base / "python312.dll").touch()
    (base / program).parent.mkdir(exist_ok=True)
    (base / program).touch()
    layout = layout_of(base / program)
    assert layout.version == "3.12"
    assert folder in layout.folders


def test_a_program_alone_in_a_folder_is_not_known(tmp_path):
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools/python3.12").touch()
    assert layout_of(tmp_path / "tools/python3.12") is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_configuration_in_a_pipe_is_ignored(tmp_path):
    (tmp_path / "venv").mkdir()
    os.mkfifo(tmp_path / "venv/pyvenv.cfg")
    assert layout_of(tmp_path / "venv/bin/python") is None


def test_real_environments_are_described_as_they_describe_themselves(tmp_path):
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    python = tmp_path / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    code = "import sys, sysconfig; print(sys.version.split()[0], sysconfig.get_path('purelib'), sep='\\n')"
    version, folder = subprocess.check_output([python, "-c", code], text=True).splitlines()
    layout = layout_of(python)
    assert layout.version == version
    assert [place.resolve() for place in layout.folders] == [Path(folder).resolve()]


@pytest.mark.parametrize(("length", "version"), [(39, "3.9"), (40, "3.9"), (41, "3.12"), (60_000, "3.12")])
def test_a_stated_version_has_a_limit(tmp_path, length, version):
    folder = site(tmp_path / "venv/lib/python3.12/site-packages")
    config(tmp_path / "venv", f"version = 3.9{'.'.ljust(length - 3, 'x')}")
    layout = layout_of(tmp_path / "venv/bin/python")
    assert layout.version == version
    assert version == "3.9" or layout.folders == (folder,)


@pytest.mark.parametrize("text", ["x" * 60_000, "\0", "3.\0", "/" * 5000, "9" * 6000, "\udcff", "../" * 2000, "\n"])
@pytest.mark.parametrize("key", ["home", "version"])
def test_settings_of_an_environment_may_contain_anything(tmp_path, key, text):
    folder = site(tmp_path / "venv/lib/python3.12/site-packages", "rlbot-2.0")
    (folder / "a.pth").write_bytes(text.encode("utf-8", "surrogateescape"))
    lines = ("include-system-site-packages = true", "home = /usr/bin", f"{key} = {text}")
    (tmp_path / "venv/pyvenv.cfg").write_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))
    for python in (tmp_path / "venv/bin/python", tmp_path / "venv/python"):
        assert layout_of(python).folders
        assert version_of(python)
        assert is_environment(python)
