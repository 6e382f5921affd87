"""A double click on the desktop entry opens the window."""

import shutil
import sys

import pytest

from app.services.shortcut import Places, install
from tests.app.end_to_end.display import Program, until

NEEDED = ("pcmanfm", "dbus-run-session")
ICON = (60, 60)
"""Upper left corner of the icon, which is about 116 pixels wide."""


@pytest.fixture
def desktop_folder(home_of_its_own):
    """A desktop folder whose file manager runs an entry on a double click, without a confirmation."""
    settings = home_of_its_own / ".config"
    (settings / "libfm").mkdir(parents=True)
    (settings / "libfm" / "libfm.conf").write_text("[config]\nquick_exec=1\nsingle_click=0\n", encoding="utf-8")
    items = settings / "pcmanfm" / "default" / "desktop-items-0.conf"
    items.parent.mkdir(parents=True)
    items.write_text(
        "[*]\nshow_documents=0\nshow_trash=0\nshow_mounts=0\nwallpaper_mode=color\n"
        f"[kickabout.desktop]\nx={ICON[0]}\ny={ICON[1]}\n",
        encoding="utf-8",
    )
    folder = home_of_its_own / "Desktop"
    folder.mkdir()
    return folder


@pytest.mark.soak
@pytest.mark.skipif(any(shutil.which(name) is None for name in NEEDED), reason=f"needs {' and '.join(NEEDED)}")
def test_a_double_click_opens_the_window(screen, desktop_folder, home_of_its_own, tmp_path, programs_of_home):
    places = Places(system="linux", desktop=desktop_folder, menu=tmp_path / "menu", data=tmp_path / "data")
    report = tmp_path / "widgets.json"
    program = "tests.app.end_to_end.watched_program"
    install(places, (sys.executable, "-m", program, str(report), "window", "--new-window"), "1.0")
    manager = screen.run("dbus-run-session", "--", "pcmanfm", "--desktop", "--profile", "default")
    until(lambda: screen.output_of("search", "--class", "pcmanfm"), lambda: "the file manager's desktop")
    window = Program(manager, report)

    def opens():
        screen.mouse("mousemove", ICON[0] + 58, ICON[1] + 30, "click", "--repeat", "2", "--delay", "120", "1")
        screen.mouse("sleep", "3")
        return report.exists()

    until(opens, lambda: "the window")
    assert window.find(name="Start the match")
    screen.click(window.find(name="Status"))
    screen.mouse("sleep", "0.3", "key", "alt+F4")
    until(lambda: not [line for line in programs_of_home() if program in line], programs_of_home)
