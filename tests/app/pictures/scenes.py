"""Scenes: functions that bring the window into a state that is rendered and checked.

The match of a scene is scripted, so that a scene shows the same values and the same frame each time.
"""

import math
import os
import socket
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import rlbot_flatbuffers as flat
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGridLayout, QWidget

from app.services.settings import Settings, SettingsFile, SettingsStore
from app.session.bridge import FrameBatch
from app.window import Desktop
from bench import real_window
from resources.examples import example_match
from runtime.arena.match.drawings import group_entry
from runtime.arena.match.session import Session
from runtime.arena.stadium.field import HOOPS_FIELD, SOCCAR_FIELD
from runtime.match.drawings import DrawnGroups, read_drawings
from runtime.model.commands import StopMatch
from runtime.model.drawings import DrawnGroup
from runtime.model.events import AgentChanged, LinesLogged, MatchEnded, PaceMeasured, StageChanged
from runtime.model.findings import Finding, FindingAction, FindingState
from runtime.model.messages import message
from runtime.model.sizes import size_of
from runtime.model.states import AgentState, MatchStage, Outcome, StageState, SwapMode, SwapState
from runtime.model.telemetry import Mark, MarkKind
from runtime.model.values import (
    ORIGIN,
    AgentStatus,
    ArenaView,
    BallView,
    CarView,
    Controls,
    LogLine,
    PadPlace,
    TouchView,
    Traceback,
    TracebackFrame,
)
from runtime.protocol import pack_interface, unpack_interface
from tests.app.conftest import a_result, a_view, an_agent
from tests.app.recorded import recorded_of
from tests.every_drawing import EveryDrawing
from widgets.notices.notice import BAD, GOOD, WARNING, Notice
from widgets.packs.values import PackAction, PackRow
from widgets.shared.controls import hbox
from widgets.stage.arena_canvas import ArenaCanvas
from widgets.stage.cameras import CameraKind

NAMES: Final = ("Chaser", "Striker", "Keeper", "Chaser (2)", "Striker (2)", "Keeper (2)")
TEAMS: Final = (0, 0, 0, 1, 1, 1)
KEYS: Final = ("blue-1", "blue-2", "blue-3", "orange-1", "orange-2", "orange-3")
CRASHED: Final = 3
"""Index of the agent that crashes."""
CHANGED: Final = 1
"""Index of the agent whose source changes."""
SLOW: Final = 5
"""Index of the agent that answers late."""
HOLDER: Final = 2
"""Index of the car that has the ball."""
MARKS: Final = (
    Mark(kind=MarkKind.GOAL, frame=600, game_s=5.0, wall_s=0.0, subject=0, by=1, team=0),
    Mark(kind=MarkKind.SWAP, frame=1080, game_s=9.0, wall_s=0.0, subject="blue-1"),
    Mark(kind=MarkKind.DEMOLITION, frame=1320, game_s=11.0, wall_s=0.0, subject=4, by=2),
    Mark(kind=MarkKind.GOAL, frame=1560, game_s=13.0, wall_s=0.0, subject=3, team=1),
    Mark(kind=MarkKind.CRASH, frame=2040, game_s=17.0, wall_s=0.0, subject="orange-1"),
)
PLAYED_S: Final = 20.0
FRAMES: Final = 2400
PACKETS: Final = 2388
FRAME_STEP: Final = 4
"""The window receives 30 of 120 frames per second."""
SINGLE_FRAMES: Final = 60
"""Number of last frames that are shown one by one, as trails need."""
MODIFIED_S: Final = 1_767_355_200
"""Modification time of the bots in the library: noon of 2 January 2026, UTC."""
LIBRARY_SIZE: Final = 60
WAIT_MS: Final = 60_000
CAR: Final = a_view(0).cars[0]
TRACEBACK: Final = Traceback(
    error="ZeroDivisionError: float division by zero",
    frames=(
        TracebackFrame(
            file="/home/somebody/bots/chaser/bot.py", line=31, function="get_output", code="return aim(car)"
        ),
        TracebackFrame(file="/home/somebody/bots/chaser/aim.py", line=8, function="aim", code="return side / ahead"),
    ),
    text="Traceback (most recent call last):\n  File …\nZeroDivisionError: float division by zero",
)


