"""Metrics of the episodes of an iteration."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, Final

import numpy as np

METRICS: Final = (
    *("reward", "episode_s", "goals", "touched", "first_touch_s", "goal_difference", "win_rate"),
    *("steps_per_s", "objective", "rating"),
)
"""The names of all metrics but `reward/TERM`, `learner/NAME` and `evaluation/NAME`."""


def episode_metrics(episodes: Sequence[Any], terms: Sequence[str], *, has_opponents: bool) -> dict[str, float]:
    """Returns the means over the episodes that ended in an iteration, by name; empty if none ended.

    Args:
        episodes: `EpisodeStats`.
        terms: names of the terms of the reward.
        has_opponents: whether the agents have opponents, so there is a win rate.
    """
    if not episodes:
        return {}
    metrics = {
        "reward": fmean(float(np.mean(episode.rewards)) for episode in episodes),
        "episode_s": fmean(episode.seconds for episode in episodes),
        "goals": fmean(sum(episode.score) for episode in episodes),
        **_of_terms(episodes, terms),
    }
    touches = [episode.first_touch_s for episode in episodes if episode.first_touch_s is not None]
    metrics["touched"] = len(touches) / len(episodes)
    metrics["first_touch_s"] = fmean(
        episode.seconds if episode.first_touch_s is None else episode.first_touch_s for episode in episodes
    )
    if has_opponents:
        differences = [episode.score[0] - episode.score[1] for episode in episodes]
        metrics["goal_difference"] = fmean(differences)
        metrics["win_rate"] = fmean(0.5 + 0.5 * ((goals > 0) - (goals < 0)) for goals in differences)
    return metrics


def _of_terms(episodes: Sequence[Any], terms: Sequence[str]) -> Mapping[str, float]:
    means = np.mean([np.mean(episode.reward_terms, axis=0) for episode in episodes], axis=0)
    return {f"reward/{name}": float(mean) for name, mean in zip(terms, means, strict=True)}
