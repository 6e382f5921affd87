"""Values of the model that several tests need, with defaults."""

from runtime.model.states import Phase, SwapOutcome
from runtime.model.values import ArenaView, BallView, CarView, PadPlace, SwapRecord


def an_empty_view(**changes):
    """A field in play without cars and balls."""
    values = {
        "frame": 1,
        "phase": Phase.ACTIVE,
        "seconds_elapsed": 1.0,
        "clock_s": 300.0,
        "is_overtime": False,
        "is_unlimited": False,
        "score": (0, 0),
        "cars": (),
        "balls": (),
        "pads": (),
        "pads_active": (),
    }
    return ArenaView(**(values | changes))


def a_view(frame):
    """A field in play with two cars, whose places and speeds depend on the frame."""
    cars = tuple(
        CarView(
            index=team,
            name=("Striker", "Chaser")[team],
            team=team,
            x=100.0 * team,
            y=-1000.0 + frame,
            z=17.0,
            pitch=0.0,
            yaw=0.0,
            roll=0.0,
            speed=1000.0 + frame,
            boost=33.0,
            is_demolished=False,
            is_supersonic=False,
            goals=0,
            saves=0,
            demolitions=0,
            score=0,
        )
        for team in (0, 1)
    )
    return ArenaView(
        frame=frame,
        phase=Phase.ACTIVE,
        seconds_elapsed=frame / 60,
        clock_s=300 - frame / 60,
        is_overtime=False,
        is_unlimited=False,
        score=(1, 2),
        cars=cars,
        balls=(BallView(x=0.0, y=0.0, z=93.0, speed=0.0, radius=91.25),),
        pads=(PadPlace(x=0.0, y=0.0, is_big=True),),
        pads_active=(True,),
    )


def a_swap(outcome=SwapOutcome.SWAPPED, **changes):
    """Returns the record of a swap to version 2 of a blue bot."""
    values = {
        "key": "blue-1",
        "name": "Striker",
        "version": 2,
        "digest": "0a1b2c3d",
        "files": ("bot.py",),
        "time_s": 3.0,
        "duration_s": 0.414,
        "outcome": outcome,
    }
    return SwapRecord(**(values | changes))