def wait_until(condition: Callable[[], object]) -> None:
    """Processes events until a condition holds; raises TimeoutError after `WAIT_MS`."""
    for _ in range(WAIT_MS // 10):
        if condition():
            return
        QTest.qWait(10)
    raise TimeoutError("the scene did not come about")


class ScriptedMatch:
    """A match runner: three agents against three start to play, and play until they are stopped."""

    def __init__(self) -> None:
        self._stopped = threading.Event()

    def run(self, emit) -> None:
        for stage in (MatchStage.CHECK, MatchStage.GAME, MatchStage.AGENTS, MatchStage.READY, MatchStage.KICKOFF):
            emit(StageChanged(stage=stage, state=StageState.RUNNING))
            emit(StageChanged(stage=stage, state=StageState.DONE))
        emit(StageChanged(stage=MatchStage.PLAY, state=StageState.RUNNING))
        for index in range(len(KEYS)):
            emit(AgentChanged(agent=_agent(index, packets=0)))
            emit(LinesLogged(lines=tuple(_lines(index))))
        self._stopped.wait(WAIT_MS / 1000)
        emit(MatchEnded(result=a_result(outcome=Outcome.INTERRUPTED)))

    def post(self, command) -> None:
        if isinstance(command, StopMatch):
            self._stopped.set()


def open_desktop(
    application: QApplication, home: Path, theme: str, size: tuple[int, int], *, folders=(), make_runner=None
) -> Desktop:
    """Opens a window with the example match of three against three, and waits until its library is scanned."""
    file = SettingsFile(home / "config")
    file.save(Settings(theme=theme, camera=CameraKind.FREE.value, library_folders=tuple(map(str, folders))))
    runner = make_runner or (lambda match, choice: ScriptedMatch())
    desktop = real_window.open_desktop(application, SettingsStore(file), runner, example_match("3v3"))
    desktop.window.resize(*size)
    desktop.window.activateWindow()
    wait_until(desktop.window.isActiveWindow)
    wait_until(lambda: desktop.window.library.model.total and not desktop.panels["library"].is_scanning)
    wait_until(lambda: desktop.window.plots.is_built)
    QTest.qWait(60)
    return desktop


def close_desktop(desktop: Desktop) -> None:
    """Stops the match and background jobs of a window, and closes it."""
    desktop.session.stop()
    wait_until(lambda: not desktop.session.is_running)
    desktop.preload.stop()
    desktop.panels["library"].stop()
    for window in QApplication.topLevelWidgets():
        if window is not desktop.window and window.isVisible():
            window.close()
    desktop.window.allow_close()
    wait_until(lambda: not desktop.window.isVisible())
    desktop.window.deleteLater()
    desktop.deleteLater()
    desktop.frame.deleteLater()
    QTest.qWait(1)


def many_bots(folder: Path) -> Path:
    """Writes bots into a folder, some with long names and many tags, one with a syntax error; returns the folder."""
    for number in range(LIBRARY_SIZE):
        bot = folder / f"bot_{number:02d}"
        bot.mkdir(parents=True)
        name = f"Bot {number:02d}" + (" of the North Eastern Association" if number % 7 == 3 else "")
        tags = ", ".join(f'"{tag}"' for tag in ("1v1", "teamplay", "goalie", "hoops")[: number % 5])
        document = (
            f'[settings]\nagent_id = "some/{number}"\nname = "{name}"\nrun_command = "python bot.py"\n'
            f'run_command_linux = "python bot.py"\n[details]\ndeveloper = "Somebody {number % 9}"\n'
            f'description = "Number {number} of many."\nlanguage = "Python"\ntags = [{tags}]\n'
        )
        (bot / "bot.toml").write_text(document if number != 5 else document + "][", encoding="utf-8")
        (bot / "bot.py").write_text("", encoding="utf-8")
        for path in (*bot.iterdir(), bot):
            os.utime(path, (MODIFIED_S, MODIFIED_S))
    return folder


def first_start(desktop: Desktop) -> QWidget:
    """The window as it opens."""
    return desktop.window


def running(desktop: Desktop) -> QWidget:
    """A running match: one bot has crashed, the changed source of another can be reloaded."""
    desktop.window.pages.setCurrentIndex(0)
    desktop.window.bottom.start_button.click()
    wait_until(lambda: len(desktop.panels["teams"].agents) == len(KEYS))
    _play(desktop)
    wait_until(desktop.window.notices.isVisible)
    desktop.window.workspace.show_panel("plots")
    QTest.qWait(120)
    return desktop.window


def log(desktop: Desktop) -> QWidget:
    """The log of the crashed bot."""
    if not desktop.session.is_running:
        running(desktop)
    desktop.window.workspace.show_panel("log")
    card = desktop.window.teams[TEAMS[CRASHED]].cards[0]
    assert card.card.state is AgentState.CRASHED
    QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=QPoint(30, 8))
    QTest.qWait(120)
    return desktop.window


