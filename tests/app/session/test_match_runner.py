"""The user's choices become part of the plan of a match."""

import sys
from pathlib import Path

import pytest

from app.services.settings import Settings
from app.session.match_runner import python_of, swap_mode_of
from runtime.model.states import SwapMode


@pytest.mark.parametrize(
    ("word", "mode"), [*((mode.value, mode) for mode in SwapMode), ("never heard of", SwapMode.ASK)]
)
def test_the_swap_mode_of_the_settings_counts(word, mode):
    assert swap_mode_of(Settings(swap_mode=word)) is mode


def test_the_interpreter_of_the_settings_counts_while_it_exists(tmp_path):
    chosen = tmp_path / "python"
    assert python_of(Settings(interpreter=str(chosen))) == python_of(Settings()) == Path(sys.executable)
    chosen.write_text("")
    assert python_of(Settings(interpreter=str(chosen))) == chosen
