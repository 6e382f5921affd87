"""Random maps over several starts: the choice for each game, and the memory of recent maps."""

import json
from random import Random

import pytest

from app.session.random_map import MAX_MAPS, RecentMaps, drawn_match
from runtime.arena import maps_played, refusal
from runtime.documents import Match
from runtime.documents.maps import maps_of
from runtime.games import capabilities_of

RANDOM_MAP = Match(map_choice="random", game_map_upk="Labs_Basin_P")


@pytest.fixture
def recent(tmp_path):
    return RecentMaps(tmp_path / "maps.json")


def start(recent, match=RANDOM_MAP, seed=0, game="attached"):
    return drawn_match(match, game=capabilities_of(game), random=Random(seed), recent=recent)


@pytest.mark.parametrize("game", ["arena", "attached"])
@pytest.mark.parametrize("mode", ["Soccar", "Hoops", "Snowday"])
def test_every_map_that_suits_mode_and_game_has_its_turn(tmp_path, mode, game):
    pool = maps_played(mode) if game == "arena" else maps_of(mode)
    match = Match(map_choice="random", game_mode=mode)
    drawn = [
        start(RecentMaps(tmp_path / "maps.json"), match, seed, game=game).game_map_upk for seed in range(len(pool))
    ]
    assert sorted(drawn) == sorted(pool)


def test_what_the_arena_draws_it_plays(recent):
    drawn = start(recent, game="arena")
    assert drawn.map_choice == "drawn"
    assert refusal(RANDOM_MAP) is None, "the map that the document names is not played"
    assert refusal(Match(game_map_upk="Labs_Basin_P")) is not None
    assert refusal(drawn) is None
    assert all(refusal(Match(game_map_upk=name)) is None for name in maps_played("Soccar"))
    assert set(maps_played("Soccar")) <= set(maps_of("Soccar"))


def test_a_map_that_is_named_stays(recent, tmp_path):
    named = Match(game_map_upk="Park_P")
    assert start(recent, named) is named
    assert list(tmp_path.iterdir()) == []


def test_a_mode_that_the_arena_does_not_play_keeps_its_map(recent):
    match = Match(game_mode="Dropshot", map_choice="random", game_map_upk="ShatterShot_P")
    assert start(recent, match, game="arena") is match
    assert start(recent, match).game_map_upk == "ShatterShot_P"


def test_turns_of_one_mode_leave_those_of_another(recent):
    first = start(recent)
    for seed in range(5):
        start(recent, Match(map_choice="random", game_mode="Hoops"), seed)
    assert recent.drawn[0] == first.game_map_upk
    assert sorted(recent.drawn[1:])[-1] in maps_of("Hoops")
    assert len(recent.drawn) <= 3


def test_without_turns_a_seed_says_all(tmp_path):
    drawn = {
        drawn_match(RANDOM_MAP, game=capabilities_of(), random=Random(4), recent=None).game_map_upk for _ in range(5)
    }
    assert len(drawn) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "3", '{"version": 2, "drawn": ["a"]}', '{"version": 1, "drawn": 3}', "[" * 100_000, "\x00"],
)
def test_a_file_unusable_counts_as_none(recent, tmp_path, text):
    (tmp_path / "maps.json").write_text(text, encoding="utf-8")
    assert recent.drawn == ()
    drawn = start(recent)
    assert recent.drawn == (drawn.game_map_upk,), "and is written anew"


def test_invalid_entries_of_the_file_are_left_out(recent, tmp_path):
    names = [3, None, *(f"map{number}" for number in range(MAX_MAPS + 1))]
    (tmp_path / "maps.json").write_text(json.dumps({"version": 1, "drawn": names}), encoding="utf-8")
    assert recent.drawn[0] == "map1"
    assert len(recent.drawn) == MAX_MAPS
    (tmp_path / "maps.json").write_bytes(b"\xff\xfe")
    assert recent.drawn == ()


def test_a_disk_that_takes_nothing_is_no_fault(tmp_path):
    recent = RecentMaps(tmp_path / "no" / "such" / "maps.json")
    assert start(recent).map_choice == "drawn"
    (tmp_path / "maps.json").mkdir()
    blocked = RecentMaps(tmp_path / "maps.json")
    assert start(blocked).map_choice == "drawn"
    assert [path.name for path in tmp_path.iterdir()] == ["maps.json"], "and nothing is left beside"
