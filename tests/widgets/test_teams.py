"""Team columns keep their cards, and cards say what an agent does."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QColor, QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication, QLabel

from runtime.model.game_facts import SCRIPTS
from runtime.model.messages import literal, message, sentences
from runtime.model.states import AgentState, SwapState
from runtime.model.values import ServiceFigures
from tests.labels import labels, texts
from widgets.shared.logos import Logos
from widgets.teams.agent_card import CAR_MIME, LOGO_FROM_PX, SKILLS, AgentCard, card_menu, offered
from widgets.teams.card_value import (
    CardAction,
    CardKind,
    CarMoved,
    Figures,
    SwapValue,
    TeamAction,
    TeamRequest,
)
from widgets.teams.card_words import LATE_WARNING
from widgets.teams.team_column import SCRIPTS_PX, TeamColumn


@pytest.fixture
def logos():
    return Logos()


@pytest.fixture
def column(qtbot, logos):
    made = TeamColumn(0, logos)
    qtbot.addWidget(made)
    made.resize(208, 500)
    made.show()
    return made


def test_an_empty_team_says_how_to_fill_it(column, a_card):
    hint = "No cars in blue yet.\nDrop a bot's folder here."
    assert hint in texts(column)
    column.show_cards([a_card()])
    assert hint not in texts(column)
    assert "1" in texts(column)


def test_a_card_shows_name_state_and_figures(qtbot, a_card):
    card = AgentCard(a_card(figures=Figures(answers_per_s=119.6, late_share=0.004)))
    qtbot.addWidget(card)
    assert texts(card) == ["Striker", "● playing", "120 answers/s", "0.4 % late"]
    assert card.accessibleName() == "Striker, blue, ● playing"


@pytest.mark.parametrize(
    ("rate", "changes", "tone"),
    [
        (0.0, {}, "bad"),
        (0.49, {}, "bad"),
        (0.5, {}, "muted"),
        (None, {}, "muted"),
        (0.0, {"is_paused": True}, "muted"),
        (0.0, {"state": AgentState.CONNECTED}, "muted"),
    ],
)
def test_an_agent_that_plays_and_answers_nothing_is_marked(qtbot, a_card, rate, changes, tone):
    card = AgentCard(a_card(figures=Figures(answers_per_s=rate), **changes))
    qtbot.addWidget(card)
    assert labels(card)[2].property("tone") == tone


def test_a_card_says_that_the_match_is_paused_instead_of_how_fast_its_agent_answers(qtbot, a_card):
    figures = Figures(answers_per_s=0.0, late_share=0.004)
    card = AgentCard(a_card(figures=figures, is_paused=True))
    qtbot.addWidget(card)
    assert texts(card) == ["Striker", "● match paused", "by somebody", "0.4 % late"]
    assert labels(card)[1].property("tone") == "warning"
    card.show_card(a_card(figures=figures))
    assert texts(card)[1:3] == ["● not answering", "0 answers/s"]


@pytest.mark.parametrize(("reason", "tone"), [("", "muted"), ("Answered none of 300 frames.", "warning")])
def test_an_agent_that_played_badly_is_marked_when_it_has_stopped(qtbot, a_card, reason, tone):
    card = AgentCard(a_card(state=AgentState.STOPPED, reason=reason))
    qtbot.addWidget(card)
    assert texts(card)[1] == (f"● stopped: {reason}" if reason else "● stopped")
    assert labels(card)[1].property("tone") == tone


@pytest.mark.parametrize(
    ("state", "tone"), [(AgentState.CRASHED, "bad"), (AgentState.HUNG, "bad"), (AgentState.RESTARTING, "warning")]
)
def test_a_fault_comes_with_its_reason(qtbot, a_card, state, tone):
    card = AgentCard(a_card(state=state, reason="exit code 3"))
    qtbot.addWidget(card)
    assert texts(card)[1] == f"● {state.value}: exit code 3"
    assert labels(card)[1].property("tone") == tone


@pytest.mark.parametrize("is_faulty", [True, False])
def test_what_keeps_the_match_from_starting_is_reported_on_its_card(qtbot, a_card, is_faulty):
    card = AgentCard(a_card(state=AgentState.IDLE, reason="This file does not exist.", is_faulty=is_faulty))
    qtbot.addWidget(card)
    assert texts(card)[1] == ("● not started: This file does not exist." if is_faulty else "● not started")
    assert labels(card)[1].property("tone") == ("bad" if is_faulty else "muted")


def test_a_car_without_a_program_shows_who_drives(qtbot, a_card):
    card = AgentCard(a_card(state=None, about="Psyonix bot"))
    qtbot.addWidget(card)
    assert texts(card) == ["Striker", "Psyonix bot"]


@pytest.mark.parametrize(
    ("share", "slow_ms", "tone"),
    [
        (None, None, "muted"),
        (0.0, None, "muted"),
        (LATE_WARNING - 1e-6, None, "muted"),
        (LATE_WARNING, None, "warning"),
        (1.0, None, "warning"),
        (0.06, 9.0, "bad"),
    ],
)
def test_late_answers_are_red_on_the_slow_card_only_which_says_why(qtbot, a_card, share, slow_ms, tone):
    card = AgentCard(a_card(figures=Figures(late_share=share, slow_ms=slow_ms)))
    qtbot.addWidget(card)
    assert labels(card)[-1].property("tone") == tone
    state = ("● slow: 9.0 ms", "bad") if slow_ms else ("● playing", "good")
    assert (labels(card)[1].text(), labels(card)[1].property("tone")) == state
    assert ("9.0 ms or longer; a tick lasts 8.3 ms" in card.toolTip()) is bool(slow_ms)


@pytest.mark.parametrize("state", AgentState)
def test_every_state_has_a_word_and_a_tone(qtbot, a_card, state):
    card = AgentCard(a_card(state=state))
    qtbot.addWidget(card)
    assert state.value in texts(card)[1]
    assert labels(card)[1].property("tone")


def test_cards_are_kept_while_their_keys_are(column, a_card, qtbot):
    column.show_cards([a_card("a"), a_card("b")])
    first, second = column.cards
    column.show_cards([a_card("a", name="Renamed"), a_card("b")])
    assert column.cards == (first, second)
    assert texts(first)[0] == "Renamed"
    column.show_cards([a_card("b"), a_card("c")])
    assert column.cards[0] is second
    assert [card.card.key for card in column.cards] == ["b", "c"]
    column.show_cards([a_card("c"), a_card("b")])
    assert [card.card.key for card in column.cards] == ["c", "b"]
    qtbot.waitUntil(lambda: column.cards[0].y() < column.cards[1].y())


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_keys_choose_a_card(column, a_card, qtbot, key):
    column.show_cards([a_card()])
    with qtbot.waitSignal(column.card_requested) as chosen:
        qtbot.keyClick(column.cards[0], key)
    assert (chosen.args[0].card.key, chosen.args[0].action) == ("car:0", CardAction.LOG)


def test_a_click_chooses_a_card(column, a_card, qtbot):
    column.show_cards([a_card()])
    with qtbot.waitSignal(column.card_requested):
        qtbot.mouseClick(column.cards[0], Qt.MouseButton.LeftButton)
    with qtbot.assertNotEmitted(column.card_requested):
        qtbot.mouseClick(column.cards[0], Qt.MouseButton.RightButton)


def test_removal_by_button_and_key_but_not_while_locked(column, a_card, qtbot):
    column.show_cards([a_card(position=3)])
    card = column.cards[0]
    with qtbot.waitSignal(column.card_requested) as request:
        qtbot.mouseClick(card.remove_button, Qt.MouseButton.LeftButton)
    assert (request.args[0].card.position, request.args[0].action) == (3, CardAction.REMOVE)
    with qtbot.waitSignal(column.card_requested):
        qtbot.keyClick(card, Qt.Key.Key_Delete)
    column.set_locked(is_locked=True)
    assert not card.remove_button.isVisible()
    assert not column.add_button.isVisible()
    with qtbot.assertNotEmitted(column.card_requested):
        qtbot.keyClick(card, Qt.Key.Key_Delete)
    column.set_locked(is_locked=False)
    assert column.add_button.isVisible()


def test_what_is_not_in_the_document_cannot_be_removed(column, a_card, qtbot):
    column.show_cards([a_card(position=None)])
    assert not column.cards[0].remove_button.isVisible()
    with qtbot.assertNotEmitted(column.card_requested):
        qtbot.keyClick(column.cards[0], Qt.Key.Key_Delete)


DEBUGGING = {"DEBUG", "END_DEBUG", "COPY_START", "WRITE_LAUNCH", "DEBUG_HELP"}


@pytest.mark.parametrize("is_locked", [False, True])
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, {"DEBUG"}),
        ({"debug_port": 5678}, {"END_DEBUG"}),
        ({"debug_port": 0}, {"END_DEBUG"}),
        ({"state": AgentState.MANUAL}, {"DEBUG", "COPY_START"}),
        ({"is_auto_start": False}, {"DEBUG", "COPY_START"}),
        ({"kind": CardKind.SCRIPT, "team": 2}, {"DEBUG"}),
    ],
)
def test_actions_about_debugging(a_card, changes, expected, is_locked):
    names = {action.name for action in offered(a_card(**changes), is_locked=is_locked)}
    assert names & DEBUGGING == expected | {"WRITE_LAUNCH", "DEBUG_HELP"}


def test_only_programs_are_debugged(a_card):
    for kind in (CardKind.PSYONIX, CardKind.HUMAN):
        assert not {action.name for action in offered(a_card(kind=kind, state=None), is_locked=False)} & DEBUGGING


@pytest.mark.parametrize(
    ("changes", "is_locked", "expected"),
    [
        ({}, False, {"REMOVE", "RENAME", "REPLACE", "DUPLICATE", "OTHER_TEAM", "UP", "DOWN", "LOADOUT", "AUTO_START"}),
        ({"kind": CardKind.PSYONIX}, False, {"REMOVE", "RENAME", "REPLACE", "DUPLICATE", "OTHER_TEAM", "UP", "DOWN"}),
        ({"kind": CardKind.SCRIPT, "team": 2}, False, {"REMOVE", "AUTO_START"}),
        ({}, True, {"SWAP", "RESTART", "BENCH", "DRAWING"}),
        ({"state": AgentState.CRASHED}, True, {"RESTART"}),
        ({"state": AgentState.MANUAL}, True, set()),
        ({"log_key": ""}, True, set()),
        ({"kind": CardKind.HUMAN, "state": None}, True, set()),
        ({"swap": SwapValue(state=SwapState.CHANGED)}, True, {"SWAP", "RESTART", "BENCH", "DECLINE", "DRAWING"}),
        ({"fix": "Install", "position": None}, False, {"FIX"}),
    ],
)
def test_actions_of_a_card(a_card, changes, is_locked, expected):
    names = {action.name for action in offered(a_card(**changes), is_locked=is_locked)}
    assert names - {"LOG", "OPEN_FOLDER", "EDIT_SOURCE", "SKILL"} - DEBUGGING == expected
    assert ("EDIT_SOURCE" in names) is a_card(**changes).kind.is_program


@pytest.mark.parametrize(
    ("key", "modifier", "action"),
    [
        (Qt.Key.Key_S, Qt.KeyboardModifier.NoModifier, CardAction.SWAP),
        (Qt.Key.Key_R, Qt.KeyboardModifier.NoModifier, CardAction.RESTART),
        (Qt.Key.Key_B, Qt.KeyboardModifier.NoModifier, CardAction.BENCH),
    ],
)
def test_agents_of_a_match_by_key_and_button(column, a_card, qtbot, key, modifier, action):
    column.show_cards([a_card()])
    column.set_locked(is_locked=True)
    card = column.cards[0]
    with qtbot.waitSignal(column.card_requested) as request:
        qtbot.keyClick(card, key, modifier)
    assert request.args[0].action is action
    with qtbot.waitSignal(column.card_requested) as request:
        qtbot.mouseClick(card.buttons[action], Qt.MouseButton.LeftButton)
    assert request.args[0].action is action


@pytest.mark.parametrize(
    ("key", "modifier", "action"),
    [
        (Qt.Key.Key_F2, Qt.KeyboardModifier.NoModifier, CardAction.RENAME),
        (Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier, CardAction.DUPLICATE),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier, CardAction.OTHER_TEAM),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier, CardAction.OTHER_TEAM),
        (Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier, CardAction.UP),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier, CardAction.DOWN),
    ],
)
def test_edits_by_key(column, a_card, qtbot, key, modifier, action):
    column.show_cards([a_card()])
    with qtbot.waitSignal(column.card_requested) as request:
        qtbot.keyClick(column.cards[0], key, modifier)
    assert request.args[0].action is action


def test_arrows_go_from_card_to_card(column, a_card, qtbot):
    column.show_cards([a_card("a"), a_card("b")])
    qtbot.waitUntil(column.cards[1].isVisible)
    column.cards[0].setFocus()
    qtbot.keyClick(column.cards[0], Qt.Key.Key_Down)
    assert column.focusWidget() is column.cards[1]
    qtbot.keyClick(column.cards[1], Qt.Key.Key_Down)
    assert column.focusWidget() is column.cards[1]
    qtbot.keyClick(column.cards[1], Qt.Key.Key_Up)
    assert column.focusWidget() is column.cards[0]


def test_the_menu_offers_the_same_with_its_keys(column, a_card, qtbot, dark):
    column.show_cards([a_card(kind=CardKind.PSYONIX, state=None, skill="Pro")])
    card = column.cards[0]
    menu = card_menu(card.card, card, card.ask, is_locked=False, looks=dark)
    entries = {entry.text().split("\t")[0]: entry for entry in menu.actions() if not entry.isSeparator()}
    skills = next(entry.menu() for entry in menu.actions() if entry.menu() is not None).actions()
    assert [entry.text().strip() for entry in skills] == ["Beginner", "Rookie", "Pro", "AllStar"]
    assert [entry.isChecked() for entry in skills] == [False, False, True, False]
    with qtbot.waitSignal(column.card_requested) as request:
        skills[0].trigger()
    assert (request.args[0].action, request.args[0].value) == (CardAction.SKILL, next(iter(SKILLS)))
    with qtbot.waitSignal(column.card_requested) as request:
        entries["Remove from the match"].trigger()
    assert request.args[0].action is CardAction.REMOVE
    menu.deleteLater()


@pytest.mark.parametrize("is_locked", [False, True])
@pytest.mark.parametrize("has_source", [False, True])
def test_the_menu_offers_the_source_if_it_is_known(column, a_card, qtbot, dark, has_source, is_locked):
    column.show_cards([a_card(has_source=has_source)])
    column.set_locked(is_locked=is_locked)
    card = column.cards[0]
    menu = card_menu(card.card, card, card.ask, is_locked=is_locked, looks=dark)
    entries = [entry for entry in menu.actions() if entry.text() == "Edit source"]
    assert len(entries) == has_source
    for entry in entries:
        with qtbot.waitSignal(column.card_requested) as request:
            entry.trigger()
        assert request.args[0].action is CardAction.EDIT_SOURCE
    menu.deleteLater()


def test_a_closed_menu_leaves_nothing_with_its_card(column, a_card, qtbot, dark):
    column.show_cards([a_card()])
    card = column.cards[0]
    before = len(card.findChildren(QAction))
    menu = card_menu(card.card, card, card.ask, is_locked=False, looks=dark)
    assert len(card.findChildren(QAction)) > before
    menu.aboutToHide.emit()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(card.findChildren(QAction)) == before


def test_swap_usage_and_fix_are_shown(qtbot, a_card):
    card = AgentCard(
        a_card(
            figures=Figures(cpu_share=0.31, rss_bytes=94_000_000),
            swap=SwapValue(state=SwapState.REFUSED, text="bot.py:3: invalid syntax"),
            fix="Install 2 packages",
        )
    )
    qtbot.addWidget(card)
    assert texts(card)[-2:] == ["31 % CPU · 94 MB", "rejected: bot.py:3: invalid syntax"]
    assert labels(card)[-1].property("tone") == "bad"
    with qtbot.waitSignal(card.requested) as request:
        qtbot.mouseClick(card.fix_button, Qt.MouseButton.LeftButton)
    assert request.args[0].action is CardAction.FIX
    card.show_card(a_card(swap=SwapValue(version=3)))
    assert texts(card)[-1] == "version 3"
    assert not card.fix_button.isVisibleTo(card)


@pytest.mark.parametrize(("width", "is_whole"), [(260, True), (110, False)])
def test_the_button_that_helps_is_shortened_where_there_is_no_room(qtbot, a_card, width, is_whole):
    card = AgentCard(a_card(fix="Install and play at once", reason="numpy is not installed"))
    qtbot.addWidget(card)
    card.show()
    card.resize(width, 120)
    assert (card.fix_button.text() == "Install and play at once") is is_whole
    assert card.fix_button.text().startswith("Ins")
    assert card.fix_button.sizeHint().width() <= card.fix_button.width()
    assert card.fix_button.toolTip() == "Install and play at once. numpy is not installed"


def drop_card(column, position, y):
    data = QMimeData()
    data.setData(CAR_MIME, str(position).encode())
    arguments = (Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(QPoint(20, y), *arguments)
    column.dragEnterEvent(enter)
    if enter.isAccepted():
        column.dropEvent(QDropEvent(QPointF(20, y), *arguments))
    return enter.isAccepted()


@pytest.mark.parametrize(("after", "place"), [(None, 0), (0, 1), (1, 2)])
def test_a_dragged_card_lands_where_it_is_dropped(column, a_card, qtbot, after, place):
    column.show_cards([a_card("a"), a_card("b")])
    qtbot.wait(20)
    y = 0 if after is None else column.cards[after].mapTo(column, column.cards[after].rect().bottomLeft()).y()
    with qtbot.waitSignal(column.car_moved) as moved:
        assert drop_card(column, 7, y)
    assert moved.args == [CarMoved(position=7, team=0, place=place)]
    column.set_locked(is_locked=True)
    assert not drop_card(column, 7, y)


@pytest.mark.parametrize(
    ("place", "action"), [(1, TeamAction.SWAP_SIDES), (2, TeamAction.SHUFFLE), (3, TeamAction.CLEAR)]
)
def test_the_menu_of_the_team(column, qtbot, place, action):
    entries = column.menu_button.menu().actions()
    with qtbot.waitSignal(column.team_requested) as request:
        entries[place].trigger()
    assert request.args == [TeamRequest(team=0, action=action)]
    column.set_locked(is_locked=True)
    assert not entries[place].isEnabled()
    assert entries[0].isEnabled()


def test_cars_of_the_game_and_of_people_are_added(column, qtbot):
    entries = column.add_button.menu().actions()
    with qtbot.waitSignal(column.team_requested) as request:
        entries[2].trigger()
    assert request.args == [TeamRequest(team=0, action=TeamAction.ADD_PSYONIX, value="Pro")]
    with qtbot.waitSignal(column.team_requested) as request:
        entries[-1].trigger()
    assert request.args == [TeamRequest(team=0, action=TeamAction.ADD_HUMAN)]


def test_the_chosen_card_is_marked(column, a_card):
    column.set_chosen("b")
    column.show_cards([a_card("a"), a_card("b")])
    assert [card.property("chosen") for card in column.cards] == [False, True]
    column.set_chosen("a")
    assert [card.property("chosen") for card in column.cards] == [True, False]


def test_adding_names_the_team(column, qtbot):
    with qtbot.waitSignal(column.team_requested) as request:
        qtbot.mouseClick(column.add_button, Qt.MouseButton.LeftButton)
    assert request.args == [TeamRequest(team=0, action=TeamAction.ADD_BOT)]


def test_the_scripts_ask_for_the_room_that_their_cards_have_now(qtbot, a_card):
    made = TeamColumn(SCRIPTS, Logos())
    qtbot.addWidget(made)
    made.show()
    idle = a_card(team=SCRIPTS, kind=CardKind.SCRIPT, state=AgentState.IDLE, about="")
    scripts = [idle, replace(idle, key="script:1")]
    made.show_cards(scripts)
    QApplication.processEvents()
    before = made.sizeHint().height()
    used = Figures(cpu_share=0.1, rss_bytes=20_000_000)
    made.show_cards(replace(script, state=AgentState.PLAYING, figures=used) for script in scripts)
    qtbot.waitUntil(lambda: made.sizeHint().height() > before)
    assert made.maximumHeight() == SCRIPTS_PX


@pytest.mark.parametrize(("errors", "words"), [(0, ""), (1, "1 error"), (2, "2 errors")])
def test_errors_of_an_agent_are_counted_on_its_card_with_a_way_to_the_last(qtbot, a_card, errors, words):
    card = AgentCard(a_card(errors=errors, last_error="ValueError: no pad"))
    qtbot.addWidget(card)
    assert card.error_button.isVisibleTo(card) is bool(errors)
    assert card.error_button.text() == words
    if errors:
        with qtbot.waitSignal(card.requested) as asked:
            card.error_button.click()
        assert asked.args[0].action is CardAction.ERROR
        assert "ValueError: no pad" in card.error_button.toolTip()


def test_an_agent_that_answers_nothing_has_no_late_answers_and_says_so(qtbot, a_card):
    card = AgentCard(a_card(figures=Figures(answers_per_s=0.0, late_share=0.0)))
    qtbot.addWidget(card)
    assert texts(card) == ["Striker", "● not answering", "0 answers/s"]


def a_picture(colour):
    image = QImage(96, 96, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    return image


def logo_of(card):
    return next(label for label in card.findChildren(QLabel) if not label.pixmap().isNull())


def logo_colour(card):
    return logo_of(card).pixmap().toImage().pixelColor(2, 10).name()


def test_a_card_shows_its_logo_where_the_initial_was(column, logos, a_card, dark):
    path, asked = Path("/bots/striker/logo.png"), []
    logos.wanted.connect(asked.append)
    column.set_looks(dark)
    column.show_cards([a_card("car:0", logo=path), a_card("car:1")])
    column.show_cards([a_card("car:0", logo=path, errors=1), a_card("car:1")])
    with_logo, without = column.cards
    assert asked == [path]
    size = (logo_of(with_logo).size(), with_logo.sizeHint(), logo_of(with_logo).pixmap().size())
    assert logo_colour(with_logo) == logo_colour(without) != "#ff0000"
    logos.take(path, a_picture("#ff0000"))
    assert logo_colour(with_logo) == "#ff0000"
    assert logo_colour(without) != "#ff0000"
    assert (logo_of(with_logo).size(), with_logo.sizeHint(), logo_of(with_logo).pixmap().size()) == size
    column.show_cards([a_card("car:0"), a_card("car:1", logo=path)])
    assert logo_colour(with_logo) != "#ff0000"
    assert logo_colour(without) == "#ff0000"


def test_a_logo_that_cannot_be_read_leaves_the_initial(column, logos, a_card, dark):
    path = Path("/bots/striker/logo.png")
    column.set_looks(dark)
    column.show_cards([a_card(logo=path)])
    before = logo_of(column.cards[0]).pixmap().toImage()
    logos.take(path, QImage())
    assert logo_of(column.cards[0]).pixmap().toImage() == before


@pytest.mark.parametrize(("more", "is_shown"), [(-1, False), (0, True), (1, True)])
def test_narrow_cards_have_no_logo(qtbot, a_card, more, is_shown):
    card = AgentCard(a_card())
    qtbot.addWidget(card)
    card.show()
    card.resize(LOGO_FROM_PX + more, card.height())
    name, state = labels(card)[:2]
    qtbot.waitUntil(lambda: (name.x() > state.x()) is is_shown)


def test_what_a_bot_printed_is_never_translated_on_its_card(german, qtbot, a_card):
    said = "KeyError: is not installed"
    ended = message("m", "Ended while playing ({how})", how=message("m", "exited with code {code}", code=1))
    reason = message("m", "{end}: {error}.", end=ended, error=said)
    rejected = sentences(
        message("m", "{reason}: {output}.", reason=literal("bot.py:1"), output=said),
        message("m", "Version {version} keeps running.", version=1),
    )
    swap = SwapValue(state=SwapState.REFUSED, text=rejected)
    card = AgentCard(a_card(state=AgentState.CRASHED, reason=reason, swap=swap))
    qtbot.addWidget(card)
    assert said in labels(card)[1].text()
    assert said in texts(card)[-1]
    assert card.toolTip().count(said) == 2
    assert "Version 1 spielt weiter." in card.toolTip()


def test_a_card_shows_the_slots_and_the_figures_of_the_service_that_plays_it(qtbot, a_card):
    service = ServiceFigures(
        slots=16,
        used=4,
        matches=2,
        batch=3.25,
        waited_s=0.0,
        refused=1,
        restarts=2,
        is_standing=True,
        is_silent=True,
        latency_ms=0.84,
        worst_ms=2.3,
        answers_per_s=119.7,
        errors=0,
        reward=1.5,
    )
    card = AgentCard(a_card(figures=Figures(answers_per_s=119.6, cpu_share=0.1, rss_bytes=40_000_000, service=service)))
    qtbot.addWidget(card)
    card.resize(600, card.sizeHint().height())
    card.grab()
    assert texts(card)[-1] == "10 % CPU · 40 MB · slots 4/16"
    lines = (
        "Agent service: 4 of 16 slots, matches: 2",
        "3.3 cars at once on average",
        "This car: 120 answers/s, 0.8 ms each, 2.3 ms at worst",
        "Mean reward: 1.50",
        "Refused games: 1, restarts: 2",
        "It does not answer.",
    )
    assert all(line in card.toolTip() for line in lines)
    card.show_card(
        a_card(figures=Figures(service=replace(service, reward=None, refused=0, restarts=0, is_silent=False)))
    )
    assert not any(line in card.toolTip() for line in lines[3:])
    card.show_card(a_card())
    assert "Agent service" not in card.toolTip()
