"""The registry of all channels; the tables are next to the code that computes them."""

from typing import Final

from runtime.model.telemetry import Channel, Scope
from runtime.telemetry.agent_stats import AGENT_MEASURES, SERVER_MEASURES
from runtime.telemetry.car_stats import CAR_MEASURES
from runtime.telemetry.match_stats import MATCH_MEASURES

_BY_SCOPE: Final[dict[Scope, tuple[Channel, ...]]] = {
    Scope.CAR: tuple(measure.channel for measure in CAR_MEASURES),
    Scope.AGENT: tuple(measure.channel for measure in AGENT_MEASURES),
    Scope.MATCH: tuple(measure.channel for measure in MATCH_MEASURES),
    Scope.SERVER: tuple(measure.channel for measure in SERVER_MEASURES),
}
CHANNELS: Final[dict[str, Channel]] = {channel.id: channel for group in _BY_SCOPE.values() for channel in group}
"""All channels by id, in the order of the values in samples."""


def channels_of(scope: Scope) -> tuple[Channel, ...]:
    """Returns the channels of a scope, in the order of the values of its samples."""
    return _BY_SCOPE[scope]
