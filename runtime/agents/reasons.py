"""Sentences about agents: why an agent ended or is killed, and remarks on how it took part."""

from pathlib import Path
from typing import Final

from runtime.agents.output import AgentOutput, place_of
from runtime.agents.roster import Agent
from runtime.model.messages import Message, message, sentences
from runtime.model.states import AgentEnding, AgentState
from runtime.model.values import AgentStatus

TIME_USED_UP: Final = message(
    "time-used-up", "It took too long for its answers in lockstep: its answer_budget_s is used up."
)


def explanation(output: AgentOutput, agent: Agent) -> str:
    """Returns the line of an agent's output that explains its end, without a full stop; empty without output."""
    return output.explained(Path(agent.root_dir)).rstrip(".")


def last_output(output: AgentOutput, agent: Agent) -> Message | None:
    """Returns the agent's last output as a sentence; None if there was none."""
    text = explanation(output, agent)
    return message("last-output", "Last output: {output}.", output=text) if text else None


def last_output_of(output: AgentOutput, agent: Agent) -> Message | None:
    """Like `last_output`, with the agent's name."""
    text = explanation(output, agent)
    if not text:
        return None
    return message("last-output-of", "{agent}'s last output: {output}.", agent=agent.name, output=text)


def verdict(
    agent: Agent, output: AgentOutput, reached: AgentState, code: int | None, how: Message
) -> tuple[AgentEnding, Message]:
    """Returns how and why an agent ended that was not asked to end.

    Args:
        agent: the agent.
        output: what its process printed.
        reached: the furthest state that the process reached: `STARTING` up to `PLAYING`.
        code: the exit code; None when a signal ended the process.
        how: the end of the process in words, without a full stop.
    """
    if reached is AgentState.PLAYING and code == 0:
        ending, text = AgentEnding.LEFT, message("agent-left", "Left while playing ({how})", how=how)
    elif reached is AgentState.PLAYING:
        ending, text = AgentEnding.CRASH, message("agent-crashed", "Ended while playing ({how})", how=how)
    elif reached is AgentState.READY:
        ending = AgentEnding.BEFORE_READY
        text = message("agent-ended-before-kickoff", "Ended before the kickoff ({how})", how=how)
    else:
        ending = AgentEnding.BEFORE_READY
        text = message("agent-ended-before-ready", "Ended before it was ready ({how})", how=how)
    if code is not None and output.has_error:
        error = explanation(output, agent)
        return ending, message(text.code, "{end}: {error}.", end=text, error=error)
    return ending, sentences(message(text.code, "{end}.", end=text), last_output(output, agent))


def hang_reason(frames: int, *, is_lost: bool, is_reported: bool) -> Message:
    """Returns why an agent is killed after `frames` frames without a sign of life.

    Without reports from the server, the signs of life are processor time, output and changed inputs.
    """
    if not is_reported:
        return message(
            "agent-inactive",
            "Used no CPU time, printed nothing and changed no input for {frames:,} frames, so it was killed.",
            frames=frames,
        )
    if is_lost:
        return message(
            "agent-stayed-away",
            "Lost its connection and did not come back for {frames:,} frames, so it was killed.",
            frames=frames,
        )
    return message("agent-silent", "Answered nothing for {frames:,} frames, so it was killed.", frames=frames)


def delay_reason(within_s: float) -> Message:
    """Returns why an agent that was restarted is killed if it is not ready within this time."""
    return message(
        "restart-too-slow", "Was not ready within {seconds:g} s of its restart, so it was killed.", seconds=within_s
    )


def hung_place(output: AgentOutput, agent: Agent) -> Message | None:
    """Returns where an agent hung in its own source, as its printed stack shows; None if unknown."""
    folder = Path(agent.root_dir)
    frame = output.hung_at(folder)
    return message("hung-at", "It hung at {place}.", place=place_of(frame, folder)) if frame is not None else None


def restart_remark(restarts: int, fault: Message) -> Message:
    """Returns how often an agent was restarted, and why it ended the last time."""
    if restarts == 1:
        return message("restarted-once", "Was restarted once. {fault}", fault=fault)
    if restarts == 2:
        return message("restarted-twice", "Was restarted twice. {fault}", fault=fault)
    return message("restarted-often", "Was restarted {count} times. {fault}", count=restarts, fault=fault)


def fault_sentence(agent: AgentStatus) -> Message:
    """Returns a sentence that names an agent and says how and why it ended unexpectedly."""
    name = f"{agent.name} ({agent.key})"
    reason = agent.reason or ""
    match agent.state:
        case _ if agent.ending is AgentEnding.TOO_SLOW:
            return message("agent-too-slow", "{agent} was too slow: {reason}", agent=name, reason=reason)
        case AgentState.EXITED:
            return message("agent-exited", "{agent} exited: {reason}", agent=name, reason=reason)
        case AgentState.CRASHED:
            return message("agent-crashed", "{agent} crashed: {reason}", agent=name, reason=reason)
        case AgentState.HUNG:
            return message("agent-hung", "{agent} hung: {reason}", agent=name, reason=reason)
        case _:
            return message("agent-failed", "{agent} failed: {reason}", agent=name, reason=reason)
