import os
import sys
from pathlib import Path

import pytest

from runtime.documents import DocumentKind, check, examine, find_documents, kind_of


def test_a_folder_of_valid_documents_has_no_problems(league):
    assert check([league.path]) == ()
    assert [(found.kind, found.path.name) for found in find_documents(league.path)] == [
        (DocumentKind.MATCH, "match.toml"),
        (DocumentKind.BOT, "bot.toml"),
        (DocumentKind.LOADOUT, "looks.toml"),
        (DocumentKind.SCRIPT, "script.toml"),
    ]


def test_folders_that_hold_other_peoples_programs_are_left_out(folder):
    bad = "[settings]\nname = 3\n"
    for place in (".git", ".venv", "venv", "node_modules", "a/__pycache__", ".hidden", "x/site-packages"):
        folder.write(f"{place}/bot.toml", bad)
    folder.write("odd/pyvenv.cfg", "")
    folder.write("odd/bot.toml", bad)
    folder.write("odd/lib/bot.toml", bad)
    folder.write("pyproject.toml", "[project]\nname = 'x'\n")
    folder.write("my.Bot.toml", bad)
    assert [found.path.name for found in find_documents(folder.path)] == ["my.Bot.toml"]


@pytest.mark.parametrize("table", ["[rlbot]", "[match]", "[mutators]", "[[cars]]"])
def test_matches_in_folders_are_recognised_by_their_tables(folder, table):
    whole = folder.write("a.toml", f"{table}\n")
    broken = folder.write("b.toml", f"{table}\nx = = 1\n")
    folder.write("c.toml", "[other]\n")
    found = [(document.kind, document.path) for document in find_documents(folder.path)]
    assert found == [(DocumentKind.MATCH, whole), (DocumentKind.MATCH, broken)]


def test_a_broken_match_is_recognised_in_a_folder(folder):
    path = folder.write("league.toml", '[rlbot]\nlauncher = "Steam\n')
    folder.write("other.toml", "x = = 1\n")
    (problem,) = check([folder.path])
    assert (problem.path, problem.line) == (path, 2)


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("any.toml", "[[cars]]\n", DocumentKind.MATCH),
        ("any.toml", "[mutators]\n", DocumentKind.MATCH),
        ("any.toml", "", DocumentKind.MATCH),
        ("any.toml", "[settings]\n", DocumentKind.BOT),
        ("my_script_1.toml", "[settings]\n", DocumentKind.SCRIPT),
        ("any.toml", "[orange_loadout]\n", DocumentKind.LOADOUT),
        ("BOT.toml", "", DocumentKind.BOT),
        ("a.script.toml", "[[cars]]\n", DocumentKind.SCRIPT),
        ("any.toml", "[project]\n", None),
        ("any.toml", "= 1", None),
    ],
)
def test_kinds_of_files(folder, name, text, kind):
    assert kind_of(folder.write(name, text)) is kind


def test_problems_of_files_and_folders_come_once(league):
    league.write("plain/bot.toml", "[settings]\nagent_id = 3\n")
    paths = [league.path, league.path / "match.toml", league.path / "plain/bot.toml"]
    assert [problem.line for problem in check(paths)].count(2) == 1


@pytest.mark.parametrize("named", [".", "plain", "match.toml", "plain/.."])
def test_problems_of_documents_that_others_name_come_once_with_paths_as_they_were_named(league, monkeypatch, named):
    league.write("plain/bot.toml", "[settings]\nagent_id = 3\n")
    monkeypatch.chdir(league.path)
    (path,) = [problem.path for problem in check([Path(named)]) if problem.is_error and problem.line == 2]
    folder = Path(named) if Path(named).is_dir() else Path(named).parent
    assert not path.is_absolute()
    assert path.is_relative_to(folder)
    assert path.samefile("plain/bot.toml")


