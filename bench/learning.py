"""Learning from nothing: how soon a car that has learned touches the ball, and the curves of the documentation.

Evolution strategies learn on two workers, from three seeds. PPO needs the environment
`training-torch` with stable-baselines3 and torch (several GB), and is left out if that does not exist.
`python -m bench.learning --ppo` creates it, and `--draw` draws both curves into docs/images.
"""

import argparse
import json
import subprocess
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from bench.environments import python_with
from bench.figures import Figure
from runtime import IMPORT_ROOT
from runtime.training.environment import Environment
from runtime.training.learners import LearnerSetup, Policy
from runtime.training.learners.evolution import EvolutionStrategies
from runtime.training.specification import EnvironmentSpec, reach_the_ball
from runtime.training.workers import WorkerPool

TORCH = "training-torch"
"""The environment with stable-baselines3."""
PACKAGES = (
    *("stable-baselines3>=2.9", "rlgym>=2", "rlgym-learn>=2", "rlgym-learn-algos>=0.4.2"),
    *(
        "rocketsim>=2.2.1,<3",
        "rlbot_flatbuffers>=0.19,<0.20",
        "psutil",
        "platformdirs",
        "filelock",
        "packaging",
        "msgspec",
    ),
)
PICTURE = IMPORT_ROOT / "docs" / "images" / "learning.svg"
SEEDS = (1, 2, 3)
STEPS = 1_000_000
"""Steps of evolution strategies; they take about 100 s on two cores."""
PARAMETERS = {"steps": 100, "noise": 0.5, "learning_rate": 0.1}
"""As in docs/examples/reach_the_ball."""
PPO_STEPS = 200_000
LOOKS = 12
"""Number of measurements of the policy during the training."""
UNSEEN = 10_000_000
"""Seed of start states that do not occur in the training."""


class Watched:
    """A session that ends after some steps, and measures the policy at intervals, on start states of `UNSEEN`."""

    update = staticmethod(nullcontext)

    def __init__(self, pool: WorkerPool, learner: Any, spec: EnvironmentSpec, steps: int) -> None:
        self.pool, self._learner, self._spec, self._maximum = pool, learner, spec, steps
        self.steps = 0
        self.curve = [(0, *outcome(learner.policy(), spec))]
        self.began_s, self.cpu_s = time.monotonic(), 0.0

    def iteration(self, *, steps: int, metrics: dict[str, float], episodes: Any = ()) -> bool:
        del metrics, episodes
        self.steps += steps
        if self.steps >= len(self.curve) * self._maximum / LOOKS:
            self.curve.append((self.steps, *outcome(self._learner.policy(), self._spec)))
        if self.steps < self._maximum:
            return True
        self.cpu_s = sum(sum(child.cpu_times()[:2]) for child in psutil.Process().children())
        return False


def outcome(policy: Policy, spec: EnvironmentSpec, games: int = 64) -> tuple[float, float]:
    """Returns the mean seconds to the first touch (the time limit if there is none) and the mean reward per episode."""
    environment, found = Environment(spec, arenas=games, seed=UNSEEN), dict[int, tuple[float, float]]()
    observations = environment.reset()
    while len(found) < games:
        result = environment.step(policy.act(observations[:, 0])[:, None])
        observations = result.observations
        for episode in result.episodes:
            touch = episode.first_touch_s
            found.setdefault(episode.arena, (episode.seconds if touch is None else touch, float(episode.rewards.sum())))
    touch_s, reward = np.mean(list(found.values()), axis=0)
    return float(touch_s), float(reward)


def evolve(seed: int, steps: int = STEPS) -> dict[str, Any]:
    """Learns the first task by evolution strategies; returns the curve, wall time and CPU time."""
    spec = reach_the_ball()
    setup = LearnerSetup(interface=spec.as_json(), observation_size=26, seed=seed)
    learner = EvolutionStrategies(setup, **PARAMETERS)
    with WorkerPool(spec, workers=2, arenas=32, muscle=learner.muscle()) as pool:
        session = Watched(pool, learner, spec, steps)
        learner.train(session)
    return {"curve": session.curve, "wall_s": time.monotonic() - session.began_s, "cpu_s": session.cpu_s}


