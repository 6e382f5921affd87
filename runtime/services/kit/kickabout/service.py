"""The class that authors of agent services derive from."""

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
"""Packets whose observations are kept beside the newest one: those of the matches of one batch."""


class AgentService:
    """One program that drives many cars in many games with one model.

    A derived class overrides `act`, and what it needs of the other methods; everything that they need to know is in
    their arguments, because games mix in each batch. Started by another launcher, the program drives the cars of its
    agent id like any bot.

    Args:
        agent_id: used if the launcher names none.
    """

    restarts: ClassVar[int | None] = 10
    """How often `restart` may be called until the service ends; None for no limit.

    A game about which the other methods raise has its own count of the same limits, and ends alone.
    """
    restarts_per_minute: ClassVar[int | None] = 3
    wants_ball_predictions: ClassVar[bool] = False
    tick_skip: ClassVar[int] = 1
    """Ticks for which an action holds; a change of the match's phase, such as a kickoff, begins a new one."""

    def __init__(self, agent_id: str = "") -> None:
        self.agent_id = agent_id

    def load(self) -> None:
        """Loads the model; called once, before the first game."""

    def begin(self, game: Game) -> None:
        """A game is about to begin: its match, field and cars are known. An exception declines it."""

    def observe(self, game: Game, packet: flat.GamePacket, car: int) -> Any:  # noqa: ARG002 - for derived classes
        """Returns what `act` gets for a car: by default the built-in observation, `kickabout.OBSERVATION_SIZE` numbers.

        Arrays of all cars are stacked; anything else reaches `act` as a list.
        """
        return self._observed(packet)[car]

    def act(self, observations: Any) -> Any:
        """Returns the actions for a batch of observations, one row for each.

        Raises:
            NotImplementedError: the derived class has none.
        """
        raise NotImplementedError

    def control(self, action: Any) -> flat.ControllerState:
        """Returns the controls for a row of what `act` returned: by default eight numbers; see `kickabout.controllers`.

        Without an own method, all rows are converted at once.
        """
        return controllers([action])[0]

    def reward(self, game: Game, packet: flat.GamePacket, car: int) -> float | None:  # noqa: ARG002 - likewise
        """Returns how well a car does; its mean is shown beside the game. None for no reward."""
        return None

    def end(self, game: Game) -> None:
        """A game is over."""

    def restart(self, error: Exception) -> None:  # noqa: ARG002 - likewise
        """`act` or `control` raised for all games; by default, the model is loaded again."""
        self.load()

    def run(self) -> None:
        """Plays: games that a launcher of ours assigns, recordings, or the cars of one agent id. Ends the program."""
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
        """Returns the controls for what `act` returned."""
        if type(self).control is AgentService.control:
            return controllers(actions)
        return [self.control(action) for action in actions]

    @property
    def has_rewards(self) -> bool:
        """Returns whether the derived class computes rewards."""
        return type(self).reward is not AgentService.reward

    _seen: tuple[tuple[Any, Any], ...] = ()

    def _observed(self, packet: flat.GamePacket) -> Any:
        """Returns the observations of a packet, which several games and cars share."""
        for known, seen in self._seen:
            if known is packet:
                return seen
        seen = observe(packet)
        self._seen = ((packet, seen), *self._seen[:_KEPT])
        return seen
