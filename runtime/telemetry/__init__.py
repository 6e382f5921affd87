"""What a match looks like and how it changes: views of frames, bounded series, rates; no Qt."""

from runtime.telemetry.rates import Rate
from runtime.telemetry.series import Series
from runtime.telemetry.snapshot import arena_view, pad_places, phase_of

__all__ = ["Rate", "Series", "arena_view", "pad_places", "phase_of"]
