"""The window as a whole: shortcuts, names for screen readers, sizes, and closing only when allowed."""

import itertools
from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QDockWidget,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QScrollArea,
    QWidget,
)

import widgets
from app.panels import DOCKS
from widgets.feed.feed_panel import FeedPanel
from widgets.main_window import USUAL_FRAME, MainWindow, fitted
from widgets.notices.notice import WARNING, Notice


@pytest.mark.parametrize(
    ("key", "modifier"),
    [
        (Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_Enter, Qt.KeyboardModifier.ControlModifier),
    ],
)
def test_start_by_key(main_window, qtbot, key, modifier):
    main_window.bottom.show_buttons(start="", stop="")
    with qtbot.waitSignal(main_window.bottom.start_requested):
        qtbot.keyClick(main_window, key, modifier)


def test_stop_by_key(main_window, qtbot):
    main_window.bottom.show_buttons(start="", stop="")
    with qtbot.waitSignal(main_window.bottom.stop_requested):
        qtbot.keyClick(main_window, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)


@pytest.mark.parametrize("has_text", [True, False])
def test_escape_clears_a_search_field_and_never_stops_a_match(main_window, qtbot, has_text):
    main_window.bottom.show_buttons(start="", stop="")
    main_window.workspace.show_panel("log")
    log, options = main_window.log, main_window.options
    main_window.pages.setCurrentWidget(options)
    with qtbot.assertNotEmitted(main_window.bottom.stop_requested):
        for field in (main_window.library.filters.search, log.filter, log.search, options.search):
            field.setFocus()
            field.setText("x" if has_text else "")
            qtbot.keyClick(field, Qt.Key.Key_Escape)
            assert field.text() == ""
        qtbot.keyClick(main_window, Qt.Key.Key_Escape)


def test_escape_closes_the_palette_and_leaves_the_match(main_window, qtbot):
    main_window.bottom.show_buttons(start="", stop="")
    main_window.activateWindow()
    main_window.commands.palette.trigger()
    qtbot.waitUntil(main_window.palette_box.typed.hasFocus)
    with qtbot.assertNotEmitted(main_window.bottom.stop_requested):
        qtbot.keyClick(main_window.palette_box.typed, Qt.Key.Key_Escape)
    assert not main_window.palette_box.isVisible()


