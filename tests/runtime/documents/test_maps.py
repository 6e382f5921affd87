"""Names of maps, and maps that are files."""

from dataclasses import replace
from random import Random

import pytest

from runtime.documents import MatchDocument, read_match, to_wire, validate
from runtime.documents.choices import GAME_MODES, RANDOM_MAP, default_map
from runtime.documents.maps import MAPS, is_map_file, map_name
from runtime.games import ArenaGame, AttachedGame


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


@pytest.mark.parametrize(
    ("name", "is_file"),
    [
        ("maps/My Map.upk", True),
        ("C:\\maps\\x.UDK", True),
        ("maps/Stadium_P.upk", True),
        ("Stadium_P.upk", False),
        ("stadium_p.UDK", False),
        ("Stadium_P", False),
        (".upk", True),
        ("x.upk.txt", False),
        ("", False),
    ],
)
def test_maps_that_are_files(name, is_file):
    assert is_map_file(name) is is_file
    assert "maps" not in map_name(name)


@pytest.fixture
def match_with(tmp_path):
    (tmp_path / "league" / "maps").mkdir(parents=True)
    (tmp_path / "league" / "maps" / "My Map.upk").write_bytes(b"\0" * 100)

    def write(written):
        path = tmp_path / "league" / "match.toml"
        path.write_text(f"# A map\n[match]\ngame_map_upk = '{written}'\n")
        return path

    return write


def test_a_map_s_file_is_found_from_the_match_and_sent_with_its_whole_path(match_with, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    whole = tmp_path / "league" / "maps" / "My Map.upk"
    for written in ("maps/My Map.upk", "../league/maps/My Map.upk", str(whole)):
        reading = read_match(match_with(written))
        assert reading.problems == ()
        assert to_wire(validate(reading.value, random=Random(0)).value).game_map_upk == str(whole)


@pytest.mark.parametrize(
    ("written", "words", "fix"),
    [
        ("maps/none.upk", "this file does not exist", "Write the path of a map's file"),
        ("maps/My Mapp.upk", "this file does not exist", 'Did you mean "maps/My Map.upk"?'),
        ("maps/.upk", "this file does not exist", ""),
        ("folder.udk", "this is a folder", "Name the file"),
    ],
)
def test_a_map_s_file_that_is_not_there_is_a_problem_with_its_line(match_with, tmp_path, written, words, fix):
    (tmp_path / "league" / "folder.udk").mkdir()
    reading = read_match(match_with(written))
    (problem,) = reading.problems
    assert (reading.value, problem.line, problem.key) == (None, 3, "match.game_map_upk")
    assert words in str(problem.message)
    assert fix in str(problem.fix)


def test_a_map_of_the_game_that_is_written_as_a_file_keeps_its_repair(match_with):
    reading = read_match(match_with("Stadium_P.upk"))
    assert reading.value.game_map_upk == "Stadium_P.upk"
    (repair,) = (found.repair for found in validate(reading.value, random=Random(0)).problems if found.repair)
    assert repair.value == "Stadium_P"


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (ArenaGame(), "The arena has its own fields only; the map My Map.upk needs Rocket League."),
        (AttachedGame(), ""),
        (AttachedGame(host="10.0.0.7"), "My Map.upk is a file of this computer, which the server on 10.0.0.7:23234"),
    ],
)
def test_games_that_cannot_read_the_file_of_a_map_refuse_it(match_with, game, reason):
    match = read_match(match_with("maps/My Map.upk")).value
    found = [(problem.is_error, problem.line, reason in str(problem.message)) for problem in game.problems(match)]
    assert found == ([(True, 3, True)] if reason else [])
    assert game.problems(replace(match, map_choice=RANDOM_MAP)) == ()
    assert game.problems(replace(match, game_map_upk="Stadium_P")) == ()


def test_a_match_that_is_saved_elsewhere_keeps_its_map(match_with, tmp_path):
    (tmp_path / "other").mkdir()
    document = MatchDocument.open(match_with("maps/My Map.upk"))
    document.save(tmp_path / "other" / "match.toml")
    assert "game_map_upk = '../league/maps/My Map.upk'" in document.text.replace('"', "'")
    named = MatchDocument.open(match_with("Stadium_P"))
    named.save(tmp_path / "other" / "named.toml")
    assert "'Stadium_P'" in named.text
