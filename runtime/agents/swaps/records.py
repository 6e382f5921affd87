"""The reports on swaps that have ended."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from runtime.model.events import SwapChanged
from runtime.model.messages import Message, Text, message
from runtime.model.states import SwapOutcome
from runtime.model.values import SwapRecord

MAX_NAMED: Final = 3
"""Maximum number of changed files that a text names; it gives only the number of the others."""


class SwapRecords:
    """The reports on swaps: a record of each, and a line in the agent's log.

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

    def add(self, record: SwapRecord) -> None:
        """Adds the record of a swap that has ended; its time is still on the clock."""
        record = replace(record, time_s=record.time_s - self._origin)
        self._records.append(record)
        self._log(record.key, f"[{swap_text(record)}]")
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
        SwapOutcome.CANCELLED: message("swap-broken-off", "reload cancelled"),
    }[record.outcome]


def few(names: Iterable[str]) -> Message | None:
    """Returns the first names and the number of the others; None without names."""
    every = tuple(names)
    if not every:
        return None
    more = len(every) - MAX_NAMED
    if more <= 0:
        return message("changed-files", "{files:,}", files=every)
    return message("changed-files", "{files:,} and {more} more", files=every[:MAX_NAMED], more=more)
