"""What the window says to somebody who starts it for the first time."""

from PySide6.QtCore import QCoreApplication

from widgets.commands import HELP_KEYS, PALETTE_KEYS
from widgets.notices.notice import Notice
from widgets.words import key_text

WELCOME = "show keys"
"""Request of the welcome's button."""


def welcome() -> Notice:
    """Says what to do first; the example match is open."""
    text = QCoreApplication.translate(
        "FirstSteps",
        "Welcome to Kickabout. An example match is open: press Start to play it. To play your own bot, drop its folder "
        "on a team. {0} finds every command.",
    )
    return Notice(
        text=text.format(key_text(PALETTE_KEYS[0])),
        action=QCoreApplication.translate("FirstSteps", "Show keyboard shortcuts ({0})").format(key_text(HELP_KEYS)),
        request=WELCOME,
    )
