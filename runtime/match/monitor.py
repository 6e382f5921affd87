"""Watches over a match while it waits or plays, and ends it, naming the culprit, when it makes no sense to go on."""

import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

import rlbot_flatbuffers as flat

from runtime.agents.entry import EXPLANATION_S
from runtime.agents.manager import Direction
from runtime.agents.restart import Recovery
from runtime.documents.model import CarKind, Match
from runtime.match.ending import MatchFailedError, MatchForfeitedError, MatchStoppedError, blamed
from runtime.match.plan import MatchPlan
from runtime.match.session import Ensemble
from runtime.match.silence import TOPIC, Hush
from runtime.match.state_setting import desired_state, why_not
from runtime.model.commands import AllowDrawing, Command, FollowDrawings, PlaceObject, SendConsole, StopMatch
from runtime.model.placements import Placement
from runtime.model.states import Blame, WhenSpent
from runtime.model.values import GAME_LOG
from runtime.protocol import ProtocolError, clean_text

ARENA_COMMAND: Final = "kickabout"
"""The first word of commands that only our arena knows."""
LONGEST_TOLD: Final = 1000
"""More letters of a command are not repeated in the log."""
REPLACED: Final = "Another program started a match on the server, which ended this one."
LOGS_S: Final = 1.0
"""How often it is checked that the folder of the logs exists."""
LOGS_GONE: Final = "The folder with the logs of this match was deleted, so the match has no logs any more."
BEAT_S: Final = 0.01
"""How long one look for news waits; also how long a wish may go unnoticed."""


