"""A match that the launcher starts in step mode: its learner, its bot, and its notes to the user."""

import socket
import threading
import time

import pytest

from runtime.documents import Car
from runtime.model.events import FrameShown, MatchNoted, NoteWithdrawn
from runtime.model.states import Outcome
from runtime.model.step_mode import KEY_VARIABLE, StepModeOptions, WhenLearnerLeaves
from runtime.model.values import GAME_LOG
from runtime.protocol.step_mode import BUSY_MISSES, MISS_S
from runtime.training.stepping import StepClient, StepCommunicationError

FORWARD = [1, 0, 0, 0, 0, 0, 1, 0]
PATIENCE_S = 60.0


@pytest.fixture
def stepped(stage, car, match_of):
    """Plays a match of a learner and a bot, while `learn` uses the learner's client on a thread."""

    def play(learn, **options):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        outcomes = []

        def drive():
            key = key_of(stage)
            with StepClient(port, key=key, connect_s=PATIENCE_S, timeout_s=PATIENCE_S) as client:
                client.port = port
                outcomes.append(learn(client))

        match = match_of(Car(name="Learner", agent_id="test/learner"), car("driver", team=1), instant_start=True)
        thread = threading.Thread(target=drive, name="learner of the test")
        thread.start()
        try:
            result = stage.play(match, step_mode=StepModeOptions(port=port, **options), seconds_limit=5.0)
        finally:
            thread.join(PATIENCE_S)
        assert not thread.is_alive()
        assert outcomes
        return result

    return play


def wait_until(condition):
    deadline_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline_s
        time.sleep(0.02)


def notes_of(stage):
    return [
        event.text.code if isinstance(event, MatchNoted) else "withdrawn"
        for event in stage.events
        if isinstance(event, MatchNoted | NoteWithdrawn) and event.topic == "learner"
    ]


def test_a_learner_plays_against_a_bot_and_people_see_it(stage, stepped):
    def learn(client):
        assert client.enable(deadline_s=PATIENCE_S)["cars"] == [0]
        for _ in range(30):
            client.step([FORWARD])
        time.sleep(MISS_S * BUSY_MISSES + 0.5)  # long enough to make the learner count as busy
        assert client.status()["mode"] == "busy"
        wait_until(lambda: notes_of(stage)[-1:] == ["learner-busy-now"])
        state = client.step()["state"]
        assert state["frame"] == 31 * 8
        wait_until(lambda: notes_of(stage)[-1] == "withdrawn")
        client.end()

    result = stepped(learn)
    assert (result.outcome, result.frames) == (Outcome.FINISHED, 31 * 8)
    assert notes_of(stage)[:4] == ["learner-key", "withdrawn", "learner-busy-now", "withdrawn"]
    assert result.interference == ()
    learner, bot = result.agents
    assert (learner.answers, learner.late) == (31, 0)
    assert bot.packets == 31 * 8 + 1  # plus the packet of the beginning
    assert bot.packets - bot.answers <= 2  # on a busy machine the bot may miss its second packet
    assert stage.of(FrameShown)[-1].view.cars[0].y != 0.0


def key_of(stage):
    wait_until(lambda: "learner-key" in notes_of(stage))
    (text,) = [event.text for event in stage.of(MatchNoted) if event.text.code == "learner-key"]
    return dict(text.args)["key"]


@pytest.mark.parametrize("key", [None, "", "learner~" + 32 * "0"])
def test_another_program_cannot_be_the_learner_and_is_named(stepped, key):
    def learn(client):
        client.enable(deadline_s=PATIENCE_S)
        with (
            StepClient(client.port, key=key, connect_s=PATIENCE_S) as other,
            pytest.raises(StepCommunicationError, match="key"),
        ):
            other.reset(state={"ball": {"location": [0.0, 6000.0, 100.0]}})
        client.step()
        client.end()

    result = stepped(learn)
    assert result.score == (0, 0)
    (act,) = result.interference
    assert str(act) == "connection to step mode without its key by unknown connections, once, refused"


def test_the_user_may_choose_the_key(stage, stepped, monkeypatch):
    monkeypatch.setenv(KEY_VARIABLE, "mine")
    monkeypatch.setattr(f"{__name__}.key_of", lambda stage: None)

    def learn(client):
        client.enable(deadline_s=PATIENCE_S)
        client.end()

    assert stepped(learn).outcome is Outcome.FINISHED
    assert "learner-key" not in notes_of(stage)


def test_the_match_ends_with_its_learner_if_it_shall(stepped):
    def learn(client):
        client.enable(deadline_s=PATIENCE_S)
        client.step(ticks=60)

    result = stepped(learn, when_learner_leaves=WhenLearnerLeaves.END)
    assert (result.outcome, result.frames) == (Outcome.FINISHED, 60)


def test_a_match_whose_learner_is_gone_goes_on(stepped):
    def learn(client):
        client.enable(deadline_s=PATIENCE_S)
        client.step(ticks=60)

    result = stepped(learn)
    assert (result.outcome, result.frames) == (Outcome.FINISHED, 5 * 120)


def test_a_busy_learner_that_leaves_does_not_step_the_match(stage, stepped):
    def learn(client):
        client.enable(deadline_s=PATIENCE_S)
        client.step(ticks=60)
        wait_until(lambda: notes_of(stage)[-1:] == ["learner-busy-now"])

    stepped(learn)
    assert notes_of(stage)[-2:] == ["learner-busy-now", "withdrawn"]
    lines = stage.lines(GAME_LOG)
    assert lines.count("The learner steps the match.") == 1
    assert lines.count("The learner no longer drives a car.") == 1
