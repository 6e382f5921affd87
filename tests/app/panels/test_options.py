"""The settings of the match are chosen, reset, saved as presets, and undone in the window."""

import pytest
import shiboken6
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QFileDialog

from app.document.edits import Edits
from app.document.open_document import DocumentController
from app.panels.options.controller import OptionController
from app.panels.options.values import MAP_FILE
from app.services.notifications import Notifications
from app.services.settings import OwnPreset, SettingsFile, SettingsStore
from resources.examples import example_bots
from resources.looks import Theme, looks
from runtime.documents import MatchDocument, option_values
from runtime.model.values import GameChoice
from widgets.options.option_panel import OptionPanel
from widgets.options.option_value import OptionChosen, PresetEntry, PresetRequested, ResetRequested, ScriptRequested

BOOST = "mutators.boost_amount"
MODE = "match.game_mode"
MAP = "match.game_map_upk"
LOT = "kickabout.map"


class Room:
    """A document with its panel, without the rest of the window."""

    def __init__(self, path, home):
        self.document = DocumentController(clock=lambda: 0.0)
        self.notifications = Notifications(self.document)
        self.settings = SettingsStore(SettingsFile(home / "config"))
        self.edits = Edits(self.document)
        self.panel = OptionPanel(looks(Theme.DARK))
        self.controller = OptionController(
            self.panel, self.document, self.edits, settings=self.settings, notifications=self.notifications
        )
        assert self.document.open(path)


@pytest.fixture
def room(qapp, copied_match, home_of_its_own):
    before = QLocale()
    QLocale.setDefault(QLocale("en"))
    made = Room(copied_match(), home_of_its_own)
    yield made
    QLocale.setDefault(before)
    for part in (made.controller, made.panel, made.edits, made.document):
        shiboken6.delete(part)  # here, and not on the thread that happens to collect garbage


@pytest.fixture
def panel(room):
    return room.panel


def choose(panel, key, value):
    panel.option_chosen.emit(OptionChosen(key=key, value=value))


def values(room):
    return option_values(room.document.document.text)


def shown(panel, key):
    return next(option for option in panel.shown.options if option.key == key)


def test_choosing_writes_one_line_and_the_default_takes_it_back(room, panel):
    before = room.document.document.text
    choose(panel, BOOST, "NoBoost")
    assert room.document.document.text.count("\n") == before.count("\n") + 1
    assert shown(panel, BOOST).is_changed
    choose(panel, BOOST, "NormalBoost")
    assert room.document.document.text == before
    assert not shown(panel, BOOST).is_changed


LIMIT = "kickabout.restarts.limit"


@pytest.mark.parametrize(
    ("typed", "value"),
    [("25", "25"), ("25 restarts", "25"), ("unlimited", "unlimited"), ("0", "0"), ("100000", "100000")],
)
def test_restarts_are_chosen_or_typed(room, panel, typed, value):
    choose(panel, LIMIT, typed)
    assert shown(panel, LIMIT).value == value
    assert value in [choice.name for choice in shown(panel, LIMIT).choices]
    assert shown(panel, LIMIT).is_changed
    written = f'"{value}"' if value == "unlimited" else value
    assert f"[kickabout.restarts]\nlimit = {written}\n" in room.document.document.text
    assert room.document.match().restarts.limit == (None if value == "unlimited" else int(value))
    panel.reset_requested.emit(ResetRequested(keys=(LIMIT,)))
    assert not shown(panel, LIMIT).is_changed


@pytest.mark.parametrize("typed", ["-1", "100001", "2.5", "many", ""])
def test_restarts_that_cannot_be_are_refused_with_what_can(room, panel, qtbot, typed):
    before = room.document.document.text
    with qtbot.waitSignal(room.notifications.refused) as refused:
        choose(panel, LIMIT, typed)
    assert refused.args[0] == (
        f"Restarts per match: '{typed}' is not valid. Enter a whole number from 0 to 100,000, or 'unlimited'."
    )
    assert room.document.document.text == before
    assert shown(panel, LIMIT).value == "10"


@pytest.mark.parametrize(
    ("key", "typed", "numbers"),
    [
        ("window_s", "0.5", "a number of seconds from 1 to 86,400"),
        ("ready_s", "0.5", "a number of seconds from 1 to 86,400"),
        ("longest_backoff_s", "90000 s", "a number of seconds from 0 to 86,400, or 'unlimited'"),
        ("hang_frames", "100 frames", "a whole number from 120 to 1,000,000, or 'unlimited'"),
    ],
)
def test_a_refusal_names_the_numbers_that_can_be(room, panel, qtbot, key, typed, numbers):
    with qtbot.waitSignal(room.notifications.refused) as refused:
        choose(panel, f"kickabout.restarts.{key}", typed)
    assert refused.args[0].endswith(f"'{typed}' is not valid. Enter {numbers}.")


