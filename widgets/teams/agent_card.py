"""One car or agent: name, state in colour and word, what it does and uses, and what can be done with it."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Final, TypeAlias

from PySide6.QtCore import QMimeData, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QDrag,
    QFont,
    QIcon,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QBoxLayout, QFrame, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from resources.looks import Looks
from runtime.model.game_facts import SCRIPTS
from runtime.model.states import AgentState, SwapState
from widgets.looks import Tinted, scaled_font, set_property, set_tone, tinted_icon
from widgets.messages import rendered
from widgets.shared.controls import hbox, push_button, tool_button, vbox
from widgets.shared.labels import ElidedName, FittingLabel, WrappedLabel
from widgets.shared.logos import paint_logo
from widgets.teams.card_value import CardAction, CardKind, CardRequest, CardValue
from widgets.teams.card_words import (
    KEYS,
    action_words,
    gap_words,
    hint,
    late_tone,
    late_words,
    no_drawing,
    rate_tone,
    rate_words,
    service_words,
    slow_words,
    state_line,
    state_tone,
    swap_line,
    usage_words,
    version_words,
)
from widgets.words import SKILLS, Counts, hint_text, key_text, skill_name, team_in_sentence

Ask: TypeAlias = Callable[[CardAction, str], None]
"""Requests an action; the text is the skill if one was chosen."""
_EDITS_OF_CARS: Final = (
    CardAction.RENAME,
    CardAction.REPLACE,
    CardAction.DUPLICATE,
    CardAction.OTHER_TEAM,
    CardAction.UP,
    CardAction.DOWN,
)
_GROUPS: Final[tuple[tuple[CardAction, ...], ...]] = (
    (CardAction.LOG, CardAction.SWAP, CardAction.DECLINE, CardAction.RESTART, CardAction.BENCH, CardAction.DRAWING),
    (CardAction.BACK, CardAction.WRITE_BACK),
    (
        CardAction.DEBUG,
        CardAction.END_DEBUG,
        CardAction.COPY_START,
        CardAction.WRITE_LAUNCH,
        CardAction.DEBUG_HELP,
    ),
    (CardAction.RENAME, CardAction.LOADOUT, CardAction.SKILL, CardAction.AUTO_START),
    (CardAction.REPLACE, CardAction.DUPLICATE, CardAction.OTHER_TEAM, CardAction.UP, CardAction.DOWN),
    (CardAction.EDIT_SOURCE, CardAction.OPEN_FOLDER),
    (CardAction.REMOVE,),
)
_ICONS: Final = {
    CardAction.LOG: "log",
    CardAction.SWAP: "swap",
    CardAction.RESTART: "restart",
    CardAction.BENCH: "bench",
    CardAction.DUPLICATE: "copy",
    CardAction.RENAME: "edit",
    CardAction.OPEN_FOLDER: "folders",
    CardAction.REMOVE: "remove",
}


def offered(card: CardValue, *, is_locked: bool) -> frozenset[CardAction]:
    """Returns the actions that are available now; `is_locked` while a match runs."""
    is_program = card.kind.is_program
    conditions = {
        CardAction.LOG: True,
        CardAction.FIX: bool(card.fix),
        CardAction.ERROR: bool(card.errors),
        CardAction.WRITE_BACK: card.swap.source_copy is not None,
        CardAction.EDIT_SOURCE: is_program and card.has_source,
        CardAction.OPEN_FOLDER: is_program,
        CardAction.DEBUG: is_program and card.debug_port is None,
        CardAction.END_DEBUG: card.debug_port is not None,
        CardAction.COPY_START: is_program and (card.state is AgentState.MANUAL or not card.is_auto_start),
        CardAction.WRITE_LAUNCH: is_program,
        CardAction.DEBUG_HELP: is_program,
    }
    actions = {action for action, is_offered in conditions.items() if is_offered}
    if is_locked:
        return frozenset(actions | (_of_agent(card) if card.kind.is_program and card.log_key else set()))
    if card.can_be_edited:
        actions.add(CardAction.REMOVE)
        if card.kind.is_program:
            actions.add(CardAction.AUTO_START)
        if card.team != SCRIPTS:
            actions.update(_EDITS_OF_CARS)
        if card.kind in (CardKind.BOT, CardKind.HIVEMIND):
            actions.add(CardAction.LOADOUT)
        if card.kind is CardKind.PSYONIX:
            actions.add(CardAction.SKILL)
            actions.discard(CardAction.LOG)
    return frozenset(actions)


def card_menu(card: CardValue, parent: QWidget, ask: Ask, *, is_locked: bool, looks: Looks | None) -> QMenu:
    """Returns a menu of the available actions; it deletes itself when it closes."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    menu.aboutToHide.connect(menu.deleteLater)
    now = offered(card, is_locked=is_locked)
    for group in _GROUPS:
        actions = [action for action in group if action in now]
        if actions and not menu.isEmpty():
            menu.addSeparator()
        for action in actions:
            if action is CardAction.SKILL:
                _add_skills(menu, card, ask)
            elif action is CardAction.BACK:
                _add_versions(menu, card, ask)
            else:
                _add_entry(menu, action, card, ask, looks)
    return menu


