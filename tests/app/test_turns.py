"""Threads take turns."""

import sys

import pytest

from app.turns import TURN_S, give_short_turns


def test_turns_become_short():
    usual = sys.getswitchinterval()
    try:
        give_short_turns()
        assert sys.getswitchinterval() == pytest.approx(TURN_S)
        assert usual > TURN_S
    finally:
        sys.setswitchinterval(usual)
