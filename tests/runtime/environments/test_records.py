import json
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.environments.interpreter import interpreter_in
from runtime.environments.records import (
    DAY_S,
    IMPORTED,
    MAX_IMPORTED,
    MAX_USES,
    STAMP,
    USES,
    CheckRecord,
    CheckRecords,
    Stamp,
    imported_packages,
    note_imported,
    note_use,
    read_stamp,
    read_uses,
    write_stamp,
)
from runtime.environments.requirements import Fault, Requirement, UnmetRequirement, read_requirements
from runtime.model.messages import message

OURS = Path(sys.executable)
FAULT = Fault(
    text="nosuch",
    file=Path("/x/requirements.txt"),
    line=2,
    reason=message("no", "No {thing}.", thing=message("index", "index", at=2)),
)


@pytest.fixture
def requirements(require):
    return read_requirements(require("gearbox", "nosuch"))


@pytest.fixture
def packages(tmp_path):
    """Returns the site-packages folder of an interpreter."""
    folder = tmp_path / "site-packages"
    folder.mkdir()
    return folder


def test_results_of_a_check_are_kept(requirements, packages, environments):
    records = CheckRecords(environments)
    assert records.read(requirements, OURS) is None
    unmet = (UnmetRequirement(requirement=requirements.lines[1], reason=message("not-installed", "is not installed")),)
    records.write(requirements, OURS, folders=[str(packages), "/not/there"], unmet=unmet, faults=[FAULT])
    assert CheckRecords(environments).read(requirements, OURS) == CheckRecord(unmet, (FAULT,))


def test_results_are_discarded_when_packages_requirements_or_python_change(
    requirements, packages, environments, require
):
    records = CheckRecords(environments)
    records.write(requirements, OURS, folders=[str(packages)], unmet=())
    assert records.read(requirements, Path("/other/python")) is None
    assert records.read(read_requirements(require("gearbox>=2", "nosuch")), OURS) is None
    assert records.read(requirements, OURS) == CheckRecord()
    time.sleep(0.01)
    (packages / "gearbox-1.2.dist-info").mkdir()
    assert records.read(requirements, OURS) is None


def test_lines_that_moved_are_found_again(requirements, packages, environments, require):
    records = CheckRecords(environments)
    records.write(requirements, OURS, folders=[], unmet=())
    assert records.read(read_requirements(require("# a comment", "gearbox", "nosuch")), OURS) is None


def test_without_a_folder_nothing_is_remembered(requirements):
    records = CheckRecords(None)
    records.write(requirements, OURS, folders=[], unmet=())
    assert records.read(requirements, OURS) is None


def test_each_interpreter_has_a_lock_of_its_own(environments):
    locks = {CheckRecords(environments).lock_file(Path(python)) for python in ("/a/python", "/b/python", "/a/python")}
    assert len(locks) == 2
    assert CheckRecords(None).lock_file(Path("/a/python")).name in {lock.name for lock in locks}


def test_a_folder_that_cannot_be_written_is_no_error(requirements, tmp_path):
    (tmp_path / "file").write_text("")
    records = CheckRecords(tmp_path / "file")
    records.write(requirements, OURS, folders=[], unmet=())
    assert records.read(requirements, OURS) is None


ANYTHING = st.recursive(st.none() | st.integers() | st.text(), st.lists)


@settings(max_examples=40, deadline=None)
@given(content=st.dictionaries(st.sampled_from(["folders", "unmet", "faults", "x"]), ANYTHING))
def test_a_broken_record_is_ignored(content, tmp_path_factory):
    folder = tmp_path_factory.mktemp("records")
    file = folder / "requirements.txt"
    file.write_text("numpy\n")
    requirements = read_requirements(file)
    records = CheckRecords(folder)
    records.write(requirements, OURS, folders=[], unmet=())
    (memory,) = (folder / "checks").iterdir()
    memory.write_text(json.dumps(content))
    assert records.read(requirements, OURS) in (None, CheckRecord())


def test_a_stamp_is_whole_or_not_there(tmp_path):
    python = interpreter_in(tmp_path)
    python.parent.mkdir(parents=True)
    python.touch()
    stamp = Stamp(python="3.11.7", is_usable=False, faults=(FAULT,))
    write_stamp(tmp_path, stamp)
    assert read_stamp(tmp_path) == stamp
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == [STAMP]


