"""Countdown, goals and overtime are announced over the arena view, once, with the names of the cars involved."""

from dataclasses import replace

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel

from runtime.model.states import Phase
from widgets.stage.hud.banners import BANNER_S, GO_S, Goal, MatchMoments, Overtime
from widgets.stage.stage_panel import StagePanel


@pytest.fixture
def moments():
    return MatchMoments()


@pytest.fixture
def frame(a_view, a_car):
    """A frame of two against two at a game time."""
    cars = tuple(a_car(index, name=name, team=index // 2) for index, name in enumerate(("Ada", "Bob", "Cleo", "Dan")))

    def make(seconds, phase=Phase.ACTIVE, score=(0, 0), changes=None, **others):
        changed = tuple(replace(car, **(changes or {}).get(car.name, {})) for car in cars)
        return a_view(seconds_elapsed=seconds, phase=phase, score=score, cars=changed, **others)

    return make


@pytest.mark.parametrize(
    ("later_s", "count"), [(0.0, 3), (0.99, 3), (1.01, 2), (1.99, 2), (2.01, 1), (2.99, 1), (3.5, 1)]
)
def test_a_countdown_goes_from_three_to_one(moments, frame, later_s, count):
    moments.update(frame(10.0, Phase.COUNTDOWN), 0.0)
    moments.update(frame(10.0 + later_s, Phase.COUNTDOWN), later_s)
    assert moments.countdown(later_s) == count


@pytest.mark.parametrize(("after_s", "count"), [(0.0, 0), (GO_S - 0.01, 0), (GO_S, None)])
def test_the_kickoff_is_announced_for_a_moment(moments, frame, after_s, count):
    assert moments.countdown(0.0) is None
    moments.update(frame(10.0, Phase.COUNTDOWN), 0.0)
    moments.update(frame(13.0, Phase.KICKOFF), 3.0)
    assert moments.countdown(3.0 + after_s) == count


@pytest.mark.parametrize(
    ("changes", "goal"),
    [
        ({}, ("", "", False)),
        ({"Cleo": {"goals": 1}}, ("Cleo", "", False)),
        ({"Cleo": {"goals": 1}, "Dan": {"assists": 1}}, ("Cleo", "Dan", False)),
        ({"Ada": {"own_goals": 1}}, ("Ada", "", True)),
        ({"Ada": {"own_goals": 1}, "Dan": {"goals": 1}}, ("Ada", "", True)),
    ],
)
def test_a_goal_names_scorer_and_assist_also_when_they_are_known_later(moments, frame, changes, goal):
    moments.update(frame(10.0), 0.0)
    moments.update(frame(10.1, score=(0, 1)), 0.1)
    assert moments.banner(0.1)[0].team == 1
    moments.update(frame(10.2, Phase.GOAL_SCORED, score=(0, 1), changes=changes), 0.2)
    announced = moments.banner(0.2)[0]
    assert isinstance(announced, Goal)
    assert (announced.scorer, announced.assist, announced.is_own_goal) == goal
    assert announced.speed == pytest.approx(frame(0.0).balls[0].speed)


@pytest.mark.parametrize(
    ("changed", "scorer"), [({"goals": 1}, "Keeper"), ({"own_goals": 1}, "Keeper (Blue)")], ids=["goal", "own goal"]
)
def test_a_copy_has_no_number_in_the_banner_of_its_team_and_its_team_in_that_of_the_other(
    moments, a_view, a_car, changed, scorer
):
    copies = (a_car(0, name="Keeper", team=0), a_car(1, name="Keeper (2)", team=1))
    index = 1 if "goals" in changed else 0
    after = tuple(replace(car, **changed) if car.index == index else car for car in copies)
    moments.update(a_view(seconds_elapsed=10.0, cars=copies), 0.0)
    moments.update(a_view(seconds_elapsed=10.1, score=(0, 1), cars=after), 0.1)
    assert moments.banner(0.1)[0].scorer == scorer


@pytest.mark.parametrize(("after_s", "is_shown"), [(0.0, True), (BANNER_S - 0.01, True), (BANNER_S, False)])
def test_a_banner_disappears(moments, frame, after_s, is_shown):
    moments.update(frame(10.0), 0.0)
    moments.update(frame(10.1, is_overtime=True), 0.0)
    assert (moments.banner(after_s) is not None) is is_shown
    if is_shown:
        assert moments.banner(after_s)[0] == Overtime()


@pytest.mark.parametrize(
    ("wall_s", "game_s", "is_shown"), [(0.5, 9.0, True), (0.81, 5.9, True), (0.81, 6.1, False), (3.4, 5.9, True)]
)
def test_a_banner_is_shorter_in_a_match_that_is_played_fast(moments, frame, wall_s, game_s, is_shown):
    moments.update(frame(10.0), 0.0)
    moments.update(frame(11.0, score=(1, 0)), 0.0)
    moments.update(frame(11.0 + game_s, score=(1, 0)), wall_s)
    assert (moments.banner(wall_s) is not None) is is_shown


def test_nothing_is_announced_that_began_before_it_was_seen(moments, frame):
    moments.update(frame(100.0, score=(3, 2), is_overtime=True), 0.0)
    moments.update(frame(100.1, score=(3, 2), is_overtime=True), 0.1)
    assert moments.banner(0.1) is None
    moments.update(frame(1.0, score=(0, 0)), 0.2)
    moments.update(frame(1.1, score=(0, 0)), 0.3)
    assert moments.banner(0.3) is None, "a new match begins at 0"


def test_a_countdown_of_a_paused_match_does_not_cover_the_ball(qtbot, dark, frame):
    panel = StagePanel(dark)
    qtbot.addWidget(panel)
    panel.resize(600, 400)
    panel.show()
    panel.canvas.build()
    panel.show_view(frame(10.0, Phase.COUNTDOWN))

    def large_letters():
        """Pixels in the colour of the countdown's digits."""
        image = panel.canvas.grab().toImage()
        middle = [(x, y) for x in range(220, 380) for y in range(60, 260)]
        return sum(image.pixelColor(x, y) == QColor(dark.text) for x, y in middle)

    counting = large_letters()
    panel.show_paused(is_paused=True)
    assert large_letters() < counting / 10
    panel.show_paused(is_paused=False)
    assert large_letters() == counting


def test_banners_are_painted_in_the_colour_of_the_team(qtbot, dark, frame):
    panel = StagePanel(dark)
    qtbot.addWidget(panel)
    panel.resize(700, 500)
    panel.show()

    def share(colour):
        picture = panel.canvas.grab().toImage()
        line = [picture.pixelColor(x, 70) for x in range(0, picture.width(), 5)]
        near = [each for each in line if abs(each.hslHue() - QColor(colour).hslHue()) < 12 and each.saturation() > 90]
        return len(near) / len(line)

    panel.show_view(frame(10.0))
    assert share(dark.orange) < 0.1
    panel.show_view(frame(10.1, score=(0, 1)))
    qtbot.waitUntil(lambda: share(dark.orange) > 0.7)
    panel.clear()
    assert share(dark.orange) < 0.1


@pytest.mark.parametrize("is_overtime", [False, True])
def test_score_and_clock_grow_with_the_view(qtbot, dark, frame, is_overtime):
    panel = StagePanel(dark)
    qtbot.addWidget(panel)
    panel.show()
    heights = []
    for size in ((500, 400), (1920, 1060)):
        panel.resize(*size)
        panel.show_view(frame(10.0, is_overtime=is_overtime))
        clock = next(label for label in panel.scoreboard.findChildren(QLabel) if ":" in label.text())
        heights.append(clock.fontMetrics().height())
    assert heights[1] >= 1.8 * heights[0]
