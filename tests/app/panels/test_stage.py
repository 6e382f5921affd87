"""The window reads drawings only while they are shown, can allow them per bot, and sends moves to the match."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.services.settings import Settings
from app.session.match_runner import match_runner
from runtime.model.commands import AllowDrawing, FollowDrawings, FollowPath, SetState
from runtime.model.drawings import Anchor, DrawingRights, DrawnGroup, DrawnLine
from runtime.model.events import AgentChanged, DrawingsShown, FrameShown, PathPredicted
from runtime.model.placements import Body, Placement
from runtime.model.states import AgentState, Phase
from widgets.stage.cameras import CameraKind
from widgets.stage.stage_panel import DRAWINGS_KEYS, MOVE_KEYS
from widgets.teams.card_value import CardAction
from widgets.teams.card_words import no_drawing

LINE = DrawnLine(start=Anchor(world=(0.0, 0.0, 0.0)), end=Anchor(world=(9.0, 9.0, 9.0)), colour=(255, 0, 0, 255))
GROUP = DrawnGroup(owner=1, number=1, items=(LINE,))


@pytest.fixture
def make_allowing(make_desktop, runner, copied_match):
    """Builds a window with a document that allows or forbids drawings and state setting."""

    def make(*, rendering='"OffByDefault"', state_setting="true"):
        document = copied_match()
        text = document.read_text(encoding="utf-8")
        text = text.replace('enable_rendering = "OffByDefault"', f"enable_rendering = {rendering}")
        text = text.replace("enable_state_setting = false", f"enable_state_setting = {state_setting}")
        document.write_text(text, encoding="utf-8")
        return make_desktop(lambda match, choice: runner, document)

    return make


def play(desktop, qtbot):
    desktop.session.start()
    qtbot.waitUntil(lambda: desktop.window.stage.canvas.view is not None)
    qtbot.waitUntil(lambda: desktop.window.teams[1].cards[0].card.state is AgentState.PLAYING)


@pytest.fixture
def playing(make_allowing, qtbot):
    """A window with a match that allows everything."""
    desktop = make_allowing()
    play(desktop, qtbot)
    return desktop


def allow(desktop, **rights):
    """Simulates an open document with these rights."""
    desktop.document.overview_changed.emit(replace(desktop.document.overview, **rights))


def followed(runner):
    return [command.is_wanted for command in runner.stage if isinstance(command, FollowDrawings)]


def allowed(runner):
    return [(command.keys, command.is_allowed) for command in runner.stage if isinstance(command, AllowDrawing)]


def placed(runner):
    return [command.change.placements[0] for command in runner.stage if isinstance(command, SetState)]


def drawn(desktop):
    """Returns the drawings of a new picture."""
    desktop.window.stage.canvas.grab()
    return desktop.window.stage.canvas.scene.drawings


def commands(desktop):
    """Returns the list that the palette shows for "draw"."""
    desktop.window.palette_box.typed.setText("")
    desktop.window.palette_box.typed.setText("draw")
    return desktop.window.palette_box.rows


def names(desktop):
    return [commands(desktop).item(row).text() for row in range(commands(desktop).count())]


def carry_out(desktop, name):
    rows = commands(desktop)
    rows.itemClicked.emit(*rows.findItems(name, Qt.MatchFlag.MatchExactly))


def test_drawings_are_followed_from_the_first_frame_and_shown(playing, runner):
    assert followed(runner) == [True]
    playing.session.bridge.drawings_shown.emit(DrawingsShown(groups=(GROUP,)))
    assert drawn(playing) == (GROUP,)


def test_the_switch_ends_it_and_is_remembered(playing, runner):
    playing.session.bridge.drawings_shown.emit(DrawingsShown(groups=(GROUP,)))
    playing.window.stage.tools.drawings_button.click()
    assert followed(runner) == [True, False]
    assert drawn(playing) == ()
    assert playing.settings.settings.shows_drawings is False
    playing.session.bridge.drawings_shown.emit(DrawingsShown(groups=(GROUP,)))
    assert drawn(playing) == (), "what was on its way is not shown"
    QTest.keySequence(playing.window, DRAWINGS_KEYS)
    assert followed(runner) == [True, False, True]
    assert playing.settings.settings.shows_drawings is True


def test_the_path_of_the_ball_is_followed_while_it_is_wanted_and_that_is_remembered(playing, runner):
    def wishes():
        return [command.is_wanted for command in runner.stage if isinstance(command, FollowPath)]

    canvas, action = playing.window.stage.canvas, playing.window.stage.cameras.path_action
    assert wishes() == [], "it costs the game time"
    action.trigger()
    assert wishes() == [True]
    view = canvas.view
    times = tuple(view.seconds_elapsed + step for step in (-0.1, 0.1, 3.9, 4.1))
    playing.session.bridge.path_predicted.emit(
        PathPredicted(times_s=times, points=tuple((float(x), 0.0, 93.0) for x in range(4)))
    )
    canvas.grab()
    assert [point[0] for point in canvas.scene.path][1:] == [1.0, 2.0], "what has passed or is far away is left out"
    action.trigger()
    assert wishes() == [True, False]
    canvas.grab()
    assert canvas.scene.path == ()
    action.trigger()
    assert playing.settings.settings.shows_path is True


def test_the_camera_is_remembered(playing, qtbot):
    stage = playing.window.stage
    assert stage.canvas.camera is CameraKind.DIRECTOR
    QTest.keyClick(stage.canvas, "5")
    assert stage.canvas.camera is CameraKind.TEAM
    assert playing.settings.settings.camera == "team"
    assert stage.cameras.camera_button.text() == "Team"
    stage.cameras.menu.actions()[0].trigger()
    assert playing.settings.settings.camera == "director"


def test_unwanted_predictions_are_not_requested(make_desktop, runner, qtbot, home_of_its_own):
    from app.services.settings import SettingsFile

    SettingsFile(home_of_its_own / "config").save(Settings(shows_drawings=False))
    desktop = make_desktop(lambda match, choice: runner)
    assert not desktop.window.stage.tools.drawings_button.isChecked()
    desktop.session.start()
    qtbot.waitUntil(lambda: desktop.window.stage.canvas.view is not None)
    assert followed(runner) == []


def test_a_hidden_arena_asks_for_nothing(playing, runner, qtbot):
    dock = playing.window.stage.parentWidget()
    dock.hide()
    qtbot.waitUntil(lambda: followed(runner) == [True, False])
    dock.show()
    qtbot.waitUntil(lambda: followed(runner) == [True, False, True])


def test_a_bot_is_let_draw_by_its_card_and_no_more(playing, runner, make_agent, qtbot):
    card = playing.window.teams[0].cards[0]
    playing.window.stage.tools.drawings_button.setChecked(False)
    card.ask(CardAction.DRAWING)
    assert allowed(runner) == [(("blue-1",), True)]
    assert playing.window.stage.tools.drawings_button.isChecked(), "who lets a bot draw wants to see it"
    playing.session.bridge.post(AgentChanged(agent=make_agent(0, "Striker", can_draw=True)))
    qtbot.waitUntil(lambda: card.card.can_draw)
    QTest.keyClick(card, Qt.Key.Key_D)
    assert allowed(runner)[1:] == [(("blue-1",), False)]


def test_the_palette_has_a_command_for_every_agent_and_for_all(playing, runner, make_agent, qtbot):
    assert {
        "Allow drawing for Striker",
        "Allow drawing for Chaser",
        "Allow drawing for all bots",
        "Forbid drawing for all bots",
    } <= set(names(playing))
    carry_out(playing, "Allow drawing for Chaser")
    carry_out(playing, "Allow drawing for all bots")
    carry_out(playing, "Forbid drawing for all bots")
    assert allowed(runner) == [(("orange-1",), True), ((), True), ((), False)]
    playing.session.bridge.post(AgentChanged(agent=make_agent(1, "Chaser", can_draw=True)))
    qtbot.waitUntil(lambda: "Forbid drawing for Chaser" in names(playing))
    carry_out(playing, "Forbid drawing for Chaser")
    assert allowed(runner)[3:] == [(("orange-1",), False)]
    playing.session.stop()
    qtbot.waitUntil(lambda: not playing.session.is_running)
    assert not any("Chaser" in words for words in names(playing))


def test_where_nobody_may_draw_that_is_reported(make_allowing, runner, qtbot):
    desktop = make_allowing(rendering="false")
    play(desktop, qtbot)
    desktop.window.teams[0].cards[0].ask(CardAction.DRAWING)
    carry_out(desktop, "Allow drawing for all bots")
    assert allowed(runner) == []
    assert desktop.window.bottom.line.text() == no_drawing()


def test_nothing_is_moved_without_a_match_or_against_it(make_allowing, qtbot):
    desktop = make_allowing(state_setting="false")
    tools = desktop.window.stage.tools
    assert not tools.move_button.isEnabled()
    play(desktop, qtbot)
    assert not tools.move_button.isEnabled()
    assert "Bots may move things" in tools.move_button.toolTip()
    QTest.keySequence(desktop.window, MOVE_KEYS)
    assert desktop.window.bottom.line.text() == tools.move_button.toolTip()
    assert not desktop.window.stage.canvas.mover.is_on


def test_why_nothing_can_be_moved_follows_the_settings_of_the_match(make_allowing):
    desktop = make_allowing(state_setting="false")
    button = desktop.window.stage.tools.move_button
    assert "settings" in button.toolTip()
    allow(desktop, can_set_state=True)
    assert "while a match runs" in button.toolTip()


def test_the_running_match_is_asked_and_not_the_document_that_is_open_meanwhile(playing, runner, qtbot):
    tools = playing.window.stage.tools
    allow(playing, can_set_state=False, drawing=DrawingRights.ALWAYS_OFF)
    assert tools.move_button.isEnabled()
    carry_out(playing, "Allow drawing for all bots")
    assert allowed(runner) == [((), True)]
    playing.session.stop()
    qtbot.waitUntil(lambda: not playing.session.is_running)
    assert "settings" in tools.move_button.toolTip(), "the next match would be played by the document"


def test_a_document_that_allows_more_gives_the_running_match_nothing(make_allowing, runner, qtbot):
    desktop = make_allowing(rendering="false", state_setting="false")
    play(desktop, qtbot)
    allow(desktop, can_set_state=True, drawing=DrawingRights.OFF_BY_DEFAULT)
    assert not desktop.window.stage.tools.move_button.isEnabled()
    carry_out(desktop, "Allow drawing for all bots")
    assert allowed(runner) == []


def test_a_move_by_mouse_reaches_the_match_and_the_mode_ends_with_it(playing, runner, qtbot):
    window = playing.window
    before = playing.document.match()
    QTest.keySequence(window, MOVE_KEYS)
    canvas = window.stage.canvas
    canvas.choose_camera(CameraKind.ABOVE)
    qtbot.waitUntil(lambda: canvas.projection.is_flat)
    place = canvas.projection.spot
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=place(0, 0, 0).toPoint())
    QTest.mouseMove(canvas, place(2000, 1000, 0).toPoint())
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=place(2000, 1000, 0).toPoint())
    (placement,) = placed(runner)
    assert placement.location[:2] == (pytest.approx(2000, abs=40), pytest.approx(1000, abs=40))
    assert playing.document.match() == before, "no document tells of it"
    playing.session.stop()
    qtbot.waitUntil(lambda: not playing.session.is_running)
    assert not canvas.mover.is_on
    assert not window.stage.tools.move_button.isEnabled()


def test_moves_in_a_paused_match_are_shown(playing, runner):
    canvas = playing.window.stage.canvas
    there = Placement(body=Body.BALL, index=0, location=(1.0, 2.0, None))
    canvas.placed.emit(there)
    assert runner.console == []
    playing.window.bottom.pause_button.click()
    canvas.placed.emit(there)
    assert runner.console == ["kickabout pause", "kickabout step"]
    assert placed(runner) == [there, there]


def test_a_match_whose_game_is_paused_plays_frames_and_needs_no_step(playing, runner, qtbot):
    canvas = playing.window.stage.canvas
    qtbot.waitUntil(lambda: canvas.view.frame == 599)
    playing.session.bridge.post(FrameShown(view=replace(canvas.view, phase=Phase.PAUSED)))
    qtbot.waitUntil(lambda: playing.session.is_paused)
    canvas.placed.emit(Placement(body=Body.BALL, index=0, location=(1.0, 2.0, None)))
    assert runner.console == []


DRAWER = """
import rlbot_flatbuffers as flat
from rlbot.managers import Bot

