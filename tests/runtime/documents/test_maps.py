"""Common names of maps."""

import pytest

from runtime.documents.choices import GAME_MODES, default_map
from runtime.documents.maps import MAPS, map_name


def test_names_are_told_apart():
    assert len(set(MAPS.values())) == len(MAPS)
    assert len({name.lower() for name in MAPS}) == len(MAPS)
    assert all(name.lower().endswith("_p") for name in MAPS)


def test_the_usual_maps_have_names():
    assert all(default_map(mode) in MAPS for mode in GAME_MODES)


@pytest.mark.parametrize(
    ("file_name", "name"),
    [("Stadium_P", "DFH Stadium"), ("STADIUM_p", "DFH Stadium"), ("My Map.upk", "My Map.upk"), ("", "")],
)
def test_names_of_maps(file_name, name):
    assert map_name(file_name) == name
