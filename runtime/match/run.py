"""The course of one match, stage by stage, from the documents to the empty process list."""

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from queue import SimpleQueue
from typing import Final

import rlbot_flatbuffers as flat

from runtime.agents.launcher import Backstage
from runtime.agents.manager import Direction
from runtime.agents.manual_start import manual_start
from runtime.agents.own_ids import with_own_ids
from runtime.agents.process_settings import Terms, agreed
from runtime.agents.program import Launching
from runtime.agents.restart import Recovery
from runtime.agents.restart_actions import AgentActions
from runtime.agents.roster import listed, roster
from runtime.agents.table import Lineup
from runtime.documents import to_wire
from runtime.documents.agent_keys import NO_KEYS, AgentKeys, new_key
from runtime.documents.choices import DRAWN_MAP
from runtime.documents.model import Match
from runtime.documents.validation import validate
from runtime.games.game import ServerAddress
from runtime.match.ending import (
    Ending,
    MatchFailedError,
    MatchForfeitedError,
    MatchStoppedError,
    finished,
    forfeited,
    with_changes,
    with_survivors,
)
from runtime.match.monitor import BEAT_S, LOGS_GONE, Vigil
from runtime.match.plan import MatchPlan, game_order
from runtime.match.session import Ensemble
from runtime.match.stages import Stages, awaited_words
from runtime.model.commands import Command
from runtime.model.drawings import DrawingRights
from runtime.model.events import Event
from runtime.model.problems import Problem
from runtime.model.series import series_of
from runtime.model.states import AgentState, Blame, MatchStage, Outcome
from runtime.model.values import GAME_LOG, MatchResult
from runtime.processes import SupervisorClient, SupervisorError
from runtime.protocol import ProtocolError

DEAF: Final = (AgentState.IDLE, AgentState.STARTING, AgentState.HUNG, AgentState.FAILED)
AT_EASE: Final = ("realtime", "lockstep")
"""Paces at which every agent should keep up; a factor may be too fast for it."""


