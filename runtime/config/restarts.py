"""Reading of `[kickabout.restarts]`, the part of a match.toml that says what happens when an agent ends unasked.

Other RLBot programs ignore the table.
"""

from typing import Final

from runtime.config.model import RestartPolicy
from runtime.config.table import Table, described
from runtime.states import WhenSpent

RESTART_KEYS: Final = (
    *("limit", "limit_in_window", "window_s", "backoff_s", "longest_backoff_s", "hang_frames", "when_spent"),
)
UNLIMITED: Final = "unlimited"
MOST_RESTARTS: Final = 100_000
SHORTEST_WINDOW_S: Final = 1.0
LONGEST_S: Final = 86_400.0
FEWEST_HANG_FRAMES: Final = 120
"""The server reports once a second: fewer could not be told from an answer that is not reported yet."""
MOST_HANG_FRAMES: Final = 1_000_000
_OTHER_WORDS: Final = (0, -1, "0", "-1", "none", "off", "never", "infinite", "inf", "no limit")
"""How other programs write that there is no limit."""


def read_restarts(kickabout: Table) -> RestartPolicy:
    """The policy that `[kickabout]` holds; what is not written is as in `RestartPolicy`."""
    table, usual = kickabout.table("restarts"), RestartPolicy()
    table.check_keys(RESTART_KEYS)
    names = [choice.value for choice in WhenSpent]
    return RestartPolicy(
        limit=_count(table, "limit", usual.limit, 0, MOST_RESTARTS),
        limit_in_window=_count(table, "limit_in_window", usual.limit_in_window, 0, MOST_RESTARTS),
        window_s=_seconds(table, "window_s", usual.window_s, SHORTEST_WINDOW_S),
        backoff_s=_seconds(table, "backoff_s", usual.backoff_s),
        longest_backoff_s=_seconds_or_none(table, "longest_backoff_s", usual.longest_backoff_s),
        hang_frames=_count(table, "hang_frames", usual.hang_frames, FEWEST_HANG_FRAMES, MOST_HANG_FRAMES),
        when_spent=WhenSpent(table.choice("when_spent", names, usual.when_spent.value)),
    )


def _count(table: Table, key: str, usual: int | None, least: int, most: int) -> int | None:
    value = table.values.get(key, usual)
    if value is None or _is_unlimited(value):
        return None
    if type(value) is int and least <= value <= most:
        return value
    _refuse(table, key, value, f'a whole number from {least} to {most} or "{UNLIMITED}"')
    return usual


def _seconds_or_none(table: Table, key: str, usual: float | None) -> float | None:
    value = table.values.get(key, usual)
    if value is None or _is_unlimited(value):
        return None
    if _is_duration(value, 0.0):
        return float(value)
    _refuse(table, key, value, f'a number of seconds from 0 to {LONGEST_S:g} or "{UNLIMITED}"')
    return usual


def _seconds(table: Table, key: str, usual: float, least: float = 0.0) -> float:
    value = table.values.get(key, usual)
    if _is_duration(value, least):
        return float(value)
    _refuse(table, key, value, f"a number of seconds from {least:g} to {LONGEST_S:g}")
    return usual


def _is_unlimited(value: object) -> bool:
    return isinstance(value, str) and value.lower() == UNLIMITED


def _is_duration(value: object, least: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= LONGEST_S


def _refuse(table: Table, key: str, value: object, expected: str) -> None:
    word = value.lower() if isinstance(value, str) else value
    if UNLIMITED in expected and type(word) in (int, str) and word in _OTHER_WORDS:
        fix = f'Write "{UNLIMITED}" for no limit.'
    else:
        fix = f"Write {expected}."
    table.error(key, f"{key} is {described(value)}, but {expected} is expected.", fix=fix)
