"""The match configurations that the benchmarks play, and how the cars are driven in them."""

import rlbot_flatbuffers as flat

AGENT = "bench/steady"
CIRCLE_STEER = 0.2
"""At full throttle, for ever."""
WEAVE_FRAMES = 120


def weave_steer(frame: int) -> float:
    """At full throttle, to and fro, as `bots/steady.py` drives; that one stands alone, as bots do."""
    return 0.3 if frame % (2 * WEAVE_FRAMES) < WEAVE_FRAMES else -0.3


def bench_match(cars: int) -> flat.MatchConfiguration:
    """A match without end of `cars` bots, blue and orange in turn; each has the same agent id."""
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
