"""Recommended teams are read from any file, valid or not, and matched with the bots that exist."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.library.recommendations import (
    FILE_NAME,
    MAX_BOTS,
    MAX_BYTES,
    MAX_TEAMS,
    RecommendationBook,
    read_teams,
)
from runtime.library.scanner import MAX_LISTS, FolderMemory
from runtime.model.entries import EntryKind, FolderScanned, LibraryEntry, RecommendedTeam
from runtime.model.messages import literal
from runtime.model.problems import Problem, Severity
from runtime.model.sizes import size_text

ROOT = Path("/pack")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["recommendations", "bots", "x"]), inner)
    ),
    max_leaves=12,
)


@pytest.fixture
def file(tmp_path):
    return tmp_path / FILE_NAME


def written(file, *teams, **others):
    file.write_text(
        json.dumps({"recommendations": [{"bots": list(team)} for team in teams], **others}), encoding="utf-8"
    )
    return read_teams(file)


def test_teams_are_read_in_their_order(file):
    read = written(file, ["Nexto"], ["Nexto", "Nexto"], [" Element ", "Two\tWords"], ["Nexto"], version=3)
    assert [team.bots for team in read.teams] == [("Nexto",), ("Nexto", "Nexto"), ("Element", "Two Words")]
    assert {team.path for team in read.teams} == {file}
    assert read.notices == ()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is not valid JSON: Expecting value in line 1."),
        (b'{\n"recommendations": [,]}', "Expecting value in line 2."),
        (b"\xff\xfe{}", "is not valid UTF-8."),
        (b"[" * 50_000, "is not valid JSON."),
        (b"[]", "no list of recommendations"),
        (b'{"recommendations": {}}', "no list of recommendations"),
        (b'{"recommendations": null}', 'Write {"recommendations":'),
        (b" " * (MAX_BYTES + 1), f"too long: more than {size_text(MAX_BYTES)}."),
    ],
)
def test_unusable_lists_are_reported(file, data, message):
    file.write_bytes(data)
    read = read_teams(file)
    assert read.teams == ()
    (notice,) = read.notices
    assert message in str(notice.message)
    assert notice.path == file


def test_a_byte_order_mark_and_the_longest_file_are_fine(file):
    text = '\ufeff{"recommendations": [{"bots": ["A"]}]}'.encode()
    file.write_bytes(text + b" " * (MAX_BYTES - len(text)))
    assert [team.bots for team in read_teams(file).teams] == [("A",)]


def test_an_unreadable_list_is_reported(tmp_path):
    (notice,) = read_teams(tmp_path / "none.json").notices
    assert "cannot be read: No such file" in str(notice.message)


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (3, "names no bots"),
        ({}, "names no bots"),
        ({"bots": []}, "names no bots"),
        ({"bots": "Nexto"}, "names no bots"),
        ({"bots": ["Nexto", 3]}, "every bot must be a non-empty text"),
        ({"bots": ["Nexto", "  "]}, "every bot must be a non-empty text"),
        ({"bots": ["A"] * (MAX_BOTS + 1)}, f"names {MAX_BOTS + 1} bots, and a team has {MAX_BOTS} at most"),
    ],
)
def test_invalid_recommendations_are_skipped(file, item, message):
    file.write_text(
        json.dumps({"recommendations": [{"bots": ["A"]}, item, {"bots": ["B"] * MAX_BOTS}]}), encoding="utf-8"
    )
    read = read_teams(file)
    assert [team.bots for team in read.teams] == [("A",), ("B",) * MAX_BOTS]
    (notice,) = read.notices
    assert str(notice.message).startswith("Recommendation 2 is left out: ")
    assert message in str(notice.message)


@pytest.mark.parametrize(("count", "notices"), [(MAX_TEAMS - 1, 0), (MAX_TEAMS, 0), (MAX_TEAMS + 1, 1)])
def test_limit_of_teams(file, count, notices):
    read = written(file, *([f"Bot {number}"] for number in range(count)))
    assert len(read.teams) == min(count, MAX_TEAMS)
    assert len(read.notices) == notices


@given(JSON)
def test_any_json_is_read(tmp_path_factory, value):
    path = tmp_path_factory.getbasetemp() / FILE_NAME
    path.write_text(json.dumps(value), encoding="utf-8")
    read = read_teams(path)
    assert all(team.bots and all(isinstance(name, str) and name for name in team.bots) for team in read.teams)
    assert all(str(notice.message).endswith(".") for notice in read.notices)


def test_a_scan_finds_teams_and_reports_faults(tmp_path, write_bot, scan):
    write_bot(tmp_path / "pack" / "bot", "Nexto")
    written(tmp_path / "pack" / FILE_NAME, ["Nexto"])
    written(tmp_path / "pack" / "bot" / FILE_NAME, ["Nexto", "Nexto"])
    (tmp_path / "pack" / "deep").mkdir()
    (tmp_path / "pack" / "deep" / FILE_NAME).write_text("{", encoding="utf-8")
    memory = FolderMemory()
    ended = scan(tmp_path, memory).ended
    assert [team.bots for team in ended.recommended] == [("Nexto",), ("Nexto", "Nexto")]
    assert [notice.path.parent.name for notice in ended.notices] == ["deep"]
    assert scan(tmp_path, memory).ended.recommended == ended.recommended
    assert scan(tmp_path, memory, hidden=[tmp_path / "pack"]).ended.recommended == ()


@pytest.mark.parametrize(("count", "read"), [(MAX_LISTS, MAX_LISTS), (MAX_LISTS + 1, MAX_LISTS)])
def test_limit_of_lists(tmp_path, scan, count, read):
    for number in range(count):
        (tmp_path / f"{number:03}").mkdir()
        written(tmp_path / f"{number:03}" / FILE_NAME, [f"Bot {number}"])
    assert len(scan(tmp_path).ended.recommended) == read


def entry(name, *folders, **changes):
    root = Path("/", folders[0]) if folders else ROOT
    values = {
        "path": Path("/", *(folders or ("pack",)), name, "bot.toml"),
        "root": root,
        "kind": EntryKind.BOT,
        "name": name,
    }
    return LibraryEntry(**{**values, **changes})


def scanned(root, *teams, gone=(), is_whole=True):
    recommended = tuple(RecommendedTeam(path=root / FILE_NAME, bots=tuple(team)) for team in teams)
    return FolderScanned(
        root=root, gone=gone, total=0, notices=(), duration_s=0.0, is_whole=is_whole, recommended=recommended
    )


@pytest.fixture
def book():
    made = RecommendationBook()
    made.end_scan(scanned(ROOT, ["Nexto", "Nexto", "Element"]))
    return made


def test_a_team_is_playable_when_all_its_bots_are(book):
    book.take([entry("Nexto")])
    (one,) = book.recommendations()
    assert (one.missing, one.unfit, one.is_playable, one.paths) == (("Element",), (), False, ())
    broken = replace(
        entry("Element"), problems=(Problem(severity=Severity.ERROR, path=ROOT, message=literal("It is wrong.")),)
    )
    book.take([broken])
    (one,) = book.recommendations()
    assert (one.missing, one.unfit, one.paths) == ((), ("Element",), ())
    book.take([entry("Element")])
    (one,) = book.recommendations()
    assert [path.parent.name for path in one.paths] == ["Nexto", "Nexto", "Element"]
    assert one.is_playable


def test_the_bot_that_is_meant(book):
    book.end_scan(scanned(ROOT, ["Nexto"]))
    book.take([entry("Nexto", "aaa"), entry("nexto", "pack", "x"), entry("Nexto", "pack", "y"), entry("Nexto", "zzz")])
    assert book.recommendations()[0].paths == (Path("/pack/y/Nexto/bot.toml"),), "of the pack, by its very name"
    book.take([replace(entry("Nexto", "pack", "y"), kind=EntryKind.SCRIPT)])
    assert book.recommendations()[0].paths == (Path("/pack/x/nexto/bot.toml"),), "one that can play"
    book.take([replace(entry("nexto", "pack", "x"), kind=EntryKind.SCRIPT)])
    assert book.recommendations()[0].paths == (Path("/aaa/Nexto/bot.toml"),), "one of elsewhere"


def test_removed_bots_and_folders(book):
    bots = [entry("Nexto"), entry("Element", "other")]
    book.take(bots)
    assert book.recommendations()[0].is_playable
    book.end_scan(scanned(Path("/other"), gone=(bots[1].path,)))
    assert book.recommendations()[0].missing == ("Element",)
    book.end_scan(scanned(ROOT, is_whole=False))
    assert len(book.recommendations()) == 1, "a scan that was given up says nothing"
    book.drop_root(ROOT)
    assert book.recommendations() == ()
    book.end_scan(scanned(Path("/other"), ["Nexto"], ["Nexto"]))
    (one,) = book.recommendations()
    assert one.missing == ("Nexto",)
