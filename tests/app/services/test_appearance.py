"""Light or dark: chosen by the user, or followed from the system."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette

from app.services.appearance import SYSTEM, Appearance
from resources.looks import Theme, style


class System:
    """A system whose light or dark setting can change."""

    def __init__(self, application):
        self.scheme = Qt.ColorScheme.Unknown
        self._hints = application.styleHints()

    def __call__(self):
        return self.scheme

    def choose(self, scheme):
        self.scheme = scheme
        self._hints.colorSchemeChanged.emit(scheme)


@pytest.fixture
def system(qapp):
    yield System(qapp)
    qapp.setStyleSheet("")


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_the_users_choice_wins(qapp, system, choice):
    system.choose(Qt.ColorScheme.Light if choice == "dark" else Qt.ColorScheme.Dark)
    appearance = Appearance(qapp, choice, system)
    assert appearance.looks.theme is Theme(choice)
    appearance.dress()
    assert appearance.looks.theme is Theme(choice)


def test_the_system_is_followed(qapp, system, qtbot):
    system.choose(Qt.ColorScheme.Light)
    appearance = Appearance(qapp, SYSTEM, system)
    appearance.dress()
    assert appearance.looks.theme is Theme.LIGHT
    with qtbot.waitSignal(appearance.looks_changed) as changed:
        system.choose(Qt.ColorScheme.Dark)
    assert changed.args[0].theme is Theme.DARK
    assert qapp.palette().window().color().name() == changed.args[0].window
    with qtbot.waitSignal(appearance.looks_changed):
        system.choose(Qt.ColorScheme.Light)


@pytest.mark.parametrize(("window", "theme"), [("#7f7f7f", Theme.DARK), ("#808080", Theme.LIGHT)])
def test_a_system_without_a_scheme_is_judged_by_its_palette(qapp, system, window, theme):
    qapp.setPalette(QPalette(QColor("#cccccc"), QColor(window)))
    appearance = Appearance(qapp, SYSTEM, system)
    assert appearance.looks.theme is theme
    appearance.dress()
    assert appearance.looks.theme is theme


@pytest.mark.parametrize(
    ("window", "scheme", "theme"),
    [("#000000", Qt.ColorScheme.Light, Theme.LIGHT), ("#ffffff", Qt.ColorScheme.Dark, Theme.DARK)],
)
def test_the_systems_scheme_is_asked_when_the_window_is_dressed(qapp, system, window, scheme, theme):
    qapp.setPalette(QPalette(QColor("#cccccc"), QColor(window)))
    system.choose(scheme)
    appearance = Appearance(qapp, SYSTEM, system)
    assert appearance.looks.theme is not theme
    appearance.dress()
    assert appearance.looks.theme is theme
    assert qapp.palette().window().color().name() == appearance.looks.window
    assert qapp.styleSheet() == style(theme)


def test_the_same_theme_again_is_no_change(qapp, system, qtbot):
    system.choose(Qt.ColorScheme.Dark)
    appearance = Appearance(qapp, SYSTEM, system)
    appearance.dress()
    with qtbot.assertNotEmitted(appearance.looks_changed):
        appearance.choose("dark")
    with qtbot.waitSignal(appearance.looks_changed):
        appearance.choose("light")
    assert appearance.choice == "light"


def test_the_style_sheet_comes_when_it_is_asked_for_and_follows_the_theme(qapp, system):
    appearance = Appearance(qapp, "light", system)
    appearance.choose("dark")
    assert qapp.styleSheet() == ""
    appearance.dress()
    assert qapp.styleSheet() == style(Theme.DARK)
    appearance.choose("light")
    assert qapp.styleSheet() == style(Theme.LIGHT)
