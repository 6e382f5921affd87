import pytest

from runtime.codec import convert, plain
from runtime.model.training import EndReason
from runtime.training.runs.conditions import EndCheck, EndConditions, PhaseProgress, Plateau, Success


def reason_of(end):
    return None if end is None else end.reason


@pytest.mark.parametrize(("unit", "limit", "step"), [("steps", 1000, 1), ("episodes", 20, 1), ("seconds", 300.0, 0.25)])
def test_a_maximum_ends_the_phase_at_its_value_and_above_but_not_below(unit, limit, step):
    def end_at(value):
        field = "wall_s" if unit == "seconds" else unit
        return reason_of(EndCheck(EndConditions(**{unit: limit}), PhaseProgress(**{field: value})).end_of({}))

    assert [end_at(limit - step), end_at(limit), end_at(limit + step)] == [None, EndReason.MAXIMUM, EndReason.MAXIMUM]


@pytest.mark.parametrize(
    ("limits", "below", "at", "above"),
    [
        ({"at_least": 0.8}, None, EndReason.SUCCESS, EndReason.SUCCESS),
        ({"at_most": 0.8}, EndReason.SUCCESS, EndReason.SUCCESS, None),
    ],
)
def test_success_at_the_value_of_the_metric(limits, below, at, above):
    conditions = EndConditions(success=Success(metric="win_rate", **limits))
    ends = [reason_of(EndCheck(conditions, PhaseProgress()).end_of({"win_rate": value})) for value in (0.79, 0.8, 0.81)]
    assert ends == [below, at, above]


def test_success_on_the_mean_of_several_values_also_across_a_resumed_run():
    conditions = EndConditions(success=Success(metric="reward", at_least=2.0, over=3))
    progress = PhaseProgress()
    check = EndCheck(conditions, progress)
    assert check.end_of({"reward": 9.0}) is None
    assert check.end_of({"other": 9.0}) is None
    assert check.end_of({"reward": 0.0}) is None
    resumed = EndCheck(conditions, convert(plain(progress), PhaseProgress))
    assert resumed.end_of({"reward": 0.0}).reason is EndReason.SUCCESS
    assert resumed.end_of({"reward": 0.0}) is None


@pytest.mark.parametrize(("is_higher_better", "worse", "better"), [(True, 1.0, 1.6), (False, 1.0, 0.4)])
def test_a_plateau_is_steps_without_enough_improvement(is_higher_better, worse, better):
    progress = PhaseProgress()
    plateau = Plateau(metric="objective", steps=100, change=0.5)
    check = EndCheck(EndConditions(plateau=plateau), progress, is_higher_better=is_higher_better)

    def at(steps, value):
        progress.steps = steps
        return reason_of(check.end_of({"objective": value}))

    assert [at(10, worse), at(109, worse), at(110, worse)] == [None, None, EndReason.PLATEAU]
    assert at(111, better) is None
    small = better + (0.5 if is_higher_better else -0.5)
    assert [at(210, small), at(211, small)] == [None, EndReason.PLATEAU]
