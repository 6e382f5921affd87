"""A run that fails ends with its newest state, after everything else that it emitted."""

from dataclasses import replace
from pathlib import Path

from app.session.run_session import RunSession
from runtime.model.training import EndReason, MetricPoint, MetricsRecorded, RunChanged, RunState, RunView

VIEW = RunView(name="run", document=Path("run.toml"), folder=Path("run"))
POINT = MetricPoint(name="reward", step=1, wall_s=1.0, value=2.0)


class Broken:
    """A runner that raises in the middle of a run."""

    def run(self, emit):
        emit(MetricsRecorded(points=(POINT,)))
        emit(RunChanged(view=replace(VIEW, steps=7)))
        raise RuntimeError("it broke")

    def post(self, command):
        raise AssertionError(command)


def test_an_internal_error_ends_a_run_with_a_reason(qtbot, no_timer_left, caplog):
    session, order = RunSession(), []
    session.points_arrived.connect(order.extend)
    session.ended.connect(lambda event: order.append(event.result.view))
    with qtbot.waitSignal(session.ended):
        session.start(Broken, VIEW)
    assert order[0] == POINT
    assert (order[1].steps, order[1].state, order[1].end) == (7, RunState.ERROR, EndReason.FAILED)
    assert "it broke" in str(order[1].text)
    assert "internal error" in caplog.text
    assert (session.is_running, session.view) == (False, order[1])
