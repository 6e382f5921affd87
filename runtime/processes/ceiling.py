"""How much memory a child may use, and what happens when it uses more."""

from dataclasses import dataclass

from runtime.model.sizes import UNITS


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryCeiling:
    """The memory of a child and all it started, looked at once a second; exactly the limit is still allowed."""

    limit_bytes: int
    is_deadly: bool = True
    """Whether a child above the limit is ended; otherwise it is only told, once."""


class CeilingWatch:
    """Notices when one child goes above its ceiling; owned by the supervisor's loop."""

    def __init__(self, limit_bytes: int | None) -> None:
        self._limit_bytes = limit_bytes
        self._is_told = False

    def judge(self, rss_bytes: int) -> str:
        """What to say of a child that uses so much now: `used 2.1 GB, limit 2 GB`, once; otherwise nothing."""
        if self._limit_bytes is None or rss_bytes <= self._limit_bytes or self._is_told:
            return ""
        self._is_told = True
        return excess_text(rss_bytes, self._limit_bytes)


def excess_text(used_bytes: int, limit_bytes: int) -> str:
    """Both sizes in one unit, with as many decimals as it takes to tell them apart, at most three."""
    unit, size = next(((unit, size) for unit, size in UNITS if limit_bytes >= size), UNITS[-1])
    limit = f"{limit_bytes / size:.3f}".rstrip("0").rstrip(".")
    texts = (f"{used_bytes / size:.{decimals}f}" for decimals in (1, 2, 3))
    used = next((text for text in texts if float(text) > limit_bytes / size), f"{used_bytes / size:.3f}")
    return f"used {used} {unit}, limit {limit} {unit}"
