"""The stages of a match as a row of marks."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from resources.looks import Looks
from runtime.model.events import StageChanged
from runtime.model.states import MatchStage, StageState
from widgets.looks import Tinted, set_tone, tinted_pixmap
from widgets.words import short_stage_name, stage_name, stage_state_word

STATE_TONES: Final = {
    StageState.PENDING: "muted",
    StageState.RUNNING: "accent",
    StageState.DONE: "good",
    StageState.FAILED: "bad",
    StageState.SKIPPED: "muted",
}
MARK_PX: Final = 15


class StageChecklist(QWidget):
    """One mark and word per stage; the colours are those of its state."""

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._states = dict.fromkeys(MatchStage, StageState.PENDING)
        self._marks = {stage: QLabel() for stage in MatchStage}
        self._words = {stage: QLabel(short_stage_name(stage)) for stage in MatchStage}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for stage in MatchStage:
            row.addWidget(self._marks[stage])
            row.addWidget(self._words[stage])
            row.addSpacing(9)
        row.addStretch(1)
        self.clear()

    def state(self, stage: MatchStage) -> StageState:
        """What is shown of a stage."""
        return self._states[stage]

    def show_stage(self, change: StageChanged) -> None:
        """Marks one stage."""
        self._states[change.stage] = change.state
        self._draw(change.stage, str(change.text))

    def clear(self) -> None:
        """Nothing has begun."""
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
        whole = f"{stage_name(stage)}, {stage_state_word(state)}{tail}"
        word.setToolTip(whole)
        word.setAccessibleName(whole)
