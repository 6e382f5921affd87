"""Earlier versions of a bot: the menu of its card, the palette, and its source back in its folder."""

from dataclasses import replace

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMessageBox

from app.services.paths import kept_edits_dir
from runtime.documents import read_match
from runtime.model.commands import RestoreVersion
from runtime.model.events import AgentChanged
from widgets.notices.notice import BAD, GOOD
from widgets.teams.agent_card import card_menu
from widgets.teams.card_value import CardAction, CardRequest

WORDS = {
    "en": ("Back to version", "Back to version 1", "Put this version's source into the folder …", "Replace files"),
    "de": (
        "Zurück zu Version",
        "Zurück zu Version 1",
        "Quelltext dieser Version in den Ordner legen …",
        "Dateien ersetzen",
    ),
}


@pytest.fixture
def playing(make_desktop, runner, qtbot, copied_match):
    desktop = make_desktop(lambda match, choice: runner, copied_match("1v1"))
    qtbot.waitUntil(lambda: bool(desktop.window.teams[0].cards))
    desktop.session.start()
    qtbot.waitUntil(desktop.window.bottom.pause_button.isEnabled)
    runner.console.clear()
    return desktop


def show(desktop, make_agent, qtbot, **changes):
    """Shows an agent with these values on its card; returns the card's value."""
    card = desktop.window.teams[0].cards[0].card
    agent = make_agent(0, card.name)
    desktop.session.bridge.agent_changed.emit(AgentChanged(agent=agent))
    desktop.session.bridge.agent_changed.emit(AgentChanged(agent=replace(agent, **changes)))
    qtbot.waitUntil(lambda: desktop.window.teams[0].cards[0].card.swap.version == changes.get("version", 1))
    return desktop.window.teams[0].cards[0].card


def menu_of(desktop, card, looks=None):
    asked = []
    menu = card_menu(
        card, desktop.window, lambda action, value: asked.append((action, value)), is_locked=True, looks=looks
    )
    return menu, asked


@pytest.mark.parametrize("language", WORDS)
def test_one_earlier_version_is_an_entry_and_several_are_a_menu(speak, playing, make_agent, qtbot, language):
    speak(language)
    several, one, _, _ = WORDS[language]
    card = show(playing, make_agent, qtbot, version=2, earlier=(1,))
    menu, asked = menu_of(playing, card)
    entry = next(entry for entry in menu.actions() if entry.text() == one)
    entry.trigger()
    assert asked == [(CardAction.BACK, "1")]
    menu.deleteLater()
    card = show(playing, make_agent, qtbot, version=3, earlier=(2, 1))
    menu, asked = menu_of(playing, card)
    inner = next(entry.menu() for entry in menu.actions() if entry.text() == several)
    assert [entry.text()[-1] for entry in inner.actions()] == ["2", "1"]
    inner.actions()[0].trigger()
    assert asked == [(CardAction.BACK, "2")]
    menu.deleteLater()


def test_without_earlier_versions_nothing_is_offered(playing, make_agent, qtbot):
    menu, _ = menu_of(playing, show(playing, make_agent, qtbot))
    assert not [entry for entry in menu.actions() if entry.text() in WORDS["en"]]
    menu.deleteLater()


def test_the_request_is_a_command_of_the_match(playing, runner, make_agent, qtbot):
    card = show(playing, make_agent, qtbot, version=2, earlier=(1,))
    playing.window.teams[0].card_requested.emit(CardRequest(card=card, action=CardAction.BACK, value="1"))
    assert runner.console == [RestoreVersion(keys=("blue-1",), version=1)]


def test_the_palette_has_the_versions_until_the_match_ends(playing, runner, make_agent, qtbot):
    def offered():
        actions = playing.panels["palette"].findChildren(QAction)
        return {action.text(): action for action in actions if action.text().startswith("Back to version")}

    show(playing, make_agent, qtbot, version=3, earlier=(2, 1))
    name = playing.window.teams[0].cards[0].card.name
    assert list(offered()) == [f"Back to version {number} of {name}" for number in (2, 1)]
    offered()[f"Back to version 1 of {name}"].trigger()
    assert runner.console == [RestoreVersion(keys=("blue-1",), version=1)]
    show(playing, make_agent, qtbot, version=1, earlier=(3,))
    qtbot.waitUntil(lambda: list(offered()) == [f"Back to version 3 of {name}"])


@pytest.fixture
def copy(playing, tmp_path):
    """A copy of the source of an earlier version of the first bot."""
    match = read_match(playing.document.path).value
    home = match.cars[0].source.parent
    folder = tmp_path / "copies" / "1-1"
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text("VERSION = 1\n")
    return folder, home


def ask(desktop, make_agent, qtbot, copy):
    card = show(desktop, make_agent, qtbot, version=2, source_copy=copy)
    desktop.window.teams[0].card_requested.emit(CardRequest(card=card, action=CardAction.WRITE_BACK))
    boxes = (widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QMessageBox))
    return next(box for box in boxes if box.isVisible()), desktop.window.notices


@pytest.mark.parametrize("language", WORDS)
def test_source_is_put_back_after_a_question_and_what_it_replaces_is_kept(
    speak, playing, make_agent, qtbot, copy, language
):
    folder, home = copy
    before = (home / "bot.py").read_text()
    menu, asked = menu_of(playing, show(playing, make_agent, qtbot, version=2, source_copy=folder))
    next(entry for entry in menu.actions() if entry.text() == WORDS["en"][2]).trigger()
    assert asked == [(CardAction.WRITE_BACK, "")]
    menu.deleteLater()
    speak(language)
    box, strip = ask(playing, make_agent, qtbot, folder)
    assert str(home) in box.text()
    assert (home / "bot.py").read_text() == before, "nothing happens without an answer"
    assert box.defaultButton().text() == WORDS[language][3]
    box.accept()
    qtbot.waitUntil(lambda: strip.notice is not None and strip.notice.tone == GOOD)
    assert (home / "bot.py").read_text() == "VERSION = 1\n"
    (kept,) = kept_edits_dir().glob(f"{home.name} */bot.py")
    assert kept.read_text() == before


def test_a_file_that_cannot_be_written_is_named(playing, make_agent, qtbot, copy):
    folder, home = copy
    (folder / "parts.py").write_text("P = 1\n")
    (home / "parts.py").mkdir()
    box, strip = ask(playing, make_agent, qtbot, folder)
    box.accept()
    qtbot.waitUntil(lambda: strip.notice is not None and strip.notice.tone == BAD)
    assert "parts.py" in strip.text.text()


def test_source_that_is_there_already_is_left_alone(playing, make_agent, qtbot, copy):
    folder, home = copy
    (folder / "bot.py").write_bytes((home / "bot.py").read_bytes())
    box, strip = ask(playing, make_agent, qtbot, folder)
    box.accept()
    qtbot.waitUntil(lambda: strip.notice is not None and strip.notice.tone == GOOD)
    assert "has the source of version 2" in strip.text.text()
    assert not list(kept_edits_dir().glob("*"))
