"""Watches over a match while it waits or plays, handles commands, and ends it when it cannot go on."""

import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

import rlbot_flatbuffers as flat

from runtime.agents import EXPLANATION_S, fault_sentence
from runtime.arena.commands import UNLIMITED
from runtime.documents.model import CarKind, Match
from runtime.games import Capabilities, GameError, GameRun
from runtime.match.ending import MatchFailedError, MatchForfeitedError, MatchStoppedError
from runtime.match.live import LiveMatch
from runtime.match.plan import MatchPlan
from runtime.match.state_setting import why_not
from runtime.model.commands import (
    AllowDrawing,
    Command,
    DriveCar,
    FollowDrawings,
    FollowPath,
    SendConsole,
    SetState,
    StopMatch,
)
from runtime.model.driving import InputSource
from runtime.model.messages import Message, literal, message, sentences
from runtime.model.placements import MIN_SENT_SPEED, StateChange
from runtime.model.states import Blame, WhenSpent
from runtime.model.values import GAME_LOG, LOCKSTEP, REALTIME
from runtime.protocol import ProtocolError, clean_text, desired_state

OWN_COMMAND: Final = "kickabout"
"""First word of the commands that not every game takes."""
MAX_LOGGED: Final = 1000
"""Maximum number of characters of a command in the log."""
REPLACED: Final = message("match-replaced", "Another program started a match on the server, which ended this one.")
LOGS_S: Final = 1.0
"""Time between two checks that the folder of the logs exists."""
LOGS_GONE: Final = message(
    "logs-deleted", "The folder with the logs of this match was deleted, so the match has no logs any more."
)
NO_HUMAN: Final = message("no-human", "There is no car to drive: the match has no human player.")
NO_SPEED: Final = message(
    "speed-not-set",
    "The match runs in real time: its speed can be set only if it allows its state to be set (enable_state_setting).",
)
NO_CONSOLE: Final = message("no-console", "  [not sent: this server takes no console commands]")
DRIVEN_IN_GAME: Final = message(
    "driven-in-game", "Kickabout drives cars in its arena only. This game has a window of its own: drive there."
)
SILENCE_TOPIC: Final = "silence"
CONFIRMATION_TOPIC: Final = "confirmation"
LEARNER_TOPIC: Final = "learner"
POLL_S: Final = 0.01
"""Time for which one poll waits; also the longest time until a command is handled."""


