"""Earlier versions of a bot play again in a real match, from copies of their source."""

import threading
import time

import pytest

from runtime.documents.model import RestartPolicy
from runtime.model.commands import RestartAgents, RestoreVersion, SetSwapMode, SwapAgents
from runtime.model.events import FrameShown, MatchNoted, SwapChanged
from runtime.model.states import AgentState, SwapMode, SwapOutcome

BOT = """
import rlbot_flatbuffers as flat
from rlbot.managers import Bot

import helper


class Ada(Bot):
    def initialize(self):
        print("plays", helper.N, flush=True)

    def get_output(self, packet):
        return flat.ControllerState(throttle=1.0)


Ada("tests/ada").run(wants_ball_predictions=False)
"""
SWAPPED, RETURNED, FAILED = SwapOutcome.SWAPPED, SwapOutcome.RETURNED, SwapOutcome.FAILED
COPIED_S = 0.4
"""Time for the copy of a version's source."""


class Evening:
    """Takes steps during a match, each some time after the swap that the last one caused."""

    def __init__(self, stage, steps):
        self.stage, self.steps, self.due_s = stage, steps, None
        self.statuses = []
        stage.on_event = self

    def __call__(self, event):
        if isinstance(event, SwapChanged | MatchNoted) or (isinstance(event, FrameShown) and self.due_s is None):
            self.due_s = time.monotonic() + COPIED_S
        if isinstance(event, FrameShown) and self.due_s is not None and time.monotonic() >= self.due_s:
            self.due_s = float("inf")
            if not self.steps:
                self.stage.runner.request_stop()
            else:
                self.steps.pop(0)()


@pytest.fixture
def evening(stage, workshop, tmp_path):
    """Plays a match in which Ada's helper is changed by the steps; returns the result."""
    bot = workshop.bot("ada", BOT)
    helper = bot.with_name("helper.py")
    helper.write_text("N = 1\n")
    workshop.bot("bob")

    def play(steps, pace="realtime", **options):
        def save(text):
            return lambda: helper.write_text(text)

        def back(version):
            return lambda: stage.runner.post(RestoreVersion(keys=("blue-1",), version=version))

        Evening(stage, list(steps(save, back)))
        match = workshop.match(("ada", 0), ("bob", 1), tail='[mutators]\nmatch_length = "Unlimited"\n')
        defaults = {"seconds_limit": None, "swap_mode": SwapMode.AUTO, "logs": tmp_path / "logs"}
        return stage.play(match, pace=pace, **(defaults | options))

    play.helper = helper
    return play


def outcomes(result):
    return [(record.outcome, record.version) for record in result.swaps]


def plays(stage):
    return [line for line in stage.lines("blue-1") if line.startswith("plays")]


@pytest.mark.parametrize("pace", ["realtime", "lockstep"])
def test_earlier_versions_play_again_and_the_folder_stays_as_it_is(evening, stage, pace):
    def steps(save, back):
        return save("N = 2\n"), save("N = 3\n"), back(1), back(3), save("N = 4\n")

    result = evening(steps, pace)
    assert outcomes(result) == [(SWAPPED, 2), (SWAPPED, 3), (SWAPPED, 1), (RETURNED, 3), (SWAPPED, 4)]
    assert plays(stage) == ["plays 1", "plays 2", "plays 3", "plays 1", "plays 4"]
    assert evening.helper.read_text() == "N = 4\n"
    ada = result.agents[0]
    assert (ada.state, ada.version, ada.restarts, ada.earlier) == (AgentState.STOPPED, 4, 0, (3, 2, 1))
    if pace == "lockstep":
        assert ada.packets - ada.answers <= 1
    assert not [line for line in stage.lines("game") if "did not answer" in line]


def test_the_source_in_the_folder_comes_back_on_request(evening, stage):
    def steps(save, back):
        return save("N = 2\n"), back(1), lambda: stage.runner.post(SwapAgents(keys=("blue",)))

    result = evening(steps)
    assert outcomes(result) == [(SWAPPED, 2), (RETURNED, 1), (SWAPPED, 3)]
    assert result.swaps[-1].files == ("helper.py",)
    assert plays(stage)[-1] == "plays 2"


