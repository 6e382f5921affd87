"""Commands of a front end to a running match.

A new command is a class here, a member of `Command` and a case in `_handle` of `runtime.match.monitor`; or a member of
`AgentCommand` and a case in `handle` of `runtime.agents.match_agents`. `keys` are keys of agents (`blue-1`) or sides
(`blue`, `orange`, `script`); empty means every agent.
"""

from dataclasses import dataclass
from pathlib import Path

from runtime.model.driving import InputSource
from runtime.model.placements import StateChange
from runtime.model.states import SwapMode


@dataclass(frozen=True, slots=True, kw_only=True)
class _ForAgents:
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Feed:
    is_wanted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StopMatch:
    """Ends the match as soon as possible, in any stage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SendConsole:
    """Sends a console command to the game, such as `kickabout pause`; ignored if there is no game."""

    text: str


class SwapAgents(_ForAgents):
    """Swaps in the current source of agents; agents that are named by their key even if nothing changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSwap(_ForAgents):
    """Accepts or declines the new versions of agents; no effect on agents without a new version."""

    is_wanted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSwapMode(_ForAgents):
    """Sets what happens from now on when the source of agents changes."""

    mode: SwapMode


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreVersion:
    """Lets an earlier version of one agent play again, as a process; the files in its folder stay as they are."""

    keys: tuple[str]
    version: int


class RestartAgents(_ForAgents):
    """Stops agents and starts them again; also starts agents that have ended."""


class StopAgents(_ForAgents):
    """Stops agents; the match continues without them, as long as one is left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DebugAgents(_ForAgents):
    """Restarts agents under a debugger that waits for an editor, or without it; the match waits for their answers.

    An agent that the user starts is only waited for.
    """

    is_on: bool
    debugpy: Path | None = None
    """Folder of the debugger; None if the agent's own packages include it."""


class FollowDrawings(_Feed):
    """Starts or stops the events about agents' drawings; only the arena reports drawings."""


class FollowPath(_Feed):
    """Starts or stops the events about the ball's predicted path, which costs the server time in each tick."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowDrawing(_ForAgents):
    """Allows or forbids agents to draw; if the match never allows it, a note says so."""

    is_allowed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SetState:
    """Changes the state of the match; if the match does not allow it, a note says so."""

    change: StateChange


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveCar:
    """Drives the human's car with the inputs of `source`; None stops driving. If it fails, a note says why."""

    source: InputSource | None


AgentCommand = SwapAgents | AnswerSwap | SetSwapMode | RestoreVersion | RestartAgents | StopAgents | DebugAgents
Command = StopMatch | SendConsole | AgentCommand | FollowDrawings | FollowPath | AllowDrawing | SetState | DriveCar
