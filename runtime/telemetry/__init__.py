"""Channels of a match, their recording and history; views of packets, reports of the arena, and rates."""

from typing import TYPE_CHECKING

from runtime.lazy import lazy_names
from runtime.model.telemetry import Channel, Kind, Mark, MarkKind, Sample, Scope, Source, Subject
from runtime.telemetry.channels import CHANNELS, channels_of
from runtime.telemetry.rates import AnswerRate, Rate
from runtime.telemetry.recorder import TelemetryRecorder
from runtime.telemetry.snapshot import arena_view, pad_places, phase_of

if TYPE_CHECKING:
    from runtime.telemetry.history import Axis, Comparison, Curve, History, Interval, ReplayViews, Statistics

__all__ = ["AnswerRate", "Rate", "arena_view", "pad_places", "phase_of"]
__all__ += ["CHANNELS", "Channel", "Kind", "Mark", "MarkKind", "Sample", "Scope", "Source", "Subject", "channels_of"]
__all__ += [
    "Axis",
    "Comparison",
    "Curve",
    "History",
    "Interval",
    "ReplayViews",
    "Statistics",
    "TelemetryRecorder",
]

if not TYPE_CHECKING:  # imported when it is first used, because it imports numpy
    _LAZY = ("Axis", "Comparison", "Curve", "History", "Interval", "ReplayViews", "Statistics")
    __getattr__ = lazy_names(__name__, _LAZY, ["history"])
