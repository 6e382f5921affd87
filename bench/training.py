"""Environments and workers against `rlgym` and `rlgym-learn` in the same run: the same observations, tick skip 8.

The libraries run in their own environment, `bench-rlgym`, which is made if it is missing (120 MB). Every measurement
runs in its own process, one after the other, and counts arenas' steps. The median over chunks ignores
short disturbances and the occasional stalls of rlgym-learn. A figure is the median over all rounds; their minimum and
maximum show how much the machine was disturbed.

The cost per environment grows with the number of arenas because the memory of all of them does not fit into the caches
of the processor. The growth of bare RocketSim, whose arenas take turns with the environments, is the part of it that
RocketSim causes.

KICKABOUT_BENCH_SECONDS sets the length of each measurement (default 2), KICKABOUT_BENCH_ROUNDS the number of rounds
(default 5).
"""

import itertools
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import RocketSim
from numpy.typing import NDArray

from app.services.paths import cache_dir, made
from bench.environments import python_with
from bench.figures import Figure, median
from runtime import IMPORT_ROOT
from runtime.arena.physics.world import prepare
from runtime.arena.stadium.mesh_files import ensure_meshes
from runtime.training.environment import Environment, make
from runtime.training.specification import Component, EnvironmentSpec, RewardTerm
from runtime.training.workers import WorkerPool

PACKAGES = ("rlgym==2.0.1", "rlgym-rocket-league==2.0.1", "rlgym-learn==2.0.0", "numpy<2", "rocketsim==2.2.1")
SECONDS = float(os.environ.get("KICKABOUT_BENCH_SECONDS", "2"))
ROUNDS = int(os.environ.get("KICKABOUT_BENCH_ROUNDS", "5"))
LIMIT_S = 60.0
SINGLE_BAR = 3.0
WORKERS_BAR = 8.0
GROWTH_BAR = 1.10
WORKERS = 2
ARENAS = 32
"""Number of arenas of each worker."""
SIZES = (1, 8, 64)
"""Numbers of arenas of the environments whose cost is compared."""
CHUNK = 50
"""Steps of the libraries in one chunk, as in `rlgym_program`; our chunks are larger by the bar, to last as long."""
WARM_UP_S = 1.0
SKIP = 8
EPISODE_STEPS = 450
"""Thirty seconds; then the bare arena starts a new kickoff."""
CONTROLS = ("throttle", "steer", "pitch", "yaw", "roll", "jump", "boost", "handbrake")


def measure(meshes: Path) -> list[Figure]:
    """Steps per second as multiples of the libraries', and the growth of an arena's cost with their number."""
    del meshes
    python = python_with("bench-rlgym", PACKAGES)
    figures = []
    for cars in (1, 3):
        rounds = [_round(python, cars) for _ in range(ROUNDS)]
        found = {name: median([values[name] for values in rounds]) for name in rounds[0]}
        for label, ours, theirs, bar in (
            ("single", "single", "rlgym", SINGLE_BAR),
            ("workers", "workers", "rlgym-learn", WORKERS_BAR),
        ):
            detail = {"steps/s": found[ours], f"{theirs} steps/s": found[theirs], "bare steps/s": found["bare"]}
            ratios = [values[ours] / values[theirs] for values in rounds]
            figures.append(_figure(f"{label} {cars}v{cars}", ratios, bar, "at least", detail))
        detail = {"bare growth": found["bare growth"]} | {
            f"{what}us, {size} arenas": found[f"{what}us, {size}"] for what in ("", "bare ") for size in SIZES
        }
        growths = [values["growth"] for values in rounds]
        figures.append(_figure(f"growth {cars}v{cars}", growths, GROWTH_BAR, "at most", detail))
    return figures


def _figure(
    name: str, ratios: Sequence[float], bar: float, sense: Literal["at least", "at most"], detail: dict[str, float]
) -> Figure:
    """Returns the median of the rounds, with their extremes."""
    detail = {"least": min(ratios), "most": max(ratios)} | detail
    return Figure(name=f"training {name}", value=median(ratios), unit="x", bound=bar, sense=sense, detail=detail)


def _round(python: str, cars: int) -> dict[str, float]:
    """Measures everything once, for this number of cars per team."""
    theirs, ours = [python, str(Path(__file__).with_name("rlgym_program.py"))], [sys.executable, "-m", "bench.training"]
    found = {
        "bare": _run([*ours, "bare"], cars)["steps_per_s"],
        "rlgym": _run([*theirs, "single"], cars)["steps_per_s"],
        "single": (single := _run([*ours, "single"], cars))["steps_per_s"],
        "rlgym-learn": (learn := _run([*theirs, "learn"], cars))["steps_per_s"],
        "workers": _run([*ours, "workers"], cars)["steps_per_s"],
    }
    assert learn["observation_size"] == single["observation_size"]
    return found | _run([*ours, "growth"], cars)


