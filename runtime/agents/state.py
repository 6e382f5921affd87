"""The states of an agent as a table of transitions; `AgentTable` applies it."""

from enum import Enum
from typing import Final

from runtime.model.states import AgentState
from runtime.transitions import Transitions

PREPARED: Final = (AgentState.READY, AgentState.PLAYING)
PRESENT: Final = (AgentState.CONNECTED, *PREPARED)
"""The states in which the server knows the agent."""
ON_THE_WAY: Final = (AgentState.STARTING, AgentState.CONNECTED)


class AgentEvent(Enum):
    """The events of an agent."""

    LEFT_TO_USER = "the user has to start it"
    POSTPONED = "it starts as soon as the game listens"
    LAUNCHED = "its process is being started on request"
    STARTED = "its process runs"
    NOT_STARTED = "its process could not be started"
    CONNECTED = "the server knows its session"
    READY = "the server knows that it is ready"
    PLAYS = "it takes part in the match"
    TAKEN_OVER = "another process that is ready has its place"
    OVERDUE = "it was awaited in vain"
    LOST = "its connection to the server ended"
    HUNG = "it stopped answering, and its process is killed"
    EXITED = "its process ended with exit code 0"
    CRASHED = "its process ended otherwise"
    RECALLED = "its process is ended so that it can start again on request"
    RESTARTING = "it will be restarted by the match's rules"
    STOPPING = "its process is asked to end"
    STOPPED = "its process is gone, as it was asked to"
    WITHDRAWN = "the user stopped it while it had no process"
    MATCH_ENDED = "the match ended while it had no process"


_ALIVE: Final = (*ON_THE_WAY, *PREPARED)
_FAULTS: Final = (AgentState.EXITED, AgentState.CRASHED, AgentState.HUNG, AgentState.FAILED)
_UNFINISHED: Final = (AgentState.IDLE, AgentState.MANUAL, *_ALIVE, AgentState.FAILED)
"""States that a report of the server can change. `FAILED` is one of them, because an agent that lost its connection may
come back while its process runs."""
_ENDABLE: Final = (*_UNFINISHED, AgentState.RESTARTING, AgentState.EXITED, AgentState.CRASHED)

TRANSITIONS: Final = Transitions(
    "an agent",
    (AgentEvent.LEFT_TO_USER, [AgentState.IDLE, AgentState.PLAYING], AgentState.MANUAL),
    (AgentEvent.POSTPONED, [AgentState.IDLE, AgentState.STOPPED, *_FAULTS], AgentState.IDLE),
    (
        AgentEvent.LAUNCHED,
        [AgentState.IDLE, *_ALIVE, AgentState.RESTARTING, AgentState.STOPPING, AgentState.STOPPED, *_FAULTS],
        AgentState.STARTING,
    ),
    (AgentEvent.STARTED, [*_UNFINISHED, AgentState.RESTARTING, *_FAULTS], AgentState.STARTING),
    (AgentEvent.NOT_STARTED, [*_UNFINISHED, AgentState.RESTARTING], AgentState.FAILED),
    (AgentEvent.CONNECTED, _UNFINISHED, AgentState.CONNECTED),
    (AgentEvent.READY, _UNFINISHED, AgentState.READY),
    (AgentEvent.PLAYS, _UNFINISHED, AgentState.PLAYING),
    *((AgentEvent.TAKEN_OVER, [state], state) for state in PRESENT),
    (
        AgentEvent.OVERDUE,
        [AgentState.IDLE, AgentState.MANUAL, *ON_THE_WAY, AgentState.RESTARTING, AgentState.STOPPED],
        AgentState.FAILED,
    ),
    (AgentEvent.LOST, PRESENT, AgentState.FAILED),
    (AgentEvent.HUNG, [*_ALIVE, AgentState.RESTARTING, AgentState.FAILED], AgentState.HUNG),
    (AgentEvent.EXITED, _ENDABLE, AgentState.EXITED),
    (AgentEvent.CRASHED, _ENDABLE, AgentState.CRASHED),
    (AgentEvent.RECALLED, [*_ALIVE, AgentState.RESTARTING, AgentState.STOPPING, *_FAULTS], AgentState.RESTARTING),
    (AgentEvent.RESTARTING, _FAULTS, AgentState.RESTARTING),
    (AgentEvent.STOPPING, [*_ALIVE, AgentState.RESTARTING, *_FAULTS], AgentState.STOPPING),
    (AgentEvent.STOPPED, [*_ALIVE, AgentState.RESTARTING, AgentState.STOPPING], AgentState.STOPPED),
    (
        AgentEvent.WITHDRAWN,
        [AgentState.IDLE, AgentState.MANUAL, *_ALIVE, AgentState.RESTARTING, AgentState.STOPPING],
        AgentState.STOPPED,
    ),
    (AgentEvent.MATCH_ENDED, [AgentState.MANUAL, AgentState.STARTING], AgentState.IDLE),
    (AgentEvent.MATCH_ENDED, [*PRESENT, AgentState.RESTARTING], AgentState.STOPPED),
)
"""Servers and processes report late: an agent that has been stopped may still be reported as connected. An event
without a row for the present state therefore has no meaning."""