def learn_by_ppo(python: str, steps: int = PPO_STEPS) -> dict[str, Any]:
    """Learns the same task with PPO in the Python with stable-baselines3; see `ppo_program`."""
    command = [python, "-m", "bench.ppo_program", str(steps)]
    done = subprocess.run(command, cwd=IMPORT_ROOT, capture_output=True, text=True, check=False, timeout=3600)
    if done.returncode:
        raise RuntimeError(f"{command} failed:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def measure(meshes: Path) -> list[Figure]:
    """Measures the time to the ball after learning as a share of the time before, and the gain of PPO."""
    del meshes
    return figures(
        [evolve(seed) for seed in SEEDS],
        None if (python := python_with(TORCH, PACKAGES, is_made=False)) is None else learn_by_ppo(python),
    )


def figures(runs: list[dict[str, Any]], ppo: dict[str, Any] | None) -> list[Figure]:
    """Returns the figures of what was learned."""
    found = []
    for seed, run in zip(SEEDS, runs, strict=True):
        before, after = run["curve"][0][1], run["curve"][-1][1]
        detail = {"before_s": before, "after_s": after, "wall_s": run["wall_s"], "cpu_s": run["cpu_s"]}
        name = f"learning: evolution, seed {seed}"
        found.append(Figure(name=name, value=after / before, unit="x", bound=1 / 3, sense="at most", detail=detail))
    if ppo is not None:
        rewards = [reward for _, _, reward in ppo["curve"]]
        detail = {"before": rewards[0], "after": rewards[-1], "steps": ppo["curve"][-1][0], "wall_s": ppo["wall_s"]}
        gain = rewards[-1] - rewards[0]
        found.append(Figure(name="learning: PPO", value=gain, unit="", bound=1.0, sense="at least", detail=detail))
    return found


def drawn(panels: list[tuple[str, str, list[list[tuple[float, float]]]]]) -> str:
    """An SVG of curves over steps: for each panel its title, the name of the values, and its lines."""
    width, height, left, top, wide, high = 420, 260, 52, 34, 350, 180
    colours = ("#2f6fde", "#de7a2f", "#2f9e62")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * len(panels)} {height}" '
        f'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="#ffffff"/>'
    ]
    for number, (title, unit, lines) in enumerate(panels):
        max_x = max(x for line in lines for x, _ in line)
        values = [y for line in lines for _, y in line]
        low, max_y = min(0.0, *values), max(values) * 1.05
        scale = high / (max_y - low)
        parts.append(f'<g transform="translate({number * width + left},{top})">')
        parts.append(f'<text y="-14" font-size="13" font-weight="bold" fill="#222222">{title}</text>')
        for tick in range(5):
            y, x = high - high * tick / 4, wide * tick / 4
            parts.append(f'<path d="M0 {y:.1f}H{wide}" stroke="#dddddd"/>')
            parts.append(f'<text x="-6" y="{y + 4:.1f}" text-anchor="end">{low + (max_y - low) * tick / 4:.1f}</text>')
            label = f"{max_x * tick / 4 / 1000:.0f}k"
            parts.append(f'<text x="{x:.1f}" y="{high + 16}" text-anchor="middle">{label}</text>')
        parts.append(f'<text x="{wide / 2}" y="{high + 34}" text-anchor="middle">steps</text>')
        parts.append(f'<text transform="rotate(-90)" x="{-high / 2}" y="-38" text-anchor="middle">{unit}</text>')
        for line, colour in zip(lines, colours, strict=False):
            points = " ".join(f"{wide * x / max_x:.1f},{high - scale * (y - low):.1f}" for x, y in line)
            parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    """Measures, prints the figures, and draws the picture if wanted."""
    parser = argparse.ArgumentParser(prog="python -m bench.learning")
    parser.add_argument("--ppo", action="store_true", help="make the environment for PPO if it is missing (several GB)")
    parser.add_argument("--draw", action="store_true", help=f"draw the curves into {PICTURE.relative_to(IMPORT_ROOT)}")
    options = parser.parse_args()
    runs = [evolve(seed) for seed in SEEDS]
    python = python_with(TORCH, PACKAGES, is_made=options.ppo)
    ppo = None if python is None else learn_by_ppo(python)
    for figure in figures(runs, ppo):
        print(figure)
    if options.draw:
        touches = [[(steps, touch_s) for steps, touch_s, _ in run["curve"]] for run in runs]
        panels = [("Evolution strategies, three seeds", "seconds to the first touch", touches)]
        if ppo is not None:
            rewards = [(steps, reward) for steps, _, reward in ppo["curve"]]
            panels.append(("PPO", "reward of an episode", [rewards]))
        PICTURE.write_text(drawn(panels), encoding="utf-8")


if __name__ == "__main__":
    main()
