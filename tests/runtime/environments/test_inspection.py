"""Installed packages of interpreters, and the requirements that they meet."""

import json
import os
import sys
from importlib import metadata
from pathlib import Path

import pytest

from runtime.environments.inspection import Inspection, InspectionError, InstalledPackages, inspect
from runtime.environments.requirements import Requirement, read_requirements
from runtime.environments.steps import StepResult
from runtime.model.messages import literal

FILE = Path("/bots/requirements.txt")


def inspection_of(folder, lines, python=sys.executable):
    file = folder / "requirements.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(StopIteration) as end:
        next(inspect(Path(python), read_requirements(file).lines, work=folder, limit_s=5.0))
    return end.value.value


def test_every_kind_of_line(tmp_path):
    numpy = metadata.version("numpy")
    found = inspection_of(
        tmp_path,
        [
            "NumPy",
            f"numpy=={numpy}",
            "numpy<1",
            "no_such_package>=2",
            "no_such_package; python_version < '3'",
            "torch>=1.5.1+cpu",
            "numpy>=!",
            "!!!",
            "git+https://host/x/y.git",
            "numpy @ https://host/numpy.whl",
            "pytest-qt[no-such-extra]",
        ],
    )
    assert isinstance(found, Inspection)
    assert found.version == sys.version.split()[0]
    assert any(Path(folder) in Path(metadata.__file__).parents or "site-packages" in folder for folder in found.folders)
    invalid = [unmet for unmet in found.unmet if unmet.reason.code == "invalid-requirement"]
    assert [(unmet.requirement.line, str(unmet.reason)) for unmet in found.unmet if unmet not in invalid] == [
        (3, f"is installed as {numpy}"),
        (4, "is not installed"),
        (9, "is not installed"),
    ]
    assert [unmet.requirement.line for unmet in invalid] == [6, 8]


def test_an_extra_requires_its_packages(tmp_path):
    (unmet,) = inspection_of(tmp_path, ["hypothesis[django]"]).unmet
    assert str(unmet.reason).lower() == "lacks django of its extra django"


def ask(python, tmp_path, result):
    """Inspects an interpreter of the system, which is run for that purpose."""
    procedure = inspect(Path(python), (), work=tmp_path, limit_s=5.0, may_run=True)
    step = next(procedure)
    assert step.argv[:2] == (python, "-c")
    with pytest.raises(StopIteration) as end:
        procedure.send(result)
    return end.value.value


def test_an_interpreter_of_the_system_says_where_its_packages_are(tmp_path):
    found = ask("/x/python", tmp_path, StepResult(code=0, lines=("noise", '["3.9.1", ["/a", "/b"]]')))
    assert found == Inspection(version="3.9.1", folders=("/a", "/b"), unmet=())


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (StepResult(code=1, lines=("x", "ImportError: no metadata")), "ImportError: no metadata"),
        (StepResult(code=None, trouble=literal("It took longer than 5 s.")), "It took longer than 5 s."),
        (StepResult(code=7), "exited with code 7."),
        *((StepResult(code=0, lines=(line,)), line) for line in ("3", "[1]", "{}", '["3", 1]', "no JSON")),
    ],
)
def test_an_interpreter_that_cannot_be_inspected(tmp_path, result, said):
    found = ask("/x/python", tmp_path, result)
    assert isinstance(found, InspectionError)
    assert said in str(found.reason)
    assert "'/x/python'" in str(found.reason)


def test_an_interpreter_that_must_not_run_and_has_no_readable_files(tmp_path):
    found = inspection_of(tmp_path, ["numpy"], python=tmp_path / "python")
    assert found.reason.code == "packages-unknown"


def url_only(url):
    return Requirement(text=url, file=FILE, line=1, url=url)