class Course:
    """One run of a plan; owned by the thread that runs it, used once."""

    def __init__(self, plan: MatchPlan, tell: Callable[[Event], None], commands: "SimpleQueue[Command]") -> None:
        self._plan = plan
        self._tell = tell
        self._commands = commands
        self._stages = Stages(tell)
        self._began_s = time.monotonic()
        self._problems: tuple[Problem, ...] = ()
        self._server = ServerAddress(plan.game.host, plan.game.port)
        self._gather(plan.match, Lineup(()), Terms())

    def run(self) -> MatchResult:
        """Plays the match; whatever happens, nothing of it runs any more when this returns or raises."""
        try:
            ending = self._play_to_the_end()
            survivors = self._bring_down()
        finally:
            self._direction.release()
            self._recovery.close()
            self._ensemble.release()
            self._terms.release()
        ending = with_survivors(with_changes(ending, self._ensemble.interference), survivors)
        if self._terms.logs is not None and self._vigil.logs is None:
            ending = replace(ending, reason=f"{ending.reason} {LOGS_GONE}")
        return self._result(ending)

    def _play_to_the_end(self) -> Ending:
        try:
            self._check()
            self._start()
            self._await_game()
            self._await_agents()
            self._await_kickoff()
            self._play()
        except MatchStoppedError:
            self._stages.stop("Stopped.")
            return Ending(outcome=Outcome.INTERRUPTED, reason="The match was stopped.")
        except MatchFailedError as failure:
            self._ensemble.tell_due(at_once=True)
            self._stages.fail(failure.reason)
            return Ending(outcome=Outcome.FAILED, blame=failure.blame, reason=failure.reason)
        except MatchForfeitedError as loss:
            self._ensemble.tell_due(at_once=True)
            self._stages.done(str(loss))
            return forfeited(self._ensemble.spectator.view, loss.agent)
        lineup = self._ensemble.lineup
        lineup.play_is_over()
        return finished(self._ensemble.spectator.view, lineup.faults, lineup.remarked)

    def _check(self) -> None:
        self._stages.begin(MatchStage.CHECK)
        reading = validate(self._plan.match, random=random.Random(self._plan.seed))
        self._problems = (*reading.problems, *self._plan.game.remarks(self._plan.match))
        if reading.value is None:
            raise MatchFailedError(Blame.DOCUMENT, " ".join(str(problem.message) for problem in reading.errors))
        match = with_own_ids(reading.value)
        self._gather(match, Lineup(roster(match), is_hurried=self._plan.pace not in AT_EASE), _terms(self._plan, match))

    def _start(self) -> None:
        """The game starts; its agents follow as soon as it listens."""
        self._vigil.handle_commands()
        self._stages.begin(MatchStage.GAME, within_s=self._plan.deadlines.game_s)
        try:
            self._ensemble.log.add(GAME_LOG, self._terms.remarks)
            self._ensemble.start(self._game_spec)
        except SupervisorError as error:
            raise MatchFailedError(Blame.INFRASTRUCTURE, str(error)) from error
        self._direction.attend(self._plan.swap_mode)

    def _await_game(self) -> None:
        game, within_s = self._plan.game, self._plan.deadlines.game_s
        while not self._ensemble.is_answered:
            self._stages.wait(f"waiting for {game.title}")
            if self._stages.is_late:
                raise MatchFailedError(Blame.INFRASTRUCTURE, str(game.explain_absence(within_s)))
            if not self._ensemble.is_linked and self._ensemble.try_link():
                self._leave_to_user()
                self._ensemble.start_agents()
                self._send_match()
            self._vigil.watch_game()

    def _leave_to_user(self) -> None:
        """Says how the user starts the agents that nobody else starts."""
        lineup, port = self._ensemble.lineup, self._server.port
        for agent in lineup.agents:
            if agent.is_manual and port is not None and lineup.status(agent.key).state is AgentState.IDLE:
                lineup.left_to_user(agent.key, manual_start(agent, port, self._keys.key_of(agent.agent_id)))

    def _send_match(self) -> None:
        try:
            self._ensemble.send(to_wire(self._keys.write(replace(self._match, auto_start_agents=False))))
        except ProtocolError as error:
            raise MatchFailedError(Blame.DOCUMENT, f"The match cannot be sent to the game. {error}") from error
        self._ensemble.send(flat.InitComplete())

    def _await_agents(self) -> None:
        if not self._match.wait_for_agents:
            self._stages.done()
            self._stages.skip([MatchStage.AGENTS, MatchStage.READY], "The match does not wait for its agents.")
            return
        lineup, deadlines = self._ensemble.lineup, self._plan.deadlines
        self._await_all(MatchStage.AGENTS, lineup.not_connected, deadlines.agents_s, "did not connect")
        self._await_all(MatchStage.READY, lineup.not_ready, deadlines.ready_s, "did not become ready")

    def _await_all(
        self, stage: MatchStage, missing: Callable[[], tuple[str, ...]], deadline_s: float, failing: str
    ) -> None:
        """Waits until nobody is missing; the match's first frame says the same, behind servers that tell less."""
        within_s, lineup = self._patience(deadline_s), self._ensemble.lineup
        self._stages.begin(stage, within_s=within_s)
        while missing() and not self._ensemble.spectator.has_begun:
            self._vigil.watch_preparations()
            names = missing()
            if names and self._stages.is_late:
                text = f"{failing} within {within_s:g} s"
                words = lineup.overdue(names, text.capitalize())
                raise MatchFailedError(Blame.MATCH, " ".join([f"{listed(names)} {text}.", *words]))
            if names:
                failed = [name for name in names if name in lineup.mendable]
                self._stages.wait(awaited_words([name for name in names if name not in failed], failed))

    def _await_kickoff(self) -> None:
        within_s = self._plan.deadlines.kickoff_s
        self._stages.begin(MatchStage.KICKOFF, within_s=within_s)
        while not self._ensemble.spectator.has_begun:
            if self._stages.is_late:
                raise MatchFailedError(Blame.INFRASTRUCTURE, f"The game did not kick off within {within_s:g} s.")
            self._vigil.watch_preparations()
        lineup = self._ensemble.lineup
        if self._match.wait_for_agents or self._ensemble.report is None:
            lineup.everybody_plays(is_certain=self._match.wait_for_agents)
        else:
            lineup.match_runs()
        self._ensemble.tell_due()

    def _play(self) -> None:
        self._stages.begin(MatchStage.PLAY)
        while not self._is_over():
            self._vigil.watch_play()
        if self._ensemble.spectator.has_ended:
            self._await_final_report()

    def _is_over(self) -> bool:
        spectator, limit_s = self._ensemble.spectator, self._plan.seconds_limit
        if limit_s is None or self._plan.game.keeps_limit or spectator.view is None:
            return spectator.has_ended
        return spectator.has_ended or spectator.view.seconds_elapsed >= limit_s

    def _await_final_report(self) -> None:
        """The last report holds the exact figures; a server that sent none before sends none now."""
        deadline_s = time.monotonic() + self._plan.deadlines.final_report_s
        while time.monotonic() < deadline_s:
            report = self._ensemble.report
            if report is None or report.is_final or self._ensemble.game_end:
                return
            self._ensemble.hear(BEAT_S)

    def _bring_down(self) -> tuple[str, ...]:
        """Asks the game, and through it the agents, to leave; ends what is left; returns what could not be ended."""
        self._stages.begin(MatchStage.SHUTDOWN)
        self._vigil.check_logs()
        self._direction.close()
        self._recovery.close()
        deaf = self._deaf()
        self._ensemble.lineup.stopping()
        if not self._ensemble.is_replaced:
            self._ensemble.send(flat.StopCommand(shutdown_server=self._is_our_game))
        survivors = self._ensemble.end(deaf, within_s=self._plan.deadlines.down_s)
        if survivors:
            self._stages.fail(f"Still alive: {', '.join(survivors)}")
        self._stages.done()
        return survivors

    def _deaf(self) -> list[str]:
        """Keys of the programs that have no session, as far as is known, so that its end tells them nothing."""
        agents = self._ensemble.lineup.statuses
        if not self._ensemble.is_linked:
            return [GAME_LOG, *self._playing([agent.key for agent in agents])]
        if self._ensemble.report is None:
            return []
        return self._playing([agent.key for agent in agents if agent.state in DEAF])

    def _playing(self, keys: Iterable[str]) -> list[str]:
        """The processes that play for these agents."""
        found = map(self._backstage.crew.playing, keys)
        return [process for process in found if process is not None]

    def _result(self, ending: Ending) -> MatchResult:
        view, report = self._ensemble.spectator.view, self._ensemble.report
        return MatchResult(
            outcome=ending.outcome,
            blame=ending.blame,
            reason=ending.reason,
            score=view.score if view is not None else (0, 0),
            frames=view.frame if view is not None else 0,
            game_seconds=view.seconds_elapsed if view is not None else 0.0,
            wall_seconds=time.monotonic() - self._began_s,
            agents=self._ensemble.lineup.statuses,
            problems=self._problems,
            state_hash=report.state_hash if report is not None else None,
            forfeited_by=ending.forfeited_by,
            swaps=self._direction.records,
            logs=self._vigil.logs,
            series=view.series if view is not None else None,
            interference=self._ensemble.interference,
            drawn_map=self._plan.match.game_map_upk if self._plan.match.map_choice == DRAWN_MAP else "",
        )

    def _gather(self, match: Match, lineup: Lineup, terms: Terms) -> None:
        self._match = match
        self._terms = terms
        manager_key = new_key() if self._plan.game.takes_keys else ""
        self._keys = AgentKeys.new(match) if manager_key else NO_KEYS
        launching = Launching(
            server=self._server,
            python=self._plan.python,
            environments=self._plan.environments,
            terms=terms,
            keys=self._keys,
        )
        self._backstage = Backstage(supervisor=(supervisor := SupervisorClient()), launching=launching, lineup=lineup)
        self._ensemble = Ensemble(
            supervisor=supervisor,
            server=self._server,
            reported_port=self._plan.game.reported_port,
            backstage=self._backstage,
            manager_key=manager_key,
            tell=self._tell,
            rights=DrawingRights.of(match.enable_rendering),
            series=None if match.freeplay else series_of(match.mutators.series_length),
        )
        self._direction = Direction(
            backstage=self._backstage,
            match=match,
            send=self._ensemble.send,
            tell=self._tell,
            log=lambda key, line: self._ensemble.log.add(key, [line]),
            ready_s=self._plan.deadlines.swap_s,
        )
        self._ensemble.follow(self._direction)
        self._recovery = Recovery(
            policy=self._plan.restarts or match.restarts,
            lineup=lineup,
            actions=AgentActions(backstage=self._backstage, server=self._server, keys=self._keys),
            ready_s=self._plan.deadlines.ready_s,
        )
        order = game_order(self._plan, self._whole_patience(), manager_key)
        self._game_spec = terms.for_game(self._plan.game.child_spec(order))
        self._vigil = Vigil(
            plan=self._plan,
            match=match,
            ensemble=self._ensemble,
            direction=self._direction,
            recovery=self._recovery,
            commands=self._commands,
            is_our_game=self._is_our_game,
            logs=terms.logs,
        )

    @property
    def _is_our_game(self) -> bool:
        return self._game_spec is not None

    def _patience(self, deadline_s: float) -> float:
        """How long agents are awaited: longer when the user has to start one."""
        is_manual = any(agent.is_manual for agent in self._ensemble.lineup.agents)
        return max(deadline_s, self._plan.deadlines.manual_s) if is_manual else deadline_s

    def _whole_patience(self) -> float:
        return self._patience(self._plan.deadlines.agents_s) + self._patience(self._plan.deadlines.ready_s)


def _terms(plan: MatchPlan, match: Match) -> Terms:
    return agreed(match, logs=plan.logs, is_fair=plan.is_fair, memory=plan.memory)
