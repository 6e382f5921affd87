"""The base class of agent services."""

import json
import os
import sys
from pathlib import Path
from typing import Any, ClassVar, Final

import rlbot_flatbuffers as flat

from .channel import RECORDED_VARIABLE, VARIABLE, Setup, value_of
from .games import Game, RecordingError
from .loop import ServiceFailedError
from .observation import controllers, observe
from .runners import play, replay, serve

_KEPT: Final = 7
"""Packets, besides the newest one, whose observations are kept; one batch can contain several matches."""


class AgentService:
    """One program that drives many cars in many games with one model.

    A derived class overrides `act`, and other methods if needed. Each batch mixes games, so the methods should rely
    only on their arguments. If another launcher starts the program, it drives the cars of its agent id like any bot.

    Args:
        agent_id: used if the launcher does not set one.
    """

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

    def reward(self, game: Game, packet: flat.GamePacket, car: int) -> float | None:  # noqa: ARG002 - likewise
        """Returns a car's reward for this packet; None for no reward. The mean is displayed with the game."""
        return None

    def end(self, game: Game) -> None:
        """Called when a game is over."""

    def restart(self, error: Exception) -> None:  # noqa: ARG002 - likewise
        """Called when `act` or `control` raised for all games; by default, loads the model again."""
        self.load()

    def run(self) -> None:
        """Plays games that our launcher assigns, recordings, or the cars of one agent id; then exits the program."""
        setup, recorded = os.environ.get(VARIABLE), os.environ.get(RECORDED_VARIABLE)
        try:
            self.load()
            if setup:
                code = serve(self, value_of(Setup, json.loads(setup)))
            elif recorded:
                code = replay(self, [Path(name) for name in recorded.split(os.pathsep)])
            else:
                code = play(self)
        except (ServiceFailedError, RecordingError) as error:
            print(error, file=sys.stderr)
            code = 1
        except KeyboardInterrupt:
            code = 130
        sys.stdout.flush()
        sys.exit(code)

    def controls(self, actions: Any) -> list[flat.ControllerState]:
        """Returns the controls for the result of `act`."""
        if type(self).control is AgentService.control:
            return controllers(actions)
        return [self.control(action) for action in actions]

    @property
    def has_rewards(self) -> bool:
        """Returns whether the derived class computes rewards."""
        return type(self).reward is not AgentService.reward

    _seen: tuple[tuple[Any, Any], ...] = ()

    def _observed(self, packet: flat.GamePacket) -> Any:
        """Returns the observations of a packet, computed once for all games and cars that share it."""
        for known, seen in self._seen:
            if known is packet:
                return seen
        seen = observe(packet)
        self._seen = ((packet, seen), *self._seen[:_KEPT])
        return seen
