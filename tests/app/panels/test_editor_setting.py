"""The settings explain the command of the editor."""

import pytest
from PySide6.QtWidgets import QLabel

from widgets.preferences.preferences_dialog import PreferencesDialog


@pytest.mark.parametrize(
    ("language", "hint"),
    [
        ("en", "{file}: the file, {line}: the line, {folder}: the bot's folder"),
        ("de", "{file}: die Datei, {line}: die Zeile, {folder}: der Ordner des Bots"),
    ],
)
def test_the_command_of_the_editor_is_explained(speak, make_desktop, runner, language, hint):
    speak(language)
    desktop = make_desktop(lambda match, choice: runner)
    desktop.window.commands.settings.trigger()
    page = desktop.window.findChild(PreferencesDialog)
    assert hint in [label.text() for label in page.findChildren(QLabel) if label.isVisible()]
    page.close()
