"""The page with the settings of the match, clicked and typed."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit

from resources.looks import Theme, looks
from widgets.options.option_panel import OptionPanel
from widgets.options.option_row import NARROW_PX, OptionRow
from widgets.options.option_value import (
    Choice,
    OptionsShown,
    OptionValue,
    PresetEntry,
    Remark,
    RemarkKind,
    ScriptEntry,
)
from widgets.options.option_words import SECTIONS, option_about, option_label, section_title
from widgets.options.preset_bar import NAME_LENGTH
from widgets.options.preset_words import preset_name
from widgets.options.row_style import RowStyle
from widgets.options.value_words import value_label

REFUSED = Remark(kind=RemarkKind.REFUSED, text="The arena does not play cubes.")
IDLE = Remark(kind=RemarkKind.IDLE, text="The arena has no sound.")
WRONG = Remark(kind=RemarkKind.WRONG, text='gravity has no value "x".')
BALL = "mutators.ball_type"
FREEPLAY = "match.freeplay"
MAP = "match.game_map_upk"
SOCCAR = PresetEntry(id="soccar", is_own=False)
CUBES = PresetEntry(id="super_cube", is_own=False, remark=REFUSED)
MINE = PresetEntry(id="Evening", is_own=True)
PAINTER = ScriptEntry(position=0, name="painter", about="painter/script.toml", is_auto_start=True)
BROKEN = ScriptEntry(position=1, name="gone", about="gone/script.toml", is_auto_start=False, problem="It is gone.")


def values(**changed):
    """One option of each sort; the others of their sections are left out."""
    ball = (Choice(name="Default"), Choice(name="Cube", remark=REFUSED), Choice(name="Puck"))
    maps = (Choice(name="Stadium_P", label="DFH Stadium"), Choice(name="Park_P", label="Beckwith Park"))
    flags = (Choice(name="false"), Choice(name="true"))
    audio = (Choice(name="Default"), Choice(name="Haunted"))
    made = {
        MAP: OptionValue(key=MAP, value="Stadium_P", default="Stadium_P", choices=maps, is_free=True),
        "match.game_mode": OptionValue(
            key="match.game_mode",
            value="Soccar",
            default="Soccar",
            choices=(Choice(name="Soccar"), Choice(name="Hoops")),
        ),
        BALL: OptionValue(key=BALL, value="Default", default="Default", choices=ball),
        "mutators.match_length": OptionValue(
            key="mutators.match_length",
            value="FiveMinutes",
            default="FiveMinutes",
            choices=(Choice(name="FiveMinutes"),),
        ),
        "mutators.boost_amount": OptionValue(
            key="mutators.boost_amount", value="NoBoost", default="NoBoost", choices=(Choice(name="NoBoost"),)
        ),
        "mutators.gravity": OptionValue(
            key="mutators.gravity", value="Default", default="Default", choices=(Choice(name="Default"),)
        ),
        "mutators.audio": OptionValue(
            key="mutators.audio", value="Default", default="Default", choices=audio, remark=IDLE
        ),
        "match.start_without_countdown": OptionValue(
            key="match.start_without_countdown", value="false", default="false", choices=flags
        ),
        FREEPLAY: OptionValue(key=FREEPLAY, value="false", default="false", choices=flags),
        "rlbot.wait_for_agents": OptionValue(key="rlbot.wait_for_agents", value="true", default="true", choices=flags),
        "rlbot.launcher": OptionValue(
            key="rlbot.launcher", value="Steam", default="Steam", choices=(Choice(name="Steam"),)
        ),
    }
    return tuple(changed.get(key.partition(".")[2], option) for key, option in made.items())


def shown(*, presets=(SOCCAR, CUBES, MINE), current=SOCCAR, scripts=(), **changed):
    return OptionsShown(
        options=values(**changed), presets=presets, current_preset=current, scripts=scripts, game="the arena"
    )


def ball(value, remark=None):
    choices = (Choice(name="Default"), Choice(name="Cube", remark=REFUSED), Choice(name="Puck"))
    return OptionValue(key=BALL, value=value, default="Default", choices=choices, remark=remark)


@pytest.fixture(scope="module")
def made_panel(qapp):
    """One panel for all tests, because its rows take a while."""
    made = OptionPanel(looks(Theme.DARK))
    yield made
    made.deleteLater()


@pytest.fixture
def panel(qtbot, made_panel):
    made_panel.resize(460, 700)
    made_panel.show_options(shown())
    made_panel.show()
    qtbot.waitExposed(made_panel)
    qtbot.waitUntil(lambda: made_panel.is_made)
    yield made_panel
    made_panel.search.clear()
    made_panel.changed_button.setChecked(False)
    made_panel.set_locked(is_locked=False)
    made_panel.presets.name_line.hide()
    made_panel.close()


def choose(qtbot, box, key):
    """As a person does with the keyboard: the first or the last of the list."""
    box.setFocus()
    qtbot.keyClick(box, key)


def activate(panel, qtbot):
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)


def click(qtbot, widget):
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def test_every_option_and_value_has_words():
    from runtime.config import OPTIONS

    named = [key for section in SECTIONS for key in section.options]
    assert sorted(named) == sorted(OPTIONS)
    labels = {}
    for key, option in OPTIONS.items():
        assert option_label(key) != key.rpartition(".")[2].replace("_", " ")
        words = [value_label(key, name) for name in option.names]
        assert len(set(words)) == len(words), key
        assert not any(
            word[1:] != word[1:].lower() and " " not in word and word == name
            for word, name in zip(words, option.names, strict=True)
        ), words
        labels[option_label(key)] = key
        about = option_about(key)
        assert not about or about.endswith(".")
    assert len(labels) == len(OPTIONS)
    assert all(section_title(section.key) for section in SECTIONS)
    assert option_label("mutators.new_thing") == "new thing"
    assert value_label("mutators.new_thing", "NewValue") == "NewValue"


def test_every_preset_has_a_name():
    from resources.presets import presets

    assert all(preset_name(preset.id) != preset.id for preset in presets())
    assert preset_name("other") == "other"


@pytest.mark.parametrize(
    ("key", "name", "words"),
    [
        ("mutators.match_length", "TenMinutes", "10 minutes"),
        ("mutators.max_time", "OneMinute", "1 minute"),
        ("mutators.max_score", "OneGoal", "1 goal"),
        ("mutators.max_score", "OneHundredFiftyOneGoals", "151 goals"),
        ("mutators.series_length", "SevenGames", "7 matches"),
        ("mutators.respawn_time", "OneSecond", "1 second"),
        ("mutators.multi_ball", "Six", "6"),
    ],
)
def test_numbers_are_read_as_numbers(key, name, words):
    assert value_label(key, name) == words


def test_rows_are_made_when_they_are_seen(qtbot, dark):
    made = OptionPanel(dark)
    made.show_options(shown())
    assert made.rows == ()
    with pytest.raises(LookupError):
        made.row(BALL)
    made.show()
    qtbot.waitUntil(lambda: made.is_made)
    assert {row.option.key for row in made.rows} == {option.key for option in values()}
    made.close()
    made.deleteLater()


def test_a_value_is_chosen_from_the_list(panel, qtbot):
    with qtbot.waitSignal(panel.option_chosen) as chosen:
        choose(qtbot, panel.row(BALL).control, Qt.Key.Key_End)
    assert (chosen.args[0].key, chosen.args[0].value) == (BALL, "Puck")


def test_a_choice_that_comes_to_nothing_is_taken_back(panel, qtbot):
    box = panel.row(BALL).control
    choose(qtbot, box, Qt.Key.Key_End)
    assert box.currentData() == "Puck"
    panel.show_options(shown())
    assert box.currentData() == "Default"


def test_a_switch_is_flipped(panel, qtbot):
    check = panel.row(FREEPLAY).control
    assert (check.isChecked(), check.text()) == (False, "Off")
    with qtbot.waitSignal(panel.option_chosen) as chosen:
        check.setFocus()
        qtbot.keyClick(check, Qt.Key.Key_Space)
    assert (chosen.args[0].key, chosen.args[0].value) == (FREEPLAY, "true")


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
@pytest.mark.parametrize(
    ("typed", "value"),
    [("Beckwith Park", "Park_P"), ("park_p", "Park_P"), (" Mine.upk ", "Mine.upk"), ("dfh stadium", None)],
)
def test_a_map_is_typed(panel, qtbot, typed, value):
    seen = []
    panel.option_chosen.connect(lambda chosen: seen.append((chosen.key, chosen.value)))
    line = panel.row(MAP).control.lineEdit()
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, typed)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    panel.row(BALL).control.setFocus()
    assert set(seen) == ({(MAP, value)} if value else set())


def test_what_the_game_refuses_says_so_before_it_is_chosen_and_after(panel):
    box = panel.row(BALL).control
    assert box.itemText(1) == "Cube (not played in the arena)"
    assert box.itemData(1, Qt.ItemDataRole.ToolTipRole) == REFUSED.text
    assert not box.itemIcon(1).isNull()
    assert box.itemText(2) == "Puck"
    panel.show_options(shown(ball_type=ball("Cube", REFUSED)))
    row = panel.row(BALL)
    assert row._words.isVisible()
    assert row._words.text() == "not played in the arena"
    assert not row._mark.pixmap().isNull()
    assert REFUSED.text in row.toolTip()
    assert REFUSED.text in box.accessibleDescription()


@pytest.mark.parametrize(("remark", "words"), [(IDLE, "no effect in the arena"), (WRONG, "not understood")])
def test_other_remarks_are_on_the_row(panel, remark, words):
    panel.show_options(shown(ball_type=ball("Default", remark)))
    assert panel.row(BALL)._words.text() == words
    panel.show_options(shown())
    assert not panel.row(BALL)._words.isVisible()


def test_what_is_changed_is_marked_and_can_be_reset(panel, qtbot):
    row = panel.row(BALL)
    assert not row.reset_button.isVisible()
    panel.show_options(shown(ball_type=ball("Puck")))
    assert row.reset_button.isVisible()
    assert row._label.property("changed") is True
    assert "usually The mode's own" in row.control.accessibleDescription()
    assert panel.changed_button.text() == "Changed (1)"
    with qtbot.waitSignal(panel.reset_requested) as reset:
        click(qtbot, row.reset_button)
    assert reset.args[0].keys == (BALL,)


def test_delete_resets_the_row_that_has_the_focus(panel, qtbot):
    activate(panel, qtbot)
    box = panel.row(BALL).control
    box.setFocus()
    with qtbot.assertNotEmitted(panel.reset_requested, wait=50):
        qtbot.keyClick(box, Qt.Key.Key_Delete)
    panel.show_options(shown(ball_type=ball("Puck")))
    with qtbot.waitSignal(panel.reset_requested) as reset:
        qtbot.keyClick(box, Qt.Key.Key_Delete)
    assert reset.args[0].keys == (BALL,)


def test_everything_is_reset_at_once(panel, qtbot):
    assert not panel.reset_button.isEnabled()
    flags = (Choice(name="false"), Choice(name="true"))
    freeplay = OptionValue(key=FREEPLAY, value="true", default="false", choices=flags)
    panel.show_options(shown(ball_type=ball("Puck"), freeplay=freeplay))
    with qtbot.waitSignal(panel.reset_requested) as reset:
        click(qtbot, panel.reset_button)
    assert reset.args[0].keys == (BALL, FREEPLAY)


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("ball", [BALL]),
        ("BALL type", [BALL]),
        ("puck", [BALL]),
        ("beckwith", [MAP]),
        ("clock, score", [FREEPLAY]),
        ("launcher", ["rlbot.launcher"]),
        ("freeplay on", [FREEPLAY]),
        ("xyzzy", []),
    ],
)
def test_words_find_settings(panel, qtbot, typed, keys):
    qtbot.keyClicks(panel.search, typed)
    assert [row.option.key for row in panel.rows if row.isVisible()] == keys
    assert [section for section in panel.sections if section.isVisible()] == [
        section for section in panel.sections if any(row.option.key in keys for row in section.rows)
    ]
    assert panel._nothing.isVisible() is not bool(keys)
    qtbot.keyClick(panel.search, Qt.Key.Key_Escape)
    assert panel.search.text() == ""
    assert all(row.isVisible() for row in panel.rows)
    assert panel.scripts.isVisible()


def test_the_search_has_a_key(panel, qtbot):
    activate(panel, qtbot)
    panel.row(BALL).control.setFocus()
    qtbot.keyClick(panel.row(BALL).control, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert panel.search.hasFocus()


def test_only_what_is_changed(panel, qtbot):
    click(qtbot, panel.changed_button)
    assert not any(row.isVisible() for row in panel.rows)
    assert panel._nothing.text() == "Nothing is changed."
    panel.show_options(shown(ball_type=ball("Puck")))
    assert [row.option.key for row in panel.rows if row.isVisible()] == [BALL]
    click(qtbot, panel.changed_button)
    assert all(row.isVisible() for row in panel.rows)


def test_the_wheel_scrolls_the_page_and_changes_nothing(panel):
    box = panel.row(BALL).control
    box.setFocus()
    turn = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(0, 0),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, turn)
    assert box.currentData() == "Default"
    assert not turn.isAccepted()


@pytest.mark.parametrize(("width", "is_narrow"), [(NARROW_PX - 1, True), (NARROW_PX, False), (NARROW_PX + 1, False)])
def test_in_little_room_the_control_stands_below_the_label(qtbot, dark, panel, width, is_narrow):
    row = OptionRow(ball("Puck"), "the arena", RowStyle.of(panel, dark))
    row.resize(width, 80)
    row.show()
    qtbot.waitExposed(row)
    qtbot.waitUntil(lambda: (row.control.mapTo(row, QPoint(0, 0)).x() == 0) is is_narrow)
    bottom = row._label.mapTo(row, QPoint(0, row._label.height())).y()
    assert (row.control.mapTo(row, QPoint(0, 0)).y() >= bottom) is is_narrow
    row.close()
    row.deleteLater()


def test_presets_are_offered_with_ones_own_first(panel, qtbot):
    box = panel.presets.box
    assert [box.itemText(index) for index in range(box.count())] == [
        "Evening",
        "Default soccar",
        "Super cube (not played in the arena)",
    ]
    assert box.currentText() == "Default soccar"
    assert not panel.presets.remove_button.isEnabled()
    with qtbot.waitSignal(panel.preset_chosen) as chosen:
        choose(qtbot, box, Qt.Key.Key_Home)
    assert chosen.args[0].preset == MINE
    assert box.currentText() == "Default soccar"


def test_a_mix_is_no_preset(panel, qtbot):
    panel.show_options(shown(current=None))
    assert panel.presets.box.currentText() == "A mix of your own"
    with qtbot.assertNotEmitted(panel.preset_chosen, wait=30):
        panel.presets.box.activated.emit(0)
    with qtbot.waitSignal(panel.preset_chosen):
        panel.presets.box.activated.emit(2)


def test_a_preset_is_kept_under_a_name(panel, qtbot):
    activate(panel, qtbot)
    bar = panel.presets
    click(qtbot, bar.keep_button)
    assert bar.name_line.hasFocus()
    qtbot.keyClick(bar.name_line, Qt.Key.Key_Return)
    assert bar.name_line.isVisible()
    qtbot.keyClicks(bar.name_line, "  My   evening  ")
    with qtbot.waitSignal(panel.preset_keep_requested) as kept:
        qtbot.keyClick(bar.name_line, Qt.Key.Key_Return)
    assert kept.args == ["My evening"]
    assert not bar.name_line.isVisible()
    click(qtbot, bar.keep_button)
    qtbot.keyClicks(bar.name_line, "x" * (NAME_LENGTH + 1))
    assert len(bar.name_line.text()) == NAME_LENGTH
    qtbot.keyClick(bar.name_line, Qt.Key.Key_Escape)
    assert not bar.name_line.isVisible()


def test_ones_own_preset_is_forgotten(panel, qtbot):
    panel.show_options(shown(current=MINE))
    with qtbot.waitSignal(panel.preset_removal_requested) as removed:
        click(qtbot, panel.presets.remove_button)
    assert removed.args[0].preset == MINE
    click(qtbot, panel.presets.keep_button)
    assert panel.presets.name_line.text() == "Evening"


def test_scripts_are_added_removed_and_started_by_hand(panel, qtbot):
    with qtbot.waitSignal(panel.script_add_requested):
        click(qtbot, panel.scripts.add_button)
    panel.show_options(shown(scripts=(PAINTER, BROKEN)))
    first, second = panel.scripts.rows
    assert "It is gone." in second._name.text()
    with qtbot.waitSignal(panel.script_start_chosen) as start:
        qtbot.keyClick(first.check, Qt.Key.Key_Space)
    assert (start.args[0].position, start.args[0].is_auto_start) == (0, False)
    with qtbot.waitSignal(panel.script_removal_requested) as removed:
        click(qtbot, second.remove_button)
    assert removed.args[0].position == 1
    with qtbot.waitSignal(panel.script_removal_requested) as removed:
        qtbot.keyClick(first.check, Qt.Key.Key_Delete)
    assert removed.args[0].position == 0
    qtbot.keyClicks(panel.search, "painter")
    assert panel.scripts.isVisible()


def test_nothing_can_be_changed_while_a_match_runs(panel, qtbot):
    panel.show_options(shown(ball_type=ball("Puck")))
    panel.set_locked(is_locked=True)
    assert panel._lock_line.isVisible()
    for control in (panel.row(BALL).control, panel.row(BALL).reset_button, panel.presets.box, panel.reset_button):
        assert not control.isEnabled()
    assert panel.search.isEnabled()
    panel.set_locked(is_locked=False)
    assert panel.row(BALL).control.isEnabled()
    assert panel.reset_button.isEnabled()


def test_every_control_has_a_name(panel):
    panel.show_options(shown(scripts=(PAINTER,), ball_type=ball("Puck")))
    controls = [child for kind in (QAbstractButton, QComboBox, QLineEdit) for child in panel.findChildren(kind)]
    assert len(controls) > 20
    for control in controls:
        assert control.accessibleName(), control


def test_tab_visits_every_control_from_top_to_bottom(panel):
    panel.show_options(shown(ball_type=ball("Puck")))
    order, widget = [], panel.presets.box
    while widget not in order:
        order.append(widget)
        widget = widget.nextInFocusChain()
    rows = [order.index(row.control) for row in panel.rows]
    assert rows == sorted(rows)
    assert order.index(panel.search) < rows[0]


def test_every_theme_draws_it(panel, themed):
    panel.show_options(shown(ball_type=ball("Cube", REFUSED), scripts=(BROKEN,)))
    panel.set_looks(themed)
    assert not panel.grab().isNull()
    assert panel.row(BALL).control.currentData() == "Cube"
