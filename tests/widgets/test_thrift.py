"""What is shown already costs nothing, and what is drawn thirty times a second is not made anew each time."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QSize, QSizeF
from PySide6.QtWidgets import QLabel, QProxyStyle, QWidget

from resources.looks import icon_svg
from widgets.bottom.bottom_bar import BottomBar, Lamp, Lamps, LampsValue
from widgets.looks import Tinted, set_tone, tinted_icon, tinted_pixmap
from widgets.plots.telemetry_plot import CurveName, Curves, TelemetryPlot
from widgets.stage.actors import MOST, PixmapCache
from widgets.stage.arena_canvas import ArenaCanvas
from widgets.teams.agent_card import AgentCard
from widgets.teams.card_value import CardAction, Figures


class Counter(QObject):
    """Counts events of a kind that a widget and its children get."""

    def __init__(self, widget, kind):
        super().__init__(widget)
        self.count = 0
        self._kind = kind
        for each in (widget, *widget.findChildren(QWidget)):
            each.installEventFilter(self)

    def eventFilter(self, watched, event):
        self.count += event.type() is self._kind
        return False


@pytest.fixture
def bottom(qtbot, dark):
    bar = BottomBar(dark)
    qtbot.addWidget(bar)
    return bar


def lamps_value(agents="16 of 16 agents play", tone="good"):
    server, game = Lamp(text="server on", tone="good"), Lamp(text="playing", tone="good")
    return LampsValue(server=server, game=game, agents=Lamp(text=agents, tone=tone))


def test_lamps_change_with_their_value_alone(qtbot):
    lamps = Lamps()
    qtbot.addWidget(lamps)
    told = Counter(lamps, QEvent.Type.ToolTipChange)
    lamps.show_value(lamps_value())
    after_first = told.count
    assert after_first
    lamps.show_value(lamps_value())
    assert told.count == after_first
    lamps.show_value(lamps_value("15 of 16 agents play", "accent"))
    assert told.count > after_first


def test_the_pause_button_is_drawn_when_it_looks_different(bottom, themed):
    bottom.set_looks(themed)
    bottom.show_pause(reason="", is_paused=False)
    drawn = bottom.pause_button.icon().cacheKey()
    bottom.show_pause(reason="", is_paused=False)
    assert bottom.pause_button.icon().cacheKey() == drawn
    for changed in ({"reason": "", "is_paused": True}, {"reason": "No match.", "is_paused": False}):
        bottom.show_pause(**changed)
        assert bottom.pause_button.icon().cacheKey() != drawn
        drawn = bottom.pause_button.icon().cacheKey()


def test_the_game_chooser_changes_when_a_match_begins_or_ends(bottom):
    chooser = bottom.chooser
    idle_hint = chooser.games.toolTip()
    assert idle_hint
    told = Counter(chooser, QEvent.Type.ToolTipChange)
    chooser.set_running(is_running=False)
    assert not told.count
    chooser.set_running(is_running=True)
    assert told.count
    assert not chooser.games.isEnabled()
    assert chooser.games.toolTip() != idle_hint
    chooser.set_running(is_running=False)
    assert chooser.games.isEnabled()
    assert chooser.games.toolTip() == idle_hint


def test_nobody_looks_through_the_samples_of_a_curve_for_its_extent(qtbot, dark):
    plot = TelemetryPlot(dark)
    qtbot.addWidget(plot)
    plot.build()
    plot.show_names((CurveName(name="Striker", team=0),))
    rooms = [bundle.boundingRect() for bundle in plot._bundles]
    times, row = np.linspace(-20.0, 0.0, 50), np.full((1, 50), 90.0)
    plot.show_curves(Curves(times_s=times, speeds=row, boosts=row))
    for bundle, room, shown in zip(plot._bundles, rooms, plot._plots, strict=True):
        assert bundle.boundingRect() == room
        assert room.contains(-20.0, 0.0)
        assert (room.top(), room.bottom()) == pytest.approx(tuple(shown.getPlotItem().viewRange()[1]))


def test_a_stamp_is_made_once_as_long_as_there_is_room(dark, qapp):
    pixmaps, made = PixmapCache(dark, 2.0), []

    def picture(key):
        return pixmaps.picture(key, lambda: QSizeF(10.2, 4.0), lambda _painter: made.append(key))

    assert picture(0) is picture(0)
    assert made == [0]
    assert picture(0).size() == QSize(21, 8)
    for key in range(MOST):
        picture(key)
    assert len(pixmaps) == len(made) == MOST
    picture(MOST)
    assert len(pixmaps) == 1
    picture(0)
    assert made[-2:] == [MOST, 0]


def test_pads_and_names_are_painted_when_they_change(qtbot, dark, a_view, a_car, monkeypatch):
    canvas, painted = ArenaCanvas(dark), []
    qtbot.addWidget(canvas)
    canvas.show()
    qtbot.waitExposed(canvas)
    monkeypatch.setattr("widgets.stage.arena_canvas.paint_pads", lambda *_: painted.append(1))
    cars = tuple(a_car(number) for number in range(3))

    def show(is_active):
        canvas.show_view(a_view(cars=cars, pads_active=(is_active, True)))
        canvas.grab()
        return len(painted), len(canvas._pixmaps)

    first = show(is_active=True)
    assert first == (1, 4), "three names and the ring around every car"
    assert show(is_active=True) == first
    assert show(is_active=False) == (2, 4)
    canvas.resize(500, 400)
    assert show(is_active=False) == (3, 4)


class CountingStyle(QProxyStyle):
    """Counts how often a widget is given its style."""

    def __init__(self):
        super().__init__("Fusion")
        self.count = 0

    def polish(self, what):
        self.count += isinstance(what, QWidget)
        return super().polish(what)


def test_a_widget_is_restyled_when_a_property_changes_after_it_got_its_style(qtbot):
    label, style = QLabel("text"), CountingStyle()
    label.setStyle(style)
    qtbot.addWidget(label)
    style.count = 0
    set_tone(label, "bad")
    assert style.count == 0, "it gets its style when it is shown"
    label.show()
    shown = style.count
    assert shown
    set_tone(label, "bad")
    assert style.count == shown
    set_tone(label, "good")
    assert style.count == shown + 1
    label.setStyle(None)


def test_an_icon_of_one_colour_is_drawn_once_for_each_size(qapp, monkeypatch):
    drawn = []
    monkeypatch.setattr("widgets.looks.icon_svg", lambda name, colour: drawn.append(name) or icon_svg(name, colour))
    tinted = Tinted(name="start", colour="#0a0b0c")
    for _ in range(2):
        assert not tinted_icon(tinted).isNull()
    assert len(drawn) == 1
    for _ in range(2):
        assert tinted_pixmap(tinted, 16, 1.5).width() == 24
    assert len(drawn) == 2


def test_figures_of_an_agent_leave_the_buttons_of_its_card_alone(qtbot, a_card):
    card = AgentCard(a_card())
    qtbot.addWidget(card)
    card.set_locked(is_locked=True)
    told = Counter(card.buttons[CardAction.RESTART], QEvent.Type.ToolTipChange)
    card.show_card(a_card(figures=Figures(answers_per_s=119.0, late_share=0.0)))
    card.show_card(a_card(figures=Figures(answers_per_s=120.0, late_share=0.0)))
    assert told.count == 0
    card.show_card(a_card(name="Another"))
    assert told.count == 1
    assert "Another" in card.buttons[CardAction.RESTART].accessibleName()
