"""The list of entries keeps its scroll position and its row height while entries are added and removed."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage

from tests.widgets.library.shown_entries import ROOT, entry, shown


def test_the_list_keeps_its_place_while_entries_arrive(panel):
    panel.take_entries([entry(f"n{number:03}") for number in range(100)])
    panel.show_entry(ROOT / "n050" / "bot.toml")
    before = panel.view.verticalScrollBar().value()
    assert before > 0
    panel.take_entries([entry("zzz"), entry("n050x")])
    assert panel.view.current.name == "n050"
    assert panel.view.verticalScrollBar().value() == before
    panel.drop_entries([ROOT / "n050" / "bot.toml"])
    assert panel.view.current.name == "n050x"


def test_an_entry_that_changes_is_shown_anew(full):
    full.take_entries([entry("Alpha", description="Now with words.")])
    assert "Now with words." in full.details.text.toPlainText()
    assert len(full.model.shown) == 4


def test_a_folder_that_is_removed_takes_its_entries_along(full):
    full.take_entries([entry("Other", root=Path("/elsewhere"))])
    full.drop_root(ROOT)
    assert shown(full) == ["Other"]


def test_pictures_are_asked_for_when_they_are_in_view(panel, qtbot):
    asked = []
    panel.logos.wanted.connect(asked.append)
    panel.take_entries([entry(f"n{number:03}", logo=ROOT / f"{number}.png") for number in range(100)])
    qtbot.waitUntil(lambda: len(asked) > 3)
    assert len(asked) < 30
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(QColor("#ff0000"))
    panel.logos.take(asked[0], image)
    panel.logos.take(asked[1], QImage())
    assert panel.model.logo(panel.model.shown[0]) is not None
    assert panel.model.logo(panel.model.shown[1]) is None
    before = list(asked)
    panel.view.viewport().repaint()
    qtbot.wait(80)
    assert asked == before, "each is asked for once"
    row = panel.view.visualRect(panel.model.index(0))
    assert panel.view.viewport().grab(row).toImage().pixelColor(24, row.height() // 2) == QColor("#ff0000")


def test_every_theme_draws_every_row(full, themed):
    before = full.grab().toImage()
    full.set_looks(themed)
    full.show_marks([ROOT / "Alpha" / "bot.toml"], [])
    assert full.grab().toImage() != before


def test_a_row_is_drawn_again_when_it_looks_different(full):
    row = full.view.visualRect(full.model.index(1))

    def picture():
        return full.view.viewport().grab(row).toImage()

    plain = picture()
    assert picture() == plain
    full.show_marks([ROOT / "Beta" / "bot.toml"], [])
    starred = picture()
    assert starred != plain
    full.take_entries([replace(full.model.shown[1], name="Bita", path=ROOT / "Beta" / "bot.toml")])
    assert picture() != starred


def test_rows_have_one_height(full):
    heights = {full.view.visualRect(full.model.index(row)).height() for row in range(4)}
    assert len(heights) == 1
    assert full.view.indexAt(QPoint(5, 5)).row() == 0


def test_the_current_entry_stays_in_view_when_its_details_take_room(panel, qtbot):
    panel.take_entries([entry(f"n{number:03}") for number in range(60)])
    panel.show_entry(ROOT / "n012" / "bot.toml")
    qtbot.waitUntil(lambda: panel.details.isVisible() and panel.details.height() > 50)
    view = panel.view
    qtbot.waitUntil(lambda: view.viewport().rect().contains(view.visualRect(view.currentIndex()).center()))