@pytest.mark.parametrize(
    ("installed", "required"),
    [
        ("https://h/a/b.git", "git+https://h/a/b.git@v1#egg=b"),
        ("file:///x/y", "file:///x/y/"),
        ("ssh://git@h/a/b.git", "git+ssh://git@h/a/b.git"),
    ],
)
def test_packages_from_a_url_are_recognized(tmp_path, installed, required):
    package(tmp_path, "thing-1.0.dist-info/METADATA", "thing", "1.0")
    (tmp_path / "thing-1.0.dist-info/direct_url.json").write_text(json.dumps({"url": installed, "vcs_info": {}}))
    packages = InstalledPackages([str(tmp_path)], "3.11.7")
    assert packages.unmet_reason(url_only(required)) is None
    assert packages.unmet_reason(url_only("git+https://h/a/other.git")).code == "not-installed"


def package(folder, inner, name, version):
    file = folder / inner
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")


def lines(*texts):
    return [Requirement(text=text, name=text.split("=")[0], file=FILE, line=1) for text in texts]


def test_metadata_of_every_kind_is_read(tmp_path):
    package(tmp_path, "one-1.0.dist-info/METADATA", "one", "1.0")
    package(tmp_path, "two-2.0.egg-info/PKG-INFO", "two", "2.0")
    package(tmp_path, "three-3.0.egg/EGG-INFO/PKG-INFO", "three", "3.0")
    package(tmp_path, "four-4.0.egg-info", "Fo_ur", "4.0")
    packages = InstalledPackages([str(tmp_path), str(tmp_path / "gone")], "3.11.7")
    reasons = [packages.unmet_reason(line) for line in lines("one==1.0", "two==2.0", "three==3.0", "fo-ur==4.0")]
    assert reasons == [None] * 4


def test_of_two_copies_the_first_folder_counts(tmp_path):
    package(tmp_path / "a", "one-1.0.dist-info/METADATA", "one", "1.0")
    package(tmp_path / "b", "one-2.0.dist-info/METADATA", "one", "2.0")
    packages = InstalledPackages([str(tmp_path / "b"), str(tmp_path / "a")], "3.11.7")
    assert [packages.unmet_reason(line) for line in lines("one==2.0")] == [None]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize("name", ["METADATA", "direct_url.json"])
def test_metadata_in_pipes_is_ignored(tmp_path, name):
    package(tmp_path, "one-1.0.dist-info/METADATA", "one", "1.0")
    pipe = tmp_path / "one-1.0.dist-info" / name
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    (reason,) = [InstalledPackages([str(tmp_path)], "3.11.7").unmet_reason(line) for line in lines("one")]
    assert (reason is None) == (name != "METADATA")


def test_markers_are_those_of_the_other_interpreter(tmp_path):
    environment = tmp_path / "venv"
    (environment / "lib/python2.9/site-packages").mkdir(parents=True)
    (environment / "pyvenv.cfg").write_text("home = /nowhere\nversion = 2.9.1\n")
    texts = ["nosuch; python_version < '3.0'", "other; python_version >= '3.0'"]
    found = inspection_of(tmp_path, texts, python=environment / "bin" / "python")
    assert [unmet.requirement.name for unmet in found.unmet] == ["nosuch"]
    assert found.version == "2.9.1"


@pytest.mark.parametrize(
    ("specifier", "version", "is_met"),
    [
        ("==2.0.1+cpu", "2.0.1", True),
        ("==2.0.1+cpu", "2.0.1+cpu", True),
        ("==2.0.1+cpu", "2.0.1+cu118", False),
        ("==2.0.1+cpu", "2.0.2", False),
        ("==2.0.1", "2.0.1+cpu", True),
        ("==2.0.1+cpu,<2.0.1", "2.0.1", False),
        ("", "2.0.1+cpu", True),
    ],
)
def test_a_public_version_stands_in_for_a_local_one(tmp_path, specifier, version, is_met):
    info = tmp_path / f"torch-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: torch\nVersion: {version}\n")
    line = Requirement(text=f"torch{specifier}", file=FILE, line=1, name="torch")
    assert (InstalledPackages([str(tmp_path)], "3.11.7").unmet_reason(line) is None) is is_met