def test_a_stamp_of_an_earlier_version_has_texts_instead_of_messages(tmp_path):
    interpreter_in(tmp_path).parent.mkdir(parents=True)
    interpreter_in(tmp_path).touch()
    fault = {"text": "nosuch", "file": "/x/requirements.txt", "line": 2, "reason": "No {such} package."}
    (tmp_path / STAMP).write_text(
        json.dumps({"format": 1, "python": "3", "is_usable": True, "is_checked": True, "faults": [fault]})
    )
    (found,) = read_stamp(tmp_path).faults
    assert str(found) == "/x/requirements.txt:2: 'nosuch' could not be installed. No {such} package."


ADA, EVE, BASE = Path("/bots/ada/requirements.txt"), Path("/bots/eve/requirements.txt"), Path("/usr/bin/python3")
NOW = 1_800_000_000.0


@pytest.fixture
def environment(tmp_path):
    return tmp_path / "0123456789abcdef0123"


def note(environment, file, at):
    note_use(environment, file, BASE, clock=lambda: at)


def test_uses_are_kept_with_the_newest_first(environment):
    assert read_uses(environment) == ()
    note(environment, ADA, NOW)
    note(environment, EVE, NOW + 1)
    assert [(use.requirements, use.base, use.at) for use in read_uses(environment)] == [
        (EVE, BASE, NOW + 1),
        (ADA, BASE, NOW),
    ]


@pytest.mark.parametrize(("later", "is_written"), [(DAY_S - 1, False), (DAY_S, True), (DAY_S + 1, True), (-1, True)])
def test_the_same_use_is_written_once_a_day(environment, later, is_written):
    note(environment, ADA, NOW)
    note(environment, ADA, NOW + later)
    assert [use.at for use in read_uses(environment)] == [NOW + later if is_written else NOW]


def test_another_python_is_another_use(environment):
    note(environment, ADA, NOW)
    note_use(environment, ADA, Path("/other/python"), clock=lambda: NOW)
    assert len(read_uses(environment)) == 2


@pytest.mark.parametrize("count", [MAX_USES - 1, MAX_USES, MAX_USES + 1])
def test_the_newest_uses_are_kept(environment, count):
    for number in range(count):
        note(environment, Path(f"/bots/{number}/requirements.txt"), NOW + number)
    uses = read_uses(environment)
    assert len(uses) == min(count, MAX_USES)
    assert uses[0].at == NOW + count - 1


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"uses": 3}', '{"uses": [{}]}', '{"uses": [{"at": "x"}]}', '{"uses": [[]]}']
)
def test_a_broken_file_counts_as_none_and_is_replaced(environment, text):
    environment.mkdir()
    (environment / USES).write_text(text)
    assert read_uses(environment) == ()
    note(environment, ADA, NOW)
    assert len(read_uses(environment)) == 1


def test_an_unwritable_file_is_no_error(tmp_path):
    (tmp_path / "file").write_text("")
    note(tmp_path / "file", ADA, NOW)
    assert read_uses(tmp_path / "file") == ()


def imported(*names):
    return [Requirement(text=name, file=Path("/bots/ada/bot.py"), line=3, name=name) for name in names]


def test_imported_packages_are_added_to_those_that_are_known(tmp_path):
    agent = Path("/bots/ada/bot.toml")
    assert imported_packages(tmp_path, agent) == ()
    note_imported(tmp_path, agent, imported("numpy"))
    note_imported(tmp_path, agent, imported("torch", "numpy"))
    assert sorted(line.text for line in imported_packages(tmp_path, agent)) == ["numpy", "torch"]
    assert imported_packages(tmp_path, agent)[0].location == "/bots/ada/bot.py:3"
    assert imported_packages(tmp_path, Path("/bots/eve/bot.toml")) == ()
    assert imported_packages(None, agent) == ()


@pytest.mark.parametrize("count", [MAX_IMPORTED - 1, MAX_IMPORTED, MAX_IMPORTED + 1])
def test_imported_packages_are_limited(tmp_path, count):
    note_imported(tmp_path, Path("/x"), imported(*(f"package{number}" for number in range(count))))
    assert len(imported_packages(tmp_path, Path("/x"))) == min(count, MAX_IMPORTED)


@pytest.mark.parametrize(
    "text",
    ["", "[]", '{"packages": 3}', '{"packages": [{}]}', '{"packages": [{"text": "-r x", "file": "x", "line": 1}]}'],
)
def test_a_broken_record_of_imports_counts_as_none(tmp_path, text):
    note_imported(tmp_path, Path("/x"), imported("numpy"))
    (file,) = (tmp_path / IMPORTED).iterdir()
    file.write_text(text)
    assert imported_packages(tmp_path, Path("/x")) == ()
