"""The program is run by this interpreter, whose packages are known."""

import json
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from runtime.environments import probe
from runtime.environments.checking import Answer, NoAnswer, ask
from runtime.environments.requirements import read_requirements
from runtime.environments.steps import StepResult


def answer_to(folder, lines, python=sys.executable):
    file = folder / "requirements.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    work = folder / "work"
    work.mkdir(exist_ok=True)
    course = ask(Path(python), read_requirements(file).lines, work=work, limit_s=5.0)
    step = next(course)
    done = subprocess.run(step.argv, cwd=step.cwd, capture_output=True, text=True, check=False)
    try:
        course.send(StepResult(code=done.returncode, lines=tuple(done.stderr.splitlines())))
    except StopIteration as end:
        return end.value
    raise AssertionError("one step was expected")


def test_every_kind_of_line(tmp_path):
    numpy = metadata.version("numpy")
    answer = answer_to(
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
    assert isinstance(answer, Answer)
    assert answer.version == sys.version.split()[0]
    assert any(
        Path(folder) in Path(metadata.__file__).parents or "site-packages" in folder for folder in answer.folders
    )
    invalid = [lack for lack in answer.lacks if lack.reason.startswith(probe.INVALID + ": ")]
    assert [(lack.requirement.line, lack.reason) for lack in answer.lacks if lack not in invalid] == [
        (3, f"is installed as {numpy}"),
        (4, "is not installed"),
        (9, "is not installed"),
    ]
    assert [lack.requirement.line for lack in invalid] == [6, 8]


def test_an_extra_wants_its_packages(tmp_path):
    (lack,) = answer_to(tmp_path, ["hypothesis[django]"]).lacks
    assert lack.reason.lower() == "lacks django of its extra django"


def test_nothing_of_the_folder_is_run(tmp_path):
    for name in ("numpy.py", "json.py", "importlib.py", "sitecustomize.py"):
        (tmp_path / name).write_text("raise SystemExit('run')\n")
    assert answer_to(tmp_path, ["numpy"]).lacks == ()


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (StepResult(code=1, lines=("x", "ImportError: no metadata")), "ImportError: no metadata"),
        (StepResult(code=None, trouble="It took longer than 5 s."), "It took longer than 5 s."),
        (StepResult(code=7), "Code 7."),
        (StepResult(code=0), "is invalid"),
    ],
)
def test_an_interpreter_that_cannot_be_asked(tmp_path, result, said):
    course = ask(Path("/x/python"), (), work=tmp_path, limit_s=5.0, may_run=True)
    next(course)
    with pytest.raises(StopIteration) as end:
        course.send(result)
    assert isinstance(end.value.value, NoAnswer)
    assert said in end.value.value.reason
    assert "/x/python" in end.value.value.reason


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"version": "3", "reasons": [1], "folders": []}'])
def test_an_answer_without_sense(tmp_path, content):
    course = ask(Path("/x/python"), (), work=tmp_path, limit_s=5.0, may_run=True)
    next(course)
    (tmp_path / "answer.json").write_text(content)
    with pytest.raises(StopIteration) as end:
        course.send(StepResult(code=0))
    assert isinstance(end.value.value, NoAnswer)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("git+https://h/a/b.git@v1#egg=b", "https://h/a/b.git"),
        ("file:///x/y/", "file:///x/y"),
        ("git+ssh://git@h/a/b.git", "ssh://git@h/a/b.git"),
    ],
)
def test_ways_to_write_an_address(one, other):
    assert probe.plain(one) == probe.plain(other)


def test_what_was_installed_from_an_address_is_known_by_it(tmp_path):
    library = tmp_path / "library"
    info = library / "thing-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: thing\nVersion: 1.0\n")
    (info / "direct_url.json").write_text(json.dumps({"url": "https://h/a/thing.git", "vcs_info": {}}))
    packages = probe.Packages([str(library)])
    assert packages.fault({"name": "", "text": "", "url": "git+https://h/a/thing.git@main"}, None) == ""
    assert packages.fault({"name": "", "text": "", "url": "git+https://h/a/other.git"}, None) == probe.MISSING


def package(folder, inner, name, version):
    file = folder / inner
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")


def test_metadata_of_every_kind_is_read(tmp_path):
    package(tmp_path, "one-1.0.dist-info/METADATA", "one", "1.0")
    package(tmp_path, "two-2.0.egg-info/PKG-INFO", "two", "2.0")
    package(tmp_path, "three-3.0.egg/EGG-INFO/PKG-INFO", "three", "3.0")
    package(tmp_path, "four-4.0.egg-info", "Fo_ur", "4.0")
    found = probe.Packages([str(tmp_path), str(tmp_path / "gone")]).found
    assert {name: found[name].version for name in found} == {"one": "1.0", "two": "2.0", "three": "3.0", "fo-ur": "4.0"}


def test_of_two_copies_the_first_folder_counts(tmp_path):
    package(tmp_path / "a", "one-1.0.dist-info/METADATA", "one", "1.0")
    package(tmp_path / "b", "one-2.0.dist-info/METADATA", "one", "2.0")
    assert probe.Packages([str(tmp_path / "b"), str(tmp_path / "a")]).found["one"].version == "2.0"


@pytest.mark.parametrize("name", ["METADATA", "direct_url.json"])
def test_metadata_that_never_ends_is_passed_over(tmp_path, name):
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no named pipes")
    package(tmp_path, "one-1.0.dist-info/METADATA", "one", "1.0")
    pipe = tmp_path / "one-1.0.dist-info" / name
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    assert set(probe.Packages([str(tmp_path)]).found) == ({"one"} if name != "METADATA" else set())


def test_conditions_are_those_of_the_other_interpreter(tmp_path):
    course = answer_of_another(tmp_path, ["nosuch; python_version < '3.0'", "other; python_version >= '3.0'"], "2.9.1")
    assert [lack.requirement.name for lack in course.lacks] == ["nosuch"]
    assert course.version == "2.9.1"


def answer_of_another(folder, lines, version):
    """What an environment of that version lacks, which holds nothing and whose interpreter does not exist."""
    environment = folder / "venv"
    (environment / "lib/python2.9/site-packages").mkdir(parents=True)
    (environment / "pyvenv.cfg").write_text(f"home = /nowhere\nversion = {version}\n")
    return answer_to(folder, lines, python=environment / "bin" / "python")
