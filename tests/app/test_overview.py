"""What the window is told of a document."""

import pytest

from app.overview import overview_of
from resources.examples import example_match
from runtime.config import MatchDocument


def test_a_humans_car_that_nobody_will_drive_is_a_warning(tmp_path):
    path = tmp_path / "match.toml"
    path.write_text('[[cars]]\n[[cars]]\nteam = 1\ntype = "Human"\n')
    overview = overview_of(MatchDocument.open(path))
    remark = next(problem for problem in overview.problems if "Nobody drives" in problem.message)
    assert (remark.is_error, remark.line) == (False, 2)
    assert overview.can_start


def test_without_a_human_nothing_is_remarked(tmp_path):
    path = tmp_path / "match.toml"
    path.write_text('[[cars]]\ntype = "Psyonix"\n')
    assert overview_of(MatchDocument.open(path)).problems == ()


def test_what_the_arena_refuses_stands_in_the_way_of_a_match(tmp_path):
    path = tmp_path / "match.toml"
    path.write_text('[match]\ngame_mode = "Knockout"\n[[cars]]\ntype = "Psyonix"\n')
    overview = overview_of(MatchDocument.open(path))
    (problem,) = overview.problems
    assert (problem.is_error, problem.line, problem.key) == (True, 2, "match.game_mode")
    assert "Knockout needs Rocket League" in problem.message
    assert not overview.can_start


def test_another_game_may_play_what_the_arena_refuses(tmp_path):
    path = tmp_path / "match.toml"
    path.write_text('[match]\ngame_mode = "Knockout"\n[[cars]]\ntype = "Human"\n')
    overview = overview_of(MatchDocument.open(path), in_arena=False)
    assert overview.problems == ()
    assert overview.can_start


@pytest.mark.parametrize(("name", "is_hoops"), [("hoops", True), ("1v1", False), ("snowday", False)])
def test_whether_it_is_played_with_rings(name, is_hoops):
    assert overview_of(MatchDocument.open(example_match(name))).is_hoops is is_hoops


def test_a_document_with_errors_still_tells_what_is_played(tmp_path):
    path = tmp_path / "match.toml"
    path.write_text('[match]\ngame_mode = "Hoops"\n[mutators]\nmatch_length = "TenMinutes"\n[[cars]]\nteam = 9\n')
    overview = overview_of(MatchDocument.open(path))
    assert not overview.can_start
    assert (overview.game_mode, overview.game_map, overview.match_length) == ("Hoops", "Dunk House", "10 minutes")