def match_settings(desktop: Desktop) -> QWidget:
    """The settings of the match."""
    desktop.window.pages.setCurrentIndex(1)
    wait_until(desktop.window.options.isVisible)
    wait_until(lambda: desktop.window.options.is_made)
    _settle(desktop.window.options)
    return desktop.window


def library(desktop: Desktop) -> QWidget:
    """A library of many bots with the details of the first."""
    wait_until(lambda: desktop.window.library.model.total >= LIBRARY_SIZE)
    desktop.window.library.view.setFocus()
    desktop.window.library.view.show_first()
    QTest.qWait(200)
    return desktop.window


def notices(desktop: Desktop) -> QWidget:
    """Several notices, the newest in front."""
    shown = (
        Notice(text="Report copied.", tone=GOOD),
        Notice(text="The file was changed by another program.", tone=WARNING, action="Load it"),
        Notice(
            text="Striker: the new version does not play, the old one goes on. bot.py, line 31: '(' was never closed, "
            "and this notice is long, because syntax errors quote the line that cannot be read at all.",
            tone=BAD,
            action="Show the log",
            other_action="Not now",
        ),
    )
    for notice in shown:
        desktop.window.show_notice(notice)
    desktop.window.workspace.show_panel("notices")
    QTest.qWait(60)
    return desktop.window


def palette(desktop: Desktop) -> QWidget:
    """The command palette."""
    desktop.window.commands.palette.trigger()
    QTest.qWait(60)
    return desktop.window


def preferences(desktop: Desktop) -> QWidget:
    """The dialog with the settings of the program."""
    return _dialog_of(desktop.window.commands.settings.trigger, desktop)


def about(desktop: Desktop) -> QWidget:
    """The dialog with versions and licences."""
    return _dialog_of(desktop.window.commands.about.trigger, desktop)


def packs(desktop: Desktop) -> QWidget:
    """The dialog of bot packs: one is downloaded, one has an update, one failed, one is up to date."""
    about, resting = (
        "r-25 · 2026-05-01 · 53 bots",
        (PackAction.CHECK, PackAction.REPAIR, PackAction.OPEN, PackAction.REMOVE),
    )
    address = "https://github.com/RLBot/botpack/releases/download/r-26/botpack_x86_64-linux.tar.xz"
    rows = (
        PackRow(key="a", title="somebody/bots", state="60.0 MB", share=0.4, actions=(PackAction.CANCEL,)),
        PackRow(
            key="b", title="RLBot/botpack", about=about, state="r-26", address=address, actions=(PackAction.FETCH,)
        ),
        PackRow(key="c", title="Bots", about=about, state=address, tone="bad", actions=(*resting, PackAction.SHOW)),
        PackRow(key="d", title="Bots", about=about, source="/home/somebody/bots.zip", actions=resting),
    )
    dialog = _dialog_of(desktop.panels["packs"].show_dialog, desktop)
    wait_until(lambda: not desktop.panels["packs"].is_busy)
    dialog.show_rows(rows)
    QTest.qWait(60)
    return dialog


