"""Every known editor is told file and line in its own way; others get what their command names."""

from pathlib import Path

import pytest

from app.services.file_opener import opening, opening_at

FILE = Path("/bots/ada/bot.py")


@pytest.mark.parametrize(
    ("editor", "words"),
    [
        ("code", ["code", "--goto", "/bots/ada/bot.py:7"]),
        ("/opt/my\\ tools/codium -n", ["/opt/my tools/codium", "-n", "--goto", "/bots/ada/bot.py:7"]),
        ("code.cmd", ["code.cmd", "--goto", "/bots/ada/bot.py:7"]),
        ("subl", ["subl", "/bots/ada/bot.py:7"]),
        ("Idea64.exe", ["Idea64.exe", "--line", "7", "/bots/ada/bot.py"]),
        ("pycharm.sh", ["pycharm.sh", "--line", "7", "/bots/ada/bot.py"]),
        ("kate", ["kate", "--line", "7", "/bots/ada/bot.py"]),
        ("notepad++.exe -multiInst", ["notepad++.exe", "-multiInst", "-n7", "/bots/ada/bot.py"]),
        ("gvim", ["gvim", "+7", "/bots/ada/bot.py"]),
        ("xterm -e vim", ["xterm", "-e", "vim", "/bots/ada/bot.py"]),
        ("mystery", ["mystery", "/bots/ada/bot.py"]),
        ("mystery {file}@{line}", ["mystery", "/bots/ada/bot.py@7"]),
        ("code {folder}", ["code", "/bots/ada"]),
        ("code {folder} -g {file}:{line}", ["code", "/bots/ada", "-g", "/bots/ada/bot.py:7"]),
        ("'unclosed", []),
        ("", []),
    ],
)
def test_a_file_at_a_line(editor, words):
    assert opening_at(editor, FILE, 7) == words


@pytest.mark.parametrize(
    ("editor", "words"),
    [
        ("code", ["code", "/bots/ada", "/bots/ada/bot.py"]),
        ("code {folder}", ["code", "/bots/ada"]),
        ("code -g {file}:{line}", ["code", "-g", "/bots/ada/bot.py:1"]),
    ],
)
def test_a_document_with_its_folder(editor, words):
    assert opening(editor, FILE, FILE.parent) == words


def test_braces_in_a_path_are_no_places():
    assert opening_at("code", Path("/bots/{line}/bot.py"), 3) == ["code", "--goto", "/bots/{line}/bot.py:3"]