def test_keys_work_in_the_arenas_own_window_too(main_window, qtbot):
    main_window.commands.apart.trigger()
    own = main_window.stage.window()
    assert own is not main_window
    own.activateWindow()
    qtbot.waitUntil(own.isActiveWindow)
    main_window.bottom.show_buttons(start="", stop="")
    with qtbot.waitSignal(main_window.bottom.start_requested):
        QTest.keyClick(own, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    for is_full in (True, False):
        QTest.keyClick(own, Qt.Key.Key_F11)
        assert own.isFullScreen() is is_full
    QTest.keyClick(own, Qt.Key.Key_F11, Qt.KeyboardModifier.ShiftModifier)
    assert main_window.stage.window() is main_window
    assert not main_window.isFullScreen()


@pytest.mark.parametrize("back", [Qt.Key.Key_F11, Qt.Key.Key_Escape])
def test_f11_shows_the_arena_alone_and_f11_or_escape_returns(main_window, qtbot, back):
    bars = (main_window.header, main_window.bottom)
    qtbot.keyClick(main_window, Qt.Key.Key_F11)
    assert main_window.isFullScreen()
    assert main_window.stage.isVisible()
    assert [bar.isVisible() for bar in (*bars, main_window.pages, main_window.library)] == [False] * 4
    qtbot.keyClick(main_window.focusWidget() or main_window, back)
    assert not main_window.isFullScreen()
    assert [bar.isVisible() for bar in (*bars, main_window.pages, main_window.library)] == [True] * 4


def contexts(action):
    """Returns where the keys of an action work: everywhere (None), or in the widgets that it belongs to."""
    parts = [part for part in action.associatedObjects() if isinstance(part, QWidget)]
    if action.shortcutContext() is Qt.ShortcutContext.WidgetWithChildrenShortcut:
        return parts
    return [None] if parts else []


def meet(one, other):
    return one is None or other is None or one is other or one.isAncestorOf(other) or other.isAncestorOf(one)


def test_no_key_reaches_two_actions(main_window):
    """Qt ignores a key sequence that occurs twice, even if one action has it twice."""
    reached = [
        (keys.toString(), context, action.text())
        for action in main_window.findChildren(QAction)
        for keys in action.shortcuts()
        for context in contexts(action)
    ]
    assert {"Ctrl+Q", "Ctrl+.", "F11", "Ctrl+F"} <= {keys for keys, _, _ in reached}
    pairs = itertools.combinations(reached, 2)
    assert [(a, b) for a, b in pairs if a[0] == b[0] and meet(a[1], b[1])] == []


def test_no_key_depends_on_the_system():
    """Qt's standard keys differ between systems: the one for Quit is Ctrl+Q on Linux, and none on Windows."""
    root = Path(widgets.__file__).parents[1]
    sources = [path for room in ("app", "widgets") for path in sorted((root / room).rglob("*.py"))]
    assert [path for path in sources if "QKeySequence.StandardKey" in path.read_text(encoding="utf-8")] == []


SCREEN = QRect(0, 0, 1366, 768)


@pytest.mark.parametrize(
    ("window", "fits"),
    [
        ((40, 40, 1280, 700), (40, 40, 1280, 700)),
        ((0, 0, 1366, 768), (0, 0, 1366, 768)),
        ((0, 0, 1367, 769), (0, 0, 1366, 768)),
        ((86, 68, 1280, 700), (86, 68, 1280, 700)),
        ((87, 69, 1280, 700), (86, 68, 1280, 700)),
        ((-5, -9, 1280, 700), (0, 0, 1280, 700)),
        ((5000, 3000, 2560, 1440), (0, 0, 1366, 768)),
    ],
)
def test_a_window_is_fitted_into_its_screen(window, fits):
    assert fitted(QRect(*window), SCREEN) == QRect(*fits)


def test_on_a_screen_that_is_not_the_first(qtbot):
    assert fitted(QRect(100, 100, 1000, 700), QRect(1920, 200, 1024, 640)) == QRect(1920, 200, 1000, 640)


def test_keys_do_not_press_a_button_that_is_off(main_window, qtbot):
    main_window.bottom.show_buttons(start="no", stop="no")
    with qtbot.assertNotEmitted(main_window.bottom.start_requested):
        qtbot.keyClick(main_window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def test_open_save_and_quit_by_key(main_window, qtbot, an_overview):
    main_window.header.show_overview(an_overview(is_dirty=True))
    control = Qt.KeyboardModifier.ControlModifier
    with qtbot.waitSignal(main_window.header.open_requested):
        qtbot.keyClick(main_window, Qt.Key.Key_O, control)
    with qtbot.waitSignal(main_window.header.save_requested):
        qtbot.keyClick(main_window, Qt.Key.Key_S, control)
    with qtbot.waitSignal(main_window.close_requested):
        qtbot.keyClick(main_window, Qt.Key.Key_Q, control)
    assert main_window.isVisible()


def test_it_closes_only_when_allowed(main_window, qtbot):
    with qtbot.waitSignal(main_window.close_requested):
        assert not main_window.close()
    assert main_window.isVisible()
    main_window.allow_close()
    qtbot.waitUntil(lambda: not main_window.isVisible())


@pytest.mark.parametrize("key", ["plots", "log", "problems", "notices"])
@pytest.mark.parametrize("modifier", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier])
def test_tab_stops_only_where_something_can_be_seen(main_window, qtbot, key, modifier):
    main_window.workspace.show_panel(key)
    qtbot.waitUntil(lambda: main_window.workspace.is_shown(key))
    main_window.activateWindow()
    start = main_window.bottom.chooser.games
    start.setFocus()
    stops = []
    while main_window.focusWidget() is not start or not stops:
        stops.append(main_window.focusWidget())
        qtbot.keyClick(stops[-1], Qt.Key.Key_Tab, modifier)
        assert len(stops) < 100
    assert [stop for stop in stops if stop.visibleRegion().isEmpty()] == []
    assert (main_window.log.choice in stops) is (key == "log")
    assert (main_window.problems.rows in stops) is (key == "problems")
    assert main_window.library.filters.search in stops


def test_tab_goes_down_one_team_before_the_next(main_window, qtbot, a_card):
    blue, orange, _ = main_window.teams
    for count in range(1, 4):
        for team, column in enumerate((blue, orange)):
            column.show_cards([a_card(key=f"{team}-{place}", team=team) for place in reversed(range(count))])
    qtbot.waitUntil(lambda: [card.isVisible() for column in (blue, orange) for card in column.cards] == [True] * 6)
    main_window.activateWindow()
    blue.menu_button.setFocus()
    places = []
    while not orange.add_button.hasFocus():
        qtbot.keyClick(main_window.focusWidget(), Qt.Key.Key_Tab)
        focused = main_window.focusWidget()
        column = blue if blue.isAncestorOf(focused) else orange
        on_card = [place for place, card in enumerate(column.cards) if card is focused or card.isAncestorOf(focused)]
        card = on_card[0] if on_card else 9
        places.append((column is orange, card))
        assert len(places) < 40
    places.remove((True, 9))  # the tab order visits the menu of the second team before its cards
    assert places == sorted(places)
    assert {card for _, card in places} == {0, 1, 2, 9}


def test_every_control_has_a_name(main_window, a_card):
    for team in main_window.teams:
        team.show_cards([a_card()])
    controls = [
        child
        for kind in (QAbstractButton, QComboBox, QListWidget, QPlainTextEdit)
        for child in main_window.findChildren(kind)
        if not child.objectName().startswith("qt_") and not isinstance(child.parent(), QLineEdit)
    ]
    assert len(controls) > 10
    for control in controls:
        assert control.accessibleName(), control


@pytest.mark.parametrize(("size", "least_px"), [((1024, 640), 200), ((1280, 800), 300), ((900, 600), 160)])
def test_start_and_stop_are_in_view_at_every_size(main_window, qtbot, size, least_px, a_card):
    main_window.teams[0].show_cards([a_card(str(place)) for place in range(32)])
    main_window.resize(*size)
    qtbot.waitUntil(lambda: (main_window.width(), main_window.height()) == size)
    for button in (main_window.bottom.start_button, main_window.bottom.stop_button):
        place = button.mapTo(main_window, button.rect().bottomRight())
        assert main_window.rect().contains(place)
    qtbot.waitUntil(lambda: main_window.stage.canvas.height() >= least_px)


class SmallScreen:
    """Stands for a screen of another size, which the offscreen platform does not have."""

    def __init__(self, *available):
        self._available = QRect(*available)

    def availableGeometry(self):  # noqa: N802 - Qt's name
        return self._available


@pytest.mark.parametrize("available", [(0, 0, 1366, 768), (0, 0, 1024, 640), (1920, 30, 1024, 610), (0, 0, 800, 480)])
def test_the_window_fits_itself_when_its_screen_changes(main_window, qtbot, monkeypatch, available):
    main_window.setGeometry(3000, 2000, 1600, 1200)
    monkeypatch.setattr(main_window, "screen", lambda: SmallScreen(*available))
    main_window.windowHandle().screen().availableGeometryChanged.emit(QRect(*available))
    qtbot.waitUntil(lambda: QRect(*available).contains(main_window.frameGeometry()))
    for button in (main_window.bottom.start_button, main_window.bottom.stop_button, main_window.bottom.chooser.paces):
        assert main_window.rect().contains(button.mapTo(main_window, button.rect().bottomRight()))


@pytest.fixture(params=["en", "de"])
def language(request):
    """Each language of the window; to be named before the window."""
    if request.param == "de":
        request.getfixturevalue("german")


def test_on_a_screen_without_room_the_window_scrolls_and_nothing_overlaps(
    language, main_window, qtbot, monkeypatch, a_card
):
    window = main_window
    for team in window.teams[:2]:
        team.show_cards([a_card(team=window.teams.index(team))])
    monkeypatch.setattr(window, "screen", lambda: SmallScreen(0, 0, 683, 384))
    window.fit_to_screen()
    window.resize(1, 1)
    qtbot.waitUntil(lambda: window.width() <= 683 and window.height() <= 384)
    qtbot.waitUntil(lambda: window.workspace.width() >= 900)
    area = next(area for area in window.findChildren(QScrollArea) if area.widget() is window.workspace)
    assert area.horizontalScrollBar().maximum() > 0
    assert area.verticalScrollBar().maximum() > 0
    qtbot.waitUntil(lambda: overlaps(window.workspace) == [])
    for button in (window.bottom.start_button, window.bottom.stop_button):
        assert window.rect().contains(button.mapTo(window, button.rect().bottomRight()))
    window.workspace.show_panel("feed")
    qtbot.waitUntil(lambda: not window.panel(FeedPanel).visibleRegion().isEmpty())
    window.commands.alone.trigger()
    qtbot.waitUntil(window.isFullScreen)
    assert window.workspace.minimumSizeHint().width() < 683, "the arena alone needs no scrolling"
    window.commands.alone.trigger()
    qtbot.waitUntil(lambda: window.workspace.width() >= 900)


def overlaps(workspace):
    """Pairs of panels, teams and arena that share a part of the workspace."""
    docks = [dock for dock in workspace.findChildren(QDockWidget) if dock.isVisible() and dock.x() >= 0]
    places = [(part.objectName(), part.geometry()) for part in (*docks, workspace.centralWidget())]
    return [(one[0], two[0]) for one, two in itertools.combinations(places, 2) if one[1].intersects(two[1])]


def test_a_window_that_was_never_shown_keeps_room_for_its_frame(qtbot, monkeypatch):
    window = MainWindow()
    qtbot.addWidget(window)
    monkeypatch.setattr(window, "screen", lambda: SmallScreen(0, 0, 1366, 768))
    window.fit_to_screen()
    assert window.size().toTuple() == (1280, 768 - USUAL_FRAME.top() - USUAL_FRAME.bottom())


def test_the_title_marks_unsaved_changes(main_window):
    main_window.show_title("1v1", is_dirty=True)
    assert main_window.isWindowModified()
    assert "1v1" in main_window.windowTitle()


def test_every_theme_reaches_every_region(main_window, themed, a_card, a_view):
    main_window.teams[0].show_cards([a_card()])
    main_window.stage.show_view(a_view())
    main_window.set_looks(themed)
    assert not main_window.grab().isNull()


def test_notices_move_nothing(main_window, qtbot):
    def places():
        parts = (main_window.header, main_window.workspace, main_window.bottom)
        return [part.geometry().getRect() for part in parts]

    before = places()
    for text in ("short", "A notice that is much too long for one line, and for two lines as well. " * 9):
        main_window.show_notice(Notice(text=text, tone=WARNING, action="Do", other_action="Other action"))
        qtbot.waitUntil(main_window.notices.isVisible)
        qtbot.wait(20)
        assert places() == before
        assert main_window.notices.text.toolTip() == text
    main_window.notices.dismiss()
    main_window.notices.dismiss()
    qtbot.wait(20)
    assert places() == before


@pytest.fixture
def frame(qtbot, qapp):
    """A window that has been painted and has its places, but is not complete."""
    window = MainWindow()
    with qtbot.waitSignal(window.painted):
        window.show()
    window.make_places(DOCKS)
    yield window
    window.allow_close()
    qtbot.waitUntil(lambda: not window.isVisible())
    window.deleteLater()


def complete(window, looks, turn):
    """Completes the window and calls `turn` between the steps."""
    for _ in window.make_regions(looks):
        turn()
    for _ in window.show_regions():
        turn()


def no_turn():
    """Starts the next step at once."""


def one_turn():
    """Runs one turn of the event loop between two steps, as in the program; this also deletes objects that are due."""
    loop = QEventLoop()
    QTimer.singleShot(0, loop, loop.quit)
    loop.exec()


@pytest.fixture
def done(frame):
    """Records the actions of the window once it is complete and Start is enabled."""
    done = []

    def connect():
        frame.bottom.show_buttons(start="", stop="")
        frame.bottom.start_requested.connect(lambda: done.append("started"))
        frame.header.open_requested.connect(lambda: done.append("opened"))

    frame.completed.connect(connect)
    frame.paths_dropped.connect(lambda dropped: done.append(dropped.paths))
    return done


def on_start(frame):
    """Returns the arguments of a qtbot mouse event at the place of the Start button."""
    return (
        frame.windowHandle(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        QPoint(66, frame.height() - 48),
    )


@pytest.mark.parametrize("turn", [no_turn, one_turn])
def test_input_that_comes_before_the_window_is_complete_takes_effect_afterwards(frame, qtbot, dark, drop, done, turn):
    qtbot.keyClick(frame.windowHandle(), Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    assert drop(frame, Path("/matches/match.toml"))
    qtbot.mouseClick(*on_start(frame))
    assert done == []
    complete(frame, dark, turn)
    assert done == ["opened", (Path("/matches/match.toml"),), "started"]


@pytest.mark.parametrize("released_after", range(4, 30, 5))
def test_a_click_while_the_window_is_completed_takes_effect(frame, qtbot, dark, done, released_after):
    """The button is pressed on a placeholder, which the regions then replace."""
    turns = itertools.count()

    def turn():
        one_turn()
        if next(turns) == released_after:
            qtbot.mouseRelease(*on_start(frame))

    qtbot.mousePress(*on_start(frame))
    complete(frame, dark, turn)
    if next(turns) <= released_after:
        qtbot.mouseRelease(*on_start(frame))
    assert done == ["started"]


@pytest.mark.parametrize("turn", [no_turn, one_turn])
def test_an_early_double_click_is_two_clicks_as_on_a_complete_window(frame, qtbot, dark, done, turn):
    QTest.mouseDClick(*on_start(frame))
    complete(frame, dark, turn)
    assert done == ["started", "started"]


def test_a_window_that_is_not_complete_closes_without_a_question(frame, qtbot):
    with qtbot.assertNotEmitted(frame.close_requested):
        frame.close()
    assert not frame.isVisible()


def test_completing_moves_no_place(themed, frame, qtbot):
    before = frame.workspace.geometry()
    complete(frame, themed, one_turn)
    assert frame.workspace.geometry() == before
