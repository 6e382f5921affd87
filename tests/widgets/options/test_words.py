"""Every option, value and preset has a readable label."""

import pytest
from PySide6.QtCore import QLocale

from widgets.options.option_words import SECTIONS, preset_name, section_title
from widgets.options.value_words import typed_number, value_label


@pytest.fixture
def language():
    """Sets the language in which numbers are written, until the end of the test."""
    before = QLocale()
    yield lambda code: QLocale.setDefault(QLocale(code))
    QLocale.setDefault(before)


def test_every_option_and_value_has_words():
    from runtime.documents import OPTIONS
    from runtime.documents.options import MAP_CHOICE

    rows = {key: option for key, option in OPTIONS.items() if key != MAP_CHOICE}  # part of the row of the map
    named = [key for section in SECTIONS for key in section.options]
    assert sorted(named) == sorted(rows)
    labels = {}
    for key, option in rows.items():
        assert option.label
        words = [value_label(key, name) for name in option.names]
        assert len(set(words)) == len(words), key
        assert not any(
            word[1:] != word[1:].lower() and " " not in word and word == name
            for word, name in zip(words, option.names, strict=True)
        ), words
        labels[option.label] = key
        assert not option.help or option.help.endswith(".")
    assert len(labels) == len(rows)
    assert all(section_title(section.key) for section in SECTIONS)
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
        ("mutators.series_length", "SevenGames", "7 games"),
        ("mutators.respawn_time", "OneSecond", "1 second"),
        ("mutators.multi_ball", "Six", "6"),
    ],
)
def test_numbers_are_read_as_numbers(key, name, words):
    assert value_label(key, name) == words


@pytest.mark.parametrize(
    ("key", "name", "words"),
    [
        ("limit", "unlimited", "No limit"),
        ("limit", "0", "No restarts"),
        ("limit", "1", "1 restart"),
        ("limit_in_window", "3", "3 restarts"),
        ("window_s", "60", "60 s"),
        ("window_s", "86400", "86,400 s"),
        ("backoff_s", "0", "0 s"),
        ("backoff_s", "0.5", "0.5 s"),
        ("backoff_s", "0.125", "0.125 s"),
        ("longest_backoff_s", "unlimited", "No limit"),
        ("hang_frames", "1200", "1,200 frames (10 s)"),
        ("hang_frames", "130", "130 frames (1.1 s)"),
        ("hang_frames", "unlimited", "Never"),
        ("when_spent", "forfeit", "The other team wins"),
        ("limit", "odd", "odd"),
    ],
)
def test_restarts_are_reported_in_words(key, name, words, language):
    language("en")
    assert value_label(f"kickabout.restarts.{key}", name) == words


@pytest.mark.parametrize(
    ("code", "typed", "meant"),
    [
        ("en", "20", "20"),
        ("en", " 25 restarts", "25"),
        ("en", "1,200 frames (10 s)", "1200"),
        ("en", "0.5 s", "0.5"),
        ("en", "0,5", "0.5"),
        ("de", "0,5 s", "0.5"),
        ("de", "1.200 Frames", "1200"),
        ("en", "-3", "-3"),
        ("en", "unlimited", "unlimited"),
        ("en", " many ", "many"),
        ("en", "", ""),
    ],
)
def test_typed_digits_are_a_number(code, typed, meant, language):
    language(code)
    assert typed_number(typed) == meant


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("name", ["0.5", "2", "1200", "86400", "1000000"])
def test_the_words_of_a_number_are_understood_again(code, name, language):
    language(code)
    for key in ("limit", "window_s", "hang_frames"):
        if key == "window_s" or float(name).is_integer():
            assert typed_number(value_label(f"kickabout.restarts.{key}", name)) == name