def environment(desktop: Desktop) -> QWidget:
    """The page with what a computer has: something of every kind, and the offer of a server."""
    folders = message("area-folders", "Folders")
    server, game = message("area-server", "RLBotServer"), message("rocket-league", "Rocket League")
    findings = {
        server: (
            Finding(
                "server-running",
                FindingState.INFO,
                message("no-server-runs", "It does not run; a match in Rocket League starts it."),
            ),
            Finding(
                "server-file",
                FindingState.MISSING,
                message(
                    "server-is-no-program",
                    "{path} is not a program for this computer. Let Kickabout download the server, or install RLBot "
                    "from rlbot.org.",
                    path="/opt/RLBotServer",
                ),
                actions=(FindingAction.DOWNLOAD_SERVER, FindingAction.CHOOSE_SERVER),
            ),
        ),
        game: (
            Finding(
                "game-running",
                FindingState.WARNING,
                message("game-for-people", "It runs (process {pid}), but was not started for bots.", pid="4242"),
                message("game-for-people-fix", "Close it; Kickabout starts it again with a match, or offers to."),
            ),
        ),
        folders: (
            Finding(
                "folder-logs",
                FindingState.GOOD,
                message(
                    "folder-writable",
                    "{name}: {folder} can be written, {free} free.",
                    name=message("folder-logs", "Logs"),
                    folder="/home/somebody/.local/state/kickabout",
                    free=size_of(81_000_000_000),
                ),
            ),
        ),
    }
    dialog = _dialog_of(desktop.window.commands.environment.trigger, desktop)
    wait_until(lambda: not desktop.panels["environment"].is_busy)
    dialog.show_findings(findings, can_play=True)
    address = "https://github.com/RLBot/core/releases/download/v5.0.0/RLBotServer"
    state = f"RLBotServer v5.0.0 (61.7 MB) from {address}, SHA-256 {'0123456789abcdef' * 4}."
    offer = PackRow(key="RLBotServer", title="RLBotServer", state=state, actions=(PackAction.FETCH, PackAction.DISMISS))
    dialog.show_download(offer)
    QTest.qWait(60)
    return dialog


def drawings(desktop: Desktop) -> QWidget:
    """Everything that a script can draw, from above and in perspective."""
    looks = desktop.appearance.looks
    shown = QWidget()
    view = _view(1500)
    cars = tuple(
        replace(car, is_demolished=False, pitch=0.3 * car.index, roll=0.2 * car.index) for car in view.cars[:4]
    )
    canvases = []
    for camera in (CameraKind.ABOVE, CameraKind.DIRECTOR):
        canvas = ArenaCanvas(looks, clock=lambda: 0.0)
        canvas.build()
        canvas.choose_camera(camera)
        canvas.show_view(replace(view, cars=cars))
        canvas.show_drawings(_every_drawing())
        canvases.append(canvas)
    hbox(*((canvas, 1) for canvas in canvases), spacing=2, parent=shown)
    shown.resize(1280, 400)
    shown.show()
    QTest.qWait(60)
    return shown


