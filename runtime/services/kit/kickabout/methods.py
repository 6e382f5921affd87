"""The methods of an agent service that authors may override."""

from typing import Any, ClassVar, Final

import rlbot_flatbuffers as flat

from .games import Game
from .observation import controllers, observe

_KEPT: Final = 7
"""Packets, besides the newest one, whose observations are kept; one batch can contain several matches."""


class ServiceMethods:
    """The part of `AgentService` that the loop calls."""

    restarts: ClassVar[int | None] = 10
    """Maximum number of calls of `restart` before the service ends; None for no limit.

    If the other methods raise for a game, the same limits apply to that game alone, and only that game ends.
    """
    restarts_per_minute: ClassVar[int | None] = 3
    wants_ball_predictions: ClassVar[bool] = False
    tick_skip: ClassVar[int] = 1
    """Ticks for which an action holds; a new phase of the match, such as a kickoff, ends it early."""

    def __init__(self, agent_id: str = "") -> None:
        self.agent_id = agent_id

    def load(self) -> None:
        """Loads the model; called once, before the first game."""

    def begin(self, game: Game) -> None:
        """Called before a game begins, when its match, field and cars are known. An exception declines the game."""

    def observe(self, game: Game, packet: flat.GamePacket, car: int) -> Any:  # noqa: ARG002 - for derived classes
        """Returns the input for a car: by default the built-in observation, `kickabout.OBSERVATION_SIZE` numbers.

        If all cars have arrays, `act` gets them stacked; otherwise it gets a list.
        """
        return self._observed(packet)[car]

    def act(self, observations: Any) -> Any:
        """Returns the actions for a batch of observations, one row for each.

        Raises:
            NotImplementedError: the derived class does not define it.
        """
        raise NotImplementedError

    def control(self, action: Any) -> flat.ControllerState:
        """Returns the controls for one row of `act`'s result; by default eight numbers, see `kickabout.controllers`.

        If this method is not overridden, all rows are converted at once.
        """
        return controllers([action])[0]

    def reward(self, game: Game, packet: flat.GamePacket, car: int) -> float | None:  # noqa: ARG002 - for derived classes
        """Returns a car's reward for this packet; None for no reward. The mean is displayed with the game."""
        return None

    def end(self, game: Game) -> None:
        """Called when a game is over."""

    def restart(self, error: Exception) -> None:  # noqa: ARG002 - for derived classes
        """Called when `act` or `control` raised for all games; by default, loads the model again."""
        self.load()

    def controls(self, actions: Any) -> list[flat.ControllerState]:
        """Returns the controls for the result of `act`."""
        if type(self).control is ServiceMethods.control:
            return controllers(actions)
        return [self.control(action) for action in actions]

    @property
    def has_rewards(self) -> bool:
        """True if the derived class computes rewards."""
        return type(self).reward is not ServiceMethods.reward

    _seen: tuple[tuple[Any, Any], ...] = ()

    def _observed(self, packet: flat.GamePacket) -> Any:
        """Returns the observations of a packet, computed once for all games and cars that share it."""
        for known, seen in self._seen:
            if known is packet:
                return seen
        seen = observe(packet)
        self._seen = ((packet, seen), *self._seen[:_KEPT])
        return seen
