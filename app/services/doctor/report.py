"""Runs checks side by side, and writes their findings as text and as JSON."""

import logging
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from app.services.doctor.names import anonymous
from runtime.files import reason_of
from runtime.model.findings import Finding, FindingState, Probe
from runtime.model.messages import Message, MessageError, Text, message

Findings: TypeAlias = Mapping[Message, Sequence[Finding]]
"""The findings of each area, by its title."""
_LOG = logging.getLogger(__name__)


def collect(probes: Sequence[Probe]) -> Findings:
    """Runs the checks side by side; one that fails or takes too long becomes a finding that says so."""
    begun = time.monotonic()
    areas: dict[Message, list[Finding]] = {}
    for check in [_Check(probe) for probe in probes]:
        areas.setdefault(check.probe.area, []).extend(check.wait(begun))
    return areas


def can_play(findings: Findings) -> bool:
    """Returns whether a match can be played, at least in the arena."""
    return not any(finding.prevents_matches for area in findings.values() for finding in area)


def report_text(findings: Findings) -> str:
    """Returns the findings as English text without names of the user, each fix below its finding."""
    lines = []
    for area, found in findings.items():
        lines.append(str(area))
        for finding in map(anonymous, found):
            lines.append(f"  {finding.state.value:<8} {finding.text}")
            lines += [f"  {'':8}   Fix: {finding.fix}"] if finding.fix is not None else []
    return "\n".join(lines) + "\n"


def report_json(findings: Findings) -> dict[str, Any]:
    """Returns the findings as a JSON object without names of the user; texts are English."""
    rows = [_row(area, anonymous(finding)) for area, found in findings.items() for finding in found]
    return {"can_play": can_play(findings), "findings": rows}


def _row(area: Message, finding: Finding) -> dict[str, Any]:
    return {
        "key": finding.key,
        "area": str(area),
        "state": finding.state.value,
        "text": str(finding.text),
        **finding.text.as_json(),
        "fix": str(finding.fix) if finding.fix is not None else None,
        "prevents_matches": finding.prevents_matches,
    }


class _Check:
    """A check that runs on a thread of its own, which is left alone if it takes too long."""

    def __init__(self, probe: Probe) -> None:
        self.probe = probe
        self._findings: tuple[Finding, ...] | None = None
        self._thread = threading.Thread(target=self._run, name=f"check {probe.key}", daemon=True)
        self._thread.start()

    def wait(self, begun: float) -> tuple[Finding, ...]:
        """Returns the findings at the latest when the limit after `begun` has passed."""
        limit_s = self.probe.limit_s
        self._thread.join(max(0.0, begun + limit_s - time.monotonic()))
        if self._findings is not None:
            return self._findings
        return self._unchecked(message("no-answer-in", "no answer within {seconds:g} s", seconds=limit_s))

    def _run(self) -> None:
        try:
            self._findings = tuple(self.probe.find())
        except MessageError as error:
            self._findings = self._unchecked(error.text)
        except OSError as error:
            self._findings = self._unchecked(reason_of(error))
        except Exception as error:  # noqa: BLE001 - a check must not keep the others from being shown
            _LOG.debug("The check %s failed", self.probe.key, exc_info=True)
            self._findings = self._unchecked(f"{type(error).__name__}: {error}")

    def _unchecked(self, reason: Text) -> tuple[Finding, ...]:
        text = message("not-checked", "Could not be checked: {reason}", reason=reason)
        return (Finding(self.probe.key, FindingState.WARNING, text),)
