"""A script that the match requires: shown on cards, added by a button or by keys, and undone."""

import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from app.panels.teams.cards import CardFix, FixSource
from resources.examples import example_bots
from runtime.model.entries import EntryKind
from runtime.model.game_facts import BLUE, SCRIPTS
from widgets.shared.drops import PathsDropped


def copy_of(example, folder, name, tags):
    """Writes an example with another name and other tags."""
    shutil.copytree(example_bots() / example, folder)
    (document,) = folder.glob("*.toml") if not (folder / "bot.toml").exists() else [folder / "bot.toml"]
    lines = [line for line in document.read_text(encoding="utf-8").splitlines() if not line.startswith("tags")]
    text = "\n".join(lines).replace("[details]", f"[details]\ntags = {tags}")
    text = "\n".join(f'name = "{name}"' if line.startswith("name =") else line for line in text.splitlines())
    text = "\n".join(f'agent_id = "test/{name}"' if line.startswith("agent_id") else line for line in text.splitlines())
    document.write_text(text + "\n", encoding="utf-8")
    return document


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "league"


@pytest.fixture
def omus(folder):
    return copy_of("chaser", folder / "omus", "Omus", '["requires-MiniGame"]')


@pytest.fixture
def window(make_desktop, runner, qtbot, folder, omus):
    """A window whose library and match contain Omus."""
    desktop = make_desktop(lambda _match, _wish: runner)

    def settle():
        qtbot.waitUntil(
            lambda: not desktop.panels["library"].is_scanning and not desktop.panels["library"]._drain_timer.isActive()
        )

    desktop.panels["library"].rescan()
    settle()
    desktop.panels["library"].add_folder(folder)
    qtbot.waitUntil(lambda: folder in desktop.panels["library"].folders)
    settle()
    desktop.settle = settle
    desktop.document.take_bots(PathsDropped(paths=(omus,), team=BLUE))
    return desktop


def card_of(desktop, name):
    return next(shown for shown in desktop.window.teams[BLUE].cards if shown.card.name == name)


def add_script(desktop, folder, name, tags='["enables-minigame"]'):
    document = copy_of("painter", folder / name.lower(), name, tags)
    desktop.panels["library"].rescan()
    desktop.settle()
    return document


def test_a_need_is_reported_and_fixed_by_one_press(window, folder, qtbot):
    card = card_of(window, "Omus")
    assert 'requires "MiniGame"' in str(card.card.reason)
    assert "no such script" in str(card.card.reason)
    assert not card.card.fix
    assert any('requires "MiniGame"' in str(problem.message) for problem in window.document.overview.problems)
    assert window.document.overview.can_start
    script = add_script(window, folder, "Fifty")
    assert card.card.fix == "Add Fifty"
    assert "Available in the library: Fifty." in str(card.card.reason)
    before = window.document.document.text
    qtbot.mouseClick(card.fix_button, Qt.MouseButton.LeftButton)
    assert [script.name for script in window.document.match().scripts] == ["Fifty"]
    assert window.document.match().scripts[0].source == script
    assert not card_of(window, "Omus").card.reason
    assert not any("requires" in str(problem.message) for problem in window.document.overview.problems)
    window.document.undo()
    assert window.document.document.text == before
    assert card_of(window, "Omus").card.fix == "Add Fifty"


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_of_several_scripts_one_is_chosen_by_keys(window, folder, qtbot):
    for name in ("Fifty", "Ample"):
        add_script(window, folder, name)
    card = card_of(window, "Omus")
    assert card.card.fix == "Add a script …"
    assert "Available in the library: Ample, Fifty." in str(card.card.reason)
    card.fix_button.setFocus()
    QTest.keyClick(card.fix_button, Qt.Key.Key_Space)
    menu = next(menu for menu in window.window.findChildren(QMenu) if menu.isVisible())
    assert [action.text() for action in menu.actions()] == ["Ample", "Fifty"]
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert [script.name for script in window.document.match().scripts] == ["Fifty"]
    qtbot.waitUntil(lambda: not any(menu.isVisible() for menu in window.window.findChildren(QMenu)))


