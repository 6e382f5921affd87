"""The newest notice, in a strip above the bar at the bottom."""

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, QTimer, Slot
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from resources.looks import Looks
from widgets.looks import Tinted, set_property, set_tone, tinted_icon
from widgets.notices.notice import BAD, WARNING, Action, Notice
from widgets.shared.controls import hbox, push_button, tool_button
from widgets.shared.labels import WrappedLabel

SHOWN_MS: Final = 8_000
"""Time for which a notice without a question is shown."""
MAX_WAITING: Final = 8
"""Maximum number of waiting notices; older ones are only in the history, unless something awaits their answer."""
BEHIND_S: Final = 60.0
"""After a notice is dismissed, a report behind it reappears only if it is not older than this; questions always do."""
_ICONS: Final = {WARNING: "warning", BAD: "error"}
LINES: Final = 2


class NoticeStrip(QFrame):
    """Shows one notice at a time, the newest first; hidden when there is none. GUI thread.

    It takes the same room whether it shows a short notice, a long one or none, so that the window never moves. What
    does not fit into two lines is in the tooltip, and in the history.
    """

    def __init__(
        self, looks: Looks, parent: QWidget | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setProperty("role", "bar")
        self._looks = looks
        self._clock = clock
        self._notices: list[Notice] = []
        self._shown_at: dict[int, float] = {}
        """When each was shown, by its identity: not every request can be hashed."""
        self._icon = QLabel()
        self.text = WrappedLabel(LINES, LINES)
        self.action_button = push_button(name=self.tr("Fix"))
        self.other_button = push_button(name=self.tr("Other action"))
        self.third_button = push_button(name=self.tr("Other action"))
        hint, name = self.tr("Dismiss; the notice stays in the history"), self.tr("Dismiss the notice")
        self.close_button = tool_button(hint=hint, name=name, role="quiet", icon_px=14)
        self.action_button.clicked.connect(self._on_action)
        self.other_button.clicked.connect(self._on_other)
        self.third_button.clicked.connect(self._on_third)
        self.close_button.clicked.connect(self._on_closed)
        self._timer = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._timer.timeout.connect(self.dismiss)
        buttons = self.action_button, self.other_button, self.third_button, self.close_button
        hbox(self._icon, (self.text, 1), *buttons, spacing=8, margins=(14, 4, 10, 4), parent=self)
        self.keep_room(is_kept=True)
        self.set_looks(looks)
        self.hide()

    @property
    def notice(self) -> Notice | None:
        """The notice that is shown now; None if there is none."""
        return self._notices[-1] if self._notices else None

    def keep_room(self, *, is_kept: bool) -> None:
        """Reserves the strip's room while there is no notice, or gives it up."""
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(is_kept)
        self.setSizePolicy(policy)

    def show_notice(self, notice: Notice) -> None:
        """Shows a notice in front of those that are still open; it replaces an equal one, and one with its key."""
        self._notices = [other for other in self._notices if other != notice and not _has_key(other, notice.key)]
        self._notices.append(notice)
        self._shown_at[id(notice)] = self._clock()
        self._forget_old()
        self._show()

    @Slot(object)
    def withdraw(self, key: object) -> None:
        """Takes away the notice with this key, which no longer matters."""
        kept = [notice for notice in self._notices if not _has_key(notice, key)]
        if len(kept) < len(self._notices):
            self._notices = kept
            self._show()

    @Slot()
    def dismiss(self) -> None:
        """Takes the notice away; one behind it comes forward, unless it is a report from long ago."""
        if self._notices:
            self._notices.pop()
        earliest = self._clock() - BEHIND_S
        self._notices = [
            notice for notice in self._notices if notice.is_question or self._shown_at[id(notice)] >= earliest
        ]
        self._show()

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        self._looks = looks
        self.close_button.setIcon(tinted_icon(Tinted(name="remove", colour=looks.muted)))
        self._show()

    @Slot()
    def _on_action(self) -> None:
        self._answer(lambda notice: notice.on_action)

    @Slot()
    def _on_other(self) -> None:
        self._answer(lambda notice: notice.on_other)

    @Slot()
    def _on_third(self) -> None:
        self._answer(lambda notice: notice.on_third)

    @Slot()
    def _on_closed(self) -> None:
        self._answer(lambda notice: notice.on_closed)

    def _answer(self, chosen: Callable[[Notice], Action | None]) -> None:
        """Takes the notice away, then calls what was chosen, which may show another one."""
        notice = self.notice
        self.dismiss()
        act = chosen(notice) if notice is not None else None
        if act is not None:
            act()

    def _forget_old(self) -> None:
        free = [notice for notice in self._notices[:-1] if not notice.is_awaited]
        for notice in free[: max(0, len(self._notices) - MAX_WAITING)]:
            self._notices.remove(notice)

    def _show(self) -> None:
        notice = self.notice
        self._shown_at = {id(notice): self._shown_at[id(notice)] for notice in self._notices}
        self._timer.stop()
        self.setVisible(notice is not None)
        if notice is None:
            return
        self.text.setText(notice.text)
        self.text.setAccessibleName(notice.text)
        self.text.setToolTip(notice.text)
        set_tone(self.text, notice.tone)
        set_property(self, "tone", notice.tone)
        name = _ICONS.get(notice.tone)
        self._icon.setVisible(name is not None)
        if name is not None:
            colour = str(getattr(self._looks, notice.tone))
            self._icon.setPixmap(tinted_icon(Tinted(name=name, colour=colour)).pixmap(QSize(16, 16)))
        sides = (
            (self.action_button, notice.action),
            (self.other_button, notice.other_action),
            (self.third_button, notice.third_action),
        )
        for button, words in sides:
            button.setVisible(bool(words))
            button.setText(words)
            button.setAccessibleName(words)
        if not notice.stays:
            self._timer.start()


def _has_key(notice: Notice, key: object) -> bool:
    return key is not None and notice.key == key
