"""One match setting as a row, and the sections that rows are grouped in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QFont, QIcon, QPixmap, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QComboBox, QFrame, QLabel, QSizePolicy, QWidget

from resources.looks import Looks
from widgets.looks import Tinted, scaled_font, set_property, set_tone, tinted_icon, tinted_pixmap
from widgets.messages import rendered
from widgets.options.option_value import Choice, OptionChosen, OptionValue, Remark, RemarkKind, ResetRequested
from widgets.options.option_words import Section, section_title
from widgets.options.value_words import value_label
from widgets.shared.boxes import ChoiceBox
from widgets.shared.controls import hbox, heading, tool_button, vbox
from widgets.shared.labels import ElidedLabel

MARK_PX = 13
_REMARK_LOOKS = {
    RemarkKind.REFUSED: ("warning", "warning"),
    RemarkKind.IDLE: ("info", "muted"),
    RemarkKind.WRONG: ("error", "bad"),
}
"""Icon and tone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowStyle:
    """Fonts and icons of all rows in one theme, created once."""

    small_font: QFont
    reset_icon: QIcon
    warning_icon: QIcon
    marks: dict[RemarkKind, QPixmap]

    @classmethod
    def of(cls, widget: QWidget, looks: Looks) -> "RowStyle":
        """Returns the style of the rows in a widget."""
        ratio = widget.devicePixelRatioF()
        return cls(
            small_font=scaled_font(widget, 0.9),
            reset_icon=tinted_icon(Tinted(name="reset", colour=looks.muted)),
            warning_icon=tinted_icon(Tinted(name="warning", colour=looks.warning)),
            marks={
                kind: tinted_pixmap(Tinted(name=name, colour=str(getattr(looks, tone))), MARK_PX, ratio)
                for kind, (name, tone) in _REMARK_LOOKS.items()
            },
        )


def remark_tone(kind: RemarkKind) -> str:
    """Returns the tone of a remark's words."""
    return _REMARK_LOOKS[kind][1]


BUTTON_PX: Final = 22
NARROW_PX: Final = 320
"""Below this width, the control is below the label."""


