"""The client of step mode with a simulated clock and server: every time limit below, at and above."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.protocol.step_mode import RESEND_PAUSE_S, RESENDS, TIMEOUT_S
from runtime.training.stepping.client import StepClient, StepCommunicationError, StepError

LITTLE_S = 0.25


class Wire:
    """A link whose answers come after given times; None means never."""

    def __init__(self, *delays_s, make=None):
        self.now = 0.0
        self.delays_s = list(delays_s)
        self.make = make or (lambda sent: {"id": sent["id"], "status": "ok", "ticks": sent["id"]})
        self.sent = []
        self.coming = []
        self.is_closed = False

    def send(self, line):
        sent = json.loads(line)
        self.sent.append((self.now, sent))
        delay_s = self.delays_s.pop(0) if self.delays_s else 0.0
        if delay_s is not None:
            self.coming.append((self.now + delay_s, json.dumps(self.make(sent)).encode()))

    def receive(self, timeout_s):
        self.coming.sort()
        if not self.coming or self.coming[0][0] > self.now + timeout_s:
            self.now += timeout_s
            return None
        at, line = self.coming.pop(0)
        self.now = max(self.now, at)
        return line

    def sleep(self, seconds):
        self.now += seconds

    def close(self):
        self.is_closed = True


def client_of(wire):
    return StepClient(link=wire, clock=lambda: wire.now, sleep=wire.sleep)


@pytest.mark.parametrize(
    ("delay_s", "attempts"), [(TIMEOUT_S - LITTLE_S, 1), (TIMEOUT_S, 1), (TIMEOUT_S + LITTLE_S, 2)]
)
def test_an_answer_has_fifteen_seconds(delay_s, attempts):
    wire = Wire(delay_s)
    client = client_of(wire)
    assert client.step()["id"] == attempts
    assert len(wire.sent) == attempts
    assert client.late_answers == attempts - 1


def test_a_command_is_sent_again_with_new_ids_half_a_second_after_each_time_out():
    wire = Wire(None, None, 1.0)
    assert client_of(wire).step(ticks=4)["id"] == 3
    assert [at for at, _ in wire.sent] == [0.0, TIMEOUT_S + RESEND_PAUSE_S, 2 * (TIMEOUT_S + RESEND_PAUSE_S)]
    assert [sent["id"] for _, sent in wire.sent] == [1, 2, 3]
    assert [sent.get("resend_of") for _, sent in wire.sent] == [None, 1, 1]
    assert all(sent["ticks"] == 4 for _, sent in wire.sent)


@pytest.mark.parametrize(("unanswered", "is_error"), [(RESENDS, False), (RESENDS + 1, True), (RESENDS + 2, True)])
def test_after_two_resends_communication_has_failed(unanswered, is_error):
    wire = Wire(*[None] * unanswered)
    client = client_of(wire)
    if not is_error:
        assert client.step()["status"] == "ok"
        return
    with pytest.raises(StepCommunicationError, match="sent 3 times, within 15 s each"):
        client.step()
    assert wire.now == (RESENDS + 1) * TIMEOUT_S + RESENDS * RESEND_PAUSE_S
    assert len(wire.sent) == RESENDS + 1


def test_late_answers_to_earlier_commands_are_dropped():
    wire = Wire(TIMEOUT_S + 1.0, None, 3.0, 0.0)
    client = client_of(wire)
    assert client.step()["ticks"] == 3
    assert client.late_answers == 1
    assert client.status()["id"] == 4


def test_an_error_has_a_text_and_a_code():
    wire = Wire(make=lambda sent: {"id": sent["id"], "status": "error", "error": "No.", "code": "no"})
    with pytest.raises(StepError, match=r"No\.") as failure:
        client_of(wire).observe()
    assert failure.value.code == "no"


def test_what_the_server_says_on_its_own_ends_communication():
    wire = Wire(make=lambda sent: {"id": -1, "status": "error", "error": "The arena ends."})
    with pytest.raises(StepCommunicationError, match="The arena ends"):
        client_of(wire).observe()


@given(line=st.binary(max_size=40) | st.sampled_from([b"{}", b"[]", b'{"id": 1}', b'{"id": 1, "status": 0}']))
def test_garbage_from_a_server_is_no_answer(line):
    wire = Wire(None)
    wire.coming.append((0.0, line))
    with pytest.raises(StepCommunicationError):
        client_of(wire).observe()


def test_arguments_that_are_not_given_are_not_sent():
    wire = Wire(make=lambda sent: {"id": sent["id"], "status": "ok", "state": {"frame": 3}})
    with client_of(wire) as client:
        client.enable()
        client.enable([1], ticks=4, deadline_s=60.0)
        client.disable()
        client.act([[1] * 8])
        client.step(wait=False)
        client.wait_for_step()
        assert client.reset(seed=3, situation="x", countdown=True) == {"frame": 3}
        client.set_parameters(pace="lockstep")
        client.end()
    sent = [{name: value for name, value in one.items() if name != "id"} for _, one in wire.sent]
    assert sent == [
        {"command": "enable"},
        {"command": "enable", "cars": [1], "ticks": 4, "deadline_s": 60.0},
        {"command": "disable"},
        {"command": "act", "controls": [[1.0] * 8]},
        {"command": "step", "wait": False},
        {"command": "wait_for_step"},
        {"command": "reset", "seed": 3, "situation": "x", "countdown": True},
        {"command": "set_parameters", "pace": "lockstep"},
        {"command": "end"},
    ]
    assert wire.is_closed


def test_without_an_arena_connecting_fails_in_time():
    with pytest.raises(StepCommunicationError, match="No arena listens for a learner"):
        StepClient(1, connect_s=0.15)
