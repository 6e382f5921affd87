"""What becomes of agents while the match goes on: new versions, new starts, and the end of single ones."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from runtime.agents.agent_documents import AgentDocuments
from runtime.agents.launcher import Backstage
from runtime.agents.relaunch import Relaunch
from runtime.agents.roster import Agent, chosen
from runtime.agents.swap_policy import Swaps
from runtime.agents.swap_records import SwapBook
from runtime.agents.swap_runner import Swapping
from runtime.documents.model import Match
from runtime.model.commands import AgentCommand, AnswerSwap, RestartAgents, SetSwapMode, StopAgents, SwapAgents
from runtime.model.events import Event, MatchNoted
from runtime.model.messages import Text
from runtime.model.states import AgentState, SwapMode
from runtime.model.values import GAME_LOG, SwapRecord
from runtime.processes import ChildEvent
from runtime.protocol import InterfaceMessage
from runtime.telemetry.report import GameReport

if TYPE_CHECKING:
    from runtime.agents.source_watch import SourceWatch
    from runtime.watching import WatchNotice

RESTARTED: Final = "The agent was restarted."
STOPPED: Final = "The agent was stopped."


class Direction:
    """Carries out wishes about agents, and their swaps; owned by the match's thread, which calls `look` at every beat.

    Args:
        send: sends a message to the server.
        log: gets an agent's key and a line for its log.
        ready_s: how long a new version may take from its start until it is ready.
    """

    def __init__(
        self,
        *,
        backstage: Backstage,
        match: Match,
        send: Callable[[InterfaceMessage], bool],
        tell: Callable[[Event], None],
        log: Callable[[str, str], None],
        ready_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._backstage = backstage
        self._match = match
        self.relaunch = Relaunch(backstage)
        self._book = SwapBook(lineup=backstage.lineup, tell=tell, log=log, origin=clock())
        swapping = Swapping(
            backstage=backstage,
            relaunch=self.relaunch,
            book=self._book,
            send=send,
            may_dress=match.enable_state_setting,
            ready_s=ready_s,
            clock=clock,
        )
        self.swaps = Swaps(
            crew=backstage.crew,
            lineup=backstage.lineup,
            swapping=swapping,
            book=self._book,
            note=self._note,
            clock=clock,
        )
        self._watch: SourceWatch | None = None
        self._tell = tell
        self._log = log
        self._clock = clock

    @property
    def records(self) -> tuple[SwapRecord, ...]:
        """The swaps that have come to their end."""
        return self._book.records

    @property
    def can_revive(self) -> bool:
        """Whether a save brings an agent back that has ended, so that a match without agents may go on."""
        return self.swaps.is_automatic

    def attend(self, mode: SwapMode) -> None:
        """From now on agents can be swapped, and are watched where `mode`, at first every agent's, wants it."""
        agents = self._backstage.lineup.agents
        self.swaps.attend([AgentDocuments(agent, self._match) for agent in agents], mode)
        self._look_at_files()

    def heed(self, wish: AgentCommand) -> None:
        """Carries out what somebody wants, or says why nothing comes of it."""
        if not chosen(self._backstage.lineup.agents, wish.keys):
            self._note(f"No agent or team is called {' '.join(wish.keys)}.")
            return
        match wish:
            case SwapAgents(keys=keys):
                self.swaps.want(keys)
            case AnswerSwap(keys=keys, is_wanted=is_wanted):
                if not self.swaps.answer(keys, is_wanted=is_wanted):
                    self._note("No change is waiting for an answer.")
            case SetSwapMode(keys=keys, mode=mode):
                self.swaps.choose(keys, mode)
            case RestartAgents(keys=keys):
                for agent in self._ours(keys):
                    self._restart(agent)
            case StopAgents(keys=keys):
                for agent in self._ours(keys):
                    self._stop(agent)

    def look(self) -> None:
        """One look at what changed and at what is under way."""
        self._look_at_files()
        self.swaps.look()

    def hear(self, event: ChildEvent) -> bool:
        """See `ensemble.Follower`."""
        return self.swaps.hear(event) or self.relaunch.hear(event)

    def reported(self, report: GameReport) -> None:
        """See `ensemble.Follower`."""
        self.swaps.reported(report)

    def close(self) -> None:
        """The match comes to its end: nothing is begun any more, and what is under way is broken off."""
        self.swaps.break_off((), "The match ended.")
        for agent in self._backstage.lineup.agents:
            self.relaunch.give_up(agent.key)

    def release(self) -> None:
        """Ends the watching of files, at once or almost; may be called twice."""
        if self._watch is not None:
            self._watch.close()

    def _look_at_files(self) -> None:
        if self._watch is None and self.swaps.watched:
            from runtime.agents.source_watch import SourceWatch  # noqa: PLC0415 - takes 50 ms that most matches save

            self._watch = SourceWatch(self.swaps, self._note_watching, self._clock)
        if self._watch is not None:
            self._watch.look()

    def _note(self, text: Text, topic: str = "") -> None:
        self._log(GAME_LOG, str(text))
        self._tell(MatchNoted(text=text, topic=topic))

    def _note_watching(self, notice: "WatchNotice") -> None:
        """It holds as long as files are watched, which is no longer than the match."""
        self._note(notice.text, f"watching {notice.about}")

    def _restart(self, agent: Agent) -> None:
        self.swaps.break_off((agent.key,), RESTARTED)
        self.swaps.settle(agent.key)
        if not self._backstage.can_launch:
            self._backstage.lineup.awaits_start(agent.key)
            return
        is_to_start = self._backstage.lineup.status(agent.key).state is AgentState.IDLE
        if not is_to_start and not self.relaunch.awaits(agent.key):
            self.relaunch.again(agent)

    def _stop(self, agent: Agent) -> None:
        self.swaps.break_off((agent.key,), STOPPED)
        self.relaunch.give_up(agent.key)
        self._backstage.lineup.leaving(agent.key)
        process = self._backstage.crew.playing(agent.key)
        if process is not None:
            self._backstage.stop(process, 0.0)

    def _ours(self, keys: tuple[str, ...]) -> list[Agent]:
        return [agent for agent in chosen(self._backstage.lineup.agents, keys) if not agent.is_manual]
