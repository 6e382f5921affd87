"""The settings explain the command of the editor, and say what is wrong with it."""

import sys

import pytest
from PySide6.QtWidgets import QLabel


@pytest.mark.parametrize(
    ("language", "hint", "problem"),
    [
        (
            "en",
            "{file}: the file, {line}: the line, {folder}: the bot's folder",
            "{name} stands for nothing. Only {file}, {line} and {folder} are replaced.",
        ),
        (
            "de",
            "{file}: die Datei, {line}: die Zeile, {folder}: der Ordner des Bots",
            "{name} steht für nichts. Nur {file}, {line} und {folder} werden ersetzt.",
        ),
    ],
)
def test_the_command_of_the_editor_is_explained_and_checked(
    speak, make_desktop, runner, qtbot, language, hint, problem
):
    speak(language)
    desktop = make_desktop(lambda match, choice: runner)
    desktop.window.commands.settings.trigger()
    page = desktop.context.panels["preferences"]._page
    assert hint in [label.text() for label in page.findChildren(QLabel) if label.isVisible()]
    for command, words in (("", ""), ("code {name}", problem), (sys.executable, "")):
        page.editor.setText(command)
        page.editor.editingFinished.emit()
        shown = page._editor_problem
        assert (shown.isVisible(), shown.text()) == (bool(words), words)
        qtbot.waitUntil(lambda shown=shown: shown.height() >= shown.heightForWidth(shown.width()))
    page.close()