def cameras(desktop: Desktop) -> QWidget:
    """A kickoff by the director, a car behind the ball, a goal in danger, hoops, and the puck from a team's goal."""
    looks, view = desktop.appearance.looks, _view(0)
    cars = tuple(
        replace(
            CAR, index=i, name=NAMES[i], team=i % 2, x=x, y=y, z=z, yaw=yaw, pitch=pitch, boost=80.0 - 12 * i, speed=0.0
        )
        for i, (x, y, z, yaw, pitch) in enumerate(
            (
                (-300.0, -900.0, 17.0, 1.3, 0.0),
                (700.0, 1900.0, 17.0, -2.2, 0.0),
                (-1500.0, 600.0, 320.0, 0.7, 0.6),
                (200.0, 4600.0, 17.0, -1.5, 0.0),
            )
        )
    )
    cars = (replace(cars[0], controls=Controls(boost=True, steer=0.6), is_supersonic=True), *cars[1:])
    pads = tuple(PadPlace(x=pad.x, y=pad.y, is_big=pad.is_big) for pad in SOCCAR_FIELD.pads)
    taken = tuple(index % 3 == 1 for index in range(len(pads)))
    view = replace(
        view,
        cars=cars,
        pads=pads,
        pads_active=tuple(not is_taken for is_taken in taken),
        pad_timers=tuple(1.5 * is_taken for is_taken in taken),
        balls=(BallView(x=150.0, y=500.0, z=260.0, speed=0.0, radius=91.25),),
    )
    danger = replace(view.balls[0], x=-400.0, y=4300.0, z=500.0, velocity=(0.0, 900.0, 0.0))
    puck = replace(view.balls[0], radius=114.0, z=60.0, is_puck=True)
    hoops = tuple(PadPlace(x=pad.x, y=pad.y, is_big=pad.is_big) for pad in HOOPS_FIELD.pads)
    shots = (
        (CameraKind.DIRECTOR, view),
        (CameraKind.BALL_CAM, view),
        (CameraKind.BALL, replace(view, balls=(danger,))),
        (CameraKind.TEAM, replace(view, balls=(puck,))),
        (CameraKind.DIRECTOR, replace(view, pads=hoops, pads_active=(True,) * len(hoops), pad_timers=())),
        (CameraKind.CAR, view),
    )
    grid, shown = QGridLayout(), QWidget()
    for place, (camera, frame) in enumerate(shots):
        canvas = ArenaCanvas(looks, clock=lambda: 0.0)
        canvas.build()
        canvas.choose_camera(camera)
        canvas.show_view(frame)
        grid.addWidget(canvas, place // 3, place % 3)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(2)
    shown.setLayout(grid)
    shown.resize(1280, 480)
    shown.show()
    QTest.qWait(60)
    return shown


def _every_drawing() -> tuple[DrawnGroup, ...]:
    """Returns the drawings of the script in the form in which the arena sends them."""
    script, groups = EveryDrawing("tests/every"), DrawnGroups()
    ours, theirs = socket.socketpair()
    with ours, theirs:
        session = Session(ours, 1)

        def send(message: flat.RenderGroup) -> None:
            group = unpack_interface(pack_interface(message))
            entry = group_entry(session, None, group).decode()
            head = '{"kickabout":"drawings","version":1,"frame":1,"gone":[],"groups":[%s]}'
            news = read_drawings((head % entry).encode())
            assert news is not None
            groups.apply(news)

        script.renderer._send_msg = send
        script.initialize()
    return groups.groups


SCENES: Final[dict[str, Callable[[Desktop], QWidget]]] = {
    scene.__name__: scene
    for scene in (
        first_start,
        library,
        match_settings,
        notices,
        running,
        log,
        palette,
        preferences,
        about,
        packs,
        environment,
        drawings,
        cameras,
    )
}


def _settle(widget: QWidget) -> None:
    """Waits until the number of visible children stays the same."""
    before = -1
    while before != (before := sum(part.isVisible() for part in widget.findChildren(QWidget))):
        QTest.qWait(150)


def _dialog_of(open_dialog: Callable[[], object], desktop: Desktop) -> QWidget:
    """The dialog that a function opens."""
    open_dialog()
    windows = (top for top in QApplication.topLevelWidgets() if top.isVisible() and top.isWindow())
    dialog = next(top for top in windows if top is not desktop.window)
    QTest.qWait(60)
    return dialog


def _play(desktop: Desktop) -> None:
    """Shows measurements and frames of `PLAYED_S` seconds in the window of a running match."""
    for index in range(len(KEYS)):
        desktop.session.bridge.post(AgentChanged(agent=_agent(index, packets=PACKETS)))
    desktop.session.bridge.post(PaceMeasured(speed=1.0, overruns=0))
    views = tuple(_view(frame) for frame in range(0, FRAMES, FRAME_STEP))
    for batch in (views[:-SINGLE_FRAMES], *((view,) for view in views[-SINGLE_FRAMES:])):
        desktop.session.bridge.frames_arrived.emit(FrameBatch(views=batch))
    canvas = desktop.window.stage.canvas
    canvas.clear()
    for view in views[-SINGLE_FRAMES:]:
        canvas.show_view(view)  # directly, because playback would depend on the clock
    agents = [_agent(index, packets=PACKETS) for index in range(len(KEYS))]
    desktop.session.bridge.telemetry_arrived.emit(recorded_of(views, agents, MARKS, slow=KEYS[SLOW]))


def _agent(index: int, *, packets: int) -> AgentStatus:
    """An agent at its start (no packets) or after `PLAYED_S` seconds."""
    worse = 6.0 if index == SLOW else 0.3 * index
    agent = an_agent(
        TEAMS[index],
        NAMES[index],
        key=KEYS[index],
        agent_id=f"kickabout/{NAMES[index].split()[0].lower()}",
        cars=(index,),
        packets=packets,
        answers=packets,
        late=round(packets * (0.12 if index == SLOW else 0.004 * index)),
        response_ms=(1 + worse / 2, 3 + worse, 5 + 2 * worse) if packets else None,
        answers_per_s=packets / PLAYED_S if packets else None,
        cpu_share=0.07 + 0.05 * index,
        rss_bytes=(60 + 7 * index) * 1_000_000,
        version=2 if index == 0 else 1,
        swap_mode=SwapMode.ASK,
    )
    if index == CRASHED and packets:
        return replace(agent, state=AgentState.CRASHED, reason=TRACEBACK.error, traceback=TRACEBACK)
    if index == CHANGED and packets:
        return replace(agent, swap_state=SwapState.CHANGED, swap_text="bot.py, shooting.py")
    return agent


def _lines(index: int):
    words = (
        "\x1b[32;20mconnected\x1b[0m to the game, waiting for the field",
        "\x1b[33;20mWARNING\x1b[0m the prediction is 3 frames old; this is a rather long line, as those of bots often",
        "\x1b[1;36mkickoff\x1b[0m: goes for the \x1b[4mball\x1b[0m",
        "\x1b[31;20mERROR\x1b[0m float division by zero",
    )
    for number in range(24):
        text = words[number % (4 if index == CRASHED else 3)]
        yield LogLine(key=KEYS[index], text=text, time_s=1.0 + 0.31 * number)


def _view(frame: int) -> ArenaView:
    time_s = frame / 120
    x, y, z = 2200 * math.sin(time_s), 3000 * math.sin(0.7 * time_s), 300 + 200 * math.cos(time_s)
    places = ((x, y) for x in (-3584.0, 0.0, 3584.0) for y in (-4096.0, 0.0, 4096.0))
    pads = tuple(PadPlace(x=x, y=y, is_big=abs(x) > 3000) for x, y in places)
    return replace(
        a_view(frame),
        seconds_elapsed=time_s,
        clock_s=300 - time_s,
        score=(2, 1),
        cars=tuple(_car(index, time_s) for index in range(len(KEYS))),
        balls=(BallView(x=x, y=y, z=z, speed=900.0, radius=92.75),),
        pads=pads,
        pads_active=tuple(index % 4 != 1 for index in range(len(pads))),
    )


def _car(index: int, time_s: float) -> CarView:
    angle = time_s * (0.5 + 0.1 * index) + index
    return replace(
        CAR,
        index=index,
        name=NAMES[index],
        team=TEAMS[index],
        x=2600 * math.cos(angle),
        y=3800 * math.sin(angle),
        yaw=angle + math.pi / 2,
        speed=1400 + 700 * math.sin(2 * angle),
        boost=50 + 45 * math.sin(3 * angle),
        is_demolished=index == 4,
        is_supersonic=index == 0,
        latest_touch=TouchView(game_seconds=1.0, ball_index=0, location=ORIGIN) if index == HOLDER else None,
    )