class Vigil:
    """Hears the ensemble and raises when the match cannot go on; owned by the match's thread."""

    def __init__(
        self,
        *,
        plan: MatchPlan,
        match: Match,
        ensemble: Ensemble,
        direction: Direction,
        recovery: Recovery,
        commands: "SimpleQueue[Command]",
        is_our_game: bool,
        logs: Path | None = None,
    ) -> None:
        self._plan = plan
        self._ensemble = ensemble
        self._direction = direction
        self._recovery = recovery
        self._commands = commands
        self._is_our_game = is_our_game
        self._logs = logs
        self._next_look_at_logs_s = 0.0
        deadlines = plan.deadlines
        self._hush = Hush(after_s=deadlines.quiet_s, limit_s=deadlines.silence_s, tell=self._tell_silence)
        self._waits_for_agents = match.wait_for_agents
        self._may_set_state = match.enable_state_setting
        self._is_for_agents_only = all(car.kind is CarKind.BOT for car in match.cars)

    def watch_game(self) -> None:
        """One look; raises when there is no game to go on with.

        Raises:
            MatchStoppedError: somebody asked for it.
            MatchFailedError: the game or the supervisor went away, or the game refused the match.
        """
        self._ensemble.hear(BEAT_S)
        self.handle_commands()
        self._direction.look()
        self._recovery.look()
        if time.monotonic() >= self._next_look_at_logs_s:
            self._next_look_at_logs_s = time.monotonic() + LOGS_S
            self.check_logs()
        self._heed_supervisor()
        self._heed_refusal()
        self._heed_game_end()

    @property
    def logs(self) -> Path | None:
        """The folder with the logs of the match; None where there is none, or not any more."""
        self.check_logs()
        return self._logs

    def check_logs(self) -> None:
        """Notes, once, when the folder with the logs was deleted."""
        if self._logs is not None and not self._logs.is_dir():
            self._logs = None
            self._ensemble.note(LOGS_GONE)

    def watch_preparations(self) -> None:
        """Like `watch_game`; before the kickoff, a match that waits for its agents cannot do without any of them.

        Where a save brings an agent back, it waits for that as long as the stage may take.
        """
        self.watch_game()
        lineup = self._ensemble.lineup
        needs_all = self._waits_for_agents and not self._direction.can_revive
        if needs_all and lineup.faults:
            self._await_explanation(self._are_faults_explained)
            self._recovery.look()
        if needs_all and lineup.faults:
            raise MatchFailedError(Blame.MATCH, " ".join(map(blamed, lineup.faults)))
        self._heed_desertion()

    def watch_play(self) -> None:
        """Like `watch_game`; a match goes on without this agent or that, but not without all, nor with a mute game.

        Raises:
            MatchForfeitedError: an agent has ended for good, and the match says that its side has lost by that.
        """
        self.watch_game()
        self._heed_losses()
        self._heed_desertion()
        limit_s, silence_s = self._plan.deadlines.silence_s, self._ensemble.silence_s
        if silence_s >= limit_s:
            raise MatchFailedError(Blame.INFRASTRUCTURE, f"The game sent nothing for {limit_s:g} s.")
        self._hush.look(silence_s)

    def handle_commands(self) -> None:
        """Sends the console commands that wait, and does what is wanted of agents.

        Raises:
            MatchStoppedError: somebody asked for it.
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
                self._ensemble.drawings.follow(is_wanted=is_wanted)
            case AllowDrawing(keys=keys, is_allowed=is_allowed):
                self._ensemble.drawings.allow(keys, is_allowed=is_allowed)
            case PlaceObject(placement=placement):
                self._place(placement)
            case _:
                self._direction.heed(command)

    def _place(self, placement: Placement) -> None:
        reason = why_not(placement, self._ensemble.spectator.view, is_allowed=self._may_set_state)
        if reason:
            self._ensemble.note(reason)
        else:
            self._ensemble.send(desired_state(placement))

    def _send(self, command: str) -> None:
        """Sends a console command, and notes it in the log, where what the game says to it follows."""
        if self._is_known_arena or command.lower().split()[:1] != [ARENA_COMMAND]:
            missed = self._try_send(command)
        else:
            missed = "  [not sent: this server has not shown itself to be an arena of Kickabout]"
        self._ensemble.log.add(GAME_LOG, [f"> {command[:LONGEST_TOLD]}{missed}"])

    def _try_send(self, command: str) -> str:
        """Sends a console command; returns what to say where that fails."""
        try:
            is_sent = self._ensemble.send(flat.ConsoleCommand(clean_text(command)))
        except ProtocolError as error:
            return f"  [not sent: {error}]"
        return "" if is_sent else "  [lost: there is no game to send it to]"

    @property
    def _is_known_arena(self) -> bool:
        """Whether the game knows our commands: the one that we started does, and one that sends reports."""
        return self._is_our_game or self._ensemble.report is not None

    def _tell_silence(self, words: str) -> None:
        if words:
            self._ensemble.note(words, TOPIC)
        else:
            self._ensemble.withdraw_note(TOPIC, "The game sends again.")

    def _heed_supervisor(self) -> None:
        if self._ensemble.supervisor_loss:
            raise MatchFailedError(Blame.INFRASTRUCTURE, self._ensemble.supervisor_loss)

    def _heed_refusal(self) -> None:
        if self._ensemble.is_replaced:
            raise MatchFailedError(Blame.MATCH, REPLACED)
        report = self._ensemble.report
        if report is not None and report.refused:
            is_document_at_fault = not report.missing and not self._ensemble.spectator.has_begun
            raise MatchFailedError(Blame.DOCUMENT if is_document_at_fault else Blame.MATCH, report.refused)

    def _heed_game_end(self) -> None:
        ensemble = self._ensemble
        if not ensemble.game_end:
            return
        ensemble.tell_due(at_once=True)
        if ensemble.spectator.has_ended:
            return
        self._await_explanation(
            lambda: ensemble.is_end_explained or bool(ensemble.supervisor_loss) or not self._is_our_game
        )
        self._heed_supervisor()
        reason = str(self._plan.game.explain_end(ensemble.game_end, ensemble.game_words))
        raise MatchFailedError(Blame.INFRASTRUCTURE, reason)

    def _heed_losses(self) -> None:
        """What the match says of agents that have ended for good; a script has no side that could lose."""
        for agent in self._recovery.take_out():
            if self._recovery.when_spent is WhenSpent.END:
                raise MatchFailedError(Blame.MATCH, f"The match was ended. {blamed(agent)}")
            if self._recovery.when_spent is WhenSpent.FORFEIT and agent.cars:
                raise MatchForfeitedError(agent)

    def _heed_desertion(self) -> None:
        """Ends the match when nobody is left, unless a save can bring somebody back."""
        lineup = self._ensemble.lineup
        ends_when_deserted = self._is_for_agents_only and not self._direction.can_revive
        if ends_when_deserted and lineup.is_deserted:
            self._await_explanation(self._are_faults_explained)
            self._recovery.look()
            self._heed_losses()
        if ends_when_deserted and lineup.is_deserted:
            raise MatchFailedError(Blame.MATCH, f"No agent is left to play. {' '.join(map(blamed, lineup.faults))}")

    def _await_explanation(self, is_there: Callable[[], bool]) -> None:
        deadline_s = time.monotonic() + EXPLANATION_S
        while not is_there() and time.monotonic() < deadline_s:
            self._ensemble.hear(BEAT_S)

    def _are_faults_explained(self) -> bool:
        """Whether no faulty agent has a process left whose end could still tell more."""
        return all(agent.pid is None for agent in self._ensemble.lineup.faults)
