"""Plays one match, stage by stage, from its documents until none of its processes is left."""

import os
import random
import time
from collections.abc import Callable
from dataclasses import replace
from queue import SimpleQueue
from typing import Final

import rlbot_flatbuffers as flat

from runtime.agents import (
    AgentTable,
    LaunchContext,
    MatchAgents,
    new_process_settings,
    roster,
    with_own_ids,
)
from runtime.documents import to_wire
from runtime.documents.agent_keys import NO_KEYS, AgentKeys, new_key
from runtime.documents.choices import DRAWN_MAP
from runtime.documents.maps import map_name
from runtime.documents.model import Match, RestartPolicy
from runtime.documents.validation import validate
from runtime.endpoints import Endpoints
from runtime.games import GameError, GameOrder, ServerAddress
from runtime.match.connection import MatchConnection
from runtime.match.ending import (
    Ending,
    MatchFailedError,
    MatchForfeitedError,
    MatchStoppedError,
    finished,
    forfeited,
    unplayed,
    with_changes,
    with_survivors,
)
from runtime.match.live import LiveMatch
from runtime.match.log import MatchLog
from runtime.match.monitor import LEARNER_TOPIC, LOGS_GONE, POLL_S, MatchMonitor
from runtime.match.plan import MatchPlan, game_order
from runtime.match.stages import Stages, awaited
from runtime.model.commands import Command
from runtime.model.drawings import DrawingRights
from runtime.model.events import Event, MatchEnded
from runtime.model.messages import Message, message, sentences
from runtime.model.series import series_of
from runtime.model.states import AgentState, Blame, MatchStage, Outcome
from runtime.model.step_mode import KEY_VARIABLE
from runtime.model.values import GAME_LOG, MatchResult
from runtime.processes import SupervisorClient, SupervisorError
from runtime.protocol import ProtocolError
from runtime.telemetry import TelemetryRecorder

DEAF: Final = (AgentState.IDLE, AgentState.STARTING, AgentState.HUNG, AgentState.FAILED)
"""States of agents without a known session; they do not notice when the server ends the sessions."""
MORE_TIME: Final = message(
    "more-time", "If a bot only needs more time to load, raise ready_s in [kickabout.restarts] of the match."
)
UNHURRIED: Final = ("realtime", "lockstep")
"""Paces at which every agent should keep up; a factor may be too fast for it."""


class MatchRun:
    """Runs the match of a plan once, on the thread that calls `run`; `post` may be called from any thread."""

    def __init__(self, plan: MatchPlan) -> None:
        self._plan = plan
        self._commands: SimpleQueue[Command] = SimpleQueue()

    def run(self, emit: Callable[[Event], None]) -> MatchResult:
        """Plays the match and returns when none of its processes runs any more.

        `emit` is called with every event on this thread and must not block. The last event is `MatchEnded`.
        """
        began_s = time.monotonic()
        stages = Stages(emit)
        stages.begin(MatchStage.CHECK)
        reading = validate(self._plan.match, random=random.Random(self._plan.seed))
        problems = (*reading.problems, *self._plan.game.problems(self._plan.match))
        errors = [problem for problem in problems if problem.is_error]
        if reading.value is None or errors:
            reason = sentences(*(problem.message for problem in errors))
            stages.fail(reason)
            stages.begin(MatchStage.SHUTDOWN)
            stages.done()
            result = MatchResult(outcome=Outcome.FAILED, blame=Blame.DOCUMENT, reason=reason)
        else:
            result = _RunningMatch(self._plan, with_own_ids(reading.value), emit, stages, self._commands).run()
        result = replace(
            result,
            problems=problems,
            wall_seconds=time.monotonic() - began_s,
            drawn_map=self._plan.match.game_map_upk if self._plan.match.map_choice == DRAWN_MAP else "",
        )
        emit(MatchEnded(result=result))
        return result

    def post(self, command: Command) -> None:
        """Hands a command to the match; it takes effect within about 10 ms, or is lost when the match has ended."""
        self._commands.put(command)