def test_wrong_restarts_in_a_document_are_reported_on_their_row(room, panel, tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text("[kickabout.restarts]\n# mine\nlimit = 2.5\nodd = 1\n")
    assert room.document.open(path)
    assert "a whole number from 0" in str(shown(panel, LIMIT).remark.text)
    choose(panel, LIMIT, "5")
    assert shown(panel, LIMIT).remark is None
    assert room.document.document.text == "[kickabout.restarts]\n# mine\nlimit = 5\nodd = 1\n"


def test_arrow_keys_in_a_list_are_one_step_until_the_document_is_saved(room, panel):
    before = room.document.document.text
    for value in ("UnlimitedBoost", "SlowRecharge", "RapidRecharge"):
        choose(panel, BOOST, value)
    assert room.document.steps.undo == "Boost amount: Recharges rapidly"
    room.document.undo()
    assert room.document.document.text == before
    room.document.redo()
    choose(panel, BOOST, "NoBoost")
    choose(panel, "mutators.gravity", "Low")
    room.document.save()
    choose(panel, "mutators.gravity", "High")
    texts = []
    while room.document.steps.undo is not None:
        texts.append(room.document.steps.undo)
        room.document.undo()
    assert [text.partition(":")[0] for text in texts] == ["Gravity", "Gravity", "Boost amount", "Boost amount"]
    assert room.document.document.text == before


def test_another_mode_brings_its_map(room, panel):
    choose(panel, MODE, "Hoops")
    assert values(room)[MAP] == "HoopsStadium_P"
    assert room.document.steps.undo == "Mode: Hoops"
    room.document.undo()
    assert (values(room)[MODE], values(room)[MAP]) == ("Soccar", "Stadium_P")


def test_a_map_chosen_by_hand_stays_in_another_mode(room, panel):
    choose(panel, MAP, "HoopsStreet_P")
    assert room.document.steps.undo == "Map: The Block"
    choose(panel, MODE, "Hoops")
    assert values(room)[MAP] == "HoopsStreet_P"


def test_what_cannot_be_written_is_reported_and_the_control_goes_back(room, panel, qtbot):
    assert room.document.edit("odd", lambda one: one.restore(type(one.snapshot)(text="match = 3\n", folder=None)))
    with qtbot.waitSignal(room.document.refused):
        choose(panel, MODE, "Hoops")
    assert room.document.document.text == "match = 3\n"


def test_resets_are_steps(room, panel):
    before = values(room)
    choose(panel, BOOST, "NoBoost")
    choose(panel, "match.freeplay", "true")
    panel.reset_requested.emit(ResetRequested(keys=(BOOST,)))
    assert room.document.steps.undo == "Reset Boost amount"
    changed = tuple(option.key for option in panel.shown.options if option.is_changed)
    panel.reset_requested.emit(ResetRequested(keys=changed))
    assert room.document.steps.undo == f"Reset {len(changed)} settings"
    assert not any(option.is_changed for option in panel.shown.options)
    for _ in range(4):
        room.document.undo()
    assert values(room) == before


def test_a_preset_is_one_step(room, panel):
    before = room.document.document.text
    choose(panel, BOOST, "NoBoost")
    panel.preset_chosen.emit(PresetRequested(preset=PresetEntry(id="hoops", is_own=False)))
    now = values(room)
    assert (now[MODE], now[MAP], now[BOOST]) == ("Hoops", "HoopsStadium_P", "NormalBoost")
    assert now["match.skip_replays"] == "true"
    assert panel.shown.current_preset.id == "hoops"
    assert room.document.steps.undo == "Preset: Hoops"
    panel.preset_chosen.emit(PresetRequested(preset=PresetEntry(id="soccar", is_own=False)))
    assert (values(room)[MODE], values(room)[MAP]) == ("Soccar", "Stadium_P")
    for _ in range(3):
        room.document.undo()
    assert room.document.document.text == before


def test_ones_own_preset_is_kept_over_starts(room, panel, home_of_its_own):
    choose(panel, BOOST, "NoBoost")
    panel.preset_keep_requested.emit("Evening")
    mine = PresetEntry(id="Evening", is_own=True)
    assert panel.shown.current_preset == mine
    kept = SettingsFile(home_of_its_own / "config").load().presets
    assert kept == (OwnPreset(name="Evening", values=((BOOST, "NoBoost"),)),)
    choose(panel, "mutators.gravity", "Low")
    panel.preset_keep_requested.emit("Evening")
    assert len(room.settings.settings.presets) == 1
    panel.preset_chosen.emit(PresetRequested(preset=PresetEntry(id="soccar", is_own=False)))
    panel.preset_chosen.emit(PresetRequested(preset=mine))
    assert (values(room)[BOOST], values(room)["mutators.gravity"]) == ("NoBoost", "Low")
    panel.preset_removal_requested.emit(PresetRequested(preset=mine))
    assert room.settings.settings.presets == ()
    assert panel.shown.current_preset is None


def keep_two(room, panel):
    """Saves the presets Evening and Night; leaves settings that equal neither."""
    choose(panel, BOOST, "NoBoost")
    panel.preset_keep_requested.emit("Evening")
    choose(panel, "mutators.gravity", "Low")
    panel.preset_keep_requested.emit("Night")
    choose(panel, "mutators.gravity", "High")
    return room.settings.settings.presets


def test_a_preset_that_was_replaced_is_brought_back(room, panel, qtbot):
    before = keep_two(room, panel)
    with qtbot.waitSignal(room.notifications.shown) as noticed:
        panel.preset_keep_requested.emit("Evening")
    (notice,) = noticed.args
    assert notice.text == "Preset 'Evening' updated."
    assert [preset.name for preset in room.settings.settings.presets] == ["Evening", "Night"]
    assert room.settings.settings.presets != before
    assert panel.shown.current_preset.id == "Evening"
    notice.on_action()
    assert room.settings.settings.presets == before
    with qtbot.assertNotEmitted(room.notifications.shown):
        panel.preset_keep_requested.emit("New")
        panel.preset_keep_requested.emit("New")


@pytest.mark.parametrize("name", ["Evening", "Night"])
def test_a_preset_that_was_forgotten_is_brought_back(room, panel, qtbot, name):
    before = keep_two(room, panel)
    with qtbot.waitSignal(room.notifications.shown) as noticed:
        panel.preset_removal_requested.emit(PresetRequested(preset=PresetEntry(id=name, is_own=True)))
    assert name not in [preset.name for preset in room.settings.settings.presets]
    noticed.args[0].on_action()
    assert room.settings.settings.presets == before
    with qtbot.assertNotEmitted(room.notifications.shown):
        panel.preset_removal_requested.emit(PresetRequested(preset=PresetEntry(id="gone", is_own=True)))


def test_a_preset_is_brought_back_in_the_window(desktop, qtbot):
    desktop.settings.change(presets=(OwnPreset(name="Evening", values=()),))
    desktop.panels["options"].forget_preset(PresetRequested(preset=PresetEntry(id="Evening", is_own=True)))
    desktop.window.notices.action_button.click()
    assert [preset.name for preset in desktop.settings.settings.presets] == ["Evening"]


def test_a_preset_of_a_version_to_come_is_taken_as_far_as_it_goes(room, panel, qtbot):
    odd = OwnPreset(name="Odd", values=(("mutators.new_thing", "On"), (BOOST, "NoBoost")))
    wrong = OwnPreset(name="Wrong", values=((BOOST, "Gigantic"),))
    room.settings.change(presets=(odd, wrong))
    panel.preset_chosen.emit(PresetRequested(preset=PresetEntry(id="Odd", is_own=True)))
    assert values(room)[BOOST] == "NoBoost"
    before = room.document.document.text
    with qtbot.waitSignal(room.document.refused):
        panel.preset_chosen.emit(PresetRequested(preset=PresetEntry(id="Wrong", is_own=True)))
    assert room.document.document.text == before


def test_a_document_with_errors_still_shows_its_settings(room, panel, tmp_path):
    path = tmp_path / "broken.toml"
    path.write_text('[mutators]\ngravity = "Low"\njump = "x"\n[[cars]]\nconfig_file = "gone/bot.toml"\n')
    assert room.document.open(path)
    assert shown(panel, "mutators.gravity").value == "Low"
    choose(panel, "mutators.gravity", "High")
    assert MatchDocument.open(path).text != room.document.document.text
    assert 'gravity = "High"' in room.document.document.text


def test_scripts_are_started_by_hand_and_removed(room, panel):
    room.edits.add_script(example_bots() / "painter" / "script.toml")
    assert [script.name for script in panel.shown.scripts] == ["painter"]
    assert panel.shown.scripts[0].is_auto_start
    panel.script_start_chosen.emit(ScriptRequested(position=0, is_auto_start=False))
    assert not panel.shown.scripts[0].is_auto_start
    panel.script_removal_requested.emit(ScriptRequested(position=0))
    assert panel.shown.scripts == ()


def test_choosing_the_shown_default_of_a_wrong_setting_removes_what_is_wrong(desktop, qtbot, tmp_path):
    window, panel, path = desktop.window, desktop.window.options, tmp_path / "match.toml"
    path.write_text('[match]\nskip_replays = 7\ngame_mode = "xyzzy"\n', encoding="utf-8")
    assert desktop.document.open(path)
    qtbot.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: panel.is_made)
    box = panel.row("match.game_mode").control
    assert box.currentData() == "Soccar"
    box.activated.emit(box.currentIndex())
    assert desktop.document.document.text == "[match]\nskip_replays = 7\n"


