"""A game that another program has started; we never end it."""

from dataclasses import dataclass
from typing import ClassVar, Final

from runtime.games.game import Capabilities, Game, GameSettings
from runtime.games.ports import port_probe
from runtime.model.findings import Probe
from runtime.model.messages import Message, message

RLBOT_PORT: Final = 23234
"""Default port of servers of the protocol."""


@dataclass(frozen=True, kw_only=True)
class AttachedGame(Game):
    """A server that already listens."""

    capabilities: ClassVar = Capabilities(
        name=message("attached", "Running server"),
        hint=message("attached-hint", "A server that you started yourself on port {port}", port=str(RLBOT_PORT)),
        title=message("game-attached", "the server on port {port}", port=str(RLBOT_PORT)),
        keeps_early_sessions=False,
    )

    port: int = RLBOT_PORT

    @classmethod
    def probes(cls, _settings: GameSettings) -> tuple[Probe, ...]:
        """See `Game`."""
        return (port_probe(RLBOT_PORT, message("port-of-servers", "the usual port of servers")),)

    @property
    def title(self) -> Message:
        """See `Game`."""
        return message("game-attached", "the server on port {port}", port=str(self.port))

    def explain_absence(self, waited_s: float) -> Message:
        """See `Game`."""
        return message(
            "server-absent",
            "No server answered on {address} within {seconds:g} s. Start it, or choose the arena.",
            address=f"{self.host}:{self.port}",
            seconds=waited_s,
        )

    def explain_loss(self, reason: Message) -> Message:
        """See `Game`."""
        address = f"{self.host}:{self.port}"
        return message(
            "server-ended", "The server on {address} ended the session: {reason}", address=address, reason=reason
        )