def test_validation_is_part_of_a_check(folder):
    path = folder.write("match.toml", "[match]\n")
    (problem,) = check([path])
    assert str(problem.message) == "There are no cars in this match."
    assert not problem.is_error


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX files")
def test_files_that_are_no_files(folder):
    os.mkfifo(folder.path / "bot.toml")
    (folder.path / "script.toml").symlink_to(folder.path / "script.toml")
    (folder.path / "x").mkdir()
    (folder.path / "x" / "loop").symlink_to(folder.path)
    messages = [str(problem.message) for problem in check([folder.path, folder.path / "bot.toml"])]
    assert len(messages) == 2
    assert "regular file" in messages[0]


@pytest.mark.skipif(sys.platform != "linux", reason="names that are no Unicode")
def test_a_folder_whose_name_is_no_unicode(league):
    odd = league.path / "odd\udcff"
    (league.path / "plain").rename(odd)
    assert check([odd]) == ()


@pytest.mark.parametrize(
    ("written", "fix"),
    [
        ("plian/bot.toml", 'Did you mean "plain/bot.toml"?'),
        ("PLAIN/Bot.toml", 'Did you mean "plain/bot.toml"?'),
        ("plain/bott.toml", 'Did you mean "plain/bot.toml"?'),
        ("./plain.toml", 'Did you mean "plain/bot.toml"?'),
        ("plain", 'Write "plain/bot.toml".'),
        ("empty", "Name the file inside it."),
        ("elsewhere/at/all.toml", ""),
    ],
)
def test_suggestions_for_misspelt_paths(folder, written, fix):
    folder.write("plain/bot.toml", '[settings]\nagent_id = "a"\nrun_command = "python x"\n')
    folder.write("empty/readme.txt", "")
    match = folder.write("match.toml", f'[[cars]]\nconfig_file = "{written}"\n')
    errors = [problem for problem in check([match]) if problem.is_error]
    assert [str(problem.fix or "") for problem in errors] == [fix]


def test_suggestion_for_an_absolute_path(folder):
    bot = folder.write("plain/bot.toml", '[settings]\nagent_id = "a"\n')
    match = folder.write("match.toml", f"[[cars]]\nconfig_file = '{bot.parent.parent / 'plane' / 'bot.toml'}'\n")
    (problem,) = (problem for problem in check([match]) if problem.is_error)
    assert str(problem.fix or "") == f'Did you mean "{bot.as_posix()}"?'


@pytest.mark.parametrize("name", ["bot.py", "match.txt", "README"])
def test_a_file_without_toml_suffix(folder, name):
    (problem,) = check([folder.write(name, "import this\n")])
    assert (problem.is_error, str(problem.fix or "")) == (
        True,
        "Documents end in .toml; those of RLBot v4 bots end in .cfg.",
    )


def test_documents_are_counted_each_once(league):
    match = league.path / "match.toml"
    assert examine([match]).documents == 1
    assert examine([match.parent]).documents == 4
    assert examine([match.parent, match]).documents == 4
    assert examine([league.write("nothing/here.txt", "").parent]).documents == 0


@pytest.mark.parametrize(
    ("limit", "messages"), [(4, []), (3, []), (2, ["Only the first 2 folders in it are scanned."])]
)
def test_limit_of_searched_folders(league, monkeypatch, limit, messages):
    league.write("plain/deeper/x.txt", "")
    monkeypatch.setattr(sys.modules["runtime.documents.examination"], "MAX_FOLDERS", limit)
    assert [str(problem.message) for problem in check([league.path])] == messages


def test_an_unreadable_folder_is_reported(league, monkeypatch):
    def walk(top, onerror):
        onerror(PermissionError(13, "Permission denied", str(top / "plain")))
        yield str(top), [], ["match.toml"]

    monkeypatch.setattr(os, "walk", walk)
    (problem,) = check([league.path])
    assert (problem.path, problem.is_error) == (league.path / "plain", False)
    assert str(problem.message) == "This folder cannot be read: Permission denied."


