"""A notice for somebody who looks elsewhere, and who shows it."""

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import SignalInstance


@dataclass(frozen=True, slots=True, kw_only=True)
class OutsideNotice:
    """What is said outside of the window."""

    title: str
    text: str
    tone: str = ""
    """As a `Notice` has it."""
    place: object = None
    """What a click leads to; only whoever made the notice knows what it means."""


class Outside(Protocol):
    """The part of the desktop that is outside of the window; GUI thread.

    Signals:
        clicked: the notice that was shown last.
        show_requested, stop_requested, quit_requested: chosen from the menu of the icon.
    """

    clicked: SignalInstance
    show_requested: SignalInstance
    stop_requested: SignalInstance
    quit_requested: SignalInstance

    def is_available(self) -> bool:
        """Whether this desktop shows icons and notices; that can change."""

    def show_icon(self, *, is_shown: bool) -> None:
        """Puts the icon where the system has icons of programs, or takes it away, with the notices that it showed."""

    def show_running(self, *, is_running: bool) -> None:
        """Offers to stop a match while one runs."""

    def notify(self, notice: OutsideNotice) -> None:
        """Shows a notice; the icon has to be there."""

    def close(self) -> None:
        """Takes everything away; may be called twice."""
