"""A match and the sessions that take part in it: who drives what, when it begins, and its frames on their way."""

import time
from collections.abc import Mapping
from typing import Final, Protocol

import rlbot_flatbuffers as flat

from runtime.arena.match.lockstep import RollCall
from runtime.arena.match.session import Session
from runtime.arena.match.slots import Agent, Reservations, agents_of
from runtime.arena.net.connection_server import Hub
from runtime.arena.report.agent_stats import Tally, percentiles
from runtime.arena.report.report import AgentFigures
from runtime.documents import Match, to_wire
from runtime.documents.agent_keys import NO_KEYS, AgentKeys
from runtime.model.series import Series
from runtime.model.states import Phase
from runtime.protocol import frame, pack_core

SCREEN_ON: Final = "OnByDefault"
SCREEN_NEVER: Final = "AlwaysOff"
SWAP_PATIENCE_S: Final = 0.25
"""So long a session that is to be replaced may take for its last answer, where the match goes by the clock."""
PACKET_GROWTH: Final = 256
"""Bytes that a packet gains at most for each car when something happens: its touch and its accolades."""
FEATS_GROWTH: Final = 1024
"""The same for the accolades that one car alone has in a frame, such as those of a goal and of the best of a game."""


class Playable(Protocol):
    """What the server asks of a game; `game.Game` is one."""

    @property
    def phase(self) -> Phase:
        """Where the match stands."""

    @property
    def is_over(self) -> bool:
        """Whether the last frame has been played."""

    @property
    def series(self) -> Series | None:
        """The games of the match that have been played; None where it is one game."""

    @property
    def frame_num(self) -> int:
        """Number of the last frame."""

    @property
    def game_speed(self) -> float:
        """How fast game time ought to run."""

    def start(self) -> None:
        """The agents are ready."""

    def advance(self) -> None:
        """Plays one frame of 1/120 s."""

    def drive(self, index: int, controls: bytes) -> None:
        """Drives a car with packed controls from the next frame on; any numbers."""

    def packet_frame(self) -> bytes | bytearray:
        """The packed and framed state after the last frame, which the next call may change."""

    def prediction_parts(self) -> tuple[bytes | memoryview, ...] | None:
        """The framed ball prediction, in pieces that the next frame changes; None without a ball."""

    def field_info(self) -> flat.FieldInfo:
        """Pads and goals."""

    def desire(self, state: flat.DesiredGameState) -> None:
        """Changes the state before the next frame."""

    def toggle_pause(self) -> None:
        """Interrupts the match or lets it go on."""

    def set_loadout(self, index: int, loadout: flat.PlayerLoadout) -> None:
        """Changes what a car wears."""

    def recast(self, match: Match, kept: Mapping[int, int]) -> "Playable":
        """A game that goes on from here with other cars; `kept` has those that stay, new index to old."""

    def state_hash(self) -> str:
        """Digest of the exact state."""


