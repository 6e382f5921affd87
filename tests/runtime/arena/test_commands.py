import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.arena.commands import (
    LOCKSTEP,
    MAX_SESSION,
    MAX_STEP,
    REALTIME,
    CommandError,
    DebugCar,
    Dismiss,
    DriveHuman,
    GiveBack,
    Pace,
    PaceKind,
    Pause,
    RequireTrials,
    Resume,
    SampleFrames,
    SetGame,
    SetPace,
    ShowDrawings,
    Step,
    TakeOver,
    TogglePause,
    is_game_command,
    parse_command,
    parse_game_command,
    parse_pace,
)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("kickabout pause", Pause()),
        ("  kickabout   resume ", Resume()),
        ("kickabout step", Step(frames=1)),
        ("kickabout step 1", Step(frames=1)),
        (f"kickabout step {MAX_STEP}", Step(frames=MAX_STEP)),
        ("kickabout pace lockstep", SetPace(pace=LOCKSTEP)),
        ("kickabout pace realtime", SetPace(pace=REALTIME)),
        ("kickabout pace 2.5", SetPace(pace=Pace(kind=PaceKind.CLOCK, factor=2.5))),
        ("kickabout drawings on", ShowDrawings(is_on=True)),
        ("kickabout drive on", DriveHuman(is_on=True)),
        ("kickabout  drive off", DriveHuman(is_on=False)),
        ("kickabout sample on", SampleFrames(is_on=True)),
        ("kickabout sample off", SampleFrames(is_on=False)),
        ("kickabout drawings off", ShowDrawings(is_on=False)),
        ("kickabout debug 0 on", DebugCar(car=0, is_on=True)),
        ("kickabout debug 999 off", DebugCar(car=999, is_on=False)),
        ("kickabout trial on", RequireTrials(is_on=True)),
        ("kickabout trial off", RequireTrials(is_on=False)),
        ("kickabout takeover 0", TakeOver(session=0, keeps_former=False)),
        (f"kickabout takeover {MAX_SESSION} keep", TakeOver(session=MAX_SESSION, keeps_former=True)),
        ("kickabout return 12", GiveBack(session=12)),
        ("kickabout dismiss 12", Dismiss(session=12)),
    ],
)
def test_commands(text, command):
    assert parse_command(text) == command


@pytest.mark.parametrize(
    "text", ["debug", "debug 0", "debug on", "debug x on", "debug -1 on", "debug 1000 on", "debug ² on"]
)
def test_debugging_needs_a_car_and_a_choice(text):
    with pytest.raises(CommandError):
        parse_command(f"kickabout {text}")


@pytest.mark.parametrize(
    "text",
    [
        *("", "kickabout", "pause", "kickabout jump", "kickabout pause now", "Kickabout pause", "kickabout pace"),
        *("kickabout step 0", f"kickabout step {MAX_STEP + 1}", "kickabout step -1", "kickabout step 1.5"),
        *("kickabout trial", "kickabout trial maybe", "kickabout takeover", "kickabout takeover 1 twice"),
        *(
            "kickabout takeover -1",
            f"kickabout takeover {MAX_SESSION + 1}",
            "kickabout return ²",
            "kickabout dismiss 1 keep",
        ),
        *("kickabout step ²", "kickabout step 1_0", "kickabout pace 0", "kickabout pace 1000.1", "kickabout pace nan"),
    ],
)
def test_invalid_commands_are_explained(text):
    with pytest.raises(CommandError, match=r"\.$"):
        parse_command(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        *(("lockstep", "lockstep"), ("Realtime", "realtime"), ("1", "realtime"), (" 1.0 ", "realtime")),
        *(("2", "2"), ("0.25", "0.25"), ("1000", "1000"), ("1e-3", "0.001")),
    ],
)
def test_paces(text, shown):
    assert str(parse_pace(text)) == shown
    assert parse_pace(shown) == parse_pace(text)


@pytest.mark.parametrize("text", ["0", "-1", "1e-300", "0.000999", "1000.01", "inf", "-inf", "nan", "fast", "", "1x"])
def test_invalid_paces(text):
    with pytest.raises(CommandError):
        parse_pace(text)


@given(st.text(max_size=40).map("kickabout ".__add__) | st.text(max_size=40))
def test_any_text_is_a_command_or_an_error(text):
    with contextlib.suppress(CommandError):
        assert isinstance(parse_command(text), Pause | Resume | Step | SetPace | ShowDrawings)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Pause", TogglePause()),
        (" pause ", TogglePause()),
        ("Set WorldInfo TimeDilation 0.5", SetGame(speed=0.5)),
        ("set worldinfo worldgravityz -100", SetGame(gravity_z=-100.0)),
    ],
)
def test_commands_of_the_game(text, command):
    assert is_game_command(text)
    assert parse_game_command(text) == command


@pytest.mark.parametrize(
    "text", ["Set WorldInfo Foo 1", "Set WorldInfo TimeDilation fast", "Set WorldInfo WorldGravityZ nan", "", "x" * 999]
)
def test_invalid_commands_of_the_game_are_explained(text):
    with pytest.raises(CommandError, match=r"\.$"):
        parse_game_command(text)


@pytest.mark.parametrize("text", ["kickabout pause", "", "paused"])
def test_other_commands_are_not_for_the_game(text):
    assert not is_game_command(text)
