"""A new agent works at once and has its own name and id; a failure leaves nothing behind."""

import re

import pytest

from resources.examples import example_bots
from runtime.documents import check, read_bot, read_script
from runtime.library import templates as rooms
from runtime.library.templates import MAX_NAME, TEMPLATES, NewAgentError, class_name, folder_name, make_agent
from runtime.model.entries import EntryKind


def make(folder, name="My Bot", kind=EntryKind.BOT):
    return make_agent(TEMPLATES[kind], name, folder, example_bots())


@pytest.mark.parametrize("kind", list(TEMPLATES))
def test_it_passes_check_under_its_own_name_and_id(tmp_path, kind):
    document = make(tmp_path, "My Bot", kind)
    assert document.parent == tmp_path / "my_bot"
    assert check([document.parent]) == ()
    reading = read_script(document) if kind is EntryKind.SCRIPT else read_bot(document)
    assert (reading.value.name, reading.value.agent_id) == ("My Bot", "local/my_bot")
    assert reading.value.details.developer == ""
    programs = "".join(path.read_text() for path in document.parent.glob("*.py"))
    assert re.findall(r'"(\w+/\w+)"', programs) == ["local/my_bot"]
    assert [path.name for path in tmp_path.iterdir()] == ["my_bot"]
    assert "class MyBot(" in programs
    assert "MyBot(" in programs.split("class MyBot(")[1], "the program starts it"
    assert not re.search(r"Chaser|Duo|Painter", programs)
    assert not [path for path in document.parent.iterdir() if path.name.startswith("logo")]
    assert "logo_file" not in document.read_text()


@pytest.mark.parametrize(
    ("name", "made"),
    [("Bot", "AgentBot"), ("None", "AgentNone"), ("2fast", "Agent2fast"), ("a b-c", "ABC"), ("日本", "BotWgv71a")],
)
def test_a_class_has_a_name_that_python_takes(name, made):
    assert class_name(name) == made


@pytest.mark.parametrize(
    "name", ['Say "hi"', "back\\slash", "Ünïcode 日本", "نمی\u200cکنم", "it's", "{}", "#", "a" * MAX_NAME]
)
def test_any_name_that_can_be_seen_will_do(tmp_path, name):
    assert read_bot(make(tmp_path, name)).value.name == name


@pytest.mark.parametrize("name", ["", "   ", "a" * (MAX_NAME + 1), "a\x07b"])
def test_other_names_are_refused(tmp_path, name):
    with pytest.raises(NewAgentError, match="name"):
        make(tmp_path, name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("My Bot", "my_bot"),
        ("Äpfel & Öl", "apfel_ol"),
        ("日本", "bot_wgv71a"),
        ("日本 ⚽", "bot_wgv71a"),
        ("日本語", "bot_wgv71a119e"),
        ("⚽..", "new_bot"),
        ("CON", "con_bot"),
        ("../../etc", "etc"),
        ("  x  ", "x"),
        ("a" * 100, "a" * MAX_NAME),
    ],
)
def test_folders_have_names_for_every_system(name, folder):
    assert folder_name(name) == folder


def test_existing_files_stay(tmp_path):
    (tmp_path / "my_bot").write_text("mine")
    with pytest.raises(NewAgentError, match="already something"):
        make(tmp_path)
    assert (tmp_path / "my_bot").read_text() == "mine"


def test_a_missing_folder_is_reported(tmp_path):
    with pytest.raises(NewAgentError, match="no folder"):
        make(tmp_path / "gone")


def test_nothing_is_left_of_a_failure(tmp_path, monkeypatch):
    def failing(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(rooms, "_rename", failing)
    with pytest.raises(NewAgentError, match="No space left"):
        make(tmp_path)
    assert list(tmp_path.iterdir()) == []
