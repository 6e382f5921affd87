"""Desktop and menu entries start Kickabout on each system, and removing them removes nothing else."""

import configparser
import plistlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtGui import QImageReader

from app.commands.cli import main
from app.services.shortcut import (
    MIME_TYPE,
    Places,
    ShortcutError,
    install,
    link_script,
    native_places,
    quoted,
    remove,
    report,
    start_command,
)
from tests.clock import until

AWKWARD = 'a folder/ümlaut $HOME `x` "quoted" 100% \\back;'


@pytest.fixture
def make_places(tmp_path):
    def make(system):
        desktop = tmp_path / "Desktop"
        desktop.mkdir()
        return Places(system=system, desktop=desktop, menu=tmp_path / "menu", data=tmp_path / "data")

    return make


def everything(folder):
    return {path for path in folder.rglob("*") if not path.is_dir() or path.is_symlink()}


def noting_tools(calls, failure=""):
    def run(command):
        calls.append(list(command))
        return failure

    return run


@pytest.fixture
def telling(tmp_path):
    """The command of a program with an awkward path that records its arguments, and a function that reads them."""
    folder = tmp_path / AWKWARD
    folder.mkdir(parents=True)
    script, told = folder / "tell.py", tmp_path / "told.txt"
    script.write_text(f"import sys\nopen({str(told)!r}, 'w').write('\\n'.join(sys.argv[1:]))\n", encoding="utf-8")

    def wait():
        until(lambda: told.is_file() and told.read_text(encoding="utf-8"))
        return told.read_text(encoding="utf-8").splitlines()

    return (sys.executable, str(script), "50%"), wait


def test_linux_files(make_places):
    places, calls = make_places("linux"), []
    written = install(places, ("/opt/py", "/x/launch.py"), "1.2", run=noting_tools(calls))
    entry = places.desktop / "kickabout.desktop"
    assert set(written) == everything(places.desktop.parent)
    assert entry.read_bytes() == (places.menu / "kickabout.desktop").read_bytes()
    assert entry.stat().st_mode & 0o777 == 0o755
    parsed = configparser.RawConfigParser(strict=True)
    parsed.optionxform = str
    parsed.read_string(entry.read_text(encoding="utf-8"))
    values = parsed["Desktop Entry"]
    assert values["Exec"] == "/opt/py /x/launch.py %F"
    assert Path(values["Icon"]).is_file()
    assert values["MimeType"].split(";")[0] == MIME_TYPE
    assert values["Name"] == "Kickabout"
    assert values["Comment[de]"]
    kind = ET.parse(places.data / "mime" / "packages" / "kickabout.xml").getroot()[0]
    assert kind.get("type") == MIME_TYPE
    assert [call[0] for call in calls] == ["update-mime-database", "update-desktop-database", "gio"]


def test_a_second_install_replaces_the_first(make_places):
    places = make_places("linux")
    install(places, ("old",), "1", run=noting_tools([]))
    before = everything(places.desktop.parent)
    install(places, ("new",), "1", run=noting_tools([]))
    assert everything(places.desktop.parent) == before
    assert "Exec=new %F" in (places.menu / "kickabout.desktop").read_text(encoding="utf-8")


@pytest.mark.parametrize("system", ["linux", "macos", "windows"])
def test_removing_takes_all_of_kickabout_and_nothing_else(make_places, system):
    places = make_places(system)
    foreign = places.desktop / "other.desktop"
    foreign.write_text("mine", encoding="utf-8")
    install(places, ("x", "y"), "1", run=noting_tools([]))
    if system == "windows":
        for folder in (places.menu, places.desktop):
            (folder / "Kickabout.lnk").write_bytes(b"link")
    removed = remove(places, run=noting_tools([]))
    assert len(removed) >= 2
    assert everything(places.desktop.parent) == {foreign}
    assert remove(places, run=noting_tools([])) == ()
    assert report((), is_removed=True) == "There was no shortcut."
    assert report(removed, is_removed=True).startswith("Removed ")