def _add_entry(menu: QMenu, action: CardAction, card: CardValue, ask: Ask, looks: Looks | None) -> None:
    words = action_words(action, card.kind)
    entry = QAction(words, menu)
    if action in KEYS:
        entry.setText(f"{words}\t{key_text(KEYS[action])}")
    if looks is not None and action in _ICONS:
        entry.setIcon(tinted_icon(Tinted(name=_ICONS[action], colour=looks.text)))
    if action is CardAction.AUTO_START:
        _make_checkable(entry, is_on=card.is_auto_start)
    if action is CardAction.DRAWING:
        _make_checkable(entry, is_on=card.can_draw)
        entry.setDisabled(card.is_drawing_forbidden)
        entry.setToolTip(no_drawing() if card.is_drawing_forbidden else "")
    entry.triggered.connect(partial(ask, action, ""))
    menu.addAction(entry)


def _make_checkable(entry: QAction, *, is_on: bool) -> None:
    entry.setCheckable(True)
    entry.setChecked(is_on)


def _add_skills(menu: QMenu, card: CardValue, ask: Ask) -> None:
    skills = menu.addMenu(action_words(CardAction.SKILL))
    for skill in SKILLS:
        entry = QAction(skill_name(skill), skills)
        _make_checkable(entry, is_on=skill == card.skill)
        entry.triggered.connect(partial(ask, CardAction.SKILL, skill))
        skills.addAction(entry)


def _add_versions(menu: QMenu, card: CardValue, ask: Ask) -> None:
    """Adds an entry for each version that can play again; several are in a submenu."""
    target = menu if len(card.swap.earlier) == 1 else menu.addMenu(action_words(CardAction.BACK))
    for version in card.swap.earlier:
        entry = target.addAction(version_words(version))
        entry.triggered.connect(partial(ask, CardAction.BACK, str(version)))


def _of_agent(card: CardValue) -> set[CardAction]:
    """Returns the actions of an agent in a running match."""
    actions = {CardAction.RESTART}
    if card.state is AgentState.MANUAL:
        return set()
    if card.state is not None and not card.state.is_over:
        actions |= {CardAction.BENCH, CardAction.SWAP, CardAction.DRAWING}
    if card.swap.earlier:
        actions.add(CardAction.BACK)
    if card.swap.state is SwapState.CHANGED:
        actions.add(CardAction.DECLINE)
    return actions


