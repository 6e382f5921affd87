"""The user's choices become part of the plan of a match."""

import sys
from pathlib import Path

import pytest

from app.services.settings import Settings
from app.session.match_runner import match_runner, python_of, swap_mode_of
from runtime.agents import TrialLimits
from runtime.documents import Car, Match
from runtime.model.commands import StopMatch
from runtime.model.states import Blame, MatchStage, Outcome, SwapMode
from runtime.model.values import GameChoice


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


@pytest.mark.parametrize(
    ("settings", "keep_s", "memory_bytes"),
    [
        (Settings(), 5.0, 4_096_000_000),
        (Settings(keep_former_s=0, second_version_mb=0), 0.0, 1_000_000),
        (Settings(keep_former_s=60, second_version_mb=256), 60.0, 256_000_000),
    ],
)
def test_the_limits_of_a_second_version_become_part_of_the_plan(settings, keep_s, memory_bytes):
    runner = match_runner(Match(), GameChoice(), settings)
    assert runner._plan.trial == TrialLimits(keep_s=keep_s, memory_bytes=memory_bytes)


def test_a_wrong_setting_of_the_game_ends_the_match_with_its_reason():
    events = []
    runner = match_runner(Match(), GameChoice(game="attached"), Settings(server_address="pc:0"))
    runner.post(StopMatch())
    runner.run(events.append)
    result = events[-1].result
    assert (result.outcome, result.agents) == (Outcome.FAILED, ())
    assert str(result.reason) == '"0" is not a port. Write a number from 1 to 65535.'


def test_a_match_that_the_game_refuses_is_not_started():
    events = []
    match_runner(Match(game_mode="Dropshot", cars=(Car(name="A"),)), GameChoice(), Settings()).run(events.append)
    result = events[-1].result
    assert (result.outcome, result.blame) == (Outcome.FAILED, Blame.DOCUMENT)
    assert "Dropshot needs Rocket League" in str(result.reason)
    assert not [event for event in events if getattr(event, "stage", None) is MatchStage.GAME]