def test_the_page_in_the_window(desktop, qtbot):
    window, panel = desktop.window, desktop.window.options
    assert panel.rows == ()
    qtbot.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert panel.isVisible()
    qtbot.waitUntil(lambda: panel.is_made)
    box = panel.row(BOOST).control
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)
    assert values(desktop)[BOOST] == "UnlimitedBoost"
    assert window.header.undo_button.toolTip() == "Undo: Boost amount: Unlimited (Ctrl+Z)"
    qtbot.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert values(desktop)[BOOST] == "NormalBoost"
    assert box.currentData() == "NormalBoost"
    assert not desktop.document.is_dirty
    choose(panel, MODE, "Knockout")
    assert shown(panel, MODE).remark is not None
    window.bottom.choice_changed.emit(GameChoice(game="attached"))
    assert shown(panel, MODE).remark is None
    window.bottom.choice_changed.emit(GameChoice(game="arena"))
    assert shown(panel, MODE).remark is not None
    panel.script_add_requested.emit()
    dialog = window.findChild(QFileDialog)
    dialog.fileSelected.emit(str(example_bots() / "painter" / "script.toml"))
    dialog.reject()
    assert [script.name for script in panel.shown.scripts] == ["painter"]
    qtbot.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    assert not panel.isVisible()


