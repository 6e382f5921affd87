"""The tray icon and the notices outside the window: results, failed bots, questions, while the user looks elsewhere."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication

from app.panels.cast import Cast
from app.panels.context import Navigator, WindowContext
from app.services.notifications import Notifications
from app.services.settings import Settings, SettingsStore
from app.session.match_session import MatchSession
from runtime.model.events import MatchEnded
from runtime.model.states import Outcome
from runtime.model.values import GAME_LOG, AgentStatus
from widgets.bottom.result_words import result_line
from widgets.messages import rendered
from widgets.notices.notice import BAD, WARNING, Notice
from widgets.tray.system_tray import Outside, OutsideNotice, SystemTray
from widgets.words import Counts, word_of

NEVER: Final = "never"
GAP_MS: Final = 5_000
"""At most one notice is shown within this time."""
MAX_TEXTS: Final = 4
"""Maximum number of texts in a joined notice; it shows the newest."""
LINGER_MS: Final = 1_500
"""The icon stays this long after the user is back: a click on a notice may bring the window forward first."""


class WindowTarget(Enum):
    """Places of the window that a click on a notice leads to."""

    RESULT = "result"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A notice in the window that waits for an answer."""

    key: object


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentPlace:
    """The log of an agent."""

    key: str


class TrayController(QObject):
    """Decides what is shown outside the window, and when the icon is there; GUI thread."""

    def __init__(
        self,
        outside: Outside,
        settings: SettingsStore,
        session: MatchSession,
        navigator: Navigator,
        *,
        is_in_front: Callable[[], bool],
        gap_ms: int = GAP_MS,
        linger_ms: int = LINGER_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._outside = outside
        self._settings = settings
        self._session = session
        self._cast = Cast(session, self)
        self._navigator = navigator
        self._is_in_front = is_in_front
        self._failed: set[str] = set()
        self._gate = NoticeGate(gap_ms, self)
        self._gate.passed.connect(self._on_passed)
        self._linger = QTimer(self, singleShot=True, interval=linger_ms)
        self._linger.timeout.connect(self.show_icon)
        outside.clicked.connect(self._on_clicked)
        outside.show_requested.connect(navigator.show_window)
        outside.stop_requested.connect(session.stop)
        session.started.connect(self._on_started)
        session.ended.connect(self._on_ended)
        session.agent_changed.connect(self._on_agent_changed)
        settings.subscribe(self._on_settings)

    @property
    def is_available(self) -> bool:
        """True if this desktop has a tray."""
        return self._outside.is_available()

    @Slot()
    def show_icon(self) -> None:
        """Shows the icon if the settings ask for it, or takes it away."""
        wants_icon = self._settings.settings.has_tray_icon
        self._outside.show_icon(is_shown=wants_icon and self._outside.is_available())

    def attend(self, notifications: Notifications) -> None:
        """Shows the questions of a running match also as desktop notifications."""
        notifications.shown.connect(self._on_notice)
        notifications.withdrawn.connect(self._on_withdrawn)

    @Slot()
    def on_return(self) -> None:
        """Drops waiting notices when the user is back."""
        self._gate.drop()
        self._linger.start()

    @Slot()
    def stop(self) -> None:
        """Removes everything from the tray; the program ends."""
        self._gate.drop()
        self._linger.stop()
        self._outside.close()

    def _on_settings(self, before: Settings, after: Settings) -> None:
        if (before.outside_notices, before.has_tray_icon) != (after.outside_notices, after.has_tray_icon):
            self.show_icon()

    @Slot()
    def _on_started(self) -> None:
        self._failed.clear()
        self._outside.show_running(is_running=True)
        if self._settings.settings.has_tray_icon:
            self.show_icon()

    @Slot(AgentStatus, object)
    def _on_agent_changed(self, agent: AgentStatus, _before: AgentStatus | None) -> None:
        if not agent.state.is_fault:
            self._failed.discard(agent.key)
        elif agent.key not in self._failed:
            self._failed.add(agent.key)
            text = word_of(agent.state)
            if agent.reason:
                text = f"{text}: {rendered(agent.reason)}"
            name, place = self._cast.name(agent.key, agent.name), AgentPlace(key=agent.key)
            self._show(OutsideNotice(title=name, text=text, tone=BAD, place=place))

    @Slot(Notice)
    def _on_notice(self, notice: Notice) -> None:
        if notice.is_question and self._session.is_running:
            place = Question(key=notice.key)
            self._show(OutsideNotice(title=self.tr("Question"), text=notice.text, tone=WARNING, place=place))

    @Slot(object)
    def _on_withdrawn(self, key: object) -> None:
        self._gate.withdraw(Question(key=key))

    @Slot(MatchEnded)
    def _on_ended(self, event: MatchEnded) -> None:
        """Reports how a match ended, unless the user stopped it."""
        self._outside.show_running(is_running=False)
        result = event.result
        if result.outcome is Outcome.FAILED:
            title = self.tr("Match failed") if result.frames else self.tr("Match could not start")
            text = rendered(result.reason)
            self._show(OutsideNotice(title=title, text=text, tone=BAD, place=WindowTarget.FAILURE))
        elif result.outcome is Outcome.FINISHED:
            self._show(
                OutsideNotice(title=self.tr("Match finished"), text=result_line(result), place=WindowTarget.RESULT)
            )

    def _show(self, notice: OutsideNotice) -> None:
        if self._settings.settings.outside_notices != NEVER and not self._is_in_front():
            self._gate.take(notice)

    @Slot(OutsideNotice)
    def _on_passed(self, notice: OutsideNotice) -> None:
        if self._outside.is_available():
            self._linger.stop()
            self._outside.show_icon(is_shown=True)
            self._outside.notify(notice)

    @Slot(OutsideNotice)
    def _on_clicked(self, notice: OutsideNotice) -> None:
        """Brings the window forward and shows what the notice was about."""
        self._navigator.show_window()
        match notice.place:
            case AgentPlace(key=key):
                self._navigator.show_log(key)
            case Question():
                self._navigator.show_question()
            case WindowTarget.FAILURE:
                self._navigator.show_log(GAME_LOG)
            case WindowTarget.RESULT:
                self._navigator.show_panel("stage")


class NoticeGate(QObject):
    """Lets one notice pass at a time, and joins those that come too soon after it; GUI thread.

    Signals:
        passed: an `OutsideNotice` to show.
    """

    passed = Signal(OutsideNotice)

    def __init__(self, gap_ms: int = GAP_MS, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._held: list[OutsideNotice] = []
        self._pause = QTimer(self, singleShot=True, interval=gap_ms)
        self._pause.timeout.connect(self._on_pause_over)

    def take(self, notice: OutsideNotice) -> None:
        """Passes a notice now or later; of those that wait for the same place, only the newest counts."""
        self.withdraw(notice.place)
        self._held.append(notice)
        if not self._pause.isActive():
            self._on_pause_over()

    def withdraw(self, place: object) -> None:
        """Drops the waiting notice that leads to a place."""
        self._held = [notice for notice in self._held if notice.place != place]

    def drop(self) -> None:
        """Drops all waiting notices; the next notice passes at once."""
        self._held.clear()
        self._pause.stop()

    @Slot()
    def _on_pause_over(self) -> None:
        held, self._held = self._held, []
        if held:
            self._pause.start()
            self.passed.emit(held[0] if len(held) == 1 else _joined(held))


def _joined(notices: list[OutsideNotice]) -> OutsideNotice:
    """Joins several notices into one, which leads to the place of the newest."""
    texts = [f"{notice.title}: {notice.text}" for notice in notices[-MAX_TEXTS:]]
    if len(notices) > len(texts):
        texts.append("…")
    newest = notices[-1]
    title = Counts().notices(len(notices))
    return OutsideNotice(title=title, text="\n".join(texts), tone=newest.tone, place=newest.place)


def create(context: WindowContext) -> TrayController:
    """Creates the tray icon and its controller."""
    tray = SystemTray(context.window, context.window)
    tray.quit_requested.connect(context.window.close)
    controller = TrayController(
        tray,
        context.settings,
        context.session,
        context.navigator,
        is_in_front=_is_in_front,
        parent=context.window,
    )
    controller.attend(context.notifications)
    context.window.completed.connect(controller.show_icon)
    context.navigator.returned.connect(controller.on_return)
    context.navigator.leaving.connect(controller.stop)
    return controller


def _is_in_front() -> bool:
    """Returns whether the user works with a window of ours."""
    return QGuiApplication.applicationState() is Qt.ApplicationState.ApplicationActive