class OptionRow(QWidget):
    """Shows one `OptionValue`: label, remark, control, and the button that resets it.

    Signals:
        chosen: an `OptionChosen`.
        reset_requested: a `ResetRequested` with this one option.
    """

    chosen = Signal(OptionChosen)
    reset_requested = Signal(ResetRequested)

    def __init__(self, option: OptionValue, game: str, style: RowStyle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._option = option
        self._game = game
        self._style = style
        self._label = ElidedLabel(option.label)
        self._mark = QLabel()
        self._words = ElidedLabel()
        reset = self.tr("Reset {option}").format(option=option.label)
        self.reset_button = tool_button(name=reset, role="quiet", icon_px=BUTTON_PX - 8)
        self._box = None if option.is_flag else ChoiceBox()
        self._check = QCheckBox() if option.is_flag else None
        self._prepare()
        self._arrange()
        self.set_style(style)
        self._show()

    @property
    def option(self) -> OptionValue:
        """The value that is shown."""
        return self._option

    @property
    def control(self) -> QCheckBox | QComboBox:
        """The check box or combo box."""
        control = self._check or self._box
        assert control is not None
        return control

    def show_option(self, option: OptionValue) -> None:
        """Shows another state of the same option; a choice without effect is taken back."""
        before, self._option = self._option, option
        if before != option:
            self._fill(before.choices)
            self._show()
        else:
            self._select()

    def set_style(self, style: RowStyle) -> None:
        """Takes the fonts and icons of another theme."""
        self._style = style
        self._words.setFont(style.small_font)
        self.reset_button.setIcon(style.reset_icon)
        self._fill(())
        self._show_remark()

    def matches(self, words: tuple[str, ...]) -> bool:
        """Returns whether the texts of the row contain each of these lower-case words."""
        if not words:
            return True
        option = self._option
        labels = (choice.label or value_label(option.key, choice.name) for choice in option.choices)
        text = " ".join((option.label, option.about, option.key, option.value, *labels))
        lowered = text.lower()
        return all(word in lowered for word in words)

    @Slot(int)
    def _on_activated(self, index: int) -> None:
        if self._box is not None:
            self._choose(self._box.itemData(index))

    @Slot()
    def _on_edited(self) -> None:
        """Takes a typed map, as a display name or file name."""
        if self._box is None:
            return
        text = self._box.currentText().strip()
        named = [choice.name for choice in self._option.choices if text.lower() in _spellings(choice)]
        if text != self._text(self._option.value):
            self._choose(named[0] if named else text)

    @Slot(bool)
    def _on_clicked(self, is_on: bool) -> None:
        self._choose("true" if is_on else "false")

    @Slot()
    def _on_reset(self) -> None:
        self.control.setFocus()
        self.reset_requested.emit(ResetRequested(keys=(self._option.key,)))

    def _choose(self, value: str) -> None:
        if value != self._option.value or self._option.is_wrong:
            self.chosen.emit(OptionChosen(key=self._option.key, value=value))

    def _prepare(self) -> None:
        label = self._option.label
        self.reset_button.setFixedSize(BUTTON_PX, BUTTON_PX)
        keeps_place = self.reset_button.sizePolicy()
        keeps_place.setRetainSizeWhenHidden(True)
        self.reset_button.setSizePolicy(keeps_place)
        self.reset_button.clicked.connect(self._on_reset)
        self.control.setAccessibleName(label)
        if self._box is not None and self._option.is_free:
            line = self._box.set_free()
            line.editingFinished.connect(self._on_edited)
            line.setAccessibleName(label)
        self._reset_action = QAction(self.tr("Reset"), self)
        self._reset_action.setShortcut(Qt.Key.Key_Delete)
        self._reset_action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._reset_action.triggered.connect(self._on_reset)
        self.addAction(self._reset_action)
        if self._box is not None:
            self._box.activated.connect(self._on_activated)
        if self._check is not None:
            self._check.clicked.connect(self._on_clicked)

    def _arrange(self) -> None:
        left = vbox(self._label, hbox(self._mark, (self._words, 1)), spacing=0)
        right = hbox(spacing=6)
        right.addWidget(self.control, 1, Qt.AlignmentFlag.AlignVCenter)
        right.addWidget(self.reset_button, 0, Qt.AlignmentFlag.AlignVCenter)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 2, 0, 2)
        self._row.setSpacing(6)
        self._row.addLayout(left, 5)
        self._row.addLayout(right, 6)
        self.control.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.control.ensurePolished()
        self.control.setMinimumHeight(self.control.sizeHint().height())
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _fill(self, before: tuple[Choice, ...]) -> None:
        box = self._box
        if box is None or self._option.choices == before:
            return
        box.clear()
        for choice in self._option.choices:
            text = self._text(choice.name)
            if choice.remark is None:
                box.add_choice(text, choice.name)
            else:
                words, icon = self._remark_words(choice.remark), self._style.warning_icon
                box.add_choice(text, choice.name, icon=icon, words=words, hint=rendered(choice.remark.text))
        self._select()

    def _select(self) -> None:
        if self._check is not None:
            self._check.setChecked(self._option.value == "true")
            self._check.setText(value_label(self._option.key, self._option.value))
        if self._box is not None:
            names = [choice.name for choice in self._option.choices]
            self._box.setCurrentIndex(names.index(self._option.value) if self._option.value in names else -1)
            if self._option.is_free:
                self._box.setEditText(self._text(self._option.value))

    def _show(self) -> None:
        option = self._option
        self._select()
        set_property(self._label, "changed", option.is_changed)
        self.reset_button.setVisible(option.is_changed)
        self._reset_action.setEnabled(option.is_changed)
        default = self._text(option.default)
        reset = self.tr("Reset to {value} (Del)").format(value=default)
        self.reset_button.setToolTip(reset)
        changed = self.tr("Changed; default: {value}").format(value=default) if option.is_changed else ""
        remark = rendered(option.remark.text) if option.remark is not None else ""
        hint = "\n".join(part for part in (option.about, changed, remark) if part)
        self.setToolTip(hint)
        self.control.setToolTip(hint)
        self.control.setAccessibleDescription(" ".join(hint.splitlines()))
        self._show_remark()

    def _show_remark(self) -> None:
        remark = self._option.remark
        self._mark.setVisible(remark is not None)
        self._words.setVisible(remark is not None)
        if remark is None:
            return
        self._mark.setPixmap(self._style.marks[remark.kind])
        self._words.setText(self._remark_words(remark))
        set_tone(self._words, remark_tone(remark.kind))

    def _remark_words(self, remark: Remark) -> str:
        if remark.kind is RemarkKind.REFUSED:
            return self.tr("not available in {game}").format(game=self._game)
        if remark.kind is RemarkKind.IDLE:
            return self.tr("no effect in {game}").format(game=self._game)
        return self.tr("invalid value")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = event.size().width() < NARROW_PX
        direction = QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        if self._row.direction() != direction:
            self._row.setDirection(direction)
            self._row.setSpacing(1 if is_narrow else 6)

    def _text(self, name: str) -> str:
        label = next((choice.label for choice in self._option.choices if choice.name == name), "")
        return label or value_label(self._option.key, name)


def _spellings(choice: Choice) -> tuple[str, ...]:
    return choice.name.lower(), choice.label.lower()


class OptionSection(QFrame):
    """A heading and its rows; hidden if no row is visible.

    Signals:
        chosen: an `OptionChosen`.
        reset_requested: a `ResetRequested`.
    """

    chosen = Signal(OptionChosen)
    reset_requested = Signal(ResetRequested)

    def __init__(self, section: Section, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[OptionRow] = []
        self.setProperty("role", "panel")
        self.setAccessibleName(section_title(section.key))
        title = heading(self, section_title(section.key), 1.05)
        title.setWordWrap(True)
        self._column = vbox(title, spacing=2, margins=(12, 8, 8, 8), parent=self)

    def add_row(self, option: OptionValue, game: str, style: RowStyle) -> None:
        """Adds the row of an option."""
        row = OptionRow(option, game, style)
        row.chosen.connect(self.chosen)
        row.reset_requested.connect(self.reset_requested)
        self._column.addWidget(row)
        self.rows.append(row)

    def show_options(self, options: Mapping[str, OptionValue]) -> None:
        """Shows another state of the same options."""
        for row in self.rows:
            row.show_option(options[row.option.key])

    def set_style(self, style: RowStyle) -> None:
        """Takes the fonts and icons of another theme."""
        for row in self.rows:
            row.set_style(style)

    def show_matches(self, words: tuple[str, ...], *, only_changed: bool) -> bool:
        """Shows only the rows with all these words; returns whether there are any."""
        shown = [row.matches(words) and (row.option.is_changed or not only_changed) for row in self.rows]
        for row, is_shown in zip(self.rows, shown, strict=True):
            row.setVisible(is_shown)
        self.setVisible(any(shown))
        return any(shown)
