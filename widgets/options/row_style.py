"""What all rows of options look like: made once, because there are many of them."""

from dataclasses import dataclass

from PySide6.QtGui import QFont, QIcon, QPixmap
from PySide6.QtWidgets import QWidget

from resources.looks import Looks
from widgets.looks import Tinted, scaled_font, tinted_icon, tinted_pixmap
from widgets.options.option_value import RemarkKind

MARK_PX = 13
_REMARK_LOOKS = {
    RemarkKind.REFUSED: ("warning", "warning"),
    RemarkKind.IDLE: ("info", "muted"),
    RemarkKind.WRONG: ("error", "bad"),
}
"""Icon and tone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowStyle:
    """Fonts and icons in the colours of a theme."""

    small_font: QFont
    reset_icon: QIcon
    warning_icon: QIcon
    marks: dict[RemarkKind, QPixmap]

    @classmethod
    def of(cls, widget: QWidget, looks: Looks) -> "RowStyle":
        """The style of rows inside a widget."""
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
    """The tone of a remark's words."""
    return _REMARK_LOOKS[kind][1]
