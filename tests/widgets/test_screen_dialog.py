"""Dialogs stay on a small screen, with the button that closes them, and use the room of a large one."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QDialogButtonBox, QScrollArea

from resources.looks import Theme
from runtime.model.driving import DEFAULT_KEYS
from widgets.drive.keys_dialog import DriveKeysDialog
from widgets.keys.key_overview import KeyOverview
from widgets.library.recommended_dialog import RecommendedDialog
from widgets.library.values import Opponent
from widgets.packs.packs_dialog import PacksDialog
from widgets.plots.comparison import ComparisonDialog
from widgets.preferences.preferences_dialog import PreferencesDialog
from widgets.shared.page_dialog import PageDialog
from widgets.shared.screen_dialog import ScreenDialog

SMALL, LARGE = (1024, 640), (1920, 1080)
HALF_OF_A_LAPTOP = (683, 384)
"""A screen of 1366 x 768 at scale 2."""


class Screen:
    def __init__(self, width, height):
        self._size = width, height

    def availableGeometry(self):  # noqa: N802 - Qt's name
        return QRect(0, 0, *self._size)


def the_preferences(_tmp_path):
    page = PreferencesDialog([("Logs", "/home/x/logs"), ("Packages", "/home/x/packages")], packages="Packages")
    page.show_problem("The interpreter is wrong.")
    return page


def the_keys(_tmp_path):
    page = DriveKeysDialog("No gamepad is connected.")
    page.show_value(DEFAULT_KEYS, 0)
    return page


def a_page(tmp_path):
    (tmp_path / "page.md").write_text("# Page\n")
    return PageDialog("Page", tmp_path / "page.md")


DIALOGS = {
    the_preferences: True,
    the_keys: True,
    a_page: False,
    lambda _tmp_path: KeyOverview(()): False,
    lambda _tmp_path: ComparisonDialog(): False,
    lambda _tmp_path: RecommendedDialog(Opponent.SAME): False,
    lambda _tmp_path: PacksDialog(): False,
}
"""True for a dialog that is as high as its content."""


pytestmark = pytest.mark.parametrize("themed", [Theme.LIGHT], indirect=True)
"""Themes change colours and no sizes."""


@pytest.fixture(params=["en", "de"])
def shown(request, monkeypatch, themed, qtbot, tmp_path):
    """Shows a dialog in one of the window's languages on a screen."""
    if request.param == "de":
        request.getfixturevalue("german")

    def show(make, size):
        monkeypatch.setattr(ScreenDialog, "screen", lambda _dialog: Screen(*size))
        dialog = make(tmp_path)
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitExposed(dialog)
        return dialog

    return show


@pytest.mark.parametrize("make", DIALOGS)
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_dialog_is_on_the_screen_with_its_buttons(shown, make, size):
    dialog = shown(make, size)
    assert QRect(0, 0, *size).contains(dialog.rect())
    for box in dialog.findChildren(QDialogButtonBox):
        assert dialog.rect().contains(QRect(box.mapTo(dialog, box.rect().topLeft()), box.size()))


@pytest.mark.parametrize("make", [make for make, is_whole in DIALOGS.items() if is_whole])
@pytest.mark.parametrize(("size", "scrolls"), [(HALF_OF_A_LAPTOP, True), (LARGE, False)])
def test_a_dialog_scrolls_only_where_its_content_has_no_room(shown, qtbot, make, size, scrolls):
    dialog = shown(make, size)
    area = dialog.findChild(QScrollArea)
    qtbot.waitUntil(lambda: (area.verticalScrollBar().maximum() > 0) is scrolls)
    assert area.horizontalScrollBar().maximum() == 0
    assert dialog.height() <= size[1]
    close = dialog.findChild(QDialogButtonBox)
    assert dialog.rect().contains(QRect(close.mapTo(dialog, close.rect().topLeft()), close.size()))