@pytest.mark.skipif(shutil.which("gio") is None, reason="needs the desktop's own starter")
def test_the_desktops_own_starter_runs_the_entry_with_files(make_places, telling, tmp_path):
    command, wait = telling
    places = make_places("linux")
    install(places, command, "1", run=noting_tools([]))
    bot = tmp_path / "a bot"
    bot.mkdir()
    subprocess.run(
        ["gio", "launch", str(places.desktop / "kickabout.desktop"), str(bot)],
        check=True,
        timeout=20,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert wait() == ["50%", str(bot)]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("/usr/bin/python3", "/usr/bin/python3"),
        ("/a b/c", '"/a b/c"'),
        ("100%", "100%%"),
        ("a$b", '"a\\\\$b"'),
        ('a"b', '"a\\\\"b"'),
        ("a\\b", '"a\\\\\\\\b"'),
        ("", '""'),
    ],
)
def test_words_of_an_exec_line(word, expected):
    assert quoted(word) == expected


def test_without_a_desktop_folder_only_the_menu_is_written(make_places):
    places = make_places("linux")
    places.desktop.rmdir()
    assert all(
        path.is_relative_to(places.menu) or path.is_relative_to(places.data)
        for path in install(places, ("x",), "1", run=noting_tools([]))
    )


def test_macos_application(make_places, telling):
    command, wait = telling
    places = make_places("macos")
    bundle, on_desktop = install(places, command, "1.2.3")
    plist = plistlib.loads((bundle / "Contents" / "Info.plist").read_bytes())
    assert plist["CFBundleShortVersionString"] == "1.2.3"
    assert (bundle / "Contents" / "Resources" / plist["CFBundleIconFile"]).stat().st_size > 1000
    program = bundle / "Contents" / "MacOS" / plist["CFBundleExecutable"]
    subprocess.run([program, "/some match.toml"], check=True, timeout=20)
    assert wait() == ["50%", "/some match.toml"]
    assert on_desktop.resolve() == bundle.resolve()


def test_windows_shortcut(make_places):
    places, calls = make_places("windows"), []
    install(places, (r"C:\Py's\pythonw.exe", r"C:\kick about\launch.py"), "1", run=noting_tools(calls))
    assert QImageReader(str(places.data / "kickabout.ico")).canRead()
    assert [call[0] for call in calls] == ["powershell", "powershell"]
    script = calls[1][-1]
    assert r"$link.TargetPath = 'C:\Py''s\pythonw.exe'" in script
    assert "$link.Arguments = '\"C:\\kick about\\launch.py\"'" in script
    assert str(places.desktop / "Kickabout.lnk") in script


def test_windows_quotes_cannot_break_out():
    script = link_script(Path("x.lnk"), ("a\u2019; Remove-Item C:\\", "b"), Path("i.ico"))
    assert "$link.TargetPath = 'a\u2019\u2019; Remove-Item C:\\'" in script


def test_refusals_of_the_system_are_reported(make_places):
    places = make_places("windows")
    with pytest.raises(ShortcutError, match="no scripting"):
        install(places, ("x",), "1", run=noting_tools([], "no scripting here"))


def test_a_folder_that_cannot_be_written_is_reported(make_places):
    places = make_places("linux")
    places.menu.write_text("a file in the way", encoding="utf-8")
    with pytest.raises(ShortcutError, match="could not be written"):
        install(places, ("x",), "1", run=noting_tools([]))


def test_this_checkout_starts_by_its_launcher():
    program, launcher = start_command()
    assert Path(program).is_file()
    assert Path(launcher).name == "launch.py"


def test_the_places_of_this_user(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    places = native_places(tmp_path / "own")
    assert places.desktop.is_absolute()
    if places.system == "linux":
        assert places.menu == tmp_path / "share" / "applications"


@pytest.mark.skipif(sys.platform != "linux", reason="writes the entries of this system")
def test_the_commands_write_and_remove_the_entries_of_this_user(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    (tmp_path / "Desktop").mkdir()
    assert main(["install-shortcut"]) == 0
    told = capsys.readouterr().out.splitlines()
    entry = tmp_path / "share" / "applications" / "kickabout.desktop"
    assert f"Wrote {entry}" in told
    assert "launch.py" in entry.read_text(encoding="utf-8")
    assert main(["remove-shortcut"]) == 0
    assert not entry.exists()
    assert main(["remove-shortcut"]) == 0
    assert "There was no shortcut." in capsys.readouterr().out
