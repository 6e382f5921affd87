"""What a lineup keeps of one agent, and the words for how it ended and how it took part."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from runtime.agents.output import LastWords
from runtime.agents.roster import Agent
from runtime.agents.usage import NOTHING
from runtime.model.states import AgentEnding, AgentState
from runtime.model.teams import SCRIPTS
from runtime.model.values import AgentStatus
from runtime.telemetry import AnswerRate
from runtime.telemetry.report import AgentReport

FEWEST_FRAMES: Final = 60
"""Of an agent that got fewer, nothing is said about how many it answered."""
SILENCE_S: Final = 5.0
"""Who answers nothing for so long at the end of a match is said to have stopped."""
EXPLANATION_S: Final = 0.4
"""How long the end of a process may come after that of its session, which it explains."""
FRAMES_PER_S: Final = 120
_TIMES: Final = {1: "once", 2: "twice"}


@dataclass(slots=True, kw_only=True)
class Entry:
    """One agent of a lineup; changed by the lineup alone."""

    agent: Agent
    status: AgentStatus
    told: AgentStatus
    rate: AnswerRate = field(default_factory=AnswerRate)
    words: LastWords = field(default_factory=LastWords)
    has_been_ready: bool = False
    """Whether its present or last process was ready to play."""
    has_played: bool = False
    """Whether its present or last process took part in the match."""
    started_s: float = 0.0
    """When its present or last process was started."""
    row: AgentReport | None = None
    """What the server told last of it."""
    former_session: int | None = None
    """Number of the session that it told before the present process was launched, if there was one."""
    answered_at: int = 0
    """Number of the frame by which its newest answer is known to have come, or since which it takes part."""
    answered_s: float = 0.0
    """When that was."""
    is_metered: bool = False
    """Whether it has been told what its present or last process uses."""
    fell_s: float = 0.0
    """When its last fault began."""
    fault: AgentStatus | None = None
    """How it stood when its process last ended unasked, before anything was decided about it."""
    is_decided: bool = False
    """Whether it is decided what becomes of the fault it is in."""
    is_recovering: bool = False
    """Whether it is being started again because it ended unasked."""

    @property
    def is_fallen(self) -> bool:
        """Whether it has ended unasked and nothing is decided about it."""
        is_gone = self.status.state.is_fault and self.status.pid is None
        return is_gone and not self.is_decided and not self.agent.is_manual

    @property
    def is_lost(self) -> bool:
        """Whether it may come back although the server ended its connection: nothing says that its process ended."""
        return self.status.state is AgentState.FAILED and (self.status.pid is not None or self.agent.is_manual)

    def is_of_former(self, row: AgentReport) -> bool:
        """Whether the server still tells of a session that stood before the present process was launched."""
        return row.session is not None and row.session == self.former_session

    def is_clear(self, now_s: float) -> bool:
        """Whether the state that it is in will last: a fault with a process is mostly followed by that one's end."""
        is_passing = (self.is_lost or self.has_hung) and now_s - self.fell_s < EXPLANATION_S
        return not self.is_fallen and not is_passing

    @property
    def has_hung(self) -> bool:
        """Whether its process is being killed because it stopped answering."""
        return self.status.state is AgentState.HUNG and self.status.pid is not None


def new_entry(agent: Agent) -> Entry:
    """The entry of an agent of which nothing has happened yet."""
    status = AgentStatus(
        key=agent.key,
        name=agent.name,
        agent_id=agent.agent_id,
        team=agent.team,
        cars=agent.cars,
        state=AgentState.IDLE,
    )
    return Entry(agent=agent, status=status, told=replace(status, starts=-1))


def verdict(entry: Entry, code: int | None, how: str) -> tuple[AgentState, AgentEnding, str]:
    """State, ending and reason of an agent whose process ended unasked; `how` says it without a full stop."""
    state = AgentState.EXITED if code == 0 else AgentState.CRASHED
    if entry.has_played:
        ending = AgentEnding.LEFT if code == 0 else AgentEnding.CRASH
        text = "Left while playing" if code == 0 else "Ended while playing"
    else:
        ending = AgentEnding.BEFORE_READY
        text = "Ended before the kickoff" if entry.has_been_ready else "Ended before it was ready"
    if code is not None and entry.words.has_error:
        return state, ending, f"{text} ({how}): {entry.words.explained(Path(entry.agent.root_dir))}"
    said = last_words(entry)
    return state, ending, " ".join([f"{text} ({how}).", *said]) if said else f"{text} ({how})"


def hang_text(entry: Entry, frames: int, *, is_reported: bool) -> str:
    """Why an agent that gave no sign of life for so many frames is killed, in sentences.

    Where no report says who answers, a sign of life is what can be seen from outside.
    """
    did = "Lost its connection and did not come back" if entry.is_lost else "Answered nothing"
    if not is_reported:
        did = "Used no processor time, printed nothing and changed no input"
    return " ".join([f"{did} for {frames:,} frames, so it was killed.", *last_words(entry)])


def delay_text(entry: Entry, within_s: float) -> str:
    """Why an agent is killed that was restarted and did not become ready in time, in sentences."""
    text = f"Was not ready within {within_s:g} s of its restart, so it was killed."
    return " ".join([text, *last_words(entry)])


def restart_remark(entry: Entry) -> str:
    """What is to be said of an agent that was restarted and plays; empty of others."""
    if not entry.status.restarts or entry.fault is None or entry.status.state.is_fault:
        return ""
    text = str(entry.fault.reason).rstrip(".")
    count = entry.status.restarts
    return f"Was restarted {_TIMES.get(count, f'{count} times')}; it {text[:1].lower()}{text[1:]}."


def silence_remark(entry: Entry, frame: int, *, is_hurried: bool) -> str:
    """What is to be said of an agent that plays but does not answer; empty where all is well."""
    status, frames = entry.status, entry.status.packets
    if status.state is not AgentState.PLAYING or not entry.agent.cars or frames < FEWEST_FRAMES:
        return ""
    silence_s = (frame - entry.answered_at) / FRAMES_PER_S
    if not status.answers:
        text = "Never answered."
    elif 2 * status.answers < frames and not is_hurried and not status.restarts:
        text = f"Answered only {status.answers} of {frames} frames."
    elif silence_s >= SILENCE_S:
        text = f"Answered nothing in the last {silence_s:.0f} s."
    else:
        return ""
    return " ".join([text, *last_words(entry)])


def last_words(entry: Entry, whose: str = "") -> tuple[str, ...]:
    """The agent's last output as a sentence, which names the agent if `whose` is given; empty if there was none."""
    text = entry.words.explained(Path(entry.agent.root_dir)).rstrip(".")
    start = f"{whose}'s last output" if whose else "Last output"
    return (f"{start}: {text}.",) if text else ()


def outline(status: AgentStatus) -> AgentStatus:
    """The status without its counters."""
    return replace(status, packets=0, answers=0, late=0, answers_per_s=None, errors=0, **NOTHING)


def is_about(row: AgentReport, agent: Agent) -> bool:
    """Whether a row of the server's report is about this agent."""
    if agent.cars:
        return row.team == agent.team and not set(row.cars).isdisjoint(agent.cars)
    return row.team == SCRIPTS and row.agent_id == agent.agent_id
