"""Every option, value and preset has words that people read."""

import pytest

from widgets.options.option_words import SECTIONS, option_about, option_label, section_title
from widgets.options.preset_words import preset_name
from widgets.options.value_words import value_label


def test_every_option_and_value_has_words():
    from runtime.config import OPTIONS
    from runtime.config.options import LOT

    rows = {key: option for key, option in OPTIONS.items() if key != LOT}  # the lot is one of the maps
    named = [key for section in SECTIONS for key in section.options]
    assert sorted(named) == sorted(rows)
    labels = {}
    for key, option in rows.items():
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
    assert len(labels) == len(rows)
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
