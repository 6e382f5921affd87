"""The states that processes, agents, stages and matches can be in; imports nothing of Kickabout."""

from enum import Enum


class ChildState(Enum):
    """Where one process that we started stands; `processes.life_cycle` holds the arrows between them."""

    STARTING = "starting"
    RUNNING = "running"
    ASKED = "asked to stop"
    TERMINATING = "terminating"
    KILLING = "killing"
    STOPPED = "stopped"
    EXITED = "exited"
    FAILED = "failed"

    @property
    def is_final(self) -> bool:
        """Whether no process of this child is left."""
        return self in (ChildState.STOPPED, ChildState.EXITED, ChildState.FAILED)


class AgentState(Enum):
    """Where one agent of a match stands, in the words that window, log and result share."""

    IDLE = "not started"
    MANUAL = "waiting for you"
    STARTING = "starting"
    CONNECTED = "connected"
    READY = "ready"
    PLAYING = "playing"
    STOPPING = "stopping"
    STOPPED = "stopped"
    EXITED = "exited"
    CRASHED = "crashed"
    FAILED = "failed"

    @property
    def is_over(self) -> bool:
        """Whether the agent no longer takes part in the match."""
        return self in (AgentState.STOPPED, AgentState.EXITED, AgentState.CRASHED, AgentState.FAILED)

    @property
    def is_fault(self) -> bool:
        """Whether the agent ended although nobody asked it to."""
        return self in (AgentState.EXITED, AgentState.CRASHED, AgentState.FAILED)


class MatchStage(Enum):
    """The stages of a match, in the order in which they happen."""

    CHECK = "Check the documents"
    GAME = "Start the game"
    AGENTS = "Start the agents"
    READY = "Agents get ready"
    KICKOFF = "Kickoff"
    PLAY = "Play"
    SHUTDOWN = "Everything down"


class StageState(Enum):
    """How far one stage of a match is."""

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"


class Outcome(Enum):
    """How a match ended; `INTERRUPTED` means that the user stopped it."""

    FINISHED = "finished"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


class Blame(Enum):
    """Who caused a failed match; decides the exit code of the command line."""

    NOBODY = "nobody"
    MATCH = "match"
    DOCUMENT = "document"
    INFRASTRUCTURE = "infrastructure"


class Phase(Enum):
    """The phases of a match as the protocol names them."""

    INACTIVE = "Inactive"
    COUNTDOWN = "Countdown"
    KICKOFF = "Kickoff"
    ACTIVE = "Active"
    GOAL_SCORED = "GoalScored"
    REPLAY = "Replay"
    PAUSED = "Paused"
    ENDED = "Ended"
