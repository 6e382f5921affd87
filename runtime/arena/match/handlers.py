"""What sessions may ask of the server itself: to introduce themselves, to start and stop matches, to steer the pace."""

import logging
import socket
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol, TypeAlias

import rlbot_flatbuffers as flat

from runtime import documents
from runtime.arena.match.commands import CommandError, SetPace, ShowDrawings, parse_command
from runtime.arena.match.continuation import continued, goes_on, has_same_cars, kept_cars
from runtime.arena.match.drawings import DrawingsFeed
from runtime.arena.match.game_commands import is_game_command
from runtime.arena.match.gate import INTRODUCTION_S, MAX_EARLY_AGENTS, MAX_IDLE_AGENTS, MAX_OBSERVERS, Gate
from runtime.arena.match.running_match import Playable, Playing
from runtime.arena.match.session import Session
from runtime.arena.match.slots import LONGEST_NAME
from runtime.arena.match.tempo import Tempo
from runtime.arena.match.traffic import Traffic
from runtime.arena.net.connection_server import Handler, Hub
from runtime.arena.report.reporter import Reporter
from runtime.documents import Match, Reading, from_wire, validate
from runtime.documents.agent_keys import NO_KEYS, AgentKeys, without_token
from runtime.model.messages import Text
from runtime.protocol import ProtocolError

log = logging.getLogger(__name__)
_clock: Final = time.perf_counter

GameOf: TypeAlias = Callable[[Match], Playable]
RefusalOf: TypeAlias = Callable[[Match], Text | None]
Order: TypeAlias = flat.MatchConfiguration | flat.StartCommand
"""Asks for a match."""

NOBODY_STARTS: Final = (
    "The agents of this match are not started automatically: start them yourself, or run the arena with --start-agents."
)


class StartsAgents(Protocol):
    """Starts agents for match managers that leave it to the server; returns at once from every call."""

    def begin(self, match: Match) -> None:
        """Starts the agents of a validated match, in place of those of the match before."""

    def end(self) -> None:
        """Ends the agents that it started."""


