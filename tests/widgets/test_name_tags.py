"""Names below cars are whole, short or left out, depending on the room of the field; short names still differ."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, QSizeF
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QImage, QPainter
from PySide6.QtWidgets import QToolTip

from runtime.model.values import ORIGIN, TouchView
from widgets.stage.actors import PixmapCache
from widgets.stage.arena_canvas import ArenaCanvas
from widgets.stage.camera import Projection
from widgets.stage.field import SOCCAR
from widgets.stage.name_tags import MAX_LETTERS, MAX_SHORT, MAX_WHOLE, PADDING_PX, NameTags, short_names
from widgets.stage.scene import Scene
from widgets.words import names_in_teams, names_with_teams

NAMES = ("Chaser", "Striker", "Keeper", "Chaser (2)", "Striker (2)", "Keeper (2)")


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (NAMES, ("Cha", "Str", "Kee", "Cha2", "Str2", "Kee2")),
        (("Red Baron", "The Red Baron of Oz", "Big Bad Wolf (3)"), ("RB", "TRB", "BBW3")),
        (("Chaser", "Chaperon"), ("Chas", "Chap")),
        (("Bot 00", "Bot 01"), ("Bot00", "Bot01")),
        (("Red Baron", "Ruby Bird"), ("ReB", "RuB")),
        (("Aggressor One", "Aggressor Onyx"), ("AggrO", "AggrO")),
        (("A", "", "...", "99 (2)"), ("A", "", "...", "992")),
        (("Größe", "Пеле", "あいう えお"), ("Grö", "Пел", "あえ")),
    ],
)
def test_names_in_a_few_letters(names, short):
    assert tuple(short_names(names)[name] for name in names) == short


@given(st.lists(st.text(max_size=40), max_size=20))
def test_any_name_has_a_short_form(names):
    short = short_names(names)
    assert set(short) == set(names)
    assert all(len(words) <= 2 * MAX_LETTERS for words in short.values())


@pytest.fixture
def tags(qapp, dark):
    return NameTags(PixmapCache(dark, 1.0))


def scale_for(names, font, share):
    """Returns the scale at which these names cover this share of the field."""
    metrics = QFontMetricsF(font)
    covered = sum(metrics.horizontalAdvance(name) + 2 * PADDING_PX for name in names) * metrics.height()
    px = (covered / share / (4 * SOCCAR.side_x * SOCCAR.back_y)) ** 0.5
    return replace(Projection.from_above(QSizeF()), focal_px=px)


@pytest.mark.parametrize(("change", "is_whole"), [(0.99, True), (1.0, True), (1.01, False)])
def test_names_are_whole_while_the_field_has_the_room(tags, qapp, a_car, change, is_whole):
    cars = tuple(a_car(index, name=name, team=0) for index, name in enumerate(NAMES))
    scale = scale_for(NAMES, qapp.font(), MAX_WHOLE * change * (1 - 1e-9))
    words = tags.words(cars, qapp.font(), scale, SOCCAR)
    assert words == ({name: name for name in NAMES} if is_whole else short_names(NAMES))


@pytest.mark.parametrize(("change", "is_shown"), [(0.99, True), (1.0, True), (1.01, False)])
def test_in_a_crowd_there_are_none(tags, qapp, a_car, change, is_shown):
    cars = tuple(a_car(index, name=name, team=0) for index, name in enumerate(NAMES))
    scale = scale_for(short_names(NAMES).values(), qapp.font(), MAX_SHORT * change * (1 - 1e-9))
    assert bool(tags.words(cars, qapp.font(), scale, SOCCAR)) is is_shown


def test_another_size_or_another_car_is_judged_anew(tags, qapp, a_car):
    one = (a_car(0, name="Chaser"),)
    large, small = (Projection.from_above(QSizeF(size, size)) for size in (900, 90))
    assert tags.words(one, qapp.font(), large, SOCCAR) == {"Chaser": "Chaser"}
    assert tags.words(one, qapp.font(), small, SOCCAR) != {"Chaser": "Chaser"}
    assert tags.words((a_car(0, name="Keeper"),), qapp.font(), large, SOCCAR) == {"Keeper": "Keeper"}
    assert tags.words((), qapp.font(), large, SOCCAR) == {}


@pytest.mark.parametrize(
    ("cars", "shown"),
    [
        ([("Chaser", 0), ("Chaser (2)", 1)], ["Chaser", "Chaser"]),
        ([("Chaser", 0), ("Chaser (2)", 0)], ["Chaser", "Chaser (2)"]),
        ([("Chaser", 0), ("Chaser (2)", 0), ("Chaser (3)", 1)], ["Chaser", "Chaser (2)", "Chaser"]),
        ([("Bot (2)", 0), ("Keeper", 1)], ["Bot (2)", "Keeper"]),
        ([], []),
    ],
)
def test_the_number_of_a_copy_is_left_out_where_the_team_tells_it_apart(cars, shown):
    assert names_in_teams(cars) == tuple(shown)


@pytest.mark.parametrize(
    ("cars", "shown"),
    [
        ([("Chaser", 0), ("Chaser (2)", 1)], ["Chaser (Blue)", "Chaser (Orange)"]),
        ([("Chaser", 0), ("Chaser (2)", 0)], ["Chaser", "Chaser (2)"]),
        ([("Chaser", 0), ("Chaser (2)", 0), ("Chaser (3)", 1)], ["Chaser", "Chaser (2)", "Chaser (Orange)"]),
        ([("Chaser", 0), ("Chaser (2)", 2)], ["Chaser", "Chaser (2)"]),
        ([("Bot (2)", 0), ("Keeper", 1)], ["Bot (2)", "Keeper"]),
    ],
)
def test_a_sentence_names_the_team_of_a_copy_whose_original_is_in_the_other_team(cars, shown):
    assert names_with_teams(cars) == tuple(shown)


def painted_above(tags, a_view, cars, slow=frozenset()):
    image = QImage(100 * len(cars), 60, QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    painter = QPainter(image)
    scene = Scene(view=a_view(cars=tuple(cars)), slow=slow)
    tags.paint_above(painter, scene, [(car, QPointF(50 + 100 * car.index, 40)) for car in cars])
    painter.end()
    return image


def counted(image, colour, number):
    """Counts the pixels of a colour in the part of the image that shows a car."""
    return sum(
        image.pixelColor(x, y) == QColor(colour)
        for x in range(100 * number, 100 * number + 100)
        for y in range(image.height())
    )


@pytest.mark.parametrize("holder", [None, 0, 1])
def test_the_name_of_the_car_with_the_ball_stands_on_its_teams_colour(tags, dark, a_view, a_car, holder):
    touch = TouchView(game_seconds=1.0, ball_index=0, location=ORIGIN)
    cars = [a_car(index, name="MM", latest_touch=touch if index == holder else None) for index in (0, 1)]
    image = painted_above(tags, a_view, cars)
    on_colour = [counted(image, dark.team(index), index) > 100 for index in (0, 1)]
    assert on_colour == [holder == 0, holder == 1]


def test_the_car_of_a_slow_agent_has_a_red_frame_and_the_word(tags, dark, a_view, a_car):
    image = painted_above(tags, a_view, [a_car(index, name="MM") for index in (0, 1)], frozenset({1}))
    assert [counted(image, dark.bad, index) > 20 for index in (0, 1)] == [False, True]


@pytest.mark.parametrize(("boost", "share"), [(0.0, 0.0), (50.0, 0.5), (100.0, 1.0)])
def test_a_bar_in_the_colour_of_pads_shows_the_boost(tags, dark, a_view, a_car, boost, share):
    image = painted_above(tags, a_view, [a_car(0, name="MMMMMMMM", boost=boost)])
    rows = [sum(image.pixelColor(x, y) == QColor(dark.pad) for x in range(100)) for y in range(60)]
    full = painted_above(tags, a_view, [a_car(0, name="MMMMMMMM", boost=100.0)])
    most = max(sum(full.pixelColor(x, y) == QColor(dark.pad) for x in range(100)) for y in range(60))
    assert max(rows) == pytest.approx(share * most, abs=5)


def test_the_mouse_over_a_car_tells_its_whole_name(qtbot, dark, a_view, a_car):
    canvas = ArenaCanvas(dark)
    qtbot.addWidget(canvas)
    canvas.resize(400, 200)
    canvas.show()
    canvas.show_view(a_view(cars=tuple(a_car(index, name=name, x=900 * index) for index, name in enumerate(NAMES))))

    def point_at(spot):
        canvas.event(QHelpEvent(QHelpEvent.Type.ToolTip, spot, canvas.mapToGlobal(spot)))

    point_at(canvas.projection.spot(900 * 2, 0, 0.0).toPoint())
    assert QToolTip.text() == "Keeper (Blue)\nBoost: 33 of 100"
    point_at(QPoint(2, 2))
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
