"""Maps by lot over several starts: which are drawn for which game, and what is remembered."""

import json
from random import Random

import pytest

from app.services.recent_maps import MOST_TURNS, MapTurns, drawn_match
from runtime.arena import maps_played, refusal
from runtime.documents import Match
from runtime.documents.maps import maps_of

BY_LOT = Match(map_choice="random", game_map_upk="Labs_Basin_P")


@pytest.fixture
def turns(tmp_path):
    return MapTurns(tmp_path / "maps.json")


def start(turns, match=BY_LOT, seed=0, *, in_arena=False):
    return drawn_match(match, in_arena=in_arena, random=Random(seed), turns=turns)


@pytest.mark.parametrize("in_arena", [True, False])
@pytest.mark.parametrize("mode", ["Soccar", "Hoops", "Snowday"])
def test_every_map_that_suits_mode_and_game_has_its_turn(tmp_path, mode, in_arena):
    pool = maps_played(mode) if in_arena else maps_of(mode)
    match = Match(map_choice="random", game_mode=mode)
    drawn = [
        start(MapTurns(tmp_path / "maps.json"), match, seed, in_arena=in_arena).game_map_upk
        for seed in range(len(pool))
    ]
    assert sorted(drawn) == sorted(pool)


def test_what_the_arena_draws_it_plays(turns):
    drawn = start(turns, in_arena=True)
    assert drawn.map_choice == "drawn"
    assert refusal(BY_LOT) is None, "the map that the document names is not played"
    assert refusal(Match(game_map_upk="Labs_Basin_P")) is not None
    assert refusal(drawn) is None
    assert all(refusal(Match(game_map_upk=name)) is None for name in maps_played("Soccar"))
    assert set(maps_played("Soccar")) <= set(maps_of("Soccar"))


def test_a_map_that_is_named_stays(turns, tmp_path):
    named = Match(game_map_upk="Park_P")
    assert start(turns, named) is named
    assert list(tmp_path.iterdir()) == []


def test_a_mode_that_the_arena_does_not_play_keeps_its_map(turns):
    match = Match(game_mode="Dropshot", map_choice="random", game_map_upk="ShatterShot_P")
    assert start(turns, match, in_arena=True) is match
    assert start(turns, match).game_map_upk == "ShatterShot_P"


def test_turns_of_one_mode_leave_those_of_another(turns):
    first = start(turns)
    for seed in range(5):
        start(turns, Match(map_choice="random", game_mode="Hoops"), seed)
    assert turns.drawn[0] == first.game_map_upk
    assert sorted(turns.drawn[1:])[-1] in maps_of("Hoops")
    assert len(turns.drawn) <= 3


def test_without_turns_a_seed_says_all(tmp_path):
    drawn = {drawn_match(BY_LOT, in_arena=True, random=Random(4), turns=None).game_map_upk for _ in range(5)}
    assert len(drawn) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "3", '{"version": 2, "drawn": ["a"]}', '{"version": 1, "drawn": 3}', "[" * 100_000, "\x00"],
)
def test_a_file_of_no_use_counts_as_none(turns, tmp_path, text):
    (tmp_path / "maps.json").write_text(text, encoding="utf-8")
    assert turns.drawn == ()
    drawn = start(turns)
    assert turns.drawn == (drawn.game_map_upk,), "and is written anew"


def test_what_makes_no_sense_in_the_file_is_left_out(turns, tmp_path):
    names = [3, None, *(f"map{number}" for number in range(MOST_TURNS + 1))]
    (tmp_path / "maps.json").write_text(json.dumps({"version": 1, "drawn": names}), encoding="utf-8")
    assert turns.drawn[0] == "map1"
    assert len(turns.drawn) == MOST_TURNS
    (tmp_path / "maps.json").write_bytes(b"\xff\xfe")
    assert turns.drawn == ()


def test_a_disk_that_takes_nothing_is_no_fault(tmp_path):
    turns = MapTurns(tmp_path / "no" / "such" / "maps.json")
    assert start(turns).map_choice == "drawn"
    (tmp_path / "maps.json").mkdir()
    blocked = MapTurns(tmp_path / "maps.json")
    assert start(blocked).map_choice == "drawn"
    assert [path.name for path in tmp_path.iterdir()] == ["maps.json"], "and nothing is left beside"
