"""Keeps the panel of match settings in step with the document, and turns its requests into edits."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Slot

from app.document.edits import Edits
from app.document.open_document import DocumentController
from app.panels.context import WindowContext
from app.panels.options.values import MAP_FILE, own_preset, preset_keys, preset_values, shown_options
from app.services.notifications import Notifications
from app.services.settings import OwnPreset, SettingsStore
from runtime.documents import (
    OPTIONS,
    RANDOM_MAP,
    MatchDocument,
    default_value,
    option_values,
    reset_options,
    set_options,
)
from runtime.documents.maps import MAP_SUFFIXES, map_name
from runtime.documents.options import MAP, MAP_CHOICE, MODE
from runtime.games import capabilities_of
from runtime.model.values import GameChoice, MatchOverview
from widgets.messages import translated
from widgets.notices.notice import Notice
from widgets.options.option_panel import OptionPanel
from widgets.options.option_value import OptionChosen, PresetRequested, ResetRequested, ScriptRequested
from widgets.options.option_words import preset_name
from widgets.options.value_words import range_words, typed_number, value_label
from widgets.shared.dialogs import ask_file

FIRST_SHOW_MS: Final = 60
"""Delay after the window was shown; the first paint comes first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerPreset:
    """One of the user's presets before a change, and its place in the list."""

    preset: OwnPreset
    place: int


