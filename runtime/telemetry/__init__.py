"""Channels of a match, their recording and history; views of packets, reports of the arena, and rates.

`history`, which is not imported here, imports numpy.
"""

from runtime.model.telemetry import Channel, Kind, Mark, MarkKind, Sample, Scope, Source, Subject
from runtime.telemetry.channels import CHANNELS, channels_of
from runtime.telemetry.rates import AnswerRate, Rate
from runtime.telemetry.recorder import TelemetryRecorder
from runtime.telemetry.snapshot import arena_view, pad_places, phase_of

__all__ = ["AnswerRate", "Rate", "TelemetryRecorder", "arena_view", "pad_places", "phase_of"]
__all__ += ["CHANNELS", "Channel", "Kind", "Mark", "MarkKind", "Sample", "Scope", "Source", "Subject", "channels_of"]