class Host:
    """Knows the sessions and the match that is on, and starts, stops and replaces it; owned by the server's thread.

    `open_game` builds the game of a match; `refusal` says in a sentence why a match cannot be played, or None.
    `wait_s` is how long a match waits for its agents; `seed` decides what validation leaves to chance. `starter` starts
    the agents of matches that ask for it; None for nobody. `manager_key` is the key of the launcher that owns the
    server; empty for nobody, then every session may start, stop and steer matches.
    """

    def __init__(
        self,
        listeners: Iterable[socket.socket],
        tempo: Tempo,
        *,
        open_game: GameOf,
        refusal: RefusalOf,
        wait_s: float,
        seed: int,
        starter: StartsAgents | None = None,
        manager_key: str = "",
    ) -> None:
        self._gate = Gate(manager_key)
        self._tempo = tempo
        self._open_game = open_game
        self._refusal = refusal
        self._wait_s = wait_s
        self._seed = seed
        self._starter = starter
        self._waits_until_s = 0.0
        self.hub = Hub(listeners, left=self._on_left, note=self._note, turned_away=self._on_turned_away)
        self.reporter = Reporter(self.hub, tempo, self._gate)
        self._drawings = DrawingsFeed(self.hub)
        self.playing: Playing | None = None
        self._traffic: Traffic | None = None
        self.is_shut_down = False
        """Whether a session asked the server to end."""
        self._own_handlers: dict[type, Handler] = {
            flat.ConnectionSettings: self._connection_settings,
            flat.InitComplete: self._init_complete,
            flat.StartCommand: self._start_command,
            flat.MatchConfiguration: self._match_configuration,
            flat.StopCommand: self._stop_command,
            flat.ConsoleCommand: self._console_command,
            flat.PingRequest: self._ping_request,
            flat.DisconnectSignal: self._disconnect_signal,
        }
        self.hub.serve(self._guarded(self._own_handlers))

    def stop_match(self) -> None:
        """Ends the match that is on, if any: final report, and the sessions that live for one match are ended."""
        playing = self.playing
        if playing is None:
            return
        if playing.has_begun:
            self.reporter.finish(playing, _clock())
        self._let_go()

    def _let_go(self) -> None:
        """Takes the sessions out of the match that is on, and ends those that live for one match."""
        self.playing = None
        if self._starter is not None:
            self._starter.end()
        self._gate.end()
        self.hub.serve(self._guarded(self._own_handlers))
        for session in list(self.hub.sessions.values()):
            if session.has_joined and session.closes_between_matches and not _is_waiting(session):
                self.hub.end(session)
            else:
                session.leave_match()
                session.has_joined = False

    def look_after(self, now_s: float) -> None:
        """Does what is due now and then, whether frames are played or not.

        Managers are told of drawings; swaps are carried out in a paused match, where no frame does it; a match whose
        agents did not come in time is given up, and who is missing is said.
        """
        self.hub.end_strangers(now_s, INTRODUCTION_S)
        playing = self.playing
        self._drawings.tell(playing.game.frame_num if playing is not None else 0, now_s)
        if playing is not None and self._tempo.is_paused:
            playing.swap()
        if playing is not None and not playing.has_begun and now_s >= self._waits_until_s:
            reason = f"The match could not start: {playing.reservations.describe_missing()}"
            self.reporter.refuse(reason, playing)
            self.stop_match()

    def _note(self, text: str) -> None:
        self.reporter.note(text)

    def _guarded(self, handlers: Mapping[type, Handler]) -> dict[type, Handler]:
        """Returns handlers that the gate decides about before they are called."""

        def guarded(handler: Handler) -> Handler:
            def handle(session: Session, message: Any) -> None:
                if self._gate.allows(session, message):
                    handler(session, message)
                else:
                    self._note(f"{session.label} sent {type(message).__name__}, which only the launcher may.")

            return handle

        return {kind: guarded(handler) for kind, handler in handlers.items()}

    def _on_turned_away(self) -> None:
        self._gate.count("connection without introduction")

    def _on_left(self, session: Session) -> None:
        playing = self.playing
        if playing is None:
            return
        if session.has_joined and not session.is_manager:
            self.reporter.expedite()
        if playing.leave(session) is not None:
            self._begin_when_ready(playing)

    def _connection_settings(self, session: Session, message: flat.ConnectionSettings) -> None:
        if session.agent_id is not None:
            return
        session.is_owner = self._gate.is_owner(message.agent_id)
        agent_id = "" if session.is_owner else message.agent_id.strip()
        session.label = f"Agent '{without_token(agent_id)[:LONGEST_NAME]}'" if agent_id else session.label
        if not agent_id and not session.is_owner and self._count(is_manager=True) >= MAX_OBSERVERS:
            self._gate.count("session without agent id", session)
            self.hub.end(session, "was one of too many sessions without an agent id")
            return
        if agent_id and not message.close_between_matches:
            self.hub.end(session, "asked to stay between matches, which agents may not,")
            return
        if agent_id and self.playing is None and self._count(is_manager=False) >= MAX_EARLY_AGENTS:
            self._gate.count("agent without a place", session)
            self.hub.end(session, "was one of too many agents that came before the match")
            return
        session.agent_id = agent_id
        session.wants_prediction = message.wants_ball_predictions
        session.wants_comms = message.wants_comms
        session.closes_between_matches = message.close_between_matches
        if self.playing is not None:
            self._join(self.playing, session)

    def _init_complete(self, session: Session, _message: flat.InitComplete) -> None:
        if session.is_initialised:
            return
        session.is_initialised = True
        playing = self.playing
        if playing is not None and playing.mark_ready(session):
            self.reporter.expedite()
            self._begin_when_ready(playing)

    def _start_command(self, session: Session, message: flat.StartCommand) -> None:
        path = Path(message.config_path)
        reading = documents.read_match(path)
        if reading.value is None:
            self._refuse(session, message, f"The match cannot be read. {_sentence(reading)}")
            return
        self._start(session, message, reading.value, NO_KEYS)

    def _match_configuration(self, session: Session, message: flat.MatchConfiguration) -> None:
        match = from_wire(message)
        self._start(session, message, *(AgentKeys.read(match) if self._gate.is_owned else (match, NO_KEYS)))

    def _refuse(self, asker: Session, order: Order, reason: str) -> None:
        """Says why no match starts; where the match of another session is on, to the one that asked alone."""
        if self._gate.has_started(asker) is not False:
            self.reporter.refuse(reason)
            return
        self._gate.count(type(order).__name__, asker)
        self._note(f"{asker.label} asked for another match, which was refused. {reason}")
        self.reporter.refuse(reason, only_to=asker)

    def _start(self, asker: Session, order: Order, wish: Match, keys: AgentKeys) -> None:
        reading = validate(wish, random=Random(self._seed))
        match = reading.value
        if match is None:
            self._refuse(asker, order, f"The match is not valid. {_sentence(reading)}")
            return
        if reason := self._refusal(match):
            self._refuse(asker, order, str(reason))
            return
        running = self.playing
        try:
            if running is None or running.has_ended or not goes_on(running.match, match):
                playing = Playing(match, self._open_game(match), self.hub, keys)
                self._count_if_foreign(asker, order)
                self.stop_match()
            else:
                playing = self._continued(running, match, keys)
                self._count_if_foreign(asker, order)
                self._let_go()
        except ProtocolError as error:
            self._refuse(asker, order, f"The match cannot be sent to its agents. {error}")
            return
        self.reporter.begin()
        self._gate.begin(asker)
        if match.auto_start_agents and _has_programs(match):
            if self._starter is not None:
                self._starter.begin(match)
            else:
                self._note(NOBODY_STARTS)
        now_s = _clock()
        self.playing = playing
        self._waits_until_s = now_s + self._wait_s
        self._traffic = Traffic(playing, self.hub, self._note, gate=self._gate, speed_changed=self._follow_game_speed)
        self.hub.serve(self._guarded({**self._own_handlers, **self._traffic.handlers}), self._traffic.drive)
        self._tempo.restart(now_s)
        for session in list(self.hub.sessions.values()):
            if session.agent_id is not None:
                self._join(playing, session)
        self._begin_when_ready(playing)

    def _count_if_foreign(self, asker: Session, order: Order) -> None:
        """Counts an order that replaces the match of another session."""
        if self._gate.has_started(asker) is False:
            self._gate.count(type(order).__name__, asker, was_refused=False)

    def _continued(self, running: Playing, wish: Match, keys: AgentKeys) -> Playing:
        match = continued(running.match, wish)
        if has_same_cars(running.match, wish):
            return Playing(match, running.game, self.hub, keys)
        return Playing(match, running.game.recast(match, kept_cars(running.match, wish)), self.hub, keys)

    def _join(self, playing: Playing, session: Session) -> None:
        if self._gate.is_owned and session.agent_id and playing.agent_id_of(session) is None:
            self._gate.count("wrong agent id", session)
            self.hub.end(session, "did not present the agent id that Kickabout gave to the agent")
        elif not playing.join(session):
            if self._count(is_manager=False) > MAX_IDLE_AGENTS:
                self._gate.count("agent without a place", session)
                self.hub.end(session, "was one of too many agents without a place in the match")
            else:
                self._note(f"{session.label} is not an agent of this match, or one too many; it drives nothing.")
        self.reporter.expedite()
        self._begin_when_ready(playing)

    def _count(self, *, is_manager: bool) -> int:
        """Counts the sessions without an agent id, but for the owner's, or the agents that got no place."""
        if is_manager:
            return sum(session.is_manager and not session.is_owner for session in self.hub.sessions.values())
        has_match = self.playing is not None
        return sum(
            bool(session.agent_id)
            and session.has_joined is has_match
            and session.agent_place is None
            and session.stands_by_for is None
            for session in self.hub.sessions.values()
        )

    def _begin_when_ready(self, playing: Playing) -> None:
        if playing is self.playing and not playing.has_begun and playing.is_startable:
            playing.begin()
            self._follow_game_speed()
            self._tempo.restart(_clock())
            self.reporter.expedite()

    def _follow_game_speed(self) -> None:
        if self.playing is not None:
            self._tempo.set_game_speed(self.playing.game.game_speed, _clock())

    def _stop_command(self, session: Session, message: flat.StopCommand) -> None:
        """Stops the match; managers are told if a session did that has not started it, unless the match was over."""
        playing, is_foreign = self.playing, self._gate.has_started(session) is False
        self.stop_match()
        if playing is not None and not playing.has_ended and is_foreign:
            self.reporter.refuse(f"{session.label} stopped the match.", playing)
        self.is_shut_down = self.is_shut_down or message.shutdown_server

    def _console_command(self, session: Session, message: flat.ConsoleCommand) -> None:
        if is_game_command(message.command):
            if self.playing is not None and self._traffic is not None:
                self._traffic.obey(session, message.command)
            return
        if not session.is_manager:
            self._note(f"{session.label} sent a console command; only launchers may.")
            return
        try:
            command = parse_command(message.command)
        except CommandError as error:
            self._note(str(error))
            return
        if isinstance(command, ShowDrawings):
            self._drawings.follow(session, is_on=command.is_on)
            return
        now_s = _clock()
        was_paused = self._tempo.is_paused
        self._tempo.apply(command, now_s)
        if self.playing is not None:
            if isinstance(command, SetPace):
                self.playing.interrupt()
            elif was_paused:
                self.playing.roll.wait_anew(now_s)
        self.reporter.expedite()

    def _ping_request(self, session: Session, message: flat.PingRequest) -> None:
        self.hub.send_message(session, flat.PingResponse(message.cookie))

    def _disconnect_signal(self, session: Session, _message: flat.DisconnectSignal) -> None:
        self.hub.end(session)


def _has_programs(match: Match) -> bool:
    return any(car.run_command for car in match.cars) or any(script.run_command for script in match.scripts)


def _is_waiting(session: Session) -> bool:
    """Whether it is an agent that an earlier match had no use for: the next one may."""
    has_place = session.agent_place is not None or session.stands_by_for is not None
    return not (session.is_manager or has_place or session.is_initialised)


def _sentence(reading: Reading[Match]) -> str:
    first = reading.errors[0]
    more = len(reading.errors) - 1
    return f"{first}" + (f" ({more} more)" if more else "")