BUTTON_PX: Final = 20
MAX_LINES: Final = 8
"""Maximum number of lines of a reason; the tooltip has the rest."""
MIN_WIDTH_PX: Final = 110
MARGINS_PX: Final = 15
LOGO_PX: Final = 20
LOGO_GAP_PX: Final = 5
LOGO_FROM_PX: Final = 150
"""Narrower cards have no logo."""
RATES_FROM_PX: Final = 210
"""Narrower cards show the share of late answers on a separate line."""
NAME_PX: Final = 72
"""Width that the name keeps beside the buttons; actions without room for a button are in the menu."""
FIX_GAP_PX: Final = 4
FIX_PADDING_PX: Final = 14
"""Horizontal padding of a button, including its frame."""
CAR_MIME: Final = "application/x-kickabout-car"
"""MIME type of a dragged card; the data is its position in the document's list of cars."""
_RUNNING: Final = (CardAction.SWAP, CardAction.RESTART, CardAction.BENCH, CardAction.LOG)
_CHOOSE_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_STEPS: Final = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_SWAP_TONES: Final = {SwapState.IDLE: "muted", SwapState.CHANGED: "warning", SwapState.REFUSED: "bad"}
_DRAWN: Final = {**{action: action.value for action in _RUNNING}, CardAction.REMOVE: "remove"}


class CardIcons:
    """Icons of the card buttons in one theme, created on first use."""

    def __init__(self, looks: Looks) -> None:
        self.looks = looks

    @cached_property
    def of_actions(self) -> dict[CardAction, QIcon]:
        """The icons of the actions that have a button."""
        return {action: tinted_icon(Tinted(name=name, colour=self.looks.muted)) for action, name in _DRAWN.items()}

    @cached_property
    def more(self) -> QIcon:
        """The icon of the menu button."""
        return tinted_icon(Tinted(name="more", colour=self.looks.muted))


