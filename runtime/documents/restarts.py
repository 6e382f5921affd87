"""Reading of `[kickabout.restarts]`, the part of a match.toml that says what happens when an agent ends unasked.

Other RLBot programs ignore the table.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from runtime.documents.model import RestartPolicy
from runtime.documents.number_range import UNLIMITED, NumberRange
from runtime.documents.table import Table, described
from runtime.model.states import WhenSpent

RESTART_KEYS: Final = (
    *("limit", "limit_in_window", "window_s", "backoff_s", "longest_backoff_s", "hang_frames", "when_spent"),
)
MOST_RESTARTS: Final = 100_000
SHORTEST_WINDOW_S: Final = 1.0
LONGEST_S: Final = 86_400.0
FEWEST_HANG_FRAMES: Final = 120
"""The server reports once a second: fewer could not be told from an answer that is not reported yet."""
MOST_HANG_FRAMES: Final = 1_000_000
_OTHER_WORDS: Final = (0, -1, "0", "-1", "none", "off", "never", "infinite", "inf", "no limit")
"""How other programs write that there is no limit."""
_COUNT: Final = NumberRange(least=0, most=MOST_RESTARTS, is_whole=True, may_be_unlimited=True)
RESTART_NUMBERS: Final[Mapping[str, NumberRange]] = MappingProxyType(
    {
        "limit": _COUNT,
        "limit_in_window": _COUNT,
        "window_s": NumberRange(least=SHORTEST_WINDOW_S, most=LONGEST_S, is_whole=False, may_be_unlimited=False),
        "backoff_s": NumberRange(least=0, most=LONGEST_S, is_whole=False, may_be_unlimited=False),
        "longest_backoff_s": NumberRange(least=0, most=LONGEST_S, is_whole=False, may_be_unlimited=True),
        "hang_frames": NumberRange(
            least=FEWEST_HANG_FRAMES, most=MOST_HANG_FRAMES, is_whole=True, may_be_unlimited=True
        ),
    }
)
"""What the keys with numbers may be."""


def read_restarts(kickabout: Table) -> RestartPolicy:
    """The policy that `[kickabout]` holds; what is not written is as in `RestartPolicy`."""
    table, usual = kickabout.table("restarts"), RestartPolicy()
    table.check_keys(RESTART_KEYS)
    names = [choice.value for choice in WhenSpent]
    return RestartPolicy(
        limit=_count(table, "limit", usual.limit),
        limit_in_window=_count(table, "limit_in_window", usual.limit_in_window),
        window_s=_seconds(table, "window_s", usual.window_s),
        backoff_s=_seconds(table, "backoff_s", usual.backoff_s),
        longest_backoff_s=_number(table, "longest_backoff_s", usual.longest_backoff_s),
        hang_frames=_count(table, "hang_frames", usual.hang_frames),
        when_spent=WhenSpent(table.choice("when_spent", names, usual.when_spent.value)),
    )


def _number(table: Table, key: str, usual: float | None) -> float | None:
    """A number as it is written; None for no limit."""
    numbers, value = RESTART_NUMBERS[key], table.values.get(key, usual)
    if value is None:
        return None
    if numbers.accepts(value):
        return None if isinstance(value, str) else float(value)
    word = value.lower() if isinstance(value, str) else value
    if numbers.may_be_unlimited and type(word) in (int, str) and word in _OTHER_WORDS:
        fix = f'Write "{UNLIMITED}" for no limit.'
    else:
        fix = f"Write {numbers}."
    table.error(key, f"{key} is {described(value)}, but {numbers} is expected.", fix=fix)
    return usual


def _count(table: Table, key: str, usual: int | None) -> int | None:
    value = _number(table, key, usual)
    return None if value is None else int(value)


def _seconds(table: Table, key: str, usual: float) -> float:
    value = _number(table, key, usual)
    return usual if value is None else value