def test_validation_continues_after_reading_errors(folder):
    text = '[rlbot]\nlauncher = "Custom"\nlauncher_arg = "nope"\n[match]\ngame_mode = "Soccr"\ngame_map_upk = "foo"\n'
    text += '[[cars]]\ntype = "Human"\n[[cars]]\ntype = "Human"\n'
    path = folder.write("match.toml", text)
    assert [problem.line for problem in check([path])] == [3, 5, 6, 9]


def test_consequences_of_errors_are_not_reported(folder):
    folder.write("bot.toml", '[settings]\nagent_id = "a/b"\nrun_command = "x"\n[details]\ntags = ["requires-tiles"]\n')
    text = '[[cars]]\nconfig_file = "gone.toml"\n[[cars]]\nconfig_file = "bot.toml"\n'
    path = folder.write("match.toml", text + '[[scripts]]\nconfig_file = "no.toml"\n')
    assert [problem.line for problem in check([path]) if problem.path == path] == [2, 6]
    lone = folder.write("lone.toml", '[[cars]]\nconfig_file = "gone.toml"\n')
    assert [problem.line for problem in check([lone])] == [2]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("loadout.toml", "[blue_loadout]\ncar_id = \n"),
        ("red.toml", "[blue_loadout]\ncar_id = \n"),
        ("loadout.toml", "[blue_loadot]\ncar_id = 3\n"),
        ("match.toml", "[[car]]\nteam = 0\n"),
        ("match.toml", "[[cars]\nteam = 0\n"),
        ("other.toml", "[match]\ngame_mode = \n"),
    ],
)
def test_a_document_is_found_in_its_folder_however_broken(folder, name, text):
    path = folder.write(name, text)
    problems = check([folder.path])
    assert {problem.path for problem in problems} == {path}
    assert any(problem.is_error or "Did you mean" in str(problem) for problem in problems)


def test_other_peoples_broken_files_are_left_alone(folder):
    folder.write("Cargo.toml", "[package\nname = 3\n")
    folder.write("x.toml", "[matches]\nx = \n")
    assert [problem.path for problem in check([folder.path])] == [folder.path]


def test_a_document_named_by_two_paths_is_checked_once(folder, monkeypatch):
    path = folder.write("match.toml", "[match]\nunknown = 1\n[[cars]]\ntype = 'Psyonix'\n")
    (folder.path / "link.toml").symlink_to(path)
    monkeypatch.chdir(folder.path)
    (once,) = check([path])
    found = examine([path, Path("match.toml"), folder.path / "." / "link.toml", folder.path])
    assert (found.documents, [str(one.message) for one in found.problems]) == (1, [str(once.message)])


def test_a_link_that_leads_nowhere_is_not_suggested_for_itself(folder):
    (folder.path / "match.toml").symlink_to(folder.path / "gone.toml")
    (problem,) = check([folder.path / "match.toml"])
    assert "Did you mean" not in str(problem.fix or "")


@pytest.mark.parametrize(("name", "kind"), [("empty.toml", DocumentKind.MATCH), ("bot.py", None), ("none", None)])
def test_an_empty_file_is_a_match_only_by_its_name(folder, name, kind):
    assert kind_of(folder.write(name, "")) is kind


@pytest.mark.parametrize(
    ("written", "fix"),
    [
        ("Stadium_P.upk", 'Write "Stadium_P".'),
        ("stadium_p.UPK", 'Write "Stadium_P".'),
        ("Mine.upk", "Write the path of a map's file, or the name of a map such as Stadium_P."),
        ("Stadium_P", ""),
    ],
)
def test_a_map_of_the_game_written_as_a_file(folder, written, fix):
    path = folder.write("match.toml", f'[match]\ngame_map_upk = "{written}"\n[[cars]]\ntype = "Psyonix"\n')
    assert [str(one.fix or "") for one in check([path]) if one.key == "match.game_map_upk"] == ([fix] if fix else [])
