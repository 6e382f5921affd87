"""Paths on the command line or dropped on the window become a match, bots or an error."""

import pytest

from app.document.opening import Opening, find_bot, is_script_file, sort_paths, source_of


@pytest.fixture
def bot(tmp_path):
    folder = tmp_path / "my bot"
    folder.mkdir()
    (folder / "bot.toml").write_text("")
    return folder


def test_an_empty_selection_requests_nothing():
    assert sort_paths([]) == Opening()


def test_a_match_and_bots(tmp_path, bot):
    match = tmp_path / "cup.toml"
    match.write_text("")
    assert sort_paths([bot, match, bot / "bot.toml"]) == Opening(match=match, bots=(bot / "bot.toml", bot / "bot.toml"))


def test_two_matches_are_one_too_many(tmp_path):
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text("")
    assert "Only one match" in sort_paths([tmp_path / "a.toml", tmp_path / "b.toml"]).complaint


def test_a_folder_without_a_bot_is_named(tmp_path):
    assert str(tmp_path) in sort_paths([tmp_path]).complaint


def test_a_missing_file_is_named(tmp_path):
    assert "gone.toml" in sort_paths([tmp_path / "gone.toml"]).complaint


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("notes.txt", "hello world", "their names end in .toml"),
        ("bot.py", "print(1)\n", "their names end in .toml"),
        ("rlbot.cfg", "[Match Configuration]\n", "kickabout convert"),
        ("looks.cfg", "[Bot Loadout]\nwhat is this\n", "their names end in .toml"),
    ],
)
def test_a_file_that_is_no_match_is_refused_with_the_reason(tmp_path, name, text, said):
    (tmp_path / name).write_text(text)
    found = sort_paths([tmp_path / name])
    assert said in found.complaint
    assert name in found.complaint
    assert found.match is None


def test_a_match_may_have_another_name(tmp_path):
    (tmp_path / "cup.txt").write_text("[[cars]]\n")
    assert sort_paths([tmp_path / "cup.txt"]) == Opening(match=tmp_path / "cup.txt")


def test_a_folder_of_several_bots_is_named_as_such(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.toml").touch()
    assert "several bots" in sort_paths([tmp_path]).complaint


def test_a_bot_one_folder_down_is_found(tmp_path, bot):
    assert find_bot(tmp_path) == bot / "bot.toml"


def test_the_upper_document_wins_over_the_lower(tmp_path, bot):
    (tmp_path / "bot.toml").write_text("")
    assert find_bot(tmp_path) == tmp_path / "bot.toml"


@pytest.mark.parametrize("name", ["striker.bot.toml", "script.toml", "draw.script.toml"])
def test_other_names_of_bots_and_scripts(tmp_path, name):
    (tmp_path / name).write_text("")
    assert find_bot(tmp_path) == tmp_path / name


def test_two_bots_in_one_folder_are_not_guessed_between(tmp_path):
    for name in ("a.bot.toml", "b.bot.toml"):
        (tmp_path / name).write_text("")
    assert find_bot(tmp_path) is None


V4 = "[Locations]\nname = Old\npython_file = old.py\n"


def test_documents_of_v4_are_bots_and_scripts(tmp_path):
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "looks.cfg").write_text("[Bot Loadout]\ncar_id = 1\n")
    (folder / "old.cfg").write_text(V4)
    (folder / "old.py").write_text("")
    script = tmp_path / "referee.cfg"
    script.write_text("[Locations]\nname = Ref\nscript_file = ref.py\n")
    assert sort_paths([folder, script]) == Opening(bots=(folder / "old.cfg", script))
    assert (is_script_file(folder / "old.cfg"), is_script_file(script)) == (False, True)
    assert source_of(folder / "old.cfg") == folder / "old.py"
    (folder / "bot.toml").write_text("")
    assert find_bot(folder) == folder / "bot.toml", "the newer document wins"
