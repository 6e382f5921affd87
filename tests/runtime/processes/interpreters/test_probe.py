"""The program is run by this interpreter, whose packages are known."""

import json
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from runtime.processes.interpreters import probe
from runtime.processes.interpreters.checking import Answer, NoAnswer, ask
from runtime.processes.interpreters.requirements_file import read_requirements
from runtime.processes.interpreters.steps import StepResult


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
        (StepResult(code=0), "gave no answer that makes sense"),
    ],
)
def test_an_interpreter_that_cannot_be_asked(tmp_path, result, said):
    course = ask(Path("/x/python"), (), work=tmp_path, limit_s=5.0)
    next(course)
    with pytest.raises(StopIteration) as end:
        course.send(result)
    assert isinstance(end.value.value, NoAnswer)
    assert said in end.value.value.reason
    assert "/x/python" in end.value.value.reason


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"version": "3", "reasons": [1], "folders": []}'])
def test_an_answer_without_sense(tmp_path, content):
    course = ask(Path("/x/python"), (), work=tmp_path, limit_s=5.0)
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
    code = (
        f"import sys; sys.path.insert(0, {str(library)!r}); sys.path.insert(0, {str(Path(probe.__file__).parent)!r})\n"
    )
    code += "import probe; p = probe.Packages()\n"
    code += "print(repr(p.fault({'name': '', 'text': '', 'url': 'git+https://h/a/thing.git@main'}, None)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout == "''\n"
