"""The bar at the bottom: Start, Stop and Pause, game and speed, stages and states of the match."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from resources.looks import Looks
from runtime.model.events import StageChanged
from runtime.model.states import MatchStage, Outcome, StageState
from runtime.model.values import GameChoice, MatchResult
from widgets.bottom.game_chooser import GameChooser
from widgets.bottom.result_words import interference_lines, result_line
from widgets.looks import TEAM_TONES, Tinted, scaled_font, set_tone, strong_icon, tinted_icon, tinted_pixmap
from widgets.messages import rendered
from widgets.shared.controls import hbox, tool_button, vbox
from widgets.shared.labels import ElidedLabel
from widgets.words import key_text, short_stage_name, word_of

DOT: Final = "●"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamp:
    """One state as a word and a colour."""

    text: str
    tone: str
    """A tone of the style sheet."""
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LampsValue:
    """The values of all lamps."""

    server: Lamp
    game: Lamp
    agents: Lamp


class Lamps(QWidget):
    """The states of server, game and agents, one lamp each; GUI thread."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        names = (self.tr("Server"), self.tr("Game"), self.tr("Agents"))
        self._names = names
        self._value: LampsValue | None = None
        self._dots = tuple(QLabel(DOT) for _ in names)
        self._words = tuple(ElidedLabel() for _ in names)
        for word in self._words:
            word.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        hbox(*(part for pair in zip(self._dots, self._words, strict=True) for part in (*pair, 8)), parent=self)

    def show_value(self, value: LampsValue) -> None:
        """Shows all states; an unchanged value costs nothing."""
        if value == self._value:
            return
        self._value = value
        lamps = (value.server, value.game, value.agents)
        for name, lamp, dot, word in zip(self._names, lamps, self._dots, self._words, strict=True):
            set_tone(dot, lamp.tone)
            word.setText(lamp.text)
            whole = f"{name}: {lamp.hint or lamp.text}"
            word.setToolTip(whole)
            dot.setToolTip(whole)
            word.setAccessibleName(whole)


STATE_TONES: Final = {
    StageState.PENDING: "muted",
    StageState.RUNNING: "accent",
    StageState.DONE: "good",
    StageState.FAILED: "bad",
    StageState.SKIPPED: "muted",
}
MARK_PX: Final = 15


class StageChecklist(QWidget):
    """The stages of a match as a row of marks and words in the colours of their states."""

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._states = dict.fromkeys(MatchStage, StageState.PENDING)
        self._marks = {stage: QLabel() for stage in MatchStage}
        self._words = {stage: QLabel(short_stage_name(stage)) for stage in MatchStage}
        parts = (part for stage in MatchStage for part in (self._marks[stage], self._words[stage], 9))
        hbox(*parts, None, parent=self)
        self.clear()

    def state(self, stage: MatchStage) -> StageState:
        """Returns the state of a stage."""
        return self._states[stage]

    def show_stage(self, stage: MatchStage, state: StageState, text: str) -> None:
        """Marks one stage; its tooltip has the text."""
        self._states[stage] = state
        self._draw(stage, text)

    def clear(self) -> None:
        """Marks all stages as pending."""
        for stage in MatchStage:
            self._states[stage] = StageState.PENDING
            self._draw(stage, "")

    def set_looks(self, looks: Looks) -> None:
        """Draws the marks in the colours of the theme."""
        self._looks = looks
        for stage in MatchStage:
            self._draw(stage, "")

    def _draw(self, stage: MatchStage, text: str) -> None:
        state = self._states[stage]
        tone = STATE_TONES[state]
        tinted = Tinted(name=state.value, colour=str(getattr(self._looks, tone)))
        self._marks[stage].setPixmap(tinted_pixmap(tinted, MARK_PX, self.devicePixelRatioF()))
        self._marks[stage].setAlignment(Qt.AlignmentFlag.AlignCenter)
        word = self._words[stage]
        set_tone(word, "muted" if state in (StageState.PENDING, StageState.SKIPPED) else "" if tone == "good" else tone)
        tail = f": {text}" if text else ""
        whole = f"{word_of(stage)}, {word_of(state)}{tail}"
        word.setToolTip(whole)
        word.setAccessibleName(whole)


