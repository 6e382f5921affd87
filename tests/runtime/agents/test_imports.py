"""Reports of programs on the modules that they have imported; anything may stand in them."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from runtime.agents.imports import MAX_BYTES, MAX_MODULES, VARIABLE, ImportReports, report_variable
from runtime.agents.roster import roster


@pytest.fixture
def agent(bot, match_of, tmp_path):
    return roster(match_of(bot(root_dir=str(tmp_path / "ada"))))[0]


@pytest.fixture
def reports(tmp_path):
    folder = tmp_path / "reports"
    folder.mkdir()
    return ImportReports(folder)


@pytest.fixture
def report(reports, agent):
    """Appends lines to the report of the agent, as its programs do."""
    place = Path(report_variable(reports.folder, agent)[VARIABLE])

    def append(*lines, end="\n"):
        with place.open("ab") as file:
            file.write(b"".join(os.fsencode(str(line)) + end.encode() for line in lines))

    append.place = place
    return append


def test_reported_modules_are_known_once(reports, report, agent, tmp_path):
    one, two = tmp_path / "one.py", tmp_path / "two ü.py"
    one.touch()
    two.touch()
    assert reports.modules(agent) == ()
    report(one, one)
    assert reports.modules(agent) == (one,)
    report(two, one)
    assert reports.modules(agent) == (one, two)
    one.unlink()
    assert reports.modules(agent) == (one, two), "an editor may have removed it for a moment"


def test_an_unfinished_line_is_read_when_it_is_complete(reports, report, agent, tmp_path):
    (tmp_path / "one.py").touch()
    report(tmp_path / "one.p", end="")
    assert reports.modules(agent) == ()
    report("y")
    assert reports.modules(agent) == (tmp_path / "one.py",)


def test_copies_of_a_bot_share_a_report_and_other_bots_do_not(reports, agent):
    copy = replace(agent, key="orange-1")
    assert report_variable(reports.folder, agent) == report_variable(reports.folder, copy)
    assert report_variable(reports.folder, agent) != report_variable(reports.folder, replace(agent, root_dir="/x"))
    assert report_variable(None, agent) == {}


@pytest.mark.parametrize(
    "line", ["", "relative.py", "/missing.py", "/etc/passwd", "/dev/null", "\0/x.py", "{}/x.PNG", "{}/folder.py"]
)
def test_lines_that_name_no_module_are_left_out(reports, report, agent, tmp_path, line):
    (tmp_path / "relative.py").touch()
    (tmp_path / "x.PNG").touch()
    (tmp_path / "folder.py").mkdir()
    report(line.format(tmp_path), b"\xff\xfe".decode(errors="surrogateescape"))
    assert reports.modules(agent) == ()


@pytest.mark.parametrize("count", [MAX_MODULES - 1, MAX_MODULES, MAX_MODULES + 1])
def test_the_number_of_modules_is_bounded(reports, report, agent, tmp_path, count):
    names = [tmp_path / f"{number}.py" for number in range(count)]
    for name in names:
        name.touch()
    report(*names)
    assert reports.modules(agent) == tuple(names[:MAX_MODULES])


@pytest.mark.parametrize("size", [MAX_BYTES - 1, MAX_BYTES, MAX_BYTES + 1])
def test_the_size_of_a_report_is_bounded(reports, report, agent, tmp_path, size):
    module = tmp_path / "x.py"
    module.touch()
    report("#" * (size - len(str(module)) - 2))
    report(module)
    assert report.place.stat().st_size == size
    assert len(reports.modules(agent)) == (size <= MAX_BYTES)


def test_a_pipe_in_the_place_of_a_report_blocks_nothing(reports, report, agent):
    if os.name == "nt":
        pytest.skip("Windows has no such pipes")
    os.mkfifo(report.place)
    assert reports.modules(agent) == ()
