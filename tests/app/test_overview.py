"""What the window is told of a document."""

from app.overview import overview_of
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
