"""Answers are asked for without sleep where that pays."""

import pytest

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