def test_a_script_has_needs_and_a_hidden_folder_helps_nobody(window, folder):
    add_script(window, folder, "Fifty", '["enables-minigame", "requires-twitch"]')
    card_of(window, "Omus").fix_button.click()
    (card,) = window.window.teams[SCRIPTS].cards
    assert 'requires "twitch"' in str(card.card.reason)
    add_script(window, folder, "Broker", '["enables-twitch"]')
    assert card.card.fix == "Add Broker"
    window.panels["library"].hide_folder(folder, is_hidden=True)
    assert not card.card.fix
    assert "no such script" in str(card.card.reason)


def test_bots_that_cannot_play_are_named_and_not_added(window, folder):
    document = add_script(window, folder, "Broken")
    document.write_text(
        document.read_text(encoding="utf-8").replace('agent_id = "', "agent_id = 3 #"), encoding="utf-8"
    )
    window.panels["library"].rescan()
    window.settle()
    entry = window.window.library.model.known(document)
    assert (entry.kind, entry.can_play) == (EntryKind.SCRIPT, False)
    card = card_of(window, "Omus")
    assert "cannot be played: Broken." in str(card.card.reason)
    assert not card.card.fix


def test_nothing_is_offered_while_a_match_runs(window, folder, qtbot):
    add_script(window, folder, "Fifty")
    card = card_of(window, "Omus")
    window.session.start()
    assert not card_of(window, "Omus").card.fix
    window.panels["teams"].apply_fix(card.card)
    assert window.document.match().scripts == ()
    window.session.stop()
    qtbot.waitUntil(lambda: not window.session.is_running)
    assert card_of(window, "Omus").card.fix == "Add Fifty"


def test_missing_packages_have_the_button_first(window, folder, qtbot):
    add_script(window, folder, "Fifty")
    card = card_of(window, "Omus").card
    fixes, applied = {card.key: CardFix(reason="It lacks numpy.", words="Install numpy", installs=True)}, []
    window.panels["teams"].show_fixes("packages", FixSource(fixes=fixes, apply=lambda card, fix: applied.append(fix)))
    both = card_of(window, "Omus").card
    assert both.fix == "Install numpy"
    assert "numpy" in str(both.reason)
    assert "MiniGame" in str(both.reason)
    window.panels["teams"].apply_fix(both)
    assert applied == [fixes[card.key]]
    assert window.document.match().scripts == ()


def test_details_tell_who_needs_whom_and_lead_there(window, folder, omus):
    panel = window.window.library
    panel.show_entry(omus)
    assert "no script in the library provides it" in panel.details.text.toPlainText()
    script = add_script(window, folder, "Fifty")
    assert "MiniGame: with Fifty" in panel.details.text.toPlainText(), "as soon as it is there"
    panel.details.text.anchorClicked.emit("partner:0")
    assert panel.details.entry.path == script
    assert "minigame: for Omus" in panel.details.text.toPlainText()


def test_cards_are_not_shown_anew_for_a_scan_that_changes_nothing(window, monkeypatch):
    shown = []
    monkeypatch.setattr(window.panels["teams"], "show_fixes", lambda *values: shown.append(values))
    window.panels["library"].rescan()
    window.settle()
    assert shown == []
    window.panels["library"].relations.drop_root(window.panels["library"].folders[0])
    window.panels["library"].relations_changed.emit()
    assert shown == [], "nor for one that helps nobody"


def test_a_problem_of_the_list_is_fixed_by_one_press(window, folder, qtbot):
    problems = window.window.problems
    assert not problems.fix_button.isVisibleTo(problems)
    add_script(window, folder, "Fifty")
    assert problems.fix_button.isVisibleTo(problems)
    assert problems.fix_button.text() == "Add Fifty"
    window.window.workspace.show_panel("problems")
    problems.fix_button.setFocus()
    QTest.keyClick(problems.fix_button, Qt.Key.Key_Space)
    assert [script.name for script in window.document.match().scripts] == ["Fifty"]
    assert not problems.fix_button.isVisibleTo(problems)
    window.document.undo()
    assert problems.fix_button.isVisibleTo(problems)
    window.session.start()
    assert not problems.fix_button.isVisibleTo(problems)
    window.session.stop()
    qtbot.waitUntil(lambda: not window.session.is_running)
    assert problems.fix_button.isVisibleTo(problems)
