"""Every term of the runtime has a translatable word; numbers and counts have their usual form."""

import pytest
from PySide6.QtCore import QLocale

from runtime.documents.choices import SKILLS
from runtime.model.game_facts import BLUE, ORANGE, SCRIPTS
from runtime.model.states import AgentState, MatchStage, Outcome, Phase, StageState, SwapState
from widgets.options.value_words import value_label
from widgets.teams.card_value import CardAction, CardKind
from widgets.teams.card_words import action_words, driver_words
from widgets.words import (
    MAX_CHARACTERS,
    MAX_LINES,
    Counts,
    hint_text,
    key_text,
    number,
    short_stage_name,
    size_words,
    skill_name,
    team_in_sentence,
    team_name,
    word_of,
)


@pytest.mark.parametrize("kind", [AgentState, SwapState, MatchStage, StageState])
def test_window_and_log_use_the_same_words(kind):
    assert {member: word_of(member) for member in kind} == {member: member.value for member in kind}


@pytest.mark.parametrize(
    ("word", "members"),
    [
        (short_stage_name, MatchStage),
        (word_of, Phase),
        (word_of, Outcome),
        (action_words, CardAction),
        (lambda kind: driver_words(kind, ""), CardKind),
        (team_name, (BLUE, ORANGE, SCRIPTS)),
        (team_in_sentence, (BLUE, ORANGE, SCRIPTS)),
    ],
)
def test_every_member_has_a_word_of_its_own(word, members):
    words = [word(member) for member in members]
    assert all(words)
    assert len(set(words)) == len(words)


def test_skills_are_named_and_unknown_ones_stay():
    assert [skill_name(skill) for skill in SKILLS] == list(SKILLS)
    assert skill_name("Legend") == "Legend"


@pytest.mark.parametrize(
    ("count", "cars", "lines"),
    [
        (0, "0 cars", "0 lines skipped: output came too fast."),
        (1, "1 car", "1 line skipped: output came too fast."),
        (2, "2 cars", "2 lines skipped: output came too fast."),
    ],
)
def test_counts_have_the_form_that_fits(qapp, count, cars, lines):
    assert (Counts().cars(count), Counts().left_out_lines(count)) == (cars, lines)


@pytest.mark.parametrize(
    ("name", "label"),
    [("OneSecond", "Every second"), ("TenMinutes", "10 minutes"), ("OneGoal", "1 goal"), ("SevenGames", "7 games")],
)
def test_values_with_numbers_are_counted(qapp, name, label):
    key = "mutators.possession_score" if name == "OneSecond" else "mutators.match_length"
    assert value_label(key, name) == label


@pytest.mark.parametrize(("locale", "text"), [("de", "1.234,5"), ("en", "1,234.5"), ("C", "1234.5")])
def test_numbers_are_written_as_the_language_does(locale, text):
    before = QLocale()
    QLocale.setDefault(QLocale(locale))
    try:
        assert number(1234.5, 1) == text
    finally:
        QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("locale", "size", "text"),
    [("de", 999, "999 B"), ("de", 1_000, "1,0 kB"), ("de", 1_240_000_000, "1,2 GB"), ("en", 9_400_000, "9.4 MB")],
)
def test_sizes_are_written_as_the_language_does(qapp, locale, size, text):
    before = QLocale()
    QLocale.setDefault(QLocale(locale))
    try:
        assert size_words(size) == text
    finally:
        QLocale.setDefault(before)


def test_keys_are_written_as_the_system_does(qapp):
    assert key_text("Ctrl+Return") == "Ctrl+Enter"


@pytest.mark.parametrize("length", [MAX_CHARACTERS - 1, MAX_CHARACTERS, MAX_CHARACTERS + 1])
def test_a_tooltip_has_lines_of_a_bounded_length(length):
    lines = hint_text("Striker", "", "x" * length).splitlines()
    assert lines[0] == "Striker"
    assert "".join(lines[1:]) == "x" * length
    assert len(lines) == (3 if length > MAX_CHARACTERS else 2)


@pytest.mark.parametrize("count", [MAX_LINES - 1, MAX_LINES, MAX_LINES + 1])
def test_a_tooltip_has_a_bounded_number_of_lines(count):
    lines = hint_text(*map(str, range(count))).splitlines()
    assert len(lines) == min(count, MAX_LINES)
    assert (lines[-1] == "…") is (count > MAX_LINES)
