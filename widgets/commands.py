"""All commands of the window as actions with shortcuts."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QTabWidget

from widgets.bottom.bottom_bar import PAUSE_KEYS, START_KEYS, STOP_KEYS, BottomBar
from widgets.drive.drive_overlay import DRIVE_KEYS
from widgets.header.header_bar import (
    NEW_KEYS,
    OPEN_KEYS,
    RECENT_KEYS,
    REDO_KEYS,
    REDO_KEYS_TOO,
    SAVE_KEYS,
    TRAINING_KEYS,
    UNDO_KEYS,
    HeaderBar,
)
from widgets.log.log_panel import CONSOLE_KEYS
from widgets.sandbox.sandbox_panel import REPEAT_KEYS, STEP_KEYS
from widgets.stage.cameras import CameraKind
from widgets.stage.stage_panel import APART_KEYS, DRAWINGS_KEYS, MOVE_KEYS, CameraTools, StageTools, camera_word
from widgets.words import key_text
from widgets.workspace.workspace import Workspace

HELP_KEYS: Final = "F1"
ALONE_KEYS: Final = "F11"
QUIT_KEYS: Final = "Ctrl+Q"
"""Not `StandardKey.Quit`: together with the same key it would be ambiguous on some systems."""
PALETTE_KEYS: Final = ("Ctrl+Shift+P", "Ctrl+K")
SETTINGS_KEYS: Final = "Ctrl+,"
SWAP_ALL_KEYS: Final = "Ctrl+R"
PAGE_KEYS: Final = ("Alt+1", "Alt+2")
Keys = Sequence[QKeySequence | str]


class Commands(QObject):
    """Owns all actions of the window. GUI thread.

    `palette`, `keys`, `debugging`, `settings`, `environment`, `stop_server`, `about`, `console`, `report`, `alone`,
    `swap_all`, `drive` and `training` do nothing by themselves: connect their `triggered`.
    """

    def __init__(
        self,
        header: HeaderBar,
        bottom: BottomBar,
        pages: QTabWidget,
        workspace: Workspace,
        *,
        tools: StageTools,
        cameras: CameraTools,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.quit = self._action(self.tr("Quit"), [QUIT_KEYS])
        self.palette = self._action(self.tr("Command palette"), PALETTE_KEYS)
        self.keys = self._action(self.tr("Keyboard shortcuts"), [HELP_KEYS])
        self.debugging = self._action(self.tr("How to debug a bot"), [])
        self.settings = self._action(self.tr("Settings"), [SETTINGS_KEYS])
        self.environment = self._action(self.tr("Environment"), [])
        self.stop_server = self._action(self.tr("Stop the game server"), [])
        self.about = self._action(self.tr("About Kickabout"), [])
        self.console = self._action(self.tr("Open the game console"), [CONSOLE_KEYS])
        self.report = self._action(self.tr("Copy match report"), [])
        self.swap_all = self._action(self.tr("Reload all bots"), [SWAP_ALL_KEYS])
        self.save_situation = self._action(self.tr("Save this moment as a situation"), [])
        self.repeat_situation = self._action(self.tr("Load the last situation again"), [REPEAT_KEYS])
        self.step = self._action(self.tr("Play one tick"), [STEP_KEYS])
        self.drive = self._action(self.tr("Drive your car"), [DRIVE_KEYS])
        self.training = self._action(self.tr("Training runs"), [TRAINING_KEYS])
        self.arrange = self._pressing(self.tr("Reset layout"), [], workspace.arrange)
        self.alone = self._action(self.tr("Full-screen arena"), [ALONE_KEYS])
        self.apart = self._action(self.tr("Arena in its own window"), [APART_KEYS])
        self._save_as = header.save_as_action
        self.leading = workspace.actions_going
        """Commands that show a panel, and the match in place of a page."""
        self._panels = workspace.actions_of_panels
        self._others = [
            *self._of_match(bottom),
            *self._of_stage(tools),
            *self._of_cameras(cameras),
            self.drive,
            self.step,
            self.save_situation,
            self.repeat_situation,
            self.swap_all,
            self.console,
            *self._of_document(header),
            *self._of_pages(pages, workspace),
            self.alone,
            self.apart,
        ]

    @property
    def all(self) -> tuple[QAction, ...]:
        """All commands in display order."""
        about = (self.settings, self.environment, self.stop_server, self.report, self.about)
        last = (*about, self.palette, self.keys, self.debugging, self.quit)
        return (*self._others, *self.leading, self.training, *self._panels, self.arrange, *last)

    @property
    def of_menu(self) -> tuple[tuple[QAction, ...], ...]:
        """The commands of the menu, in groups."""
        panels = (self.training, *self._panels, self.arrange, self.alone, self.apart)
        about = (self.settings, self.environment, self.stop_server, self.report, self.about)
        helping = (self.palette, self.keys, self.debugging, *about)
        return (self._save_as,), panels, helping, (self.quit,)

    def set_match_shown(self, *, is_shown: bool) -> None:
        """Disables what acts on the match while a page is shown, so that the page may have the same keys."""
        for action in self._others:
            if action.shortcuts():
                action.setEnabled(is_shown)

    def _of_match(self, bottom: BottomBar) -> Iterable[QAction]:
        yield self._pressing(self.tr("Start the match"), [START_KEYS, "Ctrl+Enter"], bottom.start_button.animateClick)
        yield self._pressing(self.tr("Stop the match"), [STOP_KEYS], bottom.stop_button.animateClick)
        yield self._pressing(self.tr("Pause / Resume"), [PAUSE_KEYS], bottom.pause_button.click)

    def _of_stage(self, tools: StageTools) -> Iterable[QAction]:
        yield self._pressing(self.tr("Show or hide bot drawings"), [DRAWINGS_KEYS], tools.drawings_button.toggle)
        yield self._pressing(self.tr("Move cars and ball"), [MOVE_KEYS], tools.toggle_moving)

    def _of_cameras(self, cameras: CameraTools) -> Iterable[QAction]:
        for kind in CameraKind:
            words = self.tr("Camera: {0}").format(camera_word(kind))
            yield self._pressing(words, [], partial(cameras.camera_chosen.emit, kind))
        for step, car in ((1, self.tr("Next car")), (-1, self.tr("Previous car"))):
            words = self.tr("Camera: {0}").format(car)
            yield self._pressing(words, [], partial(cameras.car_stepped.emit, step))
        yield self._pressing(self.tr("Show or hide the predicted path of the ball"), [], cameras.path_action.toggle)
        yield self._pressing(self.tr("Show goals again, or not"), [], cameras.replays_action.toggle)

    def _of_document(self, header: HeaderBar) -> Iterable[QAction]:
        buttons = (
            (header.new_button, self.tr("New match"), [NEW_KEYS]),
            (header.open_button, self.tr("Open a match"), [OPEN_KEYS]),
            (header.save_button, self.tr("Save the match"), [SAVE_KEYS]),
            (header.undo_button, self.tr("Undo"), [UNDO_KEYS]),
            (header.redo_button, self.tr("Redo"), [REDO_KEYS, REDO_KEYS_TOO]),
        )
        for button, words, keys in buttons:
            yield self._pressing(words, keys, button.click)
        yield header.save_as_action
        yield self._pressing(self.tr("Open recent match"), [RECENT_KEYS], header.open_recent_menu)
        yield from header.examples_menu.actions()

    def _of_pages(self, pages: QTabWidget, workspace: Workspace) -> Iterable[QAction]:
        for index, keys in enumerate(PAGE_KEYS):
            words = pages.tabText(index)
            pages.setTabToolTip(index, f"{words} ({key_text(keys)})")
            yield self._pressing(words, [keys], partial(_show_page, pages, index, workspace))

    def _pressing(self, words: str, keys: Keys, press: Callable[[], object]) -> QAction:
        action = self._action(words, keys)
        action.triggered.connect(lambda _checked=False: press())
        return action

    def _action(self, words: str, keys: Keys) -> QAction:
        action = QAction(words, self)
        action.setShortcuts([QKeySequence(key) for key in keys])
        return action


def _show_page(pages: QTabWidget, index: int, workspace: Workspace) -> None:
    workspace.set_alone(is_alone=False)
    pages.setCurrentIndex(index)
    pages.currentWidget().setFocus()
