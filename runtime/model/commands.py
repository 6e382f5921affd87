"""Commands of a front end to a running match.

A new command is a class here and a case in `_handle` of `runtime.match.monitor`, or of `runtime.agents.match_agents` if
it concerns agents. `keys` are keys of agents (`blue-1`) or sides (`blue`, `orange`, `script`); empty means every agent.
"""

from dataclasses import dataclass

from runtime.model.driving import InputSource
from runtime.model.placements import StateChange
from runtime.model.states import SwapMode


@dataclass(frozen=True, slots=True, kw_only=True)
class StopMatch:
    """Ends the match as soon as possible, in whatever stage it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SendConsole:
    """Sends a console command to the game, such as `kickabout pause`; lost when there is no game."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapAgents:
    """Brings the present source of agents into the match; agents named by their key even if nothing changed."""

    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSwap:
    """Accepts or declines the new versions of agents; without effect on agents that did not change."""

    keys: tuple[str, ...] = ()
    is_wanted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSwapMode:
    """Chooses what happens from now on when the source of agents changes."""

    keys: tuple[str, ...] = ()
    mode: SwapMode


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartAgents:
    """Stops agents and starts them again; an agent that has ended is started again."""

    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StopAgents:
    """Stops agents; the match goes on without them, as long as there is one left."""

    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowDrawings:
    """Starts or ends the events about what agents draw; only the arena reports drawings."""

    is_wanted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowPath:
    """Starts or ends the events about the predicted path of the ball, which cost the server time in each tick."""

    is_wanted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowDrawing:
    """Permits or forbids agents to draw; a note says so where the match forbids it for good."""

    keys: tuple[str, ...] = ()
    is_allowed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SetState:
    """Changes the state of the match; a note says so where the match does not allow it."""

    change: StateChange


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveCar:
    """Drives the human's car with the inputs of `source`, or ends that if it is None; a note says why it cannot."""

    source: InputSource | None


AgentCommand = SwapAgents | AnswerSwap | SetSwapMode | RestartAgents | StopAgents
Command = StopMatch | SendConsole | AgentCommand | FollowDrawings | FollowPath | AllowDrawing | SetState | DriveCar
