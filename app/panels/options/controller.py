"""Keeps the panel of options in step with the document, and turns its wishes into steps."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal, Slot

from app.document.edits import Edits
from app.document.open_document import DocumentController
from app.panels.options.values import BY_LOT, own_preset, preset_keys, preset_values, shown_options
from app.services.settings import SettingsStore
from app.services.settings_value import OwnPreset
from runtime.documents import (
    MAP,
    MAP_CHOICE,
    MODE,
    OPTIONS,
    MatchDocument,
    default_value,
    map_name,
    option_values,
    reset_options,
    set_options,
)
from runtime.model.values import MatchOverview
from widgets.bottom.game_chooser import ARENA, PlayWish
from widgets.notices.notice import Notice
from widgets.options.option_panel import OptionPanel
from widgets.options.option_value import OptionChosen, PresetRequested, ResetRequested, ScriptRequested
from widgets.options.option_words import option_label, preset_name
from widgets.options.value_words import range_words, typed_number, value_label

FIRST_SHOW_MS: Final = 60
"""After the window was shown: the first paint comes first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerPreset:
    """One of the user's presets as it was, and its place among them."""

    preset: OwnPreset
    place: int


class OptionController(QObject):
    """Lives on the GUI thread; the document tells it what to show.

    Signals:
        noticed: a `Notice` to show.
        refused: a sentence; something could not be done.
    """

    noticed = Signal(Notice)
    refused = Signal(str)

    def __init__(
        self,
        panel: OptionPanel,
        document: DocumentController,
        edits: Edits,
        settings: SettingsStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._panel = panel
        self._document = document
        self._edits = edits
        self._settings = settings
        self._wish = PlayWish(game=settings.settings.game)
        self._is_held = False
        self._delay = QTimer(self, singleShot=True, interval=FIRST_SHOW_MS)
        self._delay.timeout.connect(self._on_begin)
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
        """Shows nothing until `start`: what every option can be takes a moment to find out."""
        self._is_held = True

    def start(self) -> None:
        """Shows the options soon, once the window has been painted."""
        self._delay.start()

    @Slot(MatchOverview)
    def show_overview(self, overview: MatchOverview) -> None:
        """Shows the options of the document."""
        if self._is_held:
            return
        own = self._settings.settings.presets
        in_arena = self._wish.game == ARENA
        self._panel.show_options(shown_options(self._document.document, overview.problems, own, in_arena=in_arena))

    @Slot(PlayWish)
    def take_wish(self, wish: PlayWish) -> None:
        """Says what the chosen game does not play."""
        if wish.game != self._wish.game:
            self._wish = wish
            self._show()

    @Slot(OptionChosen)
    def choose(self, chosen: OptionChosen) -> None:
        """Sets one option; another mode brings its usual map along, unless the map was chosen by hand."""
        key, value = chosen.key, _typed(chosen.key, chosen.value)
        if not _is_possible(key, value):
            self.refused.emit(_refusal(key, chosen.value))
            self._show()
            return
        name = f"{option_label(key)}: {_value_name(key, value)}"
        values = option_values(self._document.document.text)
        has_usual_map = values[MAP] == default_value(MAP, values[MODE])

        def change(document: MatchDocument) -> None:
            mode = value if key == MODE else values[MODE]
            document.edit(lambda text: _with_option(text, key, value, mode))
            if key == MODE and has_usual_map:
                document.edit(lambda text: reset_options(text, [MAP], game_mode=mode))

        if not self._document.edit(name, change, about=key):
            self._show()

    @Slot(ResetRequested)
    def reset(self, request: ResetRequested) -> None:
        """Puts options back to their defaults; the map's is none by lot."""
        keys = (*request.keys, MAP_CHOICE) if MAP in request.keys else request.keys
        if len(request.keys) == 1:
            name = self.tr("Reset {option}").format(option=option_label(request.keys[0]))
        else:
            name = self.tr("Reset %n settings", "", len(request.keys))
        self._document.edit(name, lambda document: _reset(document, keys))

    @Slot(PresetRequested)
    def apply_preset(self, request: PresetRequested) -> None:
        """Sets mode, map and mutators to those of a preset."""
        preset = request.preset
        name = preset.id if preset.is_own else preset_name(preset.id)
        wanted = {key: value for key, value in preset_values(preset, self._settings.settings.presets) if key in OPTIONS}

        def change(document: MatchDocument) -> None:
            document.edit(lambda text: set_options(text, wanted))
            _reset(document, tuple(key for key in preset_keys() if key not in wanted))

        if not self._document.edit(self.tr("Preset: {name}").format(name=name), change):
            self._show()

    @Slot(str)
    def keep_preset(self, name: str) -> None:
        """Keeps mode, map and mutators under a name; what had that name before can be brought back."""
        before = self._put_preset(own_preset(name, self._document.document.text))
        if before is not None:
            text = self.tr("Preset '{name}' updated.").format(name=name)
            self._offer_back(text, before)

    @Slot(PresetRequested)
    def forget_preset(self, request: PresetRequested) -> None:
        """Forgets one of the user's presets, until it is brought back; the document stays as it is."""
        presets = self._settings.settings.presets
        place = next((place for place, preset in enumerate(presets) if preset.name == request.preset.id), None)
        if place is None:
            return
        self._settings.change(presets=(*presets[:place], *presets[place + 1 :]))
        self._show()
        text = self.tr("Preset '{name}' deleted.").format(name=request.preset.id)
        self._offer_back(text, FormerPreset(preset=presets[place], place=place))

    @Slot(Notice)
    def answer(self, notice: Notice) -> None:
        """Brings a preset back, if that is what the notice asks for; what replaced it goes."""
        if isinstance(notice.request, FormerPreset):
            self._put_preset(notice.request.preset, notice.request.place)

    def _put_preset(self, preset: OwnPreset, place: int | None = None) -> FormerPreset | None:
        """Puts a preset in the place of its namesake, which is handed back where it was another."""
        presets = list(self._settings.settings.presets)
        former = next((at for at, each in enumerate(presets) if each.name == preset.name), None)
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
        self.noticed.emit(Notice(text=text, action=self.tr("Undo"), request=former))

    @Slot(ScriptRequested)
    def remove_script(self, request: ScriptRequested) -> None:
        """Takes a script out of the document."""
        self._edits.remove_script(request.position)

    @Slot(ScriptRequested)
    def choose_script_start(self, request: ScriptRequested) -> None:
        """Sets who starts a script."""
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
        return QCoreApplication.translate("Options", "Random") if value == BY_LOT else map_name(value)
    return value_label(key, value)


def _is_possible(key: str, value: str) -> bool:
    number = OPTIONS[key].number
    return number is None or number.value_of(value) is not None


def _refusal(key: str, typed: str) -> str:
    number = OPTIONS[key].number
    assert number is not None
    may_be = range_words(number.least, number.most, is_whole=number.is_whole, may_be_unlimited=number.may_be_unlimited)
    words = QCoreApplication.translate("OptionController", "{option}: '{typed}' is not valid. Enter {numbers}.")
    return words.format(option=option_label(key), typed=typed, numbers=may_be)


def _typed(key: str, value: str) -> str:
    """What is meant by a value that was typed, perhaps with its unit."""
    return value if OPTIONS[key].number is None else typed_number(value)


def _with_option(text: str, key: str, value: str, mode: str) -> str:
    if key == MAP and value == BY_LOT:
        return set_options(text, {MAP_CHOICE: BY_LOT})
    if key == MAP:
        text = reset_options(text, [MAP_CHOICE])
    if value == default_value(key, mode):
        return reset_options(text, [key], game_mode=mode)
    return set_options(text, {key: value})


def _reset(document: MatchDocument, keys: tuple[str, ...]) -> None:
    """The map's default is that of the mode which the document has then."""
    document.edit(lambda text: reset_options(text, [key for key in keys if key != MAP]))
    if MAP in keys:
        mode = option_values(document.text)[MODE]
        document.edit(lambda text: reset_options(text, [MAP], game_mode=mode))
