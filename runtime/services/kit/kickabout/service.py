"""The class that authors of agent services derive from."""

import json
import os
import sys
from pathlib import Path
from typing import Any, ClassVar

import rlbot_flatbuffers as flat

from .channel import RECORDED_VARIABLE, VARIABLE, Setup, value_of
from .games import Game
from .loop import ServiceFailedError
from .observation import car_table, controller, observe
from .runners import play, replay, serve


class AgentService:
    """One program that drives many cars in many games with one model.

    A derived class overrides `act`, and what it needs of the other methods; everything that they need to know is in
    their arguments, because games mix in each batch. Started by another launcher, the program drives the cars of its
    agent id like any bot.

    Args:
        agent_id: used if the launcher names none.
    """

    restarts: ClassVar[int | None] = 10
    """How often `restart` may be called until the service ends; None for no limit."""
    restarts_per_minute: ClassVar[int | None] = 3
    wants_ball_predictions: ClassVar[bool] = False

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
        return observe(packet, car, self._table(packet))

    def act(self, observations: Any) -> Any:
        """Returns the actions for a batch of observations, one row for each.

        Raises:
            NotImplementedError: the derived class has none.
        """
        raise NotImplementedError

    def control(self, action: Any) -> flat.ControllerState:
        """Returns the controls for an action: by default eight numbers; see `kickabout.controller`."""
        return controller(action)

    def reward(self, game: Game, packet: flat.GamePacket, car: int) -> float | None:  # noqa: ARG002 - likewise
        """Returns how well a car does; its mean is shown beside the game. None for no reward."""
        return None

    def end(self, game: Game) -> None:
        """A game is over."""

    def restart(self, error: Exception) -> None:  # noqa: ARG002 - likewise
        """An own method raised; by default, the model is loaded again."""
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
        except ServiceFailedError as error:
            print(f"{error}", file=sys.stderr)
            code = 1
        except KeyboardInterrupt:
            code = 130
        sys.stdout.flush()
        sys.exit(code)

    @property
    def has_rewards(self) -> bool:
        """Returns whether the derived class computes rewards."""
        return type(self).reward is not AgentService.reward

    _tables: tuple[Any, Any] = (None, None)

    def _table(self, packet: flat.GamePacket) -> Any:
        """Returns the table of a packet, which several games and cars may share."""
        if self._tables[0] is not packet:
            self._tables = packet, car_table(packet)
        return self._tables[1]
