"""The kit for authors of agent services: one program that drives many cars in many matches with one model.

It needs numpy and `rlbot_flatbuffers`, nothing of Kickabout.
"""

from .games import Game
from .observation import SIZE as OBSERVATION_SIZE
from .observation import car_table, controller
from .service import AgentService

__all__ = ["OBSERVATION_SIZE", "AgentService", "Game", "car_table", "controller"]
