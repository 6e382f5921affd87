"""Answers are asked for without sleep where that pays."""

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.server import server as server_module
from runtime.arena.server.wakefulness import SPIN_S, Wakefulness

BELOW, AT, ABOVE = SPIN_S - 1e-6, SPIN_S, SPIN_S + 1e-6


def test_a_new_match_begins_asleep():
    assert Wakefulness(2).awake_s == 0.0


@pytest.mark.parametrize(("took_s", "is_awake"), [(BELOW, True), (AT, False), (ABOVE, False)])
def test_slow_bots_get_the_processor(took_s, is_awake):
    wakefulness = Wakefulness(2)
    wakefulness.learn(took_s, 2)
    assert wakefulness.awake_s == (SPIN_S if is_awake else 0.0)


@pytest.mark.parametrize(("sessions", "is_awake"), [(1, True), (2, True), (3, False)])
def test_more_bots_than_processors_get_them(sessions, is_awake):
    wakefulness = Wakefulness(2)
    wakefulness.learn(0.0, sessions)
    assert wakefulness.awake_s == (SPIN_S if is_awake else 0.0)


def test_the_last_frame_counts():
    wakefulness = Wakefulness(2)
    wakefulness.learn(0.0, 2)
    wakefulness.learn(1.0, 2)
    assert wakefulness.awake_s == 0.0


@pytest.fixture
def learned(monkeypatch):
    """The numbers of sessions by which servers decide."""
    numbers = []

    class Recorder(Wakefulness):
        def learn(self, waited_s, sessions):
            numbers.append(sessions)
            super().learn(waited_s, sessions)

    monkeypatch.setattr(server_module, "Wakefulness", Recorder)
    return numbers


def test_only_sessions_that_lockstep_waits_for_count(arena, make, learned):
    """A launcher and a script get every frame too, but neither of them answers."""
    server = arena()
    server.launch(make.match(make.bot("A", "a"), make.bot("B", "b", 1), scripts=[("S", "s")]))
    server.agent("s")
    bots = [server.agent(agent_id) for agent_id in "ab"]
    for number in range(1, 11):
        for car, bot in enumerate(bots):
            bot.wait_for_kind(flat.GamePacket, number)
            bot.answer(car)
    bots[0].wait_for_kind(flat.GamePacket, 11)
    assert set(learned) == {2}
    del learned[:]
    other = bots[1]
    for number in range(11, 21):
        other.wait_for_kind(flat.GamePacket, number)
        other.answer(1)
    other.wait_for_kind(flat.GamePacket, 21)
    assert 1 in learned
