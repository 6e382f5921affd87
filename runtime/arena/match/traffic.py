"""The messages of sessions that belong to a match: inputs, match communication, drawings, loadouts, state setting."""

import time
from collections.abc import Callable, Mapping
from typing import Final

import rlbot_flatbuffers as flat

from runtime.arena.match.commands import CommandError
from runtime.arena.match.drawing_size import size_of
from runtime.arena.match.game_commands import obey
from runtime.arena.match.gate import Gate
from runtime.arena.match.running_match import SCREEN_NEVER, SCREEN_ON, Playing
from runtime.arena.match.session import MAX_RENDER_GROUPS, MAX_RENDER_MESSAGES, Session
from runtime.arena.net.connection_server import Handler, Hub
from runtime.arena.report.report import MANAGER_TEAM, is_reserved
from runtime.documents import CarKind, Match
from runtime.protocol import ProtocolError, frame, pack_core
from runtime.protocol.older import console_commands

_clock: Final = time.perf_counter


class Traffic:
    """Carries out what sessions ask of one match, by the protocol's rules of who may; owned by the server's thread."""

    def __init__(
        self, playing: Playing, hub: Hub, note: Callable[[str], None], *, gate: Gate, speed_changed: Callable[[], None]
    ) -> None:
        self._gate = gate
        self._playing = playing
        self._game = playing.game
        self._roll = playing.roll
        self._hub = hub
        self._note = note
        self._speed_changed = speed_changed
        self._may_set_state = playing.match.enable_state_setting
        self._cars = len(playing.match.cars)
        self._human_cars = _human_cars(playing.match)
        self._bot_cars = frozenset(index for agent in playing.agents for index in agent.cars)

    @property
    def handlers(self) -> Mapping[type, Handler]:
        """Which method handles which message."""
        return {
            flat.MatchComm: self._match_comm,
            flat.RenderGroup: self._render_group,
            flat.RemoveRenderGroup: self._remove_render_group,
            flat.RenderingStatus: self._rendering_status,
            flat.SetLoadout: self._set_loadout,
            flat.DesiredGameState: self._desired_game_state,
        }

    def drive(self, session: Session, car: int, controls: bytes) -> None:
        """The input of a bot, with packed controls."""
        if car in session.cars:
            self._game.drive(car, controls)
            self._roll.answer(car)
            session.tally.answered(_clock())
        elif session.agent_id is None:
            return
        elif self._may_drive(session, car):
            self._game.drive(car, controls)
        else:
            self._note(f"{session.label} tried to drive a car that is not its own.")

    def _may_drive(self, session: Session, index: int) -> bool:
        if self._gate.is_owned and session.is_manager and not session.is_owner:
            self._gate.count("PlayerInput", session)
            return False
        is_persons = session.is_manager and index in self._human_cars
        return is_persons or (self._may_set_state and index < self._cars)

    def _match_comm(self, session: Session, message: flat.MatchComm) -> None:
        if session.agent_id is None or session.stands_by_for is not None:
            return
        if not self._playing.has_sent_packet:
            self._note(f"{session.label} sent match communication before the first packet; it was dropped.")
            return
        if session.is_manager and is_reserved(bytes(message.content)):
            self._note(f"{session.label} sent match communication in the form of the arena's reports; it was dropped.")
            return
        if session.is_manager:
            relayed = flat.MatchComm(0, MANAGER_TEAM, False, message.display, message.content)
        elif self._owns(session, message.index):
            relayed = flat.MatchComm(message.index, session.team, message.team_only, message.display, message.content)
        else:
            self._note(f"{session.label} sent match communication in the name of another.")
            return
        try:
            data = frame(pack_core(relayed))
        except ProtocolError:
            self._note(f"{session.label} said more than one message holds together with its team; it was dropped.")
            return
        for other in list(self._hub.sessions.values()):
            if other is not session and self._hears(other, relayed):
                self._relay(session, other, data)

    def _relay(self, sender: Session, receiver: Session, data: bytes) -> None:
        """Passes a message on, unless the receiver has left too much unread: then it is dropped and noted."""
        if receiver.takes_chat:
            self._hub.send(receiver, data)
        else:
            self._note(f"{sender.label} said more than {receiver.label} reads; some of it was dropped.")

    def _render_group(self, session: Session, message: flat.RenderGroup) -> None:
        if not self._may_draw(session):
            session.tally.drawings_refused |= self._playing.match.enable_rendering != SCREEN_NEVER
            return
        self._remove_group(session, message.id)
        size = size_of(message)
        if len(session.renders) >= MAX_RENDER_GROUPS or session.rendered + size > MAX_RENDER_MESSAGES:
            self._note(
                f"{session.label} draws more than {MAX_RENDER_GROUPS} groups or {MAX_RENDER_MESSAGES} things; "
                "the rest is left out."
            )
            return
        session.renders[message.id] = message
        session.rendered += size

    def _remove_render_group(self, session: Session, message: flat.RemoveRenderGroup) -> None:
        self._remove_group(session, message.id)

    def _remove_group(self, session: Session, number: int) -> None:
        group = session.renders.pop(number, None)
        if group is not None:
            session.rendered -= size_of(group)

    def _may_draw(self, session: Session) -> bool:
        """What one draws that stands by is seen where the session's drawings are that it stands by for.

        One that was never introduced has the permission of the match.
        """
        if session.agent_id is None:
            return self._playing.match.enable_rendering == SCREEN_ON
        place = session.stands_by_for
        holder = None if place is None else self._playing.reservations.holder_of(place)
        held = None if holder is None else self._hub.sessions.get(holder)
        return session.can_render if held is None else held.can_render

    def _rendering_status(self, session: Session, message: flat.RenderingStatus) -> None:
        if self._playing.match.enable_rendering == SCREEN_NEVER:
            return
        data = frame(pack_core(message))
        for other in list(self._hub.sessions.values()):
            if self._is_of(message, other.agent_place):
                other.can_render = message.status
                if not message.status:
                    other.clear_renders()
                self._relay(session, other, data)
            elif other.stands_by_for is not None:
                if not message.status and self._is_of(message, other.stands_by_for):
                    other.clear_renders()
            elif other.agent_place is None:
                self._relay(session, other, data)

    def _is_of(self, message: flat.RenderingStatus, place: int | None) -> bool:
        """Whether a message about drawing means the agent at a place."""
        if place is None or message.is_bot == self._playing.agents[place].is_script:
            return False
        return any(part.index == message.index for part in self._playing.agents[place].controllables)

    def _set_loadout(self, session: Session, message: flat.SetLoadout) -> None:
        if session.stands_by_for is not None:
            return
        if session.is_initialised:
            is_allowed = self._may_set_state and message.index in self._bot_cars
        else:
            is_allowed = message.index in session.cars and not self._playing.has_begun
        if is_allowed:
            self._game.set_loadout(message.index, message.loadout)
        else:
            self._note(f"{session.label} tried to change a loadout that it may not change now.")

    def _desired_game_state(self, session: Session, message: flat.DesiredGameState) -> None:
        if not self._may_set_state:
            self._note(f"{session.label} tried to set the game's state, which the match does not allow.")
            return
        for text in console_commands(self._hub.payload):
            self.obey(session, text)
        self._game.desire(message)
        self._speed_changed()

    def obey(self, session: Session, command: str) -> None:
        """Carries out a console command of the game."""
        if not self._may_set_state:
            self._note(f"{session.label} sent a command to the game, which the match does not allow.")
            return
        try:
            obey(self._game, command)
        except CommandError as error:
            self._note(str(error))
        self._speed_changed()

    def _hears(self, session: Session, message: flat.MatchComm) -> bool:
        """Returns whether a session gets a message; an observer of an owned match is on neither team."""
        if not session.wants_comms:
            return False
        if session.is_manager:
            return session.is_owner or not (self._gate.is_owned and message.team_only)
        return session.is_initialised and not (message.team_only and message.team != session.team)

    def _owns(self, session: Session, index: int) -> bool:
        place = session.agent_place
        if place is None:
            return False
        return any(part.index == index for part in self._playing.agents[place].controllables)


def _human_cars(match: Match) -> frozenset[int]:
    """Packet indices of the cars that people drive: they come last."""
    humans = sum(car.kind is CarKind.HUMAN for car in match.cars)
    return frozenset(range(len(match.cars) - humans, len(match.cars)))
