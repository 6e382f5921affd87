"""A match with its game and the sessions that take part in it."""

import math
import time
from collections.abc import Iterable, Mapping
from typing import Final

import rlbot_flatbuffers as flat

from runtime.arena.commands import AgentCommand, AwaitCar, Dismiss, GiveBack, SetBudget, TakeOver
from runtime.arena.game.game import Game
from runtime.arena.match.effects import End, Send, SessionEffect, send
from runtime.arena.match.lockstep import LockstepBarrier
from runtime.arena.match.session import Session
from runtime.arena.match.slots import Slot, SlotTable, agents_of
from runtime.arena.report.agent_stats import ANSWER_DEADLINE_S, AgentStats, percentiles
from runtime.documents import CarKind, Match, to_wire
from runtime.documents.agent_keys import NO_KEYS, AgentKeys
from runtime.model.game_facts import TICK_S, TICKS_PER_S
from runtime.model.messages import message
from runtime.protocol import NEUTRAL, frame, pack_core
from runtime.protocol.report import AgentReport, TrialReport

SCREEN_ON: Final = "OnByDefault"
SCREEN_NEVER: Final = "AlwaysOff"
RESTART_TICKS: Final = TICKS_PER_S
"""Ticks of neutral input that a restart costs an agent in lockstep, from its return until it gets frames again."""
HOLD_S: Final = TICK_S
"""Maximum time that frames are held back from an agent that has not answered the one before: no agent gets fewer than
in real time."""
SAMPLE_S: Final = 0.004
"""Time between two frames of a session that asked for samples."""
PACKET_GROWTH: Final = 256
"""Maximum number of bytes that a packet gains for each car during a match: its touch and its accolades."""
ACCOLADES_GROWTH: Final = 1024
"""The same for accolades that only one car gets in a frame, for example for a goal or as the best of a game."""


