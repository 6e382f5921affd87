"""A window for each test, with a match that a script plays instead of programs."""

import base64
import hashlib
import threading
import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QObject, QTranslator, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from app.services.translation import set_language
from bench.real_window import open_desktop
from runtime.model.commands import AllowDrawing, DriveCar, FollowDrawings, FollowPath, SendConsole, SetState, StopMatch
from runtime.model.events import AgentChanged, FrameShown, LinesLogged, MatchEnded, PaceMeasured, StageChanged
from runtime.model.messages import literal
from runtime.model.problems import Problem, Severity
from runtime.model.states import AgentState, Blame, MatchStage, Outcome, StageState
from runtime.model.values import AgentStatus, LogLine, MatchResult
from tests.app.recorded import recorded_of
from tests.app.windows import stop_tasks
from tests.heap import running_timers
from tests.values import a_view

DEADLINE_S = 20.0


class ScriptedRunner:
    """A match runner: every stage, two agents and some frames; ends when it is stopped or may end."""

    def __init__(self, frames):
        self.frames = frames
        self.is_recorded = True
        self.stopped = threading.Event()
        self.may_end = threading.Event()
        self.thread = None
        self.console = []
        self.stage = []

    def run(self, emit):
        self.thread = threading.current_thread()
        for stage in (MatchStage.CHECK, MatchStage.GAME, MatchStage.AGENTS, MatchStage.READY, MatchStage.KICKOFF):
            emit(StageChanged(stage=stage, state=StageState.RUNNING, text="waiting for Striker"))
            emit(StageChanged(stage=stage, state=StageState.DONE))
        emit(StageChanged(stage=MatchStage.PLAY, state=StageState.RUNNING))
        for team, name in enumerate(("Striker", "Chaser")):
            emit(AgentChanged(agent=an_agent(team, name)))
            emit(LinesLogged(lines=(LogLine(key=an_agent(team, name).key, text=f"{name} is here", time_s=0.5),)))
        for frame in range(self.frames):
            emit(FrameShown(view=a_view(frame)))
        if self.is_recorded:
            emit(recorded_of([a_view(frame) for frame in range(self.frames)]))
        emit(PaceMeasured(speed=1.0, overruns=0))
        assert self.may_end.wait(DEADLINE_S) or self.stopped.is_set()
        outcome = Outcome.INTERRUPTED if self.stopped.is_set() else Outcome.FINISHED
        emit(MatchEnded(result=a_result(outcome=outcome)))

    def post(self, command):
        match command:
            case StopMatch():
                self.stopped.set()
                self.may_end.set()
            case SendConsole(text=text):
                self.console.append(text)
            case FollowDrawings() | FollowPath() | AllowDrawing() | SetState() | DriveCar():
                self.stage.append(command)
            case _:
                self.console.append(command)


def an_agent(team, name, state=AgentState.PLAYING, **changes):
    values = {
        "key": ("blue-1", "orange-1", "script-1")[team],
        "name": name,
        "agent_id": f"test/{name}",
        "team": team,
        "cars": (team,) if team < 2 else (),
        "state": state,
        "packets": 120,
        "answers": 120,
        "late": 6,
    }
    return AgentStatus(**{**values, **changes})


def a_result(**changes):
    values = {
        "outcome": Outcome.FINISHED,
        "blame": Blame.NOBODY,
        "reason": literal(""),
        "score": (1, 2),
        "frames": 600,
        "game_seconds": 5.0,
        "wall_seconds": 5.0,
        "agents": (),
    }
    return MatchResult(**{**values, **changes})


def a_wheel(folder, name, version, inner, text):
    """A wheel with one module."""
    folder.mkdir(exist_ok=True)
    info = f"{name}-{version}.dist-info"
    contents = {
        inner: text,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = f"{info}/RECORD,,\n"
    for path, content in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content.encode()).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(content.encode())}\n"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as archive:
        for path, content in {**contents, f"{info}/RECORD": record}.items():
            archive.writestr(path, content)