class AgentCard(QFrame):
    """Shows a `CardValue`; a click selects it, a drag moves it, its menu and keys run its actions. GUI thread.

    Signals:
        requested: a `CardRequest`.
        focus_moved: -1 or 1: to the card above or below.
    """

    requested = Signal(CardRequest)
    focus_moved = Signal(int)

    def __init__(self, card: CardValue, parent: QWidget | None = None, *, is_locked: bool = False) -> None:
        super().__init__(parent)
        self._card = card
        self._picture: QPixmap | None = None
        self._logo_drawn: tuple[object, ...] = ()
        self._is_locked = is_locked
        self._looks: Looks | None = None
        self._buttons_shown: tuple[object, ...] = ()
        self._pressed_at: QPoint | None = None
        self.setProperty("role", "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._logo = QLabel()
        self._logo.setFixedSize(LOGO_PX + LOGO_GAP_PX - 1, LOGO_PX)
        self._name = ElidedName()
        self._name.setFont(scaled_font(self, 1.0, QFont.Weight.DemiBold))
        self._state = WrappedLabel(MAX_LINES)
        self._swap = WrappedLabel(MAX_LINES)
        small = scaled_font(self, 0.9)
        self._figures, self._late, self._usage = FittingLabel(), QLabel(), FittingLabel()
        for label in (self._swap, self._figures, self._late, self._usage):
            label.setFont(small)
        self._figures.setToolTip(self.tr("Answers per second; the game asks up to 120 times a second"))
        self._late.setToolTip(self.tr("Share of answers that came too late for their tick"))
        set_tone(self._usage, "muted")
        self.buttons = {action: self._action_button(action) for action in _RUNNING}
        self.remove_button = self._action_button(CardAction.REMOVE)
        self.menu_button = self._quiet_button()
        self.menu_button.setToolTip(self.tr("More actions (menu key)"))
        self.menu_button.clicked.connect(self._on_menu_clicked)
        self.fix_button = push_button()
        self.fix_button.clicked.connect(partial(self._ask, CardAction.FIX))
        self.error_button = tool_button(name=action_words(CardAction.ERROR), role="quiet")
        self.error_button.setFont(small)
        self.error_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tone(self.error_button, "bad")
        self.error_button.clicked.connect(partial(self._ask, CardAction.ERROR))
        self._arrange()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.show_card(card)

    @property
    def card(self) -> CardValue:
        """The value that is shown."""
        return self._card

    def show_card(self, card: CardValue) -> None:
        """Shows another value of the same card."""
        self._card = card
        self._draw_logo()
        self._name.setText(card.label or card.name)
        self._state.setText(state_line(card))
        set_tone(self._state, state_tone(card))
        self._swap.setText(swap_line(card.swap))
        set_tone(self._swap, _SWAP_TONES.get(card.swap.state, "accent"))
        self._figures.show_wordings(*rate_words(card))
        set_tone(self._figures, rate_tone(card))
        self._late.setText(late_words(card))
        set_tone(self._late, late_tone(card))
        self._usage.show_wordings(*usage_words(card.figures))
        for label in (self._swap, self._figures, self._late, self._usage):
            label.setVisible(bool(label.text()))
        self.fix_button.setAccessibleName(f"{card.fix}: {card.name}")
        reason = rendered(card.reason)
        self.fix_button.setToolTip(hint_text(f"{card.fix}. {reason}"))
        self.fix_button.setVisible(bool(card.fix))
        self._show_errors()
        self._show_buttons()
        about_swap = rendered(card.swap.text), gap_words(card.swap)
        about_service = service_words(card.figures.service)
        self.setToolTip(hint_text(card.name, card.about, reason, *about_swap, slow_words(card), *about_service))
        self.setAccessibleName(f"{card.label or card.name}, {team_in_sentence(card.team)}, {self._state.text()}")

    def show_logo(self, picture: QPixmap | None) -> None:
        """Shows the bot's logo, or its initial."""
        self._picture = picture
        self._draw_logo()

    def set_chosen(self, *, is_chosen: bool) -> None:
        """Highlights the card whose log is shown."""
        set_property(self, "chosen", is_chosen)

    def set_locked(self, *, is_locked: bool) -> None:
        """Offers actions of the agent instead of edits while a match runs."""
        self._is_locked = is_locked
        self._show_buttons()

    def set_icons(self, icons: CardIcons) -> None:
        """Sets the icons of the buttons."""
        self._looks = icons.looks
        self._draw_logo()
        for action, button in (*self.buttons.items(), (CardAction.REMOVE, self.remove_button)):
            button.setIcon(icons.of_actions[action])
        self.menu_button.setIcon(icons.more)

    def open_menu(self, place: QPoint) -> None:
        """Shows the menu of all actions; `place` is a point of the screen."""
        menu = card_menu(self._card, self, self.ask, is_locked=self._is_locked, looks=self._looks)
        menu.popup(place)

    def ask(self, action: CardAction, value: str = "") -> None:
        """Requests an action if it is available now."""
        if action in offered(self._card, is_locked=self._is_locked):
            self.requested.emit(CardRequest(card=self._card, action=action, value=value))

    @Slot()
    def _ask(self, action: CardAction) -> None:
        self.ask(action)

    @Slot()
    def _on_menu_clicked(self) -> None:
        self.open_menu(self.menu_button.mapToGlobal(QPoint(0, self.menu_button.height())))

    def _draw_logo(self) -> None:
        if self._looks is None:
            return
        picture, ratio = self._picture, self.devicePixelRatioF()
        drawing = (picture.cacheKey() if picture is not None else self._card.name, self._looks, ratio)
        if drawing == self._logo_drawn:
            return
        self._logo_drawn = drawing
        drawn = QPixmap(QSize(LOGO_PX, LOGO_PX) * ratio)
        drawn.setDevicePixelRatio(ratio)
        drawn.fill(Qt.GlobalColor.transparent)
        painter = QPainter(drawn)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setFont(self.font())
        paint_logo(painter, QRect(0, 0, LOGO_PX, LOGO_PX), picture, self._card.name, self._looks)
        painter.end()
        self._logo.setPixmap(drawn)

    def _show_buttons(self) -> None:
        if self._card.fix:
            room = self.width() - MARGINS_PX - 2 * FIX_PADDING_PX
            metrics = self.fix_button.fontMetrics()
            self.fix_button.setText(metrics.elidedText(self._card.fix, Qt.TextElideMode.ElideRight, room))
        self._logo.setVisible(self._has_logo)
        now = offered(self._card, is_locked=self._is_locked)
        fitting = tuple(action for action in _RUNNING if self._is_locked and action in now)[: self._room()]
        shown = (self._card.name, now, fitting)
        if shown == self._buttons_shown:
            return
        self._buttons_shown = shown
        for action, button in self.buttons.items():
            self._show_button(button, action, is_shown=action in fitting)
        self._show_button(self.remove_button, CardAction.REMOVE, is_shown=CardAction.REMOVE in now)
        self.menu_button.setVisible(bool(now))
        self.menu_button.setAccessibleName(self.tr("More actions for {0}").format(self._card.name))

    def _show_errors(self) -> None:
        card = self._card
        self.error_button.setVisible(card.errors > 0)
        if card.errors:
            count, words = Counts().errors(card.errors), action_words(CardAction.ERROR)
            self.error_button.setText(count)
            self.error_button.setToolTip(hint_text(f"{words}: {card.last_error}"))
            self.error_button.setAccessibleName(f"{count}. {words}: {card.name}")

    def _show_button(self, button: QToolButton, action: CardAction, *, is_shown: bool) -> None:
        words = hint(action, self._card.kind)
        button.setVisible(is_shown)
        button.setToolTip(words)
        button.setAccessibleName(f"{words}: {self._card.name}")

    @property
    def _has_logo(self) -> bool:
        """True if the card is wide enough for a logo."""
        return self.width() >= LOGO_FROM_PX

    def _room(self) -> int:
        """Returns how many buttons fit beside the name and the menu button."""
        logo = LOGO_PX + LOGO_GAP_PX if self._has_logo else 0
        free = self.width() - MARGINS_PX - logo - NAME_PX
        return max(0, free // (BUTTON_PX + 1) - 1)

    def _quiet_button(self) -> QToolButton:
        button = tool_button(role="quiet", icon_px=BUTTON_PX - 7)
        button.setFixedSize(BUTTON_PX, BUTTON_PX)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _action_button(self, action: CardAction) -> QToolButton:
        button = self._quiet_button()
        button.clicked.connect(partial(self._ask, action))
        return button

    def _arrange(self) -> None:
        self._rates = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._rates.addWidget(self._figures, 1)
        self._rates.addWidget(self._late)
        vbox(
            hbox(
                self._logo,
                (self._name, 1),
                *self.buttons.values(),
                self.menu_button,
                self.remove_button,
                spacing=1,
            ),
            self._state,
            (self.error_button, Qt.AlignmentFlag.AlignLeft),
            self._rates,
            self._usage,
            self._swap,
            vbox(self.fix_button, margins=(0, FIX_GAP_PX, 0, 0)),
            spacing=1,
            margins=(10, 5, 5, 7),
            parent=self,
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(MIN_WIDTH_PX, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            is_narrow = event.size().width() < RATES_FROM_PX
            self._rates.setDirection(
                QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
            )
            self._rates.setSpacing(1 if is_narrow else 8)
            self._show_buttons()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if offered(self._card, is_locked=self._is_locked):
            self.open_menu(event.globalPos())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()
            self.ask(CardAction.LOG)
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        position = self._card.position
        is_free = position is not None and CardAction.OTHER_TEAM in offered(self._card, is_locked=self._is_locked)
        if self._pressed_at is not None and is_free:
            far = (event.position().toPoint() - self._pressed_at).manhattanLength()
            if far >= QApplication.startDragDistance():
                self._pressed_at = None
                self._drag(f"{position}")
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed_at = None
        super().mouseReleaseEvent(event)

    def _drag(self, position: str) -> None:
        drag = QDrag(self)
        data = QMimeData()
        data.setData(CAR_MIME, position.encode("ascii"))
        drag.setMimeData(data)
        drag.setPixmap(self.grab())
        drag.exec(Qt.DropAction.MoveAction)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _CHOOSE_KEYS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.ask(CardAction.LOG)
            return
        if event.key() in _STEPS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.focus_moved.emit(_STEPS[Qt.Key(event.key())])
            return
        pressed = QKeySequence(event.keyCombination())
        action = next((action for action, keys in KEYS.items() if QKeySequence(keys) == pressed), None)
        if action is None and pressed == QKeySequence("Ctrl+Left"):
            action = CardAction.OTHER_TEAM
        if action is None:
            super().keyPressEvent(event)
        else:
            self.ask(action)
