"""CPU time that a hosted RLBot v4 bot needs for a tick, against a v5 bot of the same logic in the same match.

The launcher plays both in one lockstep match as `kickabout play` does, so both get every packet and answer it.
"""

import tempfile
from pathlib import Path

import psutil

from bench.environments import v4_environments
from bench.figures import Figure, median
from bench.launched import Launched, cpu_s, read
from runtime.model.events import Event, FrameShown

ROUNDS = 5
WARM_UP = 600
COUNT = 3000
LIMIT = {False: 1.5, True: 2.0}
"""Limits without and with ball prediction."""
_STEERING = """
        angle = math.atan2(ball.y - place.y, ball.x - place.x) - car.physics.rotation.yaw
        {prediction}
        return {controls}(throttle=1.0, steer=max(-1.0, min(1.0, 3.0 * math.sin(angle))))
"""
_V4_PROGRAM = f"""
import math
from rlbot.agents.base_agent import BaseAgent, SimpleControllerState

class Twin(BaseAgent):
    def get_output(self, packet):
        car = packet.game_cars[self.index]
        ball, place = packet.game_ball.physics.location, car.physics.location{_STEERING}
"""
_V5_PROGRAM = f"""
import math
from rlbot.flat import ControllerState
from rlbot.managers import Bot

class Twin(Bot):
    def get_output(self, packet):
        car = packet.players[self.index]
        ball, place = packet.balls[0].physics.location, car.physics.location{_STEERING}

Twin("bench/twin").run(wants_match_communications=True, wants_ball_predictions={{wanted}})
"""
_MATCH = """
[match]
start_without_countdown = true
skip_replays = true
[mutators]
match_length = "Unlimited"
[[cars]]
config_file = "v4/twin.cfg"
[[cars]]
team = 1
config_file = "v5/bot.toml"
"""


def measure(meshes: Path) -> list[Figure]:
    """One figure without and one with ball prediction.

    Raises:
        RuntimeError: no Python on this machine can run RLBot v4, or a match failed.
    """
    return [_compare(meshes, prediction=False), _compare(meshes, prediction=True)]


def _compare(meshes: Path, *, prediction: bool) -> Figure:
    times = [_played_us(meshes, prediction=prediction) for _ in range(ROUNDS)]
    return Figure(
        name="v4 with prediction" if prediction else "v4",
        value=median([v4 / v5 for v4, v5 in times]),
        unit="ratio",
        bound=LIMIT[prediction],
        sense="at most",
        detail={"v4 us": median([v4 for v4, _ in times]), "v5 us": median([v5 for _, v5 in times])},
    )


def _played_us(meshes: Path, *, prediction: bool) -> tuple[float, float]:
    """CPU time of the two bots of one match per tick."""
    with tempfile.TemporaryDirectory(prefix="kickabout-bench-") as name:
        folder = Path(name)
        _write_bots(folder, prediction=prediction)
        environments = v4_environments(folder / "v4" / "twin.cfg")
        if environments is None:
            raise RuntimeError("RLBot v4 needs Python 3.10 or 3.11, and there is none")
        launched = Launched(read(_MATCH, folder), meshes, pace="lockstep", environments=environments)
        samples: list[tuple[int, list[float]]] = []

        def on_event(event: Event) -> None:
            due = (WARM_UP, WARM_UP + COUNT)[len(samples) : len(samples) + 1]
            if isinstance(event, FrameShown) and due and event.view.frame >= due[0]:
                samples.append((event.view.frame, [cpu_s(_process(folder / bot)) for bot in ("v4", "v5")]))
                if len(samples) == 2:
                    launched.stop()

        result = launched.play(on_event)
    if len(samples) < 2:
        raise RuntimeError(result.reason)
    (began, before), (ended, after) = samples[:2]
    v4, v5 = (1e6 * (late - early) / (ended - began) for early, late in zip(before, after, strict=True))
    return v4, v5


def _write_bots(folder: Path, *, prediction: bool) -> None:
    v4, v5 = folder / "v4", folder / "v5"
    v4.mkdir()
    v5.mkdir()
    call = "self.get_ball_prediction_struct()" if prediction else ""
    (v4 / "twin.py").write_text(_V4_PROGRAM.format(prediction=call, controls="SimpleControllerState"))
    (v4 / "looks.cfg").write_text("[Bot Loadout]\n")
    (v4 / "twin.cfg").write_text(
        "[Locations]\nname = Twin 4\npython_file = twin.py\nlooks_config = looks.cfg\n"
        "maximum_tick_rate_preference = 120\n"
    )
    call = "self.ball_prediction" if prediction else ""
    (v5 / "twin.py").write_text(_V5_PROGRAM.format(prediction=call, controls="ControllerState", wanted=prediction))
    (v5 / "bot.toml").write_text(
        '[settings]\nagent_id = "bench/twin"\nname = "Twin 5"\n'
        "run_command = 'python twin.py'\nrun_command_linux = 'python3 twin.py'\n"
    )


def _process(folder: Path) -> psutil.Process:
    """Returns the bot whose document is in `folder`."""
    for child in psutil.Process().children(recursive=True):
        if str(folder) in " ".join(child.cmdline()) or child.cwd() == str(folder):
            return child
    raise LookupError(f"no bot of {folder} runs")
