"""The well-known presets set only options that exist."""

from resources.presets import presets
from runtime.documents import OPTIONS, default_value, is_mutator
from runtime.documents.maps import MAPS
from runtime.documents.options import MAP


def test_every_value_exists_and_is_no_default():
    for preset in presets():
        for key, value in preset.values:
            assert value in (OPTIONS[key].names or MAPS), (preset.id, key)
            assert value != default_value(key, "Soccar"), (preset.id, key)


def test_only_mode_map_and_mutators_are_decided():
    keys = {key for preset in presets() for key, _ in preset.values}
    assert all(is_mutator(OPTIONS[key]) or key in ("match.game_mode", MAP) for key in keys)


def test_no_two_are_the_same():
    assert len({preset.id for preset in presets()}) == len(presets()) == len({preset.values for preset in presets()})