def test_the_options_are_shown_once_the_window_has_been_painted(desktop, qtbot):
    panel = desktop.window.options
    qtbot.waitUntil(lambda: panel.presets.isEnabled() and bool(panel.shown))
    assert panel.shown.options


def test_what_is_held_is_shown_when_it_starts(room, qtbot):
    before = room.panel.shown
    room.controller.hold()
    room.document.overview_changed.emit(room.document.overview)
    assert room.panel.shown is before
    room.controller.start()
    qtbot.waitUntil(lambda: room.panel.shown is not before)


def test_a_random_map_is_chosen_named_again_and_undone(room, panel):
    before = room.document.document.text
    choose(panel, MAP, "random")
    assert room.document.steps.undo == "Map: Random"
    assert (values(room)[LOT], values(room)[MAP]) == ("random", "Stadium_P")
    assert shown(panel, MAP).value == "random"
    assert room.document.overview.game_map == "random map"
    choose(panel, MODE, "Hoops")
    assert (values(room)[LOT], shown(panel, MAP).value) == ("random", "random")
    choose(panel, MAP, "HoopsStreet_P")
    assert (values(room)[LOT], values(room)[MAP]) == ("named", "HoopsStreet_P")
    for _ in range(3):
        room.document.undo()
    assert room.document.document.text == before


def test_a_random_map_is_reset(room, panel):
    choose(panel, MAP, "random")
    panel.reset_requested.emit(ResetRequested(keys=(MAP,)))
    assert values(room)[LOT] == "named"
    assert not shown(panel, MAP).is_changed
    choose(panel, MAP, "random")
    choose(panel, MAP, "Stadium_P")
    assert values(room)[LOT] == "named", "the usual map is a map too"


def test_a_preset_decides_about_the_lot(room, panel):
    choose(panel, MAP, "random")
    room.controller.keep_preset("Mine")
    panel.preset_chosen.emit(PresetRequested(preset=PresetEntry(id="hoops", is_own=False)))
    assert (values(room)[LOT], values(room)[MODE]) == ("named", "Hoops")
    panel.preset_chosen.emit(PresetRequested(preset=PresetEntry(id="Mine", is_own=True)))
    assert (values(room)[LOT], values(room)[MODE]) == ("random", "Soccar")


def choose_game(room, key):
    for part in (room.document, room.controller):
        part.choose_game(GameChoice(game=key))


def test_the_file_of_a_map_is_chosen_and_marked_for_the_arena(room, panel, tmp_path, qtbot):
    choose_game(room, "attached")
    file = tmp_path / "matches" / "Cool.upk"
    file.write_bytes(b"map")
    choose(panel, MAP, MAP_FILE)
    dialog = panel.findChild(QFileDialog)
    assert values(room)[MAP] == "Stadium_P"
    dialog.selectFile(str(file))
    dialog.accept()
    qtbot.waitUntil(lambda: values(room)[MAP] == "Cool.upk")
    assert room.document.match().game_map_upk == str(file)
    assert shown(panel, MAP).remark is None
    choose_game(room, "arena")
    assert "needs Rocket League" in str(shown(panel, MAP).remark.text)
    room.document.undo()
    assert values(room)[MAP] == "Stadium_P"
