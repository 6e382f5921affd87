"""Folders, files and pages are opened by the user's programs; what cannot be is told."""

import sys
import time

import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from app.document.opening import source_of
from app.services.file_opener import open_folder, open_in_editor, open_page


class Opener(QObject):
    """Takes the part of the system's programs."""

    def __init__(self):
        super().__init__()
        self.opened = []

    @Slot(QUrl)
    def take(self, url):
        self.opened.append(url.toString())


@pytest.fixture
def opener(qapp):
    made = Opener()
    for scheme in ("file", "https", "http"):
        QDesktopServices.setUrlHandler(scheme, made, "take")
    yield made
    for scheme in ("file", "https", "http"):
        QDesktopServices.unsetUrlHandler(scheme)


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
    noted = tmp_path / "noted"
    script = tmp_path / "editor.py"
    script.write_text(f"import sys\nopen({str(noted)!r}, 'w').write('\\n'.join(sys.argv[1:]) + '\\n')\n")
    assert open_in_editor(folder / "bot.toml", f"{sys.executable} {script} {arguments}") == ""
    deadline = time.monotonic() + 10.0
    while not (noted.exists() and noted.read_text().endswith("\n")):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    places = {"FILE": str(folder / "bot.toml"), "FOLDER": str(folder)}
    words = [word.replace("FILE", places["FILE"]).replace("FOLDER", places["FOLDER"]) for word in expected]
    assert noted.read_text().splitlines() == words


@pytest.mark.parametrize("editor", ["no-such-editor-anywhere", "'unclosed"])
def test_an_editor_that_does_not_start_is_told(qapp, tmp_path, editor):
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
