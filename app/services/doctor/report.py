"""Runs checks side by side, and writes their findings as text and as JSON."""

import logging
import threading
import time
from collections.abc import Iterable, Sequence
from typing import Any, Final

from app.services.doctor.names import anonymous
from runtime.files import reason_of
from runtime.model.findings import Finding, FindingState, Probe
from runtime.model.messages import Message, MessageError, Text, message

_MARKS: Final = {state: f"{state.value:<8}" for state in FindingState}
_LOG = logging.getLogger(__name__)


def collect(checks: Sequence[Probe]) -> tuple[Finding, ...]:
    """Runs the checks side by side; one that fails or takes too long becomes a finding that says so."""
    begun = time.monotonic()
    running = [_Check(check) for check in checks]
    return tuple(finding for check in running for finding in check.wait(begun))


def can_play(findings: Iterable[Finding]) -> bool:
    """Returns whether a match can be played, at least in the arena."""
    return not any(finding.prevents_matches for finding in findings)


def report_text(findings: Iterable[Finding]) -> str:
    """Returns the findings as text without names of the user, in groups, each fix below its finding."""
    groups: dict[Message, list[str]] = {}
    for finding in map(anonymous, findings):
        lines = groups.setdefault(finding.area, [])
        lines.append(f"  {_MARKS[finding.state]} {finding.text}")
        lines += [f"  {'':8}   Fix: {finding.fix}"] if finding.fix is not None else []
    return "\n".join(line for area, lines in groups.items() for line in (str(area), *lines)) + "\n"


def report_json(findings: Sequence[Finding]) -> dict[str, Any]:
    """Returns the findings as a JSON object without names of the user; texts are English."""
    return {"can_play": can_play(findings), "findings": [_object(anonymous(finding)) for finding in findings]}


class _Check:
    """A check that runs on a thread of its own, which is left alone if it takes too long."""

    def __init__(self, probe: Probe) -> None:
        self._probe = probe
        self._findings: tuple[Finding, ...] | None = None
        self._thread = threading.Thread(target=self._run, name=f"check {probe.key}", daemon=True)
        self._thread.start()

    def wait(self, begun: float) -> tuple[Finding, ...]:
        """Returns the findings at the latest when the limit after `begun` has passed."""
        limit_s = self._probe.limit_s
        self._thread.join(max(0.0, begun + limit_s - time.monotonic()))
        if self._findings is not None:
            return self._findings
        return (self._unchecked(message("no-answer-in", "no answer within {seconds:g} s", seconds=limit_s)),)

    def _run(self) -> None:
        try:
            self._findings = tuple(self._probe.find())
        except MessageError as error:
            self._findings = (self._unchecked(error.text),)
        except OSError as error:
            self._findings = (self._unchecked(reason_of(error)),)
        except Exception as error:  # noqa: BLE001 - a check must not keep the others from being shown
            _LOG.debug("The check %s failed", self._probe.key, exc_info=True)
            self._findings = (self._unchecked(f"{type(error).__name__}: {error}"),)

    def _unchecked(self, reason: Text) -> Finding:
        text = message("not-checked", "Could not be checked: {reason}", reason=reason)
        return Finding(key=self._probe.key, area=self._probe.area, state=FindingState.WARNING, text=text)


def _object(finding: Finding) -> dict[str, Any]:
    return {
        "key": finding.key,
        "area": str(finding.area),
        "state": finding.state.value,
        "text": str(finding.text),
        **finding.text.as_json(),
        "fix": str(finding.fix) if finding.fix is not None else None,
        "prevents_matches": finding.prevents_matches,
    }
