"""The reports on swaps that have ended."""

from collections.abc import Callable

from runtime.agents.swap import FormerVersion, Swap, few
from runtime.model.events import SwapChanged
from runtime.model.messages import Message, Text, message
from runtime.model.problems import Problem
from runtime.model.states import SwapOutcome
from runtime.model.values import SwapRecord


class SwapRecords:
    """The reports on swaps: a record of each, a line in the agent's log, and the agent's status.

    Args:
        emit: gets an event for each record.
        log: gets the agent's key and a line for its log.
        origin: the clock's time at the start of the match.
    """

    def __init__(self, *, emit: Callable[[SwapChanged], None], log: Callable[[str, Text], None], origin: float) -> None:
        self._emit = emit
        self._log = log
        self._origin = origin
        self._records: list[SwapRecord] = []

    @property
    def records(self) -> tuple[SwapRecord, ...]:
        """All records, in the order in which the swaps ended."""
        return tuple(self._records)

    def show(self, swap: Swap) -> None:
        """Writes the state of a swap into the agent's status."""
        swap.entry.update(
            swap_mode=swap.mode,
            swap_state=swap.state,
            swap_text=swap.text,
            version=swap.version,
            swaps=swap.swaps,
        )

    def show_earlier(self, swap: Swap) -> None:
        """Writes the versions that can play again into the agent's status if they have changed."""
        earlier, status = swap.versions.earlier(swap.version), swap.entry.status
        playing = swap.versions.get(swap.version)
        copy = playing.folder if playing is not None and swap.dirty else None
        if (earlier, copy) != (status.earlier, status.source_copy):
            swap.entry.update(earlier=earlier, source_copy=copy)

    def add(
        self,
        swap: Swap,
        outcome: SwapOutcome,
        now: float,
        reason: Message | None = None,
        *,
        former: FormerVersion | None = None,
        problem: Problem | None = None,
    ) -> None:
        """Records the end of a swap or, with `former`, that this version plays again because of a problem."""
        since_s, source, problems = swap.began_at, swap.source, tuple(swap.found.problems)
        if former is not None:
            since_s, source = former.since_s, swap.running
            problems = () if problem is None else (problem,)
        record = SwapRecord(
            key=swap.key,
            name=swap.agent.name,
            version=swap.version,
            digest=source.value() if source is not None else "",
            files=swap.names(),
            time_s=since_s - self._origin,
            duration_s=now - since_s,
            outcome=outcome,
            reason=reason,
            problems=problems,
        )
        self._records.append(record)
        self.show(swap)
        self._log(swap.key, f"[{swap_text(record)}]")
        self._emit(SwapChanged(record=record))


def swap_text(record: SwapRecord) -> Message:
    """Returns a record as one line, without the agent's name; it ends with a full stop only if it gives a reason."""
    files = None if record.problems else few(record.files) or message("swap-on-request", "on request")
    outcome, seconds = _outcome(record), record.duration_s
    if record.outcome is SwapOutcome.RETURNED and record.reason is not None:
        return message("swap", "{outcome}. {reason}", outcome=outcome, reason=record.reason)
    if files is None and record.reason is None:
        return message("swap", "{outcome} after {seconds:.2f} s", outcome=outcome, seconds=seconds)
    if files is None or record.reason is None:
        details = files or record.reason or ""
        return message(
            "swap", "{outcome} after {seconds:.2f} s: {details}", outcome=outcome, seconds=seconds, details=details
        )
    return message(
        "swap",
        "{outcome} after {seconds:.2f} s: {files}. {reason}",
        outcome=outcome,
        seconds=seconds,
        files=files,
        reason=record.reason,
    )


def _outcome(record: SwapRecord) -> Message:
    if record.outcome is SwapOutcome.SWAPPED and record.digest:
        version, digest = record.version, record.digest
        return message("swap-swapped", "reloaded as version {version} ({digest})", version=version, digest=digest)
    return {
        SwapOutcome.SWAPPED: message("swap-swapped", "reloaded as version {version}", version=record.version),
        SwapOutcome.APPLIED: message("swap-applied", "change applied"),
        SwapOutcome.REFUSED: message("swap-refused", "new version rejected"),
        SwapOutcome.FAILED: message("swap-failed", "new version failed"),
        SwapOutcome.RETURNED: message("swap-returned", "version {version} plays again", version=record.version),
        SwapOutcome.DECLINED: message("swap-declined", "new version declined"),
        SwapOutcome.BROKEN_OFF: message("swap-broken-off", "reload cancelled"),
    }[record.outcome]
