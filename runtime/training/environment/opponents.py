"""Drivers for cars without an agent."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import rlbot_flatbuffers as flat
import RocketSim
from numpy.typing import NDArray

from runtime.arena.bots.driving import Driver
from runtime.arena.bots.stand_in import SKILLS, driver_of
from runtime.arena.modes import MODES
from runtime.documents import Car, CarKind, Mutators
from runtime.training.environment.state import Floats


class Policy(Protocol):
    """Drives cars according to observations; uses the environment's observation and actions.

    A method `set_parameters(parameters)` gets the environment's parameters `opponents.NAME`, as NAME.
    """

    def act(self, observations: Floats) -> NDArray[Any]:
        """Returns actions (m,) or (m, size) for observations (m, n)."""


class StandIns:
    """The arena's stand-ins, which use the state of cars and ball instead of observations.

    Args:
        skill: Beginner, Rookie, Pro or AllStar.
    """

    def __init__(self, *, skill: str = "Rookie") -> None:
        if skill not in SKILLS:
            raise ValueError(f"There is no skill {skill!r}. Known skills: {', '.join(SKILLS)}.")
        self._skill = skill

    def drivers(
        self, mode: str, teams: Sequence[int], agents: int, mutators: Mutators
    ) -> "list[tuple[int, StandInDriver]]":
        """Returns a new driver for each car without an agent, with the car's index."""
        drivers = []
        for index in range(agents, len(teams)):
            car = Car(kind=CarKind.PSYONIX, team=teams[index], skill=self._skill)
            ahead = sum(team == car.team for team in teams[agents:index])
            driver = driver_of(car, MODES[mode], mutators, ahead_frames=ahead)
            drivers.append((index, StandInDriver(driver, SKILLS[self._skill].look_frames, ahead)))
        return drivers

    def act(self, _observations: Floats) -> NDArray[Any]:
        """Never called: a stand-in decides per car and arena, see `drivers`."""
        raise NotImplementedError


class Bot:
    """A bot, which is a separate program and plays in matches; workers start one for each arena.

    Args:
        path: path of its bot.toml.
    """

    def __init__(self, *, path: str = "") -> None:
        if not path:
            raise ValueError("path must name the bot.toml of a bot")
        self.path = path

    def act(self, _observations: Floats) -> NDArray[Any]:
        """Never called: a bot answers the packets of its match."""
        raise NotImplementedError


class StandInDriver:
    """A stand-in in an environment, which decides once per step instead of once per tick.

    It decides in a step if it would decide in one of the step's ticks.
    """

    __slots__ = ("_ahead", "_driver", "_look", "controls")

    def __init__(self, driver: Driver, look_ticks: int, ahead_ticks: int) -> None:
        self._driver = driver
        self._look, self._ahead = look_ticks, ahead_ticks
        self.controls = RocketSim.CarControls()

    def decide(self, tick: int, step_ticks: int, car: RocketSim.CarState, ball: RocketSim.BallState) -> None:
        """Updates `controls` for the step that begins at a tick."""
        due = tick + -(tick + self._ahead) % self._look
        chosen = self._driver.decide(due if due < tick + step_ticks else tick, car, ball)
        if chosen is not None:
            self.controls = physical(chosen)


def physical(chosen: flat.ControllerState) -> RocketSim.CarControls:
    """Returns controls in RocketSim's form."""
    return RocketSim.CarControls(
        throttle=chosen.throttle,
        steer=chosen.steer,
        pitch=chosen.pitch,
        yaw=chosen.yaw,
        roll=chosen.roll,
        jump=chosen.jump,
        boost=chosen.boost,
        handbrake=chosen.handbrake,
    )


BOT: Final = "bot"
OPPONENTS: Final[dict[str, Callable[..., StandIns | Bot]]] = {"stand_in": StandIns, BOT: Bot}