class Playing:
    """One match from its acceptance to its end; owned by the server's thread.

    Raises (when made):
        ProtocolError: the match does not fit into the protocol's messages.
    """

    def __init__(self, match: Match, game: Playable, hub: Hub, keys: AgentKeys = NO_KEYS) -> None:
        self.match = match
        self._keys = keys
        self.game = game
        self._hub = hub
        self._match_data = frame(pack_core(to_wire(match)))
        frame(pack_core(to_wire(keys.write(match))))  # the largest configuration that a session can get
        self._field_data = frame(pack_core(game.field_info()))
        frame(bytes(game.packet_frame()) + bytes(PACKET_GROWTH * len(match.cars) + FEATS_GROWTH))
        self.reservations = Reservations(agents_of(match))
        self.agents: tuple[Agent, ...] = self.reservations.agents
        self.tallies = tuple(Tally() for _ in self.agents)
        self.roll = RollCall()
        self.receivers: tuple[Session, ...] = ()
        """The sessions that get frames."""
        self._is_prediction_wanted = False
        self._heirs: dict[int, float] = {}
        """Agents that a session is ready to take over, by place, and since when."""
        self.has_begun = False
        self.has_ended = False
        self.has_sent_packet = False

    @property
    def is_startable(self) -> bool:
        """Whether the match waits for nobody."""
        return not self.match.wait_for_agents or self.reservations.is_complete

    def begin(self) -> None:
        """Starts to play."""
        self.has_begun = True
        self.game.start()

    def join(self, session: Session) -> bool:
        """Gives an introduced session the match and, if it is an agent, its cars; false when no agent was free."""
        session.leave_match()
        session.has_joined = True
        session.can_render = self.match.enable_rendering == SCREEN_ON
        self._hub.send(session, self._configuration_for(session))
        is_seated = session.is_manager or self._seat(session)
        self._hub.send(session, self._field_data)
        self.count_receivers()
        return is_seated

    def leave(self, session: Session) -> Session | None:
        """Frees what an ended session drove; the session that stands by for it takes it at once, and is returned."""
        place = self.reservations.release(session.number)
        if session.stands_by_for is not None:
            self._heirs.pop(session.stands_by_for, None)
        session.leave_match()
        successor = None
        if place is not None:
            self.tallies[place].interrupt()
            successor = self._promote(place, session)
        for waiting in list(self._hub.sessions.values()):
            if waiting.has_joined and waiting.agent_id == session.agent_id and _is_spare(waiting):
                self._seat(waiting)
        self.count_receivers()
        return successor

    def mark_ready(self, session: Session) -> bool:
        """Notes that a session is ready to play; true when an agent of the match became ready by it at once.

        One that stands by takes over between two frames, or at once where none are played.
        """
        place = session.stands_by_for
        if place is not None:
            self._heirs[place] = time.perf_counter()
            return not self.is_running and self.swap()
        self.count_receivers()
        return self.reservations.mark_ready(session.number)

    @property
    def is_running(self) -> bool:
        """Whether frames are played."""
        return self.has_begun and not self.has_ended

    def swap(self, *, is_answered: bool = False) -> bool:
        """Lets those that stand by and are ready take over, where the old session owes no answer; true when one did.

        A session that owes one is given `SWAP_PATIENCE_S` more. `is_answered` says that nobody owes any.
        """
        now_s = time.perf_counter()
        has_swapped = False
        while (place := self._due_place(now_s, is_answered=is_answered)) is not None:
            has_swapped = True
            old = self._session(self.reservations.holder_of(place))
            self._promote(place, old)
            if old is not None:
                old.leave_match()
                self._hub.end(old)
        if has_swapped:
            self.count_receivers()
        return has_swapped

    def _due_place(self, now_s: float, *, is_answered: bool) -> int | None:
        """Returns an agent that is to be taken over now; asked anew after each, because an ended session frees places.

        The next one in line for a freed place may swap at once, by a nested call of `swap`.
        """
        for place, since_s in self._heirs.items():
            if is_answered or now_s - since_s >= SWAP_PATIENCE_S or not self.is_running or self._is_answered(place):
                return place
        return None

    def count_receivers(self) -> None:
        """Looks anew which sessions get frames."""
        self.receivers = tuple(session for session in self._hub.sessions.values() if session.gets_frames)
        self._is_prediction_wanted = any(session.wants_prediction for session in self.receivers)
        self.roll.expect(car for session in self.receivers for car in session.cars)

    def deliver(self, *, in_lockstep: bool) -> None:
        """Sends the state after the last frame to everyone who is ready; in lockstep, begins to wait for answers.

        The books are kept after that, while a bot on the server's own processor is at work already.
        """
        if self._heirs:
            self.swap(is_answered=in_lockstep)
        packet = self.game.packet_frame()
        prediction = self.game.prediction_parts() if self._is_prediction_wanted else None
        both = (packet,) if prediction is None else (*prediction, packet)
        receivers = self.receivers
        for session in receivers:
            if not (session.send_frame_of(both) if session.wants_prediction else session.send_frame(packet)):
                self._hub.attend(session)
        now_s = time.perf_counter()
        if in_lockstep:
            self.roll.begin(now_s, is_urgent=bool(self.roll.absent) and self.game.phase is Phase.KICKOFF)
        for session in receivers:
            session.tally.sent(now_s)
        self.has_sent_packet = True

    def deliver_last(self) -> None:
        """Sends the last state again; it needs no answer."""
        if self._heirs:
            self.swap()
        packet = self.game.packet_frame()
        self.has_sent_packet = True
        for session in self.receivers:
            if not session.send_frame(packet):
                self._hub.attend(session)

    def interrupt(self) -> None:
        """Nobody is waited for, and the answers to the last frame are not timed."""
        self.roll.drop()
        for tally in self.tallies:
            tally.interrupt()

    def miss(self) -> tuple[Session, ...]:
        """Lockstep goes on without those that let the deadline pass, and returns them."""
        cars = self.roll.give_up()
        missed = tuple(session for session in self.receivers if not cars.isdisjoint(session.cars))
        for session in missed:
            session.tally.missed()
        return missed

    def figures(self) -> tuple[AgentFigures, ...]:
        """How every agent keeps up."""
        return tuple(
            AgentFigures(
                agent=agent,
                session=self.reservations.holder_of(place),
                is_ready=self.reservations.is_ready(place),
                has_standby=self.reservations.standby_of(place) is not None,
                swaps=self.reservations.swaps_of(place),
                packets=tally.packets,
                answers=tally.answers,
                late=tally.late,
                drops=tally.drops,
                drawings_refused=tally.drawings_refused,
                answer=percentiles(tally.times_s),
            )
            for place, (agent, tally) in enumerate(zip(self.agents, self.tallies, strict=True))
        )

    def _seat(self, session: Session) -> bool:
        agent_id = self.agent_id_of(session)
        if agent_id is None:
            return False
        place = self.reservations.reserve(session.number, agent_id)
        if place is not None:
            self._give(session, place)
        else:
            place = session.stands_by_for = self.reservations.stand_by(session.number, agent_id)
            if place is None:
                return False
            session.label = f"{self.agents[place].title} on standby"
        agent = self.agents[place]
        controllables = [flat.ControllableInfo(part.index, part.identifier) for part in agent.controllables]
        self._hub.send_message(session, flat.ControllableTeamInfo(agent.team, controllables))
        if session.is_initialised:
            self.mark_ready(session)
        return True

    def agent_id_of(self, session: Session) -> str | None:
        """Returns the agent id that a session stands for; None without one, and where it presents a wrong key."""
        return self._keys.id_of(session.agent_id) if session.agent_id else None

    def _configuration_for(self, session: Session) -> bytes:
        """Returns the framed match configuration, in which the session finds its own key and no other."""
        agent_id = self.agent_id_of(session)
        if agent_id is None or self._keys.key_of(agent_id) == agent_id:
            return self._match_data
        return frame(pack_core(to_wire(self._keys.write(self.match, [agent_id]))))

    def _give(self, session: Session, place: int) -> None:
        agent = self.agents[place]
        session.agent_place = place
        session.index = agent.controllables[0].index
        session.stands_by_for = None
        session.team = agent.team
        session.cars = agent.cars
        session.tally = self.tallies[place]
        session.label = agent.title

    def _promote(self, place: int, old: Session | None = None) -> Session | None:
        """Gives the agent at `place` to the session that stands by for it, which is returned."""
        self._heirs.pop(place, None)
        heir = self._session(self.reservations.standby_of(place))
        if heir is None:
            return None
        self.reservations.swap(place)
        self.tallies[place].interrupt()
        self._give(heir, place)
        self.roll.hand_over(heir.cars)
        if heir.is_initialised:
            self.reservations.mark_ready(heir.number)
        if old is not None and old.can_render != heir.can_render:
            heir.can_render = old.can_render
            part = self.agents[place].controllables[0]
            is_bot = not self.agents[place].is_script
            self._hub.send_message(heir, flat.RenderingStatus(part.index, is_bot, heir.can_render))
        return heir

    def _session(self, number: int | None) -> Session | None:
        return None if number is None else self._hub.sessions.get(number)

    def _is_answered(self, place: int) -> bool:
        return self.tallies[place].is_answered or not self.agents[place].cars


def _is_spare(session: Session) -> bool:
    """Whether it is an agent that found no place, not even behind another."""
    has_place = session.agent_place is not None or session.stands_by_for is not None
    return bool(session.agent_id) and not has_place and not session.is_ending
