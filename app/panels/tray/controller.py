"""What is said outside of the window while the user looks elsewhere: results, endings of bots, questions."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from app.panels.tray.notice_gate import GAP_MS, NoticeGate
from app.services.settings import SettingsStore
from runtime.model.events import AgentChanged, MatchEnded
from runtime.model.states import Outcome
from runtime.model.values import AgentStatus
from widgets.bottom.result_words import outputs, result_line
from widgets.notices.notice import BAD, WARNING, Notice
from widgets.sentences import spoken
from widgets.tray.system_tray import Outside, OutsideNotice
from widgets.words import word_of

NEVER: Final = "never"
LINGER_MS: Final = 1_500
"""So long the icon stays when the user is back: a click on a notice may bring the window forward before it is told."""


class Scene(Enum):
    """Places of the window that a click on a notice leads to."""

    RESULT = "result"
    FAILURE = "failure"
    QUESTION = "question"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A notice of the window that waits for an answer."""

    request: object


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentPlace:
    """The log of an agent."""

    key: str


class OutsideController(QObject):
    """Decides what is worth a notice outside, and what becomes of the icon; GUI thread.

    Signals:
        window_wanted: the window is to come forward.
        place_wanted: a `Scene`, `Question` or `AgentPlace`; the window is to show it.
    """

    window_wanted = Signal()
    place_wanted = Signal(object)

    def __init__(
        self,
        outside: Outside,
        settings: SettingsStore,
        *,
        is_in_front: Callable[[], bool],
        gap_ms: int = GAP_MS,
        linger_ms: int = LINGER_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._outside = outside
        self._settings = settings
        self._is_in_front = is_in_front
        self._faults: set[str] = set()
        self._gate = NoticeGate(gap_ms, self)
        self._gate.passed.connect(self._on_passed)
        self._linger = QTimer(self, singleShot=True, interval=linger_ms)
        self._linger.timeout.connect(self.heed_settings)
        outside.clicked.connect(self._on_clicked)
        outside.show_requested.connect(self.window_wanted)

    @Slot()
    def heed_settings(self) -> None:
        """The user has chosen anew, or the window is there: shows the icon, or takes it away."""
        wants_icon = self._settings.settings.has_tray_icon
        self._outside.show_icon(is_shown=wants_icon and self._outside.is_available())

    @Slot()
    def begin(self) -> None:
        """A match begins."""
        self._faults.clear()
        self._outside.show_running(is_running=True)
        if self._settings.settings.has_tray_icon:
            self.heed_settings()

    @Slot(AgentChanged)
    def take_agent(self, event: AgentChanged) -> None:
        """Tells of an agent that has ended unasked, once for each time that it did."""
        agent = event.agent
        if not agent.state.is_fault:
            self._faults.discard(agent.key)
        elif agent.key not in self._faults:
            self._faults.add(agent.key)
            self._say(_of_agent(agent))

    @Slot(Notice)
    def take_notice(self, notice: Notice) -> None:
        """Tells of a question that waits in the window."""
        if notice.is_question:
            place = Question(request=notice.request)
            self._say(OutsideNotice(title=self.tr("Question"), text=notice.text, tone=WARNING, place=place))

    @Slot(object)
    def withdraw(self, request: object) -> None:
        """A question has been answered, or no longer matters."""
        self._gate.withdraw(Question(request=request))

    @Slot(MatchEnded)
    def end(self, event: MatchEnded) -> None:
        """Tells how a match ended, unless the user stopped it."""
        self._outside.show_running(is_running=False)
        result = event.result
        if result.outcome is Outcome.FAILED:
            title = self.tr("Match failed") if result.frames else self.tr("Match could not start")
            self._say(
                OutsideNotice(title=title, text=spoken(result.reason, *outputs(result)), tone=BAD, place=Scene.FAILURE)
            )
        elif result.outcome is Outcome.FINISHED:
            self._say(OutsideNotice(title=self.tr("Match finished"), text=result_line(result), place=Scene.RESULT))

    @Slot(Qt.ApplicationState)
    def on_application_state(self, state: Qt.ApplicationState) -> None:
        """The user is back: nothing has to be told any more."""
        if state is Qt.ApplicationState.ApplicationActive:
            self._gate.drop()
            self._linger.start()

    @Slot()
    def stop(self) -> None:
        """The program ends: nothing is left in the tray."""
        self._gate.drop()
        self._linger.stop()
        self._outside.close()

    def _say(self, notice: OutsideNotice) -> None:
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
        self.window_wanted.emit()
        self.place_wanted.emit(notice.place)


def _of_agent(agent: AgentStatus) -> OutsideNotice:
    text = word_of(agent.state)
    if agent.reason:
        text = f"{text}: {spoken(agent.reason, agent.output)}"
    return OutsideNotice(title=agent.name, text=text, tone=BAD, place=AgentPlace(key=agent.key))
