"""Threads take turns."""

import sys

import pytest

from app.services.turns import TURN_S, give_short_turns

USUAL_S = 0.005


@pytest.fixture(autouse=True)
def usual_turns():
    """Python's own turns at the start, whatever a test before has set; what was there, at the end."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(USUAL_S)
    yield
    sys.setswitchinterval(before)


def test_turns_become_short():
    give_short_turns()
    assert sys.getswitchinterval() == pytest.approx(TURN_S)
    assert sys.getswitchinterval() < USUAL_S
