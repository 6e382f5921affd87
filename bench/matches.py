"""The match configurations that the benchmarks play, and how the cars are driven in them."""

import rlbot_flatbuffers as flat

AGENT = "bench/steady"
CIRCLE_STEER = 0.2
"""Steering of cars that always drive at full throttle."""
WEAVE_FRAMES = 120


def weave_steer(frame: int) -> float:
    """Returns the steering to and fro at full throttle, as in `bots/steady.py`, which imports nothing of ours."""
    return 0.3 if frame % (2 * WEAVE_FRAMES) < WEAVE_FRAMES else -0.3


def bench_match(cars: int) -> flat.MatchConfiguration:
    """Returns an endless match of `cars` bots, alternately blue and orange; all have the same agent id."""
    players = [
        flat.PlayerConfiguration(
            flat.CustomBot(name=f"Steady {index}", root_dir="", run_command="", agent_id=AGENT), index % 2, index + 1
        )
        for index in range(cars)
    ]
    return flat.MatchConfiguration(
        launcher=flat.Launcher.NoLaunch,
        auto_start_agents=False,
        wait_for_agents=True,
        game_map_upk="Stadium_P",
        player_configurations=players,
        script_configurations=[],
        game_mode=flat.GameMode.Soccar,
        skip_replays=True,
        instant_start=True,
        mutators=flat.MutatorSettings(match_length=flat.MatchLengthMutator.Unlimited),
        enable_state_setting=False,
    )