class RunningMatch:
    """One match from its acceptance to its end; owned by the server's thread.

    `sessions` are all sessions of the server by number; `barrier` gets the cars that have to answer.

    Raises (when made):
        ProtocolError: the match does not fit into the protocol's messages.
    """

    def __init__(
        self,
        match: Match,
        game: Game,
        *,
        sessions: Mapping[int, Session],
        barrier: LockstepBarrier,
        keys: AgentKeys = NO_KEYS,
    ) -> None:
        self.match = match
        self.game = game
        self._keys = keys
        self._sessions = sessions
        self._barrier = barrier
        self._match_data = frame(pack_core(to_wire(match)))
        frame(pack_core(to_wire(keys.write(match))))  # the largest configuration that a session can get
        self._field_data = frame(pack_core(game.field_info()))
        frame(bytes(game.packet_frame()) + bytes(PACKET_GROWTH * len(match.cars) + ACCOLADES_GROWTH))
        self.human_car = next((i for i, car in enumerate(match.cars) if car.kind is CarKind.HUMAN), None)
        """Packet index of the human's car; None without one."""
        self.slots = SlotTable(agents_of(match))
        self._set_budget(match.restarts.answer_budget_s)
        self._requires_trials = any(session.requires_trials for session in sessions.values())
        self.receivers: tuple[Session, ...] = ()
        """The sessions that get frames: those whose answers the match waits for first, then those that only watch."""
        self.stats: tuple[AgentStats, ...] = ()
        """Statistics of the agents that get frames."""
        self._drivers: tuple[Session, ...] = ()
        """The receivers that drive cars of agents."""
        self._watchers: tuple[Session, ...] = ()
        """The receivers that may miss frames: they want samples, or are scripts with predictions."""
        self._held: tuple[Session, ...] = ()
        """The receivers from which the present frame is held back."""
        self.wants_prediction = False
        """True if one of the sessions wants ball predictions."""
        self.resting: dict[int, int] = {}
        """Frame from which on an agent that is back gets frames again, by car; its inputs are ignored until then."""
        self._roster_owner: int | None = None
        """Number of the session that decides which agents are awaited; None if nobody does."""
        self.has_begun = False
        self.has_ended = False
        self.has_sent_packet = False

    @property
    def is_startable(self) -> bool:
        """True if the match need not wait for an agent."""
        return not self.match.wait_for_agents or self.slots.is_complete

    @property
    def is_running(self) -> bool:
        """True if ticks are played."""
        return self.has_begun and not self.has_ended

    def begin(self) -> None:
        """Starts to play."""
        self.has_begun = True
        self.game.start()

    def join(self, session: Session) -> list[SessionEffect]:
        """Gives an introduced session the match and, if it is an agent and a slot is free, its cars."""
        session.render_groups.clear()
        session.has_joined = True
        session.can_render = self.match.enable_rendering == SCREEN_ON
        effects: list[SessionEffect] = [Send(session=session, data=self._configuration_for(session))]
        if not session.is_manager:
            effects += self._seat(session)
        effects.append(Send(session=session, data=self._field_data))
        self.update_receivers()
        return effects

    def leave(self, session: Session) -> list[SessionEffect]:
        """Frees the slot of an ended session, which its standby takes over, and gives waiting sessions a slot."""
        held = self.slots.held_by(session.number)
        is_owed = held is not None and not held.stats.is_answered
        slot = self.slots.release(session.number)
        self.set_driver(session, is_on=False)
        if session.requires_trials:
            session.requires_trials = False
            self.update_trials()
        session.render_groups.clear()
        effects: list[SessionEffect] = []
        if slot is not None:
            has_spare = slot.spare is not None
            effects += self._return(slot, session, is_owed=is_owed) if has_spare else self._promote(slot, session)
        effects += self._seat_waiting(self.agent_id_of(session))
        if slot is not None and not slot.is_ready:
            self._note_absence(slot)
        if session.number == self._roster_owner:
            for car in list(self._barrier.awaited):
                self._await_agent(session, car, is_on=False)
        self.update_receivers()
        return effects

    def free(self, slot: Slot) -> list[SessionEffect]:
        """Frees a slot that the learner holds, for the sessions that wait for it."""
        if slot.holder is None or self._session(slot.holder) is not None:
            return []
        self.slots.release(slot.holder)
        effects = [*self._promote(slot, None), *self._seat_waiting(slot.agent.agent_id)]
        self.update_receivers()
        return effects

    def mark_ready(self, session: Session) -> list[SessionEffect]:
        """Notes that a session has finished its preparations.

        A standby takes over between two ticks, or at once if none are played.
        """
        self.slots.mark_ready(session.number, time.perf_counter())
        if (slot := self.slots.held_by(session.number)) is not None:
            self._barrier.owed.difference_update(slot.cars)  # it has no tick to answer yet
        self.update_receivers()
        if self.slots.awaited_by(session.number) is not None and not self.is_running:
            return self.swap(is_answered=True)
        return []

    def swap(self, *, is_answered: bool = False) -> list[SessionEffect]:
        """Lets each ready standby take over if the old session owes no answer or has had its time to answer.

        `is_answered` means that no session owes an answer.
        """
        effects: list[SessionEffect] = []
        is_running = self.is_running
        due = self.slots.due_takeovers(
            time.perf_counter(),
            is_answered=is_answered or not is_running,
            needs_approval=self._requires_trials and is_running,
        )
        for slot in due:
            old = self._session(slot.holder)
            leaving = [self._session(slot.spare), None if slot.keeps_former else old]
            self.slots.forget_spare(slot)
            effects += self._promote(slot, old)
            if old is not None:
                old.render_groups.clear()
                old.label = message("label-spare", "{agent}, former version", agent=slot.agent.title)
            effects += self._end(*leaving)
        if due:
            self.update_receivers()
        return effects

    def update_trials(self) -> None:
        """Lets standbys answer on trial and await approval as long as a session requires it."""
        self._requires_trials = any(session.requires_trials for session in self._sessions.values())
        self.update_receivers()

    @property
    def on_trial(self) -> list[Slot]:
        """The slots whose standby gets frames on trial; none before the kickoff and after the end."""
        return self.slots.with_ready_standby if self._requires_trials and self.is_running else []

    def command(self, command: AgentCommand, sender: Session) -> list[SessionEffect]:
        """Carries out a command about agents; one about a session that has left meanwhile is ignored."""
        match command:
            case AwaitCar(car=car, is_on=is_on):
                self._await_agent(sender, car, is_on=is_on)
            case SetBudget(seconds=seconds):
                self._set_budget(seconds)
            case TakeOver(session=number, keeps_former=keeps_former):
                is_found = self.slots.approve(number, time.perf_counter(), keeps_former=keeps_former)
                return self.swap(is_answered=True) if is_found and not self.is_running else []
            case GiveBack(session=number):
                slot = self.slots.held_by(number)
                return self._give_back(slot) if slot is not None and slot.spare is not None else []
            case Dismiss(session=number):
                if self.slots.is_aside(number):
                    self.slots.release(number)
                    return self._end(self._session(number))
        return []

    def give_back_hanging(self, now_s: float) -> list[SessionEffect]:
        """Gives the cars of each session that missed the deadline of an answer to its spare, if there is one."""
        late = [slot for slot in self.slots.with_spare if slot.stats.unanswered_s(now_s) >= ANSWER_DEADLINE_S]
        return [effect for slot in late if slot.cars for effect in self._give_back(slot)]

    def frames_on_trial(self, now_s: float) -> tuple[Session, ...]:
        """Returns the standbys on trial that owe no answer and are not approved; notes that each is sent a frame."""
        receivers = []
        for slot in self.on_trial:
            session = self._session(slot.standby)
            is_due = not slot.is_approved and (slot.trial.is_answered or not slot.cars)
            if session is not None and is_due and not session.is_ending:
                if self.game.has_ball:
                    slot.trial.sent(now_s)
                else:
                    slot.trial.sent_optional(now_s)
                receivers.append(session)
        return tuple(receivers)

    def update_receivers(self) -> None:
        """Determines which sessions get frames and have to answer them."""
        frame_num = self.game.frame_num
        self.resting = {car: until for car, until in self.resting.items() if until > frame_num}
        for back in self.slots.slots if self._barrier.away else ():
            if back.is_ready and not self._barrier.away.isdisjoint(back.cars):
                self._stop_waiting(back.cars)
                if self._barrier.is_used:
                    self.resting |= dict.fromkeys(back.cars, frame_num + RESTART_TICKS)
        receivers = [session for session in self._sessions.values() if self._gets_frames(session)]
        slots = [slot for session in receivers if (slot := self.slots.held_by(session.number)) is not None]
        self.receivers = tuple(sorted(receivers, key=self._only_watches))
        self.stats = tuple(slot.stats for slot in slots)
        standbys = [session for slot in self.on_trial if (session := self._session(slot.standby)) is not None]
        self.wants_prediction = any(session.wants_prediction for session in (*receivers, *standbys))
        cars = {car for slot in slots for car in slot.cars}
        if self.human_car is not None and any(session.drives_human for session in receivers):
            cars.add(self.human_car)
        self._drivers = tuple(session for session in receivers if self._drives_agent(session))
        self._watchers = tuple(session for session in self.receivers if self._only_samples(session))
        self._held = tuple(session for session in self._held if session in (*self._drivers, *self._watchers))
        self._barrier.expect(cars, resting=self.resting)
        for slot in self.slots.slots:
            slot.stats.is_timed = self._barrier.debugged.isdisjoint(slot.cars)

    def expire(self) -> list[End]:
        """Stops the cars of agents that have used up their time for answers, and ends their sessions."""
        effects = []
        for slot in [slot for slot in self.slots.slots if slot.stats.left_s < 0.0]:
            slot.stats.expire()
            for car in slot.cars:
                self.game.drive(car, NEUTRAL)
            if (session := self._session(slot.holder)) is not None:
                fault = message("fault-too-slow", "used up its time for answers in lockstep")
                effects.append(End(session=session, fault=fault))
        return effects

    def hold_back(self, now_s: float, *, is_lockstep: bool) -> tuple[Session, ...]:
        """Returns the receivers that get the present frame now; the others may get it later, from `release`.

        An agent reads all waiting frames before it answers; if they came faster than it reads, it would never answer.
        Lockstep waits for the answers of drivers, so it sends them every frame. A frame with accolades is never held
        back, because no other frame shows them.
        """
        for session in self._held:
            if (slot := self.slots.held_by(session.number)) is not None:
                slot.stats.drops += 1
        candidates = self._watchers if is_lockstep else self._drivers + self._watchers
        if self.game.has_accolades:
            candidates = ()
        self._held = tuple(session for session in candidates if not self._is_free(session, now_s))
        if not self._held:
            return self.receivers
        return tuple(session for session in self.receivers if session not in self._held)

    def release(self, now_s: float) -> tuple[Session, ...]:
        """Returns the receivers that get the present frame late: they have answered, or have waited long enough."""
        free = tuple(session for session in self._held if self._is_free(session, now_s))
        self._held = tuple(session for session in self._held if session not in free)
        for session in free:
            slot = self.slots.held_by(session.number)
            if slot is not None and slot.stats.is_answered and self.game.has_ball:
                slot.stats.sent_again(now_s)
        return free

    def _is_free(self, session: Session, now_s: float) -> bool:
        """Returns whether a session gets a frame now, and notes when it gets the next one at the latest."""
        slot = self.slots.held_by(session.number)
        has_answered = slot is not None and slot.stats.is_answered and self.game.has_ball  # without one, it need not
        is_free = has_answered or now_s >= session.next_frame_s
        if is_free:
            session.next_frame_s = now_s + (HOLD_S if slot is not None else SAMPLE_S)
        return is_free

    def set_driver(self, session: Session, *, is_on: bool) -> None:
        """Lets a session start or stop driving the human's car; the car stands still if nobody drives it."""
        if session.drives_human is is_on:
            return
        session.drives_human = is_on
        if self.human_car is not None and not any(other.drives_human for other in self._sessions.values()):
            self.game.drive(self.human_car, NEUTRAL)
        self.update_receivers()

    def interrupt(self) -> None:
        """Stops waiting for answers to the last frame, and does not time the answers that still come."""
        self._held = ()
        self._barrier.drop()
        for slot in self.slots.slots:
            slot.stats.interrupt()

    def time_out(self) -> tuple[list[Session], list[SessionEffect]]:
        """Continues lockstep without the sessions that have missed the deadline.

        Returns these sessions, except those whose spare answers in their place, and the effects that let it do so.
        """
        cars = self._barrier.time_out()
        missed = [slot for slot in self.slots.slots if not cars.isdisjoint(slot.cars)]
        for slot in missed:
            slot.stats.missed()
        replaced = [slot for slot in missed if slot.spare is not None]
        holders = [self._session(slot.holder) for slot in missed if slot not in replaced]
        sessions = [session for session in holders if session is not None]
        effects = [effect for slot in replaced for effect in self._give_back(slot)]
        self._barrier.await_anew([car for slot in replaced for car in slot.cars], time.perf_counter())
        return sessions, effects

    def count_drops(self, session: Session) -> None:
        """Adds the frames that newer ones have replaced to the statistics of the session's agent."""
        drops = session.take_drops()
        if drops and (slot := self.slots.held_by(session.number)) is not None:
            slot.stats.drops += drops

    def figures(self) -> tuple[AgentReport, ...]:
        """Returns the statistics of every agent."""
        return tuple(
            AgentReport(
                agent_id=slot.agent.agent_id,
                name=slot.agent.name,
                team=slot.agent.team,
                cars=slot.cars,
                is_connected=slot.holder is not None,
                session=slot.holder,
                is_ready=slot.is_ready,
                has_standby=slot.standby is not None,
                trial=self._trial(slot),
                spare=slot.spare,
                swaps=slot.swaps,
                packets=slot.stats.packets,
                optional=slot.stats.optional,
                answers=slot.stats.answers,
                late=slot.stats.late,
                expired=slot.stats.expired,
                drops=slot.stats.drops,
                is_drawing_refused=slot.stats.drawings_refused,
                note=slot.stats.note,
                answer=percentiles(slot.stats.times_s),
            )
            for slot in self.slots.slots
        )

    def frame_for(self, session: Session) -> bytes:
        """Returns the present frame as a session gets it."""
        packet = bytes(self.game.packet_frame())
        prediction = self.game.prediction_parts() if session.wants_prediction else None
        return b"".join((*(prediction or ()), packet))

    def _trial(self, slot: Slot) -> TrialReport | None:
        if slot not in self.on_trial or slot.standby is None:
            return None
        packets = slot.trial.packets - slot.trial.optional
        return TrialReport(session=slot.standby, packets=packets, answers=slot.trial.answers)

    def agent_id_of(self, session: Session) -> str | None:
        """Returns the agent id of a session; None if it has none or presents a wrong key."""
        return self._keys.id_of(session.agent_id) if session.agent_id else None

    def _await_agent(self, session: Session, car: int, *, is_on: bool) -> None:
        """Notes whether the agent of a car comes back if it leaves, as `session`, its launcher, says."""
        self._roster_owner = session.number
        if is_on:
            self._barrier.awaited.add(car)
            return
        self._barrier.awaited.discard(car)
        if car in self._barrier.away:
            self._stop_waiting((car,))
            self.update_receivers()

    def _set_budget(self, seconds: float | None) -> None:
        """Gives every agent this time for its answers in lockstep; None for no limit."""
        for slot in self.slots.slots:
            slot.stats.refill(math.inf if seconds is None else seconds)

    def _note_absence(self, slot: Slot) -> None:
        """Lets lockstep wait for an agent that has left, and stops its cars; in lockstep, they stop when it is back.

        The result is then the same whether an agent's end is noticed before or after the tick that it has answered.
        """
        if self._roster_owner is None or not self.is_running:
            return
        self._barrier.leave(slot.cars)
        if not self._barrier.is_used or self._barrier.away.isdisjoint(slot.cars):
            for car in slot.cars:
                self.game.drive(car, NEUTRAL)

    def _stop_waiting(self, cars: Iterable[int]) -> None:
        for car in cars:
            self.game.drive(car, NEUTRAL)
        self._barrier.back(cars)

    def _gets_frames(self, session: Session) -> bool:
        slot = self.slots.held_by(session.number)
        if slot is not None and not self.resting.keys().isdisjoint(slot.cars):
            return False
        is_aside = self.slots.is_aside(session.number)
        return session.is_initialised and session.is_introduced and not is_aside and not session.is_ending

    def _only_watches(self, session: Session) -> bool:
        return self.slots.held_by(session.number) is None and not session.drives_human

    def _drives_agent(self, session: Session) -> bool:
        slot = self.slots.held_by(session.number)
        return slot is not None and bool(slot.cars)

    def _only_samples(self, session: Session) -> bool:
        slot = self.slots.held_by(session.number)
        if slot is not None:
            return slot.agent.is_script and session.wants_prediction
        return session.is_sampled and not session.drives_human

    def _seat(self, session: Session) -> list[SessionEffect]:
        """Gives an agent's session a slot, or lets it wait for one."""
        agent_id = self.agent_id_of(session)
        if agent_id is None:
            return []
        slot = self.slots.take(session.number, agent_id)
        if slot is not None:
            session.label = slot.agent.title
        else:
            is_plain = self._keys.is_plain(session.agent_id)
            slot = None if is_plain else self.slots.stand_by(session.number, agent_id)
            if slot is None:
                return []
            session.label = message("label-standby", "{agent} on standby", agent=slot.agent.title)
        controllables = [flat.ControllableInfo(part.index, part.identifier) for part in slot.agent.controllables]
        effects: list[SessionEffect] = [send(session, flat.ControllableTeamInfo(slot.agent.team, controllables))]
        return effects + self.mark_ready(session) if session.is_initialised else effects

    def _seat_waiting(self, agent_id: str | None) -> list[SessionEffect]:
        """Gives free slots to the sessions of an agent that have none."""
        effects: list[SessionEffect] = []
        for waiting in list(self._sessions.values()):
            is_same_agent = waiting.has_joined and agent_id is not None and self.agent_id_of(waiting) == agent_id
            if is_same_agent and not self.slots.has_use_for(waiting.number):
                effects += self._seat(waiting)
        return effects

    def _promote(self, slot: Slot, old: Session | None) -> list[SessionEffect]:
        """Gives a slot to its standby, with the drawing permission of the old session."""
        heir = self._session(self.slots.hand_over(slot))
        if heir is None:
            return []
        self._barrier.hand_over(slot.cars)
        return self._install(slot, heir, old)

    def _give_back(self, slot: Slot) -> list[SessionEffect]:
        """Gives a slot back to its spare, and ends the session that held it."""
        failed = self._session(slot.holder)
        effects = [*self._return(slot, failed, is_owed=not slot.stats.is_answered), *self._end(failed)]
        self.update_receivers()
        return effects

    def _return(self, slot: Slot, failed: Session | None, *, is_owed: bool) -> list[SessionEffect]:
        """Gives a slot back to its spare, which gets the present frame at once if the answer to it is owed."""
        heir = self._session(self.slots.give_back(slot))
        if heir is None:
            return []
        effects = self._install(slot, heir, failed)
        if not (is_owed and self.is_running):
            return effects
        now_s = time.perf_counter()
        if not self._barrier.owed.isdisjoint(slot.cars):
            self._barrier.await_anew(slot.cars, now_s)
        slot.stats.sent_again(now_s)
        return [*effects, Send(session=heir, data=self.frame_for(heir))]

    def _end(self, *sessions: Session | None) -> list[SessionEffect]:
        """Ends sessions that have lost their slot."""
        leaving = [session for session in sessions if session is not None]
        for session in leaving:
            session.render_groups.clear()
            session.has_joined = False
        return [End(session=session) for session in leaving]

    def _install(self, slot: Slot, heir: Session, old: Session | None) -> list[SessionEffect]:
        """Makes a session the driver of a slot that it has got from `old`."""
        heir.label = slot.agent.title
        if heir.is_initialised:
            self.slots.mark_ready(heir.number, time.perf_counter())
        if old is None or old.can_render == heir.can_render:
            return []
        heir.can_render = old.can_render
        status = flat.RenderingStatus(slot.agent.controllables[0].index, not slot.agent.is_script, heir.can_render)
        return [send(heir, status)]

    def _configuration_for(self, session: Session) -> bytes:
        """Returns the framed match configuration; it has the key of this session but no other keys."""
        agent_id = self.agent_id_of(session)
        if agent_id is None or self._keys.key_of(agent_id) == agent_id:
            return self._match_data
        return frame(pack_core(to_wire(self._keys.write(self.match, [agent_id]))))

    def _session(self, number: int | None) -> Session | None:
        return None if number is None else self._sessions.get(number)
