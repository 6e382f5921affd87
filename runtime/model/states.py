"""The states of processes, agents, stages, swaps and matches."""

from enum import Enum


class AgentState(Enum):
    """The state of one agent of a match; window, log and result use the same words."""

    IDLE = "not started"
    MANUAL = "waiting for you"
    STARTING = "starting"
    CONNECTED = "connected"
    READY = "ready"
    PLAYING = "playing"
    RESTARTING = "restarting"
    STOPPING = "stopping"
    STOPPED = "stopped"
    EXITED = "exited"
    CRASHED = "crashed"
    HUNG = "hung"
    FAILED = "failed"

    @property
    def is_over(self) -> bool:
        """True if the agent no longer takes part in the match."""
        return self is AgentState.STOPPED or self.is_fault

    @property
    def is_fault(self) -> bool:
        """True if the agent ended without a request."""
        return self in (AgentState.EXITED, AgentState.CRASHED, AgentState.HUNG, AgentState.FAILED)


class AgentEnding(Enum):
    """The ways in which an agent's process can end."""

    NOT_STARTED = "could not be started"
    BEFORE_READY = "ended before it was ready"
    CRASH = "crashed while playing"
    HANG = "stopped answering"
    TOO_SLOW = "used up its time"
    LEFT = "left while playing"
    STOPPED = "stopped"


class WhenSpent(Enum):
    """The rule for an agent that has ended and has no restarts left.

    `BENCH`: its cars stand still and the others play on. `FORFEIT`: the other side wins by default. `END`: the match
    fails.
    """

    BENCH = "bench"
    FORFEIT = "forfeit"
    END = "end"


class MatchStage(Enum):
    """The stages of a match, in their order."""

    CHECK = "Check files"
    GAME = "Start game"
    AGENTS = "Start agents"
    READY = "Agents ready"
    KICKOFF = "Kickoff"
    PLAY = "Play"
    SHUTDOWN = "Finished"


class StageState(Enum):
    """The progress of one stage of a match."""

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"


class Outcome(Enum):
    """The outcome of a match; `INTERRUPTED` means that the user stopped it."""

    FINISHED = "finished"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


class Blame(Enum):
    """The cause of a failed match; decides the exit code of the command line."""

    NOBODY = "nobody"
    MATCH = "match"
    DOCUMENT = "document"
    INFRASTRUCTURE = "infrastructure"


class Remedy(Enum):
    """What a front end can offer after a match that its game has failed."""

    RESTART_GAME = "restart game"
    """Close the running game, with the user's consent, and start it as matches need it."""
    GET_SERVER = "get server"
    """Install the server's program, or say where it is."""
    SET_UP_GAME = "set up game"
    """Look at what is installed and how the game is started."""


class SwapMode(Enum):
    """What happens when the source of an agent changes during a match."""

    OFF = "off"
    ASK = "ask"
    AUTO = "auto"


class SwapState(Enum):
    """The progress of an agent's next version; the transitions are in `runtime.agents.swaps.state`."""

    IDLE = "up to date"
    CHANGED = "changed"
    CHECKING = "checking"
    CLEARING = "stopping the old version"
    STARTING = "starting the new version"
    TRIAL = "trying the new version"
    REFUSED = "rejected"

    @property
    def is_busy(self) -> bool:
        """True if a swap is under way."""
        return self in (SwapState.CHECKING, SwapState.CLEARING, SwapState.STARTING, SwapState.TRIAL)


class SwapOutcome(Enum):
    """The outcome of one swap.

    `REFUSED`: the new version was not started. `FAILED`: it was started, but did not pass its trial. `RETURNED`: it
    failed soon after it had taken over, and the version before it plays again. `APPLIED`: the change took effect
    without a new process, or does not need one.
    """

    SWAPPED = "swapped"
    APPLIED = "applied"
    REFUSED = "refused"
    FAILED = "failed"
    RETURNED = "returned"
    DECLINED = "declined"
    CANCELLED = "broken off"


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


class AirState(Enum):
    """State of a car on the ground or in the air, in the order of the protocol's numbers."""

    ON_GROUND = "OnGround"
    JUMPING = "Jumping"
    DOUBLE_JUMPING = "DoubleJumping"
    DODGING = "Dodging"
    IN_THE_AIR = "InAir"