class _RunningMatch:
    """The stages of one validated match; owned by the thread that runs it."""

    def __init__(
        self,
        plan: MatchPlan,
        match: Match,
        emit: Callable[[Event], None],
        stages: Stages,
        commands: "SimpleQueue[Command]",
    ) -> None:
        self._plan = plan
        self._match = match
        self._stages = stages
        self._server = ServerAddress(plan.game.host, plan.game.port)
        manager_key = new_key() if plan.game.capabilities.takes_keys else ""
        self._endpoints = plan.endpoints or Endpoints()
        own = {agent.agent_id for agent in roster(match) if agent.is_manual}
        known = {agent_id: self._endpoints.key_of(agent_id) for agent_id in own}
        self._keys = AgentKeys.new(match, known) if manager_key else NO_KEYS
        self._settings = new_process_settings(logs=plan.logs, is_fair=plan.is_fair, memory=plan.memory)
        self._table = AgentTable(roster(match), is_fast_paced=plan.pace not in UNHURRIED)
        self._learner_key = ""
        order = self._order_of_game(manager_key)
        self._game_spec = self._settings.for_game(plan.game.child_spec(order))
        self._game_run = plan.game.begin(order)
        supervisor = SupervisorClient()
        recorder = TelemetryRecorder(emit) if plan.is_recorded else None
        emit = recorder.on_event if recorder is not None else emit
        connection = MatchConnection(self._server, manager_key, keeps_packets=plan.is_recorded)
        log = MatchLog(emit)
        self._agents = self._new_agents(supervisor, connection, log, emit)
        self._live = LiveMatch(
            agents=self._agents,
            supervisor=supervisor,
            connection=connection,
            log=log,
            reported_port=self._reported_port,
            game_run=self._game_run,
            recorder=recorder,
            emit=emit,
            rights=DrawingRights.of(match.enable_rendering),
            series=None if match.freeplay else series_of(match.mutators.series_length),
        )
        self._monitor = MatchMonitor(
            plan=plan,
            match=match,
            live=self._live,
            game_run=self._game_run,
            commands=commands,
            logs=self._settings.logs,
        )

    def run(self) -> MatchResult:
        """Plays the match; when this returns or raises, none of its processes runs any more."""
        try:
            ending = self._play_to_the_end()
            survivors = self._bring_down()
        finally:
            self._agents.release()
            self._live.release()
            self._settings.release()
        ending = with_survivors(with_changes(ending, self._live.interference), survivors)
        if self._settings.logs is not None and self._monitor.logs is None:
            ending = replace(ending, reason=sentences(ending.reason, LOGS_GONE))
        return self._result(ending)

    def _play_to_the_end(self) -> Ending:
        try:
            self._start()
            self._await_game()
            self._await_agents()
            self._await_kickoff()
            self._play()
        except MatchStoppedError:
            self._stages.stop(message("stopped", "Stopped."))
            return Ending(outcome=Outcome.INTERRUPTED, reason=message("match-stopped", "The match was stopped."))
        except MatchFailedError as failure:
            self._live.emit_due(at_once=True)
            self._stages.fail(failure.reason)
            return Ending(outcome=Outcome.FAILED, blame=failure.blame, reason=failure.reason, remedy=failure.remedy)
        except MatchForfeitedError as loss:
            self._live.emit_due(at_once=True)
            self._stages.done(loss.reason)
            return forfeited(self._live.spectator.view, loss.agent)
        report = self._live.report
        winner = report.winner if report is not None else None
        return finished(self._live.spectator.view, self._table.faults, self._table.remarked, winner=winner)

    def _start(self) -> None:
        """Starts the game; its agents follow as soon as it listens."""
        self._monitor.handle_commands()
        self._stages.begin(MatchStage.GAME, within_s=self._plan.deadlines.game_s)
        remarks = [*self._settings.remarks, *self._map_remark()]
        try:
            self._live.log.add(GAME_LOG, map(str, remarks))
            self._live.start(self._game_spec)
        except SupervisorError as error:
            raise MatchFailedError(Blame.INFRASTRUCTURE, error.text) from error
        if self._learner_key and self._plan.game.capabilities.takes_learners:
            text = message(
                "learner-key",
                "Step mode: start the learner with the environment variable {variable}={key}.",
                variable=KEY_VARIABLE,
                key=self._learner_key,
            )
            self._live.log.note(text, LEARNER_TOPIC, is_logged=False)
        self._agents.watch(self._plan.swap_mode)

    def _map_remark(self) -> tuple[Message, ...]:
        upk = self._plan.match.game_map_upk
        if self._plan.match.map_choice != DRAWN_MAP:
            return ()
        return (message("random-map", "Random map: {map} ({upk}).", map=map_name(upk), upk=upk),)

    def _await_game(self) -> None:
        """Makes the game ready, opens our session, sends the match, and starts the agents when the game allows it."""
        game, within_s = self._plan.game, self._plan.deadlines.game_s
        starts_early = game.capabilities.keeps_early_sessions
        if not starts_early:
            self._agents.start_early()
        self._prepare_game()
        is_sent = False
        while not self._live.is_answered:
            self._stages.wait(message("waiting-for", "waiting for {what}", what=game.title))
            if self._stages.is_late:
                raise MatchFailedError(Blame.INFRASTRUCTURE, game.explain_absence(within_s))
            if not is_sent and self._live.try_connect():
                if starts_early:
                    self._agents.start_all()
                self._send_match()
                is_sent = True
            self._monitor.poll_game()
        if not starts_early:
            self._await_load()
            self._agents.start_all()

    def _prepare_game(self) -> None:
        """Lets the game make itself ready; its steps have limits of their own."""
        try:
            for text in self._game_run.prepare():
                self._stages.restart()
                self._stages.say(text)
                self._monitor.poll_game()
        except GameError as error:
            raise MatchFailedError(Blame.INFRASTRUCTURE, error.text, error.remedy) from error
        self._stages.restart()
        self._server.host = self._game_run.host or self._server.host
        if self._game_run.port is not None:
            self._server.port = self._game_run.port
            self._endpoints.take_port(self._game_run.port)

    def _await_load(self) -> None:
        """Waits until the game has loaded the match, which it announces with its field; an arena reports instead.

        Agents start after that: they would wait for the field too, and have a time limit.
        """
        within_s = self._plan.deadlines.load_s
        self._stages.restart(within_s)
        while not self._live.spectator.has_field and self._live.report is None and not self._live.spectator.has_begun:
            self._stages.wait(message("game-loads", "waiting for {what} to load the match", what=self._plan.game.title))
            if self._stages.is_late:
                raise MatchFailedError(Blame.INFRASTRUCTURE, self._game_run.explain_slowness(within_s))
            self._monitor.poll_game()

    def _send_match(self) -> None:
        match = self._keys.write(replace(self._game_run.adapted(self._match), auto_start_agents=False))
        try:
            self._live.connection.send_match(to_wire(match))
        except ProtocolError as error:
            text = message("match-not-sent", "The match cannot be sent to the game. {error}", error=error.text)
            raise MatchFailedError(Blame.DOCUMENT, text) from error
        self._monitor.follow_agents()  # before agents can play, so that the game knows from the first frame on
        self._live.send(flat.InitComplete())

    def _await_agents(self) -> None:
        if not self._match.wait_for_agents:
            self._stages.done()
            text = message("agents-not-awaited", "The match does not wait for its agents.")
            self._stages.skip([MatchStage.AGENTS, MatchStage.READY], text)
            return
        table, deadlines = self._table, self._plan.deadlines
        self._await_all(MatchStage.AGENTS, table.not_connected, deadlines.agents_s)
        self._await_all(MatchStage.READY, table.not_ready, deadlines.ready_s)

    def _await_all(self, stage: MatchStage, missing: Callable[[], tuple[str, ...]], deadline_s: float | None) -> None:
        """Waits until no agent is missing or the first frame comes, because not all servers report on agents."""
        within_s = self._time_limit_s(deadline_s)
        self._stages.begin(stage, within_s=within_s)
        while missing() and not self._live.spectator.has_begun:
            self._monitor.poll_preparations()
            self._excuse_debugging()
            names = missing()
            failed = [name for name in names if name in self._table.awaiting_save]
            others = [name for name in names if name not in failed]
            if names and self._stages.is_late:
                reason, why = _overdue(stage, names, within_s)
                outputs = self._table.overdue(names, why)
                raise MatchFailedError(Blame.MATCH, sentences(reason, *outputs, MORE_TIME if others else None))
            if names:
                is_busy = self._table.is_busy(others)
                self._stages.wait(awaited(others, failed), is_sentence=not others, is_busy=is_busy)

    def _await_kickoff(self) -> None:
        within_s = self._plan.deadlines.kickoff_s
        self._stages.begin(MatchStage.KICKOFF, within_s=within_s)
        while not self._live.spectator.has_begun:
            if self._stages.is_late:
                text = message("no-kickoff", "The game did not kick off within {seconds:g} s.", seconds=within_s)
                raise MatchFailedError(Blame.INFRASTRUCTURE, text)
            self._monitor.poll_preparations()
            self._excuse_debugging()
        if self._match.wait_for_agents or self._live.report is None:
            self._table.kickoff_for_all(is_certain=self._match.wait_for_agents)
        else:
            self._table.kickoff()
        self._live.emit_due()

    def _excuse_debugging(self) -> None:
        """Gives the running stage all of its time while an agent is being debugged."""
        if self._agents.debugged:
            self._stages.restart()

    def _play(self) -> None:
        self._stages.begin(MatchStage.PLAY)
        self._monitor.set_pace()
        while not self._is_over():
            self._monitor.poll_play()
        if self._live.spectator.has_ended:
            self._await_final_report()
            self._monitor.check_refusal()
        self._table.play_ended()
        if self._monitor.is_for_agents_only and self._table.is_unplayed:
            raise MatchFailedError(Blame.MATCH, unplayed(self._table.faults, self._table.remarked))

    def _is_over(self) -> bool:
        spectator, limit_s = self._live.spectator, self._plan.seconds_limit
        if limit_s is None or self._plan.game.capabilities.keeps_limit or spectator.view is None:
            return spectator.has_ended
        return spectator.has_ended or spectator.view.seconds_elapsed >= limit_s

    def _await_final_report(self) -> None:
        """Waits for the last report, which holds the exact figures; does not wait if the server sends no reports."""
        deadline_s = time.monotonic() + self._plan.deadlines.final_report_s
        while time.monotonic() < deadline_s:
            report = self._live.report
            if report is None or report.is_final or self._live.game_end:
                return
            self._live.poll(POLL_S)

    def _bring_down(self) -> tuple[str, ...]:
        """Stops the game and thereby the agents, kills what is left, and returns what could not be killed."""
        self._stages.begin(MatchStage.SHUTDOWN)
        self._monitor.check_logs()
        self._agents.close()
        deaf = self._deaf()
        self._table.stopping()
        if not self._live.is_replaced:
            self._live.send(flat.StopCommand(shutdown_server=self._plan.game.capabilities.ends_with_match))
        survivors = self._live.end(deaf, within_s=self._plan.deadlines.down_s)
        if survivors:
            self._stages.fail(message("survivors", "Still alive: {processes:,}", processes=survivors))
        self._stages.done()
        return survivors

    def _deaf(self) -> list[str]:
        """Returns the keys of the programs that would not notice the end of their session."""
        agents = self._table.statuses
        if not self._live.is_connected:
            return [GAME_LOG, *self._agents.processes_of([agent.key for agent in agents])]
        if self._live.report is None:
            return []
        return self._agents.processes_of([agent.key for agent in agents if agent.state in DEAF])

    def _result(self, ending: Ending) -> MatchResult:
        view, report = self._live.spectator.view, self._live.report
        return MatchResult(
            outcome=ending.outcome,
            blame=ending.blame,
            reason=ending.reason,
            score=view.score if view is not None else (0, 0),
            frames=view.frame if view is not None else 0,
            game_seconds=view.seconds_elapsed if view is not None else 0.0,
            agents=self._table.statuses,
            state_hash=report.state_hash if report is not None else None,
            forfeited_by=ending.forfeited_by,
            winner=ending.winner,
            swaps=self._agents.swap_records,
            logs=self._monitor.logs,
            series=view.series if view is not None else None,
            interference=self._live.interference,
            remedy=ending.remedy,
        )

    def _new_agents(
        self, supervisor: SupervisorClient, connection: MatchConnection, log: MatchLog, emit: Callable[[Event], None]
    ) -> MatchAgents:
        plan = self._plan
        context = LaunchContext(
            server=self._server,
            python=plan.python,
            environments=plan.environments,
            settings=self._settings,
            keys=self._keys,
            endpoints=self._endpoints,
        )
        return MatchAgents(
            match=self._match,
            table=self._table,
            supervisor=supervisor,
            context=context,
            policy=self._policy,
            send=connection.send,
            emit=emit,
            log=log.add,
            note=log.note,
            ready_s=self._seconds(plan.deadlines.ready_s),
            swap_s=self._seconds(plan.deadlines.swap_s),
            trial=plan.trial,
            standing=plan.services,
        )

    def _reported_port(self, line: str) -> int | None:
        port = self._plan.game.reported_port(line)
        if port is not None:
            self._endpoints.take_port(port)
        return port

    def _order_of_game(self, manager_key: str) -> GameOrder:
        deadlines = self._plan.deadlines
        connect_s = self._time_limit_s(deadlines.agents_s) + self._time_limit_s(deadlines.ready_s)
        order = game_order(self._plan, connect_s, manager_key)
        is_told = self._plan.step_mode is not None and self._plan.step_mode.key
        if order.step_mode is not None and not is_told and not os.environ.get(KEY_VARIABLE):
            self._learner_key = order.step_mode.key
        return order

    @property
    def _policy(self) -> RestartPolicy:
        return self._plan.restarts or self._match.restarts

    def _seconds(self, deadline_s: float | None) -> float:
        return self._policy.ready_s if deadline_s is None else deadline_s

    def _time_limit_s(self, deadline_s: float | None) -> float:
        """Returns the time for which agents are awaited; it is longer if the user has to start one."""
        is_manual = any(agent.is_manual for agent in self._table.agents)
        manual_s = self._plan.deadlines.manual_s if is_manual else 0.0
        return max(self._seconds(deadline_s), manual_s)


def _overdue(stage: MatchStage, names: tuple[str, ...], within_s: float) -> tuple[Message, Message]:
    """Returns the reasons for the match and for each agent that did not come in time."""
    if stage is MatchStage.AGENTS:
        return (
            message(
                "agents-not-connected",
                "{agents} did not connect within {seconds:g} s.",
                agents=names,
                seconds=within_s,
            ),
            message("agent-not-connected", "Did not connect within {seconds:g} s.", seconds=within_s),
        )
    return (
        message(
            "agents-not-ready", "{agents} did not become ready within {seconds:g} s.", agents=names, seconds=within_s
        ),
        message("agent-not-ready", "Did not become ready within {seconds:g} s.", seconds=within_s),
    )