class OptionController(QObject):
    """Shows and edits the options of the document; GUI thread."""

    def __init__(
        self,
        panel: OptionPanel,
        document: DocumentController,
        edits: Edits,
        *,
        settings: SettingsStore,
        notifications: Notifications,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._notifications = notifications
        self._panel = panel
        self._document = document
        self._edits = edits
        self._settings = settings
        self._game = capabilities_of(settings.settings.game)
        self._is_held = False
        self._delay = QTimer(self, singleShot=True, interval=FIRST_SHOW_MS)
        self._delay.timeout.connect(self._on_begin)
        document.opened.connect(panel.show_all)
        document.overview_changed.connect(self.show_overview)
        document.saved.connect(self.show_overview)
        panel.option_chosen.connect(self.choose)
        panel.reset_requested.connect(self.reset)
        panel.preset_chosen.connect(self.apply_preset)
        panel.preset_keep_requested.connect(self.keep_preset)
        panel.preset_removal_requested.connect(self.forget_preset)
        panel.script_removal_requested.connect(self.remove_script)
        panel.script_start_chosen.connect(self.choose_script_start)

    def hold(self) -> None:
        """Shows nothing until `start`, because the choices of all options take a moment to compute."""
        self._is_held = True

    def start(self) -> None:
        """Shows the options soon after the window was painted."""
        self._delay.start()

    @Slot(MatchOverview)
    def show_overview(self, overview: MatchOverview) -> None:
        """Shows the options of the document."""
        if self._is_held:
            return
        own = self._settings.settings.presets
        self._panel.show_options(shown_options(self._document.document, overview.problems, own, self._game))

    @Slot(GameChoice)
    def choose_game(self, choice: GameChoice) -> None:
        """Marks what the chosen game does not support."""
        game = capabilities_of(choice.game)
        if game != self._game:
            self._game = game
            self._show()

    @Slot(OptionChosen)
    def choose(self, chosen: OptionChosen) -> None:
        """Sets one option; another mode also sets its default map, unless the user chose the map."""
        if chosen.key == MAP and chosen.value == MAP_FILE:
            self._ask_map()
            return
        key, value = chosen.key, _typed(chosen.key, chosen.value)
        if not _is_possible(key, value):
            self._notifications.refuse(_refusal(key, chosen.value))
            self._show()
            return
        name = f"{translated(OPTIONS[key].label)}: {_value_name(key, value)}"
        values = option_values(self._document.document.text)
        has_usual_map = values[MAP] == default_value(MAP, values[MODE])

        def change(document: MatchDocument) -> None:
            mode = value if key == MODE else values[MODE]
            document.edit(lambda text: _with_option(text, key, value, mode))
            if key == MODE and has_usual_map:
                document.edit(lambda text: reset_options(text, [MAP], game_mode=mode))

        if not self._document.edit(name, change, about=key):
            self._show()

    def _ask_map(self) -> None:
        """Asks for the file of a map."""
        self._show()
        files = self.tr("Maps ({0})").format(" ".join(f"*{suffix}" for suffix in MAP_SUFFIXES))
        ask_file(self._panel, self.tr("Choose a map"), self._choose_map, files=files)

    def _choose_map(self, file: Path) -> None:
        self.choose(OptionChosen(key=MAP, value=self._document.document.link(file)))

    @Slot(ResetRequested)
    def reset(self, request: ResetRequested) -> None:
        """Resets options to their defaults; the default map is not random."""
        keys = (*request.keys, MAP_CHOICE) if MAP in request.keys else request.keys
        if len(request.keys) == 1:
            name = self.tr("Reset {option}").format(option=translated(OPTIONS[request.keys[0]].label))
        else:
            name = self.tr("Reset %n settings", "", len(request.keys))
        self._document.edit(name, lambda document: _reset(document, keys))

    @Slot(PresetRequested)
    def apply_preset(self, request: PresetRequested) -> None:
        """Applies the mode, map and mutators of a preset."""
        preset = request.preset
        name = preset.id if preset.is_own else preset_name(preset.id)
        values = {key: value for key, value in preset_values(preset, self._settings.settings.presets) if key in OPTIONS}

        def change(document: MatchDocument) -> None:
            document.edit(lambda text: set_options(text, values))
            _reset(document, tuple(key for key in preset_keys() if key not in values))

        if not self._document.edit(self.tr("Preset: {name}").format(name=name), change):
            self._show()

    @Slot(str)
    def keep_preset(self, name: str) -> None:
        """Saves mode, map and mutators under a name; a preset that is replaced can be restored."""
        before = self._put_preset(own_preset(name, self._document.document.text))
        if before is not None:
            text = self.tr("Preset '{name}' updated.").format(name=name)
            self._offer_back(text, before)

    @Slot(PresetRequested)
    def forget_preset(self, request: PresetRequested) -> None:
        """Deletes one of the user's presets, which can be restored; the document stays as it is."""
        presets = self._settings.settings.presets
        place = next((place for place, preset in enumerate(presets) if preset.name == request.preset.id), None)
        if place is None:
            return
        self._settings.change(presets=(*presets[:place], *presets[place + 1 :]))
        self._show()
        text = self.tr("Preset '{name}' deleted.").format(name=request.preset.id)
        self._offer_back(text, FormerPreset(preset=presets[place], place=place))

    def _put_preset(self, preset: OwnPreset, place: int | None = None) -> FormerPreset | None:
        """Saves a preset in place of the one with its name; returns that one if it was different."""
        presets = list(self._settings.settings.presets)
        former = next((at for at, other in enumerate(presets) if other.name == preset.name), None)
        before = None
        if former is None:
            presets.insert(len(presets) if place is None else place, preset)
        else:
            before = FormerPreset(preset=presets[former], place=former)
            presets[former] = preset
        self._settings.change(presets=tuple(presets))
        self._show()
        return before if before is not None and before.preset != preset else None

    def _offer_back(self, text: str, former: FormerPreset) -> None:
        restore = partial(self._put_preset, former.preset, former.place)
        self._notifications.show(Notice(text=text, action=self.tr("Undo"), on_action=restore))

    @Slot(ScriptRequested)
    def remove_script(self, request: ScriptRequested) -> None:
        """Removes a script from the document."""
        self._edits.remove_script(request.position)

    @Slot(ScriptRequested)
    def choose_script_start(self, request: ScriptRequested) -> None:
        """Sets whether Kickabout starts a script."""
        self._edits.set_script_auto_start(request.position, is_auto_start=request.is_auto_start)

    @Slot()
    def _on_begin(self) -> None:
        self._is_held = False
        self._show()

    def _show(self) -> None:
        if self._document.overview is not None:
            self.show_overview(self._document.overview)


def _value_name(key: str, value: str) -> str:
    if key == MAP:
        return QCoreApplication.translate("Options", "Random") if value == RANDOM_MAP else map_name(value)
    return value_label(key, value)


def _is_possible(key: str, value: str) -> bool:
    number = OPTIONS[key].number
    return number is None or number.value_of(value) is not None


def _refusal(key: str, typed: str) -> str:
    number = OPTIONS[key].number
    assert number is not None
    may_be = range_words(
        number.minimum, number.maximum, is_whole=number.is_whole, may_be_unlimited=number.may_be_unlimited
    )
    words = QCoreApplication.translate("OptionController", "{option}: '{typed}' is not valid. Enter {numbers}.")
    return words.format(option=translated(OPTIONS[key].label), typed=typed, numbers=may_be)


def _typed(key: str, value: str) -> str:
    """Returns a typed value without its unit."""
    return value if OPTIONS[key].number is None else typed_number(value)


def _with_option(text: str, key: str, value: str, mode: str) -> str:
    if key == MAP and value == RANDOM_MAP:
        return set_options(text, {MAP_CHOICE: RANDOM_MAP})
    if key == MAP:
        text = reset_options(text, [MAP_CHOICE])
    if value == default_value(key, mode):
        return reset_options(text, [key], game_mode=mode)
    return set_options(text, {key: value})


def _reset(document: MatchDocument, keys: tuple[str, ...]) -> None:
    """Resets options; the default map is that of the mode after the reset."""
    document.edit(lambda text: reset_options(text, [key for key in keys if key != MAP]))
    if MAP in keys:
        mode = option_values(document.text)[MODE]
        document.edit(lambda text: reset_options(text, [MAP], game_mode=mode))


def create(context: WindowContext) -> OptionController:
    """Creates the controller; it shows nothing before its `start`."""
    controller = OptionController(
        context.window.options,
        context.document,
        context.edits,
        settings=context.settings,
        notifications=context.notifications,
        parent=context.window,
    )
    controller.hold()
    context.window.completed.connect(controller.start)
    context.window.options.script_add_requested.connect(context.questions.ask_script)
    context.session.choice_changed.connect(controller.choose_game)
    return controller