class Drawer(Bot):
    def get_output(self, packet):
        if self.renderer.can_render:
            with self.renderer.context("mark"):
                self.renderer.draw_line_3d(flat.Vector3(0, 0, 0), flat.Vector3(1000, 0, 0), self.renderer.red)
        return flat.ControllerState()

Drawer("tests/drawer").run(wants_match_communications=False)
"""
DOCUMENT = """
[match]
start_without_countdown = true
enable_state_setting = true
[[cars]]
team = 1
config_file = "bot.toml"
[[cars]]
team = 0
config_file = "bot.toml"
"""
BOT = """
[settings]
agent_id = "tests/drawer"
name = "Drawer"
run_command = "python bot.py"
run_command_linux = "python bot.py"
"""


def standing_frame(canvas):
    """Returns the frame at which a paused match stands, after the last frames have arrived."""
    frame = -1
    while frame != canvas.view.frame:
        frame = canvas.view.frame
        QTest.qWait(200)
    return frame


def test_in_a_real_match_a_bot_draws_and_the_ball_is_moved(make_desktop, monkeypatch, mesh_cache, tmp_path, qtbot):
    """One bot may draw after a click on its card; then the ball is dragged to a corner and stays there."""
    for name, text in (("bot.py", DRAWER), ("match.toml", DOCUMENT), ("bot.toml", BOT)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr("app.session.game_settings.cache_dir", lambda: mesh_cache)
    desktop = make_desktop(lambda match, choice: match_runner(match, choice, Settings()), tmp_path / "match.toml")
    canvas, team = desktop.window.stage.canvas, desktop.window.teams[0]
    desktop.session.start()
    qtbot.waitUntil(
        lambda: bool(canvas.view and team.cards and team.cards[0].card.state is AgentState.PLAYING), timeout=60_000
    )
    team.cards[0].ask(CardAction.DRAWING)
    qtbot.waitUntil(lambda: len(canvas.scene.drawings) == 1)
    qtbot.waitUntil(lambda: team.cards[0].card.can_draw)
    assert not desktop.window.teams[1].cards[0].card.can_draw
    QTest.keySequence(desktop.window, MOVE_KEYS)
    canvas.choose_camera(CameraKind.ABOVE)
    qtbot.waitUntil(lambda: canvas.projection.is_flat)
    place = canvas.projection.spot
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=place(0, 0, 0).toPoint())
    QTest.mouseMove(canvas, place(-2500, 3000, 0).toPoint())
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=place(-2500, 3000, 0).toPoint())
    near = pytest.approx((-2500, 3000), abs=60)
    qtbot.waitUntil(lambda: (canvas.view.balls[0].x, canvas.view.balls[0].y) == near)
    pause = desktop.window.bottom.pause_button
    pause.click()
    frame = standing_frame(canvas)
    canvas.placed.emit(Placement(body=Body.BALL, index=0, location=(2000.0, 0.0, None)))
    qtbot.waitUntil(lambda: canvas.view.balls[0].x == pytest.approx(2000, abs=30))
    assert standing_frame(canvas) == frame + 1, "it stands still again"
    pause.click()
    qtbot.waitUntil(lambda: canvas.view.frame > frame + 20)


def test_the_menu_of_drawings_allows_single_agents_and_all(playing, runner, qtbot):
    tools = playing.window.stage.tools
    agent = replace(playing.session.agents["orange-1"], can_draw=True, name="Ben & Co")
    playing.session.bridge.post(AgentChanged(agent=agent))
    qtbot.waitUntil(lambda: playing.session.agents["orange-1"].can_draw)

    def entries():
        tools.agents_menu.aboutToShow.emit()
        return {action.text(): action for action in tools.agents_menu.actions() if not action.isSeparator()}

    assert {name: action.isChecked() for name, action in entries().items()} == {
        "Striker": False,
        "Ben && Co": True,
        "All": False,
        "None": False,
    }
    for name in ("Striker", "Ben && Co", "All", "None"):
        entries()[name].trigger()
    both = ("blue-1", "orange-1")
    assert allowed(runner) == [(("blue-1",), True), (("orange-1",), False), (both, True), (both, False)]
    tools.show_agents((), no_drawing())
    assert list(entries()) == [no_drawing()]
    assert not entries()[no_drawing()].isEnabled()
