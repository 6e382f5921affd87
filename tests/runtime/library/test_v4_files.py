"""Bots of RLBot v4 are listed and distinguished from other .cfg files, with a note on their support."""

import pytest

from runtime.documents.v4_files import HOSTING_FOLLOWS, MAX_BYTES, is_v4_document, read_v4
from runtime.model.entries import EntryKind

CFG = """[Locations]
looks_config = ./appearance.cfg
python_file = {program}
name = Old Timer
logo_file = pictures/old.png

[Details]
developer = Somebody
description = A bot
    of two lines
fun_fact = none
github = https://example.org/old
language = python
tags = 1v1, teamplay
"""


def written(folder, text, name="old.cfg"):
    (folder / name).write_text(text, encoding="utf-8")
    (folder / "old.py").write_text("")
    return folder / name


def test_details_of_a_v4_bot(tmp_path, scan):
    path = written(tmp_path, CFG.format(program="./old.py"))
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "old.png").write_bytes(b"")
    entry = scan(tmp_path).entries[path]
    assert (entry.name, entry.kind, entry.developer) == ("Old Timer", EntryKind.V4, "Somebody")
    assert entry.description == "A bot of two lines"
    assert entry.tags == ("1v1", "teamplay")
    assert entry.source_link == "https://example.org/old"
    assert entry.logo == tmp_path / "pictures" / "old.png"
    assert [problem.message for problem in entry.problems] == [HOSTING_FOLLOWS]
    assert not entry.is_broken
    assert not entry.can_play


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[metadata]\nname = setup\n",
        "[Bot Loadout]\ncar_id = 23\n",
        "[Locations]\nname = looks only\n",
        "[RLBot Configuration]\n[Match Configuration]\nnum_participants = 2\n",
    ],
)
def test_other_documents_are_no_bots(tmp_path, text):
    assert not is_v4_document(written(tmp_path, text))


def test_templates_are_left_out_as_rlbot_does(tmp_path, scan):
    written(tmp_path, CFG.format(program="./old.py"), "_template.cfg")
    assert scan(tmp_path).entries == {}


@pytest.mark.parametrize(("size", "is_bot"), [(MAX_BYTES - 1, True), (MAX_BYTES, True), (MAX_BYTES + 1, False)])
def test_large_files_are_no_bots(tmp_path, size, is_bot):
    text = CFG.format(program="old.py")
    assert is_v4_document(written(tmp_path, text + "#" * (size - len(text)))) is is_bot


def test_paths_written_the_windows_way_are_understood(tmp_path):
    path = written(tmp_path, CFG.format(program=".\\old.py"))
    assert not any(problem.is_error for problem in read_v4(path).problems)


@pytest.mark.parametrize("program", ["gone.py", ""])
def test_a_missing_program_is_reported(tmp_path, program):
    problems = read_v4(written(tmp_path, CFG.format(program=program))).problems
    assert any(problem.is_error and "file" in str(problem.message) for problem in problems)


def test_a_damaged_file_keeps_its_name(tmp_path, scan):
    path = written(tmp_path, CFG.format(program="old.py") + "\n[broken\nwhat is this\n")
    entry = scan(tmp_path).entries[path]
    assert entry.name == "Old Timer"
    assert entry.is_broken or entry.problems


def test_no_bytes_make_it_fail(tmp_path):
    path = tmp_path / "x.cfg"
    path.write_bytes(b"\xff\xfe[Locations]\npython_file = \x00\n\xff = \n[Locations]\npython_file")
    assert read_v4(path).problems
