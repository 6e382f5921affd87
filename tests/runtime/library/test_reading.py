"""Every document becomes an entry with a name, its problems and its readable values."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.library import reading as rooms
from runtime.library.reading import MAX_NAME, MAX_TEXT, entry_of
from runtime.library.walk import Home
from runtime.model.entries import EntryKind


def test_blanks_around_an_agent_id_are_left_out(tmp_path, write_bot, scan):
    path = write_bot(tmp_path / "fast", "Fast")
    path.write_text(path.read_text().replace('"test/fast"', '" test/fast "'))
    assert scan(tmp_path).entries[path].agent_id == "test/fast"


def test_an_entry_holds_what_the_document_says(tmp_path, write_bot, scan):
    details = (
        'description = "It drives."\nfun_fact = "It has no brakes."\nsource_link = "https://example.org"\n'
        'developer = "Müller"\nlanguage = "python"\ntags = ["1v1", "goalie"]'
    )
    path = write_bot(tmp_path / "fast", "Fast", 'logo_file = "my.png"', details)
    (path.parent / "my.png").write_bytes(b"")
    (path.parent / "ReadMe.md").write_text("# Fast\n")
    entry = scan(tmp_path).entries[path]
    assert (entry.name, entry.kind, entry.agent_id) == ("Fast", EntryKind.BOT, "test/fast")
    assert (entry.developer, entry.language, entry.tags) == ("Müller", "python", ("1v1", "goalie"))
    assert (entry.description, entry.fun_fact) == ("It drives.", "It has no brakes.")
    assert entry.source_link == "https://example.org"
    assert entry.run_command == "python3 bot.py"
    assert entry.logo == path.parent / "my.png"
    assert entry.readme == path.parent / "ReadMe.md"
    assert entry.problems == ()
    assert entry.can_play
    assert entry.version.files == 4
    for word in ("fast", "muller", "goalie", "brakes", "example.org", entry.version.digest):
        assert word in entry.searchable


def test_hiveminds_and_scripts_are_distinguished(tmp_path, write_bot, scan):
    hive = write_bot(tmp_path / "hive", settings="hivemind = true")
    script = write_bot(tmp_path / "script", document="my.script.toml")
    entries = scan(tmp_path).entries
    assert entries[hive].kind is EntryKind.HIVEMIND
    assert entries[script].kind is EntryKind.SCRIPT


def test_without_a_logo_file_the_usual_picture_is_taken(tmp_path, write_bot, scan):
    path = write_bot(tmp_path)
    (tmp_path / "logo.png").write_bytes(b"")
    assert scan(tmp_path).entries[path].logo == tmp_path / "logo.png"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[settings",
        'name = "x',
        "\0",
        "[settings]\nname = 7\n",
        "[[settings]]\n",
        'settings = "x"\n',
        "a = 1e9999\n",
    ],
)
def test_a_broken_file_has_the_name_of_its_folder_and_a_problem(tmp_path, scan, text):
    folder = tmp_path / "my broken bot"
    folder.mkdir()
    (folder / "bot.toml").write_text(text)
    entry = scan(tmp_path).entries[folder / "bot.toml"]
    assert entry.name == "my broken bot"
    assert entry.problems
    assert "my broken bot" in entry.searchable


def test_readable_parts_of_a_broken_file(tmp_path, write_bot, scan):
    path = write_bot(tmp_path / "x", "Half", 'loadout_file = "lodout.toml"\nhivemind = true', 'developer = "Me"')
    (path.parent / "loadout.toml").write_text("")
    entry = scan(tmp_path).entries[path]
    assert (entry.name, entry.developer, entry.kind) == ("Half", "Me", EntryKind.HIVEMIND)
    assert entry.is_broken
    assert any("loadout.toml" in str(problem.fix or "") for problem in entry.problems)


def test_several_documents_in_one_folder_have_names_of_their_own(tmp_path, scan):
    for name in ("bot.toml", "fast.bot.toml", "slow.script.toml"):
        (tmp_path / name).write_text("[settings\n")
    assert scan(tmp_path).names == [tmp_path.name, f"{tmp_path.name}/fast", f"{tmp_path.name}/slow"]


@pytest.mark.parametrize(("length", "is_cut"), [(MAX_NAME - 1, False), (MAX_NAME, False), (MAX_NAME + 1, True)])
def test_long_names_are_cut(tmp_path, write_bot, scan, length, is_cut):
    path = write_bot(tmp_path, "n" * length)
    name = scan(tmp_path).entries[path].name
    assert len(name) == min(length, MAX_NAME)
    assert name.endswith("…") is is_cut


@pytest.mark.parametrize(("length", "is_cut"), [(MAX_TEXT - 1, False), (MAX_TEXT, False), (MAX_TEXT + 1, True)])
def test_long_descriptions_are_cut(tmp_path, write_bot, scan, length, is_cut):
    path = write_bot(tmp_path, details=f'description = "{"d" * length}"')
    assert scan(tmp_path).entries[path].description.endswith("…") is is_cut


def test_a_failing_reader_affects_one_entry_only(tmp_path, write_bot, scan, monkeypatch):
    odd, fine = write_bot(tmp_path / "odd"), write_bot(tmp_path / "fine")
    read = rooms.read_bot

    def failing(path):
        if path == odd:
            raise ZeroDivisionError("of all things")
        return read(path)

    monkeypatch.setattr(rooms, "read_bot", failing)
    entries = scan(tmp_path).entries
    assert entries[odd].is_broken
    assert "of all things" in str(entries[odd].problems[0].message)
    assert entries[fine].can_play


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=300), name=st.sampled_from(["bot.toml", "script.toml", "x.bot.toml", "x.cfg"]))
def test_any_file_becomes_an_entry_with_a_name(tmp_path, data, name):
    (tmp_path / name).write_bytes(data)
    entry = entry_of(tmp_path, Home(path=tmp_path, documents=[name]), name, None)
    assert entry.name.strip()
    assert entry.path == tmp_path / name
