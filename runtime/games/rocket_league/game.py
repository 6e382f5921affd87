"""Rocket League as the game of a match."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Self

from runtime.games.addresses import RLBOT_PORT
from runtime.games.game import Capabilities, Game, GameOrder, GameRun, GameSettings
from runtime.model.findings import Probe
from runtime.model.messages import Message, message

if TYPE_CHECKING:
    from runtime.games.rocket_league.system import System


@dataclass(frozen=True, kw_only=True)
class RocketLeagueGame(Game):
    """RLBotServer, running or started by us, and Rocket League, running or started by either."""

    capabilities: ClassVar = Capabilities(
        name=message("rocket-league", "Rocket League"),
        hint=message("rocket-league-hint", "The real game, through RLBotServer; needs Rocket League on this computer"),
        title=message("game-rocket-league", "Rocket League"),
        keeps_early_sessions=False,
        has_console=False,  # RLBotServer 5.0.0-rc.16 ignores the message
    )

    settings: GameSettings = field(default_factory=GameSettings)
    system: "System | None" = None
    """The computer; None for the real one."""
    first_port: int = RLBOT_PORT
    """The first port that is tried for a server of ours."""

    @classmethod
    def create(cls, settings: GameSettings) -> Self:
        """See `Game`."""
        return cls(settings=settings)

    @classmethod
    def probes(cls, settings: GameSettings) -> tuple[Probe, ...]:
        """See `Game`."""
        from runtime.games.rocket_league.findings import rocket_league_probes  # noqa: PLC0415 - loads processes

        return rocket_league_probes(settings, cls.capabilities.name)

    def begin(self, order: GameOrder) -> GameRun:
        """See `Game`."""
        from runtime.games.rocket_league.run import RocketLeagueRun  # noqa: PLC0415 - loads processes

        return RocketLeagueRun(self.settings, order, self.system, first_port=self.first_port)

    def explain_absence(self, waited_s: float) -> Message:
        """See `Game`."""
        return message(
            "server-silent-after-start",
            "RLBotServer did not answer within {seconds:g} s; the log of the game says how far it came.",
            seconds=waited_s,
        )

    def explain_loss(self, reason: Message) -> Message:
        """See `Game`."""
        return message("server-ended-session", "RLBotServer ended the session. {reason}", reason=reason)