def _run(command: list[str], cars: int) -> dict[str, float]:
    done = subprocess.run(
        [*command, str(cars), str(SECONDS)],
        cwd=IMPORT_ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT_S + 10 * SECONDS,
    )
    if done.returncode:
        raise RuntimeError(f"{command} failed:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def specification(cars: int) -> EnvironmentSpec:
    """The environment that `rlgym_program` builds with RLGym."""
    return EnvironmentSpec(
        blue=cars,
        orange=cars,
        tick_skip=SKIP,
        rewards=(
            RewardTerm(component=Component(name="goal"), weight=10.0),
            RewardTerm(component=Component(name="touch"), weight=0.5),
        ),
    )


def _bare_arenas(cars: int, count: int) -> list[Callable[[Sequence[int]], None]]:
    """Returns functions that play a step of an arena of RocketSim alone: controls, steps and nothing else."""
    prepare(ensure_meshes(made(cache_dir())))
    table = make("actions", Component(name="lookup")).table
    controls = [RocketSim.CarControls(**dict(zip(CONTROLS, row, strict=True))) for row in table.tolist()]
    teams = [team for team in (RocketSim.Team.BLUE, RocketSim.Team.ORANGE) for _ in range(cars)]

    def made_one() -> Callable[[Sequence[int]], None]:
        arena = RocketSim.Arena(RocketSim.GameMode.SOCCAR)
        simulated = [arena.add_car(team, RocketSim.CarConfig.OCTANE) for team in teams]
        arena.step(1)  # the first step makes the grid, which takes as long as thousands of others
        numbers = itertools.count()

        def step(actions: Sequence[int]) -> None:
            number = next(numbers)
            if number % EPISODE_STEPS == 0:
                arena.reset_kickoff(number)
            for car, action in zip(simulated, actions, strict=True):
                car.set_controls(controls[action])
            arena.step(SKIP)

        return step

    return [made_one() for _ in range(count)]


def _bare(cars: int, seconds: float) -> dict[str, float]:
    (play,) = _bare_arenas(cars, 1)
    chosen = _actions((1000, 2 * cars)).tolist()

    def step(number: int) -> int:
        play(chosen[number % 1000])
        return 1

    return {"steps_per_s": _rate(step, seconds, int(CHUNK * SINGLE_BAR))}


def _single(cars: int, seconds: float) -> dict[str, float]:
    environment = Environment(specification(cars))
    environment.reset()
    actions = _actions((1000, 1, 2 * cars))

    def step(number: int) -> int:
        environment.step(actions[number % 1000])
        return 1

    rate = _rate(step, seconds, int(CHUNK * SINGLE_BAR))
    return {"steps_per_s": rate, "observation_size": environment.observation_size}


def _workers(cars: int, seconds: float) -> dict[str, float]:
    actions = _actions((100, WORKERS, ARENAS, 2 * cars))
    with WorkerPool(specification(cars), workers=WORKERS, arenas=ARENAS) as pool:
        pool.reset()
        for worker in pool.workers:
            pool.send(worker, actions[0, worker])

        def step(number: int) -> int:
            results = pool.collect()
            for result in results:
                pool.send(result.worker, actions[number % 100, result.worker])
            return ARENAS * len(results)

        rate = _rate(step, seconds, int(CHUNK * WORKERS_BAR))
    return {"steps_per_s": rate}


def _growth(cars: int, seconds: float) -> dict[str, float]:
    """Microseconds for a step of one arena, in environments and in sets of bare arenas of different sizes.

    They take turns, and the growth is the median over the turns, so that a machine that slows down does not affect it.
    """
    environments = {size: Environment(specification(cars), arenas=size) for size in SIZES}
    for environment in environments.values():
        environment.reset()
    bare = _bare_arenas(cars, max(SIZES))

    def play_bare(chosen: NDArray[np.int64]) -> None:
        for step, actions in zip(bare, chosen.tolist(), strict=False):
            step(actions)

    costs: dict[str, list[float]] = {f"{what}us, {size}": [] for what in ("", "bare ") for size in SIZES}
    end = time.perf_counter() + 3 * seconds
    while time.perf_counter() < end:
        for size, environment in environments.items():
            steps = -(-256 // size)
            actions = _actions((steps, size, 2 * cars))
            for what, play in (("", environment.step), ("bare ", play_bare)):
                begin = time.perf_counter()
                for chosen in actions:
                    play(chosen)
                costs[f"{what}us, {size}"].append(1e6 * (time.perf_counter() - begin) / (steps * size))
    found = {name: median(values) for name, values in costs.items()}
    for what in ("", "bare "):
        ones = costs[f"{what}us, 1"]
        found[f"{what}growth"] = max(
            median([many / one for many, one in zip(costs[f"{what}us, {size}"], ones, strict=True)]) for size in SIZES
        )
    return found


def _actions(shape: tuple[int, ...]) -> NDArray[np.int64]:
    return np.random.default_rng(0).integers(0, 90, shape)


def _rate(step: Callable[[int], int], seconds: float, chunk: int) -> float:
    """Returns the median rate over chunks of `chunk` steps, after a second of warming up.

    `step` returns the number of arena steps that it made.
    """
    rates: list[float] = []
    begin = time.perf_counter()
    chunk_begin, steps = begin, 0
    for number in range(sys.maxsize):
        steps += step(number)
        if steps >= chunk:
            now = time.perf_counter()
            if now > begin + WARM_UP_S:
                rates.append(steps / (now - chunk_begin))
            chunk_begin, steps = now, 0
            if rates and now >= begin + WARM_UP_S + seconds:
                break
    return median(rates)


if __name__ == "__main__":
    programs = {"bare": _bare, "single": _single, "workers": _workers, "growth": _growth}
    print(json.dumps(programs[sys.argv[1]](int(sys.argv[2]), float(sys.argv[3]))), flush=True)
