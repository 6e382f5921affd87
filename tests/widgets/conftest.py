"""Values that widgets show, drops as the window system sends them, and checks that nothing is left behind."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QLocale, QMimeData, QPoint, QPointF, Qt, QTranslator, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from app.panels import DOCKS
from app.services.appearance import palette
from resources.languages import translation_file
from resources.looks import Theme, looks, style
from runtime.model.states import AgentState, Phase
from runtime.model.values import ArenaView, BallView, CarEntry, CarView, MatchOverview, PadPlace
from tests.heap import running_timers
from widgets.main_window import MainWindow
from widgets.teams.card_value import CardValue


@pytest.fixture(autouse=True)
def garbage_waits(no_automatic_garbage_collection):
    """Collects cycles with Qt objects only on the main thread."""


@pytest.fixture
def german(qapp):
    """Shows the window's texts and numbers in German."""
    translator = QTranslator(qapp)
    assert translator.load(str(translation_file("de")))
    qapp.installTranslator(translator)
    before = QLocale()
    QLocale.setDefault(QLocale("de_DE"))
    yield
    QLocale.setDefault(before)
    qapp.removeTranslator(translator)
    translator.deleteLater()


@pytest.fixture(autouse=True)
def nothing_left_behind(qapp):
    """Fails a test that leaves a window or a running timer."""
    yield
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    windows = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    for window in windows:
        window.close()
    assert not windows
    assert not running_timers()


@pytest.fixture(params=list(Theme), ids=lambda theme: theme.value)
def themed(request, qapp):
    """Each of the two themes, applied to the application."""
    chosen = looks(request.param)
    qapp.setStyle("Fusion")
    qapp.setPalette(palette(chosen))
    qapp.setStyleSheet(style(request.param))
    yield chosen
    qapp.setStyleSheet("")


@pytest.fixture
def dark():
    return looks(Theme.DARK)


@pytest.fixture
def a_car():
    def make(index=0, **changes):
        values = {
            "index": index,
            "name": f"Car {index}",
            "team": index % 2,
            "x": 0.0,
            "y": 0.0,
            "z": 17.0,
            "pitch": 0.0,
            "yaw": 0.0,
            "roll": 0.0,
            "speed": 1000.0,
            "boost": 33.0,
            "is_demolished": False,
            "is_supersonic": False,
            "goals": 0,
            "saves": 0,
            "demolitions": 0,
            "score": 0,
        }
        return CarView(**{**values, **changes})

    return make


@pytest.fixture
def a_view():
    def make(**changes):
        values = {
            "frame": 120,
            "phase": Phase.ACTIVE,
            "seconds_elapsed": 1.0,
            "clock_s": 299.0,
            "is_overtime": False,
            "is_unlimited": False,
            "score": (0, 0),
            "cars": (),
            "balls": (BallView(x=0.0, y=0.0, z=93.0, speed=0.0, radius=91.25),),
            "pads": (PadPlace(x=-3584.0, y=0.0, is_big=True), PadPlace(x=0.0, y=-4240.0, is_big=False)),
            "pads_active": (True, False),
        }
        return ArenaView(**{**values, **changes})

    return make


@pytest.fixture
def a_card():
    def make(key="car:0", **changes):
        values = {
            "key": key,
            "log_key": "blue-1",
            "name": "Striker",
            "about": "by somebody",
            "team": 0,
            "state": AgentState.PLAYING,
            "position": 0,
            "has_source": True,
        }
        return CardValue(**{**values, **changes})

    return make


@pytest.fixture
def an_overview():
    def make(**changes):
        values = {
            "title": "1v1",
            "path": Path("/matches/1v1.toml"),
            "is_dirty": False,
            "cars": (
                CarEntry(position=0, name="Striker", team=0, kind="bot", source=None),
                CarEntry(position=1, name="Chaser", team=1, kind="bot", source=None),
            ),
            "scripts": (),
            "game_mode": "Soccar",
            "game_map": "Stadium",
            "match_length": "five minutes",
            "problems": (),
        }
        return MatchOverview(**{**values, **changes})

    return make


@pytest.fixture
def main_window(qtbot, dark):
    window = MainWindow()
    window.resize(1280, 800)
    window.show()
    window.make_places(DOCKS)
    for _ in (*window.make_regions(dark), *window.show_regions()):
        pass
    qtbot.wait(1)  # docks are laid out by the event loop
    qtbot.waitExposed(window)
    yield window
    window.allow_close()
    qtbot.waitUntil(lambda: not window.isVisible())
    window.deleteLater()


@pytest.fixture
def drop():
    """Drops paths on a widget through the native window, as the window system does; returns whether it took them."""

    def do(widget, *paths):
        handle = widget.window().windowHandle()
        place = widget.mapTo(widget.window(), QPoint(widget.width() // 2, widget.height() // 2))
        data = QMimeData()
        data.setUrls([path if isinstance(path, QUrl) else QUrl.fromLocalFile(str(path)) for path in paths])
        rest = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(handle, QDragEnterEvent(place, *rest))
        move = QDragMoveEvent(place, *rest)
        QApplication.sendEvent(handle, move)
        if not move.isAccepted():
            return False
        dropped = QDropEvent(QPointF(place), *rest)
        QApplication.sendEvent(handle, dropped)
        return dropped.isAccepted()

    return do
