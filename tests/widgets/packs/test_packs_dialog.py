"""The dialog of packs: what it shows and what it requests, by mouse, keyboard and drop."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from runtime.packs import Source, SourceKind, parse_source
from widgets.packs.pack_row import LONG_WORD, STEPS, PackCard, action_words, breakable
from widgets.packs.packs_dialog import SUGGESTED, PacksDialog
from widgets.packs.values import PackAction, PackRequested, PackRow

RESTING = (PackAction.CHECK, PackAction.REPAIR, PackAction.OPEN, PackAction.REMOVE)


def a_row(key="a", **changes):
    values = {"key": key, "title": f"Pack {key}", "about": "r-7", "source": "somebody/bots", "actions": RESTING}
    return PackRow(**{**values, **changes})


@pytest.fixture
def dialog(qtbot):
    made = PacksDialog()
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()


def titles(dialog):
    QApplication.processEvents()
    cards = sorted(dialog.cards.values(), key=QWidget.y)
    return [card.title.text() for card in cards]


def test_packs_come_and_go_in_their_order(dialog):
    assert not dialog.nothing.isHidden()
    assert not dialog.look_all.isEnabled()
    dialog.show_rows([a_row("a"), a_row("c")])
    kept = dialog.cards["c"]
    dialog.show_rows([a_row("b"), a_row("c"), a_row("d")])
    assert titles(dialog) == ["Pack b", "Pack c", "Pack d"]
    assert dialog.cards["c"] is kept
    assert dialog.nothing.isHidden()
    assert dialog.look_all.isEnabled()
    dialog.show_rows([])
    assert dialog.cards == {}
    assert not dialog.nothing.isHidden()


def test_every_button_asks_for_its_deed(dialog, qtbot):
    dialog.show_rows([a_row(actions=tuple(PackAction))])
    for action, button in dialog.cards["a"].buttons.items():
        with qtbot.waitSignal(dialog.requested) as asked:
            button.click()
        assert asked.args == [PackRequested(key="a", action=action)]


def test_every_deed_has_words_and_a_hint():
    for words, hint in map(action_words, PackAction):
        assert words
        assert hint
        assert words != hint


@pytest.mark.parametrize(("share", "steps"), [(0.0, 0), (0.5, STEPS // 2), (1.0, STEPS)])
def test_how_far_it_is(dialog, share, steps):
    dialog.show_rows([a_row(share=share)])
    bar = dialog.cards["a"].bar
    assert not bar.isHidden()
    assert (bar.value(), bar.maximum()) == (steps, STEPS)
    dialog.show_rows([a_row()])
    assert bar.isHidden()


def test_progress_of_unknown_size_has_no_share(dialog):
    dialog.show_rows([a_row(share=-1.0)])
    assert dialog.cards["a"].bar.maximum() == 0


def test_only_what_there_is_to_say_takes_room(dialog):
    dialog.show_rows([a_row(source="", state="Something.", tone="bad")])
    card = dialog.cards["a"]
    assert card.source.isHidden()
    assert card.address.isHidden()
    assert not card.state.isHidden()
    assert card.state.property("tone") == "bad"
    assert "Something." in card.accessibleName()
    dialog.show_rows([a_row(state="There.", hint="<b>New\n&")])
    assert card.state.toolTip() == "<b>New\n&"
    dialog.show_rows([a_row(address="https://example.org/a.zip")])
    assert not card.address.isHidden()
    assert card.address.toolTip() == "https://example.org/a.zip"
    assert card.state.isHidden()
    assert card.state.toolTip() == ""


def test_progress_leaves_the_buttons_and_the_keyboard_alone(dialog):
    dialog.show_rows([a_row(share=0.1, actions=(PackAction.CANCEL,))])
    button = dialog.cards["a"].buttons[PackAction.CANCEL]
    button.setFocus()
    dialog.show_rows([a_row(share=0.2, state="More.", actions=(PackAction.CANCEL,))])
    assert dialog.cards["a"].buttons[PackAction.CANCEL] is button
    assert button.hasFocus()


def test_the_keyboard_stays_on_the_card_when_its_buttons_change(dialog):
    dialog.show_rows([a_row(), a_row("b")])
    dialog.cards["b"].buttons[PackAction.REPAIR].setFocus()
    dialog.show_rows([a_row(), a_row("b", actions=(PackAction.OPEN, PackAction.REPAIR))])
    assert dialog.cards["b"].buttons[PackAction.REPAIR].hasFocus()
    dialog.show_rows([a_row(), a_row("b", actions=(PackAction.CANCEL,))])
    assert dialog.cards["b"].buttons[PackAction.CANCEL].hasFocus()
    dialog.show_rows([a_row(), a_row("b", actions=())])
    assert dialog.cards["b"].buttons == {}


def test_a_source_is_entered_by_key_or_button(dialog, qtbot):
    assert not dialog.look.isEnabled()
    QTest.keyClick(dialog.source, Qt.Key.Key_Return)
    dialog.source.setText("  ")
    assert not dialog.look.isEnabled()
    dialog.source.setText(" RLBot/botpack ")
    with qtbot.waitSignal(dialog.source_entered) as by_key:
        QTest.keyClick(dialog.source, Qt.Key.Key_Return)
    with qtbot.waitSignal(dialog.source_entered) as by_button:
        dialog.look.click()
    assert by_key.args == by_button.args == ["RLBot/botpack"]


def test_why_something_is_no_source(dialog):
    dialog.source.setText("nonsense")
    dialog.show_fault("It is none.")
    assert dialog.fault.isVisible()
    dialog.source.setText("other")
    assert not dialog.fault.isVisible()
    dialog.show_fault("It is none.")
    dialog.clear_source()
    assert dialog.source.text() == ""
    assert not dialog.fault.isVisible()


def test_archives_are_dropped(dialog, drop):
    dropped = []
    dialog.source_entered.connect(dropped.append)
    assert drop(dialog, "/x/a.zip", "/x/b.tar.xz")
    assert dropped == ["/x/a.zip", "/x/b.tar.xz"]
    assert not drop(dialog)


def test_escape_closes_and_the_button_too(dialog, qtbot):
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    dialog.show()
    dialog.close_button.click()
    assert not dialog.isVisible()


def test_every_control_has_a_name_and_every_button_a_tooltip(dialog):
    dialog.show_rows([a_row(actions=tuple(PackAction), share=0.5)])
    for button in dialog.findChildren(QAbstractButton):
        assert button.accessibleName()
        assert button.toolTip()
    for part in (dialog.source, dialog.fault, dialog.cards["a"].bar, dialog.cards["a"]):
        assert part.accessibleName()


def test_all_are_asked_at_once(dialog, qtbot):
    dialog.show_rows([a_row()])
    with qtbot.waitSignal(dialog.all_requested):
        dialog.look_all.click()


@pytest.mark.parametrize("length", [LONG_WORD, LONG_WORD + 1])
def test_only_very_long_words_can_be_broken(length):
    path = "/" + "d" * (length - 2) + "/"
    shown = breakable(f"In {path} it is.")
    assert shown.replace("\u200b", "") == f"In {path} it is."
    assert ("\u200b" in shown) is (length > LONG_WORD)


def test_the_same_row_changes_nothing(qtbot):
    card = PackCard()
    qtbot.addWidget(card)
    assert card.row is None
    card.show_row(a_row())
    before = card.buttons
    card.show_row(a_row())
    assert card.buttons is before


def test_a_suggestion_fills_the_field_and_asks_for_nothing(dialog):
    asked = []
    dialog.source_entered.connect(asked.append)
    dialog.requested.connect(asked.append)
    dialog.suggestions["RLBot/botpack"].click()
    assert dialog.source.text() == "RLBot/botpack"
    assert asked == []
    assert dialog.look.isEnabled()
    assert dialog.look.hasFocus()
    dialog.look.click()
    assert asked == ["RLBot/botpack"]


@pytest.mark.parametrize(
    ("row", "is_shown"),
    [({}, True), ({"title": "RLBot/botpack"}, False), ({"source": "RLBot/botpack"}, False)],
)
def test_a_pack_that_is_listed_is_not_suggested(dialog, row, is_shown):
    dialog.show_rows([a_row(**row)])
    assert dialog.suggested.isVisible() is is_shown
    assert dialog.suggestions["RLBot/botpack"].isVisible() is is_shown
    dialog.show_rows([])
    assert dialog.suggested.isVisible()


@pytest.mark.parametrize("place", SUGGESTED)
def test_every_suggestion_is_a_repository(place):
    assert parse_source(place) == Source(kind=SourceKind.GITHUB, place=place)
