"""What is told of swaps: a record of each, lines in the agents' logs, and the agents' states."""

from collections.abc import Callable
from typing import Final

from runtime.agents.swap import Swap, few
from runtime.agents.table import Lineup
from runtime.model.events import SwapChanged
from runtime.model.states import SwapOutcome
from runtime.model.values import SwapRecord

_WORDS: Final = {
    SwapOutcome.SWAPPED: "reloaded as version {version}{digest}",
    SwapOutcome.APPLIED: "change applied",
    SwapOutcome.REFUSED: "new version rejected",
    SwapOutcome.FAILED: "new version failed to start",
    SwapOutcome.DECLINED: "new version declined",
    SwapOutcome.BROKEN_OFF: "reload cancelled",
}


class SwapBook:
    """Keeps the records of one match; owned by the match's thread.

    Args:
        tell: gets an event for each record.
        log: gets the agent's key and a line for its log.
        origin: the clock's time at the start of the match.
    """

    def __init__(
        self, *, lineup: Lineup, tell: Callable[[SwapChanged], None], log: Callable[[str, str], None], origin: float
    ) -> None:
        self._lineup = lineup
        self._tell = tell
        self._log = log
        self._origin = origin
        self._records: list[SwapRecord] = []

    @property
    def records(self) -> tuple[SwapRecord, ...]:
        """All of them, in the order in which the swaps ended."""
        return tuple(self._records)

    def show(self, swap: Swap) -> None:
        """The agent's status says how far its swap is."""
        self._lineup.versions(
            swap.key,
            swap_mode=swap.mode,
            swap_state=swap.state,
            swap_text=swap.text,
            swap_output=swap.output,
            version=swap.version,
            swaps=swap.swaps,
        )

    def enter(self, swap: Swap, outcome: SwapOutcome, now: float, reason: str = "") -> None:
        """A swap has come to its end."""
        record = SwapRecord(
            key=swap.key,
            name=swap.agent.name,
            version=swap.version,
            digest=swap.source.value() if swap.source is not None else "",
            files=swap.names(),
            time_s=swap.began_at - self._origin,
            duration_s=now - swap.began_at,
            outcome=outcome,
            reason=reason,
            output=swap.output,
            problems=tuple(swap.found.problems),
        )
        self._records.append(record)
        self.show(swap)
        self._log(swap.key, f"[{swap_text(record)}]")
        self._tell(SwapChanged(record=record))


def swap_text(record: SwapRecord) -> str:
    """A record in a line for people, without the agent's name and a full stop at its end."""
    text = _WORDS[record.outcome].format(version=record.version, digest=f" ({record.digest})" if record.digest else "")
    parts = [] if record.problems else [few(record.files) or "on request"]
    parts += [str(record.reason)] if record.reason else []
    return f"{text} after {record.duration_s:.2f} s: {'. '.join(parts)}".removesuffix(".")
