"""The settings explain the command of the editor, and say what is wrong with it."""

import sys

import pytest


@pytest.mark.parametrize(
    ("language", "hint", "problem"),
    [
        (
            "en",
            "{file}, {line} and {folder} stand for the file, the line and the bot's folder.",
            "{name} stands for nothing. Only {file}, {line} and {folder} are replaced.",
        ),
        (
            "de",
            "{file}, {line} und {folder} stehen für die Datei, die Zeile und den Ordner des Bots.",
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
    for command, words, tone in (("", hint, "muted"), ("code {name}", problem, "bad"), (sys.executable, hint, "muted")):
        page.editor.setText(command)
        page.editor.editingFinished.emit()
        assert page._editor_hint.isVisible()
        assert (page._editor_hint.text(), page._editor_hint.property("tone")) == (words, tone)
    page.close()