class MatchMonitor:
    """Polls the match and raises when it cannot go on; owned by the match's thread.

    Args:
        plan: the plan of the match.
        match: the validated match.
        live: the running match.
        game_run: its game.
        commands: the commands of front ends.
        logs: the folder of the logs.
    """

    def __init__(
        self,
        *,
        plan: MatchPlan,
        match: Match,
        live: LiveMatch,
        game_run: GameRun,
        commands: "SimpleQueue[Command]",
        logs: Path | None,
    ) -> None:
        self._plan = plan
        self._live = live
        self._game_run = game_run
        self._commands = commands
        self._logs = logs
        self._next_logs_s = 0.0
        self._is_silent = False
        self._is_unconfirmed = False
        self._learner_mode = ""
        self._followed: dict[str, frozenset[int]] = {}
        """Cars for which a command is on, by its name."""
        self._waits_for_agents = match.wait_for_agents
        self._restarts = match.restarts
        self._can_set_state = match.enable_state_setting
        self._speed = None if plan.pace in (REALTIME, LOCKSTEP) else float(plan.pace)
        """Game speed to set when play begins, for a game that was not started at the pace."""
        self._is_slow = False
        """True if the game was slowed down so far that it may send nothing."""
        self._human_car = next((i for i, car in enumerate(match.cars) if car.kind is CarKind.HUMAN), None)
        self.is_for_agents_only = all(car.kind is CarKind.BOT for car in match.cars)

    @property
    def logs(self) -> Path | None:
        """The folder with the logs of the match; None if there is none, or if it was deleted."""
        self.check_logs()
        return self._logs

    def check_logs(self) -> None:
        """Notes once that the folder with the logs was deleted."""
        if self._logs is not None and not self._logs.is_dir():
            self._logs = None
            self._live.log.note(LOGS_GONE)

    def poll_game(self) -> None:
        """Polls once, and raises if the match cannot go on without its game.

        Raises:
            MatchStoppedError: the user stopped the match.
            MatchFailedError: the game or the supervisor has ended, or the game refused the match.
        """
        self._live.poll(POLL_S)
        self.handle_commands()
        self._live.agents.tick()
        if time.monotonic() >= self._next_logs_s:
            self._next_logs_s = time.monotonic() + LOGS_S
            self.check_logs()
        self._check_supervisor()
        self.check_refusal()
        self._check_game_run()
        self._check_game_end()
        self._check_confirmation()

    def poll_preparations(self) -> None:
        """Works like `poll_game` before the kickoff, when a match that waits for its agents needs all of them.

        An agent that may come back is awaited until the stage's time is up.
        """
        self.poll_game()
        out = self._live.table.out
        if self._waits_for_agents and out:
            raise MatchFailedError(Blame.MATCH, sentences(*map(fault_sentence, out)))
        self._check_desertion()
        self.follow_agents()

    def poll_play(self) -> None:
        """Works like `poll_game` during play: the match fails if no agent is left or the game is silent for too long.

        Raises:
            MatchForfeitedError: an agent has ended for good, and its side loses by the rule of the match.
        """
        self.poll_game()
        self._check_losses()
        self._check_desertion()
        self.follow_agents()  # after the checks: a match that a loss decides ends in the frame of the loss
        limit_s, silence_s = self._plan.deadlines.silence_s, 0.0 if self._is_slow else self._live.silence_s
        if silence_s >= limit_s:
            text = message("game-silent", "The game sent nothing for {seconds:g} s.", seconds=limit_s)
            raise MatchFailedError(Blame.INFRASTRUCTURE, text)
        self._note_silence(silence_s)
        self._note_learner()

    def set_pace(self) -> None:
        """Gives a game that was not started at the pace of the plan this pace, when play begins."""
        if self._speed is None or self._plan.game.capabilities.takes_commands:
            return
        if self._game.takes_commands:
            self._send(f"{OWN_COMMAND} pace {self._speed:g}")
        elif not self._can_set_state:
            self._live.log.note(NO_SPEED)
        else:
            self._set_state(StateChange(game_speed=self._speed))

    def handle_commands(self) -> None:
        """Handles the commands that wait.

        Raises:
            MatchStoppedError: one of them stops the match.
        """
        while True:
            try:
                self._handle(self._commands.get_nowait())
            except Empty:
                return

    def _handle(self, command: Command) -> None:
        match command:
            case StopMatch():
                raise MatchStoppedError
            case SendConsole(text=text):
                self._send(text)
            case FollowDrawings(is_wanted=is_wanted):
                self._live.drawings.follow(is_wanted=is_wanted)
            case FollowPath(is_wanted=is_wanted):
                self._live.follow_path(is_wanted=is_wanted)
            case AllowDrawing(keys=keys, is_allowed=is_allowed):
                self._live.drawings.allow(keys, is_allowed=is_allowed)
            case SetState(change=change):
                self._set_state(change)
            case DriveCar(source=source):
                self._drive(source)
            case _:
                self._live.agents.handle(command)

    def _set_state(self, change: StateChange) -> None:
        view = self._live.spectator.view
        reason = why_not(change, view, is_allowed=self._can_set_state)
        if view is None and change == StateChange(game_speed=change.game_speed):
            self._speed = change.game_speed
        elif reason is not None:
            self._live.log.note(reason)
        elif self._live.send(desired_state(change)) and change.game_speed is not None:
            self._speed, self._is_slow = None, change.game_speed < MIN_SENT_SPEED

    def _drive(self, source: InputSource | None) -> None:
        """Begins or ends driving the human's car; a game with a window of its own has its own controls."""
        if source is None:
            self._live.stop_driving()
        elif self._human_car is None:
            self._live.log.note(NO_HUMAN)
        elif self._game.has_own_window:
            self._live.log.note(DRIVEN_IN_GAME)
        else:
            self._live.drive(self._human_car, source)

    def _send(self, command: str) -> None:
        """Sends a console command, and logs it, so that the game's answer follows it there."""
        if not self._game.has_console:
            missed: Message | None = NO_CONSOLE
        elif self._game.takes_commands or command.lower().split()[:1] != [OWN_COMMAND]:
            missed = self._try_send(command)
        else:
            missed = message("not-an-arena", "  [not sent: this server does not seem to be a Kickabout arena]")
        self._live.log.add(GAME_LOG, [f"> {command[:MAX_LOGGED]}{missed or ''}"])

    def _try_send(self, command: str) -> Message | None:
        """Sends a console command; returns a text for the log if that fails."""
        try:
            is_sent = self._live.send(flat.ConsoleCommand(clean_text(command)))
        except ProtocolError as error:
            return message("command-not-sent", "  [not sent: {error}]", error=error.text)
        return None if is_sent else message("command-lost", "  [lost: there is no game to send it to]")

    @property
    def _game(self) -> Capabilities:
        """The capabilities of the game, as far as they are known by now."""
        game = self._plan.game.capabilities
        return game if self._live.report is None else game.as_reporting()

    def _note_silence(self, silence_s: float) -> None:
        """Notes once that the game sends nothing, and withdraws the note when it sends again."""
        after_s, limit_s = self._plan.deadlines.quiet_s, self._plan.deadlines.silence_s
        is_silent = silence_s >= after_s
        if is_silent is self._is_silent:
            return
        self._is_silent = is_silent
        if is_silent:
            text = message(
                "game-hangs",
                "The game has sent nothing for {seconds:g} s: it may hang. "
                "If it stays silent, the match ends after {limit:g} s.",
                seconds=after_s,
                limit=limit_s,
            )
            self._live.log.note(text, SILENCE_TOPIC)
        else:
            self._live.log.withdraw_note(SILENCE_TOPIC, message("game-sends-again", "The game is sending again."))

    def follow_agents(self) -> None:
        """Lets the game wait for the agents that are being debugged, and for those that come back if they leave."""
        if not self._game.takes_commands:
            return
        if not self._followed:
            seconds = (self._plan.restarts or self._restarts).answer_budget_s
            self._live.send(flat.ConsoleCommand(f"kickabout budget {UNLIMITED if seconds is None else seconds}"))
        for name, agents in (("debug", self._live.agents.debugged), ("await", self._live.table.returning)):
            cars, before = (
                frozenset(car for agent in agents for car in agent.cars),
                self._followed.get(name, frozenset()),
            )
            for car in sorted(cars ^ before):
                self._live.send(flat.ConsoleCommand(f"kickabout {name} {car} {'on' if car in cars else 'off'}"))
            self._followed[name] = cars

    def _note_learner(self) -> None:
        """Shows a note while the learner is busy or has switched step mode off; withdraws the note about its key."""
        report = self._live.report
        learner = report.learner if report is not None else None
        mode = learner.mode if learner is not None and learner.cars else ""
        if mode == self._learner_mode:
            return
        before, self._learner_mode = self._learner_mode, mode
        if mode == "busy":
            text = message("learner-busy-now", "The learner is busy. Its cars stand still until its next step.")
            self._live.log.note(text, LEARNER_TOPIC, is_logged=False)  # the arena's own note is in the log
        elif mode == "off":
            text = message(
                "learner-free",
                "The learner has switched step mode off, so the number of ticks between its actions is unknown.",
            )
            self._live.log.note(text, LEARNER_TOPIC, is_logged=False)
        elif before in ("busy", "off", ""):
            steps = message("learner-steps", "The learner steps the match.")
            gone = message("learner-without-cars", "The learner no longer drives a car.")
            self._live.log.withdraw_note(LEARNER_TOPIC, steps if mode else gone)

    def _check_supervisor(self) -> None:
        if self._live.supervisor_loss is not None:
            raise MatchFailedError(Blame.INFRASTRUCTURE, self._live.supervisor_loss)

    def check_refusal(self) -> None:
        """Raises `MatchFailedError` if the game has refused the match, or another program has ended it with its own."""
        if self._live.is_replaced:
            raise MatchFailedError(Blame.MATCH, REPLACED)
        report = self._live.report
        if report is not None and report.refused:
            is_document_at_fault = not report.missing and not self._live.spectator.has_begun
            raise MatchFailedError(Blame.DOCUMENT if is_document_at_fault else Blame.MATCH, literal(report.refused))

    def _check_confirmation(self) -> None:
        """Finds out whether the server has refused the match, which it does without an answer."""
        live = self._live
        is_clear = live.connection.is_confirmed or live.report is not None or live.spectator.has_begun
        if live.connection.sent_s is None or is_clear or self._game.keeps_early_sessions:
            if is_clear and self._is_unconfirmed:
                self._is_unconfirmed = False
                text = message("match-confirmed", "The server has confirmed the match.")
                live.log.withdraw_note(CONFIRMATION_TOPIC, text)
            return
        refusal = self._game_run.refusal()
        if refusal is not None:
            raise MatchFailedError(Blame.DOCUMENT, refusal)
        if not self._is_unconfirmed and time.monotonic() - live.connection.sent_s >= self._plan.deadlines.confirm_s:
            self._is_unconfirmed = True
            text = message(
                "match-not-confirmed",
                "The server has not confirmed the match within {seconds:g} s. It gives no answer when it refuses a "
                "match; its own log says why.",
                seconds=self._plan.deadlines.confirm_s,
            )
            live.log.note(text, CONFIRMATION_TOPIC)

    def _check_game_run(self) -> None:
        try:
            self._game_run.check()
        except GameError as error:
            self._live.emit_due(at_once=True)
            if not self._live.spectator.has_ended:
                raise MatchFailedError(Blame.INFRASTRUCTURE, error.text, error.remedy) from error

    def _check_game_end(self) -> None:
        live = self._live
        if live.game_end is None:
            return
        live.emit_due(at_once=True)
        if live.spectator.has_ended:
            return
        self._await_explanation(self._is_end_explained)
        self._check_supervisor()
        game, how = self._plan.game, live.process_end
        reason = game.explain_loss(live.game_end) if how is None else game.explain_crash(how, live.game_output)
        raise MatchFailedError(Blame.INFRASTRUCTURE, reason)

    def _is_end_explained(self) -> bool:
        self._check_game_run()
        is_awaited = self._game_run.explains_loss or not self._live.is_end_explained
        return self._live.supervisor_loss is not None or not is_awaited

    def _check_losses(self) -> None:
        """Applies the match's rule for agents that have ended for good; a script has no side that could forfeit."""
        restarter = self._live.agents.restarter
        for agent in restarter.take_lost():
            if restarter.when_spent is WhenSpent.END:
                text = message("match-ended-by-rule", "The match was ended. {fault}", fault=fault_sentence(agent))
                raise MatchFailedError(Blame.MATCH, text)
            if restarter.when_spent is WhenSpent.FORFEIT and agent.cars:
                raise MatchForfeitedError(agent)

    def _check_desertion(self) -> None:
        """Fails the match if no agent is left and none may come back."""
        table = self._live.table
        if self.is_for_agents_only and table.is_deserted:
            self._check_losses()
            text = message("no-agent-left", "No agent is left to play.")
            raise MatchFailedError(Blame.MATCH, sentences(text, *map(fault_sentence, table.faults)))

    def _await_explanation(self, is_there: Callable[[], bool]) -> None:
        deadline_s = time.monotonic() + EXPLANATION_S
        while not is_there() and time.monotonic() < deadline_s:
            self._live.poll(POLL_S)
