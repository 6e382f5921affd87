"""Both themes are readable, and every file that they name exists."""

import itertools
import re

import pytest
from PySide6.QtCore import QByteArray, QPoint, QSize
from PySide6.QtGui import QColor, QIcon
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QProxyStyle, QStyle

from resources.looks import Theme, icon, icon_svg, looks, style
from widgets.looks import OFF_OPACITY, Tinted, tinted_icon

AA_TEXT = 4.5
AA_SHAPE = 3.0
TEXTS = ("text", "muted", "accent", "blue", "orange", "script", "good", "warning", "bad")
GROUNDS = ("window", "surface", "raised", "hover", "selected")


def luminance(colour):
    def linear(part):
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    made = QColor(colour)
    return 0.2126 * linear(made.redF()) + 0.7152 * linear(made.greenF()) + 0.0722 * linear(made.blueF())


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", Theme)
def test_text_can_be_read_on_every_ground(theme):
    chosen = looks(theme)
    for text, ground in itertools.product(TEXTS, GROUNDS):
        assert contrast(getattr(chosen, text), getattr(chosen, ground)) >= AA_TEXT, (text, ground)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("ground", ["start", "start_hover", "stop", "stop_hover"])
def test_strong_buttons_can_be_read(theme, ground):
    chosen = looks(theme)
    assert contrast(chosen.on_strong, getattr(chosen, ground)) >= AA_TEXT
    assert contrast(getattr(chosen, ground), chosen.surface) >= AA_SHAPE


@pytest.mark.parametrize("theme", Theme)
def test_shapes_can_be_reported_from_what_lies_around_them(theme):
    chosen = looks(theme)
    for colour in (chosen.outline, *chosen.blue_curves, *chosen.orange_curves):
        assert contrast(colour, chosen.surface) >= AA_SHAPE, colour
    for colour in (chosen.field_edge, chosen.blue, chosen.orange, chosen.ball_edge):
        assert contrast(colour, chosen.field) >= AA_SHAPE, colour
    assert len({*chosen.blue_curves, *chosen.orange_curves}) == 8


@pytest.mark.parametrize("theme", Theme)
def test_the_style_sheet_is_complete(theme, qapp):
    text = style(theme)
    assert "$" not in text
    for name in re.findall(r'url\("([^"]+)"\)', text):
        assert QSvgRenderer(name).isValid()


def test_every_icon_can_be_drawn(qapp):
    for path in icon("start").parent.glob("*.svg"):
        assert QSvgRenderer(QByteArray(icon_svg(path.stem, "#123456"))).isValid(), path.name
    assert b"#123456" in icon_svg("start", "#123456")


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_the_icon_of_what_is_switched_off_is_fainter(qapp, scale):
    def ink(mode):
        image = made.pixmap(QSize(16, 16), float(scale), mode).toImage()
        return sum(image.pixelColor(x, y).alphaF() for x in range(image.width()) for y in range(image.height()))

    made = tinted_icon(Tinted(name="undo", colour="#ffffff"))
    assert ink(QIcon.Mode.Disabled) == pytest.approx(OFF_OPACITY * ink(QIcon.Mode.Normal), rel=0.05)


def test_an_unknown_icon_names_the_known_ones():
    with pytest.raises(LookupError, match="kickabout"):
        icon("nonsense")


def test_a_team_has_one_colour(dark):
    assert [dark.team(team) for team in (-1, 0, 1, 2, 3)] == [
        dark.blue,
        dark.blue,
        dark.orange,
        dark.script,
        dark.script,
    ]


class StyleWithIcons(QProxyStyle):
    """A style that puts icons on buttons of dialogs, as Linux desktops do."""

    def styleHint(self, hint, option=None, widget=None, returned=None):  # noqa: N802 - Qt's name
        if hint is QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons:
            return 1
        return super().styleHint(hint, option, widget, returned)


def test_buttons_of_dialogs_have_no_icons_of_the_desktop(qtbot, qapp, themed):
    qapp.setStyle(StyleWithIcons("Fusion"))
    kinds = QDialogButtonBox.StandardButton
    box = QDialogButtonBox(kinds.Save | kinds.Discard | kinds.Cancel | kinds.Close)
    qtbot.addWidget(box)
    box.show()
    assert [button.icon().isNull() for button in box.buttons()] == [True] * 4
    qapp.setStyle("Fusion")


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_the_row_of_a_list_that_the_mouse_is_on_is_highlighted(qtbot, themed):
    box = QComboBox()
    qtbot.addWidget(box)
    box.addItems(["one", "two", "three"])
    box.show()
    box.showPopup()
    view = box.view()
    view.setCurrentIndex(box.model().index(1, 0))
    picture = view.grab().toImage()
    edge = [view.visualRect(box.model().index(row, 0)).topRight() - QPoint(3, -4) for row in range(3)]
    grounds = [picture.pixelColor(view.viewport().mapTo(view, place)) for place in edge]
    assert grounds[1].name() == themed.selected
    assert grounds[0] == grounds[2] != grounds[1]
    box.hidePopup()