@pytest.fixture(autouse=True)
def meshes_in_home(home_of_its_own, mesh_cache):
    """Puts the meshes that all tests share into the home; an arena would need as long as for all else to make them."""
    (home_of_its_own / "cache").mkdir()
    (home_of_its_own / "cache" / "meshes").symlink_to(mesh_cache, target_is_directory=True)


@pytest.fixture
def make_wheel():
    return a_wheel


@pytest.fixture(autouse=True)
def garbage_waits(no_automatic_garbage_collection):
    """Collects cycles with Qt objects only on the main thread."""


@pytest.fixture
def make_agent():
    return an_agent


@pytest.fixture
def make_view():
    return a_view


@pytest.fixture
def make_result():
    return a_result


@pytest.fixture
def make_problem():
    def make(severity=Severity.ERROR):
        return Problem(severity=severity, path=Path("/x/match.toml"), message=literal("It is wrong."))

    return make


@pytest.fixture
def runner():
    return ScriptedRunner(frames=600)


@pytest.fixture
def no_timer_left(qapp):
    """Fails a test that leaves a running timer."""
    from PySide6.QtCore import QEvent
    from PySide6.QtWidgets import QApplication

    yield
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    assert not running_timers()


@pytest.fixture
def styled():
    """Gives the windows of a test their style sheet; other tests go without, because Qt takes long to apply it."""


@pytest.fixture
def speak(qapp):
    """Sets the language of what is built from now on."""
    before = QLocale()

    def forget():
        for translator in qapp.findChildren(QTranslator):
            qapp.removeTranslator(translator)
            translator.setParent(None)
            translator.deleteLater()

    def do(language):
        forget()
        return set_language(qapp, language)

    yield do
    forget()
    QLocale.setDefault(before)


@pytest.fixture
def make_desktop(request, monkeypatch, qtbot, qapp, home_of_its_own, no_timer_left):
    """Builds a window with a function that makes its runners; closes it at the end, even if a match runs."""
    from PySide6.QtCore import QEvent

    if "styled" not in request.fixturenames:
        monkeypatch.setattr("app.services.appearance.style", lambda theme: "")
    from app.services.settings import SettingsFile, SettingsStore

    made = []

    def make(make_runner, match=None, bots=(), *, is_first=False):
        store = SettingsStore(SettingsFile(home_of_its_own / "config"))
        desktop = open_desktop(qapp, store, make_runner, match, bots, is_first=is_first)
        made.append(desktop)
        qtbot.waitExposed(desktop.window)
        return desktop

    yield make
    for desktop in made:
        desktop.session.stop()
        desktop.training.stop()
        for session in (desktop.session, desktop.training):
            qtbot.waitUntil(lambda session=session: not session.is_running, timeout=30_000)
        stop_tasks(desktop)
        desktop.window.allow_close()
        qtbot.waitUntil(lambda desktop=desktop: not desktop.window.isVisible())
        desktop.window.deleteLater()
        desktop.deleteLater()
        desktop.frame.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # deleted windows need no new style
    qapp.setStyleSheet("")


@pytest.fixture
def desktop(make_desktop, runner):
    """A window with the example match, played by the scripted runner."""
    return make_desktop(lambda match, choice: runner)


@pytest.fixture
def copied_match(tmp_path):
    """Copies an example match and the example bots into a writable folder."""
    import shutil

    from resources.examples import example_bots, example_match

    def copy(name="1v1"):
        source = example_match(name)
        shutil.copytree(example_bots(), tmp_path / "bots", dirs_exist_ok=True)
        (tmp_path / "matches").mkdir(exist_ok=True)
        return Path(shutil.copy(source, tmp_path / "matches" / source.name))

    return copy


class Opener(QObject):
    """Replaces the system's programs; records what they would open."""

    def __init__(self):
        super().__init__()
        self.opened = []

    @Slot(QUrl)
    def open(self, url):
        self.opened.append(url.toString())


@pytest.fixture
def opener(qapp):
    opener = Opener()
    for scheme in ("file", "https", "http"):
        QDesktopServices.setUrlHandler(scheme, opener, "open")
    yield opener
    for scheme in ("file", "https", "http"):
        QDesktopServices.unsetUrlHandler(scheme)
