"""Views of a match's packets, reports of the arena, rates, and time series."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from runtime.telemetry.rates import AnswerRate, Rate
from runtime.telemetry.report import AgentReport, GameReport, read_report
from runtime.telemetry.snapshot import arena_view, pad_places, phase_of

if TYPE_CHECKING:
    from runtime.telemetry.series import Series

__all__ = ["AgentReport", "AnswerRate", "GameReport", "Rate", "Series", "arena_view", "pad_places", "phase_of"]
__all__ += ["read_report"]

if not TYPE_CHECKING:  # imported when it is first used, because it imports numpy

    def __getattr__(name: str) -> Any:
        if name != "Series":
            raise AttributeError(name)
        return import_module(f"{__name__}.series").Series
