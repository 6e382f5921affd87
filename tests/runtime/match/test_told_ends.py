"""However a match ends, a bot of the official library sees the phase Ended."""

import pytest

from runtime.documents import RestartPolicy
from runtime.model.events import FrameShown
from runtime.model.states import Outcome, WhenSpent

PROGRAMS = {
    "herald": """
from rlbot.flat import ControllerState
from rlbot.managers import Bot
class Herald(Bot):
    phase = None
    def get_output(self, packet):
        if packet.match_info.match_phase != self.phase:
            self.phase = packet.match_info.match_phase
            print("phase", self.phase, flush=True)
        return ControllerState(throttle=1.0)
Herald().run()
""",
    "crasher": """
from raw_agent import Raw
raw = Raw()
cars = raw.join()
for count, message in zip(range(12), raw.messages()):
    raw.drive(cars, throttle=1.0)
raise RuntimeError("out of fuel")
""",
}


@pytest.fixture(autouse=True)
def more_programs(programs, monkeypatch):
    for name, source in PROGRAMS.items():
        monkeypatch.setitem(programs, name, source)


def ends_told(stage):
    return stage.lines("blue-1")[-2].split(".")[-1]


@pytest.mark.parametrize("pace", ["lockstep", "realtime"])
@pytest.mark.parametrize("rule", [WhenSpent.FORFEIT, WhenSpent.END])
def test_a_forfeit_and_an_end_by_rule_are_told(stage, car, match_of, rule, pace):
    policy = RestartPolicy(limit=0, when_spent=rule)
    match = match_of(car("herald"), car("crasher", team=1))
    result = stage.play(match, pace=pace, seconds_limit=600.0, restarts=policy)
    assert result.outcome is (Outcome.FINISHED if rule is WhenSpent.FORFEIT else Outcome.FAILED)
    assert ends_told(stage) == "Ended"


@pytest.mark.parametrize("pace", ["lockstep", "realtime"])
def test_a_stop_is_told(stage, car, match_of, pace):
    def stop(event):
        if isinstance(event, FrameShown) and event.view.frame >= 60:
            stage.runner.request_stop()

    stage.on_event = stop
    result = stage.play(match_of(car("herald"), car("driver", team=1)), pace=pace, seconds_limit=600.0)
    assert result.outcome is Outcome.INTERRUPTED
    assert ends_told(stage) == "Ended"


def test_the_time_limit_is_told(stage, car, match_of):
    stage.play(match_of(car("herald"), car("driver", team=1)), seconds_limit=0.5)
    assert ends_told(stage) == "Ended"