def test_an_earlier_version_that_fails_now_leaves_the_present_one_playing(evening, stage):
    def steps(save, back):
        remove = evening.helper.with_name("needed.txt")
        remove.write_text("")
        first = save("N = 2\nopen(r'" + str(remove) + "')\n")
        return first, save("N = 3\n"), save("N = 4\n"), lambda: (remove.unlink(), back(2)())

    result = evening(steps)
    assert outcomes(result) == [(SWAPPED, 2), (SWAPPED, 3), (SWAPPED, 4), (FAILED, 4)]
    reason = str(result.swaps[-1].reason)
    assert "helper.py:2: FileNotFoundError" in reason
    assert "Version 4 keeps running." in reason
    assert result.agents[0].version == 4


@pytest.mark.parametrize("version", [1, 7])
def test_a_version_that_plays_or_is_unknown_is_refused_with_a_sentence(evening, stage, version):
    result = evening(lambda save, back: [back(version)])
    text = f"Version {version} of ada (blue-1) is not kept or plays already."
    assert text in [str(event.text) for event in stage.of(MatchNoted)]
    assert outcomes(result) == []


def test_without_logs_no_version_is_kept(evening, stage):
    result = evening(lambda save, back: [save("N = 2\n")], logs=None)
    assert outcomes(result) == [(SWAPPED, 2)]
    assert result.agents[0].earlier == ()


MORTAL = """
import os
import rlbot_flatbuffers as flat
from rlbot.managers import Bot

import helper


class Ada(Bot):
    def initialize(self):
        print("plays", helper.N, flush=True)

    def get_output(self, packet):
        if os.path.exists(r"{pill}"):
            os.remove(r"{pill}")
            os._exit(3)
        return flat.ControllerState(throttle=1.0)


Ada("tests/ada").run(wants_ball_predictions=False)
"""


@pytest.fixture
def mortal(stage, workshop, tmp_path):
    """Plays a match with a bot that ends when it finds a pill; steps are functions of the helper and the pill."""
    pill = tmp_path / "pill"
    bot = workshop.bot("ada", MORTAL.format(pill=pill))
    helper = bot.with_name("helper.py")
    helper.write_text("N = 1\n")
    workshop.bot("bob")

    def play(*steps):
        waiting = list(steps)

        def follow(event):
            is_news = isinstance(event, SwapChanged) or (isinstance(event, FrameShown) and not play.has_begun)
            plays = [line for line in stage.lines("blue-1") if line.startswith("plays")]
            if is_news or len(plays) > play.count:
                play.has_begun, play.count = True, len(plays)
                if play.count == 0:
                    play.has_begun = False
                elif waiting:
                    threading.Timer(0.3, waiting.pop(0), (helper, pill)).start()
                else:
                    stage.runner.request_stop()

        play.has_begun, play.count = False, 0
        stage.on_event = follow
        match = workshop.match(("ada", 0), ("bob", 1), tail='[mutators]\nmatch_length = "Unlimited"\n')
        options = {"seconds_limit": 60.0, "swap_mode": SwapMode.AUTO, "logs": tmp_path / "logs"}
        return stage.play(match, pace="realtime", restarts=RestartPolicy(), **options)

    return play


def test_a_crash_after_a_rejected_save_restarts_the_version_that_played(mortal, stage):
    def save_broken(helper, _pill):
        helper.write_text("N = 2\nraise ValueError('no engine')\n")

    def crash(_helper, pill):
        pill.write_text("")

    result = mortal(save_broken, crash)
    assert outcomes(result) == [(FAILED, 1)]
    assert plays(stage) == ["plays 1", "plays 1"]
    ada = result.agents[0]
    assert (ada.version, ada.restarts, ada.state) == (1, 1, AgentState.STOPPED)


def test_a_restart_by_the_user_with_other_source_is_a_new_version(mortal, stage):
    def save_broken(helper, _pill):
        helper.write_text("N = 2\nraise ValueError('no engine')\n")

    def repair_unseen(helper, _pill):
        stage.runner.post(SetSwapMode(keys=("blue-1",), mode=SwapMode.ASK))
        helper.write_text("N = 3\n")
        threading.Timer(0.8, lambda: stage.runner.post(RestartAgents(keys=("blue-1",)))).start()

    result = mortal(save_broken, repair_unseen)
    assert plays(stage) == ["plays 1", "plays 3"]
    assert (result.agents[0].version, result.agents[0].earlier) == (2, (1,))