START_KEYS: Final = "Ctrl+Return"
STOP_KEYS: Final = "Ctrl+."
PAUSE_KEYS: Final = "Ctrl+P"


REFUSAL_MS: Final = 10_000
"""Time for which the reason of a refusal is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A message with a tone of the style sheet and a tooltip."""

    text: str = ""
    tone: str = ""
    hint: str = ""


class BottomBar(QFrame):
    """Shows the progress and the result of the match; GUI thread.

    Signals:
        start_requested: the open match is played.
        stop_requested: the running match is ended.
        pause_requested: the running match is paused or resumed.
        choice_changed: the `GameChoice` after the user chose another game or pace.
    """

    start_requested = Signal()
    stop_requested = Signal()
    pause_requested = Signal()
    choice_changed = Signal(GameChoice)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("bottom_bar")
        self.setProperty("role", "bar")
        self._looks = looks
        self._pause_icon: Tinted | None = None
        self._is_paused = False
        self._result: MatchResult | None = None
        self._lasting = Line()
        self._passing = QTimer(self, singleShot=True, interval=REFUSAL_MS)
        self._passing.timeout.connect(self._show_lasting)
        self.start_button = self._button(self.tr("Start"), "start")
        self.stop_button = self._button(self.tr("Stop"), "stop")
        self.start_button.setAccessibleName(self.tr("Start the match"))
        self.stop_button.setAccessibleName(self.tr("Stop the match"))
        self.start_button.clicked.connect(self.start_requested)
        self.stop_button.clicked.connect(self.stop_requested)
        self.pause_button = self._pause_button()
        self.pause_button.clicked.connect(self.pause_requested)
        self.chooser = GameChooser()
        self.chooser.choice_changed.connect(self.choice_changed)
        self.lamps = Lamps()
        self.checklist = StageChecklist(looks)
        self.line = ElidedLabel()
        self.line.setAccessibleName(self.tr("Status"))
        self.line.setFont(scaled_font(self, 1.0, QFont.Weight.DemiBold))
        self._arrange()
        self._reasons: tuple[str, str] | None = None
        self._pause: tuple[str, bool, str] | None = None
        """The values that the buttons show; while a match runs, the same arrive many times a second."""
        self.show_buttons(start=self.tr("No match is open."), stop=self.tr("No match is running."))
        self.show_pause(reason=self.tr("No match is running."), is_paused=False)

    def show_buttons(self, *, start: str, stop: str) -> None:
        """Enables a button if its reason is empty; a reason is the tooltip of the disabled button."""
        if self._reasons == (start, stop):
            return
        self._reasons = start, stop
        self._keep_focus(start, stop)
        self.start_button.setEnabled(not start)
        self.start_button.setToolTip(start or self.tr("Start the match ({0})").format(key_text(START_KEYS)))
        self.stop_button.setEnabled(not stop)
        stop_words = self.tr("Stop the match and all its processes ({0})").format(key_text(STOP_KEYS))
        self.stop_button.setToolTip(stop or stop_words)

    def show_pause(self, *, reason: str, is_paused: bool, remark: str = "") -> None:
        """Shows whether the match is paused, the reason why it cannot be, and a remark in the tooltip."""
        if self._pause == (reason, is_paused, remark) and self.pause_button.isChecked() is is_paused:
            return
        self._pause = reason, is_paused, remark
        self.pause_button.setEnabled(not reason)
        self.pause_button.setChecked(is_paused)
        words = self.tr("Resume") if is_paused else self.tr("Pause")
        self.pause_button.setAccessibleName(words)
        hint = f"{words} ({key_text(PAUSE_KEYS)})"
        self.pause_button.setToolTip(reason or "\n".join(filter(None, (hint, remark))))
        self._draw_pause()
        if is_paused is not self._is_paused:
            tells_of_play = self._lasting.text == self._play_words()
            self._is_paused = is_paused
            if tells_of_play:
                self.show_line(self._play_words())

    def show_stage(self, change: StageChanged) -> None:
        """Shows a stage and what it waits for."""
        name, text = word_of(change.stage), rendered(change.text)
        self.checklist.show_stage(change.stage, change.state, text)
        if change.state is StageState.RUNNING:
            self.show_line(f"{name}: {text}" if text else self._running_words(change.stage))
        elif change.state is StageState.FAILED:
            self.show_line(f"{name}: {text}" if text else name, "bad")

    def show_result(self, result: MatchResult) -> None:
        """Shows how the match ended; the tooltip has the reason and all interference."""
        self._result = result
        line = result_line(result)
        reason = rendered(result.reason) if result.outcome is not Outcome.FAILED else ""
        hint = "\n".join(filter(None, (line, reason, *interference_lines(result))))
        self.show_line(line, _result_tone(result), hint)

    def show_last_result(self) -> None:
        """Shows the result of the last match instead of another message."""
        if self._result is not None:
            self.show_result(self._result)
        else:
            self.show_line("")

    def show_line(self, text: str, tone: str = "", hint: str = "") -> None:
        """Shows a message in one line; `hint` is its tooltip if that says more."""
        self._lasting = Line(text=text, tone=tone, hint=hint or text)
        self._passing.stop()
        self._show_lasting()

    def show_refusal(self, reason: str) -> None:
        """Shows for a while why something is not possible, in place of the message."""
        self._put(Line(text=reason, tone="bad", hint=reason))
        self._passing.start()

    @Slot()
    def _show_lasting(self) -> None:
        self._put(self._lasting)

    def _put(self, line: Line) -> None:
        self.line.setText(line.text)
        self.line.setToolTip(line.hint)
        set_tone(self.line, line.tone)

    def clear(self) -> None:
        """Forgets the last match."""
        self._result = None
        self.checklist.clear()
        self.show_line("")

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        self._looks = looks
        self.checklist.set_looks(looks)
        for button, name in ((self.start_button, "start"), (self.stop_button, "stop")):
            button.setIcon(strong_icon(name, looks))
        self._draw_pause()

    def _running_words(self, stage: MatchStage) -> str:
        words = {MatchStage.KICKOFF: self.tr("Waiting for kickoff …"), MatchStage.PLAY: self._play_words()}
        return words.get(stage, f"{word_of(stage)} …")

    def _play_words(self) -> str:
        return self.tr("Paused") if self._is_paused else self.tr("Match running")

    def _draw_pause(self) -> None:
        name = "start" if self.pause_button.isChecked() else "pause"
        colour = self._looks.text if self.pause_button.isEnabled() else self._looks.muted
        icon = Tinted(name=name, colour=colour)
        if icon != self._pause_icon:
            self._pause_icon = icon
            self.pause_button.setIcon(tinted_icon(icon))

    def _pause_button(self) -> QToolButton:
        button = tool_button(role="", icon_px=16, is_checkable=True)
        button.setProperty("strong", "pause")
        return button

    def _keep_focus(self, start: str, stop: str) -> None:
        """Moves the focus to the enabled button, or to the bar, before Qt moves it elsewhere."""
        if not (self.hasFocus() or self.start_button.hasFocus() or self.stop_button.hasFocus()):
            return
        for button, reason in ((self.start_button, start), (self.stop_button, stop)):
            if not reason:
                button.setEnabled(True)
                button.setFocus()
                return
        self.setFocus()

    def _button(self, text: str, role: str) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("strong", role)
        button.setIcon(strong_icon(role, self._looks))
        button.setIconSize(QSize(16, 16))
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setMinimumWidth(104)
        return button

    def _arrange(self) -> None:
        buttons = (self.start_button, self.stop_button, self.pause_button)
        vbox(
            hbox(*buttons, 4, self.chooser, None, self.lamps, spacing=8),
            hbox(self.checklist, (self.line, 1), spacing=12),
            spacing=6,
            margins=(14, 9, 14, 9),
            parent=self,
        )


def _result_tone(result: MatchResult) -> str:
    if result.outcome is Outcome.FAILED:
        return "bad"
    if result.outcome is Outcome.INTERRUPTED:
        return "warning"
    if result.forfeited_by is not None:
        return TEAM_TONES[1 - result.forfeited_by]
    if result.interference:
        return "warning"
    if result.winner is not None:
        return TEAM_TONES[result.winner]
    blue, orange = result.score if result.series is None else result.series.won
    return "" if blue == orange else "blue" if blue > orange else "orange"
