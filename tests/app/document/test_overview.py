"""The overview of a document, which the window shows."""

import shutil

import pytest

from app.document.overview import overview_of
from resources.examples import example_bots, example_match
from runtime.documents import MatchDocument
from runtime.games import capabilities_of


@pytest.mark.parametrize("kind", ["Psyonix", "Human"])
def test_a_match_that_the_arena_plays_has_no_problems(tmp_path, kind):
    path = tmp_path / "match.toml"
    path.write_text(f'[[cars]]\ntype = "{kind}"\n')
    assert overview_of(MatchDocument.open(path), capabilities_of()).problems == ()


def test_refusals_of_the_arena_are_problems_of_the_match(tmp_path):
    path = tmp_path / "match.toml"
    path.write_text('[match]\ngame_mode = "Knockout"\n[[cars]]\ntype = "Psyonix"\n')
    overview = overview_of(MatchDocument.open(path), capabilities_of())
    (problem,) = overview.problems
    assert (problem.is_error, problem.line, problem.key) == (True, 2, "match.game_mode")
    assert "Knockout needs Rocket League" in str(problem.message)
    assert not overview.can_start


def test_another_game_may_play_what_the_arena_refuses(tmp_path):
    path = tmp_path / "match.toml"
    path.write_text('[match]\ngame_mode = "Knockout"\n[[cars]]\ntype = "Human"\n')
    overview = overview_of(MatchDocument.open(path), capabilities_of("attached"))
    assert overview.problems == ()
    assert overview.can_start


@pytest.mark.parametrize(("name", "is_hoops"), [("hoops", True), ("1v1", False), ("snowday", False)])
def test_whether_it_is_played_with_rings(name, is_hoops):
    assert overview_of(MatchDocument.open(example_match(name)), capabilities_of()).is_hoops is is_hoops


def test_a_document_with_errors_still_shows_what_is_played(tmp_path):
    path = tmp_path / "match.toml"
    path.write_text('[match]\ngame_mode = "Hoops"\n[mutators]\nmatch_length = "TenMinutes"\n[[cars]]\nteam = 9\n')
    overview = overview_of(MatchDocument.open(path), capabilities_of())
    assert not overview.can_start
    assert (overview.game_mode, overview.game_map, overview.match_length) == ("Hoops", "Dunk House", "10 minutes")


def test_one_faulty_car_takes_nothing_from_the_others(tmp_path):
    for name in ("chaser", "duo", "painter"):
        shutil.copytree(example_bots() / name, tmp_path / name)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "bot.toml").write_text("[settings]\nname = 3\n")
    path = tmp_path / "match.toml"
    cars = ("chaser/bot.toml", "gone/bot.toml", "duo/bot.toml", "broken/bot.toml")
    path.write_text(
        "".join(f'[[cars]]\nteam = "Orange"\nconfig_file = "{car}"\n' for car in cars)
        + '[[cars]]\ntype = "Alien"\n[[cars]]\ntype = "Psyonix"\nname = "Sally"\n'
        + '[[scripts]]\nconfig_file = "painter/script.toml"\n[[scripts]]\nconfig_file = "lost/script.toml"\n'
    )
    overview = overview_of(MatchDocument.open(path), capabilities_of())
    assert not overview.can_start
    seen = [(car.name, car.kind, car.team, len(car.problems)) for car in overview.cars]
    assert seen == [
        ("Chaser", "bot", 1, 0),
        ("gone", "bot", 1, 1),
        ("Duo", "hivemind", 1, 0),
        ("broken", "bot", 1, len(overview.cars[3].problems)),
        ("Car", "bot", 0, 1),
        ("Sally", "psyonix", 0, 0),
    ]
    assert all(problem.path == tmp_path / "broken" / "bot.toml" for problem in overview.cars[3].problems)
    assert overview.cars[3].problems
    assert "does not exist" in str(overview.cars[1].problems[0].message)
    assert (overview.cars[0].source, overview.cars[0].developer) == (tmp_path / "chaser" / "bot.toml", "Kickabout")
    assert [(script.name, script.developer, len(script.problems)) for script in overview.scripts] == [
        ("Painter", "Kickabout", 0),
        ("lost", "", 1),
    ]
    assert overview.scripts[0].logo == tmp_path / "painter" / "logo.svg"


def test_a_script_without_errors_has_its_logo(tmp_path):
    path = tmp_path / "match.toml"
    source = (example_bots() / "painter" / "script.toml").as_posix()
    path.write_text(f'[[cars]]\ntype = "Psyonix"\n[[scripts]]\nconfig_file = "{source}"\n')
    overview = overview_of(MatchDocument.open(path), capabilities_of())
    assert overview.can_start
    (script,) = overview.scripts
    assert (script.name, script.developer) == ("Painter", "Kickabout")
    assert script.logo == example_bots() / "painter" / "logo.svg"


@pytest.mark.parametrize("written", ["cars = 3", "cars = [3]", "[cars]", "scripts = 3\n[[cars]]\nteam = []\nname = 4"])
def test_whatever_stands_for_cars_is_no_reason_to_fail(tmp_path, written):
    path = tmp_path / "match.toml"
    path.write_text(written)
    assert not overview_of(MatchDocument.open(path), capabilities_of()).can_start
