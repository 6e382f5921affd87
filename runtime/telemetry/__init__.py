"""What a match looks like and how it changes: views of frames, rates; and `series`, apart because it brings numpy."""

from runtime.telemetry.answer_rate import AnswerRate
from runtime.telemetry.rates import Rate
from runtime.telemetry.snapshot import arena_view, pad_places, phase_of

__all__ = ["AnswerRate", "Rate", "arena_view", "pad_places", "phase_of"]
