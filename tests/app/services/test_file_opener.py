"""Folders, files and pages are opened by the user's programs; failures are reported."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl

from app.document.opening import source_of
from app.services.file_opener import open_folder, open_in_editor, open_page, opening, opening_at
from tests.clock import until


def test_a_folder_is_shown(opener, tmp_path):
    assert open_folder(tmp_path) == ""
    assert opener.opened == [QUrl.fromLocalFile(str(tmp_path)).toString()]


def test_pages_are_opened(opener):
    assert open_page("https://example.org/x") == ""
    assert opener.opened == ["https://example.org/x"]


@pytest.mark.parametrize("address", ["file:///etc/passwd", "javascript:alert(1)", "bot.py", "", "smb://x/y"])
def test_other_links_are_refused(opener, address):
    assert "Not a web address" in open_page(address)
    assert opener.opened == []


def test_without_an_editor_the_system_chooses(opener, tmp_path):
    (tmp_path / "bot.toml").touch()
    assert open_in_editor(tmp_path / "bot.toml", "") == ""
    assert opener.opened == [QUrl.fromLocalFile(str(tmp_path / "bot.toml")).toString()]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("", ["FOLDER", "FILE"]),
        ("{file}", ["FILE"]),
        ("-n {folder} --goto {file}:1", ["-n", "FOLDER", "--goto", "FILE:1"]),
    ],
)
def test_an_editor_gets_folder_and_document(qapp, tmp_path, arguments, expected):
    folder = tmp_path / "my bot"
    folder.mkdir()
    (folder / "bot.toml").touch()
    noted = tmp_path / "noted"
    script = tmp_path / "editor.py"
    script.write_text(f"import sys\nopen({str(noted)!r}, 'w').write('\\n'.join(sys.argv[1:]) + '\\n')\n")
    assert open_in_editor(folder / "bot.toml", f"{sys.executable} {script} {arguments}") == ""
    until(lambda: noted.exists() and noted.read_text().endswith("\n"))
    places = {"FILE": str(folder / "bot.toml"), "FOLDER": str(folder)}
    words = [word.replace("FILE", places["FILE"]).replace("FOLDER", places["FOLDER"]) for word in expected]
    assert noted.read_text().splitlines() == words


def test_a_file_that_is_gone_is_not_opened(opener, tmp_path):
    assert str(tmp_path / "bot.toml") in open_in_editor(tmp_path / "bot.toml", "")
    assert opener.opened == []


@pytest.mark.parametrize("editor", ["no-such-editor-anywhere", "'unclosed"])
def test_an_editor_that_does_not_start_is_reported(qapp, tmp_path, editor):
    (tmp_path / "bot.toml").touch()
    assert editor in open_in_editor(tmp_path / "bot.toml", editor)


@pytest.mark.parametrize(
    ("command", "root", "files", "expected"),
    [
        ("python bot.py", "", ["bot.py"], "bot.py"),
        ("python -u bot.py --fast", "", ["bot.py", "other.py"], "bot.py"),
        ("../venv/bin/python src/bot.py", "", ["src/bot.py"], "src/bot.py"),
        ("python 'my bot.py'", "src", ["src/my bot.py"], "src/my bot.py"),
        ("python .\\src\\bot.py", "", ["src/bot.py"], "src/bot.py"),
        ("python bot.py", "", [], "bot.toml"),
        ("./bot.exe", "", ["bot.exe"], "bot.toml"),
        ("python 'bot.py", "", ["bot.py"], "bot.toml"),
        ("", "", ["bot.py"], "bot.toml"),
    ],
)
def test_the_source_is_the_file_that_the_run_command_names(tmp_path, command, root, files, expected):
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("raise SystemExit('never run')\n")
    lines = ["[settings]", 'agent_id = "x/y"', f"run_command = '''{command}'''", f"run_command_linux = '''{command}'''"]
    (tmp_path / "bot.toml").write_text("\n".join([*lines, f'root_dir = "{root}"\n']))
    assert source_of(tmp_path / "bot.toml") == tmp_path / expected


@pytest.mark.parametrize("form", ["../outside.py", "{absolute}", "link.py"])
def test_a_file_outside_the_folder_is_not_the_source(tmp_path, form):
    folder, outside = tmp_path / "bot", tmp_path / "outside.py"
    folder.mkdir()
    outside.touch()
    if form == "link.py":
        try:
            (folder / form).symlink_to(outside)
        except OSError:
            pytest.skip("Windows allows symbolic links only with a privilege")
    command = "python " + form.format(absolute=outside)
    (folder / "bot.toml").write_text(f"[settings]\nrun_command = '{command}'\nrun_command_linux = '{command}'\n")
    assert source_of(folder / "bot.toml") == folder / "bot.toml"


def test_a_broken_document_is_its_own_source(tmp_path):
    (tmp_path / "script.toml").write_text("[settings")
    assert source_of(tmp_path / "script.toml") == tmp_path / "script.toml"


def test_macos_is_not_asked_to_open_what_it_might_run(opener, tmp_path, monkeypatch):
    (tmp_path / "bot.py").touch()
    monkeypatch.setattr("app.services.file_opener.sys.platform", "darwin")
    assert "Choose your editor" in open_in_editor(tmp_path / "bot.py", "")
    assert opener.opened == [QUrl.fromLocalFile(str(tmp_path)).toString()]


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
def test_every_known_editor_opens_a_file_at_a_line(editor, words):
    assert opening_at(editor, FILE, 7) == words


@pytest.mark.parametrize(
    ("editor", "words"),
    [
        ("code", ["code", "/bots/ada", "/bots/ada/bot.py"]),
        ("code {folder}", ["code", "/bots/ada"]),
        ("code -g {file}:{line}", ["code", "-g", "/bots/ada/bot.py:1"]),
    ],
)
def test_editors_open_a_document_with_its_folder(editor, words):
    assert opening(editor, FILE, FILE.parent) == words


def test_braces_in_a_path_are_not_replaced():
    assert opening_at("code", Path("/bots/{line}/bot.py"), 3) == ["code", "--goto", "/bots/{line}/bot.py:3"]
